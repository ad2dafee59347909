//! Every answer of the library as words of 64 bits, field by field. A field that is new or gone does
//! not compile.

use std::sync::Once;

use interframe::*;
use nalgebra::{Matrix3, Vector2, Vector3};

/// FNV-1a over 64 bits.
pub struct Hash(pub u64);

impl Hash {
    pub fn new() -> Self {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn word(&mut self, word: u64) {
        self.bytes(&word.to_le_bytes());
    }

    pub fn add(&mut self, what: &(impl Words + ?Sized)) {
        what.words(self);
    }
}

/// What can be hashed.
pub trait Words {
    fn words(&self, hash: &mut Hash);
}

impl Words for f64 {
    fn words(&self, hash: &mut Hash) {
        hash.word(self.to_bits());
    }
}

/// Numbers and enums without data.
macro_rules! numbers {
    ($($name:ty),* $(,)?) => {$(
        impl Words for $name {
            fn words(&self, hash: &mut Hash) {
                hash.word(*self as u64);
            }
        }
    )*};
}

numbers!(
    bool,
    u8,
    u32,
    u64,
    usize,
    About,
    Contact,
    DecidedBy,
    Detour,
    Dimension,
    ContainmentVerdict,
    FeatureKind,
    Phase,
    Reason,
    Route,
    Verdict,
);

impl<T: Words> Words for Option<T> {
    fn words(&self, hash: &mut Hash) {
        hash.word(u64::from(self.is_some()));
        self.iter().for_each(|x| x.words(hash));
    }
}

/// That a query was refused; its sentence may change.
impl<T: Words> Words for Result<T> {
    fn words(&self, hash: &mut Hash) {
        self.as_ref().ok().words(hash);
    }
}

impl<T: Words> Words for &T {
    fn words(&self, hash: &mut Hash) {
        (**self).words(hash);
    }
}

impl<T: Words> Words for [T] {
    fn words(&self, hash: &mut Hash) {
        hash.word(self.len() as u64);
        self.iter().for_each(|x| x.words(hash));
    }
}

impl<T: Words> Words for Vec<T> {
    fn words(&self, hash: &mut Hash) {
        self[..].words(hash);
    }
}

impl<T: Words, const N: usize> Words for [T; N] {
    fn words(&self, hash: &mut Hash) {
        self[..].words(hash);
    }
}

impl<T: Words, U: Words> Words for (T, U) {
    fn words(&self, hash: &mut Hash) {
        self.0.words(hash);
        self.1.words(hash);
    }
}

impl Words for Vector2<f64> {
    fn words(&self, hash: &mut Hash) {
        self.as_slice().words(hash);
    }
}

impl Words for Vector3<f64> {
    fn words(&self, hash: &mut Hash) {
        self.as_slice().words(hash);
    }
}

impl Words for Matrix3<f64> {
    fn words(&self, hash: &mut Hash) {
        self.as_slice().words(hash);
    }
}

impl Words for PairState {
    fn words(&self, hash: &mut Hash) {
        self.to_words().words(hash);
    }
}

/// How many fields a struct has, by its `{:#?}`.
fn field_count(debug: &str) -> usize {
    let fields = debug.lines().filter_map(|line| line.strip_prefix("    "));
    fields
        .filter(|field| field.starts_with(|c: char| c.is_ascii_lowercase()))
        .count()
}

/// Whether it is inside, as a word.
fn inside(verdict: &ContainmentVerdict) -> u64 {
    u64::from(*verdict == ContainmentVerdict::Inside)
}

/// Structs, all of whose fields are public and listed here, which is checked. What stands after `;` was
/// added since the numbers were taken and is not hashed; a field followed by `as` is hashed as what that makes
/// of it.
macro_rules! fields {
    ($($name:ident $(<$d:ident>)? {
        $($field:ident $(as $made:ident)?),* $(; $($beside:ident),*)?
    })*) => {$(
        impl$(<const $d: usize>)? Words for $name$(<$d>)? {
            fn words(&self, hash: &mut Hash) {
                static ALL_LISTED: Once = Once::new();
                ALL_LISTED.call_once(|| {
                    let listed = [$(stringify!($field),)* $($(stringify!($beside),)*)?];
                    assert_eq!(field_count(&format!("{self:#?}")), listed.len(), "{listed:?}");
                });
                let $name { $($field,)* .. } = self;
                $($(let $field = $made($field);)? $field.words(hash);)*
            }
        }
    )*};
}

fields! {
    Containment {
        verdict as inside, margin, error, face, vertex, iterations, decided_by; reason, pieces
    }
    ContactInterval { enter, exit, contact, gap, reason; pieces }
    ContactIntervals { verdict, count, written, undecided, solves, iterations; reason }
    ContactPoint { point_a, point_b, depth, id }
    CuboidSeparation {
        verdict, reason, decided_by, iterations, safety_distance, separation, error, horizontal, vertical
    }
    DifferenceVertex2 { point, id_a, id_b }
    Distance {
        verdict, separation, error, lower_bound, point_a, point_b, normal, features, iterations, decided_by;
        reason, pieces
    }
    Distance2 {
        verdict, separation, error, lower_bound, point_a, point_b, normal, features, iterations, decided_by; reason
    }
    DistanceBounds { by_optimum, by_plane }
    GjkStep2 { columns, nearest, support }
    Event {
        key, users, phase, sensor, verdict, reason, t_lo, t_hi, exit, contact, gap, point_a, point_b, normal,
        separation_velocity, order_group
    }
    Interframe { verdict, reason, about, slack, plane, point, iterations, decided_by; solver, bounds, pieces }
    Intersection { verdict, plane, point, iterations, decided_by, reason; solver, bounds, pieces }
    Within { verdict, normal, point_a, point_b, iterations, decided_by; reason, distance, pieces }
    MprDistance {
        verdict, separation, lower_bound, upper_bound, normal, point_a, point_b, route, detour, iterations,
        decided_by; reason
    }
    OrientedBox { center, axes, half_extents }
    Penetration { verdict, depth, error, normal, point_a, point_b, plane, iterations, decided_by; reason, pieces }
    Plane { normal, offset, spanned_by }
    PointMembership<D> { verdict as inside, weights, plane, iterations, decided_by; reason }
    SetPlane<D> { normal, offset, spanned_by }
    SetWeights { on_a, on_b }
    SetsIntersection<D> { verdict, plane, bounds, weights, point, iterations, decided_by, reason }
    Subset<D> { verdict as inside, outside, plane, iterations, decided_by; reason }
    TimeOfExit { verdict, reason, initial, t_lo, t_hi, depth, vertex, point, face, normal, iterations }
    ClosestApproach {
        verdict, reason, contact, distance, error, lower_bound, t_lo, t_hi, t, point_a, point_b, normal, solves,
        iterations; pieces
    }
    TimeOfImpact {
        verdict, reason, contact, initial, free_from, t_lo, t_hi, gap, point_a, point_b, normal, features,
        separation_velocity, solves, iterations; depth, pieces
    }
}

impl Words for Span {
    fn words(&self, hash: &mut Hash) {
        self.pairs().words(hash);
    }
}

impl Words for Feature {
    fn words(&self, hash: &mut Hash) {
        self.kind.words(hash);
        self.vertices().words(hash);
    }
}

impl Words for ContactManifold {
    fn words(&self, hash: &mut Hash) {
        let (
            points,
            ContactManifold {
                verdict,
                normal,
                iterations,
                decided_by,
                ..
            },
        ) = (self.points(), self);
        (verdict, normal).words(hash);
        (iterations, decided_by).words(hash);
        points.words(hash);
    }
}

/// Of which pieces; ids of bodies are beside their users' keys.
impl Words for PairKey {
    fn words(&self, hash: &mut Hash) {
        for piece in [self.a, self.b] {
            (piece.part, piece.triangle).words(hash);
        }
    }
}

impl Words for SpanColumn {
    fn words(&self, hash: &mut Hash) {
        let (kind, id) = match *self {
            SpanColumn::A(id) => (0u32, id),
            SpanColumn::B(id) => (1, id),
            SpanColumn::Plus(id) => (2, id),
            SpanColumn::Minus(id) => (3, id),
        };
        (kind, id).words(hash);
    }
}

impl Words for Pose {
    fn words(&self, hash: &mut Hash) {
        self.translation().words(hash);
        self.quaternion().coords.as_slice().words(hash);
        self.matrix().words(hash);
    }
}

impl Words for Motion {
    fn words(&self, hash: &mut Hash) {
        (self.start(), self.end()).words(hash);
        (self.pivot(), self.turn()).words(hash);
    }
}

impl Words for Polytope {
    fn words(&self, hash: &mut Hash) {
        self.dimension().words(hash);
        for i in 0..self.vertex_count() {
            (self.vertex(i), self.source_index(i)).words(hash);
            (self.neighbors(i).to_vec(), self.vertex_groups(i)).words(hash);
        }
        for i in 0..self.face_count() {
            (self.face(i).to_vec(), self.face_normal(i)).words(hash);
        }
        (self.center(), self.center_error()).words(hash);
        (self.bounding_center(), self.bounding_radius()).words(hash);
        (self.inscribed_radius(), self.reach()).words(hash);
        (self.climb_factor(), self.oriented_box()).words(hash);
    }
}
