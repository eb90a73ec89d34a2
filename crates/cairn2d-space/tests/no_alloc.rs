//! A warmed-up index of boxes allocates nothing in repeated steps, with any method.
//!
//! A separate test program, because it replaces the global allocator by one that counts the allocations of
//! this thread.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;

use std::ops::ControlFlow;

use cairn2d_math::{Aabb, Vec2, vec2};
use cairn2d_space::{Auto, BruteForce, Grid, Index, Method, SpatialHash, SpatialIndex, Sweep, Tree};

/// Number of boxes, and number of steps until the motion repeats.
const COUNT: u32 = 1500;
const PERIOD: u32 = 128;

/// The box of an item in a step: on a closed path, of one of several sizes.
fn place(item: u32, step: u32) -> Aabb {
    let (column, row) = ((item % 40) as f32, (item / 40) as f32);
    let phase = (step + item) % 32;
    let shift = if phase < 16 { phase } else { 32 - phase } as f32 * 0.05;
    let half = if item.is_multiple_of(50) { 6.0 } else { 0.4 };
    Aabb::from_center_half(vec2(column + shift, row - shift), Vec2::splat(half))
}

/// One step: all boxes move, one is removed and inserted, all queries run.
fn step<M: Method>(index: &mut Index<M>, step: u32, pairs: &mut Vec<(u32, u32)>) -> usize {
    let traveller = step % 10;
    index.remove(traveller).expect("it is there");
    index.insert(traveller, place(traveller, step)).expect("the box is fine");
    index.update(20, place(20, step + 1)).expect("it is there");
    let mut found = 0;
    let mut look = |index: &Index<M>| {
        let _ = index.query_box(place(0, step), &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        index.ray_cast(vec2(-5.0, 3.0), vec2(60.0, 20.0), 1.0, &mut |_, limit| {
            found += 1;
            limit
        });
    };
    look(index);
    index.reindex_pairs(&mut |item| place(item, step), pairs).expect("the boxes are fine");
    look(index);
    found + pairs.len()
}

fn assert_allocates_nothing<M: Method>() {
    let mut index = Index::<M>::new();
    let mut pairs = Vec::new();
    for item in 0..COUNT {
        index.insert(item, place(item, 0)).expect("the box is fine");
    }
    for warm_up in 0..2 * PERIOD {
        step(&mut index, warm_up % PERIOD, &mut pairs);
    }
    let before = counting::allocations();
    let mut answers = 0;
    for n in 0..PERIOD {
        answers += step(&mut index, n, &mut pairs);
    }
    let allocated = counting::allocations() - before;
    assert_eq!(allocated, 0, "{}", index.method_name());
    assert!(answers > PERIOD as usize * 1000, "there is something to find");
}

#[test]
fn repeated_steps_allocate_nothing() {
    assert_allocates_nothing::<BruteForce>();
    assert_allocates_nothing::<Sweep>();
    assert_allocates_nothing::<Grid>();
    assert_allocates_nothing::<SpatialHash>();
    assert_allocates_nothing::<Tree>();
    assert_allocates_nothing::<Auto>();
}
