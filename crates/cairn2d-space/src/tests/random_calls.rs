//! Random sequences of calls: every method must give the results of the list at any time.

use cairn2d_math::Aabb;
use cairn2d_math::lanes::LaneLevel;

use super::distributions::{ALL, Distribution};
use super::{List, acceptable, all_methods, compare, two_levels};
use crate::testing::Random;

/// A box that every index must reject.
fn bad_box(random: &mut Random, aabb: Aabb) -> Aabb {
    let mut bad = aabb;
    match random.below(5) {
        4 => bad.max.x = 1.001e37,
        0 => bad.min.x = f32::NAN,
        1 => bad.max.y = f32::INFINITY,
        2 => bad.min.y = f32::NEG_INFINITY,
        _ => bad.max.x = aabb.min.x - aabb.max.x.abs() * 0.5 - 1.0e-30,
    }
    bad
}

fn run(distribution: &Distribution, level: LaneLevel, (seed, count, rounds): (u64, usize, usize)) {
    let mut random = Random::new(seed);
    let mut list = List::default();
    let mut methods = all_methods(level);
    // Item numbers with gaps, as from a pool of objects of several kinds.
    let item = |random: &mut Random| (random.below(2 * count) as u32).wrapping_mul(0x0101_0011);
    for round in 0..rounds {
        // The first round fills the index; later rounds change between a few and most of the items.
        let calls = if round == 0 { 2 * count } else { [3, count / 20, count][random.below(3)] };
        for _ in 0..calls {
            let item = item(&mut random);
            let aabb = distribution.make(&mut random);
            let aabb = if random.below(50) == 0 { bad_box(&mut random, aabb) } else { aabb };
            match random.below(if round == 0 { 5 } else { 10 }) {
                0..=3 => {
                    let expected = list.insert(item, aabb);
                    methods.iter_mut().for_each(|m| assert_same(m.insert(item, aabb), expected));
                }
                4 | 5 => {
                    let expected = list.remove(item);
                    methods.iter_mut().for_each(|m| assert_same(m.remove(item), expected));
                }
                _ => {
                    let expected = list.update(item, aabb);
                    methods.iter_mut().for_each(|m| assert_same(m.update(item, aabb), expected));
                }
            }
        }
        if random.below(3) == 0 {
            reindex_all(&mut random, distribution, &mut list, &mut methods);
        }
        let regions: Vec<Aabb> = (0..4).map(|_| distribution.region(&mut random)).collect();
        for index in &mut methods {
            compare(&mut **index, &list, &regions, &format!("{} round {round}", distribution.name));
        }
    }
    assert!(!list.0.is_empty());
}

/// Compares results as text, because NaN in a rejected box is not equal to itself.
fn assert_same<T: core::fmt::Debug>(a: T, b: T) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

/// Moves all boxes.
fn reindex_all(
    random: &mut Random,
    distribution: &Distribution,
    list: &mut List,
    methods: &mut [Box<dyn super::SpatialIndex>],
) {
    let elsewhere = random.below(4) == 0;
    for entry in &mut list.0 {
        if elsewhere {
            entry.1 = distribution.make(random);
        }
        let moved = entry.1.translate(random.point(0.02 * distribution.reach));
        entry.1 = if acceptable(moved) { moved } else { entry.1 };
    }
    for index in methods {
        let aabb_of = |item| list.0[list.place(item).expect("only what is there is asked for")].1;
        assert_eq!(index.reindex_with(&mut { aabb_of }), Ok(()));
    }
}

#[test]
fn small_crowds_on_every_distribution() {
    for (k, distribution) in ALL.iter().enumerate() {
        for level in two_levels() {
            run(distribution, level, (k as u64 + 1, 40, 10));
        }
    }
}

#[test]
fn larger_crowds_on_every_distribution() {
    for (k, distribution) in ALL.iter().enumerate() {
        run(distribution, LaneLevel::best(), (k as u64 + 101, 500, 4));
    }
}

/// From one distribution to another within the same index: layouts and choices must follow.
#[test]
fn index_follows_changing_distributions() {
    let mut random = Random::new(9);
    let mut list = List::default();
    let mut methods = all_methods(LaneLevel::best());
    for item in 0..600 {
        let aabb = ALL[0].make(&mut random);
        assert_eq!(list.insert(item, aabb), Ok(()));
        methods.iter_mut().for_each(|m| assert_eq!(m.insert(item, aabb), Ok(())));
    }
    for distribution in &ALL {
        list.0.iter_mut().for_each(|entry| entry.1 = distribution.make(&mut random));
        let regions = [distribution.region(&mut random), distribution.region(&mut random)];
        for index in &mut methods {
            let result = index.reindex_with(&mut |item| list.0[item as usize].1);
            assert_eq!(result, Ok(()));
            compare(&mut **index, &list, &regions, distribution.name);
        }
    }
}
