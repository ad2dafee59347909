//! Certificates about bodies of which one is curved.
//!
//! That they are apart is a plane, as of polytopes: checkers know how far the shapes reach. That they meet is proved of
//! polytopes inside the curved ones, whose corners are points of theirs in f64: as long as these are apart, each
//! gets the point of its body farthest along the normal between them.

use nalgebra::Vector3;

use crate::body::curved::Curved;
use crate::body::handle::Core;
use crate::body::polytope::Polytope;
use crate::ccd::given::{corners, given_pose, given_shape, refused};
use crate::certificate::{Certificate, Farther, Placement, Proof, Shape};
use crate::distance::near::near_bodies;
use crate::lp::decide::Kind;
use crate::motion::pairs::{Cores, PosedPair, Sides};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::rotate_back;
use crate::numeric::double::{Double, dot, double3};
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::prove::resting::nearest_pairs;
use crate::verdict::Verdict;

/// Corners that a polytope inside a curved body gets at most: of bodies that touch to rounding, some 30.
const MOST_CORNERS: usize = 200;

/// Of points of two bodies, vertices or made up, the pairs whose differences come near enough to the origin.
pub(crate) struct Witness {
    pub(crate) points: [Vec<[f64; 3]>; 2],
    pub(crate) pairs: Vec<[u32; 2]>,
}

/// What proves an answer about bodies at rest, of which one is curved, and with this normal if they are apart; for a
/// `distance` that of [`within`](crate::within()). Where none is found, every checker refuses what stands for it.
pub(crate) fn at_rest(
    pair: &PosedPair<'_>,
    distance: Option<f64>,
    (verdict, normal): (Verdict, Option<Vector3<f64>>),
) -> Proof {
    let sides = pair.sides();
    let (points, certificate) = match (verdict, normal) {
        (Verdict::Separated, Some(normal)) => {
            let normal = normal.into();
            let certificate = match distance {
                None => Certificate::Plane { normal },
                Some(distance) => Certificate::Farther(Farther {
                    distance,
                    normal: Some(normal),
                    span: None,
                }),
            };
            (given_points(&sides), certificate)
        }
        (Verdict::Separated, None) => (given_points(&sides), Certificate::Empty),
        (Verdict::Undecided, _) => return refused(),
        (Verdict::Hit, _) => {
            let Some(found) = witness(&sides, distance.unwrap_or(0.0)) else {
                return refused();
            };
            let pairs = found.pairs;
            let certificate = match distance {
                None => Certificate::Columns { pairs },
                Some(distance) => Certificate::Nearer { distance, pairs },
            };
            (found.points, certificate)
        }
    };
    let [a, b] = points;
    Proof {
        a,
        b,
        shapes: sides.cores.map(given_shape),
        radii: sides.radii,
        placement: Placement::Poses(sides.places.map(given_pose)),
        certificate,
    }
}

/// The vertices; none of a curved body.
pub(crate) fn given_points<P>(sides: &Sides<'_, P>) -> [Vec<[f64; 3]>; 2] {
    sides.cores.map(|core| match core {
        Core::Polytope(body) => corners(body),
        Core::Curved(_) => Vec::new(),
    })
}

/// Points that show that two bodies, none empty, come within a distance.
pub(crate) fn witness(sides: &Sides<'_, Pose>, distance: f64) -> Option<Witness> {
    let mut made: [Vec<Vector3<f64>>; 2] = sides.cores.map(|core| match core {
        Core::Polytope(_) => Vec::new(),
        Core::Curved(body) => (0..6).map(|k| inner_point(body, &axis(k))).collect(),
    });
    let own = |k: usize, made: &[Vector3<f64>]| match sides.cores[k] {
        Core::Polytope(body) => Some(body.clone()),
        Core::Curved(_) => Polytope::new(made).ok(),
    };
    loop {
        let bodies = [own(0, &made[0])?, own(1, &made[1])?];
        let cores = Cores {
            bodies: bodies.each_ref(),
            places: sides.places,
            radii: sides.radii,
        };
        let near = near_bodies(&cores, distance, MAX_PIVOTS, &mut PairState::default());
        if near.decision().kind == Kind::Hit {
            let pairs = nearest_pairs(bodies.each_ref(), sides.places);
            return Some(named(sides, &bodies, pairs));
        }
        let normal = near.decision().vector();
        let mut new = false;
        for (k, n) in [(0, normal), (1, -normal)] {
            let Core::Curved(body) = sides.cores[k] else {
                continue;
            };
            let point = inner_point(body, &rotate_back(sides.places[k].matrix(), &n));
            if !made[k].contains(&point) {
                made[k].push(point);
                new = made[k].len() <= MOST_CORNERS;
            }
        }
        if !new {
            return None;
        }
    }
}

/// With the corners of curved bodies alone that the pairs name.
fn named(sides: &Sides<'_, Pose>, bodies: &[Polytope; 2], mut pairs: Vec<[u32; 2]>) -> Witness {
    let points = [0, 1].map(|k| {
        let all = corners(&bodies[k]);
        if matches!(sides.cores[k], Core::Polytope(_)) {
            return all;
        }
        let mut ids: Vec<u32> = pairs.iter().map(|pair| pair[k]).collect();
        ids.sort_unstable();
        ids.dedup();
        for pair in &mut pairs {
            pair[k] = ids.partition_point(|id| *id < pair[k]) as u32;
        }
        ids.into_iter().map(|id| all[id as usize]).collect()
    });
    Witness { points, pairs }
}

/// A direction along an axis, one of six.
fn axis(k: usize) -> Vector3<f64> {
    let mut e = Vector3::zeros();
    e[k / 2] = if k % 2 == 0 { 1.0 } else { -1.0 };
    e
}

/// A point of the body, in f64, that is farthest along a direction but for rounding.
pub(crate) fn inner_point(body: &Curved, e: &Vector3<f64>) -> Vector3<f64> {
    let e = e / e.amax().max(f64::MIN_POSITIVE);
    let size = body.around().reach();
    let scale = match size > 0.0 {
        true => libm::ldexp(1.0, -libm::ilogb(size)),
        false => 1.0,
    };
    let far = body.support(&double3(&e), scale);
    let far = Vector3::from(far.map(Double::value)) / scale;
    let shape = given_shape(Core::Curved(body));
    let inward = |k: usize, x: f64| match (shape, k) {
        (Shape::Cone { .. }, 2) => x.next_down(),
        _ if x == 0.0 => x,
        _ => toward_0(x),
    };
    let choices = (0..8).map(|choice| {
        let side = |k: usize| match choice >> k & 1 {
            0 => far[k],
            _ => inward(k, far[k]),
        };
        Vector3::new(side(0), side(1), side(2))
    });
    let along = |p: &Vector3<f64>| dot(&double3(&e), &double3(&(p * scale)));
    choices
        .filter(|p| shape.holds(&(*p).into()))
        .max_by(|p, q| (along(p) - along(q)).value().total_cmp(&0.0))
        .unwrap_or_else(Vector3::zeros)
}

fn toward_0(x: f64) -> f64 {
    match x > 0.0 {
        true => x.next_down(),
        false => x.next_up(),
    }
}
