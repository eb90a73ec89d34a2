//! The liquid as a system beside a world, and its bytes.

use cairn2d::system::{BytesError, BytesReader, BytesWriter, SystemHasher, WorldSystem};
use cairn2d::{Aabb, BodyId, BodyKind, BodyRef, Error, QueryFilter, ShapeInBox, ValueError, Vec2, World};

use crate::coupling::Mover;
use crate::def::{FARTHEST, MAX_PARTICLES, ParticlesDef};
use crate::flow::{CALM_BODY, TIME_TO_SLEEP};
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
        self.lanes = world.config().lanes;
        let tasks = world.tasks();
        self.flow(dt, world.config().gravity, tasks.as_deref());
        drop(tasks);
        if self.asleep {
            return Ok(());
        }
        self.list_impulses();
        // Forces act during the step, as gravity does, so that both cancel at any time of it.
        for entry in &self.scratch.impulses {
            if let Some(mut body) = world.body_mut(entry.body) {
                body.apply_force(entry.impulse / dt)?;
                body.apply_torque(entry.angular / dt)?;
            }
        }
        for sleeper in &self.scratch.sleepers {
            if let Some(mut body) = world.body_mut(sleeper.body) {
                body.wake();
            }
        }
        world.apply_impulses(&self.scratch.sleepers, 0.0)?;
        Ok(())
    }

    fn after(&mut self, world: &mut World, _dt: f32) -> Result<(), Error> {
        if self.asleep || self.is_empty() {
            return Ok(());
        }
        let slow = CALM_BODY * (self.gravity.length() * self.layout.cell).sqrt();
        let is_calm = |mover: &Mover| {
            world.body(mover.body).is_none_or(|body| {
                let speed = body.velocity().length();
                let is_slow = body.kind() == BodyKind::Dynamic && speed < slow;
                is_slow || body.is_asleep() || (speed == 0.0 && body.angular_velocity() == 0.0)
            })
        };
        if !self.movers.iter().all(is_calm) {
            self.calm_time = 0.0;
        }
        if self.calm_time < TIME_TO_SLEEP {
            return Ok(());
        }
        // Bodies in calm liquid sleep with it, or neither does.
        for mover in &self.movers {
            let Some(mut body) = world.body_mut(mover.body) else { continue };
            if body.kind() == BodyKind::Dynamic && !body.is_asleep() && !body.sleep() {
                self.calm_time = 0.0;
                return Ok(());
            }
        }
        for mover in &mut self.movers {
            if let Some(body) = world.body(mover.body) {
                mover.center = body.center();
            }
        }
        self.fall_asleep();
        Ok(())
    }

    fn write(&self, out: &mut Vec<u8>) {
        let mut writer = BytesWriter::new(out);
        writer.u32(VERSION);
        write_def(&mut writer, &self.def);
        writer.vec2(self.gravity).f32(self.calm_time).u32(u32::from(self.asleep)).u64(self.fixed_hash);
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
            writer.u32(self.layout.number(cell)).f32(pressure);
        }
        writer.u32(self.movers.len() as u32);
        for mover in &self.movers {
            let left = mover.left.unwrap_or(Vec2::ZERO);
            writer.u64(mover.body.to_bits()).u32(u32::from(mover.left.is_some()));
            writer.vec2(left).vec2(mover.rest).vec2(mover.center).f32(mover.seen);
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let mut reader = BytesReader::new(bytes);
        let version = reader.u32()?;
        if version != VERSION {
            return Err(BytesError::Version(version));
        }
        let def = read_def(&mut reader)?;
        let gravity = reader.vec2("gravity", LARGEST)?;
        let calm_time = reader.f32("calm_time", 0.0, LARGEST)?;
        let asleep = reader.u32()? == 1;
        let fixed_hash = reader.u64()?;
        let next_number = reader.u32()?;
        let count = reader.count(36)?;
        if count > def.capacity.min(MAX_PARTICLES) as usize {
            return Err(BytesError::Structure("more particles than the capacity"));
        }
        let mut water = Particles::new(def)?;
        (water.next_number, water.fixed_hash) = (next_number, fixed_hash);
        (water.gravity, water.calm_time, water.asleep) = (gravity, calm_time, asleep);
        for _ in 0..count {
            let position = reader.vec2("position", FARTHEST)?;
            let outside = water.layout.is_outside(water.layout.place(position));
            // Calls add particles up to the far edges, where the last cell has already ended.
            if outside && !water.def.bounds.contains_point(position) {
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
            let number = reader.u32()?;
            let pressure = reader.f32("pressure", -LARGEST, LARGEST)?;
            let cell = water.layout.cell_of(number).ok_or(BytesError::Structure("a cell does not exist"))?;
            water.pressures[cell] = pressure;
        }
        for _ in 0..reader.count(40)? {
            let body =
                BodyId::from_bits(reader.u64()?).ok_or(BytesError::Structure("no body has this id"))?;
            if water.movers.last().is_some_and(|last| last.body.to_bits() >= body.to_bits()) {
                return Err(BytesError::Structure("bodies are out of order"));
            }
            let known = reader.u32()? == 1;
            let left = reader.vec2("velocity", LARGEST)?;
            let rest = reader.vec2("impulse", LARGEST)?;
            let mut mover = Mover::new(body, known.then_some(left), rest);
            mover.center = reader.vec2("center", LARGEST)?;
            mover.seen = reader.f32("acceleration", 0.0, LARGEST)?;
            water.movers.push(mover);
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
        let mut scratch = core::mem::take(&mut self.scratch);
        world.shapes_in_box(self.walls.bounds(), QueryFilter::all(), &mut scratch.found)?;
        scratch.found.sort_unstable_by_key(|shape| (shape.body.to_bits(), shape.shape.to_bits()));
        scratch.fixed.clear();
        scratch.moving.clear();
        scratch.movers.clear();
        for found in &scratch.found {
            let Some(body) = world.body(found.body) else { continue };
            let Some(shape) = world.shape(found.shape).filter(|shape| !shape.is_sensor()) else { continue };
            let is_static = body.kind() == BodyKind::Static;
            if !is_static && scratch.movers.last().is_none_or(|last| last.body != found.body) {
                scratch.movers.push(self.mover(&body, found));
            }
            let solid = Solid {
                shape: shape.geometry().clone(),
                pose: found.pose,
                center: found.center,
                velocity: found.velocity,
                spin: found.angular_velocity,
                body: if is_static { NONE } else { scratch.movers.len() as u32 - 1 },
            };
            if is_static { scratch.fixed.push(solid) } else { scratch.moving.push(solid) }
        }
        let mut hasher = SystemHasher::default();
        for solid in &scratch.fixed {
            hasher.word(solid.signature());
        }
        let hash = hasher.finish();
        let same = hash == self.fixed_hash;
        self.fixed_hash = hash;
        // A sleeping body may have been removed or moved: then the number or a pose differs.
        let still = scratch.movers.len() == self.movers.len()
            && scratch.movers.iter().zip(&self.movers).all(|(new, old)| {
                new.body == old.body
                    && new.center == old.center
                    && (new.asleep || (!new.dynamic && new.velocity == Vec2::ZERO && new.spin == 0.0))
            });
        if self.asleep && same && still {
            self.scratch = scratch;
            return Ok(());
        }
        if self.asleep {
            self.wake();
        }
        core::mem::swap(&mut self.movers, &mut scratch.movers);
        self.walls.restore();
        if !same || !self.walls.known {
            core::mem::swap(&mut self.walls.solids, &mut scratch.fixed);
            self.walls.set_fixed();
        }
        self.walls.solids.append(&mut scratch.moving);
        self.walls.add_movers();
        self.scratch = scratch;
        Ok(())
    }

    /// A moving body as it is now, with what is known from the last step.
    fn mover(&self, body: &BodyRef<'_>, found: &ShapeInBox) -> Mover {
        let id = found.body;
        let known = self.movers.binary_search_by_key(&id.to_bits(), |mover| mover.body.to_bits());
        let known = known.ok().map(|index| &self.movers[index]);
        let mut mover = Mover::new(id, None, Vec2::ZERO);
        if let Some(known) = known {
            (mover.left, mover.rest, mover.seen) = (known.left, known.rest, known.seen);
        }
        let mass = body.mass();
        mover.dynamic = body.kind() == BodyKind::Dynamic;
        mover.asleep = body.is_asleep();
        let inverse = |value: f32| if mover.dynamic && value > 0.0 { 1.0 / value } else { 0.0 };
        mover.true_inverse_mass = inverse(mass.mass);
        let locks = body.locks();
        if !mover.asleep {
            let free = |locked: bool| if locked { 0.0 } else { mover.true_inverse_mass };
            mover.inverse_mass = Vec2::new(free(locks.x), free(locks.y));
            mover.inverse_inertia = if locks.rotation { 0.0 } else { inverse(mass.inertia) };
        }
        (mover.center, mover.velocity, mover.spin) = (found.center, found.velocity, found.angular_velocity);
        mover.start = found.velocity;
        mover.gravity_scale = body.gravity_scale();
        mover
    }
}

fn write_def(writer: &mut BytesWriter<'_>, def: &ParticlesDef) {
    writer.vec2(def.bounds.min).vec2(def.bounds.max).f32(def.spacing).f32(def.density);
    writer
        .f32(def.gravity_scale)
        .f32(def.damping)
        .f32(def.viscosity)
        .u32(def.max_sub_steps)
        .u32(def.capacity);
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
        viscosity: any(reader, "viscosity")?,
        max_sub_steps: reader.u32()?,
        capacity: reader.u32()?,
        wake_above: any(reader, "wake_above")?,
    };
    def.check()?;
    Ok(def)
}
