//! Effects of fields: one small builder per effect.

use cairn2d_math::Vec2;

use crate::tables::body::{MAX_TIME_SCALE, MIN_TIME_SCALE};
use crate::tables::check::{Bound, check, check_position};
use crate::tables::error::FieldError;
use crate::tables::setters::setters;

/// Largest acceleration, speed or rate of a field. With valid masses and areas, no product overflows.
const MOST: f32 = 1.0e6;

/// The effect of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Effect {
    /// Replaces or adds gravity.
    Gravity(Gravity),
    /// Attracts bodies to a point.
    Attractor(Attractor),
    /// Pushes shapes by their width across the flow.
    Wind(Wind),
    /// Damps motion.
    Drag(Drag),
    /// Drives bodies along a direction.
    Conveyor(Conveyor),
    /// Applies dry friction below the bodies, in a top-down view.
    Floor(Floor),
    /// Applies buoyancy and drag.
    Water(Water),
    /// Changes the time scale.
    TimeFlow(TimeFlow),
}

macro_rules! effects {
    ($($name:ident),*) => {
        $(impl From<$name> for Effect {
            fn from(effect: $name) -> Effect {
                Effect::$name(effect)
            }
        })*
    };
}

effects!(Gravity, Attractor, Wind, Drag, Conveyor, Floor, Water, TimeFlow);

/// Gravity, which replaces that of the world if the field is exclusive, as by default. The gravity scale of a
/// body applies to it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Gravity {
    /// Acceleration \[m/s²\], up to 1e6.
    pub acceleration: Vec2,
}

setters!(Gravity {} into { acceleration: Vec2  });

impl Gravity {
    /// Returns gravity of this acceleration \[m/s²\].
    pub fn new(acceleration: impl Into<Vec2>) -> Gravity {
        Gravity { acceleration: acceleration.into() }
    }
}

/// Dependence of an attractor on the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Falloff {
    /// Independent of the distance: the strength is in \[m/s²\].
    Constant,
    /// Inverse to the distance: the strength is in \[m²/s²\].
    Inverse,
    /// Inverse to the squared distance, as between planets: the strength is in \[m³/s²\].
    #[default]
    InverseSquare,
}

/// Accelerates bodies towards a point, or away from it. The gravity scale of a body applies to it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Attractor {
    /// The point \[m\].
    pub center: Vec2,
    /// Acceleration at a distance of 1 m \[m/s²\], within ±1e6; a negative one repels.
    pub strength: f32,
    /// Dependence on the distance. Default inverse square.
    pub falloff: Falloff,
    /// Distance \[m\] below which the pull decreases linearly to zero, 1e-3 to 1e6. Default 0.1.
    pub min_distance: f32,
}

setters!(Attractor { strength: f32 } into { center: Vec2 });

impl Attractor {
    /// Returns an attractor to a point \[m\], with this acceleration at a distance of 1 m \[m/s²\].
    pub fn new(center: impl Into<Vec2>, strength: f32) -> Attractor {
        Attractor { center: center.into(), strength, falloff: Falloff::default(), min_distance: 0.1 }
    }

    /// Sets the dependence on the distance.
    #[must_use]
    pub fn falloff(mut self, falloff: Falloff) -> Attractor {
        self.falloff = falloff;
        self
    }

    /// Sets the distance \[m\] below which the pull decreases linearly to zero.
    #[must_use]
    pub fn min_distance(mut self, min_distance: f32) -> Attractor {
        self.min_distance = min_distance;
        self
    }

    /// Returns the acceleration at a point \[m/s²\].
    pub(crate) fn acceleration(&self, at: Vec2) -> Vec2 {
        let way = self.center - at;
        let distance = way.length();
        let reach = if distance > self.min_distance { distance } else { self.min_distance };
        let pull = match self.falloff {
            Falloff::Constant => self.strength,
            Falloff::Inverse => self.strength / reach,
            Falloff::InverseSquare => self.strength / (reach * reach),
        };
        way * (pull / reach)
    }
}

/// Wind on every shape, in proportion to its width across the flow. Drag acts along the flow, and lift acts
/// across it if the surface is inclined.
///
/// The force is `density / 2 * speed²` times the width times a coefficient. The speed is that of the air
/// relative to the centroid of the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Wind {
    /// Velocity of the air \[m/s\], each component within ±1e6.
    pub velocity: Vec2,
    /// Density of the air [kg/m²], 0 to 1e6. Default 1.2.
    pub density: f32,
    /// Drag coefficient \[-\], 0 to 1e6. Default 1.
    pub drag: f32,
    /// Lift coefficient \[-\], 0 to 1e6. Default 1.
    pub lift: f32,
}

setters!(Wind { drag: f32, lift: f32 } into { velocity: Vec2 });

impl Wind {
    /// Returns wind of this velocity \[m/s\].
    pub fn new(velocity: impl Into<Vec2>) -> Wind {
        Wind { velocity: velocity.into(), density: 1.2, drag: 1.0, lift: 1.0 }
    }

    /// Sets the density of the air [kg/m²].
    #[must_use]
    pub fn density(mut self, density: f32) -> Wind {
        self.density = density;
        self
    }

    /// Sets the coefficients of drag and lift \[-\].
    #[must_use]
    pub fn coefficients(mut self, drag: f32, lift: f32) -> Wind {
        self.drag = drag;
        self.lift = lift;
        self
    }
}

/// Damping in addition to that of the body, towards the velocity of a medium.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drag {
    /// Rate at which the velocity decays \[1/s\], 0 to 1e6.
    pub linear: f32,
    /// Rate at which the angular velocity decays \[1/s\], 0 to 1e6. Default the linear rate.
    pub angular: f32,
    /// Velocity of the medium \[m/s\], each component within ±1e6. Default zero.
    pub velocity: Vec2,
}

setters!(Drag { linear: f32 } into { velocity: Vec2  });

impl Drag {
    /// Returns damping of this rate \[1/s\].
    pub fn new(rate: f32) -> Drag {
        Drag { linear: rate, angular: rate, velocity: Vec2::ZERO }
    }

    /// Sets the rate at which the angular velocity decays \[1/s\].
    #[must_use]
    pub fn angular(mut self, rate: f32) -> Drag {
        self.angular = rate;
        self
    }

    /// Sets the velocity of the medium \[m/s\].
    #[must_use]
    pub fn flow(mut self, velocity: impl Into<Vec2>) -> Drag {
        self.velocity = velocity.into();
        self
    }
}

/// Drives bodies along a direction up to a speed and slows faster ones. No effect across the direction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Conveyor {
    /// Direction and speed \[m/s\], each component within ±1e6. A zero velocity has no effect.
    pub velocity: Vec2,
    /// Largest acceleration \[m/s²\], 0 to 1e6.
    pub max_acceleration: f32,
}

setters!(Conveyor { max_acceleration: f32 } into { velocity: Vec2 });

impl Conveyor {
    /// Returns a conveyor of this velocity \[m/s\] and largest acceleration \[m/s²\].
    pub fn new(velocity: impl Into<Vec2>, max_acceleration: f32) -> Conveyor {
        Conveyor { velocity: velocity.into(), max_acceleration }
    }
}

/// A floor in a top-down view, at rest or moving. Dry friction below the whole body drives its linear and
/// angular velocity to those of the floor. It holds the body there against smaller forces.
///
/// The friction is that of a disc of the same inertia. It is exact if such a body only slides or only spins.
/// If it does both, its path is within four percent; a spinning square is one percent off. A spinning body is
/// braked less along its path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Floor {
    /// Largest deceleration \[m/s²\], 0 to 1e6: friction times gravity.
    pub deceleration: f32,
    /// Velocity of the floor \[m/s\], each component within ±1e6. Default zero.
    pub velocity: Vec2,
}

setters!(Floor { deceleration: f32 } into { velocity: Vec2  });

impl Floor {
    /// Returns a floor at rest with this largest deceleration \[m/s²\].
    pub fn new(deceleration: f32) -> Floor {
        Floor { deceleration, velocity: Vec2::ZERO }
    }

    /// Sets the velocity of the floor \[m/s\]: a conveyor belt.
    #[must_use]
    pub fn moving(mut self, velocity: impl Into<Vec2>) -> Floor {
        self.velocity = velocity.into();
        self
    }
}

/// A liquid: exact buoyancy of the displaced area of each shape, and drag on the immersed part.
///
/// Buoyancy uses the gravity at the body. Drag acts on every immersed piece by its own velocity relative to
/// the liquid, so it also damps rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Water {
    /// Density [kg/m²], 0 to 1e6; shapes have density 1 by default.
    pub density: f32,
    /// Drag per displaced mass \[1/s\], 0 to 1e6. Default 0.
    pub drag: f32,
    /// Velocity of the liquid \[m/s\], each component within ±1e6. Default zero.
    pub velocity: Vec2,
}

setters!(Water { density: f32 } into { velocity: Vec2  });

impl Water {
    /// Returns a liquid of this density [kg/m²].
    pub fn new(density: f32) -> Water {
        Water { density, drag: 0.0, velocity: Vec2::ZERO }
    }

    /// Sets the drag per displaced mass \[1/s\].
    #[must_use]
    pub fn drag(mut self, drag: f32) -> Water {
        self.drag = drag;
        self
    }

    /// Sets the velocity of the liquid \[m/s\].
    #[must_use]
    pub fn flow(mut self, velocity: impl Into<Vec2>) -> Water {
        self.velocity = velocity.into();
        self
    }
}

/// Changes the time scale of bodies in the area, see
/// [`BodyMut::set_time_scale`](crate::BodyMut::set_time_scale). The speed of a body changes at once when it
/// enters, and changes back when it leaves. The factors of overlapping areas and of the body multiply.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TimeFlow {
    /// Time in the area per time in the world \[-\], 1e-3 to 1e3.
    pub scale: f32,
}

setters!(TimeFlow { scale: f32 } into {});

impl TimeFlow {
    /// Returns an effect with this much time per time in the world \[-\].
    pub fn new(scale: f32) -> TimeFlow {
        TimeFlow { scale }
    }
}

impl Effect {
    /// Returns the bit of the kind; an exclusive field suppresses others of its kind.
    pub(crate) fn kind_bit(&self) -> u32 {
        match self {
            Effect::Gravity(_) | Effect::Attractor(_) => GRAVITY_BIT,
            Effect::Wind(_) => 2,
            Effect::Drag(_) => 4,
            Effect::Conveyor(_) | Effect::Floor(_) => 8,
            Effect::Water(_) => 16,
            Effect::TimeFlow(_) => 32,
        }
    }

    pub(crate) fn validate(&self) -> Result<(), FieldError> {
        let vector = |name: &'static str, value: Vec2| -> Result<(), FieldError> {
            check(name, value.x, Bound::Range(-MOST, MOST))?;
            check(name, value.y, Bound::Range(-MOST, MOST))?;
            Ok(())
        };
        let amount = |name: &'static str, value: f32| check(name, value, Bound::Range(0.0, MOST));
        match *self {
            Effect::Gravity(Gravity { acceleration }) => vector("acceleration", acceleration)?,
            Effect::Attractor(Attractor { center, strength, min_distance, .. }) => {
                check_position("center", center)?;
                check("strength", strength, Bound::Range(-MOST, MOST))?;
                check("min distance", min_distance, Bound::Range(1.0e-3, MOST))?;
            }
            Effect::Wind(Wind { velocity, density, drag, lift }) => {
                vector("wind velocity", velocity)?;
                amount("wind density", density)?;
                amount("drag coefficient", drag)?;
                amount("lift coefficient", lift)?;
            }
            Effect::Drag(Drag { linear, angular, velocity }) => {
                amount("linear drag", linear)?;
                amount("angular drag", angular)?;
                vector("flow", velocity)?;
            }
            Effect::Conveyor(Conveyor { velocity, max_acceleration }) => {
                vector("conveyor velocity", velocity)?;
                amount("max acceleration", max_acceleration)?;
            }
            Effect::Floor(Floor { deceleration, velocity }) => {
                amount("floor deceleration", deceleration)?;
                vector("floor velocity", velocity)?;
            }
            Effect::Water(Water { density, drag, velocity }) => {
                amount("water density", density)?;
                amount("water drag", drag)?;
                vector("flow", velocity)?;
            }
            Effect::TimeFlow(TimeFlow { scale }) => {
                check("time scale", scale, Bound::Range(MIN_TIME_SCALE, MAX_TIME_SCALE))?;
            }
        }
        Ok(())
    }

    /// Returns all numbers of the effect, for the hash.
    pub(crate) fn numbers(&self) -> [f32; 5] {
        match *self {
            Effect::Gravity(Gravity { acceleration: Vec2 { x, y } }) => [x, y, 0.0, 0.0, 0.0],
            Effect::Attractor(Attractor { center, strength, falloff, min_distance }) => {
                [center.x, center.y, strength, f32::from(falloff as u8), min_distance]
            }
            Effect::Wind(Wind { velocity, density, drag, lift }) => {
                [velocity.x, velocity.y, density, drag, lift]
            }
            Effect::Drag(Drag { linear, angular, velocity }) => {
                [velocity.x, velocity.y, linear, angular, 0.0]
            }
            Effect::Conveyor(Conveyor { velocity, max_acceleration }) => {
                [velocity.x, velocity.y, max_acceleration, 0.0, 0.0]
            }
            // A conveyor has 0 where a floor has 1.
            Effect::Floor(Floor { deceleration, velocity }) => {
                [velocity.x, velocity.y, deceleration, 1.0, 0.0]
            }
            Effect::Water(Water { density, drag, velocity }) => [velocity.x, velocity.y, density, drag, 0.0],
            Effect::TimeFlow(TimeFlow { scale }) => [scale, 0.0, 0.0, 0.0, 0.0],
        }
    }
}

/// Bit of gravity; an exclusive one suppresses world gravity.
pub(crate) const GRAVITY_BIT: u32 = 1;
