//! Rows that snapshots and hashes contain as they are, so that a new column or list needs no code there.
//!
//! A declaration by [`table!`](super::table::table) or [`part!`] says which rows are saved. A
//! [`SavedVisitor`] then visits all of them to write or hash them, a [`SavedReader`] to read them.

use cairn2d_math::{Aabb, Vec2};

use crate::store::id::IdPool;

/// A row as words.
pub(crate) trait Words: Sized {
    type Words: AsRef<[u32]>;

    /// Number of words.
    const COUNT: usize;

    fn words(&self) -> Self::Words;

    /// Returns the row, or `None` if a number is not finite.
    fn from_words(words: &[u32]) -> Option<Self>;
}

impl Words for u32 {
    type Words = [u32; 1];
    const COUNT: usize = 1;

    fn words(&self) -> [u32; 1] {
        [*self]
    }

    fn from_words(words: &[u32]) -> Option<u32> {
        words.first().copied()
    }
}

impl<const N: usize> Words for [f32; N] {
    type Words = [u32; N];
    const COUNT: usize = N;

    #[inline]
    fn words(&self) -> [u32; N] {
        self.map(f32::to_bits)
    }

    #[inline]
    fn from_words(words: &[u32]) -> Option<[f32; N]> {
        let floats = words.first_chunk::<N>()?.map(f32::from_bits);
        floats.iter().all(|float| float.is_finite()).then_some(floats)
    }
}

/// The empty AABB, whose corners are infinite, is a row too.
impl Words for Aabb {
    type Words = [u32; 4];
    const COUNT: usize = 4;

    #[inline]
    fn words(&self) -> [u32; 4] {
        [self.min.x, self.min.y, self.max.x, self.max.y].map(f32::to_bits)
    }

    #[inline]
    fn from_words(words: &[u32]) -> Option<Aabb> {
        let [min_x, min_y, max_x, max_y] = words.first_chunk()?.map(f32::from_bits);
        let aabb = Aabb { min: Vec2 { x: min_x, y: min_y }, max: Vec2 { x: max_x, y: max_y } };
        (aabb.is_valid() || aabb == Aabb::EMPTY).then_some(aabb)
    }
}

/// Visits saved rows.
pub(crate) trait SavedVisitor {
    /// A column: the rows of all live slots count.
    fn column<T: Words>(&mut self, pool: &IdPool, rows: &[T]);

    fn list<T: Words>(&mut self, list: &[T]);
}

/// Reads saved rows.
pub(crate) trait SavedReader {
    type Error;

    fn column<T: Words>(&mut self, pool: &IdPool, rows: &mut [T]) -> Result<(), Self::Error>;

    fn list<T: Words>(&mut self, list: &mut Vec<T>) -> Result<(), Self::Error>;
}

/// Which saved rows are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// All of them, for a snapshot.
    All,
    /// Those that a step depends on beyond other saved data, for a hash.
    Hashed,
}

/// Declares state that is not a table: lists of rows. From the declaration follow the struct, `clone` and how
/// it is saved. Lists in `saved` are in snapshots and in the hash, lists in `unhashed` only in snapshots,
/// because other hashed data implies their members.
macro_rules! part {
    (
        $(#[$meta:meta])*
        $part:ident {
            $(saved { $($(#[$s_meta:meta])* $s:ident: $s_row:ty;)* })?
            $(unhashed { $($(#[$u_meta:meta])* $u:ident: $u_row:ty;)* })?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Default)]
        pub(crate) struct $part {
            $($($(#[$s_meta])* pub(crate) $s: Vec<$s_row>,)*)?
            $($($(#[$u_meta])* pub(crate) $u: Vec<$u_row>,)*)?
        }

        crate::store::capacity::clone_with_capacity!($part: $($($s,)*)? $($($u),*)?);

        impl $part {
            pub(crate) fn copy_changes(&mut self, source: &$part, _: crate::store::column::CopyMode) {
                self.clone_from(source);
            }

            pub(crate) fn visit_saved(
                &self,
                which: crate::store::saved::Saved,
                visitor: &mut impl crate::store::saved::SavedVisitor,
            ) {
                $($(visitor.list(&self.$s);)*)?
                if which == crate::store::saved::Saved::All {
                    $($(visitor.list(&self.$u);)*)?
                }
            }

            pub(crate) fn read_saved<R: crate::store::saved::SavedReader>(
                &mut self,
                reader: &mut R,
            ) -> Result<(), R::Error> {
                $($(reader.list(&mut self.$s)?;)*)?
                $($(reader.list(&mut self.$u)?;)*)?
                Ok(())
            }
        }
    };
}

pub(crate) use part;
