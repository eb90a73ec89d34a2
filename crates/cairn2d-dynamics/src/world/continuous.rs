//! Continuous collision: a fast body is stopped at the first static shape it would pass through in this step.
//!
//! The sweep of each of its shapes, rotation included, is searched for the first time of impact with the static shapes around; the body is put
//! there and keeps its velocity, so that the contact of the next step does the rest. Source: Erin Catto, "Continuous Collision", GDC 2013.

use core::ops::ControlFlow;

use cairn2d_geometry::{Shape, Sweep, TimeOfImpact, time_of_impact};
use cairn2d_math::Aabb;

use crate::body::NONE;
use crate::solver::FastBody;

use super::World;
use super::step::StepContext;

impl World {
    /// Fast bodies are stopped at the static shapes they would pass through.
    pub(crate) fn solve_continuous(&mut self, step: &mut StepContext) {
        let lists = core::mem::take(&mut self.finalized);
        for fast in &lists.fast {
            if self.is_continuous(fast.body) {
                self.stop_at_impact(fast, step);
            }
        }
        self.finalized = lists;
    }

    fn stop_at_impact(&mut self, fast: &FastBody, step: &StepContext) {
        let pose = self.bodies.poses[fast.body as usize];
        let sweep = Sweep {
            local_center: pose.local_center,
            c1: fast.start.p,
            c2: pose.center,
            q1: fast.start.q,
            q2: pose.pose.q,
        };
        let mut first = 1.0_f32;
        let mut shape = self.bodies.records[fast.body as usize].head_shape;
        while shape != NONE {
            first = self.first_impact(shape, &sweep, first);
            shape = self.shapes.records[shape as usize].next;
        }
        if first >= 1.0 {
            return;
        }
        let stopped = sweep.pose_at(first);
        let index = fast.body as usize;
        self.bodies.poses[index].place(stopped.p, stopped.q);
        let margin = self.box_margin(fast.body, step.constants.dt);
        self.refresh_boxes(fast.body, margin);
        let id = self.bodies.id(fast.body);
        if let Some(event) = self.events.moves.iter_mut().find(|event| event.body == id) {
            event.pose = stopped;
        }
    }

    /// First time at which a swept shape meets a static one, at most `first`.
    fn first_impact(&self, shape: u32, sweep: &Sweep, first: f32) -> f32 {
        let record = &self.shapes.records[shape as usize];
        let boxes = [0.0, 1.0].map(|time| record.geometry.aabb(sweep.pose_at(time)));
        let swept: Aabb = boxes[0].union(boxes[1]);
        let mut first = first;
        let _ = self.broad_phase.statics.query(swept, u64::MAX, |other| {
            let ground = &self.shapes.records[other as usize];
            if record.filter.allows(&ground.filter) && !self.joined_apart(record.body, ground.body) {
                let pose = self.bodies.poses[ground.body as usize].pose;
                first = impact_before(&ground.geometry, pose, &record.geometry, sweep, first);
            }
            ControlFlow::Continue(())
        });
        first
    }
}

/// Time at which a swept shape meets a resting one, or `first` if that is sooner or they never do.
fn impact_before(
    ground: &Shape,
    pose: cairn2d_math::Pose,
    shape: &Shape,
    sweep: &Sweep,
    first: f32,
) -> f32 {
    let resting = Sweep::fixed(pose);
    if let Shape::ChainSegment(chain) = ground {
        // Chains are solid from one side only: who starts behind one passes.
        let start = pose.inv_transform_point(sweep.pose_at(0.0).transform_point(shape.centroid()));
        if chain.normal().dot(start - chain.a) < 0.0 {
            return first;
        }
    }
    match time_of_impact(&ground.core(), &resting, &shape.core(), sweep, first) {
        TimeOfImpact::Hit(impact) if impact.fraction > 0.0 && impact.fraction < first => impact.fraction,
        _ => first,
    }
}
