//! Material pairs: friction, restitution and the like, set for two material ids in place of the combined
//! values.

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::store::each::Each;
use crate::tables::error::{Owner, ValueError};
use crate::tables::material::MaterialPair;
use crate::world::World;

impl World {
    /// Sets the combined material of contacts between two materials, by their ids in either order. `None`
    /// restores the combined values. Updates existing contacts and wakes their bodies.
    ///
    /// # Errors
    /// A value out of range.
    ///
    /// # Cost
    /// Visits all contacts.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
    /// use cairn2d::{Body, IntoShape, Material, MaterialPair, Rect, World, WorldConfig};
    ///
    /// let (ice, steel) = (1, 2);
    /// let mut world = World::new(WorldConfig::default())?;
    /// let slippery = MaterialPair { friction: Some(0.0), ..MaterialPair::default() };
    /// world.set_material_pair(ice, steel, Some(slippery))?;
    /// let of = |id| {
    ///     let mut material = Material::default();
    ///     material.id = id;
    ///     material
    /// };
    /// world.spawn(Body::fixed().with(Rect::half(50.0, 0.5).material(of(ice))))?;
    /// let skate = Rect::half(0.5, 0.5).material(of(steel));
    /// let skater = world.spawn(Body::dynamic().at([0.0, 1.0]).velocity([3.0, 0.0]).with(skate))?;
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// assert!((world.body(skater).unwrap().velocity().x - 3.0).abs() < 1.0e-3);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn set_material_pair(
        &mut self,
        a: u64,
        b: u64,
        pair: Option<MaterialPair>,
    ) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            let named = |error: ValueError| error.about(Owner::MaterialPair(a, b));
            self.state.material_pairs.set(a, b, pair).map_err(named)?;
            let ids = |world: &World, shapes: [u32; 2]| {
                shapes.each(|shape| world.state.shapes.records[shape as usize].material.id)
            };
            for slot in 0..self.state.contacts.records.len() as u32 {
                if !self.state.contacts.pool.is_alive(slot) {
                    continue;
                }
                let record = self.state.contacts.records[slot as usize];
                let found = ids(self, record.shapes);
                if found == [a, b] || found == [b, a] {
                    let material = self.state.mix(record.shapes);
                    self.state.contacts.set_surface(slot, material);
                    record.bodies.into_iter().for_each(|body| self.state.wake_body(body));
                }
            }
            self.note(Op::SetMaterialPair, &(a, b, pair));
            Ok(())
        })
    }

    /// Returns all material pairs: the two ids in ascending order, and the values.
    pub fn material_pairs(&self) -> impl Iterator<Item = ([u64; 2], &MaterialPair)> + '_ {
        self.state.material_pairs.all()
    }

    /// Returns the pair that was set for two materials.
    pub fn material_pair(&self, a: u64, b: u64) -> Option<MaterialPair> {
        self.state.material_pairs.get(a, b).copied()
    }
}
