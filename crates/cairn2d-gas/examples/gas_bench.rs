//! Time of a cell and sub-step: `cargo run --release -p cairn2d-gas --example gas_bench [columns rows]`.

use std::time::Instant;

use cairn2d::LaneLevel;
use cairn2d::tasks::Threads;
use cairn2d_gas::{Blast, Gas, GasDef, Model};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse().ok());
    let cells: [u32; 2] = [numbers.next().unwrap_or(240), numbers.next().unwrap_or(135)];
    let model = |ideal: bool| {
        if ideal {
            Model::Ideal { gamma: 1.4, sound_speed: 40.0 }
        } else {
            Model::Isothermal { sound_speed: 40.0 }
        }
    };
    let levels = LaneLevel::available().collect::<Vec<_>>();
    for (lanes, ideal) in levels.iter().flat_map(|&lanes| [(lanes, true), (lanes, false)]) {
        let mut gas =
            Gas::new(GasDef { cells, model: model(ideal), drain: 0.0, ..GasDef::default() }).unwrap();
        gas.set_lanes(lanes);
        for column in 0..cells[0] / 2 {
            gas.set_wall([column, cells[1] / 3], true);
        }
        let bounds = gas.bounds();
        let center = (bounds.min + bounds.max) * 0.5;
        let reach = bounds.max.x - bounds.min.x;
        gas.explode(&Blast::new(center, reach * 0.3, 2000.0 * reach)).unwrap();
        let mut pools = [Threads::default(), Threads::default()];
        let mut best = [f64::MAX; 2];
        let mut wall = [f64::MAX; 2];
        for round in 0..60 {
            let which = round % 2;
            let tasks = pools[which].system(which + 1);
            let start = Instant::now();
            gas.advance(1.0 / 60.0, tasks.as_deref()).unwrap();
            let nanoseconds = start.elapsed().as_nanos() as f64;
            let step = gas.last_step();
            wall[which] = wall[which].min(nanoseconds);
            best[which] = best[which]
                .min(nanoseconds / f64::from(step.active_cells.min(cells[0] * cells[1]) * step.sub_steps));
        }
        let step = gas.last_step();
        println!(
            "{lanes}, ideal {ideal}: {:.2} ns a cell and sub-step, {:.2} on two threads (ratio {:.2}); {} active cells, {} sub-steps, step {:.0} and {:.0} us",
            best[0],
            best[1],
            best[0] / best[1],
            step.active_cells,
            step.sub_steps,
            wall[0] / 1e3,
            wall[1] / 1e3
        );
    }
    let mut gas = Gas::new(GasDef { cells, ..GasDef::default() }).unwrap();
    let mut best = f64::MAX;
    for _ in 0..1000 {
        let start = Instant::now();
        gas.advance(1.0 / 60.0, None).unwrap();
        best = best.min(start.elapsed().as_nanos() as f64);
    }
    println!(
        "still gas: {best} ns a step; {} bytes a cell",
        gas.memory_of_cells() / (cells[0] * cells[1]) as usize
    );
}
