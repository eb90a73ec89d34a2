//! Showcase scenes of joints: one of every type in the format.

use super::{BuiltIn, Category, entry};
use crate::format::{
    BodyDesc, CameraDesc, FilterDesc, JointAnchor, JointDesc, JointParts, MaterialDesc, MotorDesc, RangeDesc,
    RatchetDesc, Scene, ServoDesc, ShapeDesc, SpringDesc, UNLIMITED, VelocityDesc,
};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "gear_train",
        Category::Machines,
        600,
        gear_train,
        "A motor with a ratchet turns gears that move a rack and lift a load",
    ),
    entry("wheel_car", Category::Actors, 600, wheel_car, "A car with suspension pulls a trailer over bumps"),
    entry(
        "joint_gallery",
        Category::Joints,
        600,
        joint_gallery,
        "Welded shelf, slot, lift, drive, springs and a motor side by side",
    ),
];

/// A filter that collides with nothing, for parts behind each other.
fn ghost() -> FilterDesc {
    FilterDesc { category: 2, mask: 1, group: -1 }
}

fn at(point: [f32; 2]) -> JointAnchor {
    JointAnchor::world(point)
}

/// A round body on an axle.
fn axle(scene: &mut Scene, ground: u32, center: [f32; 2], radius: f32) -> u32 {
    let spoke = ShapeDesc::box_at([0.9 * radius, 0.08], [0.0, 0.0]).filter(ghost());
    let wheel = BodyDesc::dynamic(center).with(ShapeDesc::circle(radius).filter(ghost())).with(spoke);
    let wheel = scene.add(wheel);
    scene.join(JointDesc::Revolute(JointParts::at(ground, wheel, at(center))));
    wheel
}

/// A motor drives a train of gears; the last drives a rack, the rack a lift over a pulley, and a ratchet
/// blocks the way back.
pub(super) fn gear_train(scene: &mut Scene) {
    scene.camera = Some(CameraDesc { center: [1.0, 5.0], height: 14.0 });
    let ground = scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([14.0, 0.5], [0.0, -0.5])));
    let radii = [0.5, 1.0, 0.6, 1.2];
    let (mut wheels, mut x) = (Vec::new(), -8.0);
    for (index, radius) in radii.into_iter().enumerate() {
        x += if index == 0 { radius } else { radius + radii[index - 1] };
        wheels.push((axle(scene, ground, [x, 5.0], radius), x));
    }
    for pair in 0..radii.len() - 1 {
        let ratio = -radii[pair] / radii[pair + 1];
        let gear = JointParts::new(wheels[pair].0, wheels[pair + 1].0);
        scene.join(JointDesc::Gear(JointParts { ratio: Some(ratio), ..gear }));
    }
    let (last, x) = wheels[radii.len() - 1];
    let bar = BodyDesc::dynamic([x, 3.6]).with(ShapeDesc::half_box(2.5, 0.15).filter(ghost()));
    let bar = scene.add(bar);
    let mut rails = JointParts::at(ground, bar, at([x, 3.6]));
    rails.along = Some([1.0, 0.0]);
    rails.limits = Some(RangeDesc::new(-0.5, 4.0));
    scene.join(JointDesc::Prismatic(rails));
    let rack = JointParts::at(last, bar, at([x, 5.0]));
    scene.join(JointDesc::Rack(JointParts { radius: Some(1.2), ..rack }));
    // The rack pulls a rope over two rollers and lifts a load.
    let load = scene.add(BodyDesc::dynamic([8.0, 1.0]).with(ShapeDesc::half_box(0.7, 0.7).density(2.0)));
    scene.join(JointDesc::Pulley(JointParts {
        over_a: Some([x - 6.0, 3.6]),
        over_b: Some([8.0, 8.0]),
        slack: true,
        ..JointParts::at(bar, load, JointAnchor::between([x - 2.5, 3.6], [8.0, 1.7]))
    }));
    let mut motor = JointParts::new(ground, wheels[0].0);
    motor.motor = Some(MotorDesc { speed: -2.0, strength: 400.0 });
    motor.ratchet = Some(RatchetDesc { pitch: -0.4, phase: 0.0 });
    scene.join(JointDesc::Rotary(motor));
}

/// A car with suspension drives over bumps.
fn wheel_car(scene: &mut Scene) {
    scene.camera = Some(CameraDesc { center: [4.0, 4.0], height: 22.0 });
    let mut ground = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([40.0, 0.5], [10.0, -0.5]));
    for bump in 0..9 {
        let x = -2.0 + 3.1 * bump as f32;
        let height = 0.12 + 0.03 * bump as f32;
        let corners = [[x - 0.9, 0.0], [x + 0.9, 0.0], [x + 0.3, height], [x - 0.3, height]];
        ground = ground.with(ShapeDesc::polygon(corners, 0.0));
    }
    ground = ground
        .with(ShapeDesc::box_at([0.5, 3.0], [-20.0, 3.0]))
        .with(ShapeDesc::box_at([0.5, 3.0], [32.0, 3.0]));
    scene.add(ground);
    let start = [-14.0, 1.0];
    let chassis = ShapeDesc::polygon([[-1.6, -0.2], [1.6, -0.2], [1.6, 0.2], [0.3, 0.6], [-1.5, 0.6]], 0.0);
    let chassis = scene.add(BodyDesc::dynamic(start).with(chassis.density(1.5)));
    let rubber = MaterialDesc { friction: 1.4, ..MaterialDesc::default() };
    for side in [-1.0_f32, 1.0] {
        let center = [start[0] + side, start[1] - 0.5];
        let wheel = scene.add(BodyDesc::dynamic(center).with(ShapeDesc::circle(0.45).material(rubber)));
        let mut strut = JointParts::at(chassis, wheel, at(center));
        strut.along = Some([0.0, 1.0]);
        strut.spring = Some(SpringDesc::new(3.0, 0.6));
        strut.limits = Some(RangeDesc::new(-0.25, 0.25));
        strut.motor = Some(MotorDesc { speed: -8.0, strength: 25.0 });
        scene.join(JointDesc::Wheel(strut));
    }
    // A trailer on a rod, with a soft mast.
    let trailer = scene.add(BodyDesc::dynamic([start[0] - 3.4, 0.9]).with(ShapeDesc::half_box(0.9, 0.2)));
    let hitch = JointAnchor::between([start[0] - 1.6, 0.9], [start[0] - 2.5, 0.9]);
    scene.join(JointDesc::Distance(JointParts::at(chassis, trailer, hitch)));
    for side in [-0.5_f32, 0.5] {
        let center = [start[0] - 3.4 + side, 0.45];
        let wheel = scene.add(BodyDesc::dynamic(center).with(ShapeDesc::circle(0.35).material(rubber)));
        let mut strut = JointParts::at(trailer, wheel, at(center));
        strut.along = Some([0.0, 1.0]);
        strut.spring = Some(SpringDesc::new(4.0, 0.7));
        scene.join(JointDesc::Wheel(strut));
    }
    let foot = [start[0] - 3.4, 1.1];
    let mast = scene.add(BodyDesc::dynamic([foot[0], 2.3]).with(ShapeDesc::half_box(0.06, 1.2)));
    let mut weld = JointParts::at(trailer, mast, at(foot));
    weld.spring = Some(SpringDesc::new(2.0, 0.1));
    scene.join(JointDesc::Weld(weld));
}

/// One of each of the other joints side by side: drive, slot, servo, soft weld, spring, filter.
fn joint_gallery(scene: &mut Scene) {
    scene.camera = Some(CameraDesc { center: [0.0, 4.0], height: 14.0 });
    let ground = scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([14.0, 0.5], [0.0, -0.5])));
    // A shelf of planks, welded one to the next, sticks out of a wall and bends under a box.
    let wall = scene.add(BodyDesc::fixed([-11.0, 4.0]).with(ShapeDesc::half_box(0.4, 2.0)));
    let mut last = wall;
    for plank in 0..4 {
        let x = -10.1 + plank as f32;
        let body = scene.add(BodyDesc::dynamic([x, 5.0]).with(ShapeDesc::half_box(0.5, 0.1)));
        let mut weld = JointParts::at(last, body, at([x - 0.5, 5.0]));
        weld.spring = Some(SpringDesc::new(7.0, 0.3));
        scene.join(JointDesc::Weld(weld));
        last = body;
    }
    scene.add(BodyDesc::dynamic([-7.2, 6.0]).with(ShapeDesc::half_box(0.3, 0.3)));
    // A pin swings in a slot that slopes.
    let bob = scene.add(BodyDesc::dynamic([-4.5, 5.0]).with(ShapeDesc::box_at([0.15, 0.8], [0.0, 0.0])));
    let mut slot = JointParts::at(ground, bob, at([-4.5, 5.8]));
    slot.along = Some([1.0, -0.3]);
    slot.limits = Some(RangeDesc::new(-1.0, 2.0));
    scene.join(JointDesc::Slot(slot));
    // A lift holds its load to one side of its rail.
    let cabin = scene.add(BodyDesc::dynamic([1.2, 1.0]).with(ShapeDesc::half_box(0.8, 0.1)));
    let mut lift = JointParts::at(ground, cabin, at([0.0, 1.0]));
    lift.along = Some([0.0, 1.0]);
    lift.servo = Some(ServoDesc { target: 4.0, max_speed: 1.0, strength: 2000.0 });
    scene.join(JointDesc::Prismatic(lift));
    scene.add(BodyDesc::dynamic([1.6, 1.6]).with(ShapeDesc::half_box(0.4, 0.4)));
    // A ball is moved softly to a point in the air and held there, free to spin.
    let ball = scene.add(BodyDesc::dynamic([4.5, 1.0]).with(ShapeDesc::circle(0.5)));
    let mut drive = JointParts::at(ground, ball, JointAnchor::local([4.5, 5.0], [0.0, 0.0]));
    drive.linear_spring = Some(SpringDesc { strength: 40.0, ..SpringDesc::new(1.0, 0.4) });
    drive.motor = Some(MotorDesc { speed: 6.0, strength: 0.5 });
    drive.linear_motor = Some(VelocityDesc { velocity: [0.0, 0.0], max_force: 0.5 });
    scene.join(JointDesc::Drive(drive));
    // Two springs, one undamped; their loads pass through each other.
    let mut hung = Vec::new();
    for (index, damping_ratio) in [0.0_f32, 0.15].into_iter().enumerate() {
        let x = 7.4 + 0.7 * index as f32;
        let body = scene.add(BodyDesc::dynamic([x, 3.0]).with(ShapeDesc::half_box(0.5, 0.3)));
        let mut spring = JointParts::at(ground, body, JointAnchor::between([x, 7.0], [x, 3.3]));
        spring.spring = Some(SpringDesc::new(0.8, damping_ratio));
        spring.length = Some(3.0);
        scene.join(JointDesc::Distance(spring));
        hung.push(body);
    }
    scene.join(JointDesc::Filter(JointParts::new(hung[0], hung[1])));
    // A hinge with a motor strikes at the boxes around it.
    let arm = scene.add(BodyDesc::dynamic([11.0, 3.0]).with(ShapeDesc::half_box(1.0, 0.1)));
    let mut hinge = JointParts::at(ground, arm, at([11.0, 3.0]));
    hinge.motor = Some(MotorDesc { speed: 4.0, strength: UNLIMITED });
    scene.join(JointDesc::Revolute(hinge));
}
