//! `World::sensor_overlaps`, the list of sensor overlaps.

use crate::store::id::ShapeId;
use crate::world::World;

impl World {
    /// Returns the sensor overlaps as of the last step, each with the sensor first and the visitor second.
    /// Sorted by the slots of both.
    ///
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
    /// use cairn2d::{Body, Circle, IntoShape, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let zone = world.spawn(Body::fixed().with(Circle::new(3.0).sensor()))?;
    /// let ball = world.spawn(Body::dynamic().with(Circle::new(0.5)))?;
    /// world.step(1.0 / 60.0)?;
    /// let (sensor, visitor) = world.sensor_overlaps().next().unwrap();
    /// assert_eq!(world.shape(sensor).unwrap().body(), zone);
    /// assert_eq!(world.shape(visitor).unwrap().body(), ball);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn sensor_overlaps(&self) -> impl Iterator<Item = (ShapeId, ShapeId)> + '_ {
        self.state
            .sensors
            .overlaps()
            .iter()
            .map(|overlap| (self.state.shapes.id(overlap.sensor), self.state.shapes.id(overlap.visitor)))
    }
}
