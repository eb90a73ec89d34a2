//! Passing through openings: a body whose centre is behind an opening moves to the other one.
//!
//! A body that has an image there exchanges its place with it: poses, velocities, AABBs and contacts. So the
//! contacts of both sides stay, with their impulses, and no touch ends.

use cairn2d_math::{Pose, Vec2};

use crate::kernels::solver::FinalizeLists;
use crate::state::State;
use crate::store::edge_list::{link, unlink};
use crate::tables::check::MAX_COORDINATE;
use crate::tables::contact::FIXED;
use crate::tables::event::TeleportEvent;
use crate::tables::portal::ImageRow;
use crate::tables::shape::Proxy;

use super::images::BEHIND;
use super::passage::{Passage, Velocity};

/// Most openings that a body passes in one step. A faster one waits before the next opening.
const MOST_PASSES: usize = 8;

/// Difference of the poses of a body and its image from which AABBs are not exchanged as they are.
const EXCHANGED: f32 = 1.0e-5;

/// Working memory of the portals.
#[derive(Debug, Default)]
pub(crate) struct PortalScratch {
    /// Owners with images, each with its centre of mass at the start of the step.
    starts: Vec<(u32, Vec2)>,
    /// Positions of the openings at the start of the step, two for each slot.
    openings: Vec<Pose>,
}

/// An opening on the path of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    portal: u32,
    side: u32,
    /// Share of the path before the opening \[-\].
    pub(crate) time: f32,
}

/// Returns whether a pose is in the usable world.
pub(super) fn is_in_range(pose: Pose) -> bool {
    [pose.p.x, pose.p.y].into_iter().all(|x| x.abs() < MAX_COORDINATE)
}

impl State {
    /// Stores what the passes of this step are compared with.
    pub(crate) fn note_portal_starts(&self, scratch: &mut PortalScratch) {
        scratch.starts.clear();
        scratch.openings.clear();
        if self.portals.is_empty() {
            return;
        }
        for portal in 0..self.portals.pool.slot_count() as u32 {
            scratch.openings.extend([0, 1].map(|side| self.opening(portal, side)));
        }
        for row in self.images.rows.iter().filter(|row| row.parent == row.owner) {
            scratch.starts.push((row.owner, self.bodies.poses[row.owner as usize].center));
        }
        scratch.starts.sort_unstable_by_key(|&(body, _)| body);
        scratch.starts.dedup_by_key(|&mut (body, _)| body);
    }

    /// Moves bodies whose centre passed an opening in this step. `stops` returns whether something stops a
    /// body on a path before the opening.
    pub(crate) fn pass_portals(
        &mut self,
        scratch: &mut PortalScratch,
        lists: &mut [FinalizeLists],
        mut stops: impl FnMut(&State, u32, [Pose; 2]) -> bool,
    ) {
        if !self.has_portals() {
            return;
        }
        for list in &mut *lists {
            list.moved.retain(|&body| !self.is_image(body));
        }
        for index in 0..scratch.starts.len() {
            let (body, from) = scratch.starts[index];
            self.pass(body, from, &scratch.openings, lists, &mut stops);
        }
        // The path of an image whose owner has passed is that of another place.
        for list in &mut *lists {
            list.fast.retain(|fast| !self.passing.images.contains(&fast.body));
        }
        self.place_images();
    }

    fn pass(
        &mut self,
        body: u32,
        from: Vec2,
        openings: &[Pose],
        lists: &mut [FinalizeLists],
        stops: &mut impl FnMut(&State, u32, [Pose; 2]) -> bool,
    ) {
        let start_pose = self.bodies.poses[body as usize].pose;
        let fast = |lists: &[FinalizeLists]| {
            lists.iter().flat_map(|list| &list.fast).find(|fast| fast.body == body).map(|fast| fast.start)
        };
        // Centre and rotation at the start of the part of the path that is left.
        let is_fast = fast(lists);
        let mut start = Pose { p: from, q: is_fast.map_or(start_pose.q, |start| start.q) };
        let (mut openings, mut former) = (Some(openings), None);
        for pass in 0..=MOST_PASSES {
            let place = self.bodies.poses[body as usize];
            let end = Pose { p: place.center, q: place.pose.q };
            let Some(crossing) = self.crossing_of([start.p, end.p], openings, former) else { break };
            let Crossing { portal, side, time } = crossing;
            let at = Pose { p: start.p.lerp(end.p, time), q: start.q.nlerp(end.q, time) };
            if is_fast.is_some() && stops(self, body, [start, at]) {
                break;
            }
            // Its joints need an image to stay with.
            let is_held = self.all_joints_of(body).next().is_some();
            if is_held && !self.may_pass(body) {
                break;
            }
            if pass == MOST_PASSES || (is_held && self.image_through(body, (portal, side)).is_none()) {
                // It waits before the opening for the next step.
                let q = place.pose.q;
                self.bodies.poses[body as usize].place(at.p - q.rotate(place.local_center), q);
                self.refresh_boxes(body);
                break;
            }
            let way = self.passage(portal, side);
            if !is_in_range(way.pose(place.pose)) {
                break;
            }
            self.move_through(body, portal, side);
            start = Pose { p: way.point(at.p), q: way.rotation(at.q) };
            (openings, former) = (None, Some((portal, 1 - side)));
            for fast in lists.iter_mut().flat_map(|list| &mut list.fast).filter(|fast| fast.body == body) {
                fast.start = start;
            }
        }
    }

    /// Returns the first opening on a path of a centre of mass. `before` has the poses of the openings at the
    /// start of the path if they differ.
    fn crossing_of(
        &self,
        path: [Vec2; 2],
        before: Option<&[Pose]>,
        except: Option<(u32, u32)>,
    ) -> Option<Crossing> {
        let mut first: Option<Crossing> = None;
        for portal in 0..self.portals.pool.slot_count() as u32 {
            if !self.portals.pool.is_alive(portal) {
                continue;
            }
            let half = 0.5 * self.portals.rows[portal as usize].width;
            for side in 0..2 {
                let now = self.opening(portal, side);
                let then = before.and_then(|before| before.get(2 * portal as usize + side as usize));
                let a = then.unwrap_or(&now).inv_transform_point(path[0]);
                let b = now.inv_transform_point(path[1]);
                if except == Some((portal, side)) || a.y < -2.0 * BEHIND || b.y >= -BEHIND {
                    continue;
                }
                let share = if a.y > 0.0 { a.y / (a.y - b.y) } else { 0.0 };
                let x = a.x + share * (b.x - a.x);
                if x.abs() <= half && first.is_none_or(|first| share < first.time) {
                    first = Some(Crossing { portal, side, time: share });
                }
            }
        }
        first
    }

    /// Moves a body to the other side of an opening, with its velocity.
    fn move_through(&mut self, body: u32, portal: u32, side: u32) {
        let way = self.passage(portal, side);
        let place = self.bodies.poses[body as usize];
        let former = self.velocity_of(body);
        let pose = way.pose(place.pose);
        let behind = way.point(place.center);
        let velocity = self.velocity_through((portal, side), former, [place.center, behind]);
        let image = self.image_through(body, (portal, side));
        self.bodies.poses[body as usize].place(pose.p, pose.q);
        self.set_velocity(body, velocity);
        match image {
            Some(image) => {
                let known = self.bodies.poses[image as usize].pose;
                self.bodies.poses[image as usize].place(place.pose.p, place.pose.q);
                self.set_velocity(image, former);
                self.exchange_places(body, image);
                if known.p.distance(pose.p) + known.q.x_axis().distance(pose.q.x_axis()) > EXCHANGED {
                    // Behind an opening that turns fast, the image was not exactly there.
                    self.refresh_boxes(body);
                }
                self.passing.images.push(image);
            }
            None => {
                // Lists of this step may still name its images, which are gone now.
                let images = self.images_of(body);
                self.passing.images.extend(images);
                self.drop_images(|_, row| row.owner != body);
                self.refresh_boxes(body);
            }
        }
        for shape in 0..self.sensors.entries.len() {
            let sensor = self.sensors.entries[shape].shape;
            if self.shapes.records[sensor as usize].body == body {
                let start = &mut self.sensors.entries[shape].start;
                *start = Pose { p: way.point(start.p), q: way.rotation(start.q) };
            }
        }
        let user_data = self.bodies.motions[body as usize].user_data();
        let (id, portals) = (self.bodies.id(body), self.portals.id(portal));
        let event = TeleportEvent { body: id, user_data, portals, from: place.pose, to: pose };
        self.events.teleports.push(event);
        self.passing.planes.push((body, portal, 1 - side));
    }

    /// Returns the image of a body with its shapes behind an opening.
    fn image_through(&self, body: u32, opening: (u32, u32)) -> Option<u32> {
        let mut rows = self.images.rows.iter();
        let row = rows.find(|row| row.parent == body && (row.portal, row.side) == opening);
        row.map(|row| row.image).filter(|&image| !self.is_shapeless(image))
    }

    /// Moves the joints of a body that passed an opening to the image at its former place, and back.
    fn exchange_joints(&mut self, body: u32, image: u32) {
        let mut joints: Vec<u32> = Vec::new();
        for end in [body, image] {
            let edges = self.bodies.records[end as usize].joint_edges();
            joints.extend(edges.iter(&self.joints.records).map(|(joint, _)| joint));
        }
        joints.sort_unstable();
        joints.dedup();
        for joint in joints {
            let ends = self.joints.records[joint as usize].bodies.map(|end| match end {
                end if end == body => image,
                end if end == image => body,
                end => end,
            });
            let ends = self.nearest_ends(ends);
            self.set_joint_ends(joint, ends);
        }
    }

    /// Returns the ends of a joint without the openings that both ends are behind.
    fn nearest_ends(&self, ends: [u32; 2]) -> [u32; 2] {
        let [mut a, mut b] = ends.map(|end| self.path_to(end));
        while a.last().is_some() && a.last() == b.last() {
            a.pop();
            b.pop();
        }
        let owners = ends.map(|end| self.owner_of(end));
        match [(owners[0], a), (owners[1], b)].map(|(owner, path)| self.image_at(owner, &path)) {
            [Some(a), Some(b)] => [a, b],
            _ => ends,
        }
    }

    /// Returns the openings from the owner to a body that stands for it.
    fn path_to(&self, body: u32) -> Vec<(u32, u32)> {
        let (mut path, mut at) = (Vec::new(), body);
        while let Some(row) = self.images.rows.iter().find(|row| row.image == at) {
            path.insert(0, (row.portal, row.side));
            at = row.parent;
            if path.len() > self.images.rows.len() {
                break;
            }
        }
        path
    }

    /// Returns the body that stands for an owner behind some openings.
    fn image_at(&self, owner: u32, path: &[(u32, u32)]) -> Option<u32> {
        path.iter().try_fold(owner, |at, opening| {
            let row =
                self.images.rows.iter().find(|row| row.parent == at && (row.portal, row.side) == *opening);
            row.map(|row| row.image)
        })
    }

    /// Sets the velocity of a body, at most to the speed limit.
    pub(super) fn set_velocity(&mut self, body: u32, velocity: Velocity) {
        let state = &mut self.bodies.states[body as usize];
        (state.velocity, state.angular_velocity) = (velocity.linear, velocity.angular);
        self.limit_velocity(body);
    }

    /// Exchanges AABBs and contacts of a body and its image, whose poses were exchanged before.
    fn exchange_places(&mut self, body: u32, image: u32) {
        let pairs: Vec<[u32; 2]> =
            self.solid_shapes_of(body).zip(self.solid_shapes_of(image)).map(|(a, b)| [a, b]).collect();
        for &[a, b] in &pairs {
            self.exchange_boxes(a, b);
        }
        let margins = [body, image].map(|body| self.bodies.motions[body as usize].margin_left);
        self.bodies.motions[body as usize].margin_left = margins[1];
        self.bodies.motions[image as usize].margin_left = margins[0];
        self.exchange_contacts(body, image, &pairs);
        let has_rest = self.shapes_of(body).count() > pairs.len();
        if has_rest {
            // Sensors have no image.
            self.refresh_boxes(body);
        }
        for row in &mut self.images.rows {
            for end in [&mut row.parent, &mut row.image] {
                *end = if *end == body {
                    image
                } else if *end == image {
                    body
                } else {
                    *end
                };
            }
        }
        self.link_images();
        self.exchange_joints(body, image);
    }

    fn exchange_boxes(&mut self, a: u32, b: u32) {
        let boxes = [a, b].map(|shape| self.shapes.boxes[shape as usize]);
        self.shapes.boxes[a as usize] = boxes[1];
        self.shapes.boxes[b as usize] = boxes[0];
        let proxies = [a, b].map(|shape| self.shapes.records[shape as usize].proxy);
        if let [Proxy::Moving(item_a), Proxy::Moving(item_b)] = proxies {
            self.broad_phase.moving.shapes.swap(item_a as usize, item_b as usize);
            self.shapes.records[a as usize].proxy = proxies[1];
            self.shapes.records[b as usize].proxy = proxies[0];
        }
    }

    fn exchange_contacts(&mut self, body: u32, image: u32, pairs: &[[u32; 2]]) {
        let lists = [body, image].map(|body| {
            let edges = self.bodies.records[body as usize].contact_edges();
            edges.iter(&self.contacts.records).collect::<Vec<(u32, usize)>>()
        });
        let all = || lists.iter().flatten();
        all().for_each(|&(contact, _)| self.remove_contact_from_graph(contact));
        for (list, from, to) in [(&lists[0], body, image), (&lists[1], image, body)] {
            for &(contact, side) in list {
                let edge = 2 * contact + side as u32;
                let head = &mut self.bodies.records[from as usize].head_contact;
                unlink(&mut self.contacts.records, head, edge);
                let record = &mut self.contacts.records[contact as usize];
                record.bodies[side] = to;
                let shape = record.shapes[side];
                let pair = pairs.iter().find(|pair| pair.contains(&shape));
                let twin = pair.map_or(shape, |pair| if pair[0] == shape { pair[1] } else { pair[0] });
                record.shapes[side] = twin;
                let row = &mut self.contacts.pairs[contact as usize];
                row[side] = twin;
                row[2 + side] = to | row[2 + side] & FIXED;
            }
        }
        for (list, to) in [(&lists[0], image), (&lists[1], body)] {
            for &(contact, side) in list.iter().rev() {
                let head = &mut self.bodies.records[to as usize].head_contact;
                link(&mut self.contacts.records, head, 2 * contact + side as u32);
            }
            self.bodies.records[to as usize].contact_count = list.len() as u32;
        }
        let grounds = [body, image].map(|body| self.bodies.records[body as usize].ground_count);
        self.bodies.records[body as usize].ground_count = grounds[1];
        self.bodies.records[image as usize].ground_count = grounds[0];
        [body, image].into_iter().for_each(|body| self.list_at_internal_edge(body));
        for &(contact, _) in all() {
            if self.contacts.records[contact as usize].touching {
                self.add_contact_to_graph(contact);
            }
        }
    }

    /// Whether one of the bodies of a contact is an image.
    pub(crate) fn is_through(&self, contact: u32) -> bool {
        !self.images.is_empty()
            && self.contacts.records[contact as usize].bodies.iter().any(|&body| self.is_image(body))
    }

    /// Returns the openings that a body is in: the pair and the side of this opening.
    pub(super) fn planes_of(&self, body: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let passing = self.passing.planes.iter().filter(move |entry| entry.0 == body);
        let passing = passing.map(|&(_, portal, side)| (portal, side));
        // An image that only a joint holds is far from its opening.
        let at_opening = |row: &&ImageRow| !self.is_shapeless(row.image) && !self.is_shapeless(row.parent);
        let rows = self.images.rows.iter().filter(at_opening).filter_map(move |row: &ImageRow| {
            if row.parent == body {
                Some((row.portal, row.side))
            } else {
                (row.image == body).then_some((row.portal, 1 - row.side))
            }
        });
        rows.chain(passing)
    }

    /// Gives the owner of an image the pose and the change of velocity of the image.
    pub(crate) fn follow_image(&mut self, image: u32, before: (Vec2, f32)) {
        let owner = self.owner_of(image);
        let way: Passage = self.way_to(image).0.inverse();
        let pose = way.pose(self.bodies.poses[image as usize].pose);
        let after = self.velocity_of(image);
        self.bodies.poses[owner as usize].place(pose.p, pose.q);
        let state = &mut self.bodies.states[owner as usize];
        state.velocity += way.vector(after.linear - before.0);
        state.angular_velocity += after.angular - before.1;
        self.limit_velocity(owner);
        self.refresh_boxes(owner);
    }
}
