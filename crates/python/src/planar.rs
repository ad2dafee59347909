//! Polygons in the plane, upright cuboids, and point sets of 2 to 8 dimensions.

use interframe::for_c::check_memory;
use interframe::nalgebra::Vector2;
use interframe::{
    DecidedBy, PairState, Polygon, Pose2, PosedPair2, Reason, SetsOptions, YawCuboid,
};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;

use crate::answers::{PyCuboidSeparation, PyDistance2, rows_of};
use crate::arguments::object;
use crate::arrays::{fixed, floats, items, number, points, reserved, table, wrong_shape};
use crate::enums::Named;
use crate::errors::{ArrayError, OrRaise};
use crate::options::options;

/// What a polygon needs at most, in bytes a point.
const BYTES_PER_POINT: usize = 128;

/// The convex hull of points of the plane, shape (n, 2), and all points within `radius` of it.
#[pyclass(frozen, name = "Polygon", module = "interframe_ccd")]
pub struct PyPolygon(Polygon);

#[pymethods]
impl PyPolygon {
    #[new]
    #[pyo3(signature = (points, radius=None))]
    fn new(points: &Bound<'_, PyAny>, radius: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rows = crate::arrays::points::<2>(points, "points")?;
        check_memory(rows.len(), BYTES_PER_POINT).or_raise()?;
        let mut all = reserved(rows.len(), "points")?;
        all.extend(rows.into_iter().map(Vector2::from));
        let polygon = Polygon::new(&all).or_raise()?;
        let radius = radius.map_or(Ok(0.0), |radius| number(radius, "radius"))?;
        polygon.rounded(radius).or_raise().map(PyPolygon)
    }

    /// Its corners, shape (n, 2).
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        table(py, self.0.vertices().iter().map(|p| [p.x, p.y]).collect())
    }

    /// The radius about it.
    #[getter]
    fn radius(&self) -> f64 {
        self.0.radius()
    }

    fn __repr__(&self) -> String {
        format!("<Polygon of {} vertices>", self.0.vertices().len())
    }
}

fn polygon<'a>(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<&'a Polygon> {
    Ok(&object::<PyPolygon>(value, name)?.get().0)
}

/// A pose in the plane: of shape (2,) a position, of shape (3,) x, y and an angle in radians.
fn pose_2d(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Pose2> {
    let array = floats(value, name)?;
    let view = array.as_array();
    match *array.shape() {
        [2] => Pose2::from_angle(Vector2::new(view[[0]], view[[1]]), 0.0),
        [3] => Pose2::from_angle(Vector2::new(view[[0]], view[[1]]), view[[2]]),
        ref shape => {
            let wanted = "(2,) for a position, or (3,) for x, y and an angle";
            return Err(wrong_shape(name, shape, wanted));
        }
    }
    .or_raise()
}

/// Distance of two polygons at poses, each of shape (2,) or (3,): x, y and an angle in radians.
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, method=None, max_pivots=None))]
fn distance_2d(
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    method: Option<&Bound<'_, PyAny>>,
    max_pivots: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyDistance2> {
    let options = options!(DistanceOptions: method, max_pivots);
    let (pose_a, pose_b) = (pose_2d(pose_a, "pose_a")?, pose_2d(pose_b, "pose_b")?);
    let pair = PosedPair2::new(polygon(a, "a")?, &pose_a, polygon(b, "b")?, &pose_b);
    let found = interframe::distance_2d(&pair, &options, &mut PairState::default());
    found.or_raise().map(PyDistance2)
}

/// Corners of A - B at poses, shape (n, 2), and the numbers of the vertices of A and B that each comes from, shape (n, 2).
#[pyfunction]
fn minkowski_difference_2d<'py>(
    py: Python<'py>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (pose_a, pose_b) = (pose_2d(pose_a, "pose_a")?, pose_2d(pose_b, "pose_b")?);
    corners(
        py,
        interframe::minkowski_difference_2d(&PosedPair2::new(
            polygon(a, "a")?,
            &pose_a,
            polygon(b, "b")?,
            &pose_b,
        )),
    )
}

/// Corners of A + B at poses, shape (n, 2), and the numbers of the vertices of A and B that each comes from, shape (n, 2).
#[pyfunction]
fn minkowski_sum_2d<'py>(
    py: Python<'py>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (pose_a, pose_b) = (pose_2d(pose_a, "pose_a")?, pose_2d(pose_b, "pose_b")?);
    corners(
        py,
        interframe::minkowski_sum_2d(&PosedPair2::new(
            polygon(a, "a")?,
            &pose_a,
            polygon(b, "b")?,
            &pose_b,
        )),
    )
}

fn corners<'py>(
    py: Python<'py>,
    all: Vec<interframe::DifferenceVertex2>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let ids = all.iter().map(|v| [v.id_a, v.id_b]).collect();
    let points = all.iter().map(|v| [v.point.x, v.point.y]).collect();
    Ok((table(py, points)?, table(py, ids)?))
}

/// An upright cuboid: four corners in plan, shape (4, 2), in any order, between the heights `z`, shape (2,).
#[pyclass(frozen, name = "YawCuboid", module = "interframe_ccd")]
#[derive(Clone, Copy)]
pub struct PyYawCuboid(YawCuboid);

#[pymethods]
impl PyYawCuboid {
    #[new]
    fn new(corners: &Bound<'_, PyAny>, z: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = points::<2>(corners, "corners")?;
        let four: [[f64; 2]; 4] = rows.try_into().map_err(|rows: Vec<_>| {
            ArrayError::new_err(format!("corners has {} rows; there must be 4", rows.len()))
        })?;
        YawCuboid::new(four, fixed(z, "z")?)
            .or_raise()
            .map(PyYawCuboid)
    }

    /// The corners in plan, shape (4, 2).
    #[getter]
    fn corners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        table(py, self.0.corners().to_vec())
    }

    /// Lowest and highest z.
    #[getter]
    fn z(&self) -> (f64, f64) {
        self.0.z().into()
    }

    fn __repr__(&self) -> String {
        format!("YawCuboid({:?}, {:?})", self.0.corners(), self.0.z())
    }
}

/// Whether two upright cuboids are at most `safety_distance` (a length, 0) apart, exactly, and how far they are.
#[pyfunction]
#[pyo3(signature = (a, b, *, safety_distance=None))]
fn cuboid_separation(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    safety_distance: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyCuboidSeparation> {
    let options = options!(CuboidSeparationOptions: safety_distance);
    let (a, b) = (
        &object::<PyYawCuboid>(a, "a")?.get().0,
        &object::<PyYawCuboid>(b, "b")?.get().0,
    );
    interframe::cuboid_separation(a, b, &options)
        .or_raise()
        .map(PyCuboidSeparation)
}

/// The separations of one upright cuboid from a sequence of others, a structured array.
#[pyfunction]
#[pyo3(signature = (a, others, *, safety_distance=None))]
fn cuboid_separations<'py>(
    py: Python<'py>,
    a: &Bound<'_, PyAny>,
    others: &Bound<'py, PyAny>,
    safety_distance: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = options!(CuboidSeparationOptions: safety_distance);
    let a = &object::<PyYawCuboid>(a, "a")?.get().0;
    let others = items(others, "others")?;
    let mut found = reserved(others.len(), "others")?;
    for (k, b) in others.iter().enumerate() {
        let b = &object::<PyYawCuboid>(b, &format!("others[{k}]"))?.get().0;
        found.push(interframe::cuboid_separation(a, b, &options).or_raise()?);
    }
    rows_of(py, &found)
}

/// Answer of a query about point sets.
#[pyclass(frozen, get_all, name = "SetsAnswer", module = "interframe_ccd")]
pub struct PySetsAnswer {
    /// A `Verdict`, or a `ContainmentVerdict`; exact.
    verdict: Py<PyAny>,
    /// Why it is undecided, a `Reason`.
    reason: Py<PyAny>,
    /// Which arithmetic decided, a `DecidedBy`.
    decided_by: Py<PyAny>,
    /// Pivots.
    iterations: u32,
    /// A common point, shape (d,), if there is one.
    point: Option<Py<PyAny>>,
    /// Normal of a separating plane, shape (d,), if there is one.
    normal: Option<Py<PyAny>>,
    /// Offset of that plane along the normal.
    offset: Option<f64>,
    /// Lower bounds of the distance, by the optimum and by the plane.
    bounds: Option<(f64, f64)>,
    /// The number of a point of the set that is outside, for `is_subset`.
    outside: Option<u32>,
}

#[pymethods]
impl PySetsAnswer {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "SetsAnswer(verdict={})",
            self.verdict.bind(py).str()?
        ))
    }
}

impl PySetsAnswer {
    fn new<V: Named>(
        py: Python<'_>,
        verdict: V,
        reason: Reason,
        decided_by: DecidedBy,
        iterations: u32,
    ) -> PyResult<Self> {
        Ok(PySetsAnswer {
            verdict: verdict.member(py)?.unbind(),
            reason: reason.member(py)?.unbind(),
            decided_by: decided_by.member(py)?.unbind(),
            iterations,
            point: None,
            normal: None,
            offset: None,
            bounds: None,
            outside: None,
        })
    }

    fn with_plane<const D: usize>(
        mut self,
        py: Python<'_>,
        plane: Option<interframe::SetPlane<D>>,
    ) -> Self {
        if let Some(plane) = plane {
            self.normal = Some(crate::arrays::array_of(py, plane.normal).unbind());
            self.offset = Some(plane.offset);
        }
        self
    }
}

/// What a query about sets needs at most, in bytes a number of a set.
const BYTES_PER_NUMBER: usize = 64;

/// Dimension of a set, from 2 to 8.
fn dimension_of(set: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    let array = floats(set, name)?;
    match *array.shape() {
        [_, d @ 2..=8] => Ok(d),
        ref shape => Err(wrong_shape(name, shape, "(n, d) with d from 2 to 8")),
    }
}

/// Calls a generic function with the dimension as a constant.
macro_rules! of_dimension {
    ($d:expr, $ask:ident($($argument:expr),*)) => {
        match $d {
            2 => $ask::<2>($($argument),*),
            3 => $ask::<3>($($argument),*),
            4 => $ask::<4>($($argument),*),
            5 => $ask::<5>($($argument),*),
            6 => $ask::<6>($($argument),*),
            7 => $ask::<7>($($argument),*),
            _ => $ask::<8>($($argument),*),
        }
    };
}

/// Whether the hulls of two point sets, of shape (n, d) with d from 2 to 8, meet, exactly.
#[pyfunction]
#[pyo3(signature = (a, b, *, method=None, max_pivots=None))]
fn intersect_sets(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    method: Option<&Bound<'_, PyAny>>,
    max_pivots: Option<&Bound<'_, PyAny>>,
) -> PyResult<PySetsAnswer> {
    let options = options!(SetsOptions: method, max_pivots);
    of_dimension!(dimension_of(a, "a")?, sets_meet(py, a, b, &options))
}

fn sets_meet<const D: usize>(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    options: &SetsOptions,
) -> PyResult<PySetsAnswer> {
    let (a, b) = (points::<D>(a, "a")?, points::<D>(b, "b")?);
    check_memory(a.len() + b.len(), BYTES_PER_NUMBER * D).or_raise()?;
    let found = py
        .detach(|| interframe::intersect_sets(&a, &b, options))
        .or_raise()?;
    let mut answer = PySetsAnswer::new(
        py,
        found.verdict,
        found.reason,
        found.decided_by,
        found.iterations,
    )?;
    answer.point = found
        .point
        .map(|point| crate::arrays::array_of(py, point).unbind());
    answer.bounds = found
        .bounds
        .map(|bounds| (bounds.by_optimum, bounds.by_plane));
    Ok(answer.with_plane(py, found.plane))
}

/// Whether every point of set `a` lies in the hull of set `b`, exactly; both of shape (n, d) with d from 2 to 8.
#[pyfunction]
#[pyo3(signature = (a, b, *, method=None, max_pivots=None))]
fn is_subset(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    method: Option<&Bound<'_, PyAny>>,
    max_pivots: Option<&Bound<'_, PyAny>>,
) -> PyResult<PySetsAnswer> {
    let options = options!(SetsOptions: method, max_pivots);
    of_dimension!(dimension_of(a, "a")?, set_inside(py, a, b, &options))
}

fn set_inside<const D: usize>(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    options: &SetsOptions,
) -> PyResult<PySetsAnswer> {
    let (a, b) = (points::<D>(a, "a")?, points::<D>(b, "b")?);
    check_memory(a.len() + b.len(), BYTES_PER_NUMBER * D).or_raise()?;
    let found = py
        .detach(|| interframe::is_subset(&a, &b, options))
        .or_raise()?;
    let mut answer = PySetsAnswer::new(
        py,
        found.verdict,
        found.reason,
        found.decided_by,
        found.iterations,
    )?;
    answer.outside = found.outside;
    Ok(answer.with_plane(py, found.plane))
}

/// Whether a point, shape (d,), lies in the hull of a set, shape (n, d) with d from 2 to 8, exactly.
#[pyfunction]
#[pyo3(signature = (set, point, *, method=None, max_pivots=None))]
fn contains_point(
    py: Python<'_>,
    set: &Bound<'_, PyAny>,
    point: &Bound<'_, PyAny>,
    method: Option<&Bound<'_, PyAny>>,
    max_pivots: Option<&Bound<'_, PyAny>>,
) -> PyResult<PySetsAnswer> {
    let options = options!(SetsOptions: method, max_pivots);
    of_dimension!(
        dimension_of(set, "set")?,
        point_inside(py, set, point, &options)
    )
}

fn point_inside<const D: usize>(
    py: Python<'_>,
    set: &Bound<'_, PyAny>,
    point: &Bound<'_, PyAny>,
    options: &SetsOptions,
) -> PyResult<PySetsAnswer> {
    let (set, point) = (points::<D>(set, "set")?, fixed::<D>(point, "point")?);
    check_memory(set.len(), BYTES_PER_NUMBER * D).or_raise()?;
    let found = py
        .detach(|| interframe::contains_point(&set, &point, options))
        .or_raise()?;
    let answer = PySetsAnswer::new(
        py,
        found.verdict,
        found.reason,
        found.decided_by,
        found.iterations,
    )?;
    Ok(answer.with_plane(py, found.plane))
}

/// Adds everything to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyPolygon>()?;
    module.add_class::<PyYawCuboid>()?;
    module.add_class::<PySetsAnswer>()?;
    module.add_function(wrap_pyfunction!(distance_2d, module)?)?;
    module.add_function(wrap_pyfunction!(minkowski_difference_2d, module)?)?;
    module.add_function(wrap_pyfunction!(minkowski_sum_2d, module)?)?;
    module.add_function(wrap_pyfunction!(cuboid_separation, module)?)?;
    module.add_function(wrap_pyfunction!(cuboid_separations, module)?)?;
    module.add_function(wrap_pyfunction!(intersect_sets, module)?)?;
    module.add_function(wrap_pyfunction!(is_subset, module)?)?;
    module.add_function(wrap_pyfunction!(contains_point, module)?)
}
