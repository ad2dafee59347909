//! Shapes as cases write them: those that need no file.

use nalgebra::Vector3;
use serde_json::{Value, json};

use super::json::{Fields, Json, Node};
use super::problem::{Problem, at_key};
use crate::body::curved::{Curved, CurvedShape};
use crate::body::handle::{Body, SharedBody};
use crate::body::polytope::Polytope;
use crate::error::Number;
use crate::planar::yaw_cuboid::YawCuboid;

/// Names of shapes that no query takes yet.
const NOT_YET: [&str; 3] = ["compound", "trimesh", "height_field"];

/// The body that `node` describes: the hull of `vertices`, a `box`, a `yaw_cuboid` or a round one, each with
/// `rounding` if that is wanted.
///
/// # Errors
/// [`Problem`] says what is wrong, and at which key. A shape that is known but not answered yet is called so: a
/// typing error must not read like a missing feature, nor the other way round.
pub fn read_shape(node: &Node<'_>) -> Result<SharedBody, Problem> {
    for name in NOT_YET {
        if node.json.get(name).is_some() {
            return Err(Problem::NotSupported {
                key: format!("{}.{name}", node.key),
                what: format!("the shape `{name}`"),
            });
        }
    }
    let has = |name: &str| node.json.get(name).is_some();
    if has("sphere") {
        return read_sphere(node);
    }
    if has("capsule") {
        return read_capsule(node);
    }
    if has("box") {
        return read_box(node);
    }
    for (name, make) in [
        ("cylinder", Curved::cylinder as Upright),
        ("cone", Curved::cone),
    ] {
        if has(name) {
            return read_upright(node, name, make);
        }
    }
    if has("ellipsoid") {
        return read_ellipsoid(node);
    }
    if has("yaw_cuboid") {
        let fields = node.fields(&["yaw_cuboid", "rounding"])?;
        let body = read_cuboid(&fields)?.polytope();
        return rounded(
            body.map(SharedBody::new).map_err(at_key(&node.key))?,
            &fields,
        );
    }
    if !has("vertices") && matches!(node.json, Json::Object(_)) {
        return Err(no_shape(node));
    }
    let fields = node.fields(&["vertices", "rounding"])?;
    let vertices = fields.required("vertices")?;
    hull(&vertices.vectors()?, &vertices.key, &fields)
}

/// A body as a case writes it: by its corners.
#[must_use]
pub fn written_shape(body: &SharedBody) -> Value {
    let mut written = match body.get() {
        Body::Curved(body) => match body.shape() {
            CurvedShape::Cylinder {
                half_length,
                radius,
            } => json!({"cylinder": {"half_length": half_length, "radius": radius}}),
            CurvedShape::Cone {
                half_length,
                radius,
            } => json!({"cone": {"half_length": half_length, "radius": radius}}),
            CurvedShape::Ellipsoid { radii } => json!({"ellipsoid": {"radii": radii}}),
        },
        _ => {
            let vertices: Vec<_> = body
                .core()
                .into_iter()
                .flat_map(Polytope::vertices)
                .collect();
            json!({"vertices": vertices})
        }
    };
    if body.radius() != 0.0 {
        written["rounding"] = json!(body.radius());
    }
    written
}

/// `{"sphere": {"radius": r}}`.
fn read_sphere(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["sphere", "rounding"])?;
    let sphere = fields.required("sphere")?.fields(&["radius"])?;
    let radius = sphere.required("radius")?;
    let ball = SharedBody::sphere(not_negative(&radius)?).map_err(at_key(&radius.key))?;
    rounded(ball, &fields)
}

/// `{"capsule": {"half_length": h, "radius": r}}`: about the segment from -h to h on the z axis.
fn read_capsule(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["capsule", "rounding"])?;
    let capsule = (fields.required("capsule")?).fields(&["half_length", "radius"])?;
    let radius = capsule.required("radius")?;
    let half = not_negative(&capsule.required("half_length")?)?;
    let body = SharedBody::capsule(half, not_negative(&radius)?).map_err(at_key(&radius.key))?;
    rounded(body, &fields)
}

/// Makes a body about the z axis of its half length and its radius.
type Upright = fn(f64, f64) -> crate::error::Result<Curved>;

/// `{"cylinder": {"half_length": h, "radius": r}}`, and a cone likewise.
fn read_upright(node: &Node<'_>, name: &str, make: Upright) -> Result<SharedBody, Problem> {
    let fields = node.fields(&[name, "rounding"])?;
    let upright = (fields.required(name)?).fields(&["half_length", "radius"])?;
    let radius = upright.required("radius")?;
    let half = not_negative(&upright.required("half_length")?)?;
    let body = make(half, not_negative(&radius)?).map_err(at_key(&radius.key))?;
    rounded(body.into(), &fields)
}

/// `{"ellipsoid": {"radii": [a,b,c]}}`.
fn read_ellipsoid(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["ellipsoid", "rounding"])?;
    let radii = (fields.required("ellipsoid")?.fields(&["radii"])?).required("radii")?;
    let body = Curved::ellipsoid(radii.vector()?.into()).map_err(at_key(&radii.key))?;
    rounded(body.into(), &fields)
}

/// The value of `yaw_cuboid`: `{"corners": [[x,y] x 4], "z": [low, high]}`.
pub(super) fn read_cuboid(fields: &Fields<'_>) -> Result<YawCuboid, Problem> {
    let node = fields.required("yaw_cuboid")?;
    let numbers = node.fields(&["corners", "z"])?;
    let corners = numbers.required("corners")?;
    let Ok(four) = <[Vec<f64>; 4]>::try_from(corners.points(2)?) else {
        return Err(Problem::invalid(&corners.key, "a cuboid has four corners"));
    };
    let z = numbers.required("z")?.numbers()?;
    YawCuboid::new(four.map(|p| [p[0], p[1]]), z).map_err(at_key(&node.key))
}

/// `{"box": {"half_extents": [x,y,z]}}`: eight vertices.
fn read_box(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["box", "rounding"])?;
    let half = (fields.required("box")?.fields(&["half_extents"])?).required("half_extents")?;
    let h = half.vector()?;
    if h.min() < 0.0 {
        let message = "half extents must not be negative";
        return Err(Problem::invalid(&half.key, message));
    }
    let corners: Vec<_> = (0..8)
        .map(|i| {
            let sign = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
            Vector3::new(sign(1) * h.x, sign(2) * h.y, sign(4) * h.z)
        })
        .collect();
    hull(&corners, &half.key, &fields)
}

/// The hull of points with the `rounding` that is given.
fn hull(points: &[Vector3<f64>], key: &str, fields: &Fields<'_>) -> Result<SharedBody, Problem> {
    let hull = Polytope::new(points).map_err(at_key(key))?;
    rounded(SharedBody::new(hull), fields)
}

/// The body with what the key `rounding` adds to its radius, if there is one; the sum is rounded to the nearest f64.
///
/// # Errors
/// A rounding that is negative, or whose sum with the radius is beyond f64.
pub fn rounded(body: SharedBody, fields: &Fields<'_>) -> Result<SharedBody, Problem> {
    let Some(node) = fields.optional("rounding") else {
        return Ok(body);
    };
    body.rounded(not_negative(&node)?)
        .map_err(at_key(&node.key))
}

fn not_negative(node: &Node<'_>) -> Result<f64, Problem> {
    match node.number()? {
        x if x >= 0.0 => Ok(x),
        x => Err(Problem::invalid(
            &node.key,
            format!("{} is negative", Number(&x)),
        )),
    }
}

/// Of an object that names no shape: the unknown key if there is one, else the missing one.
fn no_shape(node: &Node<'_>) -> Problem {
    let mut known = vec![
        "vertices",
        "mesh",
        "scale",
        "part",
        "box",
        "sphere",
        "capsule",
        "cylinder",
        "cone",
        "ellipsoid",
        "yaw_cuboid",
        "rounding",
    ];
    known.extend(NOT_YET);
    match node.fields(&known) {
        Err(problem) => problem,
        Ok(_) => Problem::MissingKey {
            key: format!("{}.vertices", node.key),
        },
    }
}
