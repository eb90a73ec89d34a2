//! Manifolds: how long one takes, by the pair of shapes and the lanes.
//!
//! The pairs are laid out as in a pile: each shape collides with a few neighbours, shapes are gathered by
//! index as in a world, and every number of every result is read.

use std::hint::black_box;

use cairn2d::geometry::ChainSegment;
use cairn2d::geometry::manifold::{PairKind, PoseW, ShapeRows, collide, collide_batch, pair_kind};
use cairn2d::math::lanes::Lanes;
use cairn2d::math::with_lanes;
use cairn2d::{Capsule, Circle, Polygon, Pose, Rect, Rot, Shape, Vec2};

use crate::table::Table;
use crate::{Settings, best_of};

const BODIES: usize = 4096;
const PAIRS: usize = 4 * BODIES;

/// Measures every kind of pair that has a wide kernel.
pub(crate) fn measure(settings: &Settings) -> Result<Vec<Table>, String> {
    let runs = if settings.quick { 10 } else { 40 };
    let mut columns = vec!["one by one".to_owned()];
    columns.extend(settings.lanes.iter().map(ToString::to_string));
    let mut table = Table::new("Manifolds by pair of shapes", "ns per pair", &columns);
    for (name, a, b, turn) in shapes()? {
        let pile = Pile::new(a, b, turn)?;
        let per_pair = |time: f64| time * 1e6 / PAIRS as f64;
        let mut figures = vec![per_pair(best_of(runs, || {
            black_box(pile.collide_each());
        }))];
        let expected = pile.collide_each();
        for &level in &settings.lanes {
            let mut points = 0;
            let time = best_of(runs, || points = with_lanes!(level, lanes => collide_wide(lanes, &pile)));
            if points != expected {
                return Err(format!("{name} has {points} points in {level} instead of {expected}"));
            }
            figures.push(per_pair(time));
        }
        table.row(name, figures);
    }
    Ok(vec![table])
}

type NamedPair = (&'static str, Shape, Shape, f32);

fn shapes() -> Result<Vec<NamedPair>, String> {
    let regular =
        |corners| Polygon::regular(corners, 0.5).map(Shape::from).map_err(|error| error.to_string());
    let rect: Shape = Rect::half(0.5, 0.5).into();
    let rounded: Shape = Rect::half(0.4, 0.4).rounded(0.1).into();
    let (hexagon, octagon) = (regular(6)?, regular(8)?);
    let ball: Shape = Circle::new(0.5).into();
    let pill: Shape = Capsule::horizontal(0.3, 0.3).into();
    let chain: Shape = ChainSegment::new((2.0, -0.4), (1.0, -0.4), (-1.0, -0.4), (-2.0, -0.4)).into();
    Ok(vec![
        ("circle, circle", ball.clone(), ball.clone(), 0.37),
        ("box, circle", rect.clone(), ball.clone(), 0.37),
        ("capsule, capsule", pill.clone(), pill.clone(), 0.37),
        ("box, box", rect.clone(), rect.clone(), 0.37),
        ("box, box, at rest", rect.clone(), rect.clone(), 0.0),
        ("hexagon, circle", hexagon.clone(), ball.clone(), 0.37),
        ("rounded boxes", rounded.clone(), rounded.clone(), 0.37),
        ("rounded box, capsule", rounded, pill, 0.37),
        ("hexagon, hexagon", hexagon.clone(), hexagon.clone(), 0.37),
        ("octagon, octagon", octagon.clone(), octagon, 0.37),
        ("chain, circle", chain.clone(), ball, 0.37),
        ("chain, box", chain.clone(), rect, 0.37),
        ("chain, hexagon", chain, hexagon, 0.37),
    ])
}

struct Pile {
    kind: PairKind,
    shapes: Vec<Shape>,
    rows: ShapeRows,
    pairs: [Vec<u32>; 2],
    /// Relative poses: px, py, c, s of all pairs.
    relative: [Vec<f32>; 4],
}

impl Pile {
    /// Even bodies have the first shape and odd ones the second, a little less than 1 m apart, each turned by
    /// `turn` \[rad\] against the one before.
    fn new(first: Shape, second: Shape, turn: f32) -> Result<Self, String> {
        let (kind, swapped) = pair_kind(&first, &second).ok_or("the shapes do not collide")?;
        if swapped {
            return Err(format!("{kind:?} wants its shapes the other way round"));
        }
        let mut pile = Self {
            kind,
            shapes: Vec::new(),
            rows: ShapeRows::new(),
            pairs: [const { Vec::new() }; 2],
            relative: [const { Vec::new() }; 4],
        };
        let mut poses = Vec::new();
        for body in 0..BODIES {
            let shape = if body % 2 == 0 { &first } else { &second };
            pile.rows.insert(body as u32, shape);
            pile.shapes.push(shape.clone());
            let place = Vec2::new(body as f32 * 0.97, (body % 3) as f32 * 0.1);
            poses.push(Pose::new(place, Rot::from_angle(body as f32 * turn)));
        }
        for pair in 0..PAIRS {
            let even = 2 * (pair % (BODIES / 2));
            let odd = if even % 4 == 2 { even - 1 } else { even + 1 };
            pile.pairs[0].push(even as u32);
            pile.pairs[1].push(odd as u32);
            let pose = poses[even].inv_mul(poses[odd]);
            for (list, value) in pile.relative.iter_mut().zip([pose.p.x, pose.p.y, pose.q.c, pose.q.s]) {
                list.push(value);
            }
        }
        Ok(pile)
    }

    /// Returns the number of points of all pairs, collided one by one.
    fn collide_each(&self) -> usize {
        let [px, py, c, s] = &self.relative;
        let pose = |pair: usize| Pose::new(Vec2::new(px[pair], py[pair]), Rot { c: c[pair], s: s[pair] });
        let shape = |list: usize, pair: usize| &self.shapes[self.pairs[list][pair] as usize];
        (0..PAIRS).map(|pair| collide(shape(0, pair), shape(1, pair), pose(pair)).count).sum()
    }
}

/// Returns the number of points of all pairs, collided in lanes.
#[inline(always)]
fn collide_wide<L: Lanes>(l: L, pile: &Pile) -> usize {
    let mut points = 0;
    for at in (0..PAIRS).step_by(L::COUNT) {
        let (a, b) = (&pile.pairs[0][at..], &pile.pairs[1][at..]);
        let [px, py, c, s] = &pile.relative;
        let relative =
            PoseW { px: l.load(&px[at..]), py: l.load(&py[at..]), c: l.load(&c[at..]), s: l.load(&s[at..]) };
        let Some(m) = collide_batch(l, pile.kind, &pile.rows, (a, b), relative) else { return 0 };
        let normal = m.normal_x + m.normal_y;
        let first = m.point1_x + m.point1_y + m.separation1;
        let second = m.point2_x + m.point2_y + m.separation2;
        black_box(normal + first + second + l.f_from_bits(l.xor_u(m.id1, m.id2)));
        points += (l.bits(m.valid1).count_ones() + l.bits(m.valid2).count_ones()) as usize;
    }
    points
}
