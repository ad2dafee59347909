//! What a frame of a world says: contacts that begin, last and end, in the order of time.

use nalgebra::Vector3;

use crate::advance::impact::Contact;
use crate::names::named;
use crate::verdict::{Reason, Verdict};
use crate::world::ids::PairKey;
use crate::world::response::{MotionChange, Response};
use crate::world::statistics::Statistics;

named! {
    /// Phase of a contact in a frame. Pairs that are undecided count as in contact, and in mode all a contact lasts
    /// unless the two are proved apart before the end of the frame.
    #[non_exhaustive]
    pub enum Phase, a "phase of a contact" {
        /// It begins.
        Begin = 0: "begin",
        /// It was there before and lasts.
        Stay = 1: "stay",
        /// It was there before and ends.
        End = 2: "end",
        /// It begins and ends within the frame.
        Pass = 3: "pass",
    }
}

/// The contact of a pair of bodies in a frame: how it begins, lasts or ends.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Event {
    /// Which bodies. A comes before B by the users' keys, then by ids.
    pub key: PairKey,
    /// The users' keys of A and B.
    pub users: [u64; 2],
    /// Phase of the contact.
    pub phase: Phase,
    /// Whether one of the two is a sensor.
    pub sensor: bool,
    /// `Hit`: contact is proved. `Undecided`: see `reason`. `Separated`, of a contact that ends: they are proved apart where
    /// it was last seen.
    pub verdict: Verdict,
    /// Why it is undecided; for a hit in mode all, why its end was not searched; of a frame with responses, `Budget` at a hit
    /// that stopped a body whose changes were spent.
    pub reason: Reason,
    /// Start of the bracket of the time at which the phase begins. For a near contact it is the time from which the gap is
    /// within the tolerance: the two may touch later, or never.
    pub t_lo: f64,
    /// End of that bracket. Both are 1 in mode poses, and 0 for a contact that lasts.
    pub t_hi: f64,
    /// In mode `All`, bracket of the time at which the contact ends. Both are 1 if it lasts to the end of the frame, and in
    /// the other modes. If only the second is 1, a contact that begins or stays ends after the first, or lasts; the next
    /// frame has the answer. If no contact is certified: the time in which the two are not proved apart.
    pub exit: [f64; 2],
    /// Kind of contact that is certified: an overlap, or a gap within the tolerance.
    pub contact: Contact,
    /// Largest gap of a contact that is near; otherwise 0.
    pub gap: f64,
    /// Point of A that touches or is nearest to B, world frame: at the end poses, at `t_hi`, or where contact was last seen.
    pub point_a: Option<Vector3<f64>>,
    /// Contact point of B, in the world.
    pub point_b: Option<Vector3<f64>>,
    /// Unit normal there, from A to B, where there is one.
    pub normal: Option<Vector3<f64>>,
    /// In mode `First`, see [`TimeOfImpact`](crate::TimeOfImpact); otherwise 0.
    pub separation_velocity: f64,
    /// Number of its group, from 0 on. Events whose brackets overlap are in one group, because their order is not known.
    /// Near contacts count from the time when the gap is within the tolerance, so a smaller tolerance may give another
    /// order.
    pub order_group: u32,
}

/// Result of one [`advance`](crate::World::advance).
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct WorldFrame {
    /// Its number, from 1.
    pub number: u64,
    /// Sorts by `t_lo`, `t_hi`, A (its user's key, then its id), then B in the same way.
    pub events: Vec<Event>,
    /// Counts and times of the frame.
    pub statistics: Statistics,
    /// Changes of motions within the frame, in the order of time ([`advance_with_responses`](crate::World::advance_with_responses)).
    pub changes: Vec<MotionChange>,
    /// What the program answered, in the order in which it was asked.
    pub responses: Vec<[Response; 2]>,
}

impl WorldFrame {
    /// Forgets contacts, changes and responses.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.changes.clear();
        self.responses.clear();
    }
}
