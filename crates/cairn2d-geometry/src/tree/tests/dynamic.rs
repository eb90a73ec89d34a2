//! Tests of the dynamic tree.

use core::ops::ControlFlow;

use cairn2d_math::{Aabb, Vec2, vec2};

use super::{LAYOUTS, Layout, Rng, box_distance, boxes, cast_touches, random_cast};
use crate::tree::{DynamicTree, ProxyId, TreeError};

/// A tree with `user` = index and a random category, built one by one, at once, or with half the boxes moved.
fn build(items: &[Aabb], variant: usize, rng: &mut Rng) -> (DynamicTree, Vec<u64>) {
    let categories: Vec<u64> = items.iter().map(|_| 1 << rng.below(5)).collect();
    let mut tree = DynamicTree::new();
    let all: Vec<_> = (0..items.len()).map(|i| (items[i], categories[i], i as u32)).collect();
    match variant % 3 {
        0 => drop(tree.insert_many(&all).unwrap()),
        1 => {
            for &(aabb, category, user) in &all {
                tree.insert(aabb, category, user).unwrap();
            }
        }
        _ => {
            let elsewhere: Vec<_> = all.iter().map(|&(_, c, u)| (rng.aabb(30.0, 2.0), c, u)).collect();
            let ids = tree.insert_many(&elsewhere).unwrap();
            ids.iter().zip(&all).for_each(|(&id, &(aabb, ..))| tree.update(id, aabb).unwrap());
        }
    }
    tree.validate().unwrap();
    (tree, categories)
}

/// Runs `check` with trees of every layout and every method of building.
fn for_each_tree(seed: u64, mut check: impl FnMut(&DynamicTree, &[Aabb], &[u64], &mut Rng)) {
    let mut rng = Rng::new(seed);
    for (i, layout) in LAYOUTS.iter().cycle().take(48).enumerate() {
        let count = [1, 2, 3, 17, 60, 100][i % 6];
        let items = boxes(*layout, count, &mut rng);
        let (tree, categories) = build(&items, i, &mut rng);
        check(&tree, &items, &categories, &mut rng);
    }
}

fn indices(items: &[Aabb], keep: impl Fn(usize) -> bool) -> Vec<u32> {
    (0..items.len()).filter(|&i| keep(i)).map(|i| i as u32).collect()
}

/// Columns of tiles that are added on one side and removed on the other, box by box and column by column.
#[test]
fn a_streamed_level_keeps_its_tree_good() {
    for (rows, batches) in [(20, false), (20, true), (3, false), (3, true), (64, true)] {
        let mut tree = DynamicTree::new();
        let mut columns = std::collections::VecDeque::new();
        for column in 0..400_u16 {
            let tile = |row: u16| {
                let corner = vec2(f32::from(column), f32::from(row));
                (Aabb::new(corner, corner + vec2(1.0, 1.0)), u64::MAX, u32::from(row))
            };
            let tiles: Vec<_> = (column % 2..rows).map(tile).collect();
            let mut last = ProxyId(0);
            let mut insert = |&(aabb, category, user): &(Aabb, u64, u32)| {
                last = tree.insert_near(last, aabb, category, user).unwrap();
                last
            };
            columns.push_back(match batches {
                false => tiles.iter().map(&mut insert).collect(),
                true => tree.insert_many(&tiles).unwrap(),
            });
            if columns.len() > 100 {
                assert_eq!(tree.remove_many(columns.pop_front().unwrap().into_iter()), tiles.len());
            }
        }
        tree.validate().unwrap();
        let (streamed, height) = (tree.area_ratio(), tree.height());
        tree.rebuild();
        let best = tree.area_ratio();
        assert!(streamed < 1.6 * best, "{rows} rows, {batches}: {streamed} of {best}");
        assert!(height <= 2 * tree.height(), "{rows} rows, {batches}: {height} of {}", tree.height());
    }
}

#[test]
fn box_and_point_queries_match_brute_force() {
    for_each_tree(1, |tree, items, categories, rng| {
        for i in 0..4000 {
            let size = if i % 2 == 0 { 0.0 } else { 6.0 };
            let area = if i % 3 == 0 { rng.lattice_aabb(12) } else { rng.aabb(16.0, size) };
            let mask = if i % 4 == 0 { rng.bits() & 31 } else { u64::MAX };
            let expected = indices(items, |k| categories[k] & mask != 0 && items[k].overlaps(area));
            assert_eq!(tree.query_all(area, mask), expected, "{area:?}");
        }
    });
}

#[test]
fn casts_match_brute_force() {
    for_each_tree(2, |tree, items, categories, rng| {
        for i in 0..4000 {
            let (origin, translation, max_fraction) = random_cast(rng);
            let half =
                if i % 2 == 0 { Vec2::ZERO } else { vec2(rng.below(3) as f32, rng.below(3) as f32) * 0.5 };
            let moving = Aabb::from_center_half(origin, half);
            let mask = if i % 4 == 0 { rng.bits() & 31 } else { u64::MAX };
            let touched = |k: usize| cast_touches(moving, translation, max_fraction, items[k]);
            let expected = indices(items, |k| categories[k] & mask != 0 && touched(k));
            let mut found = Vec::new();
            let report = |user: u32, _: f32| {
                if touched(user as usize) {
                    found.push(user);
                }
                -1.0
            };
            if half == Vec2::ZERO {
                tree.ray_cast(origin, translation, max_fraction, mask, report);
            } else {
                tree.box_cast(moving, translation, max_fraction, mask, report);
            }
            found.sort_unstable();
            assert_eq!(found, expected, "{moving:?} by {translation:?} up to {max_fraction}");
        }
    });
}

#[test]
fn closest_hits_match_brute_force() {
    for_each_tree(3, |tree, items, _, rng| {
        for _ in 0..1000 {
            let (origin, translation, max_fraction) = random_cast(rng);
            let enter = |k: usize| items[k].ray_cast(origin, translation, max_fraction);
            let expected = (0..items.len()).filter_map(enter).fold(f32::INFINITY, f32::min);
            let mut closest = f32::INFINITY;
            tree.ray_cast(origin, translation, max_fraction, u64::MAX, |user, limit| {
                match enter(user as usize) {
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
fn nearest_matches_brute_force() {
    for_each_tree(4, |tree, items, _, rng| {
        for i in 0..1000 {
            let point = rng.point(20.0);
            let reach = if i % 2 == 0 { f32::INFINITY } else { rng.range(0.0, 4.0) };
            let skipped = rng.below(items.len()) as u32;
            let measure = |k: u32| (k != skipped).then(|| box_distance(items[k as usize], point) as f32);
            let expected = (0..items.len() as u32)
                .filter_map(|k| Some((measure(k)?, k)))
                .filter(|&(d, _)| d <= reach)
                .min_by(|a, b| a.partial_cmp(b).unwrap());
            assert_eq!(tree.nearest(point, reach, u64::MAX, measure), expected.map(|(d, k)| (k, d)));
        }
    });
}

#[test]
fn batched_overlaps_match_single_queries() {
    for_each_tree(5, |tree, items, categories, rng| {
        for _ in 0..50 {
            let mut batch: Vec<_> = (0..rng.below(17)).map(|_| rng.aabb(16.0, 4.0)).collect();
            batch.push(Aabb::EMPTY);
            let mut found = Vec::new();
            tree.for_each_overlap_with(&batch, 3, |i, user| found.push((i, user)));
            found.sort_unstable();
            let mut expected = Vec::new();
            for (i, area) in batch.iter().enumerate() {
                let hits = indices(items, |k| categories[k] & 3 != 0 && items[k].overlaps(*area));
                expected.extend(hits.into_iter().map(|user| (i, user)));
            }
            assert_eq!(found, expected);
        }
    });
}

/// Random calls, compared with a plain list after each.
#[test]
fn random_changes_keep_the_tree_valid() {
    let mut rng = Rng::new(6);
    let mut tree = DynamicTree::new();
    let mut model: Vec<(ProxyId, Aabb, u64, u32)> = Vec::new();
    for step in 0..6000_u32 {
        let aabb = if step % 3 == 0 { rng.lattice_aabb(30) } else { rng.aabb(30.0, 2.0) };
        match rng.below(if step < 3000 { 10 } else { 16 }) {
            0..5 => {
                let category = rng.bits();
                // Ids of boxes, of removed ones, and of none.
                let hint = ProxyId(rng.below(2 * model.len() + 2) as u32);
                let id = match step % 2 {
                    0 => tree.insert(aabb, category, step),
                    _ => tree.insert_near(hint, aabb, category, step),
                };
                model.push((id.unwrap(), aabb, category, step));
            }
            5..8 if !model.is_empty() => {
                let entry = rng.below(model.len());
                tree.update(model[entry].0, aabb).unwrap();
                model[entry].1 = aabb;
            }
            8 if !model.is_empty() => {
                let entry = rng.below(model.len());
                model[entry].2 = rng.bits();
                tree.set_category(model[entry].0, model[entry].2).unwrap();
            }
            9 if step % 40 == 0 => tree.rebuild(),
            9 if step % 40 == 1 => {
                let (chunk, count) = (rng.below(2) == 0, rng.below(120));
                let corner = vec2(rng.below(20) as f32, rng.below(20) as f32);
                let tile = |i: usize| corner + vec2((i % 8) as f32, (i / 8) as f32);
                let mut boxes = |i: usize| match chunk {
                    true => Aabb::new(tile(i), tile(i) + vec2(1.0, 1.0)),
                    false => rng.aabb(30.0, 2.0),
                };
                let batch: Vec<_> = (0..count).map(|i| (boxes(i), 1, i as u32)).collect();
                let ids = tree.insert_many(&batch).unwrap();
                model.extend(
                    ids.iter().zip(&batch).map(|(&id, &(aabb, category, user))| (id, aabb, category, user)),
                );
            }
            _ if !model.is_empty() => {
                let id = model.swap_remove(rng.below(model.len())).0;
                tree.remove(id).unwrap();
                assert_eq!(tree.remove(id), Err(TreeError::UnknownProxy(id)));
            }
            _ => {}
        }
        assert_eq!(tree.len(), model.len());
        if step % 8 == 0 {
            tree.validate().unwrap();
            let mut listed: Vec<_> =
                tree.iter().map(|(id, aabb, user)| (id, aabb, tree.category(id).unwrap(), user)).collect();
            listed.sort_unstable_by_key(|entry| entry.0);
            model.sort_unstable_by_key(|entry| entry.0);
            assert_eq!(listed, model);
        }
    }
    for (id, ..) in model {
        tree.remove(id).unwrap();
    }
    tree.validate().unwrap();
    assert!(tree.is_empty() && tree.bounds().is_none());
}

/// Boxes that take the places of others, near and far, compared with a plain list after each.
#[test]
fn replaced_boxes_are_found_and_leave_the_tree_valid() {
    let mut rng = Rng::new(29);
    for count in [1, 2, 3, 40, 300] {
        let mut model: Vec<(Aabb, u64, u32)> =
            (0..count).map(|user| (rng.aabb(30.0, 2.0), 1 << rng.below(4), user)).collect();
        let mut tree = DynamicTree::new();
        let ids: Vec<ProxyId> =
            model.iter().map(|&(aabb, mask, user)| tree.insert(aabb, mask, user).unwrap()).collect();
        for step in 0..400_u32 {
            let entry = rng.below(model.len());
            let (former, category, _) = model[entry];
            let aabb = match step % 3 {
                // Near, so that the leaf keeps its sibling, far away, and the same box.
                0 => former.expand(0.1 * rng.unit()),
                1 => rng.aabb(30.0, 2.0),
                _ => former,
            };
            model[entry] = (aabb, category, 1000 + step);
            tree.replace(ids[entry], aabb, 1000 + step).unwrap();
            tree.validate().unwrap();
            assert_eq!((tree.aabb(ids[entry]), tree.category(ids[entry])), (Some(aabb), Some(category)));
            let (area, mask) = (rng.aabb(30.0, 8.0), 1 << rng.below(4));
            let mut found = tree.query_all(area, mask);
            found.sort_unstable();
            let hits = model.iter().filter(|(aabb, category, _)| aabb.overlaps(area) && category & mask != 0);
            let mut expected: Vec<u32> = hits.map(|&(_, _, user)| user).collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "step {step} of {count} boxes");
        }
        let bad = Aabb::new(Vec2::ZERO, vec2(1.0, -1.0));
        let unit = Aabb::new(Vec2::ZERO, vec2(1.0, 1.0));
        let before: Vec<_> = tree.iter().collect();
        assert_eq!(tree.replace(ids[0], bad, 7), Err(TreeError::InvalidBox(bad)));
        let unknown = ProxyId(u32::MAX);
        assert_eq!(tree.replace(unknown, unit, 7), Err(TreeError::UnknownProxy(unknown)));
        assert_eq!(tree.iter().collect::<Vec<_>>(), before);
    }
}

#[test]
fn boxes_removed_together_leave_the_same_tree_as_one_by_one() {
    let mut rng = Rng::new(31);
    for count in [1, 2, 3, 50, 400] {
        for share in [1, 2, 10] {
            let boxes: Vec<Aabb> = (0..count).map(|_| rng.aabb(30.0, 2.0)).collect();
            let mut tree = DynamicTree::new();
            let ids: Vec<ProxyId> =
                (0..).zip(&boxes).map(|(n, &aabb)| tree.insert(aabb, 1 << (n % 60), n).unwrap()).collect();
            let mut list: Vec<ProxyId> = ids.iter().copied().filter(|_| rng.below(10) < share).collect();
            let expected = list.len();
            // Ids that are repeated or have no box are skipped, such as those of inner nodes.
            list.extend(list.first().copied());
            list.extend([ProxyId(u32::MAX), ProxyId(1_000_000)]);
            list.extend((0..2 * count).map(ProxyId).filter(|id| !ids.contains(id)));
            let mut single = tree.clone();
            for &id in &list {
                let _ = single.remove(id);
            }
            assert_eq!(tree.remove_many(list.iter().copied()), expected);
            tree.validate().unwrap();
            // New boxes take the same ids, and queries visit the boxes in the same order.
            let area = Aabb::new(vec2(-40.0, -40.0), vec2(40.0, 40.0));
            assert_eq!(tree.query_all(area, u64::MAX), single.query_all(area, u64::MAX));
            for _ in 0..20 {
                let aabb = rng.aabb(30.0, 2.0);
                assert_eq!(tree.insert(aabb, 1, 7), single.insert(aabb, 1, 7));
            }
            tree.validate().unwrap();
            assert_eq!(tree.query_all(area, u64::MAX), single.query_all(area, u64::MAX));
        }
    }
}

#[test]
fn stale_and_foreign_ids_are_rejected() {
    let mut tree = DynamicTree::new();
    let unit = Aabb::new(Vec2::ZERO, vec2(1.0, 1.0));
    let kept: Vec<_> = (0..5).map(|i| tree.insert(unit, 1, i).unwrap()).collect();
    let stale = tree.insert(unit, 1, 5).unwrap();
    tree.remove(stale).unwrap();
    // Inner nodes and indices beyond the end are not ids either.
    let known: Vec<u32> = kept.iter().map(|id| id.0).collect();
    for id in (0..20).chain([u32::MAX - 1, u32::MAX]).filter(|id| !known.contains(id)).map(ProxyId) {
        assert_eq!(tree.remove(id), Err(TreeError::UnknownProxy(id)));
        assert_eq!(tree.update(id, unit), Err(TreeError::UnknownProxy(id)));
        assert_eq!(tree.set_category(id, 1), Err(TreeError::UnknownProxy(id)));
        assert_eq!(tree.set_user(id, 1), Err(TreeError::UnknownProxy(id)));
        assert_eq!((tree.aabb(id), tree.user(id), tree.category(id)), (None, None, None));
    }
    tree.validate().unwrap();
    assert_eq!(tree.query_all(unit, 1), [0, 1, 2, 3, 4]);
    tree.clear();
    assert!(kept.iter().all(|&id| tree.remove(id).is_err()));
}

#[test]
fn bad_boxes_are_rejected_without_a_change() {
    let mut tree = DynamicTree::new();
    let good = Aabb::new(Vec2::ZERO, vec2(1.0, 1.0));
    let id = tree.insert(good, 1, 0).unwrap();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0] {
        let aabb = Aabb::new(Vec2::ZERO, vec2(1.0, bad));
        assert!(matches!(tree.insert(aabb, 1, 1), Err(TreeError::InvalidBox(_))));
        assert!(matches!(tree.update(id, aabb), Err(TreeError::InvalidBox(_))));
        assert!(matches!(tree.insert_many(&[(good, 1, 1), (aabb, 1, 2)]), Err(TreeError::InvalidBox(_))));
    }
    assert_eq!(tree.iter().collect::<Vec<_>>(), [(id, good, 0)]);
    let message = TreeError::InvalidBox(Aabb::new(Vec2::ZERO, vec2(1.0, -1.0))).to_string();
    assert_eq!(message, "the box from (0, 0) to (1, -1) is not finite or is inverted");
}

#[test]
fn bad_queries_find_nothing() {
    let mut rng = Rng::new(7);
    let items = boxes(Layout::Random, 100, &mut rng);
    let (tree, _) = build(&items, 0, &mut rng);
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    assert_eq!(tree.query_all(Aabb::new(vec2(5.0, 5.0), vec2(-5.0, -5.0)), u64::MAX), []);
    assert_eq!(tree.query_all(Aabb::new(vec2(-5.0, nan), vec2(5.0, nan)), u64::MAX), []);
    assert_eq!(tree.query_all(Aabb::new(vec2(-inf, -inf), vec2(inf, inf)), u64::MAX).len(), 100);
    let o = Vec2::ZERO;
    for (origin, translation, max_fraction) in [
        (vec2(nan, 0.0), o, 1.0),
        (o, vec2(inf, 1.0), 1.0),
        (o, vec2(1.0, nan), 1.0),
        (o, vec2(1.0, 1.0), nan),
        (o, vec2(1.0, 1.0), inf),
        (o, vec2(1.0, 1.0), -1.0),
    ] {
        tree.ray_cast(origin, translation, max_fraction, u64::MAX, |_, _| panic!("hit"));
    }
    let inverted = Aabb::new(vec2(1.0, 1.0), vec2(-1.0, -1.0));
    tree.box_cast(inverted, vec2(1.0, 0.0), 1.0, u64::MAX, |_, _| panic!("hit"));
    assert_eq!(tree.nearest(vec2(nan, 0.0), 9.0, u64::MAX, |_| Some(0.0)), None);
    assert_eq!(tree.nearest(o, nan, u64::MAX, |_| Some(0.0)), None);
    assert_eq!(tree.nearest(o, inf, u64::MAX, |_| Some(nan)), None);
}

#[test]
fn searches_stop_when_the_visitor_stops() {
    let mut tree = DynamicTree::new();
    let unit = Aabb::new(Vec2::ZERO, vec2(1.0, 1.0));
    tree.insert_many(&vec![(unit, 1, 9); 40]).unwrap();
    let mut count = 0;
    let flow = tree.query(unit, 1, |_| {
        count += 1;
        if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(flow.is_break());
    tree.ray_cast(Vec2::ZERO, Vec2::ZERO, 1.0, 1, |_, _| {
        count += 1;
        if count == 7 { 0.0 } else { 1.0 }
    });
    assert_eq!(count, 7);
}

/// Sorted input turns a naive incremental tree into a list.
#[test]
fn tree_height_stays_low() {
    let row: Vec<_> =
        (0..4096).map(|i| Aabb::from_center_half(vec2(i as f32, 0.0), vec2(0.4, 0.4))).collect();
    let mut tree = DynamicTree::new();
    for &aabb in &row {
        tree.insert(aabb, 1, 0).unwrap();
    }
    tree.validate().unwrap();
    assert!(tree.height() <= 24, "sorted insertion gives height {}", tree.height());
    tree.rebuild();
    assert!(tree.height() <= 14, "rebuilding gives height {}", tree.height());

    let mut rng = Rng::new(8);
    for layout in LAYOUTS {
        let items = boxes(layout, 5000, &mut rng);
        for variant in 0..2 {
            let (tree, _) = build(&items, variant, &mut rng);
            assert!(tree.height() <= 60, "{layout:?}, variant {variant}: height {}", tree.height());
        }
    }
}

/// Boxes that halve in size and distance defeat every splitting plane; such trees must only be slow.
#[test]
fn exponential_boxes_do_not_overflow() {
    let item = |i: i32| {
        let edge = f32::from_bits(((127 + 60 - i / 16) as u32) << 23) * (1.0 + (i % 16) as f32 / 16.0);
        Aabb::new(Vec2::ZERO, vec2(edge, edge))
    };
    let items: Vec<_> = (0..2400).map(|i| (item(i), 1, i as u32)).collect();
    let mut tree = DynamicTree::new();
    tree.insert_many(&items).unwrap();
    tree.validate().unwrap();
    assert_eq!(tree.query_all(Aabb::new(Vec2::ZERO, Vec2::ZERO), 1).len(), 2400);
    let huge = Aabb::new(Vec2::splat(-f32::MAX), Vec2::splat(f32::MAX));
    for i in 0..50 {
        tree.insert(huge, 1, i).unwrap();
    }
    tree.rebuild();
    tree.validate().unwrap();
    assert_eq!(tree.query_all(Aabb::new(Vec2::ZERO, Vec2::ZERO), 1).len(), 2450);
}
