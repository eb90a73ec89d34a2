//! Searches over the crossings of sectors, and the path along their crossings.

use crate::flow::{DIAGONAL, STRAIGHT, UNREACHED};
use crate::heap::{Entry, Heap};
use crate::sectors::{APART, Local, MOST_NODES, Sectors};
use crate::{Cell, Cost, Path, PathError, Search};

/// Crossings that a leg of a path passes. Longer legs are shorter ways and take longer to find.
const LEG: usize = 2;

/// Memory of searches over crossings. Numbers of nodes are those of their sector and of the crossing in it;
/// the last two are the start and the goal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routes {
    nodes: Vec<RouteNode>,
    open: Heap,
    /// Mark of the nodes of the present search.
    mark: u32,
    local: Option<Box<Local>>,
    /// Distances from the crossings of the sector of the goal to the goal.
    to_goal: Vec<u32>,
    route: Vec<Cell>,
    leg: Path,
}

#[derive(Clone, Copy, Debug, Default)]
struct RouteNode {
    cost: u32,
    parent: u32,
    mark: u32,
}

impl Search {
    /// Finds a path from `start` to `goal` by way of the crossings of sectors, and returns its cost, or
    /// `None` if there is no path. `path` is replaced, by an empty path if there is none or on an error.
    ///
    /// Compared with a shortest path, each border between two sectors that the shortest path passes adds 33
    /// cells at most; on most maps the whole path is longer by 1 to 2 %. Corners are not cut, whatever
    /// [`set_corners`](Self::set_corners) and [`set_method`](Self::set_method) say.
    ///
    /// # Errors
    /// [`PathError::Outside`] if a cell is not in the grid.
    pub fn find_by_sectors(
        &mut self,
        sectors: &Sectors,
        start: Cell,
        goal: Cell,
        path: &mut Path,
    ) -> Result<Option<Cost>, PathError> {
        path.clear();
        let mut routes = core::mem::take(&mut self.routes);
        let result = routes.find(sectors, start, goal).and_then(|found| {
            if found { self.follow(sectors, &mut routes, path).map(Some) } else { Ok(None) }
        });
        self.routes = routes;
        result
    }

    /// Finds the cells at which a path from `start` to `goal` enters sectors, without the path between
    /// them. `route` is replaced by start, these cells and goal, or by an empty list if there is no path.
    /// Returns whether there is one.
    ///
    /// A unit can begin to walk with a search from the start to one of the next cells, and find each
    /// further leg when it comes there.
    ///
    /// # Errors
    /// [`PathError::Outside`] if a cell is not in the grid.
    ///
    /// # Examples
    /// ```
    /// use cairn2d_path::{Cell, Grid, Path, Search, Sectors};
    ///
    /// let sectors = Sectors::new(Grid::open(200, 200)?);
    /// let (mut search, mut path, mut route) = (Search::new(), Path::new(), Vec::new());
    /// assert!(search.find_route(&sectors, Cell::new(1, 1), Cell::new(190, 1), &mut route)?);
    /// search.find(sectors.grid(), route[0], route[1], &mut path)?;
    /// assert!(path.cost().length() < 128.0);
    /// # Ok::<(), cairn2d_path::PathError>(())
    /// ```
    pub fn find_route(
        &mut self,
        sectors: &Sectors,
        start: Cell,
        goal: Cell,
        route: &mut Vec<Cell>,
    ) -> Result<bool, PathError> {
        route.clear();
        let found = self.routes.find(sectors, start, goal)?;
        if found {
            route.extend_from_slice(&self.routes.route);
        }
        Ok(found)
    }

    /// Finds the legs between some cells of a route, and joins them.
    fn follow(&mut self, sectors: &Sectors, routes: &mut Routes, path: &mut Path) -> Result<Cost, PathError> {
        let mut expanded = 0;
        let Routes { route, leg, .. } = routes;
        let mut at = 0;
        path.begin(route[0]);
        while at + 1 < route.len() {
            // A short rest joins the last leg.
            let next = if at + LEG + LEG / 2 >= route.len() { route.len() - 1 } else { at + LEG };
            self.find_by_jumps(sectors.grid(), route[at], route[next], leg)?;
            expanded += self.expanded_count();
            path.append(leg);
            at = next;
        }
        self.set_expanded_count(expanded);
        Ok(path.cost())
    }
}

impl Routes {
    /// Finds the cells at which a way enters sectors, and returns whether there is a way.
    fn find(&mut self, sectors: &Sectors, start: Cell, goal: Cell) -> Result<bool, PathError> {
        self.route.clear();
        let grid = sectors.grid();
        grid.check(start)?;
        grid.check(goal)?;
        if !grid.is_open(start) || !grid.is_open(goal) {
            return Ok(false);
        }
        self.begin(sectors);
        let mut local = self.local.take().unwrap_or_else(|| Box::new(Local::new()));
        let (from, to) = (sectors.of(start), sectors.of(goal));
        sectors.ways(&mut local, goal);
        self.to_goal.clear();
        self.to_goal
            .extend((0..sectors.node_count(to)).map(|node| sectors.distance(&local, sectors.cell(to, node))));
        let goal_id = sectors.count() * MOST_NODES + 1;
        let start_id = goal_id - 1;
        if from == to {
            let direct = sectors.distance(&local, start);
            if direct != UNREACHED {
                self.reach(goal_id, direct, start_id, direct);
            }
        }
        sectors.ways(&mut local, start);
        for node in 0..sectors.node_count(from) {
            let distance = sectors.distance(&local, sectors.cell(from, node));
            if distance != UNREACHED {
                self.cross(sectors, [from, node], distance, [start_id, goal_id], goal);
            }
        }
        self.local = Some(local);
        let found = self.run(sectors, goal, goal_id);
        if found {
            self.list(sectors, [start, goal], goal_id);
        }
        Ok(found)
    }

    fn begin(&mut self, sectors: &Sectors) {
        let count = (sectors.count() * MOST_NODES + 2) as usize;
        if self.nodes.len() < count {
            self.nodes.resize(count, RouteNode::default());
        }
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            self.nodes.fill(RouteNode::default());
            self.mark = 1;
        }
        self.open.clear();
    }

    /// Goes from crossing to crossing in the order of cost until the goal is reached.
    fn run(&mut self, sectors: &Sectors, goal: Cell, goal_id: u32) -> bool {
        let goal_sector = sectors.of(goal);
        while let Some(entry) = self.open.pop() {
            if u64::from(self.nodes[entry.cell as usize].cost) != entry.cost {
                continue;
            }
            if entry.cell == goal_id {
                return true;
            }
            let (sector, node, cost) = (entry.cell / MOST_NODES, entry.cell % MOST_NODES, entry.cost as u32);
            if sector == goal_sector && self.to_goal[node as usize] != UNREACHED {
                let total = cost.saturating_add(self.to_goal[node as usize]);
                self.reach(goal_id, total, entry.cell, total);
            }
            for (other, &distance) in (0..).zip(sectors.distances(sector, node)) {
                if other != node && distance != APART {
                    let cost = cost.saturating_add(distance);
                    self.cross(sectors, [sector, other], cost, [entry.cell, goal_id], goal);
                }
            }
        }
        false
    }

    /// Reaches the other side of a crossing.
    fn cross(&mut self, sectors: &Sectors, [sector, node]: [u32; 2], cost: u32, ids: [u32; 2], goal: Cell) {
        let (sector, node) = sectors.across(sector, node);
        let cell = sectors.cell(sector, node);
        let (dx, dy) = (cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
        let rest = dx.abs_diff(dy) * STRAIGHT + dx.min(dy) * DIAGONAL;
        let cost = cost.saturating_add(STRAIGHT);
        self.reach(sector * MOST_NODES + node, cost, ids[0], cost.saturating_add(rest));
    }

    #[inline]
    fn reach(&mut self, id: u32, cost: u32, parent: u32, total: u32) {
        let node = &mut self.nodes[id as usize];
        if node.mark != self.mark || cost < node.cost {
            *node = RouteNode { cost, parent, mark: self.mark };
            self.open.push(Entry { total: total.into(), cost: cost.into(), cell: id });
        }
    }

    /// Lists start, the cells of the way, and goal.
    fn list(&mut self, sectors: &Sectors, [start, goal]: [Cell; 2], goal_id: u32) {
        self.route.push(goal);
        let mut id = self.nodes[goal_id as usize].parent;
        while id != goal_id - 1 {
            self.route.push(sectors.cell(id / MOST_NODES, id % MOST_NODES));
            id = self.nodes[id as usize].parent;
        }
        self.route.push(start);
        self.route.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;
    use crate::sectors::SIDE;
    use crate::testing::{Random, random_grid, scaled};

    /// Number of borders that a path passes; two where it passes a corner of four sectors.
    fn borders(path: &Path) -> u32 {
        let cells: Vec<Cell> = path.cells().collect();
        let passed = |a: u32, b: u32| u32::from(a / SIDE != b / SIDE);
        cells.windows(2).map(|pair| passed(pair[0].x, pair[1].x) + passed(pair[0].y, pair[1].y)).sum()
    }

    /// Asserts that a path by sectors is open and as short as it must be, and returns its excess.
    fn check(search: &mut Search, sectors: &Sectors, [start, goal]: [Cell; 2]) -> Option<(f64, f64)> {
        let (mut path, mut shortest) = (Path::new(), Path::new());
        let least = search.find(sectors.grid(), start, goal, &mut shortest).expect("inside");
        let cost = search.find_by_sectors(sectors, start, goal, &mut path).expect("inside");
        assert_eq!(cost.is_some(), least.is_some(), "{start} to {goal}");
        let (cost, least) = (cost?, least?);
        let cells: Vec<Cell> = path.cells().collect();
        assert_eq!((cells.first(), cells.last()), (Some(&start), Some(&goal)));
        let mut sum = Cost::default();
        for pair in cells.windows(2) {
            assert!(sectors.grid().sees(pair[0], pair[1]), "{} to {}", pair[0], pair[1]);
            sum = sum + pair[0].octile_distance(pair[1]);
        }
        assert_eq!(sum, cost);
        assert_eq!(path.cost(), cost);
        let turns = path.waypoints().windows(3).filter(|three| {
            let step = |a: Cell, b: Cell| (b.x.cmp(&a.x), b.y.cmp(&a.y));
            step(three[0], three[1]) == step(three[1], three[2])
        });
        assert_eq!(turns.count(), 0, "a waypoint without a turn");
        let most = 1.0004 * (least.length() + 32.6 * f64::from(borders(&shortest)));
        assert!(cost >= least && cost.length() <= most, "{cost:?} for {least:?}");
        Some((cost.length(), least.length()))
    }

    #[test]
    fn paths_by_sectors_are_nearly_shortest() {
        let mut random = Random::new(41);
        let mut search = Search::new();
        let (mut total, mut least, mut found) = (0.0, 0.0, 0);
        for _ in 0..scaled(60) {
            let (w, h) = (1 + random.below(400), 1 + random.below(400));
            let sectors = Sectors::new(random_grid(&mut random, w, h));
            for _ in 0..20 {
                let ends = [random.cell(sectors.grid()), random.cell(sectors.grid())];
                if let Some((length, shortest)) = check(&mut search, &sectors, ends) {
                    (total, least, found) = (total + length, least + shortest, found + 1);
                }
            }
        }
        assert!(found > 300, "only {found} paths were compared");
        assert!(total < 1.03 * least, "paths are {} times as long as the shortest", total / least);
    }

    #[test]
    fn repaired_sectors_give_the_routes_of_new_ones() {
        let mut random = Random::new(42);
        let mut search = Search::new();
        let (mut route, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..20 {
            let (w, h) = (1 + random.below(150), 1 + random.below(150));
            let mut sectors = Sectors::new(random_grid(&mut random, w, h));
            for _ in 0..15 {
                let (a, reach, open) =
                    (random.cell(sectors.grid()), 1 + random.below(40), random.below(2) == 0);
                let b =
                    Cell::new((a.x + random.below(reach)).min(w - 1), (a.y + random.below(reach)).min(h - 1));
                sectors.fill(b, a, open).expect("inside");
                let new = Sectors::new(sectors.grid().clone());
                for _ in 0..10 {
                    let (start, goal) = (random.cell(sectors.grid()), random.cell(sectors.grid()));
                    let found = search.find_route(&sectors, start, goal, &mut route).expect("inside");
                    assert_eq!(search.find_route(&new, start, goal, &mut expected), Ok(found));
                    assert_eq!(route, expected);
                    check(&mut search, &sectors, [start, goal]);
                }
            }
        }
    }

    #[test]
    fn cells_outside_are_rejected() {
        let sectors = Sectors::new(Grid::open(40, 40).expect("a good size"));
        let (mut path, mut route) = (Path::new(), Vec::new());
        let (inside, outside) = (Cell::new(0, 0), Cell::new(40, 0));
        let error = PathError::Outside { cell: outside, width: 40, height: 40 };
        let mut search = Search::new();
        assert_eq!(search.find_by_sectors(&sectors, inside, outside, &mut path), Err(error.clone()));
        assert_eq!(search.find_route(&sectors, outside, inside, &mut route), Err(error));
    }
}
