//! Fast kinematic bodies that hit dynamic ones: displaced bodies also get a velocity, and no displacement
//! exceeds the speed.

use cairn2d::ShapeDef;
use cairn2d::prelude::*;

use crate::harness::sleepless;

/// Half length and half thickness of the pusher `[m]`.
const SLABS: [[f32; 2]; 2] = [[4.0, 0.5], [4.0, 0.05]];

/// Thickness of the thinnest body `[m]`; surfaces that move less per step are left to the contact solver.
const SLACK: f32 = 0.1;

#[derive(Clone, Copy, Debug)]
enum Pusher {
    /// Rotates about the origin with this angular velocity `[rad/s]`.
    Rotor(f32),
    /// Moves along x with this speed `[m/s]`.
    Paddle(f32),
}

#[derive(Clone, Copy, Debug)]
struct Case {
    pusher: Pusher,
    slab: [f32; 2],
    body: usize,
    restitution: f32,
    friction: f32,
    rate: f32,
    trial: usize,
}

impl Case {
    fn finish(&self, shape: ShapeDef) -> ShapeDef {
        shape.friction(self.friction).restitution(self.restitution)
    }

    fn pusher(&self) -> Body {
        let [long, thin] = self.slab;
        match self.pusher {
            Pusher::Rotor(speed) => Body::kinematic()
                .angular_velocity(if self.trial.is_multiple_of(2) { speed } else { -speed })
                .with(self.finish(Rect::half(long, thin).shape())),
            Pusher::Paddle(speed) => Body::kinematic()
                .at([-20.0, 0.0])
                .velocity([speed, 0.0])
                .with(self.finish(Rect::half(thin, long).shape())),
        }
    }

    fn body(&self) -> Body {
        let x = 0.5 + 0.55 * self.trial as f32;
        let body = match self.pusher {
            Pusher::Rotor(_) => Body::dynamic().at([x, 6.0]).velocity([0.0, -4.0]),
            Pusher::Paddle(_) => Body::dynamic().at([0.0, x - 2.0]),
        };
        let body = body.rotated(0.3 * self.trial as f32);
        let add = |body: Body, shape: ShapeDef| body.with(self.finish(shape));
        match self.body {
            0 => add(body, Rect::half(0.3, 0.3).shape()),
            1 => add(body, Circle::new(0.3).shape()),
            2 => add(body, Capsule::new([-0.4, 0.0], [0.4, 0.0], 0.15).shape()),
            3 => add(body.bullet(), Circle::new(0.2).shape()),
            _ => {
                let disc = Circle { center: vec2(0.5, 0.0), radius: 0.15 }.shape();
                add(add(body, Rect::half(0.5, 0.05).shape()), disc)
            }
        }
    }

    /// Speed of the surface at a point \[m/s\].
    fn surface_speed(&self, at: Vec2) -> f32 {
        match self.pusher {
            Pusher::Rotor(speed) => speed * at.length().min(self.slab[0] + 0.8),
            Pusher::Paddle(speed) => speed,
        }
    }

    fn check(&self) {
        let mut world = sleepless();
        world.spawn(self.pusher()).unwrap();
        let id = world.spawn(self.body()).unwrap();
        let (dt, cap) = (1.0 / self.rate, WorldConfig::default().max_linear_speed);
        for step in 0..(1.5 * self.rate) as usize {
            let look = |world: &World| world.body(id).map(|body| (body.center(), body.velocity())).unwrap();
            let (from, before) = look(&world);
            world.step(dt).unwrap();
            let (to, after) = look(&world);
            let (way, speed) = (from.distance(to), before.length().max(after.length()));
            let surface = self.surface_speed(from).max(self.surface_speed(to));
            let told = format!("{self:?}, step {step}: {way} m with {before:?} before and {after:?} after");
            assert!(way <= cap * dt * 1.01 + 0.01, "{told}: beyond the speed limit");
            assert!(way <= speed.max(surface) * dt * 1.1 + SLACK, "{told}: farther than anything goes");
            // A body that is hit within the step moved at two velocities.
            assert!(way <= 3.0 * speed * dt + 2.5 * SLACK, "{told}: moved without a velocity");
        }
        let speed = world.body(id).unwrap().velocity().length();
        if let Pusher::Paddle(most) = self.pusher {
            // A corner may be faster than the centre, and falling adds 15 m/s.
            let most = most * (1.0 + self.restitution) * 1.25 + 20.0;
            assert!(speed <= most, "{self:?}: left with {speed} m/s");
        }
        world.validate().unwrap();
    }
}

/// Checks all cases of some pushers.
fn check(pushers: &[Pusher], restitutions: &[f32]) {
    for &pusher in pushers {
        for (slab, rate) in SLABS.into_iter().flat_map(|slab| [30.0, 60.0, 240.0].map(|rate| (slab, rate))) {
            for (body, trial) in (0..5).flat_map(|body| (0..6).map(move |trial| (body, trial))) {
                for (&restitution, friction) in restitutions
                    .iter()
                    .flat_map(|restitution| [0.0, 1.0].map(|friction| (restitution, friction)))
                {
                    Case { pusher, slab, body, restitution, friction, rate, trial }.check();
                }
            }
        }
    }
}

#[test]
fn rotor_gives_hit_bodies_a_velocity() {
    check(&[1.0, 5.0, 10.0, 30.0, 60.0].map(Pusher::Rotor), &[0.0, 1.0]);
}

#[test]
fn paddle_gives_hit_bodies_a_velocity() {
    check(&[1.0, 10.0, 50.0, 100.0, 300.0].map(Pusher::Paddle), &[0.0, 1.0]);
}

#[test]
fn rotor_above_the_speed_limit_pushes_bodies_up_to_the_limit() {
    check(&[Pusher::Rotor(200.0)], &[0.0]);
}

#[test]
fn paddle_moves_jointed_bodies_by_a_bounded_distance() {
    for speed in [30.0, 100.0, 300.0] {
        let mut world = sleepless();
        world
            .spawn(Body::kinematic().at([-10.0, 0.0]).velocity([speed, 0.0]).with(Rect::half(0.1, 4.0)))
            .unwrap();
        let ids = [0.0, 0.6, 1.2]
            .map(|y| world.spawn(Body::dynamic().at([0.0, y]).with(Rect::half(0.2, 0.2))).unwrap());
        for pair in ids.windows(2) {
            let y = if pair[0] == ids[0] { 0.3 } else { 0.9 };
            world.join(Revolute::new(pair[0], pair[1]).at([0.0, y])).unwrap();
        }
        for step in 0..60 {
            let look = |world: &World| ids.map(|id| world.body(id).unwrap().center());
            let from = look(&world);
            world.step(1.0 / 60.0).unwrap();
            for (from, to) in from.into_iter().zip(look(&world)) {
                let way = from.distance(to);
                assert!(way <= 2.5 * speed / 60.0 + SLACK, "{speed} m/s, step {step}: {way} m");
            }
        }
    }
}

#[test]
fn teleported_platform_leaves_its_load_in_place() {
    let mut world = sleepless();
    let platform = world.spawn(Body::kinematic().with(Rect::half(2.0, 0.2))).unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.3, 0.3))).unwrap();
    for step in 0..40 {
        if step % 4 == 3 {
            let to = if step % 8 == 3 { [30.0, 3.0] } else { [0.0, 0.0] };
            world.body_mut(platform).unwrap().set_pose(Pose::from_position(vec2(to[0], to[1]))).unwrap();
        }
        let from = world.body(id).unwrap().center();
        world.step(1.0 / 60.0).unwrap();
        let body = world.body(id).unwrap();
        let way = from.distance(body.center());
        assert!(way <= body.velocity().length().max(4.0) / 60.0 * 1.5 + 0.02, "step {step}: {way} m");
    }
}
