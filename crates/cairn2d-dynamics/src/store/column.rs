//! Columns with version stamps, so that a copy of a world takes over only rows that changed.
//!
//! A column is cut into chunks of about 4 KB. Each chunk has a stamp, called *mark* in the code. A write
//! gives the chunk the next number of the column's clock, which never goes back. So no two contents of a
//! chunk have the same stamp.
//!
//! A copy takes over stamps with rows: equal stamps of one origin mean equal rows. When a copy is restored
//! into the column, its stamps come back too. Only the clock stays ahead.
//!
//! Stamps are kept up automatically. `IndexMut` with one index stamps the chunk of that row; `DerefMut` and
//! ranges stamp all chunks. The exception is [`Column::unmarked`], for kernels and bulk changes. Its callers
//! stamp the written rows afterwards if the world [has a copy](Origin::is_followed).
//!
//! Invariant: between two stages of a step, equal stamps of a chunk mean equal contents.

use cairn2d_geometry::tree::cloned;

use core::ops::{Deref, DerefMut, Index, IndexMut, Range};
use core::slice::SliceIndex;
use std::sync::Arc;

use crate::store::capacity::reserve_total;

/// How [`Column::copy_changes`] brings a copy up to date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopyMode {
    /// Whether the stamps of both sides have the same origin; otherwise every row is copied.
    pub(crate) known: bool,
    /// Whether the rows go from a copy back into a world.
    pub(crate) back: bool,
}

/// Identity of the world that the stamps of its columns belong to. A clone of a world gets a new origin; so
/// does a world whose tables were replaced.
#[derive(Debug, Default)]
pub(crate) struct Origin {
    world: Arc<()>,
    turn: u64,
}

impl Clone for Origin {
    fn clone(&self) -> Origin {
        Origin::default()
    }

    fn clone_from(&mut self, _: &Origin) {
        self.renew();
    }
}

impl Origin {
    /// Makes this origin differ from all others, so that copies made before count as unrelated.
    pub(crate) fn renew(&mut self) {
        self.turn += 1;
    }

    /// Returns whether both are the same origin.
    pub(crate) fn is(&self, other: &Origin) -> bool {
        Arc::ptr_eq(&self.world, &other.world) && self.turn == other.turn
    }

    /// Returns whether a copy of this world exists. If no copy exists, bulk writers may skip stamps; a
    /// first copy copies everything.
    pub(crate) fn is_followed(&self) -> bool {
        Arc::strong_count(&self.world) > 1
    }

    /// Makes this the origin of a copy of the world that has `other`.
    pub(crate) fn follow(&mut self, other: &Origin) {
        *self = Origin { world: Arc::clone(&other.world), turn: other.turn };
    }
}

/// A field of a table without stamps, which is copied as a whole.
pub(crate) trait CopyWhole: Clone {
    /// Takes over the content of `source`.
    fn copy_changes(&mut self, source: &Self, _: CopyMode) {
        self.clone_from(source);
    }
}

impl<T: Clone> CopyWhole for T {}

/// Defines `copy_changes` for a table: named fields are copied from another table, and those after the
/// semicolon are not. Every field must be named. Inherent methods win over [`CopyWhole`], so columns and
/// nested tables copy only changes.
macro_rules! copy_fields {
    ($type:ident: $($copied:ident),* $(; $($skipped:ident),*)?) => {
        impl $type {
            /// Takes over the changes of another table.
            pub(crate) fn copy_changes(&mut self, source: &$type, how: crate::store::column::CopyMode) {
                #[allow(unused_imports, reason = "a table may have columns only")]
                use crate::store::column::CopyWhole;
                let $type { $($copied,)* $($($skipped: _,)*)? } = source;
                $(self.$copied.copy_changes($copied, how);)*
            }
        }
    };
}

pub(crate) use copy_fields;

/// Approximate size of a chunk `[bytes]`.
const CHUNK: usize = 4096;

/// Rows of a table by slot, with a version stamp for each chunk.
pub(crate) struct Column<T> {
    rows: Vec<T>,
    marks: Marks,
}

/// The rows without their stamps: equal states give equal texts.
impl<T: core::fmt::Debug> core::fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.rows.fmt(f)
    }
}

impl<T> Default for Column<T> {
    fn default() -> Column<T> {
        Column { rows: Vec::new(), marks: Marks::default() }
    }
}

impl<T: Clone> Clone for Column<T> {
    fn clone(&self) -> Column<T> {
        Column { rows: cloned(&self.rows), marks: self.marks.clone() }
    }

    fn clone_from(&mut self, source: &Column<T>) {
        self.rows.clone_from(&source.rows);
        self.marks.clone_from(&source.marks);
    }
}

/// Version stamps of a column, independent of the type of its rows. Columns of small worlds have one chunk,
/// so its stamp needs no memory apart.
#[derive(Debug, Default)]
struct Marks {
    /// Stamp of the first chunk.
    first: u64,
    /// Stamps of the other chunks; chunks beyond the end have that of `floor`.
    others: Vec<u64>,
    /// Stamp of every chunk whose own is lower.
    floor: u64,
    clock: u64,
}

impl Clone for Marks {
    fn clone(&self) -> Marks {
        Marks { others: cloned(&self.others), ..*self }
    }

    fn clone_from(&mut self, source: &Marks) {
        self.others.clone_from(&source.others);
        (self.first, self.floor, self.clock) = (source.first, source.floor, source.clock);
    }
}

impl Marks {
    /// Gives a chunk a new stamp. Not inlined on WebAssembly, where hundreds of call sites would enlarge
    /// the module.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn mark(&mut self, chunk: usize) {
        self.clock += 1;
        if chunk == 0 {
            self.first = self.clock;
            return;
        }
        match self.others.get_mut(chunk - 1) {
            Some(mark) => *mark = self.clock,
            None => self.mark_beyond(chunk - 1),
        }
    }

    #[cold]
    fn mark_beyond(&mut self, other: usize) {
        self.others.resize(other + 1, self.floor);
        self.others[other] = self.clock;
    }

    #[inline]
    fn mark_all(&mut self) {
        self.clock += 1;
        self.floor = self.clock;
    }

    /// Stamp of a chunk: the higher one of its own and the floor.
    fn of(&self, chunk: usize) -> u64 {
        let own = match chunk {
            0 => self.first,
            _ => self.others.get(chunk - 1).copied().unwrap_or(0),
        };
        if own > self.floor { own } else { self.floor }
    }
}

impl<T> Column<T> {
    /// Binary logarithm of the number of rows in a chunk.
    const SHIFT: u32 = {
        let rows = CHUNK / if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        if rows > 1 { rows.ilog2() } else { 0 }
    };

    /// Appends a row.
    pub(crate) fn push(&mut self, row: T) {
        self.rows.push(row);
        self.mark(self.rows.len() - 1);
    }

    /// Reserves capacity for this many rows in all.
    pub(crate) fn reserve_total(&mut self, count: usize) {
        reserve_total(&mut self.rows, count);
        reserve_total(&mut self.marks.others, count >> Self::SHIFT);
    }

    /// Writes a row, and stamps its chunk if `tracked` says that a copy of the world exists.
    #[inline]
    pub(crate) fn put(&mut self, row: usize, value: T, tracked: bool) {
        self.rows[row] = value;
        if tracked {
            self.mark(row);
        }
    }

    /// Returns the rows without stamping them, for kernels and bulk changes. The caller stamps the rows that
    /// it wrote before the step goes on, by [`mark_rows`](Self::mark_rows) or [`mark_all`](Self::mark_all).
    pub(crate) fn unmarked(&mut self) -> &mut [T] {
        &mut self.rows
    }

    /// Returns a pointer to the rows for kernels, as [`unmarked`](Self::unmarked), with memory for `spare`
    /// more rows behind them. Spare rows have no defined value and belong to the caller.
    pub(crate) fn unmarked_with_spare(&mut self, spare: usize) -> *mut T {
        self.rows.reserve(spare);
        self.rows.as_mut_ptr()
    }

    /// Stamps the chunk of a row.
    #[inline]
    pub(crate) fn mark(&mut self, row: usize) {
        self.marks.mark(row >> Self::SHIFT);
    }

    /// Stamps the chunks of `count` rows from `first` on.
    pub(crate) fn mark_range(&mut self, first: usize, count: usize) {
        let end = if first + count < self.rows.len() { first + count } else { self.rows.len() };
        (first..end).step_by(1 << Self::SHIFT).for_each(|row| self.mark(row));
        if first < end {
            self.mark(end - 1);
        }
    }

    /// Stamps every chunk.
    #[inline]
    pub(crate) fn mark_all(&mut self) {
        self.marks.mark_all();
    }

    /// Stamps the chunks of these rows, or all chunks if they are half of the rows or more.
    pub(crate) fn mark_rows(&mut self, rows: &[u32]) {
        if 2 * rows.len() >= self.rows.len() {
            self.mark_all();
        } else {
            rows.iter().for_each(|&row| self.mark(row as usize));
        }
    }
}

impl<T: Clone> Column<T> {
    /// Takes over the changed rows of another column, and its stamps.
    pub(crate) fn copy_changes(&mut self, source: &Column<T>, how: CopyMode) {
        let (former, count) = (self.rows.len(), source.rows.len());
        self.rows.truncate(count);
        if former < count {
            self.rows.extend_from_slice(&source.rows[former..]);
        }
        let chunk_count = count.div_ceil(1 << Self::SHIFT);
        let mut first = 0;
        // One step beyond the last chunk, so that a run of changed chunks at the end is copied too.
        for chunk in 0..=chunk_count {
            let rows = chunk << Self::SHIFT;
            let same = how.known && (former == count || rows + (1 << Self::SHIFT) <= former);
            if chunk == chunk_count || (same && self.marks.of(chunk) == source.marks.of(chunk)) {
                // Adjacent changed chunks are copied in one go.
                let end = if rows < count { rows } else { count };
                if first < end {
                    self.rows[first..end].clone_from_slice(&source.rows[first..end]);
                }
                first = rows + (1 << Self::SHIFT);
            }
        }
        self.marks.others.clear();
        if how.back && !how.known {
            // Stamps of another origin would be meaningless here.
            self.mark_all();
            return;
        }
        self.marks.first = source.marks.of(0);
        self.marks.others.extend((1..chunk_count).map(|chunk| source.marks.of(chunk)));
        self.marks.floor = 0;
    }
}

impl<T> Deref for Column<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.rows
    }
}

impl<T> DerefMut for Column<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        self.mark_all();
        &mut self.rows
    }
}

impl<T, I: SliceIndex<[T]>> Index<I> for Column<T> {
    type Output = I::Output;

    #[inline]
    fn index(&self, index: I) -> &I::Output {
        &self.rows[index]
    }
}

impl<T> IndexMut<usize> for Column<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        self.mark(index);
        &mut self.rows[index]
    }
}

impl<T> IndexMut<Range<usize>> for Column<T> {
    fn index_mut(&mut self, index: Range<usize>) -> &mut [T] {
        self.mark_all();
        &mut self.rows[index]
    }
}

impl<'a, T> IntoIterator for &'a Column<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> core::slice::Iter<'a, T> {
        self.rows.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Column<T> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> core::slice::IterMut<'a, T> {
        self.mark_all();
        self.rows.iter_mut()
    }
}

/// A value with a version stamp: a column of one row.
#[derive(Debug, Default)]
pub(crate) struct Tracked<T> {
    value: T,
    mark: u64,
    clock: u64,
}

impl<T: Clone> Clone for Tracked<T> {
    fn clone(&self) -> Tracked<T> {
        Tracked { value: self.value.clone(), mark: self.mark, clock: self.clock }
    }

    fn clone_from(&mut self, source: &Tracked<T>) {
        self.value.clone_from(&source.value);
        (self.mark, self.clock) = (source.mark, source.clock);
    }
}

impl<T: Clone> Tracked<T> {
    /// Takes over the value of another one if it changed.
    pub(crate) fn copy_changes(&mut self, source: &Tracked<T>, how: CopyMode) {
        if !how.known || self.mark != source.mark {
            self.value.clone_from(&source.value);
        }
        if how.back && !how.known {
            self.clock += 1;
            self.mark = self.clock;
        } else {
            self.mark = source.mark;
        }
    }
}

impl<T> Deref for Tracked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Tracked<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.clock += 1;
        self.mark = self.clock;
        &mut self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of 512 bytes; a chunk has eight of them.
    type Row = [u64; 64];

    fn next(seed: &mut u64) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize
    }

    fn change(column: &mut Column<Row>, seed: &mut u64) {
        let value = next(seed) as u64;
        let row = next(seed) % column.len().max(1);
        match next(seed) % 9 {
            0..3 => column.push([value; 64]),
            3..6 if !column.is_empty() => column[row][3] = value,
            6 if !column.is_empty() => {
                column.swap_remove(row);
            }
            7 if !column.is_empty() => {
                // As a kernel writes.
                column.rows[row][5] = value;
                column.mark_rows(&[row as u32]);
            }
            8 => column.iter_mut().for_each(|row| row[1] ^= 1),
            _ => column.truncate(row),
        }
    }

    #[test]
    fn copies_follow_whatever_happens_in_between() {
        let mut seed = 3;
        let (mut column, mut copies) = (Column::<Row>::default(), vec![(Column::default(), Vec::new()); 4]);
        let mut known = [false; 4];
        for round in 0..4000 {
            for _ in 0..next(&mut seed) % 3 {
                change(&mut column, &mut seed);
            }
            let which = next(&mut seed) % 4;
            let (copy, rows) = &mut copies[which];
            if round % 2 == 0 {
                copy.copy_changes(&column, CopyMode { known: known[which], back: false });
                known[which] = true;
                rows.clone_from(&column);
                assert_eq!(**copy, *column);
            } else if known[which] {
                column.copy_changes(copy, CopyMode { known: true, back: true });
                assert_eq!(*column, *rows, "round {round}");
            }
        }
    }

    #[test]
    fn equal_columns_are_not_copied_again() {
        let (mut column, mut copy) = (Column::<Row>::default(), Column::default());
        (0..100).for_each(|value| column.push([value; 64]));
        copy.copy_changes(&column, CopyMode { known: false, back: false });
        column[70][0] = 7;
        // Changes of the copy alone survive where nothing is copied.
        copy.rows.iter_mut().for_each(|row| row[63] = 9);
        copy.copy_changes(&column, CopyMode { known: true, back: false });
        let copied: Vec<usize> = (0..100).filter(|&row| copy[row][63] != 9).collect();
        assert_eq!(copied, (64..72).collect::<Vec<_>>());
    }

    #[test]
    fn marks_of_another_origin_mean_nothing() {
        let (mut a, mut b, mut copy) = (Column::<Row>::default(), Column::default(), Column::default());
        for value in 0..20 {
            a.push([value; 64]);
            b.push([value + 50; 64]);
        }
        copy.copy_changes(&a, CopyMode { known: false, back: false });
        b.copy_changes(&copy, CopyMode { known: false, back: true });
        assert_eq!(*a, *b);
        // `b` counts on by its own clock, so its next write is new to a copy of it.
        let mut other = Column::default();
        other.copy_changes(&b, CopyMode { known: false, back: false });
        b[3][0] = 1;
        other.copy_changes(&b, CopyMode { known: true, back: false });
        assert_eq!(*other, *b);
    }
}
