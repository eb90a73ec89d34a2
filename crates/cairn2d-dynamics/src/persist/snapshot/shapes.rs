//! Shapes: AABBs as a column, then geometry and properties where they differ from the shape before. Equal
//! polygons are written once.

use std::sync::Arc;

use cairn2d_geometry::{Capsule, ChainSegment, Circle, Mass, Polygon, Rect, Segment, Shape, ShapeVariant};
use cairn2d_math::{Aabb, Rot, Vec2};

use crate::state::State;
use crate::store::slot::NONE;
use crate::tables::error::SnapshotError;
use crate::tables::filter::CollisionFilter;
use crate::tables::material::{Combine, ContactSoftness, Material};
use crate::tables::shape::{OneWay, Proxy, SensorSight, ShapeRecord, Shapes};

use super::bytes::{bits, finite, floats_of, is_rotation, is_usable};
use super::room::{CORNER, MANY_CORNERS, POLYGON};
use super::{Read, Reader, Writer, box_of, corners, ensure, refill};

/// Words of the properties.
const PROPERTIES: usize = 20;

/// Bits for the optional parts of a shape.
mod mark {
    pub(super) const SAME_PROPERTIES: u8 = 1;
    pub(super) const SAME_GEOMETRY: u8 = 2;
    pub(super) const USER_DATA: u8 = 4;
}

/// Bits of the first word of properties.
mod bit {
    pub(super) const HOOKED: u32 = 1;
    pub(super) const SENSOR: u32 = 2;
    pub(super) const SENSOR_EVENTS: u32 = 4;
    pub(super) const ONE_WAY: u32 = 8;
    pub(super) const STATIC_FRICTION: u32 = 16;
    pub(super) const SOFT: u32 = 32;
    pub(super) const SENSOR_EVENTS_OF_STATIC: u32 = 64;
    pub(super) const FLAGS: u32 = 127;
    pub(super) const FRICTION_SHIFT: u32 = 8;
    pub(super) const RESTITUTION_SHIFT: u32 = 16;
}

/// Kinds of geometry by their number.
mod tag {
    pub(super) const CIRCLE: u8 = 0;
    pub(super) const CAPSULE: u8 = 1;
    pub(super) const SEGMENT: u8 = 2;
    pub(super) const CHAIN_SEGMENT: u8 = 3;
    /// A polygon that was written before, by its number.
    pub(super) const KNOWN: u8 = 4;
    pub(super) const RECT: u8 = 5;
    pub(super) const POLYGON: u8 = 6;
}

/// Rules that combine coefficients, in the order of their numbers.
const COMBINES: [Combine; 5] =
    [Combine::GeometricMean, Combine::Average, Combine::Min, Combine::Multiply, Combine::Max];

impl State {
    pub(super) fn write_shapes(&self, out: &mut Writer<'_>) {
        let shapes = &self.shapes;
        // Lists all columns, so that a new one does not compile until it is handled. Rows for the lanes are
        // rebuilt, and recent polygons only save memory.
        let Shapes { pool: _, records: _, boxes: _, rows: _, one_way_count: _, recent: _, oldest: _ } =
            shapes;
        let boxes = shapes.pool.slots().map(|slot| bits(corners(shapes.boxes[slot as usize])));
        out.column(shapes.pool.count() as usize, boxes);
        let mut polygons = Polygons::new();
        let mut many_corners = false;
        let mut former: Option<(u32, [u32; PROPERTIES])> = None;
        for slot in shapes.pool.slots() {
            let record = &shapes.records[slot as usize];
            let properties = properties_of(record);
            let same_properties = former.is_some_and(|(_, former)| former == properties);
            let alike = |(former, _): (u32, _)| is_alike(&shapes.records[former as usize], record);
            let same_geometry = former.is_some_and(alike);
            let bit = |on: bool, bit: u8| if on { bit } else { 0 };
            out.byte(
                bit(same_properties, mark::SAME_PROPERTIES)
                    | bit(same_geometry, mark::SAME_GEOMETRY)
                    | bit(record.user_data != 0, mark::USER_DATA),
            );
            if !same_properties {
                out.words(properties);
            }
            many_corners |= has_many_corners(&record.geometry);
            if !same_geometry {
                self.write_geometry(slot, &mut polygons, out);
                let mass = record.mass;
                out.floats([mass.mass, mass.center.x, mass.center.y, mass.inertia]);
            }
            if record.user_data != 0 {
                out.long(record.user_data);
            }
            former = Some((slot, properties));
        }
        if many_corners {
            out.weigh(shapes.pool.slot_count(), MANY_CORNERS);
        }
        for body in self.bodies.slots() {
            out.count(self.bodies.records[body as usize].shape_count as usize);
            out.all(self.shapes_of(body));
        }
    }

    fn write_geometry(&self, slot: u32, polygons: &mut Polygons, out: &mut Writer<'_>) {
        match self.shapes.records[slot as usize].geometry.variant() {
            ShapeVariant::Circle(circle) => {
                out.byte(tag::CIRCLE);
                out.floats([circle.center.x, circle.center.y, circle.radius]);
            }
            ShapeVariant::Capsule(capsule) => {
                out.byte(tag::CAPSULE);
                out.floats([capsule.a.x, capsule.a.y, capsule.b.x, capsule.b.y, capsule.radius]);
            }
            ShapeVariant::Segment(segment) => {
                out.byte(tag::SEGMENT);
                out.floats([segment.a.x, segment.a.y, segment.b.x, segment.b.y]);
            }
            ShapeVariant::ChainSegment(chain) => {
                out.byte(tag::CHAIN_SEGMENT);
                let points = [chain.ghost_a, chain.a, chain.b, chain.ghost_b];
                points.iter().for_each(|point| out.floats([point.x, point.y]));
            }
            ShapeVariant::Polygon(polygon) => {
                let same = |other: u32| match &self.shapes.records[other as usize].geometry {
                    Shape::Polygon(other) => other.is_identical(polygon),
                    _ => false,
                };
                match polygons.find(hash_of(polygon), slot, same) {
                    Some(number) => {
                        out.byte(tag::KNOWN);
                        out.count(number as usize);
                    }
                    None => write_polygon(polygon, out),
                }
            }
        }
    }

    pub(super) fn read_shapes(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let count = self.shapes.pool.slot_count();
        ensure(count < 1 << 31, "there are too many shapes")?;
        let shapes = &mut self.shapes;
        refill(&mut shapes.boxes, count, Aabb::EMPTY);
        shapes.rows.clear();
        shapes.rows.reserve(count);
        refill(&mut shapes.records, count, vacant());
        shapes.one_way_count = 0;
        let rows = from.rows::<4>(shapes.pool.count() as usize)?;
        for (slot, row) in shapes.pool.slots().zip(rows) {
            let aabb = box_of(floats_of(row));
            // A shape of a disabled body may never have had an AABB.
            ensure(is_usable(aabb) || aabb == Aabb::EMPTY, "an AABB is invalid")?;
            shapes.boxes[slot as usize] = aabb;
        }
        let mut polygons = Vec::new();
        let mut many_corners = false;
        let mut former = None;
        for index in 0..count {
            if !shapes.pool.is_alive(index as u32) {
                continue;
            }
            let bits = from.byte()?;
            let known = mark::SAME_PROPERTIES | mark::SAME_GEOMETRY | mark::USER_DATA;
            let mut record = former.map_or_else(vacant, |former: usize| shapes.records[former].clone());
            let first = former.is_none() && bits & (mark::SAME_PROPERTIES | mark::SAME_GEOMETRY) != 0;
            ensure(bits <= known && !first, "a shape has an unknown mark")?;
            if bits & mark::SAME_PROPERTIES == 0 {
                read_properties(from.words()?, &mut record)?;
            }
            if bits & mark::SAME_GEOMETRY == 0 {
                record.geometry = read_geometry(&mut polygons, from)?;
                if !many_corners && has_many_corners(&record.geometry) {
                    many_corners = true;
                    from.weigh(count, MANY_CORNERS)?;
                }
                let [mass, x, y, inertia] = from.floats()?;
                ensure(mass >= 0.0 && inertia >= 0.0, "a mass is negative")?;
                record.mass = Mass { mass, center: Vec2 { x, y }, inertia };
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

/// Returns the content of a free slot.
fn vacant() -> ShapeRecord {
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
        visit_count: 0,
    }
}

fn properties_of(record: &ShapeRecord) -> [u32; PROPERTIES] {
    // Lists all fields, so that a new one does not compile until it is handled. Unnamed fields are written
    // separately or follow from lists.
    let ShapeRecord {
        body: _,
        next: _,
        previous: _,
        geometry: _,
        density: _,
        mass: _,
        material,
        filter,
        report_hits_above: _,
        user_data: _,
        proxy: _,
        one_way: _,
        hooked: _,
        is_sensor: _,
        sensor_events: _,
        visit_count: _,
    } = record;
    let flag = |on: bool, bit: u32| if on { bit } else { 0 };
    let flags = flag(record.hooked, bit::HOOKED)
        | flag(record.is_sensor, bit::SENSOR)
        | flag(record.sensor_events != SensorSight::Unseen, bit::SENSOR_EVENTS)
        | flag(record.sensor_events == SensorSight::Seen, bit::SENSOR_EVENTS_OF_STATIC)
        | flag(record.one_way.is_some(), bit::ONE_WAY)
        | flag(material.static_friction.is_some(), bit::STATIC_FRICTION)
        | flag(material.softness.is_some(), bit::SOFT)
        | (material.friction_combine as u32) << bit::FRICTION_SHIFT
        | (material.restitution_combine as u32) << bit::RESTITUTION_SHIFT;
    let softness = material.softness.unwrap_or(ContactSoftness::new(0.0, 0.0));
    let one_way = record.one_way.unwrap_or(OneWay { direction: Vec2::ZERO, half_angle: 0.0 });
    let halves = |long: u64| [long as u32, (long >> 32) as u32];
    let [[id, id_high], [category, category_high], [mask, mask_high]] =
        [material.id, filter.category, filter.mask].map(halves);
    [
        flags,
        record.density.to_bits(),
        material.friction.to_bits(),
        material.restitution.to_bits(),
        material.rolling_resistance.to_bits(),
        material.tangent_speed.to_bits(),
        material.static_friction.unwrap_or(0.0).to_bits(),
        softness.hertz.to_bits(),
        softness.damping_ratio.to_bits(),
        id,
        id_high,
        category,
        category_high,
        mask,
        mask_high,
        filter.group as u32,
        record.report_hits_above.to_bits(),
        one_way.direction.x.to_bits(),
        one_way.direction.y.to_bits(),
        one_way.half_angle.to_bits(),
    ]
}

fn read_properties(words: [u32; PROPERTIES], record: &mut ShapeRecord) -> Read<()> {
    let [flags, density, friction, restitution, rolling, tangent, static_friction, hertz, damping, rest @ ..] =
        words;
    let [id, id_high, category, category_high, mask, mask_high, group, hits, x, y, half_angle] = rest;
    let [density, friction, restitution, rolling_resistance, tangent_speed, static_friction] =
        finite([density, friction, restitution, rolling, tangent, static_friction].map(f32::from_bits))?;
    let [hertz, damping_ratio, hits, x, y, half_angle] =
        finite([hertz, damping, hits, x, y, half_angle].map(f32::from_bits))?;
    let long = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let combine = |shift: u32| {
        let combine = COMBINES.get((flags >> shift & 0xff) as usize).copied();
        combine.ok_or(SnapshotError::Structure("a material has an unknown combine rule"))
    };
    let known = flags & 0xff <= bit::FLAGS && flags >> 24 == 0;
    ensure(known && density >= 0.0 && hits >= 0.0, "a property of a shape is out of range")?;
    record.material = Material {
        friction,
        restitution,
        rolling_resistance,
        tangent_speed,
        static_friction: (flags & bit::STATIC_FRICTION != 0).then_some(static_friction),
        softness: (flags & bit::SOFT != 0).then_some(ContactSoftness { hertz, damping_ratio }),
        id: long(id, id_high),
        friction_combine: combine(bit::FRICTION_SHIFT)?,
        restitution_combine: combine(bit::RESTITUTION_SHIFT)?,
    };
    record.material.validate()?;
    record.filter = CollisionFilter {
        category: long(category, category_high),
        mask: long(mask, mask_high),
        group: group as i32,
    };
    record.one_way = (flags & bit::ONE_WAY != 0).then_some(OneWay { direction: Vec2 { x, y }, half_angle });
    record.one_way.map_or(Ok(()), |one_way| one_way.validate())?;
    (record.density, record.report_hits_above) = (density, hits);
    record.hooked = flags & bit::HOOKED != 0;
    record.is_sensor = flags & bit::SENSOR != 0;
    record.sensor_events = match (flags & bit::SENSOR_EVENTS != 0, flags & bit::SENSOR_EVENTS_OF_STATIC != 0)
    {
        (false, false) => SensorSight::Unseen,
        (true, false) => SensorSight::UnlessStatic,
        (true, true) => SensorSight::Seen,
        (false, true) => return Err(SnapshotError::Structure("sensors both detect and ignore a shape")),
    };
    Ok(())
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

fn write_polygon(polygon: &Polygon, out: &mut Writer<'_>) {
    out.weigh(1, POLYGON);
    if let Some(rect) = polygon.as_rect() {
        out.byte(tag::RECT);
        let Rect { half, center, rotation, radius } = *rect;
        out.floats([half.x, half.y, center.x, center.y, rotation.c, rotation.s, radius]);
        return;
    }
    out.byte(tag::POLYGON);
    out.count(polygon.vertices().len());
    out.weigh(polygon.vertices().len(), CORNER);
    polygon.vertices().iter().for_each(|vertex| out.floats([vertex.x, vertex.y]));
    out.floats([polygon.radius()]);
}

fn read_geometry(polygons: &mut Vec<Arc<Polygon>>, from: &mut Reader<'_>) -> Read<Shape> {
    let shape = match from.byte()? {
        tag::CIRCLE => Shape::Circle(Circle { center: from.point()?, radius: from.float()? }),
        tag::CAPSULE => Shape::Capsule(Capsule { a: from.point()?, b: from.point()?, radius: from.float()? }),
        tag::SEGMENT => Shape::Segment(Segment { a: from.point()?, b: from.point()? }),
        tag::CHAIN_SEGMENT => {
            ChainSegment::new(from.point()?, from.point()?, from.point()?, from.point()?).into()
        }
        tag::KNOWN => {
            let known = polygons.get(from.count(0)?).map(Arc::clone);
            return known.map(Shape::Polygon).ok_or(SnapshotError::Structure("a polygon does not exist"));
        }
        kind => Shape::Polygon(Arc::new(read_polygon(kind, from)?)),
    };
    shape.validate()?;
    if let Shape::Polygon(polygon) = &shape {
        polygons.push(Arc::clone(polygon));
    }
    Ok(shape)
}

fn read_polygon(kind: u8, from: &mut Reader<'_>) -> Read<Polygon> {
    from.weigh(1, POLYGON)?;
    if kind == tag::RECT {
        let [half_x, half_y, x, y, c, s, radius] = from.floats()?;
        let (half, center) = (Vec2 { x: half_x, y: half_y }, Vec2 { x, y });
        ensure(is_rotation(Rot { c, s }), "a rectangle has an invalid rotation")?;
        return Ok(Polygon::from(Rect { half, center, rotation: Rot { c, s }, radius }));
    }
    ensure(kind == tag::POLYGON, "a shape has an unknown kind")?;
    let count = from.count(8)?;
    from.weigh(count, CORNER)?;
    let point = |[x, y]: [u32; 2]| Vec2 { x: f32::from_bits(x), y: f32::from_bits(y) };
    let corners: Vec<Vec2> = from.rows(count)?.map(point).collect();
    Ok(Polygon::from_vertices(&corners)?.rounded(from.float()?))
}

/// Writes a single polygon, as in areas of fields.
pub(super) fn write_area(polygon: &Polygon, out: &mut Writer<'_>) {
    write_polygon(polygon, out);
}

/// Reads a single polygon.
pub(super) fn read_area(from: &mut Reader<'_>) -> Read<Polygon> {
    let polygon = read_polygon(from.byte()?, from)?;
    ensure(polygon.radius() == 0.0, "areas have sharp corners")?;
    Ok(polygon)
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
