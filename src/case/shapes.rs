//! Shapes as cases write them: those that need no file.

use nalgebra::{Quaternion, Vector3};
use serde_json::{Value, json};

use super::json::{Fields, Json, Node};
use super::problem::{Problem, at_key};
use crate::error::Number;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::eight_corners;
use crate::planar::yaw_cuboid::YawCuboid;
use crate::shape::body::{Body, SharedBody};
use crate::shape::compound::Part;
use crate::shape::curved::{Curved, CurvedKind, CurvedShape};
use crate::shape::height_field::HeightField;
use crate::shape::pieces::{Pieces, PiecesKind};
use crate::shape::polytope::Polytope;
use crate::shape::triangle_mesh::{TriangleMesh, TriangleMeshOptions};

/// Reader of the bodies of a case: those of the program may be mesh files.
pub type ReadBody<'r> = dyn FnMut(&Node<'_>) -> Result<SharedBody, Problem> + 'r;

type ReadShape = fn(&Node<'_>) -> Result<SharedBody, Problem>;

/// Readers of the shapes that one key names, but for curved ones.
const READERS: [(&str, ReadShape); 6] = [
    ("compound", |node| read_compound(node, &mut read_shape)),
    ("trimesh", read_trimesh),
    ("height_field", read_height_field),
    ("sphere", read_sphere),
    ("capsule", |node| {
        read_upright(node, "capsule", SharedBody::capsule)
    }),
    ("box", read_box),
];

/// The body that `node` describes: the hull of `vertices`, a `box`, a `yaw_cuboid`, a round one, a `compound` of them, a
/// `trimesh` or a `height_field`, each with `scale` and `rounding` if they are wanted.
///
/// # Errors
/// [`Problem`] says what is wrong, and at which key.
pub fn read_shape(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let has = |name: &str| node.json.get(name).is_some();
    if let Some((_, read)) = READERS.iter().find(|(name, _)| has(name)) {
        return read(node);
    }
    if let Some(kind) = CurvedKind::ALL.iter().find(|kind| has(kind.name())) {
        return match kind {
            CurvedKind::Cylinder => read_upright(node, kind.name(), Curved::cylinder),
            CurvedKind::Cone => read_upright(node, kind.name(), Curved::cone),
            CurvedKind::Ellipsoid => read_ellipsoid(node),
        };
    }
    if has("yaw_cuboid") {
        let fields = node.fields(&["yaw_cuboid", "scale", "rounding"])?;
        let body = read_cuboid(&fields)?.polytope();
        return scaled_and_rounded(
            body.map(SharedBody::new).map_err(at_key(&node.key))?,
            &fields,
        );
    }
    if !has("vertices") && matches!(node.json, Json::Object(_)) {
        return Err(no_shape(node));
    }
    let fields = node.fields(&["vertices", "scale", "rounding"])?;
    let vertices = fields.required("vertices")?;
    hull(&vertices.vectors()?, &vertices.key, &fields)
}

/// `{"compound": [shape, ...]}`, each of which may add `pose`; its shapes are read by `body`.
///
/// # Errors
/// See [`read_shape`].
pub fn read_compound(node: &Node<'_>, body: &mut ReadBody<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["compound", "scale", "rounding"])?;
    let mut parts = Vec::new();
    let list = fields.required("compound")?;
    for part in list.list()? {
        let pose = match part.any_fields()?.optional("pose") {
            Some(pose) => read_pose(&pose)?,
            None => Pose::identity(),
        };
        let mut alone = part.json.clone();
        if let Json::Object(entries) = &mut alone {
            entries.retain(|(key, _)| key != "pose");
        }
        let alone = Node {
            json: &alone,
            key: part.key,
        };
        parts.push((body(&alone)?, pose));
    }
    let compound = SharedBody::compound(&parts).map_err(at_key(&list.key))?;
    scaled_and_rounded(compound, &fields)
}

/// `{"p": [x,y,z], "q": [x,y,z,w]}`.
///
/// # Errors
/// See [`read_shape`].
pub fn read_pose(node: &Node<'_>) -> Result<Pose, Problem> {
    let fields = node.fields(&["p", "q"])?;
    let p = fields.required("p")?.vector()?;
    let [x, y, z, w] = fields.required("q")?.numbers()?;
    Pose::new(p, Quaternion::new(w, x, y, z)).map_err(at_key(&node.key))
}

/// `{"trimesh": {"vertices": [...], "triangles": [[i,j,k], ...], "one_sided": true}}`, or `"solid": true`.
fn read_trimesh(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["trimesh", "scale", "rounding"])?;
    let mesh = fields.required("trimesh")?;
    let lists = mesh.fields(&["vertices", "triangles", "one_sided", "solid"])?;
    let vertices = lists.required("vertices")?.vectors()?;
    let triangles = lists.required("triangles")?.triangles()?;
    surface(&mesh, &fields, &vertices, &triangles)
}

/// The mesh of these lists, with what the keys `one_sided` and `solid` of `mesh`, and `scale` and `rounding`, add.
///
/// # Errors
/// See [`read_shape`].
pub fn surface(
    mesh: &Node<'_>,
    fields: &Fields<'_>,
    vertices: &[Vector3<f64>],
    triangles: &[[u32; 3]],
) -> Result<SharedBody, Problem> {
    let flag = |key: &'static str| match mesh.any_fields()?.optional(key) {
        Some(node) => node.flag(),
        None => Ok(false),
    };
    let options = TriangleMeshOptions {
        one_sided: flag("one_sided")?,
        solid: flag("solid")?,
    };
    let body = TriangleMesh::new(vertices, triangles, &options).map_err(at_key(&mesh.key))?;
    scaled_and_rounded(body.into(), fields)
}

/// `{"height_field": {"rows": [[z, ...], ...], "spacing": [dx, dy], "origin": [x, y]}}`; `null` is a hole.
fn read_height_field(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["height_field", "scale", "rounding"])?;
    let field = fields.required("height_field")?;
    let keys = field.fields(&["rows", "spacing", "origin"])?;
    let spacing = keys.required("spacing")?.numbers()?;
    let origin = match keys.optional("origin") {
        Some(node) => node.numbers()?,
        None => [0.0; 2],
    };
    let (mut heights, mut columns) = (Vec::new(), None);
    for row in keys.required("rows")?.list()? {
        let own = row.list()?;
        if *columns.get_or_insert(own.len()) != own.len() {
            let message = "rows must be of one length";
            return Err(Problem::invalid(&row.key, message));
        }
        for node in own {
            heights.push(match node.json {
                Json::Null => f64::NAN,
                _ => node.number()?,
            });
        }
    }
    let body = HeightField::new(&heights, columns.unwrap_or(0), spacing, origin);
    scaled_and_rounded(body.map_err(at_key(&field.key))?.into(), &fields)
}

/// A body as a case writes it: by its corners.
#[must_use]
pub fn written_shape(body: &SharedBody) -> Value {
    written(&body.get())
}

fn written(body: &Body<'_>) -> Value {
    if let Body::Pieces(pieces) = body {
        let mut shape = written_pieces(pieces);
        if pieces.radius() != 0.0 {
            shape["rounding"] = json!(pieces.radius());
        }
        return shape;
    }
    let mut written = match body {
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
            let vertices: Vec<_> = body.bounding_polytope().vertices().collect();
            json!({"vertices": vertices})
        }
    };
    let (_, radius) = body.of_any_kind();
    if radius != 0.0 {
        written["rounding"] = json!(radius);
    }
    written
}

fn written_pieces(pieces: &Pieces<'_>) -> Value {
    match pieces.kind() {
        PiecesKind::Compound(compound) => {
            let part = |part: &Part| {
                let mut shape = written(&part.into());
                if let Some([x, y, z, i, j, k, w]) = part.place() {
                    shape["pose"] = json!({"p": [x, y, z], "q": [i, j, k, w]});
                }
                shape
            };
            json!({"compound": compound.parts().iter().map(part).collect::<Vec<_>>()})
        }
        PiecesKind::TriangleMesh(mesh) => {
            let (vertices, triangles) = (mesh.vertices(), mesh.triangles());
            let mut lists = json!({"vertices": vertices, "triangles": triangles});
            if mesh.is_one_sided() {
                lists["one_sided"] = json!(true);
            }
            if mesh.is_solid() {
                lists["solid"] = json!(true);
            }
            json!({"trimesh": lists})
        }
        PiecesKind::HeightField(field) => {
            let height = |r: usize, c: usize| Some(field.height(r, c)).filter(|z| !z.is_nan());
            let row = |r: usize| {
                (0..field.columns())
                    .map(|c| height(r, c))
                    .collect::<Vec<_>>()
            };
            let rows: Vec<_> = (0..field.rows()).map(row).collect();
            let (spacing, origin) = (field.spacing(), field.origin());
            json!({"height_field": {"rows": rows, "spacing": spacing, "origin": origin}})
        }
    }
}

/// `{"sphere": {"radius": r}}`.
fn read_sphere(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["sphere", "scale", "rounding"])?;
    let sphere = fields.required("sphere")?.fields(&["radius"])?;
    let radius = sphere.required("radius")?;
    let ball = SharedBody::sphere(not_negative(&radius)?).map_err(at_key(&radius.key))?;
    scaled_and_rounded(ball, &fields)
}

/// Makes a body about the z axis of its half length and its radius.
type Upright<B> = fn(f64, f64) -> crate::error::Result<B>;

/// `{"cylinder": {"half_length": h, "radius": r}}`; a cone likewise, and a capsule: about the segment from -h to h.
fn read_upright<B: Into<SharedBody>>(
    node: &Node<'_>,
    name: &str,
    make: Upright<B>,
) -> Result<SharedBody, Problem> {
    let fields = node.fields(&[name, "scale", "rounding"])?;
    let upright = (fields.required(name)?).fields(&["half_length", "radius"])?;
    let radius = upright.required("radius")?;
    let half = not_negative(&upright.required("half_length")?)?;
    let body = make(half, not_negative(&radius)?).map_err(at_key(&radius.key))?;
    scaled_and_rounded(body.into(), &fields)
}

/// `{"ellipsoid": {"radii": [a,b,c]}}`.
fn read_ellipsoid(node: &Node<'_>) -> Result<SharedBody, Problem> {
    let fields = node.fields(&["ellipsoid", "scale", "rounding"])?;
    let radii = (fields.required("ellipsoid")?.fields(&["radii"])?).required("radii")?;
    let body = Curved::ellipsoid(radii.vector()?.into()).map_err(at_key(&radii.key))?;
    scaled_and_rounded(body.into(), &fields)
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
    let fields = node.fields(&["box", "scale", "rounding"])?;
    let half = (fields.required("box")?.fields(&["half_extents"])?).required("half_extents")?;
    let h = half.vector()?;
    if h.min() < 0.0 {
        let message = "half extents must not be negative";
        return Err(Problem::invalid(&half.key, message));
    }
    hull(&eight_corners((-h).into(), h.into()), &half.key, &fields)
}

/// The hull of points with the `rounding` that is given.
fn hull(points: &[Vector3<f64>], key: &str, fields: &Fields<'_>) -> Result<SharedBody, Problem> {
    let hull = Polytope::new(points).map_err(at_key(key))?;
    scaled_and_rounded(SharedBody::new(hull), fields)
}

/// The body by the factors of the key `scale`, and then with what the key `rounding` adds to its radius, where they are given.
///
/// # Errors
/// The errors of [`SharedBody::scaled`], and of a rounding that is negative, or whose sum with the radius overflows.
pub fn scaled_and_rounded(body: SharedBody, fields: &Fields<'_>) -> Result<SharedBody, Problem> {
    let body = match fields.optional("scale") {
        None => body,
        Some(node) => body
            .scaled(read_scale(&node)?.into())
            .map_err(at_key(&node.key))?,
    };
    rounded(body, fields)
}

/// The value of the key `scale`: a number, or `[x, y, z]`; none is 0.
///
/// # Errors
/// [`Problem`] says which factor is 0 or no number.
pub fn read_scale(node: &Node<'_>) -> Result<Vector3<f64>, Problem> {
    let by = match node.json {
        Json::List(_) => node.vector()?,
        _ => Vector3::repeat(node.number()?),
    };
    match by.iter().all(|factor| *factor != 0.0) {
        true => Ok(by),
        false => Err(Problem::invalid(
            &node.key,
            "a scale of 0 leaves nothing of the body",
        )),
    }
}

/// The body with what the key `rounding` adds to its radius, if there is one; the sum is rounded to the nearest f64.
///
/// # Errors
/// The error of a rounding that is negative, or whose sum with the radius overflows.
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

/// Reports an object that names no shape: the unknown key if there is one, else the missing one.
fn no_shape(node: &Node<'_>) -> Problem {
    let known = [
        "vertices",
        "mesh",
        "scale",
        "part",
        "box",
        "sphere",
        "capsule",
        "yaw_cuboid",
        "compound",
        "trimesh",
        "height_field",
        "rounding",
        "hull",
    ];
    let curved = CurvedKind::ALL.iter().map(|kind| kind.name());
    let known: Vec<_> = known.into_iter().chain(curved).collect();
    match node.fields(&known) {
        Err(problem) => problem,
        Ok(_) => Problem::MissingKey {
            key: format!("{}.vertices", node.key),
        },
    }
}
