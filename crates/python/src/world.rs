//! Bodies that move frame by frame, and the contacts of each frame.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use interframe::for_c::check_memory;
use interframe::{
    AdvanceOptions, BodyId, BodyInput, Filter, Motion, Pose, SharedBody, World, WorldFrame,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::answers::{PyEvent, rows_of};
use crate::arguments::{bytes, given, object, whole, whole_or};
use crate::arrays::{count, items, list, more, reserved, table, vector, vector_or_zero};
use crate::bodies::{PyBody, body_of};
use crate::enums::Named;
use crate::errors::{ArrayError, OrRaise, passes, refused};
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
    #[pyo3(
        signature = (category=None, mask=None, group=None),
        text_signature = "(category=1, mask=18446744073709551615, group=0)"
    )]
    fn new(
        category: Option<&Bound<'_, PyAny>>,
        mask: Option<&Bound<'_, PyAny>>,
        group: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let group = group.map_or(Ok(0), |group| whole(group, "group", i32::MIN..=i32::MAX))?;
        let (category, mask) = (
            whole_or(category, "category", 1)?,
            whole_or(mask, "mask", u64::MAX)?,
        );
        let mut filter = Filter::default();
        (filter.category, filter.mask, filter.group) = (category, mask, group);
        Ok(PyFilter(filter))
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
    fn allows(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.allows(&object::<Self>(other, "other")?.get().0))
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
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, self.0.events.iter().cloned().map(PyEvent))
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
    bits.map(BodyId::from_bits).map_err(|error| {
        let why = ArrayError::new_err(format!(
            "{name} is {}; it must be a body's number, as World.add returns it",
            crate::arrays::shown(value)
        ));
        refused(value.py(), error, why)
    })
}

/// The options of a frame.
fn frame_options(
    mode: Option<&Bound<'_, PyAny>>,
    time_of_impact: Option<&Bound<'_, PyAny>>,
    intersect: Option<&Bound<'_, PyAny>>,
    budget: Option<&Bound<'_, PyAny>>,
    max_pairs: Option<&Bound<'_, PyAny>>,
) -> PyResult<AdvanceOptions> {
    let mut options = AdvanceOptions::default();
    if let Some(mode) = mode {
        options.mode = Argument::read(mode, "mode")?;
    }
    if let Some(given) = given::<PyDict>(time_of_impact, "time_of_impact")? {
        options.time_of_impact = nested!(TimeOfImpactOptions, given:
            method, tolerance, target_separation, initial_contact, budget, max_pivots);
    }
    if let Some(given) = given::<PyDict>(intersect, "intersect")? {
        options.intersect = nested!(IntersectOptions, given: method, max_pivots);
    }
    options.budget = whole_or(budget, "budget", u64::MAX)?;
    options.max_pairs = whole_or(max_pairs, "max_pairs", u64::MAX)?;
    options.validate().or_raise()?;
    Ok(options)
}

/// The motions of a frame: a dictionary from bodies to motions, or a pair of a sequence of bodies and their motions.
fn motions_of(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<(BodyId, Motion)>> {
    let Some(given) = given else {
        return Ok(Vec::new());
    };
    if let Ok(all) = given.cast::<PyDict>() {
        let mut list = reserved(all.len(), "motions")?;
        for (id, of) in all {
            let bits = id_of(&id, "a key of motions")?;
            more(&mut list, 1, "motions")?;
            list.push((bits, motion(&of, &format!("motions[{}]", bits.to_bits()))?));
        }
        return Ok(list);
    }
    let (ids, all): (Bound<'_, PyAny>, Bound<'_, PyAny>) = given.extract().map_err(|_| {
        ArrayError::new_err(
            "motions must be a dictionary from bodies to motions, or a pair of a sequence of bodies and their motions",
        )
    })?;
    let all = motions(&all, "motions[1]")?;
    let ids: Vec<BodyId> = ids_of(&ids, "motions[0]")?;
    same_length("motions[1]", all.len(), ids.len())?;
    let mut list = reserved(ids.len(), "motions")?;
    list.extend(ids.into_iter().zip(all.iter().copied()));
    Ok(list)
}

/// The names of bodies of a sequence.
fn ids_of(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<BodyId>> {
    let given = items(given, name)?;
    let mut ids = reserved(given.len(), name)?;
    for id in &given {
        ids.push(id_of(id, name)?);
    }
    Ok(ids)
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
    #[pyo3(
        signature = (body, pose, *, user=None, filter=None, role=None, mobility=None),
        text_signature = "($self, body, pose, *, user=0, filter=None, role=None, mobility=None)"
    )]
    fn add(
        &self,
        body: &Bound<'_, PyAny>,
        pose: &Bound<'_, PyAny>,
        user: Option<&Bound<'_, PyAny>>,
        filter: Option<&Bound<'_, PyAny>>,
        role: Option<&Bound<'_, PyAny>>,
        mobility: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let shape = body_of(body, "body")?.get().0.clone();
        let mut input = BodyInput::new(shape, crate::motions::pose(pose, "pose")?);
        input.user = whole_or(user, "user", 0)?;
        if let Some(filter) = given::<PyFilter>(filter, "filter")? {
            input.filter = filter.get().0;
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
    fn set_filter(&self, body: &Bound<'_, PyAny>, filter: &Bound<'_, PyAny>) -> PyResult<()> {
        let (id, filter) = (id_of(body, "body")?, object::<PyFilter>(filter, "filter")?);
        self.hold()?.set_filter(id, filter.get().0).or_raise()
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
        let ids = bodies.map(|bodies| ids_of(bodies, "bodies")).transpose()?;
        let world = self.hold()?;
        let mut rows = reserved(ids.as_ref().map_or(world.len(), Vec::len), "poses")?;
        let seven = |pose: &Pose| -> [f64; 7] {
            let (p, q) = (pose.translation(), pose.quaternion().coords);
            [p.x, p.y, p.z, q.x, q.y, q.z, q.w]
        };
        match ids {
            None => rows.extend(world.bodies().map(|body| seven(body.pose()))),
            Some(ids) => {
                for id in ids {
                    rows.push(seven(world.get(id).or_raise()?.pose()));
                }
            }
        }
        drop(world);
        table(py, rows)
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
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let world = self.hold()?;
        let mut ids: Vec<u64> = reserved(world.len(), "bodies")?;
        ids.extend(world.bodies().map(|body| body.id().to_bits()));
        drop(world);
        list(py, ids.into_iter())
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
        time_of_impact: Option<&Bound<'_, PyAny>>,
        intersect: Option<&Bound<'_, PyAny>>,
        budget: Option<&Bound<'_, PyAny>>,
        max_pairs: Option<&Bound<'_, PyAny>>,
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
        frame: &Bound<'_, PyAny>,
        group: &Bound<'_, PyAny>,
        mode: Option<&Bound<'_, PyAny>>,
        time_of_impact: Option<&Bound<'_, PyAny>>,
        intersect: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyWorldFrame> {
        let options = frame_options(mode, time_of_impact, intersect, None, None)?;
        let frame = &object::<PyWorldFrame>(frame, "frame")?.get().0;
        let (group, mut refined) = (count(group, "group")?, frame.clone());
        self.with(py, |world| world.refine(&mut refined, group, &options))?;
        Ok(PyWorldFrame(refined))
    }

    /// Takes the last frame back: every body is where it was when the frame began.
    fn undo_frame(&self) -> PyResult<()> {
        self.hold()?.undo_frame().or_raise()
    }

    /// All that the frames to come depend on besides shapes, as bytes.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(py, |world| {
            check_memory(world.memory_bytes(), 4)?;
            Ok(world.snapshot())
        })?;
        PyBytes::new_with(py, bytes.len(), |out| {
            out.copy_from_slice(&bytes);
            Ok(())
        })
    }

    /// Makes this world the one that a snapshot was taken of. `shapes` maps numbers of bodies that are not in this world now to
    /// their shapes.
    #[pyo3(signature = (snapshot, shapes=None))]
    fn restore(
        &self,
        py: Python<'_>,
        snapshot: &Bound<'_, PyAny>,
        shapes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let snapshot = bytes(snapshot, "snapshot")?;
        let snapshot = snapshot.as_bytes();
        let shapes = given::<PyDict>(shapes, "shapes")?;
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
        time_of_impact: Option<&Bound<'_, PyAny>>,
        intersect: Option<&Bound<'_, PyAny>>,
        budget: Option<&Bound<'_, PyAny>>,
        max_pairs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let options = frame_options(mode, time_of_impact, intersect, budget, max_pairs)?;
        let all = motions_of(motions)?;
        self.with(py, |world| Ok(world.capture(&all, &options)))
    }

    /// A world of its own with the same bodies.
    fn copy(&self) -> PyResult<Self> {
        let world = self.hold()?;
        check_memory(world.memory_bytes(), 4).or_raise()?;
        Ok(PyWorld::new_of(world.clone()))
    }

    /// Memory that it takes, shapes left out, in bytes.
    #[getter]
    fn memory_bytes(&self) -> PyResult<usize> {
        Ok(self.hold()?.memory_bytes())
    }

    fn __contains__(&self, body: &Bound<'_, PyAny>) -> PyResult<bool> {
        match body.extract::<u64>() {
            Ok(bits) => Ok(self.hold()?.contains(BodyId::from_bits(bits))),
            Err(error) if passes(body.py(), &error) => Err(error),
            Err(_) => Ok(false),
        }
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.hold()?.len())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<World of {} bodies>", self.hold()?.len()))
    }
}
