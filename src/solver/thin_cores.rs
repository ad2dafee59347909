//! Two points or segments, the cores of spheres and capsules: their nearest points in closed form.
//!
//! Source: Ericson, Real-Time Collision Detection, 2005, section 5.1.9. The points are candidates; what is known
//! of the distance is what the plane through them proves. Where that is little, as of segments that are parallel
//! to rounding, the caller asks GJK.

use nalgebra::Vector3;

use crate::motion::pairs::{Cores, LENGTH_REL_ERROR};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{cross, dot, norm, norm1, rotate};
use crate::numeric::scaling::is_ordinary;
use crate::numeric::segments::{nearest_parts, part};
use crate::shape::polytope::Polytope;
use crate::support::swept_hull::{pair_rounding, scale_of_size};

/// The nearest points of two thin cores, and what is proved of their distance.
#[derive(Clone, Copy)]
pub(crate) struct ThinNearest {
    /// World frame.
    pub(crate) points: [Vector3<f64>; 2],
    /// Unit normal from A to B; zero where the points coincide.
    pub(crate) normal: Vector3<f64>,
    /// Their distance along it.
    pub(crate) between: f64,
    /// The distance is at least this, rounding included.
    pub(crate) lower: f64,
    /// At most this.
    pub(crate) upper: f64,
    /// Distance between these bounds, less what rounding leaves of each.
    pub(crate) beyond_rounding: f64,
    /// All lengths that they come of.
    size: f64,
    /// Position of each point on its segment, from 0 to 1.
    pub(crate) along: [f64; 2],
}

/// The nearest points of two thin cores of ordinary size; None for others.
#[inline(always)]
pub(crate) fn thin(cores: &Cores<'_, Pose>) -> Option<ThinNearest> {
    let size = thin_size(cores)?;
    is_ordinary(size).then(|| Segments::new(cores, size, 1.0).nearest())
}

/// The nearest points of two thin cores of extreme size, apart from [`thin`], which it would slow down; None for others, and
/// where lengths may overflow or vanish.
#[cold]
#[inline(never)]
pub(crate) fn thin_far(cores: &Cores<'_, Pose>) -> Option<ThinNearest> {
    let size = thin_size(cores)?;
    let is_far = !is_ordinary(size) && MEASURABLE.contains(&size);
    is_far.then(|| Segments::new(cores, size, scale_of_size(size)).nearest())
}

impl ThinNearest {
    /// Whether the bounds are no farther apart beyond rounding than [`Cores::loosest`] of radii that come to this.
    #[inline(always)]
    pub(crate) fn is_tight(&self, radii: f64) -> bool {
        self.beyond_rounding <= LENGTH_REL_ERROR * (self.size + radii)
    }

    /// Measures again, more exactly, segments that are near each other for their length, or one of which is short
    /// beside the other: each point once more from the other, and the normal across both segments, which does not
    /// come of the points.
    #[cold]
    #[inline(never)]
    pub(crate) fn again(&self, cores: &Cores<'_, Pose>) -> Self {
        let scale = match is_ordinary(self.size) {
            true => 1.0,
            false => scale_of_size(self.size),
        };
        let segments = Segments::new(cores, self.size, scale);
        let [[a0, a1], [b0, b1]] = segments.ends;
        let (d_a, d_b) = (a1 - a0, b1 - b0);
        let on_b = b0 + d_b * self.along[1];
        let s = part(dot(&d_a, &(on_b - a0)), dot(&d_a, &d_a));
        let on_a = a0 + d_a * s;
        let t = part(dot(&d_b, &(on_a - b0)), dot(&d_b, &d_b));
        let across = cross(&(d_a / d_a.amax()), &(d_b / d_b.amax()));
        let across = across / norm(&across) * dot(&across, &self.normal).signum();
        let mut best = *self;
        for found in [None, Some(across)].map(|normal| segments.known([s, t], normal)) {
            if found.beyond_rounding < best.beyond_rounding {
                best = found;
            }
        }
        best
    }
}

/// Sizes whose roundings neither overflow nor vanish.
const MEASURABLE: std::ops::Range<f64> = 1e-270..1e290;

/// Two thin cores as seen from A's position; lengths times `scale`, a power of two that is 1 for all but extreme sizes.
struct Segments {
    ends: [[Vector3<f64>; 2]; 2],
    origin: Vector3<f64>,
    size: f64,
    scale: f64,
}

/// All lengths that two thin cores come of; None where a core is neither a point nor a segment.
#[inline(always)]
fn thin_size(cores: &Cores<'_, Pose>) -> Option<f64> {
    let ([a, b], [pose_a, pose_b]) = cores.both();
    let apart = pose_b.translation() - pose_a.translation();
    [a, b]
        .iter()
        .all(|body| body.dimension().is_thin())
        .then(|| (a.reach() + b.reach()) + norm1(&apart))
}

/// The ends of a thin core from its position, times `scale`; equal for a point.
#[inline(always)]
fn ends(body: &Polytope, pose: &Pose, scale: f64) -> [Vector3<f64>; 2] {
    let matrix = pose.matrix() * scale;
    let last = body.vertex_count() - 1;
    let first = rotate(&matrix, &body.vertex(0));
    match last {
        0 => [first; 2],
        _ => [first, rotate(&matrix, &body.vertex(last))],
    }
}

impl Segments {
    #[inline(always)]
    fn new(cores: &Cores<'_, Pose>, size: f64, scale: f64) -> Self {
        let ([a, b], [pose_a, pose_b]) = cores.both();
        let origin = pose_a.translation();
        let apart = (pose_b.translation() - origin) * scale;
        Segments {
            ends: [
                ends(a, pose_a, scale),
                ends(b, pose_b, scale).map(|end| end + apart),
            ],
            origin,
            size: size * scale,
            scale,
        }
    }

    /// The nearest points.
    #[inline(always)]
    fn nearest(&self) -> ThinNearest {
        let [[a0, a1], [b0, b1]] = self.ends;
        self.known(nearest_parts(&(a1 - a0), &(b1 - b0), &(a0 - b0)), None)
    }

    /// Bounds that the points at these parts prove, with this unit normal or that from the one to the other.
    #[inline(always)]
    fn known(&self, along: [f64; 2], normal: Option<Vector3<f64>>) -> ThinNearest {
        let [[a0, a1], [b0, b1]] = self.ends;
        let (on_a, on_b) = (a0 + (a1 - a0) * along[0], b0 + (b1 - b0) * along[1]);
        let between = on_b - on_a;
        let length = norm(&between);
        let rounding = pair_rounding(self.size);
        // Of points that coincide no direction is known, and 0 bounds the distance.
        let normal = normal.unwrap_or_else(|| match length > 0.0 {
            true => between / length,
            false => Vector3::zeros(),
        });
        let [low, high] = [
            dot(&normal, &b0).min(dot(&normal, &b1)),
            dot(&normal, &a0).max(dot(&normal, &a1)),
        ];
        let back = 1.0 / self.scale;
        ThinNearest {
            points: [on_a, on_b].map(|p| p * back + self.origin),
            normal,
            between: length * back,
            lower: ((low - high) - rounding) * back,
            upper: (length + rounding) * back,
            beyond_rounding: (length - (low - high)) * back,
            size: self.size * back,
            along,
        }
    }
}
