//! Shapes that carve and fill, and their signed distances at the samples of a field.
//!
//! A brush is a segment or an area, grown by a radius. Distances are exact to rounding within a reach, and
//! are computed in rows of samples, so that a large brush needs little memory.

use cairn2d::geometry::Shape;
use cairn2d::{Aabb, Pose, Vec2};
use cairn2d_polygon::MultiPolygon;

/// The set of points that a carve or a fill changes.
///
/// ```
/// use cairn2d_terrain::Brush;
/// let tunnel = Brush::capsule([0.0, 0.0], [4.0, 1.0], 0.5);
/// assert_eq!(tunnel.bounds().unwrap().max, [4.5, 1.5].into());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Brush {
    core: Core,
    /// `[m]`, at least 0.
    radius: f32,
}

#[derive(Clone, Debug, PartialEq)]
enum Core {
    Segment(Vec2, Vec2),
    Area(MultiPolygon),
}

impl Brush {
    /// A disc with a centre `[m]` and a radius `[m]`.
    pub fn disc(center: impl Into<Vec2>, radius: f32) -> Brush {
        let center = center.into();
        Brush { core: Core::Segment(center, center), radius }
    }

    /// All points within a radius `[m]` of a segment from `a` to `b` `[m]`.
    pub fn capsule(a: impl Into<Vec2>, b: impl Into<Vec2>, radius: f32) -> Brush {
        Brush { core: Core::Segment(a.into(), b.into()), radius }
    }

    /// An area with any outline and holes `[m]`.
    pub fn area(area: MultiPolygon) -> Brush {
        Brush { core: Core::Area(area), radius: 0.0 }
    }

    /// The brush grown by a radius `[m]`.
    #[must_use]
    pub fn grown(mut self, radius: f32) -> Brush {
        self.radius += radius;
        self
    }

    /// The points of a shape at a pose `[m]`. `None` for segments without radius, which have no inside.
    pub fn shape(shape: &Shape, pose: Pose) -> Option<Brush> {
        if shape.radius() == 0.0 && !matches!(shape, Shape::Polygon(_)) {
            return None;
        }
        let core = shape.core();
        let points: Vec<Vec2> = core.points().iter().map(|&point| pose.transform_point(point)).collect();
        let radius = core.radius();
        Some(match *points {
            [center] => Brush::disc(center, radius),
            [a, b] => Brush::capsule(a, b, radius),
            _ => Brush { core: Core::Area(MultiPolygon::from_ring(&points).ok()?), radius },
        })
    }

    /// The box around the brush `[m]`; `None` if it is empty.
    pub fn bounds(&self) -> Option<Aabb> {
        let bounds = match &self.core {
            Core::Segment(a, b) => Aabb::from_points(&[*a, *b]),
            Core::Area(area) => area.bounds()?,
        };
        Some(bounds.expand(self.radius))
    }

    /// Whether all numbers are finite, the radius is at least 0, and no number is beyond `most` `[m]`.
    pub(crate) fn is_valid(&self, most: f32) -> bool {
        let ends = match &self.core {
            Core::Segment(a, b) => [*a, *b],
            Core::Area(area) => area.bounds().map_or([Vec2::ZERO; 2], |bounds| [bounds.min, bounds.max]),
        };
        self.radius >= 0.0
            && self.radius <= most
            && ends.iter().all(|end| end.x.abs() <= most && end.y.abs() <= most)
    }
}

/// Columns and rows of samples that a brush may change, with one reach around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    pub(crate) first: [usize; 2],
    pub(crate) end: [usize; 2],
}

/// A brush in the units of a lattice, whose samples have whole coordinates.
pub(crate) struct Raster<'a> {
    brush: &'a Brush,
    origin: Vec2,
    spacing: f32,
    radius: f32,
    /// Depths are exact up to this far on both sides `[spacings]`.
    reach: f32,
    edges: Vec<[f64; 4]>,
    /// Where the sides of an area cross a row, and their turn.
    crossings: Vec<(f64, i32)>,
}

impl<'a> Raster<'a> {
    pub(crate) fn new(brush: &'a Brush, origin: Vec2, spacing: f32, reach: f32) -> Raster<'a> {
        let mut raster = Raster {
            brush,
            origin,
            spacing,
            radius: brush.radius / spacing,
            reach,
            edges: Vec::new(),
            crossings: Vec::new(),
        };
        if let Core::Area(area) = &brush.core {
            for ring in area.rings() {
                let mut before = raster.place(ring[ring.len() - 1]);
                for &point in ring {
                    let place = raster.place(point);
                    raster.edges.push([before[0], before[1], place[0], place[1]]);
                    before = place;
                }
            }
        }
        raster
    }

    /// A point in spacings.
    fn place(&self, point: Vec2) -> [f64; 2] {
        let along =
            |value: f32, origin: f32| (f64::from(value) - f64::from(origin)) / f64::from(self.spacing);
        [along(point.x, self.origin.x), along(point.y, self.origin.y)]
    }

    /// The samples of a field of this size that may be in reach.
    pub(crate) fn window(&self, size: [usize; 2]) -> Option<Window> {
        let bounds = self.brush.bounds()?;
        let (low, high) = (self.place(bounds.min), self.place(bounds.max));
        let reach = f64::from(self.reach);
        let mut window = Window { first: [0; 2], end: [0; 2] };
        for axis in 0..2 {
            let most = size[axis] as f64;
            let within = |value: f64| {
                let value = if value > 0.0 { value } else { 0.0 };
                (if value < most { value } else { most }) as usize
            };
            // One more on each side than the floor, for rounding.
            window.first[axis] = within(low[axis] - reach);
            window.end[axis] = within(high[axis] + reach + 2.0);
            if window.first[axis] >= window.end[axis] {
                return None;
            }
        }
        Some(window)
    }

    /// Writes the depth of each sample of a row in the brush `[spacings]`, positive inside.
    pub(crate) fn row(&mut self, y: usize, first: usize, depths: &mut [f32]) {
        match &self.brush.core {
            Core::Segment(a, b) => {
                let (a, b) = (self.place(*a), self.place(*b));
                segment_row(a, b, self.radius, y, first, depths);
            }
            Core::Area(_) => self.area_row(y as f64, first, depths),
        }
    }

    fn area_row(&mut self, y: f64, first: usize, depths: &mut [f32]) {
        let reach = f64::from(self.reach + self.radius);
        depths.fill((reach * reach) as f32);
        self.crossings.clear();
        let (start, last) = (first as f64, (first + depths.len()) as f64 - 1.0);
        for &[ax, ay, bx, by] in &self.edges {
            let (dx, dy) = (bx - ax, by - ay);
            if (ay > y) != (by > y) {
                self.crossings.push((ax + dx * ((y - ay) / dy), if by > ay { -1 } else { 1 }));
            }
            // The part of the side whose height is in reach.
            let (mut from, mut to) = (0.0, 1.0);
            if dy != 0.0 {
                let ends = [(y - reach - ay) / dy, (y + reach - ay) / dy];
                let (near, far) = if dy > 0.0 { (ends[0], ends[1]) } else { (ends[1], ends[0]) };
                from = if near > from { near } else { from };
                to = if far < to { far } else { to };
            } else if (y - ay).abs() > reach {
                continue;
            }
            if from > to {
                continue;
            }
            let (from, to) = (ax + dx * from, ax + dx * to);
            let (low, high) = if from < to { (from, to) } else { (to, from) };
            let (low, high) = (low - reach - 1.0, high + reach + 1.0);
            if high < start || low > last {
                continue;
            }
            let low = if low > start { (low - start) as usize } else { 0 };
            let high = if high < last { (high - start) as usize } else { depths.len() - 1 };
            let length = dx * dx + dy * dy;
            let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
            for (k, depth) in depths[low..=high].iter_mut().enumerate() {
                let (x, y) = (start + (low + k) as f64 - ax, y - ay);
                let share = (x * dx + y * dy) * inverse;
                let share = if share > 0.0 { share } else { 0.0 };
                let share = if share < 1.0 { share } else { 1.0 };
                let (x, y) = (x - share * dx, y - share * dy);
                let square = (x * x + y * y) as f32;
                *depth = if square < *depth { square } else { *depth };
            }
        }
        self.crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut winding, mut next) = (0, 0);
        for (k, depth) in depths.iter_mut().enumerate() {
            let x = start + k as f64;
            while next < self.crossings.len() && self.crossings[next].0 <= x {
                winding += self.crossings[next].1;
                next += 1;
            }
            let distance = depth.sqrt();
            *depth = self.radius + if winding != 0 { distance } else { -distance };
        }
    }
}

/// Depths of a row in a capsule.
fn segment_row(a: [f64; 2], b: [f64; 2], radius: f32, y: usize, first: usize, depths: &mut [f32]) {
    let (dx, dy) = ((b[0] - a[0]) as f32, (b[1] - a[1]) as f32);
    let length = dx * dx + dy * dy;
    let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
    let (offset, y) = ((first as f64 - a[0]) as f32, (y as f64 - a[1]) as f32);
    for (k, depth) in depths.iter_mut().enumerate() {
        let x = k as f32 + offset;
        let share = (x * dx + y * dy) * inverse;
        let share = if share > 0.0 { share } else { 0.0 };
        let share = if share < 1.0 { share } else { 1.0 };
        let (x, y) = (x - share * dx, y - share * dy);
        *depth = radius - (x * x + y * y).sqrt();
    }
}
