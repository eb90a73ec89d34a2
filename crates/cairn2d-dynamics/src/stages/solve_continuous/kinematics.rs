//! Sweeps of the kinematic shapes of a step, shared by all fast bodies.
//!
//! Kinematic bodies are usually few, and a list of AABBs suffices. With many of them and many fast bodies,
//! a packed tree is built over the list. It is only refitted while the list keeps its length. Results have
//! the order of the list either way, so they do not depend on the tree.

use core::ops::ControlFlow;

use cairn2d_geometry::Sweep;
use cairn2d_geometry::tree::PackedTree;
use cairn2d_math::{Aabb, LaneLevel};

use crate::kernels::solver::FastBody;
use crate::stages::solve_continuous::Nearby;
use crate::stages::solve_continuous::impact::is_still;
use crate::stages::solve_continuous::movers::bulge;
use crate::state::State;
use crate::store::capacity::reserve_total;
use crate::tables::solver_set::DISABLED_SET;

/// Number of shapes, and of fast bodies, from which the tree pays off.
const MANY: usize = 16;

/// Kinematic shapes that fast bodies may touch.
#[derive(Clone, Debug, Default)]
pub(super) struct Kinematics {
    sweeps: Vec<Sweep>,
    shapes: Vec<Nearby>,
    boxes: Vec<Aabb>,
    tree: PackedTree,
    tree_is_fresh: bool,
}

impl State {
    /// Lists the kinematic shapes that these fast bodies may touch.
    pub(super) fn sweep_kinematics<'a>(
        &self,
        fast: impl Iterator<Item = &'a FastBody>,
        dt: f32,
        list: &mut Kinematics,
    ) {
        list.clear();
        if self.bodies.kinematics.is_empty() {
            return;
        }
        let (mut reach, mut fast_count) = (Aabb::EMPTY, 0);
        for fast in fast {
            reach = reach.union(self.swept_box(fast));
            fast_count += 1;
        }
        for &body in &self.bodies.kinematics {
            if self.bodies.records[body as usize].set != DISABLED_SET {
                self.sweep_kinematic(body, dt, reach, list);
            }
        }
        list.expect_queries(self.config.lanes, fast_count);
    }

    fn sweep_kinematic(&self, body: u32, dt: f32, reach: Aabb, list: &mut Kinematics) {
        let sweep = self.ground_sweep(body, dt);
        if is_still(&sweep) {
            let number = list.sweeps.len() as u32;
            list.sweeps.push(sweep);
            for shape in self.solid_shapes_of(body) {
                list.push(shape, number, self.shapes.boxes[shape as usize]);
            }
            return;
        }
        let extent = self.bodies.motions[body as usize].extent;
        let swept = Aabb::from_points(&[sweep.c1, sweep.c2]).expand(extent);
        if !self.bodies.world_box(body, swept).overlaps(reach) {
            return;
        }
        let number = list.sweeps.len() as u32;
        list.sweeps.push(sweep);
        let [start, end] = [sweep.pose_at(0.0), sweep.pose_at(1.0)];
        let bulge = bulge(&sweep, extent);
        for shape in self.solid_shapes_of(body) {
            let geometry = &self.shapes.records[shape as usize].geometry;
            // The bulge is added before rounding, or it could be lost far from the origin.
            let path = geometry.aabb(start).union(geometry.aabb(end)).expand(bulge);
            let kept = self.shapes.boxes[shape as usize].expand(bulge);
            list.push(shape, number, kept.union(self.bodies.world_box(body, path)));
        }
    }
}

impl Kinematics {
    fn clear(&mut self) {
        self.sweeps.clear();
        self.shapes.clear();
        self.boxes.clear();
        self.tree_is_fresh = false;
    }

    /// Reserves memory for this many shapes.
    pub(super) fn reserve(&mut self, shapes: usize) {
        reserve_total(&mut self.sweeps, shapes);
        reserve_total(&mut self.shapes, shapes);
        reserve_total(&mut self.boxes, shapes);
        self.tree.reserve(shapes);
    }

    fn push(&mut self, shape: u32, kinematic: u32, swept: Aabb) {
        self.shapes.push(Nearby { shape, kinematic, swept });
        self.boxes.push(swept);
    }

    /// Builds the tree if this many queries make it worthwhile.
    fn expect_queries(&mut self, level: LaneLevel, count: usize) {
        if self.boxes.len() >= MANY && count >= MANY {
            self.tree.update(level, &self.boxes);
            self.tree_is_fresh = true;
        }
    }

    /// Returns the sweep of a body of the list; `None` for `NONE`.
    pub(super) fn sweep(&self, kinematic: u32) -> Option<Sweep> {
        self.sweeps.get(kinematic as usize).copied()
    }

    /// Appends the shapes whose swept AABBs overlap this one, in the order of the list.
    pub(super) fn query(&self, level: LaneLevel, aabb: Aabb, nearby: &mut Vec<Nearby>) {
        if !self.tree_is_fresh {
            nearby.extend(self.shapes.iter().filter(|shape| shape.swept.overlaps(aabb)));
            return;
        }
        let first = nearby.len();
        // `kinematic` holds the position in the list until the results are sorted.
        let _ = self.tree.query(level, aabb, |item| {
            nearby.push(Nearby { kinematic: item, ..self.shapes[item as usize] });
            ControlFlow::Continue(())
        });
        nearby[first..].sort_unstable_by_key(|shape| shape.kinematic);
        for shape in &mut nearby[first..] {
            *shape = self.shapes[shape.kinematic as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d_math::vec2;

    #[test]
    fn the_tree_answers_as_the_list_does() {
        let mut list = Kinematics::default();
        for i in 0..500_u32 {
            let at = vec2((i * 37 % 101) as f32, (i * 53 % 97) as f32);
            list.push(1000 + i, i % 7, Aabb::from_center_half(at, vec2(1.5, 0.25)));
        }
        let mut with_tree = list.clone();
        with_tree.expect_queries(LaneLevel::best(), MANY);
        list.expect_queries(LaneLevel::best(), MANY - 1);
        assert!(with_tree.tree_is_fresh && !list.tree_is_fresh);
        let mut found = 0;
        for i in 0..200 {
            let aabb = Aabb::from_center_half(vec2(i as f32 * 0.5, 90.0 - i as f32 * 0.4), vec2(4.0, 3.0));
            let answer = |list: &Kinematics| {
                let mut nearby = vec![Nearby { shape: 7, kinematic: u32::MAX, swept: aabb }];
                list.query(LaneLevel::best(), aabb, &mut nearby);
                nearby.iter().map(|near| (near.shape, near.kinematic)).collect::<Vec<_>>()
            };
            assert_eq!(answer(&list), answer(&with_tree));
            found += answer(&list).len() - 1;
        }
        assert!(found > 500, "{found}");
    }
}
