//! Imports compared with results by hand, and broken files.

mod ldtk;
mod mjcf;
mod mutants;
mod rube;
mod support;
mod svg;
mod tiled;
