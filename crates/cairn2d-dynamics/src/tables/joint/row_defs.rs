//! Builders of the joints that relate angles and ways at a distance: rotary joints, gears, racks, pulleys, and those of the caller's.

use std::sync::Arc;

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;

use super::def::{base_setters, joint_builder};
use super::relation::{CustomConstraint, Relation, SharedConstraint};
use super::{Anchor, JointBase, JointDef, JointKind, JointParts, Motor, Servo, Spring};

joint_builder!(
    /// An angle joint (rotary limit, spring and ratchet joints in Chipmunk): limits, spring, motor, servo and ratchet on the angle of one
    /// body against another, over any number of turns.
    ///
    /// The angle begins within half a turn of 0, where the frames coincide, and counts on from there.
    Rotary
);

impl Rotary {
    /// A joint that does nothing yet.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Rotary {
        let base = JointBase { collide_connected: true, ..JointBase::new(body_a, body_b) };
        let relation = Relation::Angle { ratchet: None };
        Rotary { base, parts: JointParts { relation, ..JointParts::default() } }
    }

    base_setters!();

    /// Keeps the angle between these \[rad\], any number of turns apart. Default free.
    pub fn limits(mut self, lower: f32, upper: f32) -> Rotary {
        self.parts.limits = Some((lower, upper));
        self
    }

    /// Drives the angle at this speed \[rad/s\] with at most this torque \[N m\]. Speed 0 is friction.
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Rotary {
        self.parts.motor = Some(Motor { speed, strength: max_torque });
        self
    }

    /// Pulls to an angle \[rad\], any number of turns away, with this frequency \[Hz\] and damping ratio.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32, target: f32) -> Rotary {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target });
        self
    }

    /// Drives to an angle \[rad\], any number of turns away, at most at this speed \[rad/s\] and with at most this torque \[N m\], and holds it
    /// there. Takes the place of motor and spring.
    pub fn servo(mut self, target: f32, max_speed: f32, max_torque: f32) -> Rotary {
        self.parts.servo = Some(Servo { target, max_speed, strength: max_torque });
        self
    }

    /// Lets the angle only grow, or only shrink if the pitch is negative: it does not fall back behind the last tooth. Teeth are a pitch
    /// apart, one of them at the phase \[rad\]. The pitch is at least 1e-3 in size.
    pub fn ratchet(mut self, pitch: f32, phase: f32) -> Rotary {
        self.parts.relation = Relation::Angle { ratchet: Some((pitch, phase)) };
        self
    }
}

joint_builder!(
    /// A gear joint: two bodies that turn at a ratio, wherever they are. Their angles count in the world, over any number of turns.
    Gear
);

impl Gear {
    /// A gear in which the second body turns by `ratio` times what the first turns; teeth that mesh have a negative ratio.
    pub fn new(body_a: BodyId, body_b: BodyId, ratio: f32) -> Gear {
        let base = JointBase { collide_connected: true, ..JointBase::new(body_a, body_b) };
        Gear { base, parts: JointParts { relation: Relation::Gear { ratio }, ..JointParts::default() } }
    }

    base_setters!();
}

joint_builder!(
    /// A rack-and-pinion joint: a pinion on the first body moves a rack, the second body, along a line of the rack.
    ///
    /// The first anchor is the centre of the pinion; the line is the x axis of the second frame. Turning the pinion counter-clockwise by an
    /// angle moves the rack by the radius times the angle in the direction of the line, as one does that stands above the rack.
    Rack
);

impl Rack {
    /// A rack that a pinion of this radius \[m\] moves; a negative one moves it the other way. Neither is held by this joint.
    pub fn new(pinion: BodyId, rack: BodyId, radius: f32) -> Rack {
        let base = JointBase { collide_connected: true, ..JointBase::new(pinion, rack) };
        Rack { base, parts: JointParts { relation: Relation::Rack { radius }, ..JointParts::default() } }
    }

    base_setters!();

    /// Direction of the line, of any length: in the world as the bodies stand when the joint is made, for local anchors in the
    /// coordinates of each body. Default the x axis.
    pub fn along(mut self, direction: impl Into<Vec2>) -> Rack {
        self.base.along = direction.into();
        self
    }
}

joint_builder!(
    /// A pulley joint: a rope from the first body over two points of the world to the second. The distance to one plus a ratio times the
    /// distance to the other is the length of the rope.
    Pulley
);

impl Pulley {
    /// A tight rope from the origins of the bodies over these points of the world \[m\], as long as it is when the joint is made.
    pub fn new(body_a: BodyId, body_b: BodyId, over_a: impl Into<Vec2>, over_b: impl Into<Vec2>) -> Pulley {
        let base = JointBase { collide_connected: true, ..JointBase::new(body_a, body_b) };
        let relation = Relation::Pulley { grounds: [over_a.into(), over_b.into()], ratio: 1.0, slack: false };
        Pulley { base, parts: JointParts { relation, ..JointParts::default() } }
    }

    base_setters!();

    /// Ties the rope to one point of the world on each body \[m\], as they stand when the joint is made.
    pub fn between(mut self, point_a: impl Into<Vec2>, point_b: impl Into<Vec2>) -> Pulley {
        self.base.anchor = Anchor::WorldPair(point_a.into(), point_b.into());
        self
    }

    /// How often the side of the second body counts \[-\], from 1e-3 to 1e3: a block and tackle. Default 1.
    pub fn ratio(mut self, value: f32) -> Pulley {
        if let Relation::Pulley { ratio, .. } = &mut self.parts.relation {
            *ratio = value;
        }
        self
    }

    /// Length of the rope \[m\], above 0. Default what it is when the joint is made.
    pub fn length(mut self, length: f32) -> Pulley {
        self.parts.length = Some(length);
        self
    }

    /// Lets the rope hang when it is not pulled. Default it pushes as well.
    pub fn slack(mut self) -> Pulley {
        if let Relation::Pulley { slack, .. } = &mut self.parts.relation {
            *slack = true;
        }
        self
    }
}

joint_builder!(
    /// A custom joint (user-defined constraint): a [`CustomConstraint`], such as a closure, gives up to three coordinates in every step.
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
    /// A joint with this constraint.
    pub fn new(body_a: BodyId, body_b: BodyId, constraint: impl CustomConstraint + 'static) -> Custom {
        Custom::shared(body_a, body_b, Arc::new(constraint))
    }

    /// A joint with a constraint that others have, too.
    pub fn shared(body_a: BodyId, body_b: BodyId, constraint: Arc<dyn CustomConstraint>) -> Custom {
        let relation = Relation::Custom(SharedConstraint(constraint));
        Custom {
            base: JointBase::new(body_a, body_b),
            parts: JointParts { relation, ..JointParts::default() },
        }
    }

    base_setters!();
}
