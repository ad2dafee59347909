//! The same bits everywhere: one number for all answers and pair states over a fixed corpus.
//!
//! Run on every target, profile and SIMD width; INTERFRAME_GOLDEN=print shows the number. A change
//! of the solver may change it, and then this file says so.

mod common;

use common::{Answer, Built, bits, motion, polytope, vectors};
use interframe::{Frame, PairState, Settings, Sweep, VertexSweep, interframe, interframe_vertices};
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::random_pairs::{PosedPair, random_pair};
use twin::sweeps::{deforming_pair, moving_pair};

/// The number of the current solver.
const GOLDEN: u64 = 0xf4bc_1039_87f5_7403;

/// FNV-1a over 64 bits.
struct Hash(u64);

impl Hash {
    fn bytes(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn answer(&mut self, answer: &Answer, state: &PairState) {
        for word in bits(answer) {
            self.bytes(&word.to_le_bytes());
        }
        // Shortest decimal digits that read back to the same number: as good as its bits.
        self.bytes(format!("{state:?}").as_bytes());
    }
}

/// A pair and the same as B comes nearer: one state for all frames.
fn approach(pair: &PosedPair, hash: &mut Hash) {
    let mut state = PairState::default();
    for step in [0.25, 0.125, 0.0625, 0.0] {
        let mut moved = pair.clone();
        for k in 0..3 {
            moved.pose_b.p[k] += step * (pair.pose_b.p[k] - pair.pose_a.p[k]);
        }
        let answer = Built::new(&moved).intersect(&mut state);
        hash.answer(&answer.into(), &state);
    }
}

fn two_frame(index: u64, hash: &mut Hash) {
    let pair = moving_pair(index);
    let (Ok(ma), Ok(mb)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
        return;
    };
    let (a, b) = (polytope(&pair.a), polytope(&pair.b));
    let mut state = PairState::default();
    for sweep in [Sweep::Full, Sweep::Certified] {
        for frame in [Frame::World, Frame::Relative] {
            let settings = Settings::default();
            let answer = interframe(&a, &ma, &b, &mb, sweep, frame, &mut state, &settings);
            hash.bytes(&answer.slack.to_bits().to_le_bytes());
            hash.bytes(&[answer.reason as u8, answer.about as u8]);
            hash.answer(&answer.into(), &state);
        }
    }
}

fn deforming(index: u64, hash: &mut Hash) {
    let pair = deforming_pair(index);
    let lists = [&pair.a[0], &pair.a[1], &pair.b[0], &pair.b[1]].map(|l| vectors(l));
    let [start_a, end_a, start_b, end_b] = &lists;
    let mut state = PairState::default();
    let answer = interframe_vertices(
        VertexSweep {
            start: start_a,
            end: end_a,
        },
        VertexSweep {
            start: start_b,
            end: end_b,
        },
        &mut state,
        &Settings::default(),
    );
    hash.answer(&answer.expect("valid lists").into(), &state);
}

fn corpus() -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for index in 0..1500 {
        approach(&random_pair(index), &mut hash);
        approach(&degenerate_pair(index), &mut hash);
        approach(&near_contact(index), &mut hash);
        two_frame(index, &mut hash);
        deforming(index, &mut hash);
    }
    hash.0
}

#[test]
fn the_same_bits_everywhere() {
    let found = corpus();
    if std::env::var_os("INTERFRAME_GOLDEN").is_some() {
        println!("golden: {found:#018x}");
    }
    // Another thread, with its own stack and allocations, answers the same.
    let again = std::thread::spawn(corpus).join().expect("no query panics");
    assert_eq!(again, found, "two runs differ");
    assert_eq!(
        found, GOLDEN,
        "found {found:#018x}, committed {GOLDEN:#018x}"
    );
}
