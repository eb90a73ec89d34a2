//! Limits the work that a scene from a link or a file may cause without confirmation: a crowd in one point,
//! thousands of explosions, or a step far ahead.
//!
//! Work is counted, not timed (see `Runner::coming_work`), so a link opens the same way everywhere. A clock,
//! if present, only ends a long replay earlier. Content that would take too long is left out or waits for a
//! click, and a message says so. Built-in scenes that are opened by name have no guard.

use cairn2d::{BodyId, JointId, ShapeId, World};
use cairn2d_scenes::BLAST_WORK;
use cairn2d_scenes::format::{BodyDesc, shape_count};

use super::edit::Edit;

/// Work of one step, or of the edits before it, that is done without confirmation: about 0.4 s.
pub(super) const STEP: u64 = 16_000_000;
/// Work of seeking to another step: about 1.6 s.
const REPLAY: u64 = 64_000_000;
/// Time of seeking to another step, if there is a clock `[ns]`.
pub(super) const REPLAY_TIME: u64 = 2_000_000_000;
/// Work of any edit.
const EDIT: u64 = 400;
/// Work per shape that is made, removed, or changes the mass.
const SHAPE: u64 = 100;
/// Work of a change of ground or water, picture included: about 2 ms.
const BESIDE: u64 = 80_000;
/// The most shapes that a world has after an edit.
const SHAPES: u64 = 1_000_000;

/// The work done, and the rejected step.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// Remaining work of seeking.
    pub(super) replay: u64,
    /// Work since the last request.
    pub(super) spent: u64,
    /// The step that was rejected; a second request takes it.
    pub(super) refused: Option<u32>,
}

impl Default for Guard {
    fn default() -> Self {
        Self { replay: REPLAY, spent: 0, refused: None }
    }
}

/// Returns the work of an edit; the largest number if it makes the world too large.
pub(super) fn edit_work(edit: &Edit, world: &World) -> u64 {
    let shapes = u64::from(world.counts().shapes);
    let of_body = |body: Option<BodyId>| {
        let body = body.and_then(|id| world.body(id));
        body.map_or(0, |body| SHAPE * body.shapes().count() as u64)
    };
    let work = match edit {
        Edit::Spawn(body) => match shapes_of(body) {
            made if made + shapes > SHAPES => return u64::MAX,
            made => SHAPE * made,
        },
        Edit::Delete(bodies) => bodies.iter().map(|&bits| EDIT + of_body(BodyId::from_bits(bits))).sum(),
        Edit::Copy { bodies, .. } => {
            let made: u64 = bodies.iter().map(|&bits| EDIT + of_body(BodyId::from_bits(bits))).sum();
            if made / SHAPE + shapes > SHAPES {
                return u64::MAX;
            }
            // The world is copied, and all other bodies are removed from the copy.
            made + SHAPE * shapes
        }
        Edit::Carry { bodies, .. } | Edit::Push { bodies, .. } => {
            bodies.iter().map(|&bits| EDIT + of_body(BodyId::from_bits(bits))).sum()
        }
        Edit::Explode { .. } => BLAST_WORK * shapes,
        Edit::Grab { .. } | Edit::Portals { .. } => 4 * shapes,
        Edit::Cut { .. } if 2 * shapes > SHAPES => return u64::MAX,
        Edit::Cut { .. } => 2 * SHAPE * shapes,
        Edit::Body(body, _) | Edit::Pin { body, .. } => of_body(BodyId::from_bits(*body)),
        Edit::Shape(shape, _) => {
            of_body(ShapeId::from_bits(*shape).and_then(|id| world.shape(id)).map(|shape| shape.body()))
        }
        Edit::Joint(joint, _) | Edit::Unjoin(joint) => {
            let joint = JointId::from_bits(*joint).and_then(|id| world.joint(id));
            joint.map_or(0, |joint| joint.bodies().into_iter().map(|body| of_body(Some(body)) / 8).sum())
        }
        // Samples or particles and what is near them.
        Edit::Dig { .. } | Edit::Pour { .. } => BESIDE + 4 * shapes,
        Edit::World(_) => 4 * shapes,
        Edit::Move { .. } | Edit::Release { .. } | Edit::Controls(_) => 0,
    };
    EDIT + work
}

fn shapes_of(body: &BodyDesc) -> u64 {
    shape_count(core::slice::from_ref(body)) as u64
}
