//! Marching squares against interpolated truth, naive counts, and neighbouring fields.

use super::*;
use crate::area::tests::Random;
use cairn2d_math::vec2;

fn noise(random: &mut Random, width: usize, height: usize) -> Vec<u8> {
    (0..width * height).map(|_| random.bits() as u8).collect()
}

fn smooth(width: usize, height: usize, first: [i32; 2]) -> Vec<u8> {
    let wave =
        |x: f64, y: f64| 127.0 + 60.0 * (0.21 * x + 0.03 * y).sin() + 60.0 * (0.17 * y - 0.05 * x).cos();
    (0..width * height)
        .map(|k| {
            wave(f64::from(first[0]) + (k % width) as f64, f64::from(first[1]) + (k / width) as f64) as u8
        })
        .collect()
}

/// Segments without joining, cell by cell, from float comparisons: the slow twin.
fn naive(field: &Field<'_, u8>, threshold: u8) -> Vec<[Vec2; 2]> {
    let mut segments = Vec::new();
    for y in 0..field.height - 1 {
        for x in 0..field.width - 1 {
            let at = |dx: usize, dy: usize| f64::from(field.samples[(y + dy) * field.width + x + dx]);
            let limit = f64::from(threshold);
            let corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
            let places = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
            let solid = corners.map(|c| c >= limit);
            // Points on the sides, counter-clockwise from the bottom.
            let mut ends: Vec<(Vec2, bool)> = Vec::new();
            for k in 0..4 {
                let m = (k + 1) % 4;
                if solid[k] != solid[m] {
                    let t = (limit - corners[k]) / (corners[m] - corners[k]);
                    let p =
                        [0, 1].map(|axis: usize| places[k][axis] + t * (places[m][axis] - places[k][axis]));
                    let place = vec2((x as f64 + p[0]) as f32, (y as f64 + p[1]) as f32);
                    // Counter-clockwise around the cell, a line starts where solid turns to empty.
                    ends.push((place, solid[k]));
                }
            }
            let is_joined = corners.iter().sum::<f64>() >= 4.0 * limit;
            let starts: Vec<usize> = (0..ends.len()).filter(|&k| ends[k].1).collect();
            for &start in &starts {
                let count = ends.len();
                let step = if count == 4 && is_joined { 1 } else { count - 1 };
                segments.push([ends[start].0, ends[(start + step) % count].0]);
            }
        }
    }
    segments
}

#[test]
fn joined_lines_consist_of_the_segments_of_all_cells() {
    let mut random = Random(5);
    for round in 0..300 {
        let (width, height) = (2 + random.bits() as usize % 150, 2 + random.bits() as usize % 20);
        let samples =
            if round % 2 == 0 { noise(&mut random, width, height) } else { smooth(width, height, [0, 0]) };
        let field = Field::new(&samples, width, height).unwrap();
        // Samples that equal the threshold would make segments without length.
        let threshold = 130;
        let samples: Vec<u8> = samples.iter().map(|&s| if s == threshold { s + 1 } else { s }).collect();
        let field = Field { samples: &samples, ..field };
        let mut lines = Lines::default();
        soft(&field, threshold, &mut lines);
        let mut own: Vec<[Vec2; 2]> = Vec::new();
        for (line, is_closed) in lines.iter() {
            own.extend(line.windows(2).map(|pair| [pair[0], pair[1]]));
            if is_closed {
                own.push([line[line.len() - 1], line[0]]);
            }
        }
        let mut expected = naive(&field, threshold);
        let key = |s: &[Vec2; 2]| s.map(|p| ((p.x * 4096.0).round() as i64, (p.y * 4096.0).round() as i64));
        own.sort_by_key(key);
        expected.sort_by_key(key);
        let near =
            |a: &[Vec2; 2], b: &[Vec2; 2]| a[0].distance(b[0]) < 1.0e-4 && a[1].distance(b[1]) < 1.0e-4;
        assert_eq!(own.len(), expected.len(), "{width} x {height}");
        assert!(own.iter().zip(&expected).all(|(a, b)| near(a, b)), "{width} x {height}");
    }
}

#[test]
fn neighbouring_fields_agree_to_the_bit() {
    let spacing = 0.1;
    let origin = vec2(-3.7, 11.3);
    let fields: Vec<(Vec<u8>, [i32; 2])> =
        [[0, 0], [32, 0], [0, 32], [-32, 0]].map(|first| (smooth(33, 33, first), first)).into();
    let ends = |index: usize| -> Vec<Vec2> {
        let (samples, first) = &fields[index];
        let field = Field { origin, spacing, first: *first, ..Field::new(samples, 33, 33).unwrap() };
        let mut lines = Lines::default();
        soft(&field, 128, &mut lines);
        let open = lines.iter().filter(|&(_, is_closed)| !is_closed);
        open.flat_map(|(line, _)| [line[0], line[line.len() - 1]]).collect()
    };
    for (other, axis) in [(1, 0), (2, 1), (3, 0)] {
        let border = f64::from(if other == 3 { 0 } else { 32 }) * f64::from(spacing);
        let border = (f64::from(if axis == 0 { origin.x } else { origin.y }) + border) as f32;
        let on = |points: Vec<Vec2>| {
            let mut bits: Vec<[u32; 2]> = points
                .into_iter()
                .filter(|p| (if axis == 0 { p.x } else { p.y }) == border)
                .map(|p| [p.x.to_bits(), p.y.to_bits()])
                .collect();
            bits.sort_unstable();
            bits
        };
        let (here, there) = (on(ends(0)), on(ends(other)));
        assert!(!here.is_empty());
        assert_eq!(here, there, "field {other}");
    }
}

#[test]
fn hard_lines_enclose_exactly_the_solid_samples() {
    let mut random = Random(9);
    for _ in 0..200 {
        let (width, height) = (3 + random.bits() as usize % 80, 3 + random.bits() as usize % 12);
        let mut samples = noise(&mut random, width, height);
        // An empty border, so that all lines are closed.
        for (k, sample) in samples.iter_mut().enumerate() {
            let (x, y) = (k % width, k / width);
            if x == 0 || y == 0 || x + 1 == width || y + 1 == height {
                *sample = 0;
            }
        }
        let field = Field::new(&samples, width, height).unwrap();
        let mut lines = Lines::default();
        hard(&field, 140, &mut lines);
        let solid = samples.iter().filter(|&&sample| sample >= 140).count();
        let mut twice = 0.0;
        for (line, is_closed) in lines.iter() {
            assert!(is_closed);
            for k in 0..line.len() {
                let (a, b) = (line[k], line[(k + 1) % line.len()]);
                assert!(a.x == b.x || a.y == b.y, "{a:?} {b:?}");
                twice += f64::from(a.x) * f64::from(b.y) - f64::from(a.y) * f64::from(b.x);
            }
        }
        assert_eq!(0.5 * twice, solid as f64);
    }
}

#[test]
fn bad_fields_and_bad_samples_do_no_harm() {
    assert!(matches!(Field::new(&[0_u8; 5], 2, 3), Err(PolygonError::BadField { len: 5, .. })));
    assert!(matches!(Field::new(&[0_u8; 5], usize::MAX, 3), Err(PolygonError::BadField { .. })));
    let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, f32::MAX, -f32::MAX, 1.0e-45];
    let mut random = Random(2);
    for _ in 0..500 {
        let samples: Vec<f32> = (0..60).map(|_| values[random.bits() as usize % values.len()]).collect();
        let field = Field::new(&samples, 10, 6).unwrap();
        let mut lines = Lines::default();
        for threshold in [0.0, f32::NAN, f32::INFINITY] {
            soft(&field, threshold, &mut lines);
            assert!(lines.iter().all(|(line, _)| line.iter().all(|p| p.is_finite())));
            hard(&field, threshold, &mut lines);
        }
    }
    for (width, height) in [(0, 0), (1, 1), (1, 5), (5, 1)] {
        let samples = vec![9_u8; width * height];
        let mut lines = Lines::default();
        soft(&Field::new(&samples, width, height).unwrap(), 5, &mut lines);
        assert!(lines.is_empty());
        let area = from_mask(&samples, width, height, 5, 1.0).unwrap();
        assert_eq!(area.is_empty(), samples.is_empty());
    }
    assert!(from_mask(&[9], 1, 1, 5, f32::NAN).is_err());
}
