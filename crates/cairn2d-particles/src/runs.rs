//! Work on particles, shared out to threads.
//!
//! The particles are cut into runs by their number alone, so the bits of a step do not depend on threads.

use core::array::from_fn;
use core::ops::Range;

use cairn2d::math::lanes::LaneLevel;
use cairn2d::tasks::{TaskSystem, for_each_slot};

use crate::blocks::WIDTH;
use crate::grid::Layout;

/// Most runs.
pub(crate) const RUNS: usize = 16;

/// Least particles of a run but the last one.
const LEAST: usize = 512;

/// How the work is done: lanes and threads.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub(crate) lanes: LaneLevel,
    pub(crate) tasks: Option<&'a dyn TaskSystem>,
}

impl Means<'_> {
    /// The lanes, no more than a block has.
    pub(crate) fn up_to_eight(self) -> LaneLevel {
        if self.lanes.lane_count() > WIDTH { LaneLevel::Avx2 } else { self.lanes }
    }
}

/// Number of particles in each run but the last one.
pub(crate) fn run_length(count: usize) -> usize {
    count.div_ceil(RUNS).max(LEAST)
}

/// The entries of a run in two lists, and what only that run has.
type Run<'a, A, B, C> = (&'a mut [A], &'a mut [B], &'a mut C);

/// Work on a run: the index of its first particle, and its entries.
type RunWork<'a, A, B, C> = dyn Fn(usize, Run<'_, A, B, C>) + Sync + 'a;

/// What particles add to cells: the particles, the first cell, and the sums from that cell on.
type Add<'a, const N: usize> = dyn Fn(Range<usize>, usize, &mut [[f32; N]]) + Sync + 'a;

/// Calls `work` for each run of two lists of equal length.
pub(crate) fn for_each_run<A: Send, B: Send, C: Send>(
    tasks: Option<&dyn TaskSystem>,
    (a, b): (&mut [A], &mut [B]),
    own: &mut [C; RUNS],
    work: &RunWork<'_, A, B, C>,
) {
    let length = run_length(a.len());
    let count = a.len().div_ceil(length);
    let mut runs: [Option<Run<'_, A, B, C>>; RUNS] = from_fn(|_| None);
    let parts = a.chunks_mut(length).zip(b.chunks_mut(length)).zip(own);
    for (run, ((a, b), own)) in runs.iter_mut().zip(parts) {
        *run = Some((a, b, own));
    }
    for_each_slot(tasks, &mut runs[..count], &|index, run| {
        if let Some((a, b, own)) = run {
            work(index * length, (a, b, own));
        }
    });
}

/// Sums over cells to which each particle adds.
///
/// Each run has sums of its own for the rows of cells that it reaches; these are then added in the order of
/// the runs.
#[derive(Debug, Default)]
pub(crate) struct Sums<const N: usize> {
    values: Vec<[f32; N]>,
}

/// The sums of a run.
struct RunSums<'a, const N: usize> {
    particles: Range<usize>,
    /// The first of the cells.
    first: usize,
    values: &'a mut [[f32; N]],
}

impl<const N: usize> Sums<N> {
    /// Lets each particle add to the cells around its place. `add` gets the particles of a run, and the sums
    /// from a first cell on; `merge` gets the sums of each run in order.
    pub(crate) fn collect(
        &mut self,
        tasks: Option<&dyn TaskSystem>,
        (layout, count): (&Layout, usize),
        height: impl Fn(usize) -> f32,
        add: &Add<'_, N>,
        merge: &mut dyn FnMut(usize, &[[f32; N]]),
    ) {
        // Sorted particles reach few rows of the next run.
        self.values.resize(2 * layout.count, [0.0; N]);
        let length = run_length(count);
        let cells = |start: usize| {
            let particles = start..(start + length).min(count);
            let (mut low, mut high) = (f32::MAX, 0.0_f32);
            for y in particles.clone().map(&height) {
                low = if y < low { y } else { low };
                high = if y > high { y } else { high };
            }
            // Faces and middles around a height are half a cell below and one above.
            let rows = (low - 0.5) as usize..high as usize + 2;
            (particles, rows.start * layout.stride..(rows.end * layout.stride).min(layout.count))
        };
        let mut next = 0;
        while next < count {
            let mut runs: [Option<RunSums<'_, N>>; RUNS] = from_fn(|_| None);
            let mut free = &mut self.values[..];
            let mut used = 0;
            while next < count {
                let (particles, cells) = cells(next);
                if cells.len() > free.len() {
                    break;
                }
                let (values, rest) = free.split_at_mut(cells.len());
                (free, next) = (rest, particles.end);
                runs[used] = Some(RunSums { particles, first: cells.start, values });
                used += 1;
            }
            let runs = &mut runs[..used];
            for_each_slot(tasks, runs, &|_, run| {
                if let Some(run) = run {
                    run.values.fill([0.0; N]);
                    add(run.particles.clone(), run.first, run.values);
                }
            });
            for run in runs.iter().flatten() {
                merge(run.first, run.values);
            }
        }
    }
}
