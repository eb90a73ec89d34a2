//! Linear systems: the multigrid cycle is a symmetric, positive definite operator, and few passes suffice.

use cairn2d::math::lanes::LaneLevel;

use crate::blocks::{Blocks, WIDTH};
use crate::multigrid::Multigrid;
use crate::runs::Means;
use crate::solve::System;

/// Numbers from -1 to 1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }
}

const MEANS: Means<'static> = Means { lanes: LaneLevel::NARROWEST, tasks: None };

/// Cells of a square without a corner and with holes, under air. Some weights are small.
fn system(columns: usize, rows: usize, numbers: &mut Numbers) -> (Blocks, System, Vec<usize>) {
    let is_wet = |column: usize, row: usize| {
        let corner = column > columns / 2 && row > rows / 2;
        column > 0
            && row > 0
            && column < columns - 1
            && row < rows - 1
            && !corner
            && !(column * 7 + row * 3).is_multiple_of(31)
    };
    let mut blocks = Blocks::default();
    blocks.begin(columns / WIDTH, rows);
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    for (column, row) in cells().filter(|&(column, row)| is_wet(column, row)) {
        blocks.touch(row * columns / WIDTH + column / WIDTH);
    }
    blocks.number();
    let mut system = System::default();
    system.reset(&blocks);
    let slot = |column: usize, row: usize| {
        blocks.find((row * columns + column) / WIDTH) as usize * WIDTH + column % WIDTH
    };
    let mut slots = Vec::new();
    for (column, row) in cells().filter(|&(column, row)| is_wet(column, row)) {
        let own = slot(column, row);
        slots.push(own);
        let mut weight = || if numbers.next() > 0.9 { 0.1 } else { 1.0 };
        if is_wet(column + 1, row) {
            system.matrix.to_right[own] = weight();
        }
        if is_wet(column, row + 1) {
            system.matrix.to_above[own] = weight();
        } else {
            system.matrix.to_air[own] = 2.0 * weight();
        }
    }
    (blocks, system, slots)
}

#[test]
fn the_cycle_is_symmetric_and_positive() {
    let mut numbers = Numbers(3);
    let (blocks, mut system, slots) = system(96, 80, &mut numbers);
    system.matrix.sum(&blocks, None, MEANS);
    let mut multigrid = Multigrid::default();
    multigrid.build(&blocks, &system.matrix, MEANS);
    let mut cycle = |right: &[f32]| {
        let mut values = vec![0.0; blocks.slots()];
        multigrid.cycle(&blocks, &system.matrix, right, &mut values, MEANS);
        values
    };
    let dot =
        |a: &[f32], b: &[f32]| slots.iter().map(|&slot| f64::from(a[slot]) * f64::from(b[slot])).sum::<f64>();
    for _ in 0..20 {
        let mut random = || {
            let mut values = vec![0.0; blocks.slots()];
            slots.iter().for_each(|&slot| values[slot] = numbers.next());
            values
        };
        let (a, b) = (random(), random());
        let (cycled_a, cycled_b) = (cycle(&a), cycle(&b));
        let size = dot(&a, &cycled_a);
        assert!(size > 0.0);
        assert!((dot(&a, &cycled_b) - dot(&b, &cycled_a)).abs() < 1.0e-4 * size);
    }
}

#[test]
fn passes_hardly_grow_with_the_number_of_cells() {
    for size in [32, 128, 512] {
        let mut numbers = Numbers(5);
        let (blocks, mut system, slots) = system(size, size, &mut numbers);
        slots.iter().for_each(|&slot| system.right[slot] = numbers.next() - 0.5);
        let passes = system.solve(&blocks, 1.0e-3, 100, MEANS);
        assert!(passes < 25, "{passes} passes for {size} columns");
        // The residual of the solution itself.
        let largest = slots.iter().map(|&slot| {
            let at = |slot: usize| f64::from(system.solution[slot]);
            let other = |list: &[u32]| list[slot / WIDTH] as usize * WIDTH + slot % WIDTH;
            let (above, below) = (other(&blocks.above), other(&blocks.below));
            let sides = [
                (system.matrix.to_right[slot], slot + 1),
                (system.matrix.to_right[slot - 1], slot - 1),
                (system.matrix.to_above[slot], above),
                (system.matrix.to_above[below], below),
            ];
            let flow =
                sides.iter().map(|&(weight, near)| f64::from(weight) * (at(slot) - at(near))).sum::<f64>();
            (flow + f64::from(system.matrix.to_air[slot]) * at(slot) - f64::from(system.right[slot])).abs()
        });
        let largest = largest.fold(0.0, f64::max);
        assert!(largest < 0.02, "{size} columns: {largest}");
    }
}
