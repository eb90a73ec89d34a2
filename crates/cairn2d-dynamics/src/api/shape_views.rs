//! Shape views: short-lived access by id.

use cairn2d_geometry::Shape;
use cairn2d_math::{Aabb, StandardFloats};

use crate::persist::calls::Op;
use crate::persist::codec::Encode;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::body::rounded_outward;
use crate::tables::check::{Bound, check};
use crate::tables::error::{BodyError, Owner, ValueError};
use crate::tables::filter::CollisionFilter;
use crate::tables::material::Material;
use crate::tables::shape::{OneWay, ShapeDef};
use crate::world::World;

/// Read access to a shape.
#[derive(Clone, Copy, Debug)]
pub struct ShapeRef<'a> {
    world: &'a World,
    slot: u32,
}

/// Write access to a shape, and its getters.
#[derive(Debug)]
pub struct ShapeMut<'a> {
    world: &'a mut World,
    slot: u32,
}

macro_rules! shape_getters {
    ($($view:ident),*) => {
        $(impl $view<'_> {
            /// Returns the id.
            pub fn id(&self) -> ShapeId {
                self.world.state.shapes.id(self.slot)
            }

            /// Returns the body of the shape.
            pub fn body(&self) -> BodyId {
                self.world.state.bodies.id(self.world.state.shapes.records[self.slot as usize].body)
            }

            /// Returns the geometry in body coordinates.
            pub fn geometry(&self) -> &Shape {
                &self.world.state.shapes.records[self.slot as usize].geometry
            }

            /// Returns the exact AABB in world coordinates. Far out in a large world it is rounded outward to
            /// 32 bits.
            pub fn aabb(&self) -> Aabb {
                StandardFloats::within(|| {
                    let near = self.geometry().aabb(self.world.state.pose_of_shape(self.slot));
                    rounded_outward(near, self.world.state.frame_of_shape(self.slot))
                })
            }

            /// Returns the definition of an equal shape.
            pub fn def(&self) -> ShapeDef {
                self.world.state.shapes.records[self.slot as usize].def()
            }

            /// Returns the density \[kg/m²\].
            pub fn density(&self) -> f32 {
                self.world.state.shapes.records[self.slot as usize].density
            }

            /// Returns the material.
            pub fn material(&self) -> Material {
                self.world.state.shapes.records[self.slot as usize].material
            }

            /// Returns the speed above which hits are reported \[m/s\], `None` for never.
            pub fn report_hits_above(&self) -> Option<f32> {
                let speed = self.world.state.shapes.records[self.slot as usize].report_hits_above;
                (speed < f32::MAX).then_some(speed)
            }

            /// Returns whether the hooks of the world run for this shape.
            pub fn is_hooked(&self) -> bool {
                self.world.state.shapes.records[self.slot as usize].hooked
            }

            /// Returns the one-way setting, `None` for a shape that is solid from all sides.
            pub fn one_way(&self) -> Option<OneWay> {
                self.world.state.shapes.records[self.slot as usize].one_way
            }

            /// Returns the collision filter.
            pub fn filter(&self) -> CollisionFilter {
                self.world.state.shapes.records[self.slot as usize].filter
            }

            /// Returns the user data.
            pub fn user_data(&self) -> u64 {
                self.world.state.shapes.records[self.slot as usize].user_data
            }

            /// Returns whether the shape is a sensor.
            pub fn is_sensor(&self) -> bool {
                self.world.state.shapes.records[self.slot as usize].is_sensor
            }

            /// Returns whether sensors detect the shape, see
            /// [`IntoShape::sensor_events`](crate::IntoShape::sensor_events).
            pub fn sensor_events(&self) -> bool {
                self.world.state.is_seen(&self.world.state.shapes.records[self.slot as usize])
            }

            /// Returns the visitors of this sensor as of the last step, in ascending slot order. Empty for
            /// other shapes.
            pub fn visitors(&self) -> impl Iterator<Item = ShapeId> + '_ {
                self.world.state.sensors.overlaps_of(self.slot).iter().map(|overlap| self.world.state.shapes.id(overlap.visitor))
            }

            /// Returns the sensors that this shape overlaps as of the last step, in ascending slot order.
            ///
            /// # Cost
            /// Visits all sensor overlaps, unless the shape has none.
            pub fn sensors(&self) -> impl Iterator<Item = ShapeId> + '_ {
                let in_none = self.world.state.shapes.records[self.slot as usize].sensor_overlap_count == 0;
                let overlaps = if in_none { &[] } else { self.world.state.sensors.overlaps() };
                let of_this = overlaps.iter().filter(move |overlap| overlap.visitor == self.slot);
                of_this.map(|overlap| self.world.state.shapes.id(overlap.sensor))
            }
        })*
    };
}

shape_getters!(ShapeRef, ShapeMut);

impl ShapeMut<'_> {
    /// Sets the material. Updates existing contacts and wakes the body.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_material(&mut self, material: Material) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            material.validate()?;
            let body = self.world.state.shapes.records[self.slot as usize].body;
            self.world.state.wake_touching(body);
            self.world.state.shapes.records[self.slot as usize].material = material;
            self.world.state.update_materials_of(self.slot);
            self.note(Op::ShapeMaterial, &material);
            Ok(())
        })
        .map_err(|error: ValueError| error.about(Owner::Shape(self.id(), self.body())))
    }

    /// Sets whether the hooks of the world run for this shape. Its contacts end and are found again; the body
    /// wakes.
    pub fn set_hooked(&mut self, hooked: bool) {
        StandardFloats::within(|| {
            let body = self.world.state.shapes.records[self.slot as usize].body;
            self.world.state.wake_touching(body);
            self.world.state.shapes.records[self.slot as usize].hooked = hooked;
            self.world.state.forget_pairs(self.slot);
            self.note(Op::ShapeHooked, &hooked);
        });
    }

    /// Makes the shape solid from one side only, or from all sides. Contacts that it holds stay held until
    /// they separate; the body wakes.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_one_way(&mut self, one_way: Option<OneWay>) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            if let Some(one_way) = &one_way {
                one_way.validate()?;
            }
            let body = self.world.state.shapes.records[self.slot as usize].body;
            self.world.state.wake_touching(body);
            let record = &mut self.world.state.shapes.records[self.slot as usize];
            let change = i64::from(one_way.is_some()) - i64::from(record.one_way.is_some());
            record.one_way = one_way;
            let count = &mut self.world.state.shapes.one_way_count;
            *count = count.wrapping_add_signed(change as i32);
            self.world.state.update_one_way_states_of(self.slot);
            self.note(Op::ShapeOneWay, &one_way);
            Ok(())
        })
        .map_err(|error: ValueError| error.about(Owner::Shape(self.id(), self.body())))
    }

    /// Sets the collision filter. Contacts of the shape end and are found again; the body wakes.
    pub fn set_filter(&mut self, filter: CollisionFilter) {
        StandardFloats::within(|| {
            let body = self.world.state.shapes.records[self.slot as usize].body;
            self.world.state.wake_touching(body);
            self.world.state.shapes.records[self.slot as usize].filter = filter;
            self.world.state.forget_pairs(self.slot);
            self.world.state.end_filtered_sensor_overlaps(self.slot);
            self.note(Op::ShapeFilter, &filter);
        });
    }

    /// Makes the shape a sensor, or solid again. Its contacts and its overlaps as a sensor end. The body
    /// wakes, and its mass changes. Whether other sensors detect the shape does not change.
    pub fn set_sensor(&mut self, is_sensor: bool) {
        StandardFloats::within(|| {
            self.world.state.set_sensor(self.slot, is_sensor);
            self.note(Op::ShapeSensor, &is_sensor);
        });
    }

    /// Sets whether sensors detect this shape.
    pub fn set_sensor_events(&mut self, seen: bool) {
        StandardFloats::within(|| {
            self.world.state.set_sensor_events(self.slot, seen);
            self.note(Op::ShapeSensorEvents, &seen);
        });
    }

    /// Sets the geometry, in body coordinates and of any kind. The shape keeps its id. A contact persists if
    /// its pair of geometry kinds is unchanged, and ends otherwise. The body and all touching bodies wake,
    /// and the body's mass changes.
    ///
    /// # Errors
    /// The first invalid value of the geometry.
    pub fn set_geometry(&mut self, geometry: impl Into<Shape>) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let geometry = geometry.into();
            geometry.validate()?;
            self.note(Op::ShapeGeometry, &geometry);
            self.world.state.change_geometry(self.slot, geometry);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Shape(self.id(), self.body())))
    }

    /// Sets the density \[kg/m²\] and updates the mass of the body.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_density(&mut self, density: f32) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            check("density", density, Bound::Range(0.0, 1.0e9))?;
            let record = &mut self.world.state.shapes.records[self.slot as usize];
            record.density = density;
            record.mass = record.geometry.mass(density);
            let body = record.body;
            self.world.state.wake_body(body);
            self.world.state.update_mass(body);
            self.note(Op::ShapeDensity, &density);
            Ok(())
        })
        .map_err(|error: ValueError| error.about(Owner::Shape(self.id(), self.body())))
    }

    /// Sets the user data.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.world.state.shapes.records[self.slot as usize].user_data = user_data;
        self.note(Op::ShapeUserData, &user_data);
    }
}

impl ShapeMut<'_> {
    /// Appends a call to the log, if the world is recorded.
    fn note(&mut self, op: Op, arguments: &dyn Encode) {
        let id = self.id();
        self.world.note(op, &(id, arguments));
    }
}

impl World {
    /// Returns read access to a shape; `None` for a stale id.
    pub fn shape(&self, id: ShapeId) -> Option<ShapeRef<'_>> {
        self.state.shapes.find(id).map(|slot| ShapeRef { world: self, slot })
    }

    /// Returns write access to a shape; `None` for a stale id.
    pub fn shape_mut(&mut self, id: ShapeId) -> Option<ShapeMut<'_>> {
        self.state.shapes.find(id).map(|slot| ShapeMut { world: self, slot })
    }
}
