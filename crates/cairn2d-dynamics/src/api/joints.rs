//! `World::join` and `World::unjoin`, which add and remove joints.

use cairn2d_math::{Pose, StandardFloats};

use crate::persist::calls::Op;
use crate::store::edge_list::Edge;
use crate::store::id::JointId;
use crate::store::slot::NONE;
use crate::tables::error::JointError;
use crate::tables::joint::{Joint, JointDef, JointForm, JointKind, JointParts};
use crate::world::World;

/// Builds the record of a joint and its optional parts.
fn joint_record(def: JointDef, bodies: [u32; 2], frames: [Pose; 2], length: f32) -> (Joint, JointParts) {
    let JointDef { kind, base, mut parts } = def;
    // The record stores the length from now on.
    parts.length = None;
    let record = Joint {
        kind,
        bodies,
        edges: [Edge::UNLINKED; 2],
        frames,
        collide_connected: base.collide_connected,
        enabled: base.enabled,
        softness: base.softness,
        length,
        parts: NONE,
        watch_index: NONE,
        user_data: base.user_data,
        color: NONE,
        color_index: NONE,
    };
    (record, parts)
}

impl World {
    /// Adds a joint between two bodies and wakes both. Ends their contacts, unless the joint lets them
    /// collide or is disabled.
    ///
    /// # Errors
    /// A stale body id, the same body twice, a body that is in an opening of a portal, or the first invalid
    /// value.
    ///
    /// Hinges, rods, welds, sliders, wheels and slots go through openings of portals. A joint of another kind
    /// closes openings for its bodies.
    pub fn join(&mut self, def: impl Into<JointDef>) -> Result<JointId, JointError> {
        StandardFloats::within(|| {
            let def = def.into();
            def.validate()?;
            let base = &def.base;
            // A grab joins its body to the null body, which represents the world.
            let held = def.kind == JointKind::Grab;
            let body_a = if held { 0 } else { self.state.find_end(base.body_a)? };
            let bodies = [body_a, self.state.find_end(base.body_b)?];
            if bodies[0] == bodies[1] {
                return Err(JointError::SameBody(base.body_a));
            }
            if let Some(&body) = bodies.iter().find(|&&body| self.state.is_in_opening(body)) {
                return Err(JointError::InPortal(self.state.bodies.id(body).to_string()));
            }
            self.state.check_reach(base.anchor, bodies)?;
            let frames = self.state.joint_frames(base, bodies);
            let length = self.state.rest_length(&def, frames, bodies);
            self.note(Op::Join, &def);
            let (kind, enabled, collide_connected) = (def.kind, base.enabled, base.collide_connected);
            let (break_at, report_above) = (base.break_at, base.report_above);
            let (record, parts) = joint_record(def, bodies, frames, length);
            let slot = self.state.joints.insert(record, parts);
            self.state.joints.set_limits(slot, break_at, report_above);
            self.state.link_joint(slot);
            if matches!(kind.form(), JointForm::Row | JointForm::Rows) {
                self.state.begin_track(slot);
            }
            self.state.make_room_for_loads();
            if enabled && !collide_connected {
                self.state.destroy_contacts_between(bodies);
            }
            self.state.wake_joint(slot);
            self.state.refresh_joint_color(slot);
            Ok(self.state.joints.id(slot))
        })
    }

    /// Removes a joint and wakes both bodies. If the joint filtered their collisions, they may collide again.
    ///
    /// # Errors
    /// A stale id.
    pub fn unjoin(&mut self, id: JointId) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let slot = self.state.joints.find(id).ok_or_else(|| JointError::Stale(id.to_string()))?;
            self.state.release_joint(slot);
            self.note(Op::Unjoin, &id);
            Ok(())
        })
    }
}
