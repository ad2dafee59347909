//! A convex polytope, immutable and shared by every query.

use nalgebra::Vector3;

use super::arithmetic::norm;
use super::vertices::Vertices;
use crate::error::{Error, Result};

/// What a body is, from its affine hull.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Dimension {
    /// No points: collides with nothing.
    #[default]
    Empty = 0,
    /// One point.
    Point = 1,
    /// A line segment.
    Segment = 2,
    /// A flat convex polygon.
    Flat = 3,
    /// A solid.
    Solid = 4,
}

/// The convex hull of a finite point list.
///
/// Duplicates and points that are not corners of the hull are dropped, exactly. Vertices are kept
/// in lexicographic order of (x, y, z), so the order in which points are given cannot change any
/// answer, bits included; [`source_index`](Polytope::source_index) leads back to the caller's list.
#[derive(Debug, Clone)]
pub struct Polytope {
    vertices: Vertices,
    source: Box<[u32]>,
    dimension: Dimension,
    center: Vector3<f64>,
    center_error: f64,
    inscribed_radius: f64,
    reach: f64,
    bounding_center: Vector3<f64>,
    bounding_radius: f64,
}

impl Polytope {
    /// The largest number of points a body can be made of.
    pub const MAX_POINTS: usize = (u32::MAX / 4) as usize;

    /// The convex hull of `points`.
    ///
    /// # Errors
    /// [`Error::NonFiniteVertex`], [`Error::TooManyVertices`]. Any finite list is a legal body.
    pub fn new(points: &[Vector3<f64>]) -> Result<Self> {
        // PLACEHOLDER until hull.rs lands: keeps every point.
        check_vertices(points.iter())?;
        if points.len() > Self::MAX_POINTS {
            return Err(Error::TooManyVertices {
                count: points.len(),
                max: Self::MAX_POINTS,
            });
        }
        let mut pts = points.to_vec();
        pts.sort_by(|a, b| {
            a.x.total_cmp(&b.x)
                .then(a.y.total_cmp(&b.y))
                .then(a.z.total_cmp(&b.z))
        });
        pts.dedup();
        let center = if pts.is_empty() {
            Vector3::zeros()
        } else {
            pts.iter().sum::<Vector3<f64>>() / pts.len() as f64
        };
        let reach = pts.iter().map(norm).fold(0.0, f64::max) * (1.0 + 1e-15);
        let bounding_radius =
            pts.iter().map(|p| norm(&(p - center))).fold(0.0, f64::max) * (1.0 + 1e-15);
        Ok(Polytope {
            source: (0..pts.len() as u32).collect(),
            dimension: match pts.len() {
                0 => Dimension::Empty,
                1 => Dimension::Point,
                2 => Dimension::Segment,
                3 => Dimension::Flat,
                _ => Dimension::Solid,
            },
            vertices: Vertices::new(&pts),
            center,
            center_error: reach * 1e-14,
            inscribed_radius: 0.0,
            reach,
            bounding_center: center,
            bounding_radius,
        })
    }

    /// Number of corners.
    #[must_use]
    #[inline]
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Whether the body has no points at all.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.vertices.len() == 0
    }

    /// Corner `index`, body frame, exactly as it was given.
    ///
    /// # Panics
    /// When `index` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    pub fn vertex(&self, index: usize) -> Vector3<f64> {
        assert!(index < self.vertex_count(), "vertex index out of range");
        self.vertices.get(index)
    }

    /// The corners, body frame, in lexicographic order.
    pub fn vertices(&self) -> impl Iterator<Item = Vector3<f64>> + '_ {
        self.vertices.iter()
    }

    /// Where in the caller's list corner `index` stood first.
    ///
    /// # Panics
    /// When `index` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    pub fn source_index(&self, index: usize) -> usize {
        self.source[index] as usize
    }

    /// What the body is.
    #[must_use]
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// A point of the body, body frame. For a solid it lies in the interior.
    #[must_use]
    pub fn center(&self) -> Vector3<f64> {
        self.center
    }

    /// How far a true point of the body may lie from [`center`](Self::center): 0 for a solid
    /// whose centre is proved inside, rounding of the mean of the corners otherwise.
    #[must_use]
    pub fn center_error(&self) -> f64 {
        self.center_error
    }

    /// A ball of this radius about [`center`](Self::center) lies in the body (rounded down; 0 when
    /// the body has no interior).
    #[must_use]
    pub fn inscribed_radius(&self) -> f64 {
        self.inscribed_radius
    }

    /// Largest distance of a corner from the body's origin, rounded up.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// Centre of the bounding sphere, body frame.
    #[must_use]
    pub fn bounding_center(&self) -> Vector3<f64> {
        self.bounding_center
    }

    /// Radius of the bounding sphere, rounded up: every corner is within.
    #[must_use]
    pub fn bounding_radius(&self) -> f64 {
        self.bounding_radius
    }

    #[inline(always)]
    pub(crate) fn storage(&self) -> &Vertices {
        &self.vertices
    }
}

/// Fails at the first coordinate that is not finite.
pub(crate) fn check_vertices<'a>(points: impl Iterator<Item = &'a Vector3<f64>>) -> Result<()> {
    for (index, p) in points.enumerate() {
        for (axis, value) in [('x', p.x), ('y', p.y), ('z', p.z)] {
            if !value.is_finite() {
                return Err(Error::NonFiniteVertex { index, axis, value });
            }
        }
    }
    Ok(())
}
