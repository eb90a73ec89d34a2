//! Whether the contacts of a body balance it, and how they could.
//!
//! Impulses count in sub-steps of [`SLEEP_H`], whatever the length of a step. The contact points of a body
//! with bodies that stay in place, its *props*, take over an unbalanced impulse. First they share it as
//! springs would; then passes over the points, as in the solver, move what a point cannot take to the others.

use cairn2d_math::{Rot, Vec2};

use crate::state::State;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::contact::ManifoldRow;
use crate::tables::solver_set::FIRST_SLEEPING_SET;

/// Length of the sub-step in which impulses of sleeping contacts are stored `[s]`.
const SLEEP_H: f32 = 1.0 / 240.0;

/// Share of the weight of a body below which a force does not carry it, or does not move it `[-]`.
pub(crate) const MINOR_FORCE: f32 = 0.05;

/// Share of the load that squeezes a body below which a force does not move it `[-]`. Friction and the bodies
/// on top hold a body in place that bodies below alone could not.
const MINOR_LOAD: f32 = 0.1;

/// Time within which an unbalanced force must bring a body to its sleep threshold to wake it `[s]`.
const REACTION_TIME: f32 = 0.5;

/// Times that an unbalanced impulse is shared among all points at once, before the passes.
const SHARINGS: usize = 4;

/// Passes over the contact points of a body that find out whether they balance it.
const PASSES: usize = 40;

/// Stiffness of a contact point along its tangent, as a share of that along its normal `[-]`.
const TANGENT_STIFFNESS: f32 = 0.25;

/// Smallest cosine between a normal and the direction against the load of a carried body `[-]`.
const CARRYING: f32 = 0.1;

/// An impulse and an angular impulse on a body.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wrench {
    pub(crate) impulse: Vec2,
    pub(crate) angular: f32,
}

impl Wrench {
    /// Returns the wrench of an impulse at this arm.
    fn at(arm: Vec2, impulse: Vec2) -> Wrench {
        Wrench { impulse, angular: cross(arm, impulse) }
    }

    fn plus(self, other: Wrench) -> Wrench {
        Wrench { impulse: self.impulse + other.impulse, angular: self.angular + other.angular }
    }
}

/// A contact point between a body and one that stays in place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prop {
    pub(crate) contact: u32,
    pub(crate) index: usize,
    /// The body that stays in place.
    pub(crate) other: u32,
    /// Direction of a normal impulse on the body, and the arm of the point.
    normal: Vec2,
    arm: Vec2,
    friction: f32,
    /// Normal and tangent impulse.
    impulses: [f32; 2],
    /// Factor from these to the stored impulses.
    stored: f32,
}

/// Whether the contacts of a sleeping body balance it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Balance {
    Unchanged,
    Restored,
    Lost,
}

/// A body and the velocity that its unbalanced impulse would give it.
#[derive(Clone, Copy, Debug)]
struct Unbalanced {
    velocity: Vec2,
    spin: f32,
    inv_mass: f32,
    inv_inertia: f32,
    extent: f32,
    /// 0 for a locked axis, else 1.
    free: Vec2,
    /// Speed that counts as rest `[m/s]`.
    limit: f32,
}

impl Unbalanced {
    fn is_small(&self) -> bool {
        self.velocity.length() <= self.limit && self.spin.abs() * self.extent <= self.limit
    }

    fn add(&mut self, wrench: Wrench) {
        let change = wrench.impulse * self.inv_mass;
        self.velocity += Vec2::new(change.x * self.free.x, change.y * self.free.y);
        self.spin += wrench.angular * self.inv_inertia;
    }

    /// Returns the impulse that gives the body its velocity.
    fn wrench(&self) -> Wrench {
        let over = |value: f32, inverse: f32| if inverse == 0.0 { 0.0 } else { value / inverse };
        let velocity = self.velocity;
        let impulse = Vec2::new(over(velocity.x, self.inv_mass), over(velocity.y, self.inv_mass));
        Wrench { impulse, angular: over(self.spin, self.inv_inertia) }
    }

    /// Returns the impulse along a direction that stops a point of the body.
    fn stopping(&self, arm: Vec2, along: Vec2) -> f32 {
        let turn = cross(arm, along);
        let inverse = self.inv_mass + self.inv_inertia * (turn * turn);
        let speed = (self.velocity + arm.perp() * self.spin).dot(along);
        if inverse > 0.0 { -speed / inverse } else { 0.0 }
    }

    /// Changes the impulses of all points one after the other, as a pass of the solver does.
    fn pass(&mut self, props: &mut [Prop]) {
        for prop in props {
            let [along, across] = prop.impulses;
            let wanted = along + self.stopping(prop.arm, prop.normal);
            let along_now = if wanted > 0.0 { wanted } else { 0.0 };
            self.add(Wrench::at(prop.arm, prop.normal * (along_now - along)));
            let tangent = tangent_of(prop.normal);
            let wanted = across + self.stopping(prop.arm, tangent);
            let across_now = clamped(wanted, prop.friction * along_now);
            self.add(Wrench::at(prop.arm, tangent * (across_now - across)));
            prop.impulses = [along_now, across_now];
        }
    }
}

impl State {
    /// Returns the factor from impulses of the last step to those of sub-steps of `SLEEP_H`.
    fn sleep_scale(&self) -> f32 {
        let h = self.last_dt / self.config.sub_steps as f32;
        if h > 0.0 { SLEEP_H / h } else { 1.0 }
    }

    /// Converts the impulses of a contact that leaves the awake lists, or enters them again.
    pub(crate) fn scale_impulses(&mut self, contact: u32, wakes: bool) {
        let listed = self.contacts.records[contact as usize].list_index != NONE;
        if !self.config.is_layered() || listed == wakes {
            return;
        }
        let scale = self.sleep_scale();
        let factor = if wakes { 1.0 / scale } else { scale };
        if factor != 1.0 {
            let row = &mut self.contacts.impulses[contact as usize];
            row.points = row.points.each(|point| point.each(|impulse| bounded(impulse * factor)));
        }
    }

    /// Returns the factor from the stored impulses of a contact to those of sub-steps of `SLEEP_H`.
    fn impulse_scale(&self, contact: u32) -> f32 {
        if self.contacts.records[contact as usize].list_index == NONE { 1.0 } else { self.sleep_scale() }
    }

    /// Returns the impulse of a contact on the body of a side, in a sub-step of `SLEEP_H`.
    pub(crate) fn reaction(&self, contact: u32, side: usize) -> Wrench {
        let index = contact as usize;
        let manifold = &self.contacts.manifolds[index];
        let body = self.contacts.records[index].bodies[side];
        let rotation = self.bodies.poses[body as usize].pose.q;
        let scale = if side == 1 { self.impulse_scale(contact) } else { -self.impulse_scale(contact) };
        let normal = Vec2::from(manifold.normal);
        let mut sum = Wrench::default();
        for point in 0..(manifold.point_count as usize).min(2) {
            let [along, across] = self.contacts.impulses[index].points[point];
            let impulse = (normal * along + tangent_of(normal) * across) * scale;
            let arm = arm_of(manifold, point, side, rotation);
            sum = sum.plus(Wrench { impulse, angular: cross(arm, impulse) });
        }
        sum
    }

    /// Returns the sum of all contact impulses on a body.
    fn reactions(&self, body: u32) -> Wrench {
        let mut sum = Wrench::default();
        for (contact, side) in self.bodies.records[body as usize].contact_edges().iter(&self.contacts.records)
        {
            if self.contacts.records[contact as usize].touching {
                sum = sum.plus(self.reaction(contact, side));
            }
        }
        sum
    }

    /// Returns half of the sum of all normal impulses on a body: the load that squeezes it.
    fn normal_load(&self, body: u32) -> f32 {
        let mut sum = 0.0;
        for (contact, _) in self.bodies.records[body as usize].contact_edges().iter(&self.contacts.records) {
            if self.contacts.records[contact as usize].touching {
                let points = &self.contacts.impulses[contact as usize].points;
                sum += (points[0][0] + points[1][0]) * self.impulse_scale(contact);
            }
        }
        0.5 * sum
    }

    /// Stores the load that the contacts of a body balance, before it falls asleep.
    pub(crate) fn note_sleep_load(&mut self, body: u32) {
        let Wrench { impulse, angular } = self.reactions(body);
        let force = |impulse: f32| bounded(-impulse / SLEEP_H);
        self.bodies.sleep_loads[body as usize] = [force(impulse.x), force(impulse.y), force(angular), 0.0];
    }

    /// Returns the impulse of gravity and other forces on a body in a sub-step of `SLEEP_H`.
    pub(crate) fn load(&self, body: u32) -> Wrench {
        let index = body as usize;
        if self.bodies.records[index].set >= FIRST_SLEEPING_SET {
            let [x, y, torque, _] = self.bodies.sleep_loads[index];
            return Wrench { impulse: Vec2::new(x, y) * SLEEP_H, angular: torque * SLEEP_H };
        }
        let delta = &self.bodies.deltas[index];
        let mass = self.bodies.records[index].mass.mass * self.sleep_scale();
        Wrench { impulse: delta.velocity * mass, angular: 0.0 }
    }

    /// Balances a sleeping body by changing its impulses with ground and sleeping bodies below it, as far as
    /// these can push and rub.
    pub(crate) fn balance(&mut self, body: u32, props: &mut Vec<Prop>) -> Balance {
        let sum = self.reactions(body).plus(self.load(body));
        let balance = self.try_balance(body, sum, props, |other| !self.is_movable(other));
        if balance == Balance::Restored {
            for prop in props.iter() {
                let row = &mut self.contacts.impulses[prop.contact as usize];
                row.points[prop.index] = prop.impulses.each(|impulse| bounded(impulse * prop.stored));
            }
        }
        balance
    }

    /// Returns whether an awake body stays at rest on ground, sleeping bodies and these bodies alone, without
    /// all others that touch it.
    pub(crate) fn rests_on(&self, body: u32, props: &mut Vec<Prop>, holds: impl Fn(u32) -> bool) -> bool {
        let holds = |other: u32| !self.is_movable(other) || holds(other);
        let mut sum = self.load(body);
        for (contact, side) in self.bodies.records[body as usize].contact_edges().iter(&self.contacts.records)
        {
            let record = &self.contacts.records[contact as usize];
            if record.touching && holds(record.bodies[1 - side]) {
                sum = sum.plus(self.reaction(contact, side));
            }
        }
        self.try_balance(body, sum, props, holds) != Balance::Lost
    }

    /// Returns whether props can take an unbalanced impulse from a body. `holds` returns whether a body stays
    /// in place. The points and their new impulses are in `props` if the result is `Restored`.
    fn try_balance(
        &self,
        body: u32,
        sum: Wrench,
        props: &mut Vec<Prop>,
        holds: impl Fn(u32) -> bool,
    ) -> Balance {
        let mut left = self.unbalanced(body, sum);
        if left.is_small() {
            return Balance::Unchanged;
        }
        self.list_props(body, props, holds);
        for _ in 0..SHARINGS {
            let Some(shared) = share(props, left.wrench(), left.extent) else { break };
            left.add(shared);
            if left.is_small() {
                return Balance::Restored;
            }
        }
        for _ in 0..PASSES {
            left.pass(props);
            if left.is_small() {
                return Balance::Restored;
            }
        }
        // Sums that are not finite end here too.
        Balance::Lost
    }

    /// Returns the velocity that an unbalanced impulse would give a body, and the speed that counts as rest.
    fn unbalanced(&self, body: u32, sum: Wrench) -> Unbalanced {
        let index = body as usize;
        let (state, motion) = (&self.bodies.states[index], &self.bodies.motions[index]);
        let locks = self.bodies.records[index].locks;
        let limits = [
            motion.sleep_threshold * (SLEEP_H / REACTION_TIME),
            MINOR_FORCE * self.load(body).impulse.length() * state.inv_mass,
            MINOR_LOAD * self.normal_load(body) * state.inv_mass,
        ];
        let mut left = Unbalanced {
            velocity: Vec2::ZERO,
            spin: 0.0,
            inv_mass: state.inv_mass,
            inv_inertia: state.inv_inertia,
            extent: motion.extent,
            free: Vec2::new(if locks.x { 0.0 } else { 1.0 }, if locks.y { 0.0 } else { 1.0 }),
            limit: limits.into_iter().fold(0.0, |most, limit| if limit > most { limit } else { most }),
        };
        left.add(sum);
        left
    }

    /// Lists the contact points of a sleeping body with ground, and with sleeping bodies below it. So loads
    /// flow down, and each body is balanced about once.
    fn list_props(&self, body: u32, props: &mut Vec<Prop>, holds: impl Fn(u32) -> bool) {
        props.clear();
        let up = -self.load(body).impulse;
        let rotation = self.bodies.poses[body as usize].pose.q;
        for (contact, side) in self.bodies.records[body as usize].contact_edges().iter(&self.contacts.records)
        {
            let record = &self.contacts.records[contact as usize];
            let other = record.bodies[1 - side];
            if !record.touching || !holds(other) {
                continue;
            }
            let manifold = &self.contacts.manifolds[contact as usize];
            let normal = Vec2::from(manifold.normal);
            let normal = if side == 1 { normal } else { -normal };
            if self.dynamic(other).is_some() && normal.dot(up) < CARRYING * up.length() {
                continue;
            }
            let scale = self.impulse_scale(contact);
            for index in 0..(manifold.point_count as usize).min(2) {
                props.push(Prop {
                    contact,
                    index,
                    other,
                    normal,
                    arm: arm_of(manifold, index, side, rotation),
                    friction: self.contacts.surfaces[contact as usize].friction,
                    impulses: self.contacts.impulses[contact as usize].points[index].each(|x| x * scale),
                    stored: 1.0 / scale,
                });
            }
        }
    }
}

/// Shares an unbalanced impulse among the points of a body, as if they were springs. Points that carry
/// nothing take no part. Returns the impulse that the points add, `None` if there are none.
fn share(props: &mut [Prop], unbalanced: Wrench, extent: f32) -> Option<Wrench> {
    let unit = if extent > 0.0 { 1.0 / extent } else { 1.0 };
    let row = |arm: Vec2, along: Vec2| [along.x, along.y, cross(arm, along) * unit];
    let mut sums = [[0.0_f32; 3]; 3];
    for prop in props.iter().filter(|prop| prop.impulses[0] > 0.0) {
        let along = (row(prop.arm, prop.normal), 1.0);
        let across = (row(prop.arm, tangent_of(prop.normal)), TANGENT_STIFFNESS);
        for (row, stiffness) in [along, across] {
            for (sums, first) in sums.iter_mut().zip(row) {
                sums.iter_mut().zip(row).for_each(|(sum, second)| *sum += stiffness * first * second);
            }
        }
    }
    // A little of the trace makes the matrix regular.
    let little = REGULAR * (sums[0][0] + sums[1][1] + sums[2][2]);
    (0..3).for_each(|i| sums[i][i] += little);
    let wanted = [-unbalanced.impulse.x, -unbalanced.impulse.y, -unbalanced.angular * unit];
    let stretch = solve3(sums, wanted)?;
    let force = |row: [f32; 3]| row[0] * stretch[0] + row[1] * stretch[1] + row[2] * stretch[2];
    let mut added = Wrench::default();
    for prop in props.iter_mut().filter(|prop| prop.impulses[0] > 0.0) {
        let (former, tangent) = (prop.impulses, tangent_of(prop.normal));
        let along = former[0] + force(row(prop.arm, prop.normal));
        let along = if along > 0.0 { along } else { 0.0 };
        let across = former[1] + TANGENT_STIFFNESS * force(row(prop.arm, tangent));
        prop.impulses = [along, clamped(across, prop.friction * along)];
        let change = [prop.impulses[0] - former[0], prop.impulses[1] - former[1]];
        added = added.plus(Wrench::at(prop.arm, prop.normal * change[0] + tangent * change[1]));
    }
    Some(added)
}

/// Share of the trace that is added to the diagonal of the matrix of springs `[-]`.
const REGULAR: f32 = 1.0e-4;

/// Solves three equations with a symmetric positive matrix; `None` if it is singular.
fn solve3(mut a: [[f32; 3]; 3], mut b: [f32; 3]) -> Option<[f32; 3]> {
    for i in 0..3 {
        let row = a[i];
        if row[i].is_nan() || row[i] <= 0.0 {
            return None;
        }
        for j in i + 1..3 {
            let factor = a[j][i] / row[i];
            a[j].iter_mut().zip(row).skip(i).for_each(|(value, above)| *value -= factor * above);
            b[j] -= factor * b[i];
        }
    }
    let z = b[2] / a[2][2];
    let y = (b[1] - a[1][2] * z) / a[1][1];
    Some([(b[0] - a[0][1] * y - a[0][2] * z) / a[0][0], y, z])
}

fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// Returns a value between `-most` and `most`.
fn clamped(value: f32, most: f32) -> f32 {
    let value = if value > most { most } else { value };
    if value < -most { -most } else { value }
}

/// Returns the tangent of a normal, rotated clockwise as in the solver.
fn tangent_of(normal: Vec2) -> Vec2 {
    Vec2::new(normal.y, -normal.x)
}

/// Returns the arm of a manifold point on a side, from the centre of mass of its body `[m]`.
fn arm_of(manifold: &ManifoldRow, index: usize, side: usize, rotation: Rot) -> Vec2 {
    let anchors = manifold.points[index];
    rotation.rotate(Vec2::from(if side == 0 { anchors.a } else { anchors.b }))
}

/// Returns an impulse or a force, or 0 if it is too large or NaN.
fn bounded(value: f32) -> f32 {
    if value.abs() <= 0.25 * f32::MAX { value } else { 0.0 }
}
