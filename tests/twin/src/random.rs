//! The portable generator of all test data: SplitMix64 (Steele, Lea, Flood 2014) and
//! distributions that use only correctly rounded operations, so that every machine draws the
//! same numbers.

use crate::place::V3;

/// state += 0x9e3779b97f4a7c15; the output is its finalised mix.
#[derive(Debug, Clone)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1): the upper 53 bits times 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform in 0..n up to a bias of n / 2^64.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// Uniform integer, both ends included.
    pub fn integer(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    pub fn flip(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A unit vector, uniform on the sphere: a point of the ball, stretched.
    pub fn direction(&mut self) -> V3 {
        loop {
            let v = [0; 3].map(|_| self.between(-1.0, 1.0));
            let sq = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
            if (0.01..=1.0).contains(&sq) {
                let length = sq.sqrt();
                return v.map(|x| x / length);
            }
        }
    }

    /// A unit quaternion to rounding, uniform on its sphere.
    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q = [0; 4].map(|_| self.between(-1.0, 1.0));
            let sq = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            if (0.01..=1.0).contains(&sq) {
                let norm = sq.sqrt();
                return q.map(|x| x / norm);
            }
        }
    }

    /// A random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// A generator of its own for case `index` of a family: cases can be made in any order and on any
/// thread.
pub fn case_generator(family: u64, index: u64) -> SplitMix64 {
    let mut mixer = SplitMix64(family.wrapping_mul(0x0100_0000_01b3) ^ index);
    SplitMix64(mixer.next_u64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        let mut rng = SplitMix64(1234567);
        let expected = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
        ];
        assert_eq!([0; 3].map(|_| rng.next_u64()), expected);
    }
}
