//! The selection: bodies, and a joint of one of them.

use core::ops::ControlFlow;

use cairn2d::{Aabb, BodyId, BodyRef, DVec2, JointId, QueryFilter, Seen, Vec2, World};

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

    /// Selects exactly these bodies.
    pub fn set(&mut self, bodies: Vec<BodyId>) {
        self.bodies = bodies;
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
}
