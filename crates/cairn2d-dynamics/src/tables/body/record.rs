//! The cold part of a body: kind, solver set, and the heads of its lists.

use cairn2d_geometry::Mass;

use super::def::{BodyKind, Locks};
use crate::store::edge_list::Edges;
use crate::store::slot::NONE;

/// Index of a solver set.
pub(crate) type SetIndex = u32;

/// Default sweep threshold: motion in a step, as a share of the inner radius, above which continuous
/// collision runs \[-\].
pub(crate) const DEFAULT_SWEEP_THRESHOLD: f32 = 0.5;

/// Smallest and largest time scale of a body \[-\].
pub(crate) const MIN_TIME_SCALE: f32 = 1.0e-3;
pub(crate) const MAX_TIME_SCALE: f32 = 1.0e3;

/// A body whose time scale is not 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TimeScale {
    pub(crate) body: u32,
    /// Time scale of the body itself \[-\].
    pub(crate) own: f32,
    /// Factor that its velocities have now, including areas \[-\].
    pub(crate) applied: f32,
}

/// The cold part of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyRecord {
    pub(crate) kind: BodyKind,
    pub(crate) set: SetIndex,
    /// Position in the list of its set; for a sleeping body the next one of its island, or [`NONE`].
    pub(crate) set_link: u32,
    pub(crate) head_shape: u32,
    pub(crate) shape_count: u32,
    /// Newest contact as an edge: contact slot times two plus side.
    pub(crate) head_contact: u32,
    pub(crate) contact_count: u32,
    /// Touching contacts with bodies that are not dynamic; counted for dynamic bodies only.
    pub(crate) ground_count: u32,
    /// Position in the list of bodies at internal edges, `NONE` outside of it.
    pub(crate) internal_edge_index: u32,
    /// Newest joint as an edge: joint slot times two plus side.
    pub(crate) head_joint: u32,
    pub(crate) joint_count: u32,
    pub(crate) mass: Mass,
    pub(crate) mass_override: Option<Mass>,
    pub(crate) locks: Locks,
    /// Whether continuous collision applies between it and dynamic bodies.
    pub(crate) bullet: bool,
    /// Of two dynamic bodies, the one with higher dominance acts as if it had infinite mass.
    pub(crate) dominance: i8,
    /// Motion in a step, as a share of the inner radius, above which continuous collision runs \[-\].
    pub(crate) sweep_threshold: f32,
}

const _: () = assert!(size_of::<BodyRecord>() <= 88);

impl BodyRecord {
    pub(crate) fn new(kind: BodyKind) -> BodyRecord {
        BodyRecord {
            kind,
            set: 0,
            set_link: NONE,
            head_shape: NONE,
            shape_count: 0,
            head_contact: NONE,
            contact_count: 0,
            ground_count: 0,
            internal_edge_index: NONE,
            head_joint: NONE,
            joint_count: 0,
            mass: Mass::ZERO,
            mass_override: None,
            locks: Locks::default(),
            bullet: false,
            dominance: 0,
            sweep_threshold: DEFAULT_SWEEP_THRESHOLD,
        }
    }

    /// Returns a walk along its contacts.
    pub(crate) fn contact_edges(&self) -> Edges {
        Edges::from_head(self.head_contact)
    }

    /// Returns a walk along its joints.
    pub(crate) fn joint_edges(&self) -> Edges {
        Edges::from_head(self.head_joint)
    }

    pub(crate) fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }
}
