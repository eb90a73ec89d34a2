//! A fixed set of queries of a world, with the results as words: around a grid of points that spans the
//! bodies, between pairs of bodies, and the computed values of views of bodies, contacts and joints. The
//! order of results counts.

use core::ops::ControlFlow;

use cairn2d::{
    Aabb, BodyId, Capsule, CastResult, Circle, Pose, QueryError, QueryFilter, Ray, Rect, Rot, Shape,
    ShapeCast, ShapeId, Sweep, Vec2, World,
};

use super::Mixer;

/// Points of the grid.
const COLUMNS: u8 = 4;
const ROWS: u8 = 3;

/// Pairs of bodies for distance queries, and views of each kind.
const SAMPLES: usize = 12;

/// Bodies beyond this coordinate are ignored \[m\].
const FAR: f32 = 2000.0;

/// A rotation by the 3-4-5 triangle: the same bits everywhere.
const TILTED: Rot = Rot { c: 0.8, s: 0.6 };

pub(super) fn ask(world: &World, mixer: &mut Mixer) {
    let bounds = span(world);
    let size = bounds.max - bounds.min;
    let shapes: [Shape; 3] =
        [Circle::new(0.4).into(), Rect::half(0.6, 0.3).into(), Capsule::horizontal(0.5, 0.2).into()];
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let share = |index: u8, count: u8| (f32::from(index) + 0.5) / f32::from(count);
            let point = bounds.min + Vec2::new(size.x * share(column, COLUMNS), size.y * share(row, ROWS));
            let way = Vec2::new(size.y - size.x * share(row, ROWS), -size.y);
            let shape = &shapes[usize::from(row + column) % shapes.len()];
            let asked = [rays(world, point, way, mixer), bodies_around(world, point, shape, way, mixer)];
            // An error is a result too: every machine must reject the same calls.
            asked.into_iter().for_each(|asked| mixer.word(u64::from(asked.is_err())));
        }
    }
    let seen = seen_by_bodies(world, mixer);
    mixer.word(u64::from(seen.is_err()));
    pairs(world, mixer);
    views(world, mixer);
}

/// Queries in the frames of bodies of a large world, because absolute positions are too coarse there.
fn seen_by_bodies(world: &World, mixer: &mut Mixer) -> Result<(), cairn2d::Error> {
    if !world.config().large_world {
        return Ok(());
    }
    for body in world.bodies().take(SAMPLES).filter_map(|id| world.body(id)) {
        let seen = world.seen_from(body.position64())?;
        for way in [Vec2::new(9.0, -3.0), Vec2::new(-9.0, 4.0), Vec2::new(0.0, -9.0)] {
            answer(seen.cast_ray(Ray::new(Vec2::splat(0.0), way), QueryFilter::all())?, mixer);
        }
        seen.nearest_all([0.3, 0.7], 4.0, QueryFilter::all(), |found| {
            mixer.word(found.shape.to_bits());
            mixer.vector(found.point);
            ControlFlow::Continue(())
        })?;
    }
    Ok(())
}

/// The box around the bodies that are not far out.
fn span(world: &World) -> Aabb {
    let (mut low, mut high) = (Vec2::splat(0.0), Vec2::splat(1.0));
    for body in world.bodies().filter_map(|id| world.body(id)) {
        let p = body.position();
        if p.x > -FAR && p.x < FAR && p.y > -FAR && p.y < FAR {
            low = Vec2::new(if p.x < low.x { p.x } else { low.x }, if p.y < low.y { p.y } else { low.y });
            high =
                Vec2::new(if p.x > high.x { p.x } else { high.x }, if p.y > high.y { p.y } else { high.y });
        }
    }
    Aabb::new(low, high)
}

fn rays(world: &World, point: Vec2, way: Vec2, mixer: &mut Mixer) -> Result<(), QueryError> {
    let (all, full) = (QueryFilter::all(), QueryFilter::all().with_sensors().honor_one_way());
    for translation in [way, -way, Vec2::new(way.x, 0.0), Vec2::new(0.0, -way.y)] {
        let ray = Ray::new(point, translation);
        answer(world.cast_ray(ray, full)?, mixer);
        answer(world.cast_ray_any(ray, all)?, mixer);
        world.cast_ray_all(ray, full, |hit| {
            answer(Some(hit), mixer);
            1.0
        })?;
    }
    let mut sorted = Vec::new();
    world.cast_ray_sorted(Ray::new(point, way), full, &mut sorted)?;
    sorted.into_iter().for_each(|hit| answer(Some(hit), mixer));
    answer(world.cast_circle(Ray::new(point, way), 0.3, full)?, mixer);
    Ok(())
}

fn bodies_around(
    world: &World,
    point: Vec2,
    shape: &Shape,
    way: Vec2,
    mixer: &mut Mixer,
) -> Result<(), QueryError> {
    let full = QueryFilter::all().with_sensors();
    let (pose, reach) = (Pose { p: point, q: TILTED }, 2.0);
    answer(world.cast_shape(shape, pose, way, full)?, mixer);
    world.cast_shape_all(&ShapeCast::new(shape, pose, -way), QueryFilter::all(), |hit| {
        answer(Some(hit), mixer);
        1.0
    })?;
    let still = Sweep::fixed(pose);
    let turning = Sweep { c2: still.c2 + way * 0.25, q2: Rot { c: 0.6, s: 0.8 }, ..still };
    answer(world.cast_shape_turning(shape, &turning, QueryFilter::all())?, mixer);
    let mut seen = |id: ShapeId| {
        mixer.word(id.to_bits());
        ControlFlow::Continue(())
    };
    world.overlap_shape(shape, pose, full, &mut seen)?;
    world.overlap_box(Aabb::new(point - Vec2::splat(reach), point + Vec2::splat(reach)), full, &mut seen)?;
    world.overlap_point(point, full, &mut seen)?;
    world.nearest_all(point, reach, full, |found| {
        mixer.word(found.shape.to_bits());
        mixer.vector(found.point);
        ControlFlow::Continue(())
    })?;
    if let Some(found) = world.nearest(point, 50.0, full)? {
        mixer.word(found.body.to_bits());
        mixer.vector(found.normal);
        mixer.float(found.distance);
    }
    world.separations(shape, pose, reach, QueryFilter::all(), |found| {
        mixer.word(found.shape.to_bits());
        mixer.float(found.distance);
        [found.point, found.own_point, found.normal].into_iter().for_each(|vector| mixer.vector(vector));
        ControlFlow::Continue(())
    })
}

fn answer(hit: Option<CastResult>, mixer: &mut Mixer) {
    let Some(hit) = hit else { return mixer.word(0) };
    mixer.word(hit.shape.to_bits());
    mixer.word(hit.body.to_bits());
    mixer.float(hit.fraction);
    mixer.vector(hit.point);
    mixer.vector(hit.normal);
}

/// Distances and times of impact of bodies that are adjacent in the order of their ids.
fn pairs(world: &World, mixer: &mut Mixer) {
    let bodies: Vec<BodyId> = world.bodies().collect();
    let stride = bodies.len() / SAMPLES + 1;
    for pair in bodies.windows(2).step_by(stride) {
        match world.body_distance(pair[0], pair[1]) {
            Ok(Some(found)) => {
                mixer.float(found.distance);
                mixer.vector(found.normal);
            }
            other => mixer.word(u64::from(other.is_err())),
        }
        match world.body_impact(pair[0], pair[1], 0.5) {
            Ok(Some(found)) => {
                mixer.float(found.time);
                mixer.vector(found.point);
            }
            other => mixer.word(u64::from(other.is_err())),
        }
    }
}

/// Values of views that are computed, not only read.
fn views(world: &World, mixer: &mut Mixer) {
    let counts = world.counts();
    for count in [counts.contacts, counts.touching_contacts, counts.awake_islands, counts.sleeping_islands] {
        mixer.word(u64::from(count));
    }
    let stride = counts.bodies as usize / SAMPLES + 1;
    for body in world.bodies().step_by(stride).filter_map(|id| world.body(id)) {
        [body.angle(), body.kinetic_energy()].into_iter().for_each(|value| mixer.float(value));
        mixer.vector(body.velocity_at(body.position() + Vec2::new(1.0, 2.0)));
        mixer.vector(body.pose_after(0.25).p);
        body.contacts().for_each(|contact| mixer.word(contact.to_bits()));
        // Newest first.
        let shapes: Vec<_> = body.shapes().filter_map(|id| world.shape(id)).collect();
        shapes.iter().rev().for_each(|shape| mixer.vector(shape.aabb().max));
    }
    let stride = counts.contacts as usize / SAMPLES + 1;
    for contact in world.contacts().step_by(stride).filter_map(|id| world.contact(id)) {
        mixer.word(contact.id().to_bits());
        mixer.vector(contact.normal());
        for point in contact.points() {
            mixer.vector(point.point);
            mixer.float(point.separation);
            mixer.float(point.normal_impulse);
        }
    }
    for joint in world.joints().take(SAMPLES).filter_map(|id| world.joint(id)) {
        mixer.vector(joint.reaction_force());
        for value in [joint.reaction_torque(), joint.angle(), joint.speed(), joint.separation()] {
            mixer.float(value);
        }
    }
}
