//! Work on particles, shared out to threads.
//!
//! The particles are cut into runs by their number alone, so the bits of a step do not depend on threads.

use core::array::from_fn;
use core::ops::Range;

use cairn2d::math::lanes::LaneLevel;
use cairn2d::tasks::{TaskSystem, for_each_slot};

use crate::blocks::WIDTH;
use crate::def::{larger, smaller};
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

/// Number of particles in each run but the last one, a multiple of a batch.
pub(crate) fn run_length(count: usize) -> usize {
    count.div_ceil(RUNS).max(LEAST).next_multiple_of(WIDTH)
}

/// The entries of a run in two lists, and what only that run has.
type Run<'a, A, B, C> = (&'a mut [A], &'a mut [B], &'a mut C);

/// Work on a run: the index of its first particle, and its entries.
type RunWork<'a, A, B, C> = dyn Fn(usize, Run<'_, A, B, C>) + Sync + 'a;

/// What particles add to cells: the particles, the first cell, and the sums from that cell on.
type Add<'a, const N: usize> = dyn Fn(Range<usize>, usize, &mut [[f32; N]]) + Sync + 'a;

/// Adds the sums of a run, from an index on, to entries of two lists.
type Merge<'a, A, B, const N: usize> = dyn Fn(&[[f32; N]], usize, (&mut [A], &mut [B])) + Sync + 'a;

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

/// Particles that add to cells.
#[derive(Clone, Copy)]
pub(crate) struct Givers<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) count: usize,
    /// Lowest and highest place of some particles, in cells.
    pub(crate) span: &'a (dyn Fn(Range<usize>) -> [f32; 2] + Sync),
}

/// The lowest and the highest of some heights.
#[inline]
pub(crate) fn span(heights: impl Iterator<Item = f32>) -> [f32; 2] {
    heights.fold([f32::MAX, 0.0], |[low, high], y| [smaller(low, y), larger(high, y)])
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
    /// from a first cell on; `merge` adds the sums of each run, in order, to two lists over all cells.
    pub(crate) fn collect<A: Send, B: Send>(
        &mut self,
        tasks: Option<&dyn TaskSystem>,
        givers: Givers<'_>,
        add: &Add<'_, N>,
        (a, b): (&mut [A], &mut [B]),
        merge: &Merge<'_, A, B, N>,
    ) {
        let Givers { layout, count, span } = givers;
        // Sorted particles reach few rows of the next run.
        self.values.resize(2 * layout.count, [0.0; N]);
        let length = run_length(count);
        let mut reached: [Range<usize>; RUNS] = from_fn(|_| 0..0);
        for_each_slot(tasks, &mut reached[..count.div_ceil(length)], &|run, reached| {
            let [low, high] = span(run * length..((run + 1) * length).min(count));
            // Faces and middles around a height are half a cell below and one above.
            let rows = (low - 0.5) as usize..high as usize + 2;
            *reached = rows.start * layout.stride..(rows.end * layout.stride).min(layout.count);
        });
        let mut next = 0;
        while next < count {
            let mut runs: [Option<RunSums<'_, N>>; RUNS] = from_fn(|_| None);
            let mut free = &mut self.values[..];
            let mut used = 0;
            while next < count {
                let cells = reached[next / length].clone();
                if cells.len() > free.len() {
                    break;
                }
                let particles = next..(next + length).min(count);
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
            let length = run_length(layout.count);
            let mut parts: [Option<(&mut [A], &mut [B])>; RUNS] = from_fn(|_| None);
            let chunks = a.chunks_mut(length).zip(b.chunks_mut(length));
            parts.iter_mut().zip(chunks).for_each(|(part, chunks)| *part = Some(chunks));
            for_each_slot(tasks, &mut parts, &|index, part| {
                let Some((a, b)) = part else { return };
                for run in runs.iter().flatten() {
                    let end = (run.first + run.values.len()).min((index + 1) * length);
                    let start = run.first.max(index * length);
                    if start < end {
                        let own = start - index * length..end - index * length;
                        let lists = (&mut a[own.clone()], &mut b[own]);
                        merge(run.values, start - run.first, lists);
                    }
                }
            });
        }
    }
}
