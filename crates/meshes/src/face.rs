//! Faces of any number of corners, cut into triangles.
//!
//! Seen along the axis along which it is largest, one corner after another is taken off a face, so that all triangles go round the
//! same way, by exact signs. They then cover what the outline winds about, each place as often as it does, and nothing else. A fan
//! about the first corner where that is such a cut, as for every convex face; otherwise ears (`ears.rs`). An outline that crosses itself and winds
//! about one place one way and about another the other way has no such cut.

use nalgebra::Vector3;
use robust::Coord;

use super::ears::{Spent, Work, side};

/// The triangles of a face; why there are none.
pub(super) fn cut(
    points: &[Vector3<f64>],
    face: &[u32],
    work: &mut Work,
) -> Result<Vec<[u32; 3]>, String> {
    work.earn(face.len());
    if face.len() <= 3 {
        return Ok(fan(face).collect());
    }
    let flat = flat(points, face);
    let sides = || (2..flat.len()).map(|i| side([flat[0], flat[i - 1], flat[i]]));
    if sides().all(|side| side >= 0.0) || sides().all(|side| side <= 0.0) {
        return Ok(fan(face).collect());
    }
    let mut ways = [false, true].map(|mirrored| {
        let sign = if mirrored { -1.0 } else { 1.0 };
        flat.iter()
            .map(|p| Coord {
                x: sign * p.x,
                y: p.y,
            })
            .collect::<Vec<_>>()
    });
    // The likely one first: the other has no ears for long.
    if !is_counter_clockwise(&flat) {
        ways.reverse();
    }
    let spent = |_: Spent| {
        let count = face.len();
        format!(
            "a face of {count} corners that is not convex, and cutting those of the file into \
             triangles takes more steps than its size allows"
        )
    };
    let mut ears = None;
    for way in &ways {
        if ears.is_none() {
            ears = super::ears::ears(way, work).map_err(spent)?;
        }
    }
    let ears = ears.ok_or(
        "the outline of a face crosses itself, or it is too skew to be cut into triangles",
    )?;
    Ok(ears.iter().map(|ear| ear.map(|i| face[i])).collect())
}

/// A face as a fan about its first corner.
pub(super) fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> + '_ {
    let rest = corners.get(1..).unwrap_or_default();
    rest.windows(2).map(|two| [corners[0], two[0], two[1]])
}

/// The corners as seen along an axis, in units of the largest coordinate.
fn flat(points: &[Vector3<f64>], face: &[u32]) -> Vec<Coord<f64>> {
    let corner = |&v: &u32| points[v as usize];
    let largest = face.iter().map(|v| corner(v).amax()).fold(0.0, f64::max);
    // A power of two rounds nothing.
    let unit = 2.0_f64.powi(-(largest.log2().clamp(-1000.0, 1000.0) as i32));
    let near: Vec<_> = face.iter().map(|v| corner(v) * unit).collect();
    let spokes = near
        .windows(2)
        .map(|two| [two[0], two[1]].map(|p| p - near[0]));
    // Of areas, whichever way round: those of an outline that crosses itself may cancel.
    let areas: Vector3<f64> = spokes.map(|[p, q]| p.cross(&q).abs()).sum();
    let [x, y] = match areas.iamax() {
        0 => [1, 2],
        1 => [2, 0],
        _ => [0, 1],
    };
    near.iter().map(|p| Coord { x: p[x], y: p[y] }).collect()
}

/// Whether an outline goes round counter-clockwise on the whole, to rounding.
fn is_counter_clockwise(points: &[Coord<f64>]) -> bool {
    let first = points[0];
    let area = points.windows(2).map(|two| {
        let [p, q] = [two[0], two[1]].map(|p| [p.x - first.x, p.y - first.y]);
        p[0] * q[1] - p[1] * q[0]
    });
    area.sum::<f64>() >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[[f64; 2]]) -> (Vec<Vector3<f64>>, Vec<u32>) {
        let points = corners
            .iter()
            .map(|&[x, y]| Vector3::new(x, 3.0 * x - y, y));
        (points.collect(), (0..corners.len() as u32).collect())
    }

    /// Whether a place of the polygon's plane is in one of the triangles.
    fn covers(corners: &[[f64; 2]], cut: &[[u32; 3]], [x, y]: [f64; 2]) -> bool {
        let at = |v: u32| Coord {
            x: corners[v as usize][0],
            y: corners[v as usize][1],
        };
        let p = Coord { x, y };
        cut.iter().any(|t| {
            let [a, b, c] = t.map(at);
            let sides = [[a, b, p], [b, c, p], [c, a, p]].map(side);
            sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0)
        })
    }

    #[test]
    fn a_convex_face_is_a_fan_about_its_first_corner() {
        let (points, face) = polygon(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
        assert_eq!(
            cut(&points, &face, &mut Work::default()).unwrap(),
            [[0, 1, 2], [0, 2, 3], [0, 3, 4]]
        );
    }

    /// A triangulated concave face covers all that is inside and nothing outside, at any size, from any first corner,
    /// either way round.
    #[test]
    fn a_concave_face_is_covered_and_nothing_else() {
        let comb = [
            [0.0, 0.0],
            [7.0, 0.0],
            [7.0, 5.0],
            [6.0, 5.0],
            [6.0, 1.0],
            [4.0, 1.0],
            [4.0, 5.0],
            [3.0, 5.0],
            [3.0, 1.0],
            [1.0, 1.0],
            [1.0, 5.0],
            [0.0, 5.0],
        ];
        for scale in [1.0, 1e-290, 1e290] {
            for turn in 0..comb.len() {
                let mut corners = comb;
                corners.rotate_left(turn);
                if turn % 2 == 1 {
                    corners.reverse();
                }
                let (points, face) = polygon(&corners.map(|p| p.map(|x| x * scale)));
                let cut = cut(&points, &face, &mut Work::default()).unwrap();
                assert_eq!(cut.len(), 10);
                for [x, y] in [[0.3, 4.7], [3.4, 4.6], [6.7, 4.1], [5.1, 0.7], [2.1, 0.9]] {
                    assert!(covers(&corners, &cut, [x, y]), "{turn}: {x} {y}");
                }
                for [x, y] in [[2.1, 1.1], [5.2, 4.9], [2.0, 4.9], [7.1, 1.0]] {
                    assert!(!covers(&corners, &cut, [x, y]), "{turn}: {x} {y}");
                }
            }
        }
    }

    /// A frame as one outline: its bridge is walked twice.
    #[test]
    fn a_face_with_a_hole_is_cut_about_it() {
        let corners = [
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 4.0],
            [0.0, 4.0],
            [0.0, 0.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [3.0, 3.0],
            [3.0, 1.0],
            [1.0, 1.0],
        ];
        let (points, face) = polygon(&corners);
        let cut = cut(&points, &face, &mut Work::default()).unwrap();
        assert!(!covers(&corners, &cut, [2.1, 1.9]));
        for [x, y] in [[0.4, 2.1], [2.1, 0.4], [3.6, 2.1], [2.1, 3.6]] {
            assert!(covers(&corners, &cut, [x, y]), "{x} {y}");
        }
    }

    /// One of 100,000 corners, either way round.
    #[test]
    fn a_face_may_have_any_number_of_corners() {
        let corner = |i: u32| {
            let (far, angle) = (
                1.0 + f64::from(i % 2),
                f64::from(i) * 2e-5 * std::f64::consts::PI,
            );
            [far * angle.cos(), far * angle.sin()]
        };
        let mut star: Vec<_> = (0..100_000).map(corner).collect();
        for _ in 0..2 {
            let (points, face) = polygon(&star);
            let cut = cut(&points, &face, &mut Work::default()).unwrap();
            assert_eq!(cut.len(), star.len() - 2);
            assert!(covers(&star, &cut, [0.3, 0.4]) && covers(&star, &cut, [0.95, 0.01]));
            assert!(!covers(&star, &cut, [1.01, 0.0]));
            star.reverse();
        }
    }

    #[test]
    fn an_outline_that_crosses_itself_is_refused_and_one_on_a_line_is_not() {
        let (points, face) = polygon(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.5]]);
        assert_eq!(
            cut(&points, &face, &mut Work::default()).unwrap_err(),
            "the outline of a face crosses itself, or it is too skew to be cut into triangles"
        );
        let (points, face) = polygon(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [3.0, 0.0]]);
        assert_eq!(cut(&points, &face, &mut Work::default()).unwrap().len(), 2);
    }
}
