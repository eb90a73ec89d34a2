//! Searches, flow fields and repairs allocate nothing once each has run.
//!
//! A separate test program, because it replaces the global allocator by one that counts the allocations of
//! this thread.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;

use cairn2d_path::{Cell, Corners, FlowField, Grid, JumpTable, Path, Search, Sectors, Weights};

/// Every kind of work, on a map of rooms.
struct Work {
    grid: Grid,
    weights: Weights,
    table: JumpTable,
    sectors: Sectors,
    search: Search,
    path: Path,
    line: Vec<Cell>,
    field: FlowField,
}

impl Work {
    fn new() -> Self {
        let open = |cell: Cell| cell.x % 16 != 15 && cell.y % 16 != 15 || (cell.x + cell.y) % 16 == 3;
        let grid = Grid::from_fn(200, 150, open).expect("a good size");
        let weights = Weights::uniform(grid.clone(), 2);
        let table = JumpTable::new(grid.clone());
        let sectors = Sectors::new(grid.clone());
        let (search, path, line, field) = (Search::new(), Path::new(), Vec::new(), FlowField::new());
        Self { grid, weights, table, sectors, search, path, line, field }
    }

    fn run(&mut self) {
        let (start, goal) = (Cell::new(1, 1), Cell::new(190, 140));
        let Self { grid, weights, table, sectors, search, path, line, field } = self;
        let cost = search.find(grid, start, goal, path).expect("inside");
        assert!(cost.is_some(), "there is a way");
        path.straighten(grid, line);
        assert_eq!(search.find_jump(table, start, goal, path), Ok(cost));
        assert!(search.find_by_sectors(sectors, start, goal, path).expect("inside").is_some());
        search.find_weighted(weights, start, goal, path).expect("inside");
        field.update_weighted(weights, &[goal], Corners::Avoid).expect("inside");
        field.update(grid, &[goal], Corners::Avoid).expect("inside");
        for open in [false, true] {
            grid.fill(Cell::new(60, 60), Cell::new(69, 69), open).expect("inside");
            table.fill(Cell::new(60, 60), Cell::new(69, 69), open).expect("inside");
            sectors.fill(Cell::new(60, 60), Cell::new(69, 69), open).expect("inside");
            field.repair(grid, Cell::new(60, 60), Cell::new(69, 69)).expect("of this grid");
        }
    }
}

#[test]
fn warm_searches_allocate_nothing() {
    let mut work = Work::new();
    work.run();
    work.run();
    let before = counting::allocations();
    work.run();
    assert_eq!(counting::allocations() - before, 0);
}
