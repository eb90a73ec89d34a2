//! Breakable bodies as a system beside a world, and their bytes.

use cairn2d::system::{BytesError, BytesReader, BytesWriter, WorldSystem};
use cairn2d::{BodyId, Error, ShapeId, World};

use crate::breakable::{Bond, Breakables, Piece, Solid, Strength};
use crate::error::FARTHEST;

/// Version of the bytes.
const VERSION: u32 = 1;

/// Largest area \[m²\] and length \[m\] in the bytes.
const LARGEST: f32 = 1.0e15;

impl WorldSystem for Breakables {
    fn name(&self) -> &'static str {
        "breakables"
    }

    fn after(&mut self, world: &mut World, _dt: f32) -> Result<(), Error> {
        self.apply_hits(world)
    }

    fn write(&self, out: &mut Vec<u8>) {
        let mut writer = BytesWriter::new(out);
        writer.u32(VERSION).u32(self.solids.len() as u32);
        for solid in &self.solids {
            let Strength { toughness, reach, min_speed } = solid.strength;
            writer.u64(solid.body.to_bits()).f32(toughness).f32(reach).f32(min_speed);
            writer.u32(solid.pieces.len() as u32);
            for piece in &solid.pieces {
                writer.f32(piece.area).u32(u32::from(piece.anchored)).u32(piece.shapes.len() as u32);
                for shape in &piece.shapes {
                    writer.u64(shape.to_bits());
                }
            }
            writer.u32(solid.bonds.len() as u32);
            for bond in &solid.bonds {
                writer.u32(bond.pieces[0]).u32(bond.pieces[1]).vec2(bond.at).f32(bond.length);
            }
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let mut reader = BytesReader::new(bytes);
        let version = reader.u32()?;
        if version != VERSION {
            return Err(BytesError::Version(version));
        }
        let mut read = Breakables::new();
        for _ in 0..reader.count(28)? {
            let solid = read_solid(&mut reader)?;
            if read.solids.last().is_some_and(|last| last.body.to_bits() >= solid.body.to_bits()) {
                return Err(BytesError::Structure("bodies are out of order"));
            }
            read.solids.push(solid);
        }
        reader.end()?;
        *self = read;
        Ok(())
    }

    fn memory(&self) -> usize {
        let of = |solid: &Solid| {
            let shapes: usize = solid.pieces.iter().map(|piece| size_of_val(&*piece.shapes)).sum();
            size_of_val(&*solid.pieces) + size_of_val(&*solid.bonds) + shapes
        };
        size_of::<Self>() + size_of_val(&*self.solids) + self.solids.iter().map(of).sum::<usize>()
    }
}

fn read_solid(reader: &mut BytesReader<'_>) -> Result<Solid, BytesError> {
    let body = BodyId::from_bits(reader.u64()?).ok_or(BytesError::Structure("no body has this id"))?;
    let strength = Strength {
        toughness: reader.f32("toughness", 0.0, 1.0e12)?,
        reach: reader.f32("reach", 1.0e-3, FARTHEST)?,
        min_speed: reader.f32("min_speed", 0.0, FARTHEST)?,
    };
    let mut pieces = Vec::new();
    for _ in 0..reader.count(20)? {
        let area = reader.f32("area", 0.0, LARGEST)?;
        let anchored = match reader.u32()? {
            0 => false,
            1 => true,
            _ => return Err(BytesError::Structure("a piece has an unknown mark")),
        };
        let mut shapes = Vec::new();
        for _ in 0..reader.count(8)? {
            let id = ShapeId::from_bits(reader.u64()?);
            shapes.push(id.ok_or(BytesError::Structure("no shape has this id"))?);
        }
        if shapes.is_empty() {
            return Err(BytesError::Structure("a piece has no shape"));
        }
        pieces.push(Piece { shapes, area, anchored });
    }
    let mut bonds = Vec::new();
    for _ in 0..reader.count(20)? {
        let ends = [reader.u32()?, reader.u32()?];
        if ends[0] >= ends[1] || ends[1] as usize >= pieces.len() {
            return Err(BytesError::Structure("a bond has no pieces"));
        }
        let at = reader.vec2("bond", 4.0 * FARTHEST)?;
        bonds.push(Bond { pieces: ends, at, length: reader.f32("length", 0.0, LARGEST)? });
    }
    Ok(Solid { body, strength, pieces, bonds })
}
