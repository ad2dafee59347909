//! Options of a frame of a world.

use crate::advance::impact::{InitialContact, TimeOfImpactOptions};
use crate::error::{Result, check_range};
use crate::names::named;
use crate::query::intersect::IntersectOptions;

named! {
    /// The query for each pair whose boxes overlap.
    #[non_exhaustive]
    pub enum Mode, a "mode of a world" {
        /// When they first meet: [`time_of_impact`](crate::time_of_impact).
        First = 0: "first",
        /// When they are in contact: [`contact_intervals`](crate::contact_intervals).
        All = 1: "all",
        /// Whether they meet at the end poses, and nothing about what lies before: for comparison, and for slow worlds.
        Poses = 2: "poses",
    }
}

/// Options of [`World::advance`](crate::World::advance).
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct AdvanceOptions {
    /// The query for each pair.
    pub mode: Mode,
    /// Options of that query in mode `Poses`.
    pub intersect: IntersectOptions,
    /// Options of that query in the modes `First` and `All`. `initial_contact` says how a contact at the start is
    /// treated; in mode `All` it must be `Report`.
    pub time_of_impact: TimeOfImpactOptions,
    /// Largest number of pairs that are tested, the first in the order of pairs; all others are events without a
    /// verdict (reason `Budget`). Default: all.
    pub budget: u64,
    /// More pairs whose boxes meet are an error ([`Error::TooManyPairs`](crate::Error::TooManyPairs)), so that a world of bodies in one place does not
    /// take all memory. Default: none are too many.
    pub max_pairs: u64,
    /// How often contacts may change the motion of a body in a frame with responses
    /// ([`World::advance_with_responses`](crate::World::advance_with_responses)); the next change stops it. Default: 16.
    pub max_changes: u32,
}

impl Default for AdvanceOptions {
    fn default() -> Self {
        AdvanceOptions {
            mode: Mode::default(),
            intersect: IntersectOptions::default(),
            time_of_impact: TimeOfImpactOptions::default(),
            budget: u64::MAX,
            max_pairs: u64::MAX,
            max_changes: 16,
        }
    }
}

impl AdvanceOptions {
    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::Setting`](crate::Error::Setting) names the first field that is out of range.
    pub fn validate(&self) -> Result<()> {
        self.intersect.validate()?;
        self.time_of_impact.validate()?;
        let initial = self.time_of_impact.initial_contact;
        let within = self.mode != Mode::All || initial == InitialContact::Report;
        let value = f64::from(initial as i32);
        check_range(within, "initial_contact", value, "report in mode all")
    }

    /// Half of the gap at which bodies of these tolerances may still be in contact.
    pub(crate) fn widening(&self, tolerance: f64) -> f64 {
        let asked = &self.time_of_impact;
        match self.mode {
            Mode::Poses => 0.0,
            _ => asked.tolerance.map_or(tolerance, |gap| 0.5 * gap) + 0.5 * asked.target_separation,
        }
    }
}
