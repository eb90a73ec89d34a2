//! Files that `cargo xtask bindings` writes from the table of the API.

#[rustfmt::skip]
pub mod calls;
#[rustfmt::skip]
pub(crate) mod exports;
#[rustfmt::skip]
pub mod structs;
