//! Maps over short arrays of lanes, see [`crate::store::each`].

pub(super) use crate::store::each::Each;
