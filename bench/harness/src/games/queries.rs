//! Games of queries: a level that stands still, and lists of queries in place of steps.

use super::{Game, Parameters};
use crate::queries::Queries;

/// Returns a game of queries.
pub(super) fn build(name: &str, parameters: &Parameters) -> Game {
    let (scene, queries) = Queries::in_level(name, parameters);
    Game { queries: Some(queries), steps: false, ..Game::new(scene) }
}
