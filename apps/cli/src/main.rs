//! The cairn2d program.
fn main() {}
