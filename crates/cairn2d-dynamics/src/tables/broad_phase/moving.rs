//! Moving shapes: a dense list of AABBs and the packed tree over it.

use core::ops::{ControlFlow, Range};

use cairn2d_geometry::tree::{BoxCast, DynamicTree, PackedTree};
use cairn2d_math::{Aabb, LaneLevel, Vec2};
use cairn2d_tasks::{TaskSystem, for_each_slot};

use crate::store::capacity::{clone_with_capacity, equalize_capacity, reserve_total};
use crate::store::column::{Column, copy_fields};

use super::NewPair;
use super::crowd::{Bulk, CROWD, CrowdScope, SearchPart, Tag};

/// Number of groups of the tree that one thread searches at a time: 1,024 shapes.
const PART: usize = 64;

/// Number of shapes of a group of the tree.
const GROUP: usize = 16;

/// Number of pairs per shape that `reserve` provides for.
const MANY_PAIRS: usize = 16;

/// The list of moving shapes. An item is a position in it.
#[derive(Debug, Default)]
pub(crate) struct Moving {
    pub(crate) shapes: Vec<u32>,
    pub(crate) boxes: Column<Aabb>,
    /// AABBs at the last search for pairs; empty for a shape with unknown pairs.
    pub(crate) former: Column<Aabb>,
    /// One bit per item whose AABB differs from its former one.
    pub(crate) moved: Vec<u32>,
    pub(crate) tree: PackedTree,
    /// Number of items in the tree, all with their current AABBs unless `tree_is_stale`.
    pub(crate) tree_count: u32,
    pub(crate) tree_is_stale: bool,
    /// Items whose AABBs in a stale tree are not the current ones.
    pub(crate) strays: Strays,
    /// Number of items with unknown pairs.
    pub(crate) unknown_count: u32,
    /// Pairs of each range of groups.
    pub(super) parts: Vec<SearchPart>,
    /// Size and position of each item, if the search for crowds runs.
    bulks: Vec<Bulk>,
    tags: Vec<Tag>,
}

clone_with_capacity!(Moving: shapes, boxes, former, moved, tree, tree_count, tree_is_stale, strays, unknown_count; parts, bulks, tags);
copy_fields!(Moving: shapes, boxes, former, moved, tree, tree_count, tree_is_stale, strays, unknown_count; parts, bulks, tags);

/// Number of items up to which a look at every pair takes less time than a search in the tree.
const FEW: usize = 8;

/// Number of items from which all count as strays.
const MANY_STRAYS: usize = 64;

/// A list of fewer than [`MANY_STRAYS`] items, or all items.
#[derive(Debug, Default)]
pub(crate) struct Strays {
    items: Vec<u32>,
    all: bool,
}

clone_with_capacity!(Strays: items, all);

impl Strays {
    /// Adds an item of a tree with this many items.
    fn add(&mut self, item: u32, tree_count: u32) {
        let most = if (tree_count as usize) < MANY_STRAYS { tree_count as usize } else { MANY_STRAYS };
        if self.all || self.items.len() >= most {
            self.all = true;
            return;
        }
        self.items.push(item);
    }

    pub(crate) fn add_all(&mut self) {
        self.all = true;
    }

    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.all = false;
    }

    /// The items; `None` if all count.
    fn list(&self) -> Option<&[u32]> {
        (!self.all).then_some(&self.items[..])
    }
}

/// Queries of the pair search about shapes.
pub(crate) struct ShapeFacts<'a> {
    pub(crate) bulk: &'a dyn Fn(u32) -> Bulk,
    /// Returns whether filters, bodies and joints accept a pair of shapes.
    pub(crate) may_collide: &'a (dyn Fn(u32, u32) -> bool + Sync),
}

impl Moving {
    /// Reserves memory for this many shapes and pairs.
    pub(crate) fn reserve(&mut self, shapes: usize, pairs: usize) {
        reserve_total(&mut self.shapes, shapes);
        self.boxes.reserve_total(shapes);
        self.former.reserve_total(shapes);
        reserve_total(&mut self.moved, shapes.div_ceil(32));
        self.tree.reserve(shapes);
        let parts = shapes.div_ceil(PART * GROUP);
        if self.parts.len() < parts {
            self.parts.resize_with(parts, SearchPart::default);
        }
        let most = pairs.min(PART * GROUP * MANY_PAIRS);
        self.parts.iter_mut().for_each(|part| reserve_total(&mut part.pairs, most));
        reserve_total(&mut self.bulks, shapes);
        reserve_total(&mut self.tags, shapes);
    }

    /// Removes the pairs of the last search.
    pub(crate) fn clear_parts(&mut self) {
        self.parts.iter_mut().for_each(SearchPart::clear);
    }

    /// Adds a shape; `known` means that its pairs with all other shapes are known.
    pub(crate) fn insert(&mut self, shape: u32, aabb: Aabb, known: bool) -> u32 {
        let item = self.shapes.len() as u32;
        self.shapes.push(shape);
        self.boxes.push(aabb);
        self.former.push(if known { aabb } else { Aabb::EMPTY });
        self.unknown_count += u32::from(!known);
        if self.moved.len() * 32 < self.shapes.len() {
            self.moved.push(0);
        }
        self.mark(item, !known);
        if item < self.tree_count {
            self.strays.add(item, self.tree_count);
        }
        item
    }

    /// Removes an item. The last item takes its place; returns its shape, if it is another one.
    pub(crate) fn remove(&mut self, item: u32) -> Option<u32> {
        let (index, last) = (item as usize, self.shapes.len() as u32 - 1);
        let last_moved = self.is_moved(last);
        self.unknown_count -= u32::from(!self.pairs_known(item));
        self.mark(last, false);
        self.mark(item, last_moved && last != item);
        self.shapes.swap_remove(index);
        self.boxes.swap_remove(index);
        self.former.swap_remove(index);
        self.moved.truncate(self.shapes.len().div_ceil(32));
        self.strays.add(item, self.tree_count);
        self.tree_is_stale = true;
        self.shapes.get(index).copied()
    }

    /// Displaces all AABBs by a vector.
    pub(crate) fn shift(&mut self, by: Vec2) {
        for aabb in self.boxes.iter_mut().chain(&mut self.former) {
            *aabb = Aabb { min: aabb.min + by, max: aabb.max + by };
        }
        self.strays.add_all();
        self.tree_is_stale = true;
    }

    pub(crate) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Returns whether no shape is moving, and the tree is up to date.
    pub(crate) fn is_settled(&self) -> bool {
        self.shapes.is_empty() && self.tree_count == 0 && !self.tree_is_stale
    }

    /// Returns all shapes with their AABBs.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, Aabb)> + '_ {
        self.shapes.iter().copied().zip(self.boxes.iter().copied())
    }

    /// Sets the AABB of an item, and stamps the row if a copy of the world exists.
    pub(crate) fn update(&mut self, item: u32, aabb: Aabb, tracked: bool) {
        self.boxes.put(item as usize, aabb, tracked);
        self.mark(item, true);
        self.strays.add(item, self.tree_count);
        self.tree_is_stale = true;
    }

    /// Makes the pairs of an item unknown, so that the next search finds them again.
    pub(crate) fn forget_pairs(&mut self, item: u32) {
        self.unknown_count += u32::from(self.pairs_known(item));
        self.former[item as usize] = Aabb::EMPTY;
        self.mark(item, true);
    }

    /// Returns whether the pairs of an item are known, except for changes of its AABB.
    pub(crate) fn pairs_known(&self, item: u32) -> bool {
        self.former[item as usize].is_valid()
    }

    /// Returns whether an item's AABB differs from its former one.
    pub(crate) fn is_moved(&self, item: u32) -> bool {
        self.moved[item as usize / 32] >> (item % 32) & 1 != 0
    }

    /// Updates the tree to the current AABBs.
    pub(crate) fn refit(&mut self, level: LaneLevel, tasks: Option<&dyn TaskSystem>) {
        if self.tree_is_stale || self.tree_count as usize != self.shapes.len() {
            self.tree.update_in_shares(level, &self.boxes, |shares| {
                for_each_slot(tasks, shares, &|_, share| share.run());
            });
            self.tree_count = self.shapes.len() as u32;
            self.tree_is_stale = false;
            self.strays.clear();
            // A later step may have the first strays, and must not allocate.
            let most = self.shapes.capacity().min(MANY_STRAYS);
            reserve_total(&mut self.strays.items, most);
        }
    }

    /// Appends the pairs of moving shapes whose AABBs overlap and whose former ones did not, except for
    /// waiting pairs of a crowd.
    pub(crate) fn find_pairs(
        &mut self,
        level: LaneLevel,
        tasks: Option<&dyn TaskSystem>,
        facts: &ShapeFacts<'_>,
        found: &mut Vec<NewPair>,
    ) {
        self.tree.mark_moved(&self.moved);
        if self.shapes.len() <= FEW && !self.any_new_pair() {
            return;
        }
        self.bulks.clear();
        self.tags.clear();
        // The first crowd may appear in any step, and no step may allocate once the world is warm.
        self.bulks.reserve(self.shapes.len());
        self.tags.reserve(self.shapes.len());
        let mut parts = core::mem::take(&mut self.parts);
        if self.unknown_count > CROWD && self.any_crowded(&mut parts, level, tasks) {
            self.bulks.extend(self.shapes.iter().map(|&shape| (facts.bulk)(shape)));
            self.tags.extend(self.shapes.iter().zip(&self.bulks).map(|(&shape, bulk)| Tag::new(shape, bulk)));
        }
        let scope = CrowdScope {
            shapes: &self.shapes,
            former: &self.former,
            bulks: &self.bulks,
            tags: &self.tags,
            may_collide: facts.may_collide,
        };
        self.search(&mut parts, tasks, |tree, groups, part| {
            if scope.bulks.is_empty() {
                tree.find_pairs(level, groups, &mut part.pairs);
            } else {
                part.find((level, tree), groups, &scope);
            }
        });
        self.parts = parts;
        for &(a, b) in self.parts.iter().flat_map(|part| &part.pairs) {
            let (former_a, former_b) = (self.former[a as usize], self.former[b as usize]);
            if !former_a.overlaps(former_b) {
                let certain = former_a.is_valid() && former_b.is_valid();
                let shapes = [self.shapes[a as usize], self.shapes[b as usize]];
                found.push(NewPair { shapes, certain, placed: !certain });
            }
        }
    }

    /// Returns whether the AABBs of two items overlap now and did not before, by a look at every pair.
    fn any_new_pair(&self) -> bool {
        let (boxes, former): (&[Aabb], &[Aabb]) = (&self.boxes, &self.former);
        (1..boxes.len())
            .any(|b| (0..b).any(|a| boxes[a].overlaps(boxes[b]) && !former[a].overlaps(former[b])))
    }

    /// Returns whether an item with unknown pairs has many.
    fn any_crowded(
        &self,
        parts: &mut Vec<SearchPart>,
        level: LaneLevel,
        tasks: Option<&dyn TaskSystem>,
    ) -> bool {
        let former: &[Aabb] = &self.former;
        let count = self.search(parts, tasks, |tree, groups, part| part.look((level, tree), groups, former));
        parts[..count].iter().any(|part| part.is_crowded)
    }

    /// Makes the next search include items with waiting pairs again.
    pub(crate) fn forget_crowded(&mut self) {
        for part in 0..self.parts.len() {
            for index in 0..self.parts[part].crowded.len() {
                self.forget_pairs(self.parts[part].crowded[index]);
            }
            self.parts[part].crowded.clear();
        }
    }

    /// Appends the pairs of moving shapes and shapes of a tree whose AABBs overlap now and did not before.
    pub(crate) fn find_pairs_with(
        &mut self,
        level: LaneLevel,
        tasks: Option<&dyn TaskSystem>,
        (tree, boxes): (&DynamicTree, &[Aabb]),
        found: &mut Vec<NewPair>,
    ) {
        let mut parts = core::mem::take(&mut self.parts);
        self.search(&mut parts, tasks, |moving, groups, part| {
            moving.find_pairs_with(level, tree, u64::MAX, groups, &mut part.pairs);
        });
        self.parts = parts;
        for &(item, shape) in self.parts.iter().flat_map(|part| &part.pairs) {
            let former = self.former[item as usize];
            if !former.overlaps(boxes[shape as usize]) {
                let (shapes, placed) = ([self.shapes[item as usize], shape], !former.is_valid());
                found.push(NewPair { shapes, certain: false, placed });
            }
        }
    }

    /// Searches ranges of groups, one per part. Returns the number of parts.
    fn search(
        &self,
        parts: &mut Vec<SearchPart>,
        tasks: Option<&dyn TaskSystem>,
        find: impl Fn(&PackedTree, Range<usize>, &mut SearchPart) + Sync,
    ) -> usize {
        let groups = self.tree.group_count();
        let count = groups.div_ceil(PART);
        parts.iter_mut().for_each(|part| part.pairs.clear());
        if parts.len() < count {
            reserve_total(parts, count);
            parts.resize_with(count, SearchPart::default);
        }
        equalize_capacity(|each| parts.iter_mut().map(|part| &mut part.pairs).for_each(each));
        let tree = &self.tree;
        for_each_slot(tasks, &mut parts[..count], &|index, part| {
            find(tree, index * PART..groups.min((index + 1) * PART), part);
        });
        count
    }

    /// Returns whether any AABB differs from its former one.
    pub(crate) fn any_moved(&self) -> bool {
        self.moved.iter().any(|&word| word != 0)
    }

    /// Makes the current AABBs the former ones.
    pub(crate) fn settle(&mut self) {
        for word in 0..self.moved.len() {
            let mut left = core::mem::take(&mut self.moved[word]);
            if left == 0 {
                continue;
            }
            let former = self.former.unmarked();
            while left != 0 {
                let item = word * 32 + left.trailing_zeros() as usize;
                left &= left - 1;
                former[item] = self.boxes[item];
            }
            self.former.mark_range(word * 32, 32);
        }
        self.unknown_count = 0;
    }

    /// Visits the shapes whose AABBs overlap this one.
    pub(crate) fn query(&self, level: LaneLevel, aabb: Aabb, mut visit: impl FnMut(u32) -> ControlFlow<()>) {
        self.query_by(level, aabb, &mut visit);
    }

    /// Same as `query`, compiled once for all closures.
    fn query_by(&self, level: LaneLevel, aabb: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let first = if self.tree_is_stale { 0 } else { self.tree_count as usize };
        if !self.tree_is_stale
            && self.tree.query(level, aabb, |item| visit(self.shapes[item as usize])).is_break()
        {
            return;
        }
        for item in first..self.shapes.len() {
            if self.boxes[item].overlaps(aabb) && visit(self.shapes[item]).is_break() {
                return;
            }
        }
    }

    /// Calls `hit(shape, max_fraction)` for the AABBs that a moving AABB touches; `hit` returns the new
    /// `max_fraction`.
    pub(crate) fn box_cast(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        translation: Vec2,
        max_fraction: f32,
        hit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        let mut left = max_fraction;
        let first = if self.tree_is_stale { 0 } else { self.tree_count as usize };
        if !self.tree_is_stale {
            self.tree.box_cast(level, aabb, translation, left, |item, fraction| {
                left = hit(self.shapes[item as usize], fraction);
                left
            });
        }
        let (center, half) = (aabb.center(), aabb.half_extents());
        for item in first..self.shapes.len() {
            let grown = Aabb::new(self.boxes[item].min - half, self.boxes[item].max + half);
            if left > 0.0 && grown.ray_cast(center, translation, left).is_some() {
                left = hit(self.shapes[item], left);
            }
        }
    }

    /// As [`box_cast`](Self::box_cast) for queries about the closest hit, with a cast that the answers
    /// shorten: the order is unspecified, and a shape may be reported twice or without a touch.
    pub(crate) fn cast_closest(
        &self,
        level: LaneLevel,
        cast: &mut BoxCast,
        hit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        let outside = self.outside_tree();
        if outside.is_some() {
            self.tree.cast(level, cast, &mut |item, fraction| {
                // An item of a stale tree may be gone; a negative number changes nothing.
                self.shapes.get(item as usize).map_or(-1.0, |&shape| hit(shape, fraction))
            });
        }
        self.for_each_outside(outside, |item| {
            if cast.enter(self.boxes[item]) < f32::INFINITY {
                cast.shorten(hit(self.shapes[item], f32::INFINITY));
            }
        });
    }

    /// Calls `visit(shape, limit)` for the AABBs at most `limit` \[m\] from a point; `visit` returns the new
    /// limit. Order and repetition as for [`cast_closest`](Self::cast_closest).
    pub(crate) fn visit_near(
        &self,
        level: LaneLevel,
        point: Vec2,
        limit: f32,
        visit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        let mut left = limit;
        let outside = self.outside_tree();
        if outside.is_some() {
            self.tree.visit_near(level, point, limit, |item, limit| {
                left = self.shapes.get(item as usize).map_or(limit, |&shape| visit(shape, limit));
                left
            });
        }
        self.for_each_outside(outside, |item| {
            if self.boxes[item].overlaps(Aabb::new(point, point).expand(left)) {
                left = visit(self.shapes[item], left);
            }
        });
    }

    /// Returns the strays of the tree; `None` if the tree is of no use.
    fn outside_tree(&self) -> Option<&[u32]> {
        if self.tree_is_stale { self.strays.list() } else { Some(&[]) }
    }

    /// Visits the items whose AABBs are not in the tree.
    fn for_each_outside(&self, strays: Option<&[u32]>, mut visit: impl FnMut(usize)) {
        let first = if strays.is_some() { self.tree_count as usize } else { 0 };
        let strays = strays.unwrap_or(&[]).iter().map(|&item| item as usize);
        strays.filter(|&item| item < first.min(self.shapes.len())).for_each(&mut visit);
        (first..self.shapes.len()).for_each(visit);
    }

    fn mark(&mut self, item: u32, moved: bool) {
        let bit = 1 << (item % 32);
        let word = &mut self.moved[item as usize / 32];
        *word = if moved { *word | bit } else { *word & !bit };
    }
}
