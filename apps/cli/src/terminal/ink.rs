//! The colors of dots.
//!
//! A cell of a terminal has one color for its eight dots, so inks have ranks: the highest rank colors the
//! cell, in any drawing order. The colors are from the fixed part of the 256, with medium lightness, because
//! the background of a terminal is unknown.

use cairn2d::{BodyKind, BodyRef};
use cairn2d_scenes::Tone;
use ratatui_core::style::Color;

/// The kind of object that a dot belongs to, lowest rank first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Ink {
    /// Empty.
    None,
    /// Ground of a terrain.
    Ground,
    /// Liquid.
    Water,
    /// The area of a field.
    Field,
    /// A sensor.
    Sensor,
    /// A static body.
    Static,
    /// A disabled body.
    Disabled,
    /// A joint.
    Joint,
    /// A sleeping dynamic body.
    Asleep,
    /// A kinematic body.
    Kinematic,
    /// A dynamic body; neighbours have different tones.
    Awake0,
    /// A dynamic body of the second tone.
    Awake1,
    /// A dynamic body of the third tone.
    Awake2,
    /// A sensor with overlaps.
    Visited,
    /// A note of a play.
    Note,
    /// A miss in a play.
    Miss,
    /// The player's objects in a play.
    Friend,
    /// A hit in a play.
    Hit,
    /// A danger in a play.
    Foe,
    /// A contact point.
    Contact,
    /// The dragged body and the mouse joint.
    Held,
}

impl Ink {
    /// Every ink, by rank.
    pub const ALL: [Self; 21] = [
        Self::None,
        Self::Ground,
        Self::Water,
        Self::Field,
        Self::Sensor,
        Self::Static,
        Self::Disabled,
        Self::Joint,
        Self::Asleep,
        Self::Kinematic,
        Self::Awake0,
        Self::Awake1,
        Self::Awake2,
        Self::Visited,
        Self::Note,
        Self::Miss,
        Self::Friend,
        Self::Hit,
        Self::Foe,
        Self::Contact,
        Self::Held,
    ];

    /// The color of this ink on a terminal.
    #[must_use]
    pub fn color(self) -> Color {
        match self {
            Self::None => Color::Reset,
            Self::Ground => Color::Indexed(137),
            Self::Water => Color::Indexed(68),
            Self::Field => Color::Indexed(67),
            Self::Sensor => Color::Indexed(179),
            Self::Static => Color::Indexed(245),
            Self::Disabled => Color::Indexed(103),
            Self::Joint => Color::Indexed(131),
            Self::Asleep => Color::Indexed(66),
            Self::Kinematic => Color::Indexed(140),
            Self::Awake0 => Color::Indexed(37),
            Self::Awake1 => Color::Indexed(74),
            Self::Awake2 => Color::Indexed(79),
            Self::Visited => Color::Indexed(214),
            Self::Note => Color::Indexed(110),
            Self::Miss => Color::Indexed(244),
            Self::Friend => Color::Indexed(71),
            Self::Hit => Color::Indexed(208),
            Self::Foe => Color::Indexed(197),
            Self::Contact => Color::Indexed(203),
            Self::Held => Color::Indexed(209),
        }
    }

    /// The ink of a mark of a play.
    #[must_use]
    pub fn of_tone(tone: Tone) -> Self {
        match tone {
            Tone::Note => Self::Note,
            Tone::Hit => Self::Hit,
            Tone::Miss => Self::Miss,
            Tone::Friend => Self::Friend,
            Tone::Foe => Self::Foe,
            Tone::Ground => Self::Ground,
            Tone::Water => Self::Water,
        }
    }

    /// The ink of the solid shapes of a body.
    #[must_use]
    pub fn of_body(body: &BodyRef<'_>) -> Self {
        match body.kind() {
            _ if !body.is_enabled() => Self::Disabled,
            BodyKind::Static => Self::Static,
            BodyKind::Kinematic => Self::Kinematic,
            BodyKind::Dynamic if body.is_asleep() => Self::Asleep,
            // The low half of an id is the body's slot, which is constant during its life.
            BodyKind::Dynamic => {
                [Self::Awake0, Self::Awake1, Self::Awake2][body.id().to_bits() as u32 as usize % 3]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_positions_in_the_list() {
        for (rank, ink) in Ink::ALL.into_iter().enumerate() {
            assert_eq!(ink as usize, rank);
        }
    }
}
