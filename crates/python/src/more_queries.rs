//! The queries that are not of the common form: with lists of answers, of deforming bodies, and bodies as answers.

use ::interframe::case::Query;
use ::interframe::nalgebra::Vector3;
use ::interframe::{
    ContactInterval, ContactPoint, DeformingPair, MovingPair, PairState, PosedPair, VertexSweep,
};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::answers::{PyContactInterval, PyContactManifold, PyInterframe, rows_of};
use crate::arguments::text;
use crate::arrays::{count, list, more, points, reserved};
use crate::batch::{BatchInput, pairs_of};
use crate::bodies::{PyBodies, PyBody, body_of};
use crate::cases::certificate_of;
use crate::enums::Named;
use crate::errors::OrRaise;
use crate::fields::{Field, Record};
use crate::motions::{motion, pose};
use crate::options::options;
use crate::pair_states::PyPairState;
use crate::threads::Threads;

/// Contacts of two features, at most.
const MAX_CONTACTS: u32 = 1 << 16;

/// The manifold of `contact_manifold`, and every contact of the two features, a structured array of at most `max_points` rows.
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, *, prediction=None, max_pivots=None, max_points=None, state=None))]
fn contact_points<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    prediction: Option<&Bound<'py, PyAny>>,
    max_pivots: Option<&Bound<'py, PyAny>>,
    max_points: Option<&Bound<'py, PyAny>>,
    state: Option<&Bound<'py, PyAny>>,
) -> PyResult<(PyContactManifold, Bound<'py, PyAny>)> {
    let options = options!(ContactManifoldOptions: prediction, max_pivots);
    let most = max_points.map_or(Ok(256), |most| count(most, "max_points"))?;
    let mut out = reserved(most.min(MAX_CONTACTS) as usize, "max_points")?;
    out.resize(most.min(MAX_CONTACTS) as usize, ContactPoint::default());
    let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
    let (pose_a, pose_b) = (pose(pose_a, "pose_a")?, pose(pose_b, "pose_b")?);
    let mut left = PyPairState::begin(state)?;
    let found = py.detach(|| {
        let pair = PosedPair::new(a, &pose_a, b, &pose_b);
        ::interframe::contact_points(&pair, &options, &mut left, &mut out)
    });
    PyPairState::keep(state, left);
    let (manifold, count) = found.or_raise()?;
    let all = &out[..count.min(out.len())];
    Ok((PyContactManifold(manifold), rows_of(py, all)?))
}

/// The times at which two moving bodies are in contact.
#[pyclass(frozen, name = "ContactIntervals", module = "interframe_ccd")]
pub struct PyContactIntervals {
    answer: ::interframe::ContactIntervals,
    all: Vec<ContactInterval>,
}

#[pymethods]
impl PyContactIntervals {
    /// `SEPARATED`: apart throughout. `HIT`: some interval has a certified contact.
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.answer.verdict.member(py)
    }

    /// Why it is undecided.
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.answer.reason.member(py)
    }

    /// Support queries on each body.
    #[getter]
    fn iterations(&self) -> u32 {
        self.answer.iterations
    }

    /// Distance solves, which the budget counts.
    #[getter]
    fn solves(&self) -> u32 {
        self.answer.solves
    }

    /// Number of intervals without a certified contact.
    #[getter]
    fn undecided(&self) -> usize {
        self.answer.undecided
    }

    /// The contacts in the order of time, a list of `ContactInterval`.
    #[getter]
    fn intervals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, self.all.iter().copied().map(PyContactInterval))
    }

    /// The contacts in the order of time, a structured array.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        rows_of(py, &self.all)
    }

    fn __len__(&self) -> usize {
        self.all.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<ContactIntervals: {}, {} intervals>",
            self.answer.verdict.name(),
            self.all.len()
        )
    }
}

/// All contacts of a pair; the list grows until it holds them.
fn all_contacts(
    pair: &MovingPair<'_>,
    options: &::interframe::TimeOfImpactOptions,
    state: &mut PairState,
) -> ::interframe::Result<(::interframe::ContactIntervals, Vec<ContactInterval>)> {
    let (start, mut all, mut wanted) = (*state, Vec::new(), 8);
    loop {
        let bytes = wanted * size_of::<ContactInterval>();
        let room = all.try_reserve_exact(wanted - all.len());
        room.map_err(|_| ::interframe::Error::OutOfMemory { bytes })?;
        all.resize(wanted, ContactInterval::default());
        *state = start;
        let answer = ::interframe::contact_intervals(pair, options, state, &mut all)?;
        if answer.is_whole() {
            all.truncate(answer.count);
            all.shrink_to_fit(); // of most pairs of a batch nothing is left
            return Ok((answer, all));
        }
        wanted = answer.count;
    }
}

/// All times of the frame at which two moving bodies are in contact, as brackets of where each contact begins and ends.
///
/// The options are those of `time_of_impact`.
#[pyfunction]
#[pyo3(signature = (a, motion_a, b, motion_b, *, method=None, tolerance=None, target_separation=None, initial_contact=None, budget=None, max_pivots=None, state=None))]
fn contact_intervals<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    motion_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    motion_b: &Bound<'py, PyAny>,
    method: Option<&Bound<'py, PyAny>>,
    tolerance: Option<&Bound<'py, PyAny>>,
    target_separation: Option<&Bound<'py, PyAny>>,
    initial_contact: Option<&Bound<'py, PyAny>>,
    budget: Option<&Bound<'py, PyAny>>,
    max_pivots: Option<&Bound<'py, PyAny>>,
    state: Option<&Bound<'py, PyAny>>,
) -> PyResult<PyContactIntervals> {
    let options = options!(TimeOfImpactOptions:
        method, tolerance, target_separation, initial_contact, budget, max_pivots);
    let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
    let (motion_a, motion_b) = (motion(motion_a, "motion_a")?, motion(motion_b, "motion_b")?);
    let mut left = PyPairState::begin(state)?;
    let found = py.detach(|| {
        let pair = MovingPair::new(a, &motion_a, b, &motion_b);
        all_contacts(&pair, &options, &mut left)
    });
    PyPairState::keep(state, left);
    let (answer, all) = found.or_raise()?;
    Ok(PyContactIntervals { answer, all })
}

/// One contact of one pair of a batch.
struct PairInterval {
    pair: u32,
    interval: ContactInterval,
}

impl Record for PairInterval {
    const SIZE: usize = 8 + <ContactInterval as Record>::SIZE;

    fn dtype(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let formats = vec![u32::format(py)?, <ContactInterval as Record>::dtype(py)?];
        crate::fields::dtype(py, &["pair", "interval"], formats, &[0, 8], Self::SIZE)
    }

    fn write(&self, out: &mut [u8]) {
        Field::write(&self.pair, out);
        Record::write(&self.interval, &mut out[8..]);
    }
}

/// The contacts of many pairs: a structured array with a row for each contact, its `pair` and its `interval`, in the order of
/// pairs and of time. A pair without a row is proved apart throughout.
///
/// The arguments are those of the other functions of `batch`; the options are those of `time_of_impact`.
#[pyfunction]
#[pyo3(name = "contact_intervals", signature = (bodies, motions, pairs, *, method=None, tolerance=None, target_separation=None, initial_contact=None, budget=None, max_pivots=None, states=None, threads=None))]
fn many_contact_intervals<'py>(
    py: Python<'py>,
    bodies: &Bound<'py, PyAny>,
    motions: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    method: Option<&Bound<'py, PyAny>>,
    tolerance: Option<&Bound<'py, PyAny>>,
    target_separation: Option<&Bound<'py, PyAny>>,
    initial_contact: Option<&Bound<'py, PyAny>>,
    budget: Option<&Bound<'py, PyAny>>,
    max_pivots: Option<&Bound<'py, PyAny>>,
    states: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = options!(TimeOfImpactOptions:
        method, tolerance, target_separation, initial_contact, budget, max_pivots);
    let input = BatchInput {
        bodies: PyBodies::read(bodies, "bodies")?,
        places: crate::motions::motions(motions, "motions")?,
        pairs: pairs_of(pairs)?,
        threads: Threads::read(threads, Threads::all)?,
    };
    let found = input.ask(py, states, &|[(a, motion_a), (b, motion_b)], state| {
        let pair = MovingPair::new(a, motion_a, b, motion_b);
        Ok(all_contacts(&pair, &options, state)?.1)
    })?;
    let mut rows = Vec::new();
    for (all, pair) in found.into_iter().zip(0..) {
        more(&mut rows, all.len(), "contacts")?;
        rows.extend(
            all.into_iter()
                .map(|interval| PairInterval { pair, interval }),
        );
    }
    rows_of(py, &rows)
}

/// The vertex lists of two bodies that deform.
struct Deforming([Vec<Vector3<f64>>; 4]);

impl Deforming {
    fn read(lists: [&Bound<'_, PyAny>; 4]) -> PyResult<Self> {
        let read = |k: usize| -> PyResult<Vec<Vector3<f64>>> {
            let name = ["a_start", "a_end", "b_start", "b_end"][k];
            let rows = points::<3>(lists[k], name)?;
            let mut all = reserved(rows.len(), name)?;
            all.extend(rows.into_iter().map(Vector3::from));
            Ok(all)
        };
        Ok(Deforming([read(0)?, read(1)?, read(2)?, read(3)?]))
    }

    fn pair(&self) -> DeformingPair<'_> {
        let [a_start, a_end, b_start, b_end] = &self.0;
        DeformingPair {
            a: VertexSweep {
                start: a_start,
                end: a_end,
            },
            b: VertexSweep {
                start: b_start,
                end: b_end,
            },
        }
    }
}

/// Whether the hulls of two deforming bodies' start and end vertices share a point, exactly: vertex i of a body moves from row i
/// of its start to row i of its end, each of shape (n, 3), world frame.
#[pyfunction]
#[pyo3(signature = (a_start, a_end, b_start, b_end, *, method=None, max_pivots=None))]
fn interframe_vertices<'py>(
    py: Python<'py>,
    a_start: &Bound<'py, PyAny>,
    a_end: &Bound<'py, PyAny>,
    b_start: &Bound<'py, PyAny>,
    b_end: &Bound<'py, PyAny>,
    method: Option<&Bound<'py, PyAny>>,
    max_pivots: Option<&Bound<'py, PyAny>>,
) -> PyResult<PyInterframe> {
    let options = options!(InterframeVerticesOptions: method, max_pivots);
    let lists = Deforming::read([a_start, a_end, b_start, b_end])?;
    let found = py.detach(|| {
        ::interframe::interframe_vertices(&lists.pair(), &options, &mut PairState::default())
    });
    found.or_raise().map(PyInterframe)
}

/// A - B as a body: the hull of all differences of a point of A and a point of B at poses.
#[pyfunction]
fn minkowski_difference(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
) -> PyResult<PyBody> {
    let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
    let (pose_a, pose_b) = (pose(pose_a, "pose_a")?, pose(pose_b, "pose_b")?);
    let made =
        py.detach(|| ::interframe::minkowski_difference(&PosedPair::new(a, &pose_a, b, &pose_b)));
    made.or_raise().map(|body| PyBody(body.into()))
}

/// A + B as a body: the hull of all sums of a point of A and a point of B at poses.
#[pyfunction]
fn minkowski_sum(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
) -> PyResult<PyBody> {
    let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
    let (pose_a, pose_b) = (pose(pose_a, "pose_a")?, pose(pose_b, "pose_b")?);
    let made = py.detach(|| ::interframe::minkowski_sum(&PosedPair::new(a, &pose_a, b, &pose_b)));
    made.or_raise().map(|body| PyBody(body.into()))
}

/// The case of `contact_intervals` and that of `interframe_vertices`, and their certificates.
mod recorded {
    use super::*;

    /// The query `contact_intervals` as one line of a case file.
    #[pyfunction]
    #[pyo3(name = "contact_intervals", signature = (id, a, motion_a, b, motion_b, *, method=None, tolerance=None, target_separation=None, initial_contact=None, budget=None, max_pivots=None, state=None))]
    pub fn line<'py>(
        id: &Bound<'py, PyAny>,
        a: &Bound<'py, PyAny>,
        motion_a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        motion_b: &Bound<'py, PyAny>,
        method: Option<&Bound<'py, PyAny>>,
        tolerance: Option<&Bound<'py, PyAny>>,
        target_separation: Option<&Bound<'py, PyAny>>,
        initial_contact: Option<&Bound<'py, PyAny>>,
        budget: Option<&Bound<'py, PyAny>>,
        max_pivots: Option<&Bound<'py, PyAny>>,
        state: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let options = options!(TimeOfImpactOptions:
            method, tolerance, target_separation, initial_contact, budget, max_pivots);
        let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
        let (motion_a, motion_b) = (motion(motion_a, "motion_a")?, motion(motion_b, "motion_b")?);
        let pair = MovingPair::new(a, &motion_a, b, &motion_b);
        let query = Query::contact_intervals(&pair, &options);
        crate::cases::line_of(&text(id, "id")?, query, PyPairState::begin(state)?)
    }

    /// The answer of `contact_intervals` and the certificate of all contacts, for `verify`; None where there is none.
    #[pyfunction]
    #[pyo3(name = "contact_intervals", signature = (a, motion_a, b, motion_b, *, method=None, tolerance=None, target_separation=None, initial_contact=None, budget=None, max_pivots=None))]
    pub fn proof<'py>(
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        motion_a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        motion_b: &Bound<'py, PyAny>,
        method: Option<&Bound<'py, PyAny>>,
        tolerance: Option<&Bound<'py, PyAny>>,
        target_separation: Option<&Bound<'py, PyAny>>,
        initial_contact: Option<&Bound<'py, PyAny>>,
        budget: Option<&Bound<'py, PyAny>>,
        max_pivots: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(PyContactIntervals, Option<Bound<'py, PyAny>>)> {
        let options = options!(TimeOfImpactOptions:
            method, tolerance, target_separation, initial_contact, budget, max_pivots);
        let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
        let (motion_a, motion_b) = (motion(motion_a, "motion_a")?, motion(motion_b, "motion_b")?);
        let found = py.detach(|| {
            let pair = MovingPair::new(a, &motion_a, b, &motion_b);
            let query = Query::contact_intervals(&pair, &options);
            let said = query.say(&mut PairState::default(), true)?;
            Ok((
                all_contacts(&pair, &options, &mut PairState::default())?,
                said.proof,
            ))
        });
        let ((answer, all), proof) = found.or_raise()?;
        let certificate = certificate_of(py, proof.as_ref())?;
        Ok((PyContactIntervals { answer, all }, certificate))
    }
}

/// Adds the functions to the modules.
pub fn register(
    module: &Bound<'_, PyModule>,
    many: &Bound<'_, PyModule>,
    lines: &Bound<'_, PyModule>,
    proofs: &Bound<'_, PyModule>,
) -> PyResult<()> {
    module.add_class::<PyContactIntervals>()?;
    module.add_function(wrap_pyfunction!(contact_points, module)?)?;
    module.add_function(wrap_pyfunction!(contact_intervals, module)?)?;
    module.add_function(wrap_pyfunction!(interframe_vertices, module)?)?;
    module.add_function(wrap_pyfunction!(minkowski_difference, module)?)?;
    module.add_function(wrap_pyfunction!(minkowski_sum, module)?)?;
    many.add_function(wrap_pyfunction!(many_contact_intervals, many)?)?;
    lines.add_function(wrap_pyfunction!(recorded::line, lines)?)?;
    proofs.add_function(wrap_pyfunction!(recorded::proof, proofs)?)
}
