//! Which cells a shape covers.
//!
//! A cell is covered if its middle is inside. Shapes thinner than a cell are widened to a cell, so that a
//! segment of any slope leaves no gap: gas crosses faces only, and cells that touch at a corner are tight.

use core::ops::Range;

use cairn2d::{Pose, Shape, ShapeInBox, Vec2, World};

use crate::def::GasDef;

/// Cells of a box of the grid.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellBox {
    pub(crate) columns: Range<usize>,
    pub(crate) rows: Range<usize>,
}

impl CellBox {
    pub(crate) fn all(def: &GasDef) -> CellBox {
        CellBox { columns: 0..def.cells[0] as usize, rows: 0..def.cells[1] as usize }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.columns.is_empty() || self.rows.is_empty()
    }

    /// The cells of both boxes.
    pub(crate) fn within(&self, other: &CellBox) -> CellBox {
        let both = |a: &Range<usize>, b: &Range<usize>| a.start.max(b.start)..a.end.min(b.end);
        CellBox { columns: both(&self.columns, &other.columns), rows: both(&self.rows, &other.rows) }
    }
}

/// The cells whose middles may be covered by a shape at a pose.
pub(crate) fn reach(def: &GasDef, shape: &Shape, pose: Pose) -> CellBox {
    let bounds = shape.aabb(pose);
    let cells = |low: f32, high: f32, origin: f32, count: u32| {
        // A conversion to an integer stops at the ends of its range.
        let first = ((low - origin) / def.cell - 1.0) as usize;
        let end = ((high - origin) / def.cell + 2.0) as usize;
        first.min(count as usize)..end.min(count as usize)
    };
    CellBox {
        columns: cells(bounds.min.x, bounds.max.x, def.origin.x, def.cells[0]),
        rows: cells(bounds.min.y, bounds.max.y, def.origin.y, def.cells[1]),
    }
}

/// Calls `cover` with each covered cell of a box, row by row.
pub(crate) fn covered(
    def: &GasDef,
    shape: &Shape,
    pose: Pose,
    within: &CellBox,
    mut cover: impl FnMut(usize, usize),
) {
    let cells = reach(def, shape, pose).within(within);
    let margin = margin(def, shape);
    for row in cells.rows {
        for column in cells.columns.clone() {
            let middle = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * def.cell + def.origin;
            if shape.nearest_point(pose.inv_transform_point(middle)).distance <= margin {
                cover(column, row);
            }
        }
    }
}

/// Distance by which a thin shape is widened.
fn margin(def: &GasDef, shape: &Shape) -> f32 {
    // Rounding of a cell's middle may not open a gap.
    let margin = 0.5001 * def.cell - shape.min_extent();
    if margin > 0.0 { margin } else { 0.0 }
}

/// Number of cells, in fractions, that shapes of a world cover: by sixteen points in each cell.
pub(crate) fn covered_area(def: &GasDef, world: &World, shapes: &[ShapeInBox]) -> f32 {
    let fine = 4;
    let mut count = 0_u32;
    let boxes =
        shapes.iter().filter_map(|found| Some(reach(def, world.shape(found.shape)?.geometry(), found.pose)));
    let Some(all) = boxes.reduce(|a, b| CellBox {
        columns: a.columns.start.min(b.columns.start)..a.columns.end.max(b.columns.end),
        rows: a.rows.start.min(b.rows.start)..a.rows.end.max(b.rows.end),
    }) else {
        return 0.0;
    };
    for row in all.rows.start * fine..all.rows.end * fine {
        for column in all.columns.start * fine..all.columns.end * fine {
            let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) / fine as f32;
            let middle = at * def.cell + def.origin;
            let inside = shapes.iter().any(|found| {
                world.shape(found.shape).is_some_and(|shape| {
                    let (shape, point) = (shape.geometry(), found.pose.inv_transform_point(middle));
                    shape.nearest_point(point).distance <= margin(def, shape)
                })
            });
            count += u32::from(inside);
        }
    }
    count as f32 / (fine * fine) as f32
}

/// Distance of the farthest point of a shape at a pose from a point `[m]`.
pub(crate) fn farthest(shape: &Shape, pose: Pose, from: Vec2) -> f32 {
    let core = shape.core();
    let distances = core.points().iter().map(|&point| (pose.transform_point(point) - from).length());
    distances.fold(0.0, |most: f32, distance| if distance > most { distance } else { most }) + core.radius()
}

/// A hash of the geometry of a shape and its pose.
pub(crate) fn signature(shape: &Shape, pose: Pose) -> u64 {
    let core = shape.core();
    let mut hasher = cairn2d::system::SystemHasher::default();
    hasher.floats(&[pose.p.x, pose.p.y, pose.q.c, pose.q.s, core.radius()]);
    for point in core.points() {
        hasher.floats(&[point.x, point.y]);
    }
    hasher.finish()
}
