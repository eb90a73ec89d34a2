//! Kinds of drawn objects and their colors: one palette for dark and one for light backgrounds.

use cairn2d_dynamics::JointKind;

use super::joints::color_of;

/// Kind of a drawn object; a renderer may choose its own color for it, or use [`Ink::color`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ink {
    /// A static body.
    Static,
    /// A kinematic body.
    Kinematic,
    /// A dynamic body.
    Dynamic,
    /// A body with the bullet flag.
    Bullet,
    /// A disabled body.
    Disabled,
    /// A sensor without overlaps.
    Sensor,
    /// A sensor with overlaps.
    SensorBusy,
    /// A body by its number.
    Body(u32),
    /// An island, by the number of one of its bodies.
    Island(u32),
    /// A team, by the number of its category: 0 to 63.
    Team(u32),
    /// A color of the constraint graph; the last one is the overflow color.
    Graph(u32),
    /// A joint.
    Joint(JointKind),
    /// A joint whose load exceeds its threshold.
    Overloaded,
    /// A joint that does not act.
    Idle,
    /// Limits and targets of a joint.
    Limit,
    /// A contact point that touches.
    Contact,
    /// A speculative contact point.
    Speculative,
    /// The normal of a contact.
    Normal,
    /// A normal impulse.
    NormalImpulse,
    /// A friction impulse.
    TangentImpulse,
    /// The AABB of a shape.
    Box,
    /// A velocity.
    Velocity,
    /// A centre of mass.
    Center,
    /// The x axis of a body.
    AxisX,
    /// The y axis of a body.
    AxisY,
    /// The solid side of a one-way shape.
    OneWay,
    /// Gravity and attractors.
    Gravity,
    /// Wind, drag, conveyors and floors.
    Flow,
    /// Water.
    Water,
    /// A field that scales time.
    Time,
    /// An opening of a pair of portals, by its number: both openings of a pair have successive ones.
    Opening(u32),
    /// Text.
    Label,
}

/// Brightness of the background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Bright on dark.
    #[default]
    Dark,
    /// Dark on bright.
    Light,
}

/// Distinct colors for numbers: successive hues are a third of the wheel apart, of equal lightness.
const MANY_DARK: [u32; 24] = [
    0xf499aa, 0xbd9951, 0x9edbb7, 0x68c3f2, 0xb08dcf, 0xfbb7b2, 0xcab861, 0x52b398, 0xa1d0fd, 0xda9fe0,
    0xd48871, 0xcad194, 0x52cec4, 0x7d9edd, 0xeeb7dd, 0xefa373, 0x8caa66, 0x89dae2, 0xa7b0fd, 0xcf84a4,
    0xeec192, 0x8dca89, 0x48adc8, 0xccc1fb,
];
const MANY_LIGHT: [u32; 24] = [
    0xb5596d, 0xb38b39, 0x24744d, 0x0085b5, 0xa57fc6, 0x944a48, 0x8d7a00, 0x35a88c, 0x2e6799, 0x9c60a3,
    0xcb7960, 0x646919, 0x009087, 0x6e91d6, 0x874b77, 0xb0642d, 0x7f9f53, 0x00737c, 0x6a72c0, 0xc67598,
    0x885716, 0x4b8c48, 0x26a2bf, 0x665797,
];

impl Ink {
    /// The color in sRGB: red, green, blue. Use it opaque for outlines and lines, and with low opacity for
    /// fills.
    pub fn color(self, theme: Theme) -> [u8; 3] {
        let (dark, light) = self.pair();
        let [_, red, green, blue] = match theme {
            Theme::Dark => dark,
            Theme::Light => light,
        }
        .to_be_bytes();
        [red, green, blue]
    }

    /// The colors for dark and light backgrounds.
    fn pair(self) -> (u32, u32) {
        match self {
            Ink::Static => (0x8a96a6, 0x5d6b7c),
            Ink::Kinematic => (0x58bfae, 0x1f8577),
            Ink::Dynamic => (0xe6b673, 0xa86a1c),
            Ink::Bullet => (0xee8579, 0xb8433a),
            Ink::Disabled => (0x565e6a, 0xa3abb6),
            Ink::Sensor => (0xa58fd6, 0x7a5fb5),
            Ink::SensorBusy => (0xf29ad0, 0xb8408c),
            Ink::Body(number) | Ink::Island(number) => many(number.wrapping_mul(0x9e37_79b9) >> 16),
            // Neutral, friend and foe of most games.
            Ink::Team(0) => (0xd9c08a, 0x8a6d2c),
            Ink::Team(1) => (0x6cc890, 0x1d7a4a),
            Ink::Team(2) => (0xe6766c, 0xb83535),
            Ink::Team(3) => (0x68a3f2, 0x2460b5),
            Ink::Graph(color) | Ink::Team(color) => many(color),
            Ink::Joint(kind) => color_of(kind),
            Ink::Overloaded => (0xff5d5d, 0xd02020),
            Ink::Idle => (0x656d79, 0x98a1ac),
            Ink::Limit => (0xf0d890, 0x8a6d10),
            Ink::Contact => (0xffd166, 0xb07800),
            Ink::Speculative => (0x8d97a5, 0x8d97a5),
            Ink::Normal => (0x9fb4cc, 0x56708c),
            Ink::NormalImpulse => (0xff8f70, 0xc94a28),
            Ink::TangentImpulse => (0x6fdc9c, 0x1f8a4c),
            Ink::Box => (0x5f7597, 0x8ba0c0),
            Ink::Velocity => (0x7fd4f0, 0x1878a0),
            Ink::Center => (0xf2f4f8, 0x20262e),
            Ink::AxisX => (0xf07878, 0xc83838),
            Ink::AxisY => (0x7fd67f, 0x2a8a2a),
            Ink::OneWay => (0x9adf8a, 0x3c8a2c),
            Ink::Gravity => (0xb9a3e8, 0x6a4fb0),
            Ink::Flow => (0x9ad1d4, 0x2f8086),
            Ink::Water => (0x5aa2f0, 0x2a74c8),
            Ink::Time => (0xe0a0c8, 0xa04080),
            Ink::Opening(0) => (0x57b0ff, 0x1467c8),
            Ink::Opening(1) => (0xffa640, 0xc96a00),
            Ink::Opening(number) => many(number.wrapping_mul(5)),
            Ink::Label => (0xc9d1dc, 0x3a4450),
        }
    }
}

fn many(number: u32) -> (u32, u32) {
    let index = number as usize % MANY_DARK.len();
    (MANY_DARK[index], MANY_LIGHT[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_graph_colors_are_distinguishable() {
        for theme in [Theme::Dark, Theme::Light] {
            for color in 0..23 {
                let [a, b] = [color, color + 1].map(|color| Ink::Graph(color).color(theme));
                let apart: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                assert!(apart > 60, "{color}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn teams_of_a_game_are_distinguishable() {
        for theme in [Theme::Dark, Theme::Light] {
            for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                let [a, b] = [a, b].map(|team| Ink::Team(team).color(theme));
                let apart: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                assert!(apart > 100, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn openings_of_a_pair_and_of_the_first_pairs_are_distinguishable() {
        for theme in [Theme::Dark, Theme::Light] {
            for (a, b) in (0..8).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let [first, second] = [a, b].map(|number| Ink::Opening(number).color(theme));
                let apart: u32 = first.iter().zip(second).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                assert!(apart > 30, "{a} {b}: {first:?} {second:?}");
            }
        }
    }

    #[test]
    fn channels_are_in_order() {
        assert_eq!(Ink::Water.color(Theme::Dark), [0x5a, 0xa2, 0xf0]);
    }
}
