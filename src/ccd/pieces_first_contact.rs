//! The earliest contact of two bodies of several pieces, over all pairs of pieces. If every pair is proved separate until
//! `t`, so are the bodies.
//!
//! After t = 0 the normal is that of the two pieces. In a straight cast at a triangle it comes from
//! `advance/triangle_cast.rs` or `advance/edge_pivots.rs`, for other convex pieces from the files that
//! `advance/convex_time.rs` names. At t = 0 it is one that both surfaces have (`pieces_start_contact`).

use std::cell::RefCell;

use crate::advance::convex_time::time_of_impact;
use crate::advance::impact::{Contact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::triangle_cast::TriangleCast;
use crate::ccd::level_contacts::StartPlanes;
use crate::ccd::pieces_start_contact;
use crate::ccd::rubbing::is_exact;
use crate::error::Result;
use crate::midphase::translation_cast::TranslationCast;
use crate::motion::pairs::MovingPair;
use crate::options::TimeOfImpactMethod;
use crate::pair::PairState;
use crate::shape::body::Body;
use crate::shape::feature::Feature;
use crate::shape::pieces::PieceId;
use crate::shape::triangle_mesh::Facet;
use crate::verdict::Verdict;

/// The first contact, one at t = 0 included, without regard to `initial_contact`. Contacts that pass `planes` are left out.
/// No tolerance, given or of a pair of pieces, is larger than `finest`.
#[cold]
pub(crate) fn first_of_pieces(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    planes: Option<&StartPlanes>,
    finest: f64,
) -> Result<TimeOfImpact> {
    let is_default = matches!(
        options.method,
        TimeOfImpactMethod::Default | TimeOfImpactMethod::RaySimplex
    );
    let passing = TranslationCast::new(pair);
    let shot = match is_default && options.target_separation == 0.0 {
        true => passing.as_ref().and_then(TriangleCast::new),
        false => None,
    };
    let gap = (options.tolerance).unwrap_or_else(|| match &shot {
        Some(shot) => shot.largest_tolerance(),
        None => pair.largest_tolerance(),
    });
    let gap = gap.min(finest);
    let first = RefCell::new(EarliestContact {
        hit: None,
        near: None,
        open: None,
        proved: 1.0,
        tolerance: gap,
        is_exact: is_exact(pair, options) && ![pair.a, pair.b].iter().any(Body::is_curved),
        solves: 0,
        iterations: 0,
    });
    let look = shot
        .as_ref()
        .filter(|shot| shot.is_from_any_side())
        .map(|shot| {
            #[inline(always)]
            |facet: &Facet, last: bool| first.borrow_mut().look(shot, facet, last)
        });
    pair.over_pieces_passing(
        passing.as_ref(),
        [gap + options.target_separation, 1.0],
        look,
        &mut |moving, ids| {
            let own = TimeOfImpactOptions {
                tolerance: match finest < f64::INFINITY {
                    true => Some(moving.tolerance(options.tolerance).min(finest)),
                    false => options.tolerance,
                },
                ..*options
            };
            let answer = time_of_impact(moving, &own, &mut PairState::default())?;
            let is_hidden = match planes {
                Some(planes) => planes.hide(moving, &answer)?,
                None => false,
            };
            let mut first = first.borrow_mut();
            if !is_hidden {
                first.take(named(pair, moving, ids, answer));
            }
            Ok(first.limit())
        },
    )?;
    let first = first.into_inner().answer();
    match first.is_at_start() {
        true => pieces_start_contact::deepest(pair, options, &first),
        false => Ok(first),
    }
}

/// An answer about two pieces as one about their bodies.
pub(crate) fn named(
    pair: &MovingPair<'_>,
    moving: &MovingPair<'_>,
    ids: [PieceId; 2],
    answer: TimeOfImpact,
) -> TimeOfImpact {
    let named = |of| Feature::both_named_in(of, [&pair.a, &pair.b], ids, [&moving.a, &moving.b]);
    TimeOfImpact {
        features: answer.features.map(named),
        pieces: Some(ids),
        ..answer
    }
}

/// EarliestContact contact over the pairs of pieces so far.
struct EarliestContact {
    hit: Option<TimeOfImpact>,
    /// A near contact of a pair that never meets; it counts only if no pair meets.
    near: Option<TimeOfImpact>,
    open: Option<TimeOfImpact>,
    /// All that was queried is free until then.
    proved: f64,
    /// No gap of a near contact is larger.
    tolerance: f64,
    /// Whether pairs that are near do not meet.
    is_exact: bool,
    solves: u32,
    iterations: u32,
}

impl EarliestContact {
    /// Pairs of pieces that do not meet by then are in no answer; less than 0 where two share a point at t = 0, which is enough.
    #[inline(always)]
    fn limit(&self) -> f64 {
        match &self.hit {
            Some(hit) if hit.t_hi > 0.0 || hit.contact != Contact::Overlap => hit.t_hi,
            Some(_) => -1.0,
            None => 1.0,
        }
    }

    /// Decides a triangle in closed form, or by pivots if that was not enough; returns the next limit.
    #[inline(always)]
    fn look(&mut self, shot: &TriangleCast<'_>, facet: &Facet, last: bool) -> Option<f64> {
        match last {
            true => self.look_again(shot, facet),
            false => self.decide(shot, facet, false),
        }
    }

    /// The last look at a triangle, compiled once: searches have it in several places.
    #[inline(never)]
    fn look_again(&mut self, shot: &TriangleCast<'_>, facet: &Facet) -> Option<f64> {
        self.decide(shot, facet, true)
    }

    #[inline(always)]
    fn decide(&mut self, shot: &TriangleCast<'_>, facet: &Facet, last: bool) -> Option<f64> {
        let near = if self.hit.is_some() {
            0.0
        } else {
            self.tolerance
        };
        let is_passed = match (shot.is_thin(), &self.hit) {
            (true, _) => shot.passes(&facet.corners, self.limit(), near),
            (false, Some(hit)) => shot.is_later(&facet.corners, hit),
            (false, None) => false,
        };
        if is_passed {
            return Some(self.limit());
        }
        let found = match last {
            true => shot.by_pivots(&facet.corners, self.limit(), near),
            false => shot.first_contact(&facet.corners, near),
        };
        if let Some(met) = found? {
            self.iterations += 1;
            self.proved = self.proved.min(met.t_lo);
            let order = ([met.t_hi, met.t_lo], Some(shot.pieces(facet.triangle)));
            let is_first = |hit: &TimeOfImpact| order < ([hit.t_hi, hit.t_lo], hit.pieces);
            if self.hit.as_ref().is_none_or(is_first) {
                self.hit = Some(shot.answer(&met, facet));
            }
        }
        Some(self.limit())
    }

    fn take(&mut self, answer: TimeOfImpact) {
        self.solves += answer.solves;
        self.iterations += answer.iterations;
        if answer.verdict == Verdict::Separated {
            return;
        }
        let never_meets = self.is_exact && answer.contact == Contact::Near;
        if !never_meets {
            self.proved = self.proved.min(answer.t_lo);
        }
        let (best, order): (_, fn(&TimeOfImpact) -> [f64; 2]) = match answer.verdict {
            Verdict::Hit if never_meets => (&mut self.near, |hit| [hit.t_hi, hit.t_lo]),
            Verdict::Hit => (&mut self.hit, |hit| [hit.t_hi, hit.t_lo]),
            _ => (&mut self.open, |open| [open.t_lo, 0.0]),
        };
        let before =
            |other: &TimeOfImpact| (order(&answer), answer.pieces) < (order(other), other.pieces);
        if best.as_ref().is_none_or(before) {
            *best = Some(answer);
        }
    }

    fn answer(self) -> TimeOfImpact {
        let answer = match (self.hit.or(self.near), self.open) {
            (Some(hit), _) => TimeOfImpact {
                t_lo: self.proved.min(hit.t_hi),
                ..hit
            },
            (None, Some(open)) => open,
            (None, None) => TimeOfImpact::separated(0.0, None),
        };
        TimeOfImpact {
            solves: self.solves,
            iterations: self.iterations,
            ..answer
        }
    }
}
