//! A warmed-up batch allocates nothing, resets included.
//!
//! A separate test program, because it replaces the global allocator.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;

use cairn2d_batch::environments::LunarLander;
use cairn2d_batch::{AutoReset, Batch, BatchConfig};

use counting::allocations_of_all_threads;

#[test]
fn steps_and_resets_allocate_nothing() {
    for threads in [1, 2] {
        let config = BatchConfig::new(6).threads(threads).auto_reset(AutoReset::SameStep);
        let mut batch = Batch::new(&LunarLander::default().definition().unwrap(), config).unwrap();
        let mut actions = [0.0_f32; 6];
        let mut ends = 0;
        let mut step = |batch: &mut Batch, index: u32| {
            for (world, action) in actions.iter_mut().enumerate() {
                *action = ((index * 31 + world as u32 * 17) % 4) as f32;
            }
            batch.step(&actions).unwrap();
            ends += batch.terminated().iter().filter(|end| **end != 0).count();
        };
        // Each world grows to the largest number of contacts that it meets.
        (0..40_000).for_each(|index| step(&mut batch, index));
        let before = allocations_of_all_threads();
        (40_000..44_000).for_each(|index| step(&mut batch, index));
        let count = allocations_of_all_threads() - before;
        assert_eq!(count, 0, "{threads} threads: 4000 steps allocated {count} times");
        assert!(ends > 1000, "only {ends} episodes ended");
    }
}
