//! The table of functions with 64-bit positions, and of queries relative to an origin.

use core::ops::ControlFlow;

use cairn2d::prelude::*;
use cairn2d::{Seen, ShapeCast, Sweep};

use super::numbers::{COORDINATE, POINT, POSITIVE, done, entry, inner, slot};
use super::{Entry, Fixture};

const ANY: (f32, f32) = (-1.0e15, 1.0e15);

fn place(v: &[f32]) -> DVec2 {
    DVec2::new(f64::from(v[0]), f64::from(v[1]))
}

fn seen(f: &Fixture) -> Seen<'_> {
    f.world.seen_from([1.0, 2.0]).expect("a point of the world")
}

pub(super) fn table() -> Vec<Entry> {
    let mut table = positions();
    table.extend(queries());
    table
}

fn positions() -> Vec<Entry> {
    let position = slot("position", 9.0, COORDINATE);
    let target = slot("target", 5.0, COORDINATE);
    let point = slot("point", 0.5, POINT);
    let [force, impulse] = ["force", "impulse"].map(|name| inner(name, 1.0, ANY));
    let origin = slot("origin", 3.0, COORDINATE);
    vec![
        entry("Body::at64", [position, position], |f, v| {
            done(f.world.spawn(Body::dynamic().at64(place(v)).with(Circle::new(0.25))))
        }),
        entry("BodyMut::set_pose64", [position, position], |f, v| {
            done(f.world.body_mut(f.dynamic).expect("alive").set_pose64(place(v), Rot::IDENTITY))
        }),
        entry("BodyMut::set_target64", [target, target, slot("time", 0.1, (1.0e-6, 1.0e3))], |f, v| {
            done(f.world.body_mut(f.kinematic).expect("alive").set_target64(place(v), Rot::IDENTITY, v[2]))
        }),
        entry("BodyMut::apply_force_at64", [point, point, force, force], |f, v| {
            done(f.world.body_mut(f.dynamic).expect("alive").apply_force_at64([v[2], v[3]], place(v)))
        }),
        entry("BodyMut::apply_impulse_at64", [point, point, impulse, impulse], |f, v| {
            done(f.world.body_mut(f.dynamic).expect("alive").apply_impulse_at64([v[2], v[3]], place(v)))
        }),
        entry("World::seen_from", [origin, origin], |f, v| done(f.world.seen_from(place(v)))),
    ]
}

fn queries() -> Vec<Entry> {
    let point = slot("point", 0.5, POINT);
    let origin = slot("ray origin", 0.1, POINT);
    let way = slot("ray translation", -9.0, ANY);
    let cast = [slot("translation", -20.0, ANY), slot("translation", -20.0, ANY)];
    let pose = slot("pose", 5.0, POINT);
    let minimum = super::Slot { told: false, ..inner("box", -1.0, ANY) };
    let maximum = super::Slot { told: false, ..inner("box", 1.0, ANY) };
    vec![
        entry("Seen::cast_ray", [origin, origin, way, way], |f, v| {
            done(seen(f).cast_ray(Ray::new([v[0], v[1]], [v[2], v[3]]), QueryFilter::all()))
        }),
        entry("Seen::cast_ray_all", [origin, origin, way, way], |f, v| {
            done(seen(f).cast_ray_all(Ray::new([v[0], v[1]], [v[2], v[3]]), QueryFilter::all(), |_| 1.0))
        }),
        entry("Seen::cast_shape_with", cast, |f, v| {
            let ball = Circle::new(0.25).into();
            let cast = ShapeCast::new(&ball, Pose::IDENTITY, [v[0], v[1]]);
            done(seen(f).cast_shape_with(&cast, QueryFilter::all()))
        }),
        entry("Seen::cast_shape_all", cast, |f, v| {
            let ball = Circle::new(0.25).into();
            let cast = ShapeCast::new(&ball, Pose::IDENTITY, [v[0], v[1]]);
            done(seen(f).cast_shape_all(&cast, QueryFilter::all(), |_| 1.0))
        }),
        entry(
            "Seen::cast_shape_turning",
            [slot("sweep start", 0.0, POINT), slot("sweep end", 1.0, POINT)],
            |f, v| {
                let start = Sweep::fixed(Pose::IDENTITY);
                let sweep = Sweep { c1: Vec2::new(v[0], 0.0), c2: Vec2::new(v[1], 0.0), ..start };
                done(seen(f).cast_shape_turning(&Circle::new(0.25).into(), &sweep, QueryFilter::all()))
            },
        ),
        entry("Seen::nearest", [point, point, slot("radius", 2.0, POSITIVE)], |f, v| {
            done(seen(f).nearest([v[0], v[1]], v[2], QueryFilter::all()))
        }),
        entry("Seen::nearest_all", [point, point, slot("radius", 2.0, POSITIVE)], |f, v| {
            let visit = |_| ControlFlow::Continue(());
            done(seen(f).nearest_all([v[0], v[1]], v[2], QueryFilter::all(), visit))
        }),
        entry("Seen::separations", [pose, pose, slot("reach", 0.5, POSITIVE)], |f, v| {
            let (ball, pose) = (Circle::new(0.25).into(), Pose::from_position(Vec2::new(v[0], v[1])));
            let visit = |_| ControlFlow::Continue(());
            done(seen(f).separations(&ball, pose, v[2], QueryFilter::all(), visit))
        }),
        entry("Seen::overlap_shape", [pose, pose], |f, v| {
            let (ball, pose) = (Circle::new(0.25).into(), Pose::from_position(Vec2::new(v[0], v[1])));
            done(seen(f).overlap_shape(&ball, pose, QueryFilter::all(), |_| ControlFlow::Continue(())))
        }),
        entry("Seen::overlap_box", [minimum, minimum, maximum, maximum], |f, v| {
            let aabb = Aabb { min: Vec2::new(v[0], v[1]), max: Vec2::new(v[2], v[3]) };
            done(seen(f).overlap_box(aabb, QueryFilter::all(), |_| ControlFlow::Continue(())))
        }),
        entry("Seen::shapes_in_box", [minimum, minimum, maximum, maximum], |f, v| {
            let aabb = Aabb { min: Vec2::new(v[0], v[1]), max: Vec2::new(v[2], v[3]) };
            done(seen(f).shapes_in_box(aabb, QueryFilter::all(), &mut Vec::new()))
        }),
        entry("Seen::overlap_point", [point, point], |f, v| {
            done(seen(f).overlap_point([v[0], v[1]], QueryFilter::all(), |_| ControlFlow::Continue(())))
        }),
    ]
}

/// Functions that take a rotation.
pub(super) fn rotations() -> Vec<Entry> {
    vec![
        entry("BodyMut::set_pose64", [], |f, v| {
            let rotation = Rot { c: v[0], s: v[1] };
            done(f.world.body_mut(f.dynamic).expect("alive").set_pose64([0.0, 3.0], rotation))
        }),
        entry("BodyMut::set_target64", [], |f, v| {
            let rotation = Rot { c: v[0], s: v[1] };
            done(f.world.body_mut(f.kinematic).expect("alive").set_target64([0.0, 3.0], rotation, 0.1))
        }),
    ]
}
