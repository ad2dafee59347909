//! Answers: objects with named fields, and rows of structured arrays.
//!
//! An array has a field's number instead of an enum, and NaN or 4294967295 where an object has None.

use interframe::nalgebra::{Vector2, Vector3};
use interframe::{
    About, ClosestApproach, Contact, ContactInterval, ContactManifold, ContactPoint, Containment,
    ContainmentVerdict, CuboidSeparation, DecidedBy, Detour, Distance, Distance2, DistanceBracket,
    Event, Feature, Interframe, Intersection, Method, MprDistance, Penetration, Phase, PieceId,
    Plane, Reason, Route, SignedDistance, TimeOfExit, TimeOfImpact, Verdict, Within,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::fields::{Contacts, Field, Record, dtype, offsets};

/// Answers as a structured array.
pub fn rows_of<'py, R: Record>(py: Python<'py>, answers: &[R]) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = crate::arrays::reserved(answers.len().saturating_mul(R::SIZE), "an array")?;
    bytes.resize(answers.len() * R::SIZE, 0);
    for (answer, row) in answers.iter().zip(bytes.chunks_exact_mut(R::SIZE)) {
        answer.write(row);
    }
    crate::batch::structured::<R>(py, bytes)
}

/// The class of an answer of the library.
pub trait Answer {
    /// The answer.
    type Of;
}

/// Declares answers: the class, its fields, and the row that it is in an array.
macro_rules! answers {
    ($($(#[$doc:meta])* $class:ident($type:ty) as $name:literal {
        $($(#[$of_field:meta])* $field:ident: $kind:ty $(= |$answer:ident| $made:expr)?;)+
    })+) => {$(
        $(#[$doc])*
        #[pyclass(frozen, name = $name, module = "interframe_ccd")]
        #[derive(Clone)]
        pub struct $class(pub $type);

        impl Answer for $class {
            type Of = $type;
        }

        impl Record for $type {
            const SIZE: usize = {
                const FIELDS: &[(usize, usize)] = &[$((<$kind as Field>::SIZE, <$kind as Field>::ALIGN)),+];
                const OFFSETS: [usize; FIELDS.len() + 1] = offsets(FIELDS);
                OFFSETS[FIELDS.len()]
            };

            fn dtype(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                const FIELDS: &[(usize, usize)] = &[$((<$kind as Field>::SIZE, <$kind as Field>::ALIGN)),+];
                const OFFSETS: [usize; FIELDS.len() + 1] = offsets(FIELDS);
                let formats = vec![$(<$kind as Field>::format(py)?),+];
                dtype(py, &[$(stringify!($field)),+], formats, &OFFSETS, <Self as Record>::SIZE)
            }

            #[inline(always)]
            fn write(&self, out: &mut [u8]) {
                const FIELDS: &[(usize, usize)] = &[$((<$kind as Field>::SIZE, <$kind as Field>::ALIGN)),+];
                const OFFSETS: [usize; FIELDS.len() + 1] = offsets(FIELDS);
                let out = &mut out[..<Self as Record>::SIZE];
                let mut k = 0;
                $(
                    answers!(@of self, $field $(, $answer, $made)?).write(&mut out[OFFSETS[k]..]);
                    k += 1;
                )+
                let _ = k;
            }
        }

        #[pymethods]
        impl $class {
            $(
                $(#[$of_field])*
                #[getter]
                fn $field<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    answers!(@of (&self.0), $field $(, $answer, $made)?).object(py)
                }
            )+

            /// Names of all fields.
            #[classattr]
            fn _fields(py: Python<'_>) -> PyResult<Py<PyTuple>> {
                Ok(PyTuple::new(py, [$(stringify!($field)),+])?.unbind())
            }

            /// The dtype of an array of these answers, as batches return it.
            #[staticmethod]
            fn dtype(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                <$type as Record>::dtype(py)
            }

            /// All fields by name.
            fn asdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let all = PyDict::new(py);
                $(all.set_item(stringify!($field), self.$field(py)?)?;)+
                Ok(all)
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<$class>().is_ok_and(|other| other.get().0 == self.0)
            }

            fn __repr__(&self) -> String {
                let fields = [$(format!(
                    "{}={}",
                    stringify!($field),
                    answers!(@of (&self.0), $field $(, $answer, $made)?).text()
                )),+];
                format!("{}({})", $name, fields.join(", "))
            }
        }
    )+

        /// Adds all classes to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_class::<$class>()?;)+
            Ok(())
        }
    };
    (@of $from:expr, $field:ident) => { $from.$field };
    (@of $from:expr, $field:ident, $answer:ident, $made:expr) => {{ let $answer = $from; $made }};
}

answers! {
    /// Answer of `intersect`.
    PyIntersection(Intersection) as "Intersection" {
        /// Whether they share a point, exactly.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// The solver that decided.
        solver: Method;
        /// Support queries on each body.
        iterations: u32;
        /// With `SEPARATED`: a plane that separates them.
        plane: Option<Plane>;
        /// With `HIT`: a common point to rounding, world frame, shape (3,).
        point: Option<Vector3<f64>>;
        /// Lower and upper bound of the distance, from the method `interior_point` only.
        bounds: Option<DistanceBracket>;
        /// Which pieces meet, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// Answer of `distance`.
    PyDistance(Distance) as "Distance" {
        /// Whether they are apart, exactly.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// Support queries on each body.
        iterations: u32;
        /// The distance, a length; 0 when they meet, infinite when a body is empty.
        separation: f64;
        /// The true distance is within this of `separation`.
        error: f64;
        /// The true distance is at least this.
        lower_bound: f64;
        /// Point of A nearest to B, world frame, shape (3,).
        point_a: Option<Vector3<f64>>;
        /// Point of B nearest to A, world frame, shape (3,).
        point_b: Option<Vector3<f64>>;
        /// Unit normal from A to B, world axes, shape (3,).
        normal: Option<Vector3<f64>>;
        /// Features of A and B that hold the two points.
        features: Option<[Feature; 2]>;
        /// Which pieces are nearest, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// Answer of `within`.
    PyWithin(Within) as "Within" {
        /// `HIT`: the distance is at most that of the options, exactly. `SEPARATED`: it is larger.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// Support queries on each body.
        iterations: u32;
        /// The options' distance.
        distance: f64;
        /// With `SEPARATED`: unit normal from A to B along which they are farther apart, shape (3,).
        normal: Option<Vector3<f64>>;
        /// With `HIT`: a point of A that near to `point_b`, world frame, shape (3,).
        point_a: Option<Vector3<f64>>;
        /// With `HIT`: that point of B, world frame, shape (3,).
        point_b: Option<Vector3<f64>>;
        /// Which pieces are that near, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// Answer of `penetration`.
    PyPenetration(Penetration) as "Penetration" {
        /// Whether they meet, exactly.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// Support queries on each body.
        iterations: u32;
        /// Length of the shortest translation that separates them, or of the one along `direction`; 0 when apart.
        depth: f64;
        /// The true depth is within this of `depth`.
        error: f64;
        /// With `HIT`: unit direction in which B moves out by `depth`, world axes, shape (3,).
        normal: Option<Vector3<f64>>;
        /// With `HIT`: the point of A deepest in B, world frame, shape (3,).
        point_a: Option<Vector3<f64>>;
        /// With `HIT`: the point of B opposite, world frame, shape (3,).
        point_b: Option<Vector3<f64>>;
        /// With `SEPARATED`: a plane that separates them.
        plane: Option<Plane>;
        /// Which pieces are the deepest, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// A contact of a manifold.
    PyContactPoint(ContactPoint) as "ContactPoint" {
        /// Point of A, world frame, shape (3,).
        point_a: Vector3<f64>;
        /// Point of B, world frame, shape (3,).
        point_b: Vector3<f64>;
        /// Depth along the normal, a length; negative across a gap.
        depth: f64;
        /// A number that stays the same from frame to frame as long as the same features touch.
        id: u64;
    }

    /// Answer of `contact_manifold`.
    PyContactManifold(ContactManifold) as "ContactManifold" {
        /// Whether they meet, exactly.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// Support queries on each body.
        iterations: u32;
        /// Number of contacts, at most 4.
        count: u32 = |answer| answer.points().len() as u32;
        /// Unit normal of all contacts, from A to B, world axes, shape (3,).
        normal: Option<Vector3<f64>>;
        /// The contacts, the deepest first.
        contacts: Contacts<'_> = |answer| Contacts(answer.points());
        /// Which pieces are the deepest or nearest, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// Answer of `contains`.
    PyContainment(Containment) as "Containment" {
        /// Whether every point of B is one of A, exactly.
        verdict: ContainmentVerdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// Half-spaces of A that were tested.
        iterations: u32;
        /// How far every face of A could move inwards before it reaches B, a length; negative when B is not inside.
        margin: Option<f64>;
        /// The true margin is within this of `margin`.
        error: f64;
        /// The face of A of the least margin.
        face: Option<u32>;
        /// The vertex of B nearest to it or farthest beyond it.
        vertex: Option<u32>;
        /// Which pieces have this margin, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// Answer of `mpr`.
    PyMprDistance(MprDistance) as "MprDistance" {
        /// Whether they meet, exactly.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// Support queries on each body.
        iterations: u32;
        /// The method's signed distance, a length.
        separation: f64;
        /// The true signed distance is at least this.
        lower_bound: f64;
        /// The true signed distance is at most this.
        upper_bound: f64;
        /// Unit normal from A to B, world axes, shape (3,).
        normal: Option<Vector3<f64>>;
        /// Point of A, world frame, shape (3,).
        point_a: Option<Vector3<f64>>;
        /// Point of B, world frame, shape (3,).
        point_b: Option<Vector3<f64>>;
        /// By which route it was found.
        route: Route;
        /// Why it was not the portal.
        detour: Detour;
    }

    /// Answer of `interframe`, `interframe_vertices` and `extended_boxes_meet`.
    PyInterframe(Interframe) as "Interframe" {
        /// The verdict, about what `about` says.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// The solver that decided.
        solver: Method;
        /// Support queries on each body.
        iterations: u32;
        /// Whether the verdict is about the hulls or the motion.
        about: About;
        /// Sum of the dilation radii of a certified sweep, a length.
        slack: f64;
        /// With `SEPARATED`: the plane that proves it.
        plane: Option<Plane>;
        /// With `HIT`: a point common to the hulls, shape (3,).
        point: Option<Vector3<f64>>;
        /// Lower and upper bound of the hulls' distance, from the method `interior_point` only.
        bounds: Option<DistanceBracket>;
        /// Which pieces are not proved apart, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// Answer of `time_of_impact`. Times are from 0 to 1 over the frame.
    PyTimeOfImpact(TimeOfImpact) as "TimeOfImpact" {
        /// `SEPARATED`: apart at every time. `HIT`: see `contact`.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Support queries on each body.
        iterations: u32;
        /// Distance solves, which the budget counts.
        solves: u32;
        /// Kind of contact of a hit.
        contact: Contact;
        /// Whether the frame began with the contact.
        initial: bool;
        /// Time from which they are proved apart, if a contact at the start was ignored.
        free_from: f64;
        /// Proved apart from `free_from` up to this time.
        t_lo: f64;
        /// Time of contact with `HIT`; otherwise 1.
        t_hi: f64;
        /// With `NEAR`: the gap at `t_hi` is at most this length.
        gap: f64;
        /// With a contact at t = 0: its depth, a length.
        depth: f64;
        /// Point of A that touches B at `t_hi`, world frame, shape (3,).
        point_a: Option<Vector3<f64>>;
        /// Point of B that touches A at `t_hi`, world frame, shape (3,).
        point_b: Option<Vector3<f64>>;
        /// Unit contact normal from A to B at `t_hi`, world axes, shape (3,).
        normal: Option<Vector3<f64>>;
        /// Features of A and B that hold the two points.
        features: Option<[Feature; 2]>;
        /// Rate of the gap along the normal at `t_hi`, in lengths a frame; negative when they approach.
        separation_velocity: f64;
        /// Which pieces meet, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// Answer of `closest_approach`. Times are from 0 to 1 over the frame.
    PyClosestApproach(ClosestApproach) as "ClosestApproach" {
        /// Whether they stay apart or meet.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Support queries on each body.
        iterations: u32;
        /// Distance solves, which the budget counts.
        solves: u32;
        /// Kind of contact of a hit.
        contact: Contact;
        /// The smallest distance that was found, a length.
        distance: f64;
        /// The distance at `t` is within this of `distance`.
        error: f64;
        /// The distance is at least this at every time.
        lower_bound: f64;
        /// With a contact: proved apart before this time. Otherwise the smallest distance is after it.
        t_lo: f64;
        /// With a contact: its time. Otherwise the smallest distance is before it.
        t_hi: f64;
        /// The time of `distance`.
        t: f64;
        /// Point of A at `t`, world frame, shape (3,).
        point_a: Option<Vector3<f64>>;
        /// Point of B at `t`, world frame, shape (3,).
        point_b: Option<Vector3<f64>>;
        /// Unit normal from A to B at `t`, world axes, shape (3,).
        normal: Option<Vector3<f64>>;
        /// Which pieces are nearest, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// Answer of `time_of_exit`. Times are from 0 to 1 over the frame.
    PyTimeOfExit(TimeOfExit) as "TimeOfExit" {
        /// `INSIDE`: throughout the frame. `NOT_INSIDE`: it leaves at `t_hi`.
        verdict: ContainmentVerdict;
        /// Why it is undecided.
        reason: Reason;
        /// Steps.
        iterations: u32;
        /// Whether B was outside at the start.
        initial: bool;
        /// Proved inside up to this time.
        t_lo: f64;
        /// With `NOT_INSIDE`: a time at which it is outside. Otherwise 1.
        t_hi: f64;
        /// How far B is outside at `t_hi`, a length.
        depth: f64;
        /// The vertex of B that leaves.
        vertex: Option<u32>;
        /// Where it is at `t_hi`, world frame, shape (3,).
        point: Option<Vector3<f64>>;
        /// The face of A through which it leaves.
        face: Option<u32>;
        /// Unit outward normal of that face at `t_hi`, world axes, shape (3,).
        normal: Option<Vector3<f64>>;
    }

    /// One contact of `contact_intervals`. Times are from 0 to 1 over the frame.
    PyContactInterval(ContactInterval) as "ContactInterval" {
        /// Proved apart up to the first of these times; in contact at some time from the first to the second. Shape (2,).
        enter: [f64; 2];
        /// In contact at some time from the first of these times to the second; proved apart from the second on. Shape (2,).
        exit: [f64; 2];
        /// Kind of contact that is certified about `enter`.
        contact: Contact;
        /// With `NEAR`: the gap is at most this length.
        gap: f64;
        /// Why nothing is certified, or why the end was not searched.
        reason: Reason;
        /// Which pieces meet first, of bodies of several.
        pieces: Option<[PieceId; 2]>;
    }

    /// A contact of a frame of a world. Times are from 0 to 1 over the frame.
    PyEvent(Event) as "Event" {
        /// Number of body A.
        a: u64 = |event| event.key.a.body.to_bits();
        /// Number of body B.
        b: u64 = |event| event.key.b.body.to_bits();
        /// Key of body A.
        user_a: u64 = |event| event.users[0];
        /// Key of body B.
        user_b: u64 = |event| event.users[1];
        /// Which pieces meet.
        pieces: [PieceId; 2] = |event| [&event.key.a, &event.key.b].map(|piece| PieceId {
            part: piece.part,
            triangle: piece.triangle,
        });
        /// Whether the contact begins, stays, ends or passes.
        phase: Phase;
        /// Whether one of the two is a sensor.
        sensor: bool;
        /// `HIT`: contact is proved. `SEPARATED`, of a contact that ends.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Start of the bracket of the time at which the phase begins.
        t_lo: f64;
        /// End of that bracket.
        t_hi: f64;
        /// In mode `all`, bracket of the time at which the contact ends, shape (2,).
        exit: [f64; 2];
        /// Kind of contact that is certified.
        contact: Contact;
        /// Largest gap of a near contact, a length.
        gap: f64;
        /// Point of A, world frame, shape (3,).
        point_a: Option<Vector3<f64>>;
        /// Point of B, world frame, shape (3,).
        point_b: Option<Vector3<f64>>;
        /// Unit normal from A to B, world axes, shape (3,).
        normal: Option<Vector3<f64>>;
        /// In mode `first`, rate of the gap, in lengths a frame.
        separation_velocity: f64;
        /// Number of its group: the order within a group is not known.
        order_group: u32;
    }

    /// One function of `ContactEvents`, measured.
    PySignedDistance(SignedDistance) as "SignedDistance" {
        /// Number of body A; None without a pair.
        a: Option<u64> = |found| found.sides.map(|sides| sides[0].id.to_bits());
        /// Number of body B; None without a pair.
        b: Option<u64> = |found| found.sides.map(|sides| sides[1].id.to_bits());
        /// The function's value, a length.
        z: f64;
        /// The true value is within this of `z`.
        error: f64;
        /// Whether the pair was in contact at the selection.
        touching: bool;
        /// Unit normal from A to B, world axes, shape (3,); zero where there is none.
        normal: Vector3<f64>;
        /// Point of A nearest to B or deepest in it, world frame, shape (3,).
        point_a: Vector3<f64>;
        /// Point of B nearest to A or deepest in it, world frame, shape (3,).
        point_b: Vector3<f64>;
    }

    /// Answer of `distance_2d`.
    PyDistance2(Distance2) as "Distance2" {
        /// Whether they are apart, exactly.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// Support queries on each polygon.
        iterations: u32;
        /// The distance, a length; 0 when they meet.
        separation: f64;
        /// The true distance is within this of `separation`.
        error: f64;
        /// The true distance is at least this.
        lower_bound: f64;
        /// Point of A nearest to B, shape (2,).
        point_a: Option<Vector2<f64>>;
        /// Point of B nearest to A, shape (2,).
        point_b: Option<Vector2<f64>>;
        /// Unit normal from A to B, shape (2,).
        normal: Option<Vector2<f64>>;
        /// Features of A and B that hold the two points.
        features: Option<[Feature; 2]>;
    }

    /// Answer of `cuboid_separation`.
    PyCuboidSeparation(CuboidSeparation) as "CuboidSeparation" {
        /// `HIT`: the distance is at most the safety distance, exactly.
        verdict: Verdict;
        /// Why it is undecided.
        reason: Reason;
        /// Which arithmetic decided.
        decided_by: DecidedBy;
        /// Steps.
        iterations: u32;
        /// The options' safety distance, a length.
        safety_distance: f64;
        /// Distance of the cuboids, a length; 0 only if they share a point.
        separation: f64;
        /// The true distance is within this of `separation`.
        error: f64;
        /// Distance in plan.
        horizontal: f64;
        /// Distance in height.
        vertical: f64;
    }
}
