//! Questions about the bodies of a world where they are now.
//!
//! One tree of their boxes serves all. What may be the answer is asked about exactly, in the order of what the boxes
//! promise, and a body is passed over only where its box proves that it is not: so no tree's shape shows.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use nalgebra::Vector3;

use crate::body::box3::Box3;
use crate::body::handle::SharedBody;
use crate::body::polytope::Polytope;
use crate::ccd::impact::{TimeOfImpact, TimeOfImpactOptions};
use crate::distance::pair_distance::{Distance, DistanceOptions, distance};
use crate::error::{Error, Result};
use crate::motion::moving_box::Extent;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::U;
use crate::pair::PairState;
use crate::prove::asked::{intersect, time_of_impact};
use crate::query::intersect::IntersectOptions;
use crate::verdict::{Reason, Verdict};
use crate::world::bodies::{Filter, World, WorldBody};
use crate::world::ids::{BodyId, Side};
use crate::world::jobs::Serial;
use crate::world::tree::{Branch, Tree};

/// Which bodies a query is about.
#[derive(Clone, Copy, Default)]
pub struct QueryFilter<'f> {
    /// As if the query were a body with this filter.
    pub filter: Filter,
    /// And only those for which this holds: a pure function.
    pub accept: Option<&'f (dyn Fn(Side) -> bool + Sync)>,
}

impl QueryFilter<'_> {
    fn passes(&self, body: &WorldBody) -> bool {
        self.filter.allows(&body.filter) && self.accept.is_none_or(|accept| accept(body.side))
    }
}

/// What a cast met.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Cast {
    /// The first proved contact: the least `t_hi`, then `t_lo`, key and id.
    pub hit: Option<CastHit>,
    /// From this time on, not after the hit, something that is undecided may be met. None: nothing is.
    pub undecided_from: Option<f64>,
}

/// The body that a cast met, and when.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CastHit {
    /// Which body.
    pub side: Side,
    /// How. A is the body that was cast, B the other.
    pub answer: TimeOfImpact,
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
    /// How far. A is the body that was asked about, B this one.
    pub distance: Distance,
}

/// Two bodies and how far apart they are.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ClosePair {
    /// A and B, in the order of bodies.
    pub sides: [Side; 2],
    /// How far apart.
    pub distance: Distance,
}

/// Questions about the bodies of a world where they are now; any number of threads may ask at once.
#[derive(Clone, Copy)]
pub struct Queries<'a> {
    world: &'a World,
    tree: &'a Tree,
}

impl World {
    /// Questions about bodies where they are now. The first after a change makes a tree of all bodies; empty ones are in no
    /// answer.
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
        let tree = self.here.get_or_init(|| {
            let mut tree = Tree::default();
            let mut boxes = vec![Box3::EMPTY; self.slots.len()];
            let mut listed = Vec::new();
            for body in self.bodies().filter(|body| !body.extent.is_empty()) {
                let index = body.side.id.index();
                let room = body.extent.tolerance();
                boxes[index as usize] = body.extent.at(&body.shape.get(), body.pose(), room);
                listed.push(index);
            }
            let made = tree.rebuild(&listed, &|index| boxes[index as usize], &Serial);
            made.map(|()| tree).expect("a loop leaves nothing out")
        });
        Queries { world: self, tree }
    }
}

/// So many places in a queue, and no more are put there.
const QUEUE: usize = 1 << 16;

/// Part of a distance that the boxes' promise must exceed that of an answer by, to pass a body over.
const SURE: f64 = 1.0 - 1e-9;

impl<'a> Queries<'a> {
    /// The first body that a body meets on its way, all others where they are now.
    ///
    /// # Errors
    /// As of [`time_of_impact`].
    pub fn cast(
        &self,
        shape: &SharedBody,
        motion: &Motion,
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Cast> {
        options.validate()?;
        let extent = Extent::new(&shape.get());
        let gap = options.tolerance.unwrap_or(extent.tolerance()) + options.target_separation;
        let way = extent.along(&shape.get(), motion, gap);
        let cast = way.cast();
        let mut met: Vec<(f64, &WorldBody)> = Vec::new();
        self.tree.visit(
            |held| cast.passes(held),
            |item| {
                let body = self.world.body(item.of);
                if let Some(enter) = way.enters(&item.held, &[0.0; 3], 64.0 * U)
                    && filter.passes(body)
                {
                    met.push((enter, body));
                }
            },
        );
        met.sort_by(|(t, a), (u, b)| t.total_cmp(u).then(a.side.order().cmp(&b.side.order())));
        let mut hit: Option<CastHit> = None;
        let mut undecided_from = f64::INFINITY;
        for (enter, body) in met {
            if hit.is_some_and(|hit| enter > hit.answer.t_hi) {
                break;
            }
            let stands = Motion::fixed(*body.pose());
            let pair = MovingPair::new(shape, motion, &body.shape, &stands);
            let answer = time_of_impact(&pair, options, &mut PairState::default())?;
            let found = CastHit {
                side: body.side,
                answer,
            };
            let when = |hit: &CastHit| [hit.answer.t_hi, hit.answer.t_lo];
            match answer.verdict {
                Verdict::Separated => {}
                Verdict::Undecided => undecided_from = undecided_from.min(answer.t_lo),
                Verdict::Hit => {
                    let first = hit.is_none_or(|best| {
                        let ([t, s], [u, v]) = (when(&found), when(&best));
                        let times = t.total_cmp(&u).then(s.total_cmp(&v));
                        times
                            .then(found.side.order().cmp(&best.side.order()))
                            .is_lt()
                    });
                    hit = if first { Some(found) } else { hit };
                }
            }
        }
        let last = hit.map_or(1.0, |hit| hit.answer.t_hi);
        Ok(Cast {
            hit,
            undecided_from: (undecided_from <= last).then_some(undecided_from),
        })
    }

    /// The first body that a point meets from one place to another; times are parts of that way.
    ///
    /// # Errors
    /// As of [`cast`](Self::cast), and [`Error::NonFinite`].
    pub fn ray(
        &self,
        from: Vector3<f64>,
        to: Vector3<f64>,
        options: &TimeOfImpactOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Cast> {
        let point = SharedBody::new(Polytope::new(&[Vector3::zeros()])?);
        let way = Motion::translation(Pose::from_translation(from)?, to)?;
        self.cast(&point, &way, options, filter)
    }

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
        let held = Extent::new(&shape.get()).at(&shape.get(), pose, 0.0);
        let mut bodies: Vec<&WorldBody> = Vec::new();
        self.tree.visit(
            |other| other.meets(&held),
            |item| bodies.push(self.world.body(item.of)),
        );
        bodies.retain(|body| filter.passes(body));
        bodies.sort_by_key(|body| body.side.order());
        let mut overlaps = Vec::new();
        for body in bodies {
            let pair = PosedPair::new(shape, pose, &body.shape, body.pose());
            let options = &IntersectOptions::default();
            let answer = intersect(&pair, options, &mut PairState::default())?;
            if answer.verdict.may_hit() {
                overlaps.push(Overlap {
                    side: body.side,
                    verdict: answer.verdict,
                    reason: answer.reason,
                });
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
        let held = Extent::new(&shape.get()).at(&shape.get(), pose, 0.0);
        let mut best: Option<Nearest> = None;
        let mut queue = Queue::within(cutoff);
        if held.low[0] <= held.high[0] {
            let root = self.tree.root().into_iter();
            root.for_each(|root| queue.push((0.0, Place::In(root))));
        }
        while let Some((bound, place)) = queue.pop() {
            let most = best.map_or(cutoff, |best| {
                best.distance.separation + best.distance.error
            });
            if bound * SURE > most {
                break;
            }
            let body = match place {
                Place::In(branch) => {
                    queue.most = most;
                    for part in self.parts(Place::In(branch)) {
                        queue.push((held.distance(self.held(part)), part));
                    }
                    continue;
                }
                Place::At(item) => self.at(item),
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
        let best = self.closest(k, cutoff, &passes)?.best.into_sorted_vec();
        Ok(best.into_iter().map(|ranked| ranked.pair).collect())
    }

    /// The same, of bodies that pass, with what is known of all other pairs.
    pub(crate) fn closest<'q>(
        &self,
        k: usize,
        cutoff: f64,
        passes: &'q dyn Fn(&WorldBody) -> bool,
    ) -> Result<Closest<'q, 'a>> {
        let mut closest = Closest::new(*self, k, cutoff, passes);
        let mut queue = Queue::within(cutoff);
        if k > 0 {
            let root = self.tree.root().into_iter();
            root.for_each(|root| queue.push((0.0, [Place::In(root); 2])));
        }
        while let Some((bound, places)) = queue.pop() {
            queue.most = closest.most();
            if bound * SURE > queue.most {
                break;
            }
            match places {
                [Place::At(a), Place::At(b)] => closest.measure(a, b)?,
                _ if queue.heap.len() < QUEUE => self.open(places, |part| queue.push(part)),
                // More would take memory of the square of the bodies: this part of space is searched to its end.
                _ => closest.search(places)?,
            }
        }
        closest.others = closest.others.min(closest.most());
        Ok(closest)
    }

    /// The same where the cut-off leaves few pairs: their boxes are listed first, and sorted once. None where it leaves many.
    pub(crate) fn closest_of_few<'q>(
        &self,
        k: usize,
        cutoff: f64,
        passes: &'q dyn Fn(&WorldBody) -> bool,
    ) -> Result<Option<Closest<'q, 'a>>> {
        let mut left: Vec<[Place; 2]> = self
            .tree
            .root()
            .map(|root| [Place::In(root); 2])
            .into_iter()
            .collect();
        let mut near: Vec<(f64, [u32; 2])> = Vec::new();
        while let Some(places) = left.pop() {
            self.open(places, |(bound, places)| match places {
                _ if bound * SURE > cutoff => {}
                [Place::At(a), Place::At(b)] => near.push((bound, [a, b])),
                _ => left.push(places),
            });
            if near.len() > QUEUE {
                return Ok(None);
            }
        }
        near.sort_unstable_by(|(a, _), (b, _)| a.total_cmp(b));
        let mut closest = Closest::new(*self, k, cutoff, passes);
        for (bound, [a, b]) in near {
            if bound * SURE > closest.most() {
                break;
            }
            closest.measure(a, b)?;
        }
        closest.others = closest.others.min(closest.most());
        Ok(Some(closest))
    }

    /// The pairs of what is in two places; of one place with itself each pair once.
    fn open(&self, [a, b]: [Place; 2], mut found: impl FnMut((f64, [Place; 2]))) {
        if a == b {
            for (k, part) in self.parts(a).enumerate() {
                let with_itself = matches!(part, Place::In(_));
                let held = self.held(part);
                for other in self.parts(a).skip(if with_itself { k } else { k + 1 }) {
                    found((held.distance(self.held(other)), [part, other]));
                }
            }
            return;
        }
        // The larger of two is opened, so that both shrink.
        let size = |place| {
            let Box3 { low, high } = self.held(place);
            (0..3).map(|k| high[k] - low[k]).sum::<f64>()
        };
        let opens_a = match (a, b) {
            (Place::In(_), Place::In(_)) => size(a) >= size(b),
            (Place::In(_), _) => true,
            _ => false,
        };
        let (opened, other) = if opens_a { (a, b) } else { (b, a) };
        let held = self.held(other);
        for part in self.parts(opened) {
            found((held.distance(self.held(part)), [part, other]));
        }
    }

    /// What is in a place: the halves of a node, the items of a leaf.
    fn parts(&self, place: Place) -> impl Iterator<Item = Place> + use<> {
        let (halves, items) = match place {
            Place::At(item) => (None, item as usize..item as usize + 1),
            Place::In(branch) => match self.tree.open(branch) {
                Ok(halves) => (Some(halves), 0..0),
                Err(items) => (None, items),
            },
        };
        let halves = halves.into_iter().flatten().map(Place::In);
        halves.chain(items.map(|item| Place::At(item as u32)))
    }

    fn held(&self, place: Place) -> &'a Box3 {
        match place {
            Place::In(branch) => self.tree.box_of(branch),
            Place::At(item) => &self.tree.items()[item as usize].held,
        }
    }

    fn at(&self, item: u32) -> &'a WorldBody {
        self.world.body(self.tree.items()[item as usize].of)
    }
}

/// The nearest pairs so far.
pub(crate) struct Closest<'q, 'a> {
    queries: Queries<'a>,
    passes: &'q dyn Fn(&WorldBody) -> bool,
    k: usize,
    cutoff: f64,
    /// The last of them first.
    pub(crate) best: BinaryHeap<Ranked>,
    /// All other pairs of bodies that pass are at least so far apart.
    pub(crate) others: f64,
}

impl<'q, 'a> Closest<'q, 'a> {
    fn new(
        queries: Queries<'a>,
        k: usize,
        cutoff: f64,
        passes: &'q dyn Fn(&WorldBody) -> bool,
    ) -> Self {
        Closest {
            queries,
            passes,
            k,
            cutoff,
            best: BinaryHeap::new(),
            others: f64::INFINITY,
        }
    }

    /// Pairs that are farther apart are none of them.
    fn most(&self) -> f64 {
        match self.best.peek() {
            Some(last) if self.best.len() == self.k => {
                last.pair.distance.separation + last.pair.distance.error
            }
            _ => self.cutoff,
        }
    }

    fn measure(&mut self, a: u32, b: u32) -> Result<()> {
        let mut bodies = [self.queries.at(a), self.queries.at(b)];
        bodies.sort_by_key(|body| body.side.order());
        let [a, b] = bodies;
        if !(self.passes)(a) || !(self.passes)(b) || !self.queries.world.allows(a, b) {
            return Ok(());
        }
        let pair = PosedPair::new(&a.shape, a.pose(), &b.shape, b.pose());
        let options = &DistanceOptions::default();
        let mut state = PairState::default();
        let pair = ClosePair {
            sides: [a.side, b.side],
            distance: distance(&pair, options, &mut state)?,
        };
        let mut left = pair.distance;
        if is_near(&pair.distance, self.cutoff) {
            self.best.push(Ranked { pair, state });
            match self.best.len() > self.k {
                true => left = self.best.pop().map_or(left, |last| last.pair.distance),
                false => return Ok(()),
            }
        }
        self.others = self.others.min(left.lower_bound);
        Ok(())
    }

    /// All pairs of two places, the nearer first, in memory of the depth of the tree.
    fn search(&mut self, places: [Place; 2]) -> Result<()> {
        let mut left = vec![(0.0, places)];
        while let Some((bound, places)) = left.pop() {
            if bound * SURE > self.most() {
                continue;
            }
            if let [Place::At(a), Place::At(b)] = places {
                self.measure(a, b)?;
                continue;
            }
            let from = left.len();
            self.queries.open(places, |part| left.push(part));
            left[from..].sort_by(|(a, _), (b, _)| b.total_cmp(a));
        }
        Ok(())
    }
}

/// A pair in the order of answers: by distance, then by its bodies.
pub(crate) struct Ranked {
    pub(crate) pair: ClosePair,
    /// What its distance left.
    pub(crate) state: PairState,
}

impl Ranked {
    fn order(&self) -> (Bound, [(u64, BodyId); 2]) {
        let sides = self.pair.sides.map(|side| side.order());
        (Bound(self.pair.distance.separation), sides)
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

/// Never of bodies of which one has nothing that the other could meet, as a one-sided mesh seen from behind.
fn is_near(found: &Distance, cutoff: f64) -> bool {
    found.separation <= cutoff && found.lower_bound < f64::INFINITY
}

fn check_cutoff(cutoff: f64) -> Result<()> {
    match cutoff >= 0.0 {
        true => Ok(()),
        false => Err(Error::Setting {
            name: "cutoff",
            value: cutoff,
            range: "not negative",
        }),
    }
}

/// A node of the tree, or an item of it, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    At(u32),
    In(Branch),
}

/// What is to be looked at, the nearest first.
struct Queue<T> {
    heap: BinaryHeap<Reverse<(Bound, T)>>,
    /// What is farther is not.
    most: f64,
}

impl<T: Ord> Queue<T> {
    fn within(most: f64) -> Self {
        Queue {
            heap: BinaryHeap::new(),
            most,
        }
    }

    fn push(&mut self, (bound, place): (f64, T)) {
        if bound * SURE <= self.most {
            self.heap.push(Reverse((Bound(bound), place)));
        }
    }

    fn pop(&mut self) -> Option<(f64, T)> {
        let Reverse((Bound(bound), place)) = self.heap.pop()?;
        Some((bound, place))
    }
}

#[derive(Debug, Clone, Copy)]
struct Bound(f64);

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Bound {}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bound {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}
