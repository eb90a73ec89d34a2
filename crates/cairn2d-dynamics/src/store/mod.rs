//! Storage that knows nothing of physics: columns with version stamps, ids, linked lists, sets of bits, bytes.

pub(crate) mod bit_set;
pub(crate) mod codec;
pub(crate) mod column;
pub(crate) mod edge_list;
pub(crate) mod id;
pub(crate) mod room;
pub(crate) mod slot;
