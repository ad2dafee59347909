//! The events of a frame as a recording has them, of every mode and of both `on_hit` in one form.

use interframe::case::impact_entries;
use interframe::{Mode, Phase, PieceId, TimeOfImpact};
use serde_json::{Map, Value, json};

use super::contacts::{FoundContact, event_entries, put_parts};

/// Keys of a time of impact that events of a world have too.
const TIME_OF_IMPACT_KEYS: [&str; 10] = [
    "verdict",
    "reason",
    "t_lo",
    "t_hi",
    "contact",
    "gap",
    "point_a",
    "point_b",
    "normal",
    "separation_velocity",
];

/// Contacts of two bodies in a recording: the answer that the run prints, or else the world's.
#[derive(Debug)]
pub struct RecordedContact {
    /// Indices into the scene's bodies, the smaller first.
    pub pair: [usize; 2],
    pub phase: Phase,
    pub sensor: bool,
    pub met: FoundContact,
}

impl RecordedContact {
    fn time(&self) -> [f64; 2] {
        [self.met.t_lo(), self.met.t_hi()]
    }

    fn line(&self, mode: Mode, order_group: u32) -> Value {
        let mut line = Map::new();
        line.insert("a".into(), json!(self.pair[0]));
        line.insert("b".into(), json!(self.pair[1]));
        line.extend(match &self.met {
            FoundContact::Impact(found) => said(found),
            FoundContact::Event(event) => event_entries(event, mode),
        });
        line.insert("phase".into(), json!(self.phase));
        line.insert("order_group".into(), json!(order_group));
        if self.sensor {
            line.insert("sensor".into(), json!(true));
        }
        Value::Object(line)
    }
}

fn said(found: &TimeOfImpact) -> Map<String, Value> {
    let entries = impact_entries(found).into_iter();
    let mut entries: Map<String, Value> = entries
        .filter(|(key, _)| TIME_OF_IMPACT_KEYS.contains(&key.as_str()))
        .collect();
    let whole = [PieceId::default(); 2];
    put_parts(&mut entries, found.pieces.unwrap_or(whole));
    entries
}

/// The lines of a frame by time, then by bodies; of several events of one pair at a time, as they came. Numbers the groups
/// whose brackets overlap, as a world does.
pub fn in_order(mut recorded: Vec<RecordedContact>, mode: Mode) -> Vec<Value> {
    recorded.sort_by(|a, b| {
        let ([low, high], [other_low, other_high]) = (a.time(), b.time());
        let by_time = low.total_cmp(&other_low).then(high.total_cmp(&other_high));
        by_time.then(a.pair.cmp(&b.pair))
    });
    let (mut group, mut reached) = (0, recorded.first().map_or(0.0, |first| first.met.t_hi()));
    let lines = recorded.iter().map(|event| {
        let [low, high] = event.time();
        group += u32::from(low > reached);
        reached = reached.max(high);
        event.line(mode, group)
    });
    lines.collect()
}
