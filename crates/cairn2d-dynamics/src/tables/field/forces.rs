//! Field forces: the effect of all fields on one body in one step, as gravity, forces and damping.
//!
//! Terms that grow with the velocity of the body become damping, which the integrator treats exactly. So no
//! drag overshoots, however strong. Only the coupling between velocity and spin is a force. It uses their
//! means over the step under damping alone. With their values at the start of the step, strong drag would
//! destabilize an asymmetric body.

use cairn2d_geometry::{Outline, Shape};
use cairn2d_math::{Pose, Vec2};

use super::effect::GRAVITY_BIT;
use super::{Conveyor, Effect, Field, Floor, Water, Wind};

/// Largest rate of damping \[1/s\]: it stops any motion within a step without overflow.
const MAX_DAMPING: f32 = 1.0e12;

/// A body as input of the fields: its position in the middle of the step and its velocity at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject {
    pub(crate) center: Vec2,
    /// Pose of the body relative to its centre of mass.
    pub(crate) pose: Pose,
    pub(crate) velocity: Vec2,
    pub(crate) angular_velocity: f32,
    pub(crate) inv_mass: f32,
    pub(crate) inv_inertia: f32,
    pub(crate) gravity_scale: f32,
    /// Force from other sources \[N\].
    pub(crate) force: Vec2,
    /// Torque from other sources \[N m\].
    pub(crate) torque: f32,
    /// Damping of the body itself \[1/s\].
    pub(crate) linear_damping: f32,
    /// Farthest point of any shape \[m\].
    pub(crate) extent: f32,
    /// Length of the step \[s\].
    pub(crate) dt: f32,
}

/// Field forces on a body.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FieldForces {
    /// Total gravity, including that of the world \[m/s²\].
    pub(crate) gravity: Vec2,
    pub(crate) acceleration: Vec2,
    pub(crate) force: Vec2,
    pub(crate) torque: f32,
    pub(crate) linear_damping: f32,
    pub(crate) angular_damping: f32,
    coupling: Coupling,
    /// Mass of the displaced liquid \[kg\], and the same times its position relative to the centre of mass
    /// \[kg m\].
    displaced: f32,
    displaced_at: Vec2,
}

/// Drag coupling of a body to a flow, as sums over the points where it acts.
#[derive(Clone, Copy, Debug, Default)]
struct Coupling {
    /// Force per speed \[kg/s\], the same times the point \[kg m/s\], and the same times the velocity of the
    /// flow \[N\].
    drag: f32,
    drag_at: Vec2,
    flow: Vec2,
    /// Torque per spin \[kg m²/s\], and torque of the flow \[N m\].
    spin_drag: f32,
    flow_turn: f32,
}

impl FieldForces {
    /// Returns the forces of these fields, in order, on a body; `None` if no field acts. `shapes` are the
    /// solid shapes of the body and their categories.
    pub(crate) fn of<'a>(
        fields: impl Iterator<Item = &'a Field> + Clone,
        subject: &Subject,
        shapes: impl Iterator<Item = (&'a Shape, u64)> + Clone,
        (world_gravity, outline): (Vec2, &mut Outline),
    ) -> Option<FieldForces> {
        let (mut total, mut silent, mut acted) = (FieldForces::default(), 0_u32, false);
        let near = fields.filter(|field| field.area.is_near(subject.center, subject.extent));
        // Conveyors and floors come last, because they react to the forces of all other fields.
        for conveyors in [false, true] {
            for field in near.clone() {
                let kind = field.effect.kind_bit();
                let in_turn = matches!(field.effect, Effect::Conveyor(_) | Effect::Floor(_)) == conveyors;
                if !in_turn || silent & kind != 0 || !concerns(field, shapes.clone()) {
                    continue;
                }
                if total.add(field, subject, shapes.clone(), outline) {
                    acted = true;
                    silent |= if field.exclusive { kind } else { 0 };
                }
            }
            if !conveyors {
                total.gravity += if silent & GRAVITY_BIT == 0 { world_gravity } else { Vec2::ZERO };
                total.lift();
                total.apply_coupling(subject);
            }
        }
        acted.then_some(total)
    }

    /// Adds the force of one field. Returns whether the field acted.
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
            // A time scale is not a force, see `state/time_scales.rs`.
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

    /// Returns the acceleration of a body without conveyors and floors \[m/s²\].
    fn free_acceleration(&self, subject: &Subject) -> Vec2 {
        self.gravity * subject.gravity_scale
            + self.acceleration
            + (self.force + subject.force) * subject.inv_mass
            - subject.velocity * (self.linear_damping + subject.linear_damping)
    }

    /// Adds the friction of a floor. It reduces the relative motion that the body would have at the end of
    /// the step.
    ///
    /// Force and torque are the derivatives, by slip and spin, of the mean slip speed over a disc (Goyal,
    /// Ruina and Papadopoulos, "Planar sliding with dry friction", 1991). For slip `v` and rim speed `u` the
    /// mean is approximately `sqrt(v² + 4/9 u² - c v² u² / (v² + k u²))`. These `c` and `k` are exact to
    /// second order where one speed is small. The mean is at most two percent too high where both are
    /// similar.
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

    /// Adds buoyancy and drag of a liquid on the immersed part of each shape.
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

    /// Adds the force of the wind on each shape.
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
            // Drag acts at the middle of the width; its position along the flow does not matter.
            let middle = flow.perp() * seen.middle;
            self.couple((pressure * wind.drag * seen.width, 0.0), middle, wind.velocity);
            let lift = pressure * speed * wind.lift;
            self.force += flow.perp() * (lift * seen.lean);
            self.torque += lift * seen.lean_moment;
        }
        acted
    }

    /// Couples a point relative to the centre of mass to a flow, with a force per speed \[kg/s\] and an
    /// additional torque per spin \[kg m²/s\].
    fn couple(&mut self, (drag, spin_drag): (f32, f32), at: Vec2, flow: Vec2) {
        let coupling = &mut self.coupling;
        coupling.drag += drag;
        coupling.drag_at += at * drag;
        coupling.flow += flow * drag;
        coupling.spin_drag += drag * at.length_squared() + spin_drag;
        coupling.flow_turn += at.cross(flow) * drag;
    }

    /// Converts the coupling into damping and forces.
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
        // Written so that NaN becomes the largest rate.
        let bounded = |rate: f32| if rate < MAX_DAMPING { rate } else { MAX_DAMPING };
        self.linear_damping = bounded(self.linear_damping + linear);
        self.angular_damping = bounded(self.angular_damping + angular);
    }

    /// Converts the displaced mass into buoyancy, once the gravity is known.
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

/// Returns the mean of exp(-t) over t from 0 to `x`.
fn mean_decay(x: f32) -> f32 {
    if x < 1.0e-3 {
        1.0 - 0.5 * x
    } else if x < MAX_DAMPING {
        -cairn2d_math::exp_m1(-x) / x
    } else {
        0.0
    }
}

/// Returns the time scale of a body by these fields, in order \[-\].
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

/// Returns whether the mask of a field includes a body with these shapes. A body without shapes is included
/// only by a full mask.
fn concerns<'a>(field: &Field, mut shapes: impl Iterator<Item = (&'a Shape, u64)>) -> bool {
    field.mask == u64::MAX || shapes.any(|(_, category)| category & field.mask != 0)
}
