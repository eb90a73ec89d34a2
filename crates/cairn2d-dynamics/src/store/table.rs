//! Tables: one row of every column per slot, and everything else that belongs to the objects.
//!
//! [`table!`] declares a table once. From the declaration follow the struct, its empty form, `clone`, `keep`,
//! and the functions that insert a row, reserve memory, and refill all columns for a snapshot. The group of a
//! column says who writes it:
//!
//! | group | saved worlds | snapshots | on insertion |
//! |---|---|---|---|
//! | `columns` | copied | by the section of the table in `persist/snapshot` | default or given row |
//! | `saved` | copied | as it is, without further code, and hashed | default or given row |
//! | `unhashed` | copied | as it is; not hashed, because no step reads it | default or given row |
//! | `rewritten` | extended | no: every step writes them before it reads them | default or given row |
//! | `optional` | copied | by the section of the table | default if the column is in use |
//! | `others` | copied | by the section of the table | unchanged |
//! | `caches` | not copied | no | unchanged |

use crate::store::capacity::reserve_total;
use crate::store::column::Column;

/// A column of a table.
pub(crate) trait Rows {
    /// Content of a slot.
    type Row: Clone;

    /// Sets a row, which is one of the existing rows or the next.
    fn put_row(&mut self, index: usize, row: Self::Row);

    /// Reserves memory for this many rows in all.
    fn reserve_rows(&mut self, count: usize);

    /// Replaces all rows with copies of one, without spare capacity.
    fn refill_rows(&mut self, count: usize, row: Self::Row);
}

impl<T: Clone> Rows for Vec<T> {
    type Row = T;

    #[inline]
    fn put_row(&mut self, index: usize, row: T) {
        if index == self.len() {
            self.push(row);
        } else {
            self[index] = row;
        }
    }

    fn reserve_rows(&mut self, count: usize) {
        reserve_total(self, count);
    }

    fn refill_rows(&mut self, count: usize, row: T) {
        self.clear();
        self.reserve_exact(count);
        self.resize(count, row);
    }
}

impl<T: Clone> Rows for Column<T> {
    type Row = T;

    #[inline]
    fn put_row(&mut self, index: usize, row: T) {
        if index == self.len() {
            self.push(row);
        } else {
            self[index] = row;
        }
    }

    fn reserve_rows(&mut self, count: usize) {
        self.reserve_total(count);
    }

    fn refill_rows(&mut self, count: usize, row: T) {
        (**self).refill_rows(count, row);
    }
}

/// Declares a table, see the head of this file. The second name is that of a row with all columns that are
/// not optional.
macro_rules! table {
    (
        $(#[$meta:meta])*
        $table:ident of $row:ident {
            $(columns { $($(#[$c_meta:meta])* $c:ident: $c_type:ty = $c_row:expr;)* })?
            $(saved { $($(#[$s_meta:meta])* $s:ident: $s_type:ty = $s_row:expr;)* })?
            $(unhashed { $($(#[$u_meta:meta])* $u:ident: $u_type:ty = $u_row:expr;)* })?
            $(rewritten { $($(#[$r_meta:meta])* $r:ident: $r_type:ty = $r_row:expr;)* })?
            $(optional { $($(#[$o_meta:meta])* $o:ident: $o_type:ty = $o_row:expr;)* })?
            $(others { $($(#[$l_meta:meta])* $l:ident: $l_type:ty = $l_new:expr;)* })?
            $(caches { $($(#[$k_meta:meta])* $k:ident: $k_type:ty = $k_new:expr;)* })?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub(crate) struct $table {
            pub(crate) pool: crate::store::id::IdPool,
            $($($(#[$c_meta])* pub(crate) $c: $c_type,)*)?
            $($($(#[$s_meta])* pub(crate) $s: $s_type,)*)?
            $($($(#[$u_meta])* pub(crate) $u: $u_type,)*)?
            $($($(#[$r_meta])* pub(crate) $r: $r_type,)*)?
            $($($(#[$o_meta])* pub(crate) $o: $o_type,)*)?
            $($($(#[$l_meta])* pub(crate) $l: $l_type,)*)?
            $($($(#[$k_meta])* pub(crate) $k: $k_type,)*)?
        }

        crate::store::capacity::clone_with_capacity!(
            $table: pool $($(, $c)*)? $($(, $s)*)? $($(, $u)*)? $($(, $r)*)? $($(, $o)*)? $($(, $l)*)? $($(, $k)*)?
        );

        impl $table {
            /// Takes over the changes of another table.
            pub(crate) fn copy_changes(&mut self, source: &$table, how: crate::store::column::CopyMode) {
                #[allow(unused_imports, reason = "a table may have columns only")]
                use crate::store::column::CopyWhole;
                self.pool.copy_changes(&source.pool, how);
                $($(self.$c.copy_changes(&source.$c, how);)*)?
                $($(self.$s.copy_changes(&source.$s, how);)*)?
                $($(self.$u.copy_changes(&source.$u, how);)*)?
                $($(self.$o.copy_changes(&source.$o, how);)*)?
                $($(self.$l.copy_changes(&source.$l, how);)*)?
                // The rows of a step are valid only in it, so only their number counts.
                $($(self.$r.resize(source.$r.len(), $r_row);)*)?
            }
        }

        /// One row of every column that is not optional.
        pub(crate) struct $row {
            $($(pub(crate) $c: <$c_type as crate::store::table::Rows>::Row,)*)?
            $($(pub(crate) $s: <$s_type as crate::store::table::Rows>::Row,)*)?
            $($(pub(crate) $u: <$u_type as crate::store::table::Rows>::Row,)*)?
            $($(pub(crate) $r: <$r_type as crate::store::table::Rows>::Row,)*)?
        }

        impl Default for $row {
            #[inline]
            fn default() -> $row {
                $row {
                    $($($c: $c_row,)*)?
                    $($($s: $s_row,)*)?
                    $($($u: $u_row,)*)?
                    $($($r: $r_row,)*)?
                }
            }
        }

        impl $table {
            /// Memory of a slot in all columns that are not optional \[bytes\].
            pub(crate) const ROW: usize = 0
                $($(+ size_of::<<$c_type as crate::store::table::Rows>::Row>())*)?
                $($(+ size_of::<<$s_type as crate::store::table::Rows>::Row>())*)?
                $($(+ size_of::<<$u_type as crate::store::table::Rows>::Row>())*)?
                $($(+ size_of::<<$r_type as crate::store::table::Rows>::Row>())*)?;

            /// Memory of a slot in the columns that snapshots contain as they are, on every machine
            /// \[bytes\].
            pub(crate) const SAVED: usize = 0
                $($(+ 4 * <<$s_type as crate::store::table::Rows>::Row as crate::store::saved::Words>::COUNT)*)?
                $($(+ 4 * <<$u_type as crate::store::table::Rows>::Row as crate::store::saved::Words>::COUNT)*)?;

            /// Returns an empty table whose ids have this tag.
            fn empty(tag: u8) -> $table {
                $table {
                    pool: crate::store::id::IdPool::new(tag),
                    $($($c: Default::default(),)*)?
                    $($($s: Default::default(),)*)?
                    $($($u: Default::default(),)*)?
                    $($($r: Default::default(),)*)?
                    $($($o: Default::default(),)*)?
                    $($($l: $l_new,)*)?
                    $($($k: $k_new,)*)?
                }
            }

            /// Allocates a slot with this row.
            #[allow(dead_code, reason = "a table may write its rows in place")]
            #[inline]
            fn insert_row(&mut self, row: $row) -> u32 {
                #[allow(unused_imports, reason = "of a table without columns")]
                use crate::store::table::Rows;
                let slot = self.pool.insert().slot();
                let index = slot as usize;
                $($(self.$c.put_row(index, row.$c);)*)?
                $($(self.$s.put_row(index, row.$s);)*)?
                $($(self.$u.put_row(index, row.$u);)*)?
                $($(self.$r.put_row(index, row.$r);)*)?
                $($(if !self.$o.is_empty() {
                    self.$o.put_row(index, $o_row);
                })*)?
                slot
            }

            /// Allocates a slot for an object whose rows the caller writes in place. A slot that was in use
            /// keeps its former rows until then.
            #[allow(dead_code, reason = "most tables insert whole rows")]
            #[inline]
            fn insert_unwritten(&mut self) -> u32 {
                #[allow(unused_imports, reason = "of a table without columns")]
                use crate::store::table::Rows;
                let slot = self.pool.insert().slot();
                if slot as usize + 1 == self.pool.slot_count() {
                    let (row, index) = ($row::default(), slot as usize);
                    $($(self.$c.put_row(index, row.$c);)*)?
                    $($(self.$s.put_row(index, row.$s);)*)?
                    $($(self.$u.put_row(index, row.$u);)*)?
                    $($(self.$r.put_row(index, row.$r);)*)?
                }
                $($(if !self.$o.is_empty() {
                    self.$o.put_row(slot as usize, $o_row);
                })*)?
                slot
            }

            /// Reserves memory for this many slots, in the optional columns only if they are in use.
            fn reserve_rows(&mut self, count: usize) {
                use crate::store::table::Rows;
                self.pool.reserve(count);
                $($(self.$c.reserve_rows(count);)*)?
                $($(self.$s.reserve_rows(count);)*)?
                $($(self.$u.reserve_rows(count);)*)?
                $($(self.$r.reserve_rows(count);)*)?
                $($(if !self.$o.is_empty() {
                    self.$o.reserve_rows(count);
                })*)?
            }

            /// Gives every slot of the pool the default row, without spare capacity. Empties the optional
            /// columns.
            pub(crate) fn refill(&mut self) {
                use crate::store::table::Rows;
                #[allow(unused_variables, reason = "of a table without columns")]
                let count = self.pool.slot_count();
                $($(self.$c.refill_rows(count, $c_row);)*)?
                $($(self.$s.refill_rows(count, $s_row);)*)?
                $($(self.$u.refill_rows(count, $u_row);)*)?
                $($(self.$r.refill_rows(count, $r_row);)*)?
                $($(self.$o.clear();)*)?
            }

            /// Visits the columns that snapshots, or also hashes, contain as they are.
            #[allow(unused_variables, reason = "of a table without such columns")]
            pub(crate) fn visit_saved(
                &self,
                which: crate::store::saved::Saved,
                visitor: &mut impl crate::store::saved::SavedVisitor,
            ) {
                $($(visitor.column(&self.pool, &self.$s);)*)?
                if which == crate::store::saved::Saved::All {
                    $($(visitor.column(&self.pool, &self.$u);)*)?
                }
            }

            /// Reads the columns that a snapshot contains as they are.
            #[allow(unused_variables, reason = "of a table without such columns")]
            pub(crate) fn read_saved<R: crate::store::saved::SavedReader>(
                &mut self,
                reader: &mut R,
            ) -> Result<(), R::Error> {
                $($(reader.column(&self.pool, &mut self.$s)?;)*)?
                $($(reader.column(&self.pool, &mut self.$u)?;)*)?
                Ok(())
            }
        }
    };
}

pub(crate) use table;
