//! The distinct input points of a hull, prepared so that a plane decides most sides in f64.
//!
//! Problem: a hull asks millions of times on which side of a triangle a point lies. Idea: scale
//! the points by a power of two so that all lie within (-1, 1); then a triangle's f64 normal with
//! one constant error bound, derived from the extent of the whole set, decides nearly every
//! question with three multiplications, and [`predicates`](crate::numeric::predicates) the rest. Loses
//! when the set is much larger than the local detail and nearly coplanar; then the predicates
//! work.

use nalgebra::Vector3;

use crate::numeric::arithmetic::dot;
use crate::numeric::exact_float::unit_of;
use crate::numeric::predicates::{ORIENT3D_ROUNDING, PLAIN_MIN, normal_with_weight, orient3d};
use crate::numeric::scaling::{exponent_above, scale};

/// Distinct points in lexicographic order.
pub(crate) struct HullPoints<'a> {
    original: &'a [Vector3<f64>],
    /// `original` times a power of two, every coordinate within (-1, 1). Exact when `plain`;
    /// otherwise coordinates below 2^-1022 are rounded to a multiple of 2^-1074.
    pub filter: Vec<Vector3<f64>>,
    plain: bool,
    extent: Vector3<f64>,
    relative: f64,
    absolute: f64,
}

/// A triangle's plane: `normal.(p - point)` is the orientation of p within `bound`, for every p
/// of the sites it was made for.
#[derive(Clone, Copy)]
pub(crate) struct SitePlane {
    pub normal: Vector3<f64>,
    pub bound: f64,
}

impl<'a> HullPoints<'a> {
    pub(crate) fn new(original: &'a [Vector3<f64>]) -> Self {
        let largest = original
            .iter()
            .flat_map(|p| p.iter())
            .fold(0.0, |m: f64, x| m.max(x.abs()));
        let shift = exponent_above(largest);
        let filter: Vec<_> = original
            .iter()
            .map(|p| p.map(|x| scale(x, -shift)))
            .collect();
        let plain = filter
            .iter()
            .flat_map(|p| p.iter())
            .zip(original.iter().flat_map(|p| p.iter()))
            .all(|(y, x)| *x == 0.0 || y.abs() >= PLAIN_MIN);
        let (mut low, mut high) = (Vector3::repeat(1.0), Vector3::repeat(-1.0));
        for p in &filter {
            low = low.inf(p);
            high = high.sup(p);
        }
        let extent = high - low;
        // On a lattice of at most 2^16 steps a side every intermediate result of an orientation
        // is an integer below 2^53 times a power of two: f64 makes no error at all.
        let lattice = plain && {
            let unit = filter.iter().flat_map(|p| p.iter()).map(|&x| unit_of(x));
            let unit = unit.min().unwrap_or(0).min(0);
            extent.max() <= scale(1.0, unit + 16)
        };
        HullPoints {
            original,
            filter,
            plain,
            extent,
            relative: if lattice { 0.0 } else { ORIENT3D_ROUNDING },
            // Pays for rounded coordinates and underflow, both below 2^-1060 after all products
            // of numbers below 2.
            absolute: if plain { 0.0 } else { scale(1.0, -1000) },
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.original.len()
    }

    /// Points whose predicates are cheapest and exact.
    #[inline]
    pub(crate) fn exact(&self, index: u32) -> &Vector3<f64> {
        if self.plain {
            &self.filter[index as usize]
        } else {
            &self.original[index as usize]
        }
    }

    /// The plane through three sites; its normal points to where they turn counter-clockwise.
    #[inline]
    pub(crate) fn plane(&self, [a, b, c]: [u32; 3]) -> SitePlane {
        let a = &self.filter[a as usize];
        let u = self.filter[b as usize] - a;
        let v = self.filter[c as usize] - a;
        let (normal, weight) = normal_with_weight(&u, &v);
        SitePlane {
            normal,
            bound: self.relative * dot(&weight, &self.extent) + self.absolute,
        }
    }

    /// Exact side of `plane`, which is [`plane`](Self::plane) of `triangle`, and the rounded
    /// height above it.
    #[inline]
    pub(crate) fn side(&self, plane: &SitePlane, triangle: &[u32; 3], point: u32) -> (i32, f64) {
        let offset = self.filter[point as usize] - self.filter[triangle[0] as usize];
        let height = dot(&plane.normal, &offset);
        let side = if height > plane.bound {
            1
        } else if height < -plane.bound {
            -1
        } else if plane.bound == 0.0 {
            0
        } else {
            self.orient3d(triangle, point)
        };
        (side, height)
    }

    #[cold]
    fn orient3d(&self, [a, b, c]: &[u32; 3], d: u32) -> i32 {
        orient3d(
            self.exact(*a),
            self.exact(*b),
            self.exact(*c),
            self.exact(d),
        )
    }
}
