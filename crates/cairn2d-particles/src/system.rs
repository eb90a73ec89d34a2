//! The liquid as a system beside a world, and its bytes.

use cairn2d::system::{BytesError, BytesReader, BytesWriter, WorldSystem};
use cairn2d::{Aabb, BodyKind, Error, QueryFilter, ValueError, World};

use crate::def::{FARTHEST, MAX_PARTICLES, ParticlesDef};
use crate::grid::NONE;
use crate::particles::Particles;
use crate::walls::Solid;

/// Version of the bytes.
const VERSION: u32 = 1;

/// Largest number in the bytes.
const LARGEST: f32 = 1.0e12;

impl WorldSystem for Particles {
    fn name(&self) -> &'static str {
        "particles"
    }

    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.follow_world(world)?;
        self.flow(dt, world.config().gravity);
        Ok(())
    }

    fn write(&self, out: &mut Vec<u8>) {
        let mut writer = BytesWriter::new(out);
        writer.u32(VERSION);
        write_def(&mut writer, &self.def);
        writer.u32(self.next_number).u32(self.positions.len() as u32);
        for index in 0..self.positions.len() {
            writer.vec2(self.positions[index]).vec2(self.velocities[index]);
            for part in self.gradients[index] {
                writer.f32(part);
            }
            writer.u32(self.numbers[index]);
        }
        let wet = || self.pressures.iter().enumerate().filter(|&(_, &pressure)| pressure != 0.0);
        writer.u32(wet().count() as u32);
        for (cell, &pressure) in wet() {
            writer.u32(cell as u32).f32(pressure);
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let mut reader = BytesReader::new(bytes);
        let version = reader.u32()?;
        if version != VERSION {
            return Err(BytesError::Version(version));
        }
        let def = read_def(&mut reader)?;
        let next_number = reader.u32()?;
        let count = reader.count(36)?;
        if count > def.capacity.min(MAX_PARTICLES) as usize {
            return Err(BytesError::Structure("more particles than the capacity"));
        }
        let mut water = Particles::new(def)?;
        water.next_number = next_number;
        for _ in 0..count {
            let position = reader.vec2("position", FARTHEST)?;
            if water.layout.is_outside(water.layout.place(position)) {
                return Err(BytesError::Structure("a particle is outside of the bounds"));
            }
            water.positions.push(position);
            water.velocities.push(reader.vec2("velocity", LARGEST)?);
            let mut gradient = [0.0; 4];
            for part in &mut gradient {
                *part = reader.f32("gradient", -LARGEST, LARGEST)?;
            }
            water.gradients.push(gradient);
            water.numbers.push(reader.u32()?);
        }
        for _ in 0..reader.count(8)? {
            let cell = reader.u32()? as usize;
            let pressure = reader.f32("pressure", -LARGEST, LARGEST)?;
            *water.pressures.get_mut(cell).ok_or(BytesError::Structure("a cell does not exist"))? = pressure;
        }
        reader.end()?;
        *self = water;
        Ok(())
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.len() * 36 + self.layout.count * 4 + self.walls.memory()
    }
}

impl Particles {
    /// Brings the walls up to date with the shapes of the world.
    pub(crate) fn follow_world(&mut self, world: &World) -> Result<(), ValueError> {
        let mut found = Vec::new();
        world.shapes_in_box(self.walls.bounds(), QueryFilter::all(), &mut found)?;
        found.sort_unstable_by_key(|shape| (shape.body.to_bits(), shape.shape.to_bits()));
        self.walls.restore();
        let (mut fixed, mut moving) = (Vec::new(), Vec::new());
        for found in &found {
            let Some(body) = world.body(found.body) else { continue };
            let Some(shape) = world.shape(found.shape).filter(|shape| !shape.is_sensor()) else { continue };
            let is_static = body.kind() == BodyKind::Static;
            let solid = Solid {
                shape: shape.geometry().clone(),
                pose: found.pose,
                center: found.center,
                velocity: found.velocity,
                spin: found.angular_velocity,
                body: if is_static { NONE } else { moving.len() as u32 },
            };
            if is_static { fixed.push(solid) } else { moving.push(solid) }
        }
        let same = fixed.len() == self.walls.fixed_count
            && fixed.iter().zip(&self.walls.solids).all(|(a, b)| a.signature() == b.signature());
        if !same {
            self.walls.solids = fixed;
            self.walls.set_fixed();
        }
        self.walls.solids.extend(moving);
        self.walls.add_movers();
        Ok(())
    }
}

fn write_def(writer: &mut BytesWriter<'_>, def: &ParticlesDef) {
    writer.vec2(def.bounds.min).vec2(def.bounds.max).f32(def.spacing).f32(def.density);
    writer.f32(def.gravity_scale).f32(def.damping).u32(def.max_sub_steps).u32(def.capacity);
    writer.f32(def.wake_above);
}

fn read_def(reader: &mut BytesReader<'_>) -> Result<ParticlesDef, BytesError> {
    let any = |reader: &mut BytesReader<'_>, name| reader.f32(name, -LARGEST, LARGEST);
    let def = ParticlesDef {
        bounds: Aabb { min: reader.vec2("bounds", FARTHEST)?, max: reader.vec2("bounds", FARTHEST)? },
        spacing: any(reader, "spacing")?,
        density: any(reader, "density")?,
        gravity_scale: any(reader, "gravity_scale")?,
        damping: any(reader, "damping")?,
        max_sub_steps: reader.u32()?,
        capacity: reader.u32()?,
        wake_above: any(reader, "wake_above")?,
    };
    def.check()?;
    Ok(def)
}
