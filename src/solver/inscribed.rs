//! Do two bodies meet, one of which is curved? Polytopes inside the curved ones show it, which exact integers
//! compare.
//!
//! Idea: as long as the polytopes are apart, each gets the point of its body farthest along the normal between
//! them. Where they meet, so do the bodies, in whatever directions the points lie. So this decides where portal
//! refinement finds the origin on an edge or face of its columns: for bodies in a row, and for flat ones that meet
//! in their plane. It never proves that bodies are apart.

use nalgebra::Vector3;

use crate::motion::pairs::{ConvexPair, Cores};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::rotate_back;
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::shape::body::Core;
use crate::shape::curved::Curved;
use crate::shape::polytope::Polytope;
use crate::solver::decision::DecisionKind;
use crate::solver::within_distance::{BodiesWithinDistance, bodies_within_distance};

/// Steps after which it gives up: bodies that touch to rounding need some 30.
const MOST_STEPS: u32 = 60;

/// A point of each body, none empty, no farther apart than `distance`, if they are found; in the world. Allocates.
#[cold]
pub(crate) fn near_points(
    sides: &ConvexPair<'_, Pose>,
    distance: f64,
) -> Option<[Vector3<f64>; 2]> {
    meeting(sides, distance, Curved::inner, |_, near| near.points())?
}

/// Calls `met` with polytopes that come within `distance`, in the places of bodies, none empty, of which they are, or
/// inside; their corners are points that `inner` finds about farthest along a direction. None if there are none.
pub(crate) fn meeting<T>(
    sides: &ConvexPair<'_, Pose>,
    distance: f64,
    inner: impl Fn(&Curved, &Vector3<f64>) -> Vector3<f64>,
    met: impl FnOnce(&Cores<'_, Pose>, &BodiesWithinDistance) -> T,
) -> Option<T> {
    let mut points = sides.cores.map(|core| match core {
        Core::Polytope(_) => Vec::new(),
        Core::Curved(body) => directions().map(|e| inner(body, &e)).collect(),
    });
    for _ in 0..MOST_STEPS {
        let made = points.each_ref().map(|points| Polytope::few(points));
        let body = |k: usize| match sides.cores[k] {
            Core::Polytope(body) => Some(body),
            Core::Curved(_) => made[k].as_ref().ok(),
        };
        let cores = Cores {
            bodies: [body(0)?, body(1)?],
            places: sides.places,
            radii: sides.radii,
        };
        let near = bodies_within_distance(&cores, distance, MAX_PIVOTS, &mut PairState::default());
        if near.decision().kind == DecisionKind::Hit {
            return Some(met(&cores, &near));
        }
        let normal = near.decision().vector();
        let mut new = false;
        for (k, n) in [(0, normal), (1, -normal)] {
            if let Core::Curved(body) = sides.cores[k] {
                let point = inner(body, &rotate_back(sides.places[k].matrix(), &n));
                new |= !points[k].contains(&point);
                points[k].push(point);
            }
        }
        if !new {
            break;
        }
    }
    None
}

/// Along the axes and between them.
fn directions() -> impl Iterator<Item = Vector3<f64>> {
    let part = |k: i32| f64::from(k % 3 - 1);
    (0..27).map(move |k| Vector3::new(part(k), part(k / 3), part(k / 9)))
}
