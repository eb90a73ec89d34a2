//! The terrain as a system beside a world, and its bytes.
//!
//! Samples are written as runs of equal bytes. A field of ground and air takes a few percent of its memory.

use cairn2d::system::{BytesError, BytesReader, BytesWriter, WorldSystem};
use cairn2d::{Aabb, BodyId, CollisionFilter, Error, ShapeId, Vec2, World};

use crate::def::{FARTHEST, GroundMaterial, Loose, MAX_MATERIALS, MAX_SAMPLES, MAX_SIDE, TerrainDef};
use crate::field::{Field, MOST_EDITS, Marks};
use crate::ground::Segment;
use crate::rescue::{MOST, Watch};
use crate::terrain::{Changes, Terrain};

/// Version of the bytes.
const VERSION: u32 = 1;

/// Largest number in the bytes.
const LARGEST: f32 = f32::MAX;

impl WorldSystem for Terrain {
    fn name(&self) -> &'static str {
        "terrain"
    }

    fn before(&mut self, world: &mut World, _dt: f32) -> Result<(), Error> {
        self.apply(world)?;
        Ok(())
    }

    fn after(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.changes.rescued = self.rescue(world, dt)?;
        Ok(())
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.field.write(out);
        let mut writer = BytesWriter::new(out);
        let made = self.ground.chunks.iter().enumerate().filter(|(_, chunk)| chunk.body.is_some());
        writer.u32(made.clone().count() as u32);
        for (index, chunk) in made {
            let Some(body) = chunk.body else { continue };
            writer.u32(index as u32).u64(body.to_bits()).u32(chunk.segments.len() as u32);
            for segment in &chunk.segments {
                for point in segment.points {
                    writer.vec2(point);
                }
                writer.u64(segment.shape.to_bits()).u32(u32::from(segment.material));
            }
        }
        writer.u32(self.watch.len() as u32);
        for watch in &self.watch {
            writer.vec2(watch.bounds.min).vec2(watch.bounds.max).u32(watch.steps);
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let mut reader = BytesReader::new(bytes);
        let field = Field::read_from(&mut reader)?;
        let mut terrain = Terrain::with_field(field);
        let far = 2.0 * FARTHEST * terrain.field.def.spacing;
        let chunk_count = terrain.ground.chunks.len();
        let mut next = 0;
        for _ in 0..reader.count(16)? {
            let index = reader.u32()? as usize;
            if index < next || index >= chunk_count {
                return Err(BytesError::Structure("a chunk does not exist, or is out of order"));
            }
            next = index + 1;
            let chunk = &mut terrain.ground.chunks[index];
            let body =
                BodyId::from_bits(reader.u64()?).ok_or(BytesError::Structure("no body has this id"))?;
            chunk.body = Some(body);
            let count = reader.count(44)?;
            chunk.segments.reserve_exact(count);
            for _ in 0..count {
                let mut points = [Vec2::ZERO; 4];
                for point in &mut points {
                    *point = reader.vec2("segment", far)?;
                }
                let shape =
                    ShapeId::from_bits(reader.u64()?).ok_or(BytesError::Structure("no shape has this id"))?;
                let material = reader.u32()?;
                if material as usize >= terrain.field.def.materials.len() {
                    return Err(BytesError::Structure("a material does not exist"));
                }
                chunk.segments.push(Segment { points, shape, material: material as u8 });
            }
        }
        let count = reader.count(20)?;
        if count > MOST + MOST_EDITS {
            return Err(BytesError::Structure("too many boxes are watched"));
        }
        for _ in 0..count {
            let bounds = read_box(&mut reader)?;
            let steps = reader.u32()?;
            if steps == 0 {
                return Err(BytesError::Structure("a watched box has no steps"));
            }
            terrain.watch.push(Watch { bounds, steps });
        }
        reader.end()?;
        terrain.changes = Changes::default();
        *self = terrain;
        Ok(())
    }

    fn memory(&self) -> usize {
        let segments: usize =
            self.ground.chunks.iter().map(|chunk| chunk.segments.capacity() * size_of::<Segment>()).sum();
        size_of::<Self>() + self.field.memory() + size_of_val(&*self.ground.chunks) + segments
    }
}

impl Field {
    /// Appends the field as bytes: options, samples, materials, and what the world has not followed yet.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut writer = BytesWriter::new(out);
        writer.u32(VERSION);
        write_def(&mut writer, &self.def);
        write_runs(out, self.rows(&self.values));
        if !self.materials.is_empty() {
            write_runs(out, self.rows(&self.materials));
        }
        let mut writer = BytesWriter::new(out);
        for marks in [&self.dirty, &self.touched] {
            let list = marks.sorted();
            writer.u32(list.len() as u32);
            for index in list {
                writer.u32(index);
            }
        }
        writer.u32(self.edits.len() as u32);
        for bounds in &self.edits {
            writer.vec2(bounds.min).vec2(bounds.max);
        }
    }

    /// Reads a field from bytes of [`write`](Field::write), which may come from any source.
    ///
    /// # Errors
    /// Bytes that are no field. Memory is bounded by [`MAX_SAMPLES`], and by 1,024 times the bytes.
    pub fn read(bytes: &[u8]) -> Result<Field, BytesError> {
        let mut reader = BytesReader::new(bytes);
        let field = Field::read_from(&mut reader)?;
        reader.end()?;
        Ok(field)
    }

    fn read_from(reader: &mut BytesReader<'_>) -> Result<Field, BytesError> {
        let version = reader.u32()?;
        if version != VERSION {
            return Err(BytesError::Version(version));
        }
        let def = read_def(reader)?;
        def.check()?;
        let size = def.size.map(|count| count as usize);
        // Runs are counted before the field takes memory.
        let values = read_runs(reader, size[0] * size[1])?;
        let materials =
            if def.materials.len() > 1 { read_runs(reader, size[0] * size[1])? } else { Runs::NONE };
        let most = def.materials.len();
        let mut field = Field::new(def)?;
        let (stride, [columns, rows]) = (field.stride, size);
        values.expand(columns, |index, column, bytes| {
            let start = index * stride + column;
            field.values[start..start + bytes.len()].copy_from_slice(bytes);
        });
        materials.expand(columns, |index, column, bytes| {
            let start = index * stride + column;
            field.materials[start..start + bytes.len()].copy_from_slice(bytes);
        });
        if field.materials.iter().any(|&material| usize::from(material) >= most) {
            return Err(BytesError::Structure("a material does not exist"));
        }
        for y in 0..rows {
            field.note_row(y, 0, columns - 1);
        }
        field.dirty = read_marks(reader, field.dirty.len())?;
        field.touched = read_marks(reader, field.touched.len())?;
        let count = reader.count(16)?;
        if count > MOST_EDITS {
            return Err(BytesError::Structure("too many edits"));
        }
        for _ in 0..count {
            field.edits.push(read_box(reader)?);
        }
        Ok(field)
    }

    /// The bytes of each row without its padding.
    fn rows<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let columns = self.size[0];
        bytes.chunks_exact(self.stride).map(move |row| &row[..columns])
    }
}

fn read_box(reader: &mut BytesReader<'_>) -> Result<Aabb, BytesError> {
    let (min, max) = (reader.vec2("box", LARGEST)?, reader.vec2("box", LARGEST)?);
    if !(min.x <= max.x && min.y <= max.y) {
        return Err(BytesError::Structure("a box is inverted"));
    }
    Ok(Aabb { min, max })
}

fn read_marks(reader: &mut BytesReader<'_>, len: usize) -> Result<Marks, BytesError> {
    let mut marks = Marks::new(len);
    for _ in 0..reader.count(4)? {
        let index = reader.u32()? as usize;
        if index >= len {
            return Err(BytesError::Structure("a marked chunk does not exist"));
        }
        marks.mark(index);
    }
    Ok(marks)
}

/// Runs of equal bytes, each its length less one and its value.
struct Runs<'a> {
    records: &'a [u8],
}

/// Bytes of a record.
const RECORD: usize = 2;

/// Longest run of a record: memory is at most a few hundred times the bytes.
const LONGEST: usize = 256;

impl Runs<'_> {
    const NONE: Runs<'static> = Runs { records: &[] };

    /// Calls a function with row, column and bytes of the parts of runs within rows.
    fn expand(&self, columns: usize, mut write: impl FnMut(usize, usize, &[u8])) {
        let mut at = 0;
        for record in self.records.as_chunks::<RECORD>().0 {
            let [length, value] = *record;
            let mut left = usize::from(length) + 1;
            let bytes = [value; LONGEST];
            while left > 0 {
                let (row, column) = (at / columns, at % columns);
                let count = left.min(columns - column);
                write(row, column, &bytes[..count]);
                at += count;
                left -= count;
            }
        }
    }
}

fn write_runs<'a>(out: &mut Vec<u8>, rows: impl Iterator<Item = &'a [u8]>) {
    let at = out.len();
    out.extend([0; 4]);
    let mut count = 0_u32;
    let mut run = (0, 0);
    let mut push = |(value, len): (u8, usize), out: &mut Vec<u8>| {
        out.extend([(len - 1) as u8, value]);
        count += 1;
    };
    for row in rows {
        for &value in row {
            if run.1 > 0 && (value != run.0 || run.1 == LONGEST) {
                push(run, out);
                run.1 = 0;
            }
            run = (value, run.1 + 1);
        }
    }
    if run.1 > 0 {
        push(run, out);
    }
    out[at..at + 4].copy_from_slice(&count.to_le_bytes());
}

/// Reads runs that cover exactly so many bytes.
fn read_runs<'a>(reader: &mut BytesReader<'a>, len: usize) -> Result<Runs<'a>, BytesError> {
    let count = reader.count(RECORD)?;
    let records = reader.bytes(count * RECORD)?;
    let sum: usize = records.iter().step_by(RECORD).map(|&length| usize::from(length) + 1).sum();
    if sum != len {
        return Err(BytesError::Structure("runs do not cover the field"));
    }
    Ok(Runs { records })
}

fn write_def(writer: &mut BytesWriter<'_>, def: &TerrainDef) {
    writer.vec2(def.origin).f32(def.spacing).u32(def.size[0]).u32(def.size[1]).f32(def.tolerance);
    writer.u32(def.materials.len() as u32);
    for material in &def.materials {
        writer.f32(material.friction).f32(material.restitution).f32(material.density);
        writer.f32(material.hardness).u64(material.id);
    }
    for anchored in def.anchored {
        writer.u32(u32::from(anchored));
    }
    writer.u32(match def.loose {
        Loose::Fall => 0,
        Loose::Stay => 1,
        Loose::Vanish => 2,
    });
    writer.f32(def.min_area).u32(def.max_loose).f32(def.push_speed);
    writer.u64(def.filter.category).u64(def.filter.mask).u32(def.filter.group as u32);
}

fn read_def(reader: &mut BytesReader<'_>) -> Result<TerrainDef, BytesError> {
    let origin = reader.vec2("origin", LARGEST)?;
    let spacing = reader.f32("spacing", 0.0, LARGEST)?;
    let size = [reader.u32()?, reader.u32()?];
    if size.iter().any(|&count| count > MAX_SIDE) || size[0] * size[1] > MAX_SAMPLES {
        return Err(BytesError::Structure("the field is too large"));
    }
    let tolerance = reader.f32("tolerance", 0.0, LARGEST)?;
    let count = reader.count(24)?;
    if count > MAX_MATERIALS {
        return Err(BytesError::Structure("too many materials"));
    }
    let mut materials = Vec::with_capacity(count);
    for _ in 0..count {
        materials.push(GroundMaterial {
            friction: reader.f32("friction", 0.0, LARGEST)?,
            restitution: reader.f32("restitution", 0.0, LARGEST)?,
            density: reader.f32("density", 0.0, LARGEST)?,
            hardness: reader.f32("hardness", 0.0, f32::INFINITY)?,
            id: reader.u64()?,
        });
    }
    let mut anchored = [false; 4];
    for edge in &mut anchored {
        *edge = reader.u32()? == 1;
    }
    let loose = match reader.u32()? {
        0 => Loose::Fall,
        1 => Loose::Stay,
        2 => Loose::Vanish,
        _ => return Err(BytesError::Structure("an unknown way of loose ground")),
    };
    let min_area = reader.f32("min_area", 0.0, LARGEST)?;
    let max_loose = reader.u32()?;
    if max_loose > MAX_SAMPLES {
        return Err(BytesError::Structure("max_loose is too large"));
    }
    let push_speed = reader.f32("push_speed", 0.0, LARGEST)?;
    let (category, mask, group) = (reader.u64()?, reader.u64()?, reader.u32()? as i32);
    let filter = CollisionFilter { category, mask, group };
    Ok(TerrainDef {
        origin,
        spacing,
        size,
        tolerance,
        materials,
        anchored,
        loose,
        min_area,
        max_loose,
        push_speed,
        filter,
    })
}
