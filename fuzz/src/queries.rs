//! Two bodies of any kind, at rest and moving: every query about them, held to the law.

#![no_main]

use interframe::{MovingPair, PosedPair};
use interframe_fuzz::{Bytes, law};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut from = Bytes::new(bytes);
    let Some((a, b)) = from.body().zip(from.body()) else {
        return;
    };
    let (pose_a, pose_b) = (from.pose(), from.pose());
    law::at_rest(&PosedPair::new(&a, &pose_a, &b, &pose_b), from.largest);
    let (Some(motion_a), Some(motion_b)) = (from.motion_from(pose_a), from.motion_from(pose_b))
    else {
        return;
    };
    let target = if from.flip() { from.length() } else { 0.0 };
    let pair = MovingPair::new(&a, &motion_a, &b, &motion_b);
    law::moving(&pair, target, from.largest, from.turned);
});
