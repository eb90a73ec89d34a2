//! Sectors of a large grid: squares of cells, crossings between them, and distances between the crossings
//! of a sector.
//!
//! The method is that of A. Botea, M. Mueller and J. Schaeffer, "Near Optimal Hierarchical Path-Finding"
//! (2004). Crossings are chosen by a cover here: from each pair of open cells at a border, a crossing is at
//! most [`REACH`] cells away on both sides. So each border adds a bounded length to a path.
//!
//! Invariant: crossings follow from the cells of the two sectors beside the border, and distances from the
//! cells and the crossings of their sector. An edit therefore concerns its sectors and their neighbors.

use crate::flow::{STRAIGHT, UNREACHED};
use crate::{Cell, Corners, FlowField, Grid, PathError};

/// Side of a sector \[cells\].
pub(crate) const SIDE: u32 = 64;
/// Largest number of crossings of a border. Chosen pairs of cells are never adjacent.
const MOST_CROSSINGS: usize = SIDE as usize / 2;
/// Largest number of crossings of a sector.
pub(crate) const MOST_NODES: u32 = 4 * MOST_CROSSINGS as u32;
/// Greatest distance from a pair of open cells at a border to a crossing, on both sides \[cells\].
const REACH: u32 = 16;
/// Distance between crossings that do not see each other within their sector.
pub(crate) const APART: u32 = UNREACHED;

/// A grid with crossings between its sectors, for long ways on large maps.
///
/// [`Search::find_by_sectors`](crate::Search::find_by_sectors) finds paths that are a little longer than
/// the shortest ones, in a time that depends little on the map.
///
/// # Cost
/// Less than a byte a cell beside those of the [`Grid`]. [`new`](Self::new) takes time proportional to the
/// number of cells, [`fill`](Self::fill) to the number of sectors of 64 by 64 cells that it concerns.
///
/// # Examples
/// ```
/// use cairn2d_path::{Cell, Grid, Path, Search, Sectors};
///
/// let mut sectors = Sectors::new(Grid::open(500, 500)?);
/// sectors.fill(Cell::new(250, 0), Cell::new(250, 450), false)?;
/// let (mut search, mut path) = (Search::new(), Path::new());
/// let cost = search.find_by_sectors(&sectors, Cell::new(3, 3), Cell::new(490, 8), &mut path)?;
/// let shortest = search.find(sectors.grid(), Cell::new(3, 3), Cell::new(490, 8), &mut path)?;
/// let (cost, shortest) = (cost.expect("there is a way"), shortest.expect("there is a way"));
/// assert!(cost.length() < 1.05 * shortest.length());
/// # Ok::<(), cairn2d_path::PathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sectors {
    grid: Grid,
    table: Table,
    work: Work,
}

/// All sectors by rows.
#[derive(Clone, Debug)]
struct Table {
    /// Number of sectors in a row.
    columns: u32,
    sectors: Vec<Sector>,
}

#[derive(Clone, Debug, Default)]
struct Sector {
    /// Crossings to the next sector to the right, and to the one upwards.
    right: Border,
    up: Border,
    /// Index of the first crossing of each side, in the order left, right, down, up, and their number.
    first: [u8; 5],
    /// Cells of the crossings, from the corner of the sector.
    cells: Vec<[u8; 2]>,
    /// Distances between crossings, in the units of flow fields.
    distances: Vec<u32>,
}

/// Positions of crossings along a border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Border {
    count: u8,
    at: [u8; MOST_CROSSINGS],
}

/// Memory of repairs: the cells of a sector and of its neighbor, and ways in each.
#[derive(Clone, Debug)]
struct Work {
    here: Local,
    beside: Local,
    /// Sectors whose distances are out of date.
    dirty: Vec<u32>,
}

/// The cells of a sector, and the ways to one of them.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    grid: Grid,
    field: FlowField,
}

impl Sectors {
    /// Computes the crossings of a grid.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let (columns, rows) = (grid.width().div_ceil(SIDE), grid.height().div_ceil(SIDE));
        let mut table = Table { columns, sectors: vec![Sector::default(); (columns * rows) as usize] };
        let mut work = Work { here: Local::new(), beside: Local::new(), dirty: Vec::new() };
        table.repair(&grid, &mut work, [0, 0], [columns - 1, rows - 1]);
        Self { grid, table, work }
    }

    /// The open and blocked cells.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The grid, without the sectors.
    #[must_use]
    pub fn into_grid(self) -> Grid {
        self.grid
    }

    /// Opens or blocks a cell and repairs the sectors around it.
    ///
    /// # Errors
    /// [`PathError::Outside`].
    pub fn set(&mut self, cell: Cell, open: bool) -> Result<(), PathError> {
        self.fill(cell, cell, open)
    }

    /// Opens or blocks all cells of the rectangle with the corners `a` and `b`, both included, and repairs
    /// the sectors around it.
    ///
    /// # Errors
    /// [`PathError::Outside`]; nothing changes then.
    pub fn fill(&mut self, a: Cell, b: Cell, open: bool) -> Result<(), PathError> {
        self.grid.fill(a, b, open)?;
        let low = [a.x.min(b.x) / SIDE, a.y.min(b.y) / SIDE];
        let high = [a.x.max(b.x) / SIDE, a.y.max(b.y) / SIDE];
        self.table.repair(&self.grid, &mut self.work, low, high);
        Ok(())
    }

    /// Bytes of memory.
    #[must_use]
    pub fn memory(&self) -> usize {
        let bytes =
            |sector: &Sector| size_of::<Sector>() + 2 * sector.cells.len() + 4 * sector.distances.len();
        self.grid.memory() + self.table.sectors.iter().map(bytes).sum::<usize>()
    }

    /// Number of sectors.
    pub(crate) fn count(&self) -> u32 {
        self.table.sectors.len() as u32
    }

    /// The sector of a cell.
    #[inline]
    pub(crate) fn of(&self, cell: Cell) -> u32 {
        cell.y / SIDE * self.table.columns + cell.x / SIDE
    }

    /// Number of crossings of a sector.
    #[inline]
    pub(crate) fn node_count(&self, sector: u32) -> u32 {
        self.table.sectors[sector as usize].first[4].into()
    }

    /// Cell of a crossing on the side of this sector.
    #[inline]
    pub(crate) fn cell(&self, sector: u32, node: u32) -> Cell {
        let [x, y] = self.table.sectors[sector as usize].cells[node as usize];
        let corner = self.table.corner(sector);
        Cell::new(corner.x + u32::from(x), corner.y + u32::from(y))
    }

    /// Distances from a crossing to all crossings of the sector, in the units of flow fields.
    #[inline]
    pub(crate) fn distances(&self, sector: u32, node: u32) -> &[u32] {
        let sector = &self.table.sectors[sector as usize];
        let count = usize::from(sector.first[4]);
        &sector.distances[node as usize * count..][..count]
    }

    /// The sector and the index of the other side of a crossing.
    #[inline]
    pub(crate) fn across(&self, sector: u32, node: u32) -> (u32, u32) {
        let Table { columns, sectors } = &self.table;
        let first = sectors[sector as usize].first.map(u32::from);
        let side = (1..4).filter(|&side| node >= first[side]).count();
        let other = match side {
            0 => sector - 1,
            1 => sector + 1,
            2 => sector - columns,
            _ => sector + columns,
        };
        (other, node - first[side] + u32::from(sectors[other as usize].first[side ^ 1]))
    }

    /// Reads the cells of a sector and computes the ways to a cell of it.
    pub(crate) fn ways(&self, local: &mut Local, cell: Cell) {
        let sector = self.of(cell);
        let corner = self.table.corner(sector);
        local.read(&self.grid, corner);
        local.update([cell.x - corner.x, cell.y - corner.y], UNREACHED);
    }

    /// Distance of a crossing, or of another cell of the sector, by the ways of [`ways`](Self::ways).
    pub(crate) fn distance(&self, local: &Local, cell: Cell) -> u32 {
        let corner = self.table.corner(self.of(cell));
        local.cost([cell.x - corner.x, cell.y - corner.y])
    }
}

impl Table {
    /// The first cell of a sector.
    #[inline]
    fn corner(&self, sector: u32) -> Cell {
        Cell::new(sector % self.columns * SIDE, sector / self.columns * SIDE)
    }

    /// Computes the crossings of the sectors from `low` to `high`, and all distances that depend on them.
    fn repair(&mut self, grid: &Grid, work: &mut Work, low: [u32; 2], high: [u32; 2]) {
        let rows = self.sectors.len() as u32 / self.columns;
        work.dirty.clear();
        for y in low[1].saturating_sub(1)..=high[1] {
            for x in low[0].saturating_sub(1)..=high[0] {
                let sector = y * self.columns + x;
                if x >= low[0] && y >= low[1] {
                    work.dirty.push(sector);
                }
                if y >= low[1] && x + 1 < self.columns {
                    self.repair_border(grid, work, sector, false);
                }
                if x >= low[0] && y + 1 < rows {
                    self.repair_border(grid, work, sector, true);
                }
            }
        }
        work.dirty.sort_unstable();
        work.dirty.dedup();
        for &sector in &work.dirty {
            work.here.read(grid, self.corner(sector));
            self.link(&mut work.here, sector);
        }
    }

    /// Chooses the crossings of the border on the right of a sector or above it.
    fn repair_border(&mut self, grid: &Grid, work: &mut Work, sector: u32, is_up: bool) {
        let other = if is_up { sector + self.columns } else { sector + 1 };
        work.here.read(grid, self.corner(sector));
        work.beside.read(grid, self.corner(other));
        let cells = |at: u32| if is_up { [[at, SIDE - 1], [at, 0]] } else { [[SIDE - 1, at], [0, at]] };
        let new = choose(&mut work.here, &mut work.beside, cells);
        let sides = &mut self.sectors[sector as usize];
        let border = if is_up { &mut sides.up } else { &mut sides.right };
        if *border != new {
            *border = new;
            work.dirty.extend([sector, other]);
        }
    }

    /// Lists the crossings of a sector and computes the distances between them.
    fn link(&mut self, local: &mut Local, index: u32) {
        let left = if index.is_multiple_of(self.columns) { None } else { Some(index - 1) };
        let down = index.checked_sub(self.columns);
        let of = |sector: Option<u32>, border: fn(&Sector) -> Border| {
            sector.map_or(Border::default(), |sector| border(&self.sectors[sector as usize]))
        };
        let sides = [
            of(left, |sector| sector.right),
            of(Some(index), |sector| sector.right),
            of(down, |sector| sector.up),
            of(Some(index), |sector| sector.up),
        ];
        let sector = &mut self.sectors[index as usize];
        sector.cells.clear();
        for (side, border) in sides.iter().enumerate() {
            sector.first[side] = sector.cells.len() as u8;
            let last = SIDE as u8 - 1;
            sector.cells.extend(border.at[..border.count.into()].iter().map(|&at| match side {
                0 => [0, at],
                1 => [last, at],
                2 => [at, 0],
                _ => [at, last],
            }));
        }
        sector.first[4] = sector.cells.len() as u8;
        sector.distances.clear();
        for from in &sector.cells {
            local.update(from.map(u32::from), UNREACHED);
            sector.distances.extend(sector.cells.iter().map(|to| local.cost(to.map(u32::from))));
        }
    }
}

/// Chooses crossings of a border, so that each pair of open cells is near one of them on both sides.
fn choose(here: &mut Local, beside: &mut Local, cells: impl Fn(u32) -> [[u32; 2]; 2]) -> Border {
    let is_open = |at: u32| {
        let [a, b] = cells(at);
        here.grid.is_open(a.into()) && beside.grid.is_open(b.into())
    };
    let open = (0..SIDE).map(|at| u64::from(is_open(at)) << at).sum::<u64>();
    let mut left = open;
    let mut border = Border::default();
    while left != 0 {
        // As far from the first uncovered pair as it may be, so that it covers as many as possible.
        let first = left.trailing_zeros();
        let run = (!(open >> first)).trailing_zeros();
        let at = first + (run - 1).min(REACH);
        border.at[usize::from(border.count)] = at as u8;
        border.count += 1;
        let [a, b] = cells(at);
        let reach = REACH * STRAIGHT;
        here.update(a, reach);
        beside.update(b, reach);
        for other in 0..SIDE {
            let [a, b] = cells(other);
            if here.cost(a).max(beside.cost(b)) <= reach {
                left &= !(1u64 << other);
            }
        }
    }
    border
}

impl Local {
    pub(crate) fn new() -> Self {
        Self { grid: Grid::square(SIDE), field: FlowField::new() }
    }

    /// Copies the cells of a sector. Cells outside of the grid are blocked.
    fn read(&mut self, grid: &Grid, corner: Cell) {
        self.grid.copy_from(grid, corner);
    }

    /// Computes the ways to a cell up to a length.
    fn update(&mut self, cell: [u32; 2], limit: u32) {
        let result = self.field.update_within(&self.grid, &[cell.into()], Corners::Avoid, limit);
        debug_assert!(result.is_ok(), "the cell is in the sector");
    }

    /// Length of the way, [`UNREACHED`] if there is none.
    fn cost(&self, cell: [u32; 2]) -> u32 {
        if self.grid.is_open(cell.into()) { self.field.cost_of(cell.into()) } else { UNREACHED }
    }
}
