//! Scenes of fast and thin bodies: none tunnels, and none catches on an internal edge.

use super::parts::{bin, chain, floor, kind, look_at, room, surface, terrain};
use super::rain::add_doll;
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{BodyDesc, JointDesc, MaterialDesc, MotorDesc, RangeDesc, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::parameters::Parameters;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::cos_sin;
use cairn2d::{Error, Motor, Vec2, vec2};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "bouncing_bullet",
        Category::Fast,
        600,
        bouncing_bullet,
        "A bullet bounces in a closed room without loss; its hits are marked",
    ),
    entry(
        "bouncing_dolls",
        Category::Fast,
        600,
        bouncing_dolls,
        "Elastic rag dolls in a room with rotating gravity",
    ),
    entry(
        "chain_drop",
        Category::Fast,
        300,
        chain_drop,
        "Thin fast bodies fall flat, on edge and spinning on a segment",
    ),
    tunable(
        "slides",
        Category::Fast,
        600,
        slides,
        "Boxes and discs slide along a chain and along separate segments without ghost collisions",
    ),
    tunable(
        "thin_spinners",
        Category::Fast,
        300,
        thin_spinners,
        "Thin planks that spin forty times a second hit the ground",
    ),
    entry(
        "narrow_gap",
        Category::Fast,
        400,
        narrow_gap,
        "Balls that fall close past a ledge do not touch it; adjacent bodies at rest do not push each other",
    ),
    entry("wedge_shot", Category::Fast, 300, wedge_shot, "Balls are shot into wedges with a sharp end"),
    entry("pinball", Category::Fast, 900, pinball, "Flippers on motors and a ball as a bullet"),
    entry(
        "drops",
        Category::Fast,
        400,
        drops,
        "A ball on tiles, a tall thin stack, a rag doll and mixed bodies, all dropped at high speed",
    ),
    tunable(
        "sweep_shares",
        Category::Fast,
        200,
        sweep_shares,
        "The same shots with different thresholds for continuous collision",
    ),
    tunable(
        "moving_walls",
        Category::Fast,
        400,
        moving_walls,
        "Fast thin walls translate and rotate without passing through balls",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[
    ("bouncing_bullet", start::<HitMarks>),
    ("bouncing_dolls", start::<TurningGravity>),
    ("pinball", start::<Flippers>),
];

fn bouncing_bullet(scene: &mut Scene) {
    scene.script = Some("bouncing_bullet".to_owned());
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 13.0);
    let elastic = surface(0.0, 1.0);
    scene.add(room([8.0, 5.0], elastic));
    for n in 0..6 {
        let mut shape = kind(n, 0.3).material(elastic);
        shape.report_hits_above = Some(5.0);
        let [cos, sin] = cos_sin(1.1 * n as f32 + 0.4);
        let mut body = BodyDesc::dynamic([-5.0 + 2.0 * n as f32, 0.0]);
        (body.velocity, body.bullet) = ([80.0 * cos, 80.0 * sin], true);
        scene.add(body.with(shape));
    }
}

/// Keeps the marks of the last hits for a while.
#[derive(Clone, Default)]
struct HitMarks {
    marks: Vec<(Vec2, Vec2)>,
    hits: u32,
}

impl Play for HitMarks {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for hit in turn.world.events().hits() {
            self.hits += 1;
            self.marks.push((hit.point, hit.normal));
        }
        let old = self.marks.len().saturating_sub(40);
        self.marks.drain(..old);
        for &(point, normal) in &self.marks {
            turn.overlay.arrow(point, point + normal * 0.5, Tone::Hit);
        }
        turn.overlay.set_headline(format!("{} hits", self.hits));
        Ok(())
    }
}

fn bouncing_dolls(scene: &mut Scene) {
    scene.script = Some("bouncing_dolls".to_owned());
    look_at(scene, [0.0, 0.0], 13.0);
    scene.add(room([8.0, 5.0], surface(0.1, 0.9)));
    for n in 0..5 {
        let (bodies, joints) = (&mut scene.bodies, &mut scene.joints);
        add_doll(bodies, joints, [-5.0 + 2.5 * n as f32, -1.0 + 0.5 * n as f32], -(n + 1));
    }
    for body in scene.bodies.iter_mut().skip(1) {
        for shape in &mut body.shapes {
            *shape = shape.clone().material(surface(0.1, 0.8));
        }
    }
}

/// Rotates gravity once in six seconds.
#[derive(Clone, Default)]
struct TurningGravity;

impl Play for TurningGravity {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let [cos, sin] = cos_sin(core::f32::consts::TAU * turn.time() / 6.0);
        let strength = turn.scene.world.gravity[1];
        turn.world.set_gravity([-strength * sin, strength * cos])?;
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        turn.overlay.arrow([0.0, 0.0], turn.world.config().gravity * 0.15, Tone::Note);
        Ok(())
    }
}

fn chain_drop(scene: &mut Scene) {
    look_at(scene, [0.0, 1.5], 9.0);
    let points: Vec<[f32; 2]> = (-6..=6).map(|n: i32| [1.5 * n as f32, 0.02 * (n * n) as f32]).collect();
    scene.add(terrain(&points));
    for n in 0..10 {
        let mut body = BodyDesc::dynamic([-6.75 + 1.5 * n as f32, 4.0 + 0.3 * n as f32]);
        body.velocity = [0.0, -50.0 - 15.0 * n as f32];
        body.angle = 0.4 * n as f32;
        body.angular_velocity = if n % 2 == 0 { 0.0 } else { 30.0 };
        let shape = match n % 4 {
            0 => ShapeDesc::circle(0.1),
            1 => ShapeDesc::half_box(0.5, 0.04),
            2 => ShapeDesc::capsule([-0.4, 0.0], [0.4, 0.0], 0.05),
            _ => ShapeDesc::polygon([[-0.3, 0.0], [0.3, 0.0], [0.0, 0.08]], 0.0),
        };
        scene.add(body.with(shape));
    }
}

fn slides(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let speed = parameters.number("speed", 0.0..=60.0, 14.0, "m/s", "Speed at the start");
    look_at(scene, [0.0, 5.0], 17.0);
    let height = |x: f32| {
        let [cos, _] = cos_sin(0.5 * x);
        0.6 * cos + 0.012 * x * x
    };
    let points: Vec<[f32; 2]> = (-30..=30).map(|n| [0.45 * n as f32, height(0.45 * n as f32)]).collect();
    scene.add(terrain(&points));
    let lifted = points.windows(2).map(|pair| {
        let [a, b] = [pair[0], pair[1]].map(|[x, y]| [x, y + 7.0]);
        ShapeDesc::segment(a, b).friction(0.0)
    });
    scene.add(lifted.fold(BodyDesc::fixed([0.0, 0.0]), BodyDesc::with));
    let slick = MaterialDesc { friction: 0.0, ..MaterialDesc::default() };
    for n in 0..10 {
        let (lane, place) = (n % 2, n / 2);
        let x = -12.5 + 1.3 * place as f32;
        let mut body = BodyDesc::dynamic([x, height(x) + 7.0 * lane as f32 + 0.8]);
        body.velocity = [speed, 0.0];
        scene.add(body.with(kind(place, 0.35).material(slick)));
    }
}

fn thin_spinners(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let speed = parameters.number("speed", 0.0..=400.0, 40.0, "m/s", "Speed of the fall");
    look_at(scene, [0.0, 2.5], 10.0);
    scene.add(terrain(&[[-12.0, 0.0], [12.0, 0.0]]));
    for n in 0..9 {
        let mut body = BodyDesc::dynamic([-7.2 + 1.8 * n as f32, 4.0]);
        body.velocity = [0.0, -speed];
        body.angular_velocity = 30.0 * (n as f32 - 4.0);
        let long = 0.8;
        scene.add(body.with(match n % 3 {
            0 => ShapeDesc::half_box(long, 0.02),
            1 => ShapeDesc::capsule([-long, 0.0], [long, 0.0], 0.03),
            _ => ShapeDesc::polygon([[-long, -0.02], [long, 0.0], [-long, 0.02]], 0.0),
        }));
    }
}

fn narrow_gap(scene: &mut Scene) {
    look_at(scene, [0.0, 2.5], 9.0);
    floor(scene, 20.0);
    for n in 0..6 {
        // Each fast ball falls past its ledge at a distance of a millimetre.
        let x = -6.25 + 2.5 * n as f32;
        scene.add(BodyDesc::fixed([x - 0.5, 2.0]).with(ShapeDesc::half_box(0.5, 0.1)));
        let mut ball = BodyDesc::dynamic([x + 0.301 + 0.001 * n as f32, 4.5]);
        ball.velocity = [0.0, -10.0 * n as f32];
        scene.add(ball.with(ShapeDesc::circle(0.3)));
        // Boxes a few millimetres apart, side by side, which rest without touching.
        scene.add(BodyDesc::dynamic([x + 1.0, 0.25]).with(ShapeDesc::half_box(0.2, 0.25)));
        scene.add(
            BodyDesc::dynamic([x + 1.403 + 0.002 * n as f32, 0.25]).with(ShapeDesc::half_box(0.2, 0.25)),
        );
    }
}

fn wedge_shot(scene: &mut Scene) {
    look_at(scene, [0.0, 2.0], 10.0);
    floor(scene, 20.0);
    for n in 0..5 {
        let x = -7.0 + 3.5 * n as f32;
        let open = 0.2 + 0.12 * n as f32;
        let wall = |side: f32| ShapeDesc::segment([x, 0.2], [x + side * open, 3.0]);
        scene.add(BodyDesc::fixed([0.0, 0.0]).with(wall(-1.0)).with(wall(1.0)));
        let mut ball = BodyDesc::dynamic([x + 0.05, 5.0]);
        (ball.velocity, ball.bullet) = ([0.0, -150.0], true);
        scene.add(ball.with(ShapeDesc::circle(0.1 + 0.04 * n as f32).density(5.0)));
    }
}

fn pinball(scene: &mut Scene) {
    scene.script = Some("pinball".to_owned());
    look_at(scene, [0.0, 6.0], 16.0);
    // The solid side is on the left of the direction, so the points go clockwise.
    let rim = vec![
        [-4.0, 3.0],
        [-4.0, 11.0],
        [-3.0, 12.5],
        [-1.2, 13.3],
        [1.2, 13.3],
        [3.0, 12.5],
        [4.0, 11.0],
        [4.0, 3.0],
        [1.9, 1.4],
        [1.9, -1.0],
        [-1.9, -1.0],
        [-1.9, 1.4],
    ];
    let mut table = BodyDesc::fixed([0.0, 0.0]);
    table.chains.push(chain(rim, true));
    for ([x, y], radius) in
        [([-1.5, 9.0], 0.6), ([1.5, 9.0], 0.6), ([0.0, 10.8], 0.5), ([-2.6, 6.5], 0.35), ([2.6, 6.5], 0.35)]
    {
        let bumper = crate::format::CircleDesc { center: [x, y], radius };
        let bumper = ShapeDesc::new(crate::format::Geometry::Circle(bumper));
        table = table.with(bumper.material(surface(0.1, 1.0)));
    }
    let table = scene.add(table);
    for side in [-1.0_f32, 1.0] {
        let pivot = [1.75 * side, 1.25];
        let flipper = ShapeDesc::capsule([0.0, 0.0], [-1.35 * side, -0.35], 0.14).density(4.0).friction(0.5);
        let flipper = scene.add(BodyDesc::dynamic(pivot).with(flipper));
        let mut hinge = super::parts::held(table, flipper, pivot);
        hinge.limits = Some(if side < 0.0 { RangeDesc::new(-0.1, 0.8) } else { RangeDesc::new(-0.8, 0.1) });
        hinge.motor = Some(MotorDesc { speed: 0.0, strength: 500.0 });
        scene.join(JointDesc::Revolute(hinge));
    }
    for n in 0..3 {
        let mut ball = BodyDesc::dynamic([-1.0 + 1.1 * n as f32, 12.0]);
        (ball.velocity, ball.bullet) = ([3.0 - 2.0 * n as f32, 0.0], true);
        scene.add(ball.with(ShapeDesc::circle(0.2).material(surface(0.2, 0.4))).named(&format!("ball {n}")));
    }
}

/// Flips when a ball comes near, or by the controls; a lost ball returns at the top.
#[derive(Clone, Default)]
struct Flippers {
    lost: u32,
    hits: u32,
}

impl Play for Flippers {
    fn keys(&self) -> &'static str {
        "Left and right flip"
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let mut near = [false; 2];
        for n in 0..3 {
            let Some(ball) = turn.body(&format!("ball {n}")) else { continue };
            let Some(mut ball) = turn.world.body_mut(ball) else { continue };
            let at = ball.position();
            if at.y < -0.2 {
                ball.set_pose(cairn2d::Pose::from_position(vec2(-0.8 + 0.8 * n as f32, 12.0)))?;
                ball.set_velocity([2.0 - 2.0 * n as f32, 0.0])?;
                self.lost += 1;
            }
            let low = at.y > 1.0 && at.y < 2.1 && ball.velocity().y < 0.5;
            near[usize::from(at.x > 0.0)] |= low && at.x.abs() < 1.5;
        }
        let flips = match turn.controls {
            Some(controls) => [controls.left, controls.right],
            None => near,
        };
        for (n, (flip, side)) in flips.into_iter().zip([1.0, -1.0]).enumerate() {
            if let Some(id) = turn.joint(n as u32)
                && let Some(Motor { strength, .. }) = turn.world.joint(id).and_then(|joint| joint.motor())
                && let Some(mut joint) = turn.world.joint_mut(id)
            {
                let speed = if flip { 25.0 * side } else { -10.0 * side };
                joint.set_motor(Motor { speed, strength })?;
            }
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.hits += turn.world.events().begins().len() as u32;
        turn.overlay.set_headline(format!("{} touches, {} balls lost", self.hits, self.lost));
        Ok(())
    }
}

fn drops(scene: &mut Scene) {
    look_at(scene, [0.0, 5.0], 14.0);
    let tiles = (0..60).map(|n| ShapeDesc::box_at([0.2, 0.2], [-12.0 + 0.4 * n as f32, -0.2]));
    scene.add(tiles.fold(BodyDesc::fixed([0.0, 0.0]), BodyDesc::with));
    let mut ball = BodyDesc::dynamic([-9.0, 8.0]);
    (ball.velocity, ball.angular_velocity) = ([3.0, -100.0], 20.0);
    scene.add(ball.with(ShapeDesc::circle(0.3)));
    for n in 0..14 {
        let mut slab = BodyDesc::dynamic([-4.0, 2.0 + 0.21 * n as f32]);
        slab.velocity = [0.0, -30.0];
        scene.add(slab.with(ShapeDesc::half_box(0.5, 0.1)));
    }
    let first = scene.bodies.len();
    add_doll(&mut scene.bodies, &mut scene.joints, [1.0, 6.0], -1);
    for body in scene.bodies.iter_mut().skip(first) {
        body.velocity = [0.0, -60.0];
    }
    for n in 0..12 {
        let mut body = BodyDesc::dynamic([5.0 + 1.1 * (n % 4) as f32, 4.0 + 1.2 * (n / 4) as f32]);
        (body.velocity, body.angular_velocity) = ([0.0, -80.0], 15.0);
        scene.add(body.with(kind(n, 0.35)));
    }
}

fn sweep_shares(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let speed = parameters.number("speed", 0.0..=200.0, 18.0, "m/s", "Speed of the discs");
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 10.0);
    scene.add(BodyDesc::fixed([5.0, 0.0]).with(ShapeDesc::half_box(0.02, 4.5)));
    for n in 0..9 {
        let mut body = BodyDesc::dynamic([-6.0, -4.0 + n as f32]);
        body.velocity = [speed, 0.0];
        // It moves 0.3 m in a step. With up to 1 it is swept and stops; above, it may pass the wall.
        body.sweep_threshold = 0.25 * n as f32;
        scene.add(body.with(ShapeDesc::circle(0.25)));
    }
}

fn moving_walls(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let discs = parameters.count("discs", 1..=120, 40, "Discs");
    let speed = parameters.number(
        "speed",
        0.0..=60.0,
        12.0,
        "rad/s",
        "Angular velocity of the left wall; the right one has three quarters of it",
    );
    look_at(scene, [0.0, 4.0], 13.0);
    scene.add(bin(8.0, 8.0));
    let mut vane = BodyDesc::kinematic([-4.0, 4.0]);
    vane.angular_velocity = speed;
    scene.add(vane.with(ShapeDesc::half_box(2.5, 0.03)));
    let mut cross = BodyDesc::kinematic([4.0, 4.0]);
    cross.angular_velocity = -0.75 * speed;
    scene.add(
        cross
            .with(ShapeDesc::segment([-2.5, 0.0], [2.5, 0.0]))
            .with(ShapeDesc::segment([0.0, -2.5], [0.0, 2.5])),
    );
    for n in 0..discs {
        let body = BodyDesc::dynamic([-7.0 + 1.5 * (n % 10) as f32, 8.0 + 1.1 * (n / 10) as f32]);
        scene.add(body.with(ShapeDesc::circle(0.2)));
    }
}
