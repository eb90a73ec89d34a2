//! Making an empty world.

use cairn2d_math::StandardFloats;
use cairn2d_tasks::Threads;

use crate::body::Bodies;
use crate::broad_phase::BroadPhase;
use crate::calls::Calls;
use crate::column::Origin;
use crate::config::WorldConfig;
use crate::constraint_graph::ConstraintGraph;
use crate::contact::Contacts;
use crate::error::ValueError;
use crate::event::Events;
use crate::field::Fields;
use crate::hooks::Hooks;
use crate::impact::Impacts;
use crate::island::IslandFinder;
use crate::joint::Joints;
use crate::material::MaterialPairs;
use crate::narrow_phase::NarrowPhase;
use crate::sensor::Sensors;
use crate::shape::Shapes;
use crate::snapshot::Spare;
use crate::solver::Solver;
use crate::solver_set::SolverSets;

use super::World;
use super::continuous::Continuous;
use super::moves::Moves;
use super::seams::Seams;

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// The first setting out of its range.
    pub fn new(config: WorldConfig) -> Result<World, ValueError> {
        StandardFloats::within(|| config.validate())?;
        let tag = config.id_tag;
        let mut bodies = Bodies::new(tag);
        bodies.set_large(config.large_world);
        Ok(World {
            bodies,
            shapes: Shapes::new(tag),
            joints: Joints::new(tag),
            contacts: Contacts::new(tag, config.exact_restitution),
            fields: Fields::new(tag),
            sets: SolverSets::default(),
            graph: ConstraintGraph::new(),
            broad_phase: BroadPhase::default(),
            narrow_phase: NarrowPhase::default(),
            hooks: Hooks::default(),
            material_pairs: MaterialPairs::default(),
            seams: Seams::default(),
            sensors: Sensors::default(),
            solver: Solver::default(),
            impacts: Impacts::default(),
            islands: IslandFinder::default(),
            finalized: Vec::new(),
            continuous: Continuous::default(),
            events: Events::default(),
            moves: Moves::default(),
            threads: Threads::new(|share| StandardFloats::within(share)),
            step_count: 0,
            last_dt: 0.0,
            mid_step: false,
            clock: None,
            calls: Calls::default(),
            spare: Spare::default(),
            origin: Origin::default(),
            config,
        })
    }

    /// The settings in force.
    pub fn config(&self) -> &WorldConfig {
        &self.config
    }
}
