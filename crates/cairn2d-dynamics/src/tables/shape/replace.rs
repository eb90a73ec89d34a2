//! What [`World::replace_shapes`](crate::World::replace_shapes) changes about a body.

use cairn2d_geometry::Shape;

use crate::store::id::ShapeId;
use crate::tables::shape::ShapeDef;

/// Shapes of one body to remove, to change and to add in one call, see
/// [`World::replace_shapes`](crate::World::replace_shapes).
///
/// Each shape may be named once, either to be removed or to be changed.
#[derive(Clone, Debug, Default)]
pub struct Replace<'a> {
    /// Shapes to remove.
    pub remove: &'a [ShapeId],
    /// Shapes to change, each with its new geometry in body coordinates. Surface, filter and other properties
    /// stay.
    pub change: &'a [(ShapeId, Shape)],
    /// Shapes to add.
    pub add: Vec<ShapeDef>,
}
