//! Joined bodies: bodies slide over their inner edges, and outlines become such bodies.

use cairn2d::build::{Outline, OutlineError, WithOutline};
use cairn2d::debug_draw::Sides;
use cairn2d::prelude::*;
use cairn2d::{Locks, ShapeDef};
use cairn2d_polygon::{FillRule, MultiPolygon, PolygonError};

use crate::ghosts::sliders;
use crate::harness::DT;

/// Parts of the compound, and half of its length \[m\].
const PARTS: usize = 30;
const HALF: f32 = 7.5;

/// What the compound of a run is made of. Its top is y = 0 in its own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Raft {
    /// Boxes in a row.
    Boxes,
    /// The parts of an outline with a flat top and teeth below.
    Outline,
    /// One box, for comparison.
    Whole,
}

/// A comb with teeth of different lengths below a flat top.
fn comb() -> MultiPolygon {
    let teeth = PARTS - 1;
    let mut ring = vec![vec2(HALF, 0.0), vec2(-HALF, 0.0)];
    for tooth in 0..teeth {
        let [left, right] =
            [0.1, 0.9].map(|share| -HALF + 2.0 * HALF * (tooth as f32 + share) / teeth as f32);
        let depth = -0.6 - 0.05 * (tooth % 5) as f32;
        ring.extend([vec2(left, -0.3), vec2(left, depth), vec2(right, depth), vec2(right, -0.3)]);
    }
    MultiPolygon::from_ring(&ring).unwrap()
}

fn raft(raft: Raft, joined: bool) -> Body {
    let width = 2.0 * HALF / PARTS as f32;
    let body = Body::dynamic();
    let body = match raft {
        Raft::Boxes => (0..PARTS).fold(body, |body, part| {
            let center = [-HALF + width * (part as f32 + 0.5), -0.5];
            body.with(Rect::half(0.5 * width, 0.5).at(center).friction(0.0))
        }),
        Raft::Whole => body.with(Rect::half(HALF, 0.5).at([0.0, -0.5]).friction(0.0)),
        Raft::Outline => {
            let area = comb();
            let parts = Outline::new(&area, 0.0).like(Rect::square(1.0).friction(0.0)).shapes().unwrap();
            assert!(parts.len() >= PARTS, "{} parts", parts.len());
            parts.into_iter().fold(body, Body::with)
        }
    };
    let body = body.mass(Mass { mass: 1.0e11, center: vec2(0.0, -0.5), inertia: 1.0e12 });
    if joined { body.joined() } else { body }
}

/// Slides a shape over a raft some times, at other speeds and rotations of the world if `tilted`. Returns the
/// largest change of its speed along the raft \[m/s\].
fn slide(
    kind: Raft,
    joined: bool,
    (shape, height): (&ShapeDef, f32),
    motion: Vec2,
    (times, tilted): (u32, bool),
) -> f32 {
    let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
    let body = raft(kind, joined).never_sleeps();
    let raft = world.spawn(body).unwrap();
    let slider = world.spawn(Body::dynamic().with(shape.clone().friction(0.0))).unwrap();
    let mut worst = 0.0_f32;
    for time in 0..times {
        // Other speeds, directions and angles each time.
        let turn = Rot::from_angle(if tilted { 0.37 * (time % 17) as f32 } else { 0.0 });
        let speed = 2.0 + 0.13 * (time % 11) as f32;
        let side = if time.is_multiple_of(2) { 1.0 } else { -1.0 };
        let (along, up) = (turn.rotate(vec2(side, 0.0)), turn.rotate(Vec2::Y));
        world.set_gravity(up * -10.0).unwrap();
        let mut body = world.body_mut(raft).unwrap();
        body.set_gravity_scale(0.0).unwrap();
        body.set_pose(Pose { p: Vec2::ZERO, q: turn }).unwrap();
        body.set_velocity(turn.rotate(motion)).unwrap();
        body.set_angular_velocity(0.0).unwrap();
        let start = along * (-HALF + 1.4) + up * height;
        let mut body = world.body_mut(slider).unwrap();
        body.set_pose(Pose { p: start, q: turn }).unwrap();
        body.set_velocity(turn.rotate(motion) + along * speed).unwrap();
        body.set_angular_velocity(0.0).unwrap();
        let steps = ((2.0 * HALF - 2.8) / (speed * DT)) as u32;
        let mut first = None;
        for step in 0..steps {
            world.step(DT).unwrap();
            if step < 10 {
                continue;
            }
            let [a, b] = [raft, slider].map(|id| world.body(id).unwrap().velocity());
            let now = along.dot(b - a);
            let first = *first.get_or_insert(now);
            worst = worst.max((now - first).abs());
        }
        world.validate().unwrap();
        let [a, b] = [raft, slider].map(|id| world.body(id).unwrap().pose());
        let over = a.inv_transform_point(b.p);
        // Without the mark it may stop or jump.
        assert!(
            !joined || (over.y - height).abs() < 0.01 && over.x * side > HALF - 2.5,
            "{over:?} of {kind:?}"
        );
    }
    worst
}

/// Motions of the raft \[m/s\] in its own coordinates.
const MOTIONS: [Vec2; 3] = [Vec2::ZERO, vec2(4.0, 0.0), vec2(-1.5, 3.0)];

#[test]
fn box_slides_a_thousand_times_over_a_compound_that_stands_or_moves() {
    let shape = Rect::half(0.4, 0.4).shape();
    for (kind, motion, times) in [
        (Raft::Boxes, MOTIONS[0], 1000),
        (Raft::Boxes, MOTIONS[1], 1000),
        (Raft::Outline, MOTIONS[0], 200),
        (Raft::Outline, MOTIONS[2], 200),
    ] {
        let change = slide(kind, true, (&shape, 0.4), motion, (times, false));
        assert!(change <= 1.0e-4, "{change} m/s on {kind:?} that moves by {motion:?}");
    }
}

#[test]
fn shapes_of_other_kinds_slide_over_a_compound() {
    for (name, shape, height) in sliders() {
        for kind in [Raft::Boxes, Raft::Outline] {
            for motion in MOTIONS {
                // In a rotated world rounding changes the speed, also on one box.
                let [whole, change] =
                    [Raft::Whole, kind].map(|kind| slide(kind, true, (&shape, height), motion, (10, true)));
                let added = change - whole;
                assert!(added <= 1.0e-4, "{name}: {added} m/s on {kind:?} that moves by {motion:?}");
            }
        }
    }
}

/// The flag is what prevents it: without, some slider catches.
#[test]
fn inner_edges_of_a_body_that_is_not_joined_are_felt() {
    let worst = sliders()
        .iter()
        .map(|(_, shape, height)| slide(Raft::Boxes, false, (shape, *height), MOTIONS[0], (10, false)))
        .fold(0.0, f32::max);
    assert!(worst > 1.0e-3, "{worst} m/s");
}

#[test]
fn two_joined_bodies_slide_over_each_other() {
    for motion in MOTIONS {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let lower = world.spawn(raft(Raft::Boxes, true).velocity(motion)).unwrap();
        world.body_mut(lower).unwrap().set_gravity_scale(0.0).unwrap();
        let sled = (0..4).fold(Body::dynamic().joined(), |body, part| {
            body.with(Rect::half(0.35, 0.2).at([0.7 * part as f32, 0.0]).friction(0.0))
        });
        let start = motion + vec2(2.0, 0.0);
        let sled = world.spawn(sled.at([-6.5, 0.2]).velocity(start)).unwrap();
        let mut worst = 0.0_f32;
        let mut first = None;
        for step in 0..200 {
            world.step(DT).unwrap();
            let [a, b] = [lower, sled].map(|id| world.body(id).unwrap().velocity().x);
            if step > 10 {
                worst = worst.max((b - a - *first.get_or_insert(b - a)).abs());
            }
        }
        world.validate().unwrap();
        assert!(worst <= 1.0e-4, "{worst} m/s at {motion:?}");
        assert!(world.body(sled).unwrap().position().y - world.body(lower).unwrap().position().y > 0.15);
    }
}

#[test]
fn joined_body_continues_alike_after_a_snapshot_and_an_outer_side_is_felt() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let body = raft(Raft::Boxes, true).with(Rect::half(0.5, 0.5).at([5.0, 0.5]));
    let body = body.locks(Locks { x: false, y: true, rotation: true });
    let raft = world.spawn(body).unwrap();
    let slider = Body::dynamic().at([0.0, 0.4]).velocity([3.0, 0.0]).with(Rect::square(0.8).friction(0.0));
    let slider = world.spawn(slider).unwrap();
    for _ in 0..60 {
        world.step(DT).unwrap();
    }
    let mut copy = World::new(WorldConfig::default()).unwrap();
    copy.restore(&world.snapshot()).unwrap();
    for _ in 0..120 {
        world.step(DT).unwrap();
        copy.step(DT).unwrap();
        world.validate().unwrap();
    }
    assert_eq!(world.hash(), copy.hash());
    assert!(copy.body(raft).unwrap().is_joined());
    // The block on the raft is a wall like any other.
    let x = world.body(slider).unwrap().position().x;
    assert!((x - 4.1).abs() < 0.02, "{x}");
}

#[test]
fn kinds_and_shapes_of_joined_bodies_may_change_while_they_touch() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let raft = world.spawn(raft(Raft::Boxes, true)).unwrap();
    world.body_mut(raft).unwrap().set_gravity_scale(0.0).unwrap();
    let slider = Body::dynamic().at([0.0, 0.4]).velocity([1.0, 0.0]).with(Rect::square(0.8));
    let slider = world.spawn(slider).unwrap();
    for kind in [cairn2d::BodyKind::Kinematic, cairn2d::BodyKind::Static, cairn2d::BodyKind::Dynamic] {
        for _ in 0..20 {
            world.step(DT).unwrap();
        }
        world.body_mut(raft).unwrap().set_kind(kind);
        world.validate().unwrap();
        let first = world.body(raft).unwrap().shapes().next().unwrap();
        world.detach(first).unwrap();
        world.validate().unwrap();
    }
    for id in [slider, raft] {
        world.body_mut(id).unwrap().set_enabled(false);
        world.validate().unwrap();
    }
}

fn ring_with_hole() -> MultiPolygon {
    let outer = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 3.0), vec2(0.0, 3.0)];
    let hole = [vec2(1.0, 1.0), vec2(1.0, 2.0), vec2(3.0, 2.0), vec2(3.0, 1.0)];
    MultiPolygon::from_rings([&outer[..], &hole[..]], FillRule::EvenOdd).unwrap()
}

/// A five-pointed star, whose area and inertia follow from ten equal triangles.
fn star(outer: f32, inner: f32) -> MultiPolygon {
    let corner = |index: usize| {
        let radius = if index.is_multiple_of(2) { outer } else { inner };
        Rot::from_angle(0.2 * std::f32::consts::PI * index as f32).x_axis() * radius
    };
    MultiPolygon::from_ring(&(0..10).map(corner).collect::<Vec<_>>()).unwrap()
}

#[test]
fn mass_of_an_outline_is_that_of_the_area_and_not_of_the_parts() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    // A frame: that of the plate less that of the hole.
    let area = ring_with_hole();
    let frame = Outline::new(&area, 0.0).density(2.0);
    let frame = world.spawn(Body::dynamic().with_outline(&frame).unwrap()).unwrap();
    let mass = world.body(frame).unwrap().mass();
    let inertia = 2.0 * (12.0 * 25.0 / 12.0 - 2.0 * 5.0 / 12.0);
    assert!((mass.mass - 20.0).abs() < 1.0e-4 && mass.center.distance(vec2(2.0, 1.5)) < 1.0e-5, "{mass:?}");
    assert!((mass.inertia / inertia - 1.0).abs() < 1.0e-5, "{mass:?} {inertia}");
    // At tolerance 0 the parts add up to the same.
    let sum = Mass::sum(world.body(frame).unwrap().shapes().map(|id| {
        let shape = world.shape(id).unwrap();
        shape.geometry().mass(shape.density())
    }));
    assert!((sum.mass - 20.0).abs() < 1.0e-3 && (sum.inertia / inertia - 1.0).abs() < 1.0e-3, "{sum:?}");

    // Notches within the tolerance are filled, the mass stays.
    let (outer, inner) = (2.0_f32, 1.6_f32);
    let star = star(outer, inner);
    let body = world.spawn(Body::dynamic().outline(&star, 0.5).unwrap()).unwrap();
    let mass = world.body(body).unwrap().mass();
    let (sin, cos) = (0.2 * std::f64::consts::PI).sin_cos();
    let (a, b) = (f64::from(outer), f64::from(inner));
    // A triangle with two sides from the centre: m/6 (a² + b² + a·b).
    let exact = 10.0 * 0.5 * a * b * sin;
    let inertia = exact / 6.0 * (a * a + b * b + a * b * cos);
    assert!((f64::from(mass.mass) / exact - 1.0).abs() < 1.0e-6, "{mass:?} {exact}");
    assert!((f64::from(mass.inertia) / inertia - 1.0).abs() < 1.0e-5, "{mass:?} {inertia}");
    assert!(world.body(body).unwrap().shapes().count() < 5);
}

#[test]
fn sides_of_a_joined_body_are_the_border_of_its_outline() {
    for area in [ring_with_hole(), star(2.0, 0.8), comb()] {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let body = world.spawn(Body::dynamic().at([3.0, 1.0]).outline(&area, 0.0).unwrap()).unwrap();
        let body = world.body(body).unwrap();
        let mut sides = Sides::default();
        assert!(sides.find(&world, &body));
        let length: f32 = sides.all().iter().map(|[a, b]| a.distance(*b)).sum();
        let all: f32 = (0..body.shapes().count()).map(|part| sides.of(part).len() as f32).sum();
        assert_eq!(all as usize, sides.all().len());
        assert!((length / area.perimeter() - 1.0).abs() < 5.0e-3, "{length} {}", area.perimeter());
        for [a, b] in sides.all() {
            // A side lies on the border: one side of it is inside, the other is not.
            let (middle, out) = (a.lerp(*b, 0.5), -(*b - *a).normalize_or(Vec2::X).perp() * 0.01);
            assert!(area.contains(middle - out) && !area.contains(middle + out), "{a:?} {b:?}");
        }
    }
}

#[test]
fn bad_outlines_are_errors() {
    let area = ring_with_hole();
    for tolerance in [f32::NAN, f32::INFINITY, -1.0] {
        let error = Body::dynamic().outline(&area, tolerance).unwrap_err();
        let OutlineError::Polygon(PolygonError::BadSetting { name, value }) = error else {
            panic!("{error}")
        };
        assert!(name == "tolerance" && value.to_bits() == tolerance.to_bits(), "{error}");
    }
    let empty = MultiPolygon::default();
    let error = Body::dynamic().outline(&empty, 0.1).unwrap_err();
    assert_eq!(error, OutlineError::NoArea { area: 0.0 });
    assert_eq!(error.to_string(), "outline has an area of 0 m² and no part");
    let thread = MultiPolygon::from_ring(&[vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0e-5)]).unwrap();
    assert!(matches!(Body::dynamic().outline(&thread, 0.0), Err(OutlineError::NoArea { .. })));
    // A bad density is found when the body is spawned.
    let mut world = World::new(WorldConfig::default()).unwrap();
    let body = Body::dynamic().with_outline(&Outline::new(&area, 0.0).density(f32::NAN)).unwrap();
    assert!(world.spawn(body).is_err());
    assert_eq!(world.counts().bodies, 0);
}

#[test]
fn definitions_of_bodies_and_shapes_make_equal_ones() {
    let mut world = World::new(WorldConfig::with_gravity([0.0, -3.0])).unwrap();
    let shape = Rect::half(0.5, 0.25).at([1.0, 0.0]).density(3.0).friction(0.2).restitution(0.1);
    let shape = shape.user_data(5).report_hits_above(2.0).hooked().sensor_events(false);
    let body = Body::dynamic().at([2.0, 3.0]).rotated(0.4).velocity([1.0, -2.0]).angular_velocity(0.7);
    let body = body.linear_damping(0.1).angular_damping(0.2).gravity_scale(0.5).sleep_threshold(0.01);
    let body = body.bullet().joined().dominance(3).time_scale(0.5).sweep_threshold(0.3).user_data(9);
    let first = world.spawn(body.with(shape)).unwrap();
    let copy = {
        let body = world.body(first).unwrap();
        let shapes = body.shapes().map(|id| world.shape(id).unwrap().def());
        shapes.fold(body.def(), Body::with)
    };
    let second = world.spawn(copy).unwrap();
    let [a, b] = [first, second].map(|id| world.body(id).unwrap());
    assert_eq!(format!("{:?}", a.def()), format!("{:?}", b.def()));
    assert_eq!((a.pose(), a.mass(), a.angular_velocity()), (b.pose(), b.mass(), b.angular_velocity()));
    assert!(a.velocity().distance(b.velocity()) < 1.0e-6);
    let [a, b] = [a, b].map(|body| world.shape(body.shapes().next().unwrap()).unwrap().def());
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}
