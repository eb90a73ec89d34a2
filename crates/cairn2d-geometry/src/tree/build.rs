//! Building a [`DynamicTree`] from all its boxes at once.
//!
//! Top-down: a set of leaves is split in two at the least value of the surface-area heuristic (Wald 2007, "On
//! fast Construction of SAH-based Bounding Volume Hierarchies"). It is evaluated at the borders of
//! [`BIN_COUNT`] equal bins along the longer axis of the centres. Small sets are sorted and swept exactly;
//! sets that no plane divides are halved. The cost is O(n log n) and the quality is near the best; inserting
//! a million boxes one by one costs several times as much.

use cairn2d_math::{Aabb, Vec2};

use super::dynamic::{DynamicTree, FREE, NULL, Node, ProxyId, TreeError};

const BIN_COUNT: usize = 16;

/// Up to this many boxes are split by an exact sweep.
const SWEEP_COUNT: usize = 16;

/// Depth below which sets are halved, so that no arrangement of boxes produces a list.
const MAX_HEURISTIC_DEPTH: u32 = 48;

/// Share of the area of a set that its boxes must fill for it to become one subtree of another tree. Sparse
/// sets would overlap each other.
const DENSE: f32 = 0.5;

/// A box with negated upper borders, so that the union of two is one minimum instruction.
#[derive(Clone, Copy, Debug)]
struct Extent([f32; 4]);

impl Extent {
    const EMPTY: Extent = Extent([f32::INFINITY; 4]);

    #[inline(always)]
    fn new(min: Vec2, max: Vec2) -> Extent {
        Extent([min.x, min.y, -max.x, -max.y])
    }

    #[inline(always)]
    fn unite(&mut self, other: Extent) {
        for (mine, other) in self.0.iter_mut().zip(other.0) {
            *mine = if other < *mine { other } else { *mine };
        }
    }

    fn perimeter(self) -> f32 {
        2.0 * (self.width(false) + self.width(true))
    }

    fn area(self) -> f32 {
        self.width(false) * self.width(true)
    }

    /// Width or height.
    fn width(self, along_y: bool) -> f32 {
        -self.0[2 + usize::from(along_y)] - self.low(along_y)
    }

    fn low(self, along_y: bool) -> f32 {
        self.0[usize::from(along_y)]
    }
}

/// A leaf during the build.
#[derive(Clone, Copy, Debug)]
struct Item {
    extent: Extent,
    center: Vec2,
    leaf: u32,
}

impl Item {
    fn new(leaf: u32, aabb: Aabb) -> Item {
        Item { extent: Extent::new(aabb.min, aabb.max), center: aabb.center(), leaf }
    }

    #[inline(always)]
    fn center_extent(&self) -> Extent {
        Extent::new(self.center, self.center)
    }
}

/// A set of items that needs a node.
#[derive(Clone, Copy, Debug)]
struct Range {
    start: usize,
    end: usize,
    parent: u32,
    depth: u32,
    /// Of the centres, if it is known from the split that made the set.
    span: Option<Extent>,
}

/// Index of the division, and the spans of the centres on both sides, if known.
type Cut = (usize, [Option<Extent>; 2]);

/// Working memory of the build.
#[derive(Clone, Debug)]
pub(super) struct BuildScratch {
    items: Vec<Item>,
    ranges: Vec<Range>,
    /// Inner nodes in the order of creation, parents first.
    inner: Vec<u32>,
    /// Sets of items that are not yet in the tree.
    sets: Vec<(usize, usize)>,
}

impl BuildScratch {
    pub(super) const fn new() -> Self {
        Self { items: Vec::new(), ranges: Vec::new(), inner: Vec::new(), sets: Vec::new() }
    }

    /// Takes the memory for a list of nodes.
    pub(super) fn take_order(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.inner)
    }

    /// Returns the memory.
    pub(super) fn give_order(&mut self, order: Vec<u32>) {
        self.inner = order;
    }
}

impl DynamicTree {
    /// Adds many boxes, each with category bits and a value; returns their ids in the same order.
    ///
    /// Adds all or, on an error, none. A large batch relative to the tree rebuilds the tree. Of a small one,
    /// boxes that fill an area together, such as the tiles of a chunk, are inserted as one subtree.
    ///
    /// # Errors
    /// [`TreeError::InvalidBox`] with the first bad box, or [`TreeError::Full`].
    ///
    /// # Cost
    /// O((n + m) log (n + m)): a million boxes take a fraction of a second.
    pub fn insert_many(&mut self, boxes: &[(Aabb, u64, u32)]) -> Result<Vec<ProxyId>, TreeError> {
        if boxes.is_empty() {
            return Ok(Vec::new());
        }
        for &(aabb, ..) in boxes {
            self.check_new(aabb, boxes.len())?;
        }
        self.nodes.reserve(2 * boxes.len());
        let mut ids = Vec::with_capacity(boxes.len());
        for &(aabb, category, user) in boxes {
            ids.push(ProxyId(self.allocate(Node::leaf(aabb, category, user))));
        }
        let is_large = boxes.len() >= 32 && boxes.len() >= self.leaf_count / 4;
        self.leaf_count += boxes.len();
        if is_large {
            self.rebuild();
        } else {
            self.link_leaves(&ids);
        }
        Ok(ids)
    }

    /// Links new leaves, dense sets of them as one subtree each.
    fn link_leaves(&mut self, leaves: &[ProxyId]) {
        let mut scratch = core::mem::replace(&mut self.build, BuildScratch::new());
        let BuildScratch { items, sets, .. } = &mut scratch;
        items.clear();
        items.extend(leaves.iter().map(|id| Item::new(id.0, self.nodes[id.0 as usize].aabb)));
        sets.clear();
        sets.push((0, items.len()));
        while let Some((start, end)) = scratch.sets.pop() {
            let items = &mut scratch.items[start..end];
            if is_dense(items) {
                let node = self.build_subtree(&mut scratch, start..end);
                self.link(node);
            } else {
                let middle = start + split(items, 0, None).0;
                scratch.sets.extend([(middle, end), (start, middle)]);
            }
        }
        self.build = scratch;
    }

    /// Builds the best tree for the current boxes. Ids stay valid.
    ///
    /// # Cost
    /// O(n log n). Allocates nothing if a tree of this size was rebuilt before.
    pub fn rebuild(&mut self) {
        let mut scratch = core::mem::replace(&mut self.build, BuildScratch::new());
        self.collect_leaves(&mut scratch.items);
        let all = 0..scratch.items.len();
        self.root = if all.is_empty() { NULL } else { self.build_subtree(&mut scratch, all) };
        self.build = scratch;
    }

    /// Lists the leaves and frees all inner nodes, so that inner nodes get ascending indices.
    fn collect_leaves(&mut self, items: &mut Vec<Item>) {
        items.clear();
        self.free = NULL;
        self.root = NULL;
        for index in (0..self.nodes.len()).rev() {
            let node = &mut self.nodes[index];
            if node.height == 0 {
                items.push(Item::new(index as u32, node.aabb));
            } else {
                node.height = FREE;
                node.parent = self.free;
                self.free = index as u32;
            }
        }
        items.reverse();
    }

    /// Makes a subtree of some items, and returns its topmost node. Makes the inner nodes depth first, so
    /// that nodes visited together are adjacent.
    fn build_subtree(&mut self, scratch: &mut BuildScratch, of: core::ops::Range<usize>) -> u32 {
        let BuildScratch { items, ranges, inner, .. } = scratch;
        let mut top = NULL;
        ranges.clear();
        inner.clear();
        ranges.push(Range { start: of.start, end: of.end, parent: NULL, depth: 0, span: None });
        while let Some(Range { start, end, parent, depth, span }) = ranges.pop() {
            let node = if end - start == 1 {
                items[start].leaf
            } else {
                let node = self.allocate(Node::leaf(Aabb::EMPTY, 0, NULL));
                inner.push(node);
                let (count, [left, right]) = split(&mut items[start..end], depth, span);
                let middle = start + count;
                ranges.push(Range { start: middle, end, parent: node, depth: depth + 1, span: right });
                ranges.push(Range { start, end: middle, parent: node, depth: depth + 1, span: left });
                node
            };
            self.nodes[node as usize].parent = parent;
            // First children come before second ones.
            match self.nodes.get_mut(parent as usize) {
                None => top = node,
                Some(parent) if parent.child_a == NULL => parent.child_a = node,
                Some(parent) => parent.child_b = node,
            }
        }
        // Parents were made before their children, so in reverse order children are complete before their
        // parents.
        for &index in inner.iter().rev() {
            self.adopt_children(index);
        }
        top
    }
}

/// Whether items fill the box of them all.
fn is_dense(items: &[Item]) -> bool {
    let (mut extent, mut area) = (Extent::EMPTY, 0.0);
    for item in items {
        extent.unite(item.extent);
        area += item.extent.area();
    }
    items.len() == 1 || DENSE * extent.area() <= area
}

/// Reorders at least two items and divides them; both parts are non-empty.
fn split(items: &mut [Item], depth: u32, span: Option<Extent>) -> Cut {
    const UNKNOWN: [Option<Extent>; 2] = [None; 2];
    if items.len() == 2 {
        return (1, UNKNOWN);
    }
    let span = span.unwrap_or_else(|| {
        let mut span = Extent::EMPTY;
        items.iter().for_each(|item| span.unite(item.center_extent()));
        span
    });
    let along_y = span.width(true) > span.width(false);
    if items.len() <= SWEEP_COUNT {
        return (sweep_split(items, along_y), UNKNOWN);
    }
    if depth < MAX_HEURISTIC_DEPTH
        && let Some(cut) = bin_split(items, along_y, span)
    {
        return cut;
    }
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| {
        let order = coordinate(a.center, along_y).total_cmp(&coordinate(b.center, along_y));
        // The id makes the order strict, so that the result does not depend on the selection algorithm.
        order.then(a.leaf.cmp(&b.leaf))
    });
    (middle, UNKNOWN)
}

#[inline(always)]
const fn coordinate(v: Vec2, along_y: bool) -> f32 {
    if along_y { v.y } else { v.x }
}

/// The exact heuristic for few items: sort by centre, select the cheapest cut.
fn sweep_split(items: &mut [Item], along_y: bool) -> usize {
    items.sort_by(|a, b| coordinate(a.center, along_y).total_cmp(&coordinate(b.center, along_y)));
    let mut right_costs = [0.0; SWEEP_COUNT];
    let mut right = Extent::EMPTY;
    for (i, item) in items.iter().enumerate().rev() {
        right.unite(item.extent);
        right_costs[i] = right.perimeter() * (items.len() - i) as f32;
    }
    let mut left = Extent::EMPTY;
    let mut best = (f32::INFINITY, items.len() / 2);
    for (i, item) in items.iter().enumerate().take(items.len() - 1) {
        left.unite(item.extent);
        let cost = left.perimeter() * (i + 1) as f32 + right_costs[i + 1];
        if cost < best.0 {
            best = (cost, i + 1);
        }
    }
    best.1
}

/// Items whose centres lie between two borders.
#[derive(Clone, Copy)]
struct Bin {
    extent: Extent,
    /// Of the centres.
    span: Extent,
    count: usize,
}

impl Bin {
    const EMPTY: Bin = Bin { extent: Extent::EMPTY, span: Extent::EMPTY, count: 0 };
}

/// The heuristic at the borders of equal bins; `None` if all centres are in one bin.
fn bin_split(items: &mut [Item], along_y: bool, span: Extent) -> Option<Cut> {
    let start = span.low(along_y);
    let scale = BIN_COUNT as f32 / span.width(along_y);
    if !scale.is_finite() {
        return None;
    }
    // In units of bins, so that the integer part is the bin; the last bin includes its upper border.
    let place = |item: &Item| (coordinate(item.center, along_y) - start) * scale;
    let mut bins = [Bin::EMPTY; BIN_COUNT];
    for item in items.iter() {
        let bin = &mut bins[(place(item) as i32 as usize).min(BIN_COUNT - 1)];
        bin.extent.unite(item.extent);
        bin.span.unite(item.center_extent());
        bin.count += 1;
    }
    let cut = cheapest_cut(&bins)?;
    let count = partition(items, |item| place(item) < cut as f32)?;
    let span_of = |bins: &[Bin]| {
        let mut span = Extent::EMPTY;
        bins.iter().for_each(|bin| span.unite(bin.span));
        Some(span)
    };
    Some((count, [span_of(&bins[..cut]), span_of(&bins[cut..])]))
}

/// Number of bins on the left of the cheapest cut with items on both sides.
fn cheapest_cut(bins: &[Bin; BIN_COUNT]) -> Option<usize> {
    let mut right_costs = [0.0; BIN_COUNT];
    let (mut right, mut right_count) = (Extent::EMPTY, 0);
    for (i, bin) in bins.iter().enumerate().rev() {
        right.unite(bin.extent);
        right_count += bin.count;
        right_costs[i] =
            if right_count == 0 { f32::INFINITY } else { right.perimeter() * right_count as f32 };
    }
    let (mut left, mut left_count) = (Extent::EMPTY, 0);
    let mut best = (f32::INFINITY, None);
    for (i, bin) in bins.iter().enumerate().take(BIN_COUNT - 1) {
        left.unite(bin.extent);
        left_count += bin.count;
        let cost = if left_count == 0 {
            f32::INFINITY
        } else {
            left.perimeter() * left_count as f32 + right_costs[i + 1]
        };
        if cost < best.0 {
            best = (cost, Some(i + 1));
        }
    }
    best.1
}

/// Moves the items for which `first` holds to the front; `None` if all or none do.
fn partition(items: &mut [Item], first: impl Fn(&Item) -> bool) -> Option<usize> {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        if first(&items[low]) {
            low += 1;
        } else {
            high -= 1;
            items.swap(low, high);
        }
    }
    if low == 0 || low == items.len() { None } else { Some(low) }
}
