//! Gymnasium's bipedal walker in batches: `biped HARDCORE(0|1) [SEEDS]`.
//!
//! Prints the mean return of Gymnasium's heuristic over the seeds, and the rate of its steps.

use cairn2d_batch::environments::BipedalWalker;
use cairn2d_batch::{AutoReset, Batch, BatchConfig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let hardcore = numbers.next().transpose()?.unwrap_or(0) != 0;
    let count = numbers.next().transpose()?.unwrap_or(1000);
    let mut walker = BipedalWalker::default();
    (walker.hardcore, walker.limit) = (hardcore, if hardcore { 2000 } else { 1600 });
    let config = BatchConfig::new(count).threads(1).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&walker.definition()?, config)?;
    let mut minds = vec![Heuristic::default(); count];
    let mut returns = vec![0.0_f64; count];
    let mut lengths = vec![0_u32; count];
    let mut done = vec![false; count];
    let mut actions = vec![0.0; 4 * count];
    let mut fell = 0;
    while done.iter().any(|done| !done) {
        batch.step(&actions)?;
        for world in 0..count {
            if done[world] {
                continue;
            }
            returns[world] += f64::from(batch.rewards()[world]);
            lengths[world] += 1;
            fell += usize::from(batch.rewards()[world] == -100.0);
            done[world] = batch.terminated()[world] != 0 || batch.truncated()[world] != 0;
            let state = &batch.observations()[24 * world..24 * (world + 1)];
            actions[4 * world..4 * (world + 1)].copy_from_slice(&minds[world].act(state));
        }
    }
    let mean = returns.iter().sum::<f64>() / count as f64;
    let variance = returns.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>() / count as f64;
    let steps = lengths.iter().sum::<u32>() as f64 / count as f64;
    println!(
        "hardcore {hardcore}, {count} seeds: mean {mean:.2} +- {:.2}, {steps:.1} steps, fell {fell}, rejected {}",
        (variance / count as f64).sqrt(),
        batch.rejection_count()
    );
    Ok(())
}

/// Gymnasium's heuristic, which walks without a notion of balance.
#[derive(Clone, Copy)]
struct Heuristic {
    phase: Phase,
    moving: usize,
    knee: f32,
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    OneLeg,
    PutDown,
    PushOff,
}

const SPEED: f32 = 0.29;
const SUPPORT: f32 = 0.1;

impl Default for Heuristic {
    fn default() -> Heuristic {
        Heuristic { phase: Phase::OneLeg, moving: 0, knee: SUPPORT }
    }
}

impl Heuristic {
    fn act(&mut self, s: &[f32]) -> [f32; 4] {
        let (moving, other) = (self.moving, 1 - self.moving);
        let (moving_base, other_base) = (4 + 5 * moving, 4 + 5 * other);
        let (mut hips, mut knees) = ([None; 2], [None; 2]);
        if self.phase == Phase::OneLeg {
            (hips[moving], knees[moving]) = (Some(1.1), Some(-0.6));
            self.knee += if s[2] > SPEED { 0.06 } else { 0.03 };
            self.knee = self.knee.min(SUPPORT);
            knees[other] = Some(self.knee);
            if s[other_base] < 0.1 {
                self.phase = Phase::PutDown;
            }
        }
        if self.phase == Phase::PutDown {
            (hips[moving], knees[moving], knees[other]) = (Some(0.1), Some(SUPPORT), Some(self.knee));
            if s[moving_base + 4] != 0.0 {
                self.phase = Phase::PushOff;
                self.knee = s[moving_base + 2].min(SUPPORT);
            }
        }
        if self.phase == Phase::PushOff {
            (knees[moving], knees[other]) = (Some(self.knee), Some(1.0));
            if s[other_base + 2] > 0.88 || s[2] > 1.2 * SPEED {
                self.phase = Phase::OneLeg;
                self.moving = other;
            }
        }
        let mut actions = [0.0; 4];
        for leg in 0..2 {
            let at = 4 + 5 * leg;
            // A target of 0 counts as none, as in the original.
            let given = |target: Option<f32>| target.filter(|target| *target != 0.0);
            let hip = given(hips[leg]).map_or(0.0, |target| 0.9 * (target - s[at]) - 0.25 * s[at + 1]);
            let knee = given(knees[leg]).map_or(0.0, |target| 4.0 * (target - s[at + 2]) - 0.25 * s[at + 3]);
            actions[2 * leg] = (0.5 * (hip + 0.9 * s[0] + 1.5 * s[1])).clamp(-1.0, 1.0);
            actions[2 * leg + 1] = (0.5 * (knee - 15.0 * s[3])).clamp(-1.0, 1.0);
        }
        actions
    }
}
