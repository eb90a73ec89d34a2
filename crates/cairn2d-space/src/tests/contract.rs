//! The contract of the interface beside correct answers: rejected calls, early ends, shares, and one order on
//! every machine.

use core::ops::ControlFlow;

use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Aabb, Vec2, vec2};

use super::distributions::ALL;
use super::{all_methods, on_ray, queried};
use crate::testing::Random;
use crate::{Auto, Grid, Index, Method, SpaceError, SpatialHash, SpatialIndex, Sweep, Tree};

const UNIT: Aabb = Aabb { min: vec2(0.0, 0.0), max: vec2(1.0, 1.0) };

fn at(x: f32) -> Aabb {
    UNIT.translate(vec2(x, 0.0))
}

#[test]
fn empty_index_has_empty_results() {
    for mut index in all_methods(LaneLevel::best()) {
        for _ in 0..2 {
            assert!(index.is_empty() && queried(&*index, UNIT).is_empty());
            assert!(on_ray(&*index, Vec2::ZERO, vec2(1.0, 0.0), 1.0).is_empty());
            let mut pairs = vec![(1, 2)];
            index.pairs(&mut pairs);
            assert!(pairs.is_empty());
            assert_eq!(index.insert(5, UNIT), Ok(()));
            index.reindex();
            assert_eq!(queried(&*index, UNIT), [5]);
            index.clear();
        }
    }
}

#[test]
fn bad_calls_are_rejected_without_a_change() {
    let inverted = Aabb::new(UNIT.max, UNIT.min);
    for mut index in all_methods(LaneLevel::best()) {
        for item in 0..20 {
            assert_eq!(index.insert(item, at(item as f32 * 0.7)), Ok(()));
        }
        let mut before = Vec::new();
        index.pairs(&mut before);
        assert_eq!(before.len(), 19);
        assert_eq!(index.insert(3, UNIT), Err(SpaceError::DuplicateItem(3)));
        assert_eq!(index.insert(77, inverted), Err(SpaceError::InvalidBox { item: 77, aabb: inverted }));
        assert_eq!(index.update(3, inverted), Err(SpaceError::InvalidBox { item: 3, aabb: inverted }));
        assert_eq!(index.update(77, UNIT), Err(SpaceError::UnknownItem(77)));
        assert_eq!(index.remove(u32::MAX), Err(SpaceError::UnknownItem(u32::MAX)));
        let spoil = |item| if item == 19 { inverted } else { UNIT };
        let refused = index.reindex_with(&mut { spoil });
        assert_eq!(refused, Err(SpaceError::InvalidBox { item: 19, aabb: inverted }));
        let mut after = Vec::new();
        index.pairs(&mut after);
        assert_eq!(after, before, "{}", index.method_name());
        assert_eq!((index.aabb(3), index.aabb(77), index.len()), (Some(at(3.0 * 0.7)), None, 20));
    }
    for size in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let refused = Index::<Grid>::with_cell_size(size).map(|_| ());
        assert!(matches!(refused, Err(SpaceError::InvalidCellSize(_))), "{size}");
    }
}

/// After a rejected `reindex_with` on an index with gaps, the methods still name removed slots.
#[test]
fn rejected_call_after_removals_leaves_the_index_usable() {
    for mut index in all_methods(LaneLevel::best()) {
        for item in 0..10 {
            assert_eq!(index.insert(item, at(item as f32 * 3.0)), Ok(()));
        }
        index.reindex();
        assert!((4..10).all(|item| index.remove(item).is_ok()));
        assert!(index.reindex_with(&mut |_| Aabb::EMPTY).is_err());
        assert_eq!(queried(&*index, Aabb::new(vec2(-99.0, 0.0), vec2(99.0, 0.5))), [0, 1, 2, 3]);
        assert_eq!(on_ray(&*index, vec2(-1.0, 0.5), vec2(99.0, 0.0), 1.0), [0, 1, 2, 3]);
        assert_eq!(index.append_pairs(0, 1, &mut Vec::new()), Err(SpaceError::Unindexed(4)));
        assert_eq!(index.remove(2), Ok(at(6.0)));
        assert_eq!(queried(&*index, Aabb::new(vec2(-99.0, 0.0), vec2(99.0, 0.5))), [0, 1, 3]);
    }
}

#[test]
fn errors_name_the_cause() {
    let inverted = Aabb::new(vec2(2.0, 0.0), vec2(1.0, 3.0));
    let text = SpaceError::InvalidBox { item: 7, aabb: inverted }.to_string();
    assert_eq!(text, "the box of item 7 from (2, 0) to (1, 3) is too far from the origin or inverted");
    assert_eq!(SpaceError::DuplicateItem(4).to_string(), "item 4 already exists");
    assert_eq!(SpaceError::Unindexed(2).to_string(), "2 changes have not been indexed yet");
}

#[test]
fn searches_stop_early_on_request() {
    for changed in [false, true] {
        for mut index in all_methods(LaneLevel::best()) {
            for item in 0..50 {
                assert_eq!(index.insert(item, at(item as f32 * 0.1)), Ok(()));
            }
            if !changed {
                index.reindex();
            }
            let mut calls = 0;
            let end = index.query_box(at(2.0), &mut |_| {
                calls += 1;
                if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((calls, end), (3, ControlFlow::Break(())), "{}", index.method_name());
            let mut calls = 0;
            index.ray_cast(vec2(-1.0, 0.5), vec2(9.0, 0.0), 1.0, &mut |_, limit| {
                calls += 1;
                if calls == 3 { 0.0 } else { limit }
            });
            assert_eq!(calls, 3, "{}", index.method_name());
        }
    }
}

#[test]
fn invalid_searches_have_empty_results() {
    for mut index in all_methods(LaneLevel::best()) {
        assert_eq!(index.insert(0, UNIT), Ok(()));
        for indexed in [false, true] {
            if indexed {
                index.reindex();
            }
            for bad in [Aabb::EMPTY, Aabb::new(UNIT.max, UNIT.min), Aabb::new(vec2(f32::NAN, 0.0), UNIT.max)]
            {
                assert!(queried(&*index, bad).is_empty());
            }
            let inside = Vec2::splat(0.5);
            for (origin, way, limit) in [
                (vec2(f32::NAN, 0.0), inside, 1.0),
                (inside, vec2(f32::INFINITY, 0.0), 1.0),
                (inside, inside, -1.0),
                (inside, inside, f32::NAN),
                (vec2(-1.001e37, 0.5), vec2(1.1e37, 0.0), 1.0),
            ] {
                assert!(on_ray(&*index, origin, way, limit).is_empty());
            }
            // A displacement of zero, or a fraction of zero: the boxes around the origin.
            assert_eq!(on_ray(&*index, inside, Vec2::ZERO, 1.0), [0]);
            assert_eq!(on_ray(&*index, inside, vec2(1.0, 0.0), 0.0), [0]);
        }
    }
}

/// The longest possible rays, through a cluster and past it.
#[test]
fn longest_finite_rays_match_brute_force() {
    let mut random = Random::new(3);
    for mut index in all_methods(LaneLevel::best()) {
        for item in 0..300 {
            assert_eq!(index.insert(item, UNIT.translate(random.point(20.0))), Ok(()));
        }
        index.reindex();
        for translation in
            [vec2(3.0e38, 0.0), vec2(-3.0e38, 1.0e-38), vec2(2.0e38, 2.0e38), vec2(0.0, 3.4e38)]
        {
            let origin = vec2(0.25, 0.25);
            let met = |item: &u32| {
                let aabb = index.aabb(*item).expect("it is there");
                aabb.ray_cast(origin, translation, 1.0).is_some()
            };
            let expected: Vec<u32> = (0..300).filter(met).collect();
            assert!(!expected.is_empty());
            assert_eq!(on_ray(&*index, origin, translation, 1.0), expected, "{}", index.method_name());
        }
    }
}

#[test]
fn parts_together_equal_the_whole() {
    let mut random = Random::new(5);
    for distribution in &ALL {
        let boxes: Vec<Aabb> = (0..700).map(|_| distribution.make(&mut random)).collect();
        for mut index in all_methods(LaneLevel::best()) {
            for (item, &aabb) in (0..).zip(&boxes) {
                assert_eq!(index.insert(item, aabb), Ok(()));
            }
            let mut whole = Vec::new();
            index.pairs(&mut whole);
            for share_count in [1, 2, 3, 16, 5000] {
                let mut parts = Vec::new();
                for share in 0..share_count {
                    assert_eq!(index.append_pairs(share, share_count, &mut parts), Ok(()));
                }
                assert_eq!(index.append_pairs(share_count, share_count, &mut parts), Ok(()));
                parts.sort_unstable();
                assert_eq!(parts, whole, "{} {} {share_count}", index.method_name(), distribution.name);
            }
        }
    }
}

/// Answers with their order, as numbers.
fn trace<M: Method>(level: LaneLevel) -> Vec<u32> {
    let mut random = Random::new(8);
    let mut index = Index::<M>::with_level(level);
    let mut trace = Vec::new();
    for round in 0..6 {
        for item in 0..400 {
            let aabb = ALL[random.below(9)].make(&mut random);
            if round == 0 {
                assert_eq!(index.insert(item * 7, aabb), Ok(()));
            } else if random.below(3) == 0 {
                assert_eq!(index.update(item * 7, aabb), Ok(()));
            }
        }
        let mut pairs = Vec::new();
        index.pairs_unsorted(&mut pairs);
        trace.extend(pairs.iter().flat_map(|pair| [pair.0, pair.1]));
        let _ = index.query_box(Aabb::new(Vec2::splat(-9.0), Vec2::splat(20.0)), &mut |item| {
            trace.push(item);
            ControlFlow::Continue(())
        });
        index.ray_cast(Vec2::splat(-60.0), Vec2::splat(90.0), 1.0, &mut |item, limit| {
            trace.push(item);
            limit * 0.99
        });
        assert_eq!(index.validate(), Ok(()));
    }
    trace
}

#[test]
fn order_does_not_depend_on_lanes() {
    for level in LaneLevel::available() {
        assert_eq!(trace::<Sweep>(level), trace::<Sweep>(LaneLevel::Scalar), "{level}");
        assert_eq!(trace::<Grid>(level), trace::<Grid>(LaneLevel::Scalar), "{level}");
        assert_eq!(trace::<SpatialHash>(level), trace::<SpatialHash>(LaneLevel::Scalar), "{level}");
        assert_eq!(trace::<Tree>(level), trace::<Tree>(LaneLevel::Scalar), "{level}");
        assert_eq!(trace::<Auto>(level), trace::<Auto>(LaneLevel::Scalar), "{level}");
    }
}

/// Inserting and removing without reindexing must neither grow the lists without bound nor lose items.
#[test]
fn updates_without_searches_keep_the_index_valid() {
    let mut random = Random::new(2);
    let mut index: Index = Index::new();
    for call in 0..20_000_u32 {
        assert_eq!(index.insert(call, at(random.range(0.0, 50.0))), Ok(()));
        if call >= 30 {
            assert!(index.remove(call - 30).is_ok());
        }
        if call % 997 == 0 {
            assert_eq!(index.validate(), Ok(()));
        }
    }
    let mut items: Vec<u32> = index.iter().map(|(item, _)| item).collect();
    items.sort_unstable();
    assert_eq!(items, (19_970..20_000).collect::<Vec<_>>());
    assert_eq!(index.items_in(Aabb::new(vec2(-1.0, 0.0), vec2(60.0, 1.0))), items);
}
