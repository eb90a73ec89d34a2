//! The particles, their grid, and the calls of users.

use cairn2d::math::lanes::LaneLevel;
use cairn2d::tasks::TaskSystem;
use cairn2d::{Aabb, BodyImpulse, Pose, Shape, ShapeInBox, StandardFloats, ValueError, Vec2};

use crate::blocks::{Blocks, WIDTH};
use crate::coupling::{Hit, Mover, Part};
use crate::def::{MAX_PARTICLES, ParticlesDef, check, check_vector};
use crate::grid::Layout;
use crate::runs::{RUNS, Sums};
use crate::solve::System;
use crate::walls::{Solid, Walls};

/// What the last step did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ParticlesStep {
    /// Number of sub-steps; 0 while the liquid sleeps.
    pub sub_steps: u32,
    /// Speed of the fastest particle after the step `[m/s]`.
    pub fastest: f32,
    /// Particles that left the bounds and were removed.
    pub left: u32,
    /// Passes of the pressure solver.
    pub pressure_passes: u32,
    /// Passes of the solver that keeps the volume.
    pub volume_passes: u32,
    /// Number of bodies that got an impulse.
    pub bodies: u32,
    /// Sum of the impulses on bodies `[N*s]`.
    pub impulse: Vec2,
}

/// Liquid around a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiquidState {
    /// Share of the open space around the point that is liquid `[-]`, about 1 within a liquid.
    pub fill: f32,
    /// Pressure `[N/m]`.
    pub pressure: f32,
}

/// A liquid of particles; see the [crate](crate).
#[derive(Clone, Debug)]
pub struct Particles {
    pub(crate) def: ParticlesDef,
    pub(crate) layout: Layout,
    pub(crate) positions: Vec<Vec2>,
    pub(crate) velocities: Vec<Vec2>,
    /// Gradients of the velocity, by rows `[1/s]`.
    pub(crate) gradients: Vec<[f32; 4]>,
    pub(crate) numbers: Vec<u32>,
    /// Number of the next particle.
    pub(crate) next_number: u32,
    /// Pressure of each cell over density `[m^2/s^2]`, 0 outside of the liquid.
    pub(crate) pressures: Vec<f32>,
    pub(crate) walls: Walls,
    /// Those of the world of the last step.
    pub(crate) lanes: LaneLevel,
    /// Gravity of the last step.
    pub(crate) gravity: Vec2,
    /// How long there was hardly any motion `[s]`.
    pub(crate) calm_time: f32,
    pub(crate) asleep: bool,
    /// Hash of the static shapes.
    pub(crate) fixed_hash: u64,
    /// Moving bodies in the order of their ids.
    pub(crate) movers: Vec<Mover>,
    pub(crate) step: ParticlesStep,
    pub(crate) scratch: Scratch,
}

/// Memory of a step, without state.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Cells of the particles, and the particles in the order of these.
    pub(crate) keys: Vec<u32>,
    pub(crate) order: Vec<u32>,
    /// Ends of the particles of cells, sorted by cell, and the cells with particles.
    pub(crate) starts: Vec<u32>,
    pub(crate) occupied: Vec<u32>,
    /// Coordinates of the sorted particles.
    pub(crate) columns: [Vec<f32>; 2],
    pub(crate) vectors: Vec<Vec2>,
    pub(crate) more_vectors: Vec<Vec2>,
    /// Places of the particles whose faces move them.
    pub(crate) places: Vec<Vec2>,
    pub(crate) fills: Sums<1>,
    /// Mass and momentum that particles give to the faces of both axes.
    pub(crate) given: Sums<4>,
    /// Their sums, for each axis.
    pub(crate) given_to_faces: [Vec<[f32; 2]>; 2],
    pub(crate) gradients: Vec<[f32; 4]>,
    pub(crate) numbers: Vec<u32>,
    /// Mass and momentum of the faces, later their velocity.
    pub(crate) mass: [Vec<f32>; 2],
    pub(crate) speed: [Vec<f32>; 2],
    /// Filled share of the tent around each cell's middle, solids included.
    pub(crate) filled: Vec<f32>,
    /// Rows of the linear system by cell, bits of the liquid cells of each block, and the blocks with any.
    pub(crate) rows: Vec<u32>,
    pub(crate) wet: Vec<u8>,
    pub(crate) blocks: Blocks,
    pub(crate) grounded: Vec<bool>,
    pub(crate) labels: Vec<u32>,
    pub(crate) system: System,
    /// Displacements that part close particles.
    pub(crate) partings: Vec<Vec2>,
    /// Velocities of faces after a part of the diffusion.
    pub(crate) diffused: Vec<f32>,
    /// Hits of each run of particles.
    pub(crate) hits: [Vec<Hit>; RUNS],
    /// Connected parts of the liquid: by first label, labels, and labels of cells.
    pub(crate) parts: Vec<Part>,
    pub(crate) part_labels: Vec<u32>,
    pub(crate) part_of_cell: Vec<u32>,
    pub(crate) impulses: Vec<BodyImpulse>,
    pub(crate) sleepers: Vec<BodyImpulse>,
    pub(crate) found: Vec<ShapeInBox>,
    pub(crate) movers: Vec<Mover>,
    pub(crate) fixed: Vec<Solid>,
    pub(crate) moving: Vec<Solid>,
}

impl Scratch {
    /// Whether a cell of a block of eight, or one behind it along an axis, is liquid.
    #[inline]
    pub(crate) fn is_wet_around(&self, place: usize, axis: usize, stride: usize) -> bool {
        let behind = if axis == 0 { 1 } else { stride / WIDTH };
        self.wet[place] != 0 || place >= behind && self.wet[place - behind] != 0
    }
}

/// A copy begins with empty memory.
impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }

    fn clone_from(&mut self, _other: &Scratch) {}
}

impl Particles {
    /// Returns a liquid without particles.
    ///
    /// # Errors
    /// The first option that is out of its range.
    pub fn new(def: ParticlesDef) -> Result<Particles, ValueError> {
        def.check()?;
        StandardFloats::within(|| {
            let layout = Layout::of(&def);
            let (walls, pressures) = (Walls::new(&layout), vec![0.0; layout.count]);
            Ok(Particles {
                def,
                layout,
                positions: Vec::new(),
                velocities: Vec::new(),
                gradients: Vec::new(),
                numbers: Vec::new(),
                next_number: 0,
                pressures,
                walls,
                lanes: LaneLevel::fastest(),
                gravity: Vec2::ZERO,
                calm_time: 0.0,
                asleep: false,
                fixed_hash: 0,
                movers: Vec::new(),
                step: ParticlesStep::default(),
                scratch: Scratch::default(),
            })
        })
    }

    /// Returns the options.
    pub fn def(&self) -> &ParticlesDef {
        &self.def
    }

    /// Returns the number of particles.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no particles.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the positions of all particles `[m]`. The order changes with each step.
    pub fn positions(&self) -> &[Vec2] {
        &self.positions
    }

    /// Returns the velocities of all particles `[m/s]`, in the order of their positions.
    pub fn velocities(&self) -> &[Vec2] {
        &self.velocities
    }

    /// Returns the numbers of all particles, in the order of their positions. A particle keeps its number.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns the mass of a particle `[kg]`.
    pub fn particle_mass(&self) -> f32 {
        StandardFloats::within(|| self.def.density * (self.def.spacing * self.def.spacing))
    }

    /// Returns what the last step did; zeros before the first one and after a restoration.
    pub fn last_step(&self) -> ParticlesStep {
        self.step
    }

    /// Returns the sum of the momenta of all particles `[kg*m/s]`.
    pub fn momentum(&self) -> [f64; 2] {
        let mut sum = [0.0_f64; 2];
        for velocity in &self.velocities {
            sum[0] += f64::from(velocity.x);
            sum[1] += f64::from(velocity.y);
        }
        sum.map(|part| part * f64::from(self.particle_mass()))
    }

    /// Returns the energy of motion of all particles `[J]`.
    pub fn kinetic_energy(&self) -> f64 {
        let square = |velocity: &Vec2| {
            let [x, y] = [velocity.x, velocity.y].map(f64::from);
            x * x + y * y
        };
        let sum: f64 = self.velocities.iter().map(square).sum();
        0.5 * sum * f64::from(self.particle_mass())
    }

    /// Returns the pressure and the filled share at a point `[m]` as of the last step; zeros outside of the
    /// bounds. The pressure is interpolated between the middles of cells with liquid.
    pub fn at(&self, point: impl Into<Vec2>) -> LiquidState {
        let point = point.into();
        StandardFloats::within(|| self.state_at(point))
    }

    /// Adds particles at rest spacing in a box `[m]` with a velocity `[m/s]`, row by row from its lower left
    /// corner. A box gets as many as its sides hold, rounded. Returns how many were added.
    ///
    /// # Errors
    /// A box that is not within the bounds; a velocity beyond 1e5; more particles than the capacity allows.
    /// No particle has been added then.
    pub fn fill_box(&mut self, area: Aabb, velocity: impl Into<Vec2>) -> Result<u32, ValueError> {
        self.fill_where(area, velocity, |_| true)
    }

    /// Adds particles as [`fill_box`](Particles::fill_box) in the part of the box of a shape that is inside
    /// of it.
    ///
    /// # Errors
    /// As for [`fill_box`](Particles::fill_box).
    pub fn fill_shape(
        &mut self,
        shape: &Shape,
        pose: Pose,
        velocity: impl Into<Vec2>,
    ) -> Result<u32, ValueError> {
        self.fill_where(shape.aabb(pose), velocity, |point| shape.test_point(pose.inv_transform_point(point)))
    }

    /// Adds particles as [`fill_box`](Particles::fill_box) where `inside` returns true.
    ///
    /// # Errors
    /// As for [`fill_box`](Particles::fill_box).
    pub fn fill_where(
        &mut self,
        area: Aabb,
        velocity: impl Into<Vec2>,
        inside: impl Fn(Vec2) -> bool,
    ) -> Result<u32, ValueError> {
        let velocity = velocity.into();
        StandardFloats::within(|| {
            let (bounds, spacing) = (self.def.bounds, self.def.spacing);
            check("area x", area.min.x, bounds.min.x, area.max.x)?;
            check("area y", area.min.y, bounds.min.y, area.max.y)?;
            check("area x", area.max.x, area.min.x, bounds.max.x)?;
            check("area y", area.max.y, area.min.y, bounds.max.y)?;
            check_vector("velocity", velocity, 1.0e5)?;
            let size = (area.max - area.min) / spacing;
            let [columns, rows] = [size.x, size.y].map(|length| (length + 0.5).floor() as u32);
            let free = self.def.capacity.min(MAX_PARTICLES) as usize - self.len();
            let before = self.len();
            for row in 0..rows {
                for column in 0..columns {
                    let offset = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * spacing;
                    let position = area.min + offset;
                    if self.layout.is_outside(self.layout.place(position)) || !inside(position) {
                        continue;
                    }
                    if self.len() - before == free {
                        self.truncate(before);
                        let most = self.def.capacity as f32;
                        return Err(ValueError::new("particles", most + 1.0, 0.0, most));
                    }
                    self.push(position, velocity);
                }
            }
            Ok((self.len() - before) as u32)
        })
    }

    /// Removes the particles in a box `[m]`. Returns how many. The order of the others stays.
    pub fn remove_box(&mut self, area: Aabb) -> u32 {
        let removed = self.retain(|position| !area.contains_point(position));
        if removed > 0 {
            self.wake();
        }
        removed
    }

    /// Advances the liquid by `dt` `[s]`, 0 to 1, without a world, under a gravity `[m/s^2]`, on the caller
    /// or with threads. The bits are the same.
    ///
    /// # Errors
    /// A length out of range; a gravity beyond 1e5.
    pub fn advance(
        &mut self,
        dt: f32,
        gravity: impl Into<Vec2>,
        tasks: Option<&dyn TaskSystem>,
    ) -> Result<(), ValueError> {
        let gravity = gravity.into();
        check("dt", dt, 0.0, 1.0)?;
        check_vector("gravity", gravity, 1.0e5)?;
        StandardFloats::within(|| self.flow(dt, gravity, tasks));
        Ok(())
    }

    /// Returns whether the liquid sleeps: it is at rest, and steps skip it until something near it moves.
    pub fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// Wakes the liquid.
    pub fn wake(&mut self) {
        (self.asleep, self.calm_time) = (false, 0.0);
    }

    /// Adds a particle at a position `[m]` with a velocity `[m/s]`; returns its number. Particles that are
    /// closer than a spacing part with the next steps.
    ///
    /// # Errors
    /// A position that is not within the bounds; a velocity beyond 1e5; no room.
    pub fn emit(&mut self, position: impl Into<Vec2>, velocity: impl Into<Vec2>) -> Result<u32, ValueError> {
        let (position, velocity) = (position.into(), velocity.into());
        StandardFloats::within(|| {
            let bounds = self.def.bounds;
            check("position x", position.x, bounds.min.x, bounds.max.x)?;
            check("position y", position.y, bounds.min.y, bounds.max.y)?;
            check_vector("velocity", velocity, 1.0e5)?;
            let most = self.def.capacity.min(MAX_PARTICLES);
            check("particles", self.len() as f32 + 1.0, 0.0, most as f32)?;
            self.push(position, velocity);
            Ok(self.next_number.wrapping_sub(1))
        })
    }

    pub(crate) fn push(&mut self, position: Vec2, velocity: Vec2) {
        self.wake();
        self.positions.push(position);
        self.velocities.push(velocity);
        self.gradients.push([0.0; 4]);
        self.numbers.push(self.next_number);
        self.next_number = self.next_number.wrapping_add(1);
    }

    fn truncate(&mut self, count: usize) {
        let added = (self.len() - count) as u32;
        self.next_number = self.next_number.wrapping_sub(added);
        self.positions.truncate(count);
        self.velocities.truncate(count);
        self.gradients.truncate(count);
        self.numbers.truncate(count);
    }

    /// Removes particles whose position does not pass; returns how many.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(Vec2) -> bool) -> u32 {
        let Some(first) = self.positions.iter().position(|&position| !keep(position)) else { return 0 };
        let mut kept = first;
        for index in first + 1..self.len() {
            if keep(self.positions[index]) {
                self.positions[kept] = self.positions[index];
                self.velocities[kept] = self.velocities[index];
                self.gradients[kept] = self.gradients[index];
                self.numbers[kept] = self.numbers[index];
                kept += 1;
            }
        }
        let removed = self.len() - kept;
        self.positions.truncate(kept);
        self.velocities.truncate(kept);
        self.gradients.truncate(kept);
        self.numbers.truncate(kept);
        removed as u32
    }

    fn state_at(&self, point: Vec2) -> LiquidState {
        let place = self.layout.place(point);
        if self.layout.is_outside(place) || self.scratch.filled.is_empty() {
            return LiquidState::default();
        }
        let corners = self.layout.middles(place);
        let (mut fill, mut pressure, mut weight) = (0.0, 0.0, 0.0);
        for (index, part) in self.layout.indices(&corners).into_iter().zip(corners.weights) {
            let open = 1.0 - self.walls.solid[index];
            fill += part * (self.scratch.filled[index] - self.walls.solid[index]);
            if self.pressures[index] != 0.0 && open > 0.0 {
                pressure += part * self.pressures[index];
                weight += part;
            }
        }
        let open: f32 = self
            .layout
            .indices(&corners)
            .into_iter()
            .zip(corners.weights)
            .fold(0.0, |sum, (index, part)| sum + part * (1.0 - self.walls.solid[index]));
        LiquidState {
            fill: if open > 1.0e-3 { fill / open } else { 0.0 },
            pressure: if weight > 0.0 { pressure / weight * self.def.density } else { 0.0 },
        }
    }
}
