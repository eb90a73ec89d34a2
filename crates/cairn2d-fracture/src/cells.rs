//! Convex cells that cover a box: Voronoi, radial, bricks, and the two sides of a cut.
//!
//! Corners that neighbours share have the same bits. A Voronoi corner is computed from its three sites in the
//! order of their indices, whichever cell it is for, as the centre of their circle. Clipping by bisectors
//! only decides which corners there are.

use cairn2d::Vec2;
use cairn2d::math::sin_cos;

use crate::clip::{Corner, Ring};
use crate::plane::{Bounds, Point, cross, dot, sub, wide};

/// Convex cells, counter-clockwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    corners: Vec<Point>,
    ends: Vec<u32>,
    boxes: Vec<Bounds>,
}

impl Cells {
    pub(crate) fn push(&mut self, corners: &[Point]) {
        self.corners.extend_from_slice(corners);
        self.ends.push(self.corners.len() as u32);
        self.boxes.push(Bounds::of(corners));
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, cell: usize) -> (&[Point], &Bounds) {
        let start = if cell == 0 { 0 } else { self.ends[cell - 1] as usize };
        (&self.corners[start..self.ends[cell] as usize], &self.boxes[cell])
    }
}

/// Random numbers: SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    /// A number from 0 to below 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A unit vector in a random direction.
    fn direction(&mut self) -> Point {
        let (sin, cos) = sin_cos((self.unit() * core::f64::consts::TAU) as f32);
        [f64::from(cos), f64::from(sin)]
    }
}

/// Share of the points of a focus.
const FOCUSED: f64 = 0.75;

/// Spreads points at random in a body, most of them near the focus if there is one.
pub(crate) fn scatter(
    bounds: Bounds,
    contains: impl Fn(Point) -> bool,
    count: u32,
    focus: Option<(Vec2, f32)>,
    seed: u64,
) -> Vec<Point> {
    let mut random = Random(seed);
    let (size, count) = (bounds.size(), count as usize);
    let mut points = Vec::with_capacity(count);
    // A body that hardly fills its bounds gets points near it once so many were thrown.
    let mut throws = 64 * count + 1024;
    while points.len() < count {
        let near = focus.filter(|_| random.unit() < FOCUSED);
        let point = if let Some((center, radius)) = near {
            let (way, distance) = (random.direction(), random.unit() * f64::from(radius));
            let center = wide(center);
            [center[0] + way[0] * distance, center[1] + way[1] * distance]
        } else {
            [bounds.low[0] + size[0] * random.unit(), bounds.low[1] + size[1] * random.unit()]
        };
        if throws == 0 || contains(point) {
            points.push(point);
        }
        throws = throws.saturating_sub(1);
    }
    points
}

/// Labels of the sides of the box around all cells; smaller ones are sites.
const BOX: u32 = u32::MAX - 3;

/// The Voronoi cells of sites, within a box that contains the given one.
pub(crate) fn voronoi(sites: &[Point], bounds: Bounds) -> Cells {
    // A narrow one: distant corners of outer cells would keep distant sites in question.
    let margin = 1.0e-3 * bounds.extent() + 1.0e-3;
    let low = bounds.low.map(|low| low - margin);
    let high = bounds.high.map(|high| high + margin);
    let lattice = Lattice::new(sites);
    let (mut cells, mut corners) = (Cells::default(), Vec::new());
    let mut work = Work::default();
    for site in 0..sites.len() as u32 {
        if !lattice.cell(site, [low, high], &mut work) {
            continue;
        }
        corners.clear();
        let cell = &work.cell.corners;
        let count = cell.len();
        for (index, corner) in cell.iter().enumerate() {
            let before = cell[if index == 0 { count - 1 } else { index - 1 }].side;
            corners.push(shared_corner(sites, site, [before, corner.side], corner.at, [low, high]));
        }
        corners.dedup();
        if corners.len() >= 3 {
            cells.push(&corners);
        }
    }
    cells
}

/// The corner between two sides of a cell, with the same bits for all cells that share it.
fn shared_corner(sites: &[Point], site: u32, sides: [u32; 2], near: Point, [low, high]: [Point; 2]) -> Point {
    let exact = match sides.map(|side| side >= BOX) {
        [true, true] => return near,
        [false, false] => {
            let mut three = [site, sides[0], sides[1]];
            three.sort_unstable();
            circle_center(three.map(|site| sites[site as usize]))
        }
        [first_is_box, _] => {
            let (wall, other) = if first_is_box { (sides[0], sides[1]) } else { (sides[1], sides[0]) };
            let pair = if site < other { [site, other] } else { [other, site] };
            let [p, q] = pair.map(|site| sites[site as usize]);
            let (normal, middle) = (sub(q, p), [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])]);
            let offset = dot(normal, middle);
            let (axis, at) = match wall - BOX {
                0 => (1, low[1]),
                1 => (0, high[0]),
                2 => (1, high[1]),
                _ => (0, low[0]),
            };
            let mut point = [at; 2];
            point[1 - axis] = (offset - normal[axis] * at) / normal[1 - axis];
            point
        }
    };
    // Far corners of nearly parallel bisectors are imprecise; they are outside of the body.
    let error = sub(exact, near);
    let size = sub(high, low);
    let reach = 1.0e-6 * (size[0] + size[1]);
    if dot(error, error) <= reach * reach { exact } else { near }
}

/// The centre of the circle through three points.
fn circle_center([p, q, r]: [Point; 3]) -> Point {
    let (b, c) = (sub(q, p), sub(r, p));
    let (bb, cc, twice) = (dot(b, b), dot(c, c), 2.0 * cross(b, c));
    [p[0] + (c[1] * bb - b[1] * cc) / twice, p[1] + (b[0] * cc - c[0] * bb) / twice]
}

/// Memory for one cell.
#[derive(Debug, Default)]
struct Work {
    cell: Ring,
    near: Vec<(f64, u32)>,
}

/// Sites by square cells of a lattice, about two in each.
struct Lattice<'a> {
    sites: &'a [Point],
    low: Point,
    size: f64,
    columns: usize,
    rows: usize,
    starts: Vec<u32>,
    order: Vec<u32>,
}

impl<'a> Lattice<'a> {
    fn new(sites: &'a [Point]) -> Lattice<'a> {
        let bounds = Bounds::of(sites);
        let [width, height] = if sites.is_empty() { [0.0; 2] } else { bounds.size() };
        let count = sites.len() as f64;
        let even = (2.0 * width * height / count).sqrt();
        // Sites in a line get as many cells as sites at most.
        let longest = (if width > height { width } else { height }) / (0.5 * count + 1.0);
        let size = if even > longest { even } else { longest };
        let size = if size > 0.0 { size } else { 1.0 };
        let (columns, rows) = ((width / size) as usize + 1, (height / size) as usize + 1);
        let mut lattice = Lattice {
            sites,
            low: bounds.low,
            size,
            columns,
            rows,
            starts: vec![0; columns * rows + 1],
            order: vec![0; sites.len()],
        };
        let places: Vec<usize> = sites.iter().map(|&site| lattice.place(site)).collect();
        for &place in &places {
            lattice.starts[place + 1] += 1;
        }
        for place in 0..columns * rows {
            lattice.starts[place + 1] += lattice.starts[place];
        }
        let mut filled = lattice.starts.clone();
        for (site, &place) in places.iter().enumerate() {
            lattice.order[filled[place] as usize] = site as u32;
            filled[place] += 1;
        }
        lattice
    }

    fn place(&self, site: Point) -> usize {
        let along = |axis: usize, count: usize| {
            let index = ((site[axis] - self.low[axis]) / self.size) as usize;
            if index < count { index } else { count - 1 }
        };
        along(1, self.rows) * self.columns + along(0, self.columns)
    }

    /// Makes the cell of a site within a box. Returns `false` if another site at the same place has it.
    fn cell(&self, site: u32, [low, high]: [Point; 2], work: &mut Work) -> bool {
        let own = self.sites[site as usize];
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
        work.cell.begin(corners.iter().zip(BOX..=u32::MAX).map(|(&at, side)| Corner { at, side }));
        let place = self.place(own);
        let (column, row) = (place % self.columns, place / self.columns);
        let most = if self.columns > self.rows { self.columns } else { self.rows };
        let mut farthest = farthest(&work.cell.corners, own);
        for reach in 0..most {
            // Sites of this square of cells are at least so far away.
            let distance = (reach as f64 - 1.0) * self.size;
            if distance > 0.0 && distance * distance > 4.0 * farthest {
                break;
            }
            let mut near = core::mem::take(&mut work.near);
            near.clear();
            self.visit([column, row], reach, |other| {
                let between = sub(self.sites[other as usize], own);
                let distance = dot(between, between);
                if distance <= 4.0 * farthest && other != site {
                    near.push((distance, other));
                }
            });
            near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let mut is_there = true;
            for &(distance, other) in &near {
                if distance > 4.0 * farthest {
                    break;
                }
                if distance == 0.0 {
                    // Of sites in one place, the first gets the cell.
                    is_there &= site < other;
                    continue;
                }
                let there = self.sites[other as usize];
                let (normal, middle) = (sub(own, there), [0, 1].map(|axis| 0.5 * (there[axis] + own[axis])));
                if work.cell.cut(|at| dot(normal, sub(at, middle)), other) {
                    farthest = self::farthest(&work.cell.corners, own);
                }
            }
            work.near = near;
            if !is_there || work.cell.corners.len() < 3 {
                return false;
            }
        }
        true
    }

    /// Visits the sites of the cells at exactly this distance in cells.
    fn visit(&self, [column, row]: [usize; 2], reach: usize, mut each: impl FnMut(u32)) {
        let end = |at: usize, count: usize| if at + reach < count { at + reach } else { count - 1 };
        for y in row.saturating_sub(reach)..=end(row, self.rows) {
            let is_edge = y.abs_diff(row) == reach;
            for x in column.saturating_sub(reach)..=end(column, self.columns) {
                if is_edge || x.abs_diff(column) == reach {
                    let place = y * self.columns + x;
                    let range = self.starts[place] as usize..self.starts[place + 1] as usize;
                    self.order[range].iter().for_each(|&site| each(site));
                }
            }
        }
    }
}

/// The largest squared distance of a corner.
fn farthest(cell: &[Corner], from: Point) -> f64 {
    let mut most = 0.0;
    for corner in cell {
        let way = sub(corner.at, from);
        let square = dot(way, way);
        most = if square > most { square } else { most };
    }
    most
}

/// Share of a gap by which a corner of a ring may be off, and of a wedge by which a ray may.
const JITTER: f64 = 0.35;

/// Cells between rays and rings.
pub(crate) fn radial(center: Vec2, [rays, rings]: [u32; 2], radius: f32, seed: u64, bounds: Bounds) -> Cells {
    let mut random = Random(seed);
    let (center, radius) = (wide(center), f64::from(radius));
    let wedge = core::f64::consts::TAU / f64::from(rays);
    let phase = random.unit();
    let angles: Vec<f64> =
        (0..rays).map(|ray| wedge * (f64::from(ray) + phase + JITTER * (random.unit() - 0.5))).collect();
    // The body is within the circle of `reach`, and so within the polygon of far points.
    let reach = [bounds.low, [bounds.high[0], bounds.low[1]], bounds.high, [bounds.low[0], bounds.high[1]]]
        .iter()
        .map(|&corner| dot(sub(corner, center), sub(corner, center)))
        .fold(radius * radius, |most, square| if square > most { square } else { most })
        .sqrt();
    let (_, cos) = sin_cos((0.5 * wedge * (1.0 + JITTER)) as f32);
    let far = 1.1 * reach / f64::from(cos);
    // Squares of shares, so that inner rings are closer.
    let base = |ring: u32| {
        let share = f64::from(ring) / f64::from(rings);
        radius * share * share
    };
    let mut points: Vec<Point> = Vec::with_capacity((rays * (rings + 1)) as usize);
    for &angle in &angles {
        let (sin, cos) = sin_cos(angle as f32);
        let at =
            |distance: f64| [center[0] + f64::from(cos) * distance, center[1] + f64::from(sin) * distance];
        for ring in 1..=rings {
            let gap = base(ring) - base(ring - 1);
            points.push(at(base(ring) + JITTER * (random.unit() - 0.5) * gap));
        }
        points.push(at(far));
    }
    let mut cells = Cells::default();
    let count = (rings + 1) as usize;
    for ray in 0..rays as usize {
        let next = if ray + 1 == rays as usize { 0 } else { ray + 1 };
        let (here, there) = (&points[ray * count..][..count], &points[next * count..][..count]);
        cells.push(&[center, here[0], there[0]]);
        for ring in 1..count {
            cells.push(&[here[ring - 1], here[ring], there[ring], there[ring - 1]]);
        }
    }
    cells
}

/// Bricks in rows from the lower left corner of a box, every second row shifted by half of a brick.
pub(crate) fn bricks(size: Vec2, bounds: Bounds) -> Cells {
    let [width, height] = wide(size);
    let count = |length: f64, step: f64| {
        let whole = (length / step) as u32;
        // A rest that is only rounding is no brick.
        if f64::from(whole) * step < length - 1.0e-5 * step { whole + 1 } else { whole }
    };
    let [columns, rows] = [count(bounds.size()[0], width), count(bounds.size()[1], height)];
    let mut cells = Cells::default();
    for row in 0..if rows > 0 { rows } else { 1 } {
        let odd = row % 2;
        // The outermost bricks contain the border, whatever its rounding.
        let level = |row: u32| {
            if row == 0 {
                bounds.low[1] - height
            } else if row >= rows {
                bounds.high[1] + height
            } else {
                bounds.low[1] + f64::from(row) * height
            }
        };
        let [bottom, top] = [level(row), level(row + 1)];
        let last = columns + odd;
        for column in 0..if last > 0 { last } else { 1 } {
            let at = |column: u32| {
                if column == 0 {
                    bounds.low[0] - width
                } else if column >= last {
                    bounds.high[0] + width
                } else {
                    bounds.low[0] + 0.5 * f64::from(2 * column - odd) * width
                }
            };
            let [left, right] = [at(column), at(column + 1)];
            cells.push(&[[left, bottom], [right, bottom], [right, top], [left, top]]);
        }
    }
    cells
}

/// The two sides of a line through two points: left of it first.
pub(crate) fn sides(a: Point, b: Point, bounds: Bounds) -> Cells {
    let way = sub(b, a);
    let length = dot(way, way).sqrt();
    let along = way.map(|part| part / length);
    let from = sub(bounds.low, a);
    let reach = 2.0 * (dot(from, from).sqrt() + bounds.size()[0] + bounds.size()[1]) + 1.0;
    let at = |forward: f64, left: f64| {
        [a[0] + along[0] * forward - along[1] * left, a[1] + along[1] * forward + along[0] * left]
    };
    let (start, end) = (at(-reach, 0.0), at(reach, 0.0));
    let mut cells = Cells::default();
    cells.push(&[start, end, at(reach, reach), at(-reach, reach)]);
    cells.push(&[end, start, at(-reach, -reach), at(reach, -reach)]);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(cell: &[Point]) -> f64 {
        let count = cell.len();
        0.5 * (0..count).map(|k| cross(cell[k], cell[(k + 1) % count])).sum::<f64>()
    }

    fn is_convex(cell: &[Point]) -> bool {
        let count = cell.len();
        (0..count).all(|k| {
            let (a, b, c) = (cell[k], cell[(k + 1) % count], cell[(k + 2) % count]);
            cross(sub(b, a), sub(c, b)) >= -1.0e-9
        })
    }

    fn inside(cell: &[Point], p: Point) -> bool {
        let count = cell.len();
        (0..count).all(|k| cross(sub(cell[(k + 1) % count], cell[k]), sub(p, cell[k])) >= 0.0)
    }

    const BOUNDS: Bounds = Bounds { low: [-3.0, -1.0], high: [2.0, 4.0] };

    /// Random points lie in exactly one cell: the one with the nearest site.
    #[test]
    fn voronoi_cells_hold_the_points_that_are_nearest_to_their_site() {
        let sites = scatter(BOUNDS, |_| true, 60, Some((Vec2::new(0.5, 1.0), 0.5)), 3);
        let cells = voronoi(&sites, BOUNDS);
        assert_eq!(cells.len(), sites.len());
        for probe in scatter(BOUNDS, |_| true, 3000, None, 4) {
            let distance = |site: &Point| dot(sub(*site, probe), sub(*site, probe));
            let best = (0..60).min_by(|&a, &b| distance(&sites[a]).total_cmp(&distance(&sites[b]))).unwrap();
            let holds: Vec<usize> = (0..60).filter(|&cell| inside(cells.get(cell).0, probe)).collect();
            assert_eq!(holds, [best]);
        }
    }

    #[test]
    fn corners_of_neighbors_have_the_same_bits() {
        let sites = scatter(BOUNDS, |_| true, 200, None, 9);
        let cells = voronoi(&sites, BOUNDS);
        let mut corners: Vec<[u64; 2]> =
            (0..cells.len()).flat_map(|cell| cells.get(cell).0.iter().map(|p| p.map(f64::to_bits))).collect();
        corners.sort_unstable();
        let mut inner = 0;
        for group in corners.chunk_by(|a, b| a == b) {
            let [x, y] = group[0].map(f64::from_bits);
            let is_inner = x > BOUNDS.low[0] && x < BOUNDS.high[0] && y > BOUNDS.low[1] && y < BOUNDS.high[1];
            assert!(!is_inner || group.len() == 3, "{} cells meet at {x} {y}", group.len());
            inner += usize::from(is_inner);
        }
        assert!(inner > 200, "{inner}");
    }

    #[test]
    fn cells_of_all_patterns_are_convex_and_cover_the_box_once() {
        let patterns = [
            voronoi(&scatter(BOUNDS, |_| true, 40, None, 1), BOUNDS),
            radial(Vec2::new(0.0, 1.0), [3, 1], 1.0, 5, BOUNDS),
            radial(Vec2::new(0.3, 9.0), [17, 6], 2.0, 6, BOUNDS),
            bricks(Vec2::new(0.7, 0.31), BOUNDS),
            bricks(Vec2::new(1.0, 0.5), BOUNDS),
            bricks(Vec2::new(90.0, 90.0), BOUNDS),
            sides([0.1, 0.2], [0.4, 0.3], BOUNDS),
            voronoi(&[[0.0, 0.0]], BOUNDS),
            voronoi(&[[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [-1.0, 0.0]], BOUNDS),
        ];
        for (number, cells) in patterns.iter().enumerate() {
            for cell in 0..cells.len() {
                let (corners, _) = cells.get(cell);
                assert!(is_convex(corners) && area(corners) > 0.0, "pattern {number}: {corners:?}");
            }
            for probe in scatter(BOUNDS, |_| true, 2000, None, 8) {
                let holds = (0..cells.len()).filter(|&cell| inside(cells.get(cell).0, probe)).count();
                assert_eq!(holds, 1, "pattern {number} at {probe:?}");
            }
        }
        // A wall of whole bricks has no rests: 5 in a row, and 6 in every second one.
        assert_eq!(patterns[4].len(), 10 / 2 * 5 + 10 / 2 * 6);
    }

    #[test]
    fn random_numbers_are_the_published_ones() {
        // The first output for seed 0 is 0xE220A8397B1DCDAF.
        assert_eq!(Random(0).unit(), (0xE220_A839_7B1D_CDAF_u64 >> 11) as f64 / (1_u64 << 53) as f64);
    }
}
