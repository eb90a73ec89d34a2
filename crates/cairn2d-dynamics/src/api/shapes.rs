//! Adds, removes and moves shapes.

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::error::{BodyError, Owner};
use crate::tables::shape::{IntoShape, Replace};
use crate::tables::solver_set::DISABLED_SET;
use crate::world::World;

impl World {
    /// Moves a shape to another body. The geometry keeps its body coordinates; to keep its place in the
    /// world, transform it as in the example. The shape's contacts end. Both bodies and all touching bodies
    /// wake, and both masses change.
    ///
    /// # Errors
    /// A stale id.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Rect}; }
    /// use cairn2d::{Body, Circle, Rect, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let player = world.spawn(Body::dynamic().at([3.0, 0.0]).with(Rect::half(0.5, 1.0)))?;
    /// let coin = world.spawn(Body::dynamic().at([4.0, 0.0]).with(Circle::new(0.25)))?;
    /// let shape = world.body(coin).unwrap().shapes().next().unwrap();
    /// let rel = world.body(player).unwrap().pose().inv_mul(world.body(coin).unwrap().pose());
    /// world.reattach(shape, player)?;
    /// let kept = world.shape(shape).unwrap().geometry().transformed(rel);
    /// world.shape_mut(shape).unwrap().set_geometry(kept)?;
    /// assert_eq!(world.shape(shape).unwrap().body(), player);
    /// assert_eq!(world.shape(shape).unwrap().aabb().center(), [4.0, 0.0].into());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn reattach(&mut self, shape: ShapeId, body: BodyId) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let id = shape;
            let (shape, to) = (self.state.find_shape(shape)?, self.state.find_body(body)?);
            let from = self.state.shapes.records[shape as usize].body;
            if from == to {
                return Ok(());
            }
            self.state.wake_touching(from);
            self.state.wake_touching(to);
            self.state.destroy_contacts_of_shape(shape);
            self.state.remove_proxy(shape);
            self.state.unlink_shape(shape);
            self.state.link_shape(shape, to);
            if self.state.bodies.records[to as usize].set == DISABLED_SET {
                self.state.end_sensor_overlaps(shape, |_, _| false);
            } else {
                self.state.insert_proxy(shape, false);
                self.state.end_filtered_sensor_overlaps(shape);
            }
            self.state.update_mass(from);
            self.state.update_mass(to);
            self.note(Op::Reattach, &(id, body));
            Ok(())
        })
    }

    /// Adds a shape to a body and returns its id. Updates the body's mass, unless it has a mass override.
    ///
    /// # Errors
    /// A stale id, or the first invalid value of the shape.
    pub fn attach(&mut self, body: BodyId, shape: impl IntoShape) -> Result<ShapeId, BodyError> {
        StandardFloats::within(|| {
            let slot = self.state.find_body(body)?;
            let def = shape.shape();
            def.validate().map_err(|error| error.about(Owner::AttachedShape(body, None)))?;
            self.note(Op::Attach, &(body, &def));
            self.state.wake_body(slot);
            let shape = self.state.insert_shape(slot, &def);
            self.state.update_mass(slot);
            Ok(self.state.shapes.id(shape))
        })
    }

    /// Removes a shape. Touching bodies wake; touching contacts end with an end event. Updates the body's
    /// mass.
    ///
    /// # Errors
    /// A stale id.
    pub fn detach(&mut self, shape: ShapeId) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let slot = self.state.find_shape(shape)?;
            let body = self.state.shapes.records[slot as usize].body;
            self.state.wake_touching(body);
            self.state.destroy_shape(slot);
            self.state.update_mass(body);
            self.note(Op::Detach, &shape);
            Ok(())
        })
    }

    /// Removes, changes and adds shapes of one body in one call, all or none: for a piece of terrain that is
    /// made anew. Returns the ids of the added shapes in the order of the list. The mass of the body follows
    /// once.
    ///
    /// Contacts of the other shapes keep their ids and impulses. Contacts of removed shapes end with an
    /// event. Those of changed shapes go on as in [`ShapeMut::set_geometry`](crate::ShapeMut::set_geometry).
    /// The body wakes unless it is static, and so do the bodies that touched a removed or changed shape. No
    /// other body wakes: like [`attach`](World::attach), an added shape that overlaps a sleeping body pushes
    /// it out only once that wakes.
    ///
    /// # Errors
    /// A stale id, a shape of another body, a shape that is named twice, or the first value of a geometry or
    /// of an added shape that is not usable. The world is then as it was.
    ///
    /// # Cost
    /// One pass over the contacts of the body, and a search of the static tree per shape of the lists.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Segment, Shape}; }
    /// use cairn2d::{Body, IntoShape, Replace, Segment, Shape, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let chunk = world.spawn(Body::fixed())?;
    /// let floor = (0..3).map(|n| Segment::new([n as f32, 0.0], [n as f32 + 1.0, 0.0]));
    /// let ids = world.attach_many(chunk, floor)?;
    /// // The middle is cut out, and the right side becomes a slope.
    /// let slope = Shape::from(Segment::new([2.0, -1.0], [3.0, 0.0]));
    /// let added = world.replace_shapes(chunk, Replace {
    ///     remove: &ids[1..2],
    ///     change: &[(ids[2], slope)],
    ///     add: vec![Segment::new([1.0, -1.0], [2.0, -1.0]).friction(0.2)],
    /// })?;
    /// assert_eq!(added.len(), 1);
    /// assert!(world.shape(ids[1]).is_none() && world.shape(ids[2]).is_some());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn replace_shapes(&mut self, body: BodyId, replace: Replace<'_>) -> Result<Vec<ShapeId>, BodyError> {
        StandardFloats::within(|| {
            let plan = self.state.check_replace(body, &replace)?;
            let Replace { remove, change, add } = replace;
            self.note(Op::ReplaceShapes, &(body, (remove, change), &add));
            let added = self.state.replace_shapes(&plan, change, add);
            Ok(added.into_iter().map(|shape| self.state.shapes.id(shape)).collect())
        })
    }
}
