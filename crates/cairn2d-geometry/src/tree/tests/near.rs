//! Boxes near a point, of both trees, compared with brute force; and pairs of scattered boxes.

use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Aabb, Vec2, vec2};

use super::{LAYOUTS, Rng, box_distance, boxes};
use crate::tree::{DynamicTree, PackedTree};

fn both(items: &[Aabb]) -> (DynamicTree, PackedTree) {
    let (mut tree, mut packed) = (DynamicTree::new(), PackedTree::new());
    for (i, &aabb) in items.iter().enumerate() {
        tree.insert(aabb, 1, i as u32).unwrap();
    }
    packed.rebuild(LaneLevel::best(), items);
    (tree, packed)
}

#[test]
fn boxes_near_a_point_are_visited_within_the_limit() {
    let mut rng = Rng::new(71);
    let levels: Vec<_> = LaneLevel::available().collect();
    for (layout, count) in
        LAYOUTS.into_iter().flat_map(|layout| [1, 16, 17, 300].map(|count| (layout, count)))
    {
        let items = boxes(layout, count, &mut rng);
        let (tree, packed) = both(&items);
        for round in 0..300 {
            let (point, limit) = (rng.point(20.0), rng.range(0.0, 12.0));
            let level = levels[round % levels.len()];
            for shrinks in [false, true] {
                let mut found = [Vec::new(), Vec::new()];
                let visit = |found: &mut Vec<u32>, item: u32, limit: f32| {
                    found.push(item);
                    let distance = box_distance(items[item as usize], point) as f32;
                    if shrinks && distance < limit { distance } else { limit }
                };
                tree.visit_near(point, limit, u64::MAX, |item, limit| visit(&mut found[0], item, limit));
                packed.visit_near(level, point, limit, |item, limit| visit(&mut found[1], item, limit));
                for found in &mut found {
                    found.sort_unstable();
                    assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "each box once");
                    // A shrinking limit ends at the nearest box; a fixed one reaches all.
                    let all = || items.iter().map(|&aabb| box_distance(aabb, point));
                    let nearest = all().fold(f64::MAX, f64::min);
                    let reach = if shrinks { nearest } else { f64::from(limit) };
                    for (i, distance) in all().enumerate() {
                        if distance <= reach && distance <= f64::from(limit) {
                            assert!(found.contains(&(i as u32)), "box {i} at {distance} of {limit}");
                        }
                    }
                    let most = f64::from(limit) * (1.0 + 1.0e-5);
                    assert!(found.iter().all(|&i| box_distance(items[i as usize], point) <= most));
                }
            }
        }
    }
    let (tree, packed) = both(&[Aabb::new(Vec2::ZERO, Vec2::ZERO)]);
    for (point, limit) in [(vec2(f32::NAN, 0.0), 1.0), (Vec2::ZERO, f32::NAN), (Vec2::ZERO, -1.0)] {
        tree.visit_near(point, limit, 1, |_, _| panic!("nothing is near"));
        packed.visit_near(LaneLevel::best(), point, limit, |_, _| panic!("nothing is near"));
    }
    let mut count = 0;
    packed.visit_near(LaneLevel::best(), vec2(5.0, 0.0), f32::MAX, |_, limit| {
        count += 1;
        limit
    });
    assert_eq!(count, 1, "padding is not visited");
}

/// A few small boxes far from each other, of which some moved, among many others.
#[test]
fn pairs_of_scattered_boxes_match_brute_force() {
    let mut rng = Rng::new(72);
    let fixed: Vec<Aabb> = (0..3000).map(|_| rng.aabb(200.0, 1.0)).collect();
    let (tree, _) = both(&fixed);
    for count in [1_usize, 5, 16, 40, 100] {
        let items: Vec<Aabb> = (0..count).map(|_| rng.aabb(200.0, 2.0)).collect();
        let (_, mut packed) = both(&items);
        let moved: Vec<u32> = (0..count.div_ceil(32)).map(|_| rng.bits() as u32).collect();
        packed.mark_moved(&moved);
        let has_moved = |i: usize| moved[i / 32] >> (i % 32) & 1 != 0;
        let mut expected = Vec::new();
        for (i, item) in items.iter().enumerate().filter(|&(i, _)| has_moved(i)) {
            let touched = fixed.iter().enumerate().filter(|(_, aabb)| aabb.overlaps(*item));
            expected.extend(touched.map(|(k, _)| (i as u32, k as u32)));
        }
        for level in LaneLevel::available() {
            let mut found = Vec::new();
            packed.find_pairs_with(level, &tree, 1, 0..packed.group_count(), &mut found);
            found.sort_unstable();
            assert_eq!(found, expected, "{count} boxes, {level}");
        }
    }
}
