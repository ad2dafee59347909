//! Moving pairs of which one body begins inside the other, or nearly.

use twin::random::case_generator;
use twin::shapes::prism;
use twin::spins::spinning_pair;
use twin::sweeps::MovingPair;

/// A spinning pair, B the smaller body and at first near the middle of A.
pub fn roomy_pair(index: u64) -> MovingPair {
    let mut rng = case_generator(101, index);
    let mut pair = spinning_pair(index);
    let (large, small) = (rng.between(1.0, 8.0), rng.between(0.02, 0.6));
    pair.a.iter_mut().flatten().for_each(|x| *x *= large);
    pair.b.iter_mut().flatten().for_each(|x| *x *= small);
    if rng.below(4) == 0 {
        // Nothing leaves through an angle alone.
        pair.a = prism(&mut rng, 12, 0.5 * large);
        pair.a.iter_mut().flatten().for_each(|x| *x *= large);
    }
    // B's pivot begins within a size of A's.
    let near = rng.between(0.0, 1.0);
    let (from, to) = (pair.motion_a.start.p, pair.motion_b.start.p);
    for k in 0..3 {
        let shift = near * (from[k] - to[k]);
        pair.motion_b.start.p[k] += shift;
        pair.motion_b.end_p[k] += shift;
    }
    if rng.below(3) == 0 {
        // Both turn alike, as cargo does.
        let turn = pair.motion_a.turn;
        (pair.motion_b.turn, pair.motion_b.end_q) = (turn, None);
    }
    if rng.below(3) == 0 {
        (pair.motion_a.turn, pair.motion_a.end_q) = (None, None);
    }
    pair
}
