//! Bodies that are no hulls of vertices: cylinders, cones and ellipsoids. The vertices of one are points of it that a
//! proof names.

use dashu_int::IBig;

use super::dyadic::{integer, unit};
use super::enclosure::{Enclosure, Unit, Vector, dot, norm, sub, vector};
use super::simplex::int_dot;

/// Shape of a body in its own frame, without the radius about it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Shape {
    /// The hull of its vertices.
    #[default]
    Hull,
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

/// Shapes and radii of the two bodies, besides their vertices.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Round {
    /// A body is all points within its radius of its shape.
    pub radii: [f64; 2],
    /// A's first.
    pub shapes: [Shape; 2],
}

impl Round {
    pub(super) fn is_curved(&self) -> bool {
        self.shapes != [Shape::Hull; 2]
    }
}

impl Shape {
    /// Half the edges of the box about a curved one; 0 of a hull.
    #[must_use]
    pub fn half_extents(&self) -> [f64; 3] {
        match *self {
            Shape::Hull => [0.0; 3],
            Shape::Cylinder {
                half_length,
                radius,
            }
            | Shape::Cone {
                half_length,
                radius,
            } => [radius, radius, half_length],
            Shape::Ellipsoid { radii } => radii,
        }
    }

    /// Whether a point is a point of it, exactly; of a hull, whose vertices are its points, always.
    #[must_use]
    pub fn holds(&self, point: &[f64; 3]) -> bool {
        let half = self.half_extents();
        if *self == Shape::Hull {
            return true;
        }
        if !point.iter().zip(half).all(|(x, most)| x.abs() <= most) {
            return false;
        }
        let numbers = point.iter().chain(&half);
        let own = numbers.filter_map(|&x| unit(x)).min().unwrap_or(0);
        let [x, y, z] = point.map(|x| integer(x, own));
        let [a, b, c] = half.map(|x| integer(x, own));
        let across = &x * &x + &y * &y;
        match self {
            Shape::Hull => true,
            Shape::Cylinder { .. } => across <= &a * &a,
            Shape::Cone { .. } => {
                let (left, height) = (&c - &z, &c << 1);
                across <= &a * &a && across * &height * &height <= &a * &a * &left * &left
            }
            // Where one of its radii is 0, so is the coordinate.
            Shape::Ellipsoid { .. } => {
                let [a, b, c] = [a, b, c].map(|r| r.max(IBig::ONE));
                let parts = [x * &b * &c, y * &a * &c, z * &a * &b];
                let most = a * b * c;
                int_dot(&parts, &parts) <= &most * &most
            }
        }
    }
}

/// A curved body in one arithmetic: how far it reaches from its pivot.
#[derive(Debug, Clone)]
pub(super) struct Solid<N> {
    shape: Shape,
    /// Half the edges of the box about it.
    half: Vector<N>,
    pivot: Vector<N>,
    /// v - c of the corners of that box.
    pub(super) corners: Vec<Vector<N>>,
}

impl<N: Enclosure> Solid<N> {
    /// None of a hull.
    pub(super) fn new(shape: &Shape, pivot: &Vector<N>, unit: Unit) -> Option<Self> {
        if *shape == Shape::Hull {
            return None;
        }
        let half: Vector<N> = vector(&shape.half_extents(), unit);
        let corner = |i: usize| {
            let side = |k: usize| match i >> k & 1 {
                0 => half[k].neg(),
                _ => half[k].clone(),
            };
            sub(&[side(0), side(1), side(2)], pivot)
        };
        Some(Solid {
            shape: *shape,
            corners: (0..8).map(corner).collect(),
            half,
            pivot: pivot.clone(),
        })
    }

    /// Largest e.(v - c), e in the axes of the body.
    pub(super) fn reach(&self, e: &Vector<N>) -> N {
        let [x, y, z]: Vector<N> = std::array::from_fn(|k| self.half[k].mul(&e[k]));
        let across = || x.square().add(&y.square()).sqrt();
        let far = match self.shape {
            Shape::Hull | Shape::Ellipsoid { .. } => norm(&[x, y, z]),
            Shape::Cylinder { .. } => across().add(&z.max(&z.neg())),
            Shape::Cone { .. } => z.max(&across().sub(&z)),
        };
        far.sub(&dot(e, &self.pivot))
    }
}
