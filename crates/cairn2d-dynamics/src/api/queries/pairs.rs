//! Distance and time of impact of two shapes or two bodies.

use cairn2d_geometry::{Sweep, TimeOfImpact, first_touch, separation_between};
use cairn2d_math::{DVec2, Rot, StandardFloats, Vec2};

use crate::state::State;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::check::{Bound, check};
use crate::tables::error::QueryError;
use crate::world::World;

/// Largest rotation of a body in one interval of an impact search \[rad\].
const MAX_TURN: f32 = 1.5;

/// Largest number of intervals of a search. Bodies that rotate more often are an error.
const MAX_PIECES: f32 = 1000.0;

/// Distance between two shapes of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairResult {
    /// A shape of the first body, or the first shape.
    pub shape_a: ShapeId,
    /// A shape of the second body, or the second shape.
    pub shape_b: ShapeId,
    /// Distance of the surfaces \[m\], negative for overlap. Its amount is then the shortest displacement
    /// that separates them.
    pub distance: f32,
    /// Point of the first surface \[m\], nearest to or deepest in the second.
    pub point_a: Vec2,
    /// Point of the second surface \[m\], nearest to or deepest in the first.
    pub point_b: Vec2,
    /// Unit vector from the first to the second.
    pub normal: Vec2,
}

/// Time of impact of two shapes of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactResult {
    /// A shape of the first body, or the first shape.
    pub shape_a: ShapeId,
    /// A shape of the second body, or the second shape.
    pub shape_b: ShapeId,
    /// Time from now \[s\].
    pub time: f32,
    /// Impact point \[m\].
    pub point: Vec2,
    /// Unit vector from the first shape to the second at that time; zero if they overlap now.
    pub normal: Vec2,
}

impl World {
    /// Returns the distance of two shapes. Chain segments count from both sides.
    ///
    /// # Errors
    /// A stale id.
    pub fn shape_distance(&self, a: ShapeId, b: ShapeId) -> Result<PairResult, QueryError> {
        StandardFloats::within(|| {
            Ok(self.state.pair(self.state.queried_shape(a)?, self.state.queried_shape(b)?))
        })
    }

    /// Returns the distance of two bodies: the smallest of all pairs of their solid shapes; `None` if a body
    /// has none.
    ///
    /// # Errors
    /// A stale id.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Rect}; }
    /// use cairn2d::{Body, Circle, Rect, World, WorldConfig};
    ///
    /// let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
    /// let wall = world.spawn(Body::fixed().at([5.0, 0.0]).with(Rect::half(1.0, 1.0)))?;
    /// let ball = world.spawn(Body::dynamic().velocity([2.0, 0.0]).with(Circle::new(0.5)))?;
    /// assert_eq!(world.body_distance(ball, wall)?.map(|pair| pair.distance), Some(3.5));
    /// let impact = world.body_impact(ball, wall, 5.0)?.expect("it flies at the wall");
    /// assert!((impact.time - 1.75).abs() < 1e-4);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn body_distance(&self, a: BodyId, b: BodyId) -> Result<Option<PairResult>, QueryError> {
        StandardFloats::within(|| {
            let (slot_a, slot_b) = (self.state.queried_body(a)?, self.state.queried_body(b)?);
            let mut least: Option<PairResult> = None;
            for shape_a in self.state.solid_shapes_of(slot_a) {
                for shape_b in self.state.solid_shapes_of(slot_b) {
                    let pair = self.state.pair(shape_a, shape_b);
                    if least.is_none_or(|least| pair.distance < least.distance) {
                        least = Some(pair);
                    }
                }
            }
            Ok(least)
        })
    }

    /// Returns the time of impact of two shapes within `time` \[s\], at most 1000; `None` if they do not
    /// touch. Their bodies keep their current velocities, without gravity and contacts.
    ///
    /// # Errors
    /// A stale id, a time out of range, or bodies that rotate by more than 1500 rad in that time.
    pub fn shape_impact(
        &self,
        a: ShapeId,
        b: ShapeId,
        time: f32,
    ) -> Result<Option<ImpactResult>, QueryError> {
        StandardFloats::within(|| {
            let (slot_a, slot_b) = (self.state.queried_shape(a)?, self.state.queried_shape(b)?);
            let bodies = [slot_a, slot_b].map(|shape| self.state.shapes.records[shape as usize].body);
            let pieces = self.state.pieces(bodies, time)?;
            Ok(self.state.impact([slot_a, slot_b], bodies, pieces))
        })
    }

    /// Like [`shape_impact`](Self::shape_impact), for the pair of solid shapes of two bodies that touches
    /// first.
    ///
    /// # Errors
    /// A stale id, a time out of range, or bodies that rotate by more than 1500 rad in that time.
    pub fn body_impact(&self, a: BodyId, b: BodyId, time: f32) -> Result<Option<ImpactResult>, QueryError> {
        StandardFloats::within(|| {
            let bodies = [self.state.queried_body(a)?, self.state.queried_body(b)?];
            let pieces = self.state.pieces(bodies, time)?;
            let mut first: Option<ImpactResult> = None;
            for shape_a in self.state.solid_shapes_of(bodies[0]) {
                for shape_b in self.state.solid_shapes_of(bodies[1]) {
                    if let Some(impact) = self.state.impact([shape_a, shape_b], bodies, pieces)
                        && first.is_none_or(|first| impact.time < first.time)
                    {
                        first = Some(impact);
                    }
                }
            }
            Ok(first)
        })
    }
}

impl State {
    fn pair(&self, a: u32, b: u32) -> PairResult {
        let geometry = |shape: u32| &self.shapes.records[shape as usize].geometry;
        let frame = self.frame_of_shape(a);
        let pose_b = self.pose_of_shape_from(b, frame);
        let found = separation_between(geometry(a), self.pose_of_shape(a), geometry(b), pose_b);
        PairResult {
            shape_a: self.shapes.id(a),
            shape_b: self.shapes.id(b),
            distance: found.distance,
            point_a: frame.plus(found.point_a),
            point_b: frame.plus(found.point_b),
            normal: found.normal,
        }
    }

    /// Returns the number and the length of the search intervals, so that no body rotates far in one.
    fn pieces(&self, bodies: [u32; 2], time: f32) -> Result<(u32, f32), QueryError> {
        check("time", time, Bound::Range(0.0, 1.0e3))?;
        let spins = bodies.map(|body| self.bodies.states[body as usize].angular_velocity.abs());
        let spin = if spins[0] > spins[1] { spins[0] } else { spins[1] };
        check("turn", spin * time, Bound::Range(0.0, MAX_TURN * MAX_PIECES))?;
        let count = (spin * time / MAX_TURN) as u32 + 1;
        Ok((count, time / count as f32))
    }

    fn impact(
        &self,
        shapes: [u32; 2],
        bodies: [u32; 2],
        (count, length): (u32, f32),
    ) -> Option<ImpactResult> {
        let frame = self.bodies.frame(bodies[0]);
        let cores = shapes.map(|shape| self.shapes.records[shape as usize].geometry.core());
        for piece in 0..count {
            let start = piece as f32 * length;
            let sweeps = bodies.map(|body| self.going_on((body, frame), start, length));
            let (fraction, point, normal) =
                match first_touch(&cores[0], &sweeps[0], &cores[1], &sweeps[1], 1.0) {
                    TimeOfImpact::Separated => continue,
                    TimeOfImpact::Hit(impact) => (impact.fraction, impact.point, impact.normal),
                    TimeOfImpact::Failed { fraction } => (fraction, sweeps[1].c1, Vec2::ZERO),
                    _ => (0.0, sweeps[1].c1, Vec2::ZERO),
                };
            let [shape_a, shape_b] = shapes.map(|shape| self.shapes.id(shape));
            let (time, point) = (start + fraction * length, frame.plus(point));
            return Some(ImpactResult { shape_a, shape_b, time, point, normal });
        }
        None
    }

    /// Returns the motion of a body between two times from now, at its current velocities.
    fn going_on(&self, (body, frame): (u32, DVec2), start: f32, length: f32) -> Sweep {
        let (pose, state) = (self.bodies.pose_from(body, frame), &self.bodies.states[body as usize]);
        let turned = |time: f32| pose.pose.q * Rot::from_angle(state.angular_velocity * time);
        Sweep {
            local_center: pose.local_center,
            c1: pose.center + state.velocity * start,
            c2: pose.center + state.velocity * (start + length),
            q1: turned(start).normalize(),
            q2: turned(start + length).normalize(),
        }
    }

    fn queried_shape(&self, id: ShapeId) -> Result<u32, QueryError> {
        self.shapes.find(id).ok_or_else(|| QueryError::Stale(id.to_string()))
    }

    fn queried_body(&self, id: BodyId) -> Result<u32, QueryError> {
        self.find_own(id).ok_or_else(|| QueryError::Stale(id.to_string()))
    }
}
