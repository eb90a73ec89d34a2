//! A wind on a grid of cells that pushes bodies.
//!
//! The air of each cell has a velocity. In each step it is carried along itself, settles to a calm velocity,
//! mixes with its neighbours, and is blown by fans. Then bodies are pushed towards the velocity of the air at
//! their shapes, by one call of [`World::apply_impulses`]. The air is not affected by bodies or walls.
//!
//! A cell takes the air that flows in through its faces (semi-Lagrangian, Stam 1999; but traced back with the
//! velocities of the faces, each the mean of its two cells). So a jet enters calm air at half of its speed,
//! as the conservation of momentum requires, and at most by one cell in a step. There is no pressure: air
//! that meets an opposite wind neither yields to the side nor piles up.
//!
//! Mixing is diffusion with an eddy viscosity, by one implicit step for each axis (backward Euler). It is
//! stable for any viscosity, exceeds no extreme of the air and keeps the sum of the velocities. No air
//! crosses the edge of the grid by mixing.
//!
//! The drag is linear and its decay is exact: without other forces, the velocity of a body against the air
//! falls by `exp(-k dt)` in a step, with `k = drag * width / mass`. So no wind and no length of step makes a
//! body overshoot.
//!
//! Invariant: every velocity is finite and at most [`MAX_SPEED`] in each component. Only `+ - * /`, `sqrt`
//! and functions of `cairn2d::math` change them, so the same steps give the same bits on every machine.

use cairn2d::math::{decay, exp_m1};
use cairn2d::system::{BytesError, BytesReader, BytesWriter, WorldSystem};
use cairn2d::{
    Aabb, BodyImpulse, BodyKind, Error, QueryFilter, ShapeInBox, StandardFloats, ValueError, Vec2, World,
};

/// Largest component of a velocity of the air `[m/s]`.
pub const MAX_SPEED: f32 = 1000.0;

/// Most columns and rows of a grid.
pub const MAX_CELLS: u32 = 1024;

/// Most fans of a wind.
pub const MAX_FANS: usize = 256;

/// Largest coordinate of the grid and of fans `[m]`.
const FARTHEST: f32 = 1.0e6;

/// Version of the bytes of a wind.
const VERSION: u32 = 1;

/// Sleepers get impulses above this multiple of `wake_above` only, so that rounding cannot make the world
/// reject one that was counted.
const SURELY: f32 = 1.001;

/// Options of a wind.
#[derive(Clone, Debug, PartialEq)]
pub struct CellWindDef {
    /// Lower left corner of the grid `[m]`, up to 1e6. Default (-10, 0).
    pub origin: Vec2,
    /// Width and height of a cell `[m]`, 0.01 to 1000. Default 0.5.
    pub cell: f32,
    /// Number of columns and of rows, 2 to [`MAX_CELLS`] each. Default 40 and 20.
    pub cells: [u32; 2],
    /// Velocity to which the air settles, and with which it begins `[m/s]`, up to [`MAX_SPEED`]. Default 0.
    pub calm: Vec2,
    /// Rate at which the air settles `[1/s]`, 0 to 1000; 0 keeps every gust. Default 0.5.
    pub settle: f32,
    /// Eddy viscosity of the air `[m^2/s]`, 0 to 1e6: the edge of a jet spreads by `sqrt(2 * mixing * t)`.
    /// About 0.03 times the speed and the width of a jet is natural. Default 0.3.
    pub mixing: f32,
    /// Drag of a body per metre of its width and per difference of speed `[kg/(m*s)]`, 0 to 1e6. Default 0.5.
    pub drag: f32,
    /// Change of a sleeping body's speed in a step that wakes it `[m/s]`, 0 to 1e6. Default 0.05.
    pub wake_above: f32,
    /// The fans, up to [`MAX_FANS`]. Default none.
    pub fans: Vec<Fan>,
}

impl Default for CellWindDef {
    fn default() -> CellWindDef {
        CellWindDef {
            origin: Vec2::new(-10.0, 0.0),
            cell: 0.5,
            cells: [40, 20],
            calm: Vec2::ZERO,
            settle: 0.5,
            mixing: 0.3,
            drag: 0.5,
            wake_above: 0.05,
            fans: Vec::new(),
        }
    }
}

/// A source of wind: within a circle the air approaches a velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan {
    /// Centre `[m]`, up to 1e6.
    pub center: Vec2,
    /// Radius `[m]`, 0 to 1e6.
    pub radius: f32,
    /// Velocity of the air in the fan `[m/s]`, up to [`MAX_SPEED`].
    pub velocity: Vec2,
    /// Rate at which the air approaches it `[1/s]`, 0 to 1000.
    pub rate: f32,
    /// Period of the fan `[s]`, 0 to 1e6; it blows in the first half of each. 0 blows all the time.
    pub period: f32,
}

impl Fan {
    /// A steady fan with a centre `[m]`, a radius `[m]` and a velocity `[m/s]`, at a rate of 8 `[1/s]`.
    pub fn new(center: impl Into<Vec2>, radius: f32, velocity: impl Into<Vec2>) -> Fan {
        Fan { center: center.into(), radius, velocity: velocity.into(), rate: 8.0, period: 0.0 }
    }
}

/// What a wind did to bodies in the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WindPush {
    /// Number of pushed bodies.
    pub bodies: u32,
    /// Number of sleeping bodies for which the wind was too weak.
    pub asleep: u32,
    /// Sum of the impulses `[N*s]`: the momentum that the bodies got.
    pub impulse: Vec2,
}

/// A wind on a grid of cells; see the [module](self).
#[derive(Clone, Debug)]
pub struct CellWind {
    def: CellWindDef,
    /// Velocities by row from below, and by column from the left.
    air: Vec<Vec2>,
    /// Time since the beginning `[s]`, for the periods of fans.
    time: f64,
    push: WindPush,
    scratch: Scratch,
}

/// Memory of a step, without state.
#[derive(Debug, Default)]
struct Scratch {
    air: Vec<Vec2>,
    mixing: Vec<MixShare>,
    found: Vec<ShapeInBox>,
    impulses: Vec<BodyImpulse>,
}

/// A copy begins with empty memory.
impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }

    fn clone_from(&mut self, _other: &Scratch) {}
}

impl CellWind {
    /// Returns a wind whose air has the calm velocity everywhere.
    ///
    /// # Errors
    /// The first option that is out of its range.
    pub fn new(def: CellWindDef) -> Result<CellWind, ValueError> {
        check(&def)?;
        let air = vec![def.calm; cell_count(&def)];
        Ok(CellWind { def, air, time: 0.0, push: WindPush::default(), scratch: Scratch::default() })
    }

    /// Returns the options.
    pub fn def(&self) -> &CellWindDef {
        &self.def
    }

    /// Replaces the fans. Takes effect in the next step.
    ///
    /// # Errors
    /// The first number that is out of its range; the fans are unchanged.
    pub fn set_fans(&mut self, fans: &[Fan]) -> Result<(), ValueError> {
        check_fans(fans)?;
        fans.clone_into(&mut self.def.fans);
        Ok(())
    }

    /// Returns the velocities of the air `[m/s]`, row by row from below, each from left to right.
    pub fn air(&self) -> &[Vec2] {
        &self.air
    }

    /// Sets the velocity `[m/s]` of the cell in a column and a row. Returns false if there is no such cell.
    ///
    /// # Errors
    /// A component that is NaN or above [`MAX_SPEED`].
    pub fn set_air(
        &mut self,
        [column, row]: [u32; 2],
        velocity: impl Into<Vec2>,
    ) -> Result<bool, ValueError> {
        let velocity = velocity.into();
        check_vector("velocity", velocity, MAX_SPEED)?;
        let [columns, rows] = self.def.cells;
        let is_inside = column < columns && row < rows;
        if is_inside {
            self.air[(row * columns + column) as usize] = velocity;
        }
        Ok(is_inside)
    }

    /// Returns the box of the grid `[m]`.
    pub fn bounds(&self) -> Aabb {
        StandardFloats::within(|| {
            let [columns, rows] = self.def.cells.map(|count| count as f32);
            let size = Vec2::new(columns * self.def.cell, rows * self.def.cell);
            Aabb::new(self.def.origin, self.def.origin + size)
        })
    }

    /// Returns the velocity of the air at a point `[m/s]`, interpolated between the middles of cells. Outside
    /// of the grid it is that of the nearest point of it.
    pub fn velocity_at(&self, point: impl Into<Vec2>) -> Vec2 {
        let point = point.into();
        StandardFloats::within(|| Grid::of(&self.def).sample(&self.air, point))
    }

    /// Returns what the last step did to bodies; zeros before the first one and after a restoration.
    pub fn last_push(&self) -> WindPush {
        self.push
    }

    /// Moves the air by a step.
    fn blow(&mut self, dt: f32) {
        let (grid, def) = (Grid::of(&self.def), &self.def);
        let (unsettled, cells_per_speed) = (decay(def.settle, dt), dt * grid.per_cell);
        let Scratch { air: next, mixing, .. } = &mut self.scratch;
        next.clear();
        for row in 0..def.cells[1] {
            for column in 0..def.cells[0] {
                let here = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
                let from = here - grid.inflow(&self.air, column, row) * cells_per_speed;
                next.push((grid.sample_at_cell(&self.air, from) - def.calm) * unsettled);
            }
        }
        // Differences from the calm velocity are mixed, so that rounding does not change calm air.
        mix(next, def.cells, def.mixing * dt * grid.per_cell * grid.per_cell, mixing);
        next.iter_mut().for_each(|air| *air = limited(def.calm + *air));
        for fan in &def.fans {
            if !is_on(fan, self.time) {
                continue;
            }
            let (share, reach) = (-exp_m1(-fan.rate * dt), fan.radius * fan.radius);
            for row in grid.cells_within(fan.center.y - def.origin.y, fan.radius, def.cells[1]) {
                for column in grid.cells_within(fan.center.x - def.origin.x, fan.radius, def.cells[0]) {
                    if grid.middle(column, row).distance_squared(fan.center) <= reach {
                        let air = &mut next[(row * def.cells[0] + column) as usize];
                        *air = limited(*air + (fan.velocity - *air) * share);
                    }
                }
            }
        }
        core::mem::swap(&mut self.air, next);
        self.time += f64::from(dt);
    }

    /// Pushes the bodies in the grid.
    fn push_bodies(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let (grid, bounds) = (Grid::of(&self.def), self.bounds());
        let Scratch { found, impulses, .. } = &mut self.scratch;
        world.shapes_in_box(bounds, QueryFilter::all(), found)?;
        // Keys are unique, so the order does not depend on the method of sorting.
        found.sort_unstable_by_key(|shape| (shape.body.to_bits(), shape.shape.to_bits()));
        impulses.clear();
        self.push = WindPush::default();
        for shapes in found.chunk_by(|a, b| a.body == b.body) {
            let Some(body) = world.body(shapes[0].body) else { continue };
            let mass = body.mass();
            if body.kind() != BodyKind::Dynamic || mass.mass <= 0.0 {
                continue;
            }
            let Some(gust) = gust(world, &grid, &self.air, shapes) else { continue };
            let gain = 1.0 - decay(self.def.drag * gust.width / mass.mass, dt);
            let change = (gust.velocity - shapes[0].velocity) * gain;
            let turn = (gust.spin - shapes[0].angular_velocity) * gain;
            if body.is_asleep() && change.length() <= self.def.wake_above * SURELY {
                self.push.asleep += 1;
                continue;
            }
            let (impulse, angular) = (change * mass.mass, turn * mass.inertia);
            // The world rejects infinite numbers, which only bodies beyond any use can give.
            if impulse.is_finite() && angular.is_finite() {
                self.push.impulse += impulse;
                impulses.push(BodyImpulse::new(shapes[0].body, impulse, angular));
            }
        }
        let counts = world.apply_impulses(impulses, self.def.wake_above)?;
        self.push.bodies = counts.applied;
        Ok(())
    }
}

impl WorldSystem for CellWind {
    fn name(&self) -> &'static str {
        "cell wind"
    }

    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.blow(dt);
        self.push_bodies(world, dt)
    }

    fn write(&self, out: &mut Vec<u8>) {
        let def = &self.def;
        let mut writer = BytesWriter::new(out);
        writer.u32(VERSION).u32(def.cells[0]).u32(def.cells[1]);
        writer
            .vec2(def.origin)
            .f32(def.cell)
            .vec2(def.calm)
            .f32(def.settle)
            .f32(def.mixing)
            .f32(def.drag)
            .f32(def.wake_above);
        writer.u64(self.time.to_bits());
        writer.u32(def.fans.len() as u32);
        for fan in &def.fans {
            writer.vec2(fan.center).f32(fan.radius).vec2(fan.velocity).f32(fan.rate).f32(fan.period);
        }
        for &air in &self.air {
            writer.vec2(air);
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let mut reader = BytesReader::new(bytes);
        let version = reader.u32()?;
        if version != VERSION {
            return Err(BytesError::Version(version));
        }
        let cells = [reader.u32()?, reader.u32()?];
        let mut def = CellWindDef {
            cells,
            origin: reader.vec2("origin", FARTHEST)?,
            cell: reader.f32("cell", 0.01, 1000.0)?,
            calm: reader.vec2("calm", MAX_SPEED)?,
            settle: reader.f32("settle", 0.0, 1000.0)?,
            mixing: reader.f32("mixing", 0.0, 1.0e6)?,
            drag: reader.f32("drag", 0.0, 1.0e6)?,
            wake_above: reader.f32("wake_above", 0.0, 1.0e6)?,
            fans: Vec::new(),
        };
        let time = f64::from_bits(reader.u64()?);
        if !(time >= 0.0 && time.is_finite()) {
            return Err(BytesError::Structure("the time is negative or not finite"));
        }
        for _ in 0..reader.count(28)? {
            def.fans.push(Fan {
                center: reader.vec2("fan center", FARTHEST)?,
                radius: reader.f32("fan radius", 0.0, FARTHEST)?,
                velocity: reader.vec2("fan velocity", MAX_SPEED)?,
                rate: reader.f32("fan rate", 0.0, 1000.0)?,
                period: reader.f32("fan period", 0.0, 1.0e6)?,
            });
        }
        check(&def)?;
        let mut air = reader.bytes(cell_count(&def) * 8).map(BytesReader::new)?;
        reader.end()?;
        // The bytes of all cells are there, so this takes no more memory than they do.
        let air = (0..cell_count(&def)).map(|_| air.vec2("velocity", MAX_SPEED)).collect::<Result<_, _>>()?;
        (self.def, self.air, self.time, self.push) = (def, air, time, WindPush::default());
        Ok(())
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.air) + size_of_val(&*self.def.fans)
    }
}

/// The air about a body.
struct Gust {
    /// Mean velocity over the shapes, by their width `[m/s]`.
    velocity: Vec2,
    /// Mean angular velocity: half of the curl `[rad/s]`.
    spin: f32,
    /// Sum of the widths of the shapes `[m]`.
    width: f32,
}

/// The air about the shapes of a body; `None` if no shape has its middle in the grid. The width of a shape is
/// the diameter that it sweeps in rotation, so that a body has the same drag at any angle.
fn gust(world: &World, grid: &Grid, air: &[Vec2], shapes: &[ShapeInBox]) -> Option<Gust> {
    let mut sum = Gust { velocity: Vec2::ZERO, spin: 0.0, width: 0.0 };
    for found in shapes {
        let Some(shape) = world.shape(found.shape) else { continue };
        let middle = shape.geometry().centroid();
        let at = found.pose.transform_point(middle);
        if !grid.contains(at) {
            continue;
        }
        let width = 2.0 * shape.geometry().max_extent_from(middle);
        sum.velocity += grid.sample(air, at) * width;
        sum.spin += grid.spin(air, at) * width;
        sum.width += width;
    }
    let share = 1.0 / sum.width;
    (sum.width > 0.0).then(|| Gust { velocity: sum.velocity * share, spin: sum.spin * share, ..sum })
}

/// A velocity within [`MAX_SPEED`], which rounding may exceed by a digit.
fn limited(velocity: Vec2) -> Vec2 {
    let limit = |value: f32| value.clamp(-MAX_SPEED, MAX_SPEED);
    Vec2::new(limit(velocity.x), limit(velocity.y))
}

/// Coefficients of a cell in an implicit step of diffusion along a line of cells.
#[derive(Clone, Copy, Debug)]
struct MixShare {
    /// Share of the cell itself.
    own: f32,
    /// Share of the cell before it in the forward pass, and of the cell after it in the backward pass.
    next: f32,
}

/// Mixes the air by one implicit step of diffusion along each axis. `strength` is the viscosity times the
/// length of the step, over the square of a cell; at most 1e10.
fn mix(air: &mut [Vec2], [columns, rows]: [u32; 2], strength: f32, shares: &mut Vec<MixShare>) {
    if strength <= 0.0 {
        return;
    }
    let columns = columns as usize;
    mix_shares(shares, columns, strength);
    for row in air.chunks_exact_mut(columns) {
        let mut last = Vec2::ZERO;
        for (air, share) in row.iter_mut().zip(&*shares) {
            *air = *air * share.own + last * share.next;
            last = *air;
        }
        for (air, share) in row.iter_mut().zip(&*shares).rev().skip(1) {
            *air += last * share.next;
            last = *air;
        }
    }
    mix_shares(shares, rows as usize, strength);
    for (row, share) in shares.iter().enumerate() {
        let (before, here) = air.split_at_mut(row * columns);
        let here = &mut here[..columns];
        here.iter_mut().for_each(|air| *air *= share.own);
        // The first row has none before it.
        let before = before.rchunks_exact(columns).next().unwrap_or(&[]);
        for (air, before) in here.iter_mut().zip(before) {
            *air += *before * share.next;
        }
    }
    for (row, share) in shares.iter().enumerate().rev().skip(1) {
        let (here, after) = air.split_at_mut((row + 1) * columns);
        for (air, after) in here[row * columns..].iter_mut().zip(&*after) {
            *air += *after * share.next;
        }
    }
}

/// Writes the coefficients of a line of `count` cells, 2 or more: the elimination of the tridiagonal matrix
/// whose rows are `-strength, 1 + 2 strength, -strength`, and `1 + strength` at both ends.
fn mix_shares(shares: &mut Vec<MixShare>, count: usize, strength: f32) {
    shares.clear();
    // The pivot less `strength`. Computed apart, because large strengths would round it away.
    let mut rest = 1.0;
    for index in 0..count {
        let pivot = if index + 1 < count { rest + strength } else { rest };
        shares.push(MixShare { own: 1.0 / pivot, next: strength / pivot });
        rest = 1.0 + strength * (rest / pivot);
    }
}

/// Whether a fan blows at a time `[s]`.
fn is_on(fan: &Fan, time: f64) -> bool {
    let periods = time / f64::from(fan.period);
    fan.period <= 0.0 || periods - (periods as u64) as f64 <= 0.5
}

/// Where the cells are.
struct Grid {
    origin: Vec2,
    cell: f32,
    per_cell: f32,
    cells: [u32; 2],
}

impl Grid {
    fn of(def: &CellWindDef) -> Grid {
        Grid { origin: def.origin, cell: def.cell, per_cell: 1.0 / def.cell, cells: def.cells }
    }

    /// The middle of a cell `[m]`.
    fn middle(&self, column: u32, row: u32) -> Vec2 {
        let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
        self.origin + at * self.cell
    }

    fn contains(&self, point: Vec2) -> bool {
        let at = self.to_cells(point);
        at.x >= 0.0 && at.y >= 0.0 && at.x <= self.cells[0] as f32 && at.y <= self.cells[1] as f32
    }

    /// The cells of an axis that may be within a distance of a coordinate from the origin `[m]`.
    fn cells_within(&self, at: f32, distance: f32, count: u32) -> core::ops::Range<u32> {
        // A conversion to an integer stops at the ends of its range.
        let first = ((at - distance) * self.per_cell) as u32;
        let end = (((at + distance) * self.per_cell) as u32).saturating_add(1);
        first.min(count)..end.min(count)
    }

    /// The cell below a coordinate in cells, and the share of the next one, among the middles of `count`
    /// cells.
    fn between(at: f32, count: u32) -> (u32, f32) {
        let at = at - 0.5;
        let last = count - 2;
        // A conversion to an integer stops at the ends of its range.
        let cell = (at as u32).min(last);
        let share = at - cell as f32;
        (
            cell,
            if share > 1.0 {
                1.0
            } else if share >= 0.0 {
                share
            } else {
                0.0
            },
        )
    }

    /// A point in cells from the origin.
    fn to_cells(&self, point: Vec2) -> Vec2 {
        (point - self.origin) * self.per_cell
    }

    /// The velocity `[m/s]` at which air flows into a cell through its faces, along each axis. The velocity
    /// of a face is the mean of its two cells; at the edge of the grid it is that of the cell.
    fn inflow(&self, air: &[Vec2], column: u32, row: u32) -> Vec2 {
        let [columns, rows] = self.cells;
        let at = |column: u32, row: u32| air[(row * columns + column) as usize];
        let here = at(column, row);
        let (left, right) = (at(column.saturating_sub(1), row), at((column + 1).min(columns - 1), row));
        let (below, above) = (at(column, row.saturating_sub(1)), at(column, (row + 1).min(rows - 1)));
        // Air that flows in from both sides leaves the difference; air that flows out changes nothing here.
        let axis =
            |low: f32, here: f32, high: f32| (0.5 * (low + here)).max(0.0) + (0.5 * (here + high)).min(0.0);
        Vec2::new(axis(left.x, here.x, right.x), axis(below.y, here.y, above.y))
    }

    /// The four cells about a point in cells, in pairs from below, and the shares of the right and the upper
    /// ones.
    fn about(&self, air: &[Vec2], at: Vec2) -> ([[Vec2; 2]; 2], Vec2) {
        let ((column, x), (row, y)) =
            (Grid::between(at.x, self.cells[0]), Grid::between(at.y, self.cells[1]));
        let first = (row * self.cells[0] + column) as usize;
        let above = first + self.cells[0] as usize;
        ([[air[first], air[first + 1]], [air[above], air[above + 1]]], Vec2::new(x, y))
    }

    /// The velocity at a point by bilinear interpolation.
    fn sample(&self, air: &[Vec2], point: Vec2) -> Vec2 {
        self.sample_at_cell(air, self.to_cells(point))
    }

    /// The velocity at a point in cells.
    fn sample_at_cell(&self, air: &[Vec2], at: Vec2) -> Vec2 {
        let (corners, share) = self.about(air, at);
        let [below, above] = corners.map(|[left, right]| left + (right - left) * share.x);
        below + (above - below) * share.y
    }

    /// The angular velocity of the air at a point: half of the curl of the interpolated velocity.
    fn spin(&self, air: &[Vec2], point: Vec2) -> f32 {
        let ([[a, b], [c, d]], share) = self.about(air, self.to_cells(point));
        let rise = (b.y - a.y) + ((d.y - c.y) - (b.y - a.y)) * share.y;
        let shear = (c.x - a.x) + ((d.x - b.x) - (c.x - a.x)) * share.x;
        0.5 * (rise - shear) * self.per_cell
    }
}

fn cell_count(def: &CellWindDef) -> usize {
    def.cells[0] as usize * def.cells[1] as usize
}

fn check(def: &CellWindDef) -> Result<(), ValueError> {
    check_vector("origin", def.origin, FARTHEST)?;
    check_value("cell", def.cell, 0.01, 1000.0)?;
    for (name, count) in [("columns", def.cells[0]), ("rows", def.cells[1])] {
        check_value(name, count as f32, 2.0, MAX_CELLS as f32)?;
    }
    check_vector("calm", def.calm, MAX_SPEED)?;
    check_value("settle", def.settle, 0.0, 1000.0)?;
    check_value("mixing", def.mixing, 0.0, 1.0e6)?;
    check_value("drag", def.drag, 0.0, 1.0e6)?;
    check_value("wake_above", def.wake_above, 0.0, 1.0e6)?;
    check_fans(&def.fans)
}

fn check_fans(fans: &[Fan]) -> Result<(), ValueError> {
    check_value("number of fans", fans.len() as f32, 0.0, MAX_FANS as f32)?;
    for fan in fans {
        check_vector("fan center", fan.center, FARTHEST)?;
        check_value("fan radius", fan.radius, 0.0, FARTHEST)?;
        check_vector("fan velocity", fan.velocity, MAX_SPEED)?;
        check_value("fan rate", fan.rate, 0.0, 1000.0)?;
        check_value("fan period", fan.period, 0.0, 1.0e6)?;
    }
    Ok(())
}

fn check_value(name: &'static str, value: f32, low: f32, high: f32) -> Result<(), ValueError> {
    // Written so that NaN fails.
    if value >= low && value <= high { Ok(()) } else { Err(ValueError::new(name, value, low, high)) }
}

fn check_vector(name: &'static str, value: Vec2, most: f32) -> Result<(), ValueError> {
    check_value(name, value.x, -most, most)?;
    check_value(name, value.y, -most, most)
}

#[cfg(test)]
mod tests;
