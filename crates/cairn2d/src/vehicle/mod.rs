//! Cars without wheel bodies: a side-view car on sprung wheels that use casts, and a top-down car.
//!
//! Both use the public interface only. Before each step they query the world, compute the wheel forces, and
//! apply them to the chassis and the ground for that step. The wheels of a car interact through its chassis.
//! They are solved together by Gauss-Seidel iterations on impulses, for the velocities at the end of the
//! step. This keeps stiff springs stable. The car rests at the height of its springs and turns about the
//! point of its steering geometry.

mod sprung;
mod top_down;

pub use sprung::{SprungCar, SprungWheel, WheelState};
pub use top_down::{TopDownCar, TopDownWheel};

use cairn2d_dynamics::{BodyError, BodyId, BodyRef, Error, World};
use cairn2d_math::Vec2;

use crate::check::{check, check_vector};

/// Iterations over all wheels of a car.
const SWEEPS: usize = 16;

/// Input of the driver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CarInput {
    /// From -1, full reverse, to 1 \[-\].
    pub throttle: f32,
    /// From 0 to 1 \[-\].
    pub brake: f32,
    /// Angle of the steered wheels \[rad\], from -1.4 to 1.4, positive to the left. Ignored by side-view
    /// cars.
    pub steer: f32,
}

impl CarInput {
    /// Only throttle \[-\].
    pub fn throttle(throttle: f32) -> CarInput {
        CarInput { throttle, ..CarInput::default() }
    }

    /// Also brakes \[-\].
    #[must_use]
    pub fn brake(self, brake: f32) -> CarInput {
        CarInput { brake, ..self }
    }

    /// Also steers \[rad\].
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

/// Response of the body to impulses: a copy that the wheels change until they agree.
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

    /// Change of the velocity of a point along a direction per impulse along it there \[1/kg\].
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

/// Largest force of a wheel \[N\]; larger values come from invalid input only.
const MAX_FORCE: f32 = 1.0e12;

/// Rejects forces that the world would reject, before the first one is applied.
fn check_force(force: Vec2) -> Result<(), Error> {
    check_vector("wheel force", force, MAX_FORCE)?;
    Ok(())
}

/// Clamps a value to `-limit` to `limit`.
fn within(value: f32, limit: f32) -> f32 {
    if value > limit {
        limit
    } else if value < -limit {
        -limit
    } else {
        value
    }
}
