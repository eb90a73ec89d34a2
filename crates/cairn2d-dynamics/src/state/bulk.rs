//! Adds many bodies and shapes with one pass of the broad phase.

use crate::state::State;
use crate::tables::body::BodyKind;
use crate::tables::shape::ShapeDef;
use crate::tables::solver_set::STATIC_SET;

/// Number of new objects from which memory is reserved for them.
const SEVERAL: usize = 64;

/// Number of static shapes of a body from which they are inserted into their tree together.
const MANY: usize = 1024;

impl State {
    /// Reserves memory for this many more objects, if they are many compared to the existing ones. Capacity
    /// that grows in small amounts is soon too small again. Adds an eighth, so that the first few objects
    /// after loading a level do not move all tables.
    pub(crate) fn reserve_rows(&mut self, bodies: usize, shapes: usize) {
        let (bodies_now, shapes_now) = (self.bodies.records.len(), self.shapes.records.len());
        if bodies >= SEVERAL && bodies >= bodies_now / 2 {
            self.bodies.reserve(bodies_now + bodies + bodies / 8);
        }
        if shapes >= SEVERAL && shapes >= shapes_now / 2 {
            self.shapes.reserve(shapes_now + shapes + shapes / 8);
        }
    }

    /// Adds a validated shape to a body. A static one is only appended to `statics`.
    pub(crate) fn insert_shape_later(&mut self, body: u32, def: &ShapeDef, statics: &mut Vec<u32>) -> u32 {
        let record = &self.bodies.records[body as usize];
        if record.kind != BodyKind::Static || record.set != STATIC_SET || def.is_sensor {
            return self.insert_shape(body, def);
        }
        let shape = self.add_shape(body, def);
        statics.push(shape);
        shape
    }

    /// Inserts the AABBs of the static shapes of a body into their tree. Few are inserted one by one: they
    /// are often the segments of a line, which fill no area that a subtree could have.
    pub(crate) fn insert_static_proxies(&mut self, statics: &[u32]) {
        if statics.len() < MANY {
            statics.iter().for_each(|&shape| self.insert_static_proxy(shape));
        } else {
            self.insert_statics_together(statics);
        }
    }

    /// Inserts the AABBs of static shapes of many bodies, such as the tiles of a level.
    pub(crate) fn insert_statics_together(&mut self, statics: &[u32]) {
        // Without any, the tree and its packed copy stay as they are.
        if statics.is_empty() {
            return;
        }
        for &shape in statics {
            self.shapes.boxes[shape as usize] = self.static_shape_box(shape);
        }
        let proxies = self.broad_phase.insert_statics(statics, &self.shapes.boxes);
        for (&shape, proxy) in statics.iter().zip(proxies) {
            self.shapes.records[shape as usize].proxy = proxy;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Body, World, WorldConfig};
    use cairn2d_geometry::Rect;

    /// A change of the tree drops its packed copy.
    #[test]
    fn many_moving_bodies_leave_the_tree_of_static_shapes() {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let tile = |n: u16, body: Body| body.at([f32::from(n), 0.0]).with(Rect::half(0.5, 0.5));
        world.spawn_many((0..20).map(|n| tile(n, Body::fixed()))).unwrap();
        assert!(core::mem::take(&mut world.state.broad_phase.statics.changed));
        world.spawn_many((0..20).map(|n| tile(n, Body::dynamic()))).unwrap();
        assert!(!world.state.broad_phase.statics.changed);
    }
}
