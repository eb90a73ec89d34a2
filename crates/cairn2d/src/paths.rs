//! Grids of a world's shapes, on which units find their ways.
//!
//! [`WorldGrid`] marks each cell of an area as open or blocked and is kept up to date by rectangles. The
//! rest of the module is the crate `cairn2d-path`: [`Search`], [`FlowField`], [`JumpTable`] and
//! [`Sectors`].
//!
//! Invariant: a cell is open if and only if no shape reaches into its square, grown by the radius of the
//! unit. A disc of that radius therefore touches nothing on any path of open cells.
//!
//! # Examples
//! ```
//! use cairn2d::paths::{Corners, FlowField, WorldGrid};
//! use cairn2d::prelude::*;
//!
//! let mut world = World::new(WorldConfig::default())?;
//! let wall = world.spawn(Body::fixed().at([8.0, 8.0]).with(Rect::half(1.0, 4.0)))?;
//!
//! // Cells of half a metre, for units with a radius of 0.4 m.
//! let area = Aabb::new([0.0, 0.0], [16.0, 16.0]);
//! let mut cells = WorldGrid::new(&world, area, 0.5, 0.4)?;
//! let mut field = FlowField::new();
//! field.update(cells.grid(), &[cells.cell_at([14.0, 8.0])], Corners::Avoid)?;
//! let around = cells.toward(&field, [4.0, 8.0]).expect("there is a way");
//!
//! // The wall falls; the cells around it are computed again, and the ways that change.
//! let fallen = Aabb::new([7.0, 4.0], [9.0, 12.0]);
//! world.despawn(wall)?;
//! if let Some([first, last]) = cells.update(&world, fallen)? {
//!     field.repair(cells.grid(), first, last)?;
//! }
//! let through = cells.toward(&field, [4.0, 8.0]).expect("there is a way");
//! assert!(around.y != through.y && through.y == 8.25);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::ops::ControlFlow;

use cairn2d_dynamics::{BodyKind, QueryError, QueryFilter, ShapeId, ValueError, World};
use cairn2d_geometry::{MIN_EXTENT, Rect};
use cairn2d_math::{Aabb, Pose, Vec2};
pub use cairn2d_path::*;

use crate::check::{check, check_vector};

/// Share of the side of a cell by which a shape may reach into it, so that walls along the lines of the
/// grid block only their own cells.
const TOLERANCE: f32 = 1e-3;

/// Largest coordinate of the area \[m\].
const FARTHEST: f32 = 5.0e5;

/// Steps of a flow field that a unit looks ahead.
const LOOK_AHEAD: u32 = 6;

/// Error of a grid of a world.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub enum WorldGridError {
    /// A number is out of range.
    Value(ValueError),
    /// The grid has too many cells.
    Grid(PathError),
    /// The world rejected a query.
    Query(QueryError),
}

impl core::fmt::Display for WorldGridError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Value(error) => error.fmt(f),
            Self::Grid(error) => error.fmt(f),
            Self::Query(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for WorldGridError {}

impl From<ValueError> for WorldGridError {
    fn from(error: ValueError) -> Self {
        Self::Value(error)
    }
}

impl From<PathError> for WorldGridError {
    fn from(error: PathError) -> Self {
        Self::Grid(error)
    }
}

impl From<QueryError> for WorldGridError {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

/// The open and blocked cells of an area of a world; see the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub struct WorldGrid {
    grid: Grid,
    origin: Vec2,
    spacing: f32,
    radius: f32,
}

/// A rectangle of cells.
#[derive(Clone, Copy)]
struct Block {
    first: Cell,
    /// Number of columns and of rows.
    size: [u32; 2],
}

impl WorldGrid {
    /// Computes the cells of an area from the shapes of static bodies. Sensors block nothing.
    ///
    /// `spacing` is the side of a cell \[m\], 0.01 to 1000. `radius` is that of the units \[m\], 0 to 1000;
    /// values below the smallest extent of a shape count as 0. The last column and row may go beyond the
    /// area.
    ///
    /// # Errors
    /// A number out of range, an area with a coordinate beyond 500 km or without extent, or too many cells.
    ///
    /// # Cost
    /// An overlap query for each blocked cell and for a few blocks of open ones.
    pub fn new(world: &World, area: Aabb, spacing: f32, radius: f32) -> Result<Self, WorldGridError> {
        Self::new_with(world, area, spacing, radius, |shape| is_static(world, shape))
    }

    /// As [`new`](Self::new), but from all shapes for which `blocks` returns `true`, as of doors that are
    /// kinematic bodies.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn new_with(
        world: &World,
        area: Aabb,
        spacing: f32,
        radius: f32,
        blocks: impl Fn(ShapeId) -> bool,
    ) -> Result<Self, WorldGridError> {
        check("spacing of the cells", spacing, (0.01, 1000.0))?;
        check("radius of the units", radius, (0.0, 1000.0))?;
        let origin = check_vector("corner of the area", area.min, FARTHEST)?;
        check_vector("corner of the area", area.max, FARTHEST)?;
        let size = area.max - area.min;
        check("width of the area", size.x, (f32::MIN_POSITIVE, 2.0 * FARTHEST))?;
        check("height of the area", size.y, (f32::MIN_POSITIVE, 2.0 * FARTHEST))?;
        let count = |length: f32| ((length / spacing - TOLERANCE).ceil() as u32).max(1);
        let grid = Grid::blocked(count(size.x), count(size.y))?;
        let all = Block { first: Cell::new(0, 0), size: [grid.width(), grid.height()] };
        let radius = if radius < MIN_EXTENT { 0.0 } else { radius };
        let mut new = Self { grid, origin, spacing, radius };
        new.compute(world, all, &blocks)?;
        Ok(new)
    }

    /// Computes the cells again that shapes in `area` may block, after static shapes there appeared,
    /// vanished, moved or changed. Returns the first and the last cell of the rectangle, for repairs of
    /// what depends on the grid, or `None` if the area concerns no cell.
    ///
    /// A moved shape needs two updates, for the areas of its former and its new place, or one for both.
    ///
    /// # Errors
    /// A coordinate that is not finite or beyond 500 km; nothing changes then.
    pub fn update(&mut self, world: &World, area: Aabb) -> Result<Option<[Cell; 2]>, WorldGridError> {
        self.update_with(world, area, |shape| is_static(world, shape))
    }

    /// As [`update`](Self::update), with the shapes of [`new_with`](Self::new_with).
    ///
    /// # Errors
    /// As [`update`](Self::update).
    pub fn update_with(
        &mut self,
        world: &World,
        area: Aabb,
        blocks: impl Fn(ShapeId) -> bool,
    ) -> Result<Option<[Cell; 2]>, WorldGridError> {
        check_vector("corner of the changed area", area.min, FARTHEST)?;
        check_vector("corner of the changed area", area.max, FARTHEST)?;
        let reach = Vec2::splat(self.radius);
        let low = (area.min - reach - self.origin) / self.spacing;
        let high = (area.max + reach - self.origin) / self.spacing;
        let (width, height) = (self.grid.width(), self.grid.height());
        // Casts of floats to integers saturate, so a low corner below the grid gives its first cell.
        if high.x < 0.0 || high.y < 0.0 || low.x >= width as f32 || low.y >= height as f32 {
            return Ok(None);
        }
        let first = Cell::new((low.x as u32).min(width - 1), (low.y as u32).min(height - 1));
        let last = Cell::new((high.x as u32).min(width - 1), (high.y as u32).min(height - 1));
        if last.x < first.x || last.y < first.y {
            return Ok(None);
        }
        self.grid.fill(first, last, false)?;
        self.compute(world, Block { first, size: [last.x - first.x + 1, last.y - first.y + 1] }, &blocks)?;
        Ok(Some([first, last]))
    }

    /// The open and blocked cells, for searches and flow fields.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The side of a cell \[m\].
    #[must_use]
    pub fn spacing(&self) -> f32 {
        self.spacing
    }

    /// The cell that contains a point, or the one of the border that is nearest to it.
    #[must_use]
    pub fn cell_at(&self, point: impl Into<Vec2>) -> Cell {
        let at = (point.into() - self.origin) / self.spacing;
        Cell::new((at.x as u32).min(self.grid.width() - 1), (at.y as u32).min(self.grid.height() - 1))
    }

    /// The center of a cell.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Vec2 {
        self.origin + Vec2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5) * self.spacing
    }

    /// The point to which a unit at `point` goes next by a flow field of this grid: the center of the
    /// farthest of the next cells to which a straight line is open. A unit in a blocked cell goes to the
    /// nearest open one. Returns `None` at a goal and where there is no way.
    #[must_use]
    pub fn toward(&self, field: &FlowField, point: impl Into<Vec2>) -> Option<Vec2> {
        let from = self.cell_at(point);
        if !self.grid.is_open(from) {
            return self.grid.nearest_open(from).map(|cell| self.center(cell));
        }
        let mut target = field.next(from)?;
        for _ in 1..LOOK_AHEAD {
            match field.next(target) {
                Some(next) if self.grid.sees(from, next) => target = next,
                _ => break,
            }
        }
        Some(self.center(target))
    }

    /// Opens the cells of a blocked block that no shape reaches.
    fn compute(
        &mut self,
        world: &World,
        block: Block,
        blocks: &impl Fn(ShapeId) -> bool,
    ) -> Result<(), WorldGridError> {
        let Block { first, size: [width, height] } = block;
        if self.is_free(world, block, blocks)? {
            let last = Cell::new(first.x + width - 1, first.y + height - 1);
            self.grid.fill(first, last, true)?;
        } else if width >= height && width > 1 {
            let half = width / 2;
            let right = Cell::new(first.x + half, first.y);
            self.compute(world, Block { first, size: [half, height] }, blocks)?;
            self.compute(world, Block { first: right, size: [width - half, height] }, blocks)?;
        } else if height > 1 {
            let half = height / 2;
            let above = Cell::new(first.x, first.y + half);
            self.compute(world, Block { first, size: [width, half] }, blocks)?;
            self.compute(world, Block { first: above, size: [width, height - half] }, blocks)?;
        }
        Ok(())
    }

    /// Whether no shape reaches into a block, grown by the radius.
    fn is_free(
        &self,
        world: &World,
        block: Block,
        blocks: &impl Fn(ShapeId) -> bool,
    ) -> Result<bool, QueryError> {
        let Block { first, size } = block;
        let size = Vec2::new(size[0] as f32, size[1] as f32) * self.spacing;
        let center = self.origin + Vec2::new(first.x as f32, first.y as f32) * self.spacing + size * 0.5;
        let half = size * 0.5 - Vec2::splat(TOLERANCE * self.spacing);
        let square = Rect::half(half.x, half.y).rounded(self.radius).into();
        let mut is_free = true;
        world.overlap_shape(&square, Pose::new(center, 0.0), QueryFilter::all().only(blocks), |_| {
            is_free = false;
            ControlFlow::Break(())
        })?;
        Ok(is_free)
    }
}

/// Whether the body of a shape is static.
fn is_static(world: &World, shape: ShapeId) -> bool {
    let body = world.shape(shape).and_then(|shape| world.body(shape.body()));
    body.is_some_and(|body| body.kind() == BodyKind::Static)
}

#[cfg(test)]
mod tests {
    use cairn2d_dynamics::{Body, BodyId, WorldConfig};
    use cairn2d_geometry::Circle;

    use super::*;

    /// A small generator of random numbers (xorshift) from 0 to 1.
    struct Random(u32);

    impl Random {
        fn unit(&mut self) -> f32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 17;
            self.0 ^= self.0 << 5;
            (self.0 >> 8) as f32 / (1 << 24) as f32
        }

        fn between(&mut self, low: f32, high: f32) -> f32 {
            low + (high - low) * self.unit()
        }
    }

    /// A static disc or upright box.
    #[derive(Clone, Copy)]
    struct Obstacle {
        center: Vec2,
        half: Vec2,
        radius: f32,
    }

    impl Obstacle {
        fn random(random: &mut Random) -> Self {
            let center = Vec2::new(random.between(-3.0, 23.0), random.between(-3.0, 18.0));
            if random.unit() < 0.5 {
                return Self { center, half: Vec2::ZERO, radius: random.between(0.05, 2.0) };
            }
            let half = Vec2::new(random.between(0.02, 2.5), random.between(0.02, 2.5));
            Self { center, half, radius: 0.0 }
        }

        fn spawn(self, world: &mut World) -> BodyId {
            let body = Body::fixed().at(self.center);
            let body = if self.radius > 0.0 {
                body.with(Circle::new(self.radius))
            } else {
                body.with(Rect::half(self.half.x, self.half.y))
            };
            world.spawn(body).expect("a good body")
        }

        fn aabb(self) -> Aabb {
            Aabb::from_center_half(self.center, self.half + Vec2::splat(self.radius))
        }

        /// Distance from a square, below zero if they overlap by more than a corner.
        fn distance(self, center: Vec2, half: f32) -> f32 {
            let offset = self.center - center;
            let gap = |offset: f32, own: f32| (offset.abs() - own - half).max(0.0);
            gap(offset.x, self.half.x).hypot(gap(offset.y, self.half.y)) - self.radius
        }
    }

    /// Asserts that cells are open where no obstacle is near, up to a thin band. Returns their number.
    fn check_cells(cells: &WorldGrid, obstacles: &[Obstacle], unit: f32) -> usize {
        let mut open = 0;
        for y in 0..cells.grid().height() {
            for x in 0..cells.grid().width() {
                let cell = Cell::new(x, y);
                let half = 0.5 * cells.spacing();
                let distance = |obstacle: &Obstacle| obstacle.distance(cells.center(cell), half);
                let least = obstacles.iter().map(distance).fold(f32::INFINITY, f32::min);
                let is_open = cells.grid().is_open(cell);
                if least > unit + 1e-3 {
                    assert!(is_open, "{cell} is blocked at a distance of {least}");
                }
                if least < unit - 2e-3 {
                    assert!(!is_open, "{cell} is open at a distance of {least}");
                }
                open += usize::from(is_open);
            }
        }
        open
    }

    #[test]
    fn cells_are_open_where_no_static_shape_is_near() {
        let mut random = Random(7);
        let mut open = 0;
        for unit in [0.0, 0.3, 0.75] {
            for _ in 0..10 {
                let mut world = World::new(WorldConfig::default()).expect("good settings");
                let obstacles: Vec<Obstacle> = (0..8).map(|_| Obstacle::random(&mut random)).collect();
                for obstacle in &obstacles {
                    obstacle.spawn(&mut world);
                }
                // Only static bodies that are not sensors block.
                let ball = Body::dynamic().at([10.0, 5.0]).with(Circle::new(1.0));
                world.spawn(ball).expect("a good body");
                let area = Aabb::new([0.0, 0.0], [20.0, 15.0]);
                let cells = WorldGrid::new(&world, area, 0.3, unit).expect("a good area");
                assert_eq!([cells.grid().width(), cells.grid().height()], [67, 50]);
                open += check_cells(&cells, &obstacles, unit);
            }
        }
        assert!(open > 10_000, "only {open} cells are open");
    }

    #[test]
    fn updated_grids_equal_new_ones() {
        let mut random = Random(8);
        let mut world = World::new(WorldConfig::default()).expect("good settings");
        let area = Aabb::new([0.0, 0.0], [20.0, 15.0]);
        let mut bodies = Vec::new();
        let mut cells = WorldGrid::new(&world, area, 0.25, 0.4).expect("a good area");
        let mut changed = 0;
        for _ in 0..120 {
            let aabb = if bodies.len() < 6 || random.unit() < 0.5 {
                let obstacle = Obstacle::random(&mut random);
                bodies.push((obstacle.spawn(&mut world), obstacle.aabb()));
                obstacle.aabb()
            } else {
                let (body, aabb) = bodies.swap_remove((random.unit() * bodies.len() as f32) as usize);
                world.despawn(body).expect("a live body");
                aabb
            };
            changed += usize::from(cells.update(&world, aabb).expect("a good area").is_some());
            let new = WorldGrid::new(&world, area, 0.25, 0.4).expect("a good area");
            assert_eq!(cells, new);
        }
        assert!(changed > 80, "only {changed} updates concerned a cell");
    }

    #[test]
    fn walls_along_the_lines_of_the_grid_block_only_their_cells() {
        let mut world = World::new(WorldConfig::default()).expect("good settings");
        world.spawn(Body::fixed().at([2.0, 2.0]).with(Rect::half(1.0, 0.5))).expect("a good body");
        let area = Aabb::new([0.0, 0.0], [4.0, 4.0]);
        let cells = WorldGrid::new(&world, area, 0.5, 0.0).expect("a good area");
        let blocked = (0..64).map(|i| Cell::new(i % 8, i / 8)).filter(|&cell| !cells.grid().is_open(cell));
        assert_eq!(blocked.count(), 4 * 2);
    }

    #[test]
    fn bad_numbers_are_rejected() {
        let world = World::new(WorldConfig::default()).expect("good settings");
        let area = |x: f32| Aabb::new([0.0, 0.0], [x, 10.0]);
        for (area, spacing, radius) in [
            (area(10.0), 0.0, 0.0),
            (area(10.0), f32::NAN, 0.0),
            (area(10.0), 1.0, -1.0),
            (area(f32::INFINITY), 1.0, 0.0),
            (area(-1.0), 1.0, 0.0),
            (area(0.0), 1.0, 0.0),
        ] {
            let error = WorldGrid::new(&world, area, spacing, radius);
            assert!(matches!(error, Err(WorldGridError::Value(_))), "{error:?}");
        }
        let error = WorldGrid::new(&world, area(4.0e5), 0.01, 0.0);
        assert!(matches!(error, Err(WorldGridError::Grid(PathError::Size { .. }))), "{error:?}");
        let mut cells = WorldGrid::new(&world, area(10.0), 1.0, 0.0).expect("a good area");
        assert!(cells.update(&world, area(f32::NAN)).is_err());
        assert_eq!(cells.update(&world, Aabb::new([20.0, 0.0], [30.0, 5.0])), Ok(None));
        assert_eq!(cells.update(&world, Aabb::new([5.0, 0.0], [3.0, 5.0])), Ok(None));
        assert_eq!(cells.cell_at([-5.0, 99.0]), Cell::new(0, 9));
        assert_eq!(cells.cell_at([f32::NAN, f32::INFINITY]), Cell::new(0, 9));
        // A field of another grid, with its goal beyond this one.
        let larger = WorldGrid::new(&world, area(40.0), 1.0, 0.0).expect("a good area");
        let mut field = FlowField::new();
        field.update(larger.grid(), &[Cell::new(39, 9)], Corners::Avoid).expect("a good goal");
        for point in [[f32::NAN, 0.0], [1.0e30, -1.0e30], [9.5, 9.5]] {
            let target = cells.toward(&field, point);
            assert!(target.is_none_or(|target| target.is_finite()), "{target:?}");
        }
    }

    #[test]
    fn units_reach_the_goal_without_touching_walls() {
        let mut random = Random(9);
        let mut arrived = 0;
        for _ in 0..10 {
            let mut world = World::new(WorldConfig::default()).expect("good settings");
            let obstacles: Vec<Obstacle> = (0..10).map(|_| Obstacle::random(&mut random)).collect();
            for obstacle in &obstacles {
                obstacle.spawn(&mut world);
            }
            let unit = 0.35;
            let area = Aabb::new([0.0, 0.0], [20.0, 15.0]);
            let cells = WorldGrid::new(&world, area, 0.25, unit).expect("a good area");
            let mut field = FlowField::new();
            let goal = cells.grid().nearest_open(cells.cell_at([18.0, 13.0])).expect("an open cell");
            field.update(cells.grid(), &[goal], Corners::Avoid).expect("a cell of the grid");
            let mut at = cells.center(cells.grid().nearest_open(Cell::new(2, 2)).expect("an open cell"));
            for _ in 0..2000 {
                let Some(target) = cells.toward(&field, at) else { break };
                let offset = target - at;
                at += offset * (0.05 / offset.length()).min(1.0);
                for obstacle in &obstacles {
                    assert!(obstacle.distance(at, 0.0) > unit - 2e-3);
                }
            }
            arrived += usize::from(cells.cell_at(at) == goal);
        }
        assert!(arrived > 4, "only {arrived} units arrived");
    }
}
