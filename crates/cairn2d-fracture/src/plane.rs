//! Points and convex polygons in double precision.

use cairn2d::Vec2;

/// A point or vector \[m\].
pub(crate) type Point = [f64; 2];

pub(crate) fn wide(point: Vec2) -> Point {
    [f64::from(point.x), f64::from(point.y)]
}

pub(crate) fn narrow(point: Point) -> Vec2 {
    Vec2::new(point[0] as f32, point[1] as f32)
}

pub(crate) fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(crate) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Whether a point comes first, by x and then by y.
pub(crate) fn is_before(a: Point, b: Point) -> bool {
    a[0] < b[0] || (a[0] == b[0] && a[1] < b[1])
}

/// An axis-aligned box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: Point,
    pub(crate) high: Point,
}

impl Bounds {
    /// A box that contains nothing.
    pub(crate) const EMPTY: Bounds = Bounds { low: [f64::MAX; 2], high: [f64::MIN; 2] };

    pub(crate) fn of(points: &[Point]) -> Bounds {
        points.iter().fold(Bounds::EMPTY, |bounds, &point| bounds.with(point))
    }

    pub(crate) fn with(self, point: Point) -> Bounds {
        let Bounds { mut low, mut high } = self;
        for axis in 0..2 {
            low[axis] = if point[axis] < low[axis] { point[axis] } else { low[axis] };
            high[axis] = if point[axis] > high[axis] { point[axis] } else { high[axis] };
        }
        Bounds { low, high }
    }

    pub(crate) fn union(self, other: Bounds) -> Bounds {
        self.with(other.low).with(other.high)
    }

    pub(crate) fn overlaps(&self, other: &Bounds, margin: f64) -> bool {
        (0..2).all(|axis| {
            self.low[axis] - margin <= other.high[axis] && other.low[axis] - margin <= self.high[axis]
        })
    }

    pub(crate) fn size(&self) -> Point {
        sub(self.high, self.low)
    }

    /// The larger side.
    pub(crate) fn extent(&self) -> f64 {
        let [x, y] = self.size();
        if x > y { x } else { y }
    }
}

/// Area, centre of area, and second moment about it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    pub(crate) area: f64,
    pub(crate) center: Point,
    pub(crate) second: f64,
}

impl Moments {
    /// The moments of a convex polygon.
    pub(crate) fn of(corners: &[Vec2]) -> Moments {
        let Some(&first) = corners.first() else { return Moments::default() };
        let origin = wide(first);
        let (mut twice, mut sum, mut second) = (0.0, [0.0; 2], 0.0);
        let mut before = [0.0; 2];
        for &corner in &corners[1..] {
            let here = sub(wide(corner), origin);
            let part = cross(before, here);
            twice += part;
            for axis in 0..2 {
                sum[axis] += part * (before[axis] + here[axis]);
            }
            second += part * (dot(before, before) + dot(before, here) + dot(here, here));
            before = here;
        }
        if twice <= 0.0 || twice.is_nan() {
            return Moments { area: 0.0, center: origin, second: 0.0 };
        }
        let center = sum.map(|sum| sum / (3.0 * twice));
        let second = second / 12.0 - 0.5 * twice * dot(center, center);
        Moments {
            area: 0.5 * twice,
            center: [origin[0] + center[0], origin[1] + center[1]],
            second: if second > 0.0 { second } else { 0.0 },
        }
    }

    /// The same with the area, and the second moment, times a factor.
    pub(crate) fn scaled(self, factor: f64) -> Moments {
        Moments { area: self.area * factor, second: self.second * factor, ..self }
    }

    /// Adds other moments.
    pub(crate) fn add(&mut self, other: Moments) {
        if other.area <= 0.0 {
            return;
        }
        let sum = self.area + other.area;
        let between = sub(other.center, self.center);
        let share = other.area / sum;
        self.second += other.second + self.area * share * dot(between, between);
        for (center, way) in self.center.iter_mut().zip(between) {
            *center += way * share;
        }
        self.area = sum;
    }
}

/// The least width of a convex polygon \[m\].
pub(crate) fn width(corners: &[Vec2]) -> f64 {
    let mut least = f64::MAX;
    for (index, &a) in corners.iter().enumerate() {
        let b = corners[if index + 1 == corners.len() { 0 } else { index + 1 }];
        let (a, edge) = (wide(a), sub(wide(b), wide(a)));
        let length = dot(edge, edge).sqrt();
        if length == 0.0 {
            continue;
        }
        let mut most = 0.0;
        for &corner in corners {
            let height = cross(edge, sub(wide(corner), a)) / length;
            most = if height > most { height } else { most };
        }
        least = if most < least { most } else { least };
    }
    if least < f64::MAX { least } else { 0.0 }
}

/// Length of the border that two polygons share, from different sides, within a distance \[m\]. Returns it
/// with its middle.
pub(crate) fn common_border(a: &[Vec2], b: &[Vec2], within: f64) -> (f64, Point) {
    let (mut sum, mut middle) = (0.0, [0.0; 2]);
    for (index, &start) in a.iter().enumerate() {
        let end = a[if index + 1 == a.len() { 0 } else { index + 1 }];
        let (start, edge) = (wide(start), sub(wide(end), wide(start)));
        let length = dot(edge, edge).sqrt();
        if length == 0.0 {
            continue;
        }
        let along = edge.map(|part| part / length);
        for (other, &from) in b.iter().enumerate() {
            let to = b[if other + 1 == b.len() { 0 } else { other + 1 }];
            let [from, to] = [from, to].map(|point| sub(wide(point), start));
            // The other border runs the other way.
            let (near, far) = (dot(along, to), dot(along, from));
            if near >= far || cross(along, from).abs() > within || cross(along, to).abs() > within {
                continue;
            }
            let low = if near > 0.0 { near } else { 0.0 };
            let high = if far < length { far } else { length };
            if high > low {
                let share = high - low;
                let at = 0.5 * (low + high);
                for axis in 0..2 {
                    middle[axis] += share * (start[axis] + along[axis] * at);
                }
                sum += share;
            }
        }
    }
    if sum > 0.0 { (sum, middle.map(|part| part / sum)) } else { (0.0, middle) }
}
