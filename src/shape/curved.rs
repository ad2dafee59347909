//! Bodies whose surfaces are no polytopes: cylinders, cones, ellipsoids; each with a radius about it if wanted.
//!
//! They are seen by how far they reach: [`Curved::farthest`] in f64, [`Curved::support`] to a hundred bits.
//!
//! A new shape must be convex here, because every solver rests on support mappings: a torus comes in as a mesh or a
//! compound. `docs/ARCHITECTURE.md` lists all files that a new shape touches ("Adding a shape").

use std::sync::LazyLock;

use nalgebra::Vector3;

use crate::error::{Result, check_length};
use crate::names::named;
use crate::numeric::arithmetic::{self, U, norm, norm1};
use crate::numeric::double::{Double, Double3, dot};
use crate::numeric::scaling::near_one;
use crate::shape::polytope::Polytope;

/// Points that stand for a circle where contacts need corners.
pub(crate) const RIM_POINTS: usize = 8;

static RIM: LazyLock<Polytope> = LazyLock::new(|| {
    let at = |k: usize| {
        let (y, x) = (std::f64::consts::TAU * k as f64 / RIM_POINTS as f64).sin_cos();
        Vector3::new(x, y, 0.0)
    };
    Polytope::new(&std::array::from_fn::<_, RIM_POINTS, _>(at)).expect("a disc")
});

/// Points of the unit circle in the plane z = 0. The points, edges and sides of a rim have the numbers that they have here.
pub(crate) fn rim() -> &'static Polytope {
    &RIM
}

/// Shape of a curved body in its own frame.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum CurvedShape {
    /// x^2 + y^2 at most `radius`^2, z from -`half_length` to `half_length`.
    Cylinder {
        /// Half its height.
        half_length: f64,
        /// Radius of its circles.
        radius: f64,
    },
    /// From the circle of `radius` at z = -`half_length` to the apex at z = `half_length`.
    Cone {
        /// Half its height.
        half_length: f64,
        /// Radius of its base.
        radius: f64,
    },
    /// About the origin.
    Ellipsoid {
        /// Along x, y and z.
        radii: [f64; 3],
    },
}

named! {
    /// Kind of a curved body: its number in bytes and fingerprints, and its key in a case.
    pub enum CurvedKind, a "kind of curved body" {
        /// [`CurvedShape::Cylinder`].
        Cylinder = 1: "cylinder",
        /// [`CurvedShape::Cone`].
        Cone = 2: "cone",
        /// [`CurvedShape::Ellipsoid`].
        Ellipsoid = 3: "ellipsoid",
    }
}

impl CurvedShape {
    /// The shape as its kind and three lengths, for bytes and fingerprints.
    pub(crate) fn kind_and_lengths(self) -> (CurvedKind, [f64; 3]) {
        match self {
            CurvedShape::Cylinder {
                half_length,
                radius,
            } => (CurvedKind::Cylinder, [half_length, radius, 0.0]),
            CurvedShape::Cone {
                half_length,
                radius,
            } => (CurvedKind::Cone, [half_length, radius, 0.0]),
            CurvedShape::Ellipsoid { radii } => (CurvedKind::Ellipsoid, radii),
        }
    }
}

/// A cylinder, cone or ellipsoid, or all points within a radius of one. Immutable; queries take it by `&`.
///
/// Nothing is approximated by facets. Surfaces are no rational numbers, so where bodies touch to less than
/// 2^-47 of their sizes, verdicts may be `Undecided`. `docs/guide/ROUND.md` says which queries take them.
///
/// ```
/// use interframe::{Curved, DistanceOptions, PairState, Pose, PosedPair, distance};
/// use nalgebra::Vector3;
///
/// let (drum, egg) = (Curved::cylinder(2.0, 1.0)?, Curved::ellipsoid([1.0, 1.0, 3.0])?);
/// let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(4.0, 0.0, 0.0))?);
/// let found = distance(
///     &PosedPair::new(&drum, &here, &egg, &there),
///     &DistanceOptions::default(), &mut PairState::default(),
/// )?;
/// assert!((found.separation - 2.0).abs() <= found.error && found.error < 1e-12);
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Curved {
    shape: CurvedShape,
    radius: f64,
    /// A box that holds the shape.
    around: Polytope,
}

impl Curved {
    /// A cylinder about the z axis, from -`half_length` to `half_length`.
    ///
    /// # Errors
    /// [`Error::Setting`](crate::Error::Setting) when a length is negative, NaN or infinite.
    pub fn cylinder(half_length: f64, radius: f64) -> Result<Self> {
        check_length("half_length", half_length)?;
        check_length("radius", radius)?;
        let shape = CurvedShape::Cylinder {
            half_length,
            radius,
        };
        Curved::new(shape, [radius, radius, half_length])
    }

    /// A cone about the z axis: its base at -`half_length`, its apex at `half_length`.
    ///
    /// # Errors
    /// See [`cylinder`](Self::cylinder).
    pub fn cone(half_length: f64, radius: f64) -> Result<Self> {
        check_length("half_length", half_length)?;
        check_length("radius", radius)?;
        let shape = CurvedShape::Cone {
            half_length,
            radius,
        };
        Curved::new(shape, [radius, radius, half_length])
    }

    /// An ellipsoid about the origin, with these radii along x, y and z.
    ///
    /// # Errors
    /// See [`cylinder`](Self::cylinder).
    pub fn ellipsoid(radii: [f64; 3]) -> Result<Self> {
        for (radius, name) in radii.into_iter().zip(["radii.x", "radii.y", "radii.z"]) {
            check_length(name, radius)?;
        }
        Curved::new(CurvedShape::Ellipsoid { radii }, radii)
    }

    fn new(shape: CurvedShape, half_extents: [f64; 3]) -> Result<Self> {
        // No query allocates it.
        LazyLock::force(&RIM);
        Ok(Curved {
            shape,
            radius: 0.0,
            around: Polytope::cuboid(half_extents)?,
        })
    }

    /// All points within this radius of the body: it is added to the one it has, and the sum rounded to the nearest
    /// f64, which is the radius from then on.
    ///
    /// # Errors
    /// See [`cylinder`](Self::cylinder); this includes the sum.
    pub fn rounded(self, radius: f64) -> Result<Self> {
        check_length("radius", radius)?;
        let radius = self.radius + radius;
        check_length("radius", radius)?;
        Ok(Curved { radius, ..self })
    }

    /// The shape without the radius about it.
    #[must_use]
    pub fn shape(&self) -> CurvedShape {
        self.shape
    }

    /// 0 of the shape itself.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// No point of the shape is farther from the origin.
    pub(crate) fn reach(&self) -> f64 {
        let reach = match self.shape {
            CurvedShape::Cylinder {
                half_length,
                radius,
            }
            | CurvedShape::Cone {
                half_length,
                radius,
            } => half_length.hypot(radius),
            CurvedShape::Ellipsoid { radii: [a, b, c] } => a.max(b).max(c),
        };
        match reach > 0.0 {
            true => reach.next_up(),
            false => 0.0,
        }
    }

    /// The outward normals of its flat ends.
    pub(crate) fn flat_ends(&self) -> &'static [Vector3<f64>] {
        const ENDS: [Vector3<f64>; 2] = [Vector3::new(0.0, 0.0, -1.0), Vector3::new(0.0, 0.0, 1.0)];
        match self.shape {
            CurvedShape::Cylinder { .. } => &ENDS,
            CurvedShape::Cone { .. } => &ENDS[..1],
            CurvedShape::Ellipsoid { .. } => &[],
        }
    }

    pub(crate) fn bounding_polytope(&self) -> &Polytope {
        &self.around
    }

    /// The point of the shape farthest along a direction of any length; of several, one.
    #[inline(always)]
    pub(crate) fn farthest(&self, e: &Vector3<f64>) -> Vector3<f64> {
        let sum = norm1(e);
        let e = match sum > 1e-90 && sum < 1e90 {
            true => *e,
            false => near_one(e),
        };
        let across = (e.x * e.x + e.y * e.y).sqrt();
        let rim = |radius: f64, z: f64| match across > MIN_LENGTH {
            true => {
                let inverse = 1.0 / across;
                Vector3::new(radius * (e.x * inverse), radius * (e.y * inverse), z)
            }
            false => Vector3::new(0.0, 0.0, z),
        };
        match self.shape {
            CurvedShape::Cylinder {
                half_length,
                radius,
            } => rim(radius, if e.z < 0.0 { -half_length } else { half_length }),
            CurvedShape::Cone {
                half_length,
                radius,
            } => {
                // No product overflows.
                let inverse = 1.0 / norm1(&e);
                match half_length * (e.z * inverse) > 0.5 * (radius * (across * inverse)) {
                    true => Vector3::new(0.0, 0.0, half_length),
                    false => rim(radius, -half_length),
                }
            }
            CurvedShape::Ellipsoid { radii } => {
                let largest = radii[0].max(radii[1]).max(radii[2]).max(f64::MIN_POSITIVE);
                let part = Vector3::from(radii.map(|r| r / largest)).component_mul(&e);
                let length = norm(&part);
                match length > MIN_LENGTH {
                    true => Vector3::from(radii).component_mul(&(part * (1.0 / length))),
                    false => Vector3::zeros(),
                }
            }
        }
    }

    /// Second derivatives of how far the shape reaches along `e`, in the directions x and y: xx, xy, yy; lengths times a power
    /// of two. To rounding, for vectors of about unit length; they serve to guess.
    pub(crate) fn bend(
        &self,
        e: &Vector3<f64>,
        [x, y]: &[Vector3<f64>; 2],
        scale: f64,
    ) -> [f64; 3] {
        let far = self.farthest(e) * scale;
        let across = (e.x * e.x + e.y * e.y).sqrt();
        match self.shape {
            CurvedShape::Ellipsoid { radii } => {
                let radii = Vector3::from(radii) * scale;
                let length = norm(&radii.component_mul(e));
                let of = |v: &Vector3<f64>, w: &Vector3<f64>| {
                    let round = arithmetic::dot(&radii.component_mul(v), &radii.component_mul(w));
                    (round - arithmetic::dot(&far, v) * arithmetic::dot(&far, w)) / length
                };
                [of(x, x), of(x, y), of(y, y)]
            }
            // On a circle, of the radius of that point.
            _ => {
                let radius = (far.x * far.x + far.y * far.y).sqrt();
                let round = |v: &Vector3<f64>| (e.x * v.y - e.y * v.x) / across;
                let (of_x, of_y, bend) = (round(x), round(y), radius / across);
                match bend.is_finite() {
                    true => [of_x * of_x * bend, of_x * of_y * bend, of_y * of_y * bend],
                    false => [0.0; 3],
                }
            }
        }
    }

    /// A point of the shape, in f64, that is farthest along a direction but for a few roundings.
    pub(crate) fn inner(&self, e: &Vector3<f64>) -> Vector3<f64> {
        // The farthest point is off by less than 6 U of each part; the last step pays for denormals.
        let inward = |x: f64| match x * (1.0 - 8.0 * U) {
            x if x > 0.0 => x.next_down(),
            x if x < 0.0 => x.next_up(),
            x => x,
        };
        let far = self.farthest(e);
        match self.shape {
            CurvedShape::Ellipsoid { .. } => far.map(inward),
            _ => Vector3::new(inward(far.x), inward(far.y), far.z),
        }
    }

    /// Returns the radius of a ball about the origin inside the shape.
    pub(crate) fn inscribed_radius(&self) -> f64 {
        let radius = match self.shape {
            CurvedShape::Cylinder {
                half_length,
                radius,
            } => return half_length.min(radius),
            CurvedShape::Ellipsoid { radii: [a, b, c] } => return a.min(b).min(c),
            // To its side; the base is never nearer.
            CurvedShape::Cone {
                half_length,
                radius,
            } => half_length * (0.5 * radius / half_length.hypot(0.5 * radius)),
        };
        (radius * (1.0 - 8.0 * U) - f64::from_bits(1)).max(0.0)
    }

    /// Returns a farthest point of the shape in a direction whose largest number is near 1, to a hundred bits,
    /// lengths times a power of two. If several points are equally far, it is one of them.
    pub(crate) fn support(&self, e: &Double3, scale: f64) -> Double3 {
        let zero = Double::ZERO;
        let across_sq = e[0] * e[0] + e[1] * e[1];
        let across = across_sq.sqrt();
        let rim = |radius: f64, z: f64| -> Double3 {
            if !(across_sq.value() > MIN_SQUARE) {
                return [zero, zero, (z * scale).into()];
            }
            let radius = Double::from(radius * scale);
            [
                radius * e[0] / across,
                radius * e[1] / across,
                (z * scale).into(),
            ]
        };
        match self.shape {
            CurvedShape::Cylinder {
                half_length,
                radius,
            } => rim(
                radius,
                if e[2].value() < 0.0 {
                    -half_length
                } else {
                    half_length
                },
            ),
            CurvedShape::Cone {
                half_length,
                radius,
            } => {
                let apex = Double::from(2.0 * (half_length * scale)) * e[2];
                match (apex - Double::from(radius * scale) * across).value() > 0.0 {
                    true => [zero, zero, (half_length * scale).into()],
                    false => rim(radius, -half_length),
                }
            }
            CurvedShape::Ellipsoid { radii } => {
                let radii: Double3 = radii.map(|r| (r * scale).into());
                let part: Double3 = std::array::from_fn(|k| radii[k] * e[k]);
                let length_sq = dot(&part, &part);
                if !(length_sq.value() > MIN_SQUARE) {
                    return [zero; 3];
                }
                let length = length_sq.sqrt();
                std::array::from_fn(|k| radii[k] * part[k] / length)
            }
        }
    }
}

/// Lengths whose squares have all their bits are larger, and beside directions of 1e-90 and more smaller ones make no
/// difference.
const MIN_LENGTH: f64 = 1e-140;

/// Squares below this have lost bits; a direction across the axis that is so short makes no difference.
const MIN_SQUARE: f64 = 1e-200;
