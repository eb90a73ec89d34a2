//! The state of a world: all data that affects its future. Snapshots, hashes and saved worlds contain exactly
//! this.

pub(crate) mod balance;
pub(crate) mod bodies;
pub(crate) mod bulk;
pub(crate) mod changes;
pub(crate) mod contacts;
pub(crate) mod crowds;
pub(crate) mod embedded;
pub(crate) mod fields;
pub(crate) mod generic;
pub(crate) mod held;
pub(crate) mod hooks;
pub(crate) mod internal_edges;
pub(crate) mod joint_loads;
pub(crate) mod joints;
pub(crate) mod layers;
pub(crate) mod masses;
pub(crate) mod one_way;
pub(crate) mod origin;
pub(crate) mod portals;
pub(crate) mod proxies;
pub(crate) mod replace;
pub(crate) mod sensors;
pub(crate) mod sets;
pub(crate) mod shapes;
pub(crate) mod time_scales;

use crate::kernels::solver::Forest;
use crate::state::held::HeldBodies;
use crate::state::internal_edges::InternalEdgeBodies;
use crate::store::capacity::clone_with_capacity;
use crate::store::column::{CopyMode, Origin};
use crate::store::saved::{Saved, SavedReader, SavedVisitor};
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
use crate::tables::portal::{Images, Passing, PortalTable};
use crate::tables::sensor::Sensors;
use crate::tables::shape::Shapes;
use crate::tables::solver_set::SolverSets;

/// Declares the state: the tables, parts and other data of a world. From the declaration follow the struct,
/// `clone`, and how saved rows of tables and parts are copied, written, read and hashed.
macro_rules! state {
    (
        $(#[$meta:meta])*
        $state:ident {
            tables { $($table:ident: $table_type:ty;)* }
            parts { $($part:ident: $part_type:ty;)* }
            others { $($(#[$o_meta:meta])* $other:ident: $other_type:ty;)* }
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub(crate) struct $state {
            $(pub(crate) $table: $table_type,)*
            $(pub(crate) $part: $part_type,)*
            $($(#[$o_meta])* pub(crate) $other: $other_type,)*
        }

        clone_with_capacity!($state: $($table,)* $($part,)* $($other),*);

        impl $state {
            /// Takes over the changes of the tables and parts of another state.
            pub(crate) fn copy_tables(&mut self, source: &$state, how: CopyMode) {
                $(self.$table.copy_changes(&source.$table, how);)*
                $(self.$part.copy_changes(&source.$part, how);)*
            }

            /// Visits the rows that snapshots, or also hashes, contain as they are.
            pub(crate) fn visit_saved(&self, which: Saved, visitor: &mut impl SavedVisitor) {
                $(self.$table.visit_saved(which, visitor);)*
                $(self.$part.visit_saved(which, visitor);)*
            }

            /// Reads these rows.
            pub(crate) fn read_saved<R: SavedReader>(&mut self, reader: &mut R) -> Result<(), R::Error> {
                $(self.$table.read_saved(reader)?;)*
                $(self.$part.read_saved(reader)?;)*
                Ok(())
            }
        }
    };
}

state! {
    /// All tables of a world, its settings and its events.
    State {
        tables {
            bodies: Bodies;
            shapes: Shapes;
            joints: Joints;
            fields: Fields;
            contacts: Contacts;
            portals: PortalTable;
        }
        parts {
            held: HeldBodies;
            internal_edges: InternalEdgeBodies;
            images: Images;
        }
        others {
            config: WorldConfig;
            sets: SolverSets;
            graph: ConstraintGraph;
            /// Trees of joints, which the solver derives from the graph.
            forest: Forest;
            broad_phase: BroadPhase;
            hooks: Hooks;
            material_pairs: MaterialPairs;
            sensors: Sensors;
            events: Events;
            moves: Moves;
            /// Empty between steps.
            passing: Passing;
            step_count: u64;
            /// Length of the last step \[s\].
            last_dt: f32;
            /// Set while a step runs. Still set between steps if one stopped halfway.
            mid_step: bool;
            /// Lineage of the version stamps of the columns.
            origin: Origin;
        }
    }
}

impl State {
    /// Returns an empty state. The settings must be valid.
    pub(crate) fn new(config: WorldConfig) -> State {
        let tag = config.id_tag;
        let mut bodies = Bodies::new(tag);
        bodies.set_large(config.is_large());
        bodies.set_layered(config.is_layered());
        State {
            bodies,
            shapes: Shapes::new(tag),
            joints: Joints::new(tag),
            contacts: Contacts::new(tag, config.exact_restitution),
            fields: Fields::new(tag),
            portals: PortalTable::new(tag),
            images: Images::default(),
            passing: Passing::default(),
            sets: SolverSets::default(),
            graph: ConstraintGraph::new(),
            forest: Forest::default(),
            broad_phase: BroadPhase::default(),
            hooks: Hooks::default(),
            material_pairs: MaterialPairs::default(),
            held: HeldBodies::default(),
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
