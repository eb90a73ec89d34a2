//! An independent check of decompositions: no code of the crate but its results.
//!
//! At tolerance 0: parts are convex, have corners of the outline only, do not overlap, and their areas add
//! up. With a tolerance: points on and in the parts are near the area, and points of the area are near the
//! parts, by even-odd counting and distances from all sides.

use cairn2d_math::{Vec2, vec2};
use cairn2d_polygon::{Decompose, FillRule, Mode, MultiPolygon, decompose};

/// Random numbers (PCG, O'Neill 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u32 {
        let old = self.0;
        self.0 = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((((old >> 18) ^ old) >> 27) as u32).rotate_right((old >> 59) as u32)
    }

    fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1 << 24) as f32
    }

    fn below(&mut self, count: u32) -> u32 {
        self.bits() % count
    }
}

/// A ring around a centre, with random radii.
fn star(random: &mut Random, center: Vec2, radius: f32, count: u32) -> Vec<Vec2> {
    let rough = random.unit();
    (0..count)
        .map(|k| {
            let angle = k as f32 / count as f32 * core::f32::consts::TAU;
            let r = radius * (1.0 - rough * random.unit());
            center + vec2(angle.cos(), angle.sin()) * r
        })
        .collect()
}

/// Outlines of several kinds: stars with holes, random rings that cross themselves, rectangles, thin strips.
fn outlines(random: &mut Random) -> Vec<Vec<Vec2>> {
    let mut rings = Vec::new();
    match random.below(6) {
        0 | 1 => {
            let corners = 5 + random.below(30);
            rings.push(star(random, vec2(3.0, -2.0), 4.0, corners));
            for _ in 0..random.below(4) {
                let center = vec2(3.0 + 3.0 * (random.unit() - 0.5), -2.0 + 3.0 * (random.unit() - 0.5));
                let (radius, corners) = (0.2 + random.unit(), 3 + random.below(8));
                rings.push(star(random, center, radius, corners));
            }
        }
        2 => {
            let count = 3 + random.below(9);
            rings.push((0..count).map(|_| vec2(random.unit(), random.unit())).collect());
        }
        3 => {
            // On a coarse lattice, corners meet, sides overlap and three points lie on one line.
            for _ in 0..1 + random.below(3) {
                let count = 4 + random.below(8);
                let place = |random: &mut Random| vec2(random.below(6) as f32, random.below(6) as f32);
                rings.push((0..count).map(|_| place(random)).collect());
            }
        }
        4 => {
            for _ in 0..1 + random.below(6) {
                let (x, y) = (random.below(10) as f32, random.below(10) as f32);
                let (w, h) = (1.0 + random.below(6) as f32, 1.0 + random.below(6) as f32);
                rings.push(vec![vec2(x, y), vec2(x + w, y), vec2(x + w, y + h), vec2(x, y + h)]);
            }
        }
        _ => {
            // Strips thinner than any useful tolerance.
            for _ in 0..1 + random.below(3) {
                let (a, b) = (vec2(random.unit(), random.unit()), vec2(random.unit(), random.unit()));
                let aside = (b - a).perp() * (0.01 * random.unit());
                rings.push(vec![a, b, b + aside, a + aside]);
            }
        }
    }
    rings
}

fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn wide(point: &Vec2) -> [f64; 2] {
    [f64::from(point.x), f64::from(point.y)]
}

type Ring = Vec<[f64; 2]>;

fn area_of(ring: &Ring) -> f64 {
    0.5 * (1..ring.len() - 1).map(|k| cross(ring[0], ring[k], ring[k + 1])).sum::<f64>()
}

fn is_inside(rings: &[Ring], [x, y]: [f64; 2]) -> bool {
    let mut inside = false;
    for ring in rings {
        for k in 0..ring.len() {
            let ([ax, ay], [bx, by]) = (ring[k], ring[(k + 1) % ring.len()]);
            if (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax) {
                inside = !inside;
            }
        }
    }
    inside
}

fn distance(rings: &[Ring], p: [f64; 2]) -> f64 {
    let mut best = f64::MAX;
    for ring in rings {
        for k in 0..ring.len() {
            let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
            let u = [b[0] - a[0], b[1] - a[1]];
            let t = ((p[0] - a[0]) * u[0] + (p[1] - a[1]) * u[1]) / (u[0] * u[0] + u[1] * u[1]);
            let t = t.clamp(0.0, 1.0);
            best = best.min((a[0] + t * u[0] - p[0]).hypot(a[1] + t * u[1] - p[1]));
        }
    }
    best
}

fn is_in_part(part: &Ring, p: [f64; 2]) -> bool {
    (0..part.len()).all(|k| cross(part[k], part[(k + 1) % part.len()], p) >= 0.0)
}

/// Distance from parts that may overlap.
fn distance_of_parts(parts: &[Ring], p: [f64; 2]) -> f64 {
    if parts.iter().any(|part| is_in_part(part, p)) { 0.0 } else { distance(parts, p) }
}

fn extent(rings: &[Ring]) -> f64 {
    rings.iter().flatten().flatten().fold(0.0_f64, |most, value| most.max(value.abs()))
}

/// Checks one decomposition; returns the number of parts.
fn check(area: &MultiPolygon, how: &Decompose, random: &mut Random) -> usize {
    let result = decompose(area, how).unwrap();
    let rings: Vec<Ring> = area.rings().map(|ring| ring.iter().map(wide).collect()).collect();
    let parts: Vec<Ring> = result.parts.iter().map(|part| part.iter().map(wide).collect()).collect();
    // Covers are exact but for a grid step or two.
    let step = extent(&rings) * 2.0_f64.powi(-22);
    let about = || format!("{how:?}\n{:?}\n{:?}", area, result);
    for part in &parts {
        assert!(part.len() >= 3 && part.len() <= how.max_corners, "{}", about());
        for k in 0..part.len() {
            let [a, b, c] = [0, 1, 2].map(|o| part[(k + o) % part.len()]);
            assert!(cross(a, b, c) > 0.0, "corner {k} of {part:?} in {}", about());
        }
    }
    if how.min_width > 0.0 {
        for (index, part) in parts.iter().enumerate() {
            let width = (0..part.len())
                .map(|k| {
                    let (a, b) = (part[k], part[(k + 1) % part.len()]);
                    let far = part.iter().map(|&c| cross(a, b, c)).fold(0.0, f64::max);
                    far / (b[0] - a[0]).hypot(b[1] - a[1])
                })
                .fold(f64::MAX, f64::min);
            let told = result.thin.contains(&(index as u32));
            assert!(width >= f64::from(how.min_width) * (1.0 - 1.0e-6) || told, "{width}: {}", about());
        }
    }
    let tolerance = f64::from(how.tolerance);
    assert!(f64::from(result.outside) <= tolerance * 1.000_001, "{}", about());
    assert!(f64::from(result.uncovered) <= tolerance * 1.000_001, "{}", about());
    if how.tolerance == 0.0 && how.mode == Mode::Partition {
        let (sum, whole): (f64, f64) = (parts.iter().map(area_of).sum(), rings.iter().map(area_of).sum());
        assert!((sum - whole).abs() <= 1.0e-9 * whole, "{sum} of {whole} in {}", about());
        for corner in parts.iter().flatten() {
            assert!(rings.iter().flatten().any(|own| own == corner), "{}", about());
        }
    }
    // Points of the parts are near the area. With parts inside and areas that add up, nothing overlaps.
    for part in &parts {
        for k in 0..part.len() {
            let (a, b) = (part[k], part[(k + 1) % part.len()]);
            for _ in 0..3 {
                let (t, s) = (f64::from(random.unit()), f64::from(random.unit()).powi(2));
                let edge = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
                let c = part[random.below(part.len() as u32) as usize];
                let p = [edge[0] + s * (c[0] - edge[0]), edge[1] + s * (c[1] - edge[1])];
                let far = if is_inside(&rings, p) { 0.0 } else { distance(&rings, p) };
                assert!(far <= tolerance * 1.000_001 + step, "{p:?} is {far} outside: {}", about());
            }
        }
    }
    // Points of the area are near the parts.
    for ring in &rings {
        for k in 0..ring.len() {
            let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
            let t = f64::from(random.unit());
            let edge = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
            let c = ring[random.below(ring.len() as u32) as usize];
            let s = f64::from(random.unit()).powi(2);
            let p = [edge[0] + s * (c[0] - edge[0]), edge[1] + s * (c[1] - edge[1])];
            for p in [a, edge, p] {
                if p == a || p == edge || is_inside(&rings, p) {
                    let far = distance_of_parts(&parts, p);
                    assert!(far <= tolerance * 1.000_001 + step, "{p:?} is {far} away: {}", about());
                }
            }
        }
    }
    parts.len()
}

/// How many outlines are checked: `CAIRN2D_OUTLINES` for more.
fn rounds() -> u64 {
    std::env::var("CAIRN2D_OUTLINES").ok().and_then(|count| count.parse().ok()).unwrap_or(2000)
}

#[test]
fn random_outlines_with_holes_are_decomposed_within_tolerance() {
    let seed: u64 = std::env::var("CAIRN2D_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut parts = 0;
    for round in 0..rounds() {
        let mut random = Random(round.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ seed);
        random.bits();
        let rings = outlines(&mut random);
        let rule = [FillRule::NonZero, FillRule::EvenOdd, FillRule::Positive][random.below(3) as usize];
        let area = MultiPolygon::from_rings(rings.iter().map(|ring| &ring[..]), rule).unwrap();
        let size = area.bounds().map_or(1.0, |bounds| (bounds.max - bounds.min).length());
        let how = Decompose {
            tolerance: size * [0.0, 0.0, 0.003, 0.01, 0.05, 0.3][random.below(6) as usize],
            min_width: size * [0.0, 0.01, 0.05][random.below(3) as usize],
            max_corners: [8, 8, 3, 5, 100][random.below(5) as usize],
            mode: [Mode::Partition, Mode::Partition, Mode::Partition, Mode::Cover][random.below(4) as usize],
        };
        parts += check(&area, &how, &mut random);
    }
    assert!(parts > 0);
}
