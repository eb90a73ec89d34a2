//! Times the methods of `space` on twelve scenes, and the automatic choice against the best of them: CPU time
//! of one thread, the fastest of several steps. `cargo run --release -p cairn2d-space --example space_bench
//! [scenes|large] [lanes]`.
//!
//! A step of a scene moves every box, takes all pairs and looks into 64 regions. `large` runs a million equal
//! boxes on one and two threads, and 65,536 unequal ones.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Aabb, Vec2, vec2};
use cairn2d_space::{Auto, BruteForce, Grid, Index, Method, SpatialHash, SpatialIndex, Sweep, Tree};

/// A xorshift generator.
struct Rng(u64);

impl Rng {
    fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40) as f32 / (1 << 24) as f32
    }

    fn place(&mut self, width: f32, height: f32) -> Vec2 {
        vec2(self.unit() * width, self.unit() * height)
    }

    /// `low + (high - low) x^10`: mostly small.
    fn size(&mut self, low: f32, high: f32) -> f32 {
        let x2 = self.unit();
        let x2 = x2 * x2;
        low + (high - low) * x2 * x2 * x2 * x2 * x2
    }
}

/// The CPU time of this thread \[ms\].
fn cpu_ms() -> f64 {
    #[repr(C)]
    struct Timespec {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
    }
    const THREAD_CPU: i32 = 3;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the struct has the layout of `timespec` on 64-bit Linux, for which this example is, and is
    // valid for writing.
    unsafe { clock_gettime(THREAD_CPU, &raw mut time) };
    time.seconds as f64 * 1e3 + time.nanoseconds as f64 * 1e-6
}

struct Scene {
    name: &'static str,
    boxes: Vec<Aabb>,
    /// Largest displacement of a box per step \[m\].
    motion: f32,
}

fn scene(
    name: &'static str,
    motion: f32,
    count: usize,
    mut make: impl FnMut(usize, &mut Rng) -> Aabb,
) -> Scene {
    let mut rng = Rng(0x1234_5678_9ABC_DEF1);
    Scene { name, motion, boxes: (0..count).map(|i| make(i, &mut rng)).collect() }
}

fn square(center: Vec2, size: f32) -> Aabb {
    Aabb::from_center_half(center, Vec2::splat(0.5 * size))
}

fn scenes() -> Vec<Scene> {
    vec![
        scene("uniform 50", 0.05, 50, |_, r| square(r.place(10.0, 10.0), 1.0)),
        scene("uniform 300", 0.05, 300, |_, r| square(r.place(20.0, 20.0), 1.0)),
        scene("uniform 2k", 0.05, 2000, |_, r| square(r.place(45.0, 45.0), 1.0)),
        scene("lattice 20k", 0.02, 20_000, |i, r| {
            square(vec2((i % 141) as f32, (i / 141) as f32) * 0.886 + r.place(0.4, 0.4), 0.6)
        }),
        scene("uniform 65k", 0.05, 65_536, |_, r| square(r.place(256.0, 256.0), 1.0)),
        scene("unequal 65k", 0.05, 65_536, |_, r| {
            let center = r.place(3700.0, 3700.0);
            Aabb::from_center_half(center, vec2(r.size(1.0, 100.0), r.size(1.0, 100.0)) * 0.5)
        }),
        scene("line 20k", 0.05, 20_000, |_, r| square(r.place(20_000.0, 1.0), 1.0)),
        scene("clusters 20k", 0.05, 20_000, |i, r| {
            let hub = (i % 40) as f32;
            square(vec2(hub * 1e4, hub * hub * 713.0 % 9e4) + r.place(22.0, 22.0), 1.0)
        }),
        scene("one huge 10k", 0.05, 10_000, |i, r| {
            square(r.place(200.0, 200.0), if i == 0 { 400.0 } else { 0.5 })
        }),
        scene("pile 500", 0.0, 500, |_, r| square(r.place(0.1, 0.1), 1.0)),
        scene("sparse 20k", 1.0, 20_000, |_, r| square(r.place(5000.0, 5000.0), 1.0)),
        scene("fast 10k", 50.0, 10_000, |_, r| square(r.place(100.0, 100.0), 1.0)),
    ]
}

/// The boxes of each step.
fn frames(scene: &Scene, count: usize) -> Vec<Vec<Aabb>> {
    let mut rng = Rng(77);
    let mut boxes = scene.boxes.clone();
    let mut step = || {
        for aabb in &mut boxes {
            let way = (rng.place(2.0, 2.0) - Vec2::splat(1.0)) * scene.motion;
            *aabb = aabb.translate(way);
        }
        boxes.clone()
    };
    (0..count).map(|_| step()).collect()
}

/// Times of a method for a step: in all, and for indexing, pairs and queries \[ms\].
struct Times {
    total: f64,
    parts: [f64; 3],
    pair_count: usize,
    hit_count: usize,
}

fn time<M: Method>(level: LaneLevel, scene: &Scene, frames: &[Vec<Aabb>]) -> Times {
    let mut index = Index::<M>::with_level(level);
    for (item, &aabb) in (0..).zip(&scene.boxes) {
        index.insert(item, aabb).expect("the boxes are finite");
    }
    index.reindex();
    let mut best = Times { total: f64::INFINITY, parts: [0.0; 3], pair_count: 0, hit_count: 0 };
    let mut pairs = Vec::new();
    for boxes in frames {
        let start = cpu_ms();
        index.reindex_with(&mut |item| boxes[item as usize]).expect("the boxes are finite");
        let indexed = cpu_ms();
        index.pairs_unsorted(&mut pairs);
        let paired = cpu_ms();
        let mut hit_count = 0;
        for aabb in boxes.iter().step_by(boxes.len().div_ceil(64)) {
            let _ = black_box(&index).query_box(aabb.expand(2.0), &mut |_| {
                hit_count += 1;
                ControlFlow::Continue(())
            });
        }
        let end = cpu_ms();
        if end - start < best.total {
            best.total = end - start;
            best.parts = [indexed - start, paired - indexed, end - paired];
        }
        (best.pair_count, best.hit_count) = (pairs.len(), hit_count);
    }
    best
}

fn run_scenes(level: LaneLevel) {
    println!(
        "{:14} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6}  parts of each: index + pairs + queries [ms]",
        "scene", "brute", "sweep", "grid", "hash", "tree", "auto", "ratio"
    );
    let mut worst = 0.0_f64;
    for scene in scenes() {
        let frames = frames(&scene, if scene.boxes.len() < 5000 { 60 } else { 12 });
        let few = scene.boxes.len() <= 10_000;
        let results = [
            if few { Some(time::<BruteForce>(level, &scene, &frames)) } else { None },
            Some(time::<Sweep>(level, &scene, &frames)),
            Some(time::<Grid>(level, &scene, &frames)),
            Some(time::<SpatialHash>(level, &scene, &frames)),
            Some(time::<Tree>(level, &scene, &frames)),
            Some(time::<Auto>(level, &scene, &frames)),
        ];
        let [by_hand @ .., auto] = &results;
        let auto = auto.as_ref().expect("auto always runs");
        let mut best = f64::INFINITY;
        print!("{:14}", scene.name);
        for times in by_hand {
            match times {
                Some(times) => {
                    assert_eq!((times.pair_count, times.hit_count), (auto.pair_count, auto.hit_count));
                    best = best.min(times.total);
                    print!(" {:8.4}", times.total);
                }
                None => print!(" {:>8}", "-"),
            }
        }
        worst = worst.max(auto.total / best);
        print!(" {:8.4} {:6.2} ", auto.total, auto.total / best);
        for times in results.iter().flatten() {
            print!(" {:.3}+{:.3}+{:.3}", times.parts[0], times.parts[1], times.parts[2]);
        }
        println!("  {} pairs", auto.pair_count);
    }
    println!("automatic choice, worst ratio to the best by hand: {worst:.2}");
}

fn large<M: Method + Sync>(level: LaneLevel, scene: &Scene) {
    let frames = frames(scene, 6);
    let times = time::<M>(level, scene, &frames);
    let mut index = Index::<M>::with_level(level);
    for (item, &aabb) in (0..).zip(&scene.boxes) {
        index.insert(item, aabb).expect("the boxes are finite");
    }
    index.reindex();
    let mut lists = [Vec::new(), Vec::new()];
    let mut sorted_ms = f64::INFINITY;
    for _ in 0..3 {
        let start = cpu_ms();
        index.pairs(&mut lists[0]);
        sorted_ms = sorted_ms.min(cpu_ms() - start);
    }
    let (mut best_wall, mut best_cpu) = (f64::INFINITY, f64::INFINITY);
    for boxes in &frames {
        let (start, wall) = (cpu_ms(), Instant::now());
        index.reindex_with(&mut |item| boxes[item as usize]).expect("the boxes are finite");
        let indexed = cpu_ms() - start;
        let shared = &index;
        let mut cpu = [0.0; 2];
        std::thread::scope(|scope| {
            for ((share, list), cpu) in lists.iter_mut().enumerate().zip(&mut cpu) {
                scope.spawn(move || {
                    let start = cpu_ms();
                    list.clear();
                    shared.append_pairs(share, 2, list).expect("everything is indexed");
                    *cpu = cpu_ms() - start;
                });
            }
        });
        best_wall = best_wall.min(wall.elapsed().as_secs_f64() * 1e3);
        best_cpu = best_cpu.min(indexed + cpu[0].max(cpu[1]));
    }
    println!(
        "{:14} {:12} one thread {:.2} ms = index {:.2} + pairs {:.2} (sorted {sorted_ms:.2}); two threads {best_cpu:.2} ms of CPU on the longer way, {best_wall:.2} ms by the clock; {} pairs",
        scene.name,
        index.method_name(),
        times.parts[0] + times.parts[1],
        times.parts[0],
        times.parts[1],
        lists[0].len() + lists[1].len()
    );
}

fn run_large(level: LaneLevel) {
    let million = scene("uniform 1M", 0.05, 1_000_000, |_, r| square(r.place(1000.0, 1000.0), 1.0));
    large::<Grid>(level, &million);
    large::<Tree>(level, &million);
    large::<Auto>(level, &million);
    for scene in scenes().into_iter().filter(|scene| scene.name.ends_with(" 65k")) {
        large::<Grid>(level, &scene);
        large::<Tree>(level, &scene);
        large::<Auto>(level, &scene);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let level = arguments.next().map_or(LaneLevel::best(), |name| name.parse().expect("a lane level"));
    println!("lanes: {level}");
    if what != "large" {
        run_scenes(level);
    }
    if what != "scenes" {
        run_large(level);
    }
}
