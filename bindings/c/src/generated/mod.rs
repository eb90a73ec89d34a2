//! Files that `cargo xtask bindings` writes from the table of the API.
#![allow(clippy::too_many_arguments, reason = "points and poses are separate numbers in C")]
#![allow(clippy::derivable_impls, clippy::approx_constant, reason = "every default is written, as a number")]

#[rustfmt::skip]
pub mod calls;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
#[rustfmt::skip]
pub(crate) mod exports;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[path = "exports_js.rs"]
#[rustfmt::skip]
pub(crate) mod exports;
#[rustfmt::skip]
pub mod structs;
