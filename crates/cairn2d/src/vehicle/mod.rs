//! Cars without wheel bodies: a side-view car on sprung wheels that are felt for by casts, and a car seen
//! from above.
//!
//! Both are recipes over the public interface: before each step they look at the world, work out what every
//! wheel does, and push the chassis (and what it drives on) with forces for that step. The wheels of a car
//! depend on each other through its chassis, so they are solved together, by Gauss and Seidel's method on
//! impulses, for the velocities at the end of the step. That is what keeps stiff springs stable, lets a car
//! stand still at the height that its springs say, and turn about the point that its geometry says.

mod sprung;
mod top_down;

pub use sprung::{SprungCar, SprungWheel, WheelState};
pub use top_down::{TopDownCar, TopDownWheel};

use cairn2d_dynamics::{BodyError, BodyId, BodyRef, Error, World};
use cairn2d_math::Vec2;

use crate::check::{check, check_vector};

/// Rounds over all wheels of a car.
const SWEEPS: usize = 16;

/// What a driver does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CarInput {
    /// From -1, full reverse, to 1 \[-\].
    pub throttle: f32,
    /// From 0 to 1 \[-\].
    pub brake: f32,
    /// Angle of the steered wheels \[rad\], from -1.4 to 1.4, positive to the left. Cars seen from the side
    /// do not steer.
    pub steer: f32,
}

impl CarInput {
    /// Only throttle \[-\].
    pub fn throttle(throttle: f32) -> CarInput {
        CarInput { throttle, ..CarInput::default() }
    }

    /// Brakes too \[-\].
    #[must_use]
    pub fn brake(self, brake: f32) -> CarInput {
        CarInput { brake, ..self }
    }

    /// Steers too \[rad\].
    #[must_use]
    pub fn steer(self, steer: f32) -> CarInput {
        CarInput { steer, ..self }
    }

    fn validate(&self) -> Result<(), Error> {
        check("throttle", self.throttle, (-1.0, 1.0))?;
        check("brake", self.brake, (0.0, 1.0))?;
        check("steer", self.steer, (-1.4, 1.4))?;
        Ok(())
    }
}

/// How a body answers to impulses: a copy that the wheels push until they agree.
#[derive(Clone, Copy)]
struct Chassis {
    center: Vec2,
    velocity: Vec2,
    spin: f32,
    inv_mass: f32,
    inv_inertia: f32,
}

impl Chassis {
    fn of(body: &BodyRef<'_>) -> Chassis {
        let (mass, locks) = (body.mass(), body.locks());
        let inverse = |value: f32| if value > 0.0 { 1.0 / value } else { 0.0 };
        Chassis {
            center: body.center(),
            velocity: body.velocity(),
            spin: body.angular_velocity(),
            inv_mass: inverse(mass.mass),
            inv_inertia: if locks.rotation { 0.0 } else { inverse(mass.inertia) },
        }
    }

    fn velocity_at(&self, point: Vec2) -> Vec2 {
        self.velocity + Vec2::cross_sv(self.spin, point - self.center)
    }

    /// Change of the velocity of a point along a direction by an impulse of 1 N s along it there \[1/kg\].
    fn yielding(&self, point: Vec2, direction: Vec2) -> f32 {
        let arm = (point - self.center).cross(direction);
        self.inv_mass + arm * arm * self.inv_inertia
    }

    fn push(&mut self, point: Vec2, impulse: Vec2) {
        self.velocity += impulse * self.inv_mass;
        self.spin += (point - self.center).cross(impulse) * self.inv_inertia;
    }
}

fn find(world: &World, body: BodyId) -> Result<BodyRef<'_>, Error> {
    world.body(body).ok_or_else(|| Error::Body(BodyError::Stale(body.to_string())))
}

/// Largest force of a wheel \[N\]: more would be the sign of a number gone wild.
const MAX_FORCE: f32 = 1.0e12;

/// Refuses a force that no world would take, before the first one is applied.
fn check_force(force: Vec2) -> Result<(), Error> {
    check_vector("wheel force", force, MAX_FORCE)?;
    Ok(())
}

/// Keeps a value from `-limit` to `limit`.
fn within(value: f32, limit: f32) -> f32 {
    if value > limit {
        limit
    } else if value < -limit {
        -limit
    } else {
        value
    }
}
