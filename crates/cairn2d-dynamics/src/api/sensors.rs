//! Overlaps of sensors.

use crate::store::id::ShapeId;
use crate::world::World;

impl World {
    /// Which shapes are in which sensor, in ascending order of the slots of both: the sensor first, then the visitor, as of the last step.
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
            .visits()
            .iter()
            .map(|visit| (self.state.shapes.id(visit.sensor), self.state.shapes.id(visit.visitor)))
    }
}
