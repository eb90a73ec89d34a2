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

/// What a world has besides the bodies that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Far {
    Nothing,
    /// Bouncy discs on slopes.
    Few,
    /// The same bodies again, at the same times, in three other places.
    Copies,
    /// More than 1,024 bouncy contacts at one place, created before or after.
    Crowd {
        before: bool,
    },
}

/// Bodies with one contact or joint each, some of them elastic, so that the order of contacts has no effect.
fn apart(far: Far) -> (World, Vec<BodyId>) {
    let mut world = sleepless();
    if far == (Far::Crowd { before: true }) {
        add_crowd(&mut world);
    }
    let floor = add_floor(&mut world);
    let ids = add_bouncers(&mut world, floor, 0.0);
    match far {
        Far::Nothing | Far::Crowd { before: true } => {}
        Far::Crowd { before: false } => drop(add_crowd(&mut world)),
        Far::Copies => {
            for x in [-4096.0, 2048.0, 8192.0] {
                let ground = Body::fixed().at([x, -0.5]).with(Rect::half(500.0, 0.5));
                let ground = world.spawn(ground).expect("the body is valid");
                add_bouncers(&mut world, ground, x);
            }
        }
        Far::Few => {
            for n in 0..20 {
                let at = [50_000.0 + n as f32, -30_000.0 + 0.8 * n as f32];
                let disc = Circle::new(0.5).restitution(0.8);
                world.spawn(Body::dynamic().at(at).with(disc)).expect("the body is valid");
                let ground = Body::fixed().at([at[0], at[1] - 3.0]).with(Rect::half(2.0, 1.0));
                world.spawn(ground).expect("the body is valid");
            }
        }
    }
    (world, ids)
}

/// Adds 30 bodies above a floor at this x, most of which bounce.
fn add_bouncers(world: &mut World, floor: BodyId, x: f32) -> Vec<BodyId> {
    let mut ids = Vec::new();
    for n in 0..30 {
        let at = [x + n as f32 * 3.0 - 45.0, 1.0 + 0.2 * (n % 7) as f32];
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
    ids
}

/// Adds 1,200 elastic discs without gravity in a closed box, 6 km away, so close together that thousands of
/// their AABBs overlap.
fn add_crowd(world: &mut World) -> Vec<BodyId> {
    let [columns, rows] = [30, 40];
    let at = |column: f32, row: f32| [6000.0 + 1.05 * column, 300.0 + 1.05 * row];
    let [width, height] = [columns, rows].map(|count| 0.525 * (count + 1) as f32);
    let [x, y] = at(0.5 * (columns - 1) as f32, 0.5 * (rows - 1) as f32);
    for (side_x, side_y) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
        let center = [x + side_x * (width + 5.0), y + side_y * (height + 5.0)];
        let wall = Rect::half(5.0 + width * f32::abs(side_y), 5.0 + height * f32::abs(side_x));
        world.spawn(Body::fixed().at(center).with(wall.restitution(1.0).friction(0.0))).expect("it is valid");
    }
    (0..columns * rows)
        .map(|n| {
            let (column, row) = (n % columns, n / columns);
            let velocity = [3.0 * (n as f32 * 1.7).sin(), 3.0 * (n as f32 * 2.3).cos()];
            let disc = Circle::new(0.5).restitution(1.0).friction(0.0);
            let body =
                Body::dynamic().at(at(column as f32, row as f32)).velocity(velocity).gravity_scale(0.0);
            world.spawn(body.with(disc)).expect("the body is valid")
        })
        .collect()
}

/// Steps both worlds and compares the bodies. Returns the impacts of the first, and of what is far away.
fn compare(far: Far, steps: usize) -> [u32; 2] {
    let ((mut alone, ids), (mut joined, joined_ids)) = (apart(Far::Nothing), apart(far));
    let (mut impacts, mut far_impacts) = (0, 0);
    for step in 0..steps {
        let own = alone.step(DT).expect("the step length is valid").impacts;
        let all = joined.step(DT).expect("the step length is valid").impacts;
        (impacts, far_impacts) = (impacts + own, far_impacts + all - own);
        for (&id, &joined_id) in ids.iter().zip(&joined_ids) {
            let [a, b] = [(&alone, id), (&joined, joined_id)].map(|(world, id)| {
                let body = world.body(id).expect("it is there");
                let (pose, velocity) = (body.pose(), body.velocity());
                [pose.p.x, pose.p.y, pose.q.c, pose.q.s, velocity.x, velocity.y, body.angular_velocity()]
                    .map(f32::to_bits)
            });
            assert_eq!(a, b, "{id} at step {step}");
        }
    }
    [impacts, far_impacts]
}

#[test]
fn bodies_far_away_change_no_bit() {
    let [impacts, far_impacts] = compare(Far::Few, 300);
    assert!(impacts > 50 && far_impacts > 5, "only {impacts} impacts here and {far_impacts} far away");
    // Impacts of the copies at the same time are resolved together, and count once.
    let [impacts, _] = compare(Far::Copies, 300);
    assert!(impacts > 50, "only {impacts} impacts");
}

/// A crowd is left to the solver, which does not change the restitution of any body elsewhere.
#[test]
fn a_crowd_far_away_changes_no_bit() {
    for before in [false, true] {
        let [impacts, far_impacts] = compare(Far::Crowd { before }, 100);
        assert!(impacts > 20, "only {impacts} impacts here");
        assert_eq!(far_impacts, 0, "the crowd has no exact impacts");
    }
}

#[test]
fn a_crowd_of_elastic_discs_gains_no_energy_and_stays_in_its_box() {
    let mut world = sleepless();
    let ids = add_crowd(&mut world);
    let energy = |world: &World| -> f64 {
        ids.iter().map(|&id| f64::from(world.body(id).expect("it is there").kinetic_energy())).sum()
    };
    let before = energy(&world);
    let mut most = 0.0_f64;
    for _ in 0..200 {
        let report = world.step(DT).expect("the step length is valid");
        assert_eq!(report.impacts, 0, "a crowd has no exact impacts");
        most = most.max(energy(&world));
    }
    let after = energy(&world);
    println!("energy {before} J, at most {most} J, at the end {after} J");
    assert!(most < 1.001 * before, "{most} J of {before} J");
    // So dense a crowd loses most of its energy in the solver, but does not freeze.
    assert!(after > 0.01 * before, "{after} J of {before} J are left");
    assert!(world.counts().contacts > 1024, "the crowd has dispersed");
    for &id in &ids {
        let at = world.body(id).expect("it is there").position();
        assert!((5998.0..6034.0).contains(&at.x) && (298.0..343.0).contains(&at.y), "{at:?}");
    }
}
