//! The kinematic body of a character: it has the character's shape and follows it, so that sensors detect it
//! and dynamic bodies collide with it.

use cairn2d_dynamics::{Body, BodyError, BodyId, Error, World};
use cairn2d_math::{StandardFloats, Vec2};

use crate::check::check;

use super::Character;

impl Character {
    /// Makes a kinematic body with the character's shape at its position, and returns its id. The character
    /// ignores this body, even if its filter lets it through. [`move_body`](Self::move_body) moves the body
    /// along. Change its shape, filter and user data in the world.
    ///
    /// Sensors detect the body, and dynamic bodies that hit it bounce off. Walking still stops in front of
    /// dynamic bodies. [`push`](Self::push) moves them with the force of a mass; with
    /// [`Response::Pass`](super::Response::Pass) for them, the body moves them with unlimited force. If the
    /// character has a body already, that body is kept.
    ///
    /// # Errors
    /// Errors of [`World::spawn`], such as too many bodies.
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

    /// Makes the body move in the next step to the character's position. `dt` \[s\] is the length of that
    /// step, above 0 and at most 1. Call it after [`update`](Self::update). After a
    /// [`teleport`](Self::teleport) the body is placed there at once. Does nothing without a body.
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
