//! Triangulation by a sweep.
//!
//! A line moves over the points in lexicographic order. Between the edges that it crosses lie intervals;
//! those inside of the area carry a front, the border of what is triangulated so far. A new point closes
//! every triangle that it sees from the ends of the front. All inner corners of a front bend towards the
//! triangles, which is why the ends suffice. Points where several rings touch are one event with many edges.
//!
//! Source: the sweep of "Computational Geometry" (de Berg et al., 3rd edition, chapter 3), with fronts in
//! place of separate monotone polygons. Orientations are exact, so no case fails for rounding.
//!
//! Cost: O(n log n) comparisons; an insertion moves the edges above it.

use crate::grid::{Node, cross};
use crate::rings::Rings;

/// No index.
pub(crate) const NONE: u32 = u32::MAX;

/// Triangles and how they join: half-edge `3 t + k` runs from corner k of triangle t to the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mesh {
    /// Distinct points.
    pub(crate) nodes: Vec<Node>,
    /// Start of each half-edge.
    pub(crate) origin: Vec<u32>,
    /// The opposite half-edge, or [`NONE`] at the border.
    pub(crate) twin: Vec<u32>,
}

/// An edge of the outline, from its lexicographically smaller end.
#[derive(Clone, Copy)]
struct Edge {
    low: u32,
    high: u32,
    /// Whether the area is on the upper side.
    is_floor: bool,
}

/// A corner of a front.
#[derive(Clone, Copy)]
struct Link {
    node: u32,
    /// Towards the lower edge.
    below: u32,
    /// Towards the upper edge.
    above: u32,
    /// The side of a triangle, or an edge of the border, between this corner and the one above it.
    side: u32,
}

/// An edge that the line crosses, with the front above it if that is inside.
#[derive(Clone, Copy)]
struct Crossed {
    edge: u32,
    front: Front,
}

#[derive(Clone, Copy)]
struct Front {
    bottom: u32,
    top: u32,
    /// The corner that came last.
    last: u32,
}

const NO_FRONT: Front = Front { bottom: NONE, top: NONE, last: NONE };

/// Up to two half-edges of one line.
type Side = [u32; 2];

struct Sweep {
    mesh: Mesh,
    edges: Vec<Edge>,
    links: Vec<Link>,
    sides: Vec<Side>,
    crossed: Vec<Crossed>,
}

/// Triangulates clean rings.
pub(crate) fn triangulate(rings: &Rings) -> Mesh {
    let count = rings.nodes.len();
    // Points in order, equal ones become one.
    let mut order: Vec<(Node, u32)> =
        rings.nodes.iter().enumerate().map(|(index, &node)| (node, index as u32)).collect();
    order.sort_unstable();
    let mut number = vec![0_u32; count];
    let mut nodes: Vec<Node> = Vec::with_capacity(count);
    for &(node, index) in &order {
        if nodes.last() != Some(&node) {
            nodes.push(node);
        }
        number[index as usize] = nodes.len() as u32 - 1;
    }
    let mut edges: Vec<Edge> = Vec::with_capacity(count);
    let mut start = 0;
    for &end in &rings.ends {
        let ring = &number[start..end as usize];
        let mut a = ring[ring.len() - 1];
        for &b in ring {
            if a != b {
                // The area is on the left of an edge.
                edges.push(Edge { low: a.min(b), high: a.max(b), is_floor: a < b });
            }
            a = b;
        }
        start = end as usize;
    }
    // Starting edges of each point, upwards: numbers of points are their order.
    edges.sort_unstable_by(|e, f| {
        e.low.cmp(&f.low).then_with(|| {
            let turn = cross(nodes[e.low as usize], nodes[e.high as usize], nodes[f.high as usize]);
            0.cmp(&turn)
        })
    });
    let triangles = count + 2 * rings.ends.len();
    let mut sweep = Sweep {
        mesh: Mesh {
            nodes,
            origin: Vec::with_capacity(3 * triangles),
            twin: Vec::with_capacity(3 * triangles),
        },
        edges,
        links: Vec::with_capacity(2 * count),
        sides: Vec::with_capacity(3 * count),
        crossed: Vec::new(),
    };
    let mut first = 0;
    for node in 0..sweep.mesh.nodes.len() as u32 {
        let mut last = first;
        while last < sweep.edges.len() && sweep.edges[last].low == node {
            last += 1;
        }
        sweep.advance(node, first..last);
        first = last;
    }
    sweep.finish()
}

impl Sweep {
    /// Handles one point; `starting` are the edges that begin at it.
    fn advance(&mut self, node: u32, starting: core::ops::Range<usize>) {
        let point = self.mesh.nodes[node as usize];
        // Edges that pass below the point, then those that end at it.
        let below = self.crossed.partition_point(|crossed| {
            let edge = self.edges[crossed.edge as usize];
            edge.high != node
                && cross(self.mesh.nodes[edge.low as usize], self.mesh.nodes[edge.high as usize], point) > 0
        });
        let mut above = below;
        while above < self.crossed.len() && self.edges[self.crossed[above].edge as usize].high == node {
            above += 1;
        }
        let under = if below > 0 { self.crossed[below - 1].front } else { NO_FRONT };
        let (mut lower, mut upper) = (NO_FRONT, NO_FRONT);
        if above == below {
            if under.last != NONE {
                (lower, upper) = self.split(under, node);
            }
        } else {
            if under.last != NONE {
                lower = self.extend_top(under, node);
            }
            for index in below..above - 1 {
                let front = self.crossed[index].front;
                if front.last != NONE {
                    self.close(front, node);
                }
            }
            let over = self.crossed[above - 1].front;
            if over.last != NONE {
                upper = self.extend_bottom(over, node);
            }
        }
        if starting.is_empty() {
            if lower.last != NONE && upper.last != NONE {
                lower = self.join(lower, upper);
            }
            self.crossed.drain(below..above);
        } else {
            let count = starting.len();
            let kept = (above - below).min(count);
            for (slot, edge) in (below..below + kept).zip(starting.clone()) {
                self.crossed[slot] = Crossed { edge: edge as u32, front: NO_FRONT };
            }
            if count > kept {
                let rest = starting.clone().skip(kept);
                self.crossed.splice(
                    below + kept..below + kept,
                    rest.map(|edge| Crossed { edge: edge as u32, front: NO_FRONT }),
                );
            } else {
                self.crossed.drain(below + kept..above);
            }
            for (slot, edge) in (below..below + count).zip(starting) {
                let is_last = slot + 1 == below + count;
                self.crossed[slot].front = if is_last {
                    upper
                } else if self.edges[edge].is_floor {
                    self.begin(node)
                } else {
                    NO_FRONT
                };
            }
        }
        if below > 0 {
            self.crossed[below - 1].front = lower;
        }
    }

    fn link(&mut self, node: u32) -> u32 {
        self.links.push(Link { node, below: NONE, above: NONE, side: NONE });
        self.links.len() as u32 - 1
    }

    fn side(&mut self) -> u32 {
        self.sides.push([NONE; 2]);
        self.sides.len() as u32 - 1
    }

    fn begin(&mut self, node: u32) -> Front {
        let link = self.link(node);
        Front { bottom: link, top: link, last: link }
    }

    /// Puts a link above another one.
    fn connect(&mut self, below: u32, above: u32, side: u32) {
        self.links[below as usize].above = above;
        self.links[below as usize].side = side;
        self.links[above as usize].below = below;
    }

    /// The point ends the upper edge of an interval.
    fn extend_top(&mut self, front: Front, node: u32) -> Front {
        let (link, side) = (self.link(node), self.side());
        self.connect(front.top, link, side);
        self.clip_below(link);
        Front { bottom: front.bottom, top: link, last: link }
    }

    /// The point ends the lower edge of an interval.
    fn extend_bottom(&mut self, front: Front, node: u32) -> Front {
        let (link, side) = (self.link(node), self.side());
        self.connect(link, front.bottom, side);
        self.clip_above(link);
        Front { bottom: link, top: front.top, last: link }
    }

    /// The point lies inside of an interval: it is joined with the last corner, and the interval becomes two.
    fn split(&mut self, front: Front, node: u32) -> (Front, Front) {
        let side = self.side();
        let (low, high) = (self.link(node), self.link(node));
        // The last corner is needed on both sides.
        let last = self.links[front.last as usize];
        let copy = self.link(last.node);
        if last.above != NONE {
            self.connect(copy, last.above, last.side);
        }
        let upper_top = if last.above == NONE { copy } else { front.top };
        self.links[front.last as usize].above = NONE;
        self.connect(front.last, low, side);
        self.connect(high, copy, side);
        self.clip_below(low);
        self.clip_above(high);
        (
            Front { bottom: front.bottom, top: low, last: low },
            Front { bottom: high, top: upper_top, last: high },
        )
    }

    /// The point ends both edges of an interval.
    fn close(&mut self, front: Front, node: u32) {
        let low = self.link(node);
        let side = self.side();
        self.connect(low, front.bottom, side);
        self.clip_above(low);
        if self.links[low as usize].above == front.top {
            return;
        }
        // A straight corner blocks one end only.
        let high = self.link(node);
        let side = self.side();
        self.connect(front.top, high, side);
        self.clip_below(high);
        // The rest has no area. Triangles without area keep the neighbours joined.
        loop {
            let b = self.links[low as usize].above;
            let c = self.links[b as usize].above;
            if c == high {
                self.unite(self.links[low as usize].side, self.links[b as usize].side);
                return;
            }
            let side = self.triangle([low, b, c]);
            self.connect(low, c, side);
        }
    }

    /// Two sides between the same points become opposite.
    fn unite(&mut self, one: u32, other: u32) {
        let (a, b) = (self.sides[one as usize][0], self.sides[other as usize][0]);
        if a != NONE && b != NONE {
            self.sides[one as usize][1] = b;
            self.mesh.twin[b as usize] = one;
        }
    }

    /// Two intervals become one at a point that ends the edges between them.
    fn join(&mut self, lower: Front, upper: Front) -> Front {
        // `upper.bottom` and `lower.top` are the same point.
        let above = self.links[upper.bottom as usize];
        if above.above == NONE {
            return lower;
        }
        self.connect(lower.top, above.above, above.side);
        Front { bottom: lower.bottom, top: upper.top, last: lower.top }
    }

    /// Closes the triangles that the upper end of a front sees.
    fn clip_below(&mut self, link: u32) {
        loop {
            let b = self.links[link as usize].below;
            let a = self.links[b as usize].below;
            if a == NONE {
                return;
            }
            let nodes = [a, b, link].map(|index| self.links[index as usize].node);
            let [pa, pb, pc] = nodes.map(|node| self.mesh.nodes[node as usize]);
            // Upwards along the front, the triangles are on the left, so free space is on the right.
            if cross(pa, pb, pc) >= 0 {
                return;
            }
            let side = self.triangle([a, b, link]);
            self.connect(a, link, side);
        }
    }

    /// Closes the triangles that the lower end of a front sees.
    fn clip_above(&mut self, link: u32) {
        loop {
            let b = self.links[link as usize].above;
            let c = self.links[b as usize].above;
            if c == NONE {
                return;
            }
            let nodes = [link, b, c].map(|index| self.links[index as usize].node);
            let [pa, pb, pc] = nodes.map(|node| self.mesh.nodes[node as usize]);
            if cross(pa, pb, pc) >= 0 {
                return;
            }
            let side = self.triangle([link, b, c]);
            self.connect(link, c, side);
        }
    }

    /// A triangle of three neighbours on a front, from below; returns its new side.
    fn triangle(&mut self, [a, b, c]: [u32; 3]) -> u32 {
        let [first, second, third] = [a, b, c].map(|index| self.links[index as usize]);
        let new = self.side();
        let start = self.mesh.origin.len() as u32;
        // Counter-clockwise: a, c, b.
        self.mesh.origin.extend([first.node, third.node, second.node]);
        self.mesh.twin.extend([new, second.side, first.side]);
        for (offset, side) in [new, second.side, first.side].into_iter().enumerate() {
            let slots = &mut self.sides[side as usize];
            let free = usize::from(slots[0] != NONE);
            slots[free] = start + offset as u32;
        }
        new
    }

    /// Replaces sides by opposite half-edges.
    fn finish(mut self) -> Mesh {
        for half in 0..self.mesh.twin.len() {
            let [first, second] = self.sides[self.mesh.twin[half] as usize];
            self.mesh.twin[half] = if first == half as u32 { second } else { first };
        }
        self.mesh
    }
}
