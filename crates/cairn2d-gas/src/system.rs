//! The gas as a system beside a world, and its bytes.

use cairn2d::system::{BytesError, BytesReader, BytesWriter, WorldSystem};
use cairn2d::{BodyId, Error, World};

use crate::def::{Blast, Edge, FARTHEST, GasDef, MAX_CELLS, Model};
use crate::gas::{BY_CALLER, BY_SHAPE, Gas};
use crate::walls::{Mover, Walls};

/// Version of the bytes.
const VERSION: u32 = 1;

/// Largest number of a cell or an account in the bytes.
const LARGEST: f32 = 1.0e30;

impl WorldSystem for Gas {
    fn name(&self) -> &'static str {
        "gas"
    }

    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        if self.def.bodies {
            self.follow_world(world)?;
        }
        let tasks = world.tasks();
        self.flow(dt, tasks.as_deref());
        if self.def.bodies && self.step.sub_steps > 0 {
            self.list_impulses();
            if !self.coupling.impulses.is_empty() {
                world.apply_impulses(&self.coupling.impulses, self.def.wake_above)?;
            }
        }
        Ok(())
    }

    fn write(&self, out: &mut Vec<u8>) {
        let mut writer = BytesWriter::new(out);
        writer.u32(VERSION);
        write_def(&mut writer, &self.def);
        writer.u32(u32::from(self.columns_first));
        for row in 0..self.layout.rows {
            for part in 0..self.layout.parts {
                let start = self.layout.place(0, row as isize) + part * self.layout.stride;
                for &value in &self.cells[start..start + self.layout.columns] {
                    writer.f32(value);
                }
            }
        }
        write_bits(&mut writer, self.fixed.iter().map(|&fixed| u32::from(fixed)), 2);
        write_bits(&mut writer, self.tiles.loud().iter().map(|&loud| u32::from(loud)), 1);
        writer.u32(self.blasts.len() as u32);
        for blast in &self.blasts {
            writer.vec2(blast.center).f32(blast.radius).f32(blast.energy).f32(blast.mass);
        }
        writer.u32(self.walls.movers.len() as u32);
        for mover in &self.walls.movers {
            writer.u64(mover.body.to_bits()).u32(mover.count).f32(mover.area);
            for part in mover.account {
                writer.u64(part.to_bits());
            }
        }
        writer.u32(self.walls.cells.len() as u32);
        for &(cell, mover) in &self.walls.cells {
            writer.u32(cell).u32(u32::from(mover));
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let mut reader = BytesReader::new(bytes);
        let version = reader.u32()?;
        if version != VERSION {
            return Err(BytesError::Version(version));
        }
        let def = read_def(&mut reader)?;
        def.check()?;
        let columns_first = reader.u32()? == 1;
        let parts = if matches!(def.model, Model::Ideal { .. }) { 4 } else { 3 };
        let [columns, rows] = def.cells.map(|count| count as usize);
        // The bytes of all cells are there, so the gas takes a small multiple of their memory.
        let mut cells = BytesReader::new(reader.bytes(columns * rows * parts * 4)?);
        let lanes = self.lanes;
        let mut gas = Gas::new(def)?;
        gas.lanes = lanes;
        for row in 0..rows {
            for part in 0..parts {
                let start = gas.layout.place(0, row as isize) + part * gas.layout.stride;
                let low = if part == 1 || part == 2 { -LARGEST } else { 0.0 };
                for column in 0..columns {
                    gas.cells[start + column] = cells.f32("cell", low, LARGEST)?;
                }
            }
        }
        read_bits(&mut reader, &mut gas.fixed, 2, |bits| bits as u8 & (BY_CALLER | BY_SHAPE))?;
        read_bits(&mut reader, gas.tiles.loud_mut(), 1, |bits| bits == 1)?;
        for _ in 0..reader.count(20)? {
            let center = reader.vec2("blast center", FARTHEST)?;
            let [radius, energy, mass] =
                ["blast radius", "blast energy", "blast mass"].map(|name| reader.f32(name, 0.0, LARGEST));
            gas.explode(&Blast { center, radius: radius?, energy: energy?, mass: mass? })?;
        }
        gas.walls = read_walls(&mut reader, columns * rows)?;
        reader.end()?;
        for (index, &fixed) in gas.fixed.iter().enumerate() {
            let place = gas.layout.place((index % columns) as isize, (index / columns) as isize);
            if (fixed != 0) && gas.cells[place] != 0.0 {
                return Err(BytesError::Structure("a wall holds gas"));
            }
        }
        gas.other.clone_from(&gas.cells);
        gas.columns_first = columns_first;
        gas.find_walls();
        *self = gas;
        Ok(())
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.blasts) + self.memory_of_cells() + self.walls.memory()
    }
}

fn write_def(writer: &mut BytesWriter<'_>, def: &GasDef) {
    writer.u32(def.cells[0]).u32(def.cells[1]).vec2(def.origin).f32(def.cell);
    match def.model {
        Model::Isothermal { sound_speed } => writer.u32(0).f32(sound_speed),
        Model::Ideal { gamma, sound_speed } => writer.u32(1).f32(gamma).f32(sound_speed),
    };
    writer.f32(def.density).f32(def.drain).f32(def.damping).f32(def.friction);
    for edge in def.edges {
        writer.u32(u32::from(edge == Edge::Open));
    }
    writer.u32(def.max_sub_steps).u32(u32::from(def.bodies)).f32(def.wake_above);
}

fn read_def(reader: &mut BytesReader<'_>) -> Result<GasDef, BytesError> {
    let cells = [reader.u32()?, reader.u32()?];
    if cells.iter().any(|&count| count > MAX_CELLS) {
        return Err(BytesError::Structure("the grid is too large"));
    }
    let origin = reader.vec2("origin", FARTHEST)?;
    let cell = reader.f32("cell", 0.001, 1000.0)?;
    let any = |reader: &mut BytesReader<'_>, name| reader.f32(name, 0.0, LARGEST);
    let model = match reader.u32()? {
        0 => Model::Isothermal { sound_speed: any(reader, "sound_speed")? },
        1 => Model::Ideal { gamma: any(reader, "gamma")?, sound_speed: any(reader, "sound_speed")? },
        _ => return Err(BytesError::Structure("an unknown model of gas")),
    };
    Ok(GasDef {
        origin,
        cell,
        cells,
        model,
        density: any(reader, "density")?,
        drain: any(reader, "drain")?,
        damping: any(reader, "damping")?,
        friction: any(reader, "friction")?,
        edges: {
            let mut edges = [Edge::Open; 4];
            for edge in &mut edges {
                *edge = if reader.u32()? == 1 { Edge::Open } else { Edge::Closed };
            }
            edges
        },
        max_sub_steps: reader.u32()?,
        bodies: reader.u32()? == 1,
        wake_above: any(reader, "wake_above")?,
    })
}

fn read_walls(reader: &mut BytesReader<'_>, cell_count: usize) -> Result<Walls, BytesError> {
    let mut movers: Vec<Mover> = Vec::new();
    for _ in 0..reader.count(48)? {
        let body = BodyId::from_bits(reader.u64()?).ok_or(BytesError::Structure("no body has this id"))?;
        if movers.last().is_some_and(|last| last.body.to_bits() >= body.to_bits()) {
            return Err(BytesError::Structure("bodies are out of order"));
        }
        let (count, area) = (reader.u32()?, reader.f32("area", 0.0, LARGEST)?);
        let mut account = [0.0; 4];
        for part in &mut account {
            *part = f64::from_bits(reader.u64()?);
            if part.is_nan() || part.abs() > f64::from(LARGEST) {
                return Err(BytesError::Structure("an account is out of range"));
            }
        }
        movers.push(Mover::read(body, count, area, account));
    }
    let mut cells = Vec::new();
    for _ in 0..reader.count(8)? {
        let (cell, mover) = (reader.u32()?, reader.u32()?);
        if cell as usize >= cell_count || mover as usize >= movers.len() {
            return Err(BytesError::Structure("a cell of a body does not exist"));
        }
        cells.push((cell, mover as u16));
    }
    let mut first = 0;
    for (index, mover) in movers.iter_mut().enumerate() {
        let count = cells[first..].iter().take_while(|cell| usize::from(cell.1) == index).count();
        if count != mover.count as usize {
            return Err(BytesError::Structure("the cells of a body are out of order"));
        }
        mover.first = first as u32;
        first += count;
    }
    if first != cells.len() {
        return Err(BytesError::Structure("the cells of bodies are out of order"));
    }
    Ok(Walls::read(movers, cells))
}

/// Writes small numbers of some bits each.
fn write_bits(writer: &mut BytesWriter<'_>, values: impl Iterator<Item = u32>, bits: u32) {
    let (mut word, mut used) = (0, 0);
    for value in values {
        word |= value << used;
        used += bits;
        if used == 32 {
            writer.u32(word);
            (word, used) = (0, 0);
        }
    }
    if used > 0 {
        writer.u32(word);
    }
}

fn read_bits<T>(
    reader: &mut BytesReader<'_>,
    values: &mut [T],
    bits: u32,
    from: impl Fn(u32) -> T,
) -> Result<(), BytesError> {
    for chunk in values.chunks_mut((32 / bits) as usize) {
        let word = reader.u32()?;
        for (index, value) in chunk.iter_mut().enumerate() {
            *value = from(word >> (index as u32 * bits) & ((1 << bits) - 1));
        }
    }
    Ok(())
}
