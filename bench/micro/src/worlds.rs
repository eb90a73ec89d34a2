//! Parts that need a world: the solver, ray casts, and copies.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Instant;

use cairn2d::{LaneLevel, QueryFilter, Ray, Stage, Vec2, World};
use cairn2d_scenes::{Overrides, Runner, find};

use crate::pairs::Random;
use crate::table::Table;
use crate::{Settings, best_of};

fn runner(scene: &str, lanes: Option<LaneLevel>) -> Result<Runner, String> {
    let built_in = find(scene).map_err(|error| error.to_string())?;
    let overrides = Overrides { threads: Some(1), lanes };
    let mut runner = Runner::new(built_in, overrides).map_err(|error| error.to_string())?;
    runner.world.set_clock(Some(nanoseconds));
    Ok(runner)
}

/// Measures the solver stage for each constraint and sub-step, by lanes.
pub(crate) fn solver(settings: &Settings) -> Result<Vec<Table>, String> {
    let mut table =
        Table::new("Solver, all of its stage", "ns per constraint and sub-step, 1 thread", &settings.lanes);
    let steps = if settings.quick { 20 } else { 100 };
    for scene in ["pyramid990", "large_pyramid", "many_pyramids", "tumbler", "joint_grid"] {
        let mut figures = Vec::new();
        for &level in &settings.lanes {
            figures.push(solver_time(&mut runner(scene, Some(level))?, steps)?);
        }
        table.row(scene, figures);
    }
    Ok(vec![table])
}

/// Returns the shortest time of the solver's stage \[ns per constraint and sub-step\].
fn solver_time(runner: &mut Runner, steps: usize) -> Result<f64, String> {
    let sub_steps = f64::from(runner.world.config().sub_steps);
    let mut least = f64::INFINITY;
    for step in 0..steps {
        let report = runner.step().map_err(|error| error.to_string())?;
        let constraints = f64::from(report.solved_contacts + report.solved_joints);
        // The first steps make contacts and warm the caches.
        if step >= 5 && constraints > 0.0 {
            let time = report.profile.stage(Stage::SolveConstraints) as f64;
            least = least.min(time / (constraints * sub_steps));
        }
    }
    Ok(least)
}

/// Measures the closest hit along rays through a pile and through flying discs.
pub(crate) fn rays(settings: &Settings) -> Result<Vec<Table>, String> {
    const RAYS: usize = 10_000;
    let mut table = Table::new(
        "Closest hit along a ray",
        "ns per ray, and the share of rays that hit",
        &["time", "hits"],
    );
    let runs = if settings.quick { 3 } else { 10 };
    for (scene, center, reach) in [
        ("large_pyramid", Vec2::new(0.0, 40.0), Vec2::new(60.0, 50.0)),
        ("many_pyramids", Vec2::new(0.0, 110.0), Vec2::new(110.0, 110.0)),
        ("moving20k", Vec2::new(0.0, 0.0), Vec2::new(60.0, 60.0)),
    ] {
        let mut runner = runner(scene, None)?;
        for _ in 0..3 {
            runner.step().map_err(|error| error.to_string())?;
        }
        let mut random = Random(3);
        let mut place = || {
            let (x, y) = (2.0 * random.next() - 1.0, 2.0 * random.next() - 1.0);
            Vec2::new(center.x + reach.x * x, center.y + reach.y * y)
        };
        let rays: Vec<(Vec2, Vec2)> = (0..RAYS).map(|_| (place(), place())).collect();
        let mut hits = 0;
        let time = best_of(runs, || hits = count_hits(&runner.world, &rays));
        table.row(scene, vec![time * 1e6 / RAYS as f64, hits as f64 / RAYS as f64]);
    }
    Ok(vec![table])
}

fn count_hits(world: &World, rays: &[(Vec2, Vec2)]) -> usize {
    let hit = |&(from, to): &(Vec2, Vec2)| {
        let cast = world.cast_ray(Ray::new(from, to - from), QueryFilter::all());
        usize::from(cast.is_ok_and(|hit| black_box(hit).is_some()))
    };
    rays.iter().map(hit).sum()
}

/// Measures copying and hashing a world.
pub(crate) fn snapshot(settings: &Settings) -> Result<Vec<Table>, String> {
    let mut table = Table::new("A world as a value", "ms", &["copy", "copy into the same memory", "hash"]);
    let runs = if settings.quick { 5 } else { 20 };
    for scene in ["pyramid990", "large_pyramid", "many_pyramids", "joint_grid", "tumbler"] {
        let mut runner = runner(scene, None)?;
        for _ in 0..3 {
            runner.step().map_err(|error| error.to_string())?;
        }
        let world = &runner.world;
        let copy = best_of(runs, || {
            black_box(world.clone());
        });
        let mut other = world.clone();
        let again = best_of(runs, || other.clone_from(black_box(world)));
        let mut hash = 0;
        let hashing = best_of(runs, || hash = black_box(world).hash());
        if other.hash() != hash {
            return Err(format!("the copy of {scene} has another hash"));
        }
        table.row(scene, vec![copy, again, hashing]);
    }
    Ok(vec![table])
}

/// The clock lent to the worlds.
fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
