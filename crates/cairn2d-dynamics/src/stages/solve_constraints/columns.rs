//! Columns: contacts whose forces at rest follow from equilibrium alone.
//!
//! A body with one contact is a leaf: the contact carries all of its weight. Without the leaf, the body below
//! may be one too. So each tree of contacts is solved from its leaves to the ground, in one pass over its
//! bodies and whatever its height. This is the elimination of a tree of joints (`solver/tree_forest.rs`), for
//! bodies that stay where they are.
//!
//! The forces serve two purposes:
//!
//! - The load memory takes them as the loads of the contacts. A soft contact gives back a share of its
//!   impulse, and in columns only of what exceeds the load. So columns do not sag.
//! - They replace the impulses of the warm start if these leave a body of the tree without support, as in a
//!   column that was just built. Passes over contacts need about the square of its height for that.
//!
//! Both happen only if the forces balance every body of the tree: not if it falls, slides, tips over, or
//! stands on something that falls itself.

use cairn2d_math::Vec2;

use crate::kernels::solver::{CLOSED_GAP, MOST_LOAD, StepConstants};
use crate::state::State;
use crate::store::capacity::reserve_total;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::body::BodyDelta;
use crate::tables::contact::{FIXED, mark};

/// Relative speed up to which a body rests on its carrier: as a multiple of the velocity that gravity and
/// forces add in a sub-step `[-]`, and at least this speed `[m/s]`.
const RESTING: [f32; 2] = [0.75, 0.02];

/// The same for a body that comes to rest. A tree with one has no loads: a weight would rest on bodies that
/// still give way.
const SETTLING: [f32; 2] = [8.0, 0.2];

/// Velocity that the forces of a tree may leave to a body, as a share of what gravity and forces add in a
/// sub-step `[-]`.
const MOST_LEFT: f32 = 0.25;

/// The same for the impulses of the last step: the warm start of a tree is replaced above it `[-]`.
const MOST_UNBALANCED: f32 = 0.5;

/// A body of a tree and the contact that carries it.
#[derive(Clone, Copy, Debug)]
struct Link {
    body: u32,
    contact: u32,
    /// Side of the body in the contact.
    side: u32,
    /// The other body, `NONE` if contacts do not move it.
    carrier: u32,
    /// Position of the link by which its tree stands on a fixed body or on a balanced one, else `NONE`.
    root: u32,
    /// Whether the body rests on its carrier.
    rests: bool,
    /// Points of the contact that do not touch.
    open: [bool; 2],
}

/// Motion of a body on its carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    Rests,
    Settles,
    Moves,
}

/// What the search knows of a body.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// Number of linked bodies that the body carries, and the combination (XOR) of their contacts. So the
    /// last contact that is left is that of all contacts and these.
    loads: u32,
    contacts: u32,
    /// Position of its link, or [`UNKNOWN`], [`BALANCED`] or [`FALLING`] for a body that has none.
    link: u32,
}

const UNKNOWN: u32 = NONE;
const BALANCED: u32 = NONE - 1;
const FALLING: u32 = NONE - 2;

impl Found {
    const NOTHING: Found = Found { loads: 0, contacts: 0, link: UNKNOWN };
}

/// Verdict on a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Verdict {
    /// Its forces do not balance it.
    #[default]
    Falls,
    /// The forces are its loads.
    Rests,
    /// The forces replace its warm start, too.
    RestsCold,
}

/// Forces of the body of a link.
#[derive(Clone, Copy, Debug, Default)]
struct Carried {
    /// Impulse per sub-step of the loads on the body, and its moment `[N*s]`, `[N*m*s]`.
    impulse: Vec2,
    moment: f32,
    /// Impulse per sub-step of the loads by the warm start `[N*s]`.
    stored: Vec2,
    /// Largest velocities of bodies of the tree above: added by gravity and forces, left by the forces of the
    /// tree, and left by the warm start `[m/s]`.
    added: f32,
    left: f32,
    unbalanced: f32,
    /// Impulses of the points of the contact: normal and tangent.
    points: [[f32; 2]; 2],
    /// Whether the body moves on its carrier.
    moves: bool,
    /// Whether something moves on a body of the tree above.
    disturbed: bool,
    verdict: Verdict,
}

/// Memory of the search for columns, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColumnSearch {
    /// Awake bodies with one constraint.
    pub(super) leaves: Vec<u32>,
    found: Vec<Found>,
    /// Links in the order in which they were found: every body before its carrier.
    links: Vec<Link>,
    /// The forces of each link.
    nodes: Vec<Carried>,
}

impl ColumnSearch {
    /// Whether the tree of a link stands.
    fn stands(&self, position: usize) -> bool {
        let root = self.links[position].root;
        root != NONE && self.links[root as usize].root == root
    }

    /// Reserves memory for this many bodies.
    pub(crate) fn reserve(&mut self, bodies: usize) {
        if self.found.len() < bodies {
            self.found.resize(bodies, Found::NOTHING);
        }
        reserve_total(&mut self.leaves, bodies);
        reserve_total(&mut self.links, bodies);
        reserve_total(&mut self.nodes, bodies);
    }
}

/// A contact as seen from the body that it carries.
#[derive(Clone, Copy, Debug)]
struct Support {
    normal: Vec2,
    /// 1 if the body is the second one of the contact, else -1.
    sign: f32,
    count: usize,
    /// Per point: arms of normal and tangent impulses about the body and about its carrier.
    arms: [[f32; 2]; 2],
    carrier_arms: [[f32; 2]; 2],
}

impl Support {
    /// Impulses of the points with this sum and this moment about the body, as far as they can push and rub.
    fn solve(&self, impulse: Vec2, moment: f32, friction: f32) -> [[f32; 2]; 2] {
        let tangent = Vec2::new(self.normal.y, -self.normal.x);
        let along = self.sign * impulse.dot(self.normal);
        let pushes = along > 0.0;
        if !pushes {
            return [[0.0; 2]; 2];
        }
        let most = friction * along;
        let across = (self.sign * impulse.dot(tangent)).clamp(-most, most);
        if self.count < 2 {
            return [[along, across], [0.0; 2]];
        }
        let [[a1, s1], [a2, s2]] = self.arms;
        let span = a1 - a2;
        let first = if span == 0.0 {
            0.5 * along
        } else {
            let turn = self.sign * moment - 0.5 * (s1 + s2) * across;
            ((turn - along * a2) / span).clamp(0.0, along)
        };
        let share = first / along;
        [[first, share * across], [along - first, across - share * across]]
    }

    /// Impulse of the points on the body.
    fn impulse(&self, points: [[f32; 2]; 2]) -> Vec2 {
        let tangent = Vec2::new(self.normal.y, -self.normal.x);
        let [[n1, t1], [n2, t2]] = points;
        (self.normal * (n1 + n2) + tangent * (t1 + t2)) * self.sign
    }

    /// Moment of that impulse by these arms.
    fn moment(&self, points: [[f32; 2]; 2], arms: [[f32; 2]; 2]) -> f32 {
        let ([[n1, t1], [n2, t2]], [[a1, s1], [a2, s2]]) = (points, arms);
        self.sign * (n1 * a1 + t1 * s1 + n2 * a2 + t2 * s2)
    }
}

impl State {
    /// Finds the forces of columns: sets the loads of their contacts, and the impulses of cold ones.
    pub(super) fn carry_columns(&mut self, columns: &mut ColumnSearch, constants: &StepConstants) {
        if !self.images.is_empty() {
            return;
        }
        // The order of the leaves is that of the loads in a sum. Bodies without weight load no column.
        let deltas = &self.bodies.deltas;
        columns.leaves.retain(|&leaf| deltas[leaf as usize].velocity != Vec2::ZERO);
        columns.leaves.sort_unstable();
        for index in 0..columns.leaves.len() {
            self.peel(columns, columns.leaves[index]);
        }
        if columns.links.is_empty() {
            return;
        }
        if self.find_standing(columns) {
            columns.nodes.clear();
            columns.nodes.resize(columns.links.len(), Carried::default());
            for position in 0..columns.links.len() {
                if columns.stands(position) {
                    self.solve_link(columns, position);
                }
            }
            self.set_loads(columns, constants);
        }
        for Link { body, carrier, .. } in columns.links.drain(..) {
            columns.found[body as usize] = Found::NOTHING;
            if carrier != NONE {
                columns.found[carrier as usize] = Found::NOTHING;
            }
        }
    }

    /// Whether the solver moves a body freely: no joint, no lock.
    fn is_unbound(&self, body: u32) -> bool {
        let BodyDelta { constraints, free, .. } = self.bodies.deltas[body as usize];
        constraints > 0.0 && free == Vec2::new(1.0, 1.0) && self.bodies.states[body as usize].inv_mass > 0.0
    }

    /// Links a leaf to its carrier, and the bodies below that become leaves thereby.
    fn peel(&self, columns: &mut ColumnSearch, leaf: u32) {
        let mut body = leaf;
        while self.is_unbound(body) {
            let Found { loads, mut contacts, .. } = columns.found[body as usize];
            let mut count = 0;
            for (contact, _) in
                self.bodies.records[body as usize].contact_edges().iter(&self.contacts.records)
            {
                if self.contacts.records[contact as usize].color != NONE {
                    contacts ^= contact;
                    count += 1;
                }
            }
            // Two leaves may carry each other, and an owner of images has contacts of theirs.
            if count != loads + 1 {
                return;
            }
            let (contact, [.., a, b]) = (contacts, self.contacts.pairs[contacts as usize]);
            let side = u32::from(a & !FIXED != body);
            let carrier = if side == 1 { a } else { b };
            let carrier = if carrier & FIXED == 0 { carrier } else { NONE };
            // A body of higher dominance feels no load.
            if carrier != NONE && self.bodies.has_dominance() && self.bodies.leader([body, carrier]).is_some()
            {
                return;
            }
            columns.found[body as usize].link = columns.links.len() as u32;
            columns.links.push(Link {
                body,
                contact,
                side,
                carrier,
                root: NONE,
                rests: false,
                open: [false; 2],
            });
            if carrier == NONE {
                return;
            }
            let found = &mut columns.found[carrier as usize];
            found.loads += 1;
            found.contacts ^= contact;
            if self.bodies.deltas[carrier as usize].constraints != found.loads as f32 + 1.0 {
                return;
            }
            body = carrier;
        }
    }

    /// Finds the trees that stand on something, and in which no body moves that much that there are no loads.
    /// Returns whether there are some.
    fn find_standing(&self, columns: &mut ColumnSearch) -> bool {
        let mut any = false;
        for index in (0..columns.links.len()).rev() {
            let link = columns.links[index];
            let root = if link.carrier == NONE {
                index as u32
            } else {
                let Found { loads, link: below, .. } = columns.found[link.carrier as usize];
                match below {
                    UNKNOWN => {
                        let balanced = self.is_balanced(link.carrier, loads);
                        columns.found[link.carrier as usize].link = if balanced { BALANCED } else { FALLING };
                        if balanced { index as u32 } else { NONE }
                    }
                    BALANCED => index as u32,
                    FALLING => NONE,
                    below => columns.links[below as usize].root,
                }
            };
            if root == NONE || (root as usize != index && !columns.stands(root as usize)) {
                continue;
            }
            let (motion, open) = self.motion_on_carrier(link);
            let is_root = root as usize == index;
            let falls = motion == Motion::Settles || (is_root && motion == Motion::Moves);
            columns.links[index].root = root;
            columns.links[index].rests = motion == Motion::Rests;
            columns.links[index].open = open;
            if falls {
                columns.links[root as usize].root = NONE;
            }
            any |= is_root && !falls;
        }
        any
    }

    /// Returns the sum of the impulses of a contact on its body on this side, as the last step left them.
    fn stored_impulse(&self, contact: u32, side: usize) -> Vec2 {
        let manifold = &self.contacts.manifolds[contact as usize];
        let (normal, points) = (Vec2::from(manifold.normal), self.contacts.impulses[contact as usize].points);
        let tangent = Vec2::new(normal.y, -normal.x);
        let points = points.into_iter().take(manifold.point_count as usize);
        let sum = points.fold(Vec2::ZERO, |sum, [along, across]| sum + normal * along + tangent * across);
        if side == 1 { sum } else { -sum }
    }

    /// Finds the impulses of a contact with the carrier, and passes them on to the carrier.
    fn solve_link(&self, columns: &mut ColumnSearch, position: usize) {
        let link @ Link { body, contact, side, carrier, rests, open, .. } = columns.links[position];
        let node = &mut columns.nodes[position];
        let (row, delta) = (&self.bodies.states[body as usize], &self.bodies.deltas[body as usize]);
        let surface = &self.contacts.surfaces[contact as usize];
        let is_usual = !self.contacts.impulses[contact as usize].is_marked(mark::DISABLED | mark::SOFT)
            && surface.tangent_speed == 0.0;
        let weight = delta.velocity * (1.0 / row.inv_mass);
        node.impulse += weight;
        node.stored += weight;
        if row.inv_inertia > 0.0 {
            node.moment += delta.angular_velocity / row.inv_inertia;
        }
        let support = self.support(link);
        let stored = self.stored_impulse(contact, side as usize);
        node.points = support.solve(-node.impulse, -node.moment, surface.friction);
        // The largest masses and forces overflow.
        let is_finite = node.impulse.is_finite() && node.moment.is_finite();
        let is_closed = (0..2).all(|point| node.points[point][0] <= 0.0 || !open[point]);
        node.moves = !(rests && is_usual && is_finite && is_closed);
        let impulse = support.impulse(node.points);
        let spin = (node.moment + support.moment(node.points, support.arms)).abs()
            * (row.inv_mass * row.inv_inertia).sqrt();
        node.added = node.added.max(delta.velocity.length());
        node.left = node.left.max(row.inv_mass * (node.impulse + impulse).length()).max(spin);
        node.unbalanced = node.unbalanced.max(row.inv_mass * (node.stored + stored).length());
        if carrier == NONE {
            return;
        }
        let node = *node;
        let below = columns.found[carrier as usize].link;
        let Some(below) = columns.nodes.get_mut(below as usize) else { return };
        below.stored -= stored;
        below.disturbed |= node.disturbed || node.moves;
        if node.moves {
            return;
        }
        below.impulse -= impulse;
        below.moment -= support.moment(node.points, support.carrier_arms);
        below.added = below.added.max(node.added);
        below.left = below.left.max(node.left);
        below.unbalanced = below.unbalanced.max(node.unbalanced);
    }

    /// Judges the trees, and gives their loads and impulses to their contacts.
    fn set_loads(&mut self, columns: &mut ColumnSearch, constants: &StepConstants) {
        for index in (0..columns.links.len()).rev() {
            if !columns.stands(index) {
                continue;
            }
            let Link { contact, carrier, .. } = columns.links[index];
            let node = columns.nodes[index];
            let below = if carrier == NONE { UNKNOWN } else { columns.found[carrier as usize].link };
            let is_balanced = node.left <= MOST_LEFT * node.added;
            let verdict = match columns.nodes.get(below as usize) {
                _ if node.moves => Verdict::Falls,
                Some(below) => below.verdict,
                None if !is_balanced => Verdict::Falls,
                None if node.disturbed || node.unbalanced <= MOST_UNBALANCED * node.added => Verdict::Rests,
                None => Verdict::RestsCold,
            };
            columns.nodes[index].verdict = verdict;
            if verdict == Verdict::Falls {
                continue;
            }
            let row = &mut self.contacts.impulses.unmarked()[contact as usize];
            row.marks |= mark::CARRIED;
            let [[first, _], [second, _]] = node.points;
            row.loads = [first, second].map(|impulse| (impulse * constants.inv_h).min(MOST_LOAD));
            if verdict == Verdict::RestsCold {
                row.points = node.points;
            }
        }
    }

    /// Returns the contact as seen from its body on this side. The arms about a carrier that contacts do not
    /// move are 0.
    fn support(&self, Link { contact, side, carrier, .. }: Link) -> Support {
        let (index, side) = (contact as usize, side as usize);
        let (manifold, bodies) = (&self.contacts.manifolds[index], self.contacts.records[index].bodies);
        let reference = &self.contacts.references[index];
        let normal = Vec2::from(manifold.normal);
        let known = [reference.a, reference.b].map(|[c, s]| (c * c + s * s > 0.0).then_some([c, s]));
        let arms = |of: usize| {
            let now = self.bodies.poses[bodies[of] as usize].pose.q;
            let [cos, sin] = known[of].unwrap_or([now.c, now.s]);
            manifold.points.map(|pair| {
                let [x, y] = if of == 0 { pair.a } else { pair.b };
                let (x, y) = (cos * x - sin * y, sin * x + cos * y);
                [x * normal.y - y * normal.x, -(x * normal.x + y * normal.y)]
            })
        };
        // An absent second point has no defined anchors.
        let of_points = |of: usize| {
            let [first, second] = arms(of);
            if manifold.point_count < 2 { [first, [0.0; 2]] } else { [first, second] }
        };
        Support {
            normal,
            sign: if side == 1 { 1.0 } else { -1.0 },
            count: manifold.point_count as usize,
            arms: of_points(side),
            carrier_arms: if carrier == NONE { [[0.0; 2]; 2] } else { of_points(1 - side) },
        }
    }

    /// Returns how a body moves on its carrier where they touch, and which points of the contact do not.
    fn motion_on_carrier(&self, Link { body, contact, side, .. }: Link) -> (Motion, [bool; 2]) {
        let manifold = &self.contacts.manifolds[contact as usize];
        let bodies = self.contacts.records[contact as usize].bodies;
        let side = side as usize;
        let [own, other] = [bodies[side], bodies[1 - side]].each(|body| &self.bodies.states[body as usize]);
        let [pose_a, pose_b] = self.contact_poses(contact);
        let (way, normal) = (own.velocity - other.velocity, Vec2::from(manifold.normal));
        let (mut fastest, mut open) = (0.0_f32, [false; 2]);
        let points = manifold.points.into_iter().zip(manifold.bases).take(manifold.point_count as usize);
        for ((point, base), open) in points.zip(&mut open) {
            let [arm_a, arm_b] = [pose_a.pose.q.rotate(point.a.into()), pose_b.pose.q.rotate(point.b.into())];
            let [arm, other_arm] = if side == 0 { [arm_a, arm_b] } else { [arm_b, arm_a] };
            let speed = way + arm.perp() * own.angular_velocity - other_arm.perp() * other.angular_velocity;
            fastest = fastest.max(speed.dot(speed));
            let gap = base + normal.dot((pose_b.center + arm_b) - (pose_a.center + arm_a));
            *open = gap > CLOSED_GAP;
        }
        let added = self.bodies.deltas[body as usize].velocity.length();
        let exceeds = |[share, least]: [f32; 2]| {
            let most = (share * added).max(least);
            fastest > most * most
        };
        let motion = if !exceeds(RESTING) {
            Motion::Rests
        } else if exceeds(SETTLING) {
            Motion::Moves
        } else {
            Motion::Settles
        };
        (motion, open)
    }

    /// Returns whether the impulses of the last step balance a body, of whose contacts this many are those of
    /// trees on it.
    fn is_balanced(&self, body: u32, trees: u32) -> bool {
        if !self.is_unbound(body) || self.bodies.deltas[body as usize].constraints <= trees as f32 {
            return false;
        }
        let (row, delta) = (&self.bodies.states[body as usize], &self.bodies.deltas[body as usize]);
        let weight = delta.velocity * (1.0 / row.inv_mass);
        // In 64 bits, the order of the contacts does not matter.
        let (mut x, mut y) = (f64::from(weight.x), f64::from(weight.y));
        let record = &self.bodies.records[body as usize];
        for (contact, side) in record.contact_edges().iter(&self.contacts.records) {
            let index = contact as usize;
            if self.contacts.records[index].color == NONE {
                continue;
            }
            let (manifold, points) = (&self.contacts.manifolds[index], self.contacts.impulses[index].points);
            let (normal, sign) = (Vec2::from(manifold.normal), if side == 1 { 1.0 } else { -1.0 });
            for [along, across] in points.into_iter().take(manifold.point_count as usize) {
                let sum = normal * along + Vec2::new(normal.y, -normal.x) * across;
                (x, y) = (x + sign * f64::from(sum.x), y + sign * f64::from(sum.y));
            }
        }
        let most = f64::from(MOST_UNBALANCED * delta.velocity.length() / row.inv_mass);
        x * x + y * y <= most * most
    }
}
