//! What a convex set answers: how far it reaches in a direction, and at which vertex. The solvers see
//! bodies only through [`FloatMapping`] and [`SupportMapping`].

use crate::support::extended_box::ExtendedBox;
use nalgebra::{Quaternion, Vector3};

use crate::motion::pose::Pose;
use crate::numeric::vertices::Vertices;
use crate::shape::farthest::Farthest;
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;

/// A convex set as f64 sees it, in the frame of the query: world axes, origin at A's
/// position at the start of the frame, lengths times a power of two.
///
/// All numbers are f64; [`rounding`](Self::rounding) bounds their error (derived in
/// `docs/theory/DESIGN.md`).
///
/// Fast paths are compiled for each kind of set; what is rarely asked, once for all of them, by calls
/// through [`AnySet`].
pub(crate) trait FloatMapping {
    /// For rare, outlined calls: a reference would keep the original in memory on every path of a query.
    fn copied(&self) -> Self
    where
        Self: Sized;

    /// `max n.x` over the set and the id of a vertex that reaches it. `hint` is the id of an
    /// earlier answer (any number is allowed); `start` says whether a climb begins there.
    fn support(&self, n: &Vector3<f64>, hint: u32, start: SearchStart) -> (f64, u32);

    /// Like [`support`](Self::support), with the point of that id.
    #[inline(always)]
    fn support_point(
        &self,
        n: &Vector3<f64>,
        hint: u32,
        start: SearchStart,
    ) -> (f64, u32, Vector3<f64>) {
        let (value, id) = self.support(n, hint, start);
        (value, id, self.point(id))
    }

    /// Like [`support`](Self::support), but looks at every vertex.
    fn scan(&self, n: &Vector3<f64>) -> (f64, u32);

    /// The vertex of an id that the set [`has`](Self::has).
    fn point(&self, id: u32) -> Vector3<f64>;

    /// All ids are below this number.
    fn id_count(&self) -> u32;

    /// Whether `id` names a vertex: of some sets only some of the ids below the number do.
    #[inline(always)]
    fn has(&self, id: u32) -> bool {
        id < self.id_count()
    }

    /// The lowest id that names a vertex; the set is not empty.
    fn first_id(&self) -> u32 {
        (0..self.id_count()).find(|&id| self.has(id)).unwrap_or(0)
    }

    /// A point of the set, up to [`center_error`](Self::center_error) and rounding.
    fn center(&self) -> Vector3<f64>;

    /// Distance from [`center`](Self::center) within which a true point of the set lies.
    fn center_error(&self) -> f64;

    /// The ball of this radius about the true centre lies in the set.
    fn inscribed_radius(&self) -> f64;

    /// The set lies in the ball of this radius about [`center`](Self::center), up to rounding; may
    /// be infinite.
    fn outer_radius(&self) -> f64;

    /// Bounds, for |n| = 1, the error of a support value, and the distance of a given point or
    /// centre from the true one. The sum of both bodies' bounds also covers adding the two
    /// support values and normalising n.
    fn rounding(&self) -> f64;

    /// Along directions no longer than this the bounds do not hold: what underflows is beyond them.
    #[inline(always)]
    fn shortest(&self) -> f64 {
        0.0
    }

    /// Length, for |n| = 1, by which the maximum over the whole set may exceed the value of a `support` that answered
    /// `id`, beyond `rounding`: 0 when it looks at every vertex.
    fn climb_slack(&self, id: u32) -> f64;
}

/// A set whose vertices are rational functions of the input's numbers, so that exact arithmetic can
/// decide about it too.
pub(crate) trait SupportMapping: FloatMapping {
    /// The set exactly, as one or two placed copies of a vertex list. Ids count through them.
    fn exact_copies(&self) -> Vec<ExactCopy<'_>>;

    /// Offers the vertices of largest n.x, as many as `found` wants. `hint` as for
    /// [`support`](FloatMapping::support). Serves to choose columns; proves nothing.
    fn farthest(&self, n: &Vector3<f64>, hint: u32, found: &mut Farthest);

    /// How far, for |n| = 1, the ellipsoids around the set reach along `n`, and a bound on that
    /// value's error. No vertex is visited. None where a support query is as cheap or the
    /// ellipsoids lie loosely.
    #[inline(always)]
    fn ellipsoid_support(&self, _n: &Vector3<f64>) -> Option<(f64, f64)> {
        None
    }

    /// Boxes that hold the set, to rounding; None when nothing is known beforehand.
    fn extended_box(&self) -> Option<ExtendedBox>;

    /// The body whose hull the set is, if it stands still.
    fn posed_body(&self) -> Option<BodyAtPose<'_>> {
        None
    }
}

/// A body at one pose.
pub(crate) struct BodyAtPose<'a> {
    pub(crate) body: &'a Polytope,
    pub(crate) pose: &'a Pose,
    /// World position of the query's origin.
    pub(crate) origin: Vector3<f64>,
    pub(crate) scale: f64,
}

/// A set of any kind.
pub(crate) type AnySet<'a> = &'a dyn SupportMapping;

/// Methods that a reference answers by what it refers to.
macro_rules! forward {
    ($(fn $name:ident($($x:ident: $type:ty),*) $(-> $out:ty)?;)*) => {$(
        fn $name(&self $(, $x: $type)*) $(-> $out)? {
            (**self).$name($($x),*)
        }
    )*};
}

impl<S: FloatMapping + ?Sized> FloatMapping for &S {
    fn copied(&self) -> Self {
        self
    }

    forward! {
        fn support(n: &Vector3<f64>, hint: u32, start: SearchStart) -> (f64, u32);
        fn scan(n: &Vector3<f64>) -> (f64, u32);
        fn point(id: u32) -> Vector3<f64>;
        fn id_count() -> u32;
        fn has(id: u32) -> bool;
        fn first_id() -> u32;
        fn center() -> Vector3<f64>;
        fn center_error() -> f64;
        fn inscribed_radius() -> f64;
        fn outer_radius() -> f64;
        fn rounding() -> f64;
        fn shortest() -> f64;
        fn climb_slack(id: u32) -> f64;
    }
}

impl<S: SupportMapping + ?Sized> SupportMapping for &S {
    forward! {
        fn exact_copies() -> Vec<ExactCopy<'_>>;
        fn farthest(n: &Vector3<f64>, hint: u32, found: &mut Farthest);
        fn ellipsoid_support(n: &Vector3<f64>) -> Option<(f64, f64)>;
        fn extended_box() -> Option<ExtendedBox>;
        fn posed_body() -> Option<BodyAtPose<'_>>;
    }
}

/// Vertices of one copy, body frame.
pub(crate) enum Source<'a> {
    Body(&'a Vertices),
    List(&'a [Vector3<f64>]),
}

impl Source<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Source::Body(vertices) => vertices.len(),
            Source::List(list) => list.len(),
        }
    }

    pub(crate) fn get(&self, index: usize) -> Vector3<f64> {
        match self {
            Source::Body(vertices) => vertices.get(index),
            Source::List(list) => list[index],
        }
    }
}

/// One copy of a vertex list in real numbers, not scaled:
/// `x = R(q) v / |q|^2 + plus - minus + shifts + travels`.
pub(crate) struct ExactCopy<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) quaternion: Quaternion<f64>,
    pub(crate) plus: Vector3<f64>,
    pub(crate) minus: Vector3<f64>,
    pub(crate) shifts: Vec<PivotShift>,
    pub(crate) travels: Vec<Travel>,
}

/// `t (to - from)`: how far a body that does not turn has come at time t.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Travel {
    pub(crate) from: Vector3<f64>,
    pub(crate) to: Vector3<f64>,
    pub(crate) t: f64,
}

/// `R(from) c / |from|^2 - R(to) c / |to|^2`: how a turn about the pivot c carries the body's
/// origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PivotShift {
    pub(crate) from: Quaternion<f64>,
    pub(crate) to: Quaternion<f64>,
    pub(crate) pivot: Vector3<f64>,
}
