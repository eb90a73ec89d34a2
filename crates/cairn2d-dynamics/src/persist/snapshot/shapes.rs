//! Shapes: geometry and properties where they differ from the shape before. Equal
//! polygons are written once.

use std::sync::Arc;

use cairn2d_geometry::{Mass, Polygon, Shape};
use cairn2d_math::Vec2;

use crate::persist::codec::{Decode, DecodeError, Decoded, Encode, Reader, Writer, variants};
use crate::state::State;
use crate::store::slot::NONE;
use crate::tables::error::SnapshotError;
use crate::tables::shape::{SensorSight, ShapeRecord};

use super::budget::MANY_CORNERS;
use super::{Read, ensure, is_usable_or_empty};

/// Bits for the optional parts of a shape.
mod mark {
    pub(super) const SAME_PROPERTIES: u8 = 1;
    pub(super) const SAME_GEOMETRY: u8 = 2;
    pub(super) const USER_DATA: u8 = 4;
}

/// Stands for a polygon that was written before, in place of the number of a kind of shape. The number of the
/// polygon follows.
const KNOWN: u8 = 0xff;

variants!(SensorSight { UnlessStatic = 0, Seen = 1, Unseen = 2 }, "visibility to sensors");

impl State {
    pub(super) fn write_shapes(&self, out: &mut Writer<'_>) {
        let shapes = &self.shapes;
        let mut polygons = Polygons::new();
        let mut many_corners = false;
        let (mut former, mut last) = (None, 0..0);
        for slot in shapes.pool.slots() {
            let record = &shapes.records[slot as usize];
            let start = out.out.len();
            out.byte(0);
            let same_properties = out.unless_repeated(&mut last, ShapeProperties(record));
            let alike = |former: u32| is_alike(&shapes.records[former as usize], record);
            let same_geometry = former.is_some_and(alike);
            let bit = |on: bool, bit: u8| if on { bit } else { 0 };
            out.out[start] = bit(same_properties, mark::SAME_PROPERTIES)
                | bit(same_geometry, mark::SAME_GEOMETRY)
                | bit(record.user_data != 0, mark::USER_DATA);
            many_corners |= has_many_corners(&record.geometry);
            if !same_geometry {
                self.write_geometry(slot, &mut polygons, out);
                record.mass.encode(out);
            }
            if record.user_data != 0 {
                out.long(record.user_data);
            }
            former = Some(slot);
        }
        if many_corners {
            out.charge(shapes.pool.slot_count(), MANY_CORNERS);
        }
        for body in self.bodies.slots() {
            out.count(self.bodies.records[body as usize].shape_count as usize);
            out.all(self.shapes_of(body));
        }
    }

    fn write_geometry(&self, slot: u32, polygons: &mut Polygons, out: &mut Writer<'_>) {
        let geometry = &self.shapes.records[slot as usize].geometry;
        if let Shape::Polygon(polygon) = geometry {
            let same = |other: u32| match &self.shapes.records[other as usize].geometry {
                Shape::Polygon(other) => other.is_identical(polygon),
                _ => false,
            };
            if let Some(number) = polygons.find(hash_of(polygon), slot, same) {
                (KNOWN, number).encode(out);
                return;
            }
        }
        geometry.encode(out);
    }

    pub(super) fn read_shapes(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let count = self.shapes.pool.slot_count();
        ensure(count < 1 << 31, "there are too many shapes")?;
        let shapes = &mut self.shapes;
        shapes.rows.clear();
        shapes.rows.reserve(count);
        shapes.one_way_count = 0;
        // A shape of a disabled body may never have had an AABB.
        let usable = shapes.boxes.iter().all(|&aabb| is_usable_or_empty(aabb));
        ensure(usable, "an AABB is invalid")?;
        let mut polygons = Vec::new();
        let mut many_corners = false;
        let mut former = None;
        for index in 0..count {
            if !shapes.pool.is_alive(index as u32) {
                continue;
            }
            let bits: u8 = from.value()?;
            let known = mark::SAME_PROPERTIES | mark::SAME_GEOMETRY | mark::USER_DATA;
            let mut record =
                former.map_or_else(ShapeRecord::vacant, |former: usize| shapes.records[former].clone());
            let first = former.is_none() && bits & (mark::SAME_PROPERTIES | mark::SAME_GEOMETRY) != 0;
            ensure(bits <= known && !first, "a shape has an unknown mark")?;
            if bits & mark::SAME_PROPERTIES == 0 {
                read_properties(&mut record, from)?;
            }
            if bits & mark::SAME_GEOMETRY == 0 {
                record.geometry = read_geometry(&mut polygons, from)?;
                if !many_corners && has_many_corners(&record.geometry) {
                    many_corners = true;
                    from.charge(count, MANY_CORNERS)?;
                }
                record.mass = from.value()?;
                ensure(record.mass.mass >= 0.0 && record.mass.inertia >= 0.0, "a mass is negative")?;
            }
            record.user_data = if bits & mark::USER_DATA == 0 { 0 } else { from.long()? };
            shapes.one_way_count += u32::from(record.one_way.is_some());
            match former {
                Some(former) if bits & mark::SAME_GEOMETRY != 0 => {
                    shapes.rows.insert_like(index as u32, former as u32);
                }
                _ => shapes.rows.insert(index as u32, &record.geometry),
            }
            shapes.records[index] = record;
            former = Some(index);
        }
        self.link_shapes(from)
    }

    /// Reads the list of shapes of each body, newest first.
    fn link_shapes(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let mut linked = 0;
        for body in 1..self.bodies.records.len() as u32 {
            if !self.bodies.pool.is_alive(body) {
                continue;
            }
            let count = from.count(4)?;
            let record = &mut self.bodies.records[body as usize];
            (record.head_shape, record.shape_count) = (NONE, count as u32);
            let mut previous = NONE;
            for shape in from.all(count)? {
                ensure(self.shapes.pool.is_alive(shape), "a body has a shape that does not exist")?;
                let link = &mut self.shapes.records[shape as usize];
                ensure(link.body == NONE, "a shape has two bodies")?;
                (link.body, link.previous) = (body, previous);
                if previous == NONE {
                    self.bodies.records[body as usize].head_shape = shape;
                } else {
                    self.shapes.records[previous as usize].next = shape;
                }
                previous = shape;
            }
            linked += count;
        }
        ensure(linked == self.shapes.pool.count() as usize, "a shape has no body")
    }
}

/// Returns whether the rows for the lanes need another block for all shapes.
fn has_many_corners(shape: &Shape) -> bool {
    let is_inline = |corners: usize| (5..=cairn2d_geometry::constants::INLINE_VERTICES).contains(&corners);
    matches!(shape, Shape::Polygon(polygon) if is_inline(polygon.vertices().len()))
}

/// The properties of a shape, which usually repeat.
struct ShapeProperties<'a>(&'a ShapeRecord);

impl Encode for ShapeProperties<'_> {
    fn encode(&self, to: &mut Writer<'_>) {
        // Lists all fields, so that a new one does not compile until it is handled. Unnamed fields are
        // written separately or follow from lists.
        let ShapeRecord {
            body: _,
            next: _,
            previous: _,
            geometry: _,
            density,
            mass: _,
            material,
            filter,
            report_hits_above,
            user_data: _,
            proxy: _,
            one_way,
            hooked,
            is_sensor,
            sensor_events,
            sensor_overlap_count: _,
        } = self.0;
        (density, material, filter, report_hits_above).encode(to);
        (one_way, hooked, is_sensor, sensor_events).encode(to);
    }
}

fn read_properties(record: &mut ShapeRecord, from: &mut Reader<'_>) -> Read<()> {
    (record.density, record.material, record.filter, record.report_hits_above) = from.value()?;
    (record.one_way, record.hooked, record.is_sensor, record.sensor_events) = from.value()?;
    let fits = record.density >= 0.0 && record.report_hits_above >= 0.0;
    ensure(fits, "a property of a shape is out of range")?;
    record.material.validate()?;
    Ok(record.one_way.map_or(Ok(()), |one_way| one_way.validate())?)
}

/// Returns whether geometry and mass of two shapes are bit-identical.
fn is_alike(a: &ShapeRecord, b: &ShapeRecord) -> bool {
    let bits = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
    let mass = |mass: Mass| (mass.mass.to_bits(), bits(mass.center), mass.inertia.to_bits());
    let same = match (&a.geometry, &b.geometry) {
        (Shape::Polygon(a), Shape::Polygon(b)) => Arc::ptr_eq(a, b) || a.is_identical(b),
        (Shape::Circle(a), Shape::Circle(b)) => {
            bits(a.center) == bits(b.center) && a.radius.to_bits() == b.radius.to_bits()
        }
        // Chain segments never repeat, and equal capsules are few.
        _ => false,
    };
    same && mass(a.mass) == mass(b.mass)
}

fn read_geometry(polygons: &mut Vec<Arc<Polygon>>, from: &mut Reader<'_>) -> Read<Shape> {
    if from.bytes.first() == Some(&KNOWN) {
        let (_, number): (u8, u32) = from.value()?;
        let known = polygons.get(number as usize).map(Arc::clone);
        return known.map(Shape::Polygon).ok_or(SnapshotError::Structure("a polygon does not exist"));
    }
    let shape: Shape = from.value()?;
    shape.validate()?;
    if let Shape::Polygon(polygon) = &shape {
        polygons.push(Arc::clone(polygon));
    }
    Ok(shape)
}

/// The polygons written so far, by a hash of their corners. Only worlds with a thousand different polygons
/// write some twice. Memory addresses play no part, so equal worlds give equal bytes.
struct Polygons {
    /// Hash, number and first shape of each.
    known: [(u32, u32, u32); SETS * WAYS],
    count: u32,
}

const SETS: usize = 512;
const WAYS: usize = 4;

impl Polygons {
    fn new() -> Polygons {
        Polygons { known: [(0, NONE, NONE); SETS * WAYS], count: 0 }
    }

    /// Returns the number of an equal polygon that was written before; otherwise gives this one the next
    /// number.
    fn find(&mut self, hash: u32, slot: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let first = hash as usize % SETS * WAYS;
        let ways = &mut self.known[first..first + WAYS];
        for &(other, number, shape) in &*ways {
            if number != NONE && other == hash && same(shape) {
                return Some(number);
            }
        }
        ways.rotate_right(1);
        ways[0] = (hash, self.count, slot);
        self.count += 1;
        None
    }
}

fn hash_of(polygon: &Polygon) -> u32 {
    let mut hash = polygon.radius().to_bits();
    for vertex in polygon.vertices() {
        for bits in [vertex.x.to_bits(), vertex.y.to_bits()] {
            hash = (hash.rotate_left(5) ^ bits).wrapping_mul(0x9e37_79b9);
        }
    }
    hash ^ hash >> 15
}
