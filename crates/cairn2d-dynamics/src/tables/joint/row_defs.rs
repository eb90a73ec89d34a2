//! Builders of generic constraints: rotary joints, gears, racks, pulleys and custom joints.

use std::sync::Arc;

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;

use super::def::{base_setters, joint_builder};
use super::generic::{CustomConstraint, GenericConstraint, SharedConstraint};
use super::{Anchor, JointBase, JointDef, JointKind, JointParts, Motor, Servo, Spring};

joint_builder!(
    /// A rotary joint (rotary limit, spring and ratchet joints in Chipmunk). It puts limits, spring, motor,
    /// servo and ratchet on the relative angle of two bodies, over any number of turns.
    ///
    /// The angle begins within half a turn of 0, where the frames coincide, and is counted from there.
    Rotary
);

impl Rotary {
    /// Returns a joint without parts, which has no effect yet.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Rotary {
        let base = JointBase { collide_connected: true, ..JointBase::new(body_a, body_b) };
        let generic = GenericConstraint::Angle { ratchet: None };
        Rotary { base, parts: JointParts { generic, ..JointParts::default() } }
    }

    base_setters!();

    /// Sets the limits of the angle \[rad\], any number of turns apart. Default none.
    pub fn limits(mut self, lower: f32, upper: f32) -> Rotary {
        self.parts.limits = Some((lower, upper));
        self
    }

    /// Sets the motor: speed \[rad/s\] and largest torque \[N m\]. Speed 0 acts as friction.
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Rotary {
        self.parts.motor = Some(Motor { speed, strength: max_torque });
        self
    }

    /// Sets the spring: frequency \[Hz\], damping ratio, and target angle \[rad\], any number of turns away.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32, target: f32) -> Rotary {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target });
        self
    }

    /// Sets the servo: target angle \[rad\], any number of turns away, largest speed \[rad/s\] and largest
    /// torque \[N m\]. It holds the angle at the target and replaces motor and spring.
    pub fn servo(mut self, target: f32, max_speed: f32, max_torque: f32) -> Rotary {
        self.parts.servo = Some(Servo { target, max_speed, strength: max_torque });
        self
    }

    /// Adds a ratchet: the angle cannot fall back behind the last tooth it passed. A negative pitch reverses
    /// the direction. Teeth are a pitch \[rad\] apart, one of them at the phase \[rad\]. The absolute pitch
    /// is at least 1e-3.
    pub fn ratchet(mut self, pitch: f32, phase: f32) -> Rotary {
        self.parts.generic = GenericConstraint::Angle { ratchet: Some((pitch, phase)) };
        self
    }
}

joint_builder!(
    /// A gear joint: two bodies rotate at a ratio, at any distance. Angles are world angles, counted over any
    /// number of turns.
    Gear
);

impl Gear {
    /// Returns a gear in which the second body rotates by `ratio` times the rotation of the first. Meshing
    /// teeth have a negative ratio.
    pub fn new(body_a: BodyId, body_b: BodyId, ratio: f32) -> Gear {
        let base = JointBase { collide_connected: true, ..JointBase::new(body_a, body_b) };
        Gear {
            base,
            parts: JointParts { generic: GenericConstraint::Gear { ratio }, ..JointParts::default() },
        }
    }

    base_setters!();
}

joint_builder!(
    /// A rack-and-pinion joint: a pinion on the first body moves a rack, the second body, along a line of the
    /// rack.
    ///
    /// The first anchor is the centre of the pinion; the line is the x axis of the second frame. A
    /// counter-clockwise rotation of the pinion moves the rack along the line by radius times angle, as for a
    /// pinion above the rack.
    Rack
);

impl Rack {
    /// Returns a rack moved by a pinion of this radius \[m\]; a negative radius reverses it. The joint does
    /// not hold the pinion or the rack in place.
    pub fn new(pinion: BodyId, rack: BodyId, radius: f32) -> Rack {
        let base = JointBase { collide_connected: true, ..JointBase::new(pinion, rack) };
        Rack {
            base,
            parts: JointParts { generic: GenericConstraint::Rack { radius }, ..JointParts::default() },
        }
    }

    base_setters!();

    /// Sets the direction of the line, of any length. It is in world axes for the poses of the bodies when
    /// the joint is created; with local anchors, in axes of each body. Default the x axis.
    pub fn along(mut self, direction: impl Into<Vec2>) -> Rack {
        self.base.along = direction.into();
        self
    }
}

joint_builder!(
    /// A pulley joint: a rope from the first body over two points of the world to the second. Its length is
    /// the distance of the first body to its point plus the ratio times that of the second.
    Pulley
);

impl Pulley {
    /// Returns a tight rope from the origins of the bodies over these points of the world \[m\]. Its length
    /// is that when the joint is created.
    pub fn new(body_a: BodyId, body_b: BodyId, over_a: impl Into<Vec2>, over_b: impl Into<Vec2>) -> Pulley {
        let base = JointBase { collide_connected: true, ..JointBase::new(body_a, body_b) };
        let generic =
            GenericConstraint::Pulley { grounds: [over_a.into(), over_b.into()], ratio: 1.0, slack: false };
        Pulley { base, parts: JointParts { generic, ..JointParts::default() } }
    }

    base_setters!();

    /// Anchors the rope at a point of the world on each body \[m\], for their poses when the joint is
    /// created.
    pub fn between(mut self, point_a: impl Into<Vec2>, point_b: impl Into<Vec2>) -> Pulley {
        self.base.anchor = Anchor::WorldPair(point_a.into(), point_b.into());
        self
    }

    /// Sets the factor on the rope length on the side of the second body \[-\], 1e-3 to 1e3: a block and
    /// tackle. Default 1.
    pub fn ratio(mut self, value: f32) -> Pulley {
        if let GenericConstraint::Pulley { ratio, .. } = &mut self.parts.generic {
            *ratio = value;
        }
        self
    }

    /// Sets the length of the rope \[m\], above 0. Default its length when the joint is created.
    pub fn length(mut self, length: f32) -> Pulley {
        self.parts.length = Some(length);
        self
    }

    /// Lets the rope go slack, so that it only pulls. By default it also pushes.
    pub fn slack(mut self) -> Pulley {
        if let GenericConstraint::Pulley { slack, .. } = &mut self.parts.generic {
            *slack = true;
        }
        self
    }
}

joint_builder!(
    /// A custom joint (user-defined constraint): a [`CustomConstraint`], such as a closure, returns up to
    /// three coordinates in every step.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; }
    /// use cairn2d::{Body, ConstraintRow, Custom, JointEnds, World, WorldConfig};
    /// # let mut world = World::new(WorldConfig::default())?;
    /// let ground = world.spawn(Body::fixed())?;
    /// let bead = world.spawn(Body::dynamic().at([1.0, 1.0]))?;
    /// // A bead on a parabola: what is across the curve y = x² stays 0.
    /// let on_curve = |ends: &JointEnds| {
    ///     let p = ends.frames[1].p;
    ///     let mut row = ConstraintRow::offset(ends, [-2.0 * p.x, 1.0]);
    ///     row.value = p.y - p.x * p.x;
    ///     [Some(row), None, None]
    /// };
    /// world.join(Custom::new(ground, bead, on_curve))?;
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    Custom
);

impl Custom {
    /// Returns a joint with this constraint.
    pub fn new(body_a: BodyId, body_b: BodyId, constraint: impl CustomConstraint + 'static) -> Custom {
        Custom::shared(body_a, body_b, Arc::new(constraint))
    }

    /// Returns a joint with a shared constraint.
    pub fn shared(body_a: BodyId, body_b: BodyId, constraint: Arc<dyn CustomConstraint>) -> Custom {
        let generic = GenericConstraint::Custom(SharedConstraint(constraint));
        Custom {
            base: JointBase::new(body_a, body_b),
            parts: JointParts { generic, ..JointParts::default() },
        }
    }

    base_setters!();
}
