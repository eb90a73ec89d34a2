//! Random scripts.
/// Placeholder.
pub fn random(_seed: u64) -> String { String::new() }
