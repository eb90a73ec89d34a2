//! Time of one manifold, per kind of pair and set of lanes: prints nanoseconds per pair.
//!
//! `cargo run --release -p cairn2d-geometry --example manifold_speed`
//!
//! The pairs are laid out as in a pile: 4,000 shapes, each collided with a few neighbours. Shapes are
//! gathered by row number as in a world; relative poses are read from arrays.

use cairn2d_geometry::manifold::{
    CompiledKernel, ManifoldBatch, PairBatch, PairKind, PoseW, ShapeRows, collide, pair_kind,
};
use cairn2d_geometry::{Capsule, ChainSegment, Circle, Polygon, Rect, Shape};
use cairn2d_math::lanes::{LaneLevel, Lanes, MAX_LANES};
use cairn2d_math::{Pose, Rot, Vec2, with_lanes};
use std::time::Instant;

const BODIES: usize = 4096;
const PAIRS: usize = 4 * BODIES;

struct Pile {
    kind: PairKind,
    shapes: Vec<Shape>,
    rows: ShapeRows,
    a: Vec<u32>,
    b: Vec<u32>,
    /// Relative poses: px, py, c, s of all pairs.
    rel: [Vec<f32>; 4],
}

impl Pile {
    /// Even bodies have the first shape, odd ones the second; pairs are neighbours a little less than 1 m
    /// apart. `turn` [rad] is the angle from one body to the next.
    fn new(first: Shape, second: Shape, turn: f32) -> Pile {
        let (kind, swap) = pair_kind(&first, &second).expect("shapes that collide");
        assert!(!swap, "give {kind:?} in its own order");
        let mut pile = Pile {
            kind,
            shapes: Vec::new(),
            rows: ShapeRows::new(),
            a: Vec::new(),
            b: Vec::new(),
            rel: [const { Vec::new() }; 4],
        };
        let mut poses = Vec::new();
        for i in 0..BODIES {
            let shape = if i % 2 == 0 { &first } else { &second };
            pile.rows.insert(i as u32, shape);
            pile.shapes.push(shape.clone());
            let p = Vec2::new(i as f32 * 0.97, (i % 3) as f32 * 0.1);
            poses.push(Pose::new(p, Rot::from_angle(i as f32 * turn)));
        }
        for i in 0..PAIRS {
            let even = 2 * (i % (BODIES / 2));
            let odd = if even % 4 == 2 { even - 1 } else { even + 1 };
            pile.a.push(even as u32);
            pile.b.push(odd as u32);
            let rel = poses[even].inv_mul(poses[odd]);
            for (list, value) in pile.rel.iter_mut().zip([rel.p.x, rel.p.y, rel.q.c, rel.q.s]) {
                list.push(value);
            }
        }
        pile
    }

    fn pose(&self, i: usize) -> Pose {
        let [px, py, c, s] = &self.rel;
        Pose::new(Vec2::new(px[i], py[i]), Rot { c: c[i], s: s[i] })
    }

    /// Number of points, so that the computation is not optimised away.
    fn run_scalar(&self) -> usize {
        let at = |i: u32| &self.shapes[i as usize];
        (0..PAIRS).map(|i| collide(at(self.a[i]), at(self.b[i]), self.pose(i)).count).sum()
    }
}

#[inline(always)]
fn run<L: Lanes>(l: L, kernel: CompiledKernel, pile: &Pile) -> usize {
    let mut points = 0;
    let (mut pairs, mut manifolds) = (PairBatch::new([[0; MAX_LANES]; 2]), ManifoldBatch::EMPTY);
    for at in (0..PAIRS).step_by(L::COUNT) {
        for (rows, all) in pairs.shapes.iter_mut().zip([&pile.a, &pile.b]) {
            rows[..L::COUNT].copy_from_slice(&all[at..at + L::COUNT]);
        }
        let [px, py, c, s] = &pile.rel;
        let rel =
            PoseW { px: l.load(&px[at..]), py: l.load(&py[at..]), c: l.load(&c[at..]), s: l.load(&s[at..]) };
        pairs.place(l, rel);
        kernel.collide(&pile.rows, &pairs, &mut manifolds);
        let m = manifolds.load(l);
        // Reads every result, as a caller would.
        let sum = m.normal_x
            + m.normal_y
            + m.point1_x
            + m.point1_y
            + m.separation1
            + m.point2_x
            + m.point2_y
            + m.separation2
            + l.f_from_bits(l.xor_u(m.id1, m.id2));
        std::hint::black_box(sum);
        points += (l.bits(m.valid1).count_ones() + l.bits(m.valid2).count_ones()) as usize;
    }
    points
}

/// The shortest of many runs.
fn best_time(mut f: impl FnMut() -> usize) -> (f64, usize) {
    let mut best = f64::INFINITY;
    let mut points = 0;
    for _ in 0..40 {
        let start = Instant::now();
        points = f();
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best * 1e9 / PAIRS as f64, points)
}

fn main() {
    let rect: Shape = Rect::half(0.5, 0.5).into();
    let rounded: Shape = Rect::half(0.4, 0.4).rounded(0.1).into();
    let hexagon: Shape = Polygon::regular(6, 0.5).expect("a hexagon").into();
    let octagon: Shape = Polygon::regular(8, 0.5).expect("an octagon").into();
    let ball: Shape = Circle::new(0.5).into();
    let pill: Shape = Capsule::horizontal(0.3, 0.3).into();
    let chain: Shape = ChainSegment::new((2.0, -0.4), (1.0, -0.4), (-1.0, -0.4), (-2.0, -0.4)).into();
    let piles = [
        ("ball ball", Pile::new(ball.clone(), ball.clone(), 0.37)),
        ("box ball", Pile::new(rect.clone(), ball.clone(), 0.37)),
        ("pill pill", Pile::new(pill.clone(), pill.clone(), 0.37)),
        ("box box", Pile::new(rect.clone(), rect.clone(), 0.37)),
        ("box box, resting", Pile::new(rect.clone(), rect.clone(), 0.0)),
        ("hexagon ball", Pile::new(hexagon.clone(), ball.clone(), 0.37)),
        ("rounded box, same", Pile::new(rounded.clone(), rounded.clone(), 0.37)),
        ("box pill", Pile::new(rounded, pill.clone(), 0.37)),
        ("hexagon hexagon", Pile::new(hexagon.clone(), hexagon.clone(), 0.37)),
        ("octagon octagon", Pile::new(octagon.clone(), octagon, 0.37)),
        ("chain ball", Pile::new(chain.clone(), ball, 0.37)),
        ("chain box", Pile::new(chain.clone(), rect, 0.37)),
        ("chain hexagon", Pile::new(chain, hexagon, 0.37)),
    ];
    print!("{:20}{:>10}", "ns per pair", "collide");
    LaneLevel::available().for_each(|level| print!("{:>10}", level.name()));
    println!("{:>10}", "points");
    for (name, pile) in &piles {
        let (time, points) = best_time(|| pile.run_scalar());
        print!("{name:20}{time:10.2}");
        for level in LaneLevel::available() {
            let kernel = CompiledKernel::new(level.lanes(), pile.kind, &pile.shapes[0]);
            let kernel = kernel.expect("a kind with a kernel");
            let (time, found) = best_time(|| with_lanes!(level, lanes => run(lanes, kernel, pile)));
            assert_eq!(found, points, "{name} in {level}");
            print!("{time:10.2}");
        }
        println!("{points:10}");
    }
}
