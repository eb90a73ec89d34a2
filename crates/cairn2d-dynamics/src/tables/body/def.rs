//! Builder of bodies.

use cairn2d_geometry::{Mass, Rect};
use cairn2d_math::{DVec2, Pose, Rot, StandardFloats, Vec2};

use super::record::{DEFAULT_SWEEP_THRESHOLD, MAX_TIME_SCALE, MIN_TIME_SCALE};
use crate::tables::check::{Bound, check, check_position, check_position64};
use crate::tables::error::{BodyError, KindError, Owner};
use crate::tables::shape::{ChainDef, IntoShape, ShapeDef};

/// How far a half plane reaches \[m\].
const HALF_PLANE: f32 = 1.0e4;

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Never moves.
    Static,
    /// Moves as its velocity says; nothing pushes it.
    Kinematic,
    /// Moves as forces and contacts make it. Without mass (no shapes yet, or a given mass of zero) it keeps its velocity: gravity, contacts
    /// and joints do not change it.
    Dynamic,
}

/// Motion locks: directions in which a dynamic body cannot be moved by forces, impulses and contacts, which take no effect along them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locks {
    /// No motion along x.
    pub x: bool,
    /// No motion along y.
    pub y: bool,
    /// No rotation.
    pub rotation: bool,
}

/// Where a body is to be, as it was given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Near(Vec2),
    Far(DVec2),
}

impl Place {
    pub(crate) fn point(self) -> DVec2 {
        match self {
            Place::Near(point) => point.into(),
            Place::Far(point) => point,
        }
    }
}

/// The description of a body to be spawned, with all its shapes: `b2BodyDef` in Box2D, `RigidBodyBuilder` in Rapier.
///
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
/// use cairn2d::{Body, Circle, IntoShape, World, WorldConfig};
/// let mut world = World::new(WorldConfig::default())?;
/// let ball = world.spawn(Body::dynamic().at([0.0, 4.0]).with(Circle::new(0.5).restitution(0.6)))?;
/// assert_eq!(world.body(ball).unwrap().position().y, 4.0);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Body {
    pub(crate) kind: BodyKind,
    pub(crate) position: Place,
    pub(crate) rotation: Rot,
    pub(crate) angle: f32,
    pub(crate) velocity: Vec2,
    pub(crate) angular_velocity: f32,
    pub(crate) linear_damping: f32,
    pub(crate) angular_damping: f32,
    pub(crate) gravity_scale: f32,
    pub(crate) sleep_threshold: f32,
    pub(crate) can_sleep: bool,
    pub(crate) awake: bool,
    pub(crate) enabled: bool,
    pub(crate) locks: Locks,
    pub(crate) bullet: bool,
    pub(crate) sweep_threshold: f32,
    pub(crate) time_scale: f32,
    pub(crate) dominance: i8,
    pub(crate) mass: Option<Mass>,
    pub(crate) user_data: u64,
    pub(crate) shapes: Vec<ShapeDef>,
}

impl Body {
    /// A body of this kind at the origin, at rest, without shapes.
    pub fn new(kind: BodyKind) -> Body {
        Body {
            kind,
            position: Place::Near(Vec2::ZERO),
            rotation: Rot::IDENTITY,
            angle: 0.0,
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            sleep_threshold: 0.05,
            can_sleep: true,
            awake: true,
            enabled: true,
            locks: Locks::default(),
            bullet: false,
            sweep_threshold: DEFAULT_SWEEP_THRESHOLD,
            time_scale: 1.0,
            dominance: 0,
            mass: None,
            user_data: 0,
            shapes: Vec::new(),
        }
    }

    /// Static ground that fills the half plane on one side of a line: through a point \[m\], out of it a normal of any length. It is a box that
    /// reaches 10 km to either side and as deep, with a surface that is even to the last bit.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
    /// use cairn2d::{Body, Circle, World, WorldConfig};
    ///
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::half_plane([0.0, -1.0], [0.0, 1.0]))?;
    /// let ball = world.spawn(Body::dynamic().at([4000.0, 0.0]).with(Circle::new(0.5)))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// assert!((world.body(ball).unwrap().position().y + 0.5).abs() < 0.01);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn half_plane(point: impl Into<Vec2>, normal: impl Into<Vec2>) -> Body {
        // A normal that is none makes a rotation that is none, which is refused like any other.
        let up = normal.into().normalize_or(Vec2::ZERO);
        let pose = Pose { p: point.into(), q: Rot { c: up.y, s: -up.x } };
        Body::fixed().pose(pose).with(Rect::half(HALF_PLANE, 0.5 * HALF_PLANE).at([0.0, -0.5 * HALF_PLANE]))
    }

    /// A static body, `b2_staticBody`: never moves.
    pub fn fixed() -> Body {
        Body::new(BodyKind::Static)
    }

    /// A kinematic body: moves as its velocity says.
    pub fn kinematic() -> Body {
        Body::new(BodyKind::Kinematic)
    }

    /// A dynamic body: moves as forces and contacts make it.
    pub fn dynamic() -> Body {
        Body::new(BodyKind::Dynamic)
    }

    /// Position of the body's origin \[m\]. Default the world's origin.
    pub fn at(mut self, position: impl Into<Vec2>) -> Body {
        self.position = Place::Near(position.into());
        self
    }

    /// Position of the body's origin \[m\], up to [`MAX_COORDINATE_64`](crate::MAX_COORDINATE_64) in a large world; other worlds round it.
    pub fn at64(mut self, position: impl Into<DVec2>) -> Body {
        self.position = Place::Far(position.into());
        self
    }

    /// Rotation \[rad\], counter-clockwise. Default 0.
    pub fn rotated(mut self, angle: f32) -> Body {
        StandardFloats::within(|| {
            self.angle = angle;
            self.rotation = Rot::from_angle(angle);
            self
        })
    }

    /// Position and rotation.
    pub fn pose(mut self, pose: impl Into<Pose>) -> Body {
        let pose = pose.into();
        self.position = Place::Near(pose.p);
        self.rotation = pose.q;
        self
    }

    /// Adds a shape in body coordinates.
    pub fn with(mut self, shape: impl IntoShape) -> Body {
        if self.shapes.is_empty() {
            // Most bodies have one shape, and a list that grows by itself begins with room for four.
            self.shapes.reserve_exact(1);
        }
        self.shapes.push(shape.shape());
        self
    }

    /// Adds a chain in body coordinates: one shape per segment.
    pub fn with_chain(mut self, chain: ChainDef) -> Body {
        let mut materials = chain.materials.into_iter();
        for segment in chain.chain.segments() {
            let material = materials.next().unwrap_or(chain.template.material);
            self.shapes.push(ShapeDef { geometry: segment.into(), material, ..chain.template.clone() });
        }
        self
    }

    /// Velocity of the origin of the body \[m/s\], which is that of the centre of mass of what does not turn. Default 0.
    pub fn velocity(mut self, velocity: impl Into<Vec2>) -> Body {
        self.velocity = velocity.into();
        self
    }

    /// Angular velocity \[rad/s\]. Default 0.
    pub fn angular_velocity(mut self, angular_velocity: f32) -> Body {
        self.angular_velocity = angular_velocity;
        self
    }

    /// Rate at which velocity decays \[1/s\], at least 0: after `t` seconds exp(-damping t) is left. Default 0.
    pub fn linear_damping(mut self, damping: f32) -> Body {
        self.linear_damping = damping;
        self
    }

    /// Rate at which angular velocity decays \[1/s\], at least 0. Default 0.
    pub fn angular_damping(mut self, damping: f32) -> Body {
        self.angular_damping = damping;
        self
    }

    /// Factor on gravity \[-\], may be negative. Default 1.
    pub fn gravity_scale(mut self, scale: f32) -> Body {
        self.gravity_scale = scale;
        self
    }

    /// Sleep threshold: speed under which the body may fall asleep \[m/s\], at least 0. Default 0.05.
    pub fn sleep_threshold(mut self, speed: f32) -> Body {
        self.sleep_threshold = speed;
        self
    }

    /// Keeps the body, and all it touches, from falling asleep.
    pub fn never_sleeps(mut self) -> Body {
        self.can_sleep = false;
        self
    }

    /// Lets the body start asleep.
    pub fn asleep(mut self) -> Body {
        self.awake = false;
        self
    }

    /// Leaves the body out of the simulation until it is enabled.
    pub fn disabled(mut self) -> Body {
        self.enabled = false;
        self
    }

    /// Directions in which the body cannot be moved. Default none.
    pub fn locks(mut self, locks: Locks) -> Body {
        self.locks = locks;
        self
    }

    /// Marks the body as a bullet (CCD between dynamic bodies): it and dynamic bodies never pass through each other, whichever of the two is fast. Against static and
    /// kinematic shapes no body needs that. Two fast bodies stop for the rest of the step where they meet, and keep their velocities.
    ///
    /// # Cost
    /// A search around each fast bullet, and around the other ones for fast bodies.
    pub fn bullet(mut self) -> Body {
        self.bullet = true;
        self
    }

    /// Threshold of continuous collision (CCD): how far the body may move in a step before its way is swept, as a share of the inner radius of its thinnest shape
    /// \[-\], at least 0. Default 0.5; 0 looks always, large values never. Above 1, the middle of the body may pass a wall.
    pub fn sweep_threshold(mut self, share: f32) -> Body {
        self.sweep_threshold = share;
        self
    }

    /// How fast time passes for the body \[-\], 1e-3 to 1e3, see [`BodyMut::set_time_scale`](crate::BodyMut::set_time_scale). Its velocity is what the
    /// world sees of it. Default 1.
    pub fn time_scale(mut self, scale: f32) -> Body {
        self.time_scale = scale;
        self
    }

    /// Dominance, as in Rapier: in contacts and joints between two dynamic bodies of unlike dominance, the one with more of it is not moved by the other, as
    /// if it were infinitely heavy. Everything else moves it as before. Default 0.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
    /// use cairn2d::{Body, Circle, IntoShape, World, WorldConfig};
    ///
    /// let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
    /// let boss = Body::dynamic().velocity([1.0, 0.0]).dominance(10);
    /// let boss = world.spawn(boss.with(Circle::new(0.5)))?;
    /// world.spawn(Body::dynamic().at([2.0, 0.0]).with(Circle::new(0.5).density(100.0)))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// assert_eq!(world.body(boss).unwrap().velocity().x, 1.0);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn dominance(mut self, dominance: i8) -> Body {
        self.dominance = dominance;
        self
    }

    /// Mass, centre and inertia to use instead of those of the shapes.
    pub fn mass(mut self, mass: Mass) -> Body {
        self.mass = Some(mass);
        self
    }

    /// A number of yours that events and queries hand back. Default 0.
    pub fn user_data(mut self, user_data: u64) -> Body {
        self.user_data = user_data;
        self
    }

    /// Whether every value is usable.
    ///
    /// # Errors
    /// The first value that is not.
    pub fn validate(&self) -> Result<(), BodyError> {
        self.validate_values().map_err(|error| error.about(Owner::NewBody(None)))
    }

    fn validate_values(&self) -> Result<(), BodyError> {
        match self.position {
            Place::Near(point) => DVec2::from(check_position("position", point)?),
            Place::Far(point) => check_position64("position", point)?,
        };
        check_angle(self.angle)?;
        check("rotation cosine", self.rotation.c, Bound::Range(-1.001, 1.001))?;
        check("rotation sine", self.rotation.s, Bound::Range(-1.001, 1.001))?;
        let norm = self.rotation.c * self.rotation.c + self.rotation.s * self.rotation.s;
        check("rotation length", norm, Bound::Range(0.998, 1.002))?;
        check("velocity x", self.velocity.x, Bound::Finite)?;
        check("velocity y", self.velocity.y, Bound::Finite)?;
        check("angular_velocity", self.angular_velocity, Bound::Finite)?;
        check("linear_damping", self.linear_damping, Bound::Range(0.0, 1.0e6))?;
        check("angular_damping", self.angular_damping, Bound::Range(0.0, 1.0e6))?;
        check("gravity_scale", self.gravity_scale, Bound::Range(-1.0e6, 1.0e6))?;
        check("sleep_threshold", self.sleep_threshold, Bound::NonNegative)?;
        check("sweep_threshold", self.sweep_threshold, Bound::NonNegative)?;
        check("time_scale", self.time_scale, Bound::Range(MIN_TIME_SCALE, MAX_TIME_SCALE))?;
        if let Some(mass) = &self.mass {
            check_mass(mass)?;
        }
        check_static_velocity(self.kind, self.velocity, self.angular_velocity)?;
        for (index, shape) in self.shapes.iter().enumerate() {
            shape.validate().map_err(|error| error.about(Owner::NewShape(index, None)))?;
        }
        let weightless = !self.shapes.is_empty() && !self.shapes.iter().any(ShapeDef::has_mass);
        if self.kind == BodyKind::Dynamic && self.mass.is_none() && weightless {
            return Err(KindError::new(
                "the shapes of a dynamic body must weigh something, give one with an area a density above 0 or the body a mass",
            )
            .into());
        }
        Ok(())
    }
}

/// The largest mass of a body \[kg\]: more than all shapes together that a world has room for.
pub(crate) const MAX_MASS: f32 = 1.0e30;

/// Whether an angle is usable \[rad\].
pub(crate) fn check_angle(angle: f32) -> Result<(), BodyError> {
    check("angle", angle, Bound::Range(-1.0e6, 1.0e6))?;
    Ok(())
}

/// Whether a body of this kind may have these velocities \[m/s\] and \[rad/s\].
pub(crate) fn check_static_velocity(kind: BodyKind, velocity: Vec2, spin: f32) -> Result<(), KindError> {
    if kind == BodyKind::Static && (velocity != Vec2::ZERO || spin != 0.0) {
        return Err(KindError::new("a static body has no velocity, make it kinematic to move it"));
    }
    Ok(())
}

/// Whether a mass override is usable.
pub(crate) fn check_mass(mass: &Mass) -> Result<(), BodyError> {
    check("mass", mass.mass, Bound::Range(0.0, MAX_MASS))?;
    check("inertia", mass.inertia, Bound::Range(0.0, 1.0e30))?;
    check_position("centre of mass", mass.center)?;
    Ok(())
}
