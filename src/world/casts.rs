//! Casts of bodies and points through the bodies of a world where they are now.
//!
//! The tree is searched nearest first ([`WideTree`](crate::world::wide_tree::WideTree)), and each body whose box is entered
//! before the best hit so far is queried exactly. So no list is made, and what lies behind the hit is not looked at. Which
//! bodies count depends on no order: those whose boxes are entered by the time of the hit.

use std::cmp::Ordering;
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
use crate::world::queries::{Queries, QueryFilter, check_fits, push};

/// First contact of a cast.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Cast {
    /// The first proved contact: the least `t_hi`, then `t_lo`, key and id.
    pub hit: Option<CastHit>,
    /// Time from which an undecided contact is possible, never after the hit. None: no contact is undecided.
    pub undecided_from: Option<f64>,
}

/// A body that a cast meets, or may meet, and when.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CastHit {
    /// Which body.
    pub side: Side,
    /// The contact, or with [`cast_all`](Queries::cast_all) the undecided answer. A is the body that was cast, B the other.
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
        self.first_contact(&MovingQuery::of_body(shape, motion, options, filter))
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
        self.first_contact(&MovingQuery::of_point(&motion, options, filter))
    }

    /// Writes to `hits` all bodies that a body meets on its way, and those of which it is undecided: by `t_lo`, `t_hi`, key
    /// and id. What was in the list before goes. All other bodies are proved to be apart from it throughout. If contact at
    /// the start is ignored, a body that stays in contact is in the list, with `initial` set.
    ///
    /// Allocates only where the list is too small, and where the query about a body does.
    ///
    /// # Errors
    /// See [`time_of_impact`](crate::time_of_impact()), and [`Error::OutOfMemory`](crate::Error::OutOfMemory). The list is empty then.
    ///
    /// ```
    /// use interframe::{BodyInput, Pose, QueryFilter, SharedBody, TimeOfImpactOptions, World};
    /// use nalgebra::Vector3;
    ///
    /// let mut world = World::new();
    /// for x in [6.0, 3.0] {
    ///     let pose = Pose::from_translation(Vector3::new(x, 0.0, 0.0))?;
    ///     world.add(BodyInput::new(SharedBody::sphere(1.0)?, pose));
    /// }
    /// let (from, to) = (Vector3::zeros(), Vector3::new(10.0, 0.0, 0.0));
    /// let (options, all) = (&TimeOfImpactOptions::default(), &QueryFilter::default());
    /// let mut hits = Vec::new();
    /// world.queries().ray_all(from, to, options, all, &mut hits)?;
    /// let times: Vec<f64> = hits.iter().map(|hit| hit.answer.t_hi).collect();
    /// assert!((times[0] - 0.2).abs() < 1e-6 && (times[1] - 0.5).abs() < 1e-6);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn cast_all(
        &self,
        shape: &SharedBody,
        motion: &Motion,
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
        hits: &mut Vec<CastHit>,
    ) -> Result<()> {
        let moving = MovingQuery::of_body(shape, motion, options, filter);
        self.all_contacts(&moving, hits)
    }

    /// Writes to `hits` all bodies that a point meets between two places. See [`cast_all`](Self::cast_all).
    ///
    /// # Errors
    /// See [`cast_all`](Self::cast_all), and [`Error::NonFinite`](crate::Error::NonFinite).
    pub fn ray_all(
        &self,
        from: Vector3<f64>,
        to: Vector3<f64>,
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
        hits: &mut Vec<CastHit>,
    ) -> Result<()> {
        hits.clear();
        let motion = Motion::translation(Pose::from_translation(from)?, to)?;
        self.all_contacts(&MovingQuery::of_point(&motion, options, filter), hits)
    }

    /// Whether a body meets any other on its way: `Hit` if a contact is proved, `Separated` if every body is proved to be
    /// apart from it throughout, otherwise `Undecided`. It stops at the first hit that it finds, so it is cheaper than
    /// [`cast`](Self::cast). If contact at the start is ignored, a body that stays in contact does not count.
    ///
    /// # Errors
    /// See [`time_of_impact`](crate::time_of_impact()).
    pub fn cast_any(
        &self,
        shape: &SharedBody,
        motion: &Motion,
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Verdict> {
        self.any_contact(&MovingQuery::of_body(shape, motion, options, filter))
    }

    /// Whether a point meets any body between two places, for example whether something blocks a line of sight. See
    /// [`cast_any`](Self::cast_any).
    ///
    /// # Errors
    /// See [`cast_any`](Self::cast_any), and [`Error::NonFinite`](crate::Error::NonFinite).
    pub fn ray_any(
        &self,
        from: Vector3<f64>,
        to: Vector3<f64>,
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Verdict> {
        let motion = Motion::translation(Pose::from_translation(from)?, to)?;
        self.any_contact(&MovingQuery::of_point(&motion, options, filter))
    }

    fn all_contacts(&self, query: &MovingQuery<'_>, hits: &mut Vec<CastHit>) -> Result<()> {
        hits.clear();
        let mut fits = true;
        let visited = self.visit(query, 1.0, &mut |found, _| {
            if found.answer.verdict.may_hit() {
                push(hits, found, &mut fits);
            }
            1.0
        });
        let listed = visited.and_then(|()| check_fits::<CastHit>(fits, 2 * hits.len()));
        if listed.is_err() {
            hits.clear();
        }
        let order = |hit: &CastHit| (hit.answer.t_lo, hit.answer.t_hi, hit.side.order());
        hits.sort_unstable_by(|x, y| order(x).partial_cmp(&order(y)).unwrap_or(Ordering::Equal));
        listed
    }

    fn any_contact(&self, query: &MovingQuery<'_>) -> Result<Verdict> {
        let mut verdict = Verdict::Separated;
        self.visit(query, 1.0, &mut |found, _| {
            if found.answer.verdict.may_hit() && !is_ignored(&found.answer, query.options) {
                verdict = match verdict {
                    Verdict::Hit => verdict,
                    _ => found.answer.verdict,
                };
            }
            match verdict {
                Verdict::Hit => f64::NEG_INFINITY,
                _ => 1.0,
            }
        })?;
        Ok(verdict)
    }

    fn first_contact(&self, query: &MovingQuery<'_>) -> Result<Cast> {
        let mut last = 1.0;
        loop {
            let mut found = FirstContact {
                hit: None,
                undecided_from: f64::INFINITY,
                undecided_entry: f64::NEG_INFINITY,
            };
            self.visit(query, last, &mut |hit, enter| {
                found.take(hit, enter, query.options);
                last.min(found.end(query.options))
            })?;
            let end = found.end(query.options);
            // Otherwise an undecided contact was found before a hit that hides it: all before that hit count.
            if found.undecided_entry <= end {
                return Ok(Cast {
                    hit: found.hit,
                    undecided_from: (found.undecided_from <= end).then_some(found.undecided_from),
                });
            }
            last = end;
        }
    }

    /// Calls `take` with the answer about each body whose box is entered by `last`, and when it is. What `take` returns is
    /// the time after which no box matters any more.
    fn visit(
        &self,
        query: &MovingQuery<'_>,
        last: f64,
        take: &mut dyn FnMut(CastHit, f64) -> f64,
    ) -> Result<()> {
        query.options.validate()?;
        if query.way.start.is_empty() {
            return Ok(());
        }
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
                            && let Some(found) = query.ask(self.world.body(item.index))?
                        {
                            end = take(found, enter);
                        }
                        Ok(beyond(end))
                    })
                })
            },
        )
    }
}

impl<'q> MovingQuery<'q> {
    fn of_body(
        shape: &'q SharedBody,
        motion: &'q Motion,
        options: &'q TimeOfImpactOptions,
        filter: &'q QueryFilter<'q>,
    ) -> Self {
        let extent = LocalBounds::new(&shape.get());
        let gap = options.tolerance.unwrap_or(extent.tolerance()) + options.target_separation;
        MovingQuery {
            shape,
            motion,
            options,
            filter,
            way: extent.along(&shape.get(), motion, gap),
        }
    }

    fn of_point(
        motion: &'q Motion,
        options: &'q TimeOfImpactOptions,
        filter: &'q QueryFilter<'q>,
    ) -> Self {
        let gap = options.tolerance.unwrap_or(0.0) + options.target_separation;
        MovingQuery {
            shape: &POINT,
            motion,
            options,
            filter,
            way: MovingBox::of_point(motion, gap),
        }
    }

    /// Queries a body, unless it is filtered out.
    #[inline(never)]
    fn ask(&self, body: &WorldBody) -> Result<Option<CastHit>> {
        if !self.filter.passes(body) {
            return Ok(None);
        }
        let stands = Motion::fixed(*body.pose());
        let pair = MovingPair::new(self.shape, self.motion, &body.shape, &stands);
        let answer = time_of_impact(&pair, self.options, &mut PairState::default())?;
        let side = body.side;
        Ok(Some(CastHit { side, answer }))
    }
}
