//! Hopper, Walker2d and HalfCheetah against figures of MuJoCo 4.0 with Gymnasium 1.4, and against mechanics.

use cairn2d::prelude::*;
use cairn2d_batch::environments::{HalfCheetah, Hopper, Walker2d};
use cairn2d_batch::{AutoReset, Batch, BatchConfig, Definition};

/// The three environments with this noise; observations begin with x if `observe_x`.
fn definitions(noise: Option<f32>, observe_x: bool) -> [Definition; 3] {
    let (mut hopper, mut walker, mut cheetah) = <(Hopper, Walker2d, HalfCheetah)>::default();
    if let Some(noise) = noise {
        (hopper.reset_noise, walker.reset_noise, cheetah.reset_noise) = (noise, noise, noise);
    }
    (hopper.observe_x, walker.observe_x, cheetah.observe_x) = (observe_x, observe_x, observe_x);
    [hopper.definition().unwrap(), walker.definition().unwrap(), cheetah.definition().unwrap()]
}

fn single(definition: &Definition) -> Batch {
    let config = BatchConfig::new(1).threads(1).auto_reset(AutoReset::Disabled);
    Batch::new(definition, config).unwrap()
}

/// Masses \[kg\] and inertias \[kg m^2\] of all bodies that move.
fn masses(world: &World) -> Vec<Mass> {
    let bodies = world.bodies().filter_map(|id| world.body(id));
    bodies.filter(|body| body.kind() == BodyKind::Dynamic).map(|body| body.mass()).collect()
}

#[test]
fn links_have_the_masses_and_inertias_of_mujoco() {
    let leg = [(4.057_890_5, 0.093_298_76), (2.781_356_7, 0.072_302_54)];
    let torso = (3.665_191_4, 0.069_245_94);
    let expected: [Vec<(f32, f32)>; 3] = [
        vec![torso, leg[0], leg[1], (5.315_574_8, 0.103_523_08)],
        vec![torso, leg[0], leg[1], (3.166_725_4, 0.023_997_75), leg[0], leg[1], (3.166_725_4, 0.023_997_75)],
        vec![
            (6.250_209_3, 0.897_117_7),
            (1.543_514_6, 0.016_844_34),
            (1.587_447_7, 0.018_267_42),
            (1.095_397_5, 0.006_352_423),
            (1.438_075_3, 0.013_739_643),
            (1.200_836_8, 0.008_222_109),
            (0.884_518_8, 0.003_529_109),
        ],
    ];
    // Armature, and number of hinges of each body.
    let hinges: [(f32, &[f32]); 3] = [
        (1.0, &[1.0, 2.0, 2.0, 1.0]),
        (0.01, &[2.0, 2.0, 2.0, 1.0, 2.0, 2.0, 1.0]),
        (0.1, &[2.0, 2.0, 2.0, 1.0, 2.0, 2.0, 1.0]),
    ];
    for ((definition, expected), (armature, hinges)) in
        definitions(None, false).iter().zip(&expected).zip(hinges)
    {
        let found = masses(&definition.template);
        assert_eq!(found.len(), expected.len());
        for ((found, (mass, inertia)), hinges) in found.iter().zip(expected).zip(hinges) {
            assert!((found.mass / mass - 1.0).abs() < 1.0e-5, "{found:?} {mass}");
            let own = found.inertia - armature * hinges;
            assert!((own - inertia).abs() < 1.0e-5 * found.inertia.max(0.1), "{found:?} {inertia}");
        }
    }
}

#[test]
fn observations_at_rest_are_those_of_gymnasium() {
    for (definition, (width, actions, height)) in
        definitions(Some(0.0), false).iter().zip([(11, 3, 1.25), (17, 6, 1.25), (17, 6, 0.0)])
    {
        let batch = single(definition);
        assert_eq!((batch.observation_count(), batch.action_count()), (width, actions));
        let mut expected = vec![0.0; width];
        expected[0] = height;
        for (found, expected) in batch.observations().iter().zip(&expected) {
            assert!((found - expected).abs() < 1.0e-6, "{:?}", batch.observations());
        }
        assert!(definition.actions.iter().all(|range| *range == [-1.0, 1.0]));
        assert_eq!(definition.limit, Some(1000));
    }
}

#[test]
fn noise_has_the_ranges_of_gymnasium_and_leaves_hinges_closed() {
    for (index, definition) in definitions(None, true).iter().enumerate() {
        let batch = Batch::new(definition, BatchConfig::new(400)).unwrap();
        let (width, count) = (batch.observation_count(), batch.action_count() + 3);
        let scale = if index == 2 { 0.1 } else { 5.0e-3 };
        let rest = if index == 2 { 0.0 } else { 1.25 };
        let mut deviations = vec![0.0; width];
        for row in batch.observations().chunks(width) {
            for (at, number) in row.iter().enumerate() {
                let off = if at == 1 { number - rest } else { *number };
                deviations[at] += off * off / 400.0;
                // Velocities of the cheetah are normal.
                let most = if index == 2 && at >= count { 5.8 } else { 1.0 };
                assert!(off.abs() <= scale * most * 1.0001, "{at}: {off}");
            }
        }
        for (at, deviation) in deviations.into_iter().map(f32::sqrt).enumerate() {
            let expected = if index == 2 && at >= count { scale } else { scale / 3.0_f32.sqrt() };
            assert!((deviation / expected - 1.0).abs() < 0.15, "{at}: {deviation}, expected {expected}");
        }
        for world in (0..400).filter_map(|world| batch.world(world)) {
            for joint in world.joints().filter_map(|id| world.joint(id)) {
                let [a, b] = joint.world_frames();
                assert!((a.p - b.p).length() < 1.0e-6, "{a:?} {b:?}");
                // Both bodies move the hinge with the same velocity.
                let [va, vb] = joint.bodies().map(|id| {
                    let body = world.body(id).unwrap();
                    let arm = a.p - body.center();
                    body.velocity() + vec2(-arm.y, arm.x) * body.angular_velocity()
                });
                assert!((va - vb).length() < 1.0e-5, "{va:?} {vb:?}");
            }
        }
        assert_eq!(batch.rejection_count(), 0);
    }
}

#[test]
fn a_model_falls_freely_until_it_lands() {
    for definition in &definitions(Some(0.0), true) {
        let mut batch = single(definition);
        let idle = vec![0.0; batch.action_count()];
        let count = idle.len() + 3;
        // About 0.08 s; feet are 4 cm above the ground, those of the cheetah more.
        let time = definition.dt * definition.frame_skip as f32;
        let steps = (0.08 / time) as usize;
        (0..steps).for_each(|_| batch.step(&idle).unwrap());
        let row = batch.observations();
        let fallen = 9.81 * time * steps as f32;
        assert!((row[count + 1] + fallen).abs() < 1.0e-3 * fallen, "{row:?}");
        assert!(row[count].abs() < 1.0e-4 && row[count + 2].abs() < 1.0e-4, "{row:?}");
    }
}

/// A link of the hopper for equations of motion: its hinge below the previous one, its centre of mass from
/// the hinge \[m\], its mass \[kg\] and its inertia \[kg m^2\].
const HOPPER: [([f64; 2], [f64; 2], f64, f64); 4] = [
    ([0.0, 0.0], [0.0, 0.0], 3.665_191_43, 0.069_245_94),
    ([0.0, -0.2], [0.0, -0.225], 4.057_890_51, 0.093_298_76),
    ([0.0, -0.45], [0.0, -0.25], 2.781_356_7, 0.072_302_54),
    ([0.0, -0.5], [0.065, 0.0], 5.315_574_77, 0.103_523_08),
];

/// The matrix of inertia of the hopper at rest for x, y and angle of the torso and three hinges, with
/// armature.
fn hopper_inertia() -> [[f64; 6]; 6] {
    let mut matrix = [[0.0; 6]; 6];
    let mut hinges = Vec::new();
    let mut at = [0.0, 0.0];
    for (link, (hinge, center, mass, inertia)) in HOPPER.into_iter().enumerate() {
        at = [at[0] + hinge[0], at[1] + hinge[1]];
        hinges.push(at);
        let center = [at[0] + center[0], at[1] + center[1]];
        // Derivatives of x, y and angle of the link by the coordinates.
        let mut rows = [[0.0; 6]; 3];
        (rows[0][0], rows[1][1]) = (1.0, 1.0);
        for (turn, hinge) in hinges.iter().enumerate().take(link + 1) {
            rows[0][2 + turn] = -(center[1] - hinge[1]);
            rows[1][2 + turn] = center[0] - hinge[0];
            rows[2][2 + turn] = 1.0;
        }
        for (row, weight) in rows.iter().zip([mass, mass, inertia]) {
            for (a, line) in matrix.iter_mut().enumerate() {
                line.iter_mut().enumerate().for_each(|(b, entry)| *entry += weight * row[a] * row[b]);
            }
        }
    }
    (3..6).for_each(|hinge| matrix[hinge][hinge] += 1.0);
    matrix
}

/// Solves a system by elimination.
fn solve(mut matrix: [[f64; 6]; 6], mut right: [f64; 6]) -> [f64; 6] {
    for pivot in 0..6 {
        let line = matrix[pivot];
        for row in (0..6).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot] / line[pivot];
            matrix[row].iter_mut().zip(line).for_each(|(entry, other)| *entry -= factor * other);
            right[row] -= factor * right[pivot];
        }
    }
    core::array::from_fn(|row| right[row] / matrix[row][row])
}

#[test]
fn torques_accelerate_the_hopper_by_its_inertia_with_armature() {
    for hinge in 0..3 {
        let mut definition = definitions(Some(0.0), true).into_iter().next().unwrap();
        definition.template.set_gravity([0.0, 0.0]).unwrap();
        for joint in definition.template.joints().collect::<Vec<_>>() {
            definition.template.joint_mut(joint).unwrap().set_limits((-3.0, 3.0)).unwrap();
        }
        let mut batch = single(&definition);
        let mut action = [0.0; 3];
        action[hinge] = 0.01;
        let mut rows = Vec::new();
        for _ in 0..10 {
            batch.step(&action).unwrap();
            rows.push(batch.observations().to_vec());
        }
        // The same motion with tiny steps: a torque of 2 N m, and damping of 1 N m s.
        let (mut speed, mut expected) = ([0.0; 6], Vec::new());
        for step in 1..=8000 {
            let mut torque = [0.0; 6];
            (3..6).for_each(|at| torque[at] = -speed[at]);
            torque[3 + hinge] += 2.0;
            let change = solve(hopper_inertia(), torque);
            (0..6).for_each(|at| speed[at] += change[at] * 1.0e-5);
            if step % 800 == 0 {
                expected.push(speed);
            }
        }
        let most = expected[9].iter().fold(0.0_f64, |most, speed| most.max(speed.abs()));
        for at in 0..6 {
            // Gymnasium's angle of the torso grows clockwise.
            let sign = if at == 2 { -1.0 } else { 1.0 };
            // The coupling lags by a few steps of the world, so the first half is left out.
            let found = f64::from(rows[9][6 + at] - rows[4][6 + at]) * sign;
            let exact = expected[9][at] - expected[4][at];
            assert!((found - exact).abs() < 0.01 * most, "hinge {hinge}, {at}: {found}, expected {exact}");
        }
    }
}

#[test]
fn the_hopper_without_torque_falls_like_a_chain_of_pendulums() {
    let mut batch = single(&definitions(Some(0.0), false)[0]);
    let mut rows = Vec::new();
    while batch.terminated()[0] == 0 && rows.len() < 300 {
        batch.step(&[0.0; 3]).unwrap();
        rows.push(batch.observations().to_vec());
    }
    // MuJoCo takes 141 steps, and 178 with stiff contacts. The fall is backward.
    assert!((141..=190).contains(&rows.len()), "{}", rows.len());
    let last = &rows[rows.len() - 1];
    assert!(last[1] < -0.2 && rows[rows.len() - 2][1] > -0.2);
    // The fastest mode of three pendulums on a resting foot, with armature and damping: 3.319 per second.
    let rate = (rows[149][6 + 1] / rows[109][6 + 1]).ln() / (40.0 * 0.008);
    assert!((rate - 3.319).abs() < 0.1, "{rate}");
    // Its shape: hip and knee relative to the torso. MuJoCo ends with -0.28 and -1.21.
    for (at, exact) in [(8, 0.294), (9, 1.194), (10, -0.488)] {
        let found = last[at] / last[7];
        assert!((found - exact).abs() < 0.15, "{at}: {found}, expected {exact}");
    }
}

#[test]
fn the_walker_falls_and_the_cheetah_stands() {
    let [_, walker, cheetah] = definitions(Some(0.0), false);
    let mut batch = single(&walker);
    let mut steps = 0;
    while batch.terminated()[0] == 0 && steps < 300 {
        batch.step(&[0.0; 6]).unwrap();
        steps += 1;
    }
    // MuJoCo takes 135 steps, and ends with an angle of -0.940 and z 0.790.
    assert!((100..=150).contains(&steps), "{steps}");
    let row = batch.observations();
    assert!((row[1] + 0.94).abs() < 0.1 && row[0] < 0.8, "{row:?}");
    let mut batch = single(&cheetah);
    (0..100).for_each(|_| batch.step(&[0.0; 6]).unwrap());
    let row = batch.observations();
    // In MuJoCo it comes to rest at -0.132, with softer contacts.
    assert!((row[0] + 0.12).abs() < 0.03 && row[1].abs() < 0.1, "{row:?}");
    assert!(row[8..].iter().all(|speed| speed.abs() < 0.01), "{row:?}");
}

#[test]
fn random_actions_give_the_episodes_of_mujoco() {
    // Means of 600 seeds of Gymnasium: length and return.
    for (definition, (length, total)) in definitions(None, false).iter().zip([(23.11, 18.14), (21.70, 1.67)])
    {
        let count = 600;
        let config = BatchConfig::new(count).auto_reset(AutoReset::Disabled);
        let mut batch = Batch::new(definition, config).unwrap();
        let (mut lengths, mut totals) = (0.0, 0.0);
        let mut done = vec![false; count];
        for step in 0..300 {
            if !done.contains(&false) {
                break;
            }
            let actions: Vec<f32> = (0..count as u64)
                .flat_map(|world| (0..definition.actions.len() as u64).map(move |index| (world, index)))
                .map(|(world, index)| noise(world, step, index))
                .collect();
            batch.step(&actions).unwrap();
            for (world, done) in done.iter_mut().enumerate().filter(|(_, done)| !**done) {
                lengths += 1.0 / count as f32;
                totals += batch.rewards()[world] / count as f32;
                *done = batch.terminated()[world] != 0;
            }
        }
        assert!((lengths / length - 1.0).abs() < 0.15, "{lengths}, MuJoCo {length}");
        assert!((totals - total).abs() < 4.0, "{totals}, MuJoCo {total}");
        assert_eq!(batch.rejection_count(), 0);
    }
}

/// A uniform number within ±1.
fn noise(world: u64, step: u64, index: u64) -> f32 {
    let mut bits = (world * 1009 + step) * 31 + index;
    for _ in 0..3 {
        bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    (bits >> 40) as f32 / 8_388_608.0 - 1.0
}

#[test]
fn rewards_and_ends_follow_from_the_observations() {
    for (index, definition) in definitions(None, true).iter().enumerate() {
        let count = 20;
        let config = BatchConfig::new(count).auto_reset(AutoReset::Disabled);
        let mut batch = Batch::new(definition, config).unwrap();
        let (width, actions) = (batch.observation_count(), batch.action_count());
        let duration = [0.008, 0.008, 0.05][index];
        let mut ends = 0;
        for step in 0..200 {
            let before = batch.observations().to_vec();
            let chosen: Vec<f32> = (0..count * actions).map(|at| noise(at as u64, step, 7)).collect();
            batch.step(&chosen).unwrap();
            for world in 0..count {
                let row = &batch.observations()[width * world..width * (world + 1)];
                let effort: f32 = chosen[actions * world..actions * (world + 1)].iter().map(|a| a * a).sum();
                let speed = (row[0] - before[width * world]) / duration;
                let is_healthy = match index {
                    0 => row[1] > 0.7 && row[2].abs() < 0.2 && row[2..6].iter().all(|x| x.abs() < 100.0),
                    1 => row[1] > 0.8 && row[1] < 2.0 && row[2].abs() < 1.0,
                    _ => true,
                };
                let healthy = f32::from(is_healthy && index < 2);
                let expected = speed + healthy - effort * if index == 2 { 0.1 } else { 1.0e-3 };
                let found = batch.rewards()[world];
                assert!((found - expected).abs() < 1.0e-3, "{index}: {found}, expected {expected}");
                assert_eq!(batch.terminated()[world] == 0, is_healthy, "{row:?}");
                ends += u32::from(!is_healthy);
                if index < 2 {
                    assert!(row[width - actions - 3..].iter().all(|speed| speed.abs() <= 10.0));
                }
            }
        }
        assert_eq!(ends > 0, index < 2);
    }
}

#[test]
fn the_angle_of_the_cheetah_counts_whole_turns() {
    let [.., mut cheetah] = definitions(Some(0.0), false);
    cheetah.template.set_gravity([0.0, 0.0]).unwrap();
    for id in cheetah.template.bodies().collect::<Vec<_>>() {
        let mut body = cheetah.template.body_mut(id).unwrap();
        if body.kind() == BodyKind::Static {
            body.set_pose(Pose::new([0.0, -100.0], Rot::IDENTITY)).unwrap();
        }
    }
    // Without contacts the torques of hinges turn the trunk slowly, so it is kicked.
    let trunk = cheetah.template.bodies().nth(1).unwrap();
    cheetah.reset.push(cairn2d_batch::Effect::AngularImpulse(trunk, 20.0.into()));
    let mut batch = single(&cheetah);
    let (mut last, mut most) = (0.0_f32, 0.0_f32);
    for _ in 0..100 {
        batch.step(&[0.0; 6]).unwrap();
        let angle = batch.observations()[1];
        assert!((angle - last).abs() < 1.0, "{last} {angle}");
        (last, most) = (angle, most.max(angle.abs()));
    }
    assert!(most > 10.0, "{most}");
}

#[test]
fn threads_and_sizes_of_batches_change_no_bit_of_legged_models() {
    for definition in &definitions(None, false) {
        let run = |count: usize, seed: u64, threads: usize| -> Vec<u64> {
            let config = BatchConfig::new(count).threads(threads).seed(seed);
            let mut batch = Batch::new(definition, config).unwrap();
            let actions = batch.action_count();
            for step in 0..60 {
                let chosen: Vec<f32> = (0..count * actions)
                    .map(|at| noise(seed + (at / actions) as u64, step, (at % actions) as u64))
                    .collect();
                batch.step(&chosen).unwrap();
            }
            (0..count).map(|world| batch.world(world).unwrap().hash()).collect()
        };
        let whole = run(16, 3, 1);
        assert_eq!(whole, run(16, 3, 2));
        for (index, hash) in whole.iter().enumerate() {
            assert_eq!(*hash, run(1, 3 + index as u64, 1)[0]);
        }
    }
}
