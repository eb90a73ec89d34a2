//! Tests of the packed tree.

use core::ops::ControlFlow;

use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Aabb, Vec2, vec2};

use super::{LAYOUTS, Layout, Rng, boxes, cast_touches, random_cast};
use crate::tree::{Change, DynamicTree, PackedTree, Share};

/// Sizes around every border of the layout: groups of 16, parents of 256.
const COUNTS: [usize; 12] = [1, 2, 15, 16, 17, 31, 33, 100, 255, 256, 257, 300];

fn levels() -> Vec<LaneLevel> {
    LaneLevel::available().collect()
}

fn build(items: &[Aabb]) -> PackedTree {
    let mut tree = PackedTree::new();
    tree.rebuild(LaneLevel::best(), items);
    tree.validate(items).unwrap();
    tree
}

/// Every overlapping pair with a moved item, by brute force.
fn naive_pairs(items: &[Aabb], moved: &[u32]) -> Vec<(u32, u32)> {
    let has_moved = |i: usize| moved.get(i / 32).is_some_and(|word| word >> (i % 32) & 1 != 0);
    let mut pairs = Vec::new();
    for i in 0..items.len() {
        for j in i + 1..items.len() {
            if (has_moved(i) || has_moved(j)) && items[i].overlaps(items[j]) {
                pairs.push((i as u32, j as u32));
            }
        }
    }
    pairs
}

fn pairs(tree: &PackedTree, level: LaneLevel) -> Vec<(u32, u32)> {
    let mut out = Vec::new();
    tree.find_pairs(level, 0..tree.group_count(), &mut out);
    out
}

/// Moved bits for `count` items: none, all, or some, and sometimes fewer words than items.
fn random_moved(count: usize, variant: usize, rng: &mut Rng) -> Vec<u32> {
    let words = count.div_ceil(32);
    match variant % 5 {
        0 => vec![0; words],
        1 => vec![u32::MAX; words],
        2 => (0..words).map(|_| rng.bits() as u32).collect(),
        3 => (0..words).map(|_| 1 << rng.below(32)).collect(),
        _ => (0..words / 2).map(|_| rng.bits() as u32).collect(),
    }
}

/// Runs `check` with trees of every layout and size, freshly sorted and after the boxes have moved at random.
fn for_each_tree(seed: u64, mut check: impl FnMut(&mut PackedTree, &[Aabb], &mut Rng)) {
    let mut rng = Rng::new(seed);
    for layout in LAYOUTS {
        // Miri is a thousand times slower.
        for count in COUNTS.into_iter().filter(|&count| !cfg!(miri) || count < 20) {
            let items = boxes(layout, count, &mut rng);
            let mut tree = build(&items);
            check(&mut tree, &items, &mut rng);
        }
        let items = boxes(layout, 200, &mut rng);
        let mut tree = build(&items);
        let items = boxes(layout, 200, &mut rng);
        tree.refit(LaneLevel::best(), &items);
        tree.validate(&items).unwrap();
        check(&mut tree, &items, &mut rng);
    }
}

#[test]
fn pairs_match_brute_force_on_all_lanes() {
    let mut variant = 0;
    for_each_tree(21, |tree, items, rng| {
        for _ in 0..3 {
            variant += 1;
            let moved = random_moved(items.len(), variant, rng);
            tree.mark_moved(&moved);
            let found = pairs(tree, LaneLevel::Scalar);
            for level in levels() {
                assert_eq!(pairs(tree, level), found, "{level}");
            }
            let mut sorted = found;
            sorted.sort_unstable();
            assert_eq!(sorted, naive_pairs(items, &moved));
        }
        tree.mark_all_moved();
        assert_eq!(pairs(tree, LaneLevel::best()).len(), naive_pairs(items, &[u32::MAX; 10]).len());
    });
}

/// More neighbouring parents than the list holds, and more than one level above it.
#[test]
fn selected_pairs_are_those_accepted_by_the_caller() {
    for_each_tree(31, |tree, items, rng| {
        let moved = random_moved(items.len(), 3, rng);
        tree.mark_moved(&moved);
        // Pairs with an even sum, selected by hand.
        let mut wanted = naive_pairs(items, &moved);
        wanted.retain(|(a, b)| (a + b) % 2 == 0);
        wanted.sort_unstable();
        for level in levels() {
            let mut seen = 0;
            let mut select = |item: u32, others: &[u32; 16], touched: u32| {
                seen += touched.count_ones();
                let even = |lane: usize| u32::from(others[lane].wrapping_add(item).is_multiple_of(2)) << lane;
                touched & (0..16).map(even).sum::<u32>()
            };
            let mut found = Vec::new();
            tree.find_pairs_selected(level, 0..tree.group_count(), &mut select, &mut found);
            found.sort_unstable();
            assert_eq!(found, wanted, "{level:?}");
            assert_eq!(seen as usize, naive_pairs(items, &moved).len(), "{level:?}");
        }
    });
}

#[test]
fn pairs_of_large_sets_match_the_dynamic_tree() {
    let mut rng = Rng::new(22);
    for (layout, count) in [(Layout::Random, 6000), (Layout::OneHuge, 40_000), (Layout::FarAway, 9000)] {
        let mut items = boxes(layout, count, &mut rng);
        for aabb in &mut items {
            // Spread out to about one neighbour each.
            *aabb = aabb.translate(aabb.center() * 7.0);
        }
        let mut oracle = DynamicTree::new();
        let all: Vec<_> = items.iter().enumerate().map(|(i, &aabb)| (aabb, 1, i as u32)).collect();
        oracle.insert_many(&all).unwrap();
        let mut tree = build(&items);
        for moved in [vec![u32::MAX; count.div_ceil(32)], random_moved(count, 3, &mut rng)] {
            let has_moved = |i: u32| moved[i as usize / 32] >> (i % 32) & 1 != 0;
            let mut expected = Vec::new();
            for (i, &aabb) in items.iter().enumerate() {
                let _ = oracle.query(aabb, 1, |j| {
                    if i < j as usize && (has_moved(i as u32) || has_moved(j)) {
                        expected.push((i as u32, j));
                    }
                    ControlFlow::Continue(())
                });
            }
            tree.mark_moved(&moved);
            let mut found = pairs(&tree, LaneLevel::best());
            assert_eq!(found, pairs(&tree, LaneLevel::Scalar));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{layout:?}");
        }
    }
}

#[test]
fn concatenated_ranges_equal_the_whole_list() {
    for_each_tree(23, |tree, items, rng| {
        let variant = rng.below(5);
        tree.mark_moved(&random_moved(items.len(), variant, rng));
        let level = LaneLevel::best();
        let whole = pairs(tree, level);
        for _ in 0..4 {
            let mut joined = Vec::new();
            let mut start = 0;
            while start < tree.group_count() {
                let end = start + 1 + rng.below(7);
                tree.find_pairs(level, start..end, &mut joined);
                start = end;
            }
            assert_eq!(joined, whole);
        }
        let (empty, beyond) = (3..3, usize::MAX - 20..usize::MAX);
        let mut none = Vec::new();
        tree.find_pairs(level, empty, &mut none);
        tree.find_pairs(level, beyond, &mut none);
        assert!(none.is_empty());
    });
}

#[test]
fn pairs_with_a_dynamic_tree_match_brute_force() {
    for_each_tree(24, |tree, items, rng| {
        let fixed = boxes(LAYOUTS[rng.below(LAYOUTS.len())], 60, rng);
        let mut other = DynamicTree::new();
        for (i, &aabb) in fixed.iter().enumerate() {
            other.insert(aabb, 1 << (i % 3), 1000 + i as u32).unwrap();
        }
        let variant = rng.below(5);
        let moved = random_moved(items.len(), variant, rng);
        tree.mark_moved(&moved);
        let mut expected = Vec::new();
        for (i, aabb) in items.iter().enumerate() {
            if moved.get(i / 32).is_some_and(|word| word >> (i % 32) & 1 != 0) {
                let hits = (0..fixed.len()).filter(|&k| k % 3 != 2 && aabb.overlaps(fixed[k]));
                expected.extend(hits.map(|k| (i as u32, 1000 + k as u32)));
            }
        }
        let mut orders = Vec::new();
        for level in levels() {
            let mut found = Vec::new();
            let middle = tree.group_count() / 2;
            tree.find_pairs_with(level, &other, 3, 0..middle, &mut found);
            tree.find_pairs_with(level, &other, 3, middle..tree.group_count(), &mut found);
            orders.push(found.clone());
            found.sort_unstable();
            assert_eq!(found, expected, "{level}");
        }
        assert!(orders.windows(2).all(|pair| pair[0] == pair[1]));
    });
}

#[test]
fn queries_match_brute_force() {
    let levels = levels();
    for_each_tree(25, |tree, items, rng| {
        for i in 0..2600 {
            let size = if i % 2 == 0 { 0.0 } else { 6.0 };
            let area = if i % 3 == 0 { rng.lattice_aabb(12) } else { rng.aabb(16.0, size) };
            let mut found = Vec::new();
            let _ = tree.query(levels[i % levels.len()], area, |item| {
                found.push(item);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected = (0..items.len() as u32).filter(|&k| items[k as usize].overlaps(area));
            assert!(found.iter().copied().eq(expected), "{area:?} finds {found:?}");
        }
    });
}

#[test]
fn casts_match_brute_force() {
    let levels = levels();
    for_each_tree(26, |tree, items, rng| {
        for i in 0..2600 {
            let (origin, translation, max_fraction) = random_cast(rng);
            let half =
                if i % 2 == 0 { Vec2::ZERO } else { vec2(rng.below(3) as f32, rng.below(3) as f32) * 0.5 };
            let moving = Aabb::from_center_half(origin, half);
            let touched = |k: u32| cast_touches(moving, translation, max_fraction, items[k as usize]);
            let mut found = Vec::new();
            let report = |item: u32, _: f32| {
                if touched(item) {
                    found.push(item);
                }
                -1.0
            };
            let level = levels[i % levels.len()];
            if half == Vec2::ZERO {
                tree.ray_cast(level, origin, translation, max_fraction, report);
            } else {
                tree.box_cast(level, moving, translation, max_fraction, report);
            }
            found.sort_unstable();
            let expected = (0..items.len() as u32).filter(|&k| touched(k));
            assert!(found.iter().copied().eq(expected), "{moving:?} by {translation:?} finds {found:?}");
        }
    });
}

/// Everything a query reports, in its order, must be the same on all lanes.
#[test]
fn orders_do_not_depend_on_the_lanes() {
    for_each_tree(27, |tree, items, rng| {
        for _ in 0..30 {
            let (origin, translation, max_fraction) = random_cast(rng);
            let area = rng.aabb(16.0, 8.0);
            let trace = |level: LaneLevel| {
                let mut trace = Vec::new();
                let _ = tree.query(level, area, |item| {
                    trace.push((item, 0));
                    ControlFlow::Continue(())
                });
                tree.ray_cast(level, origin, translation, max_fraction, |item, limit| {
                    trace.push((item, limit.to_bits()));
                    items[item as usize].ray_cast(origin, translation, limit).unwrap_or(-1.0)
                });
                tree.box_cast(level, area, translation, max_fraction, |item, limit| {
                    trace.push((item, limit.to_bits()));
                    limit * 0.9
                });
                trace
            };
            let expected = trace(LaneLevel::Scalar);
            for level in levels() {
                assert_eq!(trace(level), expected, "{level}");
            }
        }
        let reference = { (tree.clone(), items.to_vec()) };
        for level in levels() {
            let mut other = PackedTree::new();
            other.rebuild(level, &reference.1);
            let mut scalar = PackedTree::new();
            scalar.rebuild(LaneLevel::Scalar, &reference.1);
            assert_eq!(other.items, scalar.items, "{level} sorts differently");
            other.validate(items).unwrap();
        }
    });
}

#[test]
fn closest_hits_match_brute_force() {
    let levels = levels();
    for_each_tree(28, |tree, items, rng| {
        for i in 0..300 {
            let (origin, translation, max_fraction) = random_cast(rng);
            let enter = |k: usize| items[k].ray_cast(origin, translation, max_fraction);
            let expected = (0..items.len()).filter_map(enter).fold(f32::INFINITY, f32::min);
            let mut closest = f32::INFINITY;
            tree.ray_cast(levels[i % levels.len()], origin, translation, max_fraction, |item, limit| {
                match enter(item as usize) {
                    Some(fraction) if fraction <= limit => {
                        closest = fraction;
                        fraction
                    }
                    _ => -1.0,
                }
            });
            assert_eq!(closest, expected);
        }
    });
}

#[test]
fn update_sorts_again_only_after_large_motion() {
    let mut rng = Rng::new(29);
    let level = LaneLevel::best();
    let mut items = boxes(Layout::Random, 500, &mut rng);
    let mut tree = PackedTree::new();
    assert_eq!(tree.update(level, &items), Change::Rebuilt);
    for _ in 0..20 {
        items.iter_mut().for_each(|aabb| *aabb = aabb.translate(rng.point(0.01)));
        assert_eq!(tree.update(level, &items), Change::Refitted);
        tree.validate(&items).unwrap();
    }
    items.reverse();
    assert_eq!(tree.update(level, &items), Change::Rebuilt);
    assert_eq!(tree.update(level, &items), Change::Refitted);
    items.pop();
    assert_eq!(tree.update(level, &items), Change::Rebuilt);
    tree.validate(&items).unwrap();
    items.clear();
    assert_eq!(tree.update(level, &items), Change::Rebuilt);
    assert_eq!(tree.update(level, &items), Change::Refitted);
    tree.validate(&items).unwrap();
}

/// Distant crowds, in lines beyond the grid, and at one position: the groups are as tight as those of each
/// crowd alone.
#[test]
fn distant_crowds_are_sorted_as_well_as_a_single_one() {
    let mut rng = Rng::new(30);
    let level = LaneLevel::best();
    let perimeter = |items: &[Aabb]| {
        let mut tree = PackedTree::new();
        tree.rebuild(level, items);
        tree.validate(items).unwrap();
        let mut sum = 0.0;
        tree.for_each_group(|_, aabb, _| sum += f64::from(aabb.perimeter()));
        sum
    };
    let crowd: Vec<Aabb> =
        (0..1600).map(|_| Aabb::from_center_half(vec2(8.0, 8.0) + rng.point(8.0), vec2(0.2, 0.2))).collect();
    let alone = perimeter(&crowd);
    for places in [vec![0.0, 1.0e4], vec![-3.0e4, 0.0, 10.0, 3.0e4], vec![0.0, 50.0, 100.0, 150.0, 9.0e5]] {
        let mut items: Vec<Aabb> = places
            .iter()
            .flat_map(|&x| crowd.iter().map(move |aabb| aabb.translate(vec2(x, 0.3 * x))))
            .collect();
        // Neighbours in space are not neighbours by number.
        for i in (1..items.len()).rev() {
            items.swap(i, rng.below(i + 1));
        }
        let together = perimeter(&items);
        let limit = 1.15 * alone * places.len() as f64;
        assert!(together < limit, "crowds at {places:?}: {together}, at most {limit}");
    }
    perimeter(&vec![crowd[0]; 3000]);
}

/// The shares of a large tree, run backwards and on threads, give the same tree as one thread.
#[test]
fn parts_build_the_same_tree_in_any_order() {
    let mut rng = Rng::new(31);
    let level = LaneLevel::best();
    let mut items = boxes(Layout::Random, 150_000, &mut rng);
    let mut trees = [PackedTree::new(), PackedTree::new(), PackedTree::new()];
    for _ in 0..3 {
        let [one, backwards, threads] = &mut trees;
        let change = one.update(level, &items);
        assert_eq!(
            backwards.update_in_shares(level, &items, |shares| {
                shares.iter_mut().rev().for_each(Share::run);
                assert!(shares.len() > 1);
            }),
            change
        );
        assert_eq!(
            threads.update_in_shares(level, &items, |shares| {
                std::thread::scope(|scope| {
                    for share in shares {
                        scope.spawn(|| share.run());
                    }
                });
            }),
            change
        );
        for tree in [&*backwards, &*threads] {
            tree.validate(&items).unwrap();
            assert_eq!(format!("{tree:?}"), format!("{one:?}"));
        }
        items.iter_mut().for_each(|aabb| *aabb = aabb.translate(rng.point(0.01)));
    }
}

/// Data of an earlier, larger or smaller tree must not remain.
#[test]
fn tree_can_be_reused() {
    let mut rng = Rng::new(33);
    let mut tree = PackedTree::new();
    for count in [5000, 300, 4500, 17, 9000, 0, 1, 260, 4097] {
        let items = boxes(Layout::Random, count, &mut rng);
        tree.update(LaneLevel::best(), &items);
        tree.validate(&items).unwrap();
        tree.mark_all_moved();
        tree.mark_moved(&[1]);
        let mut found = pairs(&tree, LaneLevel::best());
        found.sort_unstable();
        let touching = (1..count).filter(|&i| items[i].overlaps(items[0]));
        assert!(found.into_iter().eq(touching.map(|i| (0, i as u32))));
    }
}

/// Rays through exactly one corner, where inward rounding loses the hit.
#[test]
fn rays_through_corners_hit() {
    let levels = levels();
    for a in 1..120 {
        for b in 1..120 {
            let way = vec2(a as f32, b as f32);
            let corner = Aabb::new(vec2(way.x - 1.0, way.y), vec2(way.x, way.y + 1.0));
            let packed = build(&[corner]);
            let mut tree = DynamicTree::new();
            tree.insert(corner, 1, 0).unwrap();
            for (translation, max_fraction) in [(way, 1.0), (way * 3.0, 1.0)] {
                let mut hits = 0;
                tree.ray_cast(Vec2::ZERO, translation, max_fraction, 1, |_, _| {
                    hits += 1;
                    0.0
                });
                let level = levels[(a + b) % levels.len()];
                packed.ray_cast(level, Vec2::ZERO, translation, max_fraction, |_, _| {
                    hits += 1;
                    0.0
                });
                assert_eq!(hits, 2, "the ray by {translation:?} misses {corner:?}");
            }
        }
    }
}

#[test]
fn equally_distant_items_come_in_order() {
    let mut items = vec![Aabb::new(vec2(1.0, -1.0), vec2(2.0, 1.0)); 40];
    items.push(Aabb::new(vec2(0.5, -1.0), vec2(0.6, 1.0)));
    let tree = build(&items);
    for level in levels() {
        let mut order = Vec::new();
        tree.ray_cast(level, Vec2::ZERO, vec2(5.0, 0.0), 1.0, |item, limit| {
            order.push(item);
            limit
        });
        assert_eq!(order.iter().position(|&item| item == 40), Some(0), "{order:?}");
        assert!(order[1..].is_sorted() && order.len() == 41);
    }
}

#[test]
fn empty_tree_has_empty_results() {
    let mut tree = build(&[]);
    let level = LaneLevel::best();
    tree.mark_all_moved();
    tree.mark_moved(&[1]);
    tree.for_each_group(|_, _, _| panic!("no group"));
    let _ = tree.query(level, Aabb::new(Vec2::ZERO, Vec2::ZERO), |_| panic!("no item"));
    tree.ray_cast(level, Vec2::ZERO, Vec2::X, 1.0, |_, _| panic!("no item"));
    assert!(pairs(&tree, level).is_empty() && tree.bounds() == Aabb::EMPTY);
}

#[test]
fn groups_cover_every_item_once() {
    for_each_tree(30, |tree, items, _| {
        let mut seen = vec![0; items.len()];
        let mut next = 0;
        tree.for_each_group(|g, bounds, members| {
            assert_eq!(g, next);
            next += 1;
            let union = members.iter().fold(Aabb::EMPTY, |union, &item| union.union(items[item as usize]));
            assert_eq!(union, bounds);
            members.iter().for_each(|&item| seen[item as usize] += 1);
        });
        assert_eq!(next, tree.group_count());
        assert!(seen.iter().all(|&count| count == 1));
    });
}

/// One body that falls forever must not degrade the order of the others.
#[test]
fn outlier_does_not_degrade_the_order() {
    let mut rng = Rng::new(31);
    let mut items: Vec<_> = (0..4000).map(|_| rng.aabb(50.0, 0.5)).collect();
    let perimeter = |items: &[Aabb]| {
        let mut sizes = Vec::new();
        build(items).for_each_group(|_, aabb, _| sizes.push(aabb.perimeter()));
        sizes.sort_unstable_by(f32::total_cmp);
        sizes[sizes.len() / 2]
    };
    let before = perimeter(&items);
    items[1234] = items[1234].translate(vec2(3.0e5, -9.0e5));
    let after = perimeter(&items);
    assert!(after < 1.1 * before, "the median group grew from {before} m to {after} m");
}

#[test]
fn bad_queries_find_nothing() {
    let mut rng = Rng::new(32);
    let tree = build(&boxes(Layout::Random, 100, &mut rng));
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    for level in levels() {
        for aabb in [
            Aabb::new(vec2(5.0, 5.0), vec2(-5.0, -5.0)),
            Aabb::new(vec2(-5.0, nan), vec2(5.0, nan)),
            Aabb::EMPTY,
        ] {
            let _ = tree.query(level, aabb, |_| panic!("hit"));
            tree.box_cast(level, aabb, Vec2::X, 1.0, |_, _| panic!("hit"));
        }
        let mut count = 0;
        let flow = tree.query(level, Aabb::new(vec2(-inf, -inf), vec2(inf, inf)), |_| {
            count += 1;
            if count % 10 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((count, flow), (10, ControlFlow::Break(())));
        let o = Vec2::ZERO;
        tree.ray_cast(level, vec2(nan, 0.0), o, 1.0, |_, _| panic!("hit"));
        tree.ray_cast(level, o, vec2(inf, 0.0), 1.0, |_, _| panic!("hit"));
        tree.ray_cast(level, o, Vec2::X, -1.0, |_, _| panic!("hit"));
        tree.box_cast(level, Aabb::new(vec2(-50.0, -50.0), vec2(50.0, 50.0)), Vec2::X, 1.0, |_, _| {
            count += 1;
            if count == 15 { 0.0 } else { 1.0 }
        });
        assert_eq!(count, 15);
    }
}
