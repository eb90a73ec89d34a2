//! The state of a batch as bytes: a batch continues from it with the same bits, and bad bytes change nothing.

use cairn2d_batch::{AutoReset, Batch, BatchConfig, StateError};

use crate::{action, walker_definition};

/// Steps a batch and returns all that it gives as bits.
fn go_on(batch: &mut Batch, steps: std::ops::Range<u64>) -> Vec<u64> {
    let mut seen = Vec::new();
    for step in steps {
        let actions: Vec<f32> =
            (0..batch.worlds() * 2).map(|at| action((at / 2) as u64, step, (at % 2) as u64)).collect();
        batch.step(&actions).unwrap();
        let numbers = [batch.observations(), batch.final_observations(), batch.rewards()].concat();
        seen.extend(numbers.iter().map(|number| u64::from(number.to_bits())));
        seen.extend([batch.terminated(), batch.truncated()].concat().iter().map(|end| u64::from(*end)));
        seen.push(batch.hash());
    }
    seen
}

#[test]
fn batches_continue_from_their_state_on_any_number_of_threads() {
    let definition = walker_definition();
    for auto_reset in [AutoReset::NextStep, AutoReset::SameStep, AutoReset::Disabled] {
        let config = BatchConfig::new(7).threads(1).seed(3).auto_reset(auto_reset);
        let mut batch = Batch::new(&definition, config).unwrap();
        // Long enough that episodes have ended and begun.
        go_on(&mut batch, 0..130);
        let state = batch.state();
        let expected = go_on(&mut batch, 130..260);
        for threads in [1, 3] {
            let mut other = Batch::new(&definition, config.threads(threads).seed(99)).unwrap();
            go_on(&mut other, 0..5);
            other.restore_state(&state).unwrap();
            assert!(other.state() == state, "{auto_reset:?}: the state is another");
            assert!(go_on(&mut other, 130..260) == expected, "{auto_reset:?}, {threads} threads");
        }
    }
}

#[test]
fn bad_states_are_rejected_and_change_nothing() {
    let definition = walker_definition();
    let new = |worlds| Batch::new(&definition, BatchConfig::new(worlds).threads(1)).unwrap();
    let mut batch = new(3);
    let good = batch.state();
    go_on(&mut batch, 0..10);
    let before = batch.state();
    assert_eq!(batch.restore_state(&[]), Err(StateError::Format));
    assert_eq!(batch.restore_state(&new(4).state()), Err(StateError::Count("worlds", 4, 3)));
    let mut longer = good.clone();
    longer.push(0);
    assert_eq!(batch.restore_state(&longer), Err(StateError::Length));
    for length in (0..good.len()).step_by(97) {
        assert!(batch.restore_state(&good[..length]).is_err(), "{length} bytes");
    }
    let mut nan = good.clone();
    // After mark, version, three counts and six counters comes the first variable.
    let variable = 8 + 4 + 24 + 48;
    nan[variable..variable + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(batch.restore_state(&nan), Err(StateError::NotFinite(0, "variable")));
    let mut rejected = 0;
    for at in (0..good.len()).step_by(211) {
        let mut bad = good.clone();
        bad[at] ^= 0x55;
        let mut other = new(3);
        if other.restore_state(&bad).is_err() {
            rejected += 1;
            assert!(other.state() == good, "byte {at}");
        } else {
            // Some bytes are numbers of which any value is valid; the batch then still steps.
            go_on(&mut other, 0..2);
        }
    }
    assert!(rejected > 0 && batch.state() == before);
}
