//! Overlapping covers: parts that grow over their neighbours, until some are not needed.
//!
//! A part grows by one corner of the area at a time, while the hull of both contains no side of the area.
//! Whether a side enters the interior of a hull is decided exactly, by separating lines. Then parts that
//! others cover are dropped, smallest first.

use crate::decompose::Part;
use crate::faces::Faces;
use crate::grid::{Node, cross, segment_distance_squared, twice_area};
use crate::merge::Hull;
use crate::rings::{self, Boolean, FillRule, Rings};
use crate::sweep::NONE;

/// Largest number of corners of an area for which covers are searched.
pub const MAX_CORNERS: usize = 8192;

/// Faces around a part whose corners it may take.
const REACH: usize = 24;

/// Grows exact parts and drops those that are not needed.
pub(crate) fn grow(rings: &Rings, faces: &Faces, parts: &mut Vec<Part>, max_corners: usize) {
    if rings.nodes.len() > MAX_CORNERS {
        return;
    }
    let mut sides: Vec<[Node; 2]> = Vec::with_capacity(rings.nodes.len());
    for ring in rings.iter() {
        let mut before = ring[ring.len() - 1];
        for &node in ring {
            sides.push([before, node]);
            before = node;
        }
    }
    let mut hull = Hull::default();
    for part in parts.iter_mut().filter(|part| part.is_exact) {
        for node in candidates(faces, part.face) {
            let mut points = part.corners.clone();
            points.push(node);
            hull.find(&points);
            let grown: Vec<Node> = hull.corners.iter().map(|&at| points[at as usize]).collect();
            let is_larger = twice_area(&grown) > twice_area(&part.corners);
            if is_larger && grown.len() <= max_corners && !sides.iter().any(|side| enters(side, &grown)) {
                part.corners = grown;
            }
        }
    }
    drop_covered(parts);
}

/// Corners of the faces around a face, nearest faces first.
fn candidates(faces: &Faces, face: u32) -> Vec<Node> {
    let mut queue = vec![face];
    let mut seen: Vec<u32> = Vec::new();
    let mut nodes: Vec<Node> = Vec::new();
    let mut next = 0;
    while next < queue.len() && next < REACH {
        let start = queue[next];
        next += 1;
        if seen.contains(&start) {
            continue;
        }
        let mut at = start;
        loop {
            seen.push(at);
            nodes.push(faces.start(at));
            let twin = faces.twin[at as usize];
            if twin != NONE && !seen.contains(&twin) {
                queue.push(twin);
            }
            at = faces.next[at as usize];
            if at == start {
                break;
            }
        }
    }
    // In this order, but each only once.
    let mut order: Vec<(Node, usize)> =
        nodes.iter().enumerate().map(|(index, &node)| (node, index)).collect();
    order.sort_unstable();
    order.dedup_by_key(|&mut (node, _)| node);
    order.sort_unstable_by_key(|&(_, index)| index);
    order.into_iter().map(|(node, _)| node).collect()
}

/// Whether a side has points in the interior of a convex polygon, exact.
fn enters(&[a, b]: &[Node; 2], polygon: &[Node]) -> bool {
    // A line along a side of the polygon separates them, or the line of the side itself.
    let mut before = polygon[polygon.len() - 1];
    let (mut is_left, mut is_right) = (false, false);
    for &corner in polygon {
        if cross(before, corner, a) <= 0 && cross(before, corner, b) <= 0 {
            return false;
        }
        let turn = cross(a, b, corner);
        is_left |= turn > 0;
        is_right |= turn < 0;
        before = corner;
    }
    is_left && is_right
}

/// Drops parts that the others cover, smallest first.
fn drop_covered(parts: &mut Vec<Part>) {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&index| twice_area(&parts[index].corners));
    let mut is_kept = vec![true; parts.len()];
    for index in order {
        let mut own = Rings::default();
        own.push(parts[index].corners.iter().copied());
        let Some(bounds) = own.bounds() else { continue };
        let mut others = Rings::default();
        for (other, part) in parts.iter().enumerate() {
            if other != index && is_kept[other] && overlaps(bounds, &part.corners) {
                others.push(part.corners.iter().copied());
            }
        }
        let rest = rings::boolean(&own, &rings::clean(&others, FillRule::NonZero), Boolean::Difference);
        // Crossings are rounded, which leaves splinters. One is dropped if it is within two grid steps of one part:
        // the distance from a convex part is largest at a corner.
        let is_near = |ring: &[Node], other: &[Node]| ring.iter().all(|&node| distance(node, other) <= 2.0);
        if rest.iter().all(|ring| others.iter().any(|other| is_near(ring, other))) {
            is_kept[index] = false;
        }
    }
    let mut index = 0;
    parts.retain(|_| {
        index += 1;
        is_kept[index - 1]
    });
}

/// Distance from a convex polygon \[grid steps\].
fn distance(node: Node, polygon: &[Node]) -> f64 {
    let mut nearest = f64::INFINITY;
    let mut is_inside = true;
    for (index, &a) in polygon.iter().enumerate() {
        let b = polygon[if index + 1 == polygon.len() { 0 } else { index + 1 }];
        is_inside &= cross(a, b, node) >= 0;
        let square = segment_distance_squared(node, a, b);
        nearest = if square < nearest { square } else { nearest };
    }
    if is_inside { 0.0 } else { nearest.sqrt() }
}

fn overlaps([low, high]: [Node; 2], corners: &[Node]) -> bool {
    let beyond = |test: &dyn Fn(&Node) -> bool| corners.iter().all(test);
    !(beyond(&|node| node.x < low.x)
        || beyond(&|node| node.x > high.x)
        || beyond(&|node| node.y < low.y)
        || beyond(&|node| node.y > high.y))
}
