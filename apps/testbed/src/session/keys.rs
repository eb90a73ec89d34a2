//! Held controls of a player as bits, for an edit.

use cairn2d_scenes::Controls;

/// The bits of held controls.
pub fn bits(held: Controls) -> u8 {
    let keys = [held.left, held.right, held.up, held.down, held.fire, held.special];
    keys.iter().enumerate().fold(0, |bits, (place, &key)| bits | (u8::from(key) << place))
}

/// The held controls of bits.
pub fn controls(bits: u8) -> Controls {
    let key = |place: u8| bits & (1 << place) != 0;
    Controls { left: key(0), right: key(1), up: key(2), down: key(3), fire: key(4), special: key(5) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_for_keys_and_back() {
        for all in 0..64 {
            assert_eq!(bits(controls(all)), all);
        }
        assert_eq!(controls(bits(Controls::held("ls"))), Controls::held("ls"));
    }
}
