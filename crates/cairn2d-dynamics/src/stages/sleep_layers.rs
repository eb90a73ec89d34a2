//! Finds bodies that may fall asleep below restless ones.
//!
//! A *unit* is a body, or the bodies that joints connect. A unit is restless if one of its bodies has not
//! been slow for long enough, or touches moving ground. Units that a restless unit carries are restless too,
//! and so are those that would not stay at rest without it. All other units fall asleep at once, arches
//! included, because bodies of an arch carry each other.

use crate::stages::sleep_islands::IslandFinder;
use crate::state::State;
use crate::state::layers::{LayerScratch, WATCHED_TIME};
use crate::tables::solver_set::TIME_TO_SLEEP;

/// Time for which a body must be slow before it may sleep below restless ones `[s]`.
const LAYER_TIME: f32 = 1.5;

impl State {
    /// Lists the bodies of all units that may fall asleep, unit by unit.
    pub(crate) fn find_layers(&self, finder: &mut IslandFinder, scratch: &mut LayerScratch) {
        self.find_calm_islands(finder, scratch);
        self.find_units(finder);
        for &body in self.sets.awake() {
            let root = finder.root(body);
            let slow = self.bodies.motions[body as usize].sleep_time >= LAYER_TIME;
            finder.awake[root as usize] |= !slow && !scratch.calm.contains(body);
        }
        self.keep_awake_on_moving_ground(finder);
        finder.sleepy.clear();
        finder.restless.clear();
        for &body in self.sets.awake() {
            let root = finder.root(body);
            finder.sleepy.push((root, body));
            if root == body && finder.awake[root as usize] {
                finder.restless.push(root);
            }
        }
        if finder.restless.len() < finder.sleepy.len() {
            finder.sleepy.sort_unstable();
            self.spread_restlessness(finder, scratch);
        }
        let IslandFinder { sleepy, awake, .. } = finder;
        sleepy.retain(|&(root, _)| !awake[root as usize]);
    }

    /// Finds the islands whose bodies are all slow, also if they lost their balance a while ago.
    fn find_calm_islands(&self, finder: &mut IslandFinder, scratch: &mut LayerScratch) {
        self.mark_restless(finder, |time| {
            let slow = if time < 0.0 { time + WATCHED_TIME } else { time };
            slow < TIME_TO_SLEEP
        });
        self.find_islands_awake(finder);
        self.gather_sleepy(finder);
        scratch.calm.clear();
        scratch.calm.ensure_len(self.bodies.records.len());
        finder.sleepy.iter().for_each(|&(_, body)| scratch.calm.insert(body));
    }

    /// Builds the union-find forest of the awake bodies from the joints.
    fn find_units(&self, finder: &mut IslandFinder) {
        finder.parents.resize(self.bodies.records.len(), 0);
        finder.awake.resize(self.bodies.records.len(), false);
        for &body in self.sets.awake() {
            finder.parents[body as usize] = body;
            finder.awake[body as usize] = false;
        }
        let joints = self.graph.colors.iter().flat_map(|color| color.joints.all());
        for &joint in joints {
            let [a, b] = self.joints.records[joint as usize].bodies;
            if self.is_movable(a) && self.is_movable(b) {
                finder.unite(a, b);
            }
        }
    }

    /// Marks all units that restless ones carry.
    fn spread_restlessness(&self, finder: &mut IslandFinder, scratch: &mut LayerScratch) {
        while let Some(root) = finder.restless.pop() {
            let first = finder.sleepy.partition_point(|&(other, _)| other < root);
            let mut position = first;
            while let Some(&(_, body)) = finder.sleepy.get(position).filter(|&&(other, _)| other == root) {
                position += 1;
                if self.dynamic(body).is_none() {
                    continue;
                }
                let edges = self.bodies.records[body as usize].contact_edges();
                for (contact, side) in edges.iter(&self.contacts.records) {
                    let record = &self.contacts.records[contact as usize];
                    let other = record.bodies[1 - side];
                    if !record.touching || !self.is_movable(other) {
                        continue;
                    }
                    let root = finder.root(other);
                    if finder.awake[root as usize] {
                        continue;
                    }
                    let IslandFinder { parents, awake, .. } = &*finder;
                    let sleeps = |body: u32| {
                        let root = root_of(parents, body);
                        self.is_movable(body) && !awake[root as usize]
                    };
                    if self.carries(contact, 1 - side) || !self.rests_on(other, &mut scratch.props, sleeps) {
                        finder.awake[root as usize] = true;
                        finder.restless.push(root);
                    }
                }
            }
        }
    }
}

/// Returns the root of a body in a forest.
fn root_of(parents: &[u32], mut body: u32) -> u32 {
    while parents[body as usize] != body {
        body = parents[body as usize];
    }
    body
}
