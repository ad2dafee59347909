//! Faces of any number of corners, cut into triangles.
//!
//! Seen along the axis along which it is largest, one corner after another is taken off a face, so that all triangles go round the
//! same way, by exact signs. They then cover what the outline winds about, each place as often as it does, and nothing else. A fan
//! about the first corner where that is such a cut, as of every convex face; otherwise ears. An outline that crosses itself and winds
//! about one place one way and about another the other way has no such cut.

use nalgebra::Vector3;
use robust::{Coord, orient2d};

/// Corners of a face that is no fan: finding an ear may take their square.
const MOST: usize = 1000;

/// The triangles of a face; why there are none.
pub(super) fn cut(points: &[Vector3<f64>], face: &[u32]) -> Result<Vec<[u32; 3]>, String> {
    if face.len() <= 3 {
        return Ok(fan(face).collect());
    }
    let flat = flat(points, face);
    let sides = || (2..flat.len()).map(|i| side([flat[0], flat[i - 1], flat[i]]));
    if sides().all(|side| side >= 0.0) || sides().all(|side| side <= 0.0) {
        return Ok(fan(face).collect());
    }
    let count = face.len();
    if count > MOST {
        return Err(format!(
            "a face of {count} corners that is not convex; at most {MOST} are cut into triangles"
        ));
    }
    let mirrored: Vec<_> = flat.iter().map(|p| Coord { x: -p.x, y: p.y }).collect();
    let ears = ears(&flat).or_else(|| ears(&mirrored));
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

fn side([a, b, c]: [Coord<f64>; 3]) -> f64 {
    orient2d(a, b, c)
}

/// Triangles that all go round counter-clockwise, or are flat.
fn ears(points: &[Coord<f64>]) -> Option<Vec<[usize; 3]>> {
    let mut left: Vec<usize> = (0..points.len()).collect();
    let mut cut = Vec::new();
    let mut from = 0;
    while left.len() >= 3 {
        let count = left.len();
        let ear = |k: usize| [k + count - 1, k, k + 1].map(|k| left[k % count]);
        let corners = |k: usize| ear(k).map(|i| points[i]);
        let holds = |[a, b, c]: [Coord<f64>; 3], p: Coord<f64>| {
            ![a, b, c].contains(&p)
                && [[a, b, p], [b, c, p], [c, a, p]]
                    .map(side)
                    .iter()
                    .all(|&side| side >= 0.0)
        };
        let is_ear = |&k: &usize| {
            side(corners(k)) > 0.0 && !left.iter().any(|&p| holds(corners(k), points[p]))
        };
        let mut order = (from..count).chain(0..from.min(count));
        let flat = |&k: &usize| side(corners(k)) == 0.0;
        let k = order.clone().find(is_ear).or_else(|| order.find(flat))?;
        cut.push(ear(k));
        left.remove(k);
        from = k;
    }
    Some(cut)
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
            cut(&points, &face).unwrap(),
            [[0, 1, 2], [0, 2, 3], [0, 3, 4]]
        );
    }

    /// Of any size, from any first corner and either way round: all that is inside, nothing that is outside.
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
                let cut = cut(&points, &face).unwrap();
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
        let cut = cut(&points, &face).unwrap();
        assert!(!covers(&corners, &cut, [2.1, 1.9]));
        for [x, y] in [[0.4, 2.1], [2.1, 0.4], [3.6, 2.1], [2.1, 3.6]] {
            assert!(covers(&corners, &cut, [x, y]), "{x} {y}");
        }
    }

    #[test]
    fn an_outline_that_crosses_itself_is_refused_and_one_on_a_line_is_not() {
        let (points, face) = polygon(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.5]]);
        assert_eq!(
            cut(&points, &face).unwrap_err(),
            "the outline of a face crosses itself, or it is too skew to be cut into triangles"
        );
        let (points, face) = polygon(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [3.0, 0.0]]);
        assert_eq!(cut(&points, &face).unwrap().len(), 2);
        let star: Vec<_> = (0..2002)
            .map(|i| (f64::from(i), 1.0 + f64::from(i % 2)))
            .map(|(i, r)| [r * (i * 0.003).cos(), r * (i * 0.003).sin()])
            .collect();
        let (points, face) = polygon(&star);
        assert!(cut(&points, &face).unwrap_err().contains("2002 corners"));
    }
}
