//! Drops warm-start impulses that no longer balance each other.
//!
//! Heavy bodies press on a light one with impulses that are large for its mass and cancel each other. If the
//! normal of one of them turns far within a step, as when the light body slips around a corner, the others
//! would throw it away before the solver finds new impulses. The narrow phase drops the impulses along the
//! turned normal. This stage drops those that they balanced, of contacts and of joints.

use cairn2d_math::Vec2;

use crate::kernels::narrow_phase::Changes;
use crate::state::State;
use crate::store::each::Each;
use crate::tables::contact::Contact;
use crate::tables::joint::JointForm;

/// Share of all normal impulses on a body above which a sum of impulses counts as unbalanced `[-]`.
const UNBALANCED: f64 = 0.5;

/// Ratio of masses from which a heavier body squeezes a lighter one `[-]`. Strikes that the push out of an
/// overlap threw had ratios above 30,000.
const MUCH_HEAVIER: f32 = 1.0e4;

impl State {
    /// Drops the impulses of bodies at a contact with a turned normal, if they do not balance without it.
    /// If a much heavier body presses on one of both bodies, their overlaps count as embedded from then on,
    /// because the push out of them threw such bodies too. `h` is the length of a sub-step `[s]`.
    pub(super) fn drop_unbalanced_impulses(&mut self, changes: &mut [Changes], h: f32) {
        // All bodies are judged before impulses change, so the order of contacts does not matter.
        for turned in changes.iter_mut().flat_map(|part| &mut part.turned) {
            let judged = self.contacts.solved_bodies(turned.contact).each(|body| match body {
                Some(body) => self.judge(body, h),
                None => Judged { unbalanced: false, squeezed: false },
            });
            turned.unbalanced = judged.each(|body| body.unbalanced);
            turned.squeezed = judged.iter().any(|body| body.squeezed);
        }
        for turned in changes.iter().flat_map(|part| &part.turned) {
            if turned.squeezed {
                let both = self.contacts.solved_bodies(turned.contact);
                both.into_iter().flatten().for_each(|body| self.mark_contacts_placed(body));
            }
            let bodies = self.contacts.records[turned.contact as usize].bodies;
            for (body, _) in bodies.into_iter().zip(turned.unbalanced).filter(|&(_, unbalanced)| unbalanced) {
                self.drop_impulses(body);
            }
        }
    }

    /// Drops the impulses of the contacts and hinges of a body.
    fn drop_impulses(&mut self, body: u32) {
        let record = &self.bodies.records[body as usize];
        for (contact, _) in record.contact_edges().iter(&self.contacts.records) {
            self.contacts.impulses[contact as usize].points = [[0.0; 2]; 2];
        }
        for (joint, _) in record.joint_edges().iter(&self.joints.records) {
            self.joints.rows[joint as usize].linear = Vec2::ZERO;
            if let Some(row) = self.joints.axes.get_mut(joint as usize) {
                (row.spring, row.motor) = (0.0, 0.0);
                (row.lower_impulse, row.upper_impulse) = (0.0, 0.0);
            }
        }
    }

    /// Returns whether the impulses of its constraints, gravity and forces balance a body, and whether it
    /// touches a much heavier one. Bodies with joints other than hinges count as balanced.
    fn judge(&self, body: u32, h: f32) -> Judged {
        let (record, motion) = (&self.bodies.records[body as usize], &self.bodies.motions[body as usize]);
        let force = self.config.gravity * (motion.gravity_scale * record.mass.mass) + motion.force;
        // In 64 bits, the order of the constraints does not matter.
        let wide = |impulse: Vec2, side: usize| {
            let sign = if side == 1 { 1.0 } else { -1.0 };
            [sign * f64::from(impulse.x), sign * f64::from(impulse.y)]
        };
        let ([mut x, mut y], mut load) = (wide(force * h, 1), 0.0);
        let (least, mut squeezed) = (self.bodies.states[body as usize].inv_mass / MUCH_HEAVIER, false);
        for (contact, side) in record.contact_edges().iter(&self.contacts.records) {
            let Contact { touching, bodies, .. } = self.contacts.records[contact as usize];
            if !touching {
                continue;
            }
            let other = self.bodies.states[bodies[1 - side] as usize].inv_mass;
            squeezed |= other > 0.0 && other < least;
            let [[n1, t1], [n2, t2]] = self.contacts.impulses[contact as usize].points;
            let (along, across) = (n1 + n2, t1 + t2);
            if along == 0.0 && across == 0.0 {
                continue;
            }
            let normal = Vec2::from(self.contacts.manifolds[contact as usize].normal);
            let impulse = normal * along + Vec2::new(normal.y, -normal.x) * across;
            let [dx, dy] = wide(impulse, side);
            (x, y, load) = (x + dx, y + dy, load + f64::from(along));
        }
        for (joint, side) in record.joint_edges().iter(&self.joints.records) {
            // The impulses of other joints are not those along the axes of the world.
            if self.joints.records[joint as usize].kind.form() != JointForm::Point {
                return Judged { unbalanced: false, squeezed };
            }
            let [dx, dy] = wide(self.joints.rows[joint as usize].linear, side);
            (x, y) = (x + dx, y + dy);
        }
        let balanced = x * x + y * y <= UNBALANCED * UNBALANCED * load * load;
        Judged { unbalanced: !balanced, squeezed }
    }
}

/// What is known of a body at a contact with a turned normal.
#[derive(Clone, Copy, Debug)]
struct Judged {
    /// Whether its impulses do not balance it.
    unbalanced: bool,
    /// Whether it touches a dynamic body that is much heavier.
    squeezed: bool,
}
