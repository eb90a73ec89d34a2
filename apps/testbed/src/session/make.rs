//! Bodies that a user can add.

use cairn2d::Vec2;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

/// A kind of body that a click makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A disc.
    Circle,
    /// A square.
    Box,
    /// A horizontal capsule.
    Capsule,
    /// A long thin board.
    Plank,
    /// A pentagon.
    Pentagon,
}

impl Piece {
    /// All kinds.
    pub const ALL: [Piece; 5] = [Piece::Circle, Piece::Box, Piece::Capsule, Piece::Plank, Piece::Pentagon];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Piece::Circle => "circle",
            Piece::Box => "box",
            Piece::Capsule => "capsule",
            Piece::Plank => "plank",
            Piece::Pentagon => "pentagon",
        }
    }

    /// Its dimensions, relative to the size of the tool.
    pub fn hint(self) -> &'static str {
        match self {
            Piece::Circle => "A disc; the size is its diameter",
            Piece::Box => "A square; the size is its side",
            Piece::Capsule => "A horizontal capsule, 1.6 sizes long",
            Piece::Plank => "A board, three sizes long and a quarter of one thick",
            Piece::Pentagon => "A regular pentagon; the size is the diameter of its outer circle",
        }
    }

    /// A dynamic body at a point `[m]`, about `size` across `[m]`.
    pub fn body(self, at: Vec2, size: f32) -> BodyDesc {
        let half = 0.5 * size;
        let shape = match self {
            Piece::Circle => ShapeDesc::circle(half),
            Piece::Box => ShapeDesc::half_box(half, half),
            Piece::Capsule => ShapeDesc::capsule([-half, 0.0], [half, 0.0], 0.6 * half),
            Piece::Plank => ShapeDesc::half_box(3.0 * half, 0.25 * half),
            Piece::Pentagon => ShapeDesc::polygon(regular(5, half), 0.0),
        };
        BodyDesc::dynamic(at.into()).with(shape)
    }
}

fn regular(count: u32, radius: f32) -> Vec<[f32; 2]> {
    let corner = |index: u32| {
        let angle = core::f32::consts::TAU * index as f32 / count as f32;
        let turned = cairn2d::Rot::from_angle(angle + core::f32::consts::FRAC_PI_2);
        [radius * turned.c, radius * turned.s]
    };
    (0..count).map(corner).collect()
}
