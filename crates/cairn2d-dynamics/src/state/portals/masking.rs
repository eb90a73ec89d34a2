//! Contacts at openings: ground behind an opening does not hold bodies in it, and two bodies in one opening
//! have one contact, not one on each side.

use cairn2d_geometry::{LINEAR_SLOP, Shape};
use cairn2d_math::{Aabb, Pose, Rot, Vec2};

use crate::state::State;
use crate::store::slot::NONE;
use crate::tables::contact::AnchorPair;

/// Distance of a contact point behind an opening from which its contact moves to the other side \[m\].
const HELD: f32 = 2.0 * LINEAR_SLOP;

/// Distance by which a shape may be wider than an opening and still pass \[m\].
const FIT: f32 = LINEAR_SLOP;

/// The same opening, seen from the bodies of two contacts with equal shapes on its two sides.
#[derive(Clone, Copy, Debug)]
struct Twin {
    contact: u32,
    portal: u32,
    /// Side of the first contact.
    side: u32,
}

/// Part of the plane of an opening that a shape covers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    /// The shape is before the plane.
    Before,
    /// The shape is behind it.
    Behind,
    /// Lowest and highest coordinate along the opening \[m\].
    From(f32, f32),
}

impl State {
    /// Removes contact points that openings make impossible. Contacts that touched until now and lose all
    /// points are added to `hidden`.
    pub(crate) fn mask_openings(&mut self, hidden: &mut Vec<u32>) {
        if self.images.is_empty() {
            return;
        }
        let rows = &self.images.rows;
        let mut bodies: Vec<u32> = rows.iter().flat_map(|row| [row.parent, row.image]).collect();
        bodies.sort_unstable();
        bodies.dedup();
        bodies.retain(|&body| self.is_awake(body));
        let mut contacts = Vec::new();
        for &body in &bodies {
            let edges = self.bodies.records[body as usize].contact_edges();
            for (contact, side) in edges.iter(&self.contacts.records) {
                let other = self.contacts.records[contact as usize].bodies[1 - side];
                // A contact of two bodies in openings is listed for the first one.
                if other > body || bodies.binary_search(&other).is_err() {
                    contacts.push(contact);
                }
            }
        }
        for &contact in &contacts {
            self.mask_contact(contact, hidden);
        }
    }

    fn mask_contact(&mut self, contact: u32, hidden: &mut Vec<u32>) {
        if self.contacts.manifolds[contact as usize].point_count == 0 {
            return;
        }
        let bodies = self.contacts.records[contact as usize].bodies;
        if let Some(twin) = self.twin_of(contact)
            && !self.decide_twins(contact, twin)
        {
            return;
        }
        let manifold = self.contacts.manifolds[contact as usize];
        let mut kept = [false; 2];
        for (point, keep) in kept.iter_mut().enumerate().take(manifold.point_count as usize) {
            *keep = (0..2).all(|side| {
                let shared =
                    |plane: &(u32, u32)| self.planes_of(bodies[1 - side]).any(|other| other == *plane);
                self.planes_of(bodies[side])
                    .filter(|plane| !shared(plane))
                    .all(|plane| self.counts_at(contact, (point, side), plane))
            });
        }
        let count = kept.iter().filter(|&&keep| keep).count() as u32;
        if count == manifold.point_count {
            return;
        }
        if count == 0 {
            self.empty_masked(contact, hidden);
        } else {
            self.keep_one_point(contact, usize::from(kept[1]));
        }
    }

    fn empty_masked(&mut self, contact: u32, hidden: &mut Vec<u32>) {
        self.empty_contact(contact);
        if self.contacts.records[contact as usize].touching {
            hidden.push(contact);
        }
    }

    fn keep_one_point(&mut self, contact: u32, point: usize) {
        let manifold = &mut self.contacts.manifolds[contact as usize];
        let former = *manifold;
        manifold.points = [former.points[point], AnchorPair::default()];
        manifold.bases = [former.bases[point], 0.0];
        manifold.ids = [former.ids[point], 0];
        manifold.point_count = 1;
        let impulse = &mut self.contacts.impulses[contact as usize];
        impulse.points = [impulse.points[point], [0.0; 2]];
        impulse.loads = [impulse.loads[point], 0.0];
    }

    /// Returns whether a contact point acts on a body in an opening. `side` is the side of the body in the
    /// contact.
    fn counts_at(&self, contact: u32, (point, side): (usize, usize), (portal, opening): (u32, u32)) -> bool {
        let record = &self.contacts.records[contact as usize];
        let row = &self.portals.rows[portal as usize];
        if row.has_rim(record.shapes[1 - side]) {
            return true;
        }
        let (middle, separation) = self.contact_point(contact, point);
        let normal = Vec2::from(self.contacts.manifolds[contact as usize].normal);
        // The point on the surface of the other shape.
        let way = if side == 0 { 0.5 * separation } else { -0.5 * separation };
        let pose = self.opening(portal, opening);
        let at = pose.inv_transform_point(middle + normal * way);
        let half = 0.5 * row.width;
        if at.y > LINEAR_SLOP {
            return true;
        }
        if at.x.abs() <= half {
            return false;
        }
        let geometry = &self.shapes.records[record.shapes[side] as usize].geometry;
        match section(geometry, pose.inv_mul(self.bodies.poses[record.bodies[side] as usize].pose)) {
            Section::Before => true,
            Section::Behind => at.y > -LINEAR_SLOP,
            // What is within the opening has no part beside it, except behind the plane.
            Section::From(low, high) => {
                let fits = low >= -half - FIT && high <= half + FIT;
                !fits || at.y > -LINEAR_SLOP
            }
        }
    }

    /// Returns the contact of the same shapes on the other side of an opening that both bodies are in.
    fn twin_of(&self, contact: u32) -> Option<Twin> {
        let record = &self.contacts.records[contact as usize];
        let [a, b] = record.bodies;
        let shared = self.planes_of(a).find(|plane| self.planes_of(b).any(|other| other == *plane));
        let (portal, side) = shared?;
        let [other_a, other_b] = [a, b].map(|body| self.beyond(body, (portal, side)));
        let [shape_a, shape_b] = record.shapes;
        let twins = [self.twin_shape(shape_a, other_a?)?, self.twin_shape(shape_b, other_b?)?];
        let contact = self.find_contact(twins[0], twins[1])?;
        Some(Twin { contact, portal, side })
    }

    /// Returns the body that stands for another one on the other side of an opening.
    fn beyond(&self, body: u32, (portal, side): (u32, u32)) -> Option<u32> {
        self.images.rows.iter().find_map(|row| {
            if row.parent == body && (row.portal, row.side) == (portal, side) {
                Some(row.image)
            } else {
                (row.image == body && (row.portal, 1 - row.side) == (portal, side)).then_some(row.parent)
            }
        })
    }

    /// Keeps one of two contacts of the same bodies on the two sides of an opening: that on the side of its
    /// deepest point. A touching one moves there. Returns whether there is a contact on this side.
    fn decide_twins(&mut self, contact: u32, twin: Twin) -> bool {
        let Twin { contact: other, portal, side } = twin;
        if self.contacts.manifolds[other as usize].point_count == 0 {
            return true;
        }
        let manifold = &self.contacts.manifolds[contact as usize];
        let deepest = usize::from(manifold.point_count == 2 && manifold.bases[1] < manifold.bases[0]);
        let point = self.contact_point(contact, deepest).0;
        let height = self.opening(portal, side).inv_transform_point(point).y;
        let [touches, other_touches] =
            [contact, other].map(|contact| self.contacts.records[contact as usize].touching);
        let stays = match (touches, other_touches) {
            (true, false) => height >= -HELD,
            (false, true) => height > HELD,
            _ if side == 0 => height >= 0.0,
            _ => height > 0.0,
        };
        match (stays, touches, other_touches) {
            (true, false, true) | (false, true, false) => {
                self.exchange_twins([contact, other]);
                let [kept, dropped] = if touches { [contact, other] } else { [other, contact] };
                self.empty_contact(dropped);
                // The touching contact is on the other side now.
                kept == contact && stays
            }
            (true, ..) => {
                self.drop_twin(other);
                true
            }
            (false, ..) => {
                self.drop_twin(contact);
                false
            }
        }
    }

    /// Empties a contact that its twin replaces. Both touch only for a moment, when bodies are placed.
    fn drop_twin(&mut self, contact: u32) {
        self.empty_contact(contact);
        if self.contacts.records[contact as usize].touching {
            self.change_touch(contact);
        }
    }

    /// Exchanges the places of two contacts: their bodies, shapes and manifolds. Ids and impulses stay.
    fn exchange_twins(&mut self, [a, b]: [u32; 2]) {
        let ids = [a, b].map(|contact| self.contacts.manifolds[contact as usize].ids);
        for contact in [a, b] {
            self.remove_contact_from_graph(contact);
            self.unlink_contact(contact);
        }
        let [first, second] = [a, b].map(|contact| self.contacts.records[contact as usize]);
        for (contact, from) in [(a, second), (b, first)] {
            let record = &mut self.contacts.records[contact as usize];
            (record.shapes, record.bodies) = (from.shapes, from.bodies);
        }
        let [a, b] = [a as usize, b as usize];
        let pairs = [self.contacts.pairs[a], self.contacts.pairs[b]];
        (self.contacts.pairs[a], self.contacts.pairs[b]) = (pairs[1], pairs[0]);
        let manifolds = [self.contacts.manifolds[a], self.contacts.manifolds[b]];
        (self.contacts.manifolds[a], self.contacts.manifolds[b]) = (manifolds[1], manifolds[0]);
        let references = [self.contacts.references[a], self.contacts.references[b]];
        (self.contacts.references[a], self.contacts.references[b]) = (references[1], references[0]);
        for (contact, [old, new]) in [(a, ids), (b, [ids[1], ids[0]])] {
            self.sort_impulses(contact, old, new);
            self.link_contact(contact as u32);
            if self.contacts.records[contact].touching {
                self.add_contact_to_graph(contact as u32);
            }
        }
    }

    /// Gives each point of a new manifold the impulses of the old point with the same id.
    fn sort_impulses(&mut self, contact: usize, old: [u32; 2], new: [u32; 2]) {
        let row = &mut self.contacts.impulses[contact];
        let former = *row;
        for (point, id) in new.into_iter().enumerate() {
            let known = old.iter().position(|&old| old == id && id != 0);
            row.points[point] = known.map_or([0.0; 2], |known| former.points[known]);
            row.loads[point] = known.map_or(0.0, |known| former.loads[known]);
        }
    }

    /// Returns whether a ground shape lies behind an opening that a body is in, so that it does not stop a
    /// body on this path of its centroid.
    pub(crate) fn is_opened(&self, body: u32, ground: u32, path: [Vec2; 2]) -> bool {
        self.planes_of(body).any(|(portal, side)| {
            let row = &self.portals.rows[portal as usize];
            let opening = self.opening(portal, side);
            let [a, b] = path.map(|point| opening.inv_transform_point(point));
            // Where the path is nearest to the plane.
            let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
            let share = if low.y < 0.0 && high.y > 0.0 { low.y / (low.y - high.y) } else { 0.0 };
            let x = low.x + share * (high.x - low.x);
            !row.has_rim(ground) && x.abs() <= 0.5 * row.width && self.is_behind(ground, opening)
        })
    }

    pub(crate) fn is_behind(&self, shape: u32, opening: Pose) -> bool {
        let Aabb { max, .. } =
            self.shapes.records[shape as usize].geometry.aabb(opening.inv_mul(self.pose_of_shape(shape)));
        max.y <= 2.0 * LINEAR_SLOP
    }

    /// Returns whether a point of the surface of a body is there: not behind an opening that the body is in.
    pub(crate) fn is_visible(&self, body: u32, point: Vec2) -> bool {
        self.images.is_empty()
            || self.bodies.records[body as usize].kind != crate::tables::body::BodyKind::Dynamic
            || self
                .planes_of(body)
                .all(|(portal, side)| self.opening(portal, side).inv_transform_point(point).y >= 0.0)
    }

    /// Returns whether a body is an image or has one.
    pub(crate) fn is_in_opening(&self, body: u32) -> bool {
        self.planes_of(body).next().is_some()
    }

    /// Returns whether an opening may decide whether a contact acts, so that only the solver can handle it.
    pub(crate) fn is_masked_at_opening(&self, contact: u32) -> bool {
        let record = &self.contacts.records[contact as usize];
        if self.images.is_empty() || !record.bodies.iter().any(|&body| self.is_in_opening(body)) {
            return false;
        }
        if let Some(twin) = self.twin_of(contact) {
            // One of the two contacts is exact: that which touches, else that of the first side.
            let touches = |contact: u32| self.contacts.records[contact as usize].touching;
            let is_first = match (record.touching, touches(twin.contact)) {
                (true, false) => true,
                (false, true) => false,
                _ => twin.side == 0,
            };
            if !is_first {
                return true;
            }
        }
        (0..2).any(|side| {
            let [own, other] = [side, 1 - side].map(|side: usize| record.bodies[side]);
            let shape = record.shapes[1 - side];
            let is_before = |(portal, opening): (u32, u32)| {
                let pose = self.opening(portal, opening).inv_mul(self.pose_of_shape(shape));
                self.shapes.records[shape as usize].geometry.aabb(pose).min.y > -LINEAR_SLOP
            };
            let shared = |plane: (u32, u32)| self.planes_of(other).any(|other| other == plane);
            self.planes_of(own).any(|plane| !shared(plane) && !is_before(plane))
        })
    }

    /// Returns the rotation from an owner to its image; that of any other body is none.
    pub(crate) fn turn_to(&self, body: u32) -> Rot {
        if self.is_image(body) { self.way_to(body).0.turn() } else { Rot::IDENTITY }
    }

    /// Returns the other bodies that stand for the same one: its owner and images.
    pub(crate) fn others_of(&self, body: u32) -> Vec<u32> {
        let owner = self.owner_of(body);
        let mut others = self.images_of(owner);
        others.push(owner);
        others.retain(|&other| other != body);
        others
    }

    /// Returns the numbers of awake and of sleeping images, and of their shapes.
    pub(crate) fn image_counts(&self) -> [u32; 3] {
        let mut counts = [0; 3];
        if self.images.is_empty() {
            return counts;
        }
        for (index, row) in self.images.rows.iter().enumerate() {
            if self.images.rows[..index].iter().any(|other| other.image == row.image) {
                continue;
            }
            counts[usize::from(!self.is_awake(row.image))] += 1;
            counts[2] += self.bodies.records[row.image as usize].shape_count;
        }
        counts
    }

    /// Returns the images of a body.
    pub(crate) fn images_of(&self, owner: u32) -> Vec<u32> {
        if self.images.is_empty() {
            return Vec::new();
        }
        let rows = self.images.rows.iter().filter(|row| row.owner == owner && owner != NONE);
        let mut images: Vec<u32> = rows.map(|row| row.image).collect();
        images.sort_unstable();
        images.dedup();
        images
    }
}

/// Returns the part of the first axis that a shape at this pose covers.
fn section(shape: &Shape, pose: Pose) -> Section {
    let core = shape.core();
    let (points, radius) = (core.points(), core.radius());
    let at = |index: usize| pose.transform_point(points[index]);
    let heights = (0..points.len()).map(|index| at(index).y);
    let (low, high) = heights.fold((f32::MAX, -f32::MAX), |(low, high), y| {
        (if y < low { y } else { low }, if y > high { y } else { high })
    });
    if low > radius {
        return Section::Before;
    }
    if high < -radius {
        return Section::Behind;
    }
    let (mut from, mut to) = (f32::MAX, -f32::MAX);
    let mut add = |x: f32, more: f32| {
        from = if x - more < from { x - more } else { from };
        to = if x + more > to { x + more } else { to };
    };
    for index in 0..points.len() {
        let (a, b) = (at(index), at((index + 1) % points.len()));
        // A disc around a corner, and the edge to the next one.
        if a.y.abs() <= radius {
            add(a.x, (radius * radius - a.y * a.y).sqrt());
        }
        if (a.y <= 0.0) != (b.y <= 0.0) {
            let share = a.y / (a.y - b.y);
            let slope = (b - a).length() / (b.y - a.y).abs();
            add(a.x + share * (b.x - a.x), radius * slope);
        }
    }
    Section::From(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d_geometry::{Circle, Rect};

    #[test]
    fn the_section_of_a_shape_is_that_of_its_outline() {
        let disc = Shape::from(Circle { center: Vec2::ZERO, radius: 0.5 });
        let at = |y: f32| Pose::from_position(Vec2::new(2.0, y));
        assert_eq!(section(&disc, at(0.6)), Section::Before);
        assert_eq!(section(&disc, at(-0.6)), Section::Behind);
        let Section::From(low, high) = section(&disc, at(-0.3)) else { panic!("it covers a part") };
        assert!((low - 1.6).abs() < 1.0e-6 && (high - 2.4).abs() < 1.0e-6, "{low} to {high}");
        let plate = Shape::from(Rect::half(1.0, 0.1));
        let Section::From(low, high) = section(&plate, Pose::new(Vec2::ZERO, 0.5 * core::f32::consts::PI))
        else {
            panic!("it covers a part")
        };
        assert!((low + 0.1).abs() < 1.0e-6 && (high - 0.1).abs() < 1.0e-6, "{low} to {high}");
        let Section::From(low, high) = section(&plate, Pose::from_position(Vec2::new(0.5, 0.05))) else {
            panic!("it covers a part")
        };
        assert!((low + 0.5).abs() < 1.0e-6 && (high - 1.5).abs() < 1.0e-6, "{low} to {high}");
    }
}
