//! What a gather and scatter of body rows costs on each set of lanes: the memory side of one contact pass.
//!
//! Per batch: two gathers of 8-float rows, a little arithmetic, two scatters of the low 4 floats, for sixteen pairs.
//! Run with `cargo run --release -p cairn2d-math --example lane_rows`.

use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::with_lanes;
use std::hint::black_box;
use std::time::Instant;

const PAIRS: usize = 1024;

#[inline(always)]
fn pass<L: Lanes>(l: L, rows: &mut [[f32; 8]], index_a: &[u32], index_b: &[u32]) {
    let rows = rows.as_mut_ptr();
    for (a, b) in index_a.chunks_exact(L::COUNT).zip(index_b.chunks_exact(L::COUNT)) {
        // SAFETY: the index tables hold distinct numbers below the count of rows.
        unsafe {
            let [ax, ay, aw, ad, a4, a5, a6, a7] = l.gather8(rows, a);
            let [bx, by, bw, bd, b4, b5, b6, b7] = l.gather8(rows, b);
            let (x, y) = ((bx - ax) * (a4 + b4), (by - ay) * (a5 + b5));
            let (w, d) = ((bw - aw) * (a6 + b6), (bd - ad) * (a7 + b7));
            l.scatter8_low(rows, a, [ax + x, ay + y, aw + w, ad + d]);
            l.scatter8_low(rows, b, [bx - x, by - y, bw - w, bd - d]);
        }
    }
}

#[inline(never)]
fn run(level: LaneLevel, rows: &mut [[f32; 8]], index_a: &[u32], index_b: &[u32]) {
    with_lanes!(level, lanes => pass(lanes, rows, index_a, index_b));
}

fn main() {
    for body_count in [2 * PAIRS, 64 * PAIRS] {
        let mut rows: Vec<[f32; 8]> = (0..body_count).map(|i| [i as f32 * 1.0e-6; 8]).collect();
        // Distinct rows in scattered order: an odd factor permutes numbers modulo a power of two.
        let index: Vec<u32> = (0..2 * PAIRS).map(|i| (i * 40_503 % body_count) as u32).collect();
        let (index_a, index_b) = index.split_at(PAIRS);
        for level in LaneLevel::available() {
            let mut best = f64::INFINITY;
            for _ in 0..20 {
                let start = Instant::now();
                for _ in 0..200 {
                    run(level, black_box(&mut rows), index_a, index_b);
                }
                let batches = 200.0 * PAIRS as f64 / 16.0;
                best = best.min(start.elapsed().as_secs_f64() * 1.0e9 / batches);
            }
            println!("{body_count:6} bodies  {level:7} {best:6.1} ns per 16 pairs");
        }
    }
}
