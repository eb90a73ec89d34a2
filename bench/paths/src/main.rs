//! Measures searches for paths on grids beside A* of the crate `pathfinding`.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml -p cairn2d-bench-paths`. Maps are generated; where
//! `../shared/data` (or `CAIRN2D_DATA`) has maps, they are measured too. All methods search the same random
//! pairs of cells, and a difference of costs ends the program. Times are the least of three rounds, in
//! microseconds a query.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use cairn2d_path::{Cell, Grid, JumpTable, Method, Path, Search, Sectors};
use pathfinding::directed::astar::astar;

/// Cost of a straight step and of a diagonal one, with 32 fractional bits.
const STEPS: [u64; 2] = [1 << 32, 6_074_001_000];

/// Pairs of cells a map.
const QUERIES: usize = 40;

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % u64::from(bound)) as u32
    }
}

/// Rooms with doors, noise, and an open field with blocks.
fn generated(sides: [u32; 3]) -> Vec<(String, Grid)> {
    let mut random = Random(9);
    let mut grids = Vec::new();
    for (name, side) in ["rooms of 16", "noise of 25 %", "blocks"].into_iter().zip(sides) {
        let blocks: Vec<(u32, u32)> =
            (0..side * side / 655).map(|_| (random.below(side), random.below(side))).collect();
        let grid = Grid::from_fn(side, side, |Cell { x, y }| match name {
            "rooms of 16" => (x % 16 != 15 && y % 16 != 15) || random.below(16) == 0,
            "blocks" => !blocks.iter().any(|&(bx, by)| x.wrapping_sub(bx) < 12 && y.wrapping_sub(by) < 7),
            _ => random.below(100) >= 25,
        });
        grids.push((name.to_owned(), grid.expect("a good size")));
    }
    grids
}

/// The maps of the data folder, if there is one.
fn stored() -> Vec<(String, Grid)> {
    let folder =
        std::env::var_os("CAIRN2D_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(folder.join("maps")) else {
        println!("{} has no maps, so only generated ones are measured", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let grid = Grid::from_map(&std::fs::read_to_string(path).ok()?).ok()?;
        Some((path.file_stem()?.to_string_lossy().into_owned(), grid))
    };
    paths.iter().filter_map(read).collect()
}

/// Cost of a shortest path by the crate `pathfinding`, from a list of open cells.
fn peer(open: &[bool], [width, height]: [u32; 2], start: Cell, goal: Cell) -> Option<u64> {
    let is_open = |x: u32, y: u32| x < width && y < height && open[(y * width + x) as usize];
    let successors = |&(x, y): &(u32, u32)| {
        let mut list = Vec::with_capacity(8);
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let (nx, ny) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if is_open(nx, ny) && is_open(nx, y) && is_open(x, ny) {
                list.push(((nx, ny), STEPS[usize::from(dx != 0 && dy != 0)]));
            }
        }
        list
    };
    let distance = |&(x, y): &(u32, u32)| {
        let (dx, dy) = (x.abs_diff(goal.x), y.abs_diff(goal.y));
        u64::from(dx.abs_diff(dy)) * STEPS[0] + u64::from(dx.min(dy)) * STEPS[1]
    };
    let found = astar(&(start.x, start.y), successors, distance, |&cell| cell == (goal.x, goal.y));
    found.map(|(_, cost)| cost)
}

/// Microseconds a query, and the cost of each.
fn timed(queries: &[[Cell; 2]], mut find: impl FnMut(Cell, Cell) -> Option<u64>) -> (f64, Vec<Option<u64>>) {
    let (mut least, mut costs) = (f64::INFINITY, Vec::new());
    for _ in 0..3 {
        let begin = Instant::now();
        costs = queries.iter().map(|&[start, goal]| find(start, goal)).collect();
        least = least.min(begin.elapsed().as_secs_f64());
    }
    (least * 1e6 / queries.len() as f64, costs)
}

fn measure(name: &str, grid: &Grid) -> bool {
    let queries = pairs(grid);
    let open: Vec<bool> = (0..grid.height())
        .flat_map(|y| (0..grid.width()).map(move |x| Cell::new(x, y)))
        .map(|cell| grid.is_open(cell))
        .collect();
    let table = JumpTable::new(grid.clone());
    let (mut search, mut path) = (Search::new(), Path::new());
    let total = |cost: cairn2d_path::Cost| cost.straight * STEPS[0] + cost.diagonal * STEPS[1];
    let jump = timed(&queries, |start, goal| search.find(grid, start, goal, &mut path).ok()?.map(total));
    let stored =
        timed(&queries, |start, goal| search.find_jump(&table, start, goal, &mut path).ok()?.map(total));
    search.set_method(Method::AStar);
    let a_star = timed(&queries, |start, goal| search.find(grid, start, goal, &mut path).ok()?.map(total));
    let other = timed(&queries, |start, goal| peer(&open, [grid.width(), grid.height()], start, goal));
    println!(
        "{name:20} {:>10.1} {:>10.1} {:>10.1} {:>14.1} {:>10.2}",
        jump.0,
        stored.0,
        a_star.0,
        other.0,
        a_star.0 / other.0
    );
    [jump.1, stored.1, a_star.1].iter().all(|costs| *costs == other.1)
}

/// Pairs of open cells.
fn pairs(grid: &Grid) -> Vec<[Cell; 2]> {
    let mut random = Random(77);
    let mut cell = || loop {
        let cell = Cell::new(random.below(grid.width()), random.below(grid.height()));
        if grid.is_open(cell) {
            return cell;
        }
    };
    (0..QUERIES).map(|_| [cell(), cell()]).collect()
}

/// Measures searches by sectors on a large map.
fn measure_sectors(name: &str, grid: &Grid) {
    let queries = pairs(grid);
    let begin = Instant::now();
    let mut sectors = Sectors::new(grid.clone());
    let build = begin.elapsed().as_secs_f64() * 1e3;
    let (mut search, mut path, mut route) = (Search::new(), Path::new(), Vec::new());
    let total = |cost: cairn2d_path::Cost| cost.straight * STEPS[0] + cost.diagonal * STEPS[1];
    let jump = timed(&queries, |start, goal| search.find(grid, start, goal, &mut path).ok()?.map(total));
    let routes = timed(&queries, |start, goal| {
        search.find_route(&sectors, start, goal, &mut route).ok().map(u64::from)
    });
    let by_sectors = timed(&queries, |start, goal| {
        search.find_by_sectors(&sectors, start, goal, &mut path).ok()?.map(total)
    });
    let sum = |costs: &[Option<u64>]| costs.iter().flatten().map(|&cost| cost as f64).sum::<f64>();
    let corner = Cell::new(grid.width() / 2, grid.height() / 2);
    let edit = timed(&queries[..2], |_, _| {
        let far = Cell::new(corner.x + 9, corner.y + 9);
        sectors.fill(corner, far, false).ok()?;
        sectors.fill(corner, far, true).ok()?;
        Some(0)
    });
    println!(
        "{name:20} {:>10.1} {:>10.1} {:>10.1} {:>9.2} % {build:>7.0} ms {:>10.0}",
        jump.0,
        routes.0,
        by_sectors.0,
        100.0 * (sum(&by_sectors.1) / sum(&jump.1) - 1.0),
        edit.0 / 2.0
    );
}

fn main() -> ExitCode {
    println!(
        "{:20} {:>10} {:>10} {:>10} {:>14} {:>10}",
        "map", "jumps", "table", "A*", "pathfinding A*", "A* / peer"
    );
    for (name, grid) in generated([256, 256, 512]).into_iter().chain(stored()) {
        if !measure(&name, &grid) {
            eprintln!("cairn2d-bench-paths: costs on {name} differ");
            return ExitCode::FAILURE;
        }
    }
    println!(
        "\n{:20} {:>10} {:>10} {:>10} {:>11} {:>10} {:>10}",
        "2048 by 2048 cells", "jumps", "route", "by sectors", "longer by", "build", "edit"
    );
    for (name, grid) in generated([2048; 3]) {
        measure_sectors(&name, &grid);
    }
    ExitCode::SUCCESS
}
