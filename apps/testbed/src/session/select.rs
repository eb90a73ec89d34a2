//! The selection: bodies, and a joint of one of them.

use core::ops::ControlFlow;

use cairn2d::{Aabb, BodyId, BodyRef, DVec2, JointId, QueryFilter, Seen, ShapeRef, Vec2, World};

/// Selected bodies, in the order they were selected, and a joint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    bodies: Vec<BodyId>,
    /// The joint whose values are shown.
    pub joint: Option<JointId>,
}

impl Selection {
    /// The bodies.
    pub fn bodies(&self) -> &[BodyId] {
        &self.bodies
    }

    /// Whether a body is selected.
    pub fn contains(&self, id: BodyId) -> bool {
        self.bodies.contains(&id)
    }

    /// Clears the selection.
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.joint = None;
    }

    /// Selects only one body; with `add` toggles it in the selection.
    pub fn click(&mut self, id: Option<BodyId>, add: bool) {
        if !add {
            self.clear();
        }
        let Some(id) = id else { return };
        match self.bodies.iter().position(|&other| other == id) {
            Some(at) if add => drop(self.bodies.remove(at)),
            Some(_) => {}
            None => self.bodies.push(id),
        }
        self.joint = None;
    }

    /// Selects the bodies whose centre is in a box `[m]` relative to a world position and that are not
    /// static; if there are none, the static ones.
    pub fn in_box(&mut self, world: &World, (bounds, origin): (Aabb, DVec2), add: bool) {
        if !add {
            self.clear();
        }
        let center = |body: BodyRef<'_>| (body.center64() - origin).to_vec2();
        let inside = |id: &BodyId| world.body(*id).is_some_and(|body| bounds.contains_point(center(body)));
        let moves =
            |id: &BodyId| world.body(*id).is_some_and(|body| body.kind() != cairn2d::BodyKind::Static);
        let all: Vec<BodyId> = world.bodies().filter(inside).collect();
        let moving: Vec<BodyId> = all.iter().copied().filter(moves).collect();
        for id in if moving.is_empty() { all } else { moving } {
            if !self.bodies.contains(&id) {
                self.bodies.push(id);
            }
        }
    }

    /// Removes bodies and joints that no longer exist.
    pub fn forget_gone(&mut self, world: &World) {
        self.bodies.retain(|&id| world.body(id).is_some());
        self.joint = self.joint.filter(|&id| world.joint(id).is_some());
    }
}

/// The body at a point `[m]`: the one with the deepest overlap, else the nearest within `radius` `[m]`;
/// moving bodies before static ones.
fn body_at((world, seen): (&World, &Seen<'_>), point: Vec2, radius: f32) -> Option<BodyId> {
    let mut best: Option<(bool, f32, BodyId)> = None;
    let found = seen.nearest_all(point, radius, QueryFilter::all().with_sensors(), |hit| {
        let fixed = world.body(hit.body).is_none_or(|body| body.kind() == cairn2d::BodyKind::Static);
        let key = (fixed, hit.distance, hit.body);
        if best.is_none_or(|best| (key.0, key.1) < (best.0, best.1)) {
            best = Some(key);
        }
        ControlFlow::Continue(())
    });
    found.ok()?;
    best.map(|(_, _, id)| id)
}

impl super::Session {
    /// The body at a point `[m]`: the one with the deepest overlap, else the nearest within `radius` `[m]`;
    /// moving bodies before static ones.
    pub fn body_at(&self, point: Vec2, radius: f32) -> Option<BodyId> {
        let seen = self.world().seen_from(self.scene().origin()).ok()?;
        body_at((self.world(), &seen), point, radius)
    }

    /// Selects the bodies in a box `[m]`; with `add` in addition to the selection.
    pub fn select_box(&mut self, bounds: Aabb, add: bool) {
        let world = self.tape.as_ref().map_or(&self.live.runner.world, |tape| tape.world());
        self.selection.in_box(world, (bounds, self.live.runner.scene().origin()), add);
    }

    /// Removes the selected bodies.
    pub fn delete_selected(&mut self) {
        if let Some(joint) = self.selection.joint {
            self.edit(super::Edit::Unjoin(joint.to_bits()));
            return;
        }
        let bodies: Vec<u64> = self.selection.bodies().iter().map(|id| id.to_bits()).collect();
        if !bodies.is_empty() {
            self.edit(super::Edit::Delete(bodies));
        }
    }

    /// The box to show `[m]`: all non-static bodies and the ground near them; everything if nothing moves;
    /// `None` for an empty world.
    pub fn bounds(&self) -> Option<Aabb> {
        let world = self.world();
        let solid = || world.shapes().filter_map(|id| world.shape(id)).filter(|shape| !shape.is_sensor());
        let fixed = |shape: &ShapeRef<'_>| {
            world.body(shape.body()).is_none_or(|body| body.kind() == cairn2d::BodyKind::Static)
        };
        let origin = self.scene().origin();
        let bounds = |shape: &ShapeRef<'_>| {
            world.body(shape.body()).map_or(Aabb::EMPTY, |body| shape.geometry().aabb(body.pose_from(origin)))
        };
        let around = |sum: Option<Aabb>, shape: ShapeRef<'_>| {
            let one = bounds(&shape);
            Some(sum.map_or(one, |sum| sum.union(one)))
        };
        let Some(moving) = solid().filter(|shape| !fixed(shape)).fold(None, around) else {
            return solid().fold(None, around);
        };
        let grounds = solid().filter(fixed).filter_map(|shape| ground_near(moving, bounds(&shape)));
        Some(grounds.fold(moving, Aabb::union))
    }
}

/// The part of the ground that is shown with the moving bodies: ground no farther away than their size, and
/// only the top of a floor.
fn ground_near(moving: Aabb, ground: Aabb) -> Option<Aabb> {
    let size = 2.0 * moving.half_extents();
    let reach = if size.x > size.y { size.x } else { size.y };
    let (aside, far) = (Vec2::new(0.25 * reach, reach), Vec2::new(reach, reach));
    let near = Aabb { min: moving.min - far, max: moving.max + far };
    if !near.overlaps(ground) {
        return None;
    }
    let seen = Aabb { min: moving.min - aside, max: moving.max + aside };
    let mut part = Aabb { min: ground.min.max(seen.min), max: ground.max.min(seen.max) };
    let top = part.max.y - 0.08 * reach;
    if part.max.y <= moving.min.y && part.min.y < top {
        part.min.y = top;
    }
    (part.min.x <= part.max.x && part.min.y <= part.max.y).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d::vec2;

    #[test]
    fn what_falls_is_seen_with_what_it_falls_on() {
        let falling = Aabb::new(vec2(-3.0, 8.0), vec2(3.0, 14.0));
        let floor = Aabb::new(vec2(-40.0, -2.0), vec2(40.0, 4.0));
        let seen = ground_near(falling, floor).unwrap();
        assert!(seen.max.y == 4.0 && seen.min.y > 3.0, "its top: {seen:?}");
        assert!(seen.min.x > -6.0 && seen.max.x < 6.0, "not all of it: {seen:?}");
        assert_eq!(ground_near(falling, Aabb::new(vec2(-1.0, -60.0), vec2(1.0, -50.0))), None);
        for name in ["ragdoll_pile", "domino", "wrecking_ball"] {
            let mut session = super::super::Session::open(name).unwrap();
            let bounds = session.bounds().unwrap();
            session.pace.paused = true;
            for _ in 0..250 {
                session.step_once();
                session.frame(0.0);
            }
            let world = session.world();
            let moving = world.bodies().filter_map(|id| world.body(id)).filter(|body| body.mass().mass > 0.0);
            let (mut inside, mut all) = (0, 0);
            for body in moving {
                all += 1;
                inside += u32::from(bounds.contains_point(body.position()));
            }
            assert!(2 * inside > all, "{name}: {inside} of {all} are still in view");
        }
    }
}
