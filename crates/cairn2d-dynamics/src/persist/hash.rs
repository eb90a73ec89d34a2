//! The state hash: one number that depends on every bit of the state.

/// A simple 64-bit hash of words: multiply and rotate, the same on every machine.
#[derive(Clone, Copy)]
pub(crate) struct StateHasher(u64);

impl StateHasher {
    /// Returns a hasher that begins with a word.
    pub(crate) fn new(first: u64) -> StateHasher {
        StateHasher(first)
    }

    pub(crate) fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn floats(&mut self, floats: &[f32]) {
        for value in floats {
            self.word(u64::from(value.to_bits()));
        }
    }

    pub(crate) fn finish(self) -> u64 {
        // A last mixing, so that a change in the last word affects all bits.
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 29)
    }
}
