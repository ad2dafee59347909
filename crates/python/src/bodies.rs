//! Bodies of any kind, from lengths, arrays, meshes and files.

use std::sync::Arc;

use interframe::for_c::check_memory;
use interframe::nalgebra::Vector3;
use interframe::{
    Body, Curved, HeightField, PiecesKind, Polytope, PolytopeOptions, SharedBody, TriangleMesh,
    TriangleMeshOptions,
};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments::{bytes, flag, text};
use crate::arrays::{
    counts, fixed, floats, items, list, more, number, points, reserved, table, vector, wrong_shape,
};
use crate::errors::{ArrayError, BodyError, OrRaise, refused};
use crate::motions::{item, pose, sequence_of};

/// A body: its shape in its own frame. It never changes, and any number of queries and threads may share it.
///
/// Make one by a static method: `cuboid`, `hull`, `sphere`, `capsule`, `cylinder`, `cone`, `ellipsoid`, `compound`, `mesh`,
/// `height_field`, `from_file`, `from_bytes`. Lengths are in one unit of your choice.
#[pyclass(frozen, name = "Body", module = "interframe_ccd")]
#[derive(Clone)]
pub struct PyBody(pub SharedBody);

impl PyBody {
    fn made(body: interframe::Result<impl Into<SharedBody>>) -> PyResult<Self> {
        body.or_raise().map(|body| PyBody(body.into()))
    }
}

/// An attribute of an object, if it has it.
fn attribute<'py>(
    given: &Bound<'py, PyAny>,
    attribute: &str,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    given.getattr_opt(attribute).map_err(|error| {
        let why = format!("the attribute {attribute} of {name} cannot be read");
        refused(given.py(), error, ArrayError::new_err(why))
    })
}

/// The vertices of an array of shape (n, 3), or of an object that has `vertices`, for example a trimesh.
fn vertices_of(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Vector3<f64>>> {
    let array = attribute(given, "vertices", name)?.unwrap_or_else(|| given.clone());
    let rows = points::<3>(&array, name)?;
    let mut all = reserved(rows.len(), name)?;
    all.extend(rows.into_iter().map(Vector3::from));
    Ok(all)
}

#[pymethods]
impl PyBody {
    /// A box about the origin, by its half extents, shape (3,).
    #[staticmethod]
    fn cuboid(half_extents: &Bound<'_, PyAny>) -> PyResult<Self> {
        PyBody::made(SharedBody::cuboid(fixed(half_extents, "half_extents")?))
    }

    /// The convex hull of points, shape (n, 3), or of the vertices of a trimesh.
    ///
    /// With `support_cells` a body of 100 corners or more takes twice the memory, and queries without a state are faster.
    #[staticmethod]
    #[pyo3(signature = (points, *, support_cells=None), text_signature = "(points, *, support_cells=False)")]
    fn hull(
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        support_cells: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let support_cells = flag(support_cells, "support_cells")?;
        let points = vertices_of(points, "points")?;
        let options = PolytopeOptions { support_cells };
        PyBody::made(py.detach(|| Polytope::with_options(&points, &options)))
    }

    /// A ball about the origin.
    #[staticmethod]
    fn sphere(radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        PyBody::made(SharedBody::sphere(number(radius, "radius")?))
    }

    /// All points within a radius of the segment from -half_length to half_length on the z axis.
    #[staticmethod]
    fn capsule(half_length: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let half_length = number(half_length, "half_length")?;
        PyBody::made(SharedBody::capsule(half_length, number(radius, "radius")?))
    }

    /// A cylinder about the z axis from -half_length to half_length.
    #[staticmethod]
    fn cylinder(half_length: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let half_length = number(half_length, "half_length")?;
        PyBody::made(Curved::cylinder(half_length, number(radius, "radius")?))
    }

    /// A cone about the z axis: its apex at half_length, its base of this radius at -half_length.
    #[staticmethod]
    fn cone(half_length: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let half_length = number(half_length, "half_length")?;
        PyBody::made(Curved::cone(half_length, number(radius, "radius")?))
    }

    /// An ellipsoid about the origin, by its radii along x, y and z, shape (3,).
    #[staticmethod]
    fn ellipsoid(radii: &Bound<'_, PyAny>) -> PyResult<Self> {
        PyBody::made(Curved::ellipsoid(fixed(radii, "radii")?))
    }

    /// A body of several convex parts, each a `Body` or a pair of a `Body` and its pose in the frame of the whole.
    #[staticmethod]
    fn compound(py: Python<'_>, parts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let parts = items(parts, "parts")?;
        let mut all = reserved(parts.len(), "parts")?;
        for (k, part) in parts.into_iter().enumerate() {
            let (body, at) = match part.cast::<PyBody>() {
                Ok(body) => (body.get().0.clone(), interframe::Pose::identity()),
                Err(_) => {
                    let (body, at): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
                        part.extract().map_err(|_| {
                            ArrayError::new_err(format!(
                                "parts[{k}] must be a Body or a pair of a Body and its pose"
                            ))
                        })?;
                    let body = body_of(&body, &format!("parts[{k}][0]"))?;
                    (body.get().0.clone(), pose(&at, &format!("parts[{k}][1]"))?)
                }
            };
            all.push((body, at));
        }
        PyBody::made(py.detach(|| SharedBody::compound(&all)))
    }

    /// A triangle mesh: vertices of shape (n, 3) and triangles of shape (m, 3), or a trimesh alone.
    ///
    /// By default it is a surface without an inside. `solid` makes it the volume that a closed surface bounds; `one_sided` a
    /// surface that is met from the side of its normals only.
    #[staticmethod]
    #[pyo3(signature = (vertices, triangles=None, *, one_sided=None, solid=None), text_signature = "(vertices, triangles=None, *, one_sided=False, solid=False)")]
    fn mesh(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        triangles: Option<&Bound<'_, PyAny>>,
        one_sided: Option<&Bound<'_, PyAny>>,
        solid: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (one_sided, solid) = (flag(one_sided, "one_sided")?, flag(solid, "solid")?);
        let faces = match triangles {
            Some(triangles) => Some(triangles.clone()),
            None => attribute(vertices, "faces", "vertices")?,
        };
        let faces = faces.ok_or_else(|| {
            ArrayError::new_err(
                "triangles are missing; give an array of shape (m, 3), or an object with vertices and faces",
            )
        })?;
        let corners = vertices_of(vertices, "vertices")?;
        let (indices, shape) = counts(&faces, "triangles")?;
        if !matches!(*shape, [0] | [_, 3]) {
            return Err(wrong_shape("triangles", &shape, "(m, 3)"));
        }
        let mut options = TriangleMeshOptions::default();
        (options.one_sided, options.solid) = (one_sided, solid);
        let (triangles, _) = indices.as_chunks::<3>();
        PyBody::made(py.detach(|| TriangleMesh::new(&corners, triangles, &options)))
    }

    /// A height field: heights of shape (rows, columns), NaN for holes, cells of size `spacing` = (dx, dy), and the x and y of
    /// the first height.
    #[staticmethod]
    #[pyo3(signature = (heights, spacing, origin=None))]
    fn height_field(
        py: Python<'_>,
        heights: &Bound<'_, PyAny>,
        spacing: &Bound<'_, PyAny>,
        origin: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let array = floats(heights, "heights")?;
        let [_, columns] = *array.shape() else {
            return Err(wrong_shape("heights", array.shape(), "(rows, columns)"));
        };
        let spacing = fixed::<2>(spacing, "spacing")?;
        let origin = origin.map_or(Ok([0.0; 2]), |origin| fixed::<2>(origin, "origin"))?;
        let mut list = reserved(array.len(), "heights")?;
        list.extend(array.as_array().iter().copied());
        PyBody::made(py.detach(|| HeightField::new(&list, columns, spacing, origin)))
    }

    /// The body of an OBJ, STL or OFF file: its convex hull, or with `kind="mesh"` or `"solid"` its triangles.
    ///
    /// `scale` multiplies all coordinates; `part` is the name of one part of the file.
    #[staticmethod]
    #[pyo3(signature = (path, kind=None, *, scale=None, part=None), text_signature = "(path, kind='hull', *, scale=None, part=None)")]
    fn from_file(
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        kind: Option<&Bound<'_, PyAny>>,
        scale: Option<&Bound<'_, PyAny>>,
        part: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let path = crate::arguments::path(path, "path")?;
        let kind = kind.map_or(Ok("hull".into()), |kind| text(kind, "kind"))?;
        let part = part.map(|part| text(part, "part")).transpose()?;
        let scale = scale.map_or(Ok(1.0), |scale| number(scale, "scale"))?;
        if !["hull", "mesh", "solid"].contains(&&*kind) {
            let message = format!("kind is {kind:?}; it must be hull, mesh or solid");
            return Err(crate::errors::OptionError::new_err(message));
        }
        py.detach(|| crate::mesh_files::read(&path, &kind, scale, part.as_deref()))
            .map(PyBody)
    }

    /// The body whose bytes `to_bytes` wrote. Any bytes are read safely.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let data = bytes(data, "data")?;
        let data = data.as_bytes();
        PyBody::made(py.detach(|| SharedBody::from_bytes(data)))
    }

    /// The body as bytes, which `from_bytes` reads faster than the body is built.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        check_memory(self.0.memory_bytes(), 4).or_raise()?;
        let all = py.detach(|| self.0.to_bytes());
        PyBytes::new_with(py, all.len(), |out| {
            out.copy_from_slice(&all);
            Ok(())
        })
    }

    /// All points within a radius of this body.
    fn rounded(&self, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        PyBody::made(self.0.clone().rounded(number(radius, "radius")?))
    }

    /// This body with x, y and z multiplied by three factors in its own frame; a negative one mirrors. No factor is 0.
    ///
    /// A sphere becomes an ellipsoid if the factors differ. A body with a radius takes factors of one size, a cylinder or cone
    /// two equal ones along x and y.
    fn scaled(&self, factors: &Bound<'_, PyAny>) -> PyResult<Self> {
        PyBody::made(self.0.scaled(vector(factors, "factors")?.into()))
    }

    /// `polytope`, `rounded`, `curved`, `compound`, `mesh` or `height_field`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.get() {
            Body::Polytope(_) => "polytope",
            Body::Rounded(_) => "rounded",
            Body::Curved(_) => "curved",
            Body::Pieces(pieces) => match pieces.kind() {
                PiecesKind::Compound(_) => "compound",
                PiecesKind::TriangleMesh(_) => "mesh",
                PiecesKind::HeightField(_) => "height_field",
                _ => "pieces",
            },
            _ => "body",
        }
    }

    /// The radius about the body, 0 without one.
    #[getter]
    fn radius(&self) -> f64 {
        self.0.radius()
    }

    /// Corners of a polytope or mesh, body frame, shape (n, 3). None of other bodies.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut corners: Vec<[f64; 3]> = Vec::new();
        match (self.0.core(), self.0.get()) {
            (Some(core), _) => {
                more(&mut corners, core.vertex_count(), "vertices")?;
                corners.extend(core.vertices().map(Into::<[f64; 3]>::into));
            }
            (_, Body::Pieces(pieces)) => match pieces.kind() {
                PiecesKind::TriangleMesh(mesh) => {
                    more(&mut corners, mesh.vertices().len(), "vertices")?;
                    corners.extend(mesh.vertices().iter().map(|p| Into::<[f64; 3]>::into(*p)));
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }
        table(py, corners).map(Some)
    }

    /// Faces of a polytope, a list of arrays of indices of `vertices`; triangles of a mesh, shape (m, 3). None of other bodies.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match (self.0.core(), self.0.get()) {
            (Some(core), _) => {
                let faces = (0..core.face_count()).map(|k| core.face(k).to_vec());
                list(py, faces).map(|faces| Some(faces.into_any()))
            }
            (_, Body::Pieces(pieces)) => match pieces.kind() {
                PiecesKind::TriangleMesh(mesh) => {
                    let mut all = reserved(mesh.triangles().len(), "faces")?;
                    all.extend_from_slice(mesh.triangles());
                    table(py, all).map(Some)
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Counts of what is unusual in a mesh, for example `open_edges`. None of other bodies.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Body::Pieces(pieces) = self.0.get() else {
            return Ok(None);
        };
        let PiecesKind::TriangleMesh(mesh) = pieces.kind() else {
            return Ok(None);
        };
        let report = mesh.report();
        let counts = PyDict::new(py);
        for (name, count) in [
            ("triangles", report.triangles),
            ("vertices", report.vertices),
            ("degenerate", report.degenerate),
            ("duplicate", report.duplicate),
            ("unused_vertices", report.unused_vertices),
            ("open_edges", report.open_edges),
            ("non_manifold_edges", report.non_manifold_edges),
            ("turned_edges", report.turned_edges),
            ("suspect_numbers", report.suspect_numbers),
        ] {
            counts.set_item(name, count)?;
        }
        counts.set_item("is_closed", report.is_closed())?;
        Ok(Some(counts))
    }

    /// Memory that it takes, in bytes.
    #[getter]
    fn memory_bytes(&self) -> usize {
        self.0.memory_bytes()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyBody>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let read = slf.get_type().getattr("from_bytes")?;
        Ok((read, (slf.get().to_bytes(slf.py())?,)))
    }

    fn __repr__(&self) -> String {
        let radius = match self.0.radius() {
            0.0 => String::new(),
            radius => format!(", radius {radius:?}"),
        };
        let corners = match self.0.core() {
            Some(core) => format!(" of {} vertices", core.vertex_count()),
            None => String::new(),
        };
        format!("<Body: {}{corners}{radius}>", self.kind())
    }
}

/// The body of an argument.
pub fn body_of<'a, 'py>(
    value: &'a Bound<'py, PyAny>,
    name: &str,
) -> PyResult<&'a Bound<'py, PyBody>> {
    value.cast::<PyBody>().map_err(|_| {
        BodyError::new_err(format!(
            "{name} is {}; it must be a Body, for example Body.hull(points)",
            crate::arrays::shown(value)
        ))
    })
}

/// Many bodies, read once, for batches.
///
/// `Bodies(shapes, index)`: body k is `shapes[index[k]]`, with an index of shape (n,) and whole numbers. Without an index,
/// body k is `shapes[k]`. Few shapes with a long index are read fastest.
#[pyclass(frozen, name = "Bodies", module = "interframe_ccd")]
pub struct PyBodies {
    pub shapes: Arc<Vec<SharedBody>>,
    pub index: Arc<Vec<u32>>,
}

impl PyBodies {
    /// The bodies as a batch takes them.
    pub fn list(&self) -> PyResult<Vec<Body<'_>>> {
        let mut list = reserved(self.index.len(), "bodies")?;
        list.extend(self.index.iter().map(|&k| self.shapes[k as usize].get()));
        Ok(list)
    }

    /// The bodies of a `Bodies` or a sequence of `Body`.
    pub fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        if let Ok(bodies) = value.cast::<PyBodies>() {
            let bodies = bodies.get();
            return Ok(PyBodies {
                shapes: Arc::clone(&bodies.shapes),
                index: Arc::clone(&bodies.index),
            });
        }
        let shapes = shapes_of(value, name)?;
        let mut index = reserved(shapes.len(), name)?;
        index.extend(0..shapes.len() as u32);
        Ok(PyBodies {
            shapes: Arc::new(shapes),
            index: Arc::new(index),
        })
    }
}

fn shapes_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<SharedBody>> {
    if let Some(all) = sequence_of::<PyBody, SharedBody>(value, name, |body| body.0.clone())? {
        return match u32::try_from(all.len()) {
            Ok(_) => Ok(all),
            Err(_) => Err(ArrayError::new_err(format!("{name} has too many bodies"))),
        };
    }
    let wrong = || {
        BodyError::new_err(format!(
            "{name} is {}; it must be a sequence of Body",
            crate::arrays::shown(value)
        ))
    };
    match value.len() {
        Ok(0) => Ok(Vec::new()),
        Ok(_) => Err(wrong()),
        Err(error) => Err(refused(value.py(), error, wrong())),
    }
}

#[pymethods]
impl PyBodies {
    #[new]
    #[pyo3(signature = (shapes, index=None))]
    fn new(shapes: &Bound<'_, PyAny>, index: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let all = PyBodies::read(shapes, "shapes")?;
        let Some(index) = index else { return Ok(all) };
        let (index, shape) = counts(index, "index")?;
        if shape.len() != 1 {
            return Err(wrong_shape("index", &shape, "(n,)"));
        }
        let count = all.index.len();
        if let Some(beyond) = index.iter().find(|&&k| k as usize >= count) {
            let message = format!("index holds {beyond}; there are {count} shapes");
            return Err(ArrayError::new_err(message));
        }
        let mut index = index;
        index.iter_mut().for_each(|k| *k = all.index[*k as usize]);
        Ok(PyBodies {
            shapes: all.shapes,
            index: Arc::new(index),
        })
    }

    fn __len__(&self) -> usize {
        self.index.len()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<PyBody> {
        let at = item(&self.index, index)?;
        Ok(PyBody(self.shapes[at as usize].clone()))
    }

    fn __repr__(&self) -> String {
        format!(
            "<{} bodies of {} shapes>",
            self.index.len(),
            self.shapes.len()
        )
    }
}
