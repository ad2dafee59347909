//! A body of any kind, as the queries take it.

use std::sync::Arc;

use nalgebra::Vector3;

use crate::error::{Result, check_length};
use crate::shape::compound::{Compound, Part, PartShape};
use crate::shape::curved::Curved;
use crate::shape::height_field::HeightField;
use crate::shape::pieces::{Pieces, PiecesKind};
use crate::shape::polytope::Polytope;
use crate::shape::triangle_mesh::TriangleMesh;

/// A body that a query is about: of any kind, borrowed. From a `&Polytope` or a `&Curved` by `into`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Body<'a> {
    /// A convex polytope.
    Polytope(&'a Polytope),
    /// All points within a radius of a polytope: a sphere, a capsule, a body with rounded edges.
    Rounded(Rounded<'a>),
    /// A cylinder, cone or ellipsoid, with a radius about it or none.
    Curved(&'a Curved),
    /// Several convex pieces: a compound, a triangle mesh or a height field.
    Pieces(Pieces<'a>),
}

/// A polytope, its core, and a radius: all points within that of the core. Made by [`Polytope::rounded`].
///
/// Of a point it is a sphere, of a segment a capsule. Nothing is approximated: queries answer for the round
/// body itself, and verdicts are exact.
#[derive(Debug, Clone, Copy)]
pub struct Rounded<'a> {
    core: &'a Polytope,
    radius: f64,
}

impl<'a> Rounded<'a> {
    /// The core, without the radius about it.
    #[must_use]
    pub fn core(&self) -> &'a Polytope {
        self.core
    }

    /// Finite, not negative.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl Polytope {
    /// This body with a radius: all points within that of it, as the queries take them. A radius of 0 is the
    /// body itself. Of the empty body it is empty.
    ///
    /// # Errors
    /// [`Error::Setting`](crate::Error::Setting) when the radius is negative, NaN or infinite.
    ///
    /// ```
    /// use interframe::{DistanceOptions, PairState, Polytope, Pose, PosedPair, distance};
    /// use nalgebra::Vector3;
    ///
    /// let point = Polytope::new(&[Vector3::zeros()])?;
    /// let segment = Polytope::new(&[Vector3::new(0.0, 0.0, -1.0), Vector3::new(0.0, 0.0, 1.0)])?;
    /// let (ball, capsule) = (point.rounded(2.0)?, segment.rounded(0.5)?);
    /// let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(3.0, 0.0, 0.0))?);
    /// let pair = PosedPair::new(ball, &here, capsule, &there);
    /// let found = distance(&pair, &DistanceOptions::default(), &mut PairState::default())?;
    /// assert_eq!(found.separation, 0.5);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn rounded(&self, radius: f64) -> Result<Body<'_>> {
        check_length("radius", radius)?;
        Ok(match radius == 0.0 {
            true => Body::Polytope(self),
            false => Body::Rounded(Rounded { core: self, radius }),
        })
    }
}

/// A body of any kind that is held, not borrowed; clones share it. What keeps bodies of several kinds keeps these.
///
/// ```
/// use interframe::{Polytope, SharedBody};
///
/// let ball = SharedBody::sphere(0.5)?;
/// assert_eq!((ball.core().map(Polytope::vertex_count), ball.radius()), (Some(1), 0.5));
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SharedBody {
    kind: SharedKind,
    /// 0 of a curved body and of a compound, which have their own.
    radius: f64,
}

#[derive(Debug, Clone)]
enum SharedKind {
    Polytope(Arc<Polytope>),
    Curved(Arc<Curved>),
    Compound(Arc<Compound>),
    TriangleMesh(Arc<TriangleMesh>),
    HeightField(Arc<HeightField>),
}

impl SharedBody {
    /// Memory that it takes, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        match self.get() {
            Body::Curved(body) => size_of::<Curved>() + body.bounding_polytope().memory_bytes(),
            Body::Pieces(pieces) => match pieces.kind() {
                PiecesKind::Compound(body) => body.memory_bytes(),
                PiecesKind::TriangleMesh(mesh) => mesh.memory_bytes(),
                PiecesKind::HeightField(field) => field.memory_bytes(),
            },
            body => body.bounding_polytope().memory_bytes(),
        }
    }

    /// A polytope itself.
    #[must_use]
    pub fn new(core: impl Into<Arc<Polytope>>) -> Self {
        let kind = SharedKind::Polytope(core.into());
        SharedBody { kind, radius: 0.0 }
    }

    /// A box about the origin. See [`Polytope::cuboid`].
    ///
    /// # Errors
    /// See [`Polytope::cuboid`].
    pub fn cuboid(half_extents: [f64; 3]) -> Result<Self> {
        Ok(SharedBody::new(Polytope::cuboid(half_extents)?))
    }

    /// A ball about the origin.
    ///
    /// # Errors
    /// See [`Polytope::rounded`].
    pub fn sphere(radius: f64) -> Result<Self> {
        SharedBody::new(Polytope::new(&[Vector3::zeros()])?).rounded(radius)
    }

    /// All points within a radius of the segment from -`half_length` to `half_length` on the z axis. A
    /// `half_length` of 0 makes a sphere.
    ///
    /// # Errors
    /// [`Error::Setting`](crate::Error::Setting) when one of the two is negative, NaN or infinite.
    pub fn capsule(half_length: f64, radius: f64) -> Result<Self> {
        check_length("half_length", half_length)?;
        let ends = [-half_length, half_length].map(|z| Vector3::new(0.0, 0.0, z));
        SharedBody::new(Polytope::new(&ends)?).rounded(radius)
    }

    /// All points within this radius of the body: it is added to the one it has, and the sum rounded to the nearest
    /// f64, which is the radius from then on.
    ///
    /// # Errors
    /// See [`Polytope::rounded`]; this includes the sum.
    pub fn rounded(self, radius: f64) -> Result<Self> {
        check_length("radius", radius)?;
        let sum = |own: f64| -> Result<f64> {
            check_length("radius", own + radius)?;
            Ok(own + radius)
        };
        Ok(match self.kind {
            SharedKind::Curved(body) => Curved::clone(&body).rounded(radius)?.into(),
            SharedKind::Compound(_) if radius == 0.0 => self,
            SharedKind::Compound(body) => {
                let mut shapes = Vec::with_capacity(body.part_count());
                for part in body.parts() {
                    shapes.push(match part.shape.clone() {
                        PartShape::Polytope { core, radius } => PartShape::Polytope {
                            core,
                            radius: sum(radius)?,
                        },
                        PartShape::Curved { body, at } => PartShape::Curved {
                            body: Arc::new(Curved::clone(&body).rounded(radius)?),
                            at,
                        },
                    });
                }
                Compound::new(shapes).into()
            }
            kind => SharedBody {
                kind,
                radius: sum(self.radius)?,
            },
        })
    }

    /// The body as queries take it.
    #[inline]
    #[must_use]
    pub fn get(&self) -> Body<'_> {
        let radius = self.radius;
        let pieces = |kind| Body::Pieces(Pieces::new(kind, radius));
        match &self.kind {
            SharedKind::Polytope(core) if radius == 0.0 => Body::Polytope(core),
            SharedKind::Polytope(core) => Body::Rounded(Rounded { core, radius }),
            SharedKind::Curved(body) => Body::Curved(body),
            SharedKind::Compound(body) => pieces(PiecesKind::Compound(body)),
            SharedKind::TriangleMesh(mesh) => pieces(PiecesKind::TriangleMesh(mesh)),
            SharedKind::HeightField(field) => pieces(PiecesKind::HeightField(field)),
        }
    }

    /// The polytope, or what the radius is about. None of a curved body and of one of several pieces.
    #[must_use]
    pub fn core(&self) -> Option<&Polytope> {
        match &self.kind {
            SharedKind::Polytope(core) => Some(core),
            _ => None,
        }
    }

    /// 0 of a body without one, and of a compound, whose parts have their own.
    #[must_use]
    pub fn radius(&self) -> f64 {
        match &self.kind {
            SharedKind::Curved(body) => body.radius(),
            _ => self.radius,
        }
    }

    /// Whether it, or a part of it, has a radius.
    #[cfg(feature = "serde")]
    pub(crate) fn has_radius(&self) -> bool {
        let of_part = |part: &Part| Body::from(part).of_any_kind().1 > 0.0;
        match &self.kind {
            SharedKind::Compound(body) => body.parts().iter().any(of_part),
            _ => self.radius() > 0.0,
        }
    }

    /// The body as a part of a compound; None if it has several pieces itself.
    pub(crate) fn as_part(&self) -> Option<PartShape> {
        match &self.kind {
            SharedKind::Polytope(core) => Some(PartShape::Polytope {
                core: Arc::clone(core),
                radius: self.radius,
            }),
            SharedKind::Curved(body) => Some(PartShape::Curved {
                body: Arc::clone(body),
                at: None,
            }),
            _ => None,
        }
    }
}

/// Whether they are the same points: by corners or shapes, and radii.
impl PartialEq for SharedBody {
    fn eq(&self, other: &Self) -> bool {
        use SharedKind as Kind;
        let same = match (&self.kind, &other.kind) {
            (Kind::Polytope(a), Kind::Polytope(b)) => a.vertices().eq(b.vertices()),
            (Kind::Curved(a), Kind::Curved(b)) => a.shape() == b.shape(),
            (Kind::Compound(a), Kind::Compound(b)) => {
                let same = |(p, q): (&Part, &Part)| p.same_points(q);
                a.part_count() == b.part_count() && a.parts().iter().zip(b.parts()).all(same)
            }
            (Kind::TriangleMesh(a), Kind::TriangleMesh(b)) => {
                a.is_one_sided() == b.is_one_sided()
                    && a.is_solid() == b.is_solid()
                    && a.triangles() == b.triangles()
                    && a.vertices() == b.vertices()
            }
            (Kind::HeightField(a), Kind::HeightField(b)) => a.same_points(b),
            _ => false,
        };
        same && self.radius() == other.radius()
    }
}

macro_rules! shared {
    ($($kind:ident)*) => {$(
        impl From<$kind> for SharedBody {
            fn from(body: $kind) -> Self {
                let kind = SharedKind::$kind(Arc::new(body));
                SharedBody { kind, radius: 0.0 }
            }
        }
    )*};
}

shared!(Polytope Curved Compound TriangleMesh HeightField);

impl From<Body<'_>> for SharedBody {
    /// A copy of the body.
    fn from(body: Body<'_>) -> Self {
        let (whole, radius) = match body {
            Body::Curved(body) => (body.clone().into(), 0.0),
            Body::Polytope(core) => (SharedBody::new(core.clone()), 0.0),
            Body::Rounded(Rounded { core, radius }) => (SharedBody::new(core.clone()), radius),
            Body::Pieces(pieces) => {
                let whole = match pieces.kind() {
                    PiecesKind::Compound(body) => body.clone().into(),
                    PiecesKind::TriangleMesh(mesh) => mesh.clone().into(),
                    PiecesKind::HeightField(field) => field.clone().into(),
                };
                (whole, pieces.radius())
            }
        };
        SharedBody { radius, ..whole }
    }
}

impl<'a> From<&'a SharedBody> for Body<'a> {
    #[inline]
    fn from(body: &'a SharedBody) -> Self {
        body.get()
    }
}

impl<'a> Body<'a> {
    /// The polytope whose points, and all within a radius of them, the body is; and that radius, 0 of a
    /// polytope itself. None of a curved body.
    #[inline(always)]
    pub(crate) fn core(&self) -> Option<(&'a Polytope, f64)> {
        match self {
            Body::Polytope(body) => Some((body, 0.0)),
            Body::Rounded(body) => Some((body.core, body.radius)),
            _ => None,
        }
    }

    /// Whether it, or a part of it, is a cylinder, cone or ellipsoid.
    pub(crate) fn is_curved(&self) -> bool {
        match self {
            Body::Curved(_) => true,
            Body::Pieces(pieces) => pieces.is_curved(),
            _ => false,
        }
    }

    /// Whether it, or a part of it, is curved or has a radius.
    pub(crate) fn is_round(&self) -> bool {
        match self {
            Body::Polytope(_) => false,
            Body::Rounded(_) | Body::Curved(_) => true,
            Body::Pieces(pieces) => pieces.is_round(),
        }
    }

    /// The pieces of a body of several.
    #[inline(always)]
    pub(crate) fn pieces(&self) -> Option<Pieces<'a>> {
        match self {
            Body::Pieces(pieces) => Some(*pieces),
            _ => None,
        }
    }

    /// The mesh, if the body is the volume that it bounds.
    #[inline(always)]
    pub(crate) fn solid(&self) -> Option<&'a TriangleMesh> {
        self.pieces()?.solid()
    }

    /// The polytope, or a box around a curved core or pieces.
    pub(crate) fn bounding_polytope(&self) -> &'a Polytope {
        match self {
            Body::Polytope(body) => body,
            Body::Rounded(body) => body.core,
            Body::Curved(body) => body.bounding_polytope(),
            Body::Pieces(pieces) => &pieces.bounding_volume().hull,
        }
    }
}

impl Compound {
    /// A part, in the frame of the whole; a cylinder, cone or ellipsoid in its own.
    ///
    /// # Panics
    /// When there are fewer parts.
    #[must_use]
    pub fn part(&self, index: usize) -> Body<'_> {
        (&self.parts()[index]).into()
    }
}

impl<'a> From<&'a Part> for Body<'a> {
    /// A part that is curved and has a place is there only by that.
    fn from(part: &'a Part) -> Self {
        match &part.shape {
            PartShape::Polytope { core, radius: 0.0 } => Body::Polytope(core),
            &PartShape::Polytope { ref core, radius } => Body::Rounded(Rounded { core, radius }),
            PartShape::Curved { body, .. } => Body::Curved(body),
        }
    }
}

/// The core of a body, without the radius about it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Core<'a> {
    Polytope(&'a Polytope),
    Curved(&'a Curved),
}

impl<'a> Core<'a> {
    /// The polytope, or a box that holds the curved one.
    pub(crate) fn bounding_polytope(self) -> &'a Polytope {
        match self {
            Core::Polytope(body) => body,
            Core::Curved(body) => body.bounding_polytope(),
        }
    }

    /// The point, of a core that is not empty, that is farthest along a vector.
    pub(crate) fn farthest(self, e: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Core::Polytope(body) => body.vertex(body.support(e).unwrap_or_default()),
            Core::Curved(body) => body.farthest(e),
        }
    }

    pub(crate) fn bounding_radius(self) -> f64 {
        match self {
            Core::Polytope(body) => body.bounding_radius(),
            Core::Curved(body) => body.reach(),
        }
    }
}

impl<'a> Body<'a> {
    /// The core of a convex body, and its radius. Of a body of several pieces it is the box around it: queries have
    /// treated its pieces before.
    pub(crate) fn of_any_kind(&self) -> (Core<'a>, f64) {
        match self {
            Body::Polytope(body) => (Core::Polytope(body), 0.0),
            Body::Rounded(body) => (Core::Polytope(body.core), body.radius),
            Body::Curved(body) => (Core::Curved(body), body.radius()),
            Body::Pieces(pieces) => (Core::Polytope(self.bounding_polytope()), pieces.radius()),
        }
    }
}

impl<'a> From<&'a Curved> for Body<'a> {
    #[inline]
    fn from(body: &'a Curved) -> Self {
        Body::Curved(body)
    }
}

impl<'a> From<&'a Polytope> for Body<'a> {
    #[inline]
    fn from(body: &'a Polytope) -> Self {
        Body::Polytope(body)
    }
}

impl<'a> From<&'a Arc<Polytope>> for Body<'a> {
    #[inline]
    fn from(body: &'a Arc<Polytope>) -> Self {
        Body::Polytope(body)
    }
}
