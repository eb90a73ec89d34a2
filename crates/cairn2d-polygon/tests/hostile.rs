//! Random bad input: no panic, bounded results, and typed errors. And the same bits everywhere.

use cairn2d_geometry::HalfPlane;
use cairn2d_math::{Vec2, cos, sin, vec2};
use cairn2d_polygon::march::{Field, Lines, Sampling, from_mask, hard, sampled, soft};
use cairn2d_polygon::{
    Boolean, Certificate, Decompose, FillRule, Mode, MultiPolygon, PolygonError, decompose, scatter,
    triangulate, voronoi,
};

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

    fn below(&mut self, count: u32) -> usize {
        (self.bits() % count) as usize
    }

    /// A coordinate that is likely to make trouble.
    fn bad(&mut self) -> f32 {
        const BAD: [f32; 16] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            1.0e6,
            -1.0e6,
            1.000_000_1,
            f32::MIN_POSITIVE,
            1.0e-45,
            1.0e-30,
            f32::EPSILON,
            1.0e-10,
            f32::NAN,
            f32::INFINITY,
            f32::MAX,
            -1.0e7,
        ];
        // The last four are errors; fewer of them let more inputs through.
        let count = if self.below(40) == 0 { 16 } else { 12 };
        match self.below(3) {
            0 => self.unit(),
            1 => self.below(4) as f32,
            _ => BAD[self.below(count)],
        }
    }
}

fn settings(random: &mut Random) -> Decompose {
    let values = [0.0, 1.0e-30, 1.0e-6, 0.01, 1.0, 1.0e6, f32::MAX, -1.0, f32::NAN, f32::INFINITY];
    let corners = [0, 3, 4, 8, 1000, usize::MAX];
    let mut value = |likely: u32| values[random.below(if likely == 0 { 10 } else { likely })];
    let (tolerance, min_width) = (value(7), value(6));
    let modes = [Mode::Partition, Mode::Cover];
    Decompose { tolerance, min_width, max_corners: corners[random.below(6)], mode: modes[random.below(2)] }
}

#[test]
fn covers_of_lines_a_few_grid_steps_thick_leave_nothing_out() {
    let known = [
        [94.05213, -20.653046],
        [94.02467, -20.653046],
        [94.02834, -20.653053],
        [94.16726, -20.653053],
        [94.15999, -20.653046],
        [94.10204, -20.653046],
        [94.07857, -20.653038],
    ];
    let known: Vec<Vec2> = known.iter().map(|&point| point.into()).collect();
    let mut random = Random(9_367_336);
    for round in 0..4000 {
        // Between 64 and 128 m the grid has steps of 2^-17 m.
        let line: Vec<Vec2> = (0..3 + random.below(8))
            .map(|_| vec2(94.0 + random.unit(), -20.0 + random.below(5) as f32 * 0.5_f32.powi(17)))
            .collect();
        let ring = if round == 0 { &known } else { &line };
        let area = MultiPolygon::from_ring(ring).unwrap();
        for max_corners in [3, 8] {
            let how = Decompose { max_corners, mode: Mode::Cover, ..Decompose::default() };
            let result = decompose(&area, &how).unwrap();
            let proof = Certificate::measure(&area, &result.parts).unwrap();
            // Parts may be two steps apart, and the certificate rounds crossings of their union.
            let most = 8.0 * 0.5_f32.powi(17);
            assert!(
                proof.is_convex && proof.outside <= most && proof.uncovered <= most,
                "{proof:?} of {area:?}"
            );
        }
    }
}

#[test]
fn no_input_panics_and_results_are_finite() {
    let mut random = Random(99);
    let (mut errors, mut areas) = (0, 0);
    for _ in 0..4000 {
        let rings: Vec<Vec<Vec2>> = (0..random.below(4))
            .map(|_| (0..random.below(14)).map(|_| vec2(random.bad(), random.bad())).collect())
            .collect();
        let rule = [FillRule::NonZero, FillRule::EvenOdd, FillRule::Positive][random.below(3)];
        let area = match MultiPolygon::from_rings(rings.iter().map(|ring| &ring[..]), rule) {
            Ok(area) => area,
            Err(error) => {
                let all: Vec<Vec2> = rings.concat();
                match error {
                    PolygonError::NotFinite { index, .. } => assert!(!all[index].is_finite()),
                    PolygonError::TooLarge { index, .. } => {
                        assert!(all[index].x.abs() > 1.0e6 || all[index].y.abs() > 1.0e6);
                    }
                    other => panic!("{other}"),
                }
                errors += 1;
                continue;
            }
        };
        areas += 1;
        let region = area.region();
        assert!(region.area >= 0.0 && region.centroid.is_finite() && region.second_moment.is_finite());
        assert!(area.perimeter().is_finite());
        area.contains(vec2(random.bad(), random.bad()));
        triangulate(&area);
        let how = settings(&mut random);
        let is_valid = how.tolerance.is_finite()
            && how.tolerance >= 0.0
            && how.min_width.is_finite()
            && how.min_width >= 0.0
            && how.max_corners >= 3;
        match decompose(&area, &how) {
            Ok(result) => {
                assert!(is_valid, "{how:?}");
                assert!(result.parts.points().iter().all(|p| p.is_finite()));
                let proof = Certificate::measure(&area, &result.parts).unwrap();
                assert!(proof.is_convex, "{how:?} {area:?}");
                let step =
                    area.bounds().map_or(0.0, |b| b.max.length().max(b.min.length())) * 2.0_f32.powi(-21);
                let most = how.tolerance * 1.02 + step;
                assert!(proof.outside <= most && proof.uncovered <= most, "{proof:?} {how:?} {area:?}");
            }
            Err(error) => assert!(!is_valid, "{error} {how:?}"),
        }
        let tolerance = random.bad();
        assert_eq!(area.simplify(tolerance, |_| false).is_ok(), tolerance.is_finite() && tolerance >= 0.0);
        let plane = HalfPlane { normal: vec2(random.bad(), random.bad()), offset: random.bad() };
        let _ = area.slice(plane);
        let line: Vec<Vec2> = (0..random.below(5)).map(|_| vec2(random.bad(), random.bad())).collect();
        let _ = area.slice_along(&line);
        let _ = voronoi(&line, &area);
        if let Some(other) = line.first().and_then(|_| MultiPolygon::from_ring(&line).ok()) {
            for operation in [Boolean::Union, Boolean::Intersection, Boolean::Difference, Boolean::Xor] {
                let _ = area.boolean(&other, operation);
            }
        }
        scatter(&area, random.bits() % 20, u64::from(random.bits()));
    }
    assert!(errors > 100 && areas > 1000, "{errors} errors, {areas} areas");
}

#[test]
fn bad_lattices_do_no_harm() {
    let mut random = Random(4);
    for _ in 0..500 {
        let (width, height) = (random.below(9), random.below(9));
        let samples: Vec<f32> = (0..width * height).map(|_| random.bad()).collect();
        let mut field = Field::new(&samples, width, height).unwrap();
        field.spacing = random.bad();
        field.origin = vec2(random.bad(), random.bad());
        field.first = [random.bits() as i32, i32::MAX];
        let mut lines = Lines::default();
        soft(&field, random.bad(), &mut lines);
        let _ = lines.area();
        hard(&field, random.bad(), &mut lines);
        let _ = lines.area();
        let alpha: Vec<u8> = (0..width * height).map(|_| random.bits() as u8).collect();
        let _ = from_mask(&alpha, width, height, random.bits() as u8, random.bad());
    }
    let lattice = Sampling { origin: Vec2::ZERO, spacing: 1.0, first: [0, 0], width: usize::MAX, height: 2 };
    assert!(matches!(sampled(&lattice, |_| 0.0, &mut Lines::default()), Err(PolygonError::BadField { .. })));
}

#[test]
fn large_outlines_end_in_time() {
    // A comb, a saw whose teeth meet a line, and a spiral: many edges cross the sweep at once.
    let count = 20_000;
    let comb: Vec<Vec2> = (0..count)
        .flat_map(|k| [vec2(k as f32, 0.0), vec2(k as f32 + 0.25, 900.0), vec2(k as f32 + 0.5, 0.0)])
        .chain([vec2(count as f32, -5.0), vec2(0.0, -5.0)])
        .collect();
    let turns = |k: usize, r: f32| {
        let angle = k as f32 * 0.05;
        vec2(cos(angle), sin(angle)) * (r + angle * 0.2)
    };
    let spiral: Vec<Vec2> =
        (0..count).map(|k| turns(k, 1.0)).chain((0..count).rev().map(|k| turns(k, 1.4))).collect();
    for (outline, tolerance) in [(&comb, 0.0), (&comb, 1.0), (&spiral, 0.0), (&spiral, 0.05)] {
        let area = MultiPolygon::from_ring(outline).unwrap();
        let result = decompose(&area, &Decompose { tolerance, ..Decompose::default() }).unwrap();
        assert!(!result.parts.is_empty() && result.parts.len() < outline.len());
    }
}

/// Hash of bits (FNV-1a).
fn hash(state: &mut u64, points: &[Vec2]) {
    for value in points.iter().flat_map(|p| [p.x.to_bits(), p.y.to_bits()]) {
        for byte in value.to_le_bytes() {
            *state = (*state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

/// All functions on generated outlines. The number is the same for all targets and compilers.
#[test]
fn results_have_the_same_bits_everywhere() {
    let mut state = 0xCBF2_9CE4_8422_2325;
    let mut random = Random(2026);
    for round in 0..200 {
        let count = 10 + random.below(60);
        let ring: Vec<Vec2> = (0..count)
            .map(|k| {
                let angle = k as f32 / count as f32 * core::f32::consts::TAU;
                vec2(cos(angle), sin(angle)) * (0.3 + random.unit()) + vec2(3.0, -1.0)
            })
            .collect();
        let wild: Vec<Vec2> = (0..9).map(|_| vec2(random.unit() * 4.0, random.unit() * 4.0 - 3.0)).collect();
        let (a, b) = (MultiPolygon::from_ring(&ring).unwrap(), MultiPolygon::from_ring(&wild).unwrap());
        let operations = [Boolean::Union, Boolean::Intersection, Boolean::Difference, Boolean::Xor];
        let area = a.boolean(&b, operations[round % 4]).unwrap();
        hash(&mut state, area.points());
        for (tolerance, mode) in [(0.0, Mode::Partition), (0.02, Mode::Partition), (0.0, Mode::Cover)] {
            let how = Decompose { tolerance, mode, min_width: 0.02, ..Decompose::default() };
            let result = decompose(&area, &how).unwrap();
            hash(&mut state, result.parts.points());
            let proof = Certificate::measure(&area, &result.parts).unwrap();
            hash(&mut state, &[vec2(proof.outside, proof.uncovered), vec2(proof.overlap, proof.thinnest)]);
        }
        let region = area.region();
        hash(&mut state, &[region.centroid, vec2(region.area, region.second_moment)]);
        hash(&mut state, area.simplify(0.05, |_| false).unwrap().area.points());
        for cell in voronoi(&scatter(&area, 12, round as u64), &area).unwrap() {
            hash(&mut state, cell.area.points());
        }
        let plane = HalfPlane { normal: vec2(0.6, 0.8), offset: random.unit() };
        area.slice(plane).unwrap().iter().for_each(|part| hash(&mut state, part.points()));
        let lattice =
            Sampling { origin: vec2(2.0, -2.0), spacing: 0.07, first: [-3, 5], width: 40, height: 30 };
        let mut lines = Lines::default();
        let center = wild[0];
        sampled(&lattice, |p| 1.0 - (p - center).length() + 0.1 * sin(9.0 * p.x), &mut lines).unwrap();
        lines.iter().for_each(|(line, _)| hash(&mut state, line));
    }
    assert_eq!(state, 0xCC2D_1974_3A17_7245, "{state:#018X}");
}
