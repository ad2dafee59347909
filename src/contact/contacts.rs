//! Contacts of two bodies: options and answer of a manifold query.
//!
//! An id has a half for each body, made in `clip.rs`: for outlines by `Clip::id`, for the solver's points by `feature_id`.
//! `pair_manifold.rs` joins the halves.

use nalgebra::Vector3;

use crate::numeric::sort::sort_by;
use crate::options::{MAX_PIVOTS, options};
use crate::shape::pieces::PieceId;
use crate::verdict::{DecidedBy, Reason, Verdict};

/// One contact: a point of each body, one above the other along the normal.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(C)] // the C interface writes them in place
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ContactPoint {
    /// On A's surface, to 1e-10 of the pair's size; world frame.
    pub point_a: Vector3<f64>,
    /// On B's. `point_a - point_b = depth * normal` to rounding.
    pub point_b: Vector3<f64>,
    /// Depth of the overlap here: positive inside, negative across a gap.
    pub depth: f64,
    /// The features that touch: 32 bits for A (the upper) and for B, of each 2 bits for vertex (1), edge (2) or face
    /// (3) and 30 for its number. Equal in two frames when the same features touch; distinct in bodies of up to 100
    /// million corners.
    pub id: u64,
}

impl ContactPoint {
    /// Brings its depth between these two, along the unit normal.
    pub(crate) fn hold(&mut self, normal: &Vector3<f64>, [least, most]: [f64; 2]) {
        let depth = self.depth.max(least).min(most);
        if depth != self.depth {
            self.depth = depth;
            self.point_b = self.point_a - normal * depth;
        }
    }
}

/// Sorts a few contacts by their depths, the deepest first.
pub(crate) fn deepest_first(contacts: &mut [ContactPoint]) {
    sort_by(contacts, |p, q| q.depth.total_cmp(&p.depth));
}

/// Bodies that are proved to be apart have no contact of a larger depth.
pub(crate) const APART: f64 = -f64::from_bits(1);

/// Answer of [`contact_manifold`](crate::contact_manifold).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ContactManifold {
    /// That of [`intersect`](crate::intersect). Points may exist with `Separated` too.
    pub verdict: Verdict,
    /// `None`; of curved bodies perhaps [`Reason::Touching`].
    pub reason: Reason,
    /// Which arithmetic decided the verdict.
    pub decided_by: DecidedBy,
    /// Support queries on each body.
    pub iterations: u32,
    /// Unit normal of all contacts, from A to B; world axes. None without points.
    pub normal: Option<Vector3<f64>>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) points: [ContactPoint; 4],
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) count: usize,
    /// Which pieces of the two bodies are the deepest in each other, or nearest; None where both are convex, and without points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

impl ContactManifold {
    /// Up to four contacts, of which the first is the deepest.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    /// Brings all depths to what is proved: no gap is larger than the prediction, none is closed of bodies that are apart, and
    /// one is of bodies that meet.
    pub(crate) fn hold(mut self, prediction: f64, all: Option<&mut ContactList<'_>>) -> Self {
        let Some(n) = self.normal else { return self };
        let is_hit = self.verdict == Verdict::Hit;
        let most = if is_hit { f64::INFINITY } else { APART };
        let hold = |points: &mut [ContactPoint]| {
            let range = [0.0 - prediction, most];
            points.iter_mut().for_each(|at| at.hold(&n, range));
            // The first of equally deep ones.
            let deepest = points.iter_mut().min_by(|p, q| q.depth.total_cmp(&p.depth));
            if let Some(at) = deepest.filter(|_| is_hit) {
                at.hold(&n, [0.0, most]);
            }
        };
        hold(&mut self.points[..self.count]);
        if let Some(all) = all {
            let written = all.count.min(all.out.len());
            hold(&mut all.out[..written]);
        }
        self
    }

    /// Removes contacts at points beyond f64, which bodies of lengths near its largest number may have.
    pub(crate) fn in_range(mut self) -> Self {
        let count = kept_in_range(&mut self.points[..self.count]);
        if count < self.count {
            (self.count, self.normal) = (count, self.normal.filter(|_| count > 0));
        }
        self
    }

    /// Keeps the first of contacts of the same id.
    pub(crate) fn once_each(&mut self) {
        let mut count = 0;
        for k in 0..self.count {
            let at = self.points[k];
            if self.points[..count].iter().all(|p| p.id != at.id) {
                self.points[count] = at;
                count += 1;
            }
        }
        self.count = count;
    }

    pub(crate) fn none(verdict: Verdict, iterations: u32, decided_by: DecidedBy) -> Self {
        ContactManifold {
            pieces: None,
            verdict,
            reason: Reason::None,
            decided_by,
            iterations,
            normal: None,
            points: [ContactPoint::default(); 4],
            count: 0,
        }
    }
}

options! {
    /// Options of [`contact_manifold`](crate::contact_manifold) and [`contact_points`](crate::contact_points).
    ContactManifoldOptions {
        /// Contacts across gaps up to this are found too, an absolute length. Default 0.
        prediction: f64 = 0.0, "finite and not negative": |x| *x >= 0.0 && x.is_finite();
        /// Pivots in f64 before exact arithmetic takes over; never decides a verdict. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Where every contact is written, and how many there are.
pub(crate) struct ContactList<'o> {
    pub(crate) out: &'o mut [ContactPoint],
    pub(crate) count: usize,
}

impl ContactList<'_> {
    /// Writes the only contact.
    pub(crate) fn set_one(&mut self, point: ContactPoint) {
        self.out.iter_mut().take(1).for_each(|at| *at = point);
        self.count = 1;
    }

    /// Removes contacts as [`ContactManifold::in_range`] does. Of more than there is room for, those that were not written are
    /// given up with them.
    pub(crate) fn in_range(&mut self) {
        let written = self.count.min(self.out.len());
        let kept = kept_in_range(&mut self.out[..written]);
        if kept < written {
            self.count = kept;
        }
    }
}

/// Moves the contacts whose numbers are finite to the front; returns how many they are.
fn kept_in_range(points: &mut [ContactPoint]) -> usize {
    let mut kept = 0;
    for k in 0..points.len() {
        let at = points[k];
        let ends = at.point_a.iter().chain(at.point_b.iter());
        if ends.chain([&at.depth]).all(|x| x.is_finite()) {
            points[kept] = at;
            kept += 1;
        }
    }
    kept
}
