//! The dynamic tree: a binary tree of boxes that is changed one box at a time.
//!
//! All nodes are in one vector with a free list; the index of a leaf never changes, so a [`ProxyId`] is a
//! node index. A new leaf is inserted where it adds the least total perimeter (the surface-area heuristic in
//! 2D), found by descending with a lower bound of the cost of each child. Rotations on the way back up keep
//! the tree good in any order of insertion. Both follow Catto's talk "Dynamic Bounding Volume Hierarchies"
//! (GDC 2019). Bulk building is in `build.rs`, queries in `query.rs`.
//!
//! Invariant ([`DynamicTree::validate`]): the root has no parent. Every inner node has two children with it
//! as their parent, the exact union of their boxes and categories, and a height of one more than the higher
//! child. Every other node is free.

use cairn2d_math::{Aabb, Vec2};

/// The index of no node.
pub(super) const NULL: u32 = u32::MAX;

/// Height of a free node.
pub(super) const FREE: u32 = u32::MAX;

/// Id of a box in a [`DynamicTree`].
///
/// An id stays valid until its box is removed. Later the tree may reuse it for another box: a stale id gives
/// `None`, an error or a newer box, never a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProxyId(pub u32);

/// Error of a call of a [`DynamicTree`], which is then unchanged.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeError {
    /// The box is not finite, or its minimum exceeds its maximum.
    InvalidBox(Aabb),
    /// No box of this tree has the id.
    UnknownProxy(ProxyId),
    /// The tree has as many boxes as there are ids, which is the value.
    Full(usize),
    /// The links do not form a tree; the value is the number of the wrong node or item.
    BrokenLinks(u32),
}

impl core::fmt::Display for TreeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::InvalidBox(b) => {
                let [a, b, c, d] = [b.min.x, b.min.y, b.max.x, b.max.y].map(cairn2d_math::Shown);
                write!(f, "the box from ({a}, {b}) to ({c}, {d}) is not finite or is inverted")
            }
            Self::UnknownProxy(id) => write!(f, "proxy {} does not exist", id.0),
            Self::Full(count) => write!(f, "the tree is full with {count} boxes"),
            Self::BrokenLinks(node) => write!(f, "the links of node {node} do not form a tree"),
        }
    }
}

impl core::error::Error for TreeError {}

/// A leaf, an inner node or a free slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) aabb: Aabb,
    /// The leaf's category bits, or the union of the children's.
    pub(super) category: u64,
    /// The parent, or the next free slot.
    pub(super) parent: u32,
    /// First child; [`NULL`] in a leaf.
    pub(super) child_a: u32,
    /// Second child; in a leaf the caller's value.
    pub(super) child_b: u32,
    /// 0 in a leaf, one above the higher child in an inner node, [`FREE`] in a free slot.
    pub(super) height: u32,
}

const _: () = assert!(size_of::<Node>() == 40);

impl Node {
    pub(super) const fn leaf(aabb: Aabb, category: u64, user: u32) -> Self {
        Self { aabb, category, parent: NULL, child_a: NULL, child_b: user, height: 0 }
    }

    #[inline(always)]
    pub(super) const fn is_leaf(&self) -> bool {
        self.child_a == NULL
    }

    /// Whether box, category, height and children are equal. A zero may change its sign.
    fn is_same(&self, other: &Node) -> bool {
        bits_of(self.aabb) == bits_of(other.aabb)
            && (self.category, self.height) == (other.category, other.height)
            && (self.child_a, self.child_b) == (other.child_a, other.child_b)
    }
}

/// A binary tree of boxes for shapes that seldom move, and for users' own data.
///
/// Each box has a `user` value, which queries report, and `category` bits: a query with a mask skips every
/// subtree without a common bit. Insertion, removal and update cost O(log n) and allocate nothing once the
/// tree has been as large before; queries never allocate.
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_math::{Aabb, vec2}; pub use cairn2d_geometry as geometry; }
/// use cairn2d::{Aabb, vec2};
/// use cairn2d::geometry::tree::DynamicTree;
///
/// let mut tree = DynamicTree::new();
/// let id = tree.insert(Aabb::new(vec2(0.0, 0.0), vec2(1.0, 1.0)), 1, 7)?;
/// assert_eq!(tree.query_all(Aabb::new(vec2(1.0, 1.0), vec2(2.0, 2.0)), u64::MAX), [7]);
/// tree.remove(id)?;
/// assert!(tree.remove(id).is_err());
/// # Ok::<(), cairn2d_geometry::tree::TreeError>(())
/// ```
#[derive(Debug)]
pub struct DynamicTree {
    pub(super) nodes: Vec<Node>,
    pub(super) root: u32,
    /// Head of the list of free slots.
    pub(super) free: u32,
    pub(super) leaf_count: usize,
    /// Working memory of the bulk build, kept between calls.
    pub(super) build: super::build::BuildScratch,
}

crate::clone_with_capacity!(DynamicTree: nodes, root, free, leaf_count; build);

impl Default for DynamicTree {
    fn default() -> Self {
        Self::new()
    }
}

impl DynamicTree {
    /// An empty tree. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            root: NULL,
            free: NULL,
            leaf_count: 0,
            build: super::build::BuildScratch::new(),
        }
    }

    /// Reserves memory for this many boxes in all.
    pub fn reserve(&mut self, leaf_count: usize) {
        super::room(&mut self.nodes, 2 * leaf_count);
    }

    /// Number of boxes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.leaf_count
    }

    /// Whether the tree has no box.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.leaf_count == 0
    }

    /// Removes every box and keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.root = NULL;
        self.free = NULL;
        self.leaf_count = 0;
    }

    /// Moves all boxes by a displacement \[m\]. The structure stays the same, because rounding keeps the
    /// order of coordinates.
    ///
    /// # Errors
    /// [`TreeError::InvalidBox`] with the bounds of the tree if they would not be finite.
    pub fn shift(&mut self, by: Vec2) -> Result<(), TreeError> {
        let shifted = |aabb: Aabb| Aabb { min: aabb.min + by, max: aabb.max + by };
        if let Some(bounds) = self.bounds().map(shifted).filter(|bounds| !bounds.is_valid()) {
            return Err(TreeError::InvalidBox(bounds));
        }
        for node in self.nodes.iter_mut().filter(|node| node.height != FREE) {
            node.aabb = shifted(node.aabb);
        }
        Ok(())
    }

    /// Adds a box \[m\] with its category bits and the value that queries report.
    ///
    /// # Errors
    /// [`TreeError::InvalidBox`] for a box that is inverted or not finite, [`TreeError::Full`] at 2^31 boxes.
    pub fn insert(&mut self, aabb: Aabb, category: u64, user: u32) -> Result<ProxyId, TreeError> {
        self.insert_near(ProxyId(NULL), aabb, category, user)
    }

    /// Like [`insert`](Self::insert), for a box that is probably near that of `hint`: looks for a place in
    /// the smallest subtree around `hint` whose box contains the new one. Boxes inserted in spatial order
    /// cost two thirds. An id without a box is no hint.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    pub fn insert_near(
        &mut self,
        hint: ProxyId,
        aabb: Aabb,
        category: u64,
        user: u32,
    ) -> Result<ProxyId, TreeError> {
        self.check_new(aabb, 1)?;
        let mut around = if self.checked_leaf(hint).is_ok() { hint.0 } else { self.root };
        while around != self.root && !self.nodes[around as usize].aabb.contains(aabb) {
            around = self.nodes[around as usize].parent;
        }
        let leaf = self.allocate(Node::leaf(aabb, category, user));
        self.link_below(around, leaf);
        self.leaf_count += 1;
        Ok(ProxyId(leaf))
    }

    /// Removes a box.
    ///
    /// # Errors
    /// [`TreeError::UnknownProxy`] if no box has the id.
    pub fn remove(&mut self, id: ProxyId) -> Result<(), TreeError> {
        self.checked_leaf(id)?;
        self.unlink_leaf(id.0);
        self.release(id.0);
        self.leaf_count -= 1;
        Ok(())
    }

    /// Removes many boxes; ids without a box are skipped. The tree is then the same as after
    /// [`remove`](Self::remove) of one after the other. Returns the number of removed boxes.
    ///
    /// # Cost
    /// Each inner node that stays is computed again about once, instead of once for each removed box below
    /// it.
    pub fn remove_many(&mut self, ids: impl Iterator<Item = ProxyId> + Clone) -> usize {
        let before = self.leaf_count;
        for ProxyId(leaf) in ids.clone() {
            if self.checked_leaf(ProxyId(leaf)).is_ok() {
                let changed = self.cut_leaf(leaf);
                self.release(leaf);
                // A free node has no child, so its child field stores the node at which the update continues.
                self.nodes[leaf as usize].child_a = changed;
                self.leaf_count -= 1;
            }
        }
        for ProxyId(leaf) in ids {
            let Some(node) = self.nodes.get_mut(leaf as usize).filter(|node| node.height == FREE) else {
                continue;
            };
            let changed = core::mem::replace(&mut node.child_a, NULL);
            // A node that was removed since has handed its child to an ancestor, which is in the list too.
            let stays = |node: &Node| node.height != FREE && !node.is_leaf();
            if self.nodes.get(changed as usize).is_some_and(stays) {
                self.adopt_from(changed);
            }
        }
        before - self.leaf_count
    }

    /// Replaces a box with `aabb` \[m\].
    ///
    /// # Errors
    /// [`TreeError::UnknownProxy`] or [`TreeError::InvalidBox`].
    pub fn update(&mut self, id: ProxyId, aabb: Aabb) -> Result<(), TreeError> {
        let old = self.checked_leaf(id)?.aabb;
        if !aabb.is_valid() {
            return Err(TreeError::InvalidBox(aabb));
        }
        if old != aabb {
            self.unlink_leaf(id.0);
            self.nodes[id.0 as usize].aabb = aabb;
            self.link(id.0);
        }
        Ok(())
    }

    /// Replaces a box \[m\] and its value for queries; the category bits stay.
    ///
    /// # Cost
    /// Cheaper than [`update`](Self::update) if the new box is near the old one, because the leaf then keeps
    /// its sibling.
    ///
    /// # Errors
    /// [`TreeError::UnknownProxy`] or [`TreeError::InvalidBox`].
    pub fn replace(&mut self, id: ProxyId, aabb: Aabb, user: u32) -> Result<(), TreeError> {
        let parent = self.checked_leaf(id)?.parent;
        if !aabb.is_valid() {
            return Err(TreeError::InvalidBox(aabb));
        }
        if parent == NULL || !self.fits_beside_sibling(id.0, aabb) {
            self.update(id, aabb)?;
        } else {
            self.nodes[id.0 as usize].aabb = aabb;
            self.refit_from(parent);
        }
        self.nodes[id.0 as usize].child_b = user;
        Ok(())
    }

    /// Replaces the category bits of a box.
    ///
    /// # Errors
    /// [`TreeError::UnknownProxy`] if no box has the id.
    pub fn set_category(&mut self, id: ProxyId, category: u64) -> Result<(), TreeError> {
        self.checked_leaf(id)?;
        self.nodes[id.0 as usize].category = category;
        let mut index = self.nodes[id.0 as usize].parent;
        while index != NULL {
            self.adopt_children(index);
            index = self.nodes[index as usize].parent;
        }
        Ok(())
    }

    /// Replaces the value that queries report for a box.
    ///
    /// # Errors
    /// [`TreeError::UnknownProxy`] if no box has the id.
    pub fn set_user(&mut self, id: ProxyId, user: u32) -> Result<(), TreeError> {
        self.checked_leaf(id)?;
        self.nodes[id.0 as usize].child_b = user;
        Ok(())
    }

    /// The box \[m\] of an id, if it exists.
    #[must_use]
    pub fn aabb(&self, id: ProxyId) -> Option<Aabb> {
        Some(self.checked_leaf(id).ok()?.aabb)
    }

    /// The caller's value of an id, if its box exists.
    #[must_use]
    pub fn user(&self, id: ProxyId) -> Option<u32> {
        Some(self.checked_leaf(id).ok()?.child_b)
    }

    /// The category bits of an id, if its box exists.
    #[must_use]
    pub fn category(&self, id: ProxyId) -> Option<u64> {
        Some(self.checked_leaf(id).ok()?.category)
    }

    /// The box \[m\] around all boxes; `None` for an empty tree.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        Some(self.nodes.get(self.root as usize)?.aabb)
    }

    /// Every box with its id and value, by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = (ProxyId, Aabb, u32)> + '_ {
        let in_use = |node: &Node| node.height == 0 && node.is_leaf();
        (0u32..)
            .zip(&self.nodes)
            .filter(move |(_, n)| in_use(n))
            .map(|(i, n)| (ProxyId(i), n.aabb, n.child_b))
    }

    /// The longest path from the root to a box, in edges; 0 for a tree of one box or none.
    #[must_use]
    pub fn height(&self) -> usize {
        self.nodes.get(self.root as usize).map_or(0, |root| root.height as usize)
    }

    /// The summed perimeters of all inner boxes relative to the root's \[-\], a measure of the cost of a
    /// query; 0 for fewer than two boxes.
    #[must_use]
    pub fn area_ratio(&self) -> f32 {
        let inner = |node: &&Node| node.height != FREE && !node.is_leaf();
        let sum: f64 = self.nodes.iter().filter(inner).map(|node| f64::from(node.aabb.perimeter())).sum();
        match self.nodes.get(self.root as usize) {
            Some(root) if root.aabb.perimeter() > 0.0 => (sum / f64::from(root.aabb.perimeter())) as f32,
            _ => 0.0,
        }
    }

    /// Checks the whole structure (the invariant of this module).
    ///
    /// # Errors
    /// A sentence about the first wrong node.
    ///
    /// # Cost
    /// O(n): for tests and debugging.
    pub fn validate(&self) -> Result<(), String> {
        let mut leaves = 0;
        let mut inner = 0;
        if self.root != NULL {
            let root = self.nodes.get(self.root as usize).ok_or("the root lies outside the tree")?;
            if root.parent != NULL {
                return Err(format!("root {} has the parent {}", self.root, root.parent));
            }
            let mut stack = vec![self.root];
            while let Some(index) = stack.pop() {
                if leaves + inner > self.nodes.len() {
                    return Err("the tree contains a cycle".into());
                }
                let node = &self.nodes[index as usize];
                if node.is_leaf() {
                    leaves += 1;
                    self.validate_leaf(index)?;
                } else {
                    inner += 1;
                    self.validate_inner(index)?;
                    stack.extend([node.child_a, node.child_b]);
                }
            }
        }
        if leaves != self.leaf_count {
            return Err(format!("{leaves} leaves are linked but {} are counted", self.leaf_count));
        }
        self.validate_free_list(self.nodes.len() - leaves - inner)
    }

    fn validate_leaf(&self, index: u32) -> Result<(), String> {
        let node = &self.nodes[index as usize];
        if node.height != 0 || !node.aabb.is_valid() {
            return Err(format!("leaf {index} has height {} and the box {:?}", node.height, node.aabb));
        }
        Ok(())
    }

    fn validate_inner(&self, index: u32) -> Result<(), String> {
        let node = &self.nodes[index as usize];
        let child =
            |c: u32| self.nodes.get(c as usize).ok_or_else(|| format!("node {index} has the child {c}"));
        let (a, b) = (child(node.child_a)?, child(node.child_b)?);
        if node.child_a == node.child_b || a.parent != index || b.parent != index {
            return Err(format!("the children of node {index} do not name it as their parent"));
        }
        if a.height == FREE || b.height == FREE || node.height != 1 + a.height.max(b.height) {
            return Err(format!(
                "node {index} has height {} over {} and {}",
                node.height, a.height, b.height
            ));
        }
        if node.aabb != a.aabb.union(b.aabb) {
            return Err(format!("the box of node {index} is not the union of its children's"));
        }
        if node.category != a.category | b.category {
            return Err(format!("the category of node {index} is not the union of its children's"));
        }
        Ok(())
    }

    fn validate_free_list(&self, expected: usize) -> Result<(), String> {
        let mut count = 0;
        let mut index = self.free;
        while index != NULL {
            let node =
                self.nodes.get(index as usize).ok_or_else(|| format!("free slot {index} does not exist"))?;
            if node.height != FREE {
                return Err(format!("node {index} is in use and in the free list"));
            }
            count += 1;
            if count > expected {
                break;
            }
            index = node.parent;
        }
        if count == expected {
            Ok(())
        } else {
            Err(format!("{expected} nodes are unused but {count} are in the free list"))
        }
    }
}

/// Storage.
impl DynamicTree {
    /// Checks that `count` more boxes, `aabb` among them, can be added.
    pub(super) fn check_new(&self, aabb: Aabb, count: usize) -> Result<(), TreeError> {
        if !aabb.is_valid() {
            return Err(TreeError::InvalidBox(aabb));
        }
        // Each box needs its own node and at most one inner node, and NULL must stay unused.
        if self.leaf_count.saturating_add(count) > (NULL / 2) as usize {
            return Err(TreeError::Full(self.leaf_count));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn checked_leaf(&self, id: ProxyId) -> Result<&Node, TreeError> {
        match self.nodes.get(id.0 as usize) {
            Some(node) if node.height == 0 => Ok(node),
            _ => Err(TreeError::UnknownProxy(id)),
        }
    }

    pub(super) fn allocate(&mut self, node: Node) -> u32 {
        if self.free != NULL {
            let index = self.free;
            self.free = self.nodes[index as usize].parent;
            self.nodes[index as usize] = node;
            return index;
        }
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        index
    }

    pub(super) fn release(&mut self, index: u32) {
        let node = &mut self.nodes[index as usize];
        node.height = FREE;
        node.parent = self.free;
        self.free = index;
    }
}

/// Perimeter of the union of two siblings, as a multiple of the sum of their perimeters, up to which a
/// replaced leaf stays \[-\].
const MOST_GROWTH: f32 = 1.25;

/// The coordinates of a box, bit by bit.
fn bits_of(Aabb { min, max }: Aabb) -> [u32; 4] {
    [min.x, min.y, max.x, max.y].map(f32::to_bits)
}

/// Linking one leaf in and out.
impl DynamicTree {
    /// Inserts a leaf or the topmost node of a subtree.
    pub(super) fn link(&mut self, added: u32) {
        self.link_below(self.root, added);
    }

    /// The same, with a sibling from the subtree of a node that contains the box, or of the root.
    fn link_below(&mut self, around: u32, added: u32) {
        if around == NULL {
            self.root = added;
            self.nodes[added as usize].parent = NULL;
            return;
        }
        let sibling = self.find_sibling(around, self.nodes[added as usize].aabb);
        let old_parent = self.nodes[sibling as usize].parent;
        let mut node = Node::leaf(Aabb::EMPTY, 0, added);
        node.child_a = sibling;
        node.parent = old_parent;
        let parent = self.allocate(node);
        self.nodes[sibling as usize].parent = parent;
        self.nodes[added as usize].parent = parent;
        self.replace_child(old_parent, sibling, parent);

        // A node whose children and grandchildren are as before has nothing to swap, nor have its ancestors.
        let (mut index, mut unchanged) = (parent, 0);
        while index != NULL && unchanged < 2 {
            let before = self.nodes[index as usize];
            let parent = self.adopt_and_rotate(index);
            let is_unchanged = self.nodes[index as usize].is_same(&before);
            unchanged = if is_unchanged { unchanged + 1 } else { 0 };
            index = parent;
        }
    }

    fn unlink_leaf(&mut self, leaf: u32) {
        let changed = self.cut_leaf(leaf);
        self.adopt_from(changed);
    }

    /// Removes one leaf and frees its parent node. Returns the node whose children changed, or [`NULL`].
    fn cut_leaf(&mut self, leaf: u32) -> u32 {
        let parent = self.nodes[leaf as usize].parent;
        if parent == NULL {
            self.root = NULL;
            return NULL;
        }
        let Node { parent: grandparent, child_a, child_b, .. } = self.nodes[parent as usize];
        let sibling = if child_a == leaf { child_b } else { child_a };
        self.nodes[sibling as usize].parent = grandparent;
        self.replace_child(grandparent, parent, sibling);
        self.release(parent);
        grandparent
    }

    /// Computes the data of an inner node and its ancestors from their children, up to the first that stays
    /// as it is.
    fn adopt_from(&mut self, mut index: u32) {
        while index != NULL {
            let before = self.nodes[index as usize];
            self.adopt_children(index);
            if self.nodes[index as usize].is_same(&before) {
                break;
            }
            index = before.parent;
        }
    }

    /// Whether a leaf with this box and its sibling would share little empty space. The measure does not
    /// depend on the former box, so that boxes that are replaced again and again cannot drift away from their
    /// siblings.
    fn fits_beside_sibling(&self, leaf: u32, aabb: Aabb) -> bool {
        let Node { child_a, child_b, .. } = self.nodes[self.nodes[leaf as usize].parent as usize];
        let sibling = self.nodes[if child_a == leaf { child_b } else { child_a } as usize].aabb;
        sibling.union(aabb).perimeter() <= MOST_GROWTH * (sibling.perimeter() + aabb.perimeter())
    }

    /// Makes the boxes of a node and its ancestors follow their children, up to the first that stays as it
    /// is.
    fn refit_from(&mut self, mut index: u32) {
        while index != NULL {
            let Node { child_a, child_b, aabb, parent, .. } = self.nodes[index as usize];
            let union = self.nodes[child_a as usize].aabb.union(self.nodes[child_b as usize].aabb);
            if union == aabb {
                return;
            }
            self.nodes[index as usize].aabb = union;
            index = parent;
        }
    }

    /// Replaces the child `old` of `parent`, or the root, with `new`.
    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NULL {
            self.root = new;
            return;
        }
        let node = &mut self.nodes[parent as usize];
        if node.child_a == old {
            node.child_a = new;
        } else {
            node.child_b = new;
        }
    }

    /// Computes the data of an inner node from its children.
    pub(super) fn adopt_children(&mut self, index: u32) {
        let Node { child_a, child_b, .. } = self.nodes[index as usize];
        let (a, b) = (&self.nodes[child_a as usize], &self.nodes[child_b as usize]);
        let (aabb, category) = (a.aabb.union(b.aabb), a.category | b.category);
        let height = 1 + a.height.max(b.height);
        let node = &mut self.nodes[index as usize];
        (node.aabb, node.category, node.height) = (aabb, category, height);
    }

    /// The node, in the subtree of a node, beside which a new leaf with this box adds the least perimeter.
    ///
    /// The cost of a node is the perimeter of its union with the box, plus the growth of every ancestor.
    /// While descending, a subtree is entered only if its best case (its own growth, and a sibling no larger
    /// than the box) is below the best node so far. Of two such children, the one with the better best case
    /// is followed.
    fn find_sibling(&self, around: u32, aabb: Aabb) -> u32 {
        let new_cost = aabb.perimeter();
        let mut index = around;
        let mut best = index;
        let mut union_cost = self.nodes[index as usize].aabb.union(aabb).perimeter();
        let mut best_cost = union_cost;
        // Growth of the ancestors of `index`.
        let mut inherited = 0.0;
        loop {
            let node = &self.nodes[index as usize];
            if node.is_leaf() {
                return index;
            }
            inherited += union_cost - node.aabb.perimeter();
            let children = [node.child_a, node.child_b];
            let cost = |child: u32| {
                let child = &self.nodes[child as usize];
                let union = child.aabb.union(aabb).perimeter();
                // A leaf has a known cost; an inner node has its best case.
                let best_case =
                    if child.is_leaf() { union } else { union - child.aabb.perimeter() + new_cost };
                (union, inherited + best_case)
            };
            let (a, b) = (cost(children[0]), cost(children[1]));
            let bound = best_cost;
            for (child, (union, _)) in children.into_iter().zip([a, b]) {
                if union + inherited <= best_cost {
                    (best_cost, best) = (union + inherited, child);
                }
            }
            let tied = || b.1 == a.1 && self.is_nearer(children[1], children[0], aabb);
            let second = b.1 < a.1 || a.1.is_nan() || tied();
            let (next, (union, rank)) = if second { (children[1], b) } else { (children[0], a) };
            // Costs of enormous boxes overflow.
            if rank.is_nan() || rank > bound || rank > best_cost {
                return best;
            }
            (index, union_cost) = (next, union);
        }
    }

    /// Whether one node is the better of two with the same bound: that with the nearer centre, or the lower
    /// one; otherwise piles of equal boxes would become lists.
    fn is_nearer(&self, one: u32, other: u32, aabb: Aabb) -> bool {
        let rank = |index: u32| {
            let node = &self.nodes[index as usize];
            (node.aabb.center().distance_squared(aabb.center()), node.height)
        };
        rank(one) < rank(other)
    }

    /// Computes the data of an inner node from its children, and swaps a child with a grandchild if that
    /// shrinks the inner boxes: the best of the four possible swaps. Returns the parent of the node.
    ///
    /// The node keeps its own box; only the child that receives the other child changes. Runs after every
    /// insertion, up to the root, so that even a sorted sequence of insertions does not degenerate into a
    /// list.
    fn adopt_and_rotate(&mut self, index: u32) -> u32 {
        let Node { child_a, child_b, parent, .. } = self.nodes[index as usize];
        let (a, b) = (&self.nodes[child_a as usize], &self.nodes[child_b as usize]);
        let (box_a, box_b) = (a.aabb, b.aabb);
        let (aabb, category, height) =
            (box_a.union(box_b), a.category | b.category, 1 + a.height.max(b.height));
        let [perimeter_a, perimeter_b] = [box_a.perimeter(), box_b.perimeter()];
        // A swap puts the other child into this one, so only the larger child can shrink.
        let a_is_larger = perimeter_a > perimeter_b;
        let (larger, other_box, perimeter) =
            if a_is_larger { (a, box_b, perimeter_a) } else { (b, box_a, perimeter_b) };
        let Node { child_a: first, child_b: second, .. } = *larger;
        let may_shrink = (a_is_larger || perimeter_b > perimeter_a) && !larger.is_leaf();
        let node = &mut self.nodes[index as usize];
        (node.aabb, node.category, node.height) = (aabb, category, height);
        if !may_shrink {
            return parent;
        }
        let gain = |kept: u32| perimeter - other_box.union(self.nodes[kept as usize].aabb).perimeter();
        let (gain_first, gain_second) = (gain(first), gain(second));
        let least = if gain_first > 0.0 { gain_first } else { 0.0 };
        let moved = if gain_second > least {
            first
        } else if gain_first > 0.0 {
            second
        } else {
            return parent;
        };
        let (child, other) = if a_is_larger { (child_a, child_b) } else { (child_b, child_a) };
        self.replace_child(child, moved, other);
        self.replace_child(index, other, moved);
        self.nodes[other as usize].parent = child;
        self.nodes[moved as usize].parent = index;
        self.adopt_children(child);
        self.adopt_children(index);
        parent
    }
}
