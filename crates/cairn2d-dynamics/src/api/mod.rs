//! The public API of a world: views, queries, bulk changes, settings, snapshots and the call log. Every
//! change of a world goes through one of these calls. All layers below work on the state.

// In the order of the page of `World`: events and queries, views, additions, settings, and the rest.
mod overview;

mod queries;

mod body_setters;
mod body_views;
mod shape_views;

mod joint_loads;
mod joint_views;

mod contact_views;
mod sensors;

mod bodies;
mod bulk;
mod joints;
mod shapes;

mod explosions;
mod fields;
mod impulses;
mod portals;

mod materials;
mod settings;

mod hooks;
mod islands;
mod origin;
mod reserve;
mod validate;

mod saved;
mod snapshots;

mod calls;
#[cfg(feature = "calls")]
mod replay;

mod clock;

pub use body_views::{BodyMut, BodyRef};
pub use clock::{FixedClock, Interpolated};
pub use contact_views::{ContactPoint, ContactRef};
pub use islands::Islands;
pub use joint_views::{JointMut, JointRef};
pub use queries::{
    CastResult, ImpactResult, NearestResult, PairResult, QueryFilter, Seen, SeparationResult, ShapeInBox,
};
pub use reserve::Capacity;
pub use saved::SavedWorld;
pub use shape_views::{ShapeMut, ShapeRef};
