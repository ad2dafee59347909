//! One pair of a frame: the exact query, and the events that come of it.

use crate::body::handle::Body;
use crate::body::pieces::PieceId;
use crate::ccd::contact_intervals::{ContactInterval, List};
use crate::ccd::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::distance::pair_distance::{Distance, DistanceOptions, distance};
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::pair::PairState;
use crate::prove::asked::{intersect, into_list, time_of_impact};
use crate::verdict::{DecidedBy, Reason, Verdict};
use crate::world::advance_options::{AdvanceOptions, Mode};
use crate::world::bodies::{Role, World};
use crate::world::event::{Event, Phase};
use crate::world::ids::{PairKey, Piece};
use crate::world::pairs::PairRecord;
use crate::world::scratch::Found;

/// What pairs are asked with.
pub(crate) struct NarrowPhase<'a> {
    pub(crate) world: &'a World,
    pub(crate) options: &'a AdvanceOptions,
    /// In mode poses: bodies at their end poses, by spots, and where each is, by index.
    pub(crate) posed: &'a [Posed<'a>],
    pub(crate) spots: &'a [u32],
}

/// A body at its end pose.
pub(crate) type Posed<'a> = Option<(Body<'a>, Pose)>;

impl<'a> NarrowPhase<'a> {
    pub(crate) fn new(world: &'a World, options: &'a AdvanceOptions) -> Self {
        NarrowPhase {
            world,
            options,
            posed: &[],
            spots: &[],
        }
    }

    /// A body at its end pose.
    #[inline(always)]
    fn at_end(&self, piece: &Piece) -> (Body<'_>, &Pose) {
        let index = piece.body.index();
        let spot = self.spots.get(index as usize).copied().unwrap_or(u32::MAX);
        match self.posed.get(spot as usize) {
            Some(Some((shape, pose))) => (*shape, pose),
            _ => {
                let body = self.world.body(index);
                (body.shape.get(), body.pose())
            }
        }
    }

    /// Asks about a pair, leaves whether it is in contact, and its events.
    #[inline]
    pub(crate) fn ask(&self, record: &mut PairRecord, found: &mut Found) -> Result<()> {
        match self.options.mode {
            Mode::Poses => self.poses(record, found),
            Mode::First => self.first(record, found),
            Mode::All => self.all(record, found),
        }
    }

    /// A pair that the budget leaves.
    pub(crate) fn pass_over(&self, record: &mut PairRecord, found: &mut Found) {
        let phase = if record.touching {
            Phase::Stay
        } else {
            Phase::Begin
        };
        record.touching = true;
        found.statistics.over_budget += 1;
        count(Verdict::Undecided, found);
        let event = self.event(&record.key, phase, Verdict::Undecided);
        let t_lo = if self.options.mode == Mode::Poses {
            1.0
        } else {
            0.0
        };
        found.events.push(Event {
            reason: Reason::Budget,
            t_lo,
            ..event
        });
    }

    /// Of a pair in contact before whose boxes are apart, if the mode tells of ends.
    pub(crate) fn parted(&self, key: &PairKey) -> Option<Event> {
        let event = self.event(key, Phase::End, Verdict::Separated);
        match self.options.mode {
            Mode::Poses => Some(event),
            Mode::First => None,
            Mode::All => Some(ends_at(event, [0.0; 2])),
        }
    }

    fn event(&self, key: &PairKey, phase: Phase, verdict: Verdict) -> Event {
        let [a, b] = [key.a, key.b].map(|piece| self.world.body(piece.body.index()));
        Event {
            key: *key,
            users: [a.side.user, b.side.user],
            phase,
            sensor: a.role == Role::Sensor || b.role == Role::Sensor,
            verdict,
            reason: Reason::None,
            t_lo: 1.0,
            t_hi: 1.0,
            exit: [1.0; 2],
            contact: Contact::None,
            gap: 0.0,
            point_a: None,
            point_b: None,
            normal: None,
            separation_velocity: 0.0,
            order_group: 0,
        }
    }

    pub(crate) fn moving(&self, key: &PairKey) -> MovingPair<'_> {
        let [a, b] = [key.a, key.b].map(|piece| self.world.body(piece.body.index()));
        MovingPair {
            a: a.shape.get(),
            motion_a: &a.motion,
            b: b.shape.get(),
            motion_b: &b.motion,
        }
    }

    fn poses(&self, record: &mut PairRecord, found: &mut Found) -> Result<()> {
        let ((a, pose_a), (b, pose_b)) = (self.at_end(&record.key.a), self.at_end(&record.key.b));
        let pair = PosedPair {
            a,
            pose_a,
            b,
            pose_b,
        };
        let answer = intersect(&pair, &self.options.intersect, &mut record.state)?;
        let statistics = &mut found.statistics;
        match answer.decided_by {
            DecidedBy::State => statistics.by_state += 1,
            DecidedBy::Float => statistics.by_float += 1,
            DecidedBy::Exact => statistics.by_exact += 1,
            DecidedBy::Nothing => {}
        }
        statistics.took(&record.key, answer.iterations, 0);
        count(answer.verdict, found);
        let was = std::mem::replace(&mut record.touching, answer.verdict.may_hit());
        let phase = match (was, record.touching) {
            (false, false) => return Ok(()),
            (false, true) => Phase::Begin,
            (true, true) => Phase::Stay,
            (true, false) => Phase::End,
        };
        found.events.push(Event {
            reason: answer.reason,
            contact: overlap(answer.verdict),
            point_a: answer.point,
            point_b: answer.point,
            ..with_pieces(
                self.event(&record.key, phase, answer.verdict),
                answer.pieces,
            )
        });
        Ok(())
    }

    fn first(&self, record: &mut PairRecord, found: &mut Found) -> Result<()> {
        let pair = self.moving(&record.key);
        let asked = &self.options.time_of_impact;
        // What curved bodies do after a contact that is to be ignored is not asked.
        let hides = asked.initial_contact != InitialContact::Report && is_curved(&pair);
        let answer = match hides {
            true => first_of_curved(&pair, asked, &mut record.state)?,
            false => time_of_impact(&pair, asked, &mut record.state)?,
        };
        tell(&record.key, &answer, found);
        count(answer.verdict, found);
        let was = std::mem::replace(&mut record.touching, answer.verdict.may_hit());
        if !record.touching {
            return Ok(());
        }
        let lasts = was && (answer.initial || answer.t_hi == 0.0);
        let phase = if lasts { Phase::Stay } else { Phase::Begin };
        let ignored = asked.initial_contact == InitialContact::OnlyIfApproaching
            && answer.separation_velocity < 0.0;
        let reason = match hides && answer.initial && !ignored {
            true => Reason::BodyKind,
            false => answer.reason,
        };
        found.events.push(Event {
            reason,
            ..impact(self.event(&record.key, phase, answer.verdict), &answer)
        });
        Ok(())
    }

    fn all(&self, record: &mut PairRecord, found: &mut Found) -> Result<()> {
        let pair = self.moving(&record.key);
        let mut intervals = std::mem::take(&mut found.intervals);
        let verdict = self.intervals(&pair, record, found, &mut intervals)?;
        count(verdict, found);
        let event = |phase, verdict| self.event(&record.key, phase, verdict);
        let mut was = record.touching;
        // Apart from the start on: what was in contact before is no more.
        if was && intervals.first().is_none_or(|first| first.enter[0] > 0.0) {
            found
                .events
                .push(ends_at(event(Phase::End, Verdict::Separated), [0.0; 2]));
            was = false;
        }
        for interval in &intervals {
            let ends = interval.exit[1] < 1.0;
            let phase = match (was, ends) {
                (true, true) => Phase::End,
                (true, false) => Phase::Stay,
                (false, true) => Phase::Pass,
                (false, false) => Phase::Begin,
            };
            was = !ends;
            let ContactInterval { enter, exit, .. } = *interval;
            let [t_lo, t_hi] = match phase {
                Phase::End => exit,
                Phase::Stay => [0.0; 2],
                _ => enter,
            };
            let verdict = match interval.contact {
                Contact::None => Verdict::Undecided,
                _ => Verdict::Hit,
            };
            // Where contact was seen, and where the two were apart next to it.
            let seen = match phase {
                Phase::End => exit,
                _ => [enter[1], enter[0]],
            };
            found.events.push(Event {
                reason: interval.reason,
                t_lo,
                t_hi,
                exit: if ends { exit } else { [1.0; 2] },
                contact: interval.contact,
                gap: interval.gap,
                ..self.witnessed(
                    with_pieces(event(phase, verdict), interval.pieces),
                    &pair,
                    seen,
                )
            });
        }
        record.touching = was;
        intervals.clear();
        found.intervals = intervals;
        Ok(())
    }

    /// The contacts of a pair; of curved bodies the first, with an end that is not looked for.
    fn intervals(
        &self,
        pair: &MovingPair<'_>,
        record: &mut PairRecord,
        found: &mut Found,
        intervals: &mut Vec<ContactInterval>,
    ) -> Result<Verdict> {
        let asked = &self.options.time_of_impact;
        if !is_curved(pair) {
            let put = &mut |_, interval| intervals.push(interval);
            let answer = into_list(pair, asked, &mut record.state, List::new(usize::MAX, put))?;
            let by = match answer.solves {
                0 => &mut found.statistics.by_program,
                _ => &mut found.statistics.by_advance,
            };
            *by += 1;
            found
                .statistics
                .took(&record.key, answer.iterations, answer.solves);
            return Ok(answer.verdict);
        }
        let answer = time_of_impact(pair, asked, &mut record.state)?;
        tell(&record.key, &answer, found);
        let (entered, reason) = match answer.verdict {
            Verdict::Separated => return Ok(Verdict::Separated),
            Verdict::Hit => (answer.t_hi, Reason::BodyKind),
            Verdict::Undecided => (answer.t_lo, answer.reason),
        };
        intervals.push(ContactInterval {
            pieces: answer.pieces,
            enter: [answer.t_lo, entered],
            exit: [entered, 1.0],
            contact: answer.contact,
            gap: answer.gap,
            reason,
        });
        Ok(answer.verdict)
    }

    /// With the points of a contact that is proved, at a time at which it was seen, and its normal: that of the time at which
    /// the two were still or again apart where they overlap.
    fn witnessed(&self, event: Event, pair: &MovingPair<'_>, [seen, apart]: [f64; 2]) -> Event {
        if event.verdict != Verdict::Hit {
            return event;
        }
        let Some(found) = distance_at(pair, seen) else {
            return event;
        };
        let normal = || distance_at(pair, apart)?.normal;
        Event {
            point_a: found.point_a,
            point_b: found.point_b,
            normal: found.normal.or_else(normal),
            ..event
        }
    }
}

/// How far apart the two are at a time.
fn distance_at(pair: &MovingPair<'_>, t: f64) -> Option<Distance> {
    let [pose_a, pose_b] = [pair.motion_a, pair.motion_b].map(|motion| motion.pose_at(t));
    let (pose_a, pose_b) = (pose_a.ok()?, pose_b.ok()?);
    let posed = PosedPair {
        a: pair.a,
        pose_a: &pose_a,
        b: pair.b,
        pose_b: &pose_b,
    };
    let state = &mut PairState::default();
    distance(&posed, &DistanceOptions::default(), state).ok()
}

pub(crate) fn is_curved(pair: &MovingPair<'_>) -> bool {
    pair.a.is_curved() || pair.b.is_curved()
}

/// The pieces that an event is about, instead of the whole bodies.
fn with_pieces(event: Event, pieces: Option<[PieceId; 2]>) -> Event {
    let Some([a, b]) = pieces else {
        return event;
    };
    let of = |piece: Piece, id: PieceId| Piece {
        part: id.part,
        triangle: id.triangle,
        ..piece
    };
    let PairKey { a: of_a, b: of_b } = event.key;
    let key = PairKey {
        a: of(of_a, a),
        b: of(of_b, b),
    };
    Event { key, ..event }
}

/// Curved bodies are only asked for the first contact of all.
fn first_of_curved(
    pair: &MovingPair<'_>,
    asked: &TimeOfImpactOptions,
    state: &mut PairState,
) -> Result<TimeOfImpact> {
    let all = TimeOfImpactOptions {
        initial_contact: InitialContact::Report,
        ..*asked
    };
    time_of_impact(pair, &all, state)
}

/// What a time of impact says.
pub(crate) fn impact(event: Event, answer: &TimeOfImpact) -> Event {
    Event {
        verdict: answer.verdict,
        reason: answer.reason,
        t_lo: answer.t_lo,
        t_hi: answer.t_hi,
        contact: answer.contact,
        gap: answer.gap,
        point_a: answer.point_a,
        point_b: answer.point_b,
        normal: answer.normal,
        separation_velocity: answer.separation_velocity,
        ..with_pieces(event, answer.pieces)
    }
}

fn ends_at(event: Event, exit: [f64; 2]) -> Event {
    Event {
        t_lo: exit[0],
        t_hi: exit[1],
        exit,
        ..event
    }
}

fn overlap(verdict: Verdict) -> Contact {
    match verdict {
        Verdict::Hit => Contact::Overlap,
        _ => Contact::None,
    }
}

fn tell(key: &PairKey, answer: &TimeOfImpact, found: &mut Found) {
    match answer.solves {
        0 => found.statistics.by_program += 1,
        _ => found.statistics.by_advance += 1,
    }
    found.statistics.took(key, answer.iterations, answer.solves);
}

fn count(verdict: Verdict, found: &mut Found) {
    match verdict {
        Verdict::Separated => found.statistics.separated += 1,
        Verdict::Hit => found.statistics.hit += 1,
        Verdict::Undecided => found.statistics.undecided += 1,
    }
}
