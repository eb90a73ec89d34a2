//! Shapes of the world as walls: static ones as a mask, moving ones by cells with an owner.
//!
//! When a moving body covers a cell, its gas goes to the account of the body; a cell that opens is filled
//! from its neighbours, at the cost of the account. Faces of moving bodies emit and absorb gas in between
//! (see [`kernel`](crate::kernel)), which the account pays for. So gas and accounts together keep mass and
//! momentum, and no cell changes at once when a body passes.
//!
//! Invariant: the account of a body in uniform gas is the gas that its covered cells would hold, less that of
//! its true area: within rounding of a layer of cells about zero.

use cairn2d::{BodyId, BodyKind, QueryFilter, ShapeInBox, ValueError, Vec2, World};

use crate::gas::{BY_SHAPE, Gas};
use crate::layout::{State, ambient};
use crate::raster::{CellBox, covered, covered_area, farthest, reach, signature};

/// Share of the speed of sound below which a body does not stir still gas.
const QUIET: f32 = 1.0e-3;

/// A static shape that is a wall. Lists are in the order of the keys.
#[derive(Clone, Debug, PartialEq)]
struct FixedShape {
    /// Ids of the body and the shape.
    key: (u64, u64),
    signature: u64,
    cells: CellBox,
}

/// Mass of the gas in the cells beside a body `[kg]`, and its inertia about the body's centre `[kg*m^2]`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Layers {
    pub(crate) mass: f32,
    pub(crate) inertia: f32,
}

/// A moving body in the grid.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    pub(crate) body: BodyId,
    /// Hash of its shapes and pose; 0 for one that was read from a snapshot.
    signature: u64,
    /// Its first cell in the list of cells, and their number.
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// Number of cells that its shapes fill, in fractions; 0 if the account begins with the next covering.
    pub(crate) area: f32,
    /// Gas that it absorbed and did not emit: mass, momenta, energy, each over the area of a cell.
    pub(crate) account: [f64; 4],
    /// Whether all of it is in the grid.
    pub(crate) inside: bool,
    pub(crate) center: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) spin: f32,
    /// Inverse mass and inertia; 0 if the gas does not move it within a step.
    pub(crate) inverse_mass: f32,
    pub(crate) inverse_inertia: f32,
    /// The gas beside it.
    pub(crate) layers: Layers,
    /// Share of its own mass in the mass with gas that moves with it, and the same of inertia.
    pub(crate) share: f32,
    pub(crate) angular_share: f32,
    /// Distance of its farthest point from its centre, and whether it is smaller than a cell and no wall.
    pub(crate) radius: f32,
    pub(crate) small: bool,
    /// Impulse and angular impulse of this step.
    pub(crate) impulse: [f64; 2],
    pub(crate) angular: f64,
    /// Changes of the velocities by the gas so far.
    pub(crate) pushed: Vec2,
    pub(crate) turned: f32,
    /// Whether its cells may hold other velocities than zero.
    pub(crate) stirs: bool,
    /// Shapes of the body in the list of found ones.
    shapes: (usize, usize),
}

impl Mover {
    pub(crate) fn read(body: BodyId, count: u32, area: f32, account: [f64; 4]) -> Mover {
        Mover {
            body,
            signature: 0,
            first: 0,
            count,
            area,
            account,
            inside: false,
            center: Vec2::ZERO,
            velocity: Vec2::ZERO,
            spin: 0.0,
            inverse_mass: 0.0,
            inverse_inertia: 0.0,
            layers: Layers::default(),
            share: 1.0,
            angular_share: 1.0,
            radius: 0.0,
            small: false,
            impulse: [0.0; 2],
            angular: 0.0,
            pushed: Vec2::ZERO,
            turned: 0.0,
            stirs: true,
            shapes: (0, 0),
        }
    }

    /// Velocity of a point of the body.
    pub(crate) fn velocity_at(&self, point: Vec2) -> Vec2 {
        self.velocity + Vec2::cross_sv(self.spin, point - self.center)
    }

    /// The account in ambient gas that moves with the body.
    pub(crate) fn aim(&self, ambient: State) -> [f64; 4] {
        let excess = f64::from(self.count) - f64::from(self.area);
        let mass = f64::from(ambient[0]) * excess;
        let [x, y] = [self.velocity.x, self.velocity.y].map(f64::from);
        [mass, mass * x, mass * y, f64::from(ambient[3]) * excess + 0.5 * mass * (x * x + y * y)]
    }

    /// Takes the state of a cell to the account, or from it.
    pub(crate) fn book(&mut self, state: State, sign: f64) {
        for (account, part) in self.account.iter_mut().zip(state) {
            *account += sign * f64::from(part);
        }
    }
}

/// The walls that come from a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walls {
    fixed: Vec<FixedShape>,
    /// Whether the cells of `fixed` are those of the mask.
    fixed_known: bool,
    pub(crate) movers: Vec<Mover>,
    /// Cells of moving bodies in the order of the bodies: number of the cell, index of the body.
    pub(crate) cells: Vec<(u32, u16)>,
    scratch: Scratch,
}

/// Memory of a step, without state.
#[derive(Debug, Default)]
struct Scratch {
    found: Vec<ShapeInBox>,
    fixed: Vec<FixedShape>,
    dirty: Vec<CellBox>,
    mask: Vec<bool>,
    movers: Vec<Mover>,
    cells: Vec<(u32, u16)>,
    /// Index of the owner of each cell, plus one.
    owner: Vec<u16>,
    /// Bodies whose accounts begin.
    fresh: Vec<usize>,
    opened: Vec<(u32, u16)>,
    fills: Vec<(u32, u16, State)>,
}

/// A copy begins with empty memory.
impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }

    fn clone_from(&mut self, _other: &Scratch) {}
}

impl Walls {
    /// Bytes of the lists.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.fixed) + size_of_val(&*self.movers) + size_of_val(&*self.cells)
    }

    pub(crate) fn read(movers: Vec<Mover>, cells: Vec<(u32, u16)>) -> Walls {
        Walls { movers, cells, ..Walls::default() }
    }
}

/// Order of found shapes: that of their bodies.
fn key(found: &ShapeInBox) -> (u64, u64) {
    (found.body.to_bits(), found.shape.to_bits())
}

/// Columns and rows of the cells of moving bodies.
fn cells_of(cells: &[(u32, u16)], columns: usize) -> impl Iterator<Item = [usize; 2]> {
    cells.iter().map(move |&(cell, _)| [cell as usize % columns, cell as usize / columns])
}

impl Gas {
    /// Looks for walls in all tiles.
    pub(crate) fn find_walls(&mut self) {
        self.tiles.find_walls(&self.layout, &self.cells, &self.fixed);
        self.tiles.cover(cells_of(&self.walls.cells, self.layout.columns));
    }

    /// Brings the walls up to date with the shapes of the world.
    pub(crate) fn follow_world(&mut self, world: &World) -> Result<(), ValueError> {
        let mut walls = core::mem::take(&mut self.walls);
        let bounds = self.bounds();
        world.shapes_in_box(bounds, QueryFilter::all(), &mut walls.scratch.found)?;
        // Keys are unique, so the order does not depend on the method of sorting.
        walls.scratch.found.sort_unstable_by_key(key);
        walls.scratch.found.retain(|found| world.shape(found.shape).is_some_and(|shape| !shape.is_sensor()));
        let changed = self.follow_fixed(&mut walls, world);
        self.follow_movers(&mut walls, world, changed);
        self.walls = walls;
        Ok(())
    }

    /// Renews the mask of static shapes where they changed. Returns whether they did.
    fn follow_fixed(&mut self, walls: &mut Walls, world: &World) -> bool {
        let Scratch { found, fixed, dirty, .. } = &mut walls.scratch;
        fixed.clear();
        dirty.clear();
        for found in &*found {
            let is_static = world.body(found.body).is_some_and(|body| body.kind() == BodyKind::Static);
            let Some(shape) = world.shape(found.shape).filter(|_| is_static) else { continue };
            let geometry = shape.geometry();
            fixed.push(FixedShape {
                key: key(found),
                signature: signature(geometry, found.pose),
                cells: reach(&self.def, geometry, found.pose),
            });
        }
        if walls.fixed_known && *fixed == walls.fixed {
            return false;
        }
        if walls.fixed_known {
            let changed = |one: &[FixedShape], other: &[FixedShape], dirty: &mut Vec<CellBox>| {
                for fixed in one {
                    let same = other.binary_search_by_key(&fixed.key, |other| other.key);
                    if same.is_ok_and(|index| other[index] == *fixed) || fixed.cells.is_empty() {
                        continue;
                    }
                    dirty.push(fixed.cells.clone());
                }
            };
            changed(fixed, &walls.fixed, dirty);
            changed(&walls.fixed, fixed, dirty);
        } else {
            dirty.push(CellBox::all(&self.def));
        }
        let dirty = core::mem::take(&mut walls.scratch.dirty);
        for cells in &dirty {
            self.renew_fixed(walls, world, cells);
        }
        walls.scratch.dirty = dirty;
        walls.fixed.clone_from(&walls.scratch.fixed);
        walls.fixed_known = true;
        self.tiles.find_walls(&self.layout, &self.cells, &self.fixed);
        true
    }

    /// Renews the mask of static shapes in a box of cells.
    fn renew_fixed(&mut self, walls: &mut Walls, world: &World, cells: &CellBox) {
        let mask = &mut walls.scratch.mask;
        mask.clear();
        mask.resize(cells.columns.len() * cells.rows.len(), false);
        for found in &walls.scratch.found {
            let is_static = world.body(found.body).is_some_and(|body| body.kind() == BodyKind::Static);
            let Some(shape) = world.shape(found.shape).filter(|_| is_static) else { continue };
            covered(&self.def, shape.geometry(), found.pose, cells, |column, row| {
                mask[(row - cells.rows.start) * cells.columns.len() + column - cells.columns.start] = true;
            });
        }
        for row in cells.rows.clone() {
            for column in cells.columns.clone() {
                let wall =
                    mask[(row - cells.rows.start) * cells.columns.len() + column - cells.columns.start];
                self.set_fixed(column, row, BY_SHAPE, wall);
            }
        }
    }

    /// Brings the moving bodies up to date: who is there, with which velocity, and which cells they cover.
    fn follow_movers(&mut self, walls: &mut Walls, world: &World, fixed_changed: bool) {
        let mut movers = core::mem::take(&mut walls.scratch.movers);
        movers.clear();
        let found = &walls.scratch.found;
        let mut start = 0;
        let mut changed = fixed_changed;
        for shapes in found.chunk_by(|a, b| a.body == b.body) {
            let range = (start, start + shapes.len());
            start = range.1;
            let Some(body) = world.body(shapes[0].body) else { continue };
            if body.kind() == BodyKind::Static || movers.len() >= usize::from(u16::MAX) - 1 {
                continue;
            }
            let mut hasher = cairn2d::system::SystemHasher::default();
            let mut radius = 0.0_f32;
            for found in shapes {
                if let Some(shape) = world.shape(found.shape) {
                    hasher.word(signature(shape.geometry(), found.pose));
                    radius = radius.max(farthest(shape.geometry(), found.pose, found.center));
                }
            }
            let old =
                walls.movers.binary_search_by_key(&shapes[0].body.to_bits(), |mover| mover.body.to_bits());
            let mut mover = match old {
                Ok(index) => walls.movers[index].clone(),
                Err(_) => Mover::read(shapes[0].body, 0, 0.0, [0.0; 4]),
            };
            let signature = hasher.finish() | 1;
            let small = 2.0 * radius < self.def.cell;
            changed |= mover.signature != signature && !small || mover.small != small;
            (mover.radius, mover.small) = (radius, small);
            let mass = body.mass();
            let moved_by_gas = body.kind() == BodyKind::Dynamic && !body.is_asleep();
            let inverse = |value: f32| if moved_by_gas && value > 0.0 { 1.0 / value } else { 0.0 };
            mover.signature = signature;
            mover.shapes = range;
            mover.center = shapes[0].center;
            mover.velocity = shapes[0].velocity;
            mover.spin = shapes[0].angular_velocity;
            mover.inverse_mass = inverse(mass.mass);
            mover.inverse_inertia = inverse(mass.inertia);
            (mover.impulse, mover.angular) = ([0.0; 2], 0.0);
            (mover.share, mover.angular_share) = (1.0, 1.0);
            movers.push(mover);
        }
        changed |= movers.len() != walls.movers.len();
        if changed {
            self.cover(walls, world, &mut movers);
        }
        core::mem::swap(&mut walls.movers, &mut movers);
        walls.scratch.movers = movers;
        self.write_velocities(walls);
    }

    /// Determines the cells of moving bodies anew, and moves the gas of cells that were covered or opened.
    /// `walls.movers` and `walls.cells` are those of before.
    fn cover(&mut self, walls: &mut Walls, world: &World, movers: &mut [Mover]) {
        let mut scratch = core::mem::take(&mut walls.scratch);
        let columns = self.layout.columns;
        scratch.owner.resize(self.layout.cell_count(), 0);
        scratch.cells.clear();
        let (all, bounds) = (CellBox::all(&self.def), self.bounds());
        scratch.fresh.clear();
        for (index, mover) in movers.iter_mut().enumerate() {
            (mover.first, mover.count, mover.stirs) = (scratch.cells.len() as u32, 0, true);
            mover.inside = true;
            if mover.small {
                continue;
            }
            for found in &scratch.found[mover.shapes.0..mover.shapes.1] {
                let Some(shape) = world.shape(found.shape) else { continue };
                covered(&self.def, shape.geometry(), found.pose, &all, |column, row| {
                    let cell = row * columns + column;
                    if scratch.owner[cell] == 0 && self.fixed[cell] == 0 {
                        scratch.owner[cell] = index as u16 + 1;
                        scratch.cells.push((cell as u32, index as u16));
                        mover.count += 1;
                    }
                });
                let aabb = shape.geometry().aabb(found.pose);
                mover.inside &= bounds.contains_point(aabb.min) && bounds.contains_point(aabb.max);
            }
            if mover.area == 0.0 {
                scratch.fresh.push(index);
                let shapes = &scratch.found[mover.shapes.0..mover.shapes.1];
                mover.area = covered_area(&self.def, world, shapes);
            }
        }
        let old_movers = core::mem::take(&mut walls.movers);
        self.absorb(&scratch, movers);
        self.open(&mut scratch, &walls.cells, &old_movers, movers);
        for &(cell, _) in &scratch.cells {
            scratch.owner[cell as usize] = 0;
        }
        core::mem::swap(&mut walls.cells, &mut scratch.cells);
        (walls.scratch, walls.movers) = (scratch, old_movers);
        self.tiles.cover(cells_of(&walls.cells, columns));
    }

    /// Books the gas of cells that are covered now and were not before. That of new bodies vanishes, so a
    /// body that appears makes no wave.
    fn absorb(&mut self, scratch: &Scratch, movers: &mut [Mover]) {
        let columns = self.layout.columns;
        for &(cell, index) in &scratch.cells {
            let (column, row) = (cell as usize % columns, cell as usize / columns);
            let place = self.layout.place(column as isize, row as isize);
            let state = self.layout.get(&self.cells, place);
            if state[0] > 0.0 {
                movers[usize::from(index)].book(state, 1.0);
                self.layout.set(&mut self.cells, place, [0.0; 4]);
                self.layout.set(&mut self.other, place, [0.0; 4]);
            }
        }
        let ambient = ambient(&self.def);
        for &index in &scratch.fresh {
            let mover = &mut movers[index];
            mover.account = mover.aim(ambient);
        }
    }

    /// Fills the cells that are open now and were covered before, from their neighbours, and books that.
    fn open(&mut self, scratch: &mut Scratch, before: &[(u32, u16)], old: &[Mover], movers: &mut [Mover]) {
        let columns = self.layout.columns;
        scratch.opened.clear();
        for &(cell, index) in before {
            if scratch.owner[cell as usize] == 0 && self.fixed[cell as usize] == 0 {
                scratch.opened.push((cell, index));
            }
        }
        // Two layers are usual, more are those of a fast body.
        while !scratch.opened.is_empty() {
            scratch.fills.clear();
            for &(cell, index) in &scratch.opened {
                let (column, row) = (cell as usize % columns, cell as usize / columns);
                if let Some(state) = self.like_neighbours(column, row) {
                    scratch.fills.push((cell, index, state));
                }
            }
            if scratch.fills.is_empty() {
                let ambient = ambient(&self.def);
                scratch.fills.extend(scratch.opened.iter().map(|&(cell, index)| (cell, index, ambient)));
            }
            for &(cell, index, state) in &scratch.fills {
                let (column, row) = (cell as usize % columns, cell as usize / columns);
                let place = self.layout.place(column as isize, row as isize);
                self.layout.set(&mut self.cells, place, state);
                self.layout.set(&mut self.other, place, state);
                let id = old[usize::from(index)].body.to_bits();
                if let Ok(index) = movers.binary_search_by_key(&id, |mover| mover.body.to_bits()) {
                    movers[index].book(state, -1.0);
                }
                if state != ambient(&self.def) {
                    self.tiles.raise(column, row);
                }
            }
            let cells = &self.cells;
            let layout = &self.layout;
            scratch.opened.retain(|&(cell, _)| {
                let (column, row) = (cell as usize % columns, cell as usize / columns);
                cells[layout.place(column as isize, row as isize)] == 0.0
            });
        }
    }

    /// Writes the velocities of moving bodies to their cells. Bodies faster than a thousandth of sound stir
    /// still gas.
    fn write_velocities(&mut self, walls: &mut Walls) {
        let quiet = self.quiet();
        let columns = self.layout.columns;
        for mover in &mut walls.movers {
            let moves = mover.velocity != Vec2::ZERO || mover.spin != 0.0;
            if !moves && !mover.stirs {
                continue;
            }
            mover.stirs = moves;
            let cells = mover.first as usize..mover.first as usize + mover.count as usize;
            for &(cell, _) in &walls.cells[cells] {
                let (column, row) = (cell as usize % columns, cell as usize / columns);
                let velocity = mover.velocity_at(self.middle(column, row));
                let place = self.layout.place(column as isize, row as isize);
                let state = [0.0, velocity.x, velocity.y, 0.0];
                self.layout.set(&mut self.cells, place, state);
                self.layout.set(&mut self.other, place, state);
                if velocity.x.abs() > quiet || velocity.y.abs() > quiet {
                    self.tiles.raise(column, row);
                }
            }
        }
    }

    /// Speed above which a wall stirs still gas `[m/s]`.
    pub(crate) fn quiet(&self) -> f32 {
        QUIET * self.def.model.sound_speed()
    }
}
