//! Searches and flow fields against Dijkstra's algorithm.

use crate::testing::{Random, costs_from, random_grid, scaled, unit_step};
use crate::{Cell, Corners, Cost, FlowField, Grid, JumpTable, Method, Path, PathError, Search, Weights};

/// Asserts that a path goes from `start` to `goal` by allowed steps and has the cost that it says.
fn check_path(weights: &Weights, corners: Corners, path: &Path, start: Cell, goal: Cell) {
    let grid = weights.grid();
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
        let weight = u64::from(weights.weight(b));
        cost = cost + Cost { straight: step.straight * weight, diagonal: step.diagonal * weight };
    }
    assert_eq!(cost, path.cost());
}

#[test]
fn paths_are_as_short_as_dijkstras() {
    let mut random = Random::new(11);
    let (mut search, mut path) = (Search::new(), Path::new());
    let mut found = 0;
    for round in 0..scaled(400) {
        let (w, h) = (1 + random.below(90), 1 + random.below(90));
        let grid = random_grid(&mut random, w, h);
        let weights = Weights::uniform(grid.clone(), 1);
        let start = random.cell(&grid);
        let table = JumpTable::new(grid.clone());
        for corners in [Corners::Avoid, Corners::Cut] {
            let costs = costs_from(&grid, start, corners, unit_step);
            search.set_corners(corners);
            for _ in 0..40 {
                let goal = random.cell(&grid);
                let expected = if grid.is_open(start) { costs[(goal.y * w + goal.x) as usize] } else { None };
                if corners == Corners::Avoid {
                    assert_eq!(search.find_jump(&table, start, goal, &mut path), Ok(expected));
                }
                for method in [Method::Auto, Method::AStar] {
                    search.set_method(method);
                    let cost = search.find(&grid, start, goal, &mut path).expect("cells of the grid");
                    assert_eq!(cost, expected, "round {round}, {start} to {goal}, {method:?} {corners:?}");
                    if cost.is_some() {
                        found += 1;
                        check_path(&weights, corners, &path, start, goal);
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

fn random_weights(random: &mut Random) -> Weights {
    let (w, h) = (1 + random.below(50), 1 + random.below(50));
    let mut weights = Weights::uniform(random_grid(random, w, h), 1 + random.below(4) as u8);
    let greatest = if random.below(4) == 0 { 255 } else { 9 };
    for _ in 0..40 {
        let (a, b) = (random.cell(weights.grid()), random.cell(weights.grid()));
        let near = Cell::new(a.x.min(b.x) + 4, a.y.min(b.y) + 4);
        let b = Cell::new(near.x.min(w - 1), near.y.min(h - 1));
        weights.fill(a, b, random.below(greatest + 1) as u8).expect("inside");
    }
    weights
}

#[test]
fn weighted_paths_are_as_cheap_as_dijkstras() {
    let mut random = Random::new(12);
    let (mut search, mut path) = (Search::new(), Path::new());
    let mut found = 0;
    for _ in 0..scaled(200) {
        let weights = random_weights(&mut random);
        let grid = weights.grid();
        let start = random.cell(grid);
        for corners in [Corners::Avoid, Corners::Cut] {
            let step = |_: Cell, to: Cell, diagonal: bool| {
                let weight = u64::from(weights.weight(to));
                if diagonal {
                    Cost { straight: 0, diagonal: weight }
                } else {
                    Cost { straight: weight, diagonal: 0 }
                }
            };
            let costs = costs_from(grid, start, corners, step);
            search.set_corners(corners);
            for _ in 0..20 {
                let goal = random.cell(grid);
                let cost = search.find_weighted(&weights, start, goal, &mut path).expect("inside");
                assert_eq!(cost, costs[(goal.y * grid.width() + goal.x) as usize]);
                if cost.is_some() {
                    found += 1;
                    check_path(&weights, corners, &path, start, goal);
                }
            }
        }
    }
    assert!(found > 1_000, "only {found} paths were compared");
}

/// Costs of a step in a flow field, from the cell nearer to the goal.
fn flow_step(weights: &Weights) -> impl Fn(Cell, Cell, bool) -> u64 + '_ {
    |from, _, diagonal| u64::from(weights.weight(from)) * if diagonal { 41 } else { 29 }
}

/// Asserts that a field has the costs of Dijkstra's algorithm and that its directions lead down to a goal.
fn check_field(field: &FlowField, weights: &Weights, goals: &[Cell], corners: Corners) {
    let grid = weights.grid();
    let fields: Vec<_> =
        goals.iter().map(|&goal| costs_from(grid, goal, corners, flow_step(weights))).collect();
    for y in 0..grid.height() {
        for x in 0..grid.width() {
            let (cell, index) = (Cell::new(x, y), (y * grid.width() + x) as usize);
            let least = fields.iter().filter_map(|costs| costs[index]).min();
            let expected = least.map(|cost| (cost as f64 / 29.0) as f32);
            assert_eq!(field.distance(cell), expected, "{cell}");
            match field.next(cell) {
                None => assert!(least.is_none_or(|cost| cost == 0)),
                Some(next) => {
                    let diagonal = next.x != x && next.y != y;
                    let step = flow_step(weights)(next, cell, diagonal) as f64 / 29.0;
                    let rest = field.distance(next).expect("leads to a goal");
                    assert!((f64::from(rest) + step - f64::from(expected.expect("reached"))).abs() < 1e-3);
                    let beside = [Cell::new(x, next.y), Cell::new(next.x, y)].map(|cell| grid.is_open(cell));
                    match corners {
                        Corners::Avoid => assert_eq!(beside, [true; 2]),
                        Corners::Cut => assert_ne!(beside, [false; 2]),
                    }
                }
            }
        }
    }
}

#[test]
fn flow_fields_have_the_costs_of_dijkstra() {
    let mut random = Random::new(13);
    let mut field = FlowField::new();
    for round in 0..scaled(160) {
        let corners = if round % 2 == 0 { Corners::Avoid } else { Corners::Cut };
        let weighted = random_weights(&mut random);
        let goals: Vec<Cell> = (0..1 + random.below(3)).map(|_| random.cell(weighted.grid())).collect();
        field.update_weighted(&weighted, &goals, corners).expect("inside");
        check_field(&field, &weighted, &goals, corners);
        let uniform = Weights::uniform(weighted.grid().clone(), 1);
        field.update(uniform.grid(), &goals, corners).expect("inside");
        check_field(&field, &uniform, &goals, corners);
    }
}

#[test]
fn repaired_fields_equal_new_ones() {
    let mut random = Random::new(14);
    let mut field = FlowField::new();
    for round in 0..scaled(60) {
        let corners = if round % 2 == 0 { Corners::Avoid } else { Corners::Cut };
        let (w, h) = (2 + random.below(40), 2 + random.below(40));
        let mut grid = random_grid(&mut random, w, h);
        let goals = [random.cell(&grid), random.cell(&grid)];
        field.update(&grid, &goals, corners).expect("inside");
        for _ in 0..12 {
            let (a, open) = (random.cell(&grid), random.below(2) == 0);
            let b = Cell::new((a.x + random.below(5)).min(w - 1), (a.y + random.below(5)).min(h - 1));
            grid.fill(a, b, open).expect("inside");
            // A goal that was blocked and is opened again is a goal no more.
            if goals.iter().any(|goal| (a.x..=b.x).contains(&goal.x) && (a.y..=b.y).contains(&goal.y)) {
                field.update(&grid, &goals, corners).expect("inside");
            } else {
                field.repair(&grid, b, a).expect("of this grid");
            }
            check_field(&field, &Weights::uniform(grid.clone(), 1), &goals, corners);
        }
    }
    let other = Grid::open(1, 1).expect("a good size");
    assert!(matches!(
        field.repair(&other, Cell::new(0, 0), Cell::new(0, 0)),
        Err(PathError::OtherGrid { .. })
    ));
}

#[test]
fn wrong_numbers_of_weights_are_rejected() {
    let count = |result| match result {
        Err(PathError::WeightCount { weights, cells }) => Some((weights, cells)),
        _ => None,
    };
    assert_eq!(count(Weights::new(3, 2, vec![1; 7])), Some((7, 6)));
    // The number of cells is zero in 32 bits.
    assert!(matches!(Weights::new(1 << 16, 1 << 16, Vec::new()), Err(PathError::Size { .. })));
}
