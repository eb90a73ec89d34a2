//! Reads the parts of a body, and makes bodies of pieces.
//!
//! Pieces have their centre as origin and the rotation of the body. The gaps between them exceed the rounding
//! of their positions, so pieces of a body at rest have nothing that moves them.
//!
//! All pieces move as one rigid body about the centre of their common mass: with the velocity of the body,
//! and with the angular velocity that gives them its angular momentum.

use cairn2d::{Body, BodyId, BodyKind, BodyRef, IntoShape, Mass, Pose, Shape, ShapeDef, Vec2, World};

use crate::cells::Cells;
use crate::error::{FractureError, stale};
use crate::pieces::{Fragment, Least, Part, Pieces, far};
use crate::plane::{Bounds, Moments, Point, cross, dot, narrow, sub, wide};

/// Largest distance of an arc from its chords \[m\].
const SAGITTA: f64 = 5.0e-4;

/// Most corners of a full circle.
const MOST_CORNERS: f64 = 48.0;

/// Gap of a piece, as a share of its coordinates in the body, and of the position of the body.
///
/// The separation of two shapes with a common border is rounded to a little more or less than zero, and the
/// solver pushes at each that is less. So shapes are smaller than pieces by more than that rounding.
const LOCAL_GAP: f64 = 5.0e-7;
const PLACE_GAP: f64 = 4.0e-7;

/// Share of the mass of a body above which a loss by rounding is made up for.
const LOST: f64 = 1.0e-6;

/// Least share of the mass of a body that its fragments have.
const KEPT: f64 = 0.5;

/// Largest coordinate of a body in a large world \[m\], which is relative to its cell.
const CELL: f32 = 128.0;

/// A body to break.
pub(crate) struct Source {
    pub(crate) body: BodyId,
    pub(crate) parts: Vec<Part>,
    pub(crate) bounds: Bounds,
    /// Distance by which the sides of pieces are moved inwards \[m\].
    gap: f64,
    /// Solid shapes with an area.
    shapes: Vec<(ShapeDef, Shape)>,
    /// Sensors and lines.
    others: Vec<(ShapeDef, Shape)>,
}

impl Source {
    /// Reads the parts of a body.
    ///
    /// # Errors
    /// A stale id, or a body without area.
    pub(crate) fn read(world: &World, id: BodyId) -> Result<Source, FractureError> {
        let body = world.body(id).ok_or_else(|| stale(id))?;
        let mut source = Source {
            body: id,
            parts: Vec::new(),
            bounds: Bounds::EMPTY,
            gap: 0.0,
            shapes: Vec::new(),
            others: Vec::new(),
        };
        for shape in body.shapes().filter_map(|id| world.shape(id)) {
            let (def, geometry) = (shape.def(), shape.geometry());
            let corners = outline(geometry);
            let area = Moments::of(&corners).area;
            if shape.is_sensor() || area <= 0.0 {
                source.others.push((def, geometry.clone()));
                continue;
            }
            let density = f64::from(geometry.mass(shape.density()).mass) / area;
            let corners: Vec<Point> = corners.into_iter().map(wide).collect();
            let bounds = Bounds::of(&corners);
            source.bounds = source.bounds.union(bounds);
            source.parts.push(Part { corners, bounds, density, shape: source.shapes.len() });
            source.shapes.push((def, geometry.clone()));
        }
        if source.parts.is_empty() {
            return Err(FractureError::NoArea(id));
        }
        let place = body.position();
        let place = if world.config().large_world { Vec2::splat(CELL) } else { place };
        let place = f64::from(if place.x.abs() > place.y.abs() { place.x.abs() } else { place.y.abs() });
        source.gap = LOCAL_GAP * far(source.bounds) + PLACE_GAP * place;
        source.scale(&body);
        Ok(source)
    }

    /// Cuts the parts into the cells of a pattern, and merges small pieces. Fragments that are thinner than
    /// the rounding of their corners are lost; the densities of the others make up for them.
    ///
    /// # Errors
    /// A body that would lose most of its mass.
    pub(crate) fn cut(&mut self, cells: &Cells, least: Least) -> Result<Pieces, FractureError> {
        let pieces = Pieces::cut(&self.parts, cells, self.bounds, least, self.gap);
        let mut left = vec![0.0; self.parts.len()];
        for fragment in (0..pieces.len()).flat_map(|piece| pieces.fragments(piece)) {
            left[fragment.part as usize] += fragment.area;
        }
        // Of a body without mass, areas are compared.
        let has_mass = self.parts.iter().any(|part| part.density > 0.0);
        let (mut whole, mut kept) = (0.0, 0.0);
        for (part, left) in self.parts.iter().zip(left) {
            let density = if has_mass { part.density } else { 1.0 };
            (whole, kept) = (whole + density * moments(part).area, kept + density * left);
        }
        if kept < KEPT * whole {
            return Err(FractureError::TooThin(self.body));
        }
        if (whole - kept).abs() > LOST * whole {
            self.parts.iter_mut().for_each(|part| part.density *= whole / kept);
        }
        Ok(pieces)
    }

    /// Scales the densities to the mass of the body.
    fn scale(&mut self, body: &BodyRef<'_>) {
        let given = body.given_mass().or((body.kind() == BodyKind::Dynamic).then(|| body.mass()));
        let sum: f64 = self.parts.iter().map(|part| part.density * moments(part).area).sum();
        let Some(given) = given else { return };
        let mass = f64::from(given.mass);
        for part in &mut self.parts {
            // A body with a mass of its own may have shapes without density.
            part.density = if sum > 0.0 { part.density * (mass / sum) } else { part.density };
        }
        if sum == 0.0 && mass > 0.0 {
            let area: f64 = self.parts.iter().map(|part| moments(part).area).sum();
            self.parts.iter_mut().for_each(|part| part.density = mass / area);
        }
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        self.parts.iter().any(|part| part.contains(point))
    }

    /// The shapes of a piece relative to an origin, with the definitions of the shapes that they come from.
    /// Their densities make up for the gaps. A body that stays in one piece, because all of its fragments are
    /// too thin for shapes, keeps its own.
    ///
    /// # Errors
    /// A piece without a shape.
    pub(crate) fn shapes_of(
        &self,
        pieces: &Pieces,
        piece: usize,
        origin: Point,
    ) -> Result<Vec<ShapeDef>, FractureError> {
        let shape_of = |fragment: &Fragment| {
            let part = &self.parts[fragment.part as usize];
            let area = Moments::of(pieces.corners_of(fragment)).area;
            pieces.polygon(fragment, origin, self.gap).map(|polygon| {
                let left = Moments::of(polygon.vertices()).area;
                let density = if left > 0.0 { part.density * (area / left) } else { part.density };
                self.shapes[part.shape].0.clone().reshaped(polygon).density(density as f32)
            })
        };
        let shapes: Vec<ShapeDef> = pieces.fragments(piece).filter_map(shape_of).collect();
        if !shapes.is_empty() {
            return Ok(shapes);
        }
        if pieces.len() > 1 {
            return Err(FractureError::TooThin(self.body));
        }
        let pose = Pose::from_position(-narrow(origin));
        Ok(self.shapes.iter().map(|(def, shape)| def.clone().reshaped(shape.transformed(pose))).collect())
    }

    /// Replaces the body with bodies of pieces, and returns their ids in the order of the pieces.
    ///
    /// # Errors
    /// A piece that the world rejects.
    pub(crate) fn replace(&self, world: &mut World, pieces: &Pieces) -> Result<Vec<BodyId>, FractureError> {
        let body = world.body(self.body).ok_or_else(|| stale(self.body))?;
        let (kind, is_asleep) = (body.kind(), body.is_asleep());
        let ids = world.spawn_many(self.definitions(&body, pieces)?)?;
        world.despawn(self.body)?;
        if kind != BodyKind::Dynamic || is_asleep {
            for &id in &ids {
                if let Some(mut piece) = world.body_mut(id) {
                    piece.set_kind(BodyKind::Dynamic);
                    piece.wake();
                }
            }
        }
        Ok(ids)
    }

    /// The definitions of the bodies of pieces.
    fn definitions(&self, body: &BodyRef<'_>, pieces: &Pieces) -> Result<Vec<Body>, FractureError> {
        let moments: Vec<Moments> =
            (0..pieces.len()).map(|piece| pieces.moments(piece, &self.parts)).collect();
        let motion = self.motion(body, &moments);
        let template = body.def();
        let place = body.position64();
        let mut defs = Vec::with_capacity(pieces.len());
        let mut centers = Vec::with_capacity(pieces.len());
        for (piece, moments) in moments.iter().enumerate() {
            // The origin of a piece is its centre, so that its position has one rounding only.
            let center = narrow(moments.center);
            let shapes = self.shapes_of(pieces, piece, wide(center))?;
            let mass = Mass { mass: moments.area as f32, center: Vec2::ZERO, inertia: moments.second as f32 };
            let arm = motion.turned(wide(center));
            let def = template.clone().mass(mass).at64([place.x + arm[0], place.y + arm[1]]);
            let def = def.velocity(motion.velocity_at(arm)).angular_velocity(motion.turn as f32);
            let def = if shapes.len() > 1 { def.joined() } else { def };
            defs.push(shapes.into_iter().fold(def, Body::with));
            centers.push(center);
        }
        for (shape, geometry) in &self.others {
            let middle = geometry.centroid();
            let near = |center: &Vec2| center.distance_squared(middle);
            let nearest =
                centers.iter().enumerate().min_by(|a, b| near(a.1).total_cmp(&near(b.1)).then(a.0.cmp(&b.0)));
            if let Some((piece, &center)) = nearest {
                let def = core::mem::replace(&mut defs[piece], Body::fixed());
                let moved = geometry.transformed(Pose::from_position(-center));
                defs[piece] = def.with(shape.clone().reshaped(moved));
            }
        }
        Ok(defs)
    }

    /// The motion of the pieces.
    fn motion(&self, body: &BodyRef<'_>, moments: &[Moments]) -> Motion {
        let given = body.mass();
        let mut whole = Moments::default();
        moments.iter().for_each(|&moments| whole.add(moments));
        let rotation = body.rotation();
        let mut motion = Motion {
            rotation: [f64::from(rotation.c), f64::from(rotation.s)],
            velocity: wide(body.velocity()),
            turn: f64::from(body.angular_velocity()),
            center: [0.0; 2],
        };
        if body.kind() != BodyKind::Dynamic {
            motion.center = motion.turned(wide(given.center));
            return motion;
        }
        motion.center = motion.turned(whole.center);
        if whole.area > 0.0 && whole.second > 0.0 && given.inertia > 0.0 {
            // Polygons have another centre and inertia than the round shapes for which they stand.
            let offset = sub(wide(given.center), whole.center);
            let near = SAME_CENTER * self.bounds.extent();
            let lever = if dot(offset, offset) > near * near { motion.turned(offset) } else { [0.0; 2] };
            let orbital = whole.area * cross(lever, motion.velocity);
            motion.turn = (motion.turn * f64::from(given.inertia) + orbital) / whole.second;
        }
        motion
    }
}

/// The rigid motion of all pieces.
struct Motion {
    /// Cosine and sine.
    rotation: Point,
    velocity: Point,
    /// Angular velocity \[rad/s\].
    turn: f64,
    /// The point with the velocity, relative to the origin of the body.
    center: Point,
}

impl Motion {
    /// A vector of the body in the world.
    fn turned(&self, [x, y]: Point) -> Point {
        let [c, s] = self.rotation;
        [c * x - s * y, s * x + c * y]
    }

    /// The velocity of a point, given relative to the origin of the body.
    fn velocity_at(&self, arm: Point) -> Vec2 {
        let [x, y] = sub(arm, self.center);
        narrow([self.velocity[0] - self.turn * y, self.velocity[1] + self.turn * x])
    }
}

/// Distance of two centres of mass that is only rounding, as a share of the extent of the body.
const SAME_CENTER: f64 = 2.0e-7;

fn moments(part: &Part) -> Moments {
    let corners: Vec<Vec2> = part.corners.iter().map(|&corner| narrow(corner)).collect();
    Moments::of(&corners)
}

/// The corners of a shape, counter-clockwise; arcs become chords within them. Lines have no area.
fn outline(shape: &Shape) -> Vec<Vec2> {
    let core = shape.core();
    let radius = f64::from(core.radius());
    if radius == 0.0 || shape.is_line() {
        return core.points().to_vec();
    }
    let share = if SAGITTA < radius { SAGITTA / radius } else { 1.0 };
    // The half angle of a chord: 1 - cos(x) = share.
    let step = 2.0 * f64::from(cairn2d::math::acos((1.0 - share) as f32));
    let least = core::f64::consts::TAU / MOST_CORNERS;
    let step = if step > least { step } else { least };
    let points = core.points();
    let count = points.len();
    let direction = |from: Vec2, to: Vec2| {
        let way = -(to - from).normalize_or(Vec2::X).perp();
        f64::from(cairn2d::math::atan2(way.y, way.x))
    };
    let mut corners = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let next = points[if index + 1 == count { 0 } else { index + 1 }];
        let before = points[if index == 0 { count - 1 } else { index - 1 }];
        let (from, turn) = if count == 1 {
            (0.0, core::f64::consts::TAU)
        } else {
            let (from, to) = (direction(before, point), direction(point, next));
            let turn = to - from;
            (from, if turn < 0.0 { turn + core::f64::consts::TAU } else { turn })
        };
        let chords = ((turn / step) as u32 + 1).max(if count == 1 { 8 } else { 1 });
        let ends = if count == 1 { chords } else { chords + 1 };
        for chord in 0..ends {
            let angle = from + turn * f64::from(chord) / f64::from(chords);
            let (sin, cos) = cairn2d::math::sin_cos(angle as f32);
            corners.push(point + Vec2::new(cos, sin) * core.radius());
        }
    }
    corners
}
