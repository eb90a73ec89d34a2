//! Rings on the grid: what every algorithm of this crate works on.
//!
//! Invariant of clean rings: outer rings run counter-clockwise and holes clockwise, an outer ring is followed
//! by its holes, edges do not cross, and rings touch at common corners only. [`clean`] makes them from
//! anything.

use crate::grid::{Node, cross, twice_area};
use i_overlay::core::{
    fill_rule::FillRule as OverlayFill,
    overlay::{IntOverlayOptions, Overlay, ShapeType},
    overlay_rule::OverlayRule,
    solver::Solver,
};
use i_overlay::i_float::int::point::IntPoint;

/// Rings, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rings {
    pub(crate) nodes: Vec<Node>,
    /// Index past the last node, for each ring.
    pub(crate) ends: Vec<u32>,
}

impl Rings {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Node]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let ring = &self.nodes[start..end as usize];
            start = end as usize;
            ring
        })
    }

    pub(crate) fn push(&mut self, ring: impl IntoIterator<Item = Node>) {
        self.nodes.extend(ring);
        self.ends.push(self.nodes.len() as u32);
    }

    /// Twice the enclosed area \[grid steps squared\].
    pub(crate) fn twice_area(&self) -> i64 {
        self.iter().map(twice_area).sum()
    }

    /// The connected pieces: an outer ring and its holes each.
    pub(crate) fn pieces(&self) -> Vec<Rings> {
        let mut pieces: Vec<Rings> = Vec::new();
        for ring in self.iter() {
            if twice_area(ring) > 0 || pieces.is_empty() {
                pieces.push(Rings::default());
            }
            if let Some(piece) = pieces.last_mut() {
                piece.push(ring.iter().copied());
            }
        }
        pieces
    }

    /// Smallest and largest coordinates.
    pub(crate) fn bounds(&self) -> Option<[Node; 2]> {
        let first = *self.nodes.first()?;
        Some(self.nodes.iter().fold([first, first], |[low, high], node| {
            [
                Node::new(low.x.min(node.x), low.y.min(node.y)),
                Node::new(high.x.max(node.x), high.y.max(node.y)),
            ]
        }))
    }
}

/// What a pair of areas becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boolean {
    /// Points in either.
    Union,
    /// Points in both.
    Intersection,
    /// Points in the first and not in the second.
    Difference,
    /// Points in exactly one.
    Xor,
}

/// Which points are inside of rings that cross or overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FillRule {
    /// Points around which the rings wind at least once, in any direction.
    #[default]
    NonZero,
    /// Points from which a ray crosses the rings an odd number of times.
    EvenOdd,
    /// Points around which the rings wind counter-clockwise more often than clockwise.
    Positive,
}

/// Clean rings of the area that any rings enclose.
pub(crate) fn clean(rings: &Rings, rule: FillRule) -> Rings {
    let fill = match rule {
        FillRule::NonZero => OverlayFill::NonZero,
        FillRule::EvenOdd => OverlayFill::EvenOdd,
        FillRule::Positive => OverlayFill::Positive,
    };
    let mut overlay = new_overlay(rings.nodes.len());
    add(&mut overlay, rings, ShapeType::Subject);
    finish(&mut overlay, OverlayRule::Subject, fill)
}

/// Clean rings of two clean areas.
pub(crate) fn boolean(first: &Rings, second: &Rings, operation: Boolean) -> Rings {
    let rule = match operation {
        Boolean::Union => OverlayRule::Union,
        Boolean::Intersection => OverlayRule::Intersect,
        Boolean::Difference => OverlayRule::Difference,
        Boolean::Xor => OverlayRule::Xor,
    };
    let mut overlay = new_overlay(first.nodes.len() + second.nodes.len());
    add(&mut overlay, first, ShapeType::Subject);
    add(&mut overlay, second, ShapeType::Clip);
    finish(&mut overlay, rule, OverlayFill::NonZero)
}

/// Corners on straight sides stay in the output, because another ring may touch there.
fn new_overlay(capacity: usize) -> Overlay<i32> {
    Overlay::new_custom(capacity, IntOverlayOptions::keep_output_points(), Solver::default())
}

fn add(overlay: &mut Overlay<i32>, rings: &Rings, side: ShapeType) {
    for ring in rings.iter() {
        overlay.add_path_iter(ring.iter().map(|node| IntPoint { x: node.x, y: node.y }), side);
    }
}

fn finish(overlay: &mut Overlay<i32>, rule: OverlayRule, fill: OverlayFill) -> Rings {
    let shapes = overlay.overlay(rule, fill);
    let mut rings = Rings::default();
    for contour in shapes.iter().flatten() {
        rings.push(contour.iter().map(|point| Node::new(point.x, point.y)));
    }
    drop_straight_corners(rings)
}

/// Drops corners on straight sides that no other corner touches.
fn drop_straight_corners(rings: Rings) -> Rings {
    let mut straight: Vec<(Node, bool)> = Vec::new();
    for ring in rings.iter() {
        for (index, &node) in ring.iter().enumerate() {
            let (before, after) = neighbours(ring, index);
            if cross(before, node, after) == 0 {
                straight.push((node, false));
            }
        }
    }
    if straight.is_empty() {
        return rings;
    }
    straight.sort_unstable();
    // The second field becomes: another corner is here.
    let mut seen = vec![0_u8; straight.len()];
    for node in &rings.nodes {
        let at = straight.partition_point(|&(other, _)| other < *node);
        if at < straight.len() && straight[at].0 == *node {
            seen[at] = seen[at].saturating_add(1);
        }
    }
    let is_shared = |node: Node| {
        let at = straight.partition_point(|&(other, _)| other < node);
        seen[at] > 1
    };
    let mut kept = Rings::default();
    for ring in rings.iter() {
        let start = kept.nodes.len();
        for (index, &node) in ring.iter().enumerate() {
            let (before, after) = neighbours(ring, index);
            if cross(before, node, after) != 0 || is_shared(node) {
                kept.nodes.push(node);
            }
        }
        if kept.nodes.len() - start < 3 {
            kept.nodes.truncate(start);
        } else {
            kept.ends.push(kept.nodes.len() as u32);
        }
    }
    kept
}

fn neighbours(ring: &[Node], index: usize) -> (Node, Node) {
    let before = if index == 0 { ring.len() - 1 } else { index - 1 };
    let after = if index + 1 == ring.len() { 0 } else { index + 1 };
    (ring[before], ring[after])
}
