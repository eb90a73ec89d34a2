//! The state of a world: all data that affects its future. Snapshots, hashes and saved worlds contain exactly
//! this.

pub(crate) mod balance;
pub(crate) mod bodies;
pub(crate) mod bulk;
pub(crate) mod changes;
pub(crate) mod contacts;
pub(crate) mod crowds;
pub(crate) mod fields;
pub(crate) mod generic;
pub(crate) mod hooks;
pub(crate) mod internal_edges;
pub(crate) mod joint_loads;
pub(crate) mod joints;
pub(crate) mod layers;
pub(crate) mod masses;
pub(crate) mod one_way;
pub(crate) mod origin;
pub(crate) mod proxies;
pub(crate) mod replace;
pub(crate) mod sensors;
pub(crate) mod sets;
pub(crate) mod shapes;
pub(crate) mod time_scales;

use crate::state::internal_edges::InternalEdgeBodies;
use crate::store::capacity::clone_with_capacity;
use crate::store::column::Origin;
use crate::tables::body::Bodies;
use crate::tables::broad_phase::BroadPhase;
use crate::tables::config::WorldConfig;
use crate::tables::constraint_graph::ConstraintGraph;
use crate::tables::contact::Contacts;
use crate::tables::event::Events;
use crate::tables::field::Fields;
use crate::tables::hooks::Hooks;
use crate::tables::joint::Joints;
use crate::tables::material::MaterialPairs;
use crate::tables::moves::Moves;
use crate::tables::sensor::Sensors;
use crate::tables::shape::Shapes;
use crate::tables::solver_set::SolverSets;

/// All tables of a world, its settings and its events.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) config: WorldConfig,
    pub(crate) bodies: Bodies,
    pub(crate) shapes: Shapes,
    pub(crate) joints: Joints,
    pub(crate) fields: Fields,
    pub(crate) contacts: Contacts,
    pub(crate) sets: SolverSets,
    pub(crate) graph: ConstraintGraph,
    pub(crate) broad_phase: BroadPhase,
    pub(crate) hooks: Hooks,
    pub(crate) material_pairs: MaterialPairs,
    pub(crate) internal_edges: InternalEdgeBodies,
    pub(crate) sensors: Sensors,
    pub(crate) events: Events,
    pub(crate) moves: Moves,
    pub(crate) step_count: u64,
    /// Length of the last step \[s\].
    pub(crate) last_dt: f32,
    /// Set while a step runs. Still set between steps if one stopped halfway.
    pub(crate) mid_step: bool,
    /// Lineage of the version stamps of the columns.
    pub(crate) origin: Origin,
}

clone_with_capacity!(State: config, bodies, shapes, joints, fields, contacts, sets, graph, broad_phase, hooks, material_pairs, internal_edges, sensors, events, moves, step_count, last_dt, mid_step, origin);

impl State {
    /// Returns an empty state. The settings must be valid.
    pub(crate) fn new(config: WorldConfig) -> State {
        let tag = config.id_tag;
        let mut bodies = Bodies::new(tag);
        bodies.set_large(config.large_world);
        bodies.set_layered(config.layered_sleep);
        State {
            bodies,
            shapes: Shapes::new(tag),
            joints: Joints::new(tag),
            contacts: Contacts::new(tag, config.exact_restitution),
            fields: Fields::new(tag),
            sets: SolverSets::default(),
            graph: ConstraintGraph::new(),
            broad_phase: BroadPhase::default(),
            hooks: Hooks::default(),
            material_pairs: MaterialPairs::default(),
            internal_edges: InternalEdgeBodies::default(),
            sensors: Sensors::default(),
            events: Events::default(),
            moves: Moves::default(),
            step_count: 0,
            last_dt: 0.0,
            mid_step: false,
            origin: Origin::default(),
            config,
        }
    }
}
