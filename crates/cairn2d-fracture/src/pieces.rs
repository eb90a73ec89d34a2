//! Fragments of the parts of a body, and how they make up pieces.
//!
//! A fragment is the intersection of a convex part with a cell. The fragments of a cell that share borders
//! are a group. Groups below the least size join the neighbour with the longest common border, smallest
//! first. What is too thin for a shape adds its mass to the group all the same, so no mass is lost.

use std::collections::BTreeSet;

use cairn2d::{Polygon, Vec2};

use crate::cells::Cells;
use crate::clip::Clipper;
use crate::plane::{Bounds, Moments, Point, common_border, cross, narrow, sub, wide, width};

/// Width below which a fragment gets no shape \[m\]. It is a fifth of the slop, which contacts do not see.
const THINNEST: f64 = 1.0e-3;

/// Number of gaps of which a fragment with a shape is at least as wide, far from the origin.
const GAPS: f64 = 4.0;

/// Rounding of corners, as a share of the extent of the body: two corners of a border may be off by one bit.
const ROUNDING: f64 = 5.0e-7;

/// Distance within which corners are one, as a share of the extent: one bit. More would lose area.
const WELD: f64 = 1.3e-7;

/// A convex part of a body.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) corners: Vec<Point>,
    pub(crate) bounds: Bounds,
    /// Mass per area \[kg/m²\].
    pub(crate) density: f64,
    /// Position of its shape in the list of shapes.
    pub(crate) shape: usize,
}

impl Part {
    pub(crate) fn contains(&self, point: Point) -> bool {
        let count = self.corners.len();
        (0..count).all(|index| {
            let (a, b) = (self.corners[index], self.corners[if index + 1 == count { 0 } else { index + 1 }]);
            cross(sub(b, a), sub(point, a)) >= 0.0
        })
    }
}

/// The intersection of a part with a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fragment {
    pub(crate) part: u32,
    start: u32,
    end: u32,
    bounds: Bounds,
    pub(crate) area: f64,
    width: f64,
}

/// The least size of a piece: area \[m²\] and width \[m\].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Least {
    pub(crate) area: f64,
    pub(crate) width: f64,
}

/// The fragments of a body, in groups.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    corners: Vec<Vec2>,
    fragments: Vec<Fragment>,
    /// Fragments of each piece.
    groups: Vec<Vec<u32>>,
    /// Distance within which borders are common \[m\].
    within: f64,
    /// Distance within which corners of a fragment are one \[m\].
    weld: f64,
    /// Width below which a fragment gets no shape \[m\].
    thinnest: f64,
}

/// A common border of two fragments, or of two pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Border {
    pub(crate) ends: [u32; 2],
    pub(crate) length: f64,
    pub(crate) middle: Point,
}

impl Pieces {
    /// Cuts parts into the cells of a pattern, and merges small pieces. The sides of shapes will be moved
    /// inwards by `gap` \[m\].
    pub(crate) fn cut(parts: &[Part], cells: &Cells, bounds: Bounds, least: Least, gap: f64) -> Pieces {
        let far = far(bounds);
        let (within, weld) = (ROUNDING * (1.0e-3 + far), WELD * far);
        let thinnest = if GAPS * gap > THINNEST { GAPS * gap } else { THINNEST };
        let mut pieces = Pieces { within, weld, thinnest, ..Pieces::default() };
        let mut clipper = Clipper::default();
        for cell in 0..cells.len() {
            let (corners, aabb) = cells.get(cell);
            let first = pieces.fragments.len();
            for (index, part) in parts.iter().enumerate() {
                if part.bounds.overlaps(aabb, 0.0) {
                    pieces.add(index, part, corners, &mut clipper);
                }
            }
            pieces.group(first);
        }
        pieces.merge(least);
        pieces
    }

    /// Adds the intersection of a part and a cell, if it has an area.
    fn add(&mut self, index: usize, part: &Part, cell: &[Point], clipper: &mut Clipper) {
        let start = self.corners.len();
        if !clipper.clip([&part.corners, cell], self.weld, &mut self.corners) {
            return;
        }
        let corners = &self.corners[start..];
        let area = Moments::of(corners).area;
        if area <= 0.0 {
            self.corners.truncate(start);
            return;
        }
        let bounds = corners.iter().fold(Bounds::EMPTY, |bounds, &corner| bounds.with(wide(corner)));
        let (start, end) = (start as u32, self.corners.len() as u32);
        let width = width(corners);
        self.fragments.push(Fragment { part: index as u32, start, end, bounds, area, width });
    }

    /// Makes groups of the fragments from `first` on, which are those of a cell.
    fn group(&mut self, first: usize) {
        let count = self.fragments.len() - first;
        if count == 1 {
            self.groups.push(vec![first as u32]);
            return;
        }
        let mut roots = Roots::new(count);
        for b in 1..count {
            for a in 0..b {
                if roots.find(a) != roots.find(b) && self.border(first + a, first + b).0 > 0.0 {
                    roots.join(a, b);
                }
            }
        }
        for root in 0..count {
            if roots.find(root) == root {
                let members = (0..count).filter(|&member| roots.find(member) == root);
                let members: Vec<u32> = members.map(|member| (first + member) as u32).collect();
                self.groups.push(members);
            }
        }
    }

    /// Length and middle of the common border of two fragments.
    fn border(&self, a: usize, b: usize) -> (f64, Point) {
        let [a, b] = [&self.fragments[a], &self.fragments[b]];
        if !a.bounds.overlaps(&b.bounds, self.within) {
            return (0.0, [0.0; 2]);
        }
        common_border(self.corners_of(a), self.corners_of(b), self.within)
    }

    /// The common borders of fragments of which `wanted` holds for one, by sweeping along x.
    fn borders(&self, wanted: impl Fn(u32) -> bool) -> Vec<Border> {
        let mut order: Vec<u32> = (0..self.fragments.len() as u32).collect();
        let left = |fragment: u32| self.fragments[fragment as usize].bounds.low[0];
        order.sort_unstable_by(|&a, &b| left(a).total_cmp(&left(b)).then(a.cmp(&b)));
        let (mut open, mut borders): (Vec<u32>, Vec<Border>) = (Vec::new(), Vec::new());
        for &here in &order {
            let from = left(here) - self.within;
            open.retain(|&other| self.fragments[other as usize].bounds.high[0] >= from);
            let is_wanted = wanted(here);
            for &other in &open {
                if is_wanted || wanted(other) {
                    let ends = if here < other { [here, other] } else { [other, here] };
                    let (length, middle) = self.border(ends[0] as usize, ends[1] as usize);
                    if length > 0.0 {
                        borders.push(Border { ends, length, middle });
                    }
                }
            }
            open.push(here);
        }
        borders
    }

    fn area_of(&self, group: &[u32]) -> f64 {
        group.iter().map(|&fragment| self.fragments[fragment as usize].area).sum()
    }

    fn is_small(&self, group: &[u32], least: Least) -> bool {
        let thick = group.iter().any(|&fragment| {
            let width = self.fragments[fragment as usize].width;
            width >= least.width && width >= self.thinnest
        });
        !thick || self.area_of(group) < least.area
    }

    /// Joins small groups with neighbours.
    fn merge(&mut self, least: Least) {
        let small: Vec<bool> = self.groups.iter().map(|group| self.is_small(group, least)).collect();
        if !small.contains(&true) {
            return;
        }
        let mut group_of = vec![0; self.fragments.len()];
        for (group, members) in self.groups.iter().enumerate() {
            for &member in members {
                group_of[member as usize] = group;
            }
        }
        let mut near: Vec<Vec<(u32, f64)>> = vec![Vec::new(); self.fragments.len()];
        for border in self.borders(|fragment| small[group_of[fragment as usize]]) {
            let [a, b] = border.ends;
            near[a as usize].push((b, border.length));
            near[b as usize].push((a, border.length));
        }
        let mut roots = Roots::new(self.groups.len());
        // Areas are positive, so their bits have their order.
        let mut queue: BTreeSet<(u64, usize)> = small
            .iter()
            .enumerate()
            .filter(|(_, small)| **small)
            .map(|(group, _)| (self.area_of(&self.groups[group]).to_bits(), group))
            .collect();
        while let Some((_, group)) = queue.pop_first() {
            let members = &self.groups[group];
            if members.is_empty() || !self.is_small(members, least) {
                continue;
            }
            let mut lengths: Vec<(usize, f64)> = Vec::new();
            for &(other, length) in members.iter().flat_map(|&member| &near[member as usize]) {
                let other = roots.find(group_of[other as usize]);
                if other == group {
                    continue;
                }
                match lengths.iter_mut().find(|(known, _)| *known == other) {
                    Some((_, sum)) => *sum += length,
                    None => lengths.push((other, length)),
                }
            }
            let best = lengths.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            let other = match best {
                Some((other, _)) => other,
                // Nothing touches it. A piece that can be a shape stays as it is.
                None if members
                    .iter()
                    .any(|&member| self.fragments[member as usize].width >= self.thinnest) =>
                {
                    continue;
                }
                None => match self.nearest(group) {
                    Some(other) => other,
                    None => continue,
                },
            };
            roots.parents[group] = other;
            let members = core::mem::take(&mut self.groups[group]);
            self.groups[other].extend(members);
            if self.is_small(&self.groups[other], least) {
                queue.insert((self.area_of(&self.groups[other]).to_bits(), other));
            }
        }
        self.groups.retain(|members| !members.is_empty());
    }

    /// The group whose box is nearest to that of a group that nothing touches.
    fn nearest(&self, group: usize) -> Option<usize> {
        let bounds = |members: &[u32]| {
            members
                .iter()
                .fold(Bounds::EMPTY, |bounds, &member| bounds.union(self.fragments[member as usize].bounds))
        };
        let own = bounds(&self.groups[group]);
        let distance = |other: &Bounds| {
            (0..2).fold(0.0, |sum, axis| {
                let gap = (own.low[axis] - other.high[axis]).max(other.low[axis] - own.high[axis]).max(0.0);
                sum + gap * gap
            })
        };
        let others = self.groups.iter().enumerate();
        others
            .filter(|(other, members)| *other != group && !members.is_empty())
            .map(|(other, members)| (distance(&bounds(members)), other))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
            .map(|(_, other)| other)
    }

    /// Number of pieces.
    pub(crate) fn len(&self) -> usize {
        self.groups.len()
    }

    /// The fragments of a piece.
    pub(crate) fn fragments(&self, piece: usize) -> impl Iterator<Item = &Fragment> {
        self.groups[piece].iter().map(|&fragment| &self.fragments[fragment as usize])
    }

    pub(crate) fn corners_of(&self, fragment: &Fragment) -> &[Vec2] {
        &self.corners[fragment.start as usize..fragment.end as usize]
    }

    /// The shape of a fragment, relative to an origin, with its sides moved inwards by a gap \[m\]; `None`
    /// if it is too thin.
    pub(crate) fn polygon(&self, fragment: &Fragment, origin: Point, gap: f64) -> Option<Polygon> {
        if fragment.width < self.thinnest {
            return None;
        }
        Polygon::new(&inset(self.corners_of(fragment), origin, gap, self.within)).ok()
    }

    /// Mass, centre, and inertia of a piece, with the densities of its parts.
    pub(crate) fn moments(&self, piece: usize, parts: &[Part]) -> Moments {
        let mut sum = Moments::default();
        for fragment in self.fragments(piece) {
            let moments = Moments::of(self.corners_of(fragment));
            sum.add(moments.scaled(parts[fragment.part as usize].density));
        }
        sum
    }

    /// The common borders of pieces, by the indices of both.
    pub(crate) fn bonds(&self) -> Vec<Border> {
        let mut piece_of = vec![0; self.fragments.len()];
        for (piece, members) in self.groups.iter().enumerate() {
            for &member in members {
                piece_of[member as usize] = piece as u32;
            }
        }
        let mut borders = self.borders(|_| true);
        for border in &mut borders {
            border.ends = border.ends.map(|fragment| piece_of[fragment as usize]);
            border.ends.sort_unstable();
        }
        borders.retain(|border| border.ends[0] != border.ends[1]);
        borders.sort_by(|a, b| {
            let key = |border: &Border| (border.ends, border.middle.map(f64::to_bits));
            key(a).cmp(&key(b))
        });
        let mut bonds: Vec<Border> = Vec::new();
        for border in borders {
            match bonds.last_mut() {
                Some(last) if last.ends == border.ends => {
                    let sum = last.length + border.length;
                    for axis in 0..2 {
                        last.middle[axis] += (border.middle[axis] - last.middle[axis]) * border.length / sum;
                    }
                    last.length = sum;
                }
                _ => bonds.push(border),
            }
        }
        bonds
    }
}

/// A convex polygon whose sides are moved inwards by a distance \[m\].
/// The result is relative to an origin.
fn inset(all: &[Vec2], origin: Point, by: f64, rounding: f64) -> Vec<Vec2> {
    // Sides as short as the rounding of their ends have no direction to speak of.
    let long = |&index: &usize| {
        let before = all[if index == 0 { all.len() - 1 } else { index - 1 }];
        f64::from(all[index].distance(before)) > 2.0 * rounding
    };
    let kept: Vec<Vec2> = (0..all.len()).filter(long).map(|index| all[index]).collect();
    let corners = if kept.len() >= 3 { &kept } else { all };
    let count = corners.len();
    let inwards = |index: usize| {
        let edge = sub(wide(corners[if index + 1 == count { 0 } else { index + 1 }]), wide(corners[index]));
        let length = (edge[0] * edge[0] + edge[1] * edge[1]).sqrt();
        [-edge[1] / length, edge[0] / length]
    };
    let mut before = inwards(count - 1);
    let mut moved = Vec::with_capacity(count);
    for (index, &corner) in corners.iter().enumerate() {
        let here = inwards(index);
        let share = 1.0 + before[0] * here[0] + before[1] * here[1];
        // The tip of a needle moves far, but not beyond the needle.
        let share = by / if share > SHARPEST { share } else { SHARPEST };
        let corner = sub(wide(corner), origin);
        moved.push(narrow([0, 1].map(|axis| corner[axis] + (before[axis] + here[axis]) * share)));
        before = here;
    }
    let next = |index: usize| if index + 1 == count { 0 } else { index + 1 };
    if (0..count).all(|at| (moved[next(at)] - moved[at]).dot(corners[next(at)] - corners[at]) > 0.0) {
        return moved;
    }
    // A side turned around: it ends before it has moved so far.
    let corners: Vec<Point> = all.iter().map(|&corner| sub(wide(corner), origin)).collect();
    Clipper::default().inset(&corners, by).map(narrow).collect()
}

/// Least value of one plus the cosine between the normals of two sides at a corner.
const SHARPEST: f64 = 1.0e-3;

/// The largest coordinate of a box.
pub(crate) fn far(bounds: Bounds) -> f64 {
    [bounds.low, bounds.high]
        .iter()
        .flatten()
        .fold(0.0, |most, x| if x.abs() > most { x.abs() } else { most })
}

/// Disjoint sets.
#[derive(Debug)]
pub(crate) struct Roots {
    parents: Vec<usize>,
}

impl Roots {
    pub(crate) fn new(count: usize) -> Roots {
        Roots { parents: (0..count).collect() }
    }

    /// The smallest member of a set, or another one that stands for it after merging by hand.
    pub(crate) fn find(&mut self, mut member: usize) -> usize {
        while self.parents[member] != member {
            self.parents[member] = self.parents[self.parents[member]];
            member = self.parents[member];
        }
        member
    }

    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        self.parents[high] = low;
    }
}
