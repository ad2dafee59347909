//! When is a body inside a solid, between the times at which it meets the surface?
//!
//! While no two pieces meet, what is inside stays inside. So one time in each gap between two contacts of the surface decides about
//! the gap. At t = 0 the pose is exact, later it is rounded: a time counts only if the body is farther from the surface than the
//! rounding. If no time does, the gap is undecided.

use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::norm1;
use crate::shape::body::Body;

/// Part of a pair's size by which a pose within the frame may be off, and more.
const POSE_ERROR: f64 = 1e-11;

/// Times that are tried in a gap, as parts of it.
const TRIED: [f64; 5] = [0.5, 0.25, 0.75, 0.0625, 0.9375];

/// What a gap between two contacts of the surface is.
pub(super) enum Gap {
    Outside,
    Inside,
    Open,
}

/// Whether something of one body is inside the other between two times. No pieces meet between them.
pub(super) fn gap(pair: &MovingPair<'_>, [from, to]: [f64; 2]) -> Result<Gap> {
    let side = |is_inside: bool| if is_inside { Gap::Inside } else { Gap::Outside };
    if from >= to {
        return Ok(Gap::Outside);
    }
    if from == 0.0 {
        let found = pair.at_start().inside()?;
        return Ok(side(found.is_some_and(|found| found.point.is_some())));
    }
    for part in TRIED {
        let t = from + part * (to - from);
        let (pose_a, pose_b) = (pair.motion_a.pose_at(t)?, pair.motion_b.pose_at(t)?);
        let posed = PosedPair::new(pair.a, &pose_a, pair.b, &pose_b);
        let found = posed.inside_nearly(POSE_ERROR * size(pair))?;
        if !found.is_open {
            return Ok(side(found.point.is_some()));
        }
        // A part that is inside for certain is enough.
        if found.point.is_some() {
            return Ok(Gap::Inside);
        }
    }
    Ok(Gap::Open)
}

/// What the rounding of a pose within the frame is measured by.
fn size(pair: &MovingPair<'_>) -> f64 {
    let of = |body: &Body<'_>, motion: &Motion| {
        let reach = 2.0 * body.bounding_polytope().reach() + body.of_any_kind().1;
        let ends = norm1(&motion.start().translation()) + norm1(&motion.end_translation());
        let turn = motion
            .rotation_vector()
            .map_or(0.0, |(turn, _)| norm1(&turn));
        (reach + norm1(&motion.turning_pivot())) * (1.0 + turn) + ends
    };
    of(&pair.a, pair.motion_a) + of(&pair.b, pair.motion_b)
}
