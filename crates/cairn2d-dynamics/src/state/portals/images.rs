//! Images: made where a body reaches an opening, placed in every step, removed when it has left.

use cairn2d_math::{Aabb, Pose, Vec2};
use core::ops::ControlFlow;

use cairn2d_geometry::LINEAR_SLOP;

use crate::kernels::solver::ImageLink;
use crate::state::State;
use crate::store::slot::NONE;
use crate::tables::body::{Body, BodyKind, flag};
use crate::tables::portal::ImageRow;
use crate::tables::shape::ShapeDef;
use crate::tables::solver_set::FIRST_SLEEPING_SET;

use super::crossing::is_in_range;
use super::passage::{Passage, Velocity};

/// Distance from an opening at which a body gets an image, beside its motion \[m\].
const REACH: f32 = 4.0 * LINEAR_SLOP;

/// Additional distance up to which it keeps the image \[m\].
const KEPT_REACH: f32 = 0.05;

/// Distance behind an opening from which a centre of mass has passed it \[m\].
pub(super) const BEHIND: f32 = 1.0e-5;

/// Most openings between a body and an image of it.
const MOST_DEPTH: u32 = 2;

/// Motion in a step above which a body is compared with every opening \[m\].
const FAR: f32 = 0.5;

/// Largest distance of two ways to one place \[m\].
const SAME: f32 = 1.0e-3;

/// Flags of a body that callers set.
const CALLER_FLAGS: u32 = flag::DYNAMIC | flag::LOCK_X | flag::LOCK_Y | flag::CAN_SLEEP;

/// Most images of one body.
const MOST_IMAGES: usize = 8;

impl State {
    /// Updates all images at the start of a step: removes those of bodies that left, places the others, and
    /// makes new ones.
    pub(crate) fn update_images(&mut self, statics: &mut Vec<u32>, dt: f32) {
        if !self.has_portals() {
            return;
        }
        self.drop_images(|state, row| state.still_needs(row, dt));
        self.shape_joined_images(dt);
        self.place_images();
        self.wake_at_moving_portals(dt);
        self.find_images(statics, dt);
    }

    /// Removes the rows that a predicate rejects, and images that no row leads to.
    pub(crate) fn drop_images(&mut self, keep: impl Fn(&State, &ImageRow) -> bool) {
        let rows = &self.images.rows;
        let kept: Vec<ImageRow> = rows.iter().copied().filter(|row| keep(self, row)).collect();
        if kept.len() == rows.len() {
            return;
        }
        let mut gone: Vec<u32> = rows.iter().map(|row| row.image).collect();
        let kept = linked(kept);
        gone.retain(|&image| kept.iter().all(|row| row.image != image));
        gone.sort_unstable();
        gone.dedup();
        // The contacts of an image are counted for its owner, so the rows stay until they are gone.
        for image in gone {
            self.destroy_image(image);
        }
        self.images.rows = kept;
    }

    /// Orders the rows of the images again after bodies were exchanged in them.
    pub(super) fn link_images(&mut self) {
        let rows = core::mem::take(&mut self.images.rows);
        self.images.rows = linked(rows);
    }

    fn destroy_image(&mut self, image: u32) {
        self.wake_touching(image);
        // Joints that went through the opening.
        while self.bodies.records[image as usize].head_joint != NONE {
            let joint = self.bodies.records[image as usize].head_joint / 2;
            let event = self.joint_event(joint);
            self.events.breaks.push(event);
            self.release_joint(joint);
        }
        self.strip_image(image);
        self.remove_bare_body(image);
    }

    fn strip_image(&mut self, image: u32) {
        while self.bodies.records[image as usize].head_shape != NONE {
            self.destroy_shape(self.bodies.records[image as usize].head_shape);
        }
    }

    /// Removes the shapes of the images of a body whose list of shapes is about to change, because shapes of
    /// an image correspond to those of its owner by their places. The next step makes them anew.
    pub(crate) fn strip_images_of(&mut self, owner: u32) {
        if self.images.is_empty() {
            return;
        }
        for image in self.images_of(owner) {
            if !self.is_shapeless(image) {
                self.wake_touching(image);
                self.strip_image(image);
                self.update_mass(image);
            }
        }
    }

    /// Returns whether a body may pass openings: it is dynamic, enabled, and all of its joints may.
    pub(super) fn may_pass(&self, body: u32) -> bool {
        let record = &self.bodies.records[body as usize];
        record.kind == BodyKind::Dynamic
            && record.set >= crate::tables::solver_set::AWAKE_SET
            && self.solid_shapes_of(body).next().is_some()
            && self.all_joints_of(body).all(|joint| self.joints.records[joint as usize].kind.passes_portals())
    }

    /// Returns the joints of a body and of its images.
    pub(super) fn all_joints_of(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        let images = self.images.rows.iter().filter(move |row| row.owner == body).map(|row| row.image);
        core::iter::once(body).chain(images).flat_map(|body| {
            let edges = self.bodies.records[body as usize].joint_edges();
            edges.iter(&self.joints.records).map(|(joint, _)| joint)
        })
    }

    /// Returns whether a joint holds an image, or an image of it.
    fn holds_joint(&self, image: u32) -> bool {
        let children = || self.images.rows.iter().filter(|row| row.parent == image);
        self.bodies.records[image as usize].joint_count > 0
            || children().any(|row| self.holds_joint(row.image))
    }

    /// Returns whether a body is an image that exists only for a joint: its owner is not at the opening.
    pub(crate) fn is_shapeless(&self, image: u32) -> bool {
        self.bodies.records[image as usize].head_shape == NONE
    }

    /// Gives images with joints the shapes of owners that came to the opening, and takes those of the others.
    fn shape_joined_images(&mut self, dt: f32) {
        for index in 0..self.images.rows.len() {
            let ImageRow { image, owner, .. } = self.images.rows[index];
            let is_first = self.images.rows[..index].iter().all(|row| row.image != image);
            if !is_first || !self.is_awake(owner) || !self.holds_joint(image) {
                continue;
            }
            let is_bare = self.is_shapeless(image);
            let more = if is_bare { 0.0 } else { KEPT_REACH };
            let is_at = self.may_pass(owner)
                && self.images.rows.iter().filter(|row| row.image == image).any(|row| {
                    (row.parent == owner || !self.is_shapeless(row.parent))
                        && self.is_near(owner, row.parent, (row.portal, row.side), dt, more)
                });
            let has_shapes = !is_bare && self.has_shapes_of(image, owner);
            if !is_bare && (!is_at || !has_shapes) {
                self.strip_image(image);
                self.update_mass(image);
            }
            if is_at && (is_bare || !has_shapes) {
                let pose = self.way_to(image).0.pose(self.bodies.poses[owner as usize].pose);
                if is_in_range(pose) {
                    self.bodies.poses[image as usize].place(pose.p, pose.q);
                    for shape in self.image_shapes(owner) {
                        self.insert_shape(image, &shape);
                    }
                    self.update_mass(image);
                }
            }
        }
    }

    /// Returns whether a row still stands for a body in an opening.
    fn still_needs(&self, row: &ImageRow, dt: f32) -> bool {
        let set = self.bodies.records[row.owner as usize].set;
        if self.holds_joint(row.image) {
            return self.bodies.records[row.owner as usize].kind == BodyKind::Dynamic
                && self.is_like(row.image, row.owner);
        }
        self.may_pass(row.owner)
            && !self.is_shapeless(row.image)
            && self.is_copy(row.image, row.owner)
            && self.bodies.records[row.image as usize].set == set
            && (set >= FIRST_SLEEPING_SET
                || self.is_near(row.owner, row.parent, (row.portal, row.side), dt, KEPT_REACH))
    }

    /// Returns whether an image has the mass and the shapes of its owner.
    fn is_copy(&self, image: u32, owner: u32) -> bool {
        self.has_shapes_of(image, owner) && self.is_like(image, owner)
    }

    /// Returns whether an image has the shapes of its owner.
    fn has_shapes_of(&self, image: u32, owner: u32) -> bool {
        let mut shapes = self.solid_shapes_of(image);
        let same = self.solid_shapes_of(owner).all(|shape| {
            let Some(twin) = shapes.next() else { return false };
            let [a, b] = [twin, shape].map(|shape| &self.shapes.records[shape as usize]);
            a.geometry == b.geometry
                && a.material == b.material
                && a.filter == b.filter
                && a.one_way == b.one_way
                && (a.hooked, a.report_hits_above.to_bits()) == (b.hooked, b.report_hits_above.to_bits())
        });
        same && shapes.next().is_none()
    }

    /// Returns whether an image has the mass and the properties of its owner.
    fn is_like(&self, image: u32, owner: u32) -> bool {
        let [a, b] = [image, owner].map(|body| &self.bodies.records[body as usize]);
        let motions = [image, owner].map(|body| &self.bodies.motions[body as usize]);
        (a.mass, a.locks, a.dominance) == (b.mass, b.locks, b.dominance)
            && motions[0].sleep_threshold.to_bits() == motions[1].sleep_threshold.to_bits()
            && (motions[0].flags ^ motions[1].flags) & CALLER_FLAGS == 0
    }

    /// Returns whether a body before an opening reaches it within a step of `dt` \[s\]. It has the shapes of
    /// its owner.
    fn is_near(&self, owner: u32, body: u32, (portal, side): (u32, u32), dt: f32, more: f32) -> bool {
        let opening = self.opening(portal, side);
        let half = 0.5 * self.portals.rows[portal as usize].width;
        let place = &self.bodies.poses[body as usize];
        if opening.inv_transform_point(place.center).y < -BEHIND {
            return false;
        }
        let state = &self.bodies.states[body as usize];
        let ground = &self.bodies.states[self.portals.rows[portal as usize].bodies[side as usize] as usize];
        let motion = &self.bodies.motions[body as usize];
        let speed = (state.velocity - ground.velocity).length();
        let spin = motion.extent * (state.angular_velocity - ground.angular_velocity).abs();
        let reach = REACH + more + 2.0 * dt * (speed + spin);
        let rel = opening.inv_mul(place.pose);
        self.solid_shapes_of(owner).any(|shape| {
            let Aabb { min, max } = self.shapes.records[shape as usize].geometry.aabb(rel);
            min.y <= reach && max.y >= -reach && max.x >= -half - reach && min.x <= half + reach
        })
    }

    /// Returns the map from an owner to a body that stands for it, and the number of openings between them.
    pub(super) fn way_to(&self, body: u32) -> (Passage, u32) {
        let (mut way, mut depth, mut at) = (Passage::IDENTITY, 0, body);
        while let Some(row) = self.images.rows.iter().find(|row| row.image == at) {
            way = way.after(self.passage(row.portal, row.side));
            (depth, at) = (depth + 1, row.parent);
            if depth as usize > self.images.rows.len() {
                break;
            }
        }
        (way, depth)
    }

    /// Returns the velocity of an image.
    pub(super) fn image_velocity(&self, image: u32) -> Velocity {
        let Some(row) = self.images.rows.iter().find(|row| row.image == image) else {
            return self.velocity_of(image);
        };
        let parent = if self.is_image(row.parent) {
            self.image_velocity(row.parent)
        } else {
            self.velocity_of(row.parent)
        };
        let centers = [row.parent, image].map(|body| self.bodies.poses[body as usize].center);
        self.velocity_through((row.portal, row.side), parent, centers)
    }

    pub(super) fn velocity_of(&self, body: u32) -> Velocity {
        let state = &self.bodies.states[body as usize];
        Velocity { linear: state.velocity, angular: state.angular_velocity }
    }

    /// Places the images of awake bodies where their owners are, with their velocities.
    pub(crate) fn place_images(&mut self) {
        for index in 0..self.images.rows.len() {
            let ImageRow { image, owner, .. } = self.images.rows[index];
            let is_first = self.images.rows[..index].iter().all(|row| row.image != image);
            if !is_first || !self.is_awake(image) {
                continue;
            }
            let pose = self.way_to(image).0.pose(self.bodies.poses[owner as usize].pose);
            if !is_in_range(pose) {
                continue;
            }
            let former = self.bodies.poses[image as usize];
            self.bodies.poses[image as usize].place(pose.p, pose.q);
            let velocity = self.image_velocity(image);
            let sleep_time = self.bodies.motions[owner as usize].sleep_time;
            self.set_velocity(image, velocity);
            let turn = former.pose.q.inv_mul(pose.q);
            let motion = &mut self.bodies.motions[image as usize];
            let center = pose.transform_point(former.local_center);
            // The chord of a rotation is at most the arc.
            let arc = motion.spin_extent * 1.6 * if turn.c > 0.0 { turn.s.abs() } else { 2.0 };
            motion.margin_left -= former.center.distance(center) + arc;
            motion.sleep_time = sleep_time;
            if motion.margin_left < 0.0 {
                self.renew_boxes(image);
            }
        }
    }

    /// Lists the images for the solver, and gives them the states of their owners.
    pub(crate) fn link_solver_images(&mut self, links: &mut Vec<ImageLink>) {
        links.clear();
        if self.images.is_empty() {
            return;
        }
        for index in 0..self.images.rows.len() {
            let ImageRow { image, owner, .. } = self.images.rows[index];
            let is_first = self.images.rows[..index].iter().all(|row| row.image != image);
            if !is_first || !self.is_awake(image) {
                continue;
            }
            // The velocity behind moving openings of an owner at rest.
            let turn = self.way_to(image).0.turn();
            let seen = self.image_velocity(image);
            let own = self.velocity_of(owner);
            let is_still = !self.moves_with_openings(image);
            let link = ImageLink {
                image,
                owner,
                turn,
                velocity: if is_still { Vec2::ZERO } else { seen.linear - turn.rotate(own.linear) },
                angular_velocity: if is_still { 0.0 } else { seen.angular - own.angular },
            };
            links.push(link);
            self.bodies.states[image as usize] = link.seen(&self.bodies.states[owner as usize], 0.0);
        }
        links.sort_unstable_by_key(|link| link.image);
    }

    /// Returns whether an opening between an owner and its image moves.
    fn moves_with_openings(&self, image: u32) -> bool {
        let mut at = image;
        while let Some(row) = self.images.rows.iter().find(|row| row.image == at) {
            let moves = self.portals.rows[row.portal as usize].bodies.iter().any(|&body| {
                let state = &self.bodies.states[body as usize];
                state.velocity != Vec2::ZERO || state.angular_velocity != 0.0
            });
            if moves {
                return true;
            }
            at = row.parent;
        }
        false
    }

    /// Gives the images the states of their owners after a step of `dt` \[s\].
    pub(crate) fn show_images(&mut self, links: &[ImageLink], dt: f32) {
        if self.images.is_empty() {
            return;
        }
        for link in links {
            self.bodies.states[link.image as usize] = link.seen(&self.bodies.states[link.owner as usize], dt);
        }
    }

    /// Wakes sleeping bodies at openings that move.
    fn wake_at_moving_portals(&mut self, dt: f32) {
        for portal in 0..self.portals.pool.slot_count() as u32 {
            if !self.portals.pool.is_alive(portal) {
                continue;
            }
            let moves = self.portals.rows[portal as usize].bodies.iter().any(|&body| {
                let state = &self.bodies.states[body as usize];
                self.is_awake(body) && (state.velocity != Vec2::ZERO || state.angular_velocity != 0.0)
            });
            if moves && dt > 0.0 && self.sets.sleeping_count() > 0 {
                self.wake_at_portal(portal);
            }
        }
    }

    /// Wakes the sleeping bodies at both openings of a pair.
    pub(crate) fn wake_at_portal(&mut self, portal: u32) {
        let mut bodies = Vec::new();
        for side in 0..2 {
            let aabb = self.opening_box(portal, side).expand(REACH + KEPT_REACH);
            let _ = self.broad_phase.sleeping.query(aabb, u64::MAX, |shape| {
                bodies.push(self.shapes.records[shape as usize].body);
                ControlFlow::Continue(())
            });
        }
        bodies.extend(self.images.rows.iter().filter(|row| row.portal == portal).map(|row| row.owner));
        bodies.sort_unstable();
        bodies.dedup();
        for body in bodies {
            self.wake_if_asleep(body);
        }
    }

    /// Returns the AABB of an opening.
    fn opening_box(&self, portal: u32, side: u32) -> Aabb {
        let opening = self.opening(portal, side);
        let half = 0.5 * self.portals.rows[portal as usize].width;
        let ends = [-half, half].map(|x| opening.transform_point(Vec2::new(x, 0.0)));
        Aabb::from_points(&ends)
    }

    /// Makes images of the bodies that reach an opening.
    fn find_images(&mut self, statics: &mut Vec<u32>, dt: f32) {
        let mut fast: Vec<u32> = Vec::new();
        let far = FAR * FAR;
        fast.extend(self.sets.awake().iter().copied().filter(|&body| {
            let state = &self.bodies.states[body as usize];
            state.velocity.length_squared() * dt * dt > far && state.inv_mass > 0.0
        }));
        let mut found: Vec<u32> = Vec::new();
        for portal in 0..self.portals.pool.slot_count() as u32 {
            if !self.portals.pool.is_alive(portal) {
                continue;
            }
            for side in 0..2 {
                let aabb = self.opening_box(portal, side).expand(2.0 * FAR + REACH);
                found.clear();
                self.broad_phase.moving.query(self.config.lanes, aabb, |shape| {
                    found.push(self.shapes.records[shape as usize].body);
                    ControlFlow::Continue(())
                });
                found.extend_from_slice(&fast);
                // The order of the tree depends on more than the bodies.
                found.sort_unstable();
                found.dedup();
                for &body in &found {
                    self.try_image((body, portal, side), statics, dt);
                }
            }
        }
    }

    /// Makes an image of a body that reaches an opening, if it needs one, and images of that image.
    fn try_image(&mut self, (parent, portal, side): (u32, u32, u32), statics: &mut Vec<u32>, dt: f32) {
        let owner = self.owner_of(parent);
        if !self.is_awake(owner) || !self.may_pass(owner) || self.has_plane(parent, (portal, side)) {
            return;
        }
        let (way, depth) = self.way_to(parent);
        if depth >= MOST_DEPTH || !self.is_near(owner, parent, (portal, side), dt, 0.0) {
            return;
        }
        let way = self.passage(portal, side).after(way);
        let pose = way.pose(self.bodies.poses[owner as usize].pose);
        let row = |image: u32| ImageRow { parent, image, owner, portal, side };
        if let Some(known) = self.body_at(owner, pose) {
            if known != owner && known != parent {
                self.images.rows.push(row(known));
            }
            return;
        }
        let count = self.images.rows.iter().filter(|row| row.owner == owner).count();
        if count >= MOST_IMAGES || !is_in_range(pose) {
            return;
        }
        let image = self.make_image(owner, pose, statics);
        self.images.rows.push(row(image));
        let velocity = self.image_velocity(image);
        self.set_velocity(image, velocity);
        for portal in 0..self.portals.pool.slot_count() as u32 {
            if self.portals.pool.is_alive(portal) {
                (0..2).for_each(|side| self.try_image((image, portal, side), statics, dt));
            }
        }
    }

    /// Returns whether a body is in an opening, from either side.
    fn has_plane(&self, body: u32, opening: (u32, u32)) -> bool {
        self.images.rows.iter().any(|row| {
            (row.parent == body && (row.portal, row.side) == opening)
                || (row.image == body && (row.portal, 1 - row.side) == opening)
        })
    }

    /// Returns the owner or the image of it that is at a pose.
    fn body_at(&self, owner: u32, pose: Pose) -> Option<u32> {
        let images = self.images.rows.iter().filter(|row| row.owner == owner).map(|row| row.image);
        core::iter::once(owner).chain(images).find(|&body| {
            let known = self.bodies.poses[body as usize].pose;
            known.p.distance(pose.p) < SAME && known.q.x_axis().distance(pose.q.x_axis()) < SAME
        })
    }

    /// Returns the definitions of the shapes of an image.
    fn image_shapes(&self, owner: u32) -> Vec<ShapeDef> {
        let records = self.shapes_in_order(owner).map(|shape| &self.shapes.records[shape as usize]);
        let solid = records.filter(|record| !record.is_sensor);
        // A sensor sees a body where its centre is, so that no overlap counts twice.
        solid.map(|record| ShapeDef { sensor_events: Some(false), ..record.def() }).collect()
    }

    /// Adds an image of a body at a pose, without a row.
    fn make_image(&mut self, owner: u32, pose: Pose, statics: &mut Vec<u32>) -> u32 {
        let (record, motion) = (&self.bodies.records[owner as usize], &self.bodies.motions[owner as usize]);
        let mut def = Body::dynamic().at(pose.p);
        def.can_sleep = motion.flags & flag::CAN_SLEEP != 0;
        def.rotation = pose.q;
        def.gravity_scale = 0.0;
        def.sleep_threshold = motion.sleep_threshold;
        def.sweep_threshold = record.sweep_threshold;
        def.dominance = record.dominance;
        def.locks = record.locks;
        def.mass = Some(record.mass);
        def.user_data = motion.user_data();
        def.shapes = self.image_shapes(owner);
        let image = self.spawn_valid(&def, statics).raw().slot();
        self.bodies.motions[image as usize].flags |= flag::IMAGE;
        image
    }
}

/// Orders rows so that every parent comes before its images, starting with the owners. Leaves out rows that
/// no way leads to. A row that is known from its image only is turned around.
fn linked(mut left: Vec<ImageRow>) -> Vec<ImageRow> {
    let mut rows: Vec<ImageRow> = Vec::with_capacity(left.len());
    let mut reached: Vec<u32> = left.iter().map(|row| row.owner).collect();
    loop {
        let next = left.iter().position(|row| reached.contains(&row.parent) != reached.contains(&row.image));
        let Some(next) = next else { break };
        let row = left.remove(next);
        let row = if reached.contains(&row.parent) { row } else { turned(row) };
        reached.push(row.image);
        rows.push(row);
    }
    // Other ways to places that are known already.
    let others = left.into_iter().filter(|row| reached.contains(&row.parent));
    rows.extend(others.map(|row| if row.image == row.owner { turned(row) } else { row }));
    rows
}

/// Returns the same connection from the other end.
fn turned(row: ImageRow) -> ImageRow {
    ImageRow { parent: row.image, image: row.parent, side: 1 - row.side, ..row }
}
