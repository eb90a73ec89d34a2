//! Scenes of controlled motion: along curves, by locks, by set velocities, by custom constraints.

use super::parts::{bin, block, disc, floor, held, hinge, kind, look_at, rod, terrain};
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{BodyDesc, JointAnchor, JointDesc, JointParts, Locks, Scene, ShapeDesc, SpringDesc};
use crate::overlay::Tone;
use crate::parameters::Parameters;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::cos_sin;
use cairn2d::{
    BodyId, BodyKind, ConstraintRow, Custom, Error, JointEnds, Pose, QueryFilter, Ray, Rot, Shape, ShapeId,
    Vec2, vec2,
};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    tunable(
        "all_locks",
        Category::Joints,
        400,
        all_locks,
        "All eight combinations of locked directions, in one heap",
    ),
    entry(
        "pivot_rods",
        Category::Joints,
        100,
        pivot_rods,
        "Thrown rods that start to rotate about their middle, their tip, and points outside",
    ),
    entry(
        "led_on_a_curve",
        Category::Joints,
        600,
        led_on_a_curve,
        "Kinematic platforms follow a figure of eight exactly, with riders",
    ),
    entry(
        "towed",
        Category::Joints,
        600,
        towed,
        "Drive joints of different strength tow bodies along a curve",
    ),
    entry(
        "pressed_by_speed",
        Category::Joints,
        400,
        pressed_by_speed,
        "Bodies whose velocity is set towards the ground in every step",
    ),
    entry(
        "bead_on_wire",
        Category::Joints,
        600,
        bead_on_wire,
        "Beads on a parabola and on a ring: custom constraints",
    ),
    entry("stretch", Category::Joints, 500, stretch, "The separation of joints under load, drawn to scale"),
    entry(
        "growing_doll",
        Category::Actors,
        600,
        growing_doll,
        "A rag doll grows and shrinks while it rests and falls",
    ),
    entry(
        "body_hero",
        Category::Actors,
        900,
        body_hero,
        "A character that is a body walks over a rope bridge, steps, a one-way lift and a stack",
    ),
    tunable(
        "tank",
        Category::Actors,
        600,
        tank,
        "A tank seen from above: two tracks that drive, brake and slide",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[
    ("led_on_a_curve", start::<Led>),
    ("towed", start::<Towed>),
    ("pressed_by_speed", start::<Pressed>),
    ("bead_on_wire", start::<Beads>),
    ("stretch", start::<Stretch>),
    ("growing_doll", start::<GrowingDoll>),
    ("body_hero", start::<BodyHero>),
    ("tank", start::<Tank>),
];

fn all_locks(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let discs = parameters.count("discs", 0..=80, 24, "Discs");
    look_at(scene, [0.0, 4.0], 12.0);
    scene.add(bin(7.0, 9.0));
    for n in 0..8 {
        let at = [-5.5 + 3.6 * (n % 4) as f32, 2.0 + 2.5 * (n / 4) as f32];
        let mut body = BodyDesc { angle: 0.3, ..BodyDesc::dynamic(at) };
        body.locks = Locks { x: n & 1 != 0, y: n & 2 != 0, rotation: n & 4 != 0 };
        scene.add(body.with(ShapeDesc::half_box(0.9, 0.25)));
    }
    for n in 0..discs {
        disc(scene, [-5.6 + 1.6 * (n % 8) as f32, 6.5 + 0.9 * (n / 8) as f32], 0.3);
    }
}

fn pivot_rods(scene: &mut Scene) {
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 12.0);
    for n in 0..4 {
        let spin = 0.6;
        // A velocity of w r at the middle, perpendicular to the rod, keeps the point at distance r at rest.
        let pivot = [0.0, 1.0, 2.0, 3.0][n];
        let mut rod = BodyDesc::dynamic([-7.5 + 5.0 * n as f32, 0.0]);
        (rod.velocity, rod.angular_velocity) = ([-spin * pivot, 0.0], spin);
        rod.position[1] = pivot;
        scene.add(rod.with(ShapeDesc::half_box(0.08, 1.0)));
        scene.add(BodyDesc::fixed([-7.5 + 5.0 * n as f32, 0.0]).with(ShapeDesc::circle(0.1).sensor()));
    }
}

fn led_on_a_curve(scene: &mut Scene) {
    scene.script = Some("led_on_a_curve".to_owned());
    look_at(scene, [0.0, 4.0], 12.0);
    floor(scene, 12.0);
    for n in 0..3 {
        let lift =
            BodyDesc::kinematic(figure_of_eight(n, 0.0)).with(ShapeDesc::half_box(1.1, 0.12).friction(1.0));
        scene.add(lift);
        let [x, y] = figure_of_eight(n, 0.0);
        block(scene, [x - 0.4, y + 0.45], [0.3, 0.3]);
        disc(scene, [x + 0.4, y + 0.45], 0.3);
    }
}

/// Position of platform `n` at a time \[s\].
fn figure_of_eight(n: usize, time: f32) -> [f32; 2] {
    let phase = 0.6 * time + 2.1 * n as f32;
    let ([_, x], [_, y]) = (cos_sin(phase), cos_sin(2.0 * phase));
    [7.0 * x, 4.5 + 1.5 * y]
}

/// Sets the velocities that move the platforms to their next positions.
#[derive(Clone, Default)]
struct Led;

impl Play for Led {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let next = turn.time() + turn.dt;
        let lifts: Vec<BodyId> = kinematic(turn);
        for (n, id) in lifts.into_iter().enumerate() {
            if let Some(mut body) = turn.world.body_mut(id) {
                body.set_target(Pose::from_position(figure_of_eight(n, next)), turn.dt)?;
            }
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for n in 0..60 {
            let (a, b) = (figure_of_eight(0, 0.175 * n as f32), figure_of_eight(0, 0.175 * (n + 1) as f32));
            turn.overlay.line(a, b, Tone::Note);
        }
        Ok(())
    }
}

fn kinematic(turn: &Turn<'_>) -> Vec<BodyId> {
    let is = |id: &BodyId| turn.world.body(*id).is_some_and(|body| body.kind() == BodyKind::Kinematic);
    turn.handles.bodies.iter().copied().filter(is).collect()
}

fn towed(scene: &mut Scene) {
    scene.script = Some("towed".to_owned());
    look_at(scene, [0.0, 4.0], 12.0);
    floor(scene, 12.0);
    let leader = scene.add(BodyDesc::kinematic([0.0, 4.5]).with(ShapeDesc::circle(0.15).sensor()));
    for n in 0..4 {
        let body =
            scene.add(BodyDesc::dynamic([-3.0 + 2.0 * n as f32, 1.0]).with(kind([1, 3, 4, 6][n], 0.5)));
        let mut drive = JointParts::at(leader, body, JointAnchor::local([0.0, 0.0], [0.0, 0.0]));
        let strength = [400.0, 60.0, 20.0, 8.0][n];
        drive.linear_spring = Some(SpringDesc { strength, ..SpringDesc::new([4.0, 2.0, 1.0, 1.0][n], 0.7) });
        drive.spring = Some(SpringDesc { strength: 20.0, ..SpringDesc::new(2.0, 0.7) });
        scene.join(JointDesc::Drive(drive));
    }
}

/// Moves the leader.
#[derive(Clone, Default)]
struct Towed;

impl Play for Towed {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let next = turn.time() + turn.dt;
        for id in kinematic(turn) {
            if let Some(mut body) = turn.world.body_mut(id) {
                let pose = Pose { p: figure_of_eight(0, next).into(), q: Rot::from_angle(next) };
                body.set_target(pose, turn.dt)?;
            }
        }
        Ok(())
    }
}

fn pressed_by_speed(scene: &mut Scene) {
    scene.script = Some("pressed_by_speed".to_owned());
    look_at(scene, [0.0, 2.5], 9.0);
    floor(scene, 12.0);
    for n in 0..7 {
        let body = BodyDesc::dynamic([-6.0 + 2.0 * n as f32, 0.6]);
        scene.add(body.with(kind(n as u32, 0.5)));
    }
}

/// Sets the velocity of each body down into the ground, increasing from left to right; no body may sink.
#[derive(Clone, Default)]
struct Pressed {
    deepest: f32,
}

impl Play for Pressed {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for (n, &id) in turn.handles.bodies.iter().enumerate().skip(1) {
            if let Some(mut body) = turn.world.body_mut(id) {
                body.set_velocity([0.0, -4.0 * n as f32])?;
            }
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for contact in turn.world.contacts().filter_map(|id| turn.world.contact(id)) {
            for point in contact.points() {
                self.deepest = if point.separation < self.deepest { point.separation } else { self.deepest };
            }
        }
        turn.overlay.set_headline(format!("{:.1} mm deep at most", -1000.0 * self.deepest));
        Ok(())
    }
}

fn bead_on_wire(scene: &mut Scene) {
    scene.script = Some("bead_on_wire".to_owned());
    look_at(scene, [0.0, 3.0], 11.0);
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([12.0, 0.2], [0.0, -1.5])).named("ground"));
    for n in 0..3 {
        let x = 2.0 + 0.7 * n as f32;
        let bead = BodyDesc::dynamic([-5.0 - x, 0.25 * x * x]).with(ShapeDesc::circle(0.25));
        scene.add(bead.named(&format!("parabola {n}")));
        let [cos, sin] = cos_sin(0.3 + 0.9 * n as f32);
        let bead = BodyDesc::dynamic([5.0 + 3.0 * cos, 3.5 + 3.0 * sin]).with(ShapeDesc::half_box(0.25, 0.2));
        scene.add(bead.named(&format!("ring {n}")));
    }
}

/// Places the beads on their wires before the first step.
#[derive(Clone, Default)]
struct Beads;

/// Keeps the bead on y = x² / 4, five metres to the left: the row is the distance from the curve with its
/// gradient.
fn on_parabola(ends: &JointEnds) -> [Option<ConstraintRow>; 3] {
    let at = ends.frames[1].p;
    let x = at.x + 5.0;
    let slope = vec2(-0.5 * x, 1.0);
    let length = slope.length();
    let n = slope * (1.0 / length);
    let row = ConstraintRow { value: (at.y - 0.25 * x * x) / length, ..ConstraintRow::offset(ends, n) };
    [Some(row), None, None]
}

/// Keeps the bead three metres from a point.
fn on_ring(ends: &JointEnds) -> [Option<ConstraintRow>; 3] {
    let way = ends.frames[1].p - vec2(5.0, 3.5);
    let n = way.normalize_or(Vec2::X);
    [Some(ConstraintRow { value: way.length() - 3.0, ..ConstraintRow::offset(ends, n) }), None, None]
}

impl Play for Beads {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step > 0 {
            return Ok(());
        }
        let Some(ground) = turn.body("ground") else { return Ok(()) };
        for n in 0..3 {
            if let Some(bead) = turn.body(&format!("parabola {n}")) {
                turn.world.join(Custom::new(ground, bead, on_parabola))?;
            }
            if let Some(bead) = turn.body(&format!("ring {n}")) {
                turn.world.join(Custom::new(ground, bead, on_ring))?;
            }
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let curve = |n: i32| vec2(-5.0 + 0.25 * n as f32, 0.25 * (0.25 * n as f32) * (0.25 * n as f32));
        for n in -18..18 {
            turn.overlay.line(curve(n), curve(n + 1), Tone::Note);
        }
        turn.overlay.ring([5.0, 3.5], 3.0, Tone::Note);
        Ok(())
    }
}

fn stretch(scene: &mut Scene) {
    scene.script = Some("stretch".to_owned());
    look_at(scene, [0.0, 4.0], 12.0);
    let ground = floor(scene, 14.0);
    for n in 0..4 {
        let x = -6.0 + 4.0 * n as f32;
        let mut last = ground;
        for link in 0..5 {
            let y = 8.5 - link as f32;
            let body = block(scene, [x, y], [0.1, 0.4]);
            match n {
                0 | 1 => hinge(scene, last, body, [x, y + 0.5]),
                2 => scene.join(JointDesc::Weld(held(last, body, [x, y + 0.5]))),
                _ => rod(scene, last, body, [[x, y + 0.6], [x, y + 0.4]]),
            };
            last = body;
        }
        let density = if n == 0 { 1.0 } else { 12.0 };
        let load =
            scene.add(BodyDesc::dynamic([x + 0.8, 3.2]).with(ShapeDesc::half_box(0.6, 0.6).density(density)));
        hinge(scene, last, load, [x, 3.8]);
    }
}

/// Draws the separation of the anchors of each joint, a hundred times enlarged.
#[derive(Clone, Default)]
struct Stretch {
    worst: f32,
}

impl Play for Stretch {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for joint in turn.world.joints().filter_map(|id| turn.world.joint(id)) {
            let separation = joint.separation();
            self.worst = if separation > self.worst { separation } else { self.worst };
            let at = joint.world_frames()[1].p;
            turn.overlay.ring(
                at,
                0.03 + 100.0 * separation,
                if separation > 0.002 { Tone::Foe } else { Tone::Hit },
            );
        }
        turn.overlay.set_headline(format!("{:.2} mm at most", 1000.0 * self.worst));
        Ok(())
    }
}

/// The parts of the figure: body, head, and two pairs of limbs, as centre and half extents.
const FIGURE: [([f32; 2], [f32; 2]); 6] = [
    ([0.0, 0.0], [0.3, 0.5]),
    ([0.0, 0.85], [0.22, 0.25]),
    ([-0.65, 0.3], [0.3, 0.1]),
    ([0.65, 0.3], [0.3, 0.1]),
    ([-0.2, -1.0], [0.1, 0.45]),
    ([0.2, -1.0], [0.1, 0.45]),
];
/// Anchor of each part except the body.
const HANGS: [[f32; 2]; 5] = [[0.0, 0.55], [-0.33, 0.3], [0.33, 0.3], [-0.2, -0.52], [0.2, -0.52]];

fn growing_doll(scene: &mut Scene) {
    scene.script = Some("growing_doll".to_owned());
    look_at(scene, [0.0, 3.0], 10.0);
    scene.add(terrain(&[[-9.0, 3.0], [-6.0, 0.5], [0.0, 0.0], [6.0, 0.5], [9.0, 3.0]]));
    let base = scene.bodies.len() as u32;
    let skin = crate::format::FilterDesc { category: 2, mask: u64::MAX, group: -1 };
    for ([x, y], [w, h]) in FIGURE {
        scene.add(BodyDesc::dynamic([x, y + 3.0]).with(ShapeDesc::half_box(w, h).filter(skin)));
    }
    for (n, [x, y]) in HANGS.into_iter().enumerate() {
        let mut parts = held(base, base + 1 + n as u32, [x, y + 3.0]);
        parts.limits = Some(crate::format::RangeDesc::new(-0.9, 0.9));
        parts.spring = Some(SpringDesc::new(2.0, 0.5));
        scene.join(JointDesc::Revolute(parts));
    }
    for n in 0..6 {
        disc(scene, [-4.0 + 1.6 * n as f32, 6.0], 0.3);
    }
}

/// Scales shapes and joints together, slowly up and down.
#[derive(Clone, Default)]
struct GrowingDoll;

impl Play for GrowingDoll {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step == 0 || !turn.step.is_multiple_of(10) {
            return Ok(());
        }
        let [cos, _] = cos_sin(core::f32::consts::TAU * turn.time() / 5.0);
        let scale = 1.5 - 0.5 * cos;
        for (n, (_, [w, h])) in FIGURE.into_iter().enumerate() {
            let part = turn.handles.bodies.get(1 + n).and_then(|&id| turn.world.body(id));
            let shape = part.and_then(|body| body.shapes().next());
            if let Some(mut shape) = shape.and_then(|shape: ShapeId| turn.world.shape_mut(shape)) {
                shape.set_geometry(Shape::from(cairn2d::Rect::half(scale * w, scale * h)))?;
            }
        }
        for (n, at) in HANGS.into_iter().enumerate() {
            let center = FIGURE[n + 1].0;
            let on = [at[0] - center[0], at[1] - center[1]];
            let frames = [at, on].map(|[x, y]| Pose::from_position(vec2(x, y) * scale));
            if let Some(mut joint) = turn.joint(n as u32).and_then(|id| turn.world.joint_mut(id)) {
                joint.set_frames(frames[0], frames[1])?;
            }
        }
        Ok(())
    }
}

fn body_hero(scene: &mut Scene) {
    scene.script = Some("body_hero".to_owned());
    look_at(scene, [4.0, 3.0], 15.0);
    let ground = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([4.0, 1.0], [-5.0, -1.0]))
        .with(ShapeDesc::box_at([8.0, 1.0], [13.0, -1.0]))
        .with(ShapeDesc::box_at([0.5, 3.0], [-8.5, 3.0]))
        .with(ShapeDesc::box_at([0.5, 3.0], [20.5, 3.0]));
    let ground = (0..5).fold(ground, |ground, n| {
        ground.with(ShapeDesc::box_at(
            [0.3, 0.1 + 0.1 * n as f32],
            [7.0 + 0.6 * n as f32, 0.1 + 0.1 * n as f32],
        ))
    });
    let ground = scene.add(ground.with(ShapeDesc::box_at([0.7, 0.5], [10.4, 0.5])));
    // A bridge of planks over the gap.
    let mut last = ground;
    for n in 0..12 {
        let x = -0.75 + 0.5 * n as f32;
        let plank =
            scene.add(BodyDesc::dynamic([x, -0.1]).with(ShapeDesc::half_box(0.25, 0.08).density(8.0)));
        hinge(scene, last, plank, [x - 0.25, -0.1]);
        last = plank;
    }
    hinge(scene, last, ground, [5.0, -0.1]);
    scene.add(BodyDesc::kinematic([13.0, 1.0]).with(ShapeDesc::half_box(0.9, 0.08).one_way()).named("lift"));
    for n in 0..5 {
        block(scene, [17.0, 0.3 + 0.6 * n as f32], [0.3, 0.3]);
    }
    let mut hero =
        BodyDesc::dynamic([-6.0, 1.2]).with(ShapeDesc::capsule([0.0, -0.5], [0.0, 0.5], 0.3).friction(0.0));
    hero.locks = Locks { rotation: true, ..Locks::default() };
    hero.sleep.enabled = false;
    scene.add(hero.named("hero"));
}

/// Moves the hero with forces, hovering on a spring above the ground that a cast finds; moves the lift.
#[derive(Clone, Default)]
struct BodyHero {
    wait: u32,
}

impl Play for BodyHero {
    fn keys(&self) -> &'static str {
        "Left and right walk, up jumps"
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        const HOVER: f32 = 0.2;
        let (next, dt) = (turn.time() + turn.dt, turn.dt);
        if let Some(mut lift) = turn.body("lift").and_then(|id| turn.world.body_mut(id)) {
            let [cos, _] = cos_sin(0.8 * (next));
            lift.set_target(Pose::from_position(vec2(13.0, 2.0 - 1.7 * cos)), dt)?;
        }
        let Some(hero) = turn.body("hero") else { return Ok(()) };
        let Some(body) = turn.world.body(hero) else { return Ok(()) };
        let (at, velocity, mass) = (body.position(), body.velocity(), body.mass().mass);
        let filter = QueryFilter::all().ignore(hero);
        let below = turn.world.cast_circle(Ray::new(at - vec2(0.0, 0.5), [0.0, -0.7]), 0.25, filter)?;
        let ground = below.map(|hit| (0.7 * hit.fraction - 0.05, hit));
        let carried =
            below.and_then(|hit| turn.world.body(hit.body)).map_or(Vec2::ZERO, |body| body.velocity());
        let rise = velocity.y - carried.y;
        let stands = ground.is_some_and(|(gap, hit)| gap < 1.5 * HOVER && hit.normal.y > 0.6) && rise < 1.5;
        let (walk, jump) = match turn.controls {
            Some(controls) => (4.0 * controls.sideways(), controls.up),
            None => (if turn.step < 700 { 3.0 } else { -3.0 }, turn.step % 160 == 150),
        };
        let limit = mass * if stands { 40.0 } else { 10.0 };
        let mut force = vec2((mass * (walk + carried.x - velocity.x) / 0.1).clamp(-limit, limit), 0.0);
        self.wait = self.wait.saturating_sub(1);
        let leaps = stands && jump && self.wait == 0;
        if let (true, false, Some((gap, _))) = (stands, leaps, ground) {
            force.y = mass * (625.0 * (HOVER - gap) - 50.0 * rise + 10.0);
        }
        let Some(mut body) = turn.world.body_mut(hero) else { return Ok(()) };
        body.apply_force(force)?;
        if leaps {
            body.set_velocity([velocity.x, carried.y + 6.5])?;
            self.wait = 20;
        }
        Ok(())
    }
}

fn tank(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let obstacles = parameters.count("obstacles", 0..=20, 20, "Obstacles");
    scene.script = Some("tank".to_owned());
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 14.0);
    scene.add(super::parts::room([10.0, 6.0], super::parts::surface(0.4, 0.2)));
    let hull = BodyDesc::dynamic([-6.0, -3.0]).with(ShapeDesc::half_box(0.9, 0.6).density(2.0));
    scene.add(hull.with(ShapeDesc::box_at([0.6, 0.08], [1.0, 0.0])).named("tank"));
    for n in 0..obstacles {
        let mut body = BodyDesc::dynamic([-3.0 + 2.2 * (n % 5) as f32, -3.5 + 2.3 * (n / 5) as f32]);
        (body.linear_damping, body.angular_damping) = (2.0, 2.0);
        scene.add(body.with(kind(n, 0.4)));
    }
}

/// Drives each track at its own speed with the force that the ground can bear; sideways the tracks only
/// slide.
#[derive(Clone, Default)]
struct Tank;

impl Play for Tank {
    fn keys(&self) -> &'static str {
        "Up and down drive, left and right turn"
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        const GRIP: f32 = 30.0;
        let Some(tank) = turn.body("tank") else { return Ok(()) };
        let (ahead, aside) = match turn.controls {
            Some(controls) => (controls.ahead(), controls.sideways()),
            None => {
                let [_, sin] = cos_sin(0.9 * turn.time());
                (1.0, sin)
            }
        };
        let Some(mut body) = turn.world.body_mut(tank) else { return Ok(()) };
        let (pose, mass) = (body.pose(), body.mass().mass);
        for side in [-1.0_f32, 1.0] {
            let at = pose.transform_point(vec2(0.0, 0.5 * side));
            let velocity = pose.q.inv_rotate(body.velocity_at(at));
            let wanted = vec2(3.0 * ahead + 1.5 * side * aside, 0.0);
            // Half of the mass for each track, accelerated to its speed in a twentieth of a second, or as far
            // as the grip allows.
            let force = (wanted - velocity) * (0.5 * mass / 0.05);
            let length = force.length();
            let force = if length > GRIP { force * (GRIP / length) } else { force };
            body.apply_force_at(pose.q.rotate(force), at)?;
        }
        Ok(())
    }
}
