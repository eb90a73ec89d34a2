//! The automatic choice of a method.
//!
//! Measured on the scenes of `examples/space_bench.rs`, the packed tree is the fastest method or within a few
//! percent of it in nearly all scenes. There are two exceptions. Brute force is faster for a few boxes. For
//! dense clusters very far apart, a sweep is several times as fast, because the tree's order has 65,536 by
//! 65,536 cells over all boxes, and each cluster lies in few cells.
//!
//! The choice is therefore a trial. It counts on samples how many boxes of the tree touch the box around a
//! group, and how many boxes of the sweep begin within another. Two linear formulas turn the counts into
//! times. Their constants are rounded measurements, so a choice depends on the boxes alone, never on clocks
//! or lanes.
//!
//! A choice holds for [`PERIOD`] rebuilds, or until there are a quarter more or fewer boxes, and changes only
//! for a clear advantage.

use core::ops::ControlFlow;

use cairn2d_geometry::Ray;
use cairn2d_math::Aabb;
use cairn2d_math::lanes::LaneLevel;

use crate::index::sealed::Operations;
use crate::sample::active_count;
use crate::{BruteForce, Index, Sweep, Tree};

/// Up to this many boxes use brute force; somewhat more if they already do.
const FEW: usize = 56;
const STILL_FEW: usize = 72;

/// Rebuilds between two trials.
const PERIOD: u32 = 128;

/// Relative cost of the other method \[-\] below which the method changes.
const ADVANTAGE: f64 = 0.8;

/// Which method [`Auto`] uses.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// [`BruteForce`].
    #[default]
    BruteForce,
    /// [`Sweep`].
    Sweep,
    /// [`Tree`].
    Tree,
}

/// Evaluates an expression with the method in use.
macro_rules! chosen {
    ($auto:ident, $method:ident => $body:expr) => {
        match $auto.choice {
            Choice::BruteForce => {
                let $method = &$auto.brute_force;
                $body
            }
            Choice::Sweep => {
                let $method = &$auto.sweep;
                $body
            }
            Choice::Tree => {
                let $method = &$auto.tree;
                $body
            }
        }
    };
}

/// Finds boxes by the method that suits them, chosen automatically.
#[derive(Clone, Debug, Default)]
pub struct Auto {
    choice: Choice,
    /// Rebuilds since the last trial, and the number of boxes then.
    age: u32,
    tried_count: usize,
    brute_force: BruteForce,
    sweep: Sweep,
    tree: Tree,
}

impl Index<Auto> {
    /// The method in use since the last reindexing.
    #[must_use]
    pub fn choice(&self) -> Choice {
        self.method.choice
    }
}

impl Operations for Auto {
    const NAME: &'static str = "auto";

    fn rebuild(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        let count = boxes.len();
        let few = if self.choice == Choice::BruteForce { STILL_FEW } else { FEW };
        if count <= few {
            self.choice = Choice::BruteForce;
            self.brute_force.rebuild(level, boxes);
            return;
        }
        self.age += 1;
        let resized = count.abs_diff(self.tried_count) > self.tried_count / 4;
        if self.choice == Choice::BruteForce || self.age >= PERIOD || resized {
            self.try_out(level, boxes);
        } else if self.choice == Choice::Sweep {
            self.sweep.rebuild(level, boxes);
        } else {
            self.tree.rebuild(level, boxes);
        }
    }

    fn query(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        chosen!(self, method => method.query(level, aabb, found))
    }

    fn ray(&self, level: LaneLevel, ray: Ray, found: &mut dyn FnMut(u32) -> Option<f32>) {
        chosen!(self, method => method.ray(level, ray, found));
    }

    fn pairs(&self, level: LaneLevel, share: (usize, usize), out: &mut Vec<(u32, u32)>) {
        chosen!(self, method => method.pairs(level, share, out));
    }
}

impl Auto {
    /// Chooses between tree and sweep, and leaves the chosen one rebuilt.
    fn try_out(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        (self.age, self.tried_count) = (0, boxes.len());
        if self.choice == Choice::Tree {
            self.tree.rebuild(level, boxes);
        } else {
            self.tree.rebuild_anew(level, boxes);
        }
        let (tree, sweep) = (tree_cost(self.tree.touched_count(level)), sweep_cost(active_count(boxes)));
        self.choice = match self.choice {
            Choice::Sweep if tree < ADVANTAGE * sweep => Choice::Tree,
            Choice::Tree if sweep < ADVANTAGE * tree => Choice::Sweep,
            Choice::BruteForce if sweep < tree => Choice::Sweep,
            Choice::BruteForce => Choice::Tree,
            choice => choice,
        };
        if self.choice == Choice::Sweep {
            self.sweep.rebuild(level, boxes);
        }
    }
}

/// Cost of a step per box with the tree \[ns\]: refitting, finding neighbours, and half of the tests with the
/// `touched` boxes around a group, sixteen at a time.
fn tree_cost(touched: f64) -> f64 {
    10.0 + 3.4 * touched / 32.0
}

/// Cost with the sweep: sorting, and tests with all boxes that begin within the box, sixteen at a time.
fn sweep_cost(active: f64) -> f64 {
    22.0 + 4.5 * (1.0 + active / 16.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpatialIndex;
    use crate::testing::Random;
    use cairn2d_math::{Vec2, vec2};

    fn unit(center: Vec2) -> Aabb {
        Aabb::from_center_half(center, Vec2::splat(0.5))
    }

    /// Boxes in one place, or in clusters far from each other.
    fn crowd(count: u32, clusters: u32) -> Vec<Aabb> {
        let mut random = Random::new(4);
        let side = (count as f32 / clusters as f32).sqrt() * 0.5;
        let hub = |item: u32| (item % clusters) as f32;
        let place = |item| vec2(hub(item) * 1.0e4, hub(item) * hub(item) * 713.0 % 9.0e4);
        (0..count).map(|item| unit(place(item) + random.point(side))).collect()
    }

    /// Long thin boxes, much longer than their distances: no order along a curve separates those above each
    /// other.
    fn straws(count: u32) -> Vec<Aabb> {
        let mut random = Random::new(5);
        let place = |random: &mut Random| vec2(random.range(-1.0e3, 1.0e3), random.range(-1.6e3, 1.6e3));
        (0..count).map(|_| Aabb::from_center_half(place(&mut random), vec2(4.0e3, 0.01))).collect()
    }

    fn index(boxes: &[Aabb]) -> Index<Auto> {
        let mut index = Index::new();
        for (item, &aabb) in (0..).zip(boxes) {
            assert_eq!(index.insert(item, aabb), Ok(()));
        }
        index.reindex();
        index
    }

    #[test]
    fn chooses_the_fastest_measured_method() {
        assert_eq!(index(&crowd(60, 1)).choice(), Choice::BruteForce);
        assert_eq!(index(&crowd(3000, 1)).choice(), Choice::Tree);
        assert_eq!(index(&crowd(12_000, 30)).choice(), Choice::Tree);
        assert_eq!(index(&straws(12_000)).choice(), Choice::Sweep);
        // A pile: all boxes touch each other, so every method does every test.
        assert_eq!(index(&vec![unit(Vec2::ZERO); 400]).choice(), Choice::Tree);
    }

    #[test]
    fn switches_method_only_after_a_lasting_change() {
        let (crowd, straws) = (crowd(12_000, 1), straws(12_000));
        let mut index = index(&crowd);
        let mut changes = Vec::new();
        for (step, boxes) in (0..).zip([&crowd, &straws, &crowd].iter().flat_map(|b| [b; 200])) {
            let before = index.choice();
            assert_eq!(index.reindex_with(&mut |item| boxes[item as usize]), Ok(()));
            if index.choice() != before {
                changes.push((step, index.choice()));
            }
        }
        let [(to_sweep, Choice::Sweep), (to_tree, Choice::Tree)] = changes[..] else {
            panic!("the choice went {changes:?}");
        };
        assert!((200..200 + PERIOD).contains(&to_sweep) && (400..400 + PERIOD).contains(&to_tree));
    }

    /// Near the limit of brute force, single inserts and removals must not change the method each time.
    #[test]
    fn does_not_switch_back_and_forth_at_the_limit() {
        let boxes = crowd(200, 1);
        let mut index = index(&boxes[..45]);
        let mut changes = 0;
        for round in 0..60 {
            let before = index.choice();
            for item in 45..(if round % 2 == 0 { 70 } else { 58 }) {
                let _ = index.remove(item);
                assert_eq!(index.insert(item, boxes[item as usize]), Ok(()));
            }
            for item in 58..70 {
                if round % 2 == 1 {
                    assert!(index.remove(item).is_ok());
                }
            }
            index.reindex();
            changes += usize::from(index.choice() != before);
        }
        assert_eq!(changes, 0);
        (70..130).for_each(|item| assert_eq!(index.insert(item, boxes[item as usize]), Ok(())));
        index.reindex();
        assert_eq!(index.choice(), Choice::Tree);
    }
}
