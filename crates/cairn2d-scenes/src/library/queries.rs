//! Scenes of queries: rays, casts, overlaps, distances and contacts, with the results drawn.

use core::ops::ControlFlow;

use super::parts::{kind, look_at, room, surface, terrain};
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::cos_sin;
use cairn2d::{
    BodyId, BodyKind, Capsule, CastResult, Circle, Error, Polygon, Pose, QueryFilter, Ray, Rect, Rot, Shape,
    ShapeCast, ShapeId, Sweep, Vec2, vec2,
};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "ray_fan",
        Category::Queries,
        600,
        ray_fan,
        "A fan of 48 rays rotates through a crowd and marks the first hits",
    ),
    entry(
        "cast_modes",
        Category::Queries,
        600,
        cast_modes,
        "A ray, a disc, a capsule and a rotating plank are cast: first hit, any hit, all hits in order",
    ),
    entry(
        "overlap_probes",
        Category::Queries,
        600,
        overlap_probes,
        "A disc, a box, a hull and a point move through a crowd and mark the shapes that they overlap",
    ),
    entry(
        "nearest_points",
        Category::Queries,
        600,
        nearest_points,
        "A moving probe shows the nearest point of each shape around it",
    ),
    entry(
        "pair_distances",
        Category::Queries,
        600,
        pair_distances,
        "Pairs of shapes rotate past each other; their distance and time of impact are drawn",
    ),
    entry(
        "manifolds",
        Category::Queries,
        300,
        manifolds,
        "Every kind of shape rests on every kind of ground, contact points drawn with their impulses",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[
    ("ray_fan", start::<RayFan>),
    ("cast_modes", start::<CastModes>),
    ("overlap_probes", start::<OverlapProbes>),
    ("nearest_points", start::<NearestPoints>),
    ("pair_distances", start::<PairDistances>),
    ("manifolds", start::<Manifolds>),
];

/// A room without gravity in which shapes of each kind drift and rotate.
fn drifting_crowd(scene: &mut Scene, rings: u32) {
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 18.0);
    scene.add(room([14.0, 8.0], surface(0.0, 1.0)));
    for n in 0..8 * rings {
        let (ring, place) = (n / 8, n % 8);
        let [cos, sin] = cos_sin(0.785 * place as f32 + 0.4 * ring as f32);
        let radius = 4.0 + 2.2 * ring as f32;
        let at = [1.4 * radius * cos, 0.8 * radius * sin];
        let mut body = BodyDesc::dynamic(at);
        body.velocity = [-0.6 * sin, 0.6 * cos];
        body.angular_velocity = 0.5 - 0.15 * place as f32;
        scene.add(body.with(kind(n + ring, 0.7).material(surface(0.0, 1.0))));
    }
}

fn ray_fan(scene: &mut Scene) {
    scene.script = Some("ray_fan".to_owned());
    drifting_crowd(scene, 2);
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::circle(0.4)).named("tower"));
}

/// Casts a fan of rays from the tower.
#[derive(Clone, Default)]
struct RayFan {
    hits: Vec<Option<CastResult>>,
}

impl Play for RayFan {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        const COUNT: u32 = 48;
        let Some(tower) = turn.body("tower") else { return Ok(()) };
        let turned = 0.4 * turn.time();
        let ray = |n| {
            let along = Vec2::from_angle(turned + core::f32::consts::TAU * n as f32 / COUNT as f32);
            Ray::new(along * 0.45, along * 16.0)
        };
        let rays: Vec<Ray> = (0..COUNT).map(ray).collect();
        turn.world.cast_rays(&rays, QueryFilter::all().ignore(tower), &mut self.hits)?;
        let mut bodies = 0;
        for (ray, hit) in rays.iter().zip(&self.hits) {
            let end = hit.map_or(ray.at(1.0), |hit| hit.point);
            turn.overlay.line(ray.origin, end, Tone::Note);
            let Some(hit) = hit else { continue };
            let solid = turn.world.body(hit.body).is_some_and(|body| body.kind() == BodyKind::Dynamic);
            bodies += u32::from(solid);
            turn.overlay.arrow(
                hit.point,
                hit.point + hit.normal * 0.5,
                if solid { Tone::Hit } else { Tone::Miss },
            );
        }
        turn.overlay.set_headline(format!("{bodies} of {COUNT} rays meet a body"));
        Ok(())
    }
}

fn cast_modes(scene: &mut Scene) {
    scene.script = Some("cast_modes".to_owned());
    look_at(scene, [0.0, 5.0], 14.0);
    scene.world.gravity = [0.0, 0.0];
    scene.add(room([12.0, 12.0], surface(0.0, 1.0)));
    // Four lanes with the same obstacles, which rise and fall.
    for lane in 0..4 {
        for n in 0..6 {
            let mut body = BodyDesc::kinematic([-5.0 + 2.4 * n as f32, 0.5 + 3.0 * lane as f32]);
            body.angular_velocity = 0.7 - 0.25 * n as f32;
            scene.add(body.with(kind(n + lane, 0.55)));
        }
    }
}

/// One cast per lane, to and fro over the height of its lane.
#[derive(Clone, Default)]
struct CastModes {
    hits: Vec<CastResult>,
}

impl Play for CastModes {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let [_, swing] = cos_sin(0.8 * turn.time());
        let from = |lane: u32| vec2(-9.0, 0.5 + 3.0 * lane as f32 + 0.9 * swing);
        let way = vec2(18.0, 0.0);
        let all = QueryFilter::all();
        // All hits of a ray, in order.
        turn.world.cast_ray_sorted(Ray::new(from(0), way), all, &mut self.hits)?;
        turn.overlay.line(from(0), from(0) + way, Tone::Note);
        for (index, hit) in self.hits.iter().enumerate() {
            turn.overlay.cross(hit.point, 0.12, Tone::Hit);
            turn.overlay.text(hit.point + vec2(0.0, 0.4), format!("{}", index + 1), Tone::Hit);
        }
        // The first hit of a disc, as a thick ray.
        let hit = turn.world.cast_circle(Ray::new(from(1), way), 0.3, all)?;
        show_cast(turn, &Circle::new(0.3).into(), Pose::from_position(from(1)), way, hit);
        // The first hit of a capsule that keeps a gap.
        let capsule: Shape = Capsule::new([0.0, -0.3], [0.0, 0.3], 0.15).into();
        let cast = ShapeCast::new(&capsule, Pose::from_position(from(2)), way).clearance(0.2);
        let hit = turn.world.cast_shape_with(&cast, all)?;
        show_cast(turn, &capsule, Pose::from_position(from(2)), way, hit);
        // The first hit of a plank that rotates during the cast.
        let plank: Shape = Rect::half(0.6, 0.08).into();
        let begin = Pose::from_position(from(3));
        let end = Pose { p: from(3) + way, q: Rot::from_angle(3.0) };
        let hit = turn.world.cast_shape_turning(&plank, &Sweep::between(begin, end, Vec2::ZERO), all)?;
        let stop = hit.map_or(1.0, |hit| hit.fraction);
        for ghost in 0..=6 {
            let share = stop * ghost as f32 / 6.0;
            let pose = Pose { p: from(3) + way * share, q: Rot::from_angle(3.0 * share) };
            turn.overlay.shape(&plank, pose, if ghost == 6 { Tone::Hit } else { Tone::Note });
        }
        if let Some(hit) = hit {
            turn.overlay.arrow(hit.point, hit.point + hit.normal * 0.6, Tone::Hit);
        }
        Ok(())
    }
}

/// Draws the start of a cast, its end, and the shape that it hit.
fn show_cast(turn: &mut Turn<'_>, shape: &Shape, from: Pose, way: Vec2, hit: Option<CastResult>) {
    turn.overlay.shape(shape, from, Tone::Note);
    let stop = from.p + way * hit.map_or(1.0, |hit| hit.fraction);
    turn.overlay.line(from.p, stop, Tone::Note);
    let tone = if hit.is_some() { Tone::Hit } else { Tone::Miss };
    turn.overlay.shape(shape, Pose { p: stop, ..from }, tone);
    if let Some(hit) = hit {
        turn.overlay.arrow(hit.point, hit.point + hit.normal * 0.6, Tone::Hit);
    }
}

fn overlap_probes(scene: &mut Scene) {
    scene.script = Some("overlap_probes".to_owned());
    drifting_crowd(scene, 3);
}

/// Four moving probes, and the outlines of the shapes that they overlap.
#[derive(Clone, Default)]
struct OverlapProbes {
    found: Vec<ShapeId>,
}

impl Play for OverlapProbes {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let time = turn.time();
        let place = |n: f32, width: f32, height: f32| {
            let [cos, _] = cos_sin(0.31 * time + n);
            let [_, sin] = cos_sin(0.47 * time + 2.0 * n);
            vec2(width * cos, height * sin)
        };
        let hull = Polygon::new(&[[-2.0, -0.6], [1.0, -1.0], [2.0, 0.4], [0.0, 1.2]]);
        let probes = [
            (Shape::from(Circle::new(1.8)), Pose::from_position(place(0.0, 9.0, 4.0))),
            (
                Shape::from(Rect::half(2.2, 1.2)),
                Pose { p: place(2.0, 8.0, 4.5), q: Rot::from_angle(0.3 * time) },
            ),
            (Shape::from(hull?), Pose { p: place(4.0, 9.0, 3.0), q: Rot::from_angle(-0.5 * time) }),
        ];
        self.found.clear();
        for (shape, pose) in &probes {
            turn.overlay.shape(shape, *pose, Tone::Friend);
            turn.world.overlap_shape(shape, *pose, QueryFilter::all(), |found| {
                self.found.push(found);
                ControlFlow::Continue(())
            })?;
        }
        let point = place(5.5, 10.0, 6.0);
        turn.overlay.cross(point, 0.2, Tone::Friend);
        turn.world.overlap_point(point, QueryFilter::all(), |found| {
            self.found.push(found);
            ControlFlow::Continue(())
        })?;
        for &shape in &self.found {
            if let Some(shape) = turn.world.shape(shape)
                && let Some(body) = turn.world.body(shape.body())
                && body.kind() == BodyKind::Dynamic
            {
                turn.overlay.shape(shape.geometry(), body.pose(), Tone::Hit);
            }
        }
        turn.overlay.set_headline(format!("{} overlaps", self.found.len()));
        Ok(())
    }
}

fn nearest_points(scene: &mut Scene) {
    scene.script = Some("nearest_points".to_owned());
    drifting_crowd(scene, 2);
    let hollow: Vec<[f32; 2]> = (0..12)
        .map(|n| {
            let [cos, sin] = cos_sin(-core::f32::consts::TAU * n as f32 / 12.0);
            [2.6 * cos, 1.6 * sin]
        })
        .collect();
    let mut rim = BodyDesc::fixed([0.0, 0.0]);
    rim.chains.push(super::parts::chain(hollow, true));
    scene.add(rim);
}

/// A moving probe, and lines to the shapes near it.
#[derive(Clone, Default)]
struct NearestPoints;

impl Play for NearestPoints {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        const REACH: f32 = 4.0;
        let [cos, _] = cos_sin(0.37 * turn.time());
        let [_, sin] = cos_sin(0.59 * turn.time());
        let probe = vec2(10.0 * cos, 6.0 * sin);
        let overlay = &mut *turn.overlay;
        overlay.ring(probe, REACH, Tone::Note);
        turn.world.nearest_all(probe, REACH, QueryFilter::all(), |near| {
            overlay.line(probe, near.point, Tone::Note);
            ControlFlow::Continue(())
        })?;
        if let Some(near) = turn.world.nearest(probe, REACH, QueryFilter::all())? {
            overlay.ring(probe, near.distance.abs(), if near.distance < 0.0 { Tone::Foe } else { Tone::Hit });
            overlay.arrow(near.point, near.point + near.normal * 0.8, Tone::Hit);
            overlay.set_headline(format!("nearest {:.2} m", near.distance));
        }
        Ok(())
    }
}

fn pair_distances(scene: &mut Scene) {
    scene.script = Some("pair_distances".to_owned());
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 15.0);
    // Kinematic bodies do not collide, so each pair passes freely to and fro.
    for n in 0..8 {
        let center = [-9.0 + 6.0 * (n % 4) as f32, if n < 4 { 3.2 } else { -3.2 }];
        let mut left = BodyDesc::kinematic([center[0] - 1.3, center[1]]);
        left.angular_velocity = 0.3 + 0.1 * n as f32;
        scene.add(left.with(kind(n, 0.7)));
        let mut right = BodyDesc::kinematic([center[0] + 1.3, center[1] + 0.4]);
        right.angular_velocity = -0.6 + 0.1 * n as f32;
        scene.add(right.with(kind(n + 3, 0.7)));
    }
}

/// Moves the pairs and draws their distances and impacts.
#[derive(Clone, Default)]
struct PairDistances;

impl PairDistances {
    fn pair(turn: &Turn<'_>, n: usize) -> [BodyId; 2] {
        [turn.handles.bodies[2 * n], turn.handles.bodies[2 * n + 1]]
    }
}

impl Play for PairDistances {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let [cos, _] = cos_sin(0.9 * turn.time());
        for n in 0..turn.handles.bodies.len() / 2 {
            for (body, side) in Self::pair(turn, n).into_iter().zip([1.0, -1.0]) {
                if let Some(mut body) = turn.world.body_mut(body) {
                    body.set_velocity([0.9 * side * cos, 0.0])?;
                }
            }
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for n in 0..turn.handles.bodies.len() / 2 {
            let [a, b] = Self::pair(turn, n);
            if let Some(pair) = turn.world.body_distance(a, b)? {
                let tone = if pair.distance < 0.0 { Tone::Foe } else { Tone::Hit };
                turn.overlay.line(pair.point_a, pair.point_b, tone);
                turn.overlay.cross(pair.point_a, 0.08, tone);
                turn.overlay.cross(pair.point_b, 0.08, tone);
                let below = (pair.point_a + pair.point_b) * 0.5 - vec2(0.0, 1.6);
                turn.overlay.text(below, format!("{:.2} m", pair.distance), tone);
            }
            if let Some(impact) = turn.world.body_impact(a, b, 2.0)?
                && impact.time > 0.0
            {
                turn.overlay.ring(impact.point, 0.15, Tone::Foe);
                turn.overlay.text(
                    impact.point + vec2(0.0, 1.5),
                    format!("in {:.2} s", impact.time),
                    Tone::Foe,
                );
            }
        }
        Ok(())
    }
}

fn manifolds(scene: &mut Scene) {
    scene.script = Some("manifolds".to_owned());
    look_at(scene, [0.0, 7.6], 19.0);
    for row in 0..5 {
        let y = 3.6 * row as f32;
        for column in 0..8 {
            let x = -12.25 + 3.5 * column as f32;
            let ground = BodyDesc::fixed([x, y]);
            let (ground, top) = match row {
                0 => (ground.with(ShapeDesc::half_box(1.2, 0.3)), 0.3),
                1 => (ground.with(ShapeDesc::segment([-1.2, 0.2], [1.2, 0.2])), 0.2),
                2 => (ground.with(ShapeDesc::circle(0.9)), 0.9),
                3 => (ground.with(ShapeDesc::capsule([-0.9, 0.0], [0.9, 0.0], 0.4)), 0.4),
                _ => {
                    let points = [[x - 1.3, y + 0.6], [x - 0.6, y], [x + 0.6, y], [x + 1.3, y + 0.6]];
                    (terrain(&points), 0.0)
                }
            };
            scene.add(ground);
            let mut guest = BodyDesc::dynamic([x, y + top + 0.75]);
            guest.angular_damping = 1.0;
            scene.add(guest.with(kind(column, 0.7).friction(0.9)));
        }
    }
}

/// Draws the points of all touching contacts.
#[derive(Clone, Default)]
struct Manifolds;

impl Play for Manifolds {
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let mut points = 0;
        for contact in turn.world.contacts().filter_map(|id| turn.world.contact(id)) {
            let normal = contact.normal();
            for point in contact.points() {
                points += 1;
                let pressed = point.normal_impulse > 0.0;
                turn.overlay.ring(point.point, 0.09, if pressed { Tone::Hit } else { Tone::Miss });
                // Impulses of a sub-step are small; forces would depend on the length of the step.
                let length = 0.3 + 8.0 * point.normal_impulse;
                turn.overlay.arrow(point.point, point.point + normal * length, Tone::Friend);
            }
        }
        turn.overlay.set_headline(format!("{points} contact points"));
        Ok(())
    }
}
