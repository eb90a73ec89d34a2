//! Searches against Dijkstra's algorithm.

use crate::testing::{Random, costs_from, random_grid};
use crate::{Cell, Corners, Cost, Grid, Method, Path, PathError, Search};

/// Asserts that a path goes from `start` to `goal` by allowed steps and has the cost that it says.
fn check_path(grid: &Grid, corners: Corners, path: &Path, start: Cell, goal: Cell) {
    let cells: Vec<Cell> = path.cells().collect();
    assert_eq!(cells.first(), Some(&start));
    assert_eq!(cells.last(), Some(&goal));
    let mut cost = Cost::default();
    for pair in cells.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        assert!(grid.is_open(b), "{b} is blocked");
        let step = a.octile_distance(b);
        assert_eq!(step.straight + step.diagonal, 1, "{a} to {b} is not a step");
        let beside = [Cell::new(a.x, b.y), Cell::new(b.x, a.y)].map(|cell| grid.is_open(cell));
        match corners {
            Corners::Avoid => assert!(beside == [true; 2], "{a} to {b} cuts a corner"),
            Corners::Cut => assert!(beside != [false; 2], "{a} to {b} passes between two corners"),
        }
        cost = cost + step;
    }
    assert_eq!(cost, path.cost());
}

#[test]
fn paths_are_as_short_as_dijkstras() {
    let mut random = Random::new(11);
    let (mut search, mut path) = (Search::new(), Path::new());
    let mut found = 0;
    for round in 0..400 {
        let (w, h) = (1 + random.below(90), 1 + random.below(90));
        let grid = random_grid(&mut random, w, h);
        let start = random.cell(&grid);
        for corners in [Corners::Avoid, Corners::Cut] {
            let costs = costs_from(&grid, start, corners);
            search.set_corners(corners);
            for _ in 0..40 {
                let goal = random.cell(&grid);
                let expected = if grid.is_open(start) { costs[(goal.y * w + goal.x) as usize] } else { None };
                for method in [Method::Auto, Method::AStar] {
                    search.set_method(method);
                    let cost = search.find(&grid, start, goal, &mut path).expect("cells of the grid");
                    assert_eq!(cost, expected, "round {round}, {start} to {goal}, {method:?} {corners:?}");
                    if cost.is_some() {
                        found += 1;
                        check_path(&grid, corners, &path, start, goal);
                    } else {
                        assert!(path.is_empty());
                    }
                }
            }
        }
    }
    assert!(found > 10_000, "only {found} paths were compared");
}

#[test]
fn cells_outside_are_rejected() {
    let grid = Grid::open(4, 3).expect("a good size");
    let (mut search, mut path) = (Search::new(), Path::new());
    let result = search.find(&grid, Cell::new(0, 0), Cell::new(0, 3), &mut path);
    assert_eq!(result, Err(PathError::Outside { cell: Cell::new(0, 3), width: 4, height: 3 }));
    assert!(path.is_empty());
}
