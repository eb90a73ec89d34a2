//! Shapes: the builder, the record and the table that holds them.

mod def;
mod one_way;
mod replace;

pub use def::{ChainDef, IntoShape, ShapeDef};
pub use one_way::OneWay;
pub use replace::Replace;

use std::sync::Arc;

use cairn2d_geometry::manifold::ShapeRows;
use cairn2d_geometry::{Mass, Polygon, Shape};
use cairn2d_math::Aabb;

use crate::store::column::{Column, Tracked, keep_fields};
use crate::store::id::{IdPool, ShapeId};
use crate::store::room::clone_into_room;
use crate::store::slot::NONE;
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
    pub(crate) visit_count: u32,
}

const _: () = assert!(size_of::<ShapeRecord>() <= 192);

/// All shapes: one entry of every column per slot.
#[derive(Debug)]
pub(crate) struct Shapes {
    pub(crate) pool: IdPool,
    pub(crate) records: Column<ShapeRecord>,
    /// AABBs with their margin, for every shape that has a proxy.
    pub(crate) boxes: Column<Aabb>,
    /// Geometry in the layout that the wide kernels gather.
    pub(crate) rows: Tracked<ShapeRows>,
    /// Number of one-way shapes.
    pub(crate) one_way_count: u32,
    /// The most recent polygons, each with its mass at a density. Equal shapes share them.
    pub(crate) recent: [Option<(Arc<Polygon>, f32, Mass)>; RECENT],
    /// Index of the oldest of them.
    pub(crate) oldest: usize,
}

clone_into_room!(Shapes: pool, records, boxes, rows, one_way_count, recent, oldest);
keep_fields!(Shapes: pool, records, boxes, rows, one_way_count; recent, oldest);

/// Number of recent polygons that new shapes may share.
const RECENT: usize = 8;

impl Shapes {
    pub(crate) fn new(tag: u8) -> Shapes {
        Shapes {
            pool: IdPool::new(tag),
            records: Column::default(),
            boxes: Column::default(),
            rows: Tracked::default(),
            one_way_count: 0,
            recent: Default::default(),
            oldest: 0,
        }
    }

    pub(crate) fn insert(&mut self, body: u32, mut def: ShapeDef) -> u32 {
        let slot = self.pool.insert().slot();
        let mass = self.share(&mut def);
        let record = ShapeRecord {
            body,
            next: NONE,
            previous: NONE,
            geometry: def.geometry,
            density: def.density,
            mass,
            material: def.material,
            filter: def.filter,
            report_hits_above: def.report_hits_above,
            user_data: def.user_data,
            proxy: Proxy::None,
            one_way: def.one_way,
            hooked: def.hooked,
            is_sensor: def.is_sensor,
            sensor_events: match def.sensor_events {
                Some(seen) => SensorSight::always(seen),
                None if def.is_sensor => SensorSight::Unseen,
                None => SensorSight::UnlessStatic,
            },
            visit_count: 0,
        };
        self.one_way_count += u32::from(record.one_way.is_some());
        self.rows.insert(slot, &record.geometry);
        let index = slot as usize;
        if index == self.records.len() {
            self.records.push(record);
            self.boxes.push(Aabb::EMPTY);
        } else {
            self.records[index] = record;
            self.boxes[index] = Aabb::EMPTY;
        }
        slot
    }

    /// Makes a polygon share memory with an equal recent one. Returns the mass of the shape.
    pub(crate) fn share(&mut self, def: &mut ShapeDef) -> Mass {
        let mass = || def.geometry.mass(def.density);
        let Shape::Polygon(polygon) = &def.geometry else { return mass() };
        for (known, density, mass) in self.recent.iter().flatten() {
            if density.to_bits() == def.density.to_bits()
                && (Arc::ptr_eq(known, polygon) || known.is_identical(polygon))
            {
                let mass = *mass;
                def.geometry = Shape::Polygon(Arc::clone(known));
                return mass;
            }
        }
        let mass = mass();
        self.recent[self.oldest] = Some((Arc::clone(polygon), def.density, mass));
        self.oldest = (self.oldest + 1) % RECENT;
        mass
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
        self.pool.reserve(count);
        self.records.room(count);
        self.boxes.room(count);
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
