//! Bodies inside fresh ground are moved out.
//!
//! Segments have no inside: a body behind them has no contact that pushes it out, and a heap that falls into
//! a fresh hole presses bodies into the ground. For some steps after an edit, awake bodies in its box are
//! looked at. One that is deeper in the ground than contacts allow moves along the gradient of the field, at
//! a bounded speed, until it is not.

use cairn2d::geometry::LINEAR_SLOP;
use cairn2d::{Aabb, BodyId, BodyKind, Error, Pose, QueryFilter, Shape, Vec2, World};

use crate::field::{BLOCK, Field};
use crate::ground::Ground;
use crate::terrain::Terrain;

/// Steps for which bodies near an edit are looked at.
const STEPS: u32 = 120;

/// Distance from an edit up to which bodies are looked at `[m]`: they fall into it, and are thrown out.
const AROUND: f32 = 1.0;

/// Least number of steps for which they are looked at after one has moved.
const STEPS_AFTER: u32 = 5;

/// Depth of bodies in the ground that is left to the contacts `[m]`.
const ALLOWED: f32 = 1.2 * LINEAR_SLOP;

/// Depth to which bodies are moved `[m]`.
const TARGET: f32 = 0.6 * LINEAR_SLOP;

/// Most ways whose sum is the way of a body.
const ROUNDS: u32 = 6;

/// Most chunks in a row and in a column whose corners are looked at for one shape.
const MOST_CHUNKS: usize = 8;

/// Length of a gradient below which it has no direction `[-]`.
const FLAT: f32 = 0.1;

/// Most points of a side of a shape that are looked at.
const MOST_PARTS: f32 = 64.0;

/// Farthest way out that is looked for `[spacings]`.
const FARTHEST_WAY: i64 = 64;

/// Most boxes that are watched at the same time.
pub(crate) const MOST: usize = 64;

/// A box whose bodies are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Watch {
    pub(crate) bounds: Aabb,
    pub(crate) steps: u32,
}

impl Watch {
    pub(crate) fn new(bounds: Aabb) -> Watch {
        Watch { bounds: bounds.expand(AROUND), steps: STEPS }
    }
}

impl Terrain {
    /// Moves bodies out of fresh ground. Returns how many moved.
    pub(crate) fn rescue(&mut self, world: &mut World, dt: f32) -> Result<u32, Error> {
        if self.watch.is_empty() {
            return Ok(0);
        }
        // Many edits are watched together.
        while self.watch.len() > MOST {
            let last = self.watch.swap_remove(MOST);
            let first = &mut self.watch[0];
            first.bounds = first.bounds.union(last.bounds);
            first.steps = if last.steps > first.steps { last.steps } else { first.steps };
        }
        let mut bodies: Vec<(BodyId, Vec2)> = Vec::new();
        let mut found = Vec::new();
        for watch in &mut self.watch {
            world.shapes_in_box(watch.bounds, QueryFilter::all(), &mut found)?;
            let before = bodies.len();
            for entry in &found {
                let is_free = world
                    .body(entry.body)
                    .is_some_and(|body| body.kind() == BodyKind::Dynamic && body.is_awake());
                let Some(shape) = world.shape(entry.shape) else { continue };
                if is_free && !shape.is_sensor() {
                    let way = whole_way(&self.field, &self.ground, shape.geometry(), entry.pose);
                    bodies.extend(way.map(|way| (entry.body, way)));
                }
            }
            watch.steps -= 1;
            if bodies.len() > before && watch.steps < STEPS_AFTER {
                watch.steps = STEPS_AFTER;
            }
        }
        self.watch.retain(|watch| watch.steps > 0);
        // A body moves by its longest way, once.
        bodies.sort_by(|a, b| {
            let order = a.0.to_bits().cmp(&b.0.to_bits());
            order.then(b.1.length().total_cmp(&a.1.length()))
        });
        bodies.dedup_by_key(|entry| entry.0);
        let most = self.field.def.push_speed * dt;
        for &(id, way) in &bodies {
            let Some(mut body) = world.body_mut(id) else { continue };
            let length = way.length();
            let step = if length > most { way * (most / length) } else { way };
            let position = body.position() + step;
            body.set_position(position)?;
            // Speed into the ground would undo the move.
            let velocity = body.velocity();
            let along = velocity.dot(way);
            if along < 0.0 {
                body.set_velocity(velocity - way * (along / way.length_squared()))?;
            }
        }
        Ok(bodies.len() as u32)
    }
}

/// The way of a shape out of the ground, which is a sum of ways: ground may be on several sides.
fn whole_way(field: &Field, ground: &Ground, shape: &Shape, mut pose: Pose) -> Option<Vec2> {
    let mut whole: Option<Vec2> = None;
    for _ in 0..ROUNDS {
        let ways = [longest_way(field, shape, pose), off_corners(field, ground, shape, pose)];
        let Some(way) = ways.into_iter().flatten().max_by(|a, b| a.length().total_cmp(&b.length())) else {
            break;
        };
        pose.p += way;
        whole = Some(whole.unwrap_or(Vec2::ZERO) + way);
    }
    whole.filter(|way| way.length_squared() > 0.0)
}

/// The longest way out of the ground for points of the surface of a shape, `None` if none is deep inside.
fn longest_way(field: &Field, shape: &Shape, pose: Pose) -> Option<Vec2> {
    let core = shape.core();
    let (points, radius) = (core.points(), core.radius());
    let mut longest: Option<Vec2> = None;
    for (k, &point) in points.iter().enumerate() {
        let start = pose.transform_point(point);
        let end = pose.transform_point(points[(k + 1) % points.len()]);
        // Corners of the ground may be between two corners of a shape.
        let length = start.distance(end) / field.def.spacing;
        let count = if length < MOST_PARTS { length as u32 + 1 } else { MOST_PARTS as u32 };
        for part in 0..count {
            let point = start + (end - start) * (part as f32 / count as f32);
            let Some(way) = deepest(field, point, radius).and_then(|point| way_out(field, point)) else {
                continue;
            };
            if longest.is_none_or(|longest| way.length_squared() > longest.length_squared()) {
                longest = Some(way);
            }
        }
    }
    longest
}

/// The longest way of a shape off a corner of the ground that is inside of it.
fn off_corners(field: &Field, ground: &Ground, shape: &Shape, pose: Pose) -> Option<Vec2> {
    let bounds = shape.aabb(pose);
    let mut longest: Option<Vec2> = None;
    for chunk in chunks_in(field, bounds) {
        for segment in &ground.chunks[chunk].segments {
            let corner = segment.points[1];
            if !bounds.contains_point(corner) {
                continue;
            }
            let nearest = shape.nearest_point(pose.inv_transform_point(corner));
            let depth = -nearest.distance;
            // A corner deep inside belongs to ground that holds the middle of the shape.
            if depth <= ALLOWED || depth > field.def.spacing {
                continue;
            }
            let way = pose.q.rotate(nearest.normal) * (TARGET - depth);
            if longest.is_none_or(|longest| way.length_squared() > longest.length_squared()) {
                longest = Some(way);
            }
        }
    }
    longest
}

/// The chunks with a cell in a box, at most [`MOST_CHUNKS`] in a row and in a column.
fn chunks_in(field: &Field, bounds: Aabb) -> impl Iterator<Item = usize> {
    let (low, high) = (field.place(bounds.min), field.place(bounds.max));
    let range = |axis: usize| {
        // Cell -1 is the first one of chunk 0.
        let index = |value: f32| {
            let value = value + 1.0;
            if value > 0.0 { value as usize / BLOCK } else { 0 }
        };
        let (first, last) = (index(low[axis]), index(high[axis]));
        let most = field.blocks[axis];
        let last = if last < first + MOST_CHUNKS { last } else { first + MOST_CHUNKS - 1 };
        first..(if last < most { last } else { most }) + 1
    };
    let (columns, wide) = (range(0), field.blocks[0] + 1);
    range(1).flat_map(move |row| columns.clone().map(move |column| row * wide + column))
}

/// The deepest point of a disc in the ground, `None` if contacts hold it.
fn deepest(field: &Field, center: Vec2, radius: f32) -> Option<Vec2> {
    const DIAGONAL: f32 = core::f32::consts::FRAC_1_SQRT_2;
    let mut best = (field.sample(center), center);
    if radius > 0.0 {
        let sides = [Vec2::X, Vec2::Y, Vec2::new(DIAGONAL, DIAGONAL), Vec2::new(DIAGONAL, -DIAGONAL)];
        for side in sides {
            for point in [center + side * radius, center - side * radius] {
                let sample = field.sample(point);
                best = if sample > best.0 { (sample, point) } else { best };
            }
        }
        // The field has its steepest slope towards the deepest point.
        for _ in 0..2 {
            let gradient = field.gradient(best.1);
            let length = gradient.length();
            if length <= FLAT {
                break;
            }
            let point = center + gradient * (radius / length);
            let sample = field.sample(point);
            best = if sample > best.0 { (sample, point) } else { best };
        }
    }
    (best.0 > ALLOWED).then_some(best.1)
}

/// The way from a point in the ground to a slop below its surface `[m]`; `None` if the surface is too far.
fn way_out(field: &Field, point: Vec2) -> Option<Vec2> {
    let depth = field.sample(point) - TARGET;
    let gradient = field.gradient(point);
    let length = gradient.length();
    if length > FLAT {
        return Some(gradient * (-depth / length));
    }
    // Deep inside: the nearest empty sample on squares of growing size.
    let [x, y] = field.place(point).map(|value| (value + 0.5) as i64);
    let mut best: Option<(i64, [i64; 2])> = None;
    for ring in 1..=FARTHEST_WAY {
        if best.is_some_and(|(square, _)| square <= ring * ring) {
            break;
        }
        for k in -ring..=ring {
            for [dx, dy] in [[k, -ring], [k, ring], [-ring, k], [ring, k]] {
                let square = dx * dx + dy * dy;
                let is_nearer = best.is_none_or(|(least, _)| square < least);
                if is_nearer && field.byte(x + dx, y + dy) < crate::field::SOLID {
                    best = Some((square, [dx, dy]));
                }
            }
        }
    }
    best.map(|(_, [dx, dy])| Vec2::new(dx as f32, dy as f32) * field.def.spacing)
}
