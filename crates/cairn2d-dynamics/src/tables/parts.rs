//! Optional parts of the engine: cargo features, all on by default. A build without a part rejects the
//! objects that need it, so the results of all other worlds keep their bits. The guards are constants, from
//! which the compiler removes the code of missing parts.

use crate::tables::error::ValueError;

/// Continuous collision between two dynamic bodies.
pub(crate) const BULLETS: bool = cfg!(feature = "bullets");
/// The log of calls, for recordings.
pub(crate) const CALLS: bool = cfg!(feature = "calls");
/// Fields.
pub(crate) const FIELDS: bool = cfg!(feature = "fields");
/// Joints of generic rows: rotary, gear, rack, pulley and custom ones.
pub(crate) const GENERIC_JOINTS: bool = cfg!(feature = "generic_joints");
/// Worlds with cells.
pub(crate) const LARGE_WORLDS: bool = cfg!(feature = "large_worlds");
/// Sleep in layers.
pub(crate) const LAYERS: bool = cfg!(feature = "layers");
/// Portals.
pub(crate) const PORTALS: bool = cfg!(feature = "portals");
/// Sensors.
pub(crate) const SENSORS: bool = cfg!(feature = "sensors");

/// Checks that this build has a part, if it is wanted.
pub(crate) fn check_part(feature: &'static str, has: bool, wanted: bool) -> Result<(), ValueError> {
    if wanted && !has { Err(ValueError::absent(feature)) } else { Ok(()) }
}
