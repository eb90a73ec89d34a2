//! What the fields do to one body in one step: a gravity, forces, and damping.
//!
//! Everything that grows with the velocity of the body goes into damping, which the integrator treats exactly, so that no drag overshoots,
//! however strong. Only what the velocity does to the spin, and the spin to the velocity, is a force, from their means over the step as the
//! damping alone would leave them: as they are when the step begins, strong drag would throw a lopsided body about.

use cairn2d_geometry::{Outline, Shape};
use cairn2d_math::{Pose, Vec2};

use super::effect::GRAVITY_BIT;
use super::{Conveyor, Effect, Field, Floor, Water, Wind};

/// Largest rate of damping \[1/s\]: it stops everything within a step, and its products are floats.
const MAX_DAMPING: f32 = 1.0e12;

/// A body as fields see it: where it will be in the middle of the step, with the velocity it begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject {
    pub(crate) center: Vec2,
    /// Of the body, seen from its centre of mass.
    pub(crate) pose: Pose,
    pub(crate) velocity: Vec2,
    pub(crate) angular_velocity: f32,
    pub(crate) inv_mass: f32,
    pub(crate) inv_inertia: f32,
    pub(crate) gravity_scale: f32,
    /// Force that acts anyway \[N\].
    pub(crate) force: Vec2,
    /// Torque that acts anyway \[N m\].
    pub(crate) torque: f32,
    /// Damping of its own \[1/s\].
    pub(crate) linear_damping: f32,
    /// Farthest point of any shape \[m\].
    pub(crate) extent: f32,
    /// Length of the step \[s\].
    pub(crate) dt: f32,
}

/// What fields do to a body.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Push {
    /// All gravity, that of the world included \[m/s²\].
    pub(crate) gravity: Vec2,
    pub(crate) acceleration: Vec2,
    pub(crate) force: Vec2,
    pub(crate) torque: f32,
    pub(crate) linear_damping: f32,
    pub(crate) angular_damping: f32,
    coupling: Coupling,
    /// Mass of the displaced liquid \[kg\], and the same times its place from the centre of mass \[kg m\].
    displaced: f32,
    displaced_at: Vec2,
}

/// How the body hangs on to what flows around it: sums over the points at which it does.
#[derive(Clone, Copy, Debug, Default)]
struct Coupling {
    /// Force per speed \[kg/s\], and the same times the point \[kg m/s\] and times the velocity of the flow \[N\].
    drag: f32,
    drag_at: Vec2,
    flow: Vec2,
    /// Torque per spin \[kg m²/s\], and torque of the flow \[N m\].
    spin_drag: f32,
    flow_turn: f32,
}

impl Push {
    /// What these fields, in order, do to a body; `None` if nothing. `shapes` are those of the body that are solid, with their categories.
    pub(crate) fn of<'a>(
        fields: impl Iterator<Item = &'a Field> + Clone,
        subject: &Subject,
        shapes: impl Iterator<Item = (&'a Shape, u64)> + Clone,
        (world_gravity, outline): (Vec2, &mut Outline),
    ) -> Option<Push> {
        let (mut push, mut silent, mut acted) = (Push::default(), 0_u32, false);
        let near = fields.filter(|field| field.area.is_near(subject.center, subject.extent));
        // Conveyors and floors see what all others do.
        for conveyors in [false, true] {
            for field in near.clone() {
                let kind = field.effect.kind_bit();
                let in_turn = matches!(field.effect, Effect::Conveyor(_) | Effect::Floor(_)) == conveyors;
                if !in_turn || silent & kind != 0 || !concerns(field, shapes.clone()) {
                    continue;
                }
                if push.add(field, subject, shapes.clone(), outline) {
                    acted = true;
                    silent |= if field.exclusive { kind } else { 0 };
                }
            }
            if !conveyors {
                push.gravity += if silent & GRAVITY_BIT == 0 { world_gravity } else { Vec2::ZERO };
                push.lift();
                push.apply_coupling(subject);
            }
        }
        acted.then_some(push)
    }

    /// Adds what one field does; tells whether it did anything.
    fn add<'a>(
        &mut self,
        field: &Field,
        subject: &Subject,
        shapes: impl Iterator<Item = (&'a Shape, u64)>,
        outline: &mut Outline,
    ) -> bool {
        match &field.effect {
            Effect::Water(water) => self.add_water(field, water, subject, shapes, outline),
            Effect::Wind(wind) => self.add_wind(field, wind, subject, shapes, outline),
            _ if !field.area.contains(subject.center) => false,
            Effect::Gravity(gravity) => {
                self.gravity += gravity.acceleration;
                true
            }
            Effect::Attractor(attractor) => {
                self.gravity += attractor.acceleration(subject.center);
                true
            }
            Effect::Drag(drag) => {
                self.damp(drag.linear, drag.angular);
                self.acceleration += drag.velocity * drag.linear;
                true
            }
            Effect::Conveyor(conveyor) => self.add_conveyor(conveyor, subject),
            Effect::Floor(floor) => self.add_floor(floor, subject),
            // That is no push: see `world/time_scales.rs`.
            Effect::TimeFlow(_) => false,
        }
    }

    fn add_conveyor(&mut self, conveyor: &Conveyor, subject: &Subject) -> bool {
        let Some(direction) = conveyor.velocity.normalize() else { return false };
        let free = self.free_acceleration(subject);
        let soon = subject.velocity.dot(direction) + free.dot(direction) * subject.dt;
        let (wanted, most) = ((conveyor.velocity.length() - soon) / subject.dt, conveyor.max_acceleration);
        let wanted = if wanted > most { most } else { wanted };
        self.acceleration += direction * if wanted < -most { -most } else { wanted };
        true
    }

    /// What a body does without conveyors and floors \[m/s²\].
    fn free_acceleration(&self, subject: &Subject) -> Vec2 {
        self.gravity * subject.gravity_scale
            + self.acceleration
            + (self.force + subject.force) * subject.inv_mass
            - subject.velocity * (self.linear_damping + subject.linear_damping)
    }

    /// Adds the friction of a floor below: it takes from the motion against it that the body would have at the end of the step.
    ///
    /// Force and torque are the derivatives of the mean speed at which the points of a disc slip, by slip and spin (Goyal, Ruina and
    /// Papadopoulos, "Planar sliding with dry friction", 1991). Of slip `v` and rim speed `u` it is `sqrt(v² + 4/9 u² - c v² u² / (v² + k u²))`:
    /// with these `c` and `k` exact to second order where one is small, at most two percent too much where both are alike.
    fn add_floor(&mut self, floor: &Floor, subject: &Subject) -> bool {
        const C: f32 = 7.0 / 36.0;
        const K: f32 = 7.0 / 12.0;
        let Subject { dt, inv_mass, inv_inertia, .. } = *subject;
        if inv_mass == 0.0 {
            return false;
        }
        let slip = subject.velocity + self.free_acceleration(subject) * dt - floor.velocity;
        let turning =
            (self.torque + subject.torque) * inv_inertia - subject.angular_velocity * self.angular_damping;
        let turns = inv_inertia > 0.0;
        let spin = if turns { subject.angular_velocity + turning * dt } else { 0.0 };
        let rim = if turns { 2.0 * (inv_mass / inv_inertia) * spin * spin } else { 0.0 };
        let motion = slip.length_squared() + rim;
        if !(motion > 0.0 && motion < f32::MAX) {
            return true;
        }
        let (v, u) = (slip.length_squared() / motion, rim / motion);
        let shared = v + K * u;
        let mean = (motion * (v + 4.0 / 9.0 * u - C * v * u / shared)).sqrt();
        let share = floor.deceleration * dt / mean;
        let at_most_all = |part: f32| if part < 1.0 { part } else { 1.0 };
        let stop = at_most_all(share * (1.0 - C * K * u * u / (shared * shared)));
        let stop_spin = at_most_all(2.0 * share * (4.0 / 9.0 - C * v * v / (shared * shared)));
        self.acceleration -= slip * (stop / dt);
        if turns {
            self.torque -= spin * stop_spin / (dt * inv_inertia);
        }
        true
    }

    /// Adds lift and drag of a liquid on the part of each shape that is in it.
    fn add_water<'a>(
        &mut self,
        field: &Field,
        water: &Water,
        subject: &Subject,
        shapes: impl Iterator<Item = (&'a Shape, u64)>,
        outline: &mut Outline,
    ) -> bool {
        let mut acted = false;
        for (shape, _) in shapes {
            outline.trace(shape, subject.pose);
            field.area.planes_from(subject.center).for_each(|plane| outline.cut(plane));
            let region = outline.region();
            if region.area > 0.0 {
                let mass = water.density * region.area;
                self.displaced += mass;
                self.displaced_at += region.centroid * mass;
                let spin = water.drag * water.density * region.second_moment;
                self.couple((water.drag * mass, spin), region.centroid, water.velocity);
                acted = true;
            }
        }
        acted
    }

    /// Adds the push of the air on each shape.
    fn add_wind<'a>(
        &mut self,
        field: &Field,
        wind: &Wind,
        subject: &Subject,
        shapes: impl Iterator<Item = (&'a Shape, u64)>,
        outline: &mut Outline,
    ) -> bool {
        let mut acted = false;
        for (shape, _) in shapes {
            let at = subject.pose.transform_point(shape.centroid());
            if !field.area.contains(subject.center + at) {
                continue;
            }
            acted = true;
            let against = wind.velocity - subject.velocity_at(at);
            let Some(flow) = against.normalize() else { continue };
            outline.trace(shape, subject.pose);
            let seen = outline.windward(flow);
            let speed = against.length();
            let pressure = 0.5 * wind.density * speed;
            // The drag acts at the middle of the width, wherever that is along the flow.
            let middle = flow.perp() * seen.middle;
            self.couple((pressure * wind.drag * seen.width, 0.0), middle, wind.velocity);
            let lift = pressure * speed * wind.lift;
            self.force += flow.perp() * (lift * seen.lean);
            self.torque += lift * seen.lean_moment;
        }
        acted
    }

    /// Couples a point of the body, seen from its centre of mass, to something that flows: with so much force per speed \[kg/s\], and torque
    /// per spin besides \[kg m²/s\].
    fn couple(&mut self, (drag, spin_drag): (f32, f32), at: Vec2, flow: Vec2) {
        let coupling = &mut self.coupling;
        coupling.drag += drag;
        coupling.drag_at += at * drag;
        coupling.flow += flow * drag;
        coupling.spin_drag += drag * at.length_squared() + spin_drag;
        coupling.flow_turn += at.cross(flow) * drag;
    }

    /// Turns the coupling into damping and forces.
    fn apply_coupling(&mut self, subject: &Subject) {
        let Coupling { drag, drag_at, flow, spin_drag, flow_turn } = self.coupling;
        if drag <= 0.0 || drag.is_nan() {
            return;
        }
        let (linear, angular) = (drag * subject.inv_mass, spin_drag * subject.inv_inertia);
        self.damp(linear, angular);
        let current = flow * (1.0 / drag);
        let velocity = current + (subject.velocity - current) * mean_decay(linear * subject.dt);
        let spin = subject.angular_velocity * mean_decay(angular * subject.dt);
        self.force += flow - Vec2::cross_sv(spin, drag_at);
        self.torque += flow_turn - drag_at.cross(velocity);
    }

    fn damp(&mut self, linear: f32, angular: f32) {
        // Written so that what is not a number is the most there is.
        let bounded = |rate: f32| if rate < MAX_DAMPING { rate } else { MAX_DAMPING };
        self.linear_damping = bounded(self.linear_damping + linear);
        self.angular_damping = bounded(self.angular_damping + angular);
    }

    /// Turns what is displaced into lift, now that the gravity is known.
    fn lift(&mut self) {
        self.force -= self.gravity * self.displaced;
        self.torque -= self.displaced_at.cross(self.gravity);
    }
}

impl Subject {
    fn velocity_at(&self, at: Vec2) -> Vec2 {
        self.velocity + Vec2::cross_sv(self.angular_velocity, at)
    }
}

/// Mean of exp(-t) over t from 0 to `x`.
fn mean_decay(x: f32) -> f32 {
    if x < 1.0e-3 {
        1.0 - 0.5 * x
    } else if x < MAX_DAMPING {
        -cairn2d_math::exp_m1(-x) / x
    } else {
        0.0
    }
}

/// How fast time passes for a body, as far as these fields, in order, say \[-\].
pub(crate) fn time_flow<'a>(
    fields: impl Iterator<Item = &'a Field>,
    center: Vec2,
    shapes: impl Iterator<Item = (&'a Shape, u64)> + Clone,
) -> f32 {
    let mut product = 1.0;
    for field in fields {
        if let Effect::TimeFlow(flow) = &field.effect
            && field.area.contains(center)
            && concerns(field, shapes.clone())
        {
            product *= flow.scale;
            if field.exclusive {
                break;
            }
        }
    }
    product
}

/// Whether a field is meant for a body with these shapes. One without shapes is meant by all fields that are for everybody.
fn concerns<'a>(field: &Field, mut shapes: impl Iterator<Item = (&'a Shape, u64)>) -> bool {
    field.mask == u64::MAX || shapes.any(|(_, category)| category & field.mask != 0)
}
