//! A body of the character's own: kinematic, with its shape, moved along with it, so that sensors see it and
//! dynamic bodies feel it.

use cairn2d_dynamics::{Body, BodyError, BodyId, Error, World};
use cairn2d_math::{StandardFloats, Vec2};

use crate::check::check;

use super::Character;

impl Character {
    /// Makes a kinematic body with the character's shape at its position, and returns its id. The character
    /// never notices this body, whatever its surroundings let through. [`move_body`](Self::move_body) moves
    /// it along. Change its shape, filter and user data in the world.
    ///
    /// Sensors see the body, and dynamic bodies that run into it bounce off. Walking stops in front of
    /// dynamic bodies as without a body; [`push`](Self::push) moves them with the force of a mass, and with
    /// [`Response::Pass`](super::Response::Pass) for them the body moves them with any force. A character
    /// that has a body already keeps it.
    ///
    /// # Errors
    /// What the world refuses, such as a body too many.
    ///
    /// # Examples
    /// ```
    /// use cairn2d::mover::{Character, CharacterConfig, CharacterInput, Surroundings};
    /// use cairn2d::prelude::*;
    ///
    /// let dt = 1.0 / 60.0;
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::fixed().with(Rect::half(20.0, 1.0).at([0.0, -1.0])))?;
    /// let gate = Rect::half(0.5, 2.0).sensor();
    /// world.spawn(Body::fixed().at([3.0, 2.0]).with(gate))?;
    /// let mut hero = Character::new(Capsule::vertical(0.5, 0.3), [0.0, 0.81], CharacterConfig::default())?;
    /// let body = hero.embody(&mut world)?;
    /// let (mut entered, mut left) = (0, 0);
    /// for _ in 0..120 {
    ///     world.step(dt)?;
    ///     entered += world.events().sensor_begins().filter(|event| event.visitor.body == body).count();
    ///     left += world.events().sensor_ends().filter(|event| event.visitor.body == body).count();
    ///     hero.update(&Surroundings::of(&world), CharacterInput::walk(3.0), dt)?;
    ///     hero.move_body(&mut world, dt)?;
    /// }
    /// assert_eq!((entered, left), (1, 1));
    /// # Ok::<(), cairn2d::Error>(())
    /// ```
    pub fn embody(&mut self, world: &mut World) -> Result<BodyId, Error> {
        if let Some(body) = self.body.filter(|&body| world.body(body).is_some()) {
            return Ok(body);
        }
        let body = world.spawn(Body::kinematic().pose(self.pose()).with(self.shape().clone()))?;
        (self.body, self.placed) = (Some(body), false);
        Ok(body)
    }

    /// The body that [`embody`](Self::embody) made.
    pub fn body(&self) -> Option<BodyId> {
        self.body
    }

    /// Makes the body move to where the character is in the next step, which is `dt` \[s\] long, above 0 and
    /// at most 1. Call it after [`update`](Self::update). After a [`teleport`](Self::teleport) the body is
    /// put there at once. Does nothing without a body.
    ///
    /// # Errors
    /// A number out of range, or a body that was removed or is no longer kinematic.
    pub fn move_body(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        StandardFloats::within(|| {
            check("dt", dt, (1.0e-6, 1.0))?;
            let Some(id) = self.body else { return Ok(()) };
            let pose = self.pose();
            let mut body = world.body_mut(id).ok_or_else(|| BodyError::Stale(id.to_string()))?;
            if self.placed {
                body.set_pose(pose)?;
                body.set_velocity(Vec2::ZERO)?;
                self.placed = false;
            } else {
                body.set_target(pose, dt)?;
            }
            Ok(())
        })
    }
}
