//! The calls of the fuzzer with their weights.

use core::fmt::Display;
use core::ops::ControlFlow;
use std::sync::Arc;

use cairn2d::debug_draw::{Canvas, Coloring, DebugDraw, DrawOptions, Ink, Look, Mark};
use cairn2d::prelude::*;
use cairn2d::{
    BodyImpulse, BodyMut, Capacity, JointMut, LinearMotor, LinearSpring, Motor, Replace, Servo, ShapeCast,
    ShapeMut, Spring, Sweep,
};
use cairn2d::{
    ContactResponse, Explosion, FieldId, Islands, PairFilter, PortalFrame, PortalId, PortalPair, PreSolve,
    QueryError, SnapshotError,
};

use super::inputs::{self, Random};
use super::{Fuzz, Outcome, drivers};

/// A call with its name.
pub(super) type Call = fn(&mut Fuzz) -> Outcome;

/// Most bodies of a world; one is removed before more are made.
const MOST_BODIES: usize = 40;

const CALLS: [(u32, &str, Call); 26] = [
    (14, "spawn", spawn),
    (4, "despawn", despawn),
    (4, "attach", attach),
    (2, "detach", detach),
    (4, "replace shapes", replace_shapes),
    (5, "join", join),
    (2, "unjoin", unjoin),
    (30, "step", step),
    (10, "move a body", move_body),
    (10, "push a body", push_body),
    (3, "push bodies", push_bodies),
    (6, "change a body", change_body),
    (4, "change a shape", change_shape),
    (6, "change a joint", change_joint),
    (2, "change the world", change_world),
    (3, "change a field", change_field),
    (3, "change portals", change_portals),
    (1, "explode", explode),
    (4, "cast", cast),
    (4, "overlap", overlap),
    (2, "pairs", pairs),
    (1, "clone", clone),
    (2, "find islands", find_islands),
    (2, "draw", draw),
    (1, "restore", restore),
    (1, "keep", keep),
];

/// Calls of the modules on top of the world.
const BUILT_ON: &[(u32, &str, Call)] = &[(4, "walk", drivers::walk), (4, "drive", drivers::drive)];

/// Chooses the next call.
pub(super) fn pick(random: &mut Random) -> (&'static str, Call) {
    let calls = || CALLS.iter().chain(BUILT_ON);
    let total: u32 = calls().map(|call| call.0).sum();
    let mut left = random.below(total as usize) as u32;
    for &(weight, name, call) in calls() {
        if left < weight {
            return (name, call);
        }
        left -= weight;
    }
    unreachable!("the weights add up");
}

pub(super) fn outcome<T, E: Display>(result: Result<T, E>) -> Outcome {
    match result {
        Ok(_) => Outcome::Done,
        Err(error) => Outcome::Refused(error.to_string()),
    }
}

fn spawn(fuzz: &mut Fuzz) -> Outcome {
    if fuzz.world.bodies().count() >= MOST_BODIES {
        let index = fuzz.random.below(MOST_BODIES);
        let id = fuzz.world.bodies().nth(index).expect("there are that many");
        return outcome(fuzz.world.despawn(id));
    }
    if fuzz.random.one_in(8) {
        return spawn_many(fuzz);
    }
    let def = inputs::body(&mut fuzz.random);
    let result = fuzz.world.spawn(def);
    if let Ok(id) = result {
        fuzz.bodies.push(id);
        let shapes: Vec<ShapeId> = fuzz.world.body(id).expect("just made").shapes().collect();
        fuzz.shapes.extend(shapes);
    }
    outcome(result)
}

fn despawn(fuzz: &mut Fuzz) -> Outcome {
    match fuzz.random.pick(&fuzz.bodies, BodyId::from_bits) {
        Some(id) => outcome(fuzz.world.despawn(id)),
        None => Outcome::Skipped,
    }
}

fn attach(fuzz: &mut Fuzz) -> Outcome {
    let Some(id) = fuzz.random.pick(&fuzz.bodies, BodyId::from_bits) else { return Outcome::Skipped };
    if fuzz.random.one_in(3) {
        return attach_many(fuzz, id);
    }
    let result = fuzz.world.attach(id, inputs::shape(&mut fuzz.random));
    if let Ok(id) = result {
        fuzz.shapes.push(id);
    }
    outcome(result)
}

fn attach_many(fuzz: &mut Fuzz, id: BodyId) -> Outcome {
    let shapes: Vec<_> = (0..fuzz.random.below(4)).map(|_| inputs::shape(&mut fuzz.random)).collect();
    let result = fuzz.world.attach_many(id, shapes);
    fuzz.shapes.extend(result.iter().flatten());
    outcome(result)
}

fn spawn_many(fuzz: &mut Fuzz) -> Outcome {
    let bodies: Vec<_> = (0..fuzz.random.below(4)).map(|_| inputs::body(&mut fuzz.random)).collect();
    let result = fuzz.world.spawn_many(bodies);
    for &id in result.iter().flatten() {
        fuzz.bodies.push(id);
        fuzz.shapes.extend(fuzz.world.body(id).expect("just made").shapes());
    }
    outcome(result)
}

fn reattach(fuzz: &mut Fuzz, shape: ShapeId) -> Outcome {
    match fuzz.random.pick(&fuzz.bodies, BodyId::from_bits) {
        Some(body) => outcome(fuzz.world.reattach(shape, body)),
        None => Outcome::Skipped,
    }
}

fn detach(fuzz: &mut Fuzz) -> Outcome {
    match fuzz.random.pick(&fuzz.shapes, ShapeId::from_bits) {
        Some(id) if fuzz.random.one_in(2) => reattach(fuzz, id),
        Some(id) => outcome(fuzz.world.detach(id)),
        None => Outcome::Skipped,
    }
}

/// Mostly shapes of one body, sometimes with a stale id, a shape of another body, or a duplicate.
fn replace_shapes(fuzz: &mut Fuzz) -> Outcome {
    let Some(body) = fuzz.random.pick(&fuzz.bodies, BodyId::from_bits) else { return Outcome::Skipped };
    let (mut remove, mut change) = (Vec::new(), Vec::new());
    let own: Vec<ShapeId> = fuzz.world.body(body).map_or(Vec::new(), |body| body.shapes().collect());
    for &shape in &own {
        match fuzz.random.below(4) {
            0 => remove.push(shape),
            1 => change.push((shape, inputs::geometry(&mut fuzz.random))),
            _ => {}
        }
    }
    if fuzz.random.one_in(8) {
        remove.extend(fuzz.random.pick(&fuzz.shapes, ShapeId::from_bits));
    }
    let add: Vec<ShapeDef> =
        (0..fuzz.random.below(3)).map(|_| inputs::shape(&mut fuzz.random).shape()).collect();
    let result = fuzz.world.replace_shapes(body, Replace { remove: &remove, change: &change, add });
    fuzz.shapes.extend(result.iter().flatten());
    outcome(result)
}

fn join(fuzz: &mut Fuzz) -> Outcome {
    let [a, b] = [0, 1].map(|_| fuzz.random.pick(&fuzz.bodies, BodyId::from_bits));
    let (Some(a), Some(b)) = (a, b) else { return Outcome::Skipped };
    fuzz.random.constraint = None;
    let result = fuzz.world.join(inputs::joint(&mut fuzz.random, a, b));
    if let Ok(id) = result {
        fuzz.joints.push(id);
        if let Some(constraint) = fuzz.random.constraint.take() {
            fuzz.functions.push(Some(constraint));
        }
    }
    outcome(result)
}

fn unjoin(fuzz: &mut Fuzz) -> Outcome {
    match fuzz.random.pick(&fuzz.joints, JointId::from_bits) {
        Some(id) => outcome(fuzz.world.unjoin(id)),
        None => Outcome::Skipped,
    }
}

fn step(fuzz: &mut Fuzz) -> Outcome {
    let dt = match fuzz.random.below(30) {
        0 => fuzz.random.strange(),
        1 => fuzz.random.range(0.0, 1.0),
        2 => 0.0,
        _ => 1.0 / 60.0,
    };
    outcome(fuzz.world.step(dt))
}

/// A body to change; an id without a body must be stale.
fn with_body(fuzz: &mut Fuzz, change: fn(&mut Random, BodyMut<'_>) -> Outcome) -> Outcome {
    let Some(id) = fuzz.random.pick(&fuzz.bodies, BodyId::from_bits) else { return Outcome::Skipped };
    match fuzz.world.body_mut(id) {
        Some(body) => change(&mut fuzz.random, body),
        None => Outcome::Skipped,
    }
}

fn move_body(fuzz: &mut Fuzz) -> Outcome {
    with_body(fuzz, |random, mut body| match random.below(6) {
        0 => outcome(body.set_pose(random.pose())),
        4 => outcome(body.set_pose64(random.place(), random.pose().q)),
        5 => outcome(body.set_target64(random.place(), random.pose().q, random.number(0.01, 0.1))),
        1 => outcome(body.set_velocity(random.vector(-20.0, 20.0))),
        2 => outcome(body.set_angular_velocity(random.number(-20.0, 20.0))),
        _ => outcome(body.set_target(random.pose(), random.number(0.01, 0.1))),
    })
}

fn push_body(fuzz: &mut Fuzz) -> Outcome {
    with_body(fuzz, |random, mut body| match random.below(8) {
        6 => outcome(body.apply_force_at64(random.vector(-100.0, 100.0), random.place())),
        7 => outcome(body.apply_impulse_at64(random.vector(-10.0, 10.0), random.place())),
        0 => outcome(body.apply_force(random.vector(-100.0, 100.0))),
        1 => outcome(body.apply_force_at(random.vector(-100.0, 100.0), random.point())),
        2 => outcome(body.apply_torque(random.number(-100.0, 100.0))),
        3 => outcome(body.apply_impulse(random.vector(-10.0, 10.0))),
        4 => outcome(body.apply_impulse_at(random.vector(-10.0, 10.0), random.point())),
        _ => outcome(body.apply_angular_impulse(random.number(-10.0, 10.0))),
    })
}

fn push_bodies(fuzz: &mut Fuzz) -> Outcome {
    let mut impulses = Vec::new();
    for _ in 0..fuzz.random.below(5) {
        let Some(body) = fuzz.random.pick(&fuzz.bodies, BodyId::from_bits) else { return Outcome::Skipped };
        let impulse = fuzz.random.vector(-10.0, 10.0);
        impulses.push(BodyImpulse::new(body, impulse, fuzz.random.number(-10.0, 10.0)));
    }
    let wake_above = fuzz.random.number(0.0, 5.0);
    if let Some(tasks) = fuzz.world.tasks() {
        assert!(tasks.thread_count() > 0);
    }
    outcome(fuzz.world.apply_impulses(&impulses, wake_above))
}

fn change_body(fuzz: &mut Fuzz) -> Outcome {
    with_body(fuzz, |random, mut body| {
        match random.below(15) {
            13 => return outcome(body.set_time_scale(random.number(0.1, 3.0))),
            12 => drop(body.sleep()),
            11 => drop(body.drop_through()),
            0 => return outcome(body.set_gravity_scale(random.number(-2.0, 2.0))),
            1 => return outcome(body.set_damping(random.number(0.0, 2.0), random.number(0.0, 2.0))),
            2 => return outcome(body.set_sleep_threshold(random.number(0.0, 1.0))),
            3 => {
                let mass = (!random.one_in(3)).then(|| inputs::mass(random));
                return outcome(body.set_mass(mass));
            }
            4 => body.set_locks(inputs::locks(random)),
            5 => body.set_can_sleep(!random.one_in(4)),
            6 => body.wake(),
            8 => body.set_kind([BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][random.below(3)]),
            7 => body.set_enabled(!random.one_in(2)),
            9 if random.one_in(3) => body.set_dominance(random.below(5) as i8 - 2),
            9 => body.set_bullet(random.one_in(2)),
            10 => return outcome(body.set_sweep_threshold(random.number(0.0, 2.0))),
            _ => body.set_user_data(random.next()),
        }
        Outcome::Done
    })
}

fn change_shape(fuzz: &mut Fuzz) -> Outcome {
    let Some(id) = fuzz.random.pick(&fuzz.shapes, ShapeId::from_bits) else { return Outcome::Skipped };
    let Some(mut shape): Option<ShapeMut<'_>> = fuzz.world.shape_mut(id) else { return Outcome::Skipped };
    let random = &mut fuzz.random;
    match random.below(10) {
        7 => {
            let one_way = random.one_in(2).then(|| inputs::one_way(random));
            return outcome(shape.set_one_way(one_way));
        }
        8 => shape.set_hooked(random.one_in(2)),
        0 => return outcome(shape.set_material(inputs::material(random))),
        1 => return outcome(shape.set_density(random.number(0.0, 10.0))),
        2 => shape.set_user_data(random.next()),
        3 => shape.set_sensor(random.one_in(3)),
        4 => shape.set_sensor_events(!random.one_in(3)),
        5 | 6 => return outcome(shape.set_geometry(inputs::geometry(random))),
        _ => shape.set_filter(inputs::filter(random)),
    }
    Outcome::Done
}

fn change_joint(fuzz: &mut Fuzz) -> Outcome {
    let Some(id) = fuzz.random.pick(&fuzz.joints, JointId::from_bits) else { return Outcome::Skipped };
    let Some(mut joint): Option<JointMut<'_>> = fuzz.world.joint_mut(id) else { return Outcome::Skipped };
    let random = &mut fuzz.random;
    let some = !random.one_in(3);
    match random.below(17) {
        15 => outcome(joint.set_ratio(random.number(-2.0, 2.0))),
        16 => outcome(joint.set_ratchet(some.then(|| (random.number(-1.0, 1.0), random.number(-1.0, 1.0))))),
        12 => outcome(joint.set_target(random.point())),
        13 => {
            let (hertz, damping_ratio) = (random.number(0.0, 10.0), random.number(0.0, 2.0));
            let spring = LinearSpring { hertz, damping_ratio, max_force: random.number(0.0, 100.0) };
            outcome(joint.set_linear_spring(some.then_some(spring)))
        }
        14 => {
            let motor =
                LinearMotor { velocity: random.vector(-3.0, 3.0), max_force: random.number(0.0, 50.0) };
            outcome(joint.set_linear_motor(some.then_some(motor)))
        }
        10 => {
            let (target, max_speed) = (random.number(-1.0, 1.0), random.number(0.0, 3.0));
            let servo = Servo { target, max_speed, strength: random.number(0.0, 100.0) };
            outcome(joint.set_servo(some.then_some(servo)))
        }
        11 => {
            outcome(joint.set_spring_range(some.then(|| (random.number(-9.0, 0.0), random.number(0.0, 9.0)))))
        }
        0 => outcome(joint.set_limits(some.then(|| (random.number(-2.0, 1.0), random.number(0.0, 3.0))))),
        1 => {
            let motor = Motor { speed: random.number(-5.0, 5.0), strength: random.number(0.0, 100.0) };
            outcome(joint.set_motor(some.then_some(motor)))
        }
        2 => {
            let (hertz, damping_ratio) = (random.number(0.0, 10.0), random.number(0.0, 2.0));
            outcome(joint.set_spring(some.then_some(Spring {
                hertz,
                damping_ratio,
                target: random.number(-1.0, 1.0),
            })))
        }
        3 => outcome(joint.set_softness(some.then(|| (random.number(1.0, 60.0), random.number(0.0, 5.0))))),
        4 => outcome(joint.set_length(random.number(0.1, 4.0))),
        5 => outcome(joint.set_frames(random.pose(), random.pose())),
        6 => {
            let [force, torque] = inputs::load_limit(random);
            outcome(joint.set_break_at(force, torque))
        }
        7 => {
            let [force, torque] = inputs::load_limit(random);
            outcome(joint.set_report_above(force, torque))
        }
        8 => {
            joint.set_enabled(random.one_in(2));
            Outcome::Done
        }
        _ => {
            joint.set_collide_connected(random.one_in(2));
            Outcome::Done
        }
    }
}

/// Adds or removes a pair of openings, on bodies of any kind.
fn change_portals(fuzz: &mut Fuzz) -> Outcome {
    let known: Vec<PortalId> = fuzz.world.portals().map(|portals| portals.id).collect();
    let pick = fuzz.random.pick(&known, PortalId::from_bits);
    if let Some(id) = pick.filter(|_| known.len() > 2 || fuzz.random.one_in(3)) {
        return outcome(fuzz.world.remove_portals(id));
    }
    let bodies: Vec<BodyId> = fuzz.world.bodies().collect();
    let [a, b] = [0, 1].map(|_| {
        let (at, out) = (fuzz.random.point(), fuzz.random.point());
        match fuzz.random.pick(&bodies, BodyId::from_bits) {
            Some(body) if fuzz.random.one_in(2) => PortalFrame::on(body, at * 0.1, out),
            _ => PortalFrame::fixed(at, out),
        }
    });
    let pair = PortalPair::new(a, b).width(fuzz.random.number(0.05, 6.0)).rims(fuzz.random.one_in(2));
    outcome(fuzz.world.add_portals(pair))
}

/// Adds, replaces or removes a field.
fn change_field(fuzz: &mut Fuzz) -> Outcome {
    let field = super::fields::field(&mut fuzz.random);
    let known: Vec<FieldId> = fuzz.world.fields().collect();
    let pick = fuzz.random.pick(&known, FieldId::from_bits);
    match (pick, fuzz.random.below(3)) {
        (Some(id), 0) => outcome(fuzz.world.set_field(id, field)),
        (Some(id), _) if known.len() > 3 => outcome(fuzz.world.remove_field(id)),
        _ => outcome(fuzz.world.add_field(field)),
    }
}

fn explode(fuzz: &mut Fuzz) -> Outcome {
    let random = &mut fuzz.random;
    let blast = Explosion::new(random.point(), random.number(0.0, 5.0), random.number(-20.0, 20.0));
    outcome(fuzz.world.explode(&blast.falloff(random.number(0.0, 5.0)).mask(random.next())))
}

fn change_world(fuzz: &mut Fuzz) -> Outcome {
    match fuzz.random.below(9) {
        6 => outcome(fuzz.world.set_sub_steps(fuzz.random.below(5) as u32)),
        7 => {
            fuzz.world.set_sleeping(!fuzz.random.one_in(3));
            Outcome::Done
        }
        8 => {
            fuzz.world.set_continuous(!fuzz.random.one_in(3));
            Outcome::Done
        }
        4 => outcome(fuzz.world.shift_origin(fuzz.random.vector(-9.0, 9.0))),
        2 => {
            let pair = (!fuzz.random.one_in(3)).then(|| inputs::material_pair(&mut fuzz.random));
            let [a, b] = [0, 1].map(|_| fuzz.random.below(3) as u64);
            outcome(fuzz.world.set_material_pair(a, b, pair))
        }
        3 => {
            set_hooks(fuzz);
            Outcome::Done
        }
        0 => outcome(fuzz.world.set_gravity(fuzz.random.vector(-20.0, 20.0))),
        1 => {
            // A small capacity, or one above the limit; values in between are valid, but slow.
            let least = if fuzz.random.one_in(4) { (1 << 22) + 1 } else { 0 };
            let mut some = || least + fuzz.random.below(100) as u32;
            let [bodies, shapes, joints, contacts, sensor_overlaps] = [0; 5].map(|_| some());
            let [fields, hits, bullet_pairs] = [0; 3].map(|_| some());
            let capacity =
                Capacity { bodies, shapes, joints, contacts, sensor_overlaps, fields, hits, bullet_pairs };
            outcome(fuzz.world.reserve(capacity))
        }
        _ => outcome(fuzz.world.set_threads(if fuzz.random.one_in(2) { 0 } else { 65 })),
    }
}

/// Hooks that depend on their arguments only.
fn set_hooks(fuzz: &mut Fuzz) {
    let set = fuzz.random.one_in(2);
    fuzz.world.share_pair_filter(set.then(pair_filter));
    fuzz.world.share_pre_solve(set.then(pre_solve));
    if set {
        fuzz.functions.extend([None, None]);
    }
}

pub(super) fn pair_filter() -> Arc<PairFilter> {
    Arc::new(|pair| !(pair.a.shape_data ^ pair.b.shape_data).is_multiple_of(3))
}

pub(super) fn pre_solve() -> Arc<PreSolve> {
    // Values that depend on the velocity, so that they change while a contact persists; some are out of
    // range.
    Arc::new(|contact| {
        let spread = |value: f32, most: f32| 37.0 * value.abs() % most;
        ContactResponse {
            enabled: contact.velocity.x < 3.0,
            friction: spread(contact.velocity.y, 2.0) - 0.1,
            restitution: spread(contact.velocity.x + contact.normal.x, 1.5) - 0.2,
            tangent_speed: spread(contact.separation, 4.0) - 2.0,
        }
    })
}

fn query_filter(random: &mut Random) -> QueryFilter<'static> {
    let all = QueryFilter::all();
    let all = if random.one_in(3) { all.colliding(inputs::filter(random)) } else { all };
    let all = if random.one_in(3) { all.honor_one_way() } else { all };
    let all = if random.one_in(3) { all.with_sensors() } else { all };
    match BodyId::from_bits(random.next() & 0x1_0000_003f) {
        Some(body) => all.ignore(body),
        None => all,
    }
}

fn cast(fuzz: &mut Fuzz) -> Outcome {
    let (random, world) = (&mut fuzz.random, &fuzz.world);
    let filter = query_filter(random);
    let ray =
        Ray { max_fraction: random.number(0.5, 1.0), ..Ray::new(random.point(), random.vector(-20.0, 20.0)) };
    let shape = inputs::geometry(random);
    let Ok(seen) = world.seen_from(random.home) else { return Outcome::Skipped };
    let result: Result<_, QueryError> = match random.below(9) {
        6 => seen.cast_ray(ray, filter).map_err(QueryError::from),
        7 => {
            let cast = ShapeCast::new(&shape, random.pose(), random.vector(-20.0, 20.0));
            seen.cast_shape_with(&cast.clearance(random.number(0.0, 0.5)), filter)
        }
        8 => {
            let sweep = Sweep::between(random.pose(), random.pose(), random.vector(-1.0, 1.0));
            seen.cast_shape_turning(&shape, &sweep, filter)
        }
        0 => world.cast_ray(ray, filter).map_err(QueryError::from),
        1 => world.cast_ray_any(ray, filter).map_err(QueryError::from),
        2 => world.cast_circle(ray, random.number(0.01, 2.0), filter),
        3 => world.cast_shape(&shape, random.pose(), random.vector(-20.0, 20.0), filter),
        4 => {
            let cast = ShapeCast::new(&shape, random.pose(), random.vector(-20.0, 20.0)).may_leave();
            world.cast_shape_with(&cast.clearance(random.number(0.0, 0.5)), filter)
        }
        _ => {
            let sweep = Sweep::between(random.pose(), random.pose(), random.vector(-1.0, 1.0));
            world.cast_shape_turning(&shape, &sweep, filter)
        }
    };
    if let Ok(Some(hit)) = &result {
        assert!(hit.point.is_finite() && hit.normal.is_finite() && hit.fraction >= 0.0, "{hit:?}");
        assert!(world.shape(hit.shape).is_some_and(|shape| shape.body() == hit.body), "{hit:?}");
    }
    outcome(result)
}

/// Distances and impacts of pairs, some of them removed.
fn pairs(fuzz: &mut Fuzz) -> Outcome {
    let (random, world) = (&mut fuzz.random, &fuzz.world);
    if random.one_in(2) {
        let [a, b] = [0, 1].map(|_| random.pick(&fuzz.bodies, BodyId::from_bits));
        let (Some(a), Some(b)) = (a, b) else { return Outcome::Skipped };
        if random.one_in(2) {
            return outcome(world.body_impact(a, b, random.number(0.0, 2.0)));
        }
        let result = world.body_distance(a, b);
        assert!(!matches!(&result, Ok(Some(pair)) if !pair.distance.is_finite()), "{result:?}");
        return outcome(result);
    }
    let [a, b] = [0, 1].map(|_| random.pick(&fuzz.shapes, ShapeId::from_bits));
    let (Some(a), Some(b)) = (a, b) else { return Outcome::Skipped };
    if random.one_in(2) {
        return outcome(world.shape_impact(a, b, random.number(0.0, 2.0)));
    }
    let result = world.shape_distance(a, b);
    assert!(!matches!(&result, Ok(pair) if !pair.normal.is_finite()), "{result:?}");
    outcome(result)
}

fn overlap(fuzz: &mut Fuzz) -> Outcome {
    let (random, world) = (&mut fuzz.random, &fuzz.world);
    let filter = query_filter(random);
    let most = random.below(5);
    let mut count = 0;
    let mut visit = |id: ShapeId| {
        assert!(world.shape(id).is_some(), "{id} does not exist");
        count += 1;
        if count > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let origin = if random.one_in(2) { random.home } else { DVec2::ZERO };
    let Ok(seen) = world.seen_from(origin) else { return Outcome::Skipped };
    match random.below(6) {
        5 => {
            let mut found = Vec::new();
            let aabb = Aabb::new(random.vector(-5.0, 0.0), random.vector(0.0, 5.0));
            let result = seen.shapes_in_box(aabb, filter, &mut found);
            for found in &found {
                let body = world.shape(found.shape).expect("it exists").body();
                assert!(body == found.body && found.velocity_at([0.0, 0.0]).is_finite(), "{found:?}");
            }
            outcome(result)
        }
        0 => outcome(seen.overlap_shape(&inputs::geometry(random), random.pose(), filter, visit)),
        1 => outcome(seen.overlap_box(
            Aabb::new(random.vector(-5.0, 0.0), random.vector(0.0, 5.0)),
            filter,
            visit,
        )),
        2 => outcome(seen.overlap_point(random.point(), filter, &mut visit)),
        3 => {
            let (shape, pose, reach) = (inputs::geometry(random), random.pose(), random.number(0.0, 2.0));
            outcome(seen.separations(&shape, pose, reach, filter, |found| {
                assert!(found.distance.is_finite() && found.normal.is_finite(), "{found:?}");
                visit(found.shape)
            }))
        }
        _ => {
            let result = world.nearest(random.point(), random.number(0.0, 5.0), filter);
            if let Ok(Some(found)) = &result {
                assert!(
                    found.point.is_finite() && found.distance.is_finite() && found.normal.is_finite(),
                    "{found:?}"
                );
            }
            outcome(result)
        }
    }
}

/// Continues with a clone, which must be equal.
fn clone(fuzz: &mut Fuzz) -> Outcome {
    let copy = fuzz.world.clone();
    assert_eq!(copy.hash(), fuzz.world.hash());
    // A copy is not recorded.
    if !fuzz.world.is_recorded() {
        fuzz.world = copy;
    }
    Outcome::Done
}

/// Finds islands: each awake or sleeping body is in one, and two touching bodies are in the same one.
fn find_islands(fuzz: &mut Fuzz) -> Outcome {
    let mut islands = Islands::default();
    let world = &fuzz.world;
    world.find_islands(&mut islands);
    for id in &fuzz.bodies {
        let lives = world.body(*id).is_some_and(|body| body.is_awake() || body.is_asleep());
        assert_eq!(islands.of(*id).is_some(), lives, "{id}");
    }
    for contact in
        world.contacts().filter_map(|id| world.contact(id)).filter(|contact| contact.color().is_some())
    {
        let bodies = contact.bodies();
        let dynamic =
            bodies.map(|id| world.body(id).is_some_and(|body| body.kind() == cairn2d::BodyKind::Dynamic));
        let [a, b] = bodies.map(|id| islands.of(id));
        assert!(dynamic != [true; 2] || a == b, "{bodies:?} touch");
    }
    Outcome::Done
}

/// Continues with a world that was restored from a snapshot, which must be equal.
fn restore(fuzz: &mut Fuzz) -> Outcome {
    let bytes = fuzz.world.snapshot();
    let mut other = fuzz.world.clone();
    let _ = other.step(1.0 / 30.0);
    match other.restore(&bytes) {
        // The joint broke in the step, and its constraint with it.
        Err(SnapshotError::Constraint(_)) => return Outcome::Skipped,
        result => result.expect("a snapshot can be restored"),
    }
    assert_eq!(other.hash(), fuzz.world.hash());
    assert!(other.snapshot() == bytes, "a restored world has another snapshot");
    follow_base(fuzz, &bytes);
    other.validate().unwrap_or_else(|what| panic!("{what}"));
    if fuzz.world.is_recorded() {
        fuzz.world.restore(&bytes).expect("a snapshot can be restored");
    } else {
        fuzz.world = other;
    }
    Outcome::Done
}

/// Makes a delta of the snapshot relative to the last stored one, and replaces that.
fn follow_base(fuzz: &mut Fuzz, bytes: &[u8]) {
    let (delta, mut made) = (fuzz.world.snapshot_since(&fuzz.base), Vec::new());
    match World::merge_snapshot(&fuzz.base, &delta, &mut made) {
        Err(SnapshotError::Base) if fuzz.base.is_empty() => {}
        result => {
            result.expect("it was just made");
            assert!(made == bytes, "another snapshot comes of what is new");
        }
    }
    fuzz.base = bytes.to_vec();
}

/// Saves the world in memory, steps it, and restores it. Unchanged parts, which are not copied, must be
/// equal.
fn keep(fuzz: &mut Fuzz) -> Outcome {
    let bytes = fuzz.world.snapshot();
    let mut saved = core::mem::take(&mut fuzz.saved);
    fuzz.world.save_into(&mut saved);
    // A recorded world cannot be replayed after the step in which a custom joint broke.
    if !fuzz.world.is_recorded() {
        let _ = fuzz.world.step(1.0 / 30.0);
        let some = fuzz.random.below(fuzz.bodies.len().max(1));
        let _ = fuzz.bodies.get(some).map(|&id| fuzz.world.despawn(id));
    }
    assert!(fuzz.world.restore_saved(&saved), "nothing was saved");
    fuzz.saved = saved;
    assert!(fuzz.world.snapshot() == bytes, "another world came back");
    fuzz.world.validate().unwrap_or_else(|what| panic!("{what}"));
    Outcome::Done
}

/// Draws the world with random options: all output must be finite.
fn draw(fuzz: &mut Fuzz) -> Outcome {
    let random = &mut fuzz.random;
    let mut options = DrawOptions::default();
    for option in [&mut options.pixel, &mut options.velocity_scale, &mut options.impulse_scale] {
        *option = if random.one_in(3) { random.strange() } else { random.range(1.0e-3, 1.0) };
    }
    options.view =
        random.one_in(2).then(|| Aabb { min: random.vector(-50.0, 50.0), max: random.vector(-50.0, 50.0) });
    for option in [
        &mut options.contacts,
        &mut options.normals,
        &mut options.impulses,
        &mut options.graph_colors,
        &mut options.boxes,
        &mut options.velocities,
        &mut options.centers,
        &mut options.body_ids,
        &mut options.joint_ids,
    ] {
        *option = random.one_in(2);
    }
    // Without further random numbers, so that older seeds keep their calls.
    options.masses = options.centers;
    (options.features, options.island_boxes) = (options.contacts, options.boxes);
    if random.one_in(2) {
        options.coloring = if random.one_in(2) { Coloring::Island } else { Coloring::Team };
    }
    DebugDraw::default().draw(&fuzz.world, &options, &mut Finite);
    Outcome::Done
}

/// A canvas that only checks that all numbers are finite.
struct Finite;

impl Finite {
    fn see(numbers: &[f32], what: &dyn core::fmt::Debug) {
        assert!(numbers.iter().all(|number| number.is_finite()), "{what:?} is drawn at {numbers:?}");
    }
}

impl Canvas for Finite {
    fn shape(&mut self, _shape: &Shape, pose: Pose, look: &Look) {
        Finite::see(&[pose.p.x, pose.p.y, pose.q.c, pose.q.s], look);
    }

    fn line(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        Finite::see(&[a.x, a.y, b.x, b.y], &("line", ink));
    }

    fn circle(&mut self, center: Vec2, radius: f32, ink: Ink) {
        Finite::see(&[center.x, center.y, radius], &("circle", ink));
    }

    fn mark(&mut self, at: Vec2, mark: Mark, size: f32, direction: Vec2, ink: Ink) {
        Finite::see(&[at.x, at.y, size, direction.x, direction.y], &(mark, ink));
    }

    fn area(&mut self, _area: &cairn2d::Area, _ink: Ink) {}
}
