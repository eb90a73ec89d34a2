//! Types of joints: one declaration, from which names, forms, parts and numbers in files follow.

/// Parts that only some types have, as bits.
#[allow(non_upper_case_globals, reason = "named as in the declaration")]
mod part {
    pub(super) const limits: u8 = 1;
    pub(super) const motor: u8 = 2;
    pub(super) const spring: u8 = 4;
    pub(super) const servo: u8 = 8;
    pub(super) const linear_motor: u8 = 16;
    pub(super) const linear_spring: u8 = 32;
    pub(super) const length: u8 = 64;
}

/// Declares the types: number in snapshots and recordings, name in messages, form, parts.
macro_rules! joint_kinds {
    ($($(#[$doc:meta])* $kind:ident = $number:literal, $name:literal, $form:ident, [$($part:ident),*];)*) => {
        /// Type of a joint.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum JointKind {
            $($(#[$doc])* $kind,)*
        }

        impl JointKind {
            /// Returns the name in messages.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(JointKind::$kind => $name,)*
                }
            }

            /// Returns the form in which the solver stores the type.
            pub(crate) fn form(self) -> JointForm {
                match self {
                    $(JointKind::$kind => JointForm::$form,)*
                }
            }

            /// Returns the number in snapshots and recordings.
            pub(crate) fn number(self) -> u8 {
                match self {
                    $(JointKind::$kind => $number,)*
                }
            }

            /// Returns the type with this number.
            pub(crate) fn from_number(number: u8) -> Option<JointKind> {
                match number {
                    $($number => Some(JointKind::$kind),)*
                    _ => None,
                }
            }

            /// Returns the bits of the parts that the type supports.
            fn parts(self) -> u8 {
                match self {
                    $(JointKind::$kind => 0 $(| part::$part)*,)*
                }
            }
        }
    };
}

joint_kinds! {
    /// A hinge (revolute joint).
    Revolute = 0, "revolute", Point, [limits, motor, spring, servo];
    /// A rod, rope or spring (distance joint).
    Distance = 1, "distance", Distance, [limits, motor, spring, servo, length];
    /// A slider without rotation (prismatic joint).
    Prismatic = 2, "prismatic", Line, [limits, motor, spring, servo];
    /// A wheel that rotates on a suspension (wheel joint).
    Wheel = 3, "wheel", Line, [limits, motor, spring];
    /// A pin in a slot (pin-slot joint).
    Slot = 4, "slot", Line, [limits];
    /// A rigid or elastic connection of two bodies (weld joint, fixed joint).
    Weld = 5, "weld", Pose, [spring, linear_spring];
    /// A drive of one body relative to another, or friction between them (motor joint, friction joint).
    Drive = 6, "drive", Pose, [motor, spring, linear_motor, linear_spring];
    /// A body pulled to a point (mouse joint).
    Grab = 7, "grab", Pose, [linear_spring];
    /// A pair of bodies that do not collide (filter joint).
    Filter = 8, "filter", Pose, [];
    /// The relative angle of two bodies over any number of turns.
    Rotary = 9, "rotary", Row, [limits, motor, spring, servo];
    /// Two bodies that rotate at a ratio (gear joint).
    Gear = 10, "gear", Row, [];
    /// A pinion that moves a rack (rack-and-pinion joint).
    Rack = 11, "rack", Row, [];
    /// A rope over two pulleys (pulley joint).
    Pulley = 12, "pulley", Row, [length];
    /// A constraint of the caller (user-defined constraint).
    Custom = 13, "custom", Rows, [];
}

impl JointKind {
    /// Returns whether its bodies may pass openings of portals. Kinds with a place in the world or with
    /// counted angles keep openings closed.
    pub(crate) fn passes_portals(self) -> bool {
        use JointKind::{Distance, Filter, Prismatic, Revolute, Slot, Weld, Wheel};
        matches!(self, Revolute | Distance | Prismatic | Wheel | Slot | Weld | Filter)
    }

    /// Returns whether the coordinate supports limits.
    pub fn has_limits(self) -> bool {
        self.parts() & part::limits != 0
    }

    /// Returns whether the coordinate supports a motor.
    pub fn has_motor(self) -> bool {
        self.parts() & part::motor != 0
    }

    /// Returns whether the coordinate supports a spring.
    pub fn has_spring(self) -> bool {
        self.parts() & part::spring != 0
    }

    /// Returns whether the coordinate supports a servo.
    pub fn has_servo(self) -> bool {
        self.parts() & part::servo != 0
    }

    /// Returns whether the offset of the anchors supports a motor.
    pub fn has_linear_motor(self) -> bool {
        self.parts() & part::linear_motor != 0
    }

    /// Returns whether the offset of the anchors supports a spring.
    pub fn has_linear_spring(self) -> bool {
        self.parts() & part::linear_spring != 0
    }

    /// Returns whether the type has a length.
    pub fn has_length(self) -> bool {
        self.parts() & part::length != 0
    }

    /// Returns the valid range of the limits, an angle \[rad\] or a length \[m\].
    pub fn limit_range(self) -> (f32, f32) {
        match self {
            JointKind::Revolute => (-4.0, 4.0),
            JointKind::Distance => (0.0, 1.0e6),
            _ => (-1.0e6, 1.0e6),
        }
    }
}

/// How the solver stores a joint: types of the same form share blocks and kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JointForm {
    /// A point that both bodies share, and the angle about it.
    Point,
    /// The length between two points.
    Distance,
    /// A point on a line, the slide along it, and the angle.
    Line,
    /// Offset and angle of one body relative to the other, each with its own stiffness.
    Pose,
    /// One coordinate of any kind, with its Jacobian row.
    Row,
    /// Up to [`ROWS`] coordinates of any kind.
    Rows,
}

/// Largest number of coordinates of a joint of the form [`JointForm::Rows`].
pub(crate) const ROWS: usize = 3;

impl JointForm {
    /// Number of forms.
    pub(crate) const COUNT: usize = 6;

    /// All forms, in the order of their discriminants.
    pub(crate) const ALL: [JointForm; JointForm::COUNT] = [
        JointForm::Point,
        JointForm::Distance,
        JointForm::Line,
        JointForm::Pose,
        JointForm::Row,
        JointForm::Rows,
    ];
}
