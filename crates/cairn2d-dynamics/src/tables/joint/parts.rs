//! Optional parts of joints, beside the table. A plain hinge or rod has none, and most joints are plain.
//!
//! Invariant: a record has an index here if and only if it has a part, and no two records share an index.

use crate::store::capacity::{clone_with_capacity, reserve_total};
use crate::store::slot::NONE;

use super::def::JointParts;
use super::{GenericConstraint, Joints};

/// The parts of all joints that have any, at indices stored in the records.
#[derive(Debug, Default)]
pub(crate) struct PartsTable {
    places: Vec<JointParts>,
    free: Vec<u32>,
}

clone_with_capacity!(PartsTable: places, free);

const _: () = assert!(size_of::<JointParts>() <= 136);

/// The parts of a plain joint.
static PLAIN: JointParts = JointParts {
    limits: None,
    motor: None,
    spring: None,
    servo: None,
    spring_range: None,
    length: None,
    linear_motor: None,
    linear_spring: None,
    generic: GenericConstraint::None,
};

impl PartsTable {
    pub(crate) fn get(&self, place: u32) -> &JointParts {
        self.places.get(place as usize).unwrap_or(&PLAIN)
    }

    /// Replaces the parts at an index, or adds them. Returns the new index, `NONE` for a plain joint.
    pub(crate) fn replace(&mut self, place: u32, parts: JointParts) -> u32 {
        match (place != NONE, parts != PLAIN) {
            (false, false) => NONE,
            (true, true) => {
                self.places[place as usize] = parts;
                place
            }
            (true, false) => {
                // This also drops the custom constraint.
                self.places[place as usize] = parts;
                self.free.push(place);
                NONE
            }
            (false, true) => match self.free.pop() {
                Some(place) => {
                    self.places[place as usize] = parts;
                    place
                }
                None => {
                    self.places.push(parts);
                    // Reserve memory for all indices to become free, so that removal never allocates.
                    reserve_total(&mut self.free, self.places.capacity());
                    self.places.len() as u32 - 1
                }
            },
        }
    }

    /// Removes all parts, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.free.clear();
    }

    /// Reserves memory for this many joints with parts.
    pub(crate) fn reserve(&mut self, count: usize) {
        reserve_total(&mut self.places, count);
        reserve_total(&mut self.free, count);
    }
}

impl Joints {
    /// Returns the optional parts of a joint.
    pub(crate) fn parts(&self, slot: u32) -> &JointParts {
        self.parts.get(self.records[slot as usize].parts)
    }

    /// Sets the parts of a joint. [`Joints::refresh`] must then rebuild the rows.
    pub(crate) fn set_parts(&mut self, slot: u32, parts: JointParts) {
        let record = &mut self.records[slot as usize];
        record.parts = self.parts.replace(record.parts, parts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(upper: f32) -> JointParts {
        JointParts { limits: Some((0.0, upper)), ..JointParts::default() }
    }

    #[test]
    fn plain_joints_take_no_place_and_places_are_used_again() {
        let mut table = PartsTable::default();
        assert_eq!(table.replace(NONE, JointParts::default()), NONE);
        assert!(table.places.is_empty());
        let [a, b] = [1.0, 2.0].map(|upper| table.replace(NONE, limited(upper)));
        assert_ne!(a, b);
        assert_eq!(table.replace(a, JointParts::default()), NONE);
        assert_eq!(table.replace(NONE, limited(3.0)), a);
        assert_eq!(
            [a, b, NONE].map(|place| table.get(place).limits),
            [Some((0.0, 3.0)), Some((0.0, 2.0)), None]
        );
        assert_eq!(table.replace(b, limited(4.0)), b);
        assert_eq!((table.places.len(), table.free.len()), (2, 0));
    }
}
