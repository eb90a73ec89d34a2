//! The packed tree as a method; see [`PackedTree`] for the algorithm.

use core::ops::ControlFlow;

use cairn2d_geometry::Ray;
use cairn2d_geometry::tree::PackedTree;
use cairn2d_math::Aabb;
use cairn2d_math::lanes::LaneLevel;

use crate::index::sealed::Operations;

/// Finds boxes by a packed bounding-volume tree ([`PackedTree`]): the method for any distribution of
/// positions and sizes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    packed: PackedTree,
}

/// Groups that are sampled to rate the tree.
const SAMPLED_GROUPS: usize = 32;

impl Tree {
    /// As a rebuild, but always sorts, because the tree may have been unused.
    pub(crate) fn rebuild_anew(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        self.packed.rebuild(level, boxes);
        self.packed.mark_all_moved();
    }

    /// Average number of boxes that touch the box around a group of sixteen \[-\], which are tested against
    /// each box for pairs. A few dozen for a good tree.
    pub(crate) fn touched_count(&self, level: LaneLevel) -> f64 {
        let step = self.packed.group_count().div_ceil(SAMPLED_GROUPS).max(1);
        let (mut touched, mut groups) = (0_u32, 0_u32);
        self.packed.for_each_group(|g, bounds, _| {
            if g % step == 0 {
                groups += 1;
                let _ = self.packed.query(level, bounds, |_| {
                    touched += 1;
                    ControlFlow::Continue(())
                });
            }
        });
        if groups > 0 { f64::from(touched) / f64::from(groups) } else { 0.0 }
    }
}

impl Operations for Tree {
    const NAME: &'static str = "tree";

    fn rebuild(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        self.packed.update(level, boxes);
        self.packed.mark_all_moved();
    }

    fn query(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.packed.query(level, aabb, found)
    }

    fn ray(&self, level: LaneLevel, ray: Ray, found: &mut dyn FnMut(u32) -> Option<f32>) {
        self.packed.ray_cast(level, ray.origin, ray.translation, ray.max_fraction, |slot, _| {
            match found(slot) {
                None => 0.0,
                // A ray of length zero continues until the callback ends it; the tree would take 0 as the
                // end.
                Some(0.0) => -1.0,
                Some(limit) => limit,
            }
        });
    }

    fn pairs(&self, level: LaneLevel, share: (usize, usize), out: &mut Vec<(u32, u32)>) {
        // Whole blocks of sixteen groups, which share a descent of the tree.
        let blocks = self.packed.group_count().div_ceil(16);
        let border = |k: usize| (blocks as u64 * k as u64 / share.1 as u64) as usize * 16;
        self.packed.find_pairs(level, border(share.0)..border(share.0 + 1), out);
    }
}
