//! Expressions: numbers that a program computes from a world, its actions and its variables.
//!
//! Invariant: an expression is at most [`MAX_DEPTH`] deep, so that walking it cannot exhaust the stack.

use core::ops;
use std::sync::Arc;

use cairn2d::{BodyId, JointId};

/// Largest depth of an expression. A deeper one becomes [`Node::TooDeep`], which compilation rejects.
pub(crate) const MAX_DEPTH: u32 = 500;

/// What is read of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BodyRead {
    X,
    Y,
    Angle,
    Cos,
    Sin,
    VelocityX,
    VelocityY,
    AngularVelocity,
    Touching,
    Touched,
    Near,
    Asleep,
    Mass,
}

/// What is read of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum JointRead {
    Angle,
    AngularSpeed,
    Slide,
    Speed,
}

/// An operation on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unary {
    Neg,
    Abs,
    Sqrt,
    Sin,
    Cos,
    Tanh,
    Exp,
    Ln,
    Floor,
    Sign,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    Less,
    AtMost,
    Equal,
    And,
    Or,
    Atan2,
}

/// A node of the graph of an expression.
#[derive(Debug)]
pub(crate) enum Node {
    Number(f32),
    Action(u32),
    Variable(u32),
    Body(BodyId, BodyRead),
    Joint(JointId, JointRead),
    /// Fraction of a ray from a point along a displacement to shapes of these categories; ignores a body.
    Ray([Expr; 4], BodyId, u64),
    /// Whether a body began to touch another one than these.
    Touched(BodyId, Vec<BodyId>),
    /// Uniform between two numbers. Each node is a draw of its own.
    Uniform(Expr, Expr),
    Steps,
    Unary(Unary, Expr),
    Binary(Binary, Expr, Expr),
    Select(Expr, Expr, Expr),
    TooDeep,
}

/// A number that is computed for each world: constants, readings of bodies and joints, actions, variables,
/// random numbers, and arithmetic on them.
///
/// Conditions are numbers too: 0 is false, any other number is true, and comparisons give 0 or 1. A clone is
/// the same number, computed once; in particular clones of [`Expr::uniform`] are the same draw.
///
/// ```
/// use cairn2d_batch::Expr;
/// let steering = (Expr::action(0) * 2.0).clip(-1.0, 1.0);
/// let fast = steering.clone().abs().above(0.5);
/// let cost = fast.select(steering.clone() * steering, 0.0);
/// # let _ = cost;
/// ```
#[derive(Clone, Debug)]
pub struct Expr {
    pub(crate) node: Arc<Node>,
    depth: u32,
}

impl From<f32> for Expr {
    fn from(number: f32) -> Expr {
        Expr { node: Arc::new(Node::Number(number)), depth: 1 }
    }
}

/// The getters of bodies and joints, one line each.
macro_rules! readings {
    ($($(#[$doc:meta])* $name:ident($id:ty) = $node:ident $read:expr;)*) => {
        $($(#[$doc])*
        pub fn $name(id: $id) -> Expr {
            Expr { node: Arc::new(Node::$node(id, $read)), depth: 1 }
        })*
    };
}

/// The functions of one number, one line each.
macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        $($(#[$doc])*
        #[must_use]
        pub fn $name(self) -> Expr {
            let depth = self.depth;
            Expr::above_depth(depth, Node::Unary(Unary::$op, self))
        })*
    };
}

/// The functions of two numbers, one line each.
macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        $($(#[$doc])*
        #[must_use]
        pub fn $name(self, other: impl Into<Expr>) -> Expr {
            self.with(Binary::$op, other.into())
        })*
    };
}

impl Expr {
    readings! {
        /// Position of a body, x \[m\].
        x(BodyId) = Body BodyRead::X;
        /// Position of a body, y \[m\].
        y(BodyId) = Body BodyRead::Y;
        /// Angle of a body \[rad\], within ±π.
        angle(BodyId) = Body BodyRead::Angle;
        /// Cosine of the angle of a body \[-\].
        cos_angle(BodyId) = Body BodyRead::Cos;
        /// Sine of the angle of a body \[-\].
        sin_angle(BodyId) = Body BodyRead::Sin;
        /// Velocity of the centre of mass of a body, x \[m/s\].
        velocity_x(BodyId) = Body BodyRead::VelocityX;
        /// Velocity of the centre of mass of a body, y \[m/s\].
        velocity_y(BodyId) = Body BodyRead::VelocityY;
        /// Angular velocity of a body \[rad/s\].
        angular_velocity(BodyId) = Body BodyRead::AngularVelocity;
        /// Mass of a body \[kg\].
        mass(BodyId) = Body BodyRead::Mass;
        /// 1 if a body touches another one after the last step, else 0.
        touching(BodyId) = Body BodyRead::Touching;
        /// 1 if a body began to touch another one during the last call of `step`, else 0.
        touched(BodyId) = Body BodyRead::Touched;
        /// 1 if the box of a body, with its margin, overlaps that of another one it may collide with, else 0.
        near(BodyId) = Body BodyRead::Near;
        /// 1 if a body is asleep, else 0.
        asleep(BodyId) = Body BodyRead::Asleep;
        /// Angle of a joint \[rad\].
        joint_angle(JointId) = Joint JointRead::Angle;
        /// Angular velocity of a joint \[rad/s\].
        joint_angular_speed(JointId) = Joint JointRead::AngularSpeed;
        /// Displacement of a joint along its axis \[m\].
        joint_slide(JointId) = Joint JointRead::Slide;
        /// Speed of a joint along its axis \[m/s\].
        joint_speed(JointId) = Joint JointRead::Speed;
    }

    unary! {
        /// The absolute value.
        abs = Abs;
        /// The square root; 0 of a negative number.
        sqrt = Sqrt;
        /// The sine of an angle \[rad\].
        sin = Sin;
        /// The cosine of an angle \[rad\].
        cos = Cos;
        /// The hyperbolic tangent.
        tanh = Tanh;
        /// The exponential function.
        exp = Exp;
        /// The natural logarithm. At 0 and below it is not finite, so an output becomes 0.
        ln = Ln;
        /// The largest integer that is not above.
        floor = Floor;
        /// -1, 0 or 1.
        sign = Sign;
    }

    binary! {
        /// The lower of two numbers.
        min = Min;
        /// The higher of two numbers.
        max = Max;
        /// 1 if this number is below the other, else 0.
        below = Less;
        /// 1 if this number is at most the other, else 0.
        at_most = AtMost;
        /// 1 if the numbers are equal, else 0.
        equals = Equal;
        /// 1 if both are true, else 0.
        and = And;
        /// 1 if one is true, else 0.
        or = Or;
        /// The angle of the point (other, this) \[rad\], within ±π.
        atan2 = Atan2;
    }

    /// The number of an action, after clipping to its range.
    pub fn action(index: u32) -> Expr {
        Expr { node: Arc::new(Node::Action(index)), depth: 1 }
    }

    /// The value of a variable when the section begins, or after [`Effect::Set`](crate::Effect::Set) earlier
    /// in the section.
    pub fn variable(index: u32) -> Expr {
        Expr { node: Arc::new(Node::Variable(index)), depth: 1 }
    }

    /// Number of calls of `step` in this episode so far \[-\].
    pub fn steps() -> Expr {
        Expr { node: Arc::new(Node::Steps), depth: 1 }
    }

    /// A random number, uniform between two numbers; drawn anew each time the section runs.
    pub fn uniform(low: impl Into<Expr>, high: impl Into<Expr>) -> Expr {
        let (low, high) = (low.into(), high.into());
        Expr::above_depth(low.depth.max(high.depth), Node::Uniform(low, high))
    }

    /// A random number of the normal distribution with this mean and standard deviation; drawn anew each time
    /// the section runs. It is at most 5.8 deviations from the mean.
    ///
    /// Source: Box and Muller, "A Note on the Generation of Random Normal Deviates", 1958.
    pub fn normal(mean: impl Into<Expr>, deviation: impl Into<Expr>) -> Expr {
        let radius = ((1.0 - Expr::uniform(0.0, 1.0)).ln() * -2.0).sqrt();
        let turn = Expr::uniform(0.0, core::f32::consts::TAU);
        mean.into() + deviation.into() * radius * turn.cos()
    }

    /// Where a ray first hits a shape: the fraction of its displacement, 1 without a hit. `origin` and
    /// `displacement` are x and y \[m\]; shapes of `ignored` are not hit.
    pub fn ray(origin: [Expr; 2], displacement: [Expr; 2], ignored: BodyId) -> Expr {
        Expr::ray_of(origin, displacement, ignored, u64::MAX)
    }

    /// As [`Expr::ray`], but only shapes with one of the bits of `categories` are hit
    /// ([`CollisionFilter::category`](cairn2d::CollisionFilter::category)).
    pub fn ray_of(origin: [Expr; 2], displacement: [Expr; 2], ignored: BodyId, categories: u64) -> Expr {
        let [x, y] = origin;
        let [dx, dy] = displacement;
        let parts = [x, y, dx, dy];
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
        Expr::above_depth(depth, Node::Ray(parts, ignored, categories))
    }

    /// 1 if a body began to touch another one than `ignored` during the last call of `step`, else 0.
    pub fn touched_others(id: BodyId, ignored: &[BodyId]) -> Expr {
        Expr { node: Arc::new(Node::Touched(id, ignored.to_vec())), depth: 1 }
    }

    /// 1 if this number is above the other, else 0.
    #[must_use]
    pub fn above(self, other: impl Into<Expr>) -> Expr {
        other.into().with(Binary::Less, self)
    }

    /// 1 if this number is at least the other, else 0.
    #[must_use]
    pub fn at_least(self, other: impl Into<Expr>) -> Expr {
        other.into().with(Binary::AtMost, self)
    }

    /// The number within two bounds.
    #[must_use]
    pub fn clip(self, low: impl Into<Expr>, high: impl Into<Expr>) -> Expr {
        self.max(low).min(high)
    }

    /// `yes` if this number is true, else `no`.
    #[must_use]
    pub fn select(self, yes: impl Into<Expr>, no: impl Into<Expr>) -> Expr {
        let (yes, no) = (yes.into(), no.into());
        let depth = self.depth.max(yes.depth).max(no.depth);
        Expr::above_depth(depth, Node::Select(self, yes, no))
    }

    fn with(self, op: Binary, other: Expr) -> Expr {
        let depth = self.depth.max(other.depth);
        Expr::above_depth(depth, Node::Binary(op, self, other))
    }

    fn above_depth(depth: u32, node: Node) -> Expr {
        let node = if depth < MAX_DEPTH { node } else { Node::TooDeep };
        Expr { node: Arc::new(node), depth: (depth + 1).min(MAX_DEPTH) }
    }
}

/// Operators between expressions, and with plain numbers on either side.
macro_rules! operators {
    ($($trait:ident $method:ident;)*) => {
        $(impl<T: Into<Expr>> ops::$trait<T> for Expr {
            type Output = Expr;

            fn $method(self, other: T) -> Expr {
                self.with(Binary::$trait, other.into())
            }
        }

        impl ops::$trait<Expr> for f32 {
            type Output = Expr;

            fn $method(self, other: Expr) -> Expr {
                Expr::from(self).with(Binary::$trait, other)
            }
        })*
    };
}

operators! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
}

impl ops::Neg for Expr {
    type Output = Expr;

    fn neg(self) -> Expr {
        let depth = self.depth;
        Expr::above_depth(depth, Node::Unary(Unary::Neg, self))
    }
}
