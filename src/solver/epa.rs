//! The least translation that parts two convex sets which meet.
//!
//! Problem: with h(n) the greatest n.m over M = A - B, which holds the origin, moving B by h(n) along
//! the unit vector n just parts the sets, so the depth is the least h(n): the distance from the
//! origin to the nearest facet of M. Idea (the expanding polytope algorithm, van den Bergen 2001):
//! a polytope P inside M has its nearest facet no farther; look for a column beyond that facet, and
//! either there is none and the facet is M's, or P grows by it. Both bounds are at hand at every
//! step: the depth is at least the distance of P's nearest facet and at most the least h(n) seen.
//! The loop ends when they meet to rounding, or when the nearest facet has nothing strictly beyond
//! it, which with normals good to 1e-12 is the same. It cannot cycle: P grows strictly and M has
//! finitely many vertices. No limit ends it, but of curved bodies, which have no vertices: then the bounds are as far
//! apart as they are.
//!
//! Deviations from the usual form: P need not hold the origin at the start (a facet on the wrong side
//! has a negative distance and is expanded first); signs are exact
//! ([`epa_polytope`](crate::solver::epa_polytope)); sets without interior, where no polytope exists, are
//! answered by the normal of their own plane or line, along which M has no width.
//!
//! Loses on large round bodies deep inside each other: every facet of M is about as near as the
//! next, and each has to be visited. Beyond the fixed memory the hull goes to the heap.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{self, cross, dot, norm};
use crate::shape::support::SearchStart;
use crate::solver::epa_polytope::{ExpandingHull, Grown, HeapStore, Store, accurate_normal};
use crate::solver::minkowski_difference::{Column, Difference, DirectionExtent};
use crate::support::mapping::FloatMapping;

/// Faces of P at first: some 14 columns, enough for shallow pairs of boxes. Clearing more would cost them
/// more than the polytope does.
const FEW_FACES: usize = 32;

/// Faces of P that need no heap: about 60 columns. Random pairs of 30 vertices each stay below it
/// in all but deep cases.
const FACES: usize = 128;

/// Accuracy of the normals of P.
const NORMAL_ERROR: f64 = 1e-12;

/// The depth, its direction and where it is measured; in the query's frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Depth {
    /// Unit, from A to B: B moved by `depth` along it is parted from A.
    pub(crate) normal: Vector3<f64>,
    /// Greatest n.m over M along it, rounding aside.
    pub(crate) depth: f64,
    /// No direction does with less, rounding included.
    pub(crate) lower: f64,
    /// Extent of both bodies along the normal, for sets with interior.
    pub(crate) extent: Option<DirectionExtent>,
    /// The columns of the facet and the weights of its point nearest to the origin; None of sets
    /// without interior.
    pub(crate) foot: Option<([Column; 3], [f64; 3])>,
}

/// The depth of the origin in M, which holds it. `seeds` are columns of M to start from: four that hold the
/// origin beyond rounding, or up to three, any, none, or repeated.
pub(crate) fn depth<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    seeds: &[Column],
) -> Depth {
    if let Ok(columns) = seeds.try_into() {
        let mut store = Store::<FEW_FACES>::new();
        if let Some(hull) = ExpandingHull::new(store.memory(), columns) {
            return expand(m, hull, Best::NONE);
        }
    }
    let columns = match tetrahedron(m, seeds) {
        Ok(columns) => columns,
        Err(normal) => return flat(m, &normal),
    };
    let mut store = Store::<FEW_FACES>::new();
    match ExpandingHull::new(store.memory(), columns) {
        Some(hull) => expand(m, hull, Best::NONE),
        None => flat(m, &plane_normal(&columns)),
    }
}

/// The least h(n) so far.
#[derive(Debug, Clone, Copy)]
struct Best {
    normal: Vector3<f64>,
    reach: f64,
    extent: DirectionExtent,
}

impl Best {
    const NONE: Best = Best {
        normal: Vector3::new(0.0, 0.0, 0.0),
        reach: f64::INFINITY,
        extent: DirectionExtent::NOTHING,
    };
}

fn expand<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    mut hull: ExpandingHull<'_>,
    mut best: Best,
) -> Depth {
    let stop = 2.0 * m.rounding();
    loop {
        let (face, height, n) = hull.nearest();
        let start = hull.columns(face)[0];
        (m.hint_a, m.hint_b) = (start.id_a, start.id_b);
        let extent = m.support(&n, SearchStart::Hint);
        let reach = -extent.gap();
        if reach < best.reach {
            best = Best {
                normal: n,
                reach,
                extent,
            };
        }
        if best.reach - height <= stop {
            return finish(m, &hull, best);
        }
        if m.queries >= m.most_queries {
            return descend(m, &hull, best);
        }
        match hull.grow(face, m.enter(&n, &extent)) {
            Grown::Larger => {}
            Grown::NotBeyond => return finish(m, &hull, best),
            Grown::Full => return expand_in_more(m, &hull, best),
        }
    }
}

/// Queries of [`descend`]. With fewer, points may lie beside curved bodies.
pub(crate) const MAX_DESCENT: u32 = 64;

/// Roundings between P and the plane of the best normal at which [`descend`] ends.
const DESCENT_GAP: f64 = 1048576.0;

/// Brings the points of the best normal onto M, where so many faces are equally near that P cannot grow at all of them: a curved
/// body around another is as deep all around. The depth stays between its bounds.
///
/// The ray along the best normal leaves P at a face, at which P grows. Then the ray ends on M, where M's own normal is as good
/// or better: a ray that ends before the plane of the best normal finds one that is better by as much.
#[cold]
fn descend<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    hull: &ExpandingHull<'_>,
    mut best: Best,
) -> Depth {
    let mut store = HeapStore::new(2 * hull.capacity());
    let mut hull = hull.copied_into(store.memory());
    let last = m.queries + MAX_DESCENT;
    while m.queries < last
        && let Some((face, length, n)) = hull.pierced(&best.normal)
        && best.reach - length > DESCENT_GAP * m.rounding()
    {
        let start = hull.columns(face)[0];
        (m.hint_a, m.hint_b) = (start.id_a, start.id_b);
        let extent = m.support(&n, SearchStart::Hint);
        let reach = -extent.gap();
        let is_better = reach < best.reach;
        if is_better {
            best = Best {
                normal: n,
                reach,
                extent,
            };
        }
        if hull.grow(face, m.enter(&n, &extent)) != Grown::Larger && !is_better {
            break;
        }
    }
    finish(m, &hull, best)
}

#[inline(never)]
fn expand_in_more<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    hull: &ExpandingHull<'_>,
    best: Best,
) -> Depth {
    if hull.capacity() >= FACES {
        return expand_on_heap(m, hull, best);
    }
    let mut store = Store::<FACES>::new();
    let larger = hull.copied_into(store.memory());
    expand(m, larger, best)
}

#[cold]
fn expand_on_heap<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    hull: &ExpandingHull<'_>,
    best: Best,
) -> Depth {
    let mut store = HeapStore::new(4 * hull.capacity());
    let larger = hull.copied_into(store.memory());
    expand(m, larger, best)
}

fn finish<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    hull: &ExpandingHull<'_>,
    best: Best,
) -> Depth {
    // A climb may have stopped short of the maximum.
    let reach = best.reach.max(m.scanned_reach(&best.normal));
    let (_, height, _) = hull.nearest();
    let foot = foot(hull, &(best.normal * reach), reach, 2.0 * m.rounding());
    let farthest = foot.0.iter().fold(0.0, |far: f64, c| far.max(norm(&c.m)));
    Depth {
        normal: best.normal,
        depth: reach,
        extent: Some(best.extent),
        lower: (height - NORMAL_ERROR * farthest - m.rounding()).min(reach),
        foot: Some(foot),
    }
}

/// The face that the ray along the normal leaves P through, and its point nearest to `at`.
///
/// P holds no point of that ray beyond `reach`, and all its faces are at least as far as the nearest: so the face is
/// one of those within rounding of `reach`. Of coplanar triangles only one holds the point; the residual of the clipped
/// weights decides which.
fn foot(
    hull: &ExpandingHull<'_>,
    at: &Vector3<f64>,
    reach: f64,
    rounding: f64,
) -> ([Column; 3], [f64; 3]) {
    let (nearest, lowest, _) = hull.nearest();
    let mut found = (hull.columns(nearest), [1.0, 0.0, 0.0]);
    let mut least = f64::INFINITY;
    let limit = reach.max(lowest) + rounding;
    for (face, &height) in hull.heights().iter().enumerate() {
        if !(height <= limit) {
            continue;
        }
        let columns = hull.columns(face as u32);
        let weights = weights_of(&columns.map(|c| c.m), at);
        let point = combine(&columns, &weights);
        let residual = norm(&(point - at));
        if residual < least {
            (found, least) = ((columns, weights), residual);
        }
    }
    found
}

fn combine(columns: &[Column; 3], weights: &[f64; 3]) -> Vector3<f64> {
    (columns[0].m * weights[0] + columns[1].m * weights[1]) + columns[2].m * weights[2]
}

/// Barycentric weights of the projection of `at`, clipped to be nonnegative; they sum to 1.
pub(crate) fn weights_of(p: &[Vector3<f64>; 3], at: &Vector3<f64>) -> [f64; 3] {
    let n = cross(&(p[1] - p[0]), &(p[2] - p[0]));
    let q = p.map(|p| p - at);
    let raw = [
        dot(&n, &cross(&q[1], &q[2])),
        dot(&n, &cross(&q[2], &q[0])),
        dot(&n, &cross(&q[0], &q[1])),
    ];
    let clipped = raw.map(|w| w.max(0.0));
    let sum = (clipped[0] + clipped[1]) + clipped[2];
    if sum > 0.0 {
        clipped.map(|w| w / sum)
    } else {
        [1.0, 0.0, 0.0]
    }
}

/// Depth of a set that has no width along `normal`, beyond rounding.
fn flat<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    normal: &Vector3<f64>,
) -> Depth {
    let (front, back) = (m.scanned_reach(normal), m.scanned_reach(&-normal));
    // M holds the origin, so neither is truly negative.
    let (normal, reach) = if back < front {
        (-normal, back)
    } else {
        (*normal, front)
    };
    Depth {
        normal,
        depth: reach.max(0.0),
        lower: 0.0,
        extent: None,
        foot: None,
    }
}

/// Four columns of M that are not coplanar to rounding, or the unit normal of the plane that holds
/// M to rounding.
fn tetrahedron<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    seeds: &[Column],
) -> Result<[Column; 4], Vector3<f64>> {
    // What is less wide than this is not wider than its rounding.
    let least = 4.0 * m.rounding();
    let first = match seeds.first() {
        Some(column) => *column,
        None => price(m, &Vector3::x()),
    };
    let away = |c: &Column| norm(&(c.m - first.m));
    let axes = [
        Vector3::x(),
        -Vector3::x(),
        Vector3::y(),
        -Vector3::y(),
        Vector3::z(),
        -Vector3::z(),
    ];
    let second = farthest(m, seeds, &axes, away, least).ok_or_else(Vector3::x)?;
    let along = (second.m - first.m) / away(&second);
    let off = |c: &Column| norm(&cross(&along, &(c.m - first.m)));
    let across = perpendicular(&along);
    let also = cross(&along, &across);
    let ring = [across, -across, also, -also];
    let third = farthest(m, seeds, &ring, off, least).ok_or(across)?;
    let normal = accurate_normal(&first.m, &second.m, &third.m);
    let height = |c: &Column| dot(&normal, &(c.m - first.m)).abs();
    // To the side of the interior first: a portal has nearly nothing on the other.
    let inward = if dot(&normal, &(m.interior() - first.m)) < 0.0 {
        -normal
    } else {
        normal
    };
    for side in [inward, -inward] {
        let fourth = price(m, &side);
        if height(&fourth) > least {
            return Ok([first, second, third, fourth]);
        }
    }
    Err(normal)
}

/// The seed of the largest `measure`; when it is not above `least`, the best of the supports along
/// `directions`; None when that is not either.
fn farthest<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    seeds: &[Column],
    directions: &[Vector3<f64>],
    measure: impl Fn(&Column) -> f64,
    least: f64,
) -> Option<Column> {
    let mut best = (least, None);
    for column in seeds {
        let size = measure(column);
        if size > best.0 {
            best = (size, Some(*column));
        }
    }
    if best.1.is_some() {
        return best.1;
    }
    for direction in directions {
        let column = price(m, direction);
        let size = measure(&column);
        if size > best.0 {
            best = (size, Some(column));
        }
    }
    best.1
}

#[inline(never)]
fn price<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    direction: &Vector3<f64>,
) -> Column {
    let extent = m.support(direction, SearchStart::Table);
    m.enter(direction, &extent)
}

/// Some unit vector at a right angle to a unit vector.
pub(crate) fn perpendicular(v: &Vector3<f64>) -> Vector3<f64> {
    let n = arithmetic::perpendicular(v);
    n / norm(&n)
}

fn plane_normal(columns: &[Column; 4]) -> Vector3<f64> {
    accurate_normal(&columns[0].m, &columns[1].m, &columns[2].m)
}
