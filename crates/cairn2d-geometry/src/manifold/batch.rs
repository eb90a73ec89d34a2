//! The kernels as the narrow phase calls them: shapes by row number, with relative poses and manifolds in
//! lanes.
//!
//! [`ShapeRows`] stores the geometry that the kernels gather: eight floats for every shape, and the corners
//! of polygons in blocks of four (one cache line each), padded by repetition. A batch whose shapes have at
//! most four corners never reads the second block.
//!
//! Row numbers are checked (one comparison per lane), so the kernels are safe to call. A pair of the wrong
//! kind gives a meaningless manifold; a row that does not exist panics.
#![expect(unsafe_code, reason = "gathers of rows by index")]

use super::chain::{self, ChainW};
use super::faces::PaddedFaces;
use super::wide::{BoxW, ManifoldW, PoseW, V};
use super::{Row, polygon, round, row_of, with_faces};
use crate::Shape;
use crate::constants::INLINE_VERTICES;
use cairn2d_math::Vec2;
use cairn2d_math::lanes::{Lanes, SKIP_BIT};

/// Four corners: all x, all y, all normal x, all normal y.
pub(super) type Corners = [f32; 16];

/// Geometry in the layout that the kernels gather, one row per shape.
///
/// Memory: 32 bytes per shape, another 64 once there is any polygon, capsule or segment, and another 64 once
/// a polygon has more than four corners.
#[derive(Debug, Default)]
pub struct ShapeRows {
    rows: Vec<Row>,
    /// Corners 0 to 3, and 4 to 7. Each list is empty or as long as `rows`.
    low: Vec<Corners>,
    high: Vec<Corners>,
}

crate::clone_with_capacity!(ShapeRows: rows, low, high);

impl ShapeRows {
    /// Content of a vacant row: a point at the origin.
    const VACANT: Row = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0];

    /// No rows.
    pub const fn new() -> ShapeRows {
        ShapeRows { rows: Vec::new(), low: Vec::new(), high: Vec::new() }
    }

    /// Number of rows, vacant ones included.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if no row was ever written.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Stores a shape in row `index`, replacing its content; adds rows up to it as needed.
    ///
    /// Polygons of more than eight corners have only the small row: no batch kernel reads more of them.
    ///
    /// # Panics
    /// When `index` is 2^31 or more.
    pub fn insert(&mut self, index: u32, shape: &Shape) {
        assert!(index < SKIP_BIT, "shape row {index} is beyond what lanes can address");
        let at = index as usize;
        if at >= self.rows.len() {
            self.rows.resize(at + 1, ShapeRows::VACANT);
            extend_if_used(&mut self.low, &self.rows);
            extend_if_used(&mut self.high, &self.rows);
        }
        self.rows[at] = row_of(shape);
        with_faces(shape, |vertices, normals| {
            let n = vertices.len();
            if n > INLINE_VERTICES {
                return;
            }
            let block = |first: usize| corners(vertices, normals, first);
            extend(&mut self.low, &self.rows);
            self.low[at] = block(0);
            if n > 4 && self.high.is_empty() {
                extend(&mut self.high, &self.rows);
                self.high.copy_from_slice(&self.low);
            }
            if !self.high.is_empty() {
                // For up to four corners the second block repeats the first, so copies of edges never precede
                // originals in a search.
                self.high[at] = if n > 4 { block(4) } else { self.low[at] };
            }
        });
    }

    /// Copies row `other` to row `index`; does nothing if there is no such row.
    pub fn insert_like(&mut self, index: u32, other: u32) {
        let (at, from) = (index as usize, other as usize);
        if from >= self.rows.len() || index >= SKIP_BIT {
            return;
        }
        if at >= self.rows.len() {
            self.rows.resize(at + 1, ShapeRows::VACANT);
            extend_if_used(&mut self.low, &self.rows);
            extend_if_used(&mut self.high, &self.rows);
        }
        self.rows[at] = self.rows[from];
        for corners in [&mut self.low, &mut self.high] {
            if !corners.is_empty() {
                corners[at] = corners[from];
            }
        }
    }

    /// Makes row `index` vacant; does nothing if there is no such row.
    pub fn remove(&mut self, index: u32) {
        let at = index as usize;
        if let Some(row) = self.rows.get_mut(at) {
            *row = ShapeRows::VACANT;
        }
        for block in self.low.get_mut(at).into_iter().chain(self.high.get_mut(at)) {
            *block = [0.0; 16];
        }
    }

    /// Reserves exactly this many rows in all.
    pub fn reserve(&mut self, count: usize) {
        self.rows.reserve_exact(count.saturating_sub(self.rows.len()));
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.low.clear();
        self.high.clear();
    }

    /// The view of the kernels.
    #[inline(always)]
    pub(super) fn view(&self) -> RowsView<'_> {
        RowsView { rows: &self.rows, low: &self.low, high: &self.high }
    }
}

/// [`ShapeRows`] as slices for the kernels.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowsView<'a> {
    pub(super) rows: &'a [Row],
    pub(super) low: &'a [Corners],
    pub(super) high: &'a [Corners],
}

impl RowsView<'_> {
    /// Small rows of one shape per lane.
    #[inline(always)]
    fn gather<L: Lanes>(&self, l: L, index: &[u32]) -> [L::F; 8] {
        check_rows(l, index, self.rows.len());
        // SAFETY: the indices were just checked.
        unsafe { l.gather8(self.rows.as_ptr(), index) }
    }

    /// Corners of one polygon per lane. `N` is 4, or 8 if some lane has more than four corners.
    #[inline(always)]
    fn gather_faces<L: Lanes, const N: usize>(
        &self,
        l: L,
        index: &[u32],
        summary: &Summary<L>,
    ) -> PaddedFaces<L, N> {
        check_rows(l, index, self.low.len());
        // SAFETY: the indices were just checked.
        let low = unsafe { l.gather16(self.low.as_ptr(), index) };
        let mut faces = PaddedFaces {
            vx: [low[0]; N],
            vy: [low[4]; N],
            nx: [low[8]; N],
            ny: [low[12]; N],
            counts: summary.counts,
            bound: if N == 4 { 4 } else { summary.most },
        };
        spread(&mut faces, &low, 0);
        if N > 4 {
            check_rows(l, index, self.high.len());
            // SAFETY: the indices were just checked.
            let high = unsafe { l.gather16(self.high.as_ptr(), index) };
            spread(&mut faces, &high, 4);
        }
        faces
    }

    /// Corner counts and radii of one shape per lane.
    #[inline(always)]
    fn summary<L: Lanes>(&self, l: L, index: &[u32]) -> Summary<L> {
        check_rows(l, index, self.rows.len());
        let second_half = self.rows.as_ptr().cast::<f32>().wrapping_add(4);
        // SAFETY: the indices were just checked, and a row is eight floats, of which these are the last four.
        let row = unsafe { l.gather_block::<8>(second_half, index.as_ptr()) };
        Summary::new(l, row[2], row[3])
    }
}

/// Four corners of a polygon from the given one on; the indices wrap around.
pub(super) fn corners(vertices: &[Vec2], normals: &[Vec2], first: usize) -> Corners {
    let four = |list: &[Vec2]| list.get(first..first + 4).and_then(|four| <[Vec2; 4]>::try_from(four).ok());
    if let (Some([a, b, c, d]), Some([e, f, g, h])) = (four(vertices), four(normals)) {
        return [a.x, b.x, c.x, d.x, a.y, b.y, c.y, d.y, e.x, f.x, g.x, h.x, e.y, f.y, g.y, h.y];
    }
    core::array::from_fn(|k| {
        let corner = (first + k % 4) % vertices.len();
        match k / 4 {
            0 => vertices[corner].x,
            1 => vertices[corner].y,
            2 => normals[corner].x,
            _ => normals[corner].y,
        }
    })
}

/// Panics unless there is an index for each lane, and a row for each index. (Gathers ignore the top bit.)
#[inline(always)]
fn check_rows<L: Lanes>(l: L, index: &[u32], length: usize) {
    let index = l.and_u(l.load_u(index), l.splat_u(!SKIP_BIT));
    // Both are below 2^31, so the top bit of the difference is set exactly if the index is the smaller one.
    let below = l.shr_u::<31>(l.sub_u(index, l.splat_u(length as u32)));
    let exist = l.all(l.eq_u(below, l.splat_u(1)));
    assert!(exist, "a pair of shapes names a row beyond the {length} that exist");
}

/// Corner counts and radii `[m]` of a batch of polygons, and the most corners that any of them has.
struct Summary<L: Lanes> {
    counts: L::U,
    radii: L::F,
    most: usize,
}

impl<L: Lanes> Summary<L> {
    #[inline(always)]
    fn new(l: L, counts: L::F, radii: L::F) -> Summary<L> {
        // Adding 2^23 leaves a small integer in the lowest bits of the float.
        let integer = l.f_to_bits(counts + l.splat(8_388_608.0));
        let mut most = 4;
        for limit in 4..INLINE_VERTICES {
            most += usize::from(l.any(l.gt(counts, l.splat(limit as f32))));
        }
        Summary { counts: l.and_u(integer, l.splat_u(0xff)), radii, most }
    }
}

/// Stores a block of four corners at its position.
#[inline(always)]
fn spread<L: Lanes, const N: usize>(faces: &mut PaddedFaces<L, N>, block: &[L::F; 16], first: usize) {
    faces.vx[first..first + 4].copy_from_slice(&block[0..4]);
    faces.vy[first..first + 4].copy_from_slice(&block[4..8]);
    faces.nx[first..first + 4].copy_from_slice(&block[8..12]);
    faces.ny[first..first + 4].copy_from_slice(&block[12..16]);
}

fn extend_if_used(blocks: &mut Vec<Corners>, rows: &Vec<Row>) {
    if !blocks.is_empty() {
        extend(blocks, rows);
    }
}

/// Extends a list of blocks to the number and the capacity of the rows.
fn extend(blocks: &mut Vec<Corners>, rows: &Vec<Row>) {
    if blocks.capacity() < rows.len() {
        blocks.reserve_exact(rows.capacity() - blocks.len());
    }
    blocks.resize(rows.len(), [0.0; 16]);
}

/// Collides `L::COUNT` pairs of two boxes with sharp corners. `a` and `b` are row numbers, one per lane;
/// `rel` are the poses of B in the frame of A.
#[inline(always)]
pub(super) fn rect_rect<L: Lanes>(
    l: L,
    rows: &RowsView<'_>,
    a: &[u32],
    b: &[u32],
    rel: PoseW<L>,
) -> ManifoldW<L> {
    let (a, b) = (rows.gather(l, a), rows.gather(l, b));
    round::rect_rect(l, &BoxW::from_gather(a), &BoxW::from_gather(b), rel)
}

/// Collides `L::COUNT` pairs of a box, capsule, segment or circle against a circle.
#[inline(always)]
pub(super) fn rect_circle<L: Lanes>(
    l: L,
    rows: &RowsView<'_>,
    a: &[u32],
    b: &[u32],
    rel: PoseW<L>,
) -> ManifoldW<L> {
    let (a, b) = (rows.gather(l, a), rows.gather(l, b));
    round::rect_circle(l, &BoxW::from_gather(a), &BoxW::from_gather(b), rel)
}

/// Collides `L::COUNT` pairs of a capsule or segment against a capsule.
#[inline(always)]
pub(super) fn capsule_capsule<L: Lanes>(
    l: L,
    rows: &RowsView<'_>,
    a: &[u32],
    b: &[u32],
    rel: PoseW<L>,
) -> ManifoldW<L> {
    let (a, b) = (rows.gather(l, a), rows.gather(l, b));
    round::capsule_capsule(l, &BoxW::from_gather(a), &BoxW::from_gather(b), rel)
}

/// Collides `L::COUNT` pairs of a polygon of up to eight corners against a circle.
#[inline(always)]
pub(super) fn polygon_circle<L: Lanes>(
    l: L,
    rows: &RowsView<'_>,
    a: &[u32],
    b: &[u32],
    rel: PoseW<L>,
) -> ManifoldW<L> {
    let summary = rows.summary(l, a);
    let circle = BoxW::from_gather(rows.gather(l, b));
    let center = rel.apply(circle.center);
    let radii = (summary.radii, circle.radius);
    if summary.most <= 4 {
        let faces = rows.gather_faces::<L, 4>(l, a, &summary);
        polygon::polygon_circle(l, &faces, center, radii)
    } else {
        let faces = rows.gather_faces::<L, 8>(l, a, &summary);
        polygon::polygon_circle(l, &faces, center, radii)
    }
}

/// Collides `L::COUNT` pairs of polygons of up to eight corners, capsules or segments.
#[inline(always)]
pub(super) fn polygon_polygon<L: Lanes>(
    l: L,
    rows: &RowsView<'_>,
    a: &[u32],
    b: &[u32],
    rel: PoseW<L>,
) -> ManifoldW<L> {
    let (summary_a, summary_b) = (rows.summary(l, a), rows.summary(l, b));
    let radii = (summary_a.radii, summary_b.radii);
    if summary_a.most <= 4 && summary_b.most <= 4 {
        let (faces_a, faces_b) =
            (rows.gather_faces::<L, 4>(l, a, &summary_a), rows.gather_faces::<L, 4>(l, b, &summary_b));
        polygon::polygon_polygon::<L, false>(l, &faces_a, &faces_b.transformed(rel), radii)
    } else {
        // Lanes may differ: if the other shape has more corners, four corners repeat in the second block.
        let (faces_a, faces_b) =
            (rows.gather_faces::<L, 8>(l, a, &summary_a), rows.gather_faces::<L, 8>(l, b, &summary_b));
        polygon::polygon_polygon::<L, false>(l, &faces_a, &faces_b.transformed(rel), radii)
    }
}

/// Collides `L::COUNT` pairs of a chain segment against a circle.
#[inline(always)]
pub(super) fn chain_circle<L: Lanes>(
    l: L,
    rows: &RowsView<'_>,
    a: &[u32],
    b: &[u32],
    rel: PoseW<L>,
) -> ManifoldW<L> {
    let (a, b) = (rows.gather(l, a), rows.gather(l, b));
    let circle = BoxW::from_gather(b);
    chain::chain_circle(l, &ChainW::from_gather(a), rel.apply(circle.center), circle.radius)
}

/// Collides `L::COUNT` pairs of a chain segment against a polygon or capsule of up to eight corners.
#[inline(always)]
pub(super) fn chain_polygon<L: Lanes>(
    l: L,
    rows: &RowsView<'_>,
    a: &[u32],
    b: &[u32],
    rel: PoseW<L>,
) -> ManifoldW<L> {
    let (row_a, row_b) = (rows.gather(l, a), rows.gather(l, b));
    let summary = Summary::new(l, row_b[6], row_b[7]);
    let chain = ChainW::from_gather(row_a);
    let center: V<L> = rel.apply(BoxW::from_gather(row_b).center);
    if summary.most <= 4 {
        let faces = rows.gather_faces::<L, 4>(l, b, &summary).transformed(rel);
        chain::chain_polygon(l, &chain, &faces, center, summary.radii)
    } else {
        let faces = rows.gather_faces::<L, 8>(l, b, &summary).transformed(rel);
        chain::chain_polygon(l, &chain, &faces, center, summary.radii)
    }
}
