//! Mass, centre of mass, extents and velocity limits of a body.

use cairn2d_geometry::{Mass, Shape};
use cairn2d_math::Vec2;

use crate::state::State;
use crate::tables::body::{BodyKind, DEFAULT_SWEEP_THRESHOLD, Locks, flag};
use crate::tables::check::MAX_MAGNITUDE;

/// Smallest mass \[kg\] and inertia \[kg m²\]; smaller values count as this.
const MIN_MASS: f32 = 1.0e-15;

/// Shift of a centre of mass from which AABBs are rebuilt \[m\]. Rotation about a far centre has rounding
/// errors that no margin covers.
const FAR_CENTER: f32 = 100.0;

/// Extents of a body \[m\]: of its solid shapes from the centre of mass, of all shapes that rotate with it,
/// and the inner radius of its thinnest solid shape, scaled by the sweep threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extents {
    pub(crate) all: f32,
    pub(crate) spin: f32,
    pub(crate) thin: f32,
}

/// Returns inverse mass \[1/kg\] and inertia \[1/(kg m²)\] of a body, 0 for locked or infinite ones.
pub(crate) fn inverses(mass: Mass, locks: Locks) -> [f32; 2] {
    // The inverse of a tiny mass would overflow.
    let invert = |value: f32| {
        if value > MIN_MASS {
            1.0 / value
        } else if value > 0.0 {
            1.0 / MIN_MASS
        } else {
            0.0
        }
    };
    let inv_mass = if locks.x && locks.y { 0.0 } else { invert(mass.mass) };
    [inv_mass, if locks.rotation { 0.0 } else { invert(mass.inertia) }]
}

impl State {
    /// Updates mass, centre of mass and extents to the shapes. The velocity of the origin does not change
    /// when the centre moves.
    pub(crate) fn update_mass(&mut self, slot: u32) {
        let index = slot as usize;
        let record = &self.bodies.records[index];
        let (kind, locks) = (record.kind, record.locks);
        let mass = match record.mass_override {
            _ if kind != BodyKind::Dynamic => Mass::ZERO,
            Some(mass) => mass,
            None => {
                Mass::sum(self.solid_shapes_of(slot).map(|shape| self.shapes.records[shape as usize].mass))
            }
        };
        let state = &mut self.bodies.states[index];
        [state.inv_mass, state.inv_inertia] = inverses(mass, locks);
        if self.bodies.records[index].joint_count > 0 {
            // Whether the solver uses a tree depends on its masses.
            self.graph.joints_changed.0 = true;
        }
        let state = &mut self.bodies.states[index];
        if locks.rotation {
            state.angular_velocity = 0.0;
        }
        let (former, local_center) = (self.bodies.poses[index].center, self.bodies.poses[index].local_center);
        self.bodies.poses[index].set_local_center(mass.center);
        if kind == BodyKind::Dynamic {
            let shift = self.bodies.poses[index].center - former;
            state.velocity += Vec2::cross_sv(state.angular_velocity, shift);
            self.limit_velocity(slot);
        }
        let shift = self.bodies.poses[index].local_center - local_center;
        self.shift_anchors(slot, shift);
        self.bodies.records[index].mass = mass;
        // A static body needs no extents, and may have a million shapes.
        if kind != BodyKind::Static {
            self.update_extent(slot);
        }
        if shift.length() > FAR_CENTER {
            self.refresh_boxes(slot);
        }
    }

    /// Keeps contact points in place after the centre of mass moved by this vector in body coordinates \[m\].
    fn shift_anchors(&mut self, slot: u32, shift: Vec2) {
        if shift == Vec2::ZERO {
            return;
        }
        let mut edges = self.bodies.records[slot as usize].contact_edges();
        while let Some((contact, side)) = edges.next(&self.contacts.records) {
            for point in &mut self.contacts.manifolds[contact as usize].points {
                let anchor = if side == 0 { &mut point.a } else { &mut point.b };
                *anchor = [anchor[0] - shift.x, anchor[1] - shift.y];
            }
        }
    }

    /// Updates the extents to the shapes, the centre of mass and the sweep threshold. Sensors count only for
    /// the motion of AABBs by rotation.
    pub(crate) fn update_extent(&mut self, slot: u32) {
        let Extents { all, spin, thin } = self.extents_of(slot);
        let motion = &mut self.bodies.motions[slot as usize];
        (motion.extent, motion.spin_extent, motion.min_extent) = (all, spin, thin);
        self.update_bounciness(slot);
    }

    /// Returns the extents that follow from shapes, centre of mass and sweep threshold of a body.
    pub(crate) fn extents_of(&self, slot: u32) -> Extents {
        let center = self.bodies.poses[slot as usize].local_center;
        let (mut extent, mut spin, mut thin) = (0.0_f32, 0.0_f32, f32::MAX);
        for shape in self.shapes_of(slot) {
            let record = &self.shapes.records[shape as usize];
            let reach = record.geometry.max_extent_from(center);
            let round = matches!(&record.geometry, Shape::Circle(circle) if circle.center == center);
            spin = if !round && reach > spin { reach } else { spin };
            if !record.is_sensor {
                extent = if reach > extent { reach } else { extent };
                let inner = record.geometry.min_extent();
                thin = if inner < thin { inner } else { thin };
            }
        }
        // The wide part of the finalize stage compares with the default share of this; another threshold
        // scales it.
        let scaled = thin * (self.bodies.records[slot as usize].sweep_threshold / DEFAULT_SWEEP_THRESHOLD);
        Extents { all: extent, spin, thin: if scaled < f32::MAX { scaled } else { f32::MAX } }
    }

    /// Updates the flag for bodies with exact restitution to the materials of the shapes.
    pub(crate) fn update_bounciness(&mut self, slot: u32) {
        let bouncy = self.is_bouncy(slot);
        let motion = &mut self.bodies.motions[slot as usize];
        if bouncy && motion.flags & flag::BOUNCY == 0 {
            // Its AABBs do not reach ahead yet.
            motion.margin_left = -1.0;
        }
        motion.flags = if bouncy { motion.flags | flag::BOUNCY } else { motion.flags & !flag::BOUNCY };
    }

    /// Returns whether a shape of a moving body has exact restitution.
    pub(crate) fn is_bouncy(&self, slot: u32) -> bool {
        let exact = self.config.exact_restitution;
        let restitution = |shape: u32| self.shapes.records[shape as usize].material.restitution;
        // A static body does not move, and may have a million shapes.
        let moves = self.bodies.records[slot as usize].kind != BodyKind::Static;
        moves && self.shapes_of(slot).any(|shape| restitution(shape) >= exact)
    }

    /// Limits the velocity of a body to the maximum speed of the world, and its angular velocity to the
    /// largest accepted value.
    pub(crate) fn limit_velocity(&mut self, slot: u32) {
        let state = &mut self.bodies.states[slot as usize];
        let (speed, most) = (state.velocity.length(), self.config.max_linear_speed);
        if speed > most {
            state.velocity *= most / speed;
        }
        state.angular_velocity = state.angular_velocity.clamp(-MAX_MAGNITUDE, MAX_MAGNITUDE);
    }
}
