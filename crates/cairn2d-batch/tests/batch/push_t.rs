//! PushT: its coverage against clipped polygons, its motion against that of its controller.

use cairn2d::prelude::*;
use cairn2d_batch::environments::PushT;
use cairn2d_batch::{AutoReset, Batch, BatchConfig, Definition, Effect};

/// Corners of bar and stem in the frame of the block \[pixels\], counterclockwise.
const PARTS: [[[f64; 2]; 4]; 2] = [
    [[-60.0, 0.0], [60.0, 0.0], [60.0, 30.0], [-60.0, 30.0]],
    [[-15.0, 30.0], [15.0, 30.0], [15.0, 120.0], [-15.0, 120.0]],
];

fn placed(part: &[[f64; 2]; 4], [x, y, angle]: [f64; 3]) -> Vec<[f64; 2]> {
    let (sin, cos) = angle.sin_cos();
    part.iter().map(|[a, b]| [x + cos * a - sin * b, y + sin * a + cos * b]).collect()
}

/// Area of a convex polygon clipped by another one, by the method of Sutherland and Hodgman.
fn shared(mut polygon: Vec<[f64; 2]>, clip: &[[f64; 2]]) -> f64 {
    for index in 0..clip.len() {
        let (a, b) = (clip[index], clip[(index + 1) % clip.len()]);
        let side = |p: [f64; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        let mut kept = Vec::new();
        for at in 0..polygon.len() {
            let (p, q) = (polygon[at], polygon[(at + 1) % polygon.len()]);
            let (from, to) = (side(p), side(q));
            if from >= 0.0 {
                kept.push(p);
            }
            if (from >= 0.0) != (to >= 0.0) {
                let t = from / (from - to);
                kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
            }
        }
        polygon = kept;
    }
    let cross = |at: usize| {
        let (p, q) = (polygon[at], polygon[(at + 1) % polygon.len()]);
        p[0] * q[1] - p[1] * q[0]
    };
    0.5 * (0..polygon.len()).map(cross).sum::<f64>()
}

/// Share of the goal that a block in this pose covers.
fn coverage(pose: [f64; 3]) -> f64 {
    let goal = [256.0, 256.0, std::f64::consts::FRAC_PI_4];
    let mut area = 0.0;
    for part in &PARTS {
        for other in &PARTS {
            area += shared(placed(part, pose), &placed(other, goal));
        }
    }
    area / (120.0 * 30.0 + 90.0 * 30.0)
}

fn row_of(batch: &Batch, world: usize) -> [f64; 5] {
    core::array::from_fn(|at| f64::from(batch.observations()[5 * world + at]))
}

/// A definition in which the block begins at this pose \[pixels, rad\] and the disc in a corner.
fn with_block_at(pose: [f32; 3]) -> Definition {
    let mut def = PushT::default().definition().unwrap();
    let bodies: Vec<BodyId> = def.template.bodies().collect();
    let (disc, block) = (bodies[1], bodies[2]);
    let [x, y, angle] = pose;
    def.reset = vec![
        Effect::Pose(disc, [0.4.into(), 0.4.into(), 0.0.into()]),
        Effect::Pose(block, [(0.01 * x).into(), (0.01 * y).into(), angle.into()]),
    ];
    def
}

fn batch(def: &Definition, count: usize) -> Batch {
    Batch::new(def, BatchConfig::new(count).threads(1).auto_reset(AutoReset::Disabled)).unwrap()
}

#[test]
fn rewards_are_the_share_of_the_goal_that_is_covered() {
    let count = 1000;
    let mut many = batch(&PushT::default().definition().unwrap(), count);
    let mut covered = 0;
    for _ in 0..3 {
        let actions: Vec<f32> =
            (0..count).flat_map(|world| row_of(&many, world)[..2].to_vec()).map(|at| at as f32).collect();
        many.step(&actions).unwrap();
        for world in 0..count {
            let [_, _, x, y, angle] = row_of(&many, world);
            let expected = (coverage([x, y, angle]) / 0.95).min(1.0);
            let found = f64::from(many.rewards()[world]);
            assert!((found - expected).abs() < 1.0e-4, "{found}, expected {expected}");
            covered += usize::from(expected > 0.01);
        }
        many.reset(None).unwrap();
    }
    assert!(covered > 300, "{covered}");
}

#[test]
fn episodes_end_at_the_goal() {
    let quarter = std::f32::consts::FRAC_PI_4;
    let places = [
        ([256.0, 256.0, quarter], true),
        ([257.0, 256.0, quarter], true),
        ([256.0, 256.0, quarter + 0.01], true),
        ([260.0, 256.0, quarter], false),
        ([256.0, 256.0, -quarter], false),
        ([256.0, 256.0, quarter + std::f32::consts::PI], false),
    ];
    for (pose, ends) in places {
        let mut batch = batch(&with_block_at(pose), 1);
        batch.step(&[40.0, 40.0]).unwrap();
        let expected = coverage(pose.map(f64::from));
        assert_eq!(expected > 0.95, ends);
        assert_eq!(batch.terminated()[0] == 1, ends, "{pose:?}");
        let found = f64::from(batch.rewards()[0]);
        assert!((found - (expected / 0.95).min(1.0)).abs() < 1.0e-3, "{pose:?}: {found}");
    }
}

#[test]
fn the_disc_follows_its_controller() {
    let mut batch = batch(&with_block_at([400.0, 400.0, 0.0]), 1);
    let (mut at, mut speed) = (40.0_f64, 0.0_f64);
    for _ in 0..20 {
        batch.step(&[140.0, 40.0]).unwrap();
        for _ in 0..10 {
            speed += ((140.0 - at) * 100.0 - speed * 20.0) * 0.01;
            at += speed * 0.01;
        }
        let row = row_of(&batch, 0);
        assert!((row[0] - at).abs() < 0.02 && (row[1] - 40.0).abs() < 0.01, "{row:?} {at}");
    }
    assert!((at - 140.0).abs() < 1.0e-3);
}

#[test]
fn the_disc_pushes_the_block_which_stops_at_once() {
    // Below the bar, at its middle.
    let mut def = with_block_at([256.0, 200.0, 0.0]);
    let disc = def.template.bodies().nth(1).unwrap();
    def.reset[0] = Effect::Pose(disc, [2.56.into(), 1.7.into(), 0.0.into()]);
    let mut batch = batch(&def, 1);
    for _ in 0..20 {
        batch.step(&[256.0, 285.0]).unwrap();
    }
    let row = row_of(&batch, 0);
    // The disc ends at 285, and the bar begins 15 pixels above.
    assert!((row[1] - 285.0).abs() < 0.1 && (row[3] - 300.0).abs() < 1.0, "{row:?}");
    assert!((row[2] - 256.0).abs() < 0.5 && (row[4] < 0.01 || row[4] > 6.27), "{row:?}");
    for _ in 0..10 {
        batch.step(&[256.0, 100.0]).unwrap();
    }
    let later = row_of(&batch, 0);
    assert!((later[3] - row[3]).abs() < 0.5, "{row:?} {later:?}");
}

#[test]
fn pushes_beside_the_middle_turn_the_block_as_in_pymunk() {
    // Offset of the disc, and x, y and angle of the block after 20 steps, with Pymunk 7.3.
    for (offset, expected) in [(20.0, [255.36, 292.04, 0.43]), (45.0, [263.34, 270.74, 0.74])] {
        let mut def = with_block_at([256.0, 200.0, 0.0]);
        let disc = def.template.bodies().nth(1).unwrap();
        let x = 256.0 + offset;
        def.reset[0] = Effect::Pose(disc, [(0.01 * x).into(), 1.7.into(), 0.0.into()]);
        let mut batch = batch(&def, 1);
        (0..20).for_each(|_| batch.step(&[x, 285.0]).unwrap());
        let row = row_of(&batch, 0);
        for ((found, expected), tolerance) in row[2..].iter().zip(expected).zip([4.0, 4.0, 0.06]) {
            assert!((found - expected).abs() < tolerance, "{row:?}, Pymunk {expected:?}");
        }
    }
}

#[test]
fn first_places_have_the_ranges_of_the_original() {
    let batch = batch(&PushT::default().definition().unwrap(), 2000);
    let mut means = [0.0; 5];
    for world in 0..2000 {
        let [x, y, block_x, block_y, angle] = row_of(&batch, world);
        assert!((50.0..450.0).contains(&x.round()) && (x - x.round()).abs() < 1.0e-3);
        // The block was turned about its centre of mass, which stays where it was.
        let (sin, cos) = angle.sin_cos();
        let center = [block_x - 45.0 * sin, block_y + 45.0 * (cos - 1.0)];
        for place in center {
            assert!((100.0..400.0).contains(&place.round()) && (place - place.round()).abs() < 2.0e-3);
        }
        for (mean, number) in means.iter_mut().zip([x, y, center[0], center[1], angle]) {
            *mean += number / 2000.0;
        }
    }
    for (mean, expected) in means.into_iter().zip([249.5, 249.5, 249.5, 249.5, std::f64::consts::PI]) {
        assert!((mean / expected - 1.0).abs() < 0.06, "{mean}, expected {expected}");
    }
    assert_eq!(batch.rejection_count(), 0);
}

#[test]
fn threads_and_sizes_of_batches_change_no_bit() {
    let def = PushT::default().definition().unwrap();
    let run = |count: usize, seed: u64, threads: usize| -> Vec<u64> {
        let mut batch = Batch::new(&def, BatchConfig::new(count).threads(threads).seed(seed)).unwrap();
        for step in 0..40 {
            let actions: Vec<f32> = (0..2 * count)
                .map(|at| (crate::action(seed + at as u64 / 2, step / 4, at as u64 % 2) + 2.0) * 128.0)
                .collect();
            batch.step(&actions).unwrap();
        }
        (0..count).map(|world| batch.world(world).unwrap().hash()).collect()
    };
    let whole = run(16, 3, 1);
    assert_eq!(whole, run(16, 3, 2));
    for (index, hash) in whole.iter().enumerate() {
        assert_eq!(*hash, run(1, 3 + index as u64, 1)[0]);
    }
}
