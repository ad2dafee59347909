//! What a certificate proves.

use std::fmt;

use crate::verdict::Verdict;

/// The claims that a certificate proves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proved {
    /// `Separated`, `Hit`, or `Undecided` when only a part of the frame was proved. About containment:
    /// `Hit` that B is inside A, `Separated` that it is not.
    pub verdict: Verdict,
    /// Whether it is about containment.
    pub containment: bool,
    /// About a motion: free in this time, but for the end in case of a hit; at no time when both are
    /// equal and there is no link. Of all contacts: before the first of them. About containment: inside
    /// in this time. [0, 1] otherwise.
    pub free: [f64; 2],
    /// With a hit about a motion: contact at some time between these two; the first one of several. About
    /// containment: outside at this time, twice.
    pub contact: Option<[f64; 2]>,
    /// The separation that "free" and "contact" speak of; about containment, the target margin. Of bodies at
    /// rest that are farther apart than a distance (`Separated`) or not (`Hit`), that distance.
    pub separation: f64,
    /// With a contact by closest points: their distance is at most this.
    pub gap: Option<f64>,
    /// Number of contacts in a frame, certified or not, if all contacts were requested.
    pub contacts: u32,
}

impl Proved {
    /// The verdict as lines have it: `separated`, `hit` or `undecided`; about containment `not_inside`, `inside`.
    #[must_use]
    pub fn verdict_name(&self) -> &'static str {
        name_of(self.verdict, self.containment)
    }
}

/// Name of a verdict in lines.
pub(super) fn name_of(verdict: Verdict, containment: bool) -> &'static str {
    match (containment, verdict) {
        (_, Verdict::Undecided) => "undecided",
        (false, Verdict::Separated) => "separated",
        (false, Verdict::Hit) => "hit",
        (true, Verdict::Separated) => "not_inside",
        (true, Verdict::Hit) => "inside",
    }
}

/// Everything that a certificate proves; [`Proved`] is its public summary.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Finding {
    /// Bodies at fixed places.
    Fixed(Verdict),
    /// One of them is inside the other, or not.
    Held(bool),
    /// Their distance is larger than this one (`Separated`), or not (`Hit`).
    Within {
        distance: f64,
        verdict: Verdict,
    },
    Chain {
        separation: f64,
        free: Free,
        contact: Option<ProvedContact>,
    },
    Intervals {
        separation: f64,
        gaps: Vec<Free>,
        contacts: Vec<[Option<ProvedContact>; 2]>,
    },
    Exit(Stayed),
}

/// The time for which links prove the bodies free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Free {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Without links nothing is proved, not even of `from` itself.
    pub(super) any: bool,
}

impl fmt::Display for Free {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.any {
            true => write!(f, "from {} until {}", self.from, self.to),
            false => write!(f, "at no time"),
        }
    }
}

impl Free {
    /// Whether all of this time is proved free.
    pub(super) fn covers(&self, from: f64, to: f64) -> bool {
        self.any && self.from <= from && self.to >= to
    }
}

/// The claims that are proved of a body that is to stay inside another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stayed {
    pub(super) target: f64,
    /// Inside until then; None: nothing is proved.
    pub(super) inside: Option<f64>,
    /// Not beyond a face by more than this throughout.
    pub(super) throughout: Option<f64>,
    pub(super) outside: Option<Out>,
}

/// A vertex of B outside A.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Out {
    pub(super) t: f64,
    pub(super) vertex: u32,
    /// At least so deep.
    pub(super) depth: f64,
}

impl Stayed {
    fn verdict(&self) -> Verdict {
        match (&self.outside, self.throughout) {
            (Some(_), _) => Verdict::Separated,
            (None, Some(_)) => Verdict::Hit,
            (None, None) => Verdict::Undecided,
        }
    }
}

impl Finding {
    /// The verdict for a reader who knows of a contact at the start up to `free_from`: C42, C73, C88, C91.
    pub(super) fn verdict(&self, free_from: f64) -> Verdict {
        match self {
            Finding::Fixed(verdict) | Finding::Within { verdict, .. } => *verdict,
            Finding::Held(true) => Verdict::Hit,
            Finding::Held(false) => Verdict::Separated,
            Finding::Chain {
                contact: Some(_), ..
            } => Verdict::Hit,
            Finding::Chain { free, .. } => match free.covers(free_from, 1.0) {
                true => Verdict::Separated,
                false => Verdict::Undecided,
            },
            Finding::Intervals { gaps, contacts, .. } => {
                let whole = gaps.len() == 1 && gaps[0].covers(0.0, 1.0);
                match contacts.iter().any(|[enter, _]| enter.is_some()) {
                    true => Verdict::Hit,
                    false if whole => Verdict::Separated,
                    false => Verdict::Undecided,
                }
            }
            Finding::Exit(stayed) => stayed.verdict(),
        }
    }

    pub(super) fn is_containment(&self) -> bool {
        matches!(self, Finding::Held(_) | Finding::Exit(_))
    }

    pub(super) fn proved(&self) -> Proved {
        let mut proved = Proved {
            verdict: self.verdict(0.0),
            containment: self.is_containment(),
            free: [0.0, 1.0],
            contact: None,
            separation: 0.0,
            gap: None,
            contacts: 0,
        };
        match self {
            Finding::Fixed(_) | Finding::Held(_) => {}
            Finding::Within { distance, .. } => proved.separation = *distance,
            Finding::Chain {
                separation,
                free,
                contact,
            } => {
                proved.separation = *separation;
                proved.free = [free.from, free.to];
                // Free up to the end of the links: the contact is not before that.
                proved.contact = contact.map(|c| [c.times[0].max(free.to), c.times[1]]);
                proved.gap = contact.and_then(|c| c.gap);
            }
            Finding::Intervals {
                separation,
                gaps,
                contacts,
            } => {
                let first = contacts.iter().find_map(|[enter, _]| *enter);
                proved.separation = *separation;
                proved.free = [gaps[0].from, gaps[0].to];
                proved.contact = first.map(|c| c.times);
                proved.gap = first.and_then(|c| c.gap);
                proved.contacts = contacts.len() as u32;
            }
            Finding::Exit(stayed) => {
                proved.separation = stayed.target;
                proved.free = [0.0, stayed.inside.unwrap_or(0.0)];
                proved.contact = stayed.outside.map(|out| [out.t, out.t]);
            }
        }
        proved
    }
}

/// A proved contact: the bodies are in contact at some time between two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ProvedContact {
    pub(super) times: [f64; 2],
    /// Largest distance of the bodies at that time, if closest points prove the contact.
    pub(super) gap: Option<f64>,
}
