//! Poses and motions, one or many, from positions, quaternions and matrices.

use std::sync::Arc;

use interframe::nalgebra::{Matrix4, Quaternion, Vector3};
use interframe::{Motion, Pose};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyTuple};

use crate::arrays::{
    array_of, fixed, floats, number, points, reserved, rows, vector, vector_or_zero, wrong_shape,
};
use crate::errors::{ArgumentError, ArrayError, MotionError, OrRaise, refused};

const POSE_SHAPES: &str =
    "(3,) for a position, (7,) for x y z and a quaternion x y z w, or (4, 4) for a matrix";
const POSES_SHAPES: &str =
    "(n, 3) for positions, (n, 7) for x y z and quaternions x y z w, or (n, 4, 4) for matrices";

fn pose_of_seven([x, y, z, q @ ..]: [f64; 7]) -> interframe::Result<Pose> {
    Pose::new(Vector3::new(x, y, z), Quaternion::from(q))
}

fn pose_of_matrix(matrix: &[f64; 16]) -> interframe::Result<Pose> {
    Pose::from_matrix4(&Matrix4::from_row_slice(matrix))
}

/// A pose, from a `Pose` or an array.
pub fn pose(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Pose> {
    if let Ok(pose) = value.cast::<PyPose>() {
        return Ok(pose.get().0);
    }
    let array = floats(value, name)?;
    let view = array.as_array();
    let numbers = || view.iter().copied();
    match *array.shape() {
        [3] => {
            let mut of = numbers();
            let p = Vector3::from_fn(|_, _| of.next().unwrap_or(f64::NAN));
            Pose::from_translation(p)
        }
        [7] => {
            let mut of = numbers();
            pose_of_seven(std::array::from_fn(|_| of.next().unwrap_or(f64::NAN)))
        }
        [4, 4] => {
            let mut of = numbers();
            pose_of_matrix(&std::array::from_fn(|_| of.next().unwrap_or(f64::NAN)))
        }
        ref shape => return Err(wrong_shape(name, shape, POSE_SHAPES)),
    }
    .map_err(|error| MotionError::new_err(format!("{name}: {error}")))
}

/// Many poses, from a `Poses`, a sequence of `Pose` or an array.
pub fn poses(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Arc<Vec<Pose>>> {
    if let Ok(poses) = value.cast::<PyPoses>() {
        return Ok(Arc::clone(&poses.get().0));
    }
    if let Some(all) = sequence_of::<PyPose, Pose>(value, name, |pose| pose.0)? {
        return Ok(Arc::new(all));
    }
    let array = floats(value, name)?;
    let view = array.as_array();
    let made: Result<Vec<Pose>, (usize, interframe::Error)> = match *array.shape() {
        [0] => Ok(Vec::new()),
        [_, 3] => each(rows::<3>(&view, name)?, name, |p| {
            Pose::from_translation(p.into())
        })?,
        [_, 7] => each(rows::<7>(&view, name)?, name, pose_of_seven)?,
        [n, 4, 4] => {
            let flat = view.to_shape((n, 16));
            let flat = flat.map_err(|_| wrong_shape(name, array.shape(), POSES_SHAPES))?;
            each(rows::<16>(&flat.view().into_dyn(), name)?, name, |m| {
                pose_of_matrix(&m)
            })?
        }
        ref shape => return Err(wrong_shape(name, shape, POSES_SHAPES)),
    };
    made.map(Arc::new).map_err(|at| of_entry(name, at))
}

/// What each row makes; the number of the first that makes none, and why.
fn each<R, T>(
    rows: impl IntoIterator<Item = R, IntoIter: ExactSizeIterator>,
    name: &str,
    make: impl Fn(R) -> interframe::Result<T>,
) -> PyResult<Result<Vec<T>, (usize, interframe::Error)>> {
    let rows = rows.into_iter();
    let mut all = reserved(rows.len(), name)?;
    for (k, row) in rows.enumerate() {
        match make(row) {
            Ok(made) => all.push(made),
            Err(error) => return Ok(Err((k, error))),
        }
    }
    Ok(Ok(all))
}

#[cold]
fn of_entry(name: &str, (k, error): (usize, interframe::Error)) -> PyErr {
    MotionError::new_err(format!("{name}[{k}]: {error}"))
}

/// The items of a list or tuple whose first is of a class; None if it is not.
pub fn sequence_of<C, T>(
    value: &Bound<'_, PyAny>,
    name: &str,
    take: impl Fn(&C) -> T,
) -> PyResult<Option<Vec<T>>>
where
    C: pyo3::PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync,
{
    let Ok(sequence) = value.cast::<PySequence>() else {
        return Ok(None);
    };
    let unread = |error| {
        let why = ArrayError::new_err(format!("the entries of {name} cannot be read"));
        refused(value.py(), error, why)
    };
    let count = sequence.len().map_err(unread)?;
    if count == 0 || !sequence.get_item(0).map_err(unread)?.is_instance_of::<C>() {
        return Ok(None);
    }
    let mut all = reserved(count, name)?;
    for (k, item) in sequence.try_iter().map_err(unread)?.take(count).enumerate() {
        let item = item.map_err(unread)?;
        let item = item.cast::<C>().map_err(|_| {
            let class = value.py().get_type::<C>().name();
            let class = class.map_or("of another class".into(), |class| class.to_string());
            ArrayError::new_err(format!(
                "{name}[{k}] is {}; it must be a {class}",
                crate::arrays::shown(&item)
            ))
        })?;
        all.push(take(item.get()));
    }
    Ok(Some(all))
}

/// A motion, from a `Motion`, or from a pose where the body stays.
pub fn motion(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Motion> {
    match value.cast::<PyMotion>() {
        Ok(motion) => Ok(motion.get().0),
        Err(_) => pose(value, name).map(Motion::fixed),
    }
}

/// Many motions, from a `Motions` or a sequence of `Motion`, or from poses where the bodies stay.
pub fn motions(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Arc<Vec<Motion>>> {
    if let Ok(motions) = value.cast::<PyMotions>() {
        return Ok(Arc::clone(&motions.get().0));
    }
    if let Some(all) = sequence_of::<PyMotion, Motion>(value, name, |motion| motion.0)? {
        return Ok(Arc::new(all));
    }
    let still = poses(value, name)?;
    let mut all = reserved(still.len(), name)?;
    all.extend(still.iter().copied().map(Motion::fixed));
    Ok(Arc::new(all))
}

/// Position and orientation of a body's frame in the world.
///
/// `Pose(translation, quaternion)` takes the position of the body's origin, shape (3,), and a quaternion x y z w, shape (4,),
/// as SciPy orders it; each may be left out. The quaternion's norm must be within 1e-3 of 1.
/// Wherever a pose is asked for you may also pass an array: shape (3,), (7,) or (4, 4).
#[pyclass(frozen, name = "Pose", module = "interframe_ccd")]
#[derive(Clone, Copy)]
pub struct PyPose(pub Pose);

#[pymethods]
impl PyPose {
    #[new]
    #[pyo3(signature = (translation=None, quaternion=None))]
    fn new(
        translation: Option<&Bound<'_, PyAny>>,
        quaternion: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let p = vector_or_zero(translation, "translation")?;
        let made = match quaternion {
            None => Pose::from_translation(p),
            Some(q) => Pose::new(p, Quaternion::from(fixed::<4>(q, "quaternion")?)),
        };
        made.or_raise().map(PyPose)
    }

    /// The pose of a matrix of shape (4, 4) that takes body coordinates to the world: a rotation, the position in the last
    /// column, and 0 0 0 1 in the last row. trimesh has such matrices.
    #[staticmethod]
    fn from_matrix(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = floats(matrix, "matrix")?;
        match *array.shape() {
            [4, 4] => pose(matrix, "matrix").map(PyPose),
            ref shape => Err(wrong_shape("matrix", shape, "(4, 4)")),
        }
    }

    /// Position of the body's origin in the world, shape (3,).
    #[getter]
    fn translation<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        array_of::<3>(py, self.0.translation().into())
    }

    /// The quaternion x y z w as it was given, shape (4,).
    #[getter]
    fn quaternion<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        array_of::<4>(py, self.0.quaternion().coords.into())
    }

    /// The matrix that takes body coordinates to the world, shape (4, 4).
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows: [[f64; 4]; 4] = self.0.to_matrix4().transpose().into();
        crate::arrays::table(py, rows.to_vec())
    }

    /// World positions of body points, shape (n, 3) or (3,).
    fn transform<'py>(&self, points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = points.py();
        let array = floats(points, "points")?;
        let moved = |p: [f64; 3]| -> [f64; 3] { self.0.transform_point(&p.into()).into() };
        match array.shape().len() {
            1 => Ok(array_of(py, moved(fixed::<3>(points, "points")?))),
            _ => {
                let all = crate::arrays::points::<3>(points, "points")?;
                crate::arrays::table(py, all.into_iter().map(moved).collect())
            }
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyPose>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, pose) = (slf.py(), slf.get());
        let arguments = PyTuple::new(py, [pose.translation(py), pose.quaternion(py)])?;
        PyTuple::new(py, [slf.get_type().into_any(), arguments.into_any()])
    }

    fn __repr__(&self) -> String {
        let (p, q) = (self.0.translation(), self.0.quaternion().coords);
        format!(
            "Pose([{:?}, {:?}, {:?}], [{:?}, {:?}, {:?}, {:?}])",
            p.x, p.y, p.z, q.x, q.y, q.z, q.w
        )
    }
}

/// One frame of rigid motion, for t from 0 to 1: the body's point `pivot` moves on a straight line at constant speed, and the
/// orientation turns about one world axis at a constant rate.
///
/// `Motion(start, end, pivot)` goes from one pose to another by the shortest arc. `pivot`, shape (3,), is a body point, by
/// default the origin. Use `Motion.from_turn` for turns beyond half a turn.
/// Wherever a motion is asked for you may also pass a pose, at which the body stays.
#[pyclass(frozen, name = "Motion", module = "interframe_ccd")]
#[derive(Clone, Copy)]
pub struct PyMotion(pub Motion);

#[pymethods]
impl PyMotion {
    #[new]
    #[pyo3(signature = (start, end, pivot=None))]
    fn new(
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        pivot: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (start, end) = (pose(start, "start")?, pose(end, "end")?);
        let pivot = vector_or_zero(pivot, "pivot")?;
        Motion::between(start, end, pivot).or_raise().map(PyMotion)
    }

    /// Moves the pivot by `end_translation - start.translation` and turns the body by the rotation vector `turn`, shape (3,),
    /// world axes, in radians over the frame. Several turns are several turns.
    #[staticmethod]
    #[pyo3(signature = (start, end_translation, turn, pivot=None))]
    fn from_turn(
        start: &Bound<'_, PyAny>,
        end_translation: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
        pivot: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let start = pose(start, "start")?;
        let end = vector(end_translation, "end_translation")?;
        let turn = vector(turn, "turn")?;
        let pivot = vector_or_zero(pivot, "pivot")?;
        Motion::from_turn(start, end, turn, pivot)
            .or_raise()
            .map(PyMotion)
    }

    /// Moves the body to `end_translation`, shape (3,), without turning it.
    #[staticmethod]
    fn to(start: &Bound<'_, PyAny>, end_translation: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (start, end) = (
            pose(start, "start")?,
            vector(end_translation, "end_translation")?,
        );
        Motion::translation(start, end).or_raise().map(PyMotion)
    }

    /// Keeps the body at a pose.
    #[staticmethod]
    fn fixed(pose: &Bound<'_, PyAny>) -> PyResult<Self> {
        crate::motions::pose(pose, "pose").map(|pose| PyMotion(Motion::fixed(pose)))
    }

    /// Pose at t = 0.
    #[getter]
    fn start(&self) -> PyPose {
        PyPose(*self.0.start())
    }

    /// Pose at t = 1.
    #[getter]
    fn end(&self) -> PyPose {
        PyPose(*self.0.end())
    }

    /// The body point that moves on a straight line, body frame, shape (3,).
    #[getter]
    fn pivot<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        array_of::<3>(py, self.0.pivot().into())
    }

    /// The rotation vector, radians over the frame, shape (3,), if the motion was given by one.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.0.turn().map(|turn| array_of::<3>(py, turn.into()))
    }

    /// Whether the body turns.
    #[getter]
    fn is_turning(&self) -> bool {
        self.0.is_turning()
    }

    /// Pose at a time from 0 to 1, to rounding.
    fn pose_at(&self, t: &Bound<'_, PyAny>) -> PyResult<PyPose> {
        self.0.pose_at(number(t, "t")?).or_raise().map(PyPose)
    }

    /// The parts of the motion before and after a time from 0 to 1, each a motion of its own.
    fn split(&self, t: &Bound<'_, PyAny>) -> PyResult<(PyMotion, PyMotion)> {
        let [before, after] = self.0.split(number(t, "t")?).or_raise()?;
        Ok((PyMotion(before), PyMotion(after)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyMotion>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __repr__(&self) -> String {
        let (start, end) = (self.start().__repr__(), self.end().__repr__());
        format!("<Motion from {start} to {end}>")
    }
}

/// Many poses, read once, for batches: from an array of shape (n, 3), (n, 7) or (n, 4, 4), or a sequence of `Pose`.
#[pyclass(frozen, name = "Poses", module = "interframe_ccd")]
pub struct PyPoses(pub Arc<Vec<Pose>>);

#[pymethods]
impl PyPoses {
    #[new]
    fn new(poses: &Bound<'_, PyAny>) -> PyResult<Self> {
        crate::motions::poses(poses, "poses").map(PyPoses)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<PyPose> {
        item(&self.0, index).map(PyPose)
    }

    fn __repr__(&self) -> String {
        format!("<{} poses>", self.0.len())
    }
}

/// Many motions, read once, for batches.
///
/// `Motions(starts, ends, pivots)` goes from poses to poses by the shortest arcs; `pivots` has the shape (n, 3).
#[pyclass(frozen, name = "Motions", module = "interframe_ccd")]
pub struct PyMotions(pub Arc<Vec<Motion>>);

#[pymethods]
impl PyMotions {
    #[new]
    #[pyo3(signature = (starts, ends, pivots=None))]
    fn new(
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        pivots: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (starts, ends) = (poses(starts, "starts")?, poses(ends, "ends")?);
        same_length("ends", ends.len(), starts.len())?;
        let pivots = pivots_of(pivots, starts.len())?;
        let made = each(0..starts.len(), "starts", |k| {
            Motion::between(
                starts[k],
                ends[k],
                pivots
                    .get(k)
                    .map_or_else(Vector3::zeros, |p| Vector3::from(*p)),
            )
        })?;
        made.map(|all| PyMotions(Arc::new(all)))
            .map_err(|at| of_entry("motions", at))
    }

    /// Moves the pivots by `end_translations - starts` and turns the bodies by rotation vectors; both of shape (n, 3), turns in
    /// radians over the frame, world axes.
    #[staticmethod]
    #[pyo3(signature = (starts, end_translations, turns, pivots=None))]
    fn from_turns(
        starts: &Bound<'_, PyAny>,
        end_translations: &Bound<'_, PyAny>,
        turns: &Bound<'_, PyAny>,
        pivots: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let starts = poses(starts, "starts")?;
        let ends = points::<3>(end_translations, "end_translations")?;
        let turns = points::<3>(turns, "turns")?;
        same_length("end_translations", ends.len(), starts.len())?;
        same_length("turns", turns.len(), starts.len())?;
        let pivots = pivots_of(pivots, starts.len())?;
        let made = each(0..starts.len(), "starts", |k| {
            let pivot = pivots
                .get(k)
                .map_or_else(Vector3::zeros, |p| Vector3::from(*p));
            Motion::from_turn(starts[k], ends[k].into(), turns[k].into(), pivot)
        })?;
        made.map(|all| PyMotions(Arc::new(all)))
            .map_err(|at| of_entry("motions", at))
    }

    /// Keeps the bodies at poses.
    #[staticmethod]
    fn fixed(poses: &Bound<'_, PyAny>) -> PyResult<Self> {
        let poses = crate::motions::poses(poses, "poses")?;
        Ok(PyMotions(Arc::new(
            poses.iter().copied().map(Motion::fixed).collect(),
        )))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<PyMotion> {
        item(&self.0, index).map(PyMotion)
    }

    fn __repr__(&self) -> String {
        format!("<{} motions>", self.0.len())
    }
}

fn pivots_of(pivots: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<[f64; 3]>> {
    let Some(pivots) = pivots else {
        return Ok(Vec::new());
    };
    let pivots = points::<3>(pivots, "pivots")?;
    same_length("pivots", pivots.len(), count)?;
    Ok(pivots)
}

/// Fails unless a list is as long as the one that it belongs to.
pub fn same_length(name: &str, count: usize, wanted: usize) -> PyResult<()> {
    match count == wanted {
        true => Ok(()),
        false => Err(ArrayError::new_err(format!(
            "{name} has {count} entries; there must be {wanted}"
        ))),
    }
}

/// An item by its number, counted from the end if it is negative.
pub fn item<T: Copy>(list: &[T], index: &Bound<'_, PyAny>) -> PyResult<T> {
    let beyond = || {
        let index = crate::arrays::shown(index);
        PyIndexError::new_err(format!("index {index} is none of {} items", list.len()))
    };
    let index: isize = index.extract().map_err(|error: PyErr| {
        let (py, is_large) = (
            index.py(),
            error.is_instance_of::<PyOverflowError>(index.py()),
        );
        let shown = crate::arrays::shown(index);
        let no_number =
            || ArgumentError::new_err(format!("index is {shown}; it must be a whole number"));
        refused(py, error, if is_large { beyond() } else { no_number() })
    })?;
    let at = if index < 0 {
        list.len().checked_add_signed(index)
    } else {
        usize::try_from(index).ok()
    };
    at.and_then(|at| list.get(at).copied()).ok_or_else(beyond)
}
