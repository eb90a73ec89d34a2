//! Actions that must change nothing: read-only calls, and bodies too far away to interact.

use core::ops::ControlFlow;

use cairn2d::debug_draw::{Canvas, DebugDraw, DrawOptions, Ink, Label, Look, Mark};
use cairn2d::prelude::*;
use cairn2d::{Area, QueryFilter, Ray};

use crate::harness::{DT, add_floor, sleepless};

/// Joints, a sensor, a heap, a fast bullet.
fn lively() -> World {
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    let floor = add_floor(&mut world);
    let gate = Rect::half(2.0, 2.0).at([0.0, 2.0]).sensor();
    world.attach(floor, gate).expect("the sensor is valid");
    let mut last = floor;
    for n in 0..40 {
        let at = [(n % 8) as f32 * 0.9 - 3.0, 0.6 + (n / 8) as f32 * 1.1];
        let body = Body::dynamic().at(at);
        let body = if n % 2 == 0 { body.with(Circle::new(0.45)) } else { body.with(Rect::half(0.4, 0.4)) };
        let id = world.spawn(body).expect("the body is valid");
        if n % 8 == 7 {
            world.join(Distance::new(last, id).spring(3.0, 0.4)).expect("the joint is valid");
        }
        last = id;
    }
    let bullet = Body::dynamic().at([-40.0, 1.0]).velocity([150.0, 3.0]).bullet().with(Circle::new(0.1));
    world.spawn(bullet).expect("the body is valid");
    world
}

/// Receives all output and drops it.
struct Blind;

impl Canvas for Blind {
    fn shape(&mut self, _: &Shape, _: Pose, _: &Look) {}
    fn line(&mut self, _: Vec2, _: Vec2, _: Ink) {}
    fn circle(&mut self, _: Vec2, _: f32, _: Ink) {}
    fn mark(&mut self, _: Vec2, _: Mark, _: f32, _: Vec2, _: Ink) {}
    fn area(&mut self, _: &Area, _: Ink) {}
    fn label(&mut self, _: Vec2, _: Label, _: Ink) {}
    fn pose(&self, _: BodyId, pose: Pose) -> Pose {
        pose
    }
}

/// Every read-only call of a world.
fn look_at(world: &World, draw: &mut DebugDraw) -> usize {
    let filter = QueryFilter::all().with_sensors();
    let mut seen = 0;
    for n in 0..10 {
        let point = Vec2::new(n as f32 - 5.0, 2.0);
        let shape = Shape::from(Circle::new(0.7));
        seen += usize::from(world.cast_ray(Ray::new(point, [3.0, -4.0]), filter).unwrap().is_some());
        let pose = Pose::from_position(point);
        seen += usize::from(world.cast_shape(&shape, pose, [-2.0, -3.0], filter).unwrap().is_some());
        seen += usize::from(world.nearest(point, 5.0, filter).unwrap().is_some());
        let count = |_| {
            seen += 1;
            ControlFlow::Continue(())
        };
        world.overlap_shape(&shape, pose, filter, count).unwrap();
    }
    let bodies: Vec<BodyId> = world.bodies().collect();
    for pair in bodies.windows(2) {
        seen += usize::from(world.body_distance(pair[0], pair[1]).unwrap().is_some());
        seen += usize::from(world.body_impact(pair[0], pair[1], 1.0).unwrap().is_some());
        let body = world.body(pair[0]).unwrap();
        seen += body.shapes().count() + body.contacts().count() + body.joints().count();
        seen += usize::from(body.kinetic_energy() > 0.0) + usize::from(body.pose_after(0.1).is_valid());
    }
    seen += world
        .contacts()
        .filter_map(|id| world.contact(id))
        .map(|contact| contact.points().count())
        .sum::<usize>();
    seen += world.joints().filter_map(|id| world.joint(id)).filter(|joint| joint.speed() > 0.0).count();
    seen += world.sensor_overlaps().count() + world.counts().contacts as usize + world.snapshot().len();
    seen += world.events().begins().len() + world.events().hits().len();
    world.validate().unwrap();
    draw.draw(world, &DrawOptions::default(), &mut Blind);
    seen
}

#[test]
fn read_only_calls_change_nothing() {
    let (mut plain, mut watched) = (lively(), lively());
    let mut draw = DebugDraw::default();
    for step in 0..240 {
        plain.step(DT).expect("the step length is valid");
        watched.step(DT).expect("the step length is valid");
        let before = watched.hash();
        assert!(look_at(&watched, &mut draw) > 1000);
        assert_eq!(watched.hash(), before, "step {step}");
        assert_eq!(plain.hash(), before, "step {step}");
    }
    assert_eq!(plain.snapshot(), watched.snapshot());
}

/// Bodies with one contact or joint each, some of them elastic, so that the order of contacts has no effect.
fn apart(far: bool) -> (World, Vec<BodyId>) {
    let mut world = sleepless();
    let floor = add_floor(&mut world);
    let mut ids = Vec::new();
    for n in 0..30 {
        let at = [n as f32 * 3.0 - 45.0, 1.0 + 0.2 * (n % 7) as f32];
        let body = Body::dynamic().at(at).velocity([0.5, 0.1 * n as f32]).rotated(0.1 * n as f32);
        let restitution = [0.0, 0.5, 1.0][n % 3];
        let body = if n % 2 == 0 {
            body.with(Circle::new(0.5).restitution(restitution))
        } else {
            body.with(Rect::half(0.5, 0.3).restitution(restitution))
        };
        ids.push(world.spawn(body).expect("the body is valid"));
        if n % 5 == 0 {
            let anchor = [at[0], 4.0];
            world.join(Revolute::new(floor, ids[n]).at(anchor)).expect("the joint is valid");
        }
    }
    if far {
        for n in 0..20 {
            let at = [50_000.0 + n as f32, -30_000.0 + 0.8 * n as f32];
            let disc = Circle::new(0.5).restitution(0.8);
            world.spawn(Body::dynamic().at(at).with(disc)).expect("the body is valid");
            world.spawn(Body::fixed().at([at[0], at[1] - 3.0]).with(Rect::half(2.0, 1.0))).expect("valid");
        }
    }
    (world, ids)
}

/// Valid for fewer than 1,024 contacts with restitution in the world: more of them change the restitution law
/// of all (`stages/solve_impacts/mod.rs`).
#[test]
fn bodies_far_away_change_no_bit() {
    let ((mut alone, ids), (mut joined, _)) = (apart(false), apart(true));
    let (mut impacts, mut far_impacts) = (0, 0);
    for step in 0..300 {
        let own = alone.step(DT).expect("the step length is valid").impacts;
        let all = joined.step(DT).expect("the step length is valid").impacts;
        (impacts, far_impacts) = (impacts + own, far_impacts + all - own);
        for &id in &ids {
            let [a, b] = [&alone, &joined].map(|world| {
                let body = world.body(id).expect("it is there");
                let (pose, velocity) = (body.pose(), body.velocity());
                [pose.p.x, pose.p.y, pose.q.c, pose.q.s, velocity.x, velocity.y, body.angular_velocity()]
                    .map(f32::to_bits)
            });
            assert_eq!(a, b, "{id} at step {step}");
        }
    }
    assert!(impacts > 50 && far_impacts > 5, "only {impacts} impacts here and {far_impacts} far away");
}
