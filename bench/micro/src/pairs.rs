//! Pair finding: all overlapping pairs among moving boxes, equal and unequal, from ten thousand to a million.
//!
//! Each round moves the boxes, so that refitting has work to do, and asks for all pairs anew. The unequal
//! boxes have sides `1 + 99 x^10` m, a usual test of trees: most are small and a few are huge.

use std::hint::black_box;
use std::ops::Range;

use cairn2d::geometry::tree::{PackedTree, Share};
use cairn2d::{Aabb, LaneLevel, Vec2};

use crate::table::Table;
use crate::{Settings, best_of};

const COLUMNS: [&str; 7] =
    ["boxes", "pairs", "rebuild", "refit", "refit, 2 threads", "pairs, 1 thread", "pairs, 2 threads"];

/// Measures the packed tree.
pub(crate) fn measure(settings: &Settings) -> Result<Vec<Table>, String> {
    let mut tables = Vec::new();
    for &level in &settings.lanes {
        let title = format!("All pairs of moving boxes, {level}");
        let mut table = Table::new(&title, "ms, and numbers of boxes and pairs", &COLUMNS);
        for (name, count, boxes) in [
            ("equal", 10_000, equal as fn(usize) -> Vec<Aabb>),
            ("equal", 65_536, equal),
            ("equal", 1_000_000, equal),
            ("unequal", 10_000, unequal),
            ("unequal", 65_536, unequal),
            ("unequal", 1_000_000, unequal),
        ] {
            if !settings.quick || count < 1_000_000 {
                table.row(format!("{name} {count}"), row(level, boxes(count)));
            }
        }
        tables.push(table);
    }
    Ok(tables)
}

fn row(level: LaneLevel, mut boxes: Vec<Aabb>) -> Vec<f64> {
    let runs = 2_000_000 / boxes.len().max(100_000);
    let mut tree = PackedTree::new();
    let rebuild = best_of(runs, || tree.rebuild(level, black_box(&boxes)));
    let step = Vec2::new(0.01, -0.005);
    let (mut refit, mut refit_with_two) = (f64::INFINITY, f64::INFINITY);
    for run in 0..2 * runs {
        for moved in &mut boxes {
            *moved = moved.translate(step);
        }
        if run % 2 == 0 {
            refit = refit.min(best_of(1, || tree.refit(level, black_box(&boxes))));
        } else {
            let update = || {
                tree.update_in_shares(level, black_box(&boxes), run_with_two);
            };
            refit_with_two = refit_with_two.min(best_of(1, update));
        }
    }
    tree.mark_all_moved();
    let groups = tree.group_count();
    let mut found = Vec::new();
    let single = best_of(runs, || {
        found.clear();
        tree.find_pairs(level, 0..groups, &mut found);
    });
    let mut halves = [Vec::new(), Vec::new()];
    let double = best_of(runs, || find_with_two(&tree, level, groups, &mut halves));
    assert_eq!(halves.concat(), found, "the threads find the same pairs in the same order");
    vec![boxes.len() as f64, found.len() as f64, rebuild, refit, refit_with_two, single, double]
}

/// Runs the shares of a tree on two threads, a half of them each.
fn run_with_two(shares: &mut [Share<'_>]) {
    let (first, second) = shares.split_at_mut(shares.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| first.iter_mut().for_each(Share::run));
        second.iter_mut().for_each(Share::run);
    });
}

/// Finds pairs on two threads; groups early in the order have more partners behind them, so the cut is before
/// the middle.
fn find_with_two(tree: &PackedTree, level: LaneLevel, groups: usize, out: &mut [Vec<(u32, u32)>; 2]) {
    let cut = groups * 48 / 100;
    let find = |range: Range<usize>, out: &mut Vec<(u32, u32)>| {
        out.clear();
        tree.find_pairs(level, range, out);
    };
    let [first, second] = out;
    std::thread::scope(|scope| {
        scope.spawn(|| find(0..cut, first));
        find(cut..groups, second);
    });
}

/// Unit boxes anywhere in a square, one for each square metre.
fn equal(count: usize) -> Vec<Aabb> {
    scattered(count, (count as f32).sqrt(), |_| 1.0)
}

/// Boxes with sides `1 + 99 x^10`, about as many pairs as boxes.
fn unequal(count: usize) -> Vec<Aabb> {
    scattered(count, 14.45 * (count as f32).sqrt(), |random| {
        let square = random * random;
        1.0 + 99.0 * square * square * square * square * square
    })
}

fn scattered(count: usize, side: f32, length: impl Fn(f32) -> f32) -> Vec<Aabb> {
    let mut random = Random(2);
    let place = |random: &mut Random| Vec2::new(random.next() * side, random.next() * side);
    let half = |random: &mut Random| Vec2::new(length(random.next()), length(random.next())) * 0.5;
    (0..count).map(|_| Aabb::from_center_half(place(&mut random), half(&mut random))).collect()
}

/// A xorshift generator of numbers from 0 to 1.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns the next number.
    pub(crate) fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40) as f32 / (1 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::{equal, row, unequal};
    use cairn2d::{Aabb, LaneLevel};

    fn naive(boxes: &[Aabb]) -> usize {
        let touch = |a: &Aabb, b: &Aabb| {
            a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
        };
        let of = |i: usize| boxes[i + 1..].iter().filter(|other| touch(&boxes[i], other)).count();
        (0..boxes.len()).map(of).sum()
    }

    #[test]
    fn every_overlapping_pair_is_found() {
        for boxes in [equal(1000), unequal(1000)] {
            let expected = naive(&boxes);
            let found = row(LaneLevel::Scalar, boxes)[1];
            // The measured boxes were moved by a few centimetres, all alike, which rounding may turn into a
            // pair or two.
            assert!((found - expected as f64).abs() <= 3.0, "{found} of {expected}");
        }
    }
}
