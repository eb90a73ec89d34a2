//! The automatic choice.

use core::ops::ControlFlow;

use cairn2d_math::Aabb;
use cairn2d_math::lanes::LaneLevel;

use super::index::sealed::Operations;
use super::{BruteForce, Grid, SpatialHash, Sweep, Tree};
use crate::ray::Ray;

/// Which method [`Auto`] uses.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// [`BruteForce`].
    #[default]
    BruteForce,
    /// [`Sweep`].
    Sweep,
    /// [`Grid`].
    Grid,
    /// [`SpatialHash`].
    SpatialHash,
    /// [`Tree`].
    Tree,
}

/// Finds boxes by whichever method suits them.
#[derive(Clone, Debug, Default)]
pub struct Auto {
    choice: Choice,
    brute_force: BruteForce,
    sweep: Sweep,
    grid: Grid,
    spatial_hash: SpatialHash,
    tree: Tree,
}

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
            Choice::Grid => {
                let $method = &$auto.grid;
                $body
            }
            Choice::SpatialHash => {
                let $method = &$auto.spatial_hash;
                $body
            }
            Choice::Tree => {
                let $method = &$auto.tree;
                $body
            }
        }
    };
}

impl Operations for Auto {
    const NAME: &'static str = "auto";

    fn rebuild(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        self.choice = if boxes.len() < 100 { Choice::BruteForce } else { Choice::Tree };
        match self.choice {
            Choice::BruteForce => self.brute_force.rebuild(level, boxes),
            Choice::Sweep => self.sweep.rebuild(level, boxes),
            Choice::Grid => self.grid.rebuild(level, boxes),
            Choice::SpatialHash => self.spatial_hash.rebuild(level, boxes),
            Choice::Tree => self.tree.rebuild(level, boxes),
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
