//! Gymnasium's lunar lander in batches: `lander WORLDS THREADS [STEPS]`.
//!
//! Prints the rate with random actions over ten times as many steps, then the mean return of Gymnasium's
//! heuristic over 1,000 seeds. With a number of steps only the rate.

use cairn2d_batch::environments::LunarLander;
use cairn2d_batch::{AutoReset, Batch, BatchConfig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let worlds = numbers.next().transpose()?.unwrap_or(64);
    let threads = numbers.next().transpose()?.unwrap_or(1);
    let steps = numbers.next().transpose()?;
    rate(worlds, threads, steps.unwrap_or(200_000))?;
    if steps.is_none() {
        for continuous in [false, true] {
            heuristic(continuous)?;
        }
    }
    Ok(())
}

/// Steps with random actions.
fn rate(worlds: usize, threads: usize, steps: usize) -> Result<(), Box<dyn std::error::Error>> {
    let before = resident();
    let config = BatchConfig::new(worlds).threads(threads).auto_reset(AutoReset::SameStep);
    let mut batch = Batch::new(&LunarLander::default().definition()?, config)?;
    let mut state = 1_u32;
    let mut actions = vec![0.0; worlds];
    let mut best = f64::INFINITY;
    let mut ends = 0;
    let calls = (steps / worlds).max(1);
    let mut total = 0.0;
    for _ in 0..10 {
        let start = processor_time();
        for _ in 0..calls {
            for action in &mut actions {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *action = (state >> 30) as f32;
            }
            batch.step(&actions)?;
            ends += batch.terminated().iter().filter(|end| **end != 0).count();
        }
        let time = (processor_time() - start) / (calls * worlds) as f64;
        best = best.min(time);
        total += time / 10.0;
    }
    let steps = 10 * calls * worlds;
    println!(
        "{worlds} worlds, {threads} threads: {:.0} steps per second of a processor at best, {:.0} mean",
        1.0 / best,
        1.0 / total
    );
    println!("episodes of {:.1} steps, hash {:016x}", steps as f64 / ends as f64, batch.hash());
    println!("{:.1} kB of resident memory per world", (resident() - before) as f64 / 1000.0 / worlds as f64);
    Ok(())
}

/// Time that all threads of this process ran \[s\]; 0 where Linux does not tell.
fn processor_time() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let times = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    });
    times.sum::<f64>() * 1.0e-9
}

/// Resident memory of the process \[bytes\]; 0 where Linux does not tell.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
}

/// Mean return of Gymnasium's scripted heuristic.
fn heuristic(continuous: bool) -> Result<(), Box<dyn std::error::Error>> {
    let mut lander = LunarLander::default();
    lander.continuous = continuous;
    let count = 1000;
    let config = BatchConfig::new(count).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&lander.definition()?, config)?;
    let mut returns = vec![0.0; count];
    let mut done = vec![false; count];
    let (mut landed, mut cut, mut length) = (0, 0, 0);
    while done.iter().any(|done| !done) {
        let actions: Vec<f32> = batch.observations().chunks(8).flat_map(|s| act(s, continuous)).collect();
        batch.step(&actions)?;
        for world in 0..count {
            if done[world] {
                continue;
            }
            length += 1;
            returns[world] += batch.rewards()[world];
            landed += usize::from(batch.rewards()[world] == 100.0);
            cut += usize::from(batch.truncated()[world] != 0);
            done[world] = batch.terminated()[world] != 0 || batch.truncated()[world] != 0;
        }
    }
    let mean = returns.iter().sum::<f32>() / count as f32;
    let error = (returns.iter().map(|r| (r - mean) * (r - mean)).sum::<f32>() / count as f32).sqrt();
    let error = error / (count as f32).sqrt();
    println!(
        "heuristic, continuous {continuous}: mean {mean:.2} +- {error:.2}, {:.1} steps, landed {landed}, cut {cut}",
        length as f32 / count as f32
    );
    Ok(())
}

/// Gymnasium's heuristic.
fn act(s: &[f32], continuous: bool) -> Vec<f32> {
    let target = (s[0] * 0.5 + s[2]).clamp(-0.4, 0.4);
    let (mut turn, mut hover) = ((target - s[4]) * 0.5 - s[5], (0.55 * s[0].abs() - s[1]) * 0.5 - s[3] * 0.5);
    if s[6] != 0.0 || s[7] != 0.0 {
        (turn, hover) = (0.0, -s[3] * 0.5);
    }
    if continuous {
        return vec![(hover * 20.0 - 1.0).clamp(-1.0, 1.0), (-turn * 20.0).clamp(-1.0, 1.0)];
    }
    if hover > turn.abs() && hover > 0.05 {
        vec![2.0]
    } else if turn < -0.05 {
        vec![3.0]
    } else if turn > 0.05 {
        vec![1.0]
    } else {
        vec![0.0]
    }
}
