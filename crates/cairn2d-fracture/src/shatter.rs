//! Shattering a body by a pattern.

use cairn2d::{BodyId, StandardFloats, World};

use crate::body::Source;
use crate::error::FractureError;
use crate::pattern::Fracture;
use crate::pieces::{Least, Pieces};

/// Replaces a body with bodies of its pieces, and returns their ids.
///
/// Pieces have the settings and materials of the body and move as it does: mass, momentum and angular
/// momentum are kept. Their origin is their centre of mass. Pieces of static and kinematic bodies are
/// dynamic. All are awake. A piece below the least size is merged with a neighbour. Sensors and lines go to
/// the nearest piece. Joints of the body end.
///
/// Round shapes become polygons within them, at most half a millimetre smaller, with the same mass. Parts of
/// a body should not overlap, as pieces of both would be at one place.
///
/// ```
/// use cairn2d::prelude::*;
/// use cairn2d_fracture::{Fracture, shatter};
///
/// let mut world = World::new(WorldConfig::default())?;
/// let pane = world.spawn(Body::dynamic().with(Rect::half(1.0, 1.0).density(2.0)))?;
/// let pieces = shatter(&mut world, pane, &Fracture::voronoi(30).seed(1))?;
/// let mass: f32 = pieces.iter().map(|&id| world.body(id).unwrap().mass().mass).sum();
/// assert!(world.body(pane).is_none() && pieces.len() > 20 && (mass - 8.0).abs() < 1.0e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A stale id, a setting out of range, or a body without area or with shapes that are too thin for
/// their length. The world is unchanged.
///
/// # Cost
/// About a microsecond for each piece of a convex body, and the cost of
/// [`World::spawn_many`].
pub fn shatter(world: &mut World, body: BodyId, how: &Fracture) -> Result<Vec<BodyId>, FractureError> {
    StandardFloats::within(|| {
        let (source, pieces) = break_up(world, body, how)?;
        source.replace(world, &pieces)
    })
}

/// Reads a body and divides it by a pattern.
pub(crate) fn break_up(
    world: &World,
    body: BodyId,
    how: &Fracture,
) -> Result<(Source, Pieces), FractureError> {
    how.check()?;
    let mut source = Source::read(world, body)?;
    let cells = how.cells(source.bounds, |point| source.contains(point))?;
    let least = Least { area: f64::from(how.min_area), width: f64::from(how.min_width) };
    let pieces = source.cut(&cells, least)?;
    Ok((source, pieces))
}
