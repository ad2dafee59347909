//! Bodies that are stretched, shrunk or mirrored along the axes of their frame.
//!
//! Problem: an engine places one shape many times, each time with a scale of its own. Idea: the scaled body is a body like any
//! other. Its coordinates are products, rounded once, and queries are exact about what comes out. A round shape must stay one that
//! queries know: a sphere becomes an ellipsoid, and a capsule takes one factor for all axes.
//!
//! Loses memory where each of thousands of places has a scale of its own, because each has a body of its own.

use std::sync::Arc;

use nalgebra::{Quaternion, Vector3};

use crate::error::{Error, Result, check_range};
use crate::motion::pose::Pose;
use crate::shape::body::{Body, SharedBody};
use crate::shape::compound::{Compound, Part, PartPose, PartShape};
use crate::shape::curved::{Curved, CurvedShape};
use crate::shape::height_field::HeightField;
use crate::shape::options::PolytopeOptions;
use crate::shape::pieces::PiecesKind;
use crate::shape::polytope::Polytope;
use crate::shape::triangle_mesh::{TriangleMesh, TriangleMeshOptions};

const ONE_FACTOR: &str = "has a radius, so that its factors must be equal, but for their signs";

impl SharedBody {
    /// The body whose points are those of this one with x, y and z multiplied by `factors`, in the body's own frame. A
    /// negative factor mirrors.
    ///
    /// Each coordinate and each length is multiplied and rounded to the nearest f64; what comes out is the body from then on. A
    /// sphere about the origin becomes an ellipsoid if the factors differ. The triangles of a mesh that is mirrored are turned
    /// round, so that its outside stays outside. The new body shares no memory with this one. Allocates, and costs what building
    /// the body costs.
    ///
    /// # Errors
    /// [`Error::Setting`] for a factor that is 0, NaN or infinite. [`Error::Scale`], or [`Error::Part`] for a part of a compound,
    /// where what comes out is no body of a known kind: factors that differ of a body with a radius, those along x and y
    /// that differ of a cylinder or cone, those that differ of a part that is round and turned, a cone that would stand
    /// on its apex, a height field that is mirrored along x or y. The errors of constructors, for example for a coordinate
    /// that overflows.
    ///
    /// ```
    /// use interframe::{Body, CurvedShape, SharedBody};
    ///
    /// let egg = SharedBody::sphere(0.5)?.scaled([1.0, 1.0, -3.0])?;
    /// let Body::Curved(egg) = egg.get() else { panic!("an ellipsoid") };
    /// assert_eq!(egg.shape(), CurvedShape::Ellipsoid { radii: [0.5, 0.5, 1.5] });
    ///
    /// let capsule = SharedBody::capsule(1.0, 0.5)?;
    /// assert_eq!(capsule.scaled([2.0; 3])?.radius(), 1.0);
    /// assert!(capsule.scaled([1.0, 1.0, 2.0]).is_err());
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn scaled(&self, factors: [f64; 3]) -> Result<Self> {
        let names = ["factors.x", "factors.y", "factors.z"];
        for (factor, name) in factors.into_iter().zip(names) {
            let is_sound = factor.is_finite() && factor != 0.0;
            check_range(is_sound, name, factor, "finite and not 0")?;
        }
        let by = Vector3::from(factors);
        let Body::Pieces(pieces) = self.get() else {
            let shape = self.as_part().expect("a convex body");
            return match scaled_part(shape, &by)? {
                Ok((body, place)) if place == Pose::identity() => Ok(body),
                Ok((body, _)) => Err(Error::Scale {
                    what: match matches!(body.get(), Body::Curved(of) if is_upright(of)) {
                        true => "is a cone that would stand on its apex: turn its pose instead",
                        false => {
                            "is a sphere whose center is not its origin, so that its factors must be equal, but for their signs"
                        }
                    },
                }),
                Err(what) => Err(Error::Scale { what }),
            };
        };
        let whole = match pieces.kind() {
            PiecesKind::Compound(body) => return scaled_compound(body, &by),
            PiecesKind::TriangleMesh(mesh) => scaled_mesh(mesh, &by)?.into(),
            PiecesKind::HeightField(field) => scaled_field(field, &by)?.into(),
        };
        match (pieces.radius(), one_factor(&by)) {
            (0.0, _) => Ok(whole),
            (radius, Some(factor)) => whole.rounded(radius * factor),
            _ => Err(Error::Scale { what: ONE_FACTOR }),
        }
    }
}

/// Whether it is a cylinder or cone.
fn is_upright(body: &Curved) -> bool {
    !matches!(body.shape(), CurvedShape::Ellipsoid { .. })
}

/// The size of all three factors, if it is the same.
fn one_factor(by: &Vector3<f64>) -> Option<f64> {
    let [x, y, z] = by.abs().into();
    (x == y && y == z).then_some(x)
}

fn scaled_compound(body: &Compound, by: &Vector3<f64>) -> Result<SharedBody> {
    let scaled = |(part, of): (usize, &Part)| {
        scaled_part(of.shape.clone(), by)?.map_err(|what| Error::Part { part, what })
    };
    let parts: Result<Vec<_>> = body.parts().iter().enumerate().map(scaled).collect();
    SharedBody::compound(&parts?)
}

/// A convex body and where it is, or why there is none, in words.
type ScaledPart = std::result::Result<(SharedBody, Pose), &'static str>;

fn scaled_part(shape: PartShape, by: &Vector3<f64>) -> Result<ScaledPart> {
    let (core, radius) = match shape {
        PartShape::Polytope { core, radius } => (core, radius),
        PartShape::Curved { body, at } => return scaled_curved(&body, at.as_ref(), by),
    };
    let corners: Vec<_> = core.vertices().map(|v| v.component_mul(by)).collect();
    let factor = match (radius, one_factor(by)) {
        (0.0, _) => 0.0,
        (_, Some(factor)) => factor,
        _ if core.is_empty() => 1.0,
        _ if core.vertex_count() == 1 => {
            let radii = by.abs() * radius;
            let place = Pose::from_translation(corners[0])?;
            return Ok(Ok((Curved::ellipsoid(radii.into())?.into(), place)));
        }
        _ => return Ok(Err(ONE_FACTOR)),
    };
    let options = PolytopeOptions {
        support_cells: core.cells.is_some(),
    };
    let scaled = Polytope::with_options(&corners, &options)?.moved_from(&core);
    let body = SharedBody::new(Arc::new(scaled)).rounded(radius * factor)?;
    Ok(Ok((body, Pose::identity())))
}

fn scaled_curved(body: &Curved, at: Option<&PartPose>, by: &Vector3<f64>) -> Result<ScaledPart> {
    let turn = at.map_or(Quaternion::identity(), |at| at.quaternion);
    let radius = match (body.radius(), one_factor(by)) {
        (0.0, _) => 0.0,
        (radius, Some(factor)) => radius * factor,
        _ => return Ok(Err(ONE_FACTOR)),
    };
    if turn.imag() != Vector3::zeros() && one_factor(by).is_none() {
        return Ok(Err(
            "is round and turned, so that its factors must be equal, but for their signs",
        ));
    }
    let [x, y, z] = by.abs().into();
    if is_upright(body) && x != y {
        return Ok(Err(
            "is a cylinder or cone, so that its factors along x and y must be equal, but for their signs",
        ));
    }
    let mut turn = mirrored_turn(&turn, by);
    let scaled = match body.shape() {
        CurvedShape::Cylinder {
            half_length,
            radius,
        } => Curved::cylinder(half_length * z, radius * x)?,
        CurvedShape::Cone {
            half_length,
            radius,
        } => {
            // What is left of the mirror, in the cone's own frame, turns it round if it is along z.
            if by.z < 0.0 {
                turn *= Quaternion::from_imag(Vector3::x());
            }
            Curved::cone(half_length * z, radius * x)?
        }
        CurvedShape::Ellipsoid { radii } => {
            Curved::ellipsoid([radii[0] * x, radii[1] * y, radii[2] * z])?
        }
    };
    let place = at.map_or(Vector3::zeros(), |at| at.translation.component_mul(by));
    Ok(Ok((
        scaled.rounded(radius)?.into(),
        Pose::new(place, turn)?,
    )))
}

/// With D the signs of the factors and R the rotation of a quaternion: that of D R D. It has only other signs.
fn mirrored_turn(turn: &Quaternion<f64>, by: &Vector3<f64>) -> Quaternion<f64> {
    let signs = by.map(f64::signum);
    let axis = turn.imag().component_mul(&signs) * signs.product();
    Quaternion::from_parts(turn.w, axis)
}

fn scaled_mesh(mesh: &TriangleMesh, by: &Vector3<f64>) -> Result<TriangleMesh> {
    let vertices: Vec<_> = mesh
        .vertices()
        .iter()
        .map(|v| v.component_mul(by))
        .collect();
    let mut triangles = mesh.triangles().to_vec();
    if by.map(f64::signum).product() < 0.0 {
        triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    let options = TriangleMeshOptions {
        one_sided: mesh.is_one_sided(),
        solid: mesh.is_solid(),
    };
    TriangleMesh::new(&vertices, &triangles, &options)
}

fn scaled_field(field: &HeightField, by: &Vector3<f64>) -> Result<HeightField> {
    if by.x < 0.0 || by.y < 0.0 {
        return Err(Error::Scale {
            what: "is a height field, whose factors along x and y must be positive: give mirrored heights instead",
        });
    }
    let (rows, columns) = (field.rows(), field.columns());
    let heights = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let heights: Vec<_> = heights
        .map(|(row, column)| field.height(row, column) * by.z)
        .collect();
    let [dx, dy] = field.spacing();
    let [x, y] = field.origin();
    HeightField::new(
        &heights,
        columns,
        [dx * by.x, dy * by.y],
        [x * by.x, y * by.y],
    )
}
