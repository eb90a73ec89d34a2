//! Poses one step ago, for drawing between two steps.

use cairn2d::{BodyId, DVec2, Interpolated, Pose, World};

use crate::render::between;

/// The poses of all bodies before the last step, by slot.
#[derive(Clone, Debug, Default)]
pub struct PreviousPoses {
    poses: Vec<Option<(BodyId, Pose)>>,
}

impl PreviousPoses {
    /// No poses: everything is drawn at its current pose.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stores all poses relative to a world position. Allocates only if there are more bodies than ever.
    pub fn note(&mut self, world: &World, origin: DVec2) {
        self.poses.clear();
        for id in world.bodies() {
            let slot = slot(id);
            if self.poses.len() <= slot {
                self.poses.resize(slot + 1, None);
            }
            self.poses[slot] = world.body(id).map(|body| (id, body.pose_from(origin)));
        }
    }

    /// Moves the poses of bodies that passed openings to the other side. No large world has portals.
    pub fn pass(&mut self, world: &World, origin: DVec2) {
        let origin = origin.to_vec2();
        for event in world.events().teleports() {
            if let Some(Some((known, pose))) = self.poses.get_mut(slot(event.body))
                && *known == event.body
            {
                let mut motion = Interpolated::new(Pose { p: pose.p + origin, q: pose.q });
                motion.pass(event);
                let placed = motion.at(0.0);
                *pose = Pose { p: placed.p - origin, q: placed.q };
            }
        }
    }

    /// Removes all poses, after a jump in time.
    pub fn clear(&mut self) {
        self.poses.clear();
    }

    /// The pose of a body at `now`, interpolated at `alpha` of the last step, 0 to 1.
    pub fn at(&self, id: BodyId, now: Pose, alpha: f32) -> Pose {
        match self.poses.get(slot(id)) {
            Some(Some((known, before))) if *known == id => between(*before, now, alpha),
            _ => now,
        }
    }
}

/// Ids hold their slot, plus one, in the low half of their bits.
fn slot(id: BodyId) -> usize {
    ((id.to_bits() & 0xffff_ffff) - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d::prelude::*;

    #[test]
    fn a_body_is_drawn_between_two_steps_and_a_new_one_where_it_is() {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
        let ball = || Body::dynamic().velocity([6.0, 0.0]).with(Circle::new(0.5));
        let [first, second] = [0, 1].map(|_| world.spawn(ball()).unwrap());
        world.despawn(first).unwrap();
        let mut poses = PreviousPoses::new();
        poses.note(&world, DVec2::ZERO);
        world.step(0.5).unwrap();
        let reused = world.spawn(ball().at([50.0, 0.0])).unwrap();
        let at = |id, alpha| poses.at(id, world.body(id).unwrap().pose(), alpha).p.x;
        assert!((at(second, 0.5) - 1.5).abs() < 1e-4, "{}", at(second, 0.5));
        assert!((at(second, 1.0) - 3.0).abs() < 1e-4);
        assert_eq!(at(reused, 0.5), 50.0);
    }

    /// A body that passed an opening is drawn on its way to it or from it, never between both openings.
    #[test]
    fn a_body_that_passes_an_opening_does_not_cross_the_picture() {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
        let a = cairn2d::PortalFrame::fixed([1.0, 0.0], [-1.0, 0.0]);
        let b = cairn2d::PortalFrame::fixed([40.0, 20.0], [0.0, 1.0]);
        world.add_portals(cairn2d::PortalPair::new(a, b).width(4.0)).unwrap();
        let ball = world.spawn(Body::dynamic().velocity([60.0, 0.0]).with(Circle::new(0.5))).unwrap();
        let mut poses = PreviousPoses::new();
        let mut passes = 0;
        for _ in 0..3 {
            poses.note(&world, DVec2::ZERO);
            world.step(1.0 / 60.0).unwrap();
            passes += world.events().teleports().len();
            poses.pass(&world, DVec2::ZERO);
            let drawn = poses.at(ball, world.body(ball).unwrap().pose(), 0.5).p;
            let near = |x: f32, y: f32| (drawn - Vec2::new(x, y)).length() < 2.0;
            assert!(near(1.0, 0.0) || near(40.0, 20.0) || near(40.0, 21.5), "{drawn:?}");
        }
        assert_eq!(passes, 1);
    }
}
