//! Showcase scenes of characters and of cars without wheel bodies.

use super::{BuiltIn, Category, entry};
use crate::format::{
    BodyDesc, BodyRef, CameraDesc, CapsuleDesc, ChainDesc, CharacterDesc, DriveDesc, DriverDesc, FilterDesc,
    Geometry, MaterialRef, Scene, ShapeDesc, SprungCarDesc, SprungWheelDesc, TopDownCarDesc,
    TopDownWheelDesc, WalkDesc,
};
use crate::script::{Command, Script};
use crate::trig::cos_sin;

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "platformer",
        Category::Actors,
        1000,
        platformer,
        "A character climbs stairs, rides a lift, walks down a ramp, jumps and pushes crates",
    ),
    entry(
        "sprung_car",
        Category::Actors,
        600,
        sprung_car,
        "A ray-cast car with suspension drives over hills into a pile of boxes",
    ),
    entry(
        "top_down_car",
        Category::Actors,
        600,
        top_down_car,
        "A top-down car drives a slalom, drifts through a turn and brakes",
    ),
];

/// Stairs up, a lift that goes to and fro, a ramp down, crates to push.
fn platformer(scene: &mut Scene) {
    scene.script = Some("platformer".to_owned());
    scene.camera = Some(CameraDesc { center: [8.0, 4.0], height: 18.0 });
    scene.add(BodyDesc::fixed([8.0, -1.0]).with(ShapeDesc::half_box(16.0, 1.0)));
    for side in [-7.5, 23.5] {
        scene.add(BodyDesc::fixed([side, 3.0]).with(ShapeDesc::half_box(0.5, 3.0)));
    }
    for step in 0..8 {
        let height = 0.25 * (step + 1) as f32;
        let at = [0.25 + 0.5 * step as f32, 0.5 * height];
        scene.add(BodyDesc::fixed(at).with(ShapeDesc::half_box(0.25, 0.5 * height)));
    }
    scene.add(BodyDesc::fixed([5.0, 1.0]).with(ShapeDesc::half_box(1.0, 1.0)));
    let lift = BodyDesc::kinematic([7.0, 1.85]).with(ShapeDesc::half_box(0.95, 0.15));
    scene.add(lift.named(LIFT));
    scene.add(BodyDesc::fixed([13.0, 1.0]).with(ShapeDesc::half_box(1.0, 1.0)));
    let ramp = vec![[14.0, 0.0], [14.0, 2.0], [18.0, 0.0]];
    let ramp = ShapeDesc::polygon(ramp, 0.0);
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ramp));
    for (x, size) in [(19.5, 0.3), (20.5, 0.4)] {
        scene.add(BodyDesc::dynamic([x, size]).with(ShapeDesc::half_box(size, size)));
    }
    let capsule = CapsuleDesc { a: [0.0, -0.4], b: [0.0, 0.4], radius: 0.3 };
    let hero = BodyDesc::kinematic([-4.0, 0.71]).with(ShapeDesc::new(Geometry::Capsule(capsule)));
    let hero = scene.add(hero.named("hero"));
    let act = |steps, walk, jump| WalkDesc { steps, walk, jump };
    scene.drivers.push(DriverDesc::Character(CharacterDesc {
        push_mass: 8.0,
        program: vec![
            act(30, 0.0, 0.0),
            act(180, 3.0, 0.0),
            // The lift returns.
            act(266, 0.0, 0.0),
            act(44, 3.0, 0.0),
            act(195, 0.0, 0.0),
            act(240, 3.0, 0.0),
            act(45, -3.0, 6.0),
        ],
        ..CharacterDesc::new(hero)
    }));
}

const LIFT: &str = "lift";

/// Moves the lift of the platformer to and fro.
#[derive(Clone)]
pub(crate) struct Platformer {
    lift: u32,
    from: [f32; 2],
}

impl Platformer {
    pub(crate) fn new(scene: &Scene) -> Result<Self, String> {
        let index = scene.bodies.iter().position(|body| body.name.as_deref() == Some(LIFT));
        let lift = index.ok_or_else(|| format!("the scene has no body named {LIFT:?}"))?;
        Ok(Self { lift: lift as u32, from: scene.bodies[lift].position })
    }
}

impl Script for Platformer {
    fn commands(&mut self, step: u32, out: &mut Vec<Command>) {
        // Four metres to the right and back in eight seconds, half a metre up on the way out and down on the
        // way back.
        let [cos, sin] = cos_sin((step + 1) as f32 * (core::f32::consts::TAU / 480.0));
        let position = [self.from[0] + 2.0 * (1.0 - cos), self.from[1] + 0.5 * sin];
        out.push(Command::SetTarget { body: self.lift, position, angle: 0.0 });
    }
}

/// A car over hills that grow, into a pile of boxes, brakes and backs off.
fn sprung_car(scene: &mut Scene) {
    scene.camera = Some(CameraDesc { center: [26.0, 4.0], height: 42.0 });
    let mut points = vec![[64.0, 6.0], [62.0, 6.0], [60.0, 0.0]];
    for i in (0..120).rev() {
        let x = 0.5 * i as f32;
        let [_, wave] = cos_sin(0.45 * x);
        let grown = if x < 40.0 { 0.022 * x } else { 0.88 - 0.044 * (x - 40.0) };
        points.push([x, if grown > 0.0 { grown * wave } else { 0.0 }]);
    }
    points.extend([[-8.0, 0.0], [-10.0, 6.0], [-12.0, 6.0]]);
    let mut ground = BodyDesc::fixed([0.0, 0.0]);
    ground.chains.push(ChainDesc {
        points,
        closed: false,
        material: MaterialRef::default(),
        filter: FilterDesc::default(),
        materials: Vec::new(),
        one_way: None,
    });
    scene.add(ground);
    for row in 0..3 {
        for column in 0..3 - row {
            let at = [52.0 + column as f32 + 0.5 * row as f32, 0.4 + 0.8 * row as f32];
            scene.add(BodyDesc::dynamic(at).with(ShapeDesc::half_box(0.4, 0.4).density(0.3)));
        }
    }
    let body = ShapeDesc::half_box(1.3, 0.25).density(15.0);
    let cabin = ShapeDesc::box_at([0.6, 0.3], [-0.2, 0.5]).density(3.0);
    let chassis = scene.add(BodyDesc::dynamic([-4.0, 0.9]).with(body).with(cabin).named("chassis"));
    let shown = FilterDesc { category: 2, mask: 0, group: 0 };
    let wheels = [-0.95, 0.95].map(|x| {
        let disc = ShapeDesc::circle(0.4).filter(shown);
        let wheel = scene.add(BodyDesc::kinematic([-4.0 + x, 0.4]).with(disc));
        let shown_by = Some(BodyRef::Index(wheel));
        SprungWheelDesc { torque: 45.0, brake: 120.0, shown_by, ..SprungWheelDesc::new([x, 0.0], 0.6, 0.4) }
    });
    let act = |steps, throttle, brake| DriveDesc { steps, throttle, brake, steer: 0.0 };
    scene.drivers.push(DriverDesc::SprungCar(SprungCarDesc {
        body: BodyRef::Index(chassis),
        top_speed: 10.0,
        wheels: wheels.to_vec(),
        program: vec![act(60, 0.0, 0.0), act(330, 1.0, 0.0), act(120, 0.0, 1.0), act(90, -1.0, 0.0)],
    }));
}

/// A car seen from above: a slalom around cones, a turn too fast for the tyres, and a stop.
fn top_down_car(scene: &mut Scene) {
    scene.world.gravity = [0.0, 0.0];
    scene.camera = Some(CameraDesc { center: [14.0, 4.0], height: 36.0 });
    for [center, half] in [
        [[14.0, -14.0], [34.0, 0.5]],
        [[14.0, 22.0], [34.0, 0.5]],
        [[-19.5, 4.0], [0.5, 17.5]],
        [[47.5, 4.0], [0.5, 17.5]],
    ] {
        scene.add(BodyDesc::fixed(center).with(ShapeDesc::half_box(half[0], half[1])));
    }
    for cone in 0..6 {
        let at = [-2.0 + 6.0 * cone as f32, if cone % 2 == 0 { -1.6 } else { 1.6 }];
        let body = BodyDesc { linear_damping: 1.5, angular_damping: 1.5, ..BodyDesc::dynamic(at) };
        scene.add(body.with(ShapeDesc::circle(0.3).density(0.2)));
    }
    let mut car = BodyDesc::dynamic([-14.0, 0.0]).with(ShapeDesc::half_box(1.6, 0.75)).named("car");
    for [x, y] in [[1.0, 0.8], [1.0, -0.8], [-1.0, 0.8], [-1.0, -0.8]] {
        let tyre = FilterDesc { category: 2, mask: 0, group: 0 };
        car = car.with(ShapeDesc::box_at([0.35, 0.12], [x, y]).density(0.0).filter(tyre));
    }
    let car = scene.add(car);
    let grip = 12.0;
    let wheel = |x: f32, y: f32| {
        let (steered, drive) = if x > 0.0 { (true, 0.0) } else { (false, 9.0) };
        TopDownWheelDesc { position: [x, y], grip, steered, drive }
    };
    let act = |steps, throttle, brake, steer| DriveDesc { steps, throttle, brake, steer };
    scene.drivers.push(DriverDesc::TopDownCar(TopDownCarDesc {
        body: BodyRef::Index(car),
        top_speed: 16.0,
        wheels: vec![wheel(1.0, 0.8), wheel(1.0, -0.8), wheel(-1.0, 0.8), wheel(-1.0, -0.8)],
        program: vec![
            act(60, 0.7, 0.0, 0.0),
            act(45, 0.3, 0.0, 0.16),
            act(90, 0.0, 0.0, -0.16),
            act(90, 0.0, 0.0, 0.16),
            act(50, 0.3, 0.0, -0.16),
            act(40, 1.0, 0.0, 0.0),
            act(70, 0.5, 0.0, 0.6),
            act(120, 0.8, 0.0, 0.0),
            act(90, 0.0, 0.6, 0.0),
        ],
    }));
}
