//! Do the oriented boxes of two moving bodies meet between two frames?
//!
//! The 2005 paper's test before any program is set up: each body's box at both poses is compared along the boxes' face
//! normals and the line of their centres. Boxes that overlap along all of these say nothing; along the direction of
//! the largest gap the bodies themselves are measured, dilated as in a certified sweep, and that is what proves them
//! apart. Costs as much for any number of vertices, but for that one support query.
//!
//! Loses: near contact, where boxes meet long before bodies do, and where only the edges of both boxes
//! separate them.

use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::MovingPair;
use crate::options::{Method, options};
use crate::pair::PairState;
use crate::query::interframe::{Frame, Interframe, motion_scale, placed_hulls};
use crate::query::method::Decided;
use crate::shape::support::SearchStart;
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::minkowski_difference::Difference;
use crate::support::dilation::slack;
use crate::support::extended_box::apart;
use crate::support::mapping::SupportMapping;
use crate::verdict::{About, DecidedBy};

options! {
    /// Options of [`extended_boxes_meet`].
    ExtendedBoxesOptions {
        /// In which frame the bodies are swept.
        frame: Frame = Frame::Relative;
    }
}

/// Whether the extended oriented boxes of two moving bodies are apart, and with them the bodies.
///
/// `Separated`, about `Motion`: the bodies share no point at any t in [0, 1], however they turn. The plane is
/// proved as that of a certified [`interframe`](crate::interframe): against every vertex at both poses, with the
/// rounding and what turning bends out of the hulls. Otherwise `Undecided` ([`Reason::HullsMeet`](crate::Reason)):
/// boxes that meet say nothing about the bodies in them, and boxes that only edges separate count as meeting. There
/// is no `Hit`.
///
/// For broad phases of one's own, and the 2005 paper's: [`interframe`](crate::interframe) needs no such test before it.
/// Bodies with radii are taken, curved ones are not. `solver` is `InteriorPoint`, whose stage this is. The state's
/// plane is not used; one that is found is kept. Some hundreds of nanoseconds, and one test of each corner of a body
/// that turns. Allocates nothing.
///
/// Source: Akgunduz, Banerjee and Mehrotra (2005), section 5. Deviations: what the boxes say is proved on the bodies;
/// the frame moves with A's pivot by default; the dilation for turns.
///
/// # Errors
/// [`Error::Body`](crate::Error::Body) for curved bodies and bodies of several pieces.
///
/// ```
/// use interframe::{
///     ExtendedBoxesOptions, Motion, MovingPair, PairState, Polytope, Pose, Verdict,
///     extended_boxes_meet,
/// };
/// use nalgebra::Vector3;
///
/// let bar = Polytope::new(&[Vector3::x(), -Vector3::x()])?;
/// let ask = |height: f64| {
///     let from = Pose::from_translation(Vector3::new(-20.0, height, 0.0))?;
///     let scaled = Motion::translation(from, Vector3::new(40.0, height, 0.0))?;
///     let still = Motion::fixed(Pose::identity());
///     let pair = MovingPair::new(&bar, &still, &bar, &scaled);
///     extended_boxes_meet(&pair, &ExtendedBoxesOptions::default(), &mut PairState::default())
/// };
/// assert_eq!(ask(0.5)?.verdict, Verdict::Separated);
/// assert_eq!(ask(0.0)?.verdict, Verdict::Undecided);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn extended_boxes_meet(
    pair: &MovingPair<'_>,
    options: &ExtendedBoxesOptions,
    state: &mut PairState,
) -> Result<Interframe> {
    options.validate()?;
    let cores = pair.cores_for(&kinds::EXTENDED_BOXES_MEET)?;
    let method = Method::InteriorPoint;
    if cores.has_empty() {
        return Ok(Interframe::nothing_to_meet(About::Motion, method));
    }
    let ([a, b], [motion_a, motion_b]) = cores.both();
    let scale = motion_scale(a, motion_a, b, motion_b);
    let relative = options.frame == Frame::Relative;
    let matrices = cores
        .places
        .map(|m| [m.start(), m.end()].map(|pose| pose.matrix() * scale));
    let [hull_a, hull_b] = placed_hulls(&cores, &matrices, relative, scale);
    let bend = slack(a, motion_a, scale) + slack(b, motion_b, scale);
    let [_, reach] = cores.touching_distance(0.0).bounds(scale);
    let dilated = if reach > 0.0 {
        (bend + reach).next_up()
    } else {
        bend
    };
    let mut m = Difference::new(&hull_a, &hull_b, dilated);
    (m.hint_a, m.hint_b) = (state.hint_a, state.hint_b);
    let boxes = hull_a.extended_box().zip(hull_b.extended_box());
    let proved = boxes.and_then(|(a, b)| apart(&a, &b)).and_then(|n| {
        let extent = m.support(&n, SearchStart::Table);
        m.proves_apart(&n, 1.0, &extent)
            .then(|| Decision::separated(n, extent.max_a, extent.min_b, DecidedBy::Float))
    });
    (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
    if let Some(decision) = &proved {
        state.keep_plane(Some(&decision.vector()));
    }
    let decided = Decided {
        decision: proved.unwrap_or_else(|| Decision::undecided(DecisionKind::Meets)),
        solver: method,
        iterations: m.queries,
        bounds: None,
    };
    let place = (motion_a.start().translation(), scale);
    Ok(Interframe::new(
        decided,
        &None,
        About::Motion,
        false,
        bend,
        place,
    ))
}
