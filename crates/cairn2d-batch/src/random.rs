//! Random numbers by counter.
//!
//! A number depends only on the key of a world, its episode, and the index of the draw within the episode.
//! Threads, shards and the order of worlds cannot change it. The stream of an episode is that of SplitMix64
//! (Steele, Lea and Flood 2014), whose state is a counter.

/// Increment of the counter of SplitMix64.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes all bits of a number into all bits of the result.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The numbers of one episode of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stream(u64);

impl Stream {
    /// The stream of an episode of the world with this key.
    pub(crate) fn new(key: u64, episode: u64) -> Stream {
        Stream(mix(mix(key ^ GAMMA).wrapping_add(episode.wrapping_mul(GAMMA))))
    }

    /// The number of a draw, uniform in \[0, 1), a multiple of 2^-24.
    pub(crate) fn unit(self, draw: u64) -> f32 {
        let bits = mix(self.0.wrapping_add(draw.wrapping_add(1).wrapping_mul(GAMMA)));
        (bits >> 40) as f32 * (1.0 / 16_777_216.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_moments_of_the_uniform_distribution_along_every_counter() {
        let streams: [fn(u64) -> f32; 3] =
            [|i| Stream::new(7, 3).unit(i), |i| Stream::new(i, 0).unit(0), |i| Stream::new(7, i).unit(5)];
        for draw in streams {
            let count = 100_000;
            let numbers: Vec<f64> = (0..count).map(|i| f64::from(draw(i))).collect();
            let mean = numbers.iter().sum::<f64>() / count as f64;
            let variance = numbers.iter().map(|x| (x - 0.5) * (x - 0.5)).sum::<f64>() / count as f64;
            let next: f64 = numbers.windows(2).map(|pair| (pair[0] - 0.5) * (pair[1] - 0.5)).sum();
            // Five standard deviations of each estimate.
            assert!((mean - 0.5).abs() < 5.0 * (1.0 / 12.0_f64 / count as f64).sqrt(), "{mean}");
            assert!((variance - 1.0 / 12.0).abs() < 5.0 * (1.0 / 180.0_f64 / count as f64).sqrt());
            assert!((next / count as f64).abs() < 5.0 / 12.0 / (count as f64).sqrt(), "{next}");
            assert!(numbers.iter().all(|x| (0.0..1.0).contains(x)));
        }
    }
}
