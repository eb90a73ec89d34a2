//! Storage without knowledge of physics: columns with version stamps, ids, linked lists, bit sets, number
//! encoding.

pub(crate) mod bit_set;
pub(crate) mod codec;
pub(crate) mod column;
pub(crate) mod edge_list;
pub(crate) mod id;
pub(crate) mod room;
pub(crate) mod slot;
