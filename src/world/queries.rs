//! Questions about the bodies of a world where they are now. Casts and rays are in `casts.rs`.
//!
//! Trees of their boxes serve all (`here.rs`). What may be the answer is queried exactly, in the order of what the boxes
//! promise, and a body is passed over only where its box proves that it is not: so no tree's shape shows.

use crate::error::{Error, Result, check_range, ensure};
use crate::motion::moving_box::LocalBounds;
use crate::motion::pairs::PosedPair;
use crate::motion::pose::Pose;
use crate::numeric::memory::has_room;
use crate::pair::PairState;
use crate::proof::checked_queries::intersect;
use crate::query::distance::{Distance, DistanceOptions, distance};
use crate::query::intersect::IntersectOptions;
use crate::shape::body::SharedBody;
use crate::verdict::{Reason, Verdict};
use crate::world::bodies::{World, WorldBody};
use crate::world::filter::Filter;
use crate::world::ids::Side;
use crate::world::nearest::{BoxesHere, ClosePair, PROMISE_RATIO, Queue, TreeEntry, is_near};

/// Filter of the bodies of a query. By default all, without regard to their own filters.
#[derive(Clone, Copy, Default)]
pub struct QueryFilter<'f> {
    /// Treats the query as a body with this filter. None: all bodies. Note that [`Filter::default`] has category 1:
    /// such a query skips bodies whose masks lack that bit.
    pub filter: Option<Filter>,
    /// A pure function that returns whether a body that passes the filter counts. None: all do.
    pub accept: Option<&'f (dyn Fn(Side) -> bool + Sync)>,
}

impl QueryFilter<'_> {
    pub(crate) fn passes(&self, body: &WorldBody) -> bool {
        let goes_together = |filter: Filter| filter.allows(&body.filter);
        self.filter.is_none_or(goes_together) && self.accept.is_none_or(|accept| accept(body.side))
    }
}

/// A body that another meets, or may meet.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Overlap {
    /// Which body.
    pub side: Side,
    /// `Hit`, or `Undecided` and `reason`.
    pub verdict: Verdict,
    /// Why it is undecided.
    pub reason: Reason,
}

/// The body nearest to another.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Nearest {
    /// Which body.
    pub side: Side,
    /// Its distance. A is the body of the query, B this one.
    pub distance: Distance,
}

/// Questions about the bodies of a world where they are now; any number of threads may ask at once.
#[derive(Clone, Copy)]
pub struct Queries<'a> {
    pub(crate) world: &'a World,
}

impl World {
    /// Questions about bodies where they are now. Empty bodies are in no answer.
    ///
    /// The first query after a change makes a tree of the bodies. For casts, rays and overlaps it is one of the moving bodies,
    /// and one of the static bodies if one of them has changed. Without the memory for it, a query returns
    /// [`Error::OutOfMemory`].
    ///
    /// ```
    /// use interframe::{BodyInput, Pose, QueryFilter, SharedBody, TimeOfImpactOptions, World};
    /// use nalgebra::Vector3;
    ///
    /// let mut world = World::new();
    /// let at = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0));
    /// let near = world.add(BodyInput::new(SharedBody::sphere(1.0)?, at(3.0)?));
    /// let far = world.add(BodyInput::new(SharedBody::sphere(1.0)?, at(6.0)?));
    /// let queries = world.queries();
    /// let all = &QueryFilter::default();
    /// let (from, to) = (Vector3::zeros(), Vector3::new(8.0, 0.0, 0.0));
    /// let seen = queries.ray(from, to, &TimeOfImpactOptions::default(), all)?;
    /// let hit = seen.hit.expect("the near ball");
    /// assert!(hit.side.id == near && (hit.answer.t_hi - 0.25).abs() < 1e-6);
    /// let pairs = queries.closest_pairs(4, 10.0, all)?;
    /// assert_eq!((pairs.len(), pairs[0].sides[1].id), (1, far));
    /// assert!((pairs[0].distance.separation - 1.0).abs() < 1e-12);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn queries(&self) -> Queries<'_> {
        Queries { world: self }
    }
}

/// Appends an item; false once there is no room.
pub(crate) fn push<T>(list: &mut Vec<T>, item: T, fits: &mut bool) {
    *fits &= has_room(list, 1);
    if *fits {
        list.push(item);
    }
}

pub(crate) fn check_fits<T>(fits: bool, count: usize) -> Result<()> {
    let bytes = count.saturating_mul(size_of::<T>());
    ensure(fits, || Error::OutOfMemory { bytes })
}

impl Queries<'_> {
    /// All bodies that a body meets at a pose, and those of which it is undecided; by key and id.
    ///
    /// # Errors
    /// What [`intersect`](crate::intersect()) refuses of the two bodies.
    pub fn overlap(
        &self,
        shape: &SharedBody,
        pose: &Pose,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<Overlap>> {
        let bounds = LocalBounds::new(&shape.get()).at(&shape.get(), pose, 0.0);
        let (mut bodies, mut fits): (Vec<&WorldBody>, bool) = (Vec::new(), true);
        for here in self.world.trees_by_mobility()? {
            here.visit(&bounds, |item| {
                push(&mut bodies, self.world.body(item.index), &mut fits);
            });
        }
        check_fits::<Overlap>(fits, 2 * bodies.len())?;
        bodies.retain(|body| filter.passes(body));
        bodies.sort_unstable_by_key(|body| body.side.order());
        let mut overlaps = Vec::new();
        for body in bodies {
            let pair = PosedPair::new(shape, pose, &body.shape, body.pose());
            let options = &IntersectOptions::default();
            let answer = intersect(&pair, options, &mut PairState::default())?;
            if answer.verdict.may_hit() {
                let overlap = Overlap {
                    side: body.side,
                    verdict: answer.verdict,
                    reason: answer.reason,
                };
                push(&mut overlaps, overlap, &mut fits);
                check_fits::<Overlap>(fits, 2 * overlaps.len())?;
            }
        }
        Ok(overlaps)
    }

    /// The body nearest to one at a pose, if any is within `cutoff`; of several the first by key and id.
    ///
    /// # Errors
    /// [`Error::Setting`] for a cut-off that is negative or NaN. It may be infinite.
    pub fn nearest(
        &self,
        shape: &SharedBody,
        pose: &Pose,
        cutoff: f64,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Nearest>> {
        check_cutoff(cutoff)?;
        let bounds = LocalBounds::new(&shape.get()).at(&shape.get(), pose, 0.0);
        let boxes = BoxesHere::new(self.world)?;
        let mut best: Option<Nearest> = None;
        let mut queue = Queue::within(cutoff);
        if !bounds.is_empty() {
            let root = boxes.tree.root().into_iter();
            root.for_each(|root| queue.push((0.0, TreeEntry::In(root))));
        }
        while let Some((bound, node)) = queue.pop() {
            let most = best.map_or(cutoff, |best| {
                best.distance.separation + best.distance.error
            });
            if bound * PROMISE_RATIO > most {
                break;
            }
            let body = match node {
                TreeEntry::In(branch) => {
                    queue.most = most;
                    for part in boxes.parts(TreeEntry::In(branch)) {
                        queue.push((bounds.distance(boxes.bounds(part)), part));
                    }
                    continue;
                }
                TreeEntry::At(item) => boxes.at(item),
            };
            if !filter.passes(body) {
                continue;
            }
            let pair = PosedPair::new(shape, pose, &body.shape, body.pose());
            let options = &DistanceOptions::default();
            let found = Nearest {
                side: body.side,
                distance: distance(&pair, options, &mut PairState::default())?,
            };
            let order = |near: &Nearest| (near.distance.separation, near.side.order());
            let nearer = best.is_none_or(|best| order(&found) < order(&best));
            if is_near(&found.distance, cutoff) && nearer {
                best = Some(found);
            }
        }
        Ok(best)
    }

    /// The `k` pairs of bodies that are nearest to each other, those within `cutoff`, nearest first; two static bodies are no
    /// pair. Bodies that meet are at distance 0, and all pairs whose boxes meet are measured.
    ///
    /// Memory is that of the answer and of at most some 65,000 pairs of boxes. Best first: of pairs of boxes the nearest is opened next (Hjaltason and Samet, "Incremental Distance Join Algorithms
    /// for Spatial Databases", 1998).
    ///
    /// # Errors
    /// [`Error::Setting`] for a cut-off that is negative or NaN. It may be infinite.
    pub fn closest_pairs(
        &self,
        k: usize,
        cutoff: f64,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<ClosePair>> {
        check_cutoff(cutoff)?;
        let passes = |body: &WorldBody| filter.passes(body);
        let closest = BoxesHere::new(self.world)?.closest(k, cutoff, &passes)?;
        let best = closest.best.into_sorted_vec();
        Ok(best.into_iter().map(|ranked| ranked.pair).collect())
    }
}

fn check_cutoff(cutoff: f64) -> Result<()> {
    check_range(cutoff >= 0.0, "cutoff", cutoff, "not negative")
}
