//! Explosions: an impulse on everything around a point, at once.
//!
//! Each shape gets as much as its width across the way from the point puts in the way of the blast, at its nearest point.

use core::ops::ControlFlow;

use cairn2d_math::{Aabb, DVec2, StandardFloats, Vec2};

use crate::persist::calls::Op;
use crate::state::State;
use crate::tables::check::{Bound, check, check_vector};
use crate::tables::error::ValueError;
use crate::tables::explosion::Explosion;
use crate::world::World;

impl World {
    /// Pushes every shape of a dynamic body around a point away from it, through everything in between, and wakes these bodies. Returns
    /// how many shapes were pushed.
    ///
    /// A shape that is `w` wide across the way from the point to its nearest point gets `w` times the impulse per length there, less with
    /// the distance where the falloff begins. One that holds the point is pushed at its centroid. Sensors feel nothing.
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
            // In an order that does not depend on the trees.
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
    /// Pushes one shape; tells whether it felt anything.
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
        // What is so light that it would leave the range of floats stays where it is.
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
