//! Layout of the structs in memory of WebAssembly with 32-bit addresses, by the rules of C.

use crate::spell::{count_name, has_size};
use crate::table::{Struct, Table, Type};

/// Layout of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Names of the fields in Rust, with their offsets \[bytes\]. The counts of lists are fields.
    pub offsets: Vec<(String, u32)>,
    /// Size \[bytes\].
    pub size: u32,
    /// Alignment \[bytes\].
    pub align: u32,
}

impl Layout {
    /// Returns the layout of a struct.
    pub(crate) fn of(table: &Table, entry: &Struct) -> Layout {
        let mut layout = Layout { offsets: Vec::new(), size: 0, align: 1 };
        if has_size(entry) {
            layout.push("size", (4, 4));
        }
        for field in &entry.fields {
            layout.push(&field.name, size_and_align(table, &field.kind));
            if let Type::List(_) = field.kind {
                layout.push(&count_name(&field.name), (4, 4));
            }
        }
        layout.size = layout.size.next_multiple_of(layout.align);
        layout
    }

    /// Returns the offset of a field.
    pub(crate) fn offset(&self, name: &str) -> u32 {
        self.offsets.iter().find(|(field, _)| field == name).map_or(0, |&(_, offset)| offset)
    }

    fn push(&mut self, name: &str, (size, align): (u32, u32)) {
        let offset = self.size.next_multiple_of(align);
        self.offsets.push((name.to_owned(), offset));
        self.size = offset + size;
        self.align = self.align.max(align);
    }
}

/// Returns size and alignment of a type \[bytes\].
pub(crate) fn size_and_align(table: &Table, kind: &Type) -> (u32, u32) {
    match kind {
        Type::Bool => (1, 1),
        // A list is its address; the count is another field.
        Type::F32 | Type::U32 | Type::I32 | Type::Enum(_) | Type::List(_) => (4, 4),
        Type::F64 | Type::U64 | Type::Id(_) => (8, 8),
        Type::Vec2 | Type::Rot => (8, 4),
        Type::Pose => (16, 4),
        Type::DVec2 => (16, 8),
        Type::Struct(name) => table.structure(name).map_or((0, 1), |entry| {
            let layout = Layout::of(table, entry);
            (layout.size, layout.align)
        }),
    }
}
