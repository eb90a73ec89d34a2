//! Prints the cost of one distance, ray, cast, time of impact and hull:
//! `cargo run --release --example query_bench`.

use cairn2d_geometry::{
    Capsule, Circle, DistanceCache, Polygon, Ray, Rect, Shape, Sweep, convex_hull, distance, distance_cached,
    shape_cast, time_of_impact,
};
use cairn2d_math::{Pose, Rot, Vec2, vec2};
use std::hint::black_box;
use std::time::Instant;

const COUNT: usize = 4096;
const ROUNDS: usize = 50;

fn main() {
    let shapes: [(&str, Shape); 4] = [
        ("circle", Circle::new(0.5).into()),
        ("capsule", Capsule::horizontal(0.5, 0.25).into()),
        ("box", Rect::half(0.5, 0.5).into()),
        ("8-gon", Polygon::regular(8, 0.7).expect("a regular octagon").into()),
    ];
    let poses: Vec<Pose> = (0..COUNT)
        .map(|i| {
            let t = i as f32;
            Pose::new(vec2((t * 0.37) % 4.0 - 2.0, (t * 0.61) % 4.0 - 2.0), Rot::from_angle(t * 0.1))
        })
        .collect();
    println!("{:8} {:>9} {:>9} {:>9} {:>9} {:>9}  [ns]", "", "distance", "cached", "ray", "cast", "impact");
    for (name, shape) in &shapes {
        let core = shape.core();
        let mut caches = vec![DistanceCache::default(); COUNT];
        let gap = nanoseconds(|i| distance(&core, &core, poses[i]).distance);
        let cached = nanoseconds(|i| distance_cached(&core, &core, poses[i], &mut caches[i]).distance);
        let ray = nanoseconds(|i| {
            let ray = Ray::new(poses[i].p + vec2(-3.0, 0.0), vec2(6.0, 0.5));
            shape.ray_cast(&ray).map_or(1.0, |hit| hit.fraction)
        });
        let cast = nanoseconds(|i| {
            let start = Pose::new(poses[i].p + vec2(-5.0, 0.0), poses[i].q);
            shape_cast(&core, &core, start, vec2(10.0, 1.0), 1.0).map_or(1.0, |hit| hit.fraction)
        });
        let still = Sweep::fixed(Pose::IDENTITY);
        let impact = nanoseconds(|i| {
            let start = Pose::new(poses[i].p + vec2(-5.0, 0.0), poses[i].q);
            let end = Pose::new(start.p + vec2(10.0, 1.0), (start.q * Rot::from_angle(0.5)).normalize());
            let sweep = Sweep::between(start, end, Vec2::ZERO);
            black_box(time_of_impact(&core, &still, &core, &sweep, 1.0));
            1.0
        });
        println!("{name:8} {gap:9.0} {cached:9.0} {ray:9.0} {cast:9.0} {impact:9.0}");
    }
    for count in [3, 4, 8, 64, 1000] {
        let points: Vec<Vec2> = (0..count)
            .map(|i| Vec2::from_angle(i as f32 * 2.4) * (1.0 - 0.2 * (i % 3) as f32 / 3.0))
            .collect();
        let hull = nanoseconds_of(2000, |_| convex_hull(&points).map_or(0.0, |h| h.len() as f32));
        println!("hull of {count:4} points: {hull:8.0} ns");
    }
}

fn nanoseconds(mut f: impl FnMut(usize) -> f32) -> f64 {
    nanoseconds_of(COUNT * ROUNDS, |i| f(i % COUNT))
}

fn nanoseconds_of(calls: usize, mut f: impl FnMut(usize) -> f32) -> f64 {
    let start = Instant::now();
    let mut sum = 0.0;
    for i in 0..calls {
        sum += f(i);
    }
    black_box(sum);
    start.elapsed().as_secs_f64() * 1e9 / calls as f64
}
