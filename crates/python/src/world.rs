//! Bodies that move frame by frame, and the contacts of each frame.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Filter, Motion, Pose, SharedBody, World, WorldFrame,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::answers::{PyEvent, rows_of};
use crate::arrays::{count, items, table, vector, vector_or_zero};
use crate::bodies::{PyBody, body_of};
use crate::enums::Named;
use crate::errors::{ArrayError, OrRaise};
use crate::motions::{PyMotion, PyPose, motion, motions, pose, same_length};
use crate::options::{Argument, nested};
use crate::threads::Threads;

/// Which pairs a body can form: it collides with bodies whose `category` its `mask` contains, and the other way round.
///
/// Two bodies of the same `group` collide if it is positive and do not if it is negative, whatever their masks are. 0: no group.
#[pyclass(frozen, name = "Filter", module = "interframe_ccd")]
#[derive(Clone, Copy)]
pub struct PyFilter(pub Filter);

#[pymethods]
impl PyFilter {
    #[new]
    #[pyo3(signature = (category=1, mask=18446744073709551615, group=0))]
    fn new(category: u64, mask: u64, group: i32) -> Self {
        let mut filter = Filter::default();
        (filter.category, filter.mask, filter.group) = (category, mask, group);
        PyFilter(filter)
    }

    /// Categories of the body, as bits.
    #[getter]
    fn category(&self) -> u64 {
        self.0.category
    }

    /// Categories with which it collides, as bits.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.mask
    }

    /// Its group, 0 for none.
    #[getter]
    fn group(&self) -> i32 {
        self.0.group
    }

    /// Whether the filters let two bodies collide.
    fn allows(&self, other: &PyFilter) -> bool {
        self.0.allows(&other.0)
    }

    fn __repr__(&self) -> String {
        let Filter {
            category,
            mask,
            group,
        } = self.0;
        format!("Filter(category={category}, mask={mask}, group={group})")
    }
}

/// The contacts of a frame.
#[pyclass(frozen, name = "WorldFrame", module = "interframe_ccd")]
pub struct PyWorldFrame(WorldFrame);

impl PyWorldFrame {
    /// The frame as Python has it.
    pub fn new_of(frame: WorldFrame) -> Self {
        PyWorldFrame(frame)
    }
}

#[pymethods]
impl PyWorldFrame {
    /// Its number, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.0.number
    }

    /// The contacts in the order of time, a list of `Event`.
    #[getter]
    fn events(&self) -> Vec<PyEvent> {
        self.0.events.iter().cloned().map(PyEvent).collect()
    }

    /// The contacts in the order of time, a structured array.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        rows_of(py, &self.0.events)
    }

    /// Counts of the frame and the seconds that its parts took, a dictionary.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let s = &self.0.statistics;
        let all = PyDict::new(py);
        for (name, count) in [
            ("bodies", s.bodies),
            ("moving", s.moving),
            ("pairs", s.pairs),
            ("separated", s.separated),
            ("hit", s.hit),
            ("undecided", s.undecided),
            ("over_budget", s.over_budget),
            ("iterations", s.iterations),
            ("solves", s.solves),
        ] {
            all.set_item(name, count)?;
        }
        for (name, seconds) in [
            ("boxes_s", s.boxes_s),
            ("broad_phase_s", s.broad_phase_s),
            ("narrow_phase_s", s.narrow_phase_s),
            ("events_s", s.events_s),
        ] {
            all.set_item(name, seconds)?;
        }
        Ok(all)
    }

    fn __len__(&self) -> usize {
        self.0.events.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<WorldFrame {}: {} events>",
            self.0.number,
            self.0.events.len()
        )
    }
}

/// All bodies of a simulation. Every pair that moves is swept as it moves.
///
/// Bodies are named by whole numbers, which `add` returns. Results depend neither on threads nor, if all `user` keys differ, on
/// the order in which bodies were added.
#[pyclass(frozen, name = "World", module = "interframe_ccd")]
pub struct PyWorld(Arc<Mutex<World>>);

/// A world that is held for a call.
type Held<'a> = MutexGuard<'a, World>;

impl PyWorld {
    /// The world as Python has it.
    pub fn new_of(world: World) -> Self {
        PyWorld(Arc::new(Mutex::new(world)))
    }

    /// The world, as soon as no other call is in it. Nobody waits with the lock of the interpreter in hand.
    pub fn hold(&self) -> PyResult<Held<'_>> {
        loop {
            match self.0.try_lock() {
                Ok(world) => return Ok(world),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => Python::attach(|py| {
                    py.detach(|| drop(self.0.lock()));
                    py.check_signals()
                })?,
            }
        }
    }

    /// What a function makes of the world, without the lock of the interpreter.
    pub fn with<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut World) -> interframe::Result<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| ask(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
            .or_raise()
    }
}

/// The name of a body.
pub fn id_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<BodyId> {
    let bits: PyResult<u64> = value.extract();
    bits.map(BodyId::from_bits).map_err(|_| {
        ArrayError::new_err(format!(
            "{name} is {}; it must be a body's number, as World.add returns it",
            crate::arrays::shown(value)
        ))
    })
}

/// The options of a frame.
fn frame_options(
    mode: Option<&Bound<'_, PyAny>>,
    time_of_impact: Option<&Bound<'_, PyDict>>,
    intersect: Option<&Bound<'_, PyDict>>,
    budget: Option<u64>,
    max_pairs: Option<u64>,
) -> PyResult<AdvanceOptions> {
    let mut options = AdvanceOptions::default();
    if let Some(mode) = mode {
        options.mode = Argument::read(mode, "mode")?;
    }
    if let Some(given) = time_of_impact {
        options.time_of_impact = nested!(TimeOfImpactOptions, given:
            method, tolerance, target_separation, initial_contact, budget, max_pivots);
    }
    if let Some(given) = intersect {
        options.intersect = nested!(IntersectOptions, given: method, max_pivots);
    }
    options.budget = budget.unwrap_or(u64::MAX);
    options.max_pairs = max_pairs.unwrap_or(u64::MAX);
    options.validate().or_raise()?;
    Ok(options)
}

/// The motions of a frame: a dictionary from bodies to motions, or a pair of a sequence of bodies and their motions.
fn motions_of(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<(BodyId, Motion)>> {
    let Some(given) = given else {
        return Ok(Vec::new());
    };
    if let Ok(all) = given.cast::<PyDict>() {
        return all
            .iter()
            .map(|(id, of)| {
                Ok((
                    id_of(&id, "a key of motions")?,
                    motion(&of, &format!("motions[{id}]"))?,
                ))
            })
            .collect();
    }
    let (ids, all): (Bound<'_, PyAny>, Bound<'_, PyAny>) = given.extract().map_err(|_| {
        ArrayError::new_err(
            "motions must be a dictionary from bodies to motions, or a pair of a sequence of bodies and their motions",
        )
    })?;
    let all = motions(&all, "motions[1]")?;
    let ids: Vec<BodyId> = ids_of(&ids, "motions[0]")?;
    same_length("motions[1]", all.len(), ids.len())?;
    Ok(ids.into_iter().zip(all.iter().copied()).collect())
}

/// The names of bodies of a sequence.
fn ids_of(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<BodyId>> {
    items(given, name)?
        .iter()
        .map(|id| id_of(id, name))
        .collect()
}

#[pymethods]
impl PyWorld {
    #[new]
    fn new() -> Self {
        PyWorld::new_of(World::new())
    }

    /// Adds a body, whose contacts begin with the next frame, and returns its number.
    ///
    /// `user` is a key of yours, by which pairs and events at one time are ordered. `role` is solid or sensor, `mobility` is moving or
    /// static.
    #[pyo3(signature = (body, pose, *, user=0, filter=None, role=None, mobility=None))]
    fn add(
        &self,
        body: &Bound<'_, PyAny>,
        pose: &Bound<'_, PyAny>,
        user: u64,
        filter: Option<&PyFilter>,
        role: Option<&Bound<'_, PyAny>>,
        mobility: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let shape = body_of(body, "body")?.get().0.clone();
        let mut input = BodyInput::new(shape, crate::motions::pose(pose, "pose")?);
        input.user = user;
        if let Some(filter) = filter {
            input.filter = filter.0;
        }
        if let Some(role) = role {
            input.role = Named::read(role, "role")?;
        }
        if let Some(mobility) = mobility {
            input.mobility = Named::read(mobility, "mobility")?;
        }
        let mut world = self.hold()?;
        world.try_reserve(1).or_raise()?;
        Ok(world.add(input).to_bits())
    }

    /// Takes a body away, and its contacts without an event.
    fn remove(&self, body: &Bound<'_, PyAny>) -> PyResult<()> {
        self.hold()?.remove(id_of(body, "body")?).or_raise()
    }

    /// Puts a body elsewhere; nothing between is met.
    fn teleport(&self, body: &Bound<'_, PyAny>, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let pose = crate::motions::pose(pose, "pose")?;
        self.hold()?.teleport(id_of(body, "body")?, pose).or_raise()
    }

    /// Puts many bodies elsewhere: a sequence of bodies and their poses.
    fn teleport_all(&self, bodies: &Bound<'_, PyAny>, poses: &Bound<'_, PyAny>) -> PyResult<()> {
        let (ids, places) = (
            ids_of(bodies, "bodies")?,
            crate::motions::poses(poses, "poses")?,
        );
        same_length("poses", places.len(), ids.len())?;
        let mut world = self.hold()?;
        ids.iter()
            .try_for_each(|id| world.get(*id).map(|_| ()))
            .or_raise()?;
        ids.iter()
            .zip(&*places)
            .try_for_each(|(id, pose)| world.teleport(*id, *pose))
            .or_raise()
    }

    /// Sets the filter of a body, from the next frame on.
    fn set_filter(&self, body: &Bound<'_, PyAny>, filter: &PyFilter) -> PyResult<()> {
        self.hold()?
            .set_filter(id_of(body, "body")?, filter.0)
            .or_raise()
    }

    /// Where a body is.
    fn pose(&self, body: &Bound<'_, PyAny>) -> PyResult<PyPose> {
        let id = id_of(body, "body")?;
        self.hold()?
            .get(id)
            .map(|body| PyPose(*body.pose()))
            .or_raise()
    }

    /// Where bodies are, shape (n, 7): x y z and quaternions x y z w. Of all bodies, in the order of `bodies`, without a list.
    #[pyo3(signature = (bodies=None))]
    fn poses<'py>(
        &self,
        py: Python<'py>,
        bodies: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let world = self.hold()?;
        let seven = |pose: &Pose| -> [f64; 7] {
            let (p, q) = (pose.translation(), pose.quaternion().coords);
            [p.x, p.y, p.z, q.x, q.y, q.z, q.w]
        };
        let rows: interframe::Result<Vec<[f64; 7]>> = match bodies {
            None => Ok(world.bodies().map(|body| seven(body.pose())).collect()),
            Some(bodies) => {
                let ids = ids_of(bodies, "bodies")?;
                ids.into_iter()
                    .map(|id| world.get(id).map(|body| seven(body.pose())))
                    .collect()
            }
        };
        table(py, rows.or_raise()?)
    }

    /// The motion of a body in the last frame.
    fn motion(&self, body: &Bound<'_, PyAny>) -> PyResult<PyMotion> {
        let id = id_of(body, "body")?;
        self.hold()?
            .get(id)
            .map(|body| PyMotion(*body.motion()))
            .or_raise()
    }

    /// The shape of a body.
    fn shape(&self, body: &Bound<'_, PyAny>) -> PyResult<PyBody> {
        let id = id_of(body, "body")?;
        self.hold()?
            .get(id)
            .map(|body| PyBody(body.shape().clone()))
            .or_raise()
    }

    /// The key of a body.
    fn user(&self, body: &Bound<'_, PyAny>) -> PyResult<u64> {
        let id = id_of(body, "body")?;
        self.hold()?
            .get(id)
            .map(interframe::WorldBody::user)
            .or_raise()
    }

    /// The numbers of all bodies.
    fn bodies(&self) -> PyResult<Vec<u64>> {
        Ok(self
            .hold()?
            .bodies()
            .map(|body| body.id().to_bits())
            .collect())
    }

    /// The motion of a body from where it is to a pose, by the shortest arc.
    #[pyo3(signature = (body, end, pivot=None))]
    fn motion_to(
        &self,
        body: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        pivot: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyMotion> {
        let (id, end) = (id_of(body, "body")?, pose(end, "end")?);
        let pivot = vector_or_zero(pivot, "pivot")?;
        self.hold()?
            .motion_to(id, end, pivot)
            .or_raise()
            .map(PyMotion)
    }

    /// The motion of a body from where it is that moves `pivot` by `travel` and turns it by the rotation vector `turn`, in radians;
    /// both of shape (3,), world axes: velocity and angular velocity times the length of the frame.
    #[pyo3(signature = (body, travel, turn=None, pivot=None))]
    fn motion_by(
        &self,
        body: &Bound<'_, PyAny>,
        travel: &Bound<'_, PyAny>,
        turn: Option<&Bound<'_, PyAny>>,
        pivot: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyMotion> {
        let (id, travel) = (id_of(body, "body")?, vector(travel, "travel")?);
        let (turn, pivot) = (
            vector_or_zero(turn, "turn")?,
            vector_or_zero(pivot, "pivot")?,
        );
        self.hold()?
            .motion_by(id, travel, turn, pivot)
            .or_raise()
            .map(PyMotion)
    }

    /// Moves bodies through a frame and returns its contacts. Afterwards each body is at the end of its motion, even if it hit
    /// something. Bodies without a motion stay.
    ///
    /// `motions` is a dictionary from bodies to motions, or a pair of a sequence of bodies and their motions. `mode` is `first`,
    /// `all` or `poses`. `time_of_impact` and `intersect` are dictionaries of options of these queries. More than `max_pairs`
    /// pairs of boxes that meet are an error; only the first `budget` pairs are tested. `threads` is 1 by default.
    #[pyo3(signature = (motions=None, *, mode=None, time_of_impact=None, intersect=None, budget=None, max_pairs=None, threads=None))]
    fn advance(
        &self,
        py: Python<'_>,
        motions: Option<&Bound<'_, PyAny>>,
        mode: Option<&Bound<'_, PyAny>>,
        time_of_impact: Option<&Bound<'_, PyDict>>,
        intersect: Option<&Bound<'_, PyDict>>,
        budget: Option<u64>,
        max_pairs: Option<u64>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyWorldFrame> {
        let options = frame_options(mode, time_of_impact, intersect, budget, max_pairs)?;
        let threads = Threads::read(threads, Threads::one)?;
        let all = motions_of(motions)?;
        self.with(py, |world| world.advance(&all, &options, &threads))
            .map(PyWorldFrame)
    }

    /// Queries the events of an order group of the last frame again, with narrower brackets: pass a smaller `tolerance` in
    /// `time_of_impact`. Returns the frame in its new order.
    #[pyo3(signature = (frame, group, *, mode=None, time_of_impact=None, intersect=None))]
    fn refine(
        &self,
        py: Python<'_>,
        frame: &PyWorldFrame,
        group: &Bound<'_, PyAny>,
        mode: Option<&Bound<'_, PyAny>>,
        time_of_impact: Option<&Bound<'_, PyDict>>,
        intersect: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyWorldFrame> {
        let options = frame_options(mode, time_of_impact, intersect, None, None)?;
        let (group, mut refined) = (count(group, "group")?, frame.0.clone());
        self.with(py, |world| world.refine(&mut refined, group, &options))?;
        Ok(PyWorldFrame(refined))
    }

    /// Takes the last frame back: every body is where it was when the frame began.
    fn undo_frame(&self) -> PyResult<()> {
        self.hold()?.undo_frame().or_raise()
    }

    /// All that the frames to come depend on besides shapes, as bytes.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(py, |world| Ok(world.snapshot()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Makes this world the one that a snapshot was taken of. `shapes` maps numbers of bodies that are not in this world now to
    /// their shapes.
    #[pyo3(signature = (snapshot, shapes=None))]
    fn restore(
        &self,
        py: Python<'_>,
        snapshot: &[u8],
        shapes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let mut known: Vec<(BodyId, SharedBody)> = Vec::new();
        for (id, shape) in shapes.into_iter().flat_map(|all| all.iter()) {
            known.push((
                id_of(&id, "a key of shapes")?,
                body_of(&shape, "a shape")?.get().0.clone(),
            ));
        }
        self.with(py, |world| {
            world.restore(snapshot, &|id, _| {
                let found = known.iter().find(|(known, _)| *known == id);
                found.map(|(_, shape)| shape.clone())
            })
        })
    }

    /// The frame that `advance` would pass with these arguments as one line of JSON, for `replay` and `interframe replay`.
    #[pyo3(signature = (motions=None, *, mode=None, time_of_impact=None, intersect=None, budget=None, max_pairs=None))]
    fn capture(
        &self,
        py: Python<'_>,
        motions: Option<&Bound<'_, PyAny>>,
        mode: Option<&Bound<'_, PyAny>>,
        time_of_impact: Option<&Bound<'_, PyDict>>,
        intersect: Option<&Bound<'_, PyDict>>,
        budget: Option<u64>,
        max_pairs: Option<u64>,
    ) -> PyResult<String> {
        let options = frame_options(mode, time_of_impact, intersect, budget, max_pairs)?;
        let all = motions_of(motions)?;
        self.with(py, |world| Ok(world.capture(&all, &options)))
    }

    /// A world of its own with the same bodies.
    fn copy(&self) -> PyResult<Self> {
        Ok(PyWorld::new_of(self.hold()?.clone()))
    }

    /// Memory that it takes, shapes left out, in bytes.
    #[getter]
    fn memory_bytes(&self) -> PyResult<usize> {
        Ok(self.hold()?.memory_bytes())
    }

    fn __contains__(&self, body: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(body.extract::<u64>().is_ok_and(|bits| {
            self.hold()
                .is_ok_and(|world| world.contains(BodyId::from_bits(bits)))
        }))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.hold()?.len())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<World of {} bodies>", self.hold()?.len()))
    }
}
