//! Edits of several bodies at once: a change of velocity, and copies.

use std::collections::BTreeSet;

use cairn2d::{BodyId, BodyKind, DVec2, Vec2, World};
use cairn2d_scenes::Scene;
use cairn2d_scenes::format::BodyNames;

use super::edit::{Edit, body_id, say};
use super::{BodyChange, Live, Session};

/// Adds a velocity to dynamic bodies.
pub(super) fn push(world: &mut World, bodies: &[u64], velocity: Vec2) -> Result<(), String> {
    let ids = bodies.iter().map(|&bits| body_id(bits)).collect::<Result<Vec<_>, _>>()?;
    let dynamic = |id: &BodyId| world.body(*id).is_some_and(|body| body.kind() == BodyKind::Dynamic);
    let ids: Vec<BodyId> = ids.into_iter().filter(dynamic).collect();
    if ids.is_empty() {
        return Err("none of the bodies is dynamic".to_owned());
    }
    let sums: Vec<Vec2> =
        ids.iter().filter_map(|&id| world.body(id)).map(|body| body.velocity() + velocity).collect();
    if !sums.iter().all(|sum| sum.is_finite()) {
        return Err("the velocity is not finite".to_owned());
    }
    for (id, sum) in ids.into_iter().zip(sums) {
        if let Some(mut body) = world.body_mut(id) {
            body.set_velocity(sum).map_err(say)?;
        }
    }
    Ok(())
}

/// Copies bodies with their motion, shapes, and the joints between them, displaced by a vector.
pub(super) fn copy(live: &mut Live, bodies: &[u64], by: Vec2) -> Result<(), String> {
    if live.runner.scene().origin() != DVec2::ZERO {
        return Err("bodies far from the origin cannot be copied".to_owned());
    }
    let world = &mut live.runner.world;
    let chosen = bodies.iter().map(|&bits| body_id(bits)).collect::<Result<BTreeSet<_>, _>>()?;
    // A world with only these bodies, as a scene.
    let mut part = world.clone();
    part.record_calls(None);
    let others: Vec<BodyId> = part.bodies().filter(|id| !chosen.contains(id)).collect();
    for id in others {
        part.despawn(id).map_err(say)?;
    }
    let mut scene = Scene::from_world("", &part).scene;
    if scene.bodies.is_empty() {
        return Err("the bodies are gone".to_owned());
    }
    for body in &mut scene.bodies {
        body.position = [body.position[0] + by.x, body.position[1] + by.y];
    }
    let mut made = Vec::new();
    let result = add(world, &scene, &mut made);
    if result.is_err() {
        // A despawn also removes the joints.
        made.into_iter().for_each(|id| drop(world.despawn(id)));
    }
    result
}

/// Adds the bodies and the joints of a scene to a world.
fn add(world: &mut World, scene: &Scene, made: &mut Vec<BodyId>) -> Result<(), String> {
    for body in &scene.bodies {
        made.push(cairn2d_scenes::spawn(world, scene, body, "copy").map_err(say)?);
    }
    let names = BodyNames::new(&scene.bodies);
    for joint in &scene.joints {
        let find = |body: &_| names.index(body).map(|index| (&scene.bodies[index], made[index]));
        cairn2d_scenes::join(world, joint, find, "copy").map_err(say)?;
    }
    Ok(())
}

impl Session {
    fn selected_bits(&self) -> Vec<u64> {
        self.selection.bodies().iter().map(|id| id.to_bits()).collect()
    }

    /// Adds a velocity `[m/s]` to the selected dynamic bodies.
    pub fn push_selected(&mut self, velocity: Vec2) {
        let bodies = self.selected_bits();
        if !bodies.is_empty() {
            self.edit(Edit::Push { bodies, velocity: velocity.into() });
        }
    }

    /// Copies the selected bodies with a displacement `[m]`, and selects the copies.
    pub fn copy_selected(&mut self, by: Vec2) {
        let bodies = self.selected_bits();
        if bodies.is_empty() {
            return;
        }
        let before: BTreeSet<BodyId> = self.world().bodies().collect();
        if self.edit(Edit::Copy { bodies, by: by.into() }) {
            let copies: Vec<BodyId> = self.world().bodies().filter(|id| !before.contains(id)).collect();
            self.selection.set(copies);
        }
    }

    /// Applies changes to all selected bodies, which undo takes back together.
    pub fn change_selected(&mut self, changes: &[BodyChange]) {
        let mut is_first = true;
        for body in self.selected_bits() {
            for change in changes {
                let edit = Edit::Body(body, change.clone());
                if core::mem::take(&mut is_first) {
                    self.edit(edit)
                } else {
                    self.edit_on(edit)
                };
            }
        }
    }

    /// Stops the selected bodies and locks their coordinates, or unlocks them.
    pub fn freeze_selected(&mut self, frozen: bool) {
        let locks = BodyChange::Locks { x: frozen, y: frozen, rotation: frozen };
        if frozen {
            let still = [BodyChange::Velocity([0.0; 2]), BodyChange::AngularVelocity(0.0), locks];
            self.change_selected(&still);
        } else {
            self.change_selected(&[locks, BodyChange::Awake(true)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::tests::run;
    use cairn2d::{Aabb, vec2};

    fn all_moving(session: &mut Session) -> Vec<BodyId> {
        session.select_box(Aabb::new(vec2(-1.0e4, -1.0e4), vec2(1.0e4, 1.0e4)), false);
        session.selection.bodies().to_vec()
    }

    #[test]
    fn copies_have_the_shapes_joints_and_motion_and_are_selected() {
        let mut session = Session::open("bridge").unwrap();
        run(&mut session, 30);
        let chosen = all_moving(&mut session);
        let world = session.world();
        let between = |world: &World, ids: &[BodyId]| {
            let inner = |joint: &cairn2d::JointRef<'_>| joint.bodies().iter().all(|body| ids.contains(body));
            world.joints().filter_map(|id| world.joint(id)).filter(inner).count()
        };
        let (joints, inside) = (world.joints().count(), between(world, &chosen));
        assert!(inside > 10 && inside < joints, "{inside} of {joints}");
        let state = |world: &World, id| {
            let body = world.body(id).unwrap();
            (body.position(), body.angle(), body.velocity(), body.mass().mass, body.shapes().count())
        };
        let before: Vec<_> = chosen.iter().map(|&id| state(world, id)).collect();
        session.copy_selected(vec2(3.0, 40.0));
        let copies = session.selection.bodies().to_vec();
        let world = session.world();
        assert_eq!((copies.len(), between(world, &copies)), (chosen.len(), inside));
        assert_eq!(world.joints().count(), joints + inside);
        for (&copy, (at, angle, velocity, mass, shapes)) in copies.iter().zip(before) {
            let now = state(world, copy);
            assert!((now.0 - at - vec2(3.0, 40.0)).length() < 1e-4 && (now.1 - angle).abs() < 1e-5);
            assert!((now.2 - velocity).length() < 1e-4 && (now.3 - mass).abs() < 1e-4 * mass);
            assert_eq!(now.4, shapes);
        }
        // The copies are part of the history.
        run(&mut session, 20);
        let (step, hash) = (session.step_index(), session.world().hash());
        session.seek(0);
        session.seek(step);
        assert_eq!(session.world().hash(), hash);
        session.undo();
        assert!(session.world().body(copies[0]).is_none());
    }

    #[test]
    fn pushed_bodies_are_faster_and_frozen_ones_stay() {
        let mut session = Session::open("domino").unwrap();
        let chosen = all_moving(&mut session);
        session.push_selected(vec2(0.0, 12.0));
        let world = session.world();
        assert!(chosen.iter().all(|&id| world.body(id).unwrap().velocity().y == 12.0));
        session.undo();
        session.freeze_selected(true);
        let gestures = session.marks().count();
        assert!(gestures >= 3 * chosen.len());
        let places = |session: &Session| -> Vec<Vec2> {
            chosen.iter().map(|&id| session.world().body(id).unwrap().position()).collect()
        };
        let before = places(&session);
        run(&mut session, 60);
        assert_eq!(places(&session), before);
        session.freeze_selected(false);
        session.push_selected(vec2(1.0, 3.0));
        run(&mut session, 10);
        assert!(places(&session).iter().zip(&before).all(|(now, then)| now.distance(*then) > 0.01));
    }

    #[test]
    fn impossible_edits_of_many_change_nothing() {
        let mut session = Session::open("domino").unwrap();
        let chosen = all_moving(&mut session);
        let hash = session.world().hash();
        for by in [vec2(f32::NAN, 0.0), vec2(1.0e9, 0.0)] {
            session.copy_selected(by);
            assert!(session.take_message().is_some());
            assert_eq!((session.world().hash(), session.selection.bodies()), (hash, &chosen[..]));
        }
        session.push_selected(vec2(f32::INFINITY, 0.0));
        assert!(session.take_message().is_some_and(|why| why.contains("finite")));
        let fixed = session.world().bodies().find(|id| !chosen.contains(id)).unwrap();
        session.selection.click(Some(fixed), false);
        session.push_selected(vec2(1.0, 0.0));
        assert!(session.take_message().is_some_and(|why| why.contains("dynamic")));
        assert_eq!(session.world().hash(), hash);
    }
}
