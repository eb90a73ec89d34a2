//! The broad phase in a snapshot: the structure and order of the AABBs, and the shapes with unknown pairs.
//! The AABBs themselves are in the table of shapes.
//!
//! The links of the trees and the order of the moving AABBs are preserved, because the order of new pairs
//! depends on them.

use cairn2d_geometry::tree::{DynamicTree, TreeEnds};
use cairn2d_math::{Aabb, LaneLevel};

use crate::persist::codec::{Encode, Reader, Writer};
use crate::store::saved::Words;
use crate::tables::broad_phase::{BroadPhase, Moving, Statics};
use crate::tables::error::SnapshotError;

use super::budget::{MOVING, NODE};
use super::{Read, ensure, is_usable_or_empty};

/// Marks a static shape with unknown pairs.
const NEW: u32 = 1 << 31;

/// Largest sum of the perimeters of a tree \[m\]: that of 2^32 of the largest valid AABBs.
const MAX_PERIMETER: f64 = 1.0e41;

/// Bytes of an entry in a growing list.
const NEW_SIZE: usize = 8;

impl BroadPhase {
    pub(super) fn write(&self, out: &mut Writer<'_>) {
        self.moving.write(out);
        self.statics.write(out);
        write_tree(&self.sleeping, out);
        let mark = |shape: u32| if self.new.contains(shape) { shape | NEW } else { shape };
        out.count(self.new_statics.len());
        out.charge(self.new_statics.len(), NEW_SIZE);
        out.all(self.new_statics.iter().map(|&shape| mark(shape)));
        let unknown = || self.sleeping.iter().map(|entry| entry.2).filter(|&shape| self.is_unknown(shape));
        out.count(unknown().count());
        out.all(unknown());
        out.long(self.rest_changes);
    }

    /// Reads a broad phase in place of this one; `boxes` are the AABBs of the shapes.
    pub(super) fn read(&mut self, level: LaneLevel, boxes: &[Aabb], from: &mut Reader<'_>) -> Read<()> {
        self.moving.read(level, boxes, from)?;
        self.statics.read(boxes, from)?;
        read_tree(&mut self.sleeping, boxes, from)?;
        self.new_statics.clear();
        for bits in [&mut self.new, &mut self.listed, &mut self.unknown] {
            bits.clear();
            bits.ensure_len(boxes.len());
        }
        let count = from.count(4)?;
        from.charge(count, NEW_SIZE)?;
        for word in from.all(count)? {
            let shape = word & !NEW;
            let twice = (shape as usize) < boxes.len() && self.listed.contains(shape);
            ensure((shape as usize) < boxes.len() && !twice, "a new shape does not exist")?;
            self.listed.insert(shape);
            self.new_statics.push(shape);
            if word & NEW != 0 {
                self.new.insert(shape);
            }
        }
        let count = from.count(4)?;
        for shape in from.all(count)? {
            ensure((shape as usize) < boxes.len(), "a sleeping shape does not exist")?;
            self.unknown.insert(shape);
        }
        let known_again = self.sleeping.iter().filter(|entry| self.is_unknown(entry.2)).count();
        ensure(known_again == count, "a shape with unknown pairs does not sleep, or is listed twice")?;
        self.rest_changes = from.long()?;
        Ok(())
    }
}

impl Moving {
    fn write(&self, out: &mut Writer<'_>) {
        out.list(&self.shapes);
        out.charge(self.shapes.len(), MOVING);
        out.all(self.moved.iter().copied());
        let moved = || (0..self.shapes.len()).filter(|&item| self.is_moved(item as u32));
        for item in moved() {
            out.words(self.former[item].words());
        }
        self.tree_is_stale.encode(out);
        // The order of a stale tree counts too: it is used again when there are as many items as before.
        out.charge(self.tree.order().len().saturating_sub(self.shapes.len()), MOVING);
        out.count(self.tree.order().len());
        out.all(self.tree.order().iter().copied());
        out.long(self.tree.sorted_perimeter().to_bits());
    }

    fn read(&mut self, level: LaneLevel, boxes: &[Aabb], from: &mut Reader<'_>) -> Read<()> {
        from.list(&mut self.shapes)?;
        from.charge(self.shapes.len(), MOVING)?;
        self.boxes.clear();
        self.boxes.reserve_exact(self.shapes.len());
        for &shape in &self.shapes {
            let aabb = boxes.get(shape as usize).filter(|aabb| aabb.is_valid());
            self.boxes.push(*aabb.ok_or(SnapshotError::Structure("a moving shape does not exist"))?);
        }
        self.former.clear();
        self.former.reserve_exact(self.boxes.len());
        self.former.extend_from_slice(&self.boxes);
        let count = self.shapes.len();
        self.moved.clear();
        self.moved.extend(from.all(count.div_ceil(32))?);
        let beyond = self.moved.last().map_or(0, |last| (u64::from(*last)) >> ((count - 1) % 32 + 1));
        ensure(beyond == 0, "a moved body does not exist")?;
        for item in 0..count {
            if self.is_moved(item as u32) {
                // An item without a former AABB has the empty one, whose corners are infinite.
                let aabb = Aabb::from_words(&from.words::<4>()?).filter(|&aabb| is_usable_or_empty(aabb));
                self.former[item] = aabb.ok_or(SnapshotError::Structure("a former AABB is invalid"))?;
            }
        }
        self.unknown_count = self.former.iter().filter(|former| !former.is_valid()).count() as u32;
        self.clear_parts();
        self.tree_is_stale = from.value()?;
        let tree_count = from.count(4)?;
        from.charge(tree_count.saturating_sub(count), MOVING)?;
        let mut order = from.all(tree_count)?;
        let perimeter = from.double(MAX_PERIMETER)?;
        ensure(perimeter >= 0.0, "a perimeter is negative")?;
        self.tree.reorder(tree_count, &mut order, perimeter)?;
        self.tree_count = tree_count as u32;
        self.strays.add_all();
        if !self.tree_is_stale {
            ensure(tree_count <= count, "a tree has too many nodes")?;
            self.tree.refit(level, &self.boxes[..tree_count]);
        }
        Ok(())
    }
}

impl Statics {
    fn write(&self, out: &mut Writer<'_>) {
        out.byte(u8::from(self.changed) | u8::from(self.packed_is_fresh || self.packed_is_due) << 1);
        out.long(u64::from(self.query_count));
        write_tree(&self.tree, out);
    }

    fn read(&mut self, boxes: &[Aabb], from: &mut Reader<'_>) -> Read<()> {
        let bits: u8 = from.value()?;
        ensure(bits <= 3, "the static shapes have an unknown mark")?;
        (self.changed, self.packed_is_due) = (bits & 1 != 0, bits & 2 != 0);
        self.packed_is_fresh = false;
        let query_count = u32::try_from(from.long()?);
        self.query_count =
            query_count.map_err(|_| SnapshotError::Structure("the number of queries is out of range"))?;
        read_tree(&mut self.tree, boxes, from)
    }
}

/// Writes the links of a tree whose values are shapes.
pub(super) fn write_tree(tree: &DynamicTree, out: &mut Writer<'_>) {
    let TreeEnds { node_count, root, free } = tree.ends();
    out.count(node_count as usize);
    out.charge(node_count as usize, NODE);
    out.words([root, free]);
    out.all(tree.links().flatten());
}

/// Reads the links of a tree; leaves get the AABBs of the shapes.
pub(super) fn read_tree(tree: &mut DynamicTree, boxes: &[Aabb], from: &mut Reader<'_>) -> Read<()> {
    let count = from.count(8)?;
    from.charge(count, NODE)?;
    let [root, free] = from.words()?;
    let mut links = from.rows(count)?;
    let ends = TreeEnds { node_count: count as u32, root, free };
    tree.relink(ends, &mut links, &|shape| boxes.get(shape as usize).copied())?;
    Ok(())
}
