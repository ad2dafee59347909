//! The default tolerance of queries about motions, and the size of a pair that relative tolerances refer to.

/// The default tolerance of times of impact, exits and closest approaches, in sizes of the pair ([`pair_size`]).
pub(crate) const DEFAULT_REL_TOL: f64 = 1e-6;

/// Returns the length that relative tolerances refer to, from the bounding radii of two bodies: the smaller radius, or the
/// larger if that is 0.
pub(crate) fn pair_size([r_a, r_b]: [f64; 2]) -> f64 {
    let smaller = r_a.min(r_b);
    if smaller > 0.0 { smaller } else { r_a.max(r_b) }
}
