//! Do two pieces that touch come deeper, or do they only rub against each other?
//!
//! Two pieces touch along many normals where a corner lies on an edge, or where their sides lie in one plane. Whether they approach
//! cannot be told from one of them. Their depth a little later tells it.

use crate::advance::impact::TimeOfImpactOptions;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::start_contact::bounding_motions;
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::query::penetration::of_convex;
use crate::query::penetration_answer::Penetration;
use crate::query::within::{WithinOptions, within};
use crate::verdict::Verdict;

/// Pieces in contact are looked at again after they have moved by this part of their size. Less finds larger slopes alone; more
/// leaves small pieces.
const SHORT_WAY: f64 = 1e-3;

/// Whether two bodies that are near each other never share a point: neither turns or is curved, and contact is at no distance.
pub(crate) fn is_exact(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> bool {
    let is_turning = pair.motion_a.is_turning() || pair.motion_b.is_turning();
    let is_curved = pair.a.is_curved() || pair.b.is_curved();
    !is_turning && !is_curved && options.target_separation == 0.0
}

/// Whether two pieces are apart at the start by no more than rounding hides.
pub(crate) fn is_apart_by_rounding(two: &MovingPair<'_>) -> Result<bool> {
    let motion = RelativeMotion::new(&bounding_motions(two));
    come_within(&two.at_start(), motion.level_gap() / motion.scale)
}

/// The depth of two pieces, for queries that ignore contacts at the start.
pub(crate) fn depth_of(two: &PosedPair<'_>) -> Penetration {
    of_convex(&two.convex_pair(), MAX_PIVOTS)
}

/// Whether two pieces are no farther apart than this.
pub(crate) fn come_within(two: &PosedPair<'_>, distance: f64) -> Result<bool> {
    let ask = WithinOptions {
        distance,
        ..WithinOptions::default()
    };
    Ok(within(two, &ask, &mut PairState::default())?.verdict == Verdict::Hit)
}

/// The time in which two pieces move by a small part of their size.
pub(crate) fn short_way(two: &MovingPair<'_>) -> f64 {
    let scaled = bounding_motions(two);
    let motion = RelativeMotion::new(&scaled);
    (SHORT_WAY * scaled.size() * motion.scale / motion.fastest()).min(1.0)
}

/// Whether two pieces that do not turn come deeper than `depth` by rounding alone while they are in contact.
///
/// Along a straight motion their depth is concave while they overlap. So it is never larger than twice that of the middle of their
/// contact; and where it grows by rounding on the first part of the way, it grows no faster later.
pub(crate) fn comes_no_deeper(
    two: &MovingPair<'_>,
    [enter, exit]: [f64; 2],
    depth: f64,
) -> Result<bool> {
    let scaled = bounding_motions(two);
    if scaled.is_turning() {
        return Ok(false);
    }
    let motion = RelativeMotion::new(&scaled);
    let middle = 0.5 * (exit - enter).max(0.0);
    for way in [short_way(two).min(middle), middle] {
        let t = enter + way;
        let then = [two.motion_a.pose_at(t)?, two.motion_b.pose_at(t)?];
        let deep = depth_of(&PosedPair::new(two.a, &then[0], two.b, &then[1]));
        let rounding = (motion.level_gap() + motion.slowest() * way) / motion.scale;
        let is_deeper = match deep.verdict {
            Verdict::Separated => false,
            Verdict::Hit => !(deep.depth <= depth + rounding),
            // What is not known may be deeper.
            _ => true,
        };
        if is_deeper {
            return Ok(false);
        }
    }
    Ok(true)
}
