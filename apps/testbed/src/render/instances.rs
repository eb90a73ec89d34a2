//! Instances for the graphics card: one record per visible object, by primitive, in layers from back to
//! front.
//!
//! Positions are in metres of the world, widths and sizes of marks in pixels of the screen. The layouts are
//! those of the vertex attributes in [`Instance::LAYOUT`]. Records only have 32-bit words, so they have no
//! padding.

use super::style::Color;

/// A type of vertex attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// A number of floats, 1 to 4.
    Floats(i32),
    /// Four bytes that become floats from 0 to 1.
    Color,
}

impl Attribute {
    /// Its size in bytes.
    pub fn size(self) -> i32 {
        match self {
            Attribute::Floats(count) => 4 * count,
            Attribute::Color => 4,
        }
    }
}

/// A record that the card can read.
pub trait Instance: Copy {
    /// Its fields in order.
    const LAYOUT: &'static [Attribute];
}

/// A disc with a mark from the centre to the rim.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// `[m]`
    pub center: [f32; 2],
    /// `[m]`
    pub radius: f32,
    /// Cosine and sine of its angle; zeros for no mark.
    pub turn: [f32; 2],
    /// Inside.
    pub fill: Color,
    /// Outline.
    pub edge: Color,
}

impl Instance for Disc {
    const LAYOUT: &'static [Attribute] = &[
        Attribute::Floats(2),
        Attribute::Floats(1),
        Attribute::Floats(2),
        Attribute::Color,
        Attribute::Color,
    ];
}

/// A box, rounded or not.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundBox {
    /// `[m]`
    pub center: [f32; 2],
    /// Cosine and sine of its angle.
    pub turn: [f32; 2],
    /// Half width and height without the rounding, and the rounding `[m]`.
    pub half: [f32; 3],
    /// Inside.
    pub fill: Color,
    /// Outline.
    pub edge: Color,
}

impl Instance for RoundBox {
    const LAYOUT: &'static [Attribute] = &[
        Attribute::Floats(2),
        Attribute::Floats(2),
        Attribute::Floats(3),
        Attribute::Color,
        Attribute::Color,
    ];
}

/// A capsule.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pill {
    /// Both ends of its core `[m]`.
    pub ends: [f32; 4],
    /// `[m]`
    pub radius: f32,
    /// Inside.
    pub fill: Color,
    /// Outline.
    pub edge: Color,
}

impl Instance for Pill {
    const LAYOUT: &'static [Attribute] =
        &[Attribute::Floats(4), Attribute::Floats(1), Attribute::Color, Attribute::Color];
}

/// A convex polygon, rounded or not, whose corners are in the list of corners.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// Position of its frame `[m]`.
    pub origin: [f32; 2],
    /// Cosine and sine of its angle.
    pub turn: [f32; 2],
    /// The box around it in its frame, rounding included: lowest and highest corner `[m]`.
    pub bounds: [f32; 4],
    /// Index of its first corner, number of corners, rounding `[m]`, and half of its least width `[m]`.
    pub corners: [f32; 4],
    /// Inside.
    pub fill: Color,
    /// Outline.
    pub edge: Color,
}

impl Instance for Patch {
    const LAYOUT: &'static [Attribute] = &[
        Attribute::Floats(2),
        Attribute::Floats(2),
        Attribute::Floats(4),
        Attribute::Floats(4),
        Attribute::Color,
        Attribute::Color,
    ];
}

/// An axis-aligned rectangle of one color with hard edges. Neighbours with the same corners have neither a
/// gap nor an overlap.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    /// Lower left and upper right corner `[m]`.
    pub corners: [f32; 4],
    /// Its color.
    pub color: Color,
}

impl Instance for Tile {
    const LAYOUT: &'static [Attribute] = &[Attribute::Floats(4), Attribute::Color];
}

/// A line with round ends.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Both ends `[m]`.
    pub ends: [f32; 4],
    /// Width and length of a dash in points of the screen; 0 for an unbroken line.
    pub width: [f32; 2],
    /// Its color.
    pub color: Color,
}

impl Instance for Line {
    const LAYOUT: &'static [Attribute] = &[Attribute::Floats(4), Attribute::Floats(2), Attribute::Color];
}

/// A sign of constant size.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sign {
    /// `[m]`
    pub at: [f32; 2],
    /// Cosine and sine of its angle.
    pub turn: [f32; 2],
    /// Size in points of the screen, and which sign, see [`sign_number`].
    pub kind: [f32; 2],
    /// Its color.
    pub color: Color,
}

impl Instance for Sign {
    const LAYOUT: &'static [Attribute] =
        &[Attribute::Floats(2), Attribute::Floats(2), Attribute::Floats(2), Attribute::Color];
}

/// The number of a mark in the shader.
pub fn sign_number(mark: cairn2d::debug_draw::Mark) -> f32 {
    use cairn2d::debug_draw::Mark;
    match mark {
        Mark::Ring => 1.0,
        Mark::Square => 2.0,
        Mark::Diamond => 3.0,
        Mark::Plus => 4.0,
        Mark::Cross => 5.0,
        Mark::Triangle => 6.0,
        _ => 0.0,
    }
}

/// The instances of a layer by primitive: all tiles, then all boxes, then all discs, and so on.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Shaded cells.
    pub tiles: Vec<Tile>,
    /// Boxes.
    pub boxes: Vec<RoundBox>,
    /// Discs and circles.
    pub discs: Vec<Disc>,
    /// Capsules.
    pub pills: Vec<Pill>,
    /// Polygons.
    pub patches: Vec<Patch>,
    /// Lines.
    pub lines: Vec<Line>,
    /// Signs.
    pub signs: Vec<Sign>,
}

impl Layer {
    /// Empties all lists and keeps their memory.
    pub fn clear(&mut self) {
        self.tiles.clear();
        self.boxes.clear();
        self.discs.clear();
        self.pills.clear();
        self.patches.clear();
        self.lines.clear();
        self.signs.clear();
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.tiles.len()
            + self.boxes.len()
            + self.discs.len()
            + self.pills.len()
            + self.patches.len()
            + self.lines.len()
            + self.signs.len()
    }

    /// Whether it has no instances.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size_of_layout<T: Instance>() -> usize {
        T::LAYOUT.iter().map(|attribute| attribute.size() as usize).sum()
    }

    #[test]
    fn layouts_are_those_of_the_records() {
        assert_eq!(size_of_layout::<Tile>(), size_of::<Tile>());
        assert_eq!(size_of_layout::<Disc>(), size_of::<Disc>());
        assert_eq!(size_of_layout::<RoundBox>(), size_of::<RoundBox>());
        assert_eq!(size_of_layout::<Pill>(), size_of::<Pill>());
        assert_eq!(size_of_layout::<Patch>(), size_of::<Patch>());
        assert_eq!(size_of_layout::<Line>(), size_of::<Line>());
        assert_eq!(size_of_layout::<Sign>(), size_of::<Sign>());
    }
}
