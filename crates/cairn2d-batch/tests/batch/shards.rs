//! Results do not depend on threads, shards, or how many worlds a batch has.

use cairn2d_batch::{AutoReset, Batch, BatchConfig, Definition};

use crate::{action, walker_definition};

/// Everything that `steps` steps of some worlds give, as bits, a list for each world.
fn run(definition: &Definition, config: BatchConfig, steps: u64) -> Vec<Vec<u32>> {
    let mut batch = Batch::new(definition, config).unwrap();
    let (count, width, actions) = (batch.worlds(), batch.observation_count(), batch.action_count());
    let mut rows = vec![Vec::new(); count];
    for step in 0..steps {
        let chosen: Vec<f32> = (0..count * actions)
            .map(|at| action(config.seed + (at / actions) as u64, step, (at % actions) as u64))
            .collect();
        batch.step(&chosen).unwrap();
        for (world, row) in rows.iter_mut().enumerate() {
            let observation = &batch.observations()[world * width..(world + 1) * width];
            let last = &batch.final_observations()[world * width..(world + 1) * width];
            row.extend(observation.iter().chain(last).map(|number| number.to_bits()));
            row.push(batch.rewards()[world].to_bits());
            row.push(u32::from(batch.terminated()[world]) + 2 * u32::from(batch.truncated()[world]));
            row.push(batch.world(world).unwrap().hash() as u32);
        }
    }
    assert_eq!(batch.rejection_count(), 0, "{:?}", batch.first_rejection());
    rows
}

#[test]
fn threads_and_shards_change_no_bit() {
    let definition = walker_definition();
    for auto_reset in [AutoReset::NextStep, AutoReset::SameStep, AutoReset::Disabled] {
        let config = BatchConfig::new(23).seed(5).auto_reset(auto_reset);
        let whole = run(&definition, config.threads(1), 150);
        for threads in [2, 3, 7] {
            assert!(whole == run(&definition, config.threads(threads), 150), "{threads} threads");
        }
        for sizes in [vec![1; 23], vec![16, 7], vec![2, 20, 1]] {
            let mut first = 0;
            for size in sizes {
                let part = BatchConfig::new(size).seed(5 + first as u64).auto_reset(auto_reset).threads(2);
                assert!(run(&definition, part, 150) == whole[first..first + size], "{size} from {first}");
                first += size;
            }
        }
    }
}

#[test]
fn worlds_and_episodes_differ() {
    let definition = walker_definition();
    let mut batch = Batch::new(&definition, BatchConfig::new(8)).unwrap();
    let mut hashes: Vec<u64> = Vec::new();
    for _ in 0..3 {
        hashes.extend((0..8).map(|world| batch.world(world).unwrap().hash()));
        batch.reset(None).unwrap();
    }
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

#[test]
fn seeds_bring_back_the_first_episode() {
    let definition = walker_definition();
    let mut batch = Batch::new(&definition, BatchConfig::new(5).seed(9)).unwrap();
    let first = (batch.hash(), batch.observations().to_vec());
    batch.step(&[0.5; 10]).unwrap();
    batch.reset(None).unwrap();
    assert_ne!(batch.hash(), first.0);
    batch.reset_with_seed(9);
    assert_eq!((batch.hash(), batch.observations().to_vec()), first);
    batch.reset_with_seeds(&[9, 10, 11, 12, 13]).unwrap();
    assert_eq!((batch.hash(), batch.observations().to_vec()), first);
    batch.reset_with_seeds(&[13, 10, 11, 12, 9]).unwrap();
    let width = batch.observation_count();
    assert_eq!(batch.observations()[..width], first.1[4 * width..]);
}

#[test]
fn masks_reset_only_their_worlds() {
    let mut batch = Batch::new(&walker_definition(), BatchConfig::new(6)).unwrap();
    for _ in 0..10 {
        batch.step(&[1.0; 12]).unwrap();
    }
    let before: Vec<u64> = (0..6).map(|world| batch.world(world).unwrap().hash()).collect();
    batch.reset(Some(&[0, 1, 0, 0, 1, 0])).unwrap();
    for (world, hash) in before.into_iter().enumerate() {
        assert_eq!(batch.world(world).unwrap().hash() == hash, ![1, 4].contains(&world), "{world}");
        assert_eq!(batch.world(world).unwrap().step_count(), if [1, 4].contains(&world) { 0 } else { 20 });
    }
}
