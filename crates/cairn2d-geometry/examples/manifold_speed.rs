//! How long one manifold takes, per kind of pair and set of lanes: prints nanoseconds per pair.
//!
//! `cargo run --release -p cairn2d-geometry --example manifold_speed`
//!
//! The pairs are laid out as in a pile: 4,000 shapes, each collided with a few neighbours, poses gathered from an array of
//! rows as a world would do.

use cairn2d_geometry::manifold::{PairKind, PoseW, ShapeRows, collide, collide_batch, pair_kind};
use cairn2d_geometry::{Capsule, ChainSegment, Circle, Polygon, Rect, Shape};
use cairn2d_math::lanes::{LaneLevel, Lanes};
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
    poses: Vec<[f32; 4]>,
}

impl Pile {
    /// Even bodies have the first shape, odd ones the second; pairs are neighbours a little less than 1 m apart.
    fn new(first: Shape, second: Shape) -> Pile {
        let (kind, swap) = pair_kind(&first, &second).expect("shapes that collide");
        assert!(!swap, "give {kind:?} in its own order");
        let mut pile = Pile {
            kind,
            shapes: Vec::new(),
            rows: ShapeRows::new(),
            a: Vec::new(),
            b: Vec::new(),
            poses: Vec::new(),
        };
        for i in 0..BODIES {
            let shape = if i % 2 == 0 { &first } else { &second };
            pile.rows.insert(i as u32, shape);
            pile.shapes.push(shape.clone());
            let q = Rot::from_angle(i as f32 * 0.37);
            pile.poses.push([i as f32 * 0.97, (i % 3) as f32 * 0.1, q.c, q.s]);
        }
        for i in 0..PAIRS {
            let near = i % BODIES & !1;
            pile.a.push(near as u32);
            pile.b.push(if near % 4 == 0 { near + 1 } else { near - 1 } as u32);
        }
        pile
    }

    fn rel(&self, i: usize) -> Pose {
        let pose = |[x, y, c, s]: [f32; 4]| Pose::new(Vec2::new(x, y), Rot { c, s });
        pose(self.poses[self.a[i] as usize]).inv_mul(pose(self.poses[self.b[i] as usize]))
    }

    /// Points found, so that nothing is optimised away.
    fn run_scalar(&self) -> usize {
        let at = |i: u32| &self.shapes[i as usize];
        (0..PAIRS).map(|i| collide(at(self.a[i]), at(self.b[i]), self.rel(i)).count).sum()
    }
}

#[inline(always)]
fn run<L: Lanes>(l: L, pile: &Pile) -> usize {
    let mut points = 0;
    for at in (0..PAIRS).step_by(L::COUNT) {
        let (a, b) = (&pile.a[at..], &pile.b[at..]);
        // SAFETY: all indices are below `BODIES`, the length of `poses`.
        let ([ax, ay, ac, as_], [bx, by, bc, bs]) =
            unsafe { (l.gather4(pile.poses.as_ptr(), a), l.gather4(pile.poses.as_ptr(), b)) };
        let (dx, dy) = (bx - ax, by - ay);
        let rel = PoseW {
            px: ac * dx + as_ * dy,
            py: ac * dy - as_ * dx,
            c: ac * bc + as_ * bs,
            s: ac * bs - as_ * bc,
        };
        let m = collide_batch(l, pile.kind, &pile.rows, (a, b), rel).expect("a kind with a kernel");
        // As a caller would, look at every result.
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
        ("ball ball", Pile::new(ball.clone(), ball.clone())),
        ("box ball", Pile::new(rect.clone(), ball.clone())),
        ("pill pill", Pile::new(pill.clone(), pill.clone())),
        ("box box", Pile::new(rect.clone(), rect.clone())),
        ("hexagon ball", Pile::new(hexagon.clone(), ball.clone())),
        ("rounded box, same", Pile::new(rounded.clone(), rounded.clone())),
        ("box pill", Pile::new(rounded, pill.clone())),
        ("hexagon hexagon", Pile::new(hexagon.clone(), hexagon.clone())),
        ("octagon octagon", Pile::new(octagon.clone(), octagon)),
        ("chain ball", Pile::new(chain.clone(), ball)),
        ("chain box", Pile::new(chain.clone(), rect)),
        ("chain hexagon", Pile::new(chain, hexagon)),
    ];
    print!("{:20}{:>10}", "ns per pair", "collide");
    LaneLevel::available().for_each(|level| print!("{:>10}", level.name()));
    println!("{:>10}", "points");
    for (name, pile) in &piles {
        let (time, points) = best_time(|| pile.run_scalar());
        print!("{name:20}{time:10.2}");
        for level in LaneLevel::available() {
            let (time, found) = best_time(|| with_lanes!(level, lanes => run(lanes, pile)));
            assert_eq!(found, points, "{name} in {level}");
            print!("{time:10.2}");
        }
        println!("{points:10}");
    }
}
