//! A top-down car: tyres roll freely along their direction and resist sideways, up to their grip.
//!
//! Steered wheels turn so that the axles of all wheels meet in one point (Ackermann geometry), on the line of
//! the unsteered wheels. The car turns about this point with the radius `wheelbase / tan(steer)` while the
//! tyres hold.

use cairn2d_dynamics::{BodyId, BodyKind, Error, World};
use cairn2d_math::{Rot, StandardFloats, Vec2, atan2, tan};

use crate::check::{check, check_vector};
use crate::setters::setters;

use super::{CarInput, Chassis, SWEEPS, check_force, find, within};

/// A wheel of a [`TopDownCar`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TopDownWheel {
    /// Position in the frame of the car \[m\]; the car faces along x.
    pub position: Vec2,
    /// Largest force of its tyre \[N\].
    pub grip: f32,
    /// Whether it steers. Default false.
    pub steered: bool,
    /// Force of the engine at full throttle \[N\]; 0 if the wheel is not driven. Default 0.
    pub drive: f32,
    /// Force of the brake when fully pressed \[N\]. Default: the grip.
    pub brake: f32,
}

setters!(TopDownWheel { grip: f32, drive: f32, brake: f32 } into { position: Vec2 });

impl TopDownWheel {
    /// A wheel at a position \[m\] whose tyre holds up to `grip` \[N\].
    pub fn new(position: impl Into<Vec2>, grip: f32) -> TopDownWheel {
        TopDownWheel { position: position.into(), grip, steered: false, drive: 0.0, brake: grip }
    }

    /// Makes this wheel steer.
    #[must_use]
    pub fn steered(self) -> TopDownWheel {
        TopDownWheel { steered: true, ..self }
    }

    /// Makes the engine drive this wheel with a force \[N\] at full throttle.
    #[must_use]
    pub fn driven(self, drive: f32) -> TopDownWheel {
        TopDownWheel { drive, ..self }
    }

    fn validate(&self) -> Result<(), Error> {
        check_vector("wheel position", self.position, 1.0e4)?;
        check("grip", self.grip, (0.0, 1.0e9))?;
        check("drive", self.drive, (0.0, 1.0e9))?;
        check("brake", self.brake, (0.0, 1.0e9))?;
        Ok(())
    }
}

/// A top-down car, in a world without gravity.
///
/// # Examples
/// ```
/// use cairn2d::prelude::*;
/// use cairn2d::vehicle::{CarInput, TopDownCar, TopDownWheel};
///
/// let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
/// let body = world.spawn(Body::dynamic().with(Rect::half(1.5, 0.8)))?;
/// let mut car = TopDownCar::new(body, 30.0);
/// for y in [-0.7, 0.7] {
///     car = car.wheel(TopDownWheel::new([1.2, y], 20.0).steered());
///     car = car.wheel(TopDownWheel::new([-1.2, y], 20.0).driven(8.0));
/// }
/// for _ in 0..120 {
///     car.update(&mut world, CarInput::throttle(1.0).steer(0.1), 1.0 / 60.0)?;
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.body(body).is_some_and(|body| body.velocity().length() > 3.0 && body.angle() > 0.1));
/// # Ok::<(), cairn2d::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct TopDownCar {
    body: BodyId,
    top_speed: f32,
    wheels: Vec<TopDownWheel>,
    slips: Vec<f32>,
    tyres: Vec<TopDownTyre>,
}

/// A wheel while it is solved.
#[derive(Clone, Copy, Debug)]
struct TopDownTyre {
    point: Vec2,
    forward: Vec2,
    /// Impulses \[N s\]: along and across the wheel.
    along: f32,
    across: f32,
}

impl TopDownCar {
    /// A car without wheels on this body, whose engine drives up to `top_speed` \[m/s\].
    pub fn new(body: BodyId, top_speed: f32) -> TopDownCar {
        TopDownCar { body, top_speed, wheels: Vec::new(), slips: Vec::new(), tyres: Vec::new() }
    }

    /// Adds a wheel.
    pub fn wheel(mut self, wheel: TopDownWheel) -> TopDownCar {
        self.wheels.push(wheel);
        self.slips.push(0.0);
        self
    }

    /// The chassis body.
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// Sideways sliding speed of each tyre after the last update \[m/s\], for skid marks.
    pub fn slips(&self) -> &[f32] {
        &self.slips
    }

    /// Applies the forces for the next step of `dt` \[s\]: call it right before `World::step`.
    ///
    /// # Errors
    /// A body that was removed, or a number out of range, in the settings of a wheel too.
    pub fn update(&mut self, world: &mut World, input: CarInput, dt: f32) -> Result<(), Error> {
        StandardFloats::within(|| {
            input.validate()?;
            check("dt", dt, (1.0e-4, 1.0))?;
            check("top_speed", self.top_speed, (0.0, 1.0e4))?;
            self.wheels.iter().try_for_each(TopDownWheel::validate)?;
            let body = find(world, self.body)?;
            let still = body.is_asleep() && input.throttle == 0.0;
            if body.kind() != BodyKind::Dynamic || !body.is_enabled() || still {
                return Ok(());
            }
            let (mut chassis, pose) = (Chassis::of(&body), body.pose());
            self.tyres.clear();
            for wheel in &self.wheels {
                let direction =
                    if wheel.steered { self.steering(wheel.position, input.steer) } else { Rot::IDENTITY };
                let forward = pose.transform_vector(direction.x_axis());
                self.tyres.push(TopDownTyre {
                    point: pose.transform_point(wheel.position),
                    forward,
                    along: 0.0,
                    across: 0.0,
                });
            }
            for _ in 0..SWEEPS {
                self.sweep(&mut chassis, input, dt);
            }
            self.apply(world, &chassis, dt)
        })
    }

    /// Direction of a steered wheel: perpendicular to the line to the turning point of the car.
    fn steering(&self, position: Vec2, steer: f32) -> Rot {
        let axle = |steered: bool| {
            let (mut sum, mut count) = (0.0, 0.0);
            for wheel in self.wheels.iter().filter(|wheel| wheel.steered == steered) {
                (sum, count) = (sum + wheel.position.x, count + 1.0);
            }
            if count > 0.0 { Some(sum / count) } else { None }
        };
        let slope = tan(steer);
        let (Some(front), Some(rear)) = (axle(true), axle(false)) else { return Rot::from_angle(steer) };
        if slope == 0.0 || front == rear {
            return Rot::from_angle(steer);
        }
        let radius = (front - rear) / slope;
        let (ahead, aside) = (position.x - rear, radius - position.y);
        // The angle whose tangent is ahead / aside, from -90 to 90 degrees.
        let side = if aside < 0.0 { -1.0 } else { 1.0 };
        Rot::from_angle(atan2(ahead * side, aside * side))
    }

    /// One iteration over all wheels: engine and brake along, grip across.
    fn sweep(&mut self, chassis: &mut Chassis, input: CarInput, dt: f32) {
        for (wheel, tyre) in self.wheels.iter().zip(&mut self.tyres) {
            let left = tyre.forward.perp();
            let most = wheel.grip * dt;
            // Along: the engine up to the top speed, and the brake against the remaining motion.
            let rolling = chassis.velocity_at(tyre.point).dot(tyre.forward);
            let yielding = chassis.yielding(tyre.point, tyre.forward);
            let along = if input.brake > 0.0 {
                within(tyre.along - rolling / yielding, wheel.brake * input.brake * dt)
            } else {
                let wanted = self.top_speed * if input.throttle < 0.0 { -1.0 } else { 1.0 };
                within(tyre.along + (wanted - rolling) / yielding, wheel.drive * input.throttle.abs() * dt)
            };
            let along = within(along, most);
            chassis.push(tyre.point, tyre.forward * (along - tyre.along));
            tyre.along = along;
            // Across: the grip that remains when a part of it drives or brakes.
            let left_over = (most * most - along * along).sqrt();
            let sliding = chassis.velocity_at(tyre.point).dot(left);
            let across = within(tyre.across - sliding / chassis.yielding(tyre.point, left), left_over);
            chassis.push(tyre.point, left * (across - tyre.across));
            tyre.across = across;
        }
    }

    /// Applies the impulses to the body.
    fn apply(&mut self, world: &mut World, chassis: &Chassis, dt: f32) -> Result<(), Error> {
        self.tyres.iter().try_for_each(|tyre| check_force(tyre.force(dt)))?;
        for (tyre, slip) in self.tyres.iter().zip(&mut self.slips) {
            *slip = chassis.velocity_at(tyre.point).dot(tyre.forward.perp());
            if let Some(mut body) = world.body_mut(self.body) {
                // With other forces of the caller the sum may exceed the limit; then the tyre's force is
                // rejected.
                let _ = body.apply_force_at(tyre.force(dt), tyre.point);
            }
        }
        Ok(())
    }
}

impl TopDownTyre {
    /// Force of the ground on the car \[N\].
    fn force(&self, dt: f32) -> Vec2 {
        (self.forward * self.along + self.forward.perp() * self.across) / dt
    }
}
