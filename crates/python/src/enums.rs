//! Names of values: verdicts, reasons, methods. In Python each is an `IntEnum` whose text is the library's name.

use interframe::{
    About, Contact, ContainmentVerdict, DecidedBy, Detour, Dimension, DistanceMethod, FeatureKind,
    Frame, InitialContact, Method, Mobility, Mode, Phase, Reason, Role, Route, SetsMethod, Sweep,
    TimeOfImpactMethod, Verdict,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::errors::{OptionError, OrRaise, refused};

/// An enum of the library.
pub trait Named: Copy + 'static {
    /// Its name, and that of the Python enum.
    const NAME: &'static str;
    /// One sentence about it.
    const ABOUT: &'static str;

    /// All values, in the order of their numbers.
    fn all() -> &'static [Self];

    /// The name of the value.
    fn name(self) -> &'static str;

    /// The number of the value.
    fn number(self) -> i32;

    /// The value of a name.
    fn of_name(name: &str) -> interframe::Result<Self>;

    /// The members of the Python enum.
    fn cell() -> &'static PyOnceLock<Py<PyTuple>>;

    /// The member of this value.
    fn member<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let members = Self::cell().get_or_try_init(py, || Ok::<_, PyErr>(make::<Self>(py)?.1))?;
        let at = Self::all().iter().position(|v| v.number() == self.number());
        members.bind(py).get_item(at.unwrap_or(0))
    }

    /// The value of a member, a number or a name.
    fn read(value: &Bound<'_, PyAny>, option: &str) -> PyResult<Self> {
        if let Ok(name) = value.cast::<PyString>() {
            return Self::of_name(&name.to_string_lossy()).or_raise();
        }
        let wrong = || {
            let names: Vec<_> = Self::all().iter().map(|v| v.name()).collect();
            OptionError::new_err(format!(
                "{option} is {}; it must be a {} or one of its names: {}",
                crate::arrays::shown(value),
                Self::NAME,
                names.join(", ")
            ))
        };
        let number: PyResult<i64> = value.extract();
        let number = number.map_err(|error| refused(value.py(), error, wrong()))?;
        let found = Self::all().iter().find(|v| i64::from(v.number()) == number);
        found.copied().ok_or_else(wrong)
    }
}

/// The Python enum and its members.
fn make<T: Named>(py: Python<'_>) -> PyResult<(Bound<'_, PyAny>, Py<PyTuple>)> {
    let names = T::all()
        .iter()
        .map(|v| (v.name().to_uppercase(), v.number()));
    let names: Vec<(String, i32)> = names.collect();
    let keywords = PyDict::new(py);
    keywords.set_item("module", "interframe_ccd")?;
    let base = py.import("interframe_ccd._named")?.getattr("Named")?;
    let class = base.call((T::NAME, names), Some(&keywords))?;
    class.setattr("__doc__", T::ABOUT)?;
    let members = T::all().iter().map(|v| class.call1((v.number(),)));
    let members = PyTuple::new(py, members.collect::<PyResult<Vec<_>>>()?)?;
    Ok((class, members.unbind()))
}

macro_rules! enums {
    ($($type:ident: $about:literal;)+) => {
        $(impl Named for $type {
            const NAME: &'static str = stringify!($type);
            const ABOUT: &'static str = $about;

            fn all() -> &'static [Self] {
                $type::ALL
            }

            fn name(self) -> &'static str {
                $type::name(self)
            }

            #[inline(always)]
            fn number(self) -> i32 {
                self as i32
            }

            fn of_name(name: &str) -> interframe::Result<Self> {
                Ok(name.parse()?)
            }

            fn cell() -> &'static PyOnceLock<Py<PyTuple>> {
                static MEMBERS: PyOnceLock<Py<PyTuple>> = PyOnceLock::new();
                &MEMBERS
            }
        })+

        /// Adds all enums to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            let py = module.py();
            $(
                let (class, members) = make::<$type>(py)?;
                let members = $type::cell().get_or_init(py, || members);
                let _ = class;
                let class = members.bind(py).get_item(0)?.get_type();
                module.add($type::NAME, class)?;
            )+
            Ok(())
        }
    };
}

enums! {
    Verdict: "What is proved: the bodies are SEPARATED, they HIT, or it is UNDECIDED. Treat UNDECIDED as a possible hit.";
    ContainmentVerdict: "What is proved of containment: B is INSIDE A, NOT_INSIDE, or it is UNDECIDED.";
    Reason: "Why a verdict is UNDECIDED.";
    DecidedBy: "Which arithmetic decided.";
    About: "What the verdict of a two-frame query is about: the two hulls, or the motion.";
    Contact: "Kind of contact of a hit: the bodies OVERLAP, or are NEAR, at most the tolerance apart.";
    InitialContact: "What happens with a contact at the start of the frame.";
    Method: "Which solver answers a boolean query.";
    DistanceMethod: "Which solver answers a distance.";
    TimeOfImpactMethod: "Which solver answers a time of impact.";
    SetsMethod: "Which solver answers a query about point sets.";
    Sweep: "Which hull stands for a moving body.";
    Frame: "In which frame the bodies are swept.";
    FeatureKind: "Kind of a feature: a vertex, an edge or a face.";
    Dimension: "Dimension of a convex body.";
    Route: "By which route `mpr` found its answer.";
    Detour: "Why `mpr` did not answer by its portal.";
    Mode: "What a frame of a world reports.";
    Phase: "Whether a contact begins, stays, ends or passes in a frame.";
    Role: "Whether a body of a world is solid or a sensor.";
    Mobility: "Whether a body of a world moves.";
}
