//! The area that two sets of rectangles share, as an expression.
//!
//! The boundary of the shared area of two convex figures consists of the parts of the edges of each that lie
//! within the other one. So its area is a sum over edges, by Green's theorem.

use crate::expr::Expr;

/// A rectangle along the axes of its frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    /// Middle \[m\].
    pub(super) center: [f32; 2],
    /// Half width and half height \[m\].
    pub(super) half: [f32; 2],
}

impl Tile {
    /// Corners relative to the middle, counterclockwise \[m\].
    fn corners(&self) -> [[f32; 2]; 4] {
        let [x, y] = self.half;
        [[-x, -y], [x, -y], [x, y], [-x, y]]
    }
}

/// Position \[m\], and cosine and sine of the angle, of the frame of one set in that of the other.
#[derive(Clone, Debug)]
pub(super) struct Relative {
    pub(super) at: [Expr; 2],
    pub(super) turn: [Expr; 2],
}

impl Relative {
    fn rotate(&self, [x, y]: [Expr; 2]) -> [Expr; 2] {
        let [c, s] = self.turn.clone();
        [c.clone() * x.clone() - s.clone() * y.clone(), s * x + c * y]
    }

    fn rotate_back(&self, [x, y]: [Expr; 2]) -> [Expr; 2] {
        let [c, s] = self.turn.clone();
        [c.clone() * x.clone() + s.clone() * y.clone(), c * y - s * x]
    }

    /// Area \[m^2\] that the tiles at rest share with the same tiles in this pose. Tiles of one set must not
    /// overlap.
    pub(super) fn shared_area(&self, tiles: &[Tile]) -> Expr {
        let mut area = Expr::from(0.0);
        for resting in tiles {
            for moved in tiles {
                area = area + self.shared_by(resting, moved);
            }
        }
        area
    }

    /// Area that a tile at rest shares with a tile in this pose.
    fn shared_by(&self, resting: &Tile, moved: &Tile) -> Expr {
        let [x, y] = self.rotate(moved.center.map(Expr::from));
        // The middle of the moved tile, seen from that of the resting one.
        let offset = [self.at[0].clone() + x - resting.center[0], self.at[1].clone() + y - resting.center[1]];
        let mut twice = Expr::from(0.0);
        for index in 0..4 {
            let [start, end] = [index, (index + 1) % 4].map(|at| moved.corners()[at]);
            let along = self.rotate([end[0] - start[0], end[1] - start[1]].map(Expr::from));
            let [x, y] = self.rotate(start.map(Expr::from));
            let start = [offset[0].clone() + x, offset[1].clone() + y];
            let cross = start[0].clone() * along[1].clone() - start[1].clone() * along[0].clone();
            twice = twice + share_within(start, along, resting.half, Border::Inside) * cross;

            let [start, end] = [index, (index + 1) % 4].map(|at| resting.corners()[at]);
            let along = [end[0] - start[0], end[1] - start[1]];
            let cross = start[0] * along[1] - start[1] * along[0];
            let from = [start[0] - offset[0].clone(), start[1] - offset[1].clone()];
            let (from, along) = (self.rotate_back(from), self.rotate_back(along.map(Expr::from)));
            twice = twice + share_within(from, along, moved.half, Border::Outside) * cross;
        }
        // Rounding may leave a trace below 0.
        (twice * 0.5).max(0.0)
    }
}

/// Whether an edge on the border of a tile counts as inside. Only one of two edges that coincide may count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Border {
    Inside,
    Outside,
}

/// Share of an edge within a tile around the origin, from 0 to 1.
fn share_within(start: [Expr; 2], along: [Expr; 2], half: [f32; 2], border: Border) -> Expr {
    let (mut first, mut last) = (Expr::from(0.0), Expr::from(1.0));
    for ((start, along), half) in start.into_iter().zip(along).zip(half) {
        let [a, b] = [-half, half].map(|bound| (bound - start.clone()) / along.clone());
        let distance = start.abs();
        let is_inside = match border {
            Border::Inside => distance.at_most(half),
            Border::Outside => distance.below(half),
        };
        // An edge along the border has no crossing; it is inside or outside as a whole.
        let crosses = along.abs().above(0.0);
        first = first.max(crosses.clone().select(a.clone().min(b.clone()), is_inside.select(0.0, 1.0)));
        last = last.min(crosses.select(a.max(b), 1.0));
    }
    (last - first).max(0.0)
}
