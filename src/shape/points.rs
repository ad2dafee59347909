//! Lists of points as callers give them: converted, counted, checked and sorted before a body is built of them.

use nalgebra::Vector3;

use crate::error::{Error, Result, ensure};

/// The largest number of points a body can be made of: its half-edges, at most six a corner,
/// are counted in 32 bits.
pub(crate) const MAX_POINTS: usize = (u32::MAX / 8) as usize;

/// Points of f32 or f64 as the library has them.
pub(crate) fn points_of<T: Into<f64>>(
    points: impl IntoIterator<Item = [T; 3]>,
) -> Vec<Vector3<f64>> {
    let point = |p: [T; 3]| Vector3::from(p.map(Into::into));
    points.into_iter().map(point).collect()
}

/// Fails for more than `max` points.
pub(crate) fn check_count(count: usize, max: usize) -> Result<()> {
    ensure(count <= max, || Error::TooManyVertices { count, max })
}

/// Fails at the first coordinate that is not finite.
fn check_vertex(index: usize, p: &Vector3<f64>) -> Result<()> {
    for (axis, value) in [('x', p.x), ('y', p.y), ('z', p.z)] {
        if !value.is_finite() {
            return Err(Error::NonFiniteVertex { index, axis, value });
        }
    }
    Ok(())
}

/// Fails at the first coordinate of a list that is not finite; points count from 0.
pub fn check_vertices<'a>(points: impl IntoIterator<Item = &'a Vector3<f64>>) -> Result<()> {
    let mut numbered = points.into_iter().enumerate();
    numbered.try_for_each(|(index, p)| check_vertex(index, p))
}

/// See [`Polytope::suspect_numbers`](crate::Polytope::suspect_numbers).
pub(crate) fn suspect_numbers(points: impl Iterator<Item = Vector3<f64>>) -> u32 {
    const TINY: f64 = 1e-300;
    const LARGE: f64 = 1e-150;
    let (mut tiny, mut is_large) = (0, false);
    for point in points {
        let vanishing = |x: &&f64| **x != 0.0 && x.abs() < TINY;
        tiny += point.iter().filter(vanishing).count() as u32;
        is_large |= point.amax() > LARGE;
    }
    if is_large { tiny } else { 0 }
}

/// The distinct points in lexicographic order, and where each stood first.
pub(crate) fn distinct_sorted(points: &[Vector3<f64>]) -> Result<(Vec<Vector3<f64>>, Vec<u32>)> {
    let mut indexed = Vec::with_capacity(points.len());
    for (index, p) in points.iter().enumerate() {
        check_vertex(index, p)?;
        // Adding 0.0 turns -0.0 into 0.0 and nothing else.
        indexed.push((p.add_scalar(0.0), index as u32));
    }
    indexed.sort_unstable_by(|(p, i), (q, j)| {
        p.x.total_cmp(&q.x)
            .then(p.y.total_cmp(&q.y))
            .then(p.z.total_cmp(&q.z))
            .then(i.cmp(j))
    });
    indexed.dedup_by(|(p, _), (q, _)| p == q);
    Ok(indexed.into_iter().unzip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_limited_before_anything_is_read() {
        let max = MAX_POINTS;
        assert!(check_count(max, max).is_ok());
        let count = max + 1;
        let refused = Err(Error::TooManyVertices { count, max });
        assert_eq!(check_count(count, max), refused);
    }
}
