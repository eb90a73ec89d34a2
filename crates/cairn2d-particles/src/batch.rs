//! Eight particles at a time, for those away from solids: the four grid values around each, as lanes.
//!
//! A batch is one, two or eight parts, as wide as the lanes of the machine, at most eight.

use cairn2d::Vec2;
use cairn2d::math::lanes::Lanes;

use crate::blocks::WIDTH;
use crate::grid::{Layout, MARGIN};
use crate::walls::Walls;

/// One value for each particle of a batch.
pub(crate) type Lane = [f32; WIDTH];

/// Four neighbouring places around each particle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchCorners {
    /// The lower left ones; the others are one and a stride further.
    pub(crate) first: [u32; WIDTH],
    /// Fractions of the way along x and y.
    pub(crate) along_x: Lane,
    pub(crate) along_y: Lane,
}

/// A value between four corners, and its changes across the square of the corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between {
    pub(crate) value: Lane,
    pub(crate) change_x: Lane,
    pub(crate) change_y: Lane,
}

/// The largest whole numbers that are no larger, of values from 0 to 2^22. Other values give any number.
#[inline(always)]
fn floor<L: Lanes>(l: L, value: L::F) -> L::F {
    let big = l.splat(WHOLE);
    let nearest = (value + big) - big;
    nearest - l.select(l.lt(value, nearest), l.splat(1.0), l.zero())
}

/// Floats from here to twice that have no fractions, and the whole number in their low bits.
const WHOLE: f32 = 8_388_608.0;

/// Writes whole numbers below 2^23.
#[inline(always)]
fn store_indices<L: Lanes>(l: L, values: L::F, indices: &mut [u32]) {
    l.store_u(l.and_u(l.f_to_bits(values + l.splat(WHOLE)), l.splat_u((1 << 23) - 1)), indices);
}

/// First lanes of the parts of a batch.
#[inline(always)]
pub(crate) fn parts<L: Lanes>(_l: L) -> impl Iterator<Item = usize> {
    (0..WIDTH).step_by(L::COUNT)
}

impl Layout {
    /// The cells of places, by coordinates.
    #[inline(always)]
    pub(crate) fn batch_cells<L: Lanes>(&self, l: L, [xs, ys]: &[Lane; 2]) -> [u32; WIDTH] {
        let (mut cells, stride) = ([0; WIDTH], l.splat(self.stride as f32));
        for part in parts(l) {
            let (column, row) = (floor(l, l.load(&xs[part..])), floor(l, l.load(&ys[part..])));
            store_indices(l, row * stride + column, &mut cells[part..]);
        }
        cells
    }

    /// The faces of an axis around places.
    #[inline(always)]
    pub(crate) fn batch_faces<L: Lanes>(&self, l: L, places: &[Lane; 2], axis: usize) -> BatchCorners {
        self.batch_corners(l, places, if axis == 0 { [0.0, 0.5] } else { [0.5, 0.0] })
    }

    /// The places of positions, by coordinates.
    #[inline(always)]
    pub(crate) fn batch_places<L: Lanes>(&self, l: L, positions: &[Vec2]) -> [Lane; 2] {
        let mut places = coordinates(positions);
        let (scale, margin) = (l.splat(self.per_cell), l.splat(MARGIN as f32));
        for (values, origin) in places.iter_mut().zip([self.origin.x, self.origin.y]) {
            for part in parts(l) {
                let values = &mut values[part..];
                l.store((l.load(values) - l.splat(origin)) * scale + margin, values);
            }
        }
        places
    }

    /// The corners around places less an offset.
    #[inline(always)]
    pub(crate) fn batch_corners<L: Lanes>(
        &self,
        l: L,
        [xs, ys]: &[Lane; 2],
        offset: [f32; 2],
    ) -> BatchCorners {
        let mut corners = BatchCorners { first: [0; WIDTH], along_x: [0.0; WIDTH], along_y: [0.0; WIDTH] };
        let stride = l.splat(self.stride as f32);
        for part in parts(l) {
            let x = l.load(&xs[part..]) - l.splat(offset[0]);
            let y = l.load(&ys[part..]) - l.splat(offset[1]);
            let (column, row) = (floor(l, x), floor(l, y));
            l.store(x - column, &mut corners.along_x[part..]);
            l.store(y - row, &mut corners.along_y[part..]);
            store_indices(l, row * stride + column, &mut corners.first[part..]);
        }
        corners
    }
}

impl BatchCorners {
    /// Bilinear weights of the four corners.
    #[inline(always)]
    pub(crate) fn weights<L: Lanes>(&self, l: L) -> [Lane; 4] {
        let mut weights = [[0.0; WIDTH]; 4];
        for part in parts(l) {
            let (a, b) = (l.load(&self.along_x[part..]), l.load(&self.along_y[part..]));
            let (c, d) = (l.splat(1.0) - a, l.splat(1.0) - b);
            l.store(c * d, &mut weights[0][part..]);
            l.store(a * d, &mut weights[1][part..]);
            l.store(c * b, &mut weights[2][part..]);
            l.store(a * b, &mut weights[3][part..]);
        }
        weights
    }

    /// Interpolates grid values.
    #[inline(always)]
    pub(crate) fn between<L: Lanes>(&self, l: L, values: &[f32], stride: usize) -> Between {
        let mut corners = [[0.0; WIDTH]; 4];
        for lane in 0..WIDTH {
            let window = &values[self.first[lane] as usize..][..stride + 2];
            corners[0][lane] = window[0];
            corners[1][lane] = window[1];
            corners[2][lane] = window[stride];
            corners[3][lane] = window[stride + 1];
        }
        let mut between = Between { value: [0.0; WIDTH], change_x: [0.0; WIDTH], change_y: [0.0; WIDTH] };
        for part in parts(l) {
            let (a, b) = (l.load(&self.along_x[part..]), l.load(&self.along_y[part..]));
            let (below, above) = (l.load(&corners[0][part..]), l.load(&corners[2][part..]));
            let low = l.load(&corners[1][part..]) - below;
            let high = l.load(&corners[3][part..]) - above;
            let (bottom, top) = (below + a * low, above + a * high);
            l.store(bottom + b * (top - bottom), &mut between.value[part..]);
            l.store(low + b * (high - low), &mut between.change_x[part..]);
            l.store(top - bottom, &mut between.change_y[part..]);
        }
        between
    }
}

impl Walls {
    /// Which of a batch of cells are away from solids.
    #[inline(always)]
    pub(crate) fn batch_plain(&self, cells: &[u32; WIDTH]) -> [bool; WIDTH] {
        taken(&self.plain, cells)
    }

    /// For which of a batch of cells all faces around are open.
    #[inline(always)]
    pub(crate) fn batch_clear(&self, cells: &[u32; WIDTH]) -> [bool; WIDTH] {
        taken(&self.clear, cells)
    }
}

/// Entries of a list for cells; false for those that do not exist.
#[inline(always)]
fn taken(list: &[bool], cells: &[u32; WIDTH]) -> [bool; WIDTH] {
    let mut taken = [false; WIDTH];
    for lane in 0..WIDTH {
        taken[lane] = list.get(cells[lane] as usize).is_some_and(|&entry| entry);
    }
    taken
}

/// The coordinates of vectors.
#[inline(always)]
pub(crate) fn coordinates(vectors: &[Vec2]) -> [Lane; 2] {
    let (mut xs, mut ys) = ([0.0; WIDTH], [0.0; WIDTH]);
    for (lane, vector) in vectors[..WIDTH].iter().enumerate() {
        (xs[lane], ys[lane]) = (vector.x, vector.y);
    }
    [xs, ys]
}
