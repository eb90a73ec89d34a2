//! Islands of a world, for drawing and for games.

use crate::stages::sleep_islands::IslandFinder;
use crate::store::id::BodyId;
use crate::store::slot::NONE;
use crate::world::World;

/// Which bodies are in one island, as [`World::find_islands`] found it.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    finder: IslandFinder,
    /// Per body slot: the body that was there, if it was in an island.
    members: Vec<Option<BodyId>>,
}

impl Islands {
    /// The island of a body, named by the body of its lowest slot; two bodies are in one island if and only if these are the same. `None` for
    /// bodies that are static or disabled, and for ids that were stale when the islands were found.
    pub fn of(&self, body: BodyId) -> Option<BodyId> {
        let slot = body.raw().slot() as usize;
        let member = self.members.get(slot).copied().flatten();
        member.filter(|&member| member == body).and(self.finder.parents.get(slot)).and_then(|&root| {
            // A root is a member itself.
            self.members.get(root as usize).copied().flatten()
        })
    }
}

impl World {
    /// Finds which bodies can influence each other through contacts and joints, awake and asleep: for drawing, and for games that want to know
    /// what hangs together. Kinematic bodies are islands of their own. Memory of an earlier search is used again.
    ///
    /// # Cost
    /// Looks at all bodies, and all contacts and joints of awake ones.
    pub fn find_islands(&self, islands: &mut Islands) {
        let Islands { finder, members } = islands;
        members.clear();
        members.resize(self.state.bodies.records.len(), None);
        self.state.find_islands_awake(finder);
        for &body in self.state.sets.awake() {
            members[body as usize] = Some(self.state.bodies.id(body));
            finder.parents[body as usize] = finder.root(body);
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
