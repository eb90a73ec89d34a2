//! Checks in a call log, which compare a replay with the recording: half of the state hash, sums over the
//! awake bodies, and two bytes per awake body.

use crate::persist::codec::{Encode, Reader, Writer};
use crate::state::State;
use crate::store::id::BodyId;
use crate::store::slot::NONE;

use super::{AppliedCall, CallError, locate};

/// Returns four bytes of the state hash, which miss a difference once in four billion steps.
pub(crate) fn short_hash(state: &State) -> [u16; 2] {
    let hash = state.hash_of_all();
    [hash as u16, (hash >> 16) as u16]
}

/// Slots of awake bodies in ascending order, and a digest of each.
pub(crate) struct Digests {
    slots: Vec<u32>,
    digests: Vec<u16>,
}

/// Writes the slots as differences, nearly all of which are 1, and then the digests, which cannot be
/// compressed.
impl Encode for Digests {
    fn encode(&self, to: &mut Writer<'_>) {
        (self.slots.len() as u64).encode(to);
        let mut last = NONE;
        for &slot in &self.slots {
            slot.wrapping_sub(last).encode(to);
            last = slot;
        }
        for digest in &self.digests {
            digest.encode(to);
        }
    }
}

pub(crate) fn awake_digests(state: &State) -> Digests {
    let mut slots = state.sets.awake().to_vec();
    slots.sort_unstable();
    let digests = slots.iter().map(|&slot| digest(state, slot)).collect();
    Digests { slots, digests }
}

/// Returns two bytes that nearly always differ if any bit of a body's motion differs.
pub(super) fn digest(state: &State, slot: u32) -> u16 {
    let index = slot as usize;
    let (pose, motion) = (&state.bodies.poses[index], &state.bodies.states[index]);
    let numbers = [
        pose.pose.p.x,
        pose.pose.p.y,
        pose.pose.q.c,
        pose.pose.q.s,
        motion.velocity.x,
        motion.velocity.y,
        motion.angular_velocity,
    ];
    let mut mixed: u64 = 0;
    // In a large world the digest includes the origin of the coordinates.
    let cell = state.bodies.is_large().then(|| state.bodies.cell(slot)).into_iter().flatten();
    for number in numbers.into_iter().chain(cell) {
        mixed = (mixed.rotate_left(5) ^ u64::from(number.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (mixed >> 48) as u16
}

/// Compares the state with a recorded hash.
pub(crate) fn compare_hash(state: &State, from: &mut Reader<'_>) -> Result<AppliedCall, CallError> {
    let noted: [u16; 2] = from.value()?;
    Ok(AppliedCall::Hash { same: noted == short_hash(state) })
}

/// Compares sums over the awake bodies with recorded ones.
pub(crate) fn compare_sums(state: &State, from: &mut Reader<'_>) -> Result<AppliedCall, CallError> {
    let noted: [u16; 4] = from.value()?;
    let now = locate::sums(state);
    let slots = now.map_or_else(Vec::new, |now| locate::differing(state, noted, now));
    let bodies = slots.into_iter().map(|slot| state.bodies.id(slot)).collect();
    Ok(AppliedCall::Located { bodies, same: now == Some(noted) })
}

/// Compares the awake bodies with recorded ones.
pub(crate) fn compare_bodies(state: &State, from: &mut Reader<'_>) -> Result<AppliedCall, CallError> {
    let count = from.value::<u64>()?;
    let mut slots = Vec::new();
    let mut last = NONE;
    for _ in 0..count {
        last = last.wrapping_add(from.value::<u32>()?);
        slots.push(last);
    }
    let (mut differing, mut same) = (Vec::new(), true);
    let mut awake = state.sets.awake().to_vec();
    awake.sort_unstable();
    for &slot in &slots {
        let noted = from.value::<u16>()?;
        let exists = state.bodies.pool.is_alive(slot) && slot != 0;
        if exists && noted != digest(state, slot) {
            differing.push(state.bodies.id(slot));
        }
        same &= exists;
    }
    // Bodies that were not awake in the recording should not be awake now.
    let extra = awake.into_iter().filter(|slot| slots.binary_search(slot).is_err());
    differing.extend(extra.map(|slot| state.bodies.id(slot)));
    differing.sort_unstable_by_key(|id: &BodyId| id.raw().slot());
    differing.dedup();
    same &= differing.is_empty();
    Ok(AppliedCall::Bodies { differing, same })
}
