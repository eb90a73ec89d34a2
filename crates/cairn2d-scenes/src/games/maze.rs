//! A maze that rearranges itself while units walk through it and around moving bodies.
//!
//! The walls have three gates each, of which one is open. From time to time a slab moves from a closed gate
//! to the open one. The cells around both are computed again and the flow fields are repaired, so all units
//! change their way at once. Rollers are no part of the fields: each unit avoids those whose predicted path
//! comes near.

use cairn2d::math::decay;
use cairn2d::paths::{Cell, Corners, FlowField, Path, Search, WorldGrid};
use cairn2d::{Aabb, Body, BodyId, Circle, Error, IntoShape, Rect, Vec2, World, vec2};

use super::{Piece, named, spawn};
use crate::format::{CameraDesc, Scene};
use crate::library::Random;
use crate::overlay::{OverlayGrid, Ramp, Tone};
use crate::play::{Play, Turn};

/// Half of the maze \[m\].
const HALF: Vec2 = vec2(16.0, 9.0);
/// Positions of the walls \[m\].
const WALLS: [f32; 3] = [-8.0, 0.0, 8.0];
/// Heights of the gates in each wall, and half of their size \[m\].
const GATES: [f32; 3] = [-6.0, 0.0, 6.0];
const GATE: Vec2 = vec2(0.25, 1.2);
/// Columns of the rollers, half of their way and their radius \[m\], and their speed \[m/s\].
const ROLLERS: [f32; 4] = [-12.0, -4.0, 4.0, 12.0];
const ROLLER_WAY: f32 = 6.5;
const ROLLER: f32 = 0.9;
const ROLLER_SPEED: f32 = 2.0;
/// Number of units, their radius \[m\] and speed \[m/s\], and the rate at which they reach it \[1/s\].
const UNITS: u32 = 40;
const UNIT: f32 = 0.28;
const SPEED: f32 = 3.0;
const RATE: f32 = 8.0;
/// Places between which the units walk \[m\], and the distance at which they have arrived.
const GOALS: [Vec2; 2] = [vec2(14.5, 0.0), vec2(-14.5, 0.0)];
const ARRIVED: f32 = 1.2;
/// Steps between two changes of the maze.
const PERIOD: u32 = 240;
/// Time for which units look ahead \[s\], and the gap that they keep \[m\].
const FORESIGHT: f32 = 1.0;
const GAP: f32 = 0.35;
/// Distance at which units step aside for one that walks the other way \[m\].
const PASSING: f32 = 1.6;

/// The scene: an empty plane without gravity. The play makes all bodies.
pub(super) fn scene(scene: &mut Scene) {
    named(scene);
    scene.world.gravity = [0.0, 0.0];
    scene.world.sleeping = false;
    scene.camera = Some(CameraDesc { center: [0.0, 0.0], height: 2.0 * HALF.y + 2.0 });
}

/// The maze with its units.
#[derive(Clone, Debug)]
pub struct ShiftingMaze {
    cells: Option<WorldGrid>,
    /// The ways to each of the two goals.
    fields: [FlowField; 2],
    search: Search,
    path: Path,
    line: Vec<Cell>,
    values: Vec<f32>,
    random: Random,
    /// The slabs of each wall, by gate; none at the open one.
    slabs: [[Option<BodyId>; 3]; 3],
    rollers: Vec<BodyId>,
    units: Vec<Unit>,
    places: Vec<(Vec2, usize)>,
    trips: u32,
    changes: u32,
    /// A wall that is to change, as soon as its open gate is free, and the gate that opens then.
    due: Option<[usize; 2]>,
}

/// A unit, and the goal that it walks to.
#[derive(Clone, Copy, Debug)]
struct Unit {
    body: BodyId,
    goal: usize,
}

impl Default for ShiftingMaze {
    fn default() -> Self {
        Self {
            cells: None,
            fields: [FlowField::new(), FlowField::new()],
            search: Search::new(),
            path: Path::new(),
            line: Vec::new(),
            values: Vec::new(),
            random: Random(20_261_125),
            slabs: [[None; 3]; 3],
            rollers: Vec::new(),
            units: Vec::new(),
            places: Vec::new(),
            trips: 0,
            changes: 0,
            due: None,
        }
    }
}

impl ShiftingMaze {
    /// Returns how often a unit arrived at a goal.
    pub fn trips(&self) -> u32 {
        self.trips
    }

    /// Returns how often the maze changed.
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// Builds walls, slabs, rollers and units.
    fn build(&mut self, world: &mut World) -> Result<(), Error> {
        let frame = [
            (vec2(0.0, HALF.y), vec2(HALF.x, 0.25)),
            (vec2(0.0, -HALF.y), vec2(HALF.x, 0.25)),
            (vec2(HALF.x, 0.0), vec2(0.25, HALF.y)),
            (vec2(-HALF.x, 0.0), vec2(0.25, HALF.y)),
        ];
        for (center, half) in frame {
            spawn(world, Piece::Other, 0, fixed(center, half))?;
        }
        for (wall, &x) in WALLS.iter().enumerate() {
            let mut low = -HALF.y;
            for high in GATES.iter().map(|gate| gate - GATE.y).chain([HALF.y]) {
                let (center, half) = (vec2(x, 0.5 * (low + high)), vec2(GATE.x, 0.5 * (high - low)));
                spawn(world, Piece::Other, 0, fixed(center, half))?;
                low = high + 2.0 * GATE.y;
            }
            for gate in (0..3).filter(|&gate| gate != wall) {
                self.slabs[wall][gate] =
                    Some(spawn(world, Piece::Other, 0, fixed(gate_at(wall, gate), GATE))?);
            }
        }
        for (index, &x) in ROLLERS.iter().enumerate() {
            let speed = if index % 2 == 0 { ROLLER_SPEED } else { -ROLLER_SPEED };
            let body = Body::kinematic().at([x, 0.0]).velocity([0.0, speed]).with(Circle::new(ROLLER));
            self.rollers.push(spawn(world, Piece::Foe, 0, body)?);
        }
        for index in 0..UNITS {
            let (column, row) = (index % 4, index / 4);
            let side = if index % 2 == 0 { -1.0 } else { 1.0 };
            let at = vec2(side * (13.5 + 0.7 * (column / 2) as f32), 1.4 * row as f32 - 6.3);
            let body = Body::dynamic().at(at).with(Circle::new(UNIT).friction(0.0));
            let body = spawn(world, Piece::Player, index, body)?;
            self.units.push(Unit { body, goal: usize::from(side > 0.0) });
        }
        Ok(())
    }

    /// Computes the cells and the ways of the whole maze.
    fn survey(&mut self, world: &World) {
        let area = Aabb::new(-HALF, HALF);
        // The numbers are good; without cells the units would stand still.
        self.cells = WorldGrid::new(world, area, 0.25, UNIT + 0.05).ok();
        if let Some(cells) = &self.cells {
            for (field, goal) in self.fields.iter_mut().zip(GOALS) {
                let updated = field.update(cells.grid(), &[cells.cell_at(goal)], Corners::Avoid);
                debug_assert!(updated.is_ok(), "a goal is in the maze");
            }
        }
    }

    /// Moves a slab to the open gate of a wall as soon as no body is there.
    fn rearrange(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step > 0 && turn.step.is_multiple_of(PERIOD) {
            let wall = (turn.step / PERIOD) as usize % WALLS.len();
            let open = self.slabs[wall].iter().position(Option::is_none).unwrap_or(0);
            let next = (open + if self.random.next() < 0.5 { 1 } else { 2 }) % 3;
            self.due = Some([wall, next]);
        }
        let Some([wall, next]) = self.due else { return Ok(()) };
        let Some(open) = self.slabs[wall].iter().position(Option::is_none) else { return Ok(()) };
        let (closing, opening) = (gate_at(wall, open), gate_at(wall, next));
        let room = GATE + Vec2::splat(UNIT + 0.05);
        let is_free = self.units.iter().all(|unit| {
            let offset = turn.world.body(unit.body).map(|body| body.position() - closing);
            offset.is_none_or(|offset| offset.x.abs() > room.x || offset.y.abs() > room.y)
        });
        let Some(slab) = self.slabs[wall][next].filter(|_| is_free) else { return Ok(()) };
        let Some(mut body) = turn.world.body_mut(slab) else { return Ok(()) };
        body.set_position(closing)?;
        self.slabs[wall].swap(open, next);
        (self.due, self.changes) = (None, self.changes + 1);
        for gate in [closing, opening] {
            self.update(turn.world, Aabb::from_center_half(gate, GATE));
        }
        Ok(())
    }

    /// Computes the cells of a changed area and repairs the fields.
    fn update(&mut self, world: &World, area: Aabb) {
        let Some(cells) = &mut self.cells else { return };
        if let Ok(Some([first, last])) = cells.update(world, area) {
            for field in &mut self.fields {
                let repaired = field.repair(cells.grid(), first, last);
                debug_assert!(repaired.is_ok(), "the field is that of the grid");
            }
        }
    }

    /// Sends each roller back at the ends of its way.
    fn roll(&self, world: &mut World) -> Result<(), Error> {
        for &roller in &self.rollers {
            let Some(mut body) = world.body_mut(roller) else { continue };
            let (y, speed) = (body.position().y, body.velocity().y);
            if y * speed > 0.0 && y.abs() > ROLLER_WAY {
                body.set_velocity([0.0, -speed])?;
            }
        }
        Ok(())
    }

    /// Steers the units along the fields and around the rollers.
    fn walk(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let Some(cells) = &self.cells else { return Ok(()) };
        let rollers: Vec<[Vec2; 2]> = self
            .rollers
            .iter()
            .filter_map(|&roller| world.body(roller).map(|body| [body.position(), body.velocity()]))
            .collect();
        // Places of all units before the step, each with its goal.
        self.places.clear();
        self.places.extend(
            self.units
                .iter()
                .filter_map(|unit| world.body(unit.body).map(|body| (body.position(), unit.goal))),
        );
        for unit in &mut self.units {
            let Some(mut body) = world.body_mut(unit.body) else { continue };
            let (at, velocity) = (body.position(), body.velocity());
            if at.distance(GOALS[unit.goal]) < ARRIVED {
                (unit.goal, self.trips) = (1 - unit.goal, self.trips + 1);
            }
            let Some(target) = cells.toward(&self.fields[unit.goal], at) else { continue };
            let way = (target - at).normalize_or(Vec2::ZERO) * SPEED;
            let evasion = rollers.iter().fold(Vec2::ZERO, |sum, &roller| sum + evade([at, way], roller));
            let oncoming = self.places.iter().filter(|(_, goal)| *goal != unit.goal);
            let meets = oncoming
                .map(|&(other, _)| other - at)
                .any(|offset| offset.length() < PASSING && offset.dot(way) > 0.7 * SPEED * offset.length());
            // Streams in opposite directions pass each other on the right.
            let aside = if meets { vec2(way.y, -way.x) * 0.7 } else { Vec2::ZERO };
            let wish = way + evasion + aside;
            let wish = wish * (SPEED / wish.length().max(SPEED));
            body.set_velocity(wish + (velocity - wish) * decay(RATE, dt))?;
        }
        Ok(())
    }

    /// Shows the ways to one goal as shades, and the path of one unit.
    fn draw(&mut self, turn: &mut Turn<'_>) {
        let Some(cells) = &self.cells else { return };
        let grid = cells.grid();
        self.values.clear();
        for y in 0..grid.height() {
            let distance = |x: u32| self.fields[0].distance(Cell::new(x, y)).unwrap_or(f32::NAN);
            self.values.extend((0..grid.width()).map(distance));
        }
        turn.overlay.grid(OverlayGrid {
            origin: -HALF,
            cell: cells.spacing(),
            columns: grid.width() as usize,
            range: [0.0, 220.0],
            ramp: Ramp::Between(Tone::Friend, Tone::Foe),
            values: &self.values,
        });
        for (goal, tone) in GOALS.into_iter().zip([Tone::Friend, Tone::Foe]) {
            turn.overlay.ring(goal, ARRIVED, tone);
        }
        for (index, unit) in self.units.iter().enumerate() {
            let Some(at) = turn.world.body(unit.body).map(|body| body.position()) else { continue };
            turn.overlay.point(at, 0.12, [Tone::Friend, Tone::Foe][unit.goal]);
            let Some(from) = grid.nearest_open(cells.cell_at(at)).filter(|_| index == 0) else { continue };
            let goal = cells.cell_at(GOALS[unit.goal]);
            if self.search.find(grid, from, goal, &mut self.path).is_ok() {
                self.path.straighten(grid, &mut self.line);
                for leg in self.line.windows(2) {
                    turn.overlay.line(cells.center(leg[0]), cells.center(leg[1]), Tone::Hit);
                }
            }
        }
        turn.overlay.set_headline(format!("arrivals {} · changes {}", self.trips, self.changes));
    }
}

impl Play for ShiftingMaze {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if self.units.is_empty() {
            self.build(turn.world)?;
            self.survey(turn.world);
        }
        self.rearrange(turn)?;
        self.roll(turn.world)?;
        self.walk(turn.world, turn.dt)
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.draw(turn);
        Ok(())
    }
}

/// A static upright box.
fn fixed(center: Vec2, half: Vec2) -> Body {
    Body::fixed().at(center).with(Rect::half(half.x, half.y))
}

/// Center of a gate.
fn gate_at(wall: usize, gate: usize) -> Vec2 {
    vec2(WALLS[wall], GATES[gate])
}

/// Change of the wished velocity that keeps a unit clear of a roller: away from where the roller will be at
/// the closest approach, more the sooner it is. Both are given by position and velocity.
fn evade([at, way]: [Vec2; 2], [roller, motion]: [Vec2; 2]) -> Vec2 {
    let (offset, relative) = (roller - at, motion - way);
    let time = (-offset.dot(relative) / relative.length_squared().max(1e-6)).clamp(0.0, FORESIGHT);
    let miss = offset + relative * time;
    let room = ROLLER + UNIT + GAP;
    let distance = miss.length();
    if distance >= room {
        return Vec2::ZERO;
    }
    // A unit that walks straight at the center passes behind the roller.
    let away = if distance > 0.05 { miss * (-1.0 / distance) } else { motion * (-1.0 / ROLLER_SPEED) };
    away * (SPEED * 1.5 * (1.0 - distance / room) * (1.0 - 0.5 * time / FORESIGHT))
}
