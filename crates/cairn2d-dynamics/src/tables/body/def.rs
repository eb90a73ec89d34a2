//! `Body`, the builder of bodies, with `BodyKind` and `Locks`.

use cairn2d_geometry::{Mass, Rect};
use cairn2d_math::{DVec2, Pose, Rot, StandardFloats, Vec2};

use super::record::{DEFAULT_SWEEP_THRESHOLD, MAX_TIME_SCALE, MIN_TIME_SCALE};
use crate::tables::check::{Bound, check, check_position, check_position64};
use crate::tables::error::{BodyError, KindError, Owner};
use crate::tables::parts::{BULLETS, check_part};
use crate::tables::shape::{ChainDef, IntoShape, ShapeDef};

/// Half width of the box that represents a half plane \[m\].
const HALF_PLANE: f32 = 1.0e4;

/// Kind of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Never moves.
    Static,
    /// Moves with its velocity; no force or contact changes it.
    Kinematic,
    /// Moves by forces, contacts and joints. Without mass it keeps its velocity: gravity, contacts and joints
    /// do not change it. A body has no mass if it has no shapes yet, or a mass override of zero.
    Dynamic,
}

/// Motion locks: directions in which forces, impulses and contacts do not move a dynamic body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locks {
    /// No motion along x.
    pub x: bool,
    /// No motion along y.
    pub y: bool,
    /// No rotation.
    pub rotation: bool,
}

/// Position of a body as the caller gave it, with 32 or 64 bits.
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

/// Definition of a body with all its shapes: `b2BodyDef` in Box2D, `RigidBodyBuilder` in Rapier.
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
    pub(crate) joined: bool,
    pub(crate) sweep_threshold: f32,
    pub(crate) time_scale: f32,
    pub(crate) dominance: i8,
    pub(crate) mass: Option<Mass>,
    pub(crate) user_data: u64,
    pub(crate) shapes: Vec<ShapeDef>,
}

impl Body {
    /// Returns a body of this kind at the origin, at rest, without shapes.
    #[inline]
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
            joined: false,
            sweep_threshold: DEFAULT_SWEEP_THRESHOLD,
            time_scale: 1.0,
            dominance: 0,
            mass: None,
            user_data: 0,
            shapes: Vec::new(),
        }
    }

    /// Returns static ground that fills a half plane. It is given by a point on the surface \[m\] and an
    /// outward normal of any length. The ground is a box that reaches 10 km to either side and in depth. Its
    /// surface is exactly even.
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
        // A zero normal gives an invalid rotation, which validation rejects.
        let up = normal.into().normalize_or(Vec2::ZERO);
        let pose = Pose { p: point.into(), q: Rot { c: up.y, s: -up.x } };
        Body::fixed().pose(pose).with(Rect::half(HALF_PLANE, 0.5 * HALF_PLANE).at([0.0, -0.5 * HALF_PLANE]))
    }

    /// Returns a static body, `b2_staticBody`, which never moves.
    pub fn fixed() -> Body {
        Body::new(BodyKind::Static)
    }

    /// Returns a kinematic body, which moves with its velocity.
    pub fn kinematic() -> Body {
        Body::new(BodyKind::Kinematic)
    }

    /// Returns a dynamic body, which forces, contacts and joints move.
    pub fn dynamic() -> Body {
        Body::new(BodyKind::Dynamic)
    }

    /// Sets the position of the body's origin \[m\]. Default the world's origin.
    pub fn at(mut self, position: impl Into<Vec2>) -> Body {
        self.position = Place::Near(position.into());
        self
    }

    /// Sets the position of the body's origin \[m\], up to [`MAX_COORDINATE_64`](crate::MAX_COORDINATE_64) in
    /// a large world. Other worlds round it.
    pub fn at64(mut self, position: impl Into<DVec2>) -> Body {
        self.position = Place::Far(position.into());
        self
    }

    /// Sets the rotation \[rad\], counter-clockwise. Default 0.
    pub fn rotated(mut self, angle: f32) -> Body {
        self.angle = angle;
        self.rotation = StandardFloats::within(|| Rot::from_angle(angle));
        self
    }

    /// Sets position and rotation.
    pub fn pose(mut self, pose: impl Into<Pose>) -> Body {
        let pose = pose.into();
        self.position = Place::Near(pose.p);
        self.rotation = pose.q;
        self
    }

    /// Adds a shape in body coordinates.
    #[inline]
    pub fn with(mut self, shape: impl IntoShape) -> Body {
        if self.shapes.is_empty() {
            // Most bodies have one shape, and a list that grows by itself begins with a capacity of four.
            self.shapes.reserve_exact(1);
        }
        self.shapes.push(shape.shape());
        self
    }

    /// Adds a chain in body coordinates, one shape per segment.
    pub fn with_chain(mut self, chain: ChainDef) -> Body {
        let mut materials = chain.materials.into_iter();
        for segment in chain.chain.segments() {
            let material = materials.next().unwrap_or(chain.template.material);
            self.shapes.push(ShapeDef { geometry: segment.into(), material, ..chain.template.clone() });
        }
        self
    }

    /// Sets the velocity of the body's origin \[m/s\]. Without rotation it is also that of the centre of
    /// mass. Default 0.
    pub fn velocity(mut self, velocity: impl Into<Vec2>) -> Body {
        self.velocity = velocity.into();
        self
    }

    /// Sets the angular velocity \[rad/s\]. Default 0.
    pub fn angular_velocity(mut self, angular_velocity: f32) -> Body {
        self.angular_velocity = angular_velocity;
        self
    }

    /// Sets the damping rate of the velocity \[1/s\], at least 0: after `t` seconds exp(-damping t) of it is
    /// left. Default 0.
    pub fn linear_damping(mut self, damping: f32) -> Body {
        self.linear_damping = damping;
        self
    }

    /// Sets the damping rate of the angular velocity \[1/s\], at least 0. Default 0.
    pub fn angular_damping(mut self, damping: f32) -> Body {
        self.angular_damping = damping;
        self
    }

    /// Sets the factor on gravity \[-\], may be negative. Default 1.
    pub fn gravity_scale(mut self, scale: f32) -> Body {
        self.gravity_scale = scale;
        self
    }

    /// Sets the sleep threshold, the speed under which the body may fall asleep \[m/s\], at least 0. Default
    /// 0.05.
    ///
    /// A faster body may fall asleep too if at least two others hold it in one place for half a second. Its
    /// points then move by at most what they would in 0.2 s at the threshold, which is 1 cm by default.
    pub fn sleep_threshold(mut self, speed: f32) -> Body {
        self.sleep_threshold = speed;
        self
    }

    /// Keeps the body, and thereby its island, from falling asleep.
    pub fn never_sleeps(mut self) -> Body {
        self.can_sleep = false;
        self
    }

    /// Makes the body start asleep.
    pub fn asleep(mut self) -> Body {
        self.awake = false;
        self
    }

    /// Makes the body start disabled: it is not simulated until it is enabled.
    pub fn disabled(mut self) -> Body {
        self.enabled = false;
        self
    }

    /// Sets the locked directions, in which the body does not move. Default none.
    pub fn locks(mut self, locks: Locks) -> Body {
        self.locks = locks;
        self
    }

    /// Makes the body a bullet: continuous collision (CCD) also applies between it and dynamic bodies,
    /// whichever of the two is fast. Static and kinematic shapes stop every fast body without this. Two fast
    /// bodies stop where they meet for the rest of the step, and keep their velocities.
    ///
    /// # Cost
    /// A search around each fast bullet, and around each other bullet for fast bodies.
    pub fn bullet(mut self) -> Body {
        self.bullet = true;
        self
    }

    /// Makes the shapes parts of one solid: bodies that slide over a dynamic body do not catch at its inner
    /// edges. Static and kinematic bodies need no mark, their internal edges are always suppressed.
    ///
    /// # Cost
    /// That of ground for each body that touches two or more parts. Other bodies cost nothing.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
    /// use cairn2d::{Body, Rect, World, WorldConfig};
    ///
    /// let mut world = World::new(WorldConfig::default())?;
    /// let raft = Body::dynamic().joined().with(Rect::half(1.0, 0.2).at([-1.0, 0.0]));
    /// let raft = world.spawn(raft.with(Rect::half(1.0, 0.2).at([1.0, 0.0])))?;
    /// assert!(world.body(raft).unwrap().is_joined());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn joined(mut self) -> Body {
        self.joined = true;
        self
    }

    /// Sets the threshold of continuous collision (CCD) \[-\], at least 0. It is the motion in a step above
    /// which the path is swept, as a share of the inner radius of the thinnest shape. Default 0.5; 0 always
    /// sweeps, large values never. Above 1, the middle of the body may pass a wall.
    pub fn sweep_threshold(mut self, share: f32) -> Body {
        self.sweep_threshold = share;
        self
    }

    /// Sets the time scale of the body \[-\], 1e-3 to 1e3, see
    /// [`BodyMut::set_time_scale`](crate::BodyMut::set_time_scale). The velocity is the one seen in the
    /// world. Default 1.
    pub fn time_scale(mut self, scale: f32) -> Body {
        self.time_scale = scale;
        self
    }

    /// Sets the dominance, as in Rapier. In contacts and joints of two dynamic bodies, the one with higher
    /// dominance acts as if it had infinite mass. It does not affect anything else. Default 0.
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

    /// Sets mass, centre and inertia, in place of those computed from the shapes.
    pub fn mass(mut self, mass: Mass) -> Body {
        self.mass = Some(mass);
        self
    }

    /// Sets the user data, which events and queries return. Default 0.
    pub fn user_data(mut self, user_data: u64) -> Body {
        self.user_data = user_data;
        self
    }

    /// Checks every value of the body and its shapes.
    ///
    /// # Errors
    /// The first invalid value.
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
        check_part("bullets", BULLETS, self.bullet)?;
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
                "a dynamic body needs mass: give a shape with an area a density above 0, or the body a mass",
            )
            .into());
        }
        Ok(())
    }
}

/// Largest mass of a body \[kg\], above the sum of all shapes that fit into a world.
pub(crate) const MAX_MASS: f32 = 1.0e30;

/// Checks an angle \[rad\].
pub(crate) fn check_angle(angle: f32) -> Result<(), BodyError> {
    check("angle", angle, Bound::Range(-1.0e6, 1.0e6))?;
    Ok(())
}

/// Checks that a body of this kind may have these velocities \[m/s\] and \[rad/s\].
pub(crate) fn check_static_velocity(kind: BodyKind, velocity: Vec2, spin: f32) -> Result<(), KindError> {
    if kind == BodyKind::Static && (velocity != Vec2::ZERO || spin != 0.0) {
        return Err(KindError::new("a static body has no velocity, make it kinematic to move it"));
    }
    Ok(())
}

/// Checks a mass override.
pub(crate) fn check_mass(mass: &Mass) -> Result<(), BodyError> {
    check("mass", mass.mass, Bound::Range(0.0, MAX_MASS))?;
    check("inertia", mass.inertia, Bound::Range(0.0, 1.0e30))?;
    check_position("centre of mass", mass.center)?;
    Ok(())
}
