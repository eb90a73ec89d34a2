//! Deliberate overlaps are found, on one thread and on several.

use super::*;
use cairn2d_math::lanes::{SKIP_BIT, Scalar};
use cairn2d_tasks::{Threads, for_each_slot};
use std::panic::{AssertUnwindSafe, catch_unwind};

const ROWS: usize = 1000;

/// Message of the panic of `work`, or nothing if it ends.
fn panic_of(work: impl FnOnce()) -> Option<String> {
    let error = catch_unwind(AssertUnwindSafe(work)).err()?;
    Some(error.downcast_ref::<String>().map_or_else(|| "unknown".to_owned(), String::clone))
}

/// Adds 1 to the rows of each list on this many threads, one block a list, in two tasks.
fn run(threads: usize, lists: &[Vec<u32>]) -> (Vec<u32>, Option<String>) {
    let pool = Threads::default().system(threads);
    let (mut rows, mut claims) = (vec![0; ROWS], RowClaims::default());
    let shared = claims.share("numbers", &mut rows, Sharing { tasks: 2, threads: threads > 1 });
    let error = panic_of(|| {
        for task in 0..2 {
            let mut blocks = vec![(); lists.len()];
            for_each_slot(pool.as_deref(), &mut blocks, &|block, ()| {
                let by = Claimant::new(task, block as u32);
                for &row in &lists[block] {
                    // SAFETY: `rows` and `claims` live on, and overlaps panic before the row is used.
                    unsafe { *shared.write_row(by, row) += 1 };
                }
            });
        }
    });
    (rows, error)
}

#[test]
fn an_overlap_that_begins_late_is_found_within_seven_calls() {
    let (mut rows, mut claims) = (vec![0; ROWS], RowClaims::default());
    let mut found = Vec::new();
    for call in 0..200 {
        let shared = claims.share("late", &mut rows, Sharing { tasks: 1, threads: false });
        let error = panic_of(|| {
            for block in 0..2 {
                let row = if call < 100 { block } else { 0 };
                // SAFETY: as in `run`; one thread uses the rows.
                unsafe { *shared.write_row(Claimant::new(0, block), row) += 1 };
            }
        });
        if error.is_some() {
            found.push(call);
        }
    }
    assert!(found[0] >= 100 && found[0] < 107, "{found:?}");
    assert!(found.windows(2).all(|two| two[1] - two[0] <= 7), "{found:?}");
}

/// Lists of 20 rows, in which no row is twice.
fn disjoint_lists() -> Vec<Vec<u32>> {
    (0..50).map(|block| (0..20).map(|row| (row * 50 + block * 7) % 1000).collect()).collect()
}

#[test]
fn disjoint_rows_pass_and_each_is_written_once_a_task() {
    for threads in [1, 2, 4] {
        let (rows, error) = run(threads, &disjoint_lists());
        assert_eq!(error, None);
        assert!(rows.iter().all(|&row| row == 2), "{rows:?}");
    }
}

#[test]
fn a_row_in_two_blocks_is_found_on_any_number_of_threads() {
    for threads in [1, 2, 4] {
        let mut lists = disjoint_lists();
        let stolen = lists[3][5];
        lists[40].push(stolen);
        let (_, error) = run(threads, &lists);
        if threads == 1 {
            let expected = format!("column `numbers`: row {stolen} is written twice in task 0");
            assert_eq!(error, Some(format!("{expected}, by block 3 and block 40")));
        } else {
            // The thread of the caller or another one found it.
            assert!(error.is_some());
        }
    }
}

/// Shares four rows for two tasks and runs `work`.
fn four_rows(work: impl Fn(DisjointRows<u32>)) -> Option<String> {
    let (mut rows, mut claims) = ([0; 4], RowClaims::default());
    let sharing = Sharing { tasks: 2, threads: false };
    // The claims of an earlier call are no claims of this one.
    for _ in 0..2 {
        let shared = claims.share("four", &mut rows, sharing);
        if let Some(message) = panic_of(|| work(shared)) {
            return Some(message);
        }
    }
    None
}

#[test]
fn a_reader_of_a_row_that_another_block_writes_is_found() {
    let [first, second, later] = [Claimant::new(0, 8), Claimant::new(0, 9), Claimant::new(1, 9)];
    // SAFETY: `four_rows` keeps the column and the claims borrowed; so for all closures of this test.
    let message = four_rows(|rows| unsafe {
        rows.write(Scalar, first, &[2]);
        rows.read(Scalar, second, &[2]);
    });
    assert_eq!(
        message.unwrap(),
        "column `four`: row 2 is written and read in task 0, by block 8 and block 9"
    );
    // SAFETY: as above.
    let message = four_rows(|rows| unsafe {
        rows.read(Scalar, first, &[2 | SKIP_BIT]);
        rows.read(Scalar, second, &[2]);
        rows.write(Scalar, second, &[2]);
    });
    let expected = "column `four`: row 2 is read and written in task 0, by several blocks and block 9";
    assert_eq!(message.unwrap(), expected);
    // SAFETY: as above.
    let allowed = four_rows(|rows| unsafe {
        // Rows that several blocks read, own rows, lanes that write nothing, and another task.
        rows.read(Scalar, first, &[1]);
        rows.read(Scalar, second, &[1]);
        rows.write(Scalar, first, &[2]);
        rows.read(Scalar, first, &[2]);
        rows.write(Scalar, second, &[2 | SKIP_BIT]);
        rows.write(Scalar, later, &[2]);
        rows.read(Scalar, later, &[1]);
    });
    assert_eq!(allowed, None);
}

#[test]
fn lanes_of_one_block_that_share_a_row_and_missing_rows_are_found() {
    let block = Claimant::new(0, 3);
    // SAFETY: `four_rows` keeps the column and the claims borrowed; so for all closures of this test.
    let message = four_rows(|rows| unsafe {
        rows.write_row(block.lane(0), 1);
        rows.write_row(block.lane(1), 1);
    });
    assert_eq!(message.unwrap(), "column `four`: row 1 is written twice in task 0, by block 3 and block 3");
    // SAFETY: as above.
    let message = four_rows(|rows| unsafe {
        rows.write_range(block, 0..3);
        rows.write_range(block.offset(1), 3..5);
    });
    assert_eq!(message.unwrap(), "column `four` has no row 4");
    // SAFETY: as above.
    let message = four_rows(|rows| unsafe {
        rows.write_range(block, 0..3);
        rows.write_range(block.offset(1), 2..4);
    });
    assert_eq!(message.unwrap(), "column `four`: row 2 is written twice in task 0, by block 3 and block 4");
}
