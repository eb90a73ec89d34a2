//! Explosions: an impulse on all shapes around a point.
//!
//! The impulse acts at the nearest point of a shape and is proportional to the shape's width across the
//! direction of the blast.

use core::ops::ControlFlow;

use cairn2d_math::{Aabb, DVec2, StandardFloats, Vec2};

use crate::persist::calls::Op;
use crate::state::State;
use crate::tables::check::{Bound, check, check_vector};
use crate::tables::error::ValueError;
use crate::tables::explosion::Explosion;
use crate::world::World;

impl World {
    /// Pushes all shapes of dynamic bodies around a point away from it, through all obstacles. Wakes these
    /// bodies. Returns the number of pushed shapes.
    ///
    /// The impulse is the impulse per length times the width of the shape. The width is measured across the
    /// direction from the point to the nearest point of the shape. The impulse decreases where the falloff
    /// begins. A shape that contains the point is pushed at its centroid. Sensors get no impulse.
    ///
    /// # Errors
    /// A value out of range.
    ///
    /// # Examples
    /// ```
    /// # use cairn2d_dynamics::{Body, Explosion, World, WorldConfig};
    /// # use cairn2d_geometry::Circle;
    /// let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
    /// let ball = world.spawn(Body::dynamic().at([3.0, 0.0]).with(Circle::new(0.5)))?;
    /// world.explode(&Explosion::new([0.0, 0.0], 5.0, 2.0))?;
    /// let body = world.body(ball).unwrap();
    /// // A metre wide: 2 N s.
    /// assert!((body.velocity().x * body.mass().mass - 2.0).abs() < 1e-5);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn explode(&mut self, explosion: &Explosion) -> Result<u32, ValueError> {
        StandardFloats::within(|| {
            explosion.validate()?;
            self.note(Op::Explode, explosion);
            let reach = explosion.radius + explosion.falloff;
            let bounds = Aabb::from_center_half(explosion.center, Vec2::splat(reach));
            let bounds = self.state.bodies.seen_box(DVec2::ZERO, bounds);
            let mut near = Vec::new();
            self.state.broad_phase.moving.query(self.state.config.lanes, bounds, |shape| {
                near.push(shape);
                ControlFlow::Continue(())
            });
            let _ = self.state.broad_phase.sleeping.query(bounds, u64::MAX, |shape| {
                near.push(shape);
                ControlFlow::Continue(())
            });
            // Sort by slot, so that the order does not depend on the trees.
            near.sort_unstable();
            let mut count = 0;
            for shape in near {
                count += u32::from(self.state.blast(explosion, shape));
            }
            Ok(count)
        })
    }
}

impl State {
    /// Pushes one shape. Returns whether it got an impulse.
    fn blast(&mut self, explosion: &Explosion, shape: u32) -> bool {
        let record = &self.shapes.records[shape as usize];
        let body = record.body;
        if record.is_sensor || record.filter.category & explosion.mask == 0 || self.dynamic(body).is_none() {
            return false;
        }
        let place = self.bodies.pose_from(body, DVec2::ZERO);
        let pose = place.pose;
        let nearest = record.geometry.nearest_point(pose.inv_transform_point(explosion.center));
        let outside = nearest.distance > 0.0;
        let share = explosion.share(if outside { nearest.distance } else { 0.0 });
        let at = pose.transform_point(if outside { nearest.point } else { record.geometry.centroid() });
        let Some(away) = (at - explosion.center).normalize() else { return false };
        let aside = pose.q.inv_rotate(away.perp());
        let core = record.geometry.core();
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        for point in core.points() {
            let height = point.dot(aside);
            low = if height < low { height } else { low };
            high = if height > high { height } else { high };
        }
        let width = (high - low) + 2.0 * core.radius();
        let impulse = away * (explosion.impulse_per_length * width * share);
        let (center, state) = (place.center, &self.bodies.states[body as usize]);
        let velocity = check_vector("velocity", state.velocity + impulse * state.inv_mass);
        let spin = state.angular_velocity + state.inv_inertia * (at - center).cross(impulse);
        // A body so light that its velocity would overflow is not moved.
        let (Ok(velocity), Ok(spin)) = (velocity, check("angular_velocity", spin, Bound::Finite)) else {
            return false;
        };
        if share <= 0.0 {
            return false;
        }
        self.wake_body(body);
        let state = &mut self.bodies.states[body as usize];
        state.velocity = velocity;
        state.angular_velocity = spin;
        self.limit_velocity(body);
        self.follow_velocity(body);
        true
    }
}
