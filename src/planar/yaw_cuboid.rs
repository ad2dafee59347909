//! Cuboids that stand upright and turn about the vertical axis only: vehicles, containers, cranes.
//!
//! Ten numbers: four corners in plan, in any order, and the heights of bottom and top. Corners of f64 that were
//! turned never form a rectangle exactly, so the body is the hull of the four, between its heights; all that is
//! said of it is said of that.

use nalgebra::Vector3;

use crate::error::{Error, Result, check_number, check_range, ensure};
use crate::numeric::arithmetic::U;
use crate::numeric::predicates::orient2d;
use crate::shape::polytope::Polytope;

/// By this part of the diagonal the corners may be off those of a rectangle.
const RECTANGLE_REL_TOL: f64 = 1e-9;

/// Lengths whose squares and inverses are ordinary numbers.
const ORDINARY: std::ops::Range<f64> = 1e-120..1e120;

/// An upright cuboid: the hull of four corners in the plane, between two heights.
///
/// Corners in any order, to rounding those of a rectangle, which may be a segment or a point; the heights may be
/// equal. Plain data of 26 numbers, made without allocating. World axes, z upwards.
///
/// ```
/// use interframe::YawCuboid;
///
/// let car = YawCuboid::new([[0.0, 0.0], [4.0, 2.0], [4.0, 0.0], [0.0, 2.0]], [0.0, 1.5])?;
/// assert_eq!(car.corners(), [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]);
/// let bent = YawCuboid::new([[0.0, 0.0], [4.0, 2.0], [4.0, 0.0], [0.0, 2.5]], [0.0, 1.5]);
/// assert!(bent.unwrap_err().to_string().contains("off those of a rectangle"));
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct YawCuboid {
    /// x and y of the corners: the hull's, counter-clockwise from the leftmost, then those inside it.
    pub(crate) x: [f64; 4],
    pub(crate) y: [f64; 4],
    pub(crate) z: [f64; 2],
    pub(crate) edges: Edges,
    pub(crate) center: [f64; 2],
    /// Radius of a circle about the centre that holds the corners, rounded up.
    pub(crate) radius: f64,
    /// Corners of the hull.
    pub(crate) count: usize,
}

/// The edges of a hull of at most four corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Edges {
    /// From each corner to the next.
    pub(crate) x: [f64; 4],
    pub(crate) y: [f64; 4],
    /// One over the length. 0 of no edge, and of one so short or so long that its normal is not f64's: beside
    /// bodies of ordinary size such an edge is below every rounding.
    pub(crate) inverse: [f64; 4],
}

impl Edges {
    /// Builds the plan of the first `count` corners; `apart` subtracts the first of two coordinates from the second.
    pub(crate) fn new(
        x: &[f64; 4],
        y: &[f64; 4],
        count: usize,
        apart: impl Fn(f64, f64) -> f64,
    ) -> Self {
        let mut edges = Edges {
            x: [0.0; 4],
            y: [0.0; 4],
            inverse: [0.0; 4],
        };
        for i in 0..count {
            let next = (i + 1) % count;
            (edges.x[i], edges.y[i]) = (apart(x[i], x[next]), apart(y[i], y[next]));
            let length = (edges.x[i] * edges.x[i] + edges.y[i] * edges.y[i]).sqrt();
            if ORDINARY.contains(&length) {
                edges.inverse[i] = 1.0 / length;
            }
        }
        edges
    }
}

impl YawCuboid {
    /// The cuboid of four corners in plan, in any order, between the heights `[low, high]`.
    ///
    /// # Errors
    /// [`Error::NonFinite`]; [`Error::Setting`] when the heights are the wrong way round;
    /// [`Error::NotARectangle`] when the corners are off those of every rectangle by more than 1e-9 of the
    /// diagonal.
    pub fn new(corners: [[f64; 2]; 4], z: [f64; 2]) -> Result<Self> {
        const NAMES: [[&str; 2]; 4] = [
            ["corners[0].x", "corners[0].y"],
            ["corners[1].x", "corners[1].y"],
            ["corners[2].x", "corners[2].y"],
            ["corners[3].x", "corners[3].y"],
        ];
        let named = NAMES.iter().flatten().zip(corners.iter().flatten());
        for (&what, &value) in named.chain(["z[0]", "z[1]"].iter().zip(&z)) {
            check_number(what, value)?;
        }
        check_range(z[0] <= z[1], "z[1]", z[1], "not below z[0]")?;
        let (order, count) = ring(&corners);
        let corners = order.map(|i| corners[i]);
        let (off, diagonal) = off_a_rectangle(&corners, count);
        // NaN fails.
        let is_rectangle = off <= RECTANGLE_REL_TOL * diagonal;
        ensure(is_rectangle, || Error::NotARectangle { off, diagonal })?;
        // `+ 0.0` turns -0.0 into 0.0.
        let (x, y) = (corners.map(|p| p[0] + 0.0), corners.map(|p| p[1] + 0.0));
        let mean = |c: &[f64; 4]| (c[0] * 0.25 + c[1] * 0.25) + (c[2] * 0.25 + c[3] * 0.25);
        let center = [mean(&x), mean(&y)];
        let reach = (0..4).fold(0.0_f64, |most, i| {
            most.max(length(x[i] - center[0], y[i] - center[1]))
        });
        Ok(YawCuboid {
            x,
            y,
            z: z.map(|z| z + 0.0),
            edges: Edges::new(&x, &y, count, |p, q| q - p),
            center,
            radius: reach * (1.0 + 8.0 * U) + f64::from_bits(4),
            count,
        })
    }

    /// The corners in plan: those of the hull counter-clockwise from the leftmost, of these the lowest, then the
    /// others, if there are.
    #[must_use]
    pub fn corners(&self) -> [[f64; 2]; 4] {
        std::array::from_fn(|i| [self.x[i], self.y[i]])
    }

    /// The heights of bottom and top.
    #[must_use]
    pub fn z(&self) -> [f64; 2] {
        self.z
    }

    /// Returns the cuboid as a body for every query, in world coordinates. Allocates.
    ///
    /// # Errors
    /// None that the cuboid would not have had.
    pub fn polytope(&self) -> Result<Polytope> {
        let at = |z: f64| self.corners().map(|[x, y]| Vector3::new(x, y, z));
        Polytope::few([at(self.z[0]), at(self.z[1])].as_flattened())
    }
}

/// Indices of the corners of the hull, counter-clockwise from the lexicographically least, then of the others;
/// and how many the first are. As of polygons, without a list.
fn ring(p: &[[f64; 2]; 4]) -> ([usize; 4], usize) {
    let mut sorted = [0, 1, 2, 3];
    sorted.sort_unstable_by(|&i, &j| p[i].partial_cmp(&p[j]).expect("finite").then(i.cmp(&j)));
    let mut chain = [0; 8];
    let mut count = 0;
    for backwards in [false, true] {
        let start = count;
        for k in 0..4 {
            let i = sorted[if backwards { 3 - k } else { k }];
            while count >= start + 2
                && orient2d(p[chain[count - 2]], p[chain[count - 1]], p[i]) <= 0
            {
                count -= 1;
            }
            chain[count] = i;
            count += 1;
        }
        // Each ends where the other begins.
        count -= 1;
    }
    let mut order = [chain[0], chain[1], chain[2], chain[3]];
    let mut rest = sorted.into_iter().filter(|i| !chain[..count].contains(i));
    for place in &mut order[count..] {
        *place = rest.next().expect("four in all");
    }
    (order, count)
}

/// Largest distance of the corners from those of some rectangle, and the diagonal; rounded.
///
/// Two diagonals make a rectangle when their middles and lengths are the same: moved by half of what their middles
/// are apart, and lengthened by half of what their lengths differ, they are.
fn off_a_rectangle(corners: &[[f64; 2]; 4], count: usize) -> (f64, f64) {
    let largest = corners
        .iter()
        .flatten()
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    let unit = if largest > 1e300 { 0.25 } else { 1.0 };
    let p = corners.map(|p| p.map(|x| x * unit));
    let by = |i: usize, j: usize| [p[j][0] - p[i][0], p[j][1] - p[i][1]];
    let with = |[i, j, k, l]: [usize; 4]| {
        let (u, v, side, other) = (by(i, j), by(k, l), by(i, k), by(j, l));
        let (one, two) = (length(u[0], u[1]), length(v[0], v[1]));
        let middles = length(side[0] + other[0], side[1] + other[1]);
        (
            (0.25 * middles + 0.25 * (one - two).abs()) / unit,
            one.max(two) / unit,
        )
    };
    if count == 4 {
        return with([0, 2, 1, 3]);
    }
    // Corners that repeat or lie on a line: by whichever two diagonals.
    let all = [[0, 2, 1, 3], [0, 1, 2, 3], [0, 3, 1, 2]].map(with);
    all.into_iter()
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("three")
}

fn length(x: f64, y: f64) -> f64 {
    let square = x * x + y * y;
    if square > 1e-240 && square < 1e240 {
        square.sqrt()
    } else {
        libm::hypot(x, y)
    }
}
