//! Times the bounding-volume trees: best of several runs, one thread. `cargo run --release -p
//! cairn2d-geometry --example tree_bench [lanes]`, where `lanes` is a level such as `avx2`; the best one by
//! default.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use cairn2d_geometry::tree::{DynamicTree, PackedTree};
use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Aabb, Vec2, vec2};

/// A xorshift generator.
struct Rng(u64);

impl Rng {
    fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40) as f32 / (1 << 24) as f32
    }
}

/// Equal boxes on a square lattice with jitter.
fn lattice(count: usize, spacing: f32, half: f32, jitter: f32) -> Vec<Aabb> {
    let mut rng = Rng(1);
    let side = (count as f64).sqrt().ceil() as usize;
    let place = |i: usize, rng: &mut Rng| {
        vec2((i % side) as f32, (i / side) as f32) * spacing + vec2(rng.unit(), rng.unit()) * jitter
    };
    (0..count).map(|i| Aabb::from_center_half(place(i, &mut rng), Vec2::splat(half))).collect()
}

/// Boxes anywhere in a square, with sides `low + (high - low) x^10`.
fn scattered(count: usize, domain: f32, low: f32, high: f32) -> Vec<Aabb> {
    let mut rng = Rng(2);
    let size = |rng: &mut Rng| {
        let x2 = rng.unit();
        let x2 = x2 * x2;
        low + (high - low) * x2 * x2 * x2 * x2 * x2
    };
    let place = |rng: &mut Rng| vec2(rng.unit(), rng.unit()) * domain;
    (0..count)
        .map(|_| Aabb::from_center_half(place(&mut rng), vec2(size(&mut rng), size(&mut rng)) * 0.5))
        .collect()
}

/// The shortest of `runs` runs in milliseconds.
fn best_of(runs: usize, mut work: impl FnMut()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..runs).map(once).fold(f64::INFINITY, f64::min)
}

fn packed(name: &str, level: LaneLevel, boxes: &[Aabb], runs: usize) {
    let mut tree = PackedTree::new();
    let rebuild = best_of(runs, || tree.rebuild(level, black_box(boxes)));
    let refit = best_of(runs, || tree.refit(level, black_box(boxes)));
    let mark = best_of(runs, || tree.mark_moved(black_box(&vec![u32::MAX; boxes.len().div_ceil(32)])));
    tree.mark_all_moved();
    let mut pairs = Vec::new();
    let all = best_of(runs, || {
        pairs.clear();
        tree.find_pairs(level, 0..tree.group_count(), &mut pairs);
    });
    let moved: Vec<u32> = (0..boxes.len().div_ceil(32)).map(|i| u32::from(i % 32 == 0)).collect();
    tree.mark_moved(&moved);
    let few_count = moved.iter().sum::<u32>();
    let mut few_pairs = Vec::new();
    let few = best_of(runs, || {
        few_pairs.clear();
        tree.find_pairs(level, 0..tree.group_count(), &mut few_pairs);
    });
    println!(
        "{name:24} {level} n {} rebuild {rebuild:.3} refit {refit:.4} mark {mark:.4} pairs(all) {all:.3} -> {}; pairs({few_count}) {few:.4} -> {}",
        boxes.len(),
        pairs.len(),
        few_pairs.len()
    );
}

fn dynamic(name: &str, level: LaneLevel, boxes: &[Aabb]) {
    let mut tree = DynamicTree::new();
    let items: Vec<_> = boxes.iter().enumerate().map(|(i, &aabb)| (aabb, 1, i as u32)).collect();
    let bulk = best_of(2, || {
        tree = DynamicTree::new();
        tree.insert_many(&items).expect("the boxes are finite");
    });
    let query_all = |tree: &DynamicTree| {
        let mut count = 0_u64;
        let ms = best_of(2, || {
            count = 0;
            for &aabb in boxes.iter().step_by(1 + boxes.len() / 100_000) {
                let _ = tree.query(aabb, 1, |_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
            }
        });
        (ms / boxes.len().min(100_000) as f64 * 1e6, count)
    };
    let (bulk_query, hits) = query_all(&tree);
    let shape = (tree.height(), tree.area_ratio());
    let mut grown = DynamicTree::new();
    let one_by_one = best_of(1, || {
        for &(aabb, category, user) in &items {
            grown.insert(aabb, category, user).expect("the boxes are finite");
        }
    });
    let (grown_query, grown_hits) = query_all(&grown);
    assert_eq!(hits, grown_hits);
    println!(
        "{name:24} n {} bulk {bulk:.1} ms (height {} area {:.0}) query {bulk_query:.0} ns; one by one {one_by_one:.1} ms (height {} area {:.0}) query {grown_query:.0} ns",
        boxes.len(),
        shape.0,
        shape.1,
        grown.height(),
        grown.area_ratio()
    );
    let mut movers = PackedTree::new();
    let center = tree.bounds().expect("there are boxes").center();
    let moving: Vec<_> = lattice(1000, 1.0, 0.5, 0.5).iter().map(|aabb| aabb.translate(center)).collect();
    movers.rebuild(level, &moving);
    movers.mark_all_moved();
    let mut pairs = Vec::new();
    let ms = best_of(20, || {
        pairs.clear();
        movers.find_pairs_with(level, &tree, 1, 0..movers.group_count(), &mut pairs);
    });
    println!("{name:24} 1000 movers against it: {ms:.4} ms -> {}", pairs.len());
}

fn rays(level: LaneLevel, boxes: &[Aabb]) {
    let mut rng = Rng(3);
    let mut packed = PackedTree::new();
    packed.rebuild(level, boxes);
    let mut tree = DynamicTree::new();
    let items: Vec<_> = boxes.iter().enumerate().map(|(i, &aabb)| (aabb, 1, i as u32)).collect();
    tree.insert_many(&items).expect("the boxes are finite");
    let side = packed.bounds().max.x;
    let rays: Vec<_> = (0..10_000)
        .map(|_| (vec2(rng.unit(), rng.unit()) * side, vec2(rng.unit() - 0.5, rng.unit() - 0.5) * 60.0))
        .collect();
    let exact =
        |item: u32, o: Vec2, d: Vec2, limit: f32| boxes[item as usize].ray_cast(o, d, limit).unwrap_or(-1.0);
    let mut sums = [0.0_f64; 2];
    let by_packed = best_of(5, || {
        sums[0] = 0.0;
        for &(o, d) in &rays {
            let mut best = 1.0;
            packed.ray_cast(level, o, d, 1.0, |item, limit| {
                let fraction = exact(item, o, d, limit);
                best = if fraction >= 0.0 { fraction } else { best };
                fraction
            });
            sums[0] += f64::from(best);
        }
    });
    let by_dynamic = best_of(5, || {
        sums[1] = 0.0;
        for &(o, d) in &rays {
            let mut best = 1.0;
            tree.ray_cast(o, d, 1.0, 1, |item, limit| {
                let fraction = exact(item, o, d, limit);
                best = if fraction >= 0.0 { fraction } else { best };
                fraction
            });
            sums[1] += f64::from(best);
        }
    });
    assert_eq!(sums[0], sums[1]);
    println!(
        "closest of {} boxes along a ray: packed {:.0} ns, dynamic {:.0} ns",
        boxes.len(),
        by_packed * 100.0,
        by_dynamic * 100.0
    );
}

fn main() {
    let level = std::env::args().nth(1).map_or(LaneLevel::best(), |name| name.parse().expect("a lane level"));
    let circles = lattice(20_000, 0.886, 0.3, 0.4);
    let unequal = scattered(65_536, 3700.0, 1.0, 100.0);
    packed("20k circles", level, &circles, 200);
    packed("65k unequal", level, &unequal, 40);
    packed("65k unit, density 1", level, &scattered(65_536, 256.0, 1.0, 1.0), 40);
    packed("1M unit, density 1", level, &scattered(1_000_000, 1000.0, 1.0, 1.0), 8);
    packed("1M lattice", level, &lattice(1_000_000, 0.886, 0.3, 0.4), 8);
    dynamic("20k circles", level, &circles);
    dynamic("65k unequal", level, &unequal);
    dynamic("1M lattice", level, &lattice(1_000_000, 0.886, 0.3, 0.4));
    rays(level, &circles);
}
