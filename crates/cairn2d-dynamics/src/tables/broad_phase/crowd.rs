//! Crowds: many shapes of similar size that are created in one place at once. The number of their pairs grows
//! with the square of their number, and no step can separate all of them.
//!
//! Method: a shape with more than [`MANY`] new pairs in one search keeps a sample of about [`KEPT`] of them;
//! the others wait. Its pairs stay unknown, so the next search finds them again. As the crowd spreads, its
//! shapes have fewer pairs, until the sample contains all. The sample follows from the slots of the shapes,
//! so it is the same in each step.
//!
//! Invariant: a pair waits only if both shapes are dynamic and of similar size. In addition they must surely
//! overlap, or be at a place where more than [`MANY`] similar shapes overlap. So a pair that meets during the
//! simulation never waits, because its former AABBs were known.

use core::ops::Range;

use cairn2d_geometry::tree::PackedTree;
use cairn2d_math::{Aabb, LaneLevel, Vec2};

/// Largest number of new pairs of a shape in one search that are all kept. About 30 shapes of at least half
/// its size fit around a shape without overlap.
const MANY: u32 = 32;

/// Number of kept new pairs of a shape that has more.
const KEPT: u32 = 4;

/// Number of shapes with unknown pairs from which a search for crowds runs.
pub(super) const CROWD: u32 = MANY;

/// Ratio of the inscribed to the circumscribed radius above which a shape counts as round \[-\].
const ROUND: f32 = 0.3;

/// Largest ratio of the sizes of two round shapes whose pair may wait \[-\].
const ALIKE: f32 = 2.0;

/// Largest ratio of the inscribed circles of two shapes that surely overlap \[-\].
const NESTED: f32 = 16.0;

/// Distance below which two shapes surely overlap, as a share of the sum of their inscribed radii \[-\].
const OVERLAP: f32 = 0.9;

/// Number of sample levels.
const MOST_LEVELS: u32 = 24;

/// Size and position of a moving shape, for the search for crowds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bulk {
    /// Centroid in the coordinates of the AABBs \[m\].
    pub(crate) center: Vec2,
    /// Radius of the inscribed circle \[m\], 0 for a shape whose pairs must not wait.
    pub(crate) inner: f32,
    /// Radius of the circumscribed circle \[m\].
    pub(crate) outer: f32,
    /// Vector from the centroid to the end of the centre line, along which inscribed circles fit \[m\].
    pub(crate) axis: Vec2,
}

impl Bulk {
    fn is_round(&self) -> bool {
        self.inner >= ROUND * self.outer
    }

    /// Returns whether the pair of two shapes may wait while both are in a crowd.
    fn may_wait(&self, other: &Bulk) -> bool {
        if self.inner <= 0.0 || other.inner <= 0.0 {
            return false;
        }
        let alike = |a: f32, b: f32, ratio: f32| a <= ratio * b && b <= ratio * a;
        if self.is_round() && other.is_round() && alike(self.outer, other.outer, ALIKE) {
            return true;
        }
        let reach = OVERLAP * (self.inner + other.inner);
        alike(self.inner, other.inner, NESTED)
            && (self.distance_squared(other.center) < reach * reach
                || other.distance_squared(self.center) < reach * reach)
    }

    /// Returns the squared distance of a point from the centre line \[m²\].
    fn distance_squared(&self, point: Vec2) -> f32 {
        let (offset, length) = (point - self.center, self.axis.length_squared());
        if length == 0.0 {
            return offset.length_squared();
        }
        let along = (offset.dot(self.axis) / length).clamp(-1.0, 1.0);
        (offset - self.axis * along).length_squared()
    }
}

/// Data of the moving shapes, by item.
#[derive(Clone, Copy)]
pub(super) struct CrowdScope<'a> {
    pub(super) shapes: &'a [u32],
    pub(super) former: &'a [Aabb],
    pub(super) bulks: &'a [Bulk],
    pub(super) tags: &'a [Tag],
    /// Returns whether filters, bodies and joints accept a pair of shapes.
    pub(super) may_collide: &'a (dyn Fn(u32, u32) -> bool + Sync),
}

/// Pairs found by one part of a search, by item.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchPart {
    pub(super) pairs: Vec<(u32, u32)>,
    /// Items with waiting pairs.
    pub(super) crowded: Vec<u32>,
    pub(super) is_crowded: bool,
}

/// Search state of one item of a group.
#[derive(Clone, Copy, Default)]
struct Reporter {
    item: u32,
    /// Whether the pairs of the item are unknown.
    unknown: bool,
    count: u32,
    /// Pairs of at least this level are kept.
    level: u32,
    /// Number of those pairs that may wait and collide.
    accepted: u32,
    crowded: bool,
}

/// Number of items of a group of the tree.
const GROUP: usize = 16;

/// Returns the items of a group, if one of them has unknown pairs and one has many.
fn reporters_of(
    (level, tree): (LaneLevel, &PackedTree),
    group: usize,
    former: &[Aabb],
) -> Option<[Reporter; GROUP]> {
    let items = tree.group_items(group);
    let is_unknown = |item: u32| former.get(item as usize).is_some_and(|former| !former.is_valid());
    if !items.iter().any(|&item| is_unknown(item)) {
        return None;
    }
    let mut reporters = items.map(|item| Reporter { item, unknown: is_unknown(item), ..Reporter::default() });
    let mut lane = 0;
    let mut count = |item: u32, _: &[u32; GROUP], touched: u32| {
        lane = lane_of(&reporters, lane, [item; 2]);
        reporters[lane].count += touched.count_ones();
        0
    };
    tree.find_pairs_selected(level, group..group + 1, &mut count, &mut Vec::new());
    reporters.iter().any(|reporter| reporter.count > MANY).then_some(reporters)
}

/// Bits for the lane, below those of the level, in the label that replaces the first item of a pair.
const LANE_BITS: u32 = 4;

impl SearchPart {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.crowded.clear();
    }

    /// Determines whether an item of these groups with unknown pairs has many.
    pub(super) fn look(
        &mut self,
        (level, tree): (LaneLevel, &PackedTree),
        groups: Range<usize>,
        former: &[Aabb],
    ) {
        self.is_crowded =
            groups.into_iter().any(|group| reporters_of((level, tree), group, former).is_some());
    }

    /// Appends the pairs of these groups, except for waiting ones.
    pub(super) fn find(
        &mut self,
        (level, tree): (LaneLevel, &PackedTree),
        groups: Range<usize>,
        scope: &CrowdScope<'_>,
    ) {
        // Groups without many pairs are searched together, up to the first group that has many.
        let mut plain = groups.start;
        for group in groups.clone() {
            let Some(mut reporters) = reporters_of((level, tree), group, scope.former) else { continue };
            tree.find_pairs(level, plain..group, &mut self.pairs);
            plain = group + 1;
            let start = self.pairs.len();
            self.find_of_like_size((level, tree), group, &mut reporters, scope);
            self.thin(start, &mut reporters, scope);
        }
        tree.find_pairs(level, plain..groups.end, &mut self.pairs);
    }

    /// Appends the pairs of a group. Drops waiting pairs of round shapes of similar size on the way, many at
    /// a time.
    fn find_of_like_size(
        &mut self,
        (level, tree): (LaneLevel, &PackedTree),
        group: usize,
        reporters: &mut [Reporter; GROUP],
        scope: &CrowdScope<'_>,
    ) {
        let start = self.pairs.len();
        for reporter in reporters.iter_mut() {
            let many = reporter.unknown && reporter.count > MANY;
            reporter.level = if many { (reporter.count / KEPT).ilog2() } else { 0 };
        }
        loop {
            let mut lane = 0;
            let mut select = |item: u32, others: &[u32; GROUP], touched: u32| {
                lane = lane_of(reporters, lane, [item; 2]);
                let reporter = &mut reporters[lane];
                let waiting = touched & scope.waiting(item, others, reporter.level);
                reporter.crowded |= waiting != 0;
                touched & !waiting
            };
            tree.find_pairs_selected(level, group..group + 1, &mut select, &mut self.pairs);
            // If a sample has too few pairs that can collide, a larger one replaces it, because many pairs
            // never collide.
            reporters.iter_mut().for_each(|reporter| reporter.accepted = 0);
            let mut lane = 0;
            for &(a, b) in &self.pairs[start..] {
                lane = lane_of(reporters, lane, [a, b]);
                let is_small = reporters[lane].level > 0 && reporters[lane].accepted < KEPT / 2;
                if is_small && (scope.may_collide)(scope.shapes[a as usize], scope.shapes[b as usize]) {
                    reporters[lane].accepted += 1;
                }
            }
            let is_small =
                |reporter: &Reporter| reporter.crowded && reporter.level > 0 && reporter.accepted < KEPT / 2;
            if !reporters.iter().any(is_small) {
                return;
            }
            for reporter in reporters.iter_mut() {
                reporter.level -= u32::from(is_small(reporter));
                reporter.crowded = false;
            }
            self.pairs.truncate(start);
        }
    }

    /// Drops known pairs and waiting pairs of a group.
    fn thin(&mut self, start: usize, reporters: &mut [Reporter; GROUP], scope: &CrowdScope<'_>) {
        self.label(start, reporters, scope);
        self.choose_levels(start, reporters, scope);
        let mut end = start;
        for index in start..self.pairs.len() {
            let (label, other) = self.pairs[index];
            let reporter = &mut reporters[label as usize % GROUP];
            let waits = label >> LANE_BITS < reporter.level
                && scope.bulks[reporter.item as usize].may_wait(&scope.bulks[other as usize]);
            reporter.crowded |= waits;
            self.pairs[end] = (reporter.item, other);
            end += usize::from(!waits);
        }
        self.pairs.truncate(end);
        // The pairs of one shape are adjacent, so that its contacts are looked up once.
        self.pairs[start..].sort_unstable();
        self.crowded.extend(reporters.iter().filter(|reporter| reporter.crowded).map(|it| it.item));
    }

    /// Drops known pairs and counts the others. Their lane and level replace the item of the group.
    fn label(&mut self, start: usize, reporters: &mut [Reporter; GROUP], scope: &CrowdScope<'_>) {
        let (mut end, mut lane) = (start, 0);
        reporters.iter_mut().for_each(|reporter| reporter.count = 0);
        for index in start..self.pairs.len() {
            let (a, b) = self.pairs[index];
            lane = lane_of(reporters, lane, [a, b]);
            let reporter = &mut reporters[lane];
            if reporter.unknown || !scope.former[a as usize].overlaps(scope.former[b as usize]) {
                reporter.count += 1;
                let other = if reporter.item == a { b } else { a };
                self.pairs[end] = (lane as u32 | scope.level((a, b)) << LANE_BITS, other);
                end += 1;
            }
        }
        self.pairs.truncate(end);
    }

    /// Chooses the level of each reporter that keeps about [`KEPT`] pairs that may wait. Pairs that never
    /// collide do not count.
    fn choose_levels(&self, start: usize, reporters: &mut [Reporter; GROUP], scope: &CrowdScope<'_>) {
        for reporter in reporters.iter_mut() {
            reporter.level = if reporter.count > MANY { (reporter.count / KEPT).ilog2() } else { 0 };
            reporter.accepted = 0;
        }
        // Each round visits only reporters whose sample is too small.
        let is_open = |reporter: &Reporter| reporter.level > 0 && reporter.accepted < KEPT;
        let mut first_round = true;
        while reporters.iter().any(is_open) {
            if !first_round {
                for reporter in reporters.iter_mut().filter(|reporter| is_open(reporter)) {
                    reporter.level -= 1;
                }
            }
            for &(label, other) in &self.pairs[start..] {
                let reporter = &mut reporters[label as usize % GROUP];
                let level = label >> LANE_BITS;
                // Later rounds count only the pairs that the lower level adds.
                if level < reporter.level || (level > reporter.level && !first_round) || !is_open(reporter) {
                    continue;
                }
                let (a, b) = (reporter.item as usize, other as usize);
                if scope.bulks[a].may_wait(&scope.bulks[b])
                    && (scope.may_collide)(scope.shapes[a], scope.shapes[b])
                {
                    reporter.accepted += 1;
                }
            }
            first_round = false;
        }
    }
}

/// Returns the lane of the reporter that is one of two items. Tries the lane of the previous pair first,
/// because most pairs have the same one.
fn lane_of(reporters: &[Reporter; GROUP], last: usize, [a, b]: [u32; 2]) -> usize {
    let item = reporters[last].item;
    if item == a || item == b {
        return last;
    }
    let place = |item: u32| reporters.iter().position(|reporter| reporter.item == item);
    place(a).or_else(|| place(b)).unwrap_or(0)
}

/// Returns a number that distributes the shapes of a crowd over the samples. A pair is in the sample of a
/// level if that many low bits of both numbers are equal. So the samples are groups of shapes that all meet
/// each other.
pub(super) fn sample_number(shape: u32) -> u32 {
    let mut hash = shape.wrapping_mul(0x9e37_79b1);
    hash = (hash ^ hash >> 16).wrapping_mul(0x7feb_352d);
    hash = (hash ^ hash >> 15).wrapping_mul(0x846c_a68b);
    hash ^ hash >> 16
}

/// The data by which many pairs at a time are tested.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) number: u32,
    /// Radius of the circumscribed circle \[m\]; 0 for a shape that is not round or whose pairs must not
    /// wait.
    pub(super) size: f32,
}

impl Tag {
    pub(super) fn new(shape: u32, bulk: &Bulk) -> Tag {
        let size = if bulk.inner > 0.0 && bulk.is_round() { bulk.outer } else { 0.0 };
        Tag { number: sample_number(shape), size }
    }
}

impl CrowdScope<'_> {
    /// Returns the highest level whose sample contains a pair of items.
    fn level(&self, (a, b): (u32, u32)) -> u32 {
        (self.tags[a as usize].number ^ self.tags[b as usize].number).trailing_zeros().min(MOST_LEVELS)
    }

    /// Returns the items that are round, of similar size, and outside the sample of a level, as bits.
    fn waiting(&self, item: u32, others: &[u32; GROUP], level: u32) -> u32 {
        let tag = self.tags[item as usize];
        if level == 0 || tag.size == 0.0 {
            return 0;
        }
        let (least, most, mask) = (tag.size / ALIKE, tag.size * ALIKE, (1 << level) - 1);
        let mut waiting = 0;
        for (lane, &other) in others.iter().enumerate() {
            // The last group is padded with items that do not exist.
            let Some(other) = self.tags.get(other as usize) else { break };
            let waits = other.size >= least && other.size <= most && (other.number ^ tag.number) & mask != 0;
            waiting |= u32::from(waits) << lane;
        }
        waiting
    }
}
