//! Storage without knowledge of physics: tables, columns with version stamps, ids, linked lists, bit sets.

pub(crate) mod bit_set;
pub(crate) mod capacity;
pub(crate) mod column;
pub(crate) mod each;
pub(crate) mod edge_list;
pub(crate) mod id;
pub(crate) mod saved;
pub(crate) mod slot;
pub(crate) mod table;
