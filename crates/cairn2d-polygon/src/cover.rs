//! Overlapping covers: parts that grow over their neighbours, until some are not needed.
//!
//! A part grows by one corner of the area at a time, while the hull of both contains no side of the area.
//! Whether a side enters the interior of a hull is decided exactly, by separating lines. Then parts that
//! others cover are dropped, smallest first.

use crate::decompose::Part;
use crate::faces::Faces;
use crate::grid::{Node, cross, twice_area};
use crate::merge::Hull;
use crate::rings::{self, Boolean, FillRule, Rings};
use crate::sweep::NONE;

/// Largest number of corners of an area for which covers are searched.
pub const MAX_CORNERS: usize = 8192;

/// Faces around a part whose corners it may take.
const REACH: usize = 24;

/// Distance up to which a part covers a point, because crossings are rounded \[grid steps\].
const NEAR: f64 = 2.0;

/// Halvings of a side until shares of its length are as fine as the grid: its length has 26 bits.
const ROUNDS: usize = 60;

/// Grows exact parts and drops those that are not needed.
pub(crate) fn grow(rings: &Rings, faces: &Faces, parts: &mut Vec<Part>, max_corners: usize) {
    if rings.nodes.len() > MAX_CORNERS {
        return;
    }
    let borders: Vec<[Node; 2]> = rings.iter().flat_map(sides).collect();
    let mut hull = Hull::default();
    for part in parts.iter_mut().filter(|part| part.is_exact) {
        for node in candidates(faces, part.face) {
            let mut points = part.corners.clone();
            points.push(node);
            hull.find(&points);
            let grown: Vec<Node> = hull.corners.iter().map(|&at| points[at as usize]).collect();
            let is_larger = twice_area(&grown) > twice_area(&part.corners);
            if is_larger && grown.len() <= max_corners && !borders.iter().any(|side| enters(side, &grown)) {
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
        // Crossings are rounded, which leaves splinters. One is dropped if it is near one part: the distance
        // from a convex part is largest at a corner. Rounding also closes gaps of less than a grid step. They
        // are long in a part that is as thin itself, and reach its sides.
        let is_near =
            |ring: &[Node], other: &[Node]| ring.iter().all(|&node| distance(at(node), other) <= NEAR);
        if rest.iter().all(|ring| others.iter().any(|other| is_near(ring, other)))
            && sides(&parts[index].corners).all(|side| is_side_near(side, &others))
        {
            is_kept[index] = false;
        }
    }
    let mut index = 0;
    parts.retain(|_| {
        index += 1;
        is_kept[index - 1]
    });
}

/// The sides of a ring.
fn sides(ring: &[Node]) -> impl Iterator<Item = [Node; 2]> {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&a, &b)| [a, b])
}

/// Whether each point of a side is within [`NEAR`] of one of the convex polygons.
fn is_side_near([a, b]: [Node; 2], polygons: &Rings) -> bool {
    let (a, b) = (at(a), at(b));
    let mut spans: Vec<[f64; 2]> = polygons.iter().filter_map(|polygon| near_span(a, b, polygon)).collect();
    spans.sort_unstable_by(|[first, _], [second, _]| first.total_cmp(second));
    let mut reached = 0.0;
    for [start, end] in spans {
        if start > reached {
            return false;
        }
        reached = if end > reached { end } else { reached };
    }
    reached >= 1.0
}

/// The part of a segment within [`NEAR`] of a convex polygon, as shares of its length. The distance from the
/// polygon is a convex function of the share.
fn near_span(a: [f64; 2], b: [f64; 2], polygon: &[Node]) -> Option<[f64; 2]> {
    let far = |share: f64| distance([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])], polygon);
    let ends = [far(0.0) <= NEAR, far(1.0) <= NEAR];
    if ends == [true; 2] {
        return Some([0.0, 1.0]);
    }
    let (mut low, mut high) = (0.0, 1.0);
    if ends == [false; 2] {
        for _ in 0..ROUNDS {
            let (first, second) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if far(first) < far(second) {
                high = second;
            } else {
                low = first;
            }
        }
    }
    let inner = if ends[0] {
        0.0
    } else if ends[1] {
        1.0
    } else {
        0.5 * (low + high)
    };
    if far(inner) > NEAR {
        return None;
    }
    // The last near point on the way from `inner` to an end.
    let last = |end: f64| {
        let (mut near, mut beyond) = (inner, end);
        for _ in 0..ROUNDS {
            let middle = 0.5 * (near + beyond);
            *if far(middle) <= NEAR { &mut near } else { &mut beyond } = middle;
        }
        near
    };
    Some([if ends[0] { 0.0 } else { last(0.0) }, if ends[1] { 1.0 } else { last(1.0) }])
}

fn at(node: Node) -> [f64; 2] {
    [f64::from(node.x), f64::from(node.y)]
}

/// Distance from a convex polygon \[grid steps\].
fn distance([x, y]: [f64; 2], polygon: &[Node]) -> f64 {
    let mut nearest = f64::INFINITY;
    let mut is_inside = true;
    for [a, b] in sides(polygon) {
        let ([ax, ay], [bx, by]) = (at(a), at(b));
        let (ux, uy, vx, vy) = (bx - ax, by - ay, x - ax, y - ay);
        is_inside &= ux * vy - uy * vx >= 0.0;
        let share = ((ux * vx + uy * vy) / (ux * ux + uy * uy)).clamp(0.0, 1.0);
        let (dx, dy) = (vx - share * ux, vy - share * uy);
        let square = dx * dx + dy * dy;
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
