//! What a caller sees of a world: views, queries, changes in bulk, settings, snapshots and the log of calls. A change passes through one
//! of these calls; everything below works on the state.

// In the order of the page of `World`: looking, views, what goes in, settings, and the rest.
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
