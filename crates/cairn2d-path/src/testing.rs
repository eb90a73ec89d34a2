//! Random numbers and maps of the tests, and Dijkstra's algorithm as the oracle.

use crate::{Cell, Corners, Cost, Grid};

/// A small generator of random numbers (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    pub(crate) fn cell(&mut self, grid: &Grid) -> Cell {
        Cell::new(self.below(grid.width()), self.below(grid.height()))
    }
}

/// Rounds of a random test: `rounds`, times `CAIRN2D_PATH_ROUNDS` if that variable is set.
pub(crate) fn scaled(rounds: u32) -> u32 {
    let factor = std::env::var("CAIRN2D_PATH_ROUNDS").ok();
    rounds * factor.map_or(1, |factor| factor.parse().expect("CAIRN2D_PATH_ROUNDS is a number"))
}

/// A map of the given style: noise, rooms with doors, a cave of discs, or a maze of corridors.
pub(crate) fn random_grid(random: &mut Random, width: u32, height: u32) -> Grid {
    let style = random.below(4);
    let mut grid = Grid::open(width, height).expect("a good size");
    match style {
        0 => {
            let blocked = random.below(45);
            for y in 0..height {
                for x in 0..width {
                    grid.set(Cell::new(x, y), random.below(100) >= blocked).expect("inside");
                }
            }
        }
        1 => {
            let room = 3 + random.below(12);
            for y in 0..height {
                for x in 0..width {
                    let wall = x % room == room - 1 || y % room == room - 1;
                    grid.set(Cell::new(x, y), !wall || random.below(room) == 0).expect("inside");
                }
            }
        }
        2 => {
            for _ in 0..width * height / 60 {
                let (center, reach) = (random.cell(&grid), 1 + random.below(5));
                for y in center.y.saturating_sub(reach)..(center.y + reach).min(height) {
                    for x in center.x.saturating_sub(reach)..(center.x + reach).min(width) {
                        let (dx, dy) = (x.abs_diff(center.x), y.abs_diff(center.y));
                        if dx * dx + dy * dy < reach * reach {
                            grid.set(Cell::new(x, y), false).expect("inside");
                        }
                    }
                }
            }
        }
        _ => {
            for y in 0..height {
                for x in 0..width {
                    let open = if x % 2 == 0 && y % 2 == 0 { true } else { random.below(100) < 55 };
                    grid.set(Cell::new(x, y), open).expect("inside");
                }
            }
        }
    }
    grid
}

/// Dijkstra's algorithm without any of the crate's code but single cells: the costs of all cells from
/// `start`, where `step(from, to, diagonal)` is the cost of a step.
pub(crate) fn costs_from<C: Copy + Ord + Default + core::ops::Add<Output = C>>(
    grid: &Grid,
    start: Cell,
    corners: Corners,
    step: impl Fn(Cell, Cell, bool) -> C,
) -> Vec<Option<C>> {
    let (w, h) = (i64::from(grid.width()), i64::from(grid.height()));
    let open = |x: i64, y: i64| {
        (0..w).contains(&x) && (0..h).contains(&y) && grid.is_open(Cell::new(x as u32, y as u32))
    };
    let mut costs = vec![None; (w * h) as usize];
    if !open(i64::from(start.x), i64::from(start.y)) {
        return costs;
    }
    let mut queue = std::collections::BTreeSet::new();
    queue.insert((C::default(), start));
    costs[(i64::from(start.y) * w + i64::from(start.x)) as usize] = Some(C::default());
    while let Some((cost, cell)) = queue.pop_first() {
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let diagonal = dx != 0 && dy != 0;
            let beside = [open(x + dx, y), open(x, y + dy)];
            let allowed = match corners {
                Corners::Avoid => beside == [true; 2],
                Corners::Cut => beside != [false; 2],
            };
            if (dx, dy) == (0, 0) || diagonal && !allowed || !open(x + dx, y + dy) {
                continue;
            }
            let next = Cell::new((x + dx) as u32, (y + dy) as u32);
            let known = &mut costs[((y + dy) * w + x + dx) as usize];
            let new = cost + step(cell, next, diagonal);
            if known.is_none_or(|known| new < known) {
                if let Some(old) = *known {
                    queue.remove(&(old, next));
                }
                *known = Some(new);
                queue.insert((new, next));
            }
        }
    }
    costs
}

/// The cost of a step on a grid without weights.
pub(crate) fn unit_step(_: Cell, _: Cell, diagonal: bool) -> Cost {
    Cost { straight: (!diagonal).into(), diagonal: diagonal.into() }
}
