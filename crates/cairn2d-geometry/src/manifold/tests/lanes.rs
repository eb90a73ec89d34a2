//! The same pairs in every set of lanes: bit for bit equal to the scalar call.

use super::super::{
    CompiledKernel, LocalPoint, ManifoldBatch, ManifoldW, PairBatch, PoseW, ShapeRows, collide_by_kernel,
};
use super::*;
use cairn2d_math::lanes::{LaneLevel, Lanes, MAX_LANES};
use cairn2d_math::with_lanes;

const SHAPES: usize = if cfg!(miri) { 16 } else { 256 };
/// Divisible by every lane count.
const PAIRS: usize = match () {
    () if cfg!(miri) => 32,
    () if cfg!(debug_assertions) => 64 * 1024,
    () => 1024 * 1024,
};

/// Shapes, and pairs of one kind among them.
struct Pairs {
    rows: ShapeRows,
    a: Vec<u32>,
    b: Vec<u32>,
    rel: Vec<Pose>,
}

fn pairs_of(kind: PairKind, shapes: &mut Vec<Shape>) -> Pairs {
    let mut random = Random::new(100 + kind as u64);
    let mut pairs = Pairs { rows: ShapeRows::new(), a: Vec::new(), b: Vec::new(), rel: Vec::new() };
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    for _ in 0..SHAPES {
        let (a, b) = pair_for(kind, &mut random).expect("a kind with a kernel");
        assert_eq!(pair_kind(&a, &b), Some((kind, false)));
        for (shape, list) in [(a, &mut firsts), (b, &mut seconds)] {
            list.push(shapes.len() as u32);
            pairs.rows.insert(shapes.len() as u32, &shape);
            shapes.push(shape);
        }
    }
    for _ in 0..PAIRS {
        pairs.a.push(firsts[random.below(SHAPES)]);
        pairs.b.push(seconds[random.below(SHAPES)]);
        pairs.rel.push(random.pose(2.0));
    }
    pairs
}

#[inline(always)]
fn run<L: Lanes>(l: L, kernel: CompiledKernel, pairs: &Pairs, out: &mut Vec<LocalManifold>) {
    let mut manifolds = ManifoldBatch::EMPTY;
    for at in (0..PAIRS).step_by(L::COUNT) {
        let mut batch = PairBatch::new([&pairs.a, &pairs.b].map(|rows| padded(&rows[at..at + L::COUNT])));
        batch.place(l, load_poses(l, &pairs.rel[at..]));
        kernel.collide(&pairs.rows, &batch, &mut manifolds);
        unload(l, &manifolds.load(l), out);
    }
}

/// Row numbers for all lanes; those beyond the list are 0.
fn padded(rows: &[u32]) -> [u32; MAX_LANES] {
    let mut all = [0; MAX_LANES];
    all[..rows.len()].copy_from_slice(rows);
    all
}

#[inline(always)]
fn load_poses<L: Lanes>(l: L, poses: &[Pose]) -> PoseW<L> {
    let mut columns = [[0.0; MAX_LANES]; 4];
    for (lane, pose) in poses[..L::COUNT].iter().enumerate() {
        for (column, value) in columns.iter_mut().zip([pose.p.x, pose.p.y, pose.q.c, pose.q.s]) {
            column[lane] = value;
        }
    }
    PoseW { px: l.load(&columns[0]), py: l.load(&columns[1]), c: l.load(&columns[2]), s: l.load(&columns[3]) }
}

#[inline(always)]
fn unload<L: Lanes>(l: L, m: &ManifoldW<L>, out: &mut Vec<LocalManifold>) {
    let floats = [
        m.normal_x,
        m.normal_y,
        m.point1_x,
        m.point1_y,
        m.separation1,
        m.point2_x,
        m.point2_y,
        m.separation2,
    ];
    let mut columns = [[0.0; MAX_LANES]; 8];
    for (column, value) in columns.iter_mut().zip(floats) {
        l.store(value, column);
    }
    let mut ids = [[0; MAX_LANES]; 2];
    l.store_u(m.id1, &mut ids[0]);
    l.store_u(m.id2, &mut ids[1]);
    let (valid1, valid2) = (l.bits(m.valid1), l.bits(m.valid2));
    for lane in 0..L::COUNT {
        let at = |k: usize| columns[k][lane];
        let mut local = LocalManifold::EMPTY;
        if valid1 >> lane & 1 == 1 {
            local.normal = Vec2::new(at(0), at(1));
            local.points[0] =
                LocalPoint { point: Vec2::new(at(2), at(3)), separation: at(4), id: ids[0][lane] };
            local.count = 1;
        }
        if valid2 >> lane & 1 == 1 {
            assert_eq!(local.count, 1, "a second point without a first");
            local.points[1] =
                LocalPoint { point: Vec2::new(at(5), at(6)), separation: at(7), id: ids[1][lane] };
            local.count = 2;
        }
        out.push(local);
    }
}

fn bits(m: &LocalManifold) -> [u32; 11] {
    let v = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
    let [nx, ny] = v(m.normal);
    let [p, q] = m.points;
    let ([px, py], [qx, qy]) = (v(p.point), v(q.point));
    [nx, ny, px, py, p.separation.to_bits(), p.id, qx, qy, q.separation.to_bits(), q.id, m.count as u32]
}

#[test]
fn every_kernel_equals_the_scalar_call() {
    for kind in PairKind::ALL {
        if kind == PairKind::Scalar {
            continue;
        }
        let mut shapes = Vec::new();
        let pairs = pairs_of(kind, &mut shapes);
        let expected: Vec<LocalManifold> = (0..PAIRS)
            .map(|i| collide(&shapes[pairs.a[i] as usize], &shapes[pairs.b[i] as usize], pairs.rel[i]))
            .collect();
        for i in 0..PAIRS {
            let (a, b) = (&shapes[pairs.a[i] as usize], &shapes[pairs.b[i] as usize]);
            let found = collide_by_kernel(kind, a, b, pairs.rel[i]);
            assert_eq!(bits(&found), bits(&expected[i]), "{kind:?} one by one, pair {i}");
        }
        let touching = expected.iter().filter(|m| m.count > 0).count();
        assert!(touching > PAIRS / 20 && touching < PAIRS, "{kind:?}: {touching} touch, a poor test");
        for level in LaneLevel::available() {
            let mut found = Vec::with_capacity(PAIRS);
            let first = &shapes[pairs.a[0] as usize];
            let kernel = CompiledKernel::new(level.lanes(), kind, first).expect("a kind with a kernel");
            with_lanes!(level, lanes => run(lanes, kernel, &pairs, &mut found));
            for i in 0..PAIRS {
                assert_eq!(bits(&found[i]), bits(&expected[i]), "{kind:?} {level} pair {i}");
            }
        }
    }
}

#[test]
fn rows_can_be_replaced_and_removed() {
    let mut random = Random::new(7);
    let mut rows = ShapeRows::new();
    let hexagon: Shape = Polygon::regular(6, 1.0).expect("a hexagon").into();
    let triangle: Shape = Polygon::regular(3, 1.0).expect("a triangle").into();
    // Squares first, so that the second block of corners is added later and must be filled for existing rows.
    for index in 0..20 {
        rows.insert(index, &Rect::half(0.5, 0.5).rounded(0.1).into());
    }
    rows.insert(40, &hexagon);
    rows.insert(5, &hexagon);
    rows.insert(5, &triangle);
    rows.remove(6);
    rows.remove(1000);
    rows.insert(6, &triangle);
    assert_eq!(rows.len(), 41);
    let square: Shape = Rect::half(0.5, 0.5).rounded(0.1).into();
    for _ in 0..if cfg!(miri) { 3 } else { 1000 } {
        let rel = random.pose(2.0);
        for (index, shape) in [(40, &hexagon), (5, &triangle), (6, &triangle), (7, &square)] {
            let expected = collide(&hexagon, shape, rel);
            let l = cairn2d_math::lanes::Scalar;
            let lanes = LaneLevel::Scalar.lanes();
            let kernel = CompiledKernel::new(lanes, PairKind::PolygonPolygon, &hexagon).expect("a kernel");
            let (mut pair, mut found) =
                (PairBatch::new([padded(&[40]), padded(&[index])]), ManifoldBatch::EMPTY);
            pair.place(l, PoseW::splat(l, rel));
            kernel.collide(&rows, &pair, &mut found);
            assert_eq!(LocalManifold::from_lane(&found.load(l)), expected);
        }
    }
    rows.clear();
    assert!(rows.is_empty());
}
