//! The jitter of copies: a generator anyone can write again in any language.

/// Shown by `interframe run --help`; the limits are those of `model` and `input`.
pub const HELP: &str = "\
Copies: copy k (from 0) of a body stands at its pose shifted by k times `step`. Then nine numbers \
u in [-1, 1) are drawn: position x, y, z, velocity x, y, z, spin x, y, z, and each component is \
shifted by u times its jitter figure (all nine are always drawn). The generator \
is SplitMix64 from `seed`, one for each body entry: state += 0x9e3779b97f4a7c15; z = state; \
z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9; z = (z ^ z >> 27) * 0x94d049bb133111eb; z ^= z >> 31, all \
modulo 2^64; u = 2 * ((z >> 11) / 2^53) - 1. Copies are named NAME-1, NAME-2 and so on.

Motion: within a frame the pivot moves at constant velocity and the body turns by spin * frame_s \
about it; gravity * frame_s is added to the velocity at each frame's end. The next frame starts at \
the pose where the last one ended; its quaternion is divided by its norm when the square of the \
norm is farther than 1e-12 from 1.

Contacts: in each frame, time_of_impact is run for every pair that the filters let collide, unless both bodies are \
fixed or boxes prove the pair apart. `hit` is proved, with the time within the frame. `undecided` has a reason; treat \
it as a possible hit. A contact that lasts several frames begins once. `frame poses alone` says whether \
`intersect` at the frame poses, from the first to the last frame of the contact, would have seen it. With --mode \
all you get every contact with the time at which it ends, with --mode poses only those at the frames' ends. A body \
with the `role` `sensor` is tested like any other but stops nobody.

Limits: 100000 bodies, copies included; 1000000 keyframe poses, copies included; 1000000 frames, and 1000000000 \
bodies times frames; 5000000 pairs of bodies whose boxes meet in a frame, and with --certificate or --capture-all \
5000000 pairs of which a body moves (3162 bodies that all move); 2000000 contacts that begin; a scene \
file of 64 MiB and mesh files of 256 MiB. All must be regular files.";

/// SplitMix64.
#[derive(Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [-1, 1).
    pub fn symmetric(&mut self) -> f64 {
        2.0 * ((self.next() >> 11) as f64 / (1u64 << 53) as f64) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First outputs from seed 1234567, as published with the algorithm's reference code.
    #[test]
    fn gives_the_published_sequence() {
        let mut random = Random::new(1_234_567);
        let first: Vec<_> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
