//! The batch kernels as functions that are compiled in this crate, once per instruction set.
//!
//! An inlined kernel is compiled again with every caller. The narrow phase uses seven kernels in each of four
//! instruction sets, which was a third of the compile time of the whole engine. With a function call the
//! arguments pass through memory: a dozen stores and loads for up to sixteen pairs.
#![expect(unsafe_code, reason = "function pointers to code for instructions that were found to exist")]

use super::batch::{
    RowsView, capsule_capsule, chain_circle, chain_polygon, polygon_circle, polygon_polygon, rect_circle,
    rect_rect,
};
use super::{ManifoldW, PairKind, PoseW, ShapeRows};
use crate::Shape;
#[cfg(any(test, target_family = "wasm"))]
use cairn2d_math::lanes::Scalar;
use cairn2d_math::lanes::{AnyLanes, Lanes, MAX_LANES};
use cairn2d_math::with_any_lanes;

/// Pairs of one kind, one per lane.
#[repr(align(64))]
#[derive(Clone, Copy, Debug)]
pub struct PairBatch {
    /// Row numbers of the shapes A and B.
    pub shapes: [[u32; MAX_LANES]; 2],
    /// Pose of B in the frame of A: x `[m]`, y `[m]`, cosine and sine of the rotation.
    rel: [[f32; MAX_LANES]; 4],
}

impl PairBatch {
    /// Shapes with zero relative poses.
    #[inline]
    pub const fn new(shapes: [[u32; MAX_LANES]; 2]) -> PairBatch {
        PairBatch { shapes, rel: [[0.0; MAX_LANES], [0.0; MAX_LANES], [1.0; MAX_LANES], [0.0; MAX_LANES]] }
    }

    /// Sets the poses of B in the frames of A.
    #[inline(always)]
    pub fn place<L: Lanes>(&mut self, l: L, rel: PoseW<L>) {
        let [px, py, c, s] = &mut self.rel;
        l.store(rel.px, px);
        l.store(rel.py, py);
        l.store(rel.c, c);
        l.store(rel.s, s);
    }

    #[inline(always)]
    fn rel<L: Lanes>(&self, l: L) -> PoseW<L> {
        let [px, py, c, s] = &self.rel;
        PoseW { px: l.load(px), py: l.load(py), c: l.load(c), s: l.load(s) }
    }
}

/// The manifolds of a [`PairBatch`].
#[repr(align(64))]
#[derive(Clone, Copy, Debug)]
pub struct ManifoldBatch {
    /// In the order of the fields of [`ManifoldW`]: normal, first point and separation, second point and
    /// separation.
    values: [[f32; MAX_LANES]; 8],
    /// 0 for absent points.
    ids: [[u32; MAX_LANES]; 2],
}

impl ManifoldBatch {
    /// No contacts.
    pub const EMPTY: ManifoldBatch =
        ManifoldBatch { values: [[0.0; MAX_LANES]; 8], ids: [[0; MAX_LANES]; 2] };

    /// The manifolds in lanes; ids of absent points are 0.
    #[inline(always)]
    pub fn load<L: Lanes>(&self, l: L) -> ManifoldW<L> {
        let [normal_x, normal_y, point1_x, point1_y, separation1, point2_x, point2_y, separation2] =
            &self.values;
        let (id1, id2) = (l.load_u(&self.ids[0]), l.load_u(&self.ids[1]));
        ManifoldW {
            normal_x: l.load(normal_x),
            normal_y: l.load(normal_y),
            point1_x: l.load(point1_x),
            point1_y: l.load(point1_y),
            separation1: l.load(separation1),
            point2_x: l.load(point2_x),
            point2_y: l.load(point2_y),
            separation2: l.load(separation2),
            id1,
            id2,
            valid1: l.not(l.eq_u(id1, l.splat_u(0))),
            valid2: l.not(l.eq_u(id2, l.splat_u(0))),
        }
    }

    #[inline(always)]
    fn store<L: Lanes>(&mut self, l: L, m: &ManifoldW<L>) {
        let [normal_x, normal_y, point1_x, point1_y, separation1, point2_x, point2_y, separation2] =
            &mut self.values;
        l.store(m.normal_x, normal_x);
        l.store(m.normal_y, normal_y);
        l.store(m.point1_x, point1_x);
        l.store(m.point1_y, point1_y);
        l.store(m.separation1, separation1);
        l.store(m.point2_x, point2_x);
        l.store(m.point2_y, point2_y);
        l.store(m.separation2, separation2);
        l.store_u(l.select_u(m.valid1, m.id1, l.splat_u(0)), &mut self.ids[0]);
        l.store_u(l.select_u(m.valid2, m.id2, l.splat_u(0)), &mut self.ids[1]);
    }
}

/// Collides as many pairs of one kind as there are lanes. Rows of other kinds give meaningless manifolds.
#[derive(Clone, Copy, Debug)]
pub struct CompiledKernel {
    /// Made from a token only, so its instructions exist.
    kernel: Compiled,
}

impl CompiledKernel {
    /// The kernel of a kind of pair; `None` for [`PairKind::Scalar`], which has none. `a` is the first shape
    /// of any such pair, because chain segments carry their kernels.
    pub fn new(lanes: AnyLanes, kind: PairKind, a: &Shape) -> Option<CompiledKernel> {
        match a {
            Shape::ChainSegment(chain) => (chain.kernels.get().batch)(lanes, kind),
            _ => with_any_lanes!(lanes, l => kernel_of(l, kind)).map(|kernel| CompiledKernel { kernel }),
        }
    }

    /// The kernel of pairs whose first shape is a chain segment.
    pub(super) fn of_chain(lanes: AnyLanes, kind: PairKind) -> Option<CompiledKernel> {
        with_any_lanes!(lanes, l => chain_kernel_of(l, kind)).map(|kernel| CompiledKernel { kernel })
    }

    /// Collides pairs.
    ///
    /// # Panics
    /// When a pair names a row that does not exist.
    #[inline(always)]
    pub fn collide(self, rows: &ShapeRows, pairs: &PairBatch, out: &mut ManifoldBatch) {
        // SAFETY: the kernel was chosen with a token, so its instructions exist.
        unsafe { (self.kernel)(&rows.view(), pairs, out) }
    }

    /// Collides one pair, given by its rows, in all lanes at once.
    #[cfg(any(test, target_family = "wasm"))]
    pub(super) fn collide_one(self, rows: &RowsView<'_>, rel: cairn2d_math::Pose) -> ManifoldW<Scalar> {
        let mut pairs = PairBatch::new([[0; MAX_LANES], [1; MAX_LANES]]);
        pairs.rel = [rel.p.x, rel.p.y, rel.q.c, rel.q.s].map(|value| [value; MAX_LANES]);
        let mut out = ManifoldBatch::EMPTY;
        // SAFETY: the kernel was chosen with a token, so its instructions exist.
        unsafe { (self.kernel)(rows, &pairs, &mut out) };
        out.load(Scalar)
    }
}

/// A kernel as a function.
type Compiled = unsafe fn(&RowsView<'_>, &PairBatch, &mut ManifoldBatch);

/// Each kernel as a separate function: the optimiser takes more than twice as long for functions twice as
/// large.
macro_rules! compiled {
    ($kernel:ident, $lanes:ident) => {{
        unsafe fn compiled<L: Lanes>(rows: &RowsView<'_>, pairs: &PairBatch, out: &mut ManifoldBatch) {
            // SAFETY: the caller chose this kernel with a token, so its instructions exist.
            let l = unsafe { L::assume() };
            let [a, b] = &pairs.shapes;
            l.vectorize(
                #[inline(always)]
                || out.store(l, &$kernel(l, rows, a, b, pairs.rel(l))),
            );
        }
        Some(compiled::<$lanes>)
    }};
}

fn kernel_of<L: Lanes>(_: L, kind: PairKind) -> Option<Compiled> {
    match kind {
        PairKind::RectCircle => compiled!(rect_circle, L),
        PairKind::CapsuleCapsule => compiled!(capsule_capsule, L),
        PairKind::RectRect => compiled!(rect_rect, L),
        PairKind::PolygonCircle => compiled!(polygon_circle, L),
        PairKind::PolygonPolygon => compiled!(polygon_polygon, L),
        PairKind::ChainCircle | PairKind::ChainPolygon | PairKind::Scalar => None,
    }
}

fn chain_kernel_of<L: Lanes>(_: L, kind: PairKind) -> Option<Compiled> {
    match kind {
        PairKind::ChainCircle => compiled!(chain_circle, L),
        PairKind::ChainPolygon => compiled!(chain_polygon, L),
        _ => None,
    }
}
