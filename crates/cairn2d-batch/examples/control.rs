//! Hopper, Walker2d, HalfCheetah and PushT in batches: `control NAME [WORLDS]`.
//!
//! Prints an episode with the middle of all actions and without noise, then the rate of steps with random
//! actions.

use cairn2d_batch::environments::{HalfCheetah, Hopper, PushT, Walker2d};
use cairn2d_batch::{AutoReset, Batch, BatchConfig, Definition};

fn definition(name: &str, noise: bool) -> Result<Definition, Box<dyn std::error::Error>> {
    let (mut hopper, mut walker, mut cheetah) = <(Hopper, Walker2d, HalfCheetah)>::default();
    if !noise {
        (hopper.reset_noise, walker.reset_noise, cheetah.reset_noise) = (0.0, 0.0, 0.0);
    }
    Ok(match name {
        "hopper" => hopper.definition()?,
        "walker2d" => walker.definition()?,
        "half_cheetah" => cheetah.definition()?,
        "push_t" => PushT::default().definition()?,
        name => return Err(format!("{name:?} is none of hopper, walker2d, half_cheetah, push_t").into()),
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "hopper".to_owned());
    let worlds: usize = arguments.next().map_or(Ok(64), |text| text.parse())?;

    let config = BatchConfig::new(1).threads(1).auto_reset(AutoReset::Disabled);
    let def = definition(&name, false)?;
    let mut single = Batch::new(&def, config)?;
    let idle: Vec<f32> = def.actions.iter().map(|[low, high]| 0.5 * (low + high)).collect();
    println!("0 {:.3?}", single.observations());
    for step in 1..=200 {
        single.step(&idle)?;
        let has_ended = single.terminated()[0] != 0;
        if step % 10 == 0 || has_ended {
            println!("{step} {:.3?} {:.3}", single.observations(), single.rewards()[0]);
        }
        if has_ended {
            break;
        }
    }

    let mut batch = Batch::new(&definition(&name, true)?, BatchConfig::new(worlds).threads(1))?;
    let mut actions = vec![0.0; worlds * batch.action_count()];
    let mut state = 1_u64;
    let (mut best, rounds) = (f64::INFINITY, 20);
    for _ in 0..10 {
        let start = std::time::Instant::now();
        for _ in 0..rounds {
            for (action, [low, high]) in actions.iter_mut().zip(def.actions.iter().cycle()) {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *action = low + (high - low) * ((state >> 40) as f32 / 16_777_216.0);
            }
            batch.step(&actions)?;
        }
        best = best.min(start.elapsed().as_secs_f64() / (rounds * worlds) as f64);
    }
    println!("{worlds} worlds: {:.0} steps per second, rejected {}", 1.0 / best, batch.rejection_count());
    Ok(())
}
