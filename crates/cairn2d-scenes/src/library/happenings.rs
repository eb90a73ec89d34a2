//! Scenes of events: touches, hits, sensor overlaps, moves and sleep, and games that respond to them.

use super::parts::{bin, block, disc, floor, kind, look_at, regular};
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{BodyDesc, BoxDesc, Geometry, Locks, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::parameters::Parameters;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::{cos_sin, rotate};
use cairn2d::build::Ragdoll;
use cairn2d::{
    Body, BodyId, BodyKind, Circle, ContactId, Error, Explosion, IntoShape, Rect, SensorEventKind, ShapeId,
    Vec2, Weld, vec2,
};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    tunable("sticky", Category::Events, 500, sticky, "Balls stick to every body that they touch"),
    tunable(
        "collector",
        Category::Events,
        600,
        collector,
        "A craft welds every body that it touches to itself",
    ),
    entry(
        "long_touch",
        Category::Events,
        400,
        long_touch,
        "One contact is followed by its id from begin to end",
    ),
    entry(
        "scales",
        Category::Events,
        400,
        scales,
        "Scales read their load and the number of bodies on them from their contacts",
    ),
    entry("shells", Category::Events, 400, shells, "Shells explode on impact"),
    entry(
        "sensor_funnel",
        Category::Events,
        900,
        sensor_funnel,
        "Rag dolls and rings fall through a funnel; a sensor at its end removes them",
    ),
    entry(
        "sensor_bookends",
        Category::Events,
        600,
        sensor_bookends,
        "Sensors and visitors are removed, disabled and changed; every begin event has an end event",
    ),
    entry(
        "sensor_kinds",
        Category::Events,
        400,
        sensor_kinds,
        "Static, kinematic and dynamic sensors, and the shapes that each detects",
    ),
    entry(
        "jump_sensor",
        Category::Events,
        600,
        jump_sensor,
        "A character jumps when its foot sensor detects ground",
    ),
    entry(
        "who_moved",
        Category::Events,
        500,
        who_moved,
        "Explosions wake a sleeping town; move events mark moving bodies and report those that fall asleep",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[
    ("sticky", start::<Sticky>),
    ("collector", start::<Collector>),
    ("long_touch", start::<LongTouch>),
    ("scales", start::<Scales>),
    ("shells", start::<Shells>),
    ("sensor_funnel", start::<Funnel>),
    ("sensor_bookends", start::<Bookends>),
    ("sensor_kinds", start::<SensorKinds>),
    ("jump_sensor", start::<JumpSensor>),
    ("who_moved", start::<WhoMoved>),
];

fn sticky(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let discs = parameters.count("discs", 1..=90, 30, "Discs");
    scene.script = Some("sticky".to_owned());
    look_at(scene, [0.0, 3.5], 11.0);
    scene.add(bin(6.0, 8.0));
    for n in 0..discs {
        let mut body = BodyDesc::dynamic([-4.5 + 1.8 * (n % 6) as f32, 2.0 + 1.5 * (n / 6) as f32]);
        body.velocity = [3.0 - 1.2 * (n % 6) as f32, -2.0];
        body.user_data = 1;
        scene.add(body.with(ShapeDesc::circle(0.3)));
    }
    for n in 0..4 {
        let body = BodyDesc::fixed([-4.0 + 2.6 * n as f32, 3.0 + 0.8 * (n % 2) as f32]);
        scene.add(body.with(ShapeDesc::half_box(0.5, 0.15)));
    }
}

/// Welds bodies softly when they begin to touch; a pair of two sticky bodies counts once.
#[derive(Clone, Default)]
struct Sticky {
    welded: u32,
}

impl Play for Sticky {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let begins: Vec<(ContactId, [BodyId; 2])> = turn
            .world
            .events()
            .begins()
            .iter()
            .map(|event| (event.contact, [event.a.body, event.b.body]))
            .collect();
        for (contact, [a, b]) in begins {
            let point = turn.world.contact(contact).and_then(|contact| contact.points().next());
            let joined = turn.world.body(a).is_some_and(|body| {
                body.joints().filter_map(|id| turn.world.joint(id)).any(|joint| joint.bodies().contains(&b))
            });
            if let (Some(point), false) = (point, joined) {
                turn.world.join(Weld::new(a, b).at(point.point).collide_connected(true))?;
                self.welded += 1;
            }
        }
        turn.overlay.set_headline(format!("{} glued", self.welded));
        Ok(())
    }
}

fn collector(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let pieces = parameters.count("pieces", 1..=48, 36, "Pieces to collect");
    scene.script = Some("collector".to_owned());
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 16.0);
    scene.add(super::parts::room([13.0, 7.0], super::parts::surface(0.3, 0.5)));
    let craft =
        BodyDesc::dynamic([-9.0, 0.0]).with(ShapeDesc::polygon([[0.7, 0.0], [-0.4, 0.4], [-0.4, -0.4]], 0.1));
    scene.add(BodyDesc { linear_damping: 0.8, angular_damping: 2.0, ..craft }.named("craft"));
    for n in 0..pieces {
        let [cos, sin] = cos_sin(2.4 * n as f32);
        let radius = 1.2 + 0.3 * n as f32;
        let mut body = BodyDesc::dynamic([0.9 * radius * cos, 0.55 * radius * sin]);
        body.user_data = 1;
        scene.add(body.with(kind(n, 0.3).density(0.3)));
    }
}

/// Steers the craft to the nearest piece, or by the controls, and attaches the pieces that it touches.
#[derive(Clone, Default)]
struct Collector {
    taken: u32,
}

impl Play for Collector {
    fn keys(&self) -> &'static str {
        "Arrows push the craft"
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(craft) = turn.body("craft") else { return Ok(()) };
        let Some(at) = turn.world.body(craft).map(|body| body.center()) else { return Ok(()) };
        let way = match turn.controls {
            Some(controls) => vec2(controls.sideways(), controls.ahead()),
            None => {
                let pieces = turn.world.bodies().filter_map(|id| turn.world.body(id));
                let places = pieces.filter(|body| body.user_data() == 1).map(|body| body.position() - at);
                places.fold(Vec2::ZERO, |best, way| {
                    if best == Vec2::ZERO || way.length_squared() < best.length_squared() {
                        way
                    } else {
                        best
                    }
                })
            }
        };
        if let (Some(along), Some(mut craft)) = (way.normalize(), turn.world.body_mut(craft)) {
            let mass = craft.mass().mass;
            craft.apply_force(along * (8.0 * mass))?;
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(craft) = turn.body("craft") else { return Ok(()) };
        let touched: Vec<BodyId> = turn
            .world
            .events()
            .begins()
            .iter()
            .filter_map(|event| match (event.a, event.b) {
                (a, b) if a.body == craft && b.body_data == 1 => Some(b.body),
                (a, b) if b.body == craft && a.body_data == 1 => Some(a.body),
                _ => None,
            })
            .collect();
        for piece in touched {
            // Its shapes move to the craft and keep their world position; the empty body is removed.
            let shapes: Vec<ShapeId> =
                turn.world.body(piece).map(|body| body.shapes().collect()).unwrap_or_default();
            for shape in shapes.into_iter().rev() {
                turn.world.reattach(shape, craft)?;
                self.taken += 1;
            }
            if turn.world.body(piece).is_some() {
                turn.world.despawn(piece)?;
            }
        }
        turn.overlay.set_headline(format!("{} of 36 taken", self.taken));
        Ok(())
    }
}

fn long_touch(scene: &mut Scene) {
    scene.script = Some("long_touch".to_owned());
    look_at(scene, [0.0, 2.0], 9.0);
    let points: Vec<[f32; 2]> = (-16..=16).map(|n: i32| [0.5 * n as f32, 0.012 * (n * n) as f32]).collect();
    scene.add(super::parts::terrain(&points));
    let mut ball = BodyDesc::dynamic([-5.0, 3.4]);
    ball.velocity = [1.0, 0.0];
    scene.add(ball.with(ShapeDesc::circle(0.5)).named("ball"));
    block(scene, [0.0, 0.5], [0.4, 0.4]);
}

/// Stores the first contact of the ball and reads it by its id in every step.
#[derive(Clone, Default)]
struct LongTouch {
    followed: Option<ContactId>,
    steps: u32,
    ended: u32,
}

impl Play for LongTouch {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(ball) = turn.body("ball") else { return Ok(()) };
        let ended = turn.world.events().ends().iter().any(|event| Some(event.contact) == self.followed);
        if ended {
            (self.followed, self.steps, self.ended) = (None, 0, self.ended + 1);
        }
        if self.followed.is_none() {
            let mut begins = turn.world.events().begins().iter();
            self.followed =
                begins.find(|event| event.a.body == ball || event.b.body == ball).map(|event| event.contact);
        }
        if let Some(contact) = self.followed.and_then(|id| turn.world.contact(id)) {
            self.steps += 1;
            for point in contact.points() {
                turn.overlay.arrow(point.point, point.point + contact.normal(), Tone::Hit);
            }
        }
        turn.overlay
            .set_headline(format!("followed for {} steps, {} contacts before", self.steps, self.ended));
        Ok(())
    }
}

fn scales(scene: &mut Scene) {
    scene.script = Some("scales".to_owned());
    look_at(scene, [0.0, 3.0], 11.0);
    floor(scene, 12.0);
    for n in 0..4 {
        let x = -6.0 + 4.0 * n as f32;
        scene.add(BodyDesc::fixed([x, 0.3]).with(ShapeDesc::half_box(1.4, 0.3)).named(&format!("scale {n}")));
        for load in 0..=2 * n {
            let at = [x - 0.7 + 0.7 * (load % 3) as f32, 1.5 + 1.0 * (load / 3) as f32];
            scene.add(BodyDesc::dynamic(at).with(kind(load, 0.32).density(5.0)));
        }
    }
}

/// Sums the impulses of the contacts of each scale; over a step they equal the weight.
#[derive(Clone, Default)]
struct Scales;

impl Play for Scales {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let gravity = turn.world.config().gravity.length();
        let sub_step = turn.dt / turn.world.config().sub_steps as f32;
        for n in 0..4 {
            let Some(scale) = turn.body(&format!("scale {n}")).and_then(|id| turn.world.body(id)) else {
                continue;
            };
            let (mut force, mut touching, mut crush) = (0.0, 0, 0.0_f32);
            for contact in
                scale.contacts().filter_map(|id| turn.world.contact(id)).filter(|c| c.is_touching())
            {
                touching += 1;
                for point in contact.points() {
                    force += point.normal_impulse / sub_step * contact.normal().y.abs();
                    crush = if point.normal_impulse > crush { point.normal_impulse } else { crush };
                }
            }
            let at = scale.position();
            turn.overlay.text(at + vec2(0.0, 3.6), format!("{:.2} kg", force / gravity), Tone::Hit);
            turn.overlay.text(at + vec2(0.0, 2.9), format!("{touching} touch"), Tone::Note);
            turn.overlay.ring(at, 0.15 + crush, Tone::Foe);
        }
        Ok(())
    }
}

fn shells(scene: &mut Scene) {
    scene.script = Some("shells".to_owned());
    look_at(scene, [0.0, 4.0], 15.0);
    floor(scene, 40.0);
    for column in 0..6 {
        for row in 0..7 {
            block(scene, [2.0 + 1.3 * column as f32, 0.3 + 0.6 * row as f32], [0.45, 0.3]);
        }
    }
}

/// Fires a shell every forty steps, with an explosion at its hit.
#[derive(Clone, Default)]
struct Shells {
    burst: u32,
}

/// User data of shells.
const SHELL: u64 = 77;

impl Play for Shells {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step.is_multiple_of(40) && turn.step < 360 {
            let rise = 6.0 + 1.5 * (turn.step / 40 % 4) as f32;
            let shell = Body::dynamic().at([-14.0, 1.5]).velocity([24.0, rise]).bullet().user_data(SHELL);
            turn.world.spawn(shell.with(Circle::new(0.15).density(4.0).report_hits_above(1.0)))?;
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let hits = turn.world.events().hits().iter();
        let burst: Vec<(BodyId, Vec2)> = hits
            .filter_map(|hit| match (hit.a.body_data, hit.b.body_data) {
                (SHELL, _) => Some((hit.a.body, hit.point)),
                (_, SHELL) => Some((hit.b.body, hit.point)),
                _ => None,
            })
            .collect();
        for (shell, point) in burst {
            // A shell that touched two bodies at once explodes once.
            if turn.world.body(shell).is_some() {
                turn.world.despawn(shell)?;
                turn.world.explode(&Explosion::new(point, 0.5, 3.0).falloff(2.0))?;
                self.burst += 1;
            }
            turn.overlay.ring(point, 2.5, Tone::Foe);
        }
        turn.overlay.set_headline(format!("{} burst", self.burst));
        Ok(())
    }
}

fn sensor_funnel(scene: &mut Scene) {
    scene.script = Some("sensor_funnel".to_owned());
    look_at(scene, [0.0, 5.0], 17.0);
    let wall = |side: f32, points: [[f32; 2]; 4]| {
        ShapeDesc::polygon(points.map(|[x, y]| [side * x, y]), 0.0).friction(0.1)
    };
    let mut funnel = BodyDesc::fixed([0.0, 0.0]);
    for side in [-1.0, 1.0] {
        funnel = funnel
            .with(wall(side, [[6.0, 13.0], [6.3, 13.0], [6.3, 8.0], [6.0, 8.0]]))
            .with(wall(side, [[6.0, 8.0], [6.3, 8.0], [1.6, 2.0], [1.3, 2.0]]))
            .with(wall(side, [[1.3, 2.0], [1.6, 2.0], [1.6, -1.0], [1.3, -1.0]]));
    }
    for n in 0..3 {
        let stirrer = BodyDesc::kinematic([-3.0 + 3.0 * n as f32, 9.0]);
        let spin = if n % 2 == 0 { 1.5 } else { -1.5 };
        scene.add(BodyDesc { angular_velocity: spin, ..stirrer }.with(ShapeDesc::half_box(1.0, 0.1)));
    }
    scene.add(funnel);
    scene.add(BodyDesc::fixed([0.0, -2.0]).with(ShapeDesc::half_box(3.0, 0.5).sensor()).named("end"));
}

/// Drops dolls and rings, and removes the bodies that reach the sensor.
#[derive(Clone, Default)]
struct Funnel {
    dropped: u32,
    gone: u32,
}

impl Play for Funnel {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step.is_multiple_of(45) && turn.step < 800 {
            let x = 2.5 * ((self.dropped % 3) as f32 - 1.0);
            if self.dropped.is_multiple_of(2) {
                Ragdoll::new([x, 13.0]).build(turn.world)?;
            } else {
                let mut ring = Body::dynamic().at([x, 13.0]);
                for n in 0..8 {
                    let angle = core::f32::consts::TAU * n as f32 / 8.0;
                    ring = ring.with(Rect::half(0.08, 0.26).at(rotate([0.6, 0.0], angle)).rotated(angle));
                }
                turn.world.spawn(ring)?;
            }
            self.dropped += 1;
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let came: Vec<BodyId> = turn.world.events().sensor_begins().map(|event| event.visitor.body).collect();
        for body in came {
            if turn.world.body(body).is_some() {
                turn.world.despawn(body)?;
                self.gone += 1;
            }
        }
        turn.overlay.set_headline(format!("{} dropped, {} bodies removed", self.dropped, self.gone));
        Ok(())
    }
}

fn sensor_bookends(scene: &mut Scene) {
    scene.script = Some("sensor_bookends".to_owned());
    look_at(scene, [0.0, 2.5], 9.0);
    scene.add(
        BodyDesc::fixed([0.0, -0.5])
            .with(ShapeDesc { sensor_events: Some(false), ..ShapeDesc::half_box(10.0, 0.5) }),
    );
    for n in 0..6 {
        let x = -6.25 + 2.5 * n as f32;
        let sensor = BodyDesc::fixed([x, 1.0]).with(ShapeDesc::half_box(0.9, 1.0).sensor());
        scene.add(sensor.named(&format!("sensor {n}")));
        let visitor = BodyDesc::dynamic([x, 3.5]).with(kind(n, 0.4));
        scene.add(visitor.named(&format!("visitor {n}")));
    }
}

/// Ends each sensor overlap in a different way, and counts.
#[derive(Clone, Default)]
struct Bookends {
    begins: u32,
    ends: u32,
}

impl Play for Bookends {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let (sensor, visitor) =
            (|n: u32| turn.body(&format!("sensor {n}")), |n: u32| turn.body(&format!("visitor {n}")));
        match turn.step {
            150 => sensor(0).map_or(Ok(()), |id| turn.world.despawn(id))?,
            200 => visitor(1).map_or(Ok(()), |id| turn.world.despawn(id))?,
            250 | 300 => {
                if let Some(mut body) = sensor(2).and_then(|id| turn.world.body_mut(id)) {
                    body.set_enabled(turn.step == 300);
                }
            }
            350 | 400 => {
                if let Some(mut body) = visitor(3).and_then(|id| turn.world.body_mut(id)) {
                    body.set_enabled(turn.step == 400);
                }
            }
            450 | 500 => {
                let shape = visitor(4).and_then(|id| turn.world.body(id)?.shapes().next());
                if let Some(mut shape) = shape.and_then(|shape| turn.world.shape_mut(shape)) {
                    shape.set_sensor_events(turn.step == 500);
                }
            }
            550 => {
                if let Some(mut body) = visitor(5).and_then(|id| turn.world.body_mut(id)) {
                    body.set_pose(cairn2d::Pose::from_position(vec2(6.25, 5.5)))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for event in turn.world.events().sensors() {
            match event.kind {
                SensorEventKind::Begin => self.begins += 1,
                SensorEventKind::End => self.ends += 1,
            }
        }
        let inside = turn.world.sensor_overlaps().count();
        turn.overlay.set_headline(format!("{} begins, {} ends, {inside} inside", self.begins, self.ends));
        Ok(())
    }
}

fn sensor_kinds(scene: &mut Scene) {
    scene.script = Some("sensor_kinds".to_owned());
    look_at(scene, [0.0, 3.0], 11.0);
    let floor = floor(scene, 12.0);
    scene.bodies[floor as usize].shapes[0].sensor_events = Some(false);
    for n in 0..3 {
        let at = [-6.0 + 6.0 * n as f32, 2.0];
        let mut body = match n {
            0 => BodyDesc::fixed(at),
            1 => BodyDesc::kinematic(at),
            _ => BodyDesc { gravity_scale: 0.0, ..BodyDesc::dynamic(at) },
        };
        if n > 0 {
            body.angular_velocity = 0.8;
        }
        scene.add(
            body.with(ShapeDesc::circle(0.2))
                .with(ShapeDesc::circle(1.6).sensor())
                .named(&format!("sensor {n}")),
        );
        for guest in 0..3 {
            let at = [at[0] - 0.9 + 0.9 * guest as f32, at[1] + 2.5 + 0.6 * guest as f32];
            let visitor = match guest {
                0 => BodyDesc::dynamic(at),
                1 => BodyDesc { velocity: [0.0, -0.8], ..BodyDesc::kinematic(at) },
                _ => BodyDesc::fixed([at[0], 2.6]),
            };
            let shape = ShapeDesc { sensor_events: Some(true), ..kind(guest + 1, 0.3) };
            scene.add(visitor.with(shape));
        }
    }
}

/// Draws a line from each sensor to each visitor.
#[derive(Clone, Default)]
struct SensorKinds;

impl Play for SensorKinds {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let place = |shape: ShapeId| {
            let body = turn.world.shape(shape).map(|shape| shape.body())?;
            turn.world.body(body).map(|body| (body.position(), body.kind()))
        };
        for (sensor, visitor) in turn.world.sensor_overlaps() {
            if let (Some((from, _)), Some((to, kind))) = (place(sensor), place(visitor)) {
                turn.overlay.line(from, to, if kind == BodyKind::Dynamic { Tone::Hit } else { Tone::Note });
            }
        }
        Ok(())
    }
}

fn jump_sensor(scene: &mut Scene) {
    scene.script = Some("jump_sensor".to_owned());
    look_at(scene, [0.0, 3.0], 12.0);
    floor(scene, 12.0);
    for n in 0..6 {
        let body = BodyDesc::fixed([-7.0 + 2.8 * n as f32, 0.5 + 0.35 * n as f32]);
        scene.add(body.with(ShapeDesc::half_box(0.6, 0.1).one_way()));
    }
    let mut hero = BodyDesc::dynamic([-9.0, 1.0]);
    hero.locks = Locks { rotation: true, ..Locks::default() };
    let foot = ShapeDesc::new(Geometry::Box(BoxDesc {
        half: [0.2, 0.08],
        center: [0.0, -0.8],
        angle: 0.0,
        radius: 0.0,
    }));
    let skin = ShapeDesc::capsule([0.0, -0.4], [0.0, 0.4], 0.35).friction(0.0);
    // Sensors detect the ground only if it enables sensor events.
    for body in &mut scene.bodies {
        body.shapes.iter_mut().for_each(|shape| shape.sensor_events = Some(true));
    }
    scene.add(hero.with(skin).with(foot.sensor()).named("hero"));
}

/// Walks to and fro, or by the controls, and jumps when the foot sensor detects ground.
#[derive(Clone, Default)]
struct JumpSensor {
    jumps: u32,
    wait: u32,
}

impl Play for JumpSensor {
    fn keys(&self) -> &'static str {
        "Left and right walk, up jumps"
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(hero) = turn.body("hero") else { return Ok(()) };
        let Some(body) = turn.world.body(hero) else { return Ok(()) };
        let foot = super::parts::sensor_of(turn.world, hero);
        let stands = foot.and_then(|foot| turn.world.shape(foot)).is_some_and(|foot| {
            foot.visitors().filter_map(|id| turn.world.shape(id)).any(|shape| shape.body() != hero)
        });
        let (velocity, mass) = (body.velocity(), body.mass().mass);
        let (walk, jump) = match turn.controls {
            Some(controls) => (4.0 * controls.sideways(), controls.up),
            None => (if (turn.step / 250).is_multiple_of(2) { 3.0 } else { -3.0 }, turn.step % 50 > 30),
        };
        self.wait = self.wait.saturating_sub(1);
        let Some(mut body) = turn.world.body_mut(hero) else { return Ok(()) };
        body.apply_force([8.0 * mass * (walk - velocity.x), 0.0])?;
        if stands && jump && self.wait == 0 && velocity.y < 1.0 {
            body.apply_impulse([0.0, mass * (6.5 - velocity.y)])?;
            (self.jumps, self.wait) = (self.jumps + 1, 15);
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        turn.overlay.set_headline(format!("{} jumps", self.jumps));
        Ok(())
    }
}

fn who_moved(scene: &mut Scene) {
    scene.script = Some("who_moved".to_owned());
    look_at(scene, [0.0, 4.0], 13.0);
    floor(scene, 40.0);
    for house in 0..5 {
        let x = -8.0 + 4.0 * house as f32;
        for row in 0..5 {
            for column in 0..3 {
                block(scene, [x - 0.8 + 0.8 * column as f32, 0.35 + 0.7 * row as f32], [0.39, 0.35]);
            }
        }
        scene.add(BodyDesc::dynamic([x, 4.0]).with(ShapeDesc::polygon(regular(3, 0.6), 0.0)));
    }
    disc(scene, [0.0, 6.0], 0.3);
}

/// Sets off an explosion every hundred steps and marks the bodies that moved.
#[derive(Clone, Default)]
struct WhoMoved {
    slept: u32,
}

impl Play for WhoMoved {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step % 100 == 90 {
            let x = -8.0 + 4.0 * (turn.step / 100 % 5) as f32;
            turn.world.explode(&Explosion::new([x, 0.8], 1.0, 2.5).falloff(1.5))?;
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let events = turn.world.events();
        self.slept += events.sleeps().len() as u32;
        for moved in events.moves() {
            turn.overlay.cross(moved.pose.p, 0.12, Tone::Hit);
        }
        turn.overlay.set_headline(format!(
            "{} moved, {} times one fell asleep",
            events.moves().len(),
            self.slept
        ));
        Ok(())
    }
}
