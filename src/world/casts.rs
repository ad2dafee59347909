//! Casts of bodies and points through the bodies of a world where they are now.
//!
//! The tree is searched nearest first ([`WideTree`](crate::world::wide_tree::WideTree)), and each body whose box is entered
//! before the best hit so far is queried exactly. So no list is made, and what lies behind the hit is not looked at. Which
//! bodies count depends on no order: those whose boxes are entered by the time of the hit.

use std::sync::LazyLock;

use nalgebra::Vector3;

use crate::advance::impact::{TimeOfImpact, TimeOfImpactOptions};
use crate::error::Result;
use crate::motion::moving_box::{LocalBounds, MovingBox};
use crate::motion::pairs::MovingPair;
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::U;
use crate::numeric::simd;
use crate::pair::PairState;
use crate::proof::checked_queries::time_of_impact;
use crate::shape::body::SharedBody;
use crate::shape::polytope::Polytope;
use crate::verdict::Verdict;
use crate::world::bodies::WorldBody;
use crate::world::ids::Side;
use crate::world::queries::{Queries, QueryFilter};

/// First contact of a cast.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Cast {
    /// The first proved contact: the least `t_hi`, then `t_lo`, key and id.
    pub hit: Option<CastHit>,
    /// Time from which an undecided contact is possible, never after the hit. None: no contact is undecided.
    pub undecided_from: Option<f64>,
}

/// The body that a cast met, and when.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CastHit {
    /// Which body.
    pub side: Side,
    /// The contact. A is the body that was cast, B the other.
    pub answer: TimeOfImpact,
}

/// The body of rays.
static POINT: LazyLock<SharedBody> = LazyLock::new(|| {
    let point = Polytope::few(&[Vector3::zeros()]);
    SharedBody::new(point.expect("a point"))
});

/// A body on its way, and what is asked about it.
struct MovingQuery<'q> {
    shape: &'q SharedBody,
    motion: &'q Motion,
    options: &'q TimeOfImpactOptions,
    filter: &'q QueryFilter<'q>,
    /// Its box on that way.
    way: MovingBox,
}

/// What a cast has found so far.
struct FirstContact {
    hit: Option<CastHit>,
    /// Least time from which an undecided contact is possible.
    undecided_from: f64,
    /// When the last box of an undecided contact is entered.
    undecided_entry: f64,
}

impl FirstContact {
    /// Takes an answer about a body whose box is entered at `enter`.
    fn take(&mut self, found: CastHit, enter: f64, options: &TimeOfImpactOptions) {
        // A contact of the start that lasts hides no other.
        let order = |hit: &CastHit| {
            let CastHit { side, answer } = hit;
            (
                is_ignored(answer, options),
                answer.t_hi,
                answer.t_lo,
                side.order(),
            )
        };
        match found.answer.verdict {
            Verdict::Separated => {}
            Verdict::Undecided => {
                self.undecided_from = self.undecided_from.min(found.answer.t_lo);
                self.undecided_entry = self.undecided_entry.max(enter);
            }
            Verdict::Hit if self.hit.is_none_or(|best| order(&found) < order(&best)) => {
                self.hit = Some(found);
            }
            Verdict::Hit => {}
        }
    }

    /// The time after which nothing counts.
    fn end(&self, options: &TimeOfImpactOptions) -> f64 {
        let hit = self.hit.filter(|hit| !is_ignored(&hit.answer, options));
        hit.map_or(1.0, |hit| hit.answer.t_hi)
    }
}

fn is_ignored(answer: &TimeOfImpact, options: &TimeOfImpactOptions) -> bool {
    answer.initial && !options.initial_contact.counts(answer)
}

impl Queries<'_> {
    /// The first body that a body meets on its way, all others where they are now. A body that it is in contact with from the start to
    /// the end, where that is ignored, is the answer only if there is no other. Allocates only where the query about a body does.
    ///
    /// # Errors
    /// See [`time_of_impact`](crate::time_of_impact()).
    pub fn cast(
        &self,
        shape: &SharedBody,
        motion: &Motion,
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Cast> {
        let extent = LocalBounds::new(&shape.get());
        let gap = options.tolerance.unwrap_or(extent.tolerance()) + options.target_separation;
        let way = extent.along(&shape.get(), motion, gap);
        self.cast_along((shape, motion, way), options, filter)
    }

    /// The first body that a point meets from one place to another; times are parts of that way.
    ///
    /// # Errors
    /// See [`cast`](Self::cast), and [`Error::NonFinite`](crate::Error::NonFinite).
    pub fn ray(
        &self,
        from: Vector3<f64>,
        to: Vector3<f64>,
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Cast> {
        let motion = Motion::translation(Pose::from_translation(from)?, to)?;
        let gap = options.tolerance.unwrap_or(0.0) + options.target_separation;
        let way = MovingBox::of_point(&motion, gap);
        self.cast_along((&POINT, &motion, way), options, filter)
    }

    /// Casts a body whose box on its way is known.
    fn cast_along(
        &self,
        (shape, motion, way): (&SharedBody, &Motion, MovingBox),
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Cast> {
        options.validate()?;
        let query = MovingQuery {
            shape,
            motion,
            options,
            filter,
            way,
        };
        if query.way.start.is_empty() {
            return Ok(Cast {
                hit: None,
                undecided_from: None,
            });
        }
        let mut end = 1.0;
        loop {
            let found = self.first_contact(&query, end)?;
            end = found.end(options);
            // Otherwise an undecided contact was found before a hit that hides it: all before that hit count.
            if found.undecided_entry <= end {
                return Ok(Cast {
                    hit: found.hit,
                    undecided_from: (found.undecided_from <= end).then_some(found.undecided_from),
                });
            }
        }
    }

    /// The first contact with the bodies whose boxes are entered by `last`.
    fn first_contact(&self, query: &MovingQuery<'_>, last: f64) -> Result<FirstContact> {
        let mut found = FirstContact {
            hit: None,
            undecided_from: f64::INFINITY,
            undecided_entry: f64::NEG_INFINITY,
        };
        // Room for the roundings of both times at which a box is entered.
        let beyond = |end: f64| end * (1.0 + 256.0 * U) + f64::MIN_POSITIVE;
        let trees = self.world.trees_by_mobility()?;
        let mut end = last;
        simd::widest(
            #[inline(always)]
            || {
                let cast = query.way.cast();
                trees.into_iter().try_for_each(|here| {
                    here.cast(&cast, beyond(end), |item| {
                        if let Some(enter) = query.way.enters(&item.bounds, &[0.0; 3], 64.0 * U)
                            && enter <= end
                        {
                            query.ask(self.world.body(item.index), enter, &mut found)?;
                            end = last.min(found.end(query.options));
                        }
                        Ok(beyond(end))
                    })
                })
            },
        )?;
        Ok(found)
    }
}

impl MovingQuery<'_> {
    /// Queries a body, unless it is filtered out.
    #[inline(never)]
    fn ask(&self, body: &WorldBody, enter: f64, found: &mut FirstContact) -> Result<()> {
        if !self.filter.passes(body) {
            return Ok(());
        }
        let stands = Motion::fixed(*body.pose());
        let pair = MovingPair::new(self.shape, self.motion, &body.shape, &stands);
        let answer = time_of_impact(&pair, self.options, &mut PairState::default())?;
        let side = body.side;
        found.take(CastHit { side, answer }, enter, self.options);
        Ok(())
    }
}
