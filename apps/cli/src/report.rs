//! The figures of a run as JSON. Names end in their unit. The hash is text, because JSON numbers are not
//! exact beyond 2^53.

use crate::figures::Figures;
use serde_json::{Map, Value, json};

/// The version of the report's layout: goes up when a field is renamed or removed.
const VERSION: u32 = 1;

/// The report as indented JSON with a newline at the end.
#[must_use]
pub fn json(figures: &Figures) -> String {
    let counts = &figures.counts;
    let (mean, median, largest) = figures.times.step_milliseconds();
    let stages: Map<String, Value> =
        figures.times.stage_milliseconds().map(|(stage, ms)| (stage.name().to_owned(), json!(ms))).collect();
    let last = &figures.last_step;
    let system = |&(name, hash): &(&str, u64)| json!({ "name": name, "hash": hash_text(hash) });
    let systems: Vec<Value> = figures.systems.iter().map(system).collect();
    let report = json!({
        "version": VERSION,
        "engine": env!("CARGO_PKG_VERSION"),
        "scene": figures.scene,
        "steps": figures.steps,
        "hertz": figures.hertz,
        "threads": figures.threads,
        "lanes": figures.lanes,
        "counts": {
            "bodies": counts.bodies,
            "awake_bodies": counts.awake_bodies,
            "sleeping_bodies": counts.sleeping_bodies,
            "shapes": counts.shapes,
            "joints": counts.joints,
            "contacts": counts.contacts,
            "touching_contacts": counts.touching_contacts,
            "awake_islands": counts.awake_islands,
            "sleeping_islands": counts.sleeping_islands,
        },
        "last_step": {
            "solved_contacts": last.solved_contacts,
            "solved_joints": last.solved_joints,
            "colors": last.colors,
            "overflow_constraints": last.overflow_constraints,
            "capped_bodies": last.capped_bodies,
        },
        "time": {
            "build_ms": figures.times.build as f64 / 1e6,
            "step_mean_ms": mean,
            "step_median_ms": median,
            "step_max_ms": largest,
            "stages_mean_ms": stages,
        },
        "energy": { "kinetic_j": figures.energy.kinetic, "potential_j": figures.energy.potential },
        "hash": hash_text(figures.hash),
        "world_hash": hash_text(figures.world_hash),
        "systems": systems,
    });
    crate::plain::json(&format!("{report:#}\n"))
}

/// A hash as it is printed everywhere: 16 hexadecimal digits.
#[must_use]
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}
