//! Columns and lists that a snapshot contains as they are, without a section of their own.

use crate::persist::codec::{Reader, Writer};
use crate::persist::hash::StateHasher;
use crate::store::id::IdPool;
use crate::store::saved::{SavedReader, SavedVisitor, Words};
use crate::tables::error::SnapshotError;

use super::Read;

/// Most words of a row.
const MOST_WORDS: usize = 16;

/// Writes the rows.
pub(super) struct SavedWriter<'a, 'b>(pub(super) &'a mut Writer<'b>);

impl SavedVisitor for SavedWriter<'_, '_> {
    fn column<T: Words>(&mut self, pool: &IdPool, rows: &[T]) {
        self.0.out.reserve(4 * T::COUNT * pool.count() as usize);
        pool.slots().for_each(|slot| self.row(&rows[slot as usize]));
    }

    fn list<T: Words>(&mut self, list: &[T]) {
        self.0.count(list.len());
        // A growing list has up to twice the memory of its rows.
        self.0.charge(list.len(), 8 * T::COUNT);
        list.iter().for_each(|row| self.row(row));
    }
}

impl SavedWriter<'_, '_> {
    #[inline]
    fn row<T: Words>(&mut self, row: &T) {
        row.words().as_ref().iter().for_each(|word| self.0.out.extend_from_slice(&word.to_le_bytes()));
    }
}

/// Hashes the rows.
pub(super) struct SavedHasher<'a>(pub(super) &'a mut StateHasher);

impl SavedVisitor for SavedHasher<'_> {
    fn column<T: Words>(&mut self, pool: &IdPool, rows: &[T]) {
        for slot in pool.slots() {
            rows[slot as usize].words().as_ref().iter().for_each(|&word| self.0.word(u64::from(word)));
        }
    }

    fn list<T: Words>(&mut self, list: &[T]) {
        self.0.word(list.len() as u64);
        for row in list {
            row.words().as_ref().iter().for_each(|&word| self.0.word(u64::from(word)));
        }
    }
}

/// Reads the rows.
pub(super) struct SavedRows<'a, 'b>(pub(super) &'a mut Reader<'b>);

impl SavedReader for SavedRows<'_, '_> {
    type Error = SnapshotError;

    fn column<T: Words>(&mut self, pool: &IdPool, rows: &mut [T]) -> Read<()> {
        for slot in pool.slots() {
            rows[slot as usize] = self.row()?;
        }
        Ok(())
    }

    fn list<T: Words>(&mut self, list: &mut Vec<T>) -> Read<()> {
        let count = self.0.count(4 * T::COUNT)?;
        self.0.charge(count, 8 * T::COUNT)?;
        list.clear();
        list.reserve(count);
        (0..count).try_for_each(|_| self.row().map(|row| list.push(row)))
    }
}

impl SavedRows<'_, '_> {
    #[inline]
    fn row<T: Words>(&mut self) -> Read<T> {
        const { assert!(T::COUNT <= MOST_WORDS, "a row has too many words") };
        let mut words = [0; MOST_WORDS];
        let bytes = self.0.bytes(4 * T::COUNT)?.as_chunks().0;
        words.iter_mut().zip(bytes).for_each(|(word, bytes)| *word = u32::from_le_bytes(*bytes));
        let row = T::from_words(&words[..T::COUNT]);
        row.ok_or(SnapshotError::Structure("a number is not finite"))
    }
}
