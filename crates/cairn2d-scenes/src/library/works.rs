//! Scenes of machines: linkages that walk, lift, pump, crane and balance.

use super::parts::{APART, NOWHERE, bin, block, disc, floor, held, hinge, look_at, rod};
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{
    BodyDesc, BoxDesc, FilterDesc, Geometry, JointAnchor, JointDesc, JointParts, Locks, MotorDesc, RangeDesc,
    Scene, ServoDesc, ShapeDesc, SpringDesc,
};
use crate::parameters::Parameters;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::{cos_sin, rotate};
use cairn2d::{Error, Motor, Servo};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "walker",
        Category::Machines,
        600,
        walker,
        "A motor turns the crank of a walker with six linked legs",
    ),
    entry(
        "scissor_lift",
        Category::Machines,
        600,
        scissor_lift,
        "Crossed beams on a motor lift a platform with a load",
    ),
    entry(
        "toothed_gears",
        Category::Machines,
        600,
        toothed_gears,
        "Gears with real teeth and without gear joints transmit a motor and lift a door",
    ),
    entry(
        "pump",
        Category::Machines,
        1200,
        pump,
        "A piston on a crank pumps balls up a shaft past a one-way valve",
    ),
    entry(
        "crane",
        Category::Machines,
        1200,
        crane,
        "A trolley moves, a winch lowers, and a hook picks up bodies that its sensor detects",
    ),
    entry("unicycle", Category::Machines, 900, unicycle, "A controlled motor balances a rider on one wheel"),
    entry(
        "linked_toy",
        Category::Machines,
        400,
        linked_toy,
        "Prismatic and revolute joints in a closed loop fold up",
    ),
    entry(
        "sixteen_drums",
        Category::Machines,
        600,
        sixteen_drums,
        "Sixteen drums with separate loads rotate at different speeds",
    ),
    tunable(
        "spinning_comb",
        Category::Machines,
        500,
        spinning_comb,
        "A kinematic wheel of 400 shapes stirs a heap",
    ),
    tunable(
        "catapult",
        Category::Machines,
        400,
        catapult,
        "A weight falls, an arm swings, a stone flies into a wall",
    ),
    tunable(
        "marble_run",
        Category::Machines,
        1200,
        marble_run,
        "Marbles run down ramps, over a wheel and into a seesaw",
    ),
    entry(
        "clock",
        Category::Machines,
        900,
        clock,
        "A weight on a drum drives two hands through a gear ratio of 12 to 1",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[("crane", start::<Crane>), ("unicycle", start::<Unicycle>)];

/// Length of one unit of the legs \[m\].
const LEG: f32 = 0.04;
/// The height of the crank above the ground \[m\].
const CRANK: f32 = 3.85;

/// Six legs with the proportions of Theo Jansen: thirteen lengths that convert the circle of the crank into
/// steps.
fn walker(scene: &mut Scene) {
    look_at(scene, [5.0, 4.0], 16.0);
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([60.0, 0.5], [0.0, -0.5]).friction(1.0)));
    let skin = FilterDesc { category: 2, mask: 1, group: -1 };
    let beam = ShapeDesc::box_at([38.0 * LEG, 0.15], [0.0, -7.8 * LEG]).density(3.0).filter(skin);
    let frame = scene.add(BodyDesc::dynamic([0.0, CRANK]).with(beam));
    let wheel = ShapeDesc::circle(15.0 * LEG).density(6.0).filter(skin);
    let crank = scene.add(BodyDesc::dynamic([0.0, CRANK]).with(wheel));
    let mut motor = held(frame, crank, [0.0, CRANK]);
    motor.motor = Some(MotorDesc { speed: -1.6, strength: 800.0 });
    scene.join(JointDesc::Revolute(motor));
    for pair in 0..3 {
        let [cos, sin] = cos_sin(core::f32::consts::TAU * pair as f32 / 3.0);
        for side in [-1.0_f32, 1.0] {
            leg(scene, (frame, crank), [15.0 * cos, 15.0 * sin], side);
        }
    }
}

/// The point at these distances from two points, to the left or to the right of the direction from the first
/// to the second.
fn meet((a, from_a): ([f32; 2], f32), (b, from_b): ([f32; 2], f32), left: bool) -> [f32; 2] {
    let way = [b[0] - a[0], b[1] - a[1]];
    let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
    let [x, y] = way.map(|part| part / length);
    let along = (length * length + from_a * from_a - from_b * from_b) / (2.0 * length);
    let aside = (from_a * from_a - along * along).sqrt();
    let aside = if left { aside } else { -aside };
    [a[0] + along * x - aside * y, a[1] + along * y + aside * x]
}

/// One leg, to the left (`side` -1) or mirrored to the right, on a pin of the crank given in units about its
/// axle.
fn leg(scene: &mut Scene, (frame, crank): (u32, u32), pin: [f32; 2], side: f32) {
    // Computed as a left leg, then mirrored.
    let pin = [-side * pin[0], pin[1]];
    let pivot = [-38.0, -7.8];
    let top = meet((pivot, 41.5), (pin, 50.0), true);
    let elbow = meet((pivot, 40.1), (top, 55.8), true);
    let knee = meet((pivot, 39.3), (pin, 61.9), false);
    let heel = meet((knee, 36.7), (elbow, 39.4), true);
    let foot = meet((knee, 49.0), (heel, 65.7), true);
    let place = |[x, y]: [f32; 2]| [-side * LEG * x, CRANK + LEG * y];
    let [pin, pivot, top, elbow, knee, heel, foot] = [pin, pivot, top, elbow, knee, heel, foot].map(place);
    let skin = FilterDesc { category: 2, mask: 1, group: -1 };
    let triangle = |corners: [[f32; 2]; 3]| {
        let center = [0, 1].map(|axis| (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3.0);
        let local = corners.map(|corner| [corner[0] - center[0], corner[1] - center[1]]);
        BodyDesc::dynamic(center)
            .with(ShapeDesc::polygon(local, 0.05).density(0.6).friction(1.0).filter(skin))
    };
    let upper = scene.add(triangle([pivot, top, elbow]));
    let lower = scene.add(triangle([knee, heel, foot]));
    hinge(scene, frame, upper, pivot);
    rod(scene, crank, upper, [pin, top]);
    rod(scene, crank, lower, [pin, knee]);
    rod(scene, frame, lower, [pivot, knee]);
    rod(scene, upper, lower, [elbow, heel]);
}

fn scissor_lift(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 13.0);
    let ground = floor(scene, 20.0);
    const STAGES: u32 = 4;
    let (half, tilt) = (2.5, 0.15);
    let [cos, sin] = cos_sin(tilt);
    let mut below: Option<[u32; 2]> = None;
    for stage in 0..STAGES {
        let y = 0.6 + half * sin * (1.0 + 2.0 * stage as f32);
        let beams = [tilt, -tilt].map(|angle| {
            let body = BodyDesc { angle, ..BodyDesc::dynamic([0.0, y]) };
            scene.add(body.with(ShapeDesc::half_box(half, 0.1).density(3.0).filter(NOWHERE)))
        });
        hinge(scene, beams[0], beams[1], [0.0, y]);
        let low = y - half * sin;
        match below {
            None => {
                // One foot is fixed, the other slides and is pulled in.
                hinge(scene, ground, beams[0], [-half * cos, low]);
                let mut slide = held(ground, beams[1], [half * cos, low]);
                slide.along = Some([1.0, 0.0]);
                scene.join(JointDesc::Slot(slide));
                let ends = JointAnchor::between([-half * cos, low], [half * cos, low]);
                let mut ram = JointParts::at(ground, beams[1], ends);
                ram.spring = Some(SpringDesc::new(0.0, 0.0));
                ram.servo = Some(ServoDesc { target: 3.0, max_speed: 0.4, strength: 20_000.0 });
                scene.join(JointDesc::Distance(ram));
            }
            Some([left, right]) => {
                hinge(scene, right, beams[0], [-half * cos, low]);
                hinge(scene, left, beams[1], [half * cos, low]);
            }
        }
        below = Some(beams);
    }
    let Some([left, right]) = below else { return };
    let top = 0.6 + half * sin * 2.0 * STAGES as f32;
    let platform = ShapeDesc::half_box(half + 0.3, 0.15).density(2.0);
    let platform = scene.add(BodyDesc::dynamic([0.0, top + 0.1]).with(platform));
    hinge(scene, right, platform, [-half * cos, top]);
    let mut slide = held(platform, left, [half * cos, top]);
    slide.along = Some([1.0, 0.0]);
    scene.join(JointDesc::Slot(slide));
    for n in 0..6 {
        block(scene, [-1.5 + 0.6 * n as f32, top + 0.6 + 0.5 * (n % 2) as f32], [0.25, 0.25]);
    }
}

/// A wheel with teeth that are shapes.
fn cog(scene: &mut Scene, ground: u32, center: [f32; 2], teeth: u32, radius: f32) -> u32 {
    let grip = 0.1;
    let mut wheel =
        BodyDesc::dynamic(center).with(ShapeDesc::circle(radius - 0.16).density(1.0).friction(grip));
    for n in 0..teeth {
        let turn = core::f32::consts::TAU * n as f32 / teeth as f32;
        let points = [[-0.2, -0.13], [0.16, -0.05], [0.16, 0.05], [-0.2, 0.13]];
        let tooth = points.map(|[x, y]| rotate([x + radius, y], turn));
        wheel = wheel.with(ShapeDesc::polygon(tooth, 0.02).friction(grip));
    }
    let wheel = scene.add(wheel);
    hinge(scene, ground, wheel, center);
    wheel
}

fn toothed_gears(scene: &mut Scene) {
    look_at(scene, [1.0, 5.0], 14.0);
    let ground = floor(scene, 20.0);
    // A pitch of 0.45 m along the rim: 12 teeth make a radius of 0.86 m, 24 of 1.72 m.
    let radius = |teeth: u32| 0.45 * teeth as f32 / core::f32::consts::TAU;
    let small = cog(scene, ground, [-5.0, 6.0], 12, radius(12));
    let x = -5.0 + radius(12) + radius(24) + 0.06;
    let large = cog(scene, ground, [x, 6.0], 24, radius(24));
    // The large wheel starts rotated by half a tooth, so that the teeth mesh.
    scene.bodies[large as usize].angle = core::f32::consts::TAU / 48.0;
    let mut motor = JointParts::new(ground, small);
    motor.motor = Some(MotorDesc { speed: -1.5, strength: 300.0 });
    scene.join(JointDesc::Rotary(motor));
    // It drives a rack of teeth, which is a door between rails.
    let left = x + radius(24) + 0.06;
    let mut door = BodyDesc::dynamic([left + 0.45, 4.0]).with(ShapeDesc::half_box(0.25, 3.0).density(0.5));
    for n in 0..13 {
        let y = -2.7 + 0.45 * n as f32;
        let tooth = [[-0.25, y - 0.13], [-0.6, y - 0.05], [-0.6, y + 0.05], [-0.25, y + 0.13]];
        door = door.with(ShapeDesc::polygon(tooth, 0.02).friction(0.1));
    }
    let door = scene.add(door);
    let mut rails = held(ground, door, [left + 0.45, 4.0]);
    rails.along = Some([0.0, 1.0]);
    rails.limits = Some(RangeDesc::new(-0.9, 3.0));
    scene.join(JointDesc::Prismatic(rails));
    for n in 0..5 {
        disc(scene, [left + 1.6 + 0.5 * n as f32, 0.6 + 0.8 * n as f32], 0.35);
    }
}

fn pump(scene: &mut Scene) {
    look_at(scene, [-2.5, 2.0], 13.0);
    let slope = |left: [f32; 2], right: [f32; 2]| {
        let under = |[x, y]: [f32; 2]| [x, y - 0.2];
        ShapeDesc::polygon([left, right, under(right), under(left)], 0.0)
    };
    let frame = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([8.0, 0.3], [-2.0, -3.6]))
        // A shaft, open on the left for a ball, with a slope into it and one from its top.
        .with(ShapeDesc::box_at([0.1, 0.7], [-0.5, -0.2]).friction(0.1))
        .with(ShapeDesc::box_at([0.1, 1.425], [-0.5, 2.675]).friction(0.1))
        .with(ShapeDesc::box_at([0.1, 3.05], [0.5, 2.15]).friction(0.1))
        .with(slope([-6.9, 2.4], [-0.6, 0.5]))
        .with(slope([-6.0, 3.3], [-0.6, 4.1]))
        .with(ShapeDesc::box_at([0.1, 2.4], [-7.0, 4.0]));
    let frame = scene.add(frame);
    // The valve lets balls pass upwards, and holds the column while the piston goes down.
    scene.add(BodyDesc::fixed([0.0, 1.5]).with(ShapeDesc::half_box(0.4, 0.05).one_way()));
    let piston = ShapeDesc::half_box(0.36, 0.6).density(6.0).friction(0.05);
    let piston = scene.add(BodyDesc::dynamic([0.0, 1.1]).with(piston));
    let mut rails = held(frame, piston, [0.0, 1.1]);
    rails.along = Some([0.0, 1.0]);
    scene.join(JointDesc::Prismatic(rails));
    let crank = ShapeDesc::circle(0.7).density(6.0).filter(NOWHERE);
    let crank = scene.add(BodyDesc::dynamic([0.0, -2.2]).with(crank));
    let mut motor = held(frame, crank, [0.0, -2.2]);
    motor.motor = Some(MotorDesc { speed: 3.0, strength: 2000.0 });
    scene.join(JointDesc::Revolute(motor));
    rod(scene, crank, piston, [[0.0, -1.6], [0.0, 1.1]]);
    for n in 0..8 {
        let body = BodyDesc::dynamic([-6.3 + 0.75 * n as f32, 2.8 - 0.2 * n as f32]);
        scene.add(body.with(ShapeDesc::circle(0.34).friction(0.1)));
    }
}

fn crane(scene: &mut Scene) {
    scene.script = Some("crane".to_owned());
    look_at(scene, [0.0, 4.5], 14.0);
    let ground = floor(scene, 20.0);
    let trolley = block(scene, [-5.0, 9.0], [0.6, 0.2]);
    let mut rail = held(ground, trolley, [-5.0, 9.0]);
    rail.along = Some([1.0, 0.0]);
    rail.servo = Some(ServoDesc { target: 0.0, max_speed: 2.0, strength: 500.0 });
    scene.join(JointDesc::Prismatic(rail));
    let locks = Locks { rotation: true, ..Locks::default() };
    let hook = BodyDesc::dynamic([-5.0, 6.0]).with(ShapeDesc::circle(0.25).density(8.0));
    let hook = hook.with(
        ShapeDesc::new(Geometry::Circle(crate::format::CircleDesc { center: [0.0, -0.35], radius: 0.2 }))
            .sensor(),
    );
    let hook = scene.add(BodyDesc { linear_damping: 1.5, locks, ..hook }.named("hook"));
    let mut winch = JointParts::at(trolley, hook, JointAnchor::between([-5.0, 9.0], [-5.0, 6.0]));
    winch.spring = Some(SpringDesc::new(0.0, 0.0));
    winch.servo = Some(ServoDesc { target: 3.0, max_speed: 1.5, strength: 2000.0 });
    scene.join(JointDesc::Distance(winch));
    for n in 0..5 {
        let load = BodyDesc::dynamic([-4.0 + 1.6 * n as f32, 0.4]).with(ShapeDesc::half_box(0.5, 0.4));
        scene.add(load.named(&format!("load {n}")));
    }
    scene.add(BodyDesc::fixed([7.0, 0.75]).with(ShapeDesc::half_box(1.5, 0.75)));
}

/// Drives trolley and winch from load to load, picks each up and sets it down on the stand.
#[derive(Clone, Default)]
struct Crane {
    held: Option<cairn2d::JointId>,
    delivered: u32,
}

impl Play for Crane {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        const CYCLE: u32 = 600;
        let phase = turn.step % CYCLE;
        let load = turn.step / CYCLE;
        let (rail, winch) = (turn.joint(0), turn.joint(1));
        let from = -4.0 + 1.6 * load as f32;
        let (slide, length) = match phase {
            0..170 => (from + 5.0, 6.0),
            170..270 => (from + 5.0, 7.95),
            270..340 => (from + 5.0, 4.0),
            340..520 => (12.0 + 0.3 * load as f32, 4.0),
            520..590 => (12.0 + 0.3 * load as f32, 6.3),
            _ => (12.0, 4.5),
        };
        for (joint, target, max_speed) in [(rail, slide, 4.0), (winch, length, 2.0)] {
            if let Some(mut joint) = joint.and_then(|joint| turn.world.joint_mut(joint)) {
                joint.set_servo(Servo { target, max_speed, strength: 3000.0 })?;
            }
        }
        let Some(hook) = turn.body("hook") else { return Ok(()) };
        if phase == 260 && self.held.is_none() {
            let sensor = super::parts::sensor_of(turn.world, hook);
            // The sensor also contains its own body.
            let other = sensor.and_then(|sensor| {
                let seen = turn.world.shape(sensor)?;
                let mut bodies = seen.visitors().filter_map(|id| Some(turn.world.shape(id)?.body()));
                bodies.find(|&body| body != hook)
            });
            if let (Some(other), Some(at)) = (other, turn.world.body(hook).map(|body| body.position())) {
                self.held = Some(turn.world.join(cairn2d::Weld::new(hook, other).at(at))?);
            }
        }
        if phase == 585
            && let Some(joint) = self.held.take()
        {
            // A joint that broke no longer exists.
            let _ = turn.world.unjoin(joint);
            self.delivered += 1;
        }
        turn.overlay.set_headline(format!("{} delivered", self.delivered));
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        turn.overlay.set_headline(format!("{} delivered", self.delivered));
        Ok(())
    }
}

fn unicycle(scene: &mut Scene) {
    scene.script = Some("unicycle".to_owned());
    look_at(scene, [0.0, 2.5], 9.0);
    floor(scene, 30.0);
    let wheel = BodyDesc::dynamic([0.0, 0.6]).with(ShapeDesc::circle(0.6).density(3.0).friction(1.5));
    let wheel = scene.add(wheel.named("wheel"));
    let rider = BodyDesc::dynamic([0.0, 1.8])
        .with(ShapeDesc::box_at([0.08, 1.0], [0.0, -0.2]).filter(APART))
        .with(ShapeDesc::box_at([0.3, 0.4], [0.0, 1.0]));
    let rider = scene.add(rider.named("rider"));
    let mut axle = held(wheel, rider, [0.0, 0.6]);
    axle.motor = Some(MotorDesc { speed: 0.0, strength: 60.0 });
    scene.join(JointDesc::Revolute(axle));
    for n in 0..4 {
        block(scene, [-7.0 + 4.5 * n as f32, 0.1], [0.3, 0.1]);
    }
}

/// Balances: drives the wheel so that the rider leans towards the goal, and is caught.
#[derive(Clone, Default)]
struct Unicycle;

impl Play for Unicycle {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let (Some(rider), Some(wheel)) = (turn.body("rider"), turn.body("wheel")) else { return Ok(()) };
        let (Some(rider), Some(wheel)) = (turn.world.body(rider), turn.world.body(wheel)) else {
            return Ok(());
        };
        let [goal, _] = cos_sin(0.35 * turn.time());
        let goal = 4.0 * (1.0 - goal) - 4.0;
        // Lean towards the goal, bounded, and less at a higher speed towards it.
        let (off, speed) = (wheel.position().x - goal, wheel.velocity().x);
        let wanted = (0.06 * off + 0.09 * speed).clamp(-0.2, 0.2);
        let lean = rider.angle() - wanted;
        let drive = -(18.0 * lean + 5.0 * rider.angular_velocity()) / 0.6 + speed / 0.6;
        if let Some(id) = turn.joint(0)
            && let Some(Motor { strength, .. }) = turn.world.joint(id).and_then(|joint| joint.motor())
            && let Some(mut joint) = turn.world.joint_mut(id)
        {
            // The joint counts the rider relative to the wheel; forwards is clockwise for the wheel.
            joint.set_motor(Motor { speed: drive.clamp(-40.0, 40.0), strength })?;
        }
        turn.overlay.clear();
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let [goal, _] = cos_sin(0.35 * turn.time());
        let goal = 4.0 * (1.0 - goal) - 4.0;
        turn.overlay.arrow([goal, 4.5], [goal, 3.8], crate::overlay::Tone::Friend);
        Ok(())
    }
}

fn linked_toy(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 11.0);
    let ground = floor(scene, 20.0);
    // Four bars in a ring, joined by hinges at two corners and by slides at the others.
    for (n, x) in [-4.5_f32, 0.0, 4.5].into_iter().enumerate() {
        let side = |scene: &mut Scene, at: [f32; 2], half: [f32; 2]| {
            let bar = ShapeDesc::half_box(half[0], half[1]).filter(APART);
            scene.add(BodyDesc::dynamic(at).with(bar))
        };
        let left = side(scene, [x - 1.5, 5.0], [0.12, 1.5]);
        let right = side(scene, [x + 1.5, 5.0], [0.12, 1.5]);
        let top = side(scene, [x, 6.5], [1.5, 0.12]);
        let bottom = side(scene, [x, 3.5], [1.5, 0.12]);
        hinge(scene, left, top, [x - 1.5, 6.5]);
        hinge(scene, right, bottom, [x + 1.5, 3.5]);
        for (a, b, at) in [(left, bottom, [x - 1.5, 3.5]), (top, right, [x + 1.5, 6.5])] {
            let mut slide = held(a, b, at);
            slide.along = Some([1.0, 0.0]);
            slide.limits = Some(RangeDesc::new(-1.0, 1.0));
            if n == 1 {
                slide.motor = Some(MotorDesc { speed: 0.5, strength: 30.0 });
            }
            scene.join(JointDesc::Prismatic(slide));
        }
        hinge(scene, ground, top, [x, 6.5]);
        if n == 2 {
            disc(scene, [x, 9.0], 0.4);
        }
    }
}

/// A drum of eight walls.
fn drum(at: [f32; 2], radius: f32, spin: f32) -> BodyDesc {
    let mut body = BodyDesc::kinematic(at);
    body.angular_velocity = spin;
    (0..8).fold(body, |body, n| {
        let angle = core::f32::consts::TAU * n as f32 / 8.0;
        let half = [0.1, 0.42 * radius];
        let wall = BoxDesc { half, center: rotate([radius, 0.0], angle), angle, radius: 0.0 };
        body.with(ShapeDesc::new(Geometry::Box(wall)))
    })
}

fn sixteen_drums(scene: &mut Scene) {
    look_at(scene, [0.0, 0.0], 15.0);
    for n in 0..16 {
        let at = [-5.1 + 3.4 * (n % 4) as f32, -5.1 + 3.4 * (n / 4) as f32];
        scene.add(drum(at, 1.5, 0.4 + 0.12 * n as f32));
        for load in 0..12 {
            let place = [at[0] - 0.6 + 0.4 * (load % 4) as f32, at[1] - 0.5 + 0.45 * (load / 4) as f32];
            let body = BodyDesc::dynamic(place);
            scene.add(body.with(ShapeDesc::capsule([-0.08, 0.0], [0.08, 0.0], 0.12)));
        }
    }
}

fn spinning_comb(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let discs = parameters.count("discs", 0..=160, 140, "Discs");
    let speed = parameters.number("speed", -5.0..=5.0, 0.8, "rad/s", "Angular velocity of the wheel");
    look_at(scene, [0.0, 0.0], 15.0);
    scene.add(drum([0.0, 0.0], 6.6, 0.0));
    let mut wheel = BodyDesc::kinematic([0.0, 0.0]);
    wheel.angular_velocity = speed;
    // Twenty spokes of twenty small boxes each.
    for spoke in 0..20 {
        let angle = core::f32::consts::TAU * spoke as f32 / 20.0;
        for n in 0..20 {
            let center = rotate([1.0 + 0.24 * n as f32, 0.0], angle);
            let half = [0.12, 0.03 + 0.002 * n as f32];
            wheel = wheel.with(ShapeDesc::new(Geometry::Box(BoxDesc { half, center, angle, radius: 0.0 })));
        }
    }
    scene.add(wheel);
    for n in 0..discs {
        let [cos, sin] = cos_sin(0.15 + core::f32::consts::TAU * (n % 20) as f32 / 20.0);
        let radius = 2.4 + 0.5 * (n / 20) as f32;
        disc(scene, [radius * cos, radius * sin], 0.18);
    }
}

fn catapult(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let weight = parameters.number("weight", 1.0..=500.0, 60.0, "kg/m²", "Density of the counterweight");
    let shot = parameters.number("shot", 0.1..=100.0, 4.0, "kg/m²", "Density of the shot");
    let rows = parameters.count("rows", 1..=16, 8, "Rows of the target");
    look_at(scene, [4.0, 4.0], 14.0);
    let ground = scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([60.0, 0.5], [0.0, -0.5])));
    let (pivot, tilt) = ([-4.0, 2.5], -0.5_f32);
    let arm = BodyDesc { angle: tilt, ..BodyDesc::dynamic(pivot) };
    // The short end is to the right, with the weight; the long end has a cup.
    let arm = arm
        .with(ShapeDesc::box_at([2.3, 0.1], [-0.9, 0.0]).density(1.0).filter(APART))
        .with(ShapeDesc::box_at([0.08, 0.25], [-3.2, 0.3]).density(1.0))
        .with(ShapeDesc::box_at([0.08, 0.25], [-2.4, 0.2]).density(1.0));
    // The arm starts with its cup on the left and low.
    let arm = scene.add(BodyDesc { angle: 0.6, ..arm });
    hinge(scene, ground, arm, pivot);
    let [x, y] = rotate([1.3, 0.0], 0.6);
    let counterweight = scene.add(
        BodyDesc::dynamic([pivot[0] + x, pivot[1] + y - 0.6])
            .with(ShapeDesc::half_box(0.6, 0.5).density(weight).filter(APART)),
    );
    hinge(scene, arm, counterweight, [pivot[0] + x, pivot[1] + y]);
    let [x, y] = rotate([-2.8, 0.35], 0.6);
    scene.add(BodyDesc::dynamic([pivot[0] + x, pivot[1] + y]).with(ShapeDesc::circle(0.22).density(shot)));
    for row in 0..rows {
        for column in 0..3 {
            block(scene, [10.0 + 0.7 * column as f32, 0.35 + 0.7 * row as f32], [0.35, 0.35]);
        }
    }
}

fn marble_run(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let marbles = parameters.count("marbles", 1..=200, 45, "Marbles");
    look_at(scene, [0.0, 8.0], 21.0);
    let mut ground = bin(9.5, 5.0);
    // All marbles start beside a wall at the high end of the first ramp.
    ground = ground.with(ShapeDesc::box_at([0.1, 2.5], [-7.1, 15.1]));
    for (n, y) in [12.0_f32, 9.8, 7.6].into_iter().enumerate() {
        let side = if n % 2 == 0 { 1.0 } else { -1.0 };
        // The high end reaches to the wall that stops marbles from the ramp above.
        let corners = [[-7.0, y + 0.8], [5.0, y - 0.5], [5.0, y - 0.7], [-7.0, y + 0.6]];
        ground = ground.with(ShapeDesc::polygon(corners.map(|[x, y]| [side * x, y]), 0.0));
        ground = ground.with(ShapeDesc::box_at([0.1, 0.8], [side * 7.0, y - 0.8]));
    }
    let ground = scene.add(ground);
    // A paddle wheel catches marbles from the last ramp, a seesaw those from the wheel.
    let hub = [6.6, 4.8];
    let wheel = (0..6).fold(BodyDesc::dynamic(hub), |wheel, n| {
        let angle = core::f32::consts::TAU * n as f32 / 6.0;
        let paddle = BoxDesc { half: [0.65, 0.05], center: rotate([0.65, 0.0], angle), angle, radius: 0.0 };
        wheel.with(ShapeDesc::new(Geometry::Box(paddle)))
    });
    let wheel = scene.add(BodyDesc { angular_damping: 0.5, ..wheel });
    hinge(scene, ground, wheel, hub);
    let plank = block(scene, [2.0, 2.2], [2.4, 0.08]);
    let mut pivot = held(ground, plank, [2.0, 2.2]);
    pivot.limits = Some(RangeDesc::new(-0.4, 0.4));
    scene.join(JointDesc::Revolute(pivot));
    for n in 0..marbles {
        let (column, row) = ((n % 4) as f32, (n / 4) as f32);
        disc(scene, [-6.65 + 0.42 * column + 0.05 * (n / 4 % 2) as f32, 13.3 + 0.42 * row], 0.2);
    }
}

fn clock(scene: &mut Scene) {
    look_at(scene, [0.0, 5.0], 14.0);
    let ground = floor(scene, 20.0);
    let face = [0.0, 6.0];
    let hand = |scene: &mut Scene, length: f32, width: f32| {
        let shape = ShapeDesc::box_at([width, 0.5 * length], [0.0, 0.5 * length]).filter(NOWHERE);
        let body = scene.add(BodyDesc::dynamic(face).with(shape));
        let mut axle = held(ground, body, face);
        axle.motor = Some(MotorDesc { speed: 0.0, strength: 0.05 });
        scene.join(JointDesc::Revolute(axle));
        body
    };
    let minute = hand(scene, 3.4, 0.08);
    let hour = hand(scene, 2.2, 0.14);
    let drum =
        scene.add(BodyDesc::dynamic([-5.5, 6.0]).with(ShapeDesc::circle(0.8).density(6.0).filter(NOWHERE)));
    hinge(scene, ground, drum, [-5.5, 6.0]);
    // The drum drives the minute hand, which drives the hour hand twelve times as slowly; a counterweight
    // balances the hands.
    let gear = |a: u32, b: u32, ratio: f32| {
        JointDesc::Gear(JointParts { ratio: Some(ratio), ..JointParts::new(a, b) })
    };
    scene.join(gear(drum, minute, 2.0));
    scene.join(gear(minute, hour, 1.0 / 12.0));
    let weight = scene.add(BodyDesc::dynamic([-6.3, 5.0]).with(ShapeDesc::half_box(0.4, 0.6).density(60.0)));
    let mut line = JointParts::at(drum, weight, JointAnchor::world([-5.5, 6.0]));
    line.radius = Some(0.8);
    line.along = Some([0.0, 1.0]);
    scene.join(JointDesc::Rack(line));
    let mut rails = held(ground, weight, [-6.3, 5.0]);
    rails.along = Some([0.0, 1.0]);
    // The brake replaces an escapement.
    rails.motor = Some(MotorDesc { speed: -0.15, strength: 2000.0 });
    rails.limits = Some(RangeDesc::new(-4.2, 1.0));
    scene.join(JointDesc::Prismatic(rails));
}
