//! Exact convex partitions: few faces without pockets.
//!
//! First, edges are flipped until the triangulation is a constrained Delaunay one (Lawson, "Software for C1
//! surface interpolation", 1977). Then edges that no corner needs are removed (Hertel and Mehlhorn, "Fast
//! triangulation of simple polygons", 1983). At last, edges turn. An edge that one reflex corner needs moves
//! to another corner of its faces, where it replaces an edge that is only needed there.

use crate::faces::Faces;
use crate::grid::{Node, cross, dot};
use crate::sweep::NONE;
use crate::width::width;

/// Flips of an edge, on average, before the search for a better triangulation ends.
const FLIPS: usize = 24;

/// Passes of turns over all edges.
const PASSES: usize = 4;

/// Corners of a face that turns look at.
const MAX_TURNS: usize = 64;

/// Flips edges until the circle of each triangle is empty of visible corners.
pub(crate) fn make_delaunay(faces: &mut Faces) {
    let mut stack: Vec<u32> = faces.inner().collect();
    let mut flips = FLIPS * faces.nodes.len();
    while let Some(half) = stack.pop() {
        if flips == 0 {
            return;
        }
        if !should_flip(faces, half) {
            continue;
        }
        faces.flip(half);
        flips -= 1;
        let twin = faces.twin[half as usize];
        for side in [half, twin] {
            for edge in [faces.next[side as usize], faces.prev[side as usize]] {
                if faces.twin[edge as usize] != NONE {
                    stack.push(edge);
                }
            }
        }
    }
}

/// Whether the angles opposite an edge are more than two right angles, by a margin that rounding cannot
/// reach.
fn should_flip(faces: &Faces, half: u32) -> bool {
    const MARGIN: f64 = 1.0e-9;
    let twin = faces.twin[half as usize];
    let (a, b) = (faces.start(half), faces.end(half));
    let (c, d) = (faces.start(faces.prev[half as usize]), faces.start(faces.prev[twin as usize]));
    if cross(c, a, d) <= 0 || cross(d, b, c) <= 0 {
        return false;
    }
    let (cosine_c, sine_c) = (dot(c, a, b) as f64, cross(c, a, b) as f64);
    let (cosine_d, sine_d) = (dot(d, b, a) as f64, cross(d, b, a) as f64);
    let size = (sine_c.abs() + cosine_c.abs()) * (sine_d.abs() + cosine_d.abs());
    sine_c * cosine_d + cosine_c * sine_d < -MARGIN * size
}

/// Removes edges while faces stay convex and within the number of corners.
pub(crate) fn remove_edges(faces: &mut Faces, max_corners: usize) {
    for half in 0..faces.twin.len() as u32 {
        let twin = faces.twin[half as usize];
        if twin != NONE && half < twin && faces.is_live[half as usize] {
            remove_if_possible(faces, half, max_corners);
        }
    }
}

fn remove_if_possible(faces: &mut Faces, half: u32, max_corners: usize) -> bool {
    let is_possible = faces.is_removable(half)
        && (max_corners == usize::MAX || faces.corners_without(half, max_corners).is_some());
    if is_possible {
        faces.remove(half);
    }
    is_possible
}

/// Turns edges where that makes another edge removable.
pub(crate) fn turn_edges(faces: &mut Faces, max_corners: usize) {
    for _ in 0..PASSES {
        let mut is_better = false;
        for half in 0..faces.twin.len() as u32 {
            let twin = faces.twin[half as usize];
            if twin == NONE || !faces.is_live[half as usize] {
                continue;
            }
            let at_start = faces.is_convex_without(half, twin);
            let at_end = faces.is_convex_without(twin, half);
            if !at_start && at_end {
                is_better |= turn(faces, half, max_corners);
            }
        }
        if !is_better {
            return;
        }
    }
}

/// Looks for a new end of an edge that only its start needs. Whether that removed an edge.
fn turn(faces: &mut Faces, half: u32, max_corners: usize) -> bool {
    let twin = faces.twin[half as usize];
    let (u, before, after) =
        (faces.start(half), faces.start(faces.prev[half as usize]), faces.end(faces.next[twin as usize]));
    for (first, stop) in [
        (faces.next[faces.next[half as usize] as usize], faces.prev[half as usize]),
        (faces.next[faces.next[faces.next[twin as usize] as usize] as usize], twin),
    ] {
        let mut at = first;
        for _ in 0..MAX_TURNS {
            if at == stop {
                break;
            }
            let w = faces.start(at);
            let incoming = faces.prev[at as usize];
            if cross(before, u, w) >= 0 && cross(w, u, after) >= 0 {
                for edge in [at, incoming] {
                    if gains(faces, edge, at, half) && try_turn(faces, half, at, edge, max_corners) {
                        return true;
                    }
                }
            }
            at = faces.next[at as usize];
        }
    }
    false
}

/// Whether a new edge from the start of `half` would take the need for `edge` away, at the corner where `at`
/// starts.
fn gains(faces: &Faces, edge: u32, at: u32, half: u32) -> bool {
    let across = faces.twin[edge as usize];
    if across == NONE {
        return false;
    }
    let (u, w) = (faces.start(half), faces.start(at));
    if edge == at {
        cross(u, w, faces.end(faces.next[across as usize])) >= 0 && faces.is_convex_without(across, edge)
    } else {
        cross(faces.start(faces.prev[across as usize]), w, u) >= 0 && faces.is_convex_without(edge, across)
    }
}

/// Turns `half` to the corner where `at` starts and removes `edge`, or changes nothing.
fn try_turn(faces: &mut Faces, half: u32, at: u32, edge: u32, max_corners: usize) -> bool {
    let twin = faces.twin[half as usize];
    let (from, to) = (faces.next[twin as usize], faces.next[half as usize]);
    faces.remove(half);
    faces.insert(half, from, at);
    let fits = max_corners == usize::MAX
        || (face_corners(faces, half) <= max_corners && face_corners(faces, twin) <= max_corners);
    if fits && remove_if_possible(faces, edge, max_corners) {
        return true;
    }
    faces.remove(half);
    faces.insert(half, from, to);
    false
}

/// Number of strict corners of a face.
fn face_corners(faces: &Faces, face: u32) -> usize {
    let (mut count, mut at) = (0, face);
    loop {
        let next = faces.next[at as usize];
        count += usize::from(cross(faces.start(at), faces.start(next), faces.end(next)) != 0);
        at = next;
        if at == face {
            return count;
        }
    }
}

/// Turns edges of faces that are too thin, if that makes the thinner of the two faces wider.
pub(crate) fn thicken(faces: &mut Faces, min_width: f64, max_corners: usize) {
    let mut outline = Vec::new();
    for _ in 0..PASSES {
        let mut is_better = false;
        for half in 0..faces.twin.len() as u32 {
            let twin = faces.twin[half as usize];
            if twin == NONE || !faces.is_live[half as usize] {
                continue;
            }
            let own = thinner(faces, half, &mut outline);
            if own < min_width && !faces.is_convex_without(half, twin) && faces.is_convex_without(twin, half)
            {
                is_better |= widen(faces, half, own, max_corners, &mut outline);
            }
        }
        if !is_better {
            return;
        }
    }
}

/// Width of the thinner face beside an edge.
fn thinner(faces: &Faces, half: u32, outline: &mut Vec<Node>) -> f64 {
    let mut smallest = f64::INFINITY;
    for side in [half, faces.twin[half as usize]] {
        faces.outline(side, outline);
        let own = width(outline);
        smallest = if own < smallest { own } else { smallest };
    }
    smallest
}

/// Turns an edge that only its start needs to the corner that makes the thinner face widest.
fn widen(faces: &mut Faces, half: u32, own: f64, max_corners: usize, outline: &mut Vec<Node>) -> bool {
    let twin = faces.twin[half as usize];
    let (from, to) = (faces.next[twin as usize], faces.next[half as usize]);
    let (u, before, after) = (faces.start(from), faces.start(faces.prev[half as usize]), faces.end(from));
    faces.remove(half);
    let mut best = (own, to);
    let mut at = faces.next[faces.next[from as usize] as usize];
    let mut looked = 0;
    while at != faces.prev[from as usize] && looked < MAX_TURNS {
        let w = faces.start(at);
        // An edge along a side would cut off a face without area.
        if cross(before, u, w) > 0 && cross(w, u, after) > 0 {
            let next = faces.next[at as usize];
            faces.insert(half, from, at);
            let fits = max_corners == usize::MAX
                || (face_corners(faces, half) <= max_corners && face_corners(faces, twin) <= max_corners);
            let width = thinner(faces, half, outline);
            if fits && width > best.0 {
                best = (width, at);
            }
            faces.remove(half);
            debug_assert_eq!(faces.next[at as usize], next);
        }
        at = faces.next[at as usize];
        looked += 1;
    }
    faces.insert(half, from, best.1);
    best.1 != to
}
