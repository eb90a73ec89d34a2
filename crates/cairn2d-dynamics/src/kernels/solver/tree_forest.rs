//! Trees of joints: which joints the solver factorizes, and the order in which it eliminates them.
//!
//! Bodies are nodes and rigid joints are edges. Static and kinematic bodies connect nothing, so a bridge
//! between two posts is a tree. A connected component without a loop is one tree; the joints of other
//! components stay in the colors. The root is the body with the lowest slot. Joints of a body are visited in
//! ascending order of slots, and every joint is eliminated after all joints below it.
//!
//! A direct solution costs about three times as much as the passes over colors. It pays for trees with a
//! joint
//! that carries many times the mass of one of its bodies; there the passes leave gaps of millimetres and
//! more.
//! The smallest trees are solved directly too, so that pendulums and welded pairs keep their energy.
//!
//! The order is a function of the joints in the graph, their bodies and masses alone. So it is rebuilt when
//! these change, and neither snapshots nor hashes contain it.

use core::fmt;

use super::context::StepConstants;
use crate::store::capacity::reserve_total;
use crate::store::slot::NONE;
use crate::tables::body::Bodies;
use crate::tables::constraint_graph::ConstraintGraph;
use crate::tables::joint::{JointForm, Joints, feature};

/// Number of joints up to which every tree without limits is solved directly.
const FEW_JOINTS: u32 = 2;

/// Square of arm by radius of gyration up to which a body belongs to a small tree `[-]`.
const MOST_SLENDER: f32 = 1000.0;

/// Mass that a joint carries, in masses of the lighter of its bodies, from which its tree is solved directly.
const HEAVY_LOAD: f32 = 20.0;

/// Features of a rigid weld.
const RIGID: u32 = feature::POINT | feature::ROD;

/// A joint of a tree, with the positions of its bodies among the bodies of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Elimination {
    pub(super) joint: u32,
    /// The body nearer to the root.
    pub(super) parent: u32,
    pub(super) child: u32,
    /// Whether the joint locks the angle too.
    pub(super) locked: bool,
    /// Whether no joint of either body is eliminated before this one.
    pub(super) first: bool,
}

impl Elimination {
    /// The part that trees of one shape have in common.
    fn shape(&self) -> (u32, u32, bool) {
        (self.parent, self.child, self.locked)
    }
}

/// Joints and bodies of one tree: positions of the first ones, and counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tree {
    pub(super) first_joint: u32,
    pub(super) joint_count: u32,
    pub(super) first_body: u32,
    pub(super) body_count: u32,
}

/// Search state of one body of a candidate joint.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Body with a lower slot in the same component, or the body itself.
    up: u32,
    /// First edge of the body: twice the position of the joint, plus the side.
    edge: u32,
    /// Position among the bodies of its tree, `NONE` before the visit.
    local: u32,
    /// Whether the component of this root has a loop.
    loops: bool,
}

/// A body on the path from the root to the present body.
#[derive(Clone, Copy, Debug)]
struct Visit {
    body: u32,
    /// Next edge to follow.
    edge: u32,
    /// Joint to the parent.
    joint: u32,
}

/// All trees of joints of a world, kept between steps.
#[derive(Default)]
pub(crate) struct Forest {
    built: bool,
    pub(super) trees: Vec<Tree>,
    pub(super) joints: Vec<Elimination>,
    pub(super) bodies: Vec<u32>,
    /// Trees, sorted so that those of one shape are neighbours.
    pub(super) order: Vec<u32>,
    /// End of each run of one shape in the order.
    pub(super) runs: Vec<u32>,
    /// 1 for the slots of joints in trees, else 0. Empty without trees.
    pub(super) marks: Vec<f32>,
    /// Candidates, and per candidate the next edge of each of its bodies.
    candidates: Vec<u32>,
    next: Vec<[u32; 2]>,
    nodes: Vec<Node>,
    path: Vec<Visit>,
    /// Of each body of the present tree, mass of the bodies from it downward, and number of held ones.
    below: Vec<(f32, u32)>,
}

/// Trees are no part of the state, so they are not shown.
impl fmt::Debug for Forest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Forest").finish_non_exhaustive()
    }
}

/// A clone has no trees. The next solve finds them, in memory that `clone_from` keeps.
impl Clone for Forest {
    fn clone(&self) -> Forest {
        Forest::default()
    }

    fn clone_from(&mut self, _: &Forest) {
        self.clear();
    }
}

impl Forest {
    /// Reserves memory for this many bodies and joints.
    pub(crate) fn reserve(&mut self, bodies: usize, joints: usize) {
        for list in [&mut self.order, &mut self.runs, &mut self.candidates] {
            reserve_total(list, joints);
        }
        reserve_total(&mut self.trees, joints);
        reserve_total(&mut self.joints, joints);
        reserve_total(&mut self.bodies, 2 * joints);
        reserve_total(&mut self.marks, joints);
        reserve_total(&mut self.next, joints);
        reserve_total(&mut self.nodes, bodies);
        reserve_total(&mut self.path, bodies);
        reserve_total(&mut self.below, 2 * joints);
    }

    /// Finds the trees again if the joints of the graph changed.
    pub(super) fn update(
        &mut self,
        constants: &StepConstants,
        (graph, joints, bodies): (&ConstraintGraph, &Joints, &Bodies),
        changed: bool,
    ) {
        // A lower frequency makes all joints of the world soft.
        let rigid = constants.joint_spring.0 >= constants.max_joint_hertz;
        if graph.joint_count == 0 || !rigid {
            self.clear();
        } else if changed || !self.built || bodies.has_dominance() {
            self.rebuild(graph, joints, bodies);
        }
    }

    /// Returns the marks, null without trees.
    pub(super) fn marks_column(&self) -> *const f32 {
        if self.marks.is_empty() { core::ptr::null() } else { self.marks.as_ptr() }
    }

    /// Discards all trees.
    pub(super) fn clear(&mut self) {
        self.built = false;
        self.trees.clear();
        self.joints.clear();
        self.bodies.clear();
        self.order.clear();
        self.runs.clear();
        self.marks.clear();
    }

    /// Finds the trees among the joints of the graph.
    fn rebuild(&mut self, graph: &ConstraintGraph, joints: &Joints, bodies: &Bodies) {
        self.clear();
        self.built = true;
        self.list_candidates(graph, joints, bodies);
        self.join_bodies(joints, bodies);
        for index in 0..self.candidates.len() {
            let ends = joints.rows[self.candidates[index] as usize].bodies;
            let body = if bodies.records[ends[0] as usize].is_dynamic() { ends[0] } else { ends[1] };
            let root = self.root(body);
            let node = self.nodes[root as usize];
            if !node.loops && node.local == NONE {
                self.grow(root, joints, bodies);
            }
        }
        if self.trees.is_empty() {
            return;
        }
        self.marks.resize(joints.rows.len(), 0.0);
        for elimination in &self.joints {
            self.marks[elimination.joint as usize] = 1.0;
        }
        self.sort_by_shape();
    }

    /// Sorts the trees by shape and finds the runs of one shape.
    fn sort_by_shape(&mut self) {
        let (trees, list) = (&self.trees, &self.joints);
        self.order.extend(0..trees.len() as u32);
        self.order.sort_unstable_by(|&a, &b| {
            let shape = |tree: u32| shape_of(trees, list, tree).map(Elimination::shape);
            let [count_a, count_b] = [a, b].map(|tree| trees[tree as usize].joint_count);
            count_a.cmp(&count_b).then_with(|| shape(a).cmp(shape(b))).then(a.cmp(&b))
        });
        for index in 1..=self.order.len() {
            let ends = self.order.get(index).is_none_or(|&tree| !self.is_alike(self.order[index - 1], tree));
            if ends {
                self.runs.push(index as u32);
            }
        }
    }

    /// Returns whether two trees have the same shape.
    fn is_alike(&self, a: u32, b: u32) -> bool {
        let shape = |tree: u32| shape_of(&self.trees, &self.joints, tree).map(Elimination::shape);
        let [tree_a, tree_b] = [a, b].map(|tree| self.trees[tree as usize]);
        (tree_a.joint_count, tree_a.body_count) == (tree_b.joint_count, tree_b.body_count)
            && shape(a).eq(shape(b))
    }

    /// Lists the joints of the graph that hold a point rigidly, and the rigid welds, in ascending order of
    /// slots.
    fn list_candidates(&mut self, graph: &ConstraintGraph, joints: &Joints, bodies: &Bodies) {
        self.candidates.clear();
        for color in &graph.colors {
            for form in [JointForm::Point, JointForm::Pose] {
                let rigid = color.joints.of(form).iter().copied().filter(|&slot| {
                    let row = &joints.rows[slot as usize];
                    // Joints with their own frequency are soft, and dominance is one-sided. Images have only
                    // copies of states.
                    let holds = form == JointForm::Point || row.features == RIGID;
                    holds
                        && row.hertz <= 0.0
                        && bodies.leader(row.bodies).is_none()
                        && !bodies.has_image(row.bodies)
                });
                self.candidates.extend(rigid);
            }
        }
        self.candidates.sort_unstable();
    }

    /// Joins the bodies of the candidates to components, and links the edges of each body.
    fn join_bodies(&mut self, joints: &Joints, bodies: &Bodies) {
        let vacant = Node { up: NONE, edge: NONE, local: NONE, loops: false };
        if self.nodes.len() < bodies.records.len() {
            self.nodes.resize(bodies.records.len(), vacant);
        }
        for &joint in &self.candidates {
            for body in joints.rows[joint as usize].bodies {
                self.nodes[body as usize] = Node { up: body, ..vacant };
            }
        }
        self.next.clear();
        self.next.resize(self.candidates.len(), [NONE; 2]);
        // Backwards, so that the edges of a body ascend.
        for index in (0..self.candidates.len()).rev() {
            let ends = joints.rows[self.candidates[index] as usize].bodies;
            for (side, body) in ends.into_iter().enumerate() {
                let node = &mut self.nodes[body as usize];
                self.next[index][side] = node.edge;
                node.edge = (2 * index + side) as u32;
            }
            if ends.iter().all(|&body| bodies.records[body as usize].is_dynamic()) {
                let [a, b] = ends.map(|body| self.root(body));
                let (low, high) = if a < b { (a, b) } else { (b, a) };
                let loops = a == b || self.nodes[a as usize].loops || self.nodes[b as usize].loops;
                self.nodes[high as usize].up = low;
                self.nodes[low as usize].loops = loops;
            }
        }
    }

    /// Returns the body with the lowest slot of a component. Shortens the path to it.
    fn root(&mut self, mut body: u32) -> u32 {
        loop {
            let up = self.nodes[body as usize].up;
            if up == body {
                return body;
            }
            let further = self.nodes[up as usize].up;
            self.nodes[body as usize].up = further;
            body = further;
        }
    }

    /// Appends the tree of a root.
    fn grow(&mut self, root: u32, joints: &Joints, bodies: &Bodies) {
        let (first_joint, first_body) = (self.joints.len() as u32, self.bodies.len() as u32);
        self.path.clear();
        self.enter(root, NONE, first_body);
        while let Some(visit) = self.path.last_mut() {
            let Visit { body, edge, joint } = *visit;
            if edge == NONE {
                self.path.pop();
                if let Some(parent) = self.path.last() {
                    let [parent, child] = [parent.body, body].map(|body| self.nodes[body as usize].local);
                    let locked = is_locked(joints, joint);
                    self.joints.push(Elimination { joint, parent, child, locked, first: false });
                }
                continue;
            }
            let (index, side) = (edge as usize / 2, edge as usize % 2);
            visit.edge = self.next[index][side];
            let slot = self.candidates[index];
            if slot == joint {
                continue;
            }
            let other = joints.rows[slot as usize].bodies[1 - side];
            if bodies.records[other as usize].is_dynamic() {
                self.enter(other, slot, first_body);
            } else {
                // A body that joints do not move is a leaf of its own for each of its joints.
                let parent = self.nodes[body as usize].local;
                let child = self.bodies.len() as u32 - first_body;
                self.bodies.push(other);
                let locked = is_locked(joints, slot);
                self.joints.push(Elimination { joint: slot, parent, child, locked, first: false });
            }
        }
        let tree = Tree {
            first_joint,
            joint_count: self.joints.len() as u32 - first_joint,
            first_body,
            body_count: self.bodies.len() as u32 - first_body,
        };
        let few = tree.joint_count <= FEW_JOINTS;
        let small = few && !self.has_limits(tree, joints) && !self.is_slender(tree, joints, bodies);
        if small || self.carries_much(tree, bodies) {
            self.mark_first(tree);
            self.trees.push(tree);
        } else {
            self.joints.truncate(first_joint as usize);
            self.bodies.truncate(first_body as usize);
        }
    }

    /// Marks the joints of a tree whose bodies no earlier joint conditions.
    fn mark_first(&mut self, tree: Tree) {
        self.below.clear();
        self.below.resize(tree.body_count as usize, (0.0, 0));
        for each in &mut self.joints[tree.first_joint as usize..] {
            let [parent, child] = [each.parent, each.child].map(|body| body as usize);
            each.first = self.below[parent].1 == 0 && self.below[child].1 == 0;
            self.below[parent].1 = 1;
        }
    }

    /// Returns whether a joint of a tree has limits. A limit is solved apart from the tree, and a body that
    /// it stops rebounds farther from a rigid point than from a compliant one.
    fn has_limits(&self, tree: Tree, joints: &Joints) -> bool {
        let mut list = self.joints[tree.first_joint as usize..].iter();
        list.any(|each| joints.rows[each.joint as usize].features & feature::LIMITS != 0)
    }

    /// Returns whether a body of a tree has a tiny inertia for the length of an arm. The rounding errors of
    /// impulses spin it, and compliant joints absorb them.
    fn is_slender(&self, tree: Tree, joints: &Joints, bodies: &Bodies) -> bool {
        self.joints[tree.first_joint as usize..].iter().any(|each| {
            let row = &joints.rows[each.joint as usize];
            row.bodies.into_iter().zip([row.anchor_a, row.anchor_b]).any(|(body, anchor)| {
                let state = &bodies.states[body as usize];
                let arm = anchor - bodies.poses[body as usize].local_center;
                state.inv_inertia * arm.length_squared() > MOST_SLENDER * state.inv_mass
            })
        })
    }

    /// Returns whether a joint of a tree carries many times the mass of one of its bodies.
    ///
    /// A joint carries the side of the tree that hangs on nothing else: the lighter one of a free tree, and
    /// about half of a tree that is held on both sides.
    fn carries_much(&mut self, tree: Tree, bodies: &Bodies) -> bool {
        let slots = &self.bodies[tree.first_body as usize..];
        let mass = |body: u32| {
            let inverse = bodies.states[slots[body as usize] as usize].inv_mass;
            if inverse > 0.0 { Some(1.0 / inverse) } else { None }
        };
        self.below.clear();
        self.below.extend((0..tree.body_count).map(|body| mass(body).map_or((0.0, 1), |mass| (mass, 0))));
        let list = &self.joints[tree.first_joint as usize..];
        for &Elimination { parent, child, .. } in list {
            let (mass, held) = self.below[child as usize];
            let above = &mut self.below[parent as usize];
            *above = (above.0 + mass, above.1 + held);
        }
        // The root is the first body.
        let (total, all_held) = self.below[0];
        list.iter().any(|&Elimination { parent, child, .. }| {
            let (below, held) = self.below[child as usize];
            let load = match (held > 0, all_held > held) {
                (true, true) => 0.5 * total,
                (false, true) => below,
                (true, false) => total - below,
                (false, false) if below < total - below => below,
                (false, false) => total - below,
            };
            let carries = |body: u32| mass(body).is_some_and(|mass| load >= HEAVY_LOAD * mass);
            carries(parent) || carries(child)
        })
    }

    /// Appends a body to the present tree and begins to visit it.
    fn enter(&mut self, body: u32, joint: u32, first_body: u32) {
        let node = &mut self.nodes[body as usize];
        node.local = self.bodies.len() as u32 - first_body;
        self.bodies.push(body);
        self.path.push(Visit { body, edge: node.edge, joint });
    }
}

/// Returns whether a joint locks the angle.
fn is_locked(joints: &Joints, slot: u32) -> bool {
    joints.records[slot as usize].kind.form() == JointForm::Pose
}

/// Returns the eliminations of a tree.
fn shape_of<'a>(
    trees: &[Tree],
    joints: &'a [Elimination],
    tree: u32,
) -> impl Iterator<Item = &'a Elimination> {
    let Tree { first_joint, joint_count, .. } = trees[tree as usize];
    joints[first_joint as usize..][..joint_count as usize].iter()
}
