//! Finds islands at rest and puts them to sleep; first puts bodies of large worlds into their cells.
//!
//! An island is a set of awake bodies that influence each other through contacts and joints. Awake islands
//! are not kept between steps. A union-find over the constraint graph runs every [`SEARCH_PERIOD`] steps,
//! and only if some body has been slow or held for long enough. Compared with incremental islands this costs
//! nothing while bodies move, and needs no splitting. It is exact: groups that separated never keep each
//! other awake. Only a sleeping island is stored, as a solver set.

use cairn2d_math::{DVec2, Vec2};

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::state::held::HeldRow;
use crate::state::layers::LayerScratch;
use crate::store::capacity::reserve_total;
use crate::store::slot::NONE;
use crate::tables::check::MAX_COORDINATE_64;
use crate::tables::contact::FIXED;
use crate::tables::solver_set::TIME_TO_SLEEP;

/// Steps between two searches.
const SEARCH_PERIOD: u64 = 4;

/// Steps of every [`COMPARING_PERIOD`] in which poses are compared. Their difference is odd, so that a body
/// that swings with a period of 2, 4 or 8 steps is not always seen in the same place.
const COMPARED_STEPS: [u64; 2] = [0, 3];

const COMPARING_PERIOD: u64 = 8;

/// Memory of the search between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct IslandFinder {
    /// Parent of every body slot in the forest; a root is its own parent. Only entries of awake bodies are
    /// valid.
    pub(crate) parents: Vec<u32>,
    /// Marks of awake bodies that are not ready to sleep, then of the roots of their islands.
    pub(crate) awake: Vec<bool>,
    /// Root and body, for all bodies of islands that sleep now.
    pub(crate) sleepy: Vec<(u32, u32)>,
    pub(crate) group: Vec<u32>,
    /// Roots of restless units whose bodies have not been visited yet, in the search for layers.
    pub(crate) restless: Vec<u32>,
    /// Number of bodies that have been slow for long enough, counted by the last finalize stage.
    pub(crate) ready_count: u32,
    /// Bodies that are not slow, in the search for held ones.
    pub(crate) held: Vec<HeldRow>,
}

impl IslandFinder {
    /// Reserves memory for a search among this many body slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        reserve_total(&mut self.parents, count);
        reserve_total(&mut self.awake, count);
        reserve_total(&mut self.sleepy, count);
        reserve_total(&mut self.group, count);
        reserve_total(&mut self.held, count);
    }

    /// Returns the root of a body, and halves the path to it.
    pub(crate) fn root(&mut self, mut body: u32) -> u32 {
        while self.parents[body as usize] != body {
            let parent = self.parents[body as usize];
            self.parents[body as usize] = self.parents[parent as usize];
            body = parent;
        }
        body
    }

    /// Merges the islands of two bodies. The lower slot becomes the root, so the order of unions does not
    /// matter.
    pub(crate) fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a < b {
            self.parents[b as usize] = a;
        } else if b < a {
            self.parents[a as usize] = b;
        }
    }
}

/// Puts islands at rest to sleep.
pub(crate) fn sleep_islands(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    // Before any body falls asleep, so that all bodies that moved are still listed as awake.
    state.settle_cells(step);
    if state.config.is_layered() {
        state.load_sleepers(&mut scratch.layers);
    }
    state.sleep_ready_islands(&mut scratch.islands, &mut scratch.layers);
}

impl State {
    /// Puts islands to sleep whose bodies have all been slow or held for long enough.
    pub(crate) fn sleep_ready_islands(&mut self, finder: &mut IslandFinder, layers: &mut LayerScratch) {
        if !self.config.sleeping {
            self.held.rows.clear();
            return;
        }
        if !self.config.is_layered() && COMPARED_STEPS.contains(&(self.step_count % COMPARING_PERIOD)) {
            self.update_held(&mut finder.held);
        }
        let due = self.step_count.is_multiple_of(SEARCH_PERIOD);
        if !due || finder.ready_count == 0 && self.held_bodies().next().is_none() {
            return;
        }
        if self.config.is_layered() {
            self.find_layers(finder, layers);
        } else {
            self.mark_restless(finder, |time| time < TIME_TO_SLEEP);
            for body in self.held_bodies() {
                // A row of a snapshot may name a body that does not exist.
                if let Some(mark) = finder.awake.get_mut(body as usize) {
                    *mark = false;
                }
            }
            self.find_islands(finder, true);
            self.gather_sleepy(finder);
        }
        let mut first = 0;
        while first < finder.sleepy.len() {
            let root = finder.sleepy[first].0;
            finder.group.clear();
            finder
                .group
                .extend(finder.sleepy[first..].iter().take_while(|(r, _)| *r == root).map(|(_, body)| *body));
            first += finder.group.len();
            self.sleep_bodies(&finder.group);
        }
    }

    /// Number of islands among the awake bodies that are not static.
    pub(crate) fn awake_island_count(&self) -> u32 {
        let mut finder = IslandFinder::default();
        self.find_islands_awake(&mut finder);
        self.sets.awake().iter().filter(|&&body| finder.parents[body as usize] == body).count() as u32
    }

    /// Builds the union-find forest of the awake bodies from the constraint graph.
    pub(crate) fn find_islands_awake(&self, finder: &mut IslandFinder) {
        self.find_islands(finder, false);
    }

    /// Marks the awake bodies that are not ready to sleep, by the time for which they have been slow.
    pub(crate) fn mark_restless(&self, finder: &mut IslandFinder, is_restless: impl Fn(f32) -> bool) {
        finder.awake.resize(self.bodies.records.len(), false);
        for &body in self.sets.awake() {
            finder.awake[body as usize] = is_restless(self.bodies.motions[body as usize].sleep_time);
        }
    }

    /// As [`find_islands_awake`](Self::find_islands_awake), but islands with marked bodies count as one if
    /// they are merged.
    fn find_islands(&self, finder: &mut IslandFinder, merged: bool) {
        finder.parents.resize(self.bodies.records.len(), 0);
        let mut first_restless = NONE;
        for &body in self.sets.awake() {
            let restless = merged && finder.awake[body as usize];
            if restless && first_restless == NONE {
                first_restless = body;
            }
            finder.parents[body as usize] = if restless { first_restless } else { body };
        }
        for color in &self.graph.colors {
            for &slot in &color.contacts {
                let [_, _, a, b] = self.contacts.pairs[slot as usize];
                let movable = (a | b) & FIXED == 0;
                if movable && finder.parents[a as usize] != finder.parents[b as usize] {
                    finder.unite(a, b);
                }
            }
            for &slot in color.joints.all() {
                let [a, b] = self.joints.records[slot as usize].bodies;
                if self.is_movable(a) && self.is_movable(b) {
                    finder.unite(a, b);
                }
            }
        }
        for row in &self.images.rows {
            if self.is_awake(row.owner) && self.is_awake(row.image) {
                finder.unite(row.owner, row.image);
            }
        }
    }

    /// Lists the bodies of islands without marked bodies, island by island.
    pub(crate) fn gather_sleepy(&self, finder: &mut IslandFinder) {
        for &body in self.sets.awake() {
            if finder.awake[body as usize] {
                let root = finder.root(body);
                finder.awake[root as usize] = true;
            }
        }
        self.keep_awake_on_moving_ground(finder);
        finder.sleepy.clear();
        for &body in self.sets.awake() {
            let root = finder.root(body);
            if !finder.awake[root as usize] {
                finder.sleepy.push((root, body));
            }
        }
        finder.sleepy.sort_unstable();
    }

    /// Keeps islands awake that touch or are joined to a moving kinematic body. Asleep, they would hang in
    /// the air when it moves away.
    pub(crate) fn keep_awake_on_moving_ground(&self, finder: &mut IslandFinder) {
        if self.bodies.kinematics.is_empty() {
            return;
        }
        for color in &self.graph.colors {
            let contacts = color.contacts.iter().map(|&slot| self.contacts.records[slot as usize].bodies);
            let joints = color.joints.all().map(|&slot| self.joints.records[slot as usize].bodies);
            for [a, b] in contacts.chain(joints) {
                for (body, ground) in [(a, b), (b, a)] {
                    let state = &self.bodies.states[ground as usize];
                    let moving = state.velocity != cairn2d_math::Vec2::ZERO || state.angular_velocity != 0.0;
                    if self.dynamic(ground).is_none() && moving && self.dynamic(body).is_some() {
                        let root = finder.root(body);
                        finder.awake[root as usize] = true;
                    }
                }
            }
        }
    }

    /// In a large world, moves all awake bodies into the cells they are in now. Earlier stages of the step
    /// see them in the cells in which it began. So this covers motion and continuous collision.
    pub(crate) fn settle_cells(&mut self, step: &mut StepContext) {
        if !self.bodies.is_large() {
            return;
        }
        for index in 0..self.sets.awake().len() {
            let slot = self.sets.awake()[index];
            if self.bodies.is_settled(slot) {
                continue;
            }
            if self.bodies.settle(slot) {
                self.refresh_boxes(slot);
            }
            let center = self.bodies.frame(slot) + self.bodies.poses[slot as usize].center;
            if center.x.abs() > MAX_COORDINATE_64 || center.y.abs() > MAX_COORDINATE_64 {
                self.hold_at_edge(slot);
                step.report.capped_bodies += 1;
            }
        }
    }

    /// Stops a body at the edge of a large world.
    #[cold]
    fn hold_at_edge(&mut self, slot: u32) {
        let rotation = self.bodies.poses[slot as usize].pose.q;
        let at = self.bodies.position(slot);
        let inside = |x: f64| x.clamp(-MAX_COORDINATE_64, MAX_COORDINATE_64);
        self.bodies.place(slot, DVec2::new(inside(at.x), inside(at.y)), rotation);
        let state = &mut self.bodies.states[slot as usize];
        (state.velocity, state.angular_velocity) = (Vec2::ZERO, 0.0);
        self.refresh_boxes(slot);
    }
}
