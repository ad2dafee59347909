//! The contacts of a run, from the frame in which each begins to the one in which it was last seen.

use std::collections::HashMap;

use interframe::case::impact_entries_of;
use interframe::{Event, Mode, Phase, PieceId, Reason, SharedBody, TimeOfImpact, Verdict};
use nalgebra::Vector3;
use serde_json::{Map, Value, json};

use crate::error::{Problem, Result};

/// Contacts of a run. Below 1 GB.
const MAX_CONTACTS: usize = 2_000_000;

/// The result of a query about two bodies that meet, or may.
#[derive(Debug, Clone)]
pub enum FoundContact {
    /// Their time of impact.
    Impact(Box<TimeOfImpact>),
    /// In modes without one.
    Event(Box<Event>),
}

/// What both have.
macro_rules! of_both {
    ($($name:ident: $type:ty,)+) => {
        impl FoundContact {$(
            pub fn $name(&self) -> $type {
                match self {
                    FoundContact::Impact(found) => found.$name,
                    FoundContact::Event(event) => event.$name,
                }
            }
        )+}
    };
}

of_both! {
    verdict: Verdict,
    reason: Reason,
    contact: interframe::Contact,
    t_lo: f64,
    t_hi: f64,
    point_b: Option<Vector3<f64>>,
}

impl FoundContact {
    /// Its entries in a line about these two bodies.
    pub fn entries(&self, bodies: [&SharedBody; 2], mode: Mode) -> Map<String, Value> {
        match self {
            FoundContact::Impact(found) => impact_entries_of(bodies, found),
            FoundContact::Event(event) => event_entries(event, mode),
        }
    }
}

/// A contact that began, and went on until `last_frame`.
#[derive(Debug, Clone)]
pub struct Contact {
    /// Indices into the scene's bodies, the smaller first.
    pub pair: [usize; 2],
    pub frame: u64,
    pub last_frame: u64,
    /// The answer of the first frame.
    pub met: FoundContact,
    /// Bracket of the time in `last_frame` at which it ends, where that is looked for and seen.
    pub exit: Option<[f64; 2]>,
    /// Whether `intersect` at one of the frame poses from `frame` to `last_frame` sees it.
    pub seen_by_poses: bool,
}

impl Contact {
    pub fn new(pair: [usize; 2], frame: u64, met: FoundContact) -> Self {
        Contact {
            pair,
            frame,
            last_frame: frame,
            met,
            exit: None,
            seen_by_poses: false,
        }
    }
}

/// All contacts, in the order in which they began.
#[derive(Debug, Default)]
pub struct Contacts {
    pub all: Vec<Contact>,
    /// The last of each pair.
    last: HashMap<[usize; 2], usize>,
}

impl Contacts {
    /// Writes down a contact that begins.
    pub fn begin(&mut self, contact: Contact) -> Result<&mut Contact> {
        if self.all.len() == MAX_CONTACTS {
            let frame = contact.frame;
            let message = format!("in frame {frame}: more than {MAX_CONTACTS} contacts");
            return Err(Problem::invalid("bodies", message));
        }
        self.last.insert(contact.pair, self.all.len());
        self.all.push(contact);
        Ok(self.all.last_mut().expect("just put there"))
    }

    /// The contact that an event of a frame goes on with: one that was seen in the frame before, and of which
    /// the mode has not seen the end.
    pub fn going_on(
        &mut self,
        pair: [usize; 2],
        frame: u64,
        mode: Mode,
        phase: Phase,
    ) -> Option<&mut Contact> {
        let contact = &mut self.all[*self.last.get(&pair)?];
        let lasts = match mode {
            Mode::All => !matches!(phase, Phase::Begin | Phase::Pass) && contact.exit.is_none(),
            _ => contact.last_frame + 1 == frame,
        };
        lasts.then_some(contact)
    }

    /// Whether the pair met in a frame.
    pub fn met_in(&self, pair: [usize; 2], frame: u64) -> bool {
        let last = self.last.get(&pair).map(|&index| &self.all[index]);
        last.is_some_and(|contact| contact.last_frame == frame)
    }

    /// The contact of a pair that was seen in this frame goes on in it.
    pub fn last_of(&mut self, pair: [usize; 2]) -> Option<&mut Contact> {
        self.last.get(&pair).map(|&index| &mut self.all[index])
    }
}

/// Entries of an event of a world, except for the bodies' names. Keys without a value are left out.
pub fn event_entries(event: &Event, mode: Mode) -> Map<String, Value> {
    let Value::Object(mut entries) = json!(event) else {
        return Map::new();
    };
    let no_contact = event.contact == interframe::Contact::None;
    entries.retain(|key, value| {
        let says_nothing = match key.as_str() {
            "key" | "users" => true,
            "gap" => no_contact,
            "separation_velocity" => no_contact || mode != Mode::First,
            "exit" => mode != Mode::All,
            "sensor" => !event.sensor,
            _ => value.is_null() || value == "none",
        };
        !says_nothing
    });
    let pieces = [event.key.a, event.key.b].map(|piece| PieceId {
        part: piece.part,
        triangle: piece.triangle,
    });
    put_parts(&mut entries, pieces);
    entries
}

/// Which pieces meet, of bodies of several.
pub fn put_parts(entries: &mut Map<String, Value>, pieces: [PieceId; 2]) {
    if pieces != [PieceId::default(); 2] {
        let parts = pieces.map(|piece| [piece.part, piece.triangle]);
        entries.insert("parts".into(), json!(parts));
    }
}
