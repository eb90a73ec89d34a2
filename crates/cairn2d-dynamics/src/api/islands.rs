//! Islands of a world, for debug drawing and game logic.

use crate::stages::sleep_islands::IslandFinder;
use crate::state::State;
use crate::store::id::BodyId;
use crate::store::slot::NONE;
use crate::tables::joint::JointKind;
use crate::tables::solver_set::{AWAKE_SET, FIRST_SLEEPING_SET};
use crate::world::World;

/// The islands of all bodies, as found by [`World::find_islands`].
#[derive(Clone, Debug, Default)]
pub struct Islands {
    finder: IslandFinder,
    /// The body in each slot, if it was part of an island.
    members: Vec<Option<BodyId>>,
}

impl Islands {
    /// Returns the island of a body, named by its body with the lowest slot. Two bodies are in one island if
    /// and only if these are equal. `None` for static and disabled bodies, and for ids that were stale at the
    /// time of the search.
    pub fn of(&self, body: BodyId) -> Option<BodyId> {
        let slot = body.raw().slot() as usize;
        let member = self.members.get(slot).copied().flatten();
        member.filter(|&member| member == body).and(self.finder.parents.get(slot)).and_then(|&root| {
            // A root is a member itself.
            self.members.get(root as usize).copied().flatten()
        })
    }
}

impl State {
    /// Extends awake islands by sleeping bodies, which may be parts of them if bodies sleep in layers.
    fn join_sleepers(&self, finder: &mut IslandFinder, members: &mut [Option<BodyId>]) {
        let moves = |body: u32| {
            let set = self.bodies.records[body as usize].set;
            set >= FIRST_SLEEPING_SET || set == AWAKE_SET
        };
        for slot in self.bodies.slots().filter(|&slot| moves(slot)) {
            members[slot as usize] = Some(self.bodies.id(slot));
            finder.parents[slot as usize] = slot;
        }
        let contacts = self.contacts.pool.slots().map(|slot| &self.contacts.records[slot as usize]);
        let contacts = contacts.filter(|record| record.touching).map(|record| record.bodies);
        let acts = |&slot: &u32| {
            let joint = &self.joints.records[slot as usize];
            joint.enabled && joint.kind != JointKind::Filter
        };
        let joints = self.joints.pool.slots().filter(acts);
        let joints = joints.map(|slot| self.joints.records[slot as usize].bodies);
        for [a, b] in contacts.chain(joints) {
            if [a, b].iter().all(|&body| self.dynamic(body).is_some() && moves(body)) {
                finder.unite(a, b);
            }
        }
        for slot in self.bodies.slots().filter(|&slot| moves(slot)) {
            finder.parents[slot as usize] = finder.root(slot);
        }
    }
}

impl World {
    /// Finds the islands, awake and asleep: bodies that can influence each other through contacts and joints.
    /// Each kinematic body is its own island. Reuses the memory of an earlier search.
    ///
    /// # Cost
    /// Visits all bodies, and all contacts and joints of awake bodies.
    pub fn find_islands(&self, islands: &mut Islands) {
        let Islands { finder, members } = islands;
        members.clear();
        members.resize(self.state.bodies.records.len(), None);
        self.state.find_islands_awake(finder);
        for &body in self.state.sets.awake() {
            members[body as usize] = Some(self.state.bodies.id(body));
            finder.parents[body as usize] = finder.root(body);
        }
        if self.state.config.is_layered() {
            self.state.join_sleepers(finder, members);
            return;
        }
        for island in &self.state.sets.islands {
            let chain = || {
                let some = |body: u32| (body != NONE).then_some(body);
                let next = move |&body: &u32| some(self.state.bodies.records[body as usize].set_link);
                core::iter::successors(some(island.first), next)
            };
            let lowest = chain().min().unwrap_or(NONE);
            for body in chain() {
                members[body as usize] = Some(self.state.bodies.id(body));
                finder.parents[body as usize] = lowest;
            }
        }
    }
}
