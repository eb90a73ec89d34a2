//! What is selected: bodies, and of one of them a joint.

use core::ops::ControlFlow;

use cairn2d::{Aabb, BodyId, JointId, QueryFilter, Vec2, World};

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

    /// Selects nothing.
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.joint = None;
    }

    /// Selects a body alone, or with `add` in addition, where one that is selected is left out again.
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

    /// Selects the bodies whose origin is in a box `[m]` and that are not static, or if there are none, the static ones.
    pub fn in_box(&mut self, world: &World, bounds: Aabb, add: bool) {
        if !add {
            self.clear();
        }
        let inside = |id: &BodyId| world.body(*id).is_some_and(|body| bounds.contains_point(body.center()));
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

    /// Drops what is not there any more.
    pub fn forget_gone(&mut self, world: &World) {
        self.bodies.retain(|&id| world.body(id).is_some());
        self.joint = self.joint.filter(|&id| world.joint(id).is_some());
    }
}

/// The body at a point `[m]`: the one it is deepest in, else the nearest within `radius` `[m]`; what can move before what cannot.
pub(super) fn body_at(world: &World, point: Vec2, radius: f32) -> Option<BodyId> {
    let mut best: Option<(bool, f32, BodyId)> = None;
    let found = world.nearest_all(point, radius, QueryFilter::all().with_sensors(), |hit| {
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
    /// The body at a point `[m]`: the one it is deepest in, else the nearest within `radius` `[m]`; what can move before what cannot.
    pub fn body_at(&self, point: Vec2, radius: f32) -> Option<BodyId> {
        body_at(self.world(), point, radius)
    }

    /// Selects the bodies in a box `[m]`, in addition to those that are with `add`.
    pub fn select_box(&mut self, bounds: Aabb, add: bool) {
        let world = self.tape.as_ref().map_or(&self.live.runner.world, |tape| tape.world());
        self.selection.in_box(world, bounds, add);
    }

    /// Removes what is selected.
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

    /// The box around all bodies that are not static, or around all if there are none `[m]`; `None` for an empty world.
    pub fn bounds(&self) -> Option<Aabb> {
        let of = |moving: bool| {
            let world = self.world();
            let mut bounds: Option<Aabb> = None;
            for id in world.shapes() {
                let Some(shape) = world.shape(id) else { continue };
                let fixed =
                    world.body(shape.body()).is_none_or(|body| body.kind() == cairn2d::BodyKind::Static);
                if moving && fixed || shape.is_sensor() {
                    continue;
                }
                let around = shape.aabb();
                bounds = Some(bounds.map_or(around, |bounds| bounds.union(around)));
            }
            bounds
        };
        of(true).or_else(|| of(false))
    }
}
