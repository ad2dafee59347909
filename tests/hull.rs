//! Bodies from points of every kind: the hull is exact, canonical, and what it says it is.
use interframe::{Dimension, Polytope};
use nalgebra::Vector3;

#[test]
fn smoke() {
    for t in 0..40u64 {
        let mut s = t * 7919 + 1;
        let mut r = || {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            (s % 9) as f64 - 4.0
        };
        let pts: Vec<_> = (0..4 + t * 5)
            .map(|_| Vector3::new(r(), r(), r()))
            .collect();
        let b = Polytope::new(&pts).unwrap();
        b.validate().unwrap_or_else(|e| panic!("{t} {e} {b:?}"));
        let _ = Dimension::Solid;
    }
}
