//! The table of numbers, continued: joint types other than hinge and rod.

use cairn2d::prelude::*;
use cairn2d::{JointDef, LinearMotor, LinearSpring, Servo};

use super::numbers::{
    COORDINATE, POSITIVE, connect, done, entry, inner, join, joint, limit_slots, motor_slots, slot,
    spring_slots,
};
use super::{Entry, Fixture, Slot};

pub(super) fn table() -> Vec<Entry> {
    [lines(), poses(), relations(), any_type(), views()].into_iter().flatten().collect()
}

fn lines() -> Vec<Entry> {
    vec![
        entry("Revolute::servo", servo_slots(), |f, v| join(f, |r| r.servo(v[0], v[1], v[2]))),
        entry("Distance::servo", servo_slots(), |f, v| connect(f, |d| d.servo(v[0], v[1], v[2]))),
        entry("Distance::spring_range", range_slots(), |f, v| {
            connect(f, |d| d.spring(1.0, 1.0).spring_range(v[0], v[1]))
        }),
        entry("Prismatic::along", axis_slots(), |f, v| slide(f, |p| p.along([v[0], v[1]]))),
        entry("Prismatic::limits", limit_slots(-1.0e6, 1.0e6), |f, v| slide(f, |p| p.limits(v[0], v[1]))),
        entry("Prismatic::motor", motor_slots(), |f, v| slide(f, |p| p.motor(v[0], v[1]))),
        entry("Prismatic::spring", spring_slots(), |f, v| slide(f, |p| p.spring(v[0], v[1], v[2]))),
        entry("Prismatic::spring_range", range_slots(), |f, v| {
            slide(f, |p| p.spring(1.0, 1.0, 0.0).spring_range(v[0], v[1]))
        }),
        entry("Prismatic::servo", servo_slots(), |f, v| slide(f, |p| p.servo(v[0], v[1], v[2]))),
        entry("Wheel::spring", spring_slots().into_iter().take(2), |f, v| {
            done(f.world.join(Wheel::new(f.fixed, f.dynamic).spring(v[0], v[1])))
        }),
        entry("Wheel::motor", motor_slots(), |f, v| {
            done(f.world.join(Wheel::new(f.fixed, f.dynamic).motor(v[0], v[1])))
        }),
    ]
}

fn poses() -> Vec<Entry> {
    let [place, point] = ["anchor a", "anchor b"].map(|name| slot(name, 0.5, COORDINATE));
    let spring_force = slot("linear spring force", 10.0, POSITIVE);
    let torque = slot("upper spring force", 10.0, POSITIVE);
    let [hertz, ratio] = linear_spring_slots();
    let [.., force] = linear_motor_slots();
    let [angular_hertz, angular_ratio, _] = spring_slots();
    vec![
        entry("Weld::linear_spring", linear_spring_slots(), |f, v| {
            done(f.world.join(Weld::new(f.fixed, f.dynamic).linear_spring(v[0], v[1])))
        }),
        entry("Weld::angular_spring", spring_slots().into_iter().take(2), |f, v| {
            done(f.world.join(Weld::new(f.fixed, f.dynamic).angular_spring(v[0], v[1])))
        }),
        entry("Drive::velocity", linear_motor_slots(), |f, v| drive(f, |d| d.velocity([v[0], v[1]], v[2]))),
        entry("Drive::friction", [force, motor_slots()[1]], |f, v| {
            done(f.world.join(Drive::friction(f.fixed, f.dynamic, v[0], v[1])))
        }),
        entry("Drive::spin", motor_slots(), |f, v| drive(f, |d| d.spin(v[0], v[1]))),
        entry("Drive::linear_spring", [hertz, ratio, spring_force], |f, v| {
            drive(f, |d| d.linear_spring(v[0], v[1], v[2]))
        }),
        entry("Drive::angular_spring", [angular_hertz, angular_ratio, torque], |f, v| {
            drive(f, |d| d.angular_spring(v[0], v[1], v[2]))
        }),
        entry("Grab::new", [place, place], |f, v| done(f.world.join(Grab::new(f.dynamic, [v[0], v[1]])))),
        entry("Grab::new", [point, point], |f, v| {
            done(f.world.join(Grab::new(f.dynamic, [v[0], v[1]]).target([0.0, 0.0])))
        }),
        entry("Grab::target", [place, place], |f, v| grab(f, |g| g.target([v[0], v[1]]))),
        entry("Grab::spring", linear_spring_slots(), |f, v| grab(f, |g| g.spring(v[0], v[1]))),
        entry("Grab::max_force", [spring_force], |f, v| grab(f, |g| g.max_force(v[0]))),
    ]
}

fn relations() -> Vec<Entry> {
    let [place, point] = ["anchor a", "anchor b"].map(|name| slot(name, 0.5, COORDINATE));
    let [over_a, over_b] = ["pulley a", "pulley b"].map(|name| slot(name, 9.0, COORDINATE));
    vec![
        entry("Rotary::limits", limit_slots(-1.0e6, 1.0e6), |f, v| rotary(f, |r| r.limits(v[0], v[1]))),
        entry("Rotary::motor", motor_slots(), |f, v| rotary(f, |r| r.motor(v[0], v[1]))),
        entry("Rotary::spring", spring_slots(), |f, v| rotary(f, |r| r.spring(v[0], v[1], v[2]))),
        entry("Rotary::servo", servo_slots(), |f, v| rotary(f, |r| r.servo(v[0], v[1], v[2]))),
        entry("Rotary::ratchet", ratchet_slots(), |f, v| rotary(f, |r| r.ratchet(v[0], v[1]))),
        entry("Gear::new", [ratio_slot()], |f, v| done(f.world.join(Gear::new(f.fixed, f.dynamic, v[0])))),
        entry("Rack::new", [ratio_slot()], |f, v| done(f.world.join(Rack::new(f.fixed, f.dynamic, v[0])))),
        entry("Rack::along", axis_slots(), |f, v| {
            done(f.world.join(Rack::new(f.fixed, f.dynamic, 1.0).along([v[0], v[1]])))
        }),
        entry("Pulley::new", [over_a, over_a, over_b, over_b], |f, v| {
            done(f.world.join(Pulley::new(f.fixed, f.dynamic, [v[0], v[1]], [v[2], v[3]])))
        }),
        entry("Pulley::between", [place, place, point, point], |f, v| {
            pulley(f, |p| p.between([v[0], v[1]], [v[2], v[3]]))
        }),
        entry("Pulley::ratio", [slot("pulley ratio", 2.0, (1.0e-3, 1.0e3))], |f, v| {
            pulley(f, |p| p.ratio(v[0]))
        }),
        entry("Pulley::length", [slot("length", 9.0, (1.0e-4, 1.0e12))], |f, v| {
            pulley(f, |p| p.length(v[0]))
        }),
        entry("JointMut::set_ratio", [ratio_slot()], |f, v| joint(f, f.gear, |mut j| j.set_ratio(v[0]))),
        entry("JointMut::set_ratchet", ratchet_slots(), |f, v| {
            joint(f, f.rotary, |mut j| j.set_ratchet((v[0], v[1])))
        }),
    ]
}

/// Parts of a joint whose type is known at run time only.
fn any_type() -> Vec<Entry> {
    let [hertz, ratio] = linear_spring_slots();
    let pull = [hertz, ratio, slot("linear spring force", 9.0, POSITIVE)];
    vec![
        entry("JointDef::along", axis_slots(), |f, v| any(f, SLIDER, |d| d.along([v[0], v[1]]))),
        entry("JointDef::limits", limit_slots(-1.0e6, 1.0e6), |f, v| {
            any(f, SLIDER, |d| d.limits(v[0], v[1]))
        }),
        entry("JointDef::motor", motor_slots(), |f, v| any(f, SLIDER, |d| d.motor(v[0], v[1]))),
        entry("JointDef::spring", spring_slots(), |f, v| any(f, SLIDER, |d| d.spring(v[0], v[1], v[2]))),
        entry("JointDef::spring_range", range_slots(), |f, v| any(f, SLIDER, |d| d.spring_range(v[0], v[1]))),
        entry("JointDef::servo", servo_slots(), |f, v| any(f, SLIDER, |d| d.servo(v[0], v[1], v[2]))),
        entry("JointDef::linear_motor", linear_motor_slots(), |f, v| {
            any(f, DRIVE, |d| d.linear_motor([v[0], v[1]], v[2]))
        }),
        entry("JointDef::linear_spring", pull, |f, v| any(f, DRIVE, |d| d.linear_spring(v[0], v[1], v[2]))),
        entry("JointDef::length", [slot("length", 9.0, (1.0e-4, 1.0e12))], |f, v| {
            any(f, ROD, |d| d.length(v[0]))
        }),
    ]
}

type Make = fn(BodyId, BodyId) -> JointDef;
const SLIDER: Make = |a, b| Prismatic::new(a, b).into();
const DRIVE: Make = |a, b| Drive::new(a, b).into();
const ROD: Make = |a, b| Distance::new(a, b).into();

fn any(f: &mut Fixture, make: Make, change: impl FnOnce(JointDef) -> JointDef) -> Result<(), String> {
    done(f.world.join(change(make(f.fixed, f.dynamic))))
}

/// A ratio also has a smallest magnitude, which its range does not express.
fn ratio_slot() -> Slot {
    inner("ratio", 1.5, (-1.0e3, 1.0e3))
}

fn ratchet_slots() -> [Slot; 2] {
    [inner("ratchet pitch", 0.5, COORDINATE), slot("ratchet phase", 0.1, COORDINATE)]
}

fn rotary(f: &mut Fixture, change: impl FnOnce(Rotary) -> Rotary) -> Result<(), String> {
    done(f.world.join(change(Rotary::new(f.fixed, f.dynamic))))
}

fn pulley(f: &mut Fixture, change: impl FnOnce(Pulley) -> Pulley) -> Result<(), String> {
    done(f.world.join(change(Pulley::new(f.fixed, f.dynamic, [0.0, 9.0], [2.0, 9.0]))))
}

fn views() -> Vec<Entry> {
    let [hertz, ratio] = linear_spring_slots();
    let target = slot("target", 0.5, COORDINATE);
    vec![
        entry("JointMut::set_servo", servo_slots(), |f, v| {
            joint(f, f.hinge, |mut j| j.set_servo(Servo { target: v[0], max_speed: v[1], strength: v[2] }))
        }),
        entry("JointMut::set_spring_range", range_slots(), |f, v| {
            joint(f, f.rod, |mut j| j.set_spring_range((v[0], v[1])))
        }),
        entry("JointMut::set_target", [target, target], |f, v| {
            joint(f, f.grab, |mut j| j.set_target([v[0], v[1]]))
        }),
        entry(
            "JointMut::set_linear_spring",
            [hertz, ratio, slot("linear spring force", 9.0, POSITIVE)],
            |f, v| {
                let spring = LinearSpring { hertz: v[0], damping_ratio: v[1], max_force: v[2] };
                joint(f, f.grab, |mut j| j.set_linear_spring(spring))
            },
        ),
        entry("JointMut::set_linear_motor", linear_motor_slots(), |f, v| {
            let motor = LinearMotor { velocity: Vec2::new(v[0], v[1]), max_force: v[2] };
            joint(f, f.drive, |mut j| j.set_linear_motor(motor))
        }),
    ]
}

fn drive(f: &mut Fixture, change: impl FnOnce(Drive) -> Drive) -> Result<(), String> {
    done(f.world.join(change(Drive::new(f.fixed, f.dynamic))))
}

fn grab(f: &mut Fixture, change: impl FnOnce(Grab) -> Grab) -> Result<(), String> {
    done(f.world.join(change(Grab::new(f.dynamic, [0.0, 5.0]))))
}

fn linear_motor_slots() -> [Slot; 3] {
    let speed = |name| slot(name, 1.0, COORDINATE);
    [speed("linear velocity x"), speed("linear velocity y"), slot("linear motor force", 5.0, POSITIVE)]
}

fn servo_slots() -> [Slot; 3] {
    let speed = slot("servo speed", 1.0, (0.0, 1.0e6));
    [slot("servo target", 1.0, COORDINATE), speed, slot("servo strength", 10.0, POSITIVE)]
}

fn range_slots() -> [Slot; 2] {
    [slot("lower spring force", -1.0, (-1.0e15, 0.0)), slot("upper spring force", 1.0, POSITIVE)]
}

fn axis_slots() -> [Slot; 2] {
    [slot("axis x", 1.0, COORDINATE), slot("axis y", 1.0, COORDINATE)]
}

fn linear_spring_slots() -> [Slot; 2] {
    let ratio = slot("linear spring damping ratio", 0.5, (0.0, 1.0e4));
    [slot("linear spring hertz", 2.0, (0.0, 1.0e6)), ratio]
}

fn slide(f: &mut Fixture, change: impl FnOnce(Prismatic) -> Prismatic) -> Result<(), String> {
    done(f.world.join(change(Prismatic::new(f.fixed, f.dynamic))))
}
