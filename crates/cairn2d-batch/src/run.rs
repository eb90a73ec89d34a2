//! Runs a section for one world.
//!
//! Arithmetic uses `+ - * /`, `sqrt` and selects, and the trigonometry of the engine, so that results have
//! the same bits everywhere.

use cairn2d::{
    BodyError, BodyId, BodyRef, CollisionFilter, JointError, Motor, QueryFilter, Ray, Rect, Segment, Shape,
    ValueError, Vec2, World, math, vec2,
};

use crate::compile::{Change, Op, Place, Section};
use crate::expr::{Binary, BodyRead, JointRead, Unary};
use crate::random::Stream;

/// What a section reads besides the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs<'a> {
    pub(crate) actions: &'a [f32],
    pub(crate) steps: u32,
    pub(crate) touched: u64,
    pub(crate) stream: Stream,
    /// Index of the first draw of this run.
    pub(crate) first_draw: u64,
}

/// An effect that a world rejected.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rejection {
    Body(BodyError),
    Joint(JointError),
    Value(ValueError),
    /// The object does not exist any more, such as a joint that broke.
    Missing,
    /// An output was not finite and counts as 0.
    NotFinite,
}

impl From<BodyError> for Rejection {
    fn from(error: BodyError) -> Rejection {
        Rejection::Body(error)
    }
}

impl From<JointError> for Rejection {
    fn from(error: JointError) -> Rejection {
        Rejection::Joint(error)
    }
}

impl From<ValueError> for Rejection {
    fn from(error: ValueError) -> Rejection {
        Rejection::Value(error)
    }
}

impl Section {
    /// Computes all registers. The constants are there already.
    pub(crate) fn evaluate(
        &self,
        world: &World,
        variables: &[f32],
        inputs: Inputs<'_>,
        registers: &mut [f32],
    ) {
        let first = self.constants.len();
        // Readings of one body are often neighbours.
        let mut last: Option<(BodyId, Option<BodyRef<'_>>)> = None;
        for (index, op) in self.ops.iter().enumerate() {
            let value = match op {
                Op::Body(id, read) => {
                    let (_, body) = match last {
                        Some(known) if known.0 == *id => known,
                        _ => *last.insert((*id, world.body(*id))),
                    };
                    body.map_or(0.0, |body| read_body(world, body, *read))
                }
                Op::Ray(ray, ignored, categories) => {
                    let categories = self.categories[*categories as usize];
                    cast(world, ray.map(|register| registers[register as usize]), *ignored, categories)
                }
                op => read_op(op, world, variables, &inputs, registers),
            };
            registers[first + index] = value;
        }
    }

    /// Writes the variables and applies the effects in order. A rejected effect is reported and skipped.
    pub(crate) fn apply(
        &self,
        world: &mut World,
        variables: &mut [f32],
        registers: &[f32],
        rejected: &mut dyn FnMut(Place, Rejection),
    ) {
        for (variable, register) in &self.sets {
            let value = registers[*register as usize];
            if value.is_finite() {
                variables[*variable as usize] = value;
            } else {
                rejected(Place::Variable(*variable as usize), Rejection::NotFinite);
            }
        }
        for step in &self.steps {
            if step.condition.is_some_and(|register| registers[register as usize] == 0.0) {
                continue;
            }
            if let Err(rejection) = change(step.change, world, registers) {
                rejected(step.place, rejection);
            }
        }
    }
}

/// The value of an operation, if it is no reading of a body.
///
/// Without the attribute, each operation would be copied for a call.
#[inline(always)]
fn read_op(op: &Op, world: &World, variables: &[f32], inputs: &Inputs<'_>, registers: &[f32]) -> f32 {
    let at = |register: u32| registers[register as usize];
    match *op {
        Op::Action(index) => inputs.actions[index as usize],
        Op::Variable(index) => variables[index as usize],
        Op::Body(..) | Op::Ray(..) => 0.0,
        Op::Touched(bit) => truth(inputs.touched >> bit & 1 != 0),
        Op::Joint(id, read) => {
            let Some(joint) = world.joint(id) else { return 0.0 };
            match read {
                JointRead::Angle => joint.angle(),
                JointRead::AngularSpeed => joint.angular_speed(),
                JointRead::Slide => joint.slide(),
                JointRead::Speed => joint.speed(),
            }
        }
        Op::Uniform([low, high], draw) => {
            let unit = inputs.stream.unit(inputs.first_draw + u64::from(draw));
            at(low) + (at(high) - at(low)) * unit
        }
        Op::Steps => inputs.steps as f32,
        Op::Unary(op, of) => unary(op, at(of)),
        Op::Binary(op, [a, b]) => binary(op, at(a), at(b)),
        Op::Select([condition, yes, no]) => at(if at(condition) == 0.0 { no } else { yes }),
    }
}

/// Where a ray from a point along a displacement first hits a shape of these categories.
fn cast(world: &World, [x, y, dx, dy]: [f32; 4], ignored: BodyId, categories: u64) -> f32 {
    let filter = CollisionFilter { category: u64::MAX, mask: categories, group: 0 };
    let filter =
        if categories == u64::MAX { QueryFilter::all() } else { QueryFilter::all().colliding(filter) };
    // A ray that is not finite or too long hits nothing.
    let hit = world.cast_ray(Ray::new([x, y], [dx, dy]), filter.ignore(ignored)).ok().flatten();
    hit.map_or(1.0, |hit| hit.fraction)
}

fn read_body(world: &World, body: BodyRef<'_>, read: BodyRead) -> f32 {
    match read {
        BodyRead::X => body.position().x,
        BodyRead::Y => body.position().y,
        BodyRead::Angle => body.angle(),
        BodyRead::Cos => body.rotation().c,
        BodyRead::Sin => body.rotation().s,
        BodyRead::VelocityX => body.velocity().x,
        BodyRead::VelocityY => body.velocity().y,
        BodyRead::AngularVelocity => body.angular_velocity(),
        BodyRead::Mass => body.mass().mass,
        BodyRead::Near => truth(body.contacts().next().is_some()),
        BodyRead::Asleep => truth(body.is_asleep()),
        BodyRead::Touching | BodyRead::Touched => {
            truth(body.contacts().any(|id| world.contact(id).is_some_and(|contact| contact.is_touching())))
        }
    }
}

/// 1 or 0.
fn truth(condition: bool) -> f32 {
    if condition { 1.0 } else { 0.0 }
}

#[inline]
fn unary(op: Unary, x: f32) -> f32 {
    match op {
        Unary::Neg => -x,
        Unary::Abs => x.abs(),
        Unary::Sqrt => {
            if x > 0.0 {
                x.sqrt()
            } else {
                0.0
            }
        }
        Unary::Sin => math::sin(x),
        Unary::Cos => math::cos(x),
        Unary::Tanh => {
            // Beyond 10 the result is 1 to the last bit.
            let x = if x.abs() > 10.0 { 10.0_f32.copysign(x) } else { x };
            let grown = math::exp_m1(2.0 * x);
            grown / (grown + 2.0)
        }
        Unary::Exp => math::exp(x),
        Unary::Ln => math::ln(x),
        Unary::Floor => x.floor(),
        Unary::Sign => truth(x > 0.0) - truth(x < 0.0),
    }
}

#[inline]
fn binary(op: Binary, a: f32, b: f32) -> f32 {
    match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div => a / b,
        // Written out: `f32::min` and `f32::max` leave the order of zeros open.
        Binary::Min => {
            if b < a {
                b
            } else {
                a
            }
        }
        Binary::Max => {
            if b > a {
                b
            } else {
                a
            }
        }
        Binary::Less => truth(a < b),
        Binary::AtMost => truth(a <= b),
        Binary::Equal => truth(a == b),
        Binary::And => truth(a != 0.0 && b != 0.0),
        Binary::Or => truth(a != 0.0 || b != 0.0),
        Binary::Atan2 => math::atan2(a, b),
    }
}

/// Applies a change to a world.
fn change(change: Change, world: &mut World, registers: &[f32]) -> Result<(), Rejection> {
    let at = |register: u32| registers[register as usize];
    let point = |[x, y]: [u32; 2]| -> Vec2 { vec2(at(x), at(y)) };
    let missing = Rejection::Missing;
    match change {
        Change::Pose(id, [x, y, angle]) => {
            let angle = at(angle);
            // The rotation of an angle that is not finite is none.
            if !angle.is_finite() {
                return Err(Rejection::NotFinite);
            }
            let pose = math::Pose::new(point([x, y]), math::Rot::from_angle(angle));
            world.body_mut(id).ok_or(missing)?.set_pose(pose)?;
        }
        Change::Velocity(id, to) => world.body_mut(id).ok_or(missing)?.set_velocity(point(to))?,
        Change::AngularVelocity(id, to) => world.body_mut(id).ok_or(missing)?.set_angular_velocity(at(to))?,
        Change::Force(id, by) => world.body_mut(id).ok_or(missing)?.apply_force(point(by))?,
        Change::ForceAt(id, by, to) => {
            world.body_mut(id).ok_or(missing)?.apply_force_at(point(by), point(to))?;
        }
        Change::Torque(id, by) => world.body_mut(id).ok_or(missing)?.apply_torque(at(by))?,
        Change::Impulse(id, by) => world.body_mut(id).ok_or(missing)?.apply_impulse(point(by))?,
        Change::ImpulseAt(id, by, to) => {
            world.body_mut(id).ok_or(missing)?.apply_impulse_at(point(by), point(to))?;
        }
        Change::AngularImpulse(id, by) => world.body_mut(id).ok_or(missing)?.apply_angular_impulse(at(by))?,
        Change::Motor(id, [speed, strength]) => {
            let motor = Motor { speed: at(speed), strength: at(strength) };
            world.joint_mut(id).ok_or(missing)?.set_motor(motor)?;
        }
        Change::Segment(id, [ax, ay, bx, by]) => {
            let segment = Shape::from(Segment::new(point([ax, ay]), point([bx, by])));
            let mut shape = world.shape_mut(id).ok_or(missing)?;
            // A new geometry is a new search for contacts, even if it is the same.
            if *shape.geometry() != segment {
                shape.set_geometry(segment)?;
            }
        }
        Change::Rectangle(id, [ax, ay, bx, by]) => {
            let (low, high) = (point([ax, ay]), point([bx, by]));
            let half = (high - low) * 0.5;
            let rect = Shape::from(Rect::half(half.x, half.y).at((low + high) * 0.5));
            let mut shape = world.shape_mut(id).ok_or(missing)?;
            if *shape.geometry() != rect {
                shape.set_geometry(rect)?;
            }
        }
        Change::Surface(id, [friction, restitution]) => {
            let mut shape = world.shape_mut(id).ok_or(missing)?;
            let mut material = shape.material();
            (material.friction, material.restitution) = (at(friction), at(restitution));
            shape.set_material(material)?;
        }
        Change::Density(id, to) => world.shape_mut(id).ok_or(missing)?.set_density(at(to))?,
        Change::Gravity(to) => world.set_gravity(point(to))?,
        Change::SubSteps(count) => {
            // A number out of range becomes one that the world rejects with its name.
            let count = at(count) as u32;
            if world.config().sub_steps != count {
                world.set_sub_steps(count)?;
            }
        }
    }
    Ok(())
}
