//! Adds many bodies, or many shapes of one body, in one call.

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::body::Body;
use crate::tables::error::{BodyError, Owner};
use crate::tables::shape::{IntoShape, ShapeDef};
use crate::world::World;

impl World {
    /// Adds many bodies, all or none, and returns their ids in the same order.
    ///
    /// # Errors
    /// The first invalid value of a body or of one of its shapes. The world is unchanged.
    ///
    /// # Cost
    /// O(n log n). A million static bodies take about a second, a fraction of the time of single calls.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
    /// use cairn2d::{Body, Rect, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let tiles = (0..1000).map(|n| Body::fixed().at([n as f32, 0.0]).with(Rect::half(0.5, 0.5)));
    /// assert_eq!(world.spawn_many(tiles)?.len(), 1000);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn spawn_many(&mut self, bodies: impl IntoIterator<Item = Body>) -> Result<Vec<BodyId>, BodyError> {
        StandardFloats::within(|| {
            // Equal polygons share memory while the list grows, which keeps it small.
            let share = |mut body: Body| {
                for shape in &mut body.shapes {
                    self.state.shapes.share(shape);
                }
                body
            };
            let bodies: Vec<Body> = bodies.into_iter().map(share).collect();
            for (index, body) in bodies.iter().enumerate() {
                self.state.check_new(body).map_err(|error| error.of_list(index))?;
            }
            self.note(Op::SpawnMany, &bodies);
            let (mut ids, mut statics) = (Vec::with_capacity(bodies.len()), Vec::new());
            self.state.reserve_rows(bodies.len(), bodies.iter().map(|body| body.shapes.len()).sum());
            for def in bodies {
                ids.push(self.state.spawn_valid(&def, &mut statics));
            }
            self.state.insert_statics_together(&statics);
            Ok(ids)
        })
    }

    /// Adds many shapes to a body, all or none, and returns their ids in the same order. Updates the body's
    /// mass once.
    ///
    /// # Errors
    /// A stale id, or the first invalid value of a shape. The world is unchanged.
    ///
    /// # Cost
    /// As [`spawn_many`](World::spawn_many).
    pub fn attach_many<S: IntoShape>(
        &mut self,
        body: BodyId,
        shapes: impl IntoIterator<Item = S>,
    ) -> Result<Vec<ShapeId>, BodyError> {
        StandardFloats::within(|| {
            let slot = self.state.find_body(body)?;
            let shapes: Vec<ShapeDef> = shapes.into_iter().map(IntoShape::shape).collect();
            for (index, shape) in shapes.iter().enumerate() {
                shape.validate().map_err(|error| error.about(Owner::AttachedShape(body, Some(index))))?;
            }
            self.note(Op::AttachMany, &(body, &shapes));
            self.state.wake_body(slot);
            self.state.reserve_rows(0, shapes.len());
            let (mut ids, mut statics) = (Vec::with_capacity(shapes.len()), Vec::new());
            for def in shapes {
                let shape = self.state.insert_shape_later(slot, &def, &mut statics);
                ids.push(self.state.shapes.id(shape));
            }
            self.state.insert_static_proxies(&statics);
            self.state.update_mass(slot);
            Ok(ids)
        })
    }
}
