//! The table of numbers: each function, its parameters, their ranges, and their names in errors.

use core::fmt::Display;
use core::ops::ControlFlow;

use cairn2d::prelude::*;
use cairn2d::system::Systems;
use cairn2d::{
    BodyImpulse, BodyMut, ChainSegment, JointMut, Mass, Motor, ShapeCast, ShapeDef, Spring, Sweep,
};
use cairn2d::{ContactSoftness, MaterialPair, OneWay, WorkingMemory};

use super::{Call, Entry, Fixture, Slot, joint_kinds};

/// Common ranges.
const ANY: (f32, f32) = (-1.0e15, 1.0e15);
pub(super) const POSITIVE: (f32, f32) = (0.0, 1.0e15);
pub(super) const COORDINATE: (f32, f32) = (-1.0e6, 1.0e6);
/// Points of bodies at the boundary of the world.
pub(super) const POINT: (f32, f32) = (-4.0e6, 4.0e6);
const LENGTH: (f32, f32) = (1.0e-4, 1.0e6);

/// Rest lengths of joints \[m\].
const REST: (f32, f32) = (1.0e-4, 1.0e12);

pub(super) fn slot(name: &'static str, good: f32, (low, high): (f32, f32)) -> Slot {
    Slot { name, good, low, high, ends: true, told: true }
}

/// A range whose ends depend on other numbers.
pub(super) fn inner(name: &'static str, good: f32, range: (f32, f32)) -> Slot {
    Slot { ends: false, ..slot(name, good, range) }
}

pub(super) fn entry(function: &'static str, slots: impl IntoIterator<Item = Slot>, call: Call) -> Entry {
    Entry { function, slots: slots.into_iter().collect(), call }
}

pub(super) fn done<T, E: Display>(result: Result<T, E>) -> Result<(), String> {
    result.map(drop).map_err(|error| error.to_string())
}

fn spawn(f: &mut Fixture, body: Body) -> Result<(), String> {
    done(f.world.spawn(body))
}

fn attach(f: &mut Fixture, shape: impl IntoShape) -> Result<(), String> {
    done(f.world.attach(f.dynamic, shape))
}

fn body<E: Display>(
    f: &mut Fixture,
    change: impl FnOnce(BodyMut<'_>) -> Result<(), E>,
) -> Result<(), String> {
    done(change(f.world.body_mut(f.dynamic).expect("alive")))
}

pub(super) fn joint<E: Display>(
    f: &mut Fixture,
    id: JointId,
    change: impl FnOnce(JointMut<'_>) -> Result<(), E>,
) -> Result<(), String> {
    done(change(f.world.joint_mut(id).expect("alive")))
}

/// A ball of radius 0.25, with a mass that keeps the ends of the ranges distinct.
fn ball() -> Circle {
    Circle::new(0.25)
}

fn chain() -> ChainDef {
    ChainDef::new(Chain::open(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]).expect("valid"))
}

fn config(f: &mut Fixture, change: impl FnOnce(&mut WorldConfig)) -> Result<(), String> {
    let mut config = WorldConfig::default();
    change(&mut config);
    done(Fixture::with(config).map(|fixture| *f = fixture))
}

/// Every number of every function.
pub(super) fn table() -> Vec<Entry> {
    let parts = [
        worlds(),
        bodies(),
        shapes(),
        geometry(),
        body_views(),
        joints(),
        joint_kinds::table(),
        joint_views(),
        queries(),
        casts(),
        super::fields::table(),
        super::builders::table(),
        super::far::table(),
    ];
    parts.into_iter().flatten().collect()
}

fn worlds() -> Vec<Entry> {
    let rate = (1.0e-3, 1.0e6);
    let ratio = (0.0, 1.0e4);
    vec![
        entry(
            "WorldConfig::with_gravity",
            [slot("gravity x", 1.0, ANY), slot("gravity y", -9.0, ANY)],
            |f, v| done(Fixture::with(WorldConfig::with_gravity([v[0], v[1]])).map(|fixture| *f = fixture)),
        ),
        entry("World::new", [slot("restitution_threshold", 1.0, POSITIVE)], |f, v| {
            config(f, |c| c.restitution_threshold = v[0])
        }),
        entry("World::new", [slot("exact_restitution", 0.25, POSITIVE)], |f, v| {
            config(f, |c| c.exact_restitution = v[0])
        }),
        entry("World::new", [slot("max_linear_speed", 400.0, rate)], |f, v| {
            config(f, |c| c.max_linear_speed = v[0])
        }),
        entry("World::new", [slot("max_angular_speed", 30.0, rate)], |f, v| {
            config(f, |c| c.max_angular_speed = v[0])
        }),
        entry("World::new", [slot("contact_hertz", 30.0, rate)], |f, v| {
            config(f, |c| c.contact_hertz = v[0])
        }),
        entry("World::new", [slot("contact_damping_ratio", 1.0, ratio)], |f, v| {
            config(f, |c| c.contact_damping_ratio = v[0])
        }),
        entry("World::new", [slot("contact_push_speed", 3.0, (0.0, 1.0e6))], |f, v| {
            config(f, |c| c.contact_push_speed = v[0])
        }),
        entry("World::new", [slot("joint_hertz", 60.0, rate)], |f, v| config(f, |c| c.joint_hertz = v[0])),
        entry("World::new", [slot("joint_damping_ratio", 1.0, ratio)], |f, v| {
            config(f, |c| c.joint_damping_ratio = v[0])
        }),
        entry("World::set_gravity", [slot("gravity", 1.0, ANY), slot("gravity", -9.0, ANY)], |f, v| {
            done(f.world.set_gravity([v[0], v[1]]))
        }),
        entry("World::shift_origin", [Slot { ends: false, ..slot("origin", 1.0, COORDINATE) }; 2], |f, v| {
            done(f.world.shift_origin([v[0], v[1]]))
        }),
        entry("World::step", [slot("dt", 0.01, (0.0, 1.0))], |f, v| done(f.world.step(v[0]))),
        entry("World::step_with", [slot("dt", 0.01, (0.0, 1.0))], |f, v| {
            done(f.world.step_with(&mut WorkingMemory::default(), v[0]))
        }),
        entry("Systems::step", [slot("dt", 0.01, (0.0, 1.0))], |f, v| {
            done(Systems::new().step(&mut f.world, v[0]))
        }),
        entry("Systems::before", [slot("dt", 0.01, (0.0, 1.0))], |f, v| {
            done(Systems::new().before(&mut f.world, v[0]))
        }),
        entry("Systems::after", [slot("dt", 0.01, (0.0, 1.0))], |f, v| {
            done(Systems::new().after(&mut f.world, v[0]))
        }),
        entry("FixedClock::hz", [slot("rate", 60.0, (1.0, 1.0e5))], |f, v| {
            done(FixedClock::hz(v[0]).map(|clock| f.clock = clock))
        }),
        entry("FixedClock::set_speed", [slot("clock speed", 1.0, (0.0, 1000.0))], |f, v| {
            done(f.clock.set_speed(v[0]))
        }),
        entry("FixedClock::advance", [slot("frame time", 0.1, (0.0, 3600.0))], |f, v| {
            done(f.clock.advance(v[0]))
        }),
    ]
}

fn bodies() -> Vec<Entry> {
    let rate = (0.0, 1.0e6);
    vec![
        entry("Body::at", [slot("position", 9.0, COORDINATE), slot("position", 9.0, COORDINATE)], |f, v| {
            spawn(f, Body::dynamic().at([v[0], v[1]]).with(ball()))
        }),
        entry("Body::rotated", [slot("angle", 1.0, COORDINATE)], |f, v| {
            spawn(f, Body::dynamic().rotated(v[0]).with(ball()))
        }),
        entry(
            "Body::pose",
            [slot("position", 9.0, COORDINATE), slot("position", 9.0, COORDINATE)],
            |f, v| spawn(f, Body::dynamic().pose(Pose::from_position(Vec2::new(v[0], v[1]))).with(ball())),
        ),
        entry("Body::velocity", [slot("velocity x", 1.0, ANY), slot("velocity y", 1.0, ANY)], |f, v| {
            spawn(f, Body::dynamic().velocity([v[0], v[1]]).with(ball()))
        }),
        entry("Body::angular_velocity", [slot("angular_velocity", 1.0, ANY)], |f, v| {
            spawn(f, Body::dynamic().angular_velocity(v[0]).with(ball()))
        }),
        entry("Body::linear_damping", [slot("linear_damping", 1.0, rate)], |f, v| {
            spawn(f, Body::dynamic().linear_damping(v[0]).with(ball()))
        }),
        entry("Body::angular_damping", [slot("angular_damping", 1.0, rate)], |f, v| {
            spawn(f, Body::dynamic().angular_damping(v[0]).with(ball()))
        }),
        entry("Body::gravity_scale", [slot("gravity_scale", 1.0, COORDINATE)], |f, v| {
            spawn(f, Body::dynamic().gravity_scale(v[0]).with(ball()))
        }),
        entry("Body::sleep_threshold", [slot("sleep_threshold", 1.0, POSITIVE)], |f, v| {
            spawn(f, Body::dynamic().sleep_threshold(v[0]).with(ball()))
        }),
        entry("Body::time_scale", [slot("time_scale", 1.0, (1.0e-3, 1.0e3))], |f, v| {
            spawn(f, Body::dynamic().time_scale(v[0]).with(ball()))
        }),
        entry("Body::sweep_threshold", [slot("sweep_threshold", 1.0, POSITIVE)], |f, v| {
            spawn(f, Body::dynamic().sweep_threshold(v[0]).with(ball()))
        }),
        entry("Body::mass", mass_slots(), |f, v| {
            spawn(
                f,
                Body::dynamic()
                    .at([0.0, 3.0])
                    .mass(Mass { mass: v[0], inertia: v[1], center: Vec2::new(v[2], v[3]) })
                    .with(ball()),
            )
        }),
    ]
}

fn mass_slots() -> [Slot; 4] {
    let [mass, inertia] = ["mass", "inertia"].map(|name| slot(name, 1.0, (0.0, 1.0e30)));
    let center = slot("centre of mass", 0.1, COORDINATE);
    [mass, inertia, center, center]
}

fn shapes() -> Vec<Entry> {
    let friction = slot("friction", 0.5, (0.0, 1.0e6));
    let restitution = slot("restitution", 0.5, (0.0, 1.0));
    let rolling = slot("rolling_resistance", 0.1, (0.0, 1.0e6));
    let tangent = slot("tangent_speed", 1.0, COORDINATE);
    let density = slot("density", 2.0, (0.0, 1.0e9));
    let surface = || {
        let grip = slot("static_friction", 0.7, (0.0, 1.0e6));
        let hertz = slot("softness hertz", 5.0, (1.0e-3, 1.0e6));
        let damping = slot("softness damping_ratio", 0.5, (0.0, 1.0e4));
        [friction, restitution, rolling, tangent, grip, hertz, damping]
    };
    let pair = [surface()[0], surface()[4], restitution, rolling, surface()[5], surface()[6]];
    let one_way = [
        slot("one_way direction x", 0.5, COORDINATE),
        slot("one_way direction y", 1.0, COORDINATE),
        slot("one_way half_angle", 1.0, (0.0, core::f32::consts::PI)),
    ];
    vec![
        entry("IntoShape::one_way", one_way, |f, v| attach(f, ball().one_way(way(v)))),
        entry("ChainDef::one_way", one_way, |f, v| {
            spawn(f, Body::fixed().with_chain(chain().one_way(way(v))))
        }),
        entry("ShapeMut::set_one_way", one_way, |f, v| {
            done(f.world.shape_mut(f.shape).expect("alive").set_one_way(Some(way(v))))
        }),
        entry("World::set_material_pair", pair, |f, v| {
            let pair = MaterialPair {
                friction: Some(v[0]),
                static_friction: Some(v[1]),
                restitution: Some(v[2]),
                rolling_resistance: Some(v[3]),
                softness: Some(ContactSoftness::new(v[4], v[5])),
            };
            done(f.world.set_material_pair(0, 0, Some(pair)))
        }),
        entry("World::attach", [density], |f, v| attach(f, ball().density(v[0]))),
        entry("Body::with", [density], |f, v| spawn(f, Body::fixed().with(ball().density(v[0])))),
        entry("IntoShape::density", [density], |f, v| attach(f, ball().density(v[0]))),
        entry("IntoShape::friction", [friction], |f, v| attach(f, ball().friction(v[0]))),
        entry("IntoShape::restitution", [restitution], |f, v| attach(f, ball().restitution(v[0]))),
        entry("IntoShape::rolling_resistance", [rolling], |f, v| attach(f, ball().rolling_resistance(v[0]))),
        entry("IntoShape::tangent_speed", [tangent], |f, v| attach(f, ball().tangent_speed(v[0]))),
        entry("IntoShape::report_hits_above", [slot("report_hits_above", 1.0, (0.0, f32::MAX))], |f, v| {
            attach(f, ball().report_hits_above(v[0]))
        }),
        entry("IntoShape::material", surface(), |f, v| attach(f, ball().material(material(v)))),
        entry("ChainDef::friction", [friction], |f, v| {
            spawn(f, Body::fixed().with_chain(chain().friction(v[0])))
        }),
        entry("ChainDef::restitution", [restitution], |f, v| {
            spawn(f, Body::fixed().with_chain(chain().restitution(v[0])))
        }),
        entry("ChainDef::material", surface(), |f, v| {
            spawn(f, Body::fixed().with_chain(chain().material(material(v))))
        }),
        entry("ChainDef::materials", surface(), |f, v| {
            spawn(f, Body::fixed().with_chain(chain().materials([material(v)])))
        }),
        entry("Body::with_chain", [friction], |f, v| {
            spawn(f, Body::fixed().with_chain(chain().friction(v[0])))
        }),
        entry("ShapeMut::set_density", [density], |f, v| {
            done(f.world.shape_mut(f.shape).expect("alive").set_density(v[0]))
        }),
        entry("ShapeMut::set_geometry", [slot("radius", 0.4, LENGTH)], |f, v| {
            done(f.world.shape_mut(f.shape).expect("alive").set_geometry(Circle::new(v[0])))
        }),
        entry("ShapeMut::set_material", surface(), |f, v| {
            done(f.world.shape_mut(f.shape).expect("alive").set_material(material(v)))
        }),
    ]
}

fn material(v: &[f32]) -> Material {
    let mut material = Material::default();
    material.friction = v[0];
    material.restitution = v[1];
    material.rolling_resistance = v[2];
    material.tangent_speed = v[3];
    material.static_friction = Some(v[4]);
    material.softness = Some(ContactSoftness::new(v[5], v[6]));
    material
}

fn way(v: &[f32]) -> OneWay {
    OneWay::new([v[0], v[1]], v[2])
}

/// Shapes with number parameters; lists of points have a separate test.
fn geometry() -> Vec<Entry> {
    let [x, y] = [slot("center x", 0.1, COORDINATE), slot("center y", 0.1, COORDINATE)];
    let [ax, ay] = [inner("point a x", -0.5, COORDINATE), inner("point a y", 0.0, COORDINATE)];
    let [bx, by] = [inner("point b x", 0.5, COORDINATE), inner("point b y", 0.0, COORDINATE)];
    let ghost = [
        slot("ghost a x", -1.0, COORDINATE),
        slot("ghost a y", 0.0, COORDINATE),
        slot("ghost b x", 1.0, COORDINATE),
        slot("ghost b y", 0.0, COORDINATE),
    ];
    let radius = slot("radius", 0.5, LENGTH);
    vec![
        entry("ShapeDef::new", [radius, x, y], |f, v| {
            attach(f, ShapeDef::new(Circle::new(v[0]).at([v[1], v[2]])))
        }),
        entry("ShapeDef::new", [radius, ax, ay, bx, by], |f, v| {
            attach(f, Capsule::new([v[1], v[2]], [v[3], v[4]], v[0]))
        }),
        entry("ShapeDef::new", [ax, ay, bx, by], |f, v| attach(f, Segment::new([v[0], v[1]], [v[2], v[3]]))),
        entry(
            "ShapeDef::new",
            [slot("half extent x", 0.5, LENGTH), slot("half extent y", 0.5, LENGTH)],
            |f, v| attach(f, Rect::half(v[0], v[1])),
        ),
        // Its corners must be within the range, too.
        entry("ShapeDef::new", [Slot { ends: false, ..x }, Slot { ends: false, ..y }], |f, v| {
            attach(f, Rect::square(1.0).at([v[0], v[1]]))
        }),
        // A radius of 0 means no rounding.
        entry("ShapeDef::new", [slot("radius", 0.5, LENGTH)], |f, v| {
            if v[0] == 0.0 {
                Err(format!("radius {} is none", v[0]))
            } else {
                attach(f, Rect::half(0.5, 0.5).rounded(v[0]))
            }
        }),
        entry("ChainDef::new", ghost, |f, v| {
            attach(f, ChainSegment::new(Vec2::new(v[0], v[1]), Vec2::ZERO, Vec2::X, Vec2::new(v[2], v[3])))
        }),
    ]
}

fn body_views() -> Vec<Entry> {
    let [force, impulse] = ["force", "impulse"].map(|name| inner(name, 2.0, ANY));
    let point = inner("point", 0.5, POINT);
    let rate = (0.0, 1.0e6);
    vec![
        entry(
            "BodyMut::set_pose",
            [slot("position", 9.0, COORDINATE), slot("position", 9.0, COORDINATE)],
            |f, v| body(f, |mut b| b.set_pose(Pose::from_position(Vec2::new(v[0], v[1])))),
        ),
        entry(
            "BodyMut::set_position",
            [slot("position", 9.0, COORDINATE), slot("position", 9.0, COORDINATE)],
            |f, v| body(f, |mut b| b.set_position([v[0], v[1]])),
        ),
        entry(
            "BodyMut::set_position64",
            [slot("position", 9.0, COORDINATE), slot("position", 9.0, COORDINATE)],
            |f, v| body(f, |mut b| b.set_position64([v[0], v[1]].map(f64::from))),
        ),
        entry("BodyMut::set_angle", [slot("angle", 1.0, (-1.0e6, 1.0e6))], |f, v| {
            body(f, |mut b| b.set_angle(v[0]))
        }),
        entry("BodyMut::set_velocity", [slot("velocity", 1.0, ANY), slot("velocity", 1.0, ANY)], |f, v| {
            body(f, |mut b| b.set_velocity([v[0], v[1]]))
        }),
        entry("BodyMut::set_angular_velocity", [slot("angular_velocity", 1.0, ANY)], |f, v| {
            body(f, |mut b| b.set_angular_velocity(v[0]))
        }),
        entry("BodyMut::set_target", target_slots(), |f, v| {
            let pose = Pose::from_position(Vec2::new(v[0], v[1]));
            done(f.world.body_mut(f.kinematic).expect("alive").set_target(pose, v[2]))
        }),
        entry("BodyMut::apply_force", [force, force], |f, v| body(f, |mut b| b.apply_force([v[0], v[1]]))),
        entry("BodyMut::apply_force_at", [force, force, point, point], |f, v| {
            body(f, |mut b| b.apply_force_at([v[0], v[1]], [v[2], v[3]]))
        }),
        entry("BodyMut::apply_torque", [inner("torque", 1.0, ANY)], |f, v| {
            body(f, |mut b| b.apply_torque(v[0]))
        }),
        entry("BodyMut::apply_impulse", [impulse, impulse], |f, v| {
            body(f, |mut b| b.apply_impulse([v[0], v[1]]))
        }),
        entry("BodyMut::apply_impulse_at", [impulse, impulse, point, point], |f, v| {
            body(f, |mut b| b.apply_impulse_at([v[0], v[1]], [v[2], v[3]]))
        }),
        entry("BodyMut::apply_angular_impulse", [inner("angular impulse", 1.0, ANY)], |f, v| {
            body(f, |mut b| b.apply_angular_impulse(v[0]))
        }),
        entry("World::apply_impulses", [slot("wake_above", 1.0, POSITIVE)], |f, v| {
            done(f.world.apply_impulses(&[BodyImpulse::new(f.dynamic, [1.0, 2.0], 3.0)], v[0]))
        }),
        entry("BodyImpulse::new", [impulse, impulse, inner("angular impulse", 1.0, ANY)], |f, v| {
            done(f.world.apply_impulses(&[BodyImpulse::new(f.dynamic, [v[0], v[1]], v[2])], 0.0))
        }),
        entry("BodyMut::set_gravity_scale", [slot("gravity_scale", 1.0, COORDINATE)], |f, v| {
            body(f, |mut b| b.set_gravity_scale(v[0]))
        }),
        entry(
            "BodyMut::set_damping",
            [slot("linear_damping", 1.0, rate), slot("angular_damping", 1.0, rate)],
            |f, v| body(f, |mut b| b.set_damping(v[0], v[1])),
        ),
        entry("BodyMut::set_mass", mass_slots(), |f, v| {
            body(f, |mut b| {
                b.set_mass(Some(Mass { mass: v[0], inertia: v[1], center: Vec2::new(v[2], v[3]) }))
            })
        }),
        entry("BodyMut::set_sleep_threshold", [slot("sleep_threshold", 1.0, POSITIVE)], |f, v| {
            body(f, |mut b| b.set_sleep_threshold(v[0]))
        }),
        entry("BodyMut::set_time_scale", [slot("time_scale", 1.0, (1.0e-3, 1.0e3))], |f, v| {
            body(f, |mut b| b.set_time_scale(v[0]))
        }),
        entry("BodyMut::set_sweep_threshold", [slot("sweep_threshold", 1.0, POSITIVE)], |f, v| {
            body(f, |mut b| b.set_sweep_threshold(v[0]))
        }),
    ]
}

fn target_slots() -> [Slot; 3] {
    let place = slot("target", 5.0, COORDINATE);
    [place, place, slot("time", 0.1, (1.0e-6, 1.0e3))]
}

/// Slots of motors and springs, shared by builders and views.
pub(super) fn motor_slots() -> [Slot; 2] {
    [slot("motor speed", 1.0, COORDINATE), slot("motor strength", 10.0, POSITIVE)]
}

pub(super) fn spring_slots() -> [Slot; 3] {
    let ratio = slot("spring damping ratio", 0.5, (0.0, 1.0e4));
    [slot("spring hertz", 2.0, (0.0, 1.0e6)), ratio, slot("spring target", 0.1, COORDINATE)]
}

fn softness_slots() -> [Slot; 2] {
    [slot("joint hertz", 10.0, (1.0e-3, 1.0e6)), slot("joint damping ratio", 1.0, (0.0, 1.0e4))]
}

fn load_slots() -> [Slot; 2] {
    [slot("force limit", 100.0, POSITIVE), slot("torque limit", 10.0, POSITIVE)]
}

pub(super) fn limit_slots(low: f32, high: f32) -> [Slot; 2] {
    // Each limits the other, so only one end of each range is independent.
    [inner("limit", low.max(0.5), (low, high)), inner("upper limit", 0.75 * high, (low.max(0.5), high))]
}

fn joints() -> Vec<Entry> {
    let [a, b] = ["anchor a", "anchor b"].map(|name| slot(name, 0.5, COORDINATE));
    let anchor = slot("anchor", 0.5, COORDINATE);
    vec![
        entry("Revolute::at", [anchor, anchor], |f, v| join(f, |r| r.at([v[0], v[1]]))),
        entry("Revolute::at_local", [a, a, b, b], |f, v| join(f, |r| r.at_local([v[0], v[1]], [v[2], v[3]]))),
        entry("Revolute::at_frames", [a, a, b, b], |f, v| {
            let frame = |x, y| Pose::from_position(Vec2::new(x, y));
            join(f, |r| r.at_frames(frame(v[0], v[1]), frame(v[2], v[3])))
        }),
        entry("Revolute::softness", softness_slots(), |f, v| join(f, |r| r.softness(v[0], v[1]))),
        entry("Revolute::break_at", load_slots(), |f, v| join(f, |r| r.break_at(v[0], v[1]))),
        entry("Revolute::report_above", load_slots(), |f, v| join(f, |r| r.report_above(v[0], v[1]))),
        entry("Revolute::limits", limit_slots(-4.0, 4.0), |f, v| join(f, |r| r.limits(v[0], v[1]))),
        entry("Revolute::motor", motor_slots(), |f, v| join(f, |r| r.motor(v[0], v[1]))),
        entry("Revolute::spring", spring_slots(), |f, v| join(f, |r| r.spring(v[0], v[1], v[2]))),
        entry("Distance::between", [a, a, b, b], |f, v| {
            connect(f, |d| d.between([v[0], v[1]], [v[2], v[3]]))
        }),
        entry("Distance::length", [slot("length", 1.0, REST)], |f, v| connect(f, |d| d.length(v[0]))),
        entry("Distance::limits", limit_slots(0.0, 1.0e6), |f, v| {
            connect(f, |d| d.spring(1.0, 1.0).limits(v[0], v[1]))
        }),
        entry("Distance::motor", motor_slots(), |f, v| connect(f, |d| d.spring(1.0, 1.0).motor(v[0], v[1]))),
        entry("Distance::spring", spring_slots().into_iter().take(2), |f, v| {
            connect(f, |d| d.spring(v[0], v[1]))
        }),
    ]
}

pub(super) fn join(f: &mut Fixture, change: impl FnOnce(Revolute) -> Revolute) -> Result<(), String> {
    done(f.world.join(change(Revolute::new(f.fixed, f.dynamic))))
}

pub(super) fn connect(f: &mut Fixture, change: impl FnOnce(Distance) -> Distance) -> Result<(), String> {
    done(f.world.join(change(Distance::new(f.fixed, f.dynamic))))
}

fn joint_views() -> Vec<Entry> {
    let [a, b] = ["anchor a", "anchor b"].map(|name| slot(name, 0.5, COORDINATE));
    vec![
        entry("JointMut::set_limits", limit_slots(-4.0, 4.0), |f, v| {
            joint(f, f.hinge, |mut j| j.set_limits((v[0], v[1])))
        }),
        entry("JointMut::set_limits", limit_slots(0.0, 1.0e6), |f, v| {
            joint(f, f.rod, |mut j| j.set_limits((v[0], v[1])))
        }),
        entry("JointMut::set_motor", motor_slots(), |f, v| {
            joint(f, f.hinge, |mut j| j.set_motor(Motor { speed: v[0], strength: v[1] }))
        }),
        entry("JointMut::set_spring", spring_slots(), |f, v| {
            joint(f, f.rod, |mut j| j.set_spring(Spring { hertz: v[0], damping_ratio: v[1], target: v[2] }))
        }),
        entry("JointMut::set_softness", softness_slots(), |f, v| {
            joint(f, f.hinge, |mut j| j.set_softness((v[0], v[1])))
        }),
        entry("JointMut::set_break_at", load_slots(), |f, v| {
            joint(f, f.hinge, |mut j| j.set_break_at(v[0], v[1]))
        }),
        entry("JointMut::set_report_above", load_slots(), |f, v| {
            joint(f, f.rod, |mut j| j.set_report_above(v[0], v[1]))
        }),
        entry("JointMut::set_length", [slot("length", 1.0, REST)], |f, v| {
            joint(f, f.rod, |mut j| j.set_length(v[0]))
        }),
        entry("JointMut::set_frames", [a, a, b, b], |f, v| {
            let frame = |x, y| Pose::from_position(Vec2::new(x, y));
            joint(f, f.hinge, |mut j| j.set_frames(frame(v[0], v[1]), frame(v[2], v[3])))
        }),
    ]
}

fn queries() -> Vec<Entry> {
    let [px, py] = [slot("pose", 0.0, POINT), slot("pose", 5.0, POINT)];
    let point = slot("point", 0.2, POINT);
    let origin = slot("ray origin", 0.1, POINT);
    let ray = [
        origin,
        origin,
        slot("ray translation", 0.3, ANY),
        slot("ray translation", -9.0, ANY),
        slot("ray max_fraction", 1.0, POSITIVE),
    ];
    let minimum = Slot { told: false, ..inner("box", -1.0, ANY) };
    let maximum = Slot { told: false, ..inner("box", 1.0, ANY) };
    vec![
        entry("World::cast_ray", ray, |f, v| done(f.world.cast_ray(make_ray(v), QueryFilter::all()))),
        entry("World::cast_ray_all", ray, |f, v| {
            done(f.world.cast_ray_all(make_ray(v), QueryFilter::all(), |_| 1.0))
        }),
        entry("World::cast_ray_any", ray, |f, v| done(f.world.cast_ray_any(make_ray(v), QueryFilter::all()))),
        entry("World::cast_ray_sorted", ray, |f, v| {
            done(f.world.cast_ray_sorted(make_ray(v), QueryFilter::all(), &mut Vec::new()))
        }),
        entry("World::cast_rays", ray, |f, v| {
            done(f.world.cast_rays(&[make_ray(v)], QueryFilter::all(), &mut Vec::new()))
        }),
        entry("World::cast_circle", ray, |f, v| {
            done(f.world.cast_circle(make_ray(v), 0.5, QueryFilter::all()))
        }),
        entry("World::cast_circle", [slot("radius", 0.5, LENGTH)], |f, v| {
            let ray = Ray::new([0.0, 9.0], [0.0, -20.0]);
            done(f.world.cast_circle(ray, v[0], QueryFilter::all()))
        }),
        entry(
            "World::separations",
            [px, py, slot("reach", 0.5, POSITIVE), slot("radius", 0.5, LENGTH)],
            |f, v| {
                let pose = Pose::from_position(Vec2::new(v[0], v[1]));
                done(f.world.separations(&Circle::new(v[3]).into(), pose, v[2], QueryFilter::all(), |_| {
                    ControlFlow::Continue(())
                }))
            },
        ),
        entry("World::nearest_all", [point, point, slot("radius", 2.0, POSITIVE)], |f, v| {
            done(f.world.nearest_all([v[0], v[1]], v[2], QueryFilter::all(), |_| ControlFlow::Continue(())))
        }),
        entry("World::shape_impact", [slot("time", 2.0, (0.0, 1.0e3))], |f, v| {
            done(f.world.shape_impact(f.shape, f.shape, v[0]))
        }),
        entry("World::body_impact", [slot("time", 2.0, (0.0, 1.0e3))], |f, v| {
            done(f.world.body_impact(f.dynamic, f.kinematic, v[0]))
        }),
        entry("World::overlap_shape", [px, py, slot("radius", 0.5, LENGTH)], |f, v| {
            let pose = Pose::from_position(Vec2::new(v[0], v[1]));
            done(f.world.overlap_shape(&Circle::new(v[2]).into(), pose, QueryFilter::all(), |_| {
                ControlFlow::Continue(())
            }))
        }),
        entry("World::overlap_box", [minimum, minimum, maximum, maximum], |f, v| {
            let aabb = Aabb { min: Vec2::new(v[0], v[1]), max: Vec2::new(v[2], v[3]) };
            done(f.world.overlap_box(aabb, QueryFilter::all(), |_| ControlFlow::Continue(())))
        }),
        entry("World::shapes_in_box", [minimum, minimum, maximum, maximum], |f, v| {
            let aabb = Aabb { min: Vec2::new(v[0], v[1]), max: Vec2::new(v[2], v[3]) };
            done(f.world.shapes_in_box(aabb, QueryFilter::all(), &mut Vec::new()))
        }),
        entry("World::overlap_point", [point, point], |f, v| {
            done(f.world.overlap_point([v[0], v[1]], QueryFilter::all(), |_| ControlFlow::Continue(())))
        }),
        entry("World::nearest", [point, point, slot("radius", 2.0, POSITIVE)], |f, v| {
            done(f.world.nearest([v[0], v[1]], v[2], QueryFilter::all()))
        }),
    ]
}

fn casts() -> Vec<Entry> {
    let [px, py] = [slot("pose", 0.0, POINT), slot("pose", 5.0, POINT)];
    let way = slot("translation", -20.0, ANY);
    vec![
        entry("World::cast_shape", [px, py, way, way, slot("radius", 0.5, LENGTH)], |f, v| {
            let pose = Pose::from_position(Vec2::new(v[0], v[1]));
            done(f.world.cast_shape(&Circle::new(v[4]).into(), pose, [v[2], v[3]], QueryFilter::all()))
        }),
        entry(
            "World::cast_shape_with",
            [way, way, slot("max_fraction", 1.0, POSITIVE), slot("clearance", 0.1, (0.0, 1.0e6))],
            |f, v| done(f.world.cast_shape_with(&make_cast(v), QueryFilter::all())),
        ),
        entry(
            "World::cast_shape_all",
            [way, way, slot("max_fraction", 1.0, POSITIVE), slot("clearance", 0.1, (0.0, 1.0e6))],
            |f, v| done(f.world.cast_shape_all(&make_cast(v), QueryFilter::all(), |_| 1.0)),
        ),
        entry(
            "World::cast_shape_turning",
            [
                slot("sweep start", 0.0, POINT),
                slot("sweep start", 5.0, POINT),
                slot("sweep end", 1.0, POINT),
                slot("sweep end", -5.0, POINT),
                slot("sweep local_center", 0.1, POINT),
                slot("radius", 0.5, LENGTH),
            ],
            |f, v| {
                let sweep = Sweep {
                    local_center: Vec2::new(v[4], 0.0),
                    c1: Vec2::new(v[0], v[1]),
                    c2: Vec2::new(v[2], v[3]),
                    q1: Rot::IDENTITY,
                    q2: Rot::from_angle(1.0),
                };
                done(f.world.cast_shape_turning(&Circle::new(v[5]).into(), &sweep, QueryFilter::all()))
            },
        ),
    ]
}

fn make_cast(v: &[f32]) -> ShapeCast<'static> {
    static BALL: std::sync::OnceLock<Shape> = std::sync::OnceLock::new();
    let shape = BALL.get_or_init(|| ball().into());
    let pose = Pose::from_position(Vec2::new(0.0, 5.0));
    ShapeCast::new(shape, pose, [v[0], v[1]]).up_to(v[2]).clearance(v[3])
}

fn make_ray(v: &[f32]) -> Ray {
    Ray { max_fraction: v[4], ..Ray::new([v[0], v[1]], [v[2], v[3]]) }
}

/// Every function that takes a rotation, called with its cosine and sine.
pub(super) fn rotations() -> Vec<Entry> {
    let mut all = near_rotations();
    all.extend(super::far::rotations());
    all
}

fn near_rotations() -> Vec<Entry> {
    fn turned(v: &[f32]) -> Pose {
        Pose { p: Vec2::new(0.0, 3.0), q: Rot { c: v[0], s: v[1] } }
    }
    vec![
        entry("Body::pose", [], |f, v| spawn(f, Body::dynamic().pose(turned(v)).with(ball()))),
        entry("BodyMut::set_pose", [], |f, v| body(f, |mut b| b.set_pose(turned(v)))),
        entry("BodyMut::set_target", [], |f, v| {
            done(f.world.body_mut(f.kinematic).expect("alive").set_target(turned(v), 0.1))
        }),
        entry("Revolute::at_frames", [], |f, v| join(f, |r| r.at_frames(turned(v), Pose::IDENTITY))),
        entry("Revolute::at_frames", [], |f, v| join(f, |r| r.at_frames(Pose::IDENTITY, turned(v)))),
        entry("JointMut::set_frames", [], |f, v| {
            joint(f, f.hinge, |mut j| j.set_frames(turned(v), Pose::IDENTITY))
        }),
        entry("World::cast_shape", [], |f, v| {
            done(f.world.cast_shape(&ball().into(), turned(v), Vec2::X, QueryFilter::all()))
        }),
        entry("World::overlap_shape", [], |f, v| {
            done(
                f.world.overlap_shape(&ball().into(), turned(v), QueryFilter::all(), |_| {
                    ControlFlow::Continue(())
                }),
            )
        }),
        entry("World::cast_shape_turning", [], |f, v| {
            let sweep = Sweep { q1: Rot { c: v[0], s: v[1] }, ..Sweep::fixed(Pose::IDENTITY) };
            done(f.world.cast_shape_turning(&ball().into(), &sweep, QueryFilter::all()))
        }),
        entry("World::cast_shape_turning", [], |f, v| {
            let sweep = Sweep { q2: Rot { c: v[0], s: v[1] }, ..Sweep::fixed(Pose::IDENTITY) };
            done(f.world.cast_shape_turning(&ball().into(), &sweep, QueryFilter::all()))
        }),
        entry("ShapeDef::new", [], |f, v| {
            attach(f, Rect { rotation: Rot { c: v[0], s: v[1] }, ..Rect::half(0.5, 0.5) })
        }),
    ]
}
