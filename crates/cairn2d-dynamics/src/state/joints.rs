//! Joints of the state: frames of new joints, removal, colors, and consistency checks.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::state::State;
use crate::store::each::Each;
use crate::store::edge_list::{link, unlink};
use crate::store::id::BodyId;
use crate::store::slot::NONE;
use crate::tables::check::check_position;
use crate::tables::constraint_graph::OVERFLOW;
use crate::tables::error::JointError;
use crate::tables::joint::{
    Anchor, AxisRow, GenericConstraint, Joint, JointBase, JointDef, JointForm, JointKind, MAX_LENGTH,
    MIN_LENGTH, ROWS,
};
use crate::tables::solver_set::DISABLED_SET;

impl State {
    /// Checks that bodies of a large world are near enough to an anchor given in world coordinates.
    pub(crate) fn check_reach(&self, anchor: Anchor, bodies: [u32; 2]) -> Result<(), JointError> {
        let points = match anchor {
            Anchor::World(point) => [point, point],
            Anchor::WorldPair(point_a, point_b) => [point_a, point_b],
            Anchor::Local { .. } => return Ok(()),
        };
        if self.bodies.is_large() {
            for (body, point) in bodies.into_iter().zip(points) {
                check_position("anchor", (-self.bodies.position(body)).plus(point))?;
            }
        }
        Ok(())
    }

    /// Removes a joint, wakes its bodies and enables their collisions again.
    pub(crate) fn release_joint(&mut self, slot: u32) {
        self.wake_joint(slot);
        let Joint { bodies, collide_connected, enabled, .. } = self.joints.records[slot as usize];
        self.destroy_joint(slot);
        if enabled && !collide_connected {
            self.forget_pairs_between(bodies);
        }
    }

    /// Removes a joint from the graph, the lists and the table. Wakes no body.
    pub(crate) fn destroy_joint(&mut self, slot: u32) {
        self.end_overload(slot);
        self.remove_joint_from_graph(slot);
        self.unlink_joint(slot);
        self.joints.remove(slot);
    }

    /// Adds a joint that can act to a color, if it has none.
    pub(crate) fn add_joint_to_graph(&mut self, slot: u32) {
        let record = &self.joints.records[slot as usize];
        let [a, b] = record.bodies.each(|body| self.dynamic(body));
        if record.color != NONE || (a.is_none() && b.is_none()) {
            return;
        }
        // As for contacts: only the overflow color exchanges the states of images and owners.
        let is_through = record.bodies.iter().any(|&body| self.is_image(body));
        let color = if is_through { OVERFLOW } else { self.graph.assign(a, b) };
        let record = &mut self.joints.records[slot as usize];
        let list = self.graph.colors[color].joints.of_mut(record.kind.form());
        record.color = color as u32;
        record.color_index = list.len() as u32;
        list.push(slot);
        self.graph.joint_count += 1;
        self.graph.joints_changed.0 = true;
        let bodies = record.bodies;
        self.count_constraint(bodies, 1);
    }

    /// Removes a joint from its color, if it has one.
    pub(crate) fn remove_joint_from_graph(&mut self, slot: u32) {
        let record = &self.joints.records[slot as usize];
        let (color, position) = (record.color as usize, record.color_index as usize);
        if record.color == NONE {
            return;
        }
        let [a, b] = record.bodies.each(|body| self.dynamic(body));
        self.graph.release(color, a, b);
        let list = self.graph.colors[color].joints.of_mut(record.kind.form());
        list.swap_remove(position);
        self.graph.joint_count -= 1;
        self.graph.joints_changed.0 = true;
        if let Some(&moved) = list.get(position) {
            self.joints.records[moved as usize].color_index = position as u32;
        }
        let record = &mut self.joints.records[slot as usize];
        record.color = NONE;
        let bodies = record.bodies;
        self.count_constraint(bodies, -1);
    }

    /// Wakes both bodies of a joint.
    pub(crate) fn wake_joint(&mut self, slot: u32) {
        for body in self.joints.records[slot as usize].bodies {
            self.wake_body(body);
        }
    }

    /// Removes the contacts between two bodies.
    pub(crate) fn destroy_contacts_between(&mut self, bodies: [u32; 2]) {
        let [from, to] =
            self.fewer_first(bodies, |world, body| world.bodies.records[body as usize].contact_count);
        let mut edges = self.bodies.records[from as usize].contact_edges();
        while let Some((contact, side)) = edges.next(&self.contacts.records) {
            if self.contacts.records[contact as usize].bodies[1 - side] == to {
                self.destroy_contact(contact);
            }
        }
    }

    /// Makes the next step find the contacts between two bodies that a joint disabled.
    pub(crate) fn forget_pairs_between(&mut self, bodies: [u32; 2]) {
        let [body, _] =
            self.fewer_first(bodies, |world, body| world.bodies.records[body as usize].shape_count);
        let mut shape = self.bodies.records[body as usize].head_shape;
        while shape != NONE {
            self.forget_pairs(shape);
            shape = self.shapes.records[shape as usize].next;
        }
    }

    /// Discards the counted turns of the joints of a body, because the body was repositioned.
    pub(crate) fn forget_angles_of(&mut self, body: u32) {
        let mut edges = self.bodies.records[body as usize].joint_edges();
        while let Some((joint, _)) = edges.next(&self.joints.records) {
            self.joints.forget_angle(joint);
        }
    }

    /// Checks the consistency of the lists of joints.
    ///
    /// # Errors
    /// A description of the first inconsistency.
    pub(crate) fn validate_joints(&self) -> Result<(), String> {
        for slot in self.joints.pool.slots() {
            let record = &self.joints.records[slot as usize];
            if self.can_act(slot) != (record.color != NONE) {
                return Err(format!("joint {slot} has a wrong color"));
            }
            if record.color != NONE {
                let list = self.graph.colors[record.color as usize].joints.of(record.kind.form());
                if list.get(record.color_index as usize) != Some(&slot) {
                    return Err(format!("joint {slot} is uncolored"));
                }
            }
            let impulses = self.joints.impulses(slot);
            let along = [impulses.spring, impulses.motor, impulses.lower, impulses.upper];
            let linear = impulses.linear.is_finite() && impulses.linear_motor.is_finite();
            let lines = match self.joints.records[slot as usize].kind.form() {
                JointForm::Rows => &self.joints.line_axes[slot as usize * ROWS..][..ROWS],
                _ => &[],
            };
            let sound = |axis: &AxisRow| {
                [axis.spring, axis.motor, axis.lower_impulse, axis.upper_impulse]
                    .iter()
                    .all(|value| value.is_finite())
            };
            if !lines.iter().all(sound) || !linear || along.iter().any(|value| !value.is_finite()) {
                return Err(format!("an impulse of joint {slot} is not finite"));
            }
            self.validate_load(slot)?;
        }
        let colored: usize = self.graph.colors.iter().map(|color| color.joints.all().count()).sum();
        if colored != self.graph.joint_count {
            return Err(format!("{colored} joints have a color, {} are counted", self.graph.joint_count));
        }
        self.bodies.slots().try_for_each(|body| self.validate_joints_of(body))
    }

    fn validate_joints_of(&self, body: u32) -> Result<(), String> {
        let record = &self.bodies.records[body as usize];
        let (mut edge, mut previous, mut count) = (record.head_joint, NONE, 0);
        while edge != NONE {
            let (joint, side) = (edge / 2, edge as usize % 2);
            let link = &self.joints.records[joint as usize];
            if !self.joints.pool.is_alive(joint)
                || link.bodies[side] != body
                || link.edges[side].previous != previous
            {
                return Err(format!("joint edge {edge} is not of body {body}"));
            }
            (previous, edge) = (edge, link.edges[side].next);
            count += 1;
        }
        if count != record.joint_count {
            return Err(format!("body {body} has {count} joints"));
        }
        self.validate_crowd(body)
    }

    pub(crate) fn find_end(&self, id: BodyId) -> Result<u32, JointError> {
        self.find_own(id).ok_or_else(|| JointError::Stale(id.to_string()))
    }

    /// Returns the rest length of a new joint \[m\]: the given one, or the current distance of its bodies. 0
    /// for joints without one.
    pub(crate) fn rest_length(&self, def: &JointDef, frames: [Pose; 2], bodies: [u32; 2]) -> f32 {
        if !def.kind.has_length() {
            return 0.0;
        }
        def.parts.length.unwrap_or_else(|| {
            let anchors = [0, 1].each(|side| {
                let pose = self.bodies.relative_pose(bodies[side], bodies[0]).pose;
                pose.transform_point(frames[side].p)
            });
            let length = match def.parts.generic {
                GenericConstraint::Pulley { grounds, ratio, .. } => {
                    self.rope_length(bodies[0], anchors, grounds, ratio)
                }
                _ => anchors[0].distance(anchors[1]),
            };
            length.clamp(MIN_LENGTH, MAX_LENGTH)
        })
    }

    /// Returns the frames in body coordinates. Frames given in world coordinates have no relative rotation,
    /// so the angle begins at 0.
    pub(crate) fn joint_frames(&self, base: &JointBase, bodies: [u32; 2]) -> [Pose; 2] {
        let poses = bodies.each(|body| self.bodies.poses[body as usize].pose);
        let along = |q: Rot| {
            let direction = Rot::from_cos_sin(base.along.x, base.along.y);
            // Validated before. The default must leave the frame bit-identical.
            direction.filter(|_| base.along != Vec2::X).map_or(q, |direction| q.mul(direction))
        };
        let points = match base.anchor {
            Anchor::World(point) => [point, point],
            Anchor::WorldPair(point_a, point_b) => [point_a, point_b],
            Anchor::Local { frame_a, frame_b } => {
                return [frame_a, frame_b].each(|frame| Pose { p: frame.p, q: along(frame.q.normalize()) });
            }
        };
        [0, 1].each(|side| Pose {
            p: poses[side].inv_transform_point((-self.bodies.frame(bodies[side])).plus(points[side])),
            q: along(poses[side].q.inverse()),
        })
    }

    /// Adds a joint to the graph if it can act.
    pub(crate) fn refresh_joint_color(&mut self, slot: u32) {
        if self.can_act(slot) {
            self.add_joint_to_graph(slot);
        }
    }

    /// Returns whether a joint has a body to move.
    pub(crate) fn can_act(&self, slot: u32) -> bool {
        let Joint { kind, bodies, enabled, .. } = self.joints.records[slot as usize];
        let disabled =
            !enabled || bodies.iter().any(|&body| self.bodies.records[body as usize].set == DISABLED_SET);
        kind != JointKind::Filter && !disabled && bodies.iter().any(|&body| self.is_movable(body))
    }

    /// Returns two bodies, the one with the smaller count first.
    fn fewer_first(&self, [a, b]: [u32; 2], count: impl Fn(&State, u32) -> u32) -> [u32; 2] {
        if count(self, b) < count(self, a) { [b, a] } else { [a, b] }
    }

    pub(crate) fn link_joint(&mut self, slot: u32) {
        for (edge, body) in (slot * 2..).zip(self.joints.records[slot as usize].bodies) {
            let body = &mut self.bodies.records[body as usize];
            link(&mut self.joints.records, &mut body.head_joint, edge);
            body.joint_count += 1;
        }
        self.joints.rows[slot as usize].crowd = 0.0;
        if self.is_rigid(slot) {
            self.follow_crowd(slot);
        }
    }

    /// Connects a joint to other bodies, which stand for the same ones. Impulses and angles stay.
    pub(crate) fn set_joint_ends(&mut self, slot: u32, bodies: [u32; 2]) {
        if self.joints.records[slot as usize].bodies == bodies {
            return;
        }
        self.remove_joint_from_graph(slot);
        self.unlink_joint(slot);
        self.joints.records[slot as usize].bodies = bodies;
        self.joints.rows[slot as usize].bodies = bodies;
        self.link_joint(slot);
        self.refresh_joint_color(slot);
    }

    fn unlink_joint(&mut self, slot: u32) {
        for (edge, body) in (slot * 2..).zip(self.joints.records[slot as usize].bodies) {
            let body = &mut self.bodies.records[body as usize];
            unlink(&mut self.joints.records, &mut body.head_joint, edge);
            body.joint_count -= 1;
        }
        if self.is_rigid(slot) {
            self.follow_crowd(slot);
        }
    }
}
