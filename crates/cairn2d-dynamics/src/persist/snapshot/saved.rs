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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::capacity::reserve_total;
    use crate::store::column::{Column, CopyMode};
    use crate::store::saved::{Saved, part};
    use crate::store::table::table;

    table! {
        /// A table as a new one is declared.
        Samples of SampleRow {
            saved {
                wear: Column<[f32; 2]> = [1.0, 0.0];
            }
            unhashed {
                seen: Vec<u32> = 7;
            }
        }
    }

    part! {
        /// A part as a new stage declares it.
        Gusts {
            saved {
                forces: [f32; 3];
            }
            unhashed {
                order: u32;
            }
        }
    }

    part! {
        /// A part with one group.
        Lulls {
            saved {
                ends: u32;
            }
        }
    }

    fn samples() -> Samples {
        let mut samples = Samples::empty(0);
        samples.reserve_rows(8);
        for row in 0..5 {
            samples.insert_row(SampleRow { wear: [row as f32, -0.0], ..SampleRow::default() });
        }
        samples.pool.remove(2);
        samples
    }

    fn written(visit: impl FnOnce(&mut SavedWriter<'_, '_>)) -> Vec<u8> {
        let mut bytes = Vec::new();
        visit(&mut SavedWriter(&mut Writer::of_snapshot(&mut bytes)));
        bytes
    }

    fn hash(visit: impl FnOnce(&mut SavedHasher<'_>)) -> u64 {
        let mut hasher = StateHasher::new(0);
        visit(&mut SavedHasher(&mut hasher));
        hasher.finish()
    }

    #[test]
    fn a_declared_column_is_saved_hashed_copied_and_reset() {
        let mut samples = samples();
        let before = hash(|hasher| samples.visit_saved(Saved::Hashed, hasher));
        samples.seen[1] = 9;
        assert_eq!(hash(|hasher| samples.visit_saved(Saved::Hashed, hasher)), before);
        samples.wear[3] = [0.5, 2.0];
        assert_ne!(hash(|hasher| samples.visit_saved(Saved::Hashed, hasher)), before);
        let bytes = written(|writer| samples.visit_saved(Saved::All, writer));
        assert_eq!(bytes.len(), 4 * (4 * 2 + 4), "the free slot is left out");
        let mut copy = self::samples();
        copy.refill();
        assert_eq!((copy.wear[3], copy.seen[1]), ([1.0, 0.0], 7));
        copy.read_saved(&mut SavedRows(&mut Reader::of_snapshot(&bytes))).expect("it was written");
        for slot in samples.pool.slots() {
            let index = slot as usize;
            assert_eq!(copy.wear[index].map(f32::to_bits), samples.wear[index].map(f32::to_bits));
            assert_eq!(copy.seen[index], samples.seen[index]);
        }
        samples.wear[4] = [8.0, 8.0];
        copy.copy_changes(&samples, CopyMode { known: false, back: false });
        assert_eq!((copy.wear[4], samples.clone().wear[4]), ([8.0, 8.0], [8.0, 8.0]));
        assert_eq!((Samples::ROW, Samples::SAVED), (12, 12));
        for broken in [f32::NAN, f32::INFINITY] {
            let mut bytes = bytes.clone();
            bytes[..4].copy_from_slice(&broken.to_le_bytes());
            assert!(copy.read_saved(&mut SavedRows(&mut Reader::of_snapshot(&bytes))).is_err());
        }
        assert!(copy.read_saved(&mut SavedRows(&mut Reader::of_snapshot(&bytes[..20]))).is_err());
    }

    #[test]
    fn a_declared_part_is_saved_hashed_and_copied() {
        let mut gusts = Gusts { forces: vec![[1.0, 2.0, -0.0], [3.0; 3]], order: vec![1, 0] };
        reserve_total(&mut gusts.order, 4);
        let before = hash(|hasher| gusts.visit_saved(Saved::Hashed, hasher));
        let bytes = written(|writer| gusts.visit_saved(Saved::All, writer));
        let mut copy = Gusts { forces: vec![[9.0; 3]; 9], order: Vec::new() };
        copy.read_saved(&mut SavedRows(&mut Reader::of_snapshot(&bytes))).expect("it was written");
        assert_eq!(format!("{copy:?}"), format!("{gusts:?}"));
        gusts.order.swap(0, 1);
        assert_eq!(hash(|hasher| gusts.visit_saved(Saved::Hashed, hasher)), before);
        gusts.forces.pop();
        assert_ne!(hash(|hasher| gusts.visit_saved(Saved::Hashed, hasher)), before);
        copy.copy_changes(&gusts, CopyMode { known: false, back: false });
        assert_eq!(format!("{:?}", copy.clone()), format!("{gusts:?}"));
        assert!(copy.read_saved(&mut SavedRows(&mut Reader::of_snapshot(&[200]))).is_err());
        let mut lulls = Lulls { ends: vec![5] };
        let bytes = written(|writer| lulls.visit_saved(Saved::All, writer));
        lulls.ends.clear();
        lulls.copy_changes(&lulls.clone(), CopyMode { known: false, back: false });
        lulls.read_saved(&mut SavedRows(&mut Reader::of_snapshot(&bytes))).expect("it was written");
        assert_eq!((&lulls.ends[..], bytes), (&[5][..], vec![1, 5, 0, 0, 0]));
    }
}
