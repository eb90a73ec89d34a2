//! Bodies of capsules with motors in their hinges: the planar models of MuJoCo as bodies, joints and
//! torques.
//!
//! The slides and the hinge of a root become a free body. A hinge with its gear, damping and stiffness
//! becomes a pair of torques, and its range the limits of a joint.
//!
//! # Armature
//! The armature `I` of a hinge resists the relative acceleration of its two bodies. Their matrix of inertia
//! gains `I [1 -1; -1 1]`. The bodies of a world have no such coupling. So both inertias are raised by `I`,
//! and each body gets a torque of `I` times the angular acceleration of the other one in the last step. This
//! is Jacobi's iteration over steps. It converges for every tree of hinges, because the matrix with the
//! signs of all couplings changed is positive definite too.

use core::f32::consts::PI;

use cairn2d::prelude::*;

use crate::definition::{Definition, Effect};
use crate::expr::Expr;

/// Acceleration of free fall \[m/s^2\].
const GRAVITY: f32 = 9.81;
/// Density of all solids \[kg/m^3\], the default of MuJoCo.
const DENSITY: f32 = 1000.0;
/// Number of coordinates of the root: x, height and angle.
const ROOT: usize = 3;
/// Largest speed that models which shall stay healthy observe \[m/s\] and \[rad/s\].
const SPEED: f32 = 10.0;
/// Friction of two shapes is the larger one, as in MuJoCo.
const COMBINE: Combine = Combine::Max;

/// A capsule: a cylinder with half balls at its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rod {
    /// Middle in the frame of the link \[m\].
    pub(super) center: [f32; 2],
    /// Angle from the vertical towards x \[rad\].
    pub(super) lean: f32,
    /// Half the length of the cylinder \[m\].
    pub(super) half: f32,
    /// Radius \[m\].
    pub(super) radius: f32,
}

impl Rod {
    fn capsule(&self) -> Capsule {
        let along = vec2(cairn2d::math::sin(self.lean), cairn2d::math::cos(self.lean)) * self.half;
        let center = Vec2::from(self.center);
        Capsule::new(center - along, center + along, self.radius)
    }

    /// Mass of the solid, and its inertia about the axis across the plane.
    fn mass(&self) -> Mass {
        let (half, radius) = (self.half, self.radius);
        let cylinder = DENSITY * PI * radius * radius * 2.0 * half;
        let balls = DENSITY * PI * radius * radius * radius * (4.0 / 3.0);
        let middle = cylinder * (half * half / 3.0 + radius * radius / 4.0);
        let ends = balls * (0.4 * radius * radius + half * half + 0.75 * half * radius);
        Mass { mass: cylinder + balls, center: self.center.into(), inertia: middle + ends }
    }
}

/// Mass of several solids together, times a factor.
fn mass_of(rods: &[Rod], factor: f32) -> Mass {
    let parts: Vec<Mass> = rods.iter().map(Rod::mass).collect();
    let mass: f32 = parts.iter().map(|part| part.mass).sum();
    let moment = parts.iter().fold(Vec2::ZERO, |sum, part| sum + part.center * part.mass);
    let center = moment / mass;
    let inertia: f32 = parts.iter().map(|part| part.inertia_about(center)).sum();
    Mass { mass: mass * factor, center, inertia: inertia * factor }
}

/// A body that a hinge with a motor connects to another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The other body: 0 is the root, 1 the first link.
    pub(super) parent: usize,
    /// The hinge in the frame of the other body \[m\]; it is the origin of this link's frame.
    pub(super) hinge: [f32; 2],
    pub(super) rod: Rod,
    /// Friction \[-\].
    pub(super) friction: f32,
    /// Range of the angle \[rad\].
    pub(super) range: [f32; 2],
    /// Torque of action 1 \[N m\].
    pub(super) gear: f32,
    /// Torque against the angular velocity \[N m s\].
    pub(super) damping: f32,
    /// Torque back to angle 0 \[N m/rad\].
    pub(super) stiffness: f32,
}

/// A root and its links. All angles of the model at rest are 0, and all frames are upright.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub(super) root: &'static [Rod],
    /// Friction of the root \[-\].
    pub(super) root_friction: f32,
    /// Height of the root's frame at rest \[m\].
    pub(super) height: f32,
    /// Height that is observed at rest \[m\].
    pub(super) observed_height: f32,
    pub(super) links: &'static [Link],
    /// Inertia of the rotor in each hinge \[kg m^2\].
    pub(super) armature: f32,
    /// Direction in which angles of hinges grow: 1 is counterclockwise, -1 clockwise.
    pub(super) direction: f32,
    /// Mass of all bodies together \[kg\], if not that of the solids.
    pub(super) mass: Option<f32>,
    /// Whether links collide with each other.
    pub(super) self_collisions: bool,
    /// Friction of the ground \[-\].
    pub(super) ground_friction: f32,
    /// Length of a step of the world \[s\], and number of steps in a call.
    pub(super) dt: f32,
    pub(super) frame_skip: u32,
}

/// Noise of the state at the beginning of an episode.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResetNoise {
    /// Largest offset of coordinates \[m\] and \[rad\].
    pub(super) scale: f32,
    /// Whether velocities are normal with this deviation instead of uniform.
    pub(super) is_normal: bool,
}

/// A model in a world: bodies are the root and the links in order.
#[derive(Debug)]
pub(super) struct Legged {
    model: Model,
    bodies: Vec<BodyId>,
    /// Centres of mass in the frames of the bodies \[m\].
    centers: Vec<Vec2>,
    joints: Vec<JointId>,
    /// Variables: angular velocities of the bodies before the last step \[rad/s\].
    last_spin: Vec<u32>,
    /// Variable: angle of the root over all turns \[rad\].
    turn: u32,
}

impl Legged {
    /// A definition with the model on level ground and its actions, and the model.
    pub(super) fn definition(
        model: Model,
        noise: ResetNoise,
    ) -> Result<(Definition, Legged), cairn2d::Error> {
        let mut config = WorldConfig::with_gravity([0.0, -GRAVITY]);
        config.sub_steps = 1;
        let mut world = World::new(config)?;
        let ground = world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0]))?;
        let shapes: Vec<ShapeId> = world.body(ground).map(|body| body.shapes().collect()).unwrap_or_default();
        for id in shapes {
            if let Some(mut shape) = world.shape_mut(id) {
                let mut material = shape.material();
                (material.friction, material.friction_combine) = (model.ground_friction, COMBINE);
                shape.set_material(material)?;
            }
        }
        let (bodies, centers) = model.spawn(&mut world)?;
        let mut joints = Vec::with_capacity(model.links.len());
        for (link, body) in model.links.iter().zip(&bodies[1..]) {
            let [low, high] = link.range;
            let [low, high] = if model.direction > 0.0 { [low, high] } else { [-high, -low] };
            let hinge = Revolute::new(bodies[link.parent], *body).at_local(link.hinge, [0.0, 0.0]);
            joints.push(world.join(hinge.limits(low, high))?);
        }

        let mut def = Definition::new(world, model.dt);
        def.frame_skip = model.frame_skip;
        let last_spin = bodies.iter().map(|_| def.variable(0.0)).collect();
        let turn = def.variable(0.0);
        let legged = Legged { model, bodies, centers, joints, last_spin, turn };
        legged.begin(&mut def, noise);
        legged.drive(&mut def);
        let off = Expr::angle(legged.bodies[0]) - Expr::variable(turn);
        let turned = off.clone().sin().atan2(off.cos());
        def.after.push(Effect::Set(turn, Expr::variable(turn) + turned));
        Ok((def, legged))
    }

    /// Randomizes coordinates and velocities, and places the bodies accordingly.
    fn begin(&self, def: &mut Definition, noise: ResetNoise) {
        let ResetNoise { scale, is_normal } = noise;
        let count = self.joints.len() + ROOT;
        let offset = |_| Expr::uniform(-scale, scale);
        let speed = |_| if is_normal { Expr::normal(0.0, scale) } else { Expr::uniform(-scale, scale) };
        let at: Vec<Expr> = (0..count).map(offset).collect();
        let speeds: Vec<Expr> = (0..count).map(speed).collect();
        let mut frames = vec![Frame {
            at: [at[0].clone(), at[1].clone() + self.model.height],
            angle: -at[2].clone(),
            velocity: [speeds[0].clone(), speeds[1].clone()],
            spin: -speeds[2].clone(),
        }];
        for (index, link) in self.model.links.iter().enumerate() {
            let bend = [&at, &speeds].map(|row| row[ROOT + index].clone() * self.model.direction);
            let frame = frames[link.parent].hinged(link.hinge.into(), bend);
            frames.push(frame);
        }
        def.reset.push(Effect::Set(self.turn, frames[0].angle.clone()));
        for (index, frame) in frames.into_iter().enumerate() {
            let body = self.bodies[index];
            let (_, velocity) = frame.point(self.centers[index]);
            let Frame { at: [x, y], angle, spin, .. } = frame;
            def.reset.push(Effect::Pose(body, [x, y, angle]));
            def.reset.push(Effect::Velocity(body, velocity));
            def.reset.push(Effect::AngularVelocity(body, spin.clone()));
            def.reset.push(Effect::Set(self.last_spin[index], spin));
        }
    }

    /// Adds the actions and the torques of hinges on their bodies.
    fn drive(&self, def: &mut Definition) {
        let Model { direction, armature, dt, .. } = self.model;
        let spin = |index: usize| Expr::angular_velocity(self.bodies[index]);
        let coupling: Vec<Expr> = (0..self.bodies.len())
            .map(|index| (spin(index) - Expr::variable(self.last_spin[index])) * (armature / dt))
            .collect();
        let mut torques = vec![Expr::from(0.0); self.bodies.len()];
        for (index, link) in self.model.links.iter().enumerate() {
            let (a, b) = (link.parent, index + 1);
            let mut torque = def.action(-1.0, 1.0) * (link.gear * direction);
            torque = torque - (spin(b) - spin(a)) * link.damping;
            if link.stiffness > 0.0 {
                torque = torque - Expr::joint_angle(self.joints[index]) * link.stiffness;
            }
            torques[b] = torques[b].clone() + torque.clone() + coupling[a].clone();
            torques[a] = torques[a].clone() - torque + coupling[b].clone();
        }
        for (index, torque) in torques.into_iter().enumerate() {
            def.act.push(Effect::Torque(self.bodies[index], torque));
        }
        // Last, because later expressions of the section read the new values.
        for (index, last) in self.last_spin.iter().enumerate() {
            def.act.push(Effect::Set(*last, spin(index)));
        }
    }

    /// The coordinates: x and height of the root \[m\], its angle, and the angles of the hinges \[rad\].
    pub(super) fn coordinates(&self) -> Vec<Expr> {
        let root = self.bodies[0];
        let height = Expr::y(root) - (self.model.height - self.model.observed_height);
        let mut row = vec![Expr::x(root), height, -Expr::variable(self.turn)];
        row.extend(self.joints.iter().map(|joint| Expr::joint_angle(*joint) * self.model.direction));
        row
    }

    /// The velocities of the coordinates \[m/s\] and \[rad/s\].
    pub(super) fn velocities(&self) -> Vec<Expr> {
        let root = self.bodies[0];
        let Vec2 { x, y } = self.centers[0];
        let (cos, sin, spin) = (Expr::cos_angle(root), Expr::sin_angle(root), Expr::angular_velocity(root));
        // The engine reads the velocity of the centre of mass, a model that of the frame.
        let arm = [cos.clone() * x - sin.clone() * y, sin * x + cos * y];
        let [arm_x, arm_y] = arm;
        let mut row = vec![
            Expr::velocity_x(root) + spin.clone() * arm_y,
            Expr::velocity_y(root) - spin.clone() * arm_x,
            -spin,
        ];
        row.extend(self.joints.iter().map(|joint| Expr::joint_angular_speed(*joint) * self.model.direction));
        row
    }

    /// Mean velocity along x of the root in the last call of `step` \[m/s\].
    pub(super) fn forward_speed(&self, def: &mut Definition) -> Expr {
        let [now, last] = [(); 2].map(|()| def.variable(0.0));
        def.after.push(Effect::Set(last, Expr::variable(now)));
        def.after.push(Effect::Set(now, Expr::x(self.bodies[0])));
        let duration = self.model.dt * self.model.frame_skip as f32;
        (Expr::variable(now) - Expr::variable(last)) / duration
    }

    /// Sets reward, end and observation of a model that shall stay healthy, by the factors of velocity,
    /// effort and health.
    pub(super) fn stay_healthy(
        &self,
        def: &mut Definition,
        is_healthy: Expr,
        [forward, control, healthy]: [f32; 3],
        terminates: bool,
        observe_x: bool,
    ) {
        let gained = self.forward_speed(def) * forward + is_healthy.clone() * healthy;
        def.reward = gained - self.effort() * control;
        if terminates {
            def.terminated = 1.0 - is_healthy;
        }
        def.observe = self.coordinates()[usize::from(!observe_x)..].to_vec();
        def.observe.extend(self.velocities().into_iter().map(|speed| speed.clip(-SPEED, SPEED)));
    }

    /// Sum of the squares of all actions.
    pub(super) fn effort(&self) -> Expr {
        let actions = (0..self.joints.len() as u32).map(Expr::action);
        actions.fold(Expr::from(0.0), |sum, action| sum + action.clone() * action)
    }
}

/// 1 if a number is above the first and below the second bound, else 0. An infinite bound has no effect.
pub(super) fn within(number: Expr, [low, high]: [f32; 2]) -> Expr {
    let [low, high] = [low, high].map(|bound| bound.clamp(f32::MIN, f32::MAX));
    number.clone().above(low).and(number.below(high))
}

/// Pose and velocity of a link at the beginning of an episode.
#[derive(Clone, Debug)]
struct Frame {
    /// Origin \[m\].
    at: [Expr; 2],
    /// \[rad\].
    angle: Expr,
    /// Velocity of the origin \[m/s\].
    velocity: [Expr; 2],
    /// \[rad/s\].
    spin: Expr,
}

impl Frame {
    /// Position and velocity of a point of the frame.
    fn point(&self, local: Vec2) -> ([Expr; 2], [Expr; 2]) {
        let (cos, sin) = (self.angle.clone().cos(), self.angle.clone().sin());
        let arm = [cos.clone() * local.x - sin.clone() * local.y, sin * local.x + cos * local.y];
        let [[x, y], [vx, vy]] = [self.at.clone(), self.velocity.clone()];
        let [arm_x, arm_y] = arm;
        let velocity = [vx - self.spin.clone() * arm_y.clone(), vy + self.spin.clone() * arm_x.clone()];
        ([x + arm_x, y + arm_y], velocity)
    }

    /// The frame of a link with its hinge at a point, bent by an angle \[rad\] that grows by a speed
    /// \[rad/s\].
    fn hinged(&self, hinge: Vec2, [bend, speed]: [Expr; 2]) -> Frame {
        let (at, velocity) = self.point(hinge);
        Frame { at, angle: self.angle.clone() + bend, velocity, spin: self.spin.clone() + speed }
    }
}

impl Model {
    /// Adds the bodies at rest. Returns them and their centres of mass \[m\].
    fn spawn(&self, world: &mut World) -> Result<(Vec<BodyId>, Vec<Vec2>), cairn2d::Error> {
        let rods = |index: usize| match index.checked_sub(1) {
            None => self.root,
            Some(link) => core::slice::from_ref(&self.links[link].rod),
        };
        let count = self.links.len() + 1;
        let solids: f32 = (0..count).map(|index| mass_of(rods(index), 1.0).mass).sum();
        let factor = self.mass.map_or(1.0, |mass| mass / solids);
        let group = if self.self_collisions { 0 } else { -1 };
        let filter = CollisionFilter { group, ..CollisionFilter::default() };
        let mut origins = vec![vec2(0.0, self.height)];
        let (mut bodies, mut centers) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for index in 0..count {
            let friction = match index.checked_sub(1) {
                None => self.root_friction,
                Some(link) => {
                    let Link { parent, hinge, friction, .. } = self.links[link];
                    origins.push(origins[parent] + Vec2::from(hinge));
                    friction
                }
            };
            let mut mass = mass_of(rods(index), factor);
            centers.push(mass.center);
            let is_end = |link: &&Link| link.parent == index;
            let hinges = self.links.iter().filter(is_end).count() + usize::from(index > 0);
            mass.inertia += self.armature * hinges as f32;
            let body = Body::dynamic().at(origins[index]).mass(mass).never_sleeps();
            let body = rods(index).iter().fold(body, |body, rod| {
                let shape = rod.capsule().friction(friction).combine(COMBINE, COMBINE);
                body.with(shape.filter(filter))
            });
            bodies.push(world.spawn(body)?);
        }
        Ok((bodies, centers))
    }
}
