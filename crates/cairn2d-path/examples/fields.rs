//! Times flow fields on a map of the MovingAI format, or on an open grid: `fields [MAP]`.

use std::process::ExitCode;
use std::time::Instant;

use cairn2d_path::{Cell, Corners, FlowField, Grid, Weights};

/// Least time of ten runs \[ms\].
fn least_time(mut run: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..10 {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed().as_secs_f64() * 1e3);
    }
    least
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut grid = match std::env::args().nth(1) {
        Some(path) => Grid::from_map(&std::fs::read_to_string(path)?)?,
        None => Grid::open(512, 512)?,
    };
    let middle = Cell::new(grid.width() / 2, grid.height() / 2);
    let goal = grid.nearest_open(middle).ok_or("every cell is blocked")?;
    let mut field = FlowField::new();
    let new = least_time(|| field.update(&grid, &[goal], Corners::Avoid).expect("a cell of the grid"));
    let weights = Weights::uniform(grid.clone(), 3);
    let mut weighted = FlowField::new();
    let with_weights = least_time(|| {
        weighted.update_weighted(&weights, &[goal], Corners::Avoid).expect("a cell of the grid");
    });
    let corner = Cell::new(grid.width() / 4, grid.height() / 4);
    let far = Cell::new((corner.x + 9).min(grid.width() - 1), (corner.y + 9).min(grid.height() - 1));
    let mut open = false;
    let edit = least_time(|| {
        grid.fill(corner, far, open).expect("cells of the grid");
        field.repair(&grid, corner, far).expect("a field of this grid");
        open = !open;
    });
    println!(
        "{} by {} cells: field {new:.2} ms, with weights {with_weights:.2} ms",
        grid.width(),
        grid.height()
    );
    println!("10 by 10 cells blocked or opened: repair {edit:.3} ms (least of blocking and opening)");
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fields: {error}");
            ExitCode::FAILURE
        }
    }
}
