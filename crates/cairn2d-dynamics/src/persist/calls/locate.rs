//! Sums over all awake bodies, recorded after a step. They identify one or two bodies that differ.
//!
//! Let `d` be the digest of a body, and let the weight `w` be its slot plus one. The sums are those of `d`,
//! `d w`, `d w²` and `d w³` modulo a prime. If one body differs, the differences of the sums are `e`, `e w`,
//! `e w²`, `e w³`. Their ratio is the weight, and the other sums confirm it. If two bodies differ,
//! subtracting the part of the first weight leaves the same pattern for the other, for only one pair of
//! weights. Reed-Solomon codes locate errors by the same syndromes (Peterson 1960). A search replaces the
//! locator polynomial, because there are few bodies.

use crate::state::State;

use super::checks::digest;

/// The largest prime of 16 bits.
const PRIME: u32 = 65_521;

/// The four sums.
pub(super) type Sums = [u16; 4];

/// Returns the sums over the awake bodies; `None` if the world has more slots than the prime can distinguish.
pub(crate) fn sums(state: &State) -> Option<Sums> {
    if state.bodies.records.len() >= PRIME as usize {
        return None;
    }
    let mut sums = [0_u64; 4];
    for &slot in state.sets.awake() {
        let mut term = u32::from(digest(state, slot)) % PRIME;
        for sum in &mut sums {
            *sum += u64::from(term);
            term = times(term, slot + 1);
        }
    }
    Some(sums.map(|sum| (sum % u64::from(PRIME)) as u16))
}

/// Returns the slots of the one or two bodies that explain a difference of sums. Empty if more bodies differ,
/// or if several answers fit.
pub(super) fn differing(state: &State, noted: Sums, now: Sums) -> Vec<u32> {
    let e: [u32; 4] = core::array::from_fn(|i| minus(u32::from(now[i]) % PRIME, u32::from(noted[i]) % PRIME));
    let exists = |weight: u32| weight > 1 && state.bodies.pool.is_alive(weight - 1);
    if let Some(weight) = ratio(e[0], e[1], e[2])
        && times(e[2], weight) == e[3]
        && exists(weight)
    {
        return vec![weight - 1];
    }
    let mut found = Vec::new();
    for slot in state.bodies.slots() {
        let first = slot + 1;
        let rest: [u32; 3] = core::array::from_fn(|i| minus(e[i + 1], times(first, e[i])));
        let second = ratio(rest[0], rest[1], rest[2]).filter(|&second| second > first && exists(second));
        let Some(second) = second else { continue };
        if !found.is_empty() {
            return Vec::new();
        }
        found = vec![slot, second - 1];
    }
    found
}

/// Returns the common ratio of three numbers, if there is one.
fn ratio(a: u32, b: u32, c: u32) -> Option<u32> {
    if a == 0 {
        return None;
    }
    let weight = times(b, inverse(a));
    (times(b, weight) == c).then_some(weight)
}

fn times(a: u32, b: u32) -> u32 {
    (u64::from(a) * u64::from(b) % u64::from(PRIME)) as u32
}

fn minus(a: u32, b: u32) -> u32 {
    (a + PRIME - b) % PRIME
}

/// Returns the modular inverse, by Fermat's little theorem.
fn inverse(a: u32) -> u32 {
    let (mut power, mut square, mut left) = (1, a, PRIME - 2);
    while left > 0 {
        if left & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        left >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::World;
    use crate::{Body, WorldConfig};

    #[test]
    fn every_number_has_its_inverse() {
        assert!((1..PRIME).all(|a| times(a, inverse(a)) == 1));
    }

    #[test]
    fn one_or_two_that_differ_are_found_and_three_are_not_mistaken() {
        let mut world = World::new(WorldConfig::default()).expect("valid");
        let ids: Vec<_> =
            (0..40).map(|n| world.spawn(Body::dynamic().at([n as f32, 0.0])).expect("valid")).collect();
        let noted = sums(&world.state).expect("few bodies");
        assert_eq!(differing(&world.state, noted, noted), []);
        let moved = |which: &[usize]| {
            let mut other = world.clone();
            for &index in which {
                let mut body = other.body_mut(ids[index]).expect("alive");
                body.set_velocity([1.0 + index as f32, 0.0]).expect("valid");
            }
            differing(&other.state, noted, sums(&other.state).expect("few bodies"))
        };
        for a in 0..40 {
            assert_eq!(moved(&[a]), [ids[a].raw().slot()]);
            for b in a + 1..40 {
                assert_eq!(moved(&[a, b]), [ids[a].raw().slot(), ids[b].raw().slot()]);
            }
        }
        let mistaken = (2..40).filter(|&a| !moved(&[0, 1, a]).is_empty()).count();
        assert!(mistaken <= 1, "{mistaken} of 38 triples look like pairs");
    }
}
