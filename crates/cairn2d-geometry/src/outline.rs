//! Outlines of shapes as sequences of straight pieces and arcs: the part of a shape within half-planes, and
//! its cross section in a wind, exact for every shape, rounded ones too.
//!
//! An outline runs counter-clockwise. Cutting it by a half-plane keeps the inside and closes the gap with a
//! straight piece; shapes are convex, so the result is convex again. Area and moments are sums over the
//! pieces (Green's theorem). A straight piece counts as its triangle with the origin, and the integrals of an
//! arc need only its end directions and its angle. The origin should therefore be near the shape; all sums
//! are in double precision.
//!
//! Invariant: an arc spans at most about a right angle, so its end directions determine the side of any
//! direction.

use crate::double::{D2, DPose};
use crate::shape::Shape;
use cairn2d_math::{Pose, Vec2, atan2};

/// All points p with `normal · p <= offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Unit vector out of the half-plane.
    pub normal: Vec2,
    /// Distance of the border from the origin along the normal \[m\].
    pub offset: f32,
}

/// Area, centroid and second moment of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Region {
    /// Area \[m²\], at least 0.
    pub area: f32,
    /// Centre of area \[m\].
    pub centroid: Vec2,
    /// Integral of the squared distance from the centroid over the area \[m⁴\], at least 0.
    pub second_moment: f32,
}

/// Cross section of a shape in a parallel flow, in a frame whose x axis is the direction of the flow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Windward {
    /// Width across the flow \[m\].
    pub width: f32,
    /// Middle of that width \[m\], where the drag acts.
    pub middle: f32,
    /// Integral over the width of the sideways slope of the surface \[m\]; positive if the flow pushes the
    /// shape to the left.
    pub lean: f32,
    /// The same times the coordinate along the flow \[m²\], which gives the line of action of the lift.
    pub lean_moment: f32,
}

/// A piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Line {
        from: D2,
        to: D2,
    },
    /// Counter-clockwise about a centre, from one unit vector to another.
    Arc {
        center: D2,
        radius: f64,
        from: D2,
        to: D2,
    },
}

impl Piece {
    fn start(&self) -> D2 {
        match *self {
            Piece::Line { from, .. } => from,
            Piece::Arc { center, radius, from, .. } => center + from * radius,
        }
    }

    fn end(&self) -> D2 {
        match *self {
            Piece::Line { to, .. } => to,
            Piece::Arc { center, radius, to, .. } => center + to * radius,
        }
    }
}

/// The outline of a shape, or of the rest after cuts. Reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    pieces: Vec<Piece>,
    former: Vec<Piece>,
}

impl Outline {
    /// Traces the outline of a shape at this pose. A segment is traced in both directions.
    pub fn trace(&mut self, shape: &Shape, pose: Pose) {
        self.pieces.clear();
        let (core, pose) = (shape.core(), DPose::from(pose));
        let (points, radius) = (core.points(), f64::from(core.radius()));
        let at = |index: usize| pose.transform(D2::from(points[index % points.len()]));
        if points.len() == 1 {
            let axes = [D2::new(1.0, 0.0), D2::new(0.0, 1.0), D2::new(-1.0, 0.0), D2::new(0.0, -1.0)];
            for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
                self.pieces.push(Piece::Arc { center: at(0), radius, from: axes[from], to: axes[to] });
            }
            return;
        }
        // The edge that ends at the first point comes last, but its normal is needed first.
        let normal_of = |edge: usize| (at(edge + 1) - at(edge)).right().normalize();
        let mut before = (0..points.len()).rev().find_map(normal_of).unwrap_or(D2::new(1.0, 0.0));
        for edge in 0..points.len() {
            let Some(normal) = normal_of(edge) else { continue };
            if radius > 0.0 {
                self.push_corner(at(edge), radius, before, normal);
            }
            let shift = normal * radius;
            self.pieces.push(Piece::Line { from: at(edge) + shift, to: at(edge + 1) + shift });
            before = normal;
        }
    }

    /// An arc from one direction to another, in parts that are short enough.
    fn push_corner(&mut self, center: D2, radius: f64, from: D2, to: D2) {
        let (turn, cosine) = (from.cross(to), from.dot(to));
        if turn <= 0.0 && cosine > 0.0 {
            return;
        }
        if cosine > 0.0 {
            self.pieces.push(Piece::Arc { center, radius, from, to });
            return;
        }
        let middle = (from + to).normalize().filter(|middle| turn > 1.0e-3 && middle.dot(from) > 0.0);
        let middle = middle.unwrap_or(from.left());
        self.pieces.push(Piece::Arc { center, radius, from, to: middle });
        self.pieces.push(Piece::Arc { center, radius, from: middle, to });
    }

    /// Keeps the part within a half-plane.
    pub fn cut(&mut self, plane: HalfPlane) {
        let (normal, offset) = (D2::from(plane.normal), f64::from(plane.offset));
        core::mem::swap(&mut self.pieces, &mut self.former);
        self.pieces.clear();
        for index in 0..self.former.len() {
            match self.former[index] {
                Piece::Line { from, to } => self.cut_line([from, to], normal, offset),
                Piece::Arc { center, radius, from, to } => {
                    self.cut_arc((center, radius), [from, to], normal, offset);
                }
            }
        }
        if let (Some(first), Some(last)) = (self.pieces.first(), self.pieces.last()) {
            let (from, to) = (last.end(), first.start());
            if from != to {
                self.pieces.push(Piece::Line { from, to });
            }
        }
    }

    fn cut_line(&mut self, [from, to]: [D2; 2], normal: D2, offset: f64) {
        let (a, b) = (normal.dot(from) - offset, normal.dot(to) - offset);
        match (a <= 0.0, b <= 0.0) {
            (true, true) => self.keep(Piece::Line { from, to }),
            (true, false) => self.keep(Piece::Line { from, to: from.lerp(to, a / (a - b)) }),
            (false, true) => self.keep(Piece::Line { from: from.lerp(to, a / (a - b)), to }),
            (false, false) => {}
        }
    }

    fn cut_arc(&mut self, (center, radius): (D2, f64), [from, to]: [D2; 2], normal: D2, offset: f64) {
        // Distance of the border along the normal, in radii: a direction u is inside if normal · u is at most
        // this.
        let border = (offset - normal.dot(center)) / radius;
        let inside = |direction: D2| normal.dot(direction) <= border;
        let within = |direction: D2| from.cross(direction) > 0.0 && direction.cross(to) > 0.0;
        let aside = normal.left() * depth(border);
        // Counter-clockwise, the circle leaves the half-plane at `out` and enters it at `back`.
        let (out, back) = (normal * border - aside, normal * border + aside);
        let arc = |from: D2, to: D2| Piece::Arc { center, radius, from, to };
        match (inside(from), inside(to)) {
            (true, true) if border < 1.0 && within(normal) => {
                self.keep(arc(from, out));
                self.keep(arc(back, to));
            }
            (true, true) => self.keep(arc(from, to)),
            (true, false) => self.keep(arc(from, out)),
            (false, true) => self.keep(arc(back, to)),
            (false, false) if border > -1.0 && within(-normal) => self.keep(arc(back, out)),
            (false, false) => {}
        }
    }

    /// Adds a piece, preceded by a straight one if there is a gap.
    fn keep(&mut self, piece: Piece) {
        if let Some(last) = self.pieces.last() {
            let (from, to) = (last.end(), piece.start());
            if from != to {
                self.pieces.push(Piece::Line { from, to });
            }
        }
        self.pieces.push(piece);
    }

    /// Area, centroid and second moment of the enclosed region.
    pub fn region(&self) -> Region {
        let (mut area, mut first, mut second) = (0.0, D2::ZERO, 0.0);
        for piece in &self.pieces {
            let (part, moment, square) = match *piece {
                Piece::Line { from, to } => line_moments(from, to),
                Piece::Arc { center, radius, from, to } => arc_moments(center, radius, from, to),
            };
            area += part;
            first = first + moment;
            second += square;
        }
        if area <= 0.0 || area.is_nan() {
            return Region::default();
        }
        let centroid = first * (1.0 / area);
        let about = second - area * centroid.length_squared();
        Region {
            area: area as f32,
            centroid: centroid.narrow(),
            second_moment: if about > 0.0 { about as f32 } else { 0.0 },
        }
    }

    /// Cross section of the whole traced shape in a flow with this direction, a unit vector.
    pub fn windward(&self, flow: Vec2) -> Windward {
        let along = D2::from(flow);
        let across = along.left();
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        let (mut lean, mut lean_moment) = (0.0, 0.0);
        for piece in &self.pieces {
            let Some(part) = seen(piece, along, across) else { continue };
            low = if part.low < low { part.low } else { low };
            high = if part.high > high { part.high } else { high };
            lean += part.lean;
            lean_moment += part.lean_moment;
        }
        if high <= low {
            return Windward::default();
        }
        Windward {
            width: (high - low) as f32,
            middle: (0.5 * (high + low)) as f32,
            lean: lean as f32,
            lean_moment: lean_moment as f32,
        }
    }
}

/// Distance of the unit circle from its diameter at this height; 0 beyond it.
fn depth(height: f64) -> f64 {
    let square = 1.0 - height * height;
    if square > 0.0 { square.sqrt() } else { 0.0 }
}

/// Area, first moment and second moment of the triangle of a straight piece and the origin.
fn line_moments(from: D2, to: D2) -> (f64, D2, f64) {
    let cross = from.cross(to);
    let square = from.length_squared() + from.dot(to) + to.length_squared();
    (0.5 * cross, (from + to) * (cross / 6.0), cross * square / 12.0)
}

/// The same for an arc. With p = c + r n the integrals are 1/2 ∮ p × dp, 1/3 ∮ p (p × dp) and 1/4 ∮ p² (p ×
/// dp), where p × dp = (r² + r c·n) dθ. They reduce to the integrals of 1, n and n nᵀ over the angle.
fn arc_moments(center: D2, radius: f64, from: D2, to: D2) -> (f64, D2, f64) {
    let angle = f64::from(atan2(from.cross(to) as f32, from.dot(to) as f32));
    let normals = D2::new(to.y - from.y, from.x - to.x);
    let diagonal = 0.5 * (to.x * to.y - from.x * from.y);
    let (xx, yy) = (0.5 * angle + diagonal, 0.5 * angle - diagonal);
    let xy = 0.5 * (to.y * to.y - from.y * from.y);
    let turned = D2::new(xx * center.x + xy * center.y, xy * center.x + yy * center.y);
    let (r, r2) = (radius, radius * radius);
    let reach = center.dot(normals);
    let sweep = r2 * angle + r * reach;
    let first = (center * sweep + normals * (r2 * r) + turned * r2) * (1.0 / 3.0);
    let far = center.length_squared() + r2;
    let second = 0.25 * (far * sweep + 2.0 * r2 * r * reach + 2.0 * r2 * center.dot(turned));
    (0.5 * sweep, first, second)
}

/// Cross section of one piece.
struct Seen {
    low: f64,
    high: f64,
    lean: f64,
    lean_moment: f64,
}

/// A surface with outward normal n that faces the flow is pushed along -n. The slope is the component of that
/// across the flow, integrated over the width.
fn seen(piece: &Piece, along: D2, across: D2) -> Option<Seen> {
    match *piece {
        Piece::Line { from, to } => {
            let normal = (to - from).right().normalize()?;
            if normal.dot(along) >= 0.0 {
                return None;
            }
            let (high, low) = (across.dot(from), across.dot(to));
            let lean = -normal.dot(across) * (high - low);
            Some(Seen { low, high, lean, lean_moment: lean * 0.5 * along.dot(from + to) })
        }
        Piece::Arc { center, radius, from, to } => {
            // In the direction of the flow the circle runs from left to right.
            let (faces, leaves) = (from.dot(along) < 0.0, to.dot(along) < 0.0);
            let (high, low) = match (faces, leaves) {
                (true, true) => (from.dot(across), to.dot(across)),
                (true, false) => (from.dot(across), -1.0),
                (false, true) => (1.0, to.dot(across)),
                (false, false) => return None,
            };
            let r2 = radius * radius;
            let lean = -0.5 * radius * (high * high - low * low);
            let cube = |value: f64| value * value * value;
            let cubes = cube(depth(low)) - cube(depth(high));
            let (middle, start) = (across.dot(center), along.dot(center));
            Some(Seen {
                low: middle + radius * low,
                high: middle + radius * high,
                lean,
                lean_moment: start * lean + r2 * cubes / 3.0,
            })
        }
    }
}

#[cfg(test)]
mod tests;
