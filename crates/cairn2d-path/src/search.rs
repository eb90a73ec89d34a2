//! Searches for shortest paths: the nodes and the open list, and the loop that all methods share.
//!
//! Costs are numbers of 32 fractional bits while a search runs, and exact pairs in its result. The fraction
//! decides between two paths correctly as long as they have fewer than 2^16 diagonal steps; beyond, an
//! error is below 1e-5 cells.

use crate::heap::{Entry, Heap};
use crate::sector_search::Routes;
use crate::{Cell, Cost, Grid, Path, PathError};

/// Cost of a straight step.
pub(crate) const STRAIGHT: u64 = 1 << 32;
/// Cost of a diagonal step, the square root of two.
pub(crate) const DIAGONAL: u64 = 6_074_001_000;

/// Which diagonal steps are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Corners {
    /// A diagonal step needs both cells beside it to be open, so that a unit never touches a corner.
    #[default]
    Avoid,
    /// A diagonal step needs one of the two cells beside it to be open.
    Cut,
}

/// How a search finds a path. All methods find paths of the same cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Jump point search for [`Corners::Avoid`], A* for [`Corners::Cut`].
    #[default]
    Auto,
    /// A*, which looks at every cell. It is the method to compare with.
    AStar,
}

/// What a search did with a cell, for a picture of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visit {
    /// The cell was not looked at, or was passed by a jump.
    None,
    /// The cell was on the open list when the search ended.
    Open,
    /// The neighbors or jump points of the cell were looked at.
    Expanded,
}

/// A searcher: owns the memory of searches, so that repeated ones allocate nothing.
///
/// # Determinism
/// The path depends on the grid, the two cells and the settings only; among paths of equal cost it is
/// always the same one on every machine.
///
/// # Cost
/// 16 bytes a cell of the largest grid searched.
///
/// # Examples
/// ```
/// use cairn2d_path::{Cell, Grid, Path, Search};
///
/// let mut grid = Grid::open(5, 5)?;
/// grid.fill(Cell::new(2, 0), Cell::new(2, 3), false)?;
/// let mut search = Search::new();
/// let mut path = Path::new();
/// let cost = search.find(&grid, Cell::new(0, 0), Cell::new(4, 0), &mut path)?.expect("there is a way");
/// assert_eq!((cost.straight, cost.diagonal), (8, 2));
/// grid.set(Cell::new(2, 4), false)?;
/// assert_eq!(search.find(&grid, Cell::new(0, 0), Cell::new(4, 0), &mut path)?, None);
/// # Ok::<(), cairn2d_path::PathError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Search {
    nodes: Nodes,
    method: Method,
    corners: Corners,
    expanded: u32,
    pub(crate) routes: Routes,
}

/// The nodes of a search and its open list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    nodes: Vec<Node>,
    open: Heap,
    /// Mark of the nodes that are open in the present search; expanded ones have one more.
    mark: u32,
    width: u32,
    pub(crate) goal: Cell,
    /// Total cost of the node that is expanded. No path to the goal is cheaper.
    total: u64,
    /// Whether the goal was reached at that cost.
    found: bool,
    /// Least weight of a cell, by which the distance to the goal is multiplied.
    least_weight: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    cost: u64,
    /// The packed cell from which this one was reached.
    parent: u32,
    mark: u32,
}

/// A node that is to be expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expansion {
    pub(crate) cell: Cell,
    pub(crate) parent: Cell,
    pub(crate) cost: u64,
}

impl Search {
    /// A searcher without memory. The first search allocates.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the method of later searches.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// Sets which diagonal steps later searches allow.
    pub fn set_corners(&mut self, corners: Corners) {
        self.corners = corners;
    }

    /// Finds a shortest path from `start` to `goal` and returns its cost, or `None` if there is no path.
    /// `path` is replaced, by an empty path if there is none or on an error.
    ///
    /// # Errors
    /// [`PathError::Outside`] if a cell is not in the grid.
    pub fn find(
        &mut self,
        grid: &Grid,
        start: Cell,
        goal: Cell,
        path: &mut Path,
    ) -> Result<Option<Cost>, PathError> {
        if (self.method, self.corners) == (Method::Auto, Corners::Avoid) {
            return self.find_by_jumps(grid, start, goal, path);
        }
        self.begin(grid, start, goal, 1, path)?;
        if !grid.is_open(start) || !grid.is_open(goal) {
            return Ok(None);
        }
        let corners = self.corners;
        let found =
            self.run(start, |nodes, expansion| crate::a_star::expand(nodes, grid, corners, expansion));
        Ok(found.then(|| self.finish(path, Cell::octile_distance)))
    }

    /// Number of nodes that the last search expanded.
    #[must_use]
    pub fn expanded_count(&self) -> u32 {
        self.expanded
    }

    pub(crate) fn set_expanded_count(&mut self, count: u32) {
        self.expanded = count;
    }

    /// What the last search did with a cell of its grid.
    #[must_use]
    pub fn visit(&self, cell: Cell) -> Visit {
        let nodes = &self.nodes;
        let index = cell.y as usize * nodes.width as usize + cell.x as usize;
        match nodes.nodes.get(index) {
            Some(node) if cell.x < nodes.width && node.mark == nodes.mark => Visit::Open,
            Some(node) if cell.x < nodes.width && node.mark == nodes.mark + 1 => Visit::Expanded,
            _ => Visit::None,
        }
    }

    /// Finds a path by jump point search, whatever the settings say.
    pub(crate) fn find_by_jumps(
        &mut self,
        grid: &Grid,
        start: Cell,
        goal: Cell,
        path: &mut Path,
    ) -> Result<Option<Cost>, PathError> {
        self.begin(grid, start, goal, 1, path)?;
        if !grid.is_open(start) || !grid.is_open(goal) {
            return Ok(None);
        }
        let found = self.run(start, |nodes, expansion| crate::jump::expand(nodes, grid, expansion));
        Ok(found.then(|| self.finish(path, Cell::octile_distance)))
    }

    pub(crate) fn corners(&self) -> Corners {
        self.corners
    }

    /// Begins a search, with an empty path and no node.
    pub(crate) fn begin(
        &mut self,
        grid: &Grid,
        start: Cell,
        goal: Cell,
        least_weight: u8,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        self.expanded = 0;
        grid.check(start)?;
        grid.check(goal)?;
        self.nodes.begin(grid.size(), goal, least_weight);
        Ok(())
    }

    /// Writes the path to the goal and returns its cost, the sum over its pairs of nodes.
    pub(crate) fn finish(&self, path: &mut Path, cost_between: impl Fn(Cell, Cell) -> Cost) -> Cost {
        let pairs = self.nodes.path_cells().zip(self.nodes.path_cells().skip(1));
        let cost = pairs.fold(Cost::default(), |sum, (to, from)| sum + cost_between(from, to));
        path.set_from_goal(self.nodes.path_cells(), cost);
        cost
    }

    /// Expands nodes in the order of their cost until the goal is reached.
    pub(crate) fn run(&mut self, start: Cell, mut expand: impl FnMut(&mut Nodes, Expansion)) -> bool {
        self.nodes.reach(start, 0, start);
        while let Some(expansion) = self.nodes.next() {
            if expansion.cell == self.nodes.goal {
                return true;
            }
            self.expanded += 1;
            expand(&mut self.nodes, expansion);
            if self.nodes.is_found() {
                return true;
            }
        }
        false
    }
}

impl Nodes {
    /// Begins a search. No cell of a grid of `size` has been reached.
    fn begin(&mut self, size: [u32; 2], goal: Cell, least_weight: u8) {
        let count = size[0] as usize * size[1] as usize;
        if self.nodes.len() < count {
            self.nodes.resize(count, Node::default());
        }
        self.mark += 2;
        if self.mark >= u32::MAX - 2 {
            self.nodes.fill(Node::default());
            self.mark = 2;
        }
        self.open.clear();
        (self.width, self.goal, self.least_weight) = (size[0], goal, least_weight.into());
        (self.total, self.found) = (0, false);
    }

    /// Notes that `cell` can be reached with this cost from `parent`.
    #[inline]
    pub(crate) fn reach(&mut self, cell: Cell, cost: u64, parent: Cell) {
        let index = self.index(cell);
        let node = &mut self.nodes[index];
        if node.mark >= self.mark && cost >= node.cost {
            return;
        }
        *node = Node { cost, parent: pack(parent), mark: self.mark };
        let total = cost.saturating_add(self.distance_to_goal(cell));
        self.found |= cell == self.goal && total == self.total;
        self.open.push(Entry { total, cost, cell: pack(cell) });
    }

    /// Whether the goal was reached at a cost that no later node can lower, so that the search may end.
    #[inline]
    pub(crate) fn is_found(&self) -> bool {
        self.found
    }

    /// The next node in the order of total cost, marked as expanded.
    fn next(&mut self) -> Option<Expansion> {
        loop {
            let entry = self.open.pop()?;
            let cell = unpack(entry.cell);
            let index = self.index(cell);
            let node = &mut self.nodes[index];
            // A cheaper way was found after the entry was made.
            if entry.cost != node.cost || node.mark != self.mark {
                continue;
            }
            node.mark = self.mark + 1;
            self.total = entry.total;
            return Some(Expansion { cell, parent: unpack(node.parent), cost: entry.cost });
        }
    }

    /// The cells from the goal to the start, each with its parent next.
    fn path_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let mut next = Some(self.goal);
        core::iter::from_fn(move || {
            let cell = next?;
            let parent = unpack(self.nodes[self.index(cell)].parent);
            next = (parent != cell).then_some(parent);
            Some(cell)
        })
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    #[inline]
    fn distance_to_goal(&self, cell: Cell) -> u64 {
        let (dx, dy) = (cell.x.abs_diff(self.goal.x), cell.y.abs_diff(self.goal.y));
        let (less, more) = if dx < dy { (dx, dy) } else { (dy, dx) };
        (u64::from(more - less) * STRAIGHT + u64::from(less) * DIAGONAL) * self.least_weight
    }
}

/// A cell in 32 bits. Coordinates are below 2^15.
#[inline]
pub(crate) fn pack(cell: Cell) -> u32 {
    cell.y << 16 | cell.x
}

#[inline]
pub(crate) fn unpack(packed: u32) -> Cell {
    Cell::new(packed & 0xffff, packed >> 16)
}
