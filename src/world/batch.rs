//! One query about many pairs of bodies in plain memory.

use crate::advance::impact::{TimeOfImpact, TimeOfImpactOptions};
use crate::error::{Error, Result, ensure};
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::memory::check_memory;
use crate::pair::PairState;
use crate::proof::checked_queries::{interframe, intersect, time_of_impact};
use crate::query::contact_manifold::{ContactManifold, ContactManifoldOptions, contact_manifold};
use crate::query::distance::{Distance, DistanceOptions, distance};
use crate::query::interframe::{Interframe, InterframeOptions};
use crate::query::intersect::{IntersectOptions, Intersection};
use crate::shape::body::Body;
use crate::world::jobs::{Jobs, in_pieces};

/// Pairs of a chunk.
const PAIRS_PER_CHUNK: usize = 64;

/// Bodies, each with where it is (a [`Pose`]) or how it moves (a [`Motion`]), and the pairs of them that are queried.
///
/// Poses and motions are prepared once and serve every pair. Answers come in the order of the pairs, and are the same bits
/// for any [`Jobs`]. Each call allocates the list of its answers and a little for every 64 pairs.
///
/// ```
/// use interframe::{Batch, IntersectOptions, PairState, Polytope, Pose, Serial, Verdict};
/// use nalgebra::Vector3;
///
/// let segment = Polytope::new(&[Vector3::x() * -2.0, Vector3::x() * 2.0])?;
/// let places: Vec<Pose> = [0.0, 3.0, 9.0]
///     .iter()
///     .map(|&x| Pose::from_translation(Vector3::new(x, 0.0, 0.0)))
///     .collect::<Result<_, _>>()?;
/// let batch = Batch {
///     bodies: &[(&segment).into(); 3],
///     places: &places,
///     pairs: &[[0, 1], [1, 2]],
/// };
/// let mut states = [PairState::default(); 2];
/// let found = batch.intersect(&IntersectOptions::default(), &mut states, &Serial)?;
/// assert_eq!([found[0].verdict, found[1].verdict], [Verdict::Hit, Verdict::Separated]);
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a, P> {
    /// The bodies.
    pub bodies: &'a [Body<'a>],
    /// Where each is, or how it moves.
    pub places: &'a [P],
    /// Pairs by numbers of bodies: A, then B.
    pub pairs: &'a [[u32; 2]],
}

/// A query about two bodies with their places, and the pair's state.
pub type BatchQuery<'q, 'a, P, T> =
    dyn Fn([(Body<'a>, &'a P); 2], &mut PairState) -> Result<T> + Sync + 'q;

impl<'a, P: Sync> Batch<'a, P> {
    /// The answers of any query, which is given the two bodies with their places and the pair's state.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many places as bodies and as many states as pairs; [`Error::Index`];
    /// [`Error::InPair`] for the first pair that the query refuses; [`Error::Jobs`]. States of other pairs may have
    /// changed then, which costs nothing but time.
    pub fn ask<T: Send>(
        &self,
        states: &mut [PairState],
        jobs: &dyn Jobs,
        query: &BatchQuery<'_, 'a, P, T>,
    ) -> Result<Vec<T>> {
        self.check(states.len())?;
        // The answers of chunks, whose lists double, and the list of all.
        check_memory(states.len(), 4 * size_of::<T>() + 64)?;
        let side = |index: u32| (self.bodies[index as usize], &self.places[index as usize]);
        let answers = in_pieces(jobs, states, PAIRS_PER_CHUNK, &|first, states| {
            let numbered = states.iter_mut().zip(first..);
            let answer = |(state, pair): (&mut PairState, usize)| {
                query(self.pairs[pair].map(side), state).map_err(|source| Error::InPair {
                    pair,
                    source: Box::new(source),
                })
            };
            numbered.map(answer).collect::<Result<Vec<T>>>()
        })?;
        let mut all = Vec::with_capacity(self.pairs.len());
        for piece in answers {
            all.extend(piece?);
        }
        Ok(all)
    }

    fn check(&self, states: usize) -> Result<()> {
        let lengths = [
            ("places", self.places.len(), self.bodies.len()),
            ("pair states", states, self.pairs.len()),
        ];
        for (what, count, wanted) in lengths {
            ensure(count == wanted, || Error::Length {
                what,
                count,
                wanted,
            })?;
        }
        let count = self.bodies.len();
        for (pair, indices) in self.pairs.iter().enumerate() {
            if let Some(&index) = indices.iter().find(|&&index| index as usize >= count) {
                return Err(Error::Index { pair, index, count });
            }
        }
        Ok(())
    }
}

/// The queries of two places, by the pair they are about.
macro_rules! queries {
    ($place:ty, $pair:ident: $($(#[$attribute:meta])* $query:ident, $options:ty => $answer:ty;)+) => {
        impl<'a> Batch<'a, $place> {
            $($(#[$attribute])*
            ///
            /// # Errors
            /// As [`ask`](Self::ask), and when an option is out of range.
            pub fn $query(
                &self,
                options: &$options,
                states: &mut [PairState],
                jobs: &dyn Jobs,
            ) -> Result<Vec<$answer>> {
                options.validate()?;
                self.ask(states, jobs, &|[(a, place_a), (b, place_b)], state| {
                    $query(&$pair::new(a, place_a, b, place_b), options, state)
                })
            })+
        }
    };
}

queries!(Pose, PosedPair:
    /// Answers for every pair whether the two meet: see [`intersect`].
    intersect, IntersectOptions => Intersection;
    /// Distance of the two: see [`distance`].
    distance, DistanceOptions => Distance;
    /// Where the two touch: see [`contact_manifold`].
    contact_manifold, ContactManifoldOptions => ContactManifold;
);

queries!(Motion, MovingPair:
    /// Answers for every pair whether the two meet between the frames: see [`interframe`].
    interframe, InterframeOptions => Interframe;
    /// When the two first meet: see [`time_of_impact`].
    time_of_impact, TimeOfImpactOptions => TimeOfImpact;
);
