//! Shapes: the builder, the record and the table that holds them.

mod def;
mod one_way;
mod replace;

pub use def::{ChainDef, IntoShape, ShapeDef};
pub use one_way::OneWay;
pub use replace::Replace;

use std::sync::Arc;

use cairn2d_geometry::manifold::ShapeRows;
use cairn2d_geometry::{Circle, Mass, Polygon, Shape};
use cairn2d_math::{Aabb, Vec2};

use crate::store::column::{Column, Tracked};
use crate::store::id::ShapeId;
use crate::store::slot::NONE;
use crate::store::table::table;
use crate::tables::filter::CollisionFilter;
use crate::tables::material::Material;

/// Location of a shape's AABB in the broad phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proxy {
    /// None: its body is disabled.
    None,
    /// In the tree of static shapes.
    Static(u32),
    /// In the tree of sleeping shapes.
    Sleeping(u32),
    /// In the list of moving shapes.
    Moving(u32),
    /// In the tree of sensors, for any state of its body.
    Sensor(u32),
}

/// Whether sensors detect a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SensorSight {
    /// Unless its body is static.
    UnlessStatic,
    /// Always.
    Seen,
    /// Never.
    Unseen,
}

impl SensorSight {
    pub(crate) fn always(seen: bool) -> SensorSight {
        if seen { SensorSight::Seen } else { SensorSight::Unseen }
    }
}

/// The cold part of a shape.
#[derive(Clone, Debug)]
pub(crate) struct ShapeRecord {
    pub(crate) body: u32,
    /// Next shape of the same body, newest first.
    pub(crate) next: u32,
    pub(crate) previous: u32,
    pub(crate) geometry: Shape,
    pub(crate) density: f32,
    pub(crate) mass: Mass,
    pub(crate) material: Material,
    pub(crate) filter: CollisionFilter,
    pub(crate) report_hits_above: f32,
    pub(crate) user_data: u64,
    pub(crate) proxy: Proxy,
    pub(crate) one_way: Option<OneWay>,
    /// Whether the hooks of the world run for it.
    pub(crate) hooked: bool,
    pub(crate) is_sensor: bool,
    /// Whether sensors detect it.
    pub(crate) sensor_events: SensorSight,
    /// Number of sensors that it overlaps.
    pub(crate) sensor_overlap_count: u32,
}

const _: () = assert!(size_of::<ShapeRecord>() <= 192);

impl ShapeRecord {
    /// Returns the definition of an equal shape.
    pub(crate) fn def(&self) -> ShapeDef {
        ShapeDef {
            geometry: self.geometry.clone(),
            density: self.density,
            material: self.material,
            filter: self.filter,
            report_hits_above: self.report_hits_above,
            user_data: self.user_data,
            one_way: self.one_way,
            hooked: self.hooked,
            is_sensor: self.is_sensor,
            sensor_events: match self.sensor_events {
                SensorSight::UnlessStatic => None,
                SensorSight::Seen => Some(true),
                SensorSight::Unseen => Some(false),
            },
        }
    }

    /// Returns the content of a free slot.
    pub(crate) fn vacant() -> ShapeRecord {
        ShapeRecord {
            body: NONE,
            next: NONE,
            previous: NONE,
            geometry: Shape::Circle(Circle { center: Vec2::ZERO, radius: 1.0 }),
            density: 0.0,
            mass: Mass::ZERO,
            material: Material::default(),
            filter: CollisionFilter::default(),
            report_hits_above: f32::MAX,
            user_data: 0,
            proxy: Proxy::None,
            one_way: None,
            hooked: false,
            is_sensor: false,
            sensor_events: SensorSight::Unseen,
            sensor_overlap_count: 0,
        }
    }
}

table! {
    /// All shapes.
    Shapes of ShapeRow {
        columns {
            records: Column<ShapeRecord> = ShapeRecord::vacant();
        }
        saved {
            /// AABBs with their margin, for every shape that has a proxy.
            boxes: Column<Aabb> = Aabb::EMPTY;
        }
        others {
            /// Geometry in the layout that the wide kernels gather.
            rows: Tracked<ShapeRows> = Tracked::default();
            /// Number of one-way shapes.
            one_way_count: u32 = 0;
        }
        caches {
            /// The most recent polygons, each with its mass at a density. Equal shapes share them.
            recent: [Option<(Arc<Polygon>, f32, Mass)>; RECENT] = Default::default();
            /// Index of the oldest of them.
            oldest: usize = 0;
        }
    }
}

/// Number of recent polygons that new shapes may share.
const RECENT: usize = 8;

impl Shapes {
    pub(crate) fn new(tag: u8) -> Shapes {
        Shapes::empty(tag)
    }

    /// Adds a shape of a body, without links to other shapes.
    pub(crate) fn insert(&mut self, body: u32, def: &ShapeDef) -> u32 {
        let (shared, shared_mass) = self.find_recent(&def.geometry, def.density);
        let slot = self.insert_unwritten();
        self.one_way_count += u32::from(def.one_way.is_some());
        self.boxes[slot as usize] = Aabb::EMPTY;
        // Written in place: a record is large, and copies of it cost as much as the rest.
        let ShapeRecord {
            body: owner,
            next,
            previous,
            geometry,
            density,
            mass,
            material,
            filter,
            report_hits_above,
            user_data,
            proxy,
            one_way,
            hooked,
            is_sensor,
            sensor_events,
            sensor_overlap_count,
        } = &mut self.records[slot as usize];
        (*owner, *next, *previous) = (body, NONE, NONE);
        match shared.and_then(|index| self.recent[index].as_ref()) {
            // In a streamed level, the slot was that of an equal shape.
            Some((known, ..)) if matches!(geometry, Shape::Polygon(own) if Arc::ptr_eq(own, known)) => {}
            Some((known, ..)) => *geometry = Shape::Polygon(Arc::clone(known)),
            None => *geometry = def.geometry.clone(),
        }
        (*density, *mass) = (def.density, shared_mass);
        (*material, *filter) = (def.material, def.filter);
        (*report_hits_above, *user_data) = (def.report_hits_above, def.user_data);
        (*proxy, *one_way) = (Proxy::None, def.one_way);
        (*hooked, *is_sensor) = (def.hooked, def.is_sensor);
        *sensor_events = match def.sensor_events {
            Some(seen) => SensorSight::always(seen),
            None if def.is_sensor => SensorSight::Unseen,
            None => SensorSight::UnlessStatic,
        };
        *sensor_overlap_count = 0;
        self.rows.insert(slot, geometry);
        slot
    }

    /// Makes a polygon share memory with an equal recent one.
    pub(crate) fn share(&mut self, def: &mut ShapeDef) {
        let (index, _) = self.find_recent(&def.geometry, def.density);
        if let Some((known, ..)) = index.and_then(|index| self.recent[index].as_ref()) {
            def.geometry = Shape::Polygon(Arc::clone(known));
        }
    }

    /// Returns the index of an equal recent polygon, and the mass of the shape. A polygon without an equal
    /// one becomes recent.
    fn find_recent(&mut self, geometry: &Shape, density: f32) -> (Option<usize>, Mass) {
        let Shape::Polygon(polygon) = geometry else { return (None, geometry.mass(density)) };
        for (index, known) in self.recent.iter().enumerate() {
            if let Some((known, known_density, mass)) = known
                && known_density.to_bits() == density.to_bits()
                && (Arc::ptr_eq(known, polygon) || known.is_identical(polygon))
            {
                return (Some(index), *mass);
            }
        }
        let mass = geometry.mass(density);
        self.recent[self.oldest] = Some((Arc::clone(polygon), density, mass));
        self.oldest = (self.oldest + 1) % RECENT;
        (None, mass)
    }

    /// Sets the geometry of a shape.
    pub(crate) fn set_geometry(&mut self, slot: u32, geometry: Shape) {
        let record = &mut self.records[slot as usize];
        record.mass = geometry.mass(record.density);
        record.geometry = geometry;
        self.rows.remove(slot);
        self.rows.insert(slot, &record.geometry);
    }

    /// Reserves memory for this many slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.reserve_rows(count);
    }

    pub(crate) fn remove(&mut self, slot: u32) {
        self.one_way_count -= u32::from(self.records[slot as usize].one_way.is_some());
        self.rows.remove(slot);
        self.pool.remove(slot);
    }

    /// Returns the slots of a body's shapes, from the first of its list on.
    pub(crate) fn list_from(&self, first: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let mut at = first;
        core::iter::from_fn(move || {
            let shape = at;
            if shape == NONE {
                return None;
            }
            at = self.records[shape as usize].next;
            Some(shape)
        })
    }

    pub(crate) fn find(&self, id: ShapeId) -> Option<u32> {
        self.pool.find(id.raw())
    }

    pub(crate) fn id(&self, slot: u32) -> ShapeId {
        ShapeId::from_raw(self.pool.id(slot))
    }
}
