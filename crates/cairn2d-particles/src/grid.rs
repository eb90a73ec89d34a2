//! The grid under the particles: its layout, weights of a point, and the cells that hold liquid.
//!
//! Velocities live on the faces of cells (Harlow, Welch 1965), pressures in their middles. Face `c` of axis x
//! is the left side of cell `c`, that of axis y its lower side. Two columns and rows of cells around the
//! bounds keep every neighbour in range.

use crate::blocks::WIDTH;
use crate::def::{ParticlesDef, clamped};
use cairn2d::Vec2;

/// Cells around the bounds on each side.
pub(crate) const MARGIN: usize = 3;

/// The whole part of a number that is not negative; zero for others.
#[inline(always)]
pub(crate) fn whole(value: f32) -> usize {
    value as u32 as usize
}

/// No cell, or no row of the linear system.
pub(crate) const NONE: u32 = u32::MAX;

/// Where cells are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) origin: Vec2,
    pub(crate) cell: f32,
    pub(crate) per_cell: f32,
    /// Columns and rows within the bounds.
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Cells of a row with its margin, a multiple of a block.
    pub(crate) stride: usize,
    pub(crate) count: usize,
}

/// Four neighbouring places and their bilinear weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corners {
    /// The lower left one; the others are one and a stride further.
    pub(crate) first: usize,
    pub(crate) weights: [f32; 4],
    /// Fractions of the way along x and y.
    pub(crate) along: [f32; 2],
}

impl Layout {
    pub(crate) fn of(def: &ParticlesDef) -> Layout {
        let cell = def.cell();
        let size = def.bounds.max - def.bounds.min;
        let count = |length: f32| (length / cell).ceil() as usize;
        let (columns, rows) = (count(size.x), count(size.y));
        let stride = (columns + 2 * MARGIN).next_multiple_of(WIDTH);
        Layout {
            origin: def.bounds.min,
            cell,
            per_cell: 1.0 / cell,
            columns,
            rows,
            stride,
            count: stride * (rows + 2 * MARGIN),
        }
    }

    /// A position in cells, from the corner of the margin.
    #[inline(always)]
    pub(crate) fn place(&self, position: Vec2) -> Vec2 {
        let scaled = (position - self.origin) * self.per_cell;
        Vec2::new(scaled.x + MARGIN as f32, scaled.y + MARGIN as f32)
    }

    /// Whether a place is in the margin or beyond, or not a number.
    #[inline(always)]
    pub(crate) fn is_outside(&self, place: Vec2) -> bool {
        let (low, margin) = (MARGIN as f32, MARGIN as f32);
        let inside = place.x >= low
            && place.y >= low
            && place.x < self.columns as f32 + margin
            && place.y < self.rows as f32 + margin;
        !inside
    }

    /// A position within the bounds as it is; for another one, also NaN, a position in the margin with two
    /// cells or more on each side.
    #[inline(always)]
    pub(crate) fn held(&self, position: Vec2) -> Vec2 {
        if !self.is_outside(self.place(position)) {
            return position;
        }
        let size = Vec2::new(self.columns as f32, self.rows as f32) * self.cell;
        let beyond = (MARGIN as f32 - 1.75) * self.cell;
        let Vec2 { x, y } = position - self.origin;
        self.origin + Vec2::new(clamped(x, -beyond, size.x + beyond), clamped(y, -beyond, size.y + beyond))
    }

    /// The cell of a place within the grid.
    #[inline(always)]
    pub(crate) fn cell_at(&self, place: Vec2) -> usize {
        whole(place.y) * self.stride + whole(place.x)
    }

    /// The cell of a position, if it is within the grid and its margin.
    pub(crate) fn find(&self, position: Vec2) -> Option<usize> {
        let place = self.place(position);
        let rows = self.count / self.stride;
        let inside =
            place.x >= 0.0 && place.y >= 0.0 && place.x < self.stride as f32 && place.y < rows as f32;
        inside.then(|| self.cell_at(place))
    }

    /// The number of a cell among those of the bounds and their margin, for bytes.
    pub(crate) fn number(&self, cell: usize) -> u32 {
        (cell / self.stride * (self.columns + 2 * MARGIN) + cell % self.stride) as u32
    }

    /// The cell with such a number.
    pub(crate) fn cell_of(&self, number: u32) -> Option<usize> {
        let (width, number) = (self.columns + 2 * MARGIN, number as usize);
        let (column, row) = (number % width, number / width);
        (row < self.count / self.stride).then_some(row * self.stride + column)
    }

    /// Middle of a cell `[m]`.
    pub(crate) fn middle(&self, cell: usize) -> Vec2 {
        let (column, row) = ((cell % self.stride) as f32, (cell / self.stride) as f32);
        let offset = Vec2::new(column + (0.5 - MARGIN as f32), row + (0.5 - MARGIN as f32));
        self.origin + offset * self.cell
    }

    /// Distance from a face or cell to the one behind it along an axis.
    #[inline(always)]
    pub(crate) fn step(&self, axis: usize) -> usize {
        if axis == 0 { 1 } else { self.stride }
    }

    /// The faces of an axis around a place.
    #[inline(always)]
    pub(crate) fn faces(&self, place: Vec2, axis: usize) -> Corners {
        if axis == 0 {
            self.corners(Vec2::new(place.x, place.y - 0.5))
        } else {
            self.corners(Vec2::new(place.x - 0.5, place.y))
        }
    }

    /// The cells whose middles are around a place.
    #[inline(always)]
    pub(crate) fn middles(&self, place: Vec2) -> Corners {
        self.corners(Vec2::new(place.x - 0.5, place.y - 0.5))
    }

    /// Places are at least half a cell from the corner of the margin, so a conversion rounds down.
    #[inline(always)]
    fn corners(&self, place: Vec2) -> Corners {
        let (column, row) = (whole(place.x), whole(place.y));
        let (a, b) = (place.x - column as f32, place.y - row as f32);
        let (c, d) = (1.0 - a, 1.0 - b);
        Corners { first: row * self.stride + column, weights: [c * d, a * d, c * b, a * b], along: [a, b] }
    }

    /// The four places of some corners.
    #[inline(always)]
    pub(crate) fn indices(&self, corners: &Corners) -> [usize; 4] {
        let first = corners.first;
        [first, first + 1, first + self.stride, first + self.stride + 1]
    }
}
