//! Moves the bodies frame by frame: a world finds what they meet.

use std::time::{Duration, Instant};

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Event, Jobs, Mobility, Mode, Motion, Phase, Pose, Rayon,
    Serial, Statistics, World, WorldFrame,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::asker::{Asker, Outputs};
use super::contacts::{Contact, Contacts, FoundContact};
use super::model::{MAX_PAIRS, OnHit, Scene};
use super::recorded_contact::RecordedContact;
use super::recording::{Moved, Recording};
use super::stop::{Stops, in_the_frame, stop_solids};
use super::track::TrackedMotion;
use super::walker::Walker;
use crate::error::{Problem, Result, at_key};

/// Options for running a scene.
#[derive(Debug, Clone, Copy)]
pub struct How {
    pub frames: u64,
    pub mode: Mode,
    pub threads: usize,
}

/// Results of a whole run.
#[derive(Debug, Default)]
pub struct Outcome {
    pub contacts: Vec<Contact>,
    pub mode: Mode,
    pub frames: u64,
    /// Number of pairs that the filters let collide and of which one body moves.
    pub pairs: u64,
    /// Answers about pairs, by boxes or else.
    pub queries: u64,
    pub proved_apart: u64,
    /// Statistics of the world, over all frames.
    pub took: Statistics,
    /// Duration of each frame of the world.
    pub times: Vec<Duration>,
}

/// The files of a run, to be ended.
#[derive(Debug, Default)]
pub struct Files {
    pub kept: Outputs,
    pub recording: Option<Recording>,
}

/// Runs a scene; `after_frame` is called after each frame.
pub fn simulate(
    scene: &Scene,
    how: How,
    files: Files,
    mut after_frame: impl FnMut(),
) -> Result<(Outcome, Files)> {
    let mut run = Run::new(scene, how, files)?;
    for frame in 0..how.frames {
        run.frame(frame)?;
        after_frame();
    }
    let files = Files {
        kept: run.asker.kept,
        recording: run.recording,
    };
    let contacts = run.contacts.all;
    Ok((
        Outcome {
            contacts,
            ..run.outcome
        },
        files,
    ))
}

struct Run<'a> {
    scene: &'a Scene,
    how: How,
    walkers: Vec<Walker<'a>>,
    world: World,
    /// By the scene's bodies.
    ids: Vec<BodyId>,
    pool: Option<ThreadPool>,
    options: AdvanceOptions,
    found: WorldFrame,
    asker: Asker<'a>,
    recording: Option<Recording>,
    contacts: Contacts,
    outcome: Outcome,
}

impl<'a> Run<'a> {
    fn new(scene: &'a Scene, how: How, files: Files) -> Result<Self> {
        let walkers: Vec<Walker<'a>> = scene.bodies.iter().map(Walker::new).collect();
        let mut world = World::new();
        let bodies = scene.bodies.iter().zip(&walkers).zip(0..);
        let ids = bodies.map(|((body, walker), user)| {
            world.add(BodyInput {
                user,
                filter: body.filter,
                role: body.role,
                mobility: match body.is_fixed() {
                    true => Mobility::Static,
                    false => Mobility::Moving,
                },
                ..BodyInput::new(body.shape.clone(), *walker.pose())
            })
        });
        let ids = ids.collect();
        let pool = match how.threads {
            1 => None,
            threads => {
                let pool = ThreadPoolBuilder::new().num_threads(threads);
                let pool = pool.use_current_thread().build();
                Some(pool.map_err(|error| Problem::invalid("threads", error.to_string()))?)
            }
        };
        let pairs = scene.pairs(|k| !scene.bodies[k].is_fixed());
        if files.kept.keeps_all() && pairs > MAX_PAIRS {
            let message = format!(
                "{pairs} pairs of which a body moves; with --certificate or --capture-all at most {MAX_PAIRS} are run"
            );
            return Err(Problem::invalid("bodies", message));
        }
        Ok(Run {
            scene,
            how,
            walkers,
            world,
            ids,
            pool,
            options: AdvanceOptions {
                mode: how.mode,
                max_pairs: MAX_PAIRS,
                ..AdvanceOptions::default()
            },
            found: WorldFrame::default(),
            asker: Asker::new(scene, files.kept),
            recording: files.recording,
            contacts: Contacts::default(),
            outcome: Outcome {
                mode: how.mode,
                frames: how.frames,
                pairs,
                ..Outcome::default()
            },
        })
    }

    fn frame(&mut self, frame: u64) -> Result<()> {
        let frame_s = self.scene.frame_s;
        let walkers = self.walkers.iter();
        let motions = walkers.map(|walker| walker.motion(frame, frame_s));
        let motions: Vec<Option<Motion>> = motions.collect::<Result<_>>()?;
        self.advance(frame, &motions)?;
        // Of those that rest where they are.
        let whole = motions.iter().zip(&self.walkers);
        let whole = whole.map(|(motion, walker)| motion.unwrap_or(Motion::fixed(*walker.pose())));
        let whole: Vec<Motion> = whole.collect();
        let (stopped, recorded) = match self.scene.on_hit {
            OnHit::Record => (vec![None; whole.len()], self.go_on(frame, &whole)?),
            OnHit::Stop => self.stop_at_hits(frame, &whole)?,
        };
        let mut moved = Vec::new();
        for (k, motion) in motions.iter().enumerate() {
            let Some(motion) = motion else { continue };
            if let Some(track) = &mut self.asker.kept.track {
                track.moved.push(TrackedMotion {
                    frame,
                    body: k,
                    motion: *motion,
                    stopped_at: stopped[k].map(|(t, _)| t),
                });
            }
            let walker = &mut self.walkers[k];
            let mut way = Moved::whole(k, motion);
            match stopped[k] {
                Some((t, pose)) => {
                    walker.stop(pose);
                    way.stopped_at = Some(t);
                    way.turn = way.turn.map(|turn| turn * t);
                }
                None => walker.advance(motion, self.scene.gravity * frame_s)?,
            }
            way.end = *walker.pose();
            moved.push(way);
            let there = self.world.get(self.ids[k]).map_err(at_key("bodies"))?;
            if there.pose() != walker.pose() {
                let put = self.world.teleport(self.ids[k], *walker.pose());
                put.map_err(at_key("bodies"))?;
            }
        }
        if let Some(recording) = &mut self.recording {
            recording.frame(frame, &moved, recorded);
        }
        Ok(())
    }

    /// The world's frame.
    fn advance(&mut self, frame: u64, motions: &[Option<Motion>]) -> Result<()> {
        let given = self.ids.iter().zip(motions);
        let given = given.filter_map(|(id, motion)| Some((*id, (*motion)?)));
        let given: Vec<(BodyId, Motion)> = given.collect();
        let begin = Instant::now();
        let (world, options, found) = (&mut self.world, &self.options, &mut self.found);
        let stops = self.scene.on_hit == OnHit::Stop;
        let mut advance = |jobs: &dyn Jobs| match stops {
            true => {
                let respond = &mut stop_solids;
                world.advance_with_responses_into(&given, options, jobs, respond, found)
            }
            false => world.advance_into(&given, options, jobs, found),
        };
        let advanced = match &self.pool {
            None => advance(&Serial),
            Some(pool) => pool.install(|| Rayon::awake(|| advance(&Rayon))),
        };
        advanced
            .map_err(|error| Problem::invalid("bodies", format!("in frame {frame}: {error}")))?;
        self.outcome.times.push(begin.elapsed());
        self.outcome.took.add(&self.found.statistics);
        Ok(())
    }

    /// Runs a frame in which bodies do not stop at contacts, and returns its line of a recording.
    fn go_on(&mut self, frame: u64, whole: &[Motion]) -> Result<Vec<RecordedContact>> {
        let (took, mode) = (&self.found.statistics, self.how.mode);
        self.outcome.queries += self.outcome.pairs;
        self.outcome.proved_apart += self.outcome.pairs - took.hit - took.undecided;
        if self.asker.kept.keeps_all() {
            self.keep_all(frame, whole)?;
        }
        let records = self.recording.is_some();
        let mut recorded = Vec::new();
        let mut events = std::mem::take(&mut self.found.events);
        let pair = |event: &Event| event.users.map(|user| user as usize);
        // Contacts of a frame are recorded in the order of bodies.
        events.sort_by_key(pair);
        for event in &events {
            let pair = pair(event);
            let motions = pair.map(|k| &whole[k]);
            let mut tell = |phase, met: &FoundContact| {
                recorded.extend(records.then(|| RecordedContact {
                    pair,
                    phase,
                    sensor: event.sensor,
                    met: met.clone(),
                }));
            };
            let by_world = FoundContact::Event(Box::new(*event));
            if event.phase == Phase::End {
                tell(event.phase, &by_world);
                if let Some(contact) = self.contacts.going_on(pair, frame, mode, event.phase)
                    && mode == Mode::All
                {
                    (contact.last_frame, contact.exit) = (frame, Some(event.exit));
                }
                continue;
            }
            let at_end = self.asker.meet(pair, motions.map(Motion::end));
            if let Some(contact) = self.contacts.going_on(pair, frame, mode, event.phase) {
                contact.last_frame = frame;
                contact.seen_by_poses |= at_end;
                tell(Phase::Stay, &by_world);
                if mode == Mode::First && !self.asker.kept.keeps_all() {
                    self.keep_again(frame, pair, motions)?;
                }
                continue;
            }
            let (phase, met) = match mode {
                Mode::First => {
                    let found = self.asker.ask(pair, motions)?;
                    if !self.asker.kept.keeps_all() {
                        self.asker.keep(frame, pair, motions, &found);
                    }
                    if !found.verdict.may_hit() {
                        self.outcome.proved_apart += 1;
                        continue;
                    }
                    (Phase::Begin, FoundContact::Impact(Box::new(found)))
                }
                _ => (event.phase, by_world),
            };
            tell(phase, &met);
            let contact = self.contacts.begin(Contact::new(pair, frame, met))?;
            contact.seen_by_poses = at_end || self.asker.meet(pair, motions.map(Motion::start));
            if event.phase == Phase::Pass {
                contact.exit = Some(event.exit);
            }
        }
        self.found.events = events;
        Ok(recorded)
    }

    /// Keeps the query of a contact that lasts.
    fn keep_again(&mut self, frame: u64, pair: [usize; 2], motions: [&Motion; 2]) -> Result<()> {
        if self.asker.kept.capture.is_some() {
            let found = self.asker.ask(pair, motions)?;
            self.asker.keep(frame, pair, motions, &found);
        }
        Ok(())
    }

    /// Queries every pair that the filters let collide, and keeps the answers.
    fn keep_all(&mut self, frame: u64, whole: &[Motion]) -> Result<()> {
        for a in 0..whole.len() {
            for b in a + 1..whole.len() {
                if self.asker.allows([a, b]) {
                    let motions = [&whole[a], &whole[b]];
                    let found = self.asker.ask([a, b], motions)?;
                    self.asker.keep(frame, [a, b], motions, &found);
                }
            }
        }
        Ok(())
    }

    /// Tells of a frame in which bodies that hit each other stopped. Returns when and where they did, and its line of a recording.
    #[allow(clippy::type_complexity)]
    fn stop_at_hits(
        &mut self,
        frame: u64,
        whole: &[Motion],
    ) -> Result<(Vec<Option<(f64, Pose)>>, Vec<RecordedContact>)> {
        let events = std::mem::take(&mut self.found.events);
        let changes = std::mem::take(&mut self.found.changes);
        let mut stops = Stops::new(whole);
        let pairs = self.scene.pairs(|body| stops.moves(body));
        let asked = pairs + self.found.statistics.tested_again;
        self.outcome.queries += asked;
        self.outcome.proved_apart += asked;
        if self.asker.kept.keeps_all() {
            self.keep_all(frame, whole)?;
        }
        let mut recorded = Vec::new();
        let mut changes = changes.iter().peekable();
        for (number, event) in events.iter().enumerate() {
            let pair = event.users.map(|user| user as usize);
            // Bodies that both stand say nothing new.
            if !pair.iter().any(|&body| stops.moves(body)) {
                continue;
            }
            self.outcome.proved_apart = self.outcome.proved_apart.saturating_sub(1);
            let (from, motions) = stops.rest_of(pair, 0.0)?;
            let motions = [&motions[0], &motions[1]];
            let going_on = self
                .contacts
                .going_on(pair, frame, Mode::First, Phase::Stay);
            let phase = match going_on {
                Some(_) => Phase::Stay,
                None => Phase::Begin,
            };
            let found = self.asker.ask(pair, motions)?;
            if !self.asker.kept.keeps_all() {
                self.asker.keep_from(from, frame, pair, motions, &found);
            }
            let met = match found.verdict.may_hit() {
                true => FoundContact::Impact(Box::new(in_the_frame(found, from))),
                false => FoundContact::Event(Box::new(*event)),
            };
            if self.recording.is_some() {
                recorded.push(RecordedContact {
                    pair,
                    phase,
                    sensor: event.sensor,
                    met: met.clone(),
                });
            }
            // Where they would be had they not stopped.
            let whole = pair.map(|body| &whole[body]);
            let seen = self.asker.meet(pair, whole.map(Motion::start))
                || self.asker.meet(pair, whole.map(Motion::end));
            let contact = match self.contacts.last_of(pair) {
                Some(contact) if phase == Phase::Stay => contact,
                _ => self.contacts.begin(Contact::new(pair, frame, met))?,
            };
            contact.last_frame = frame;
            contact.seen_by_poses |= seen;
            while let Some(change) = changes.next_if(|change| change.event == number) {
                let body = self.ids.iter().position(|id| *id == change.body);
                let body = body.expect("a body of the scene");
                stops.stop(body, change.t, *change.motion.start());
                if self.asker.kept.keeps_all() {
                    self.keep_rest(frame, body, change.t, &stops)?;
                }
            }
        }
        self.found.events = events;
        Ok((stops.stopped, recorded))
    }

    /// Keeps the answers about a body that stopped and all that still move and that it has not met, for the rest of the frame.
    fn keep_rest(&mut self, frame: u64, stopped: usize, t: f64, stops: &Stops<'_>) -> Result<()> {
        for other in (0..self.scene.bodies.len()).filter(|&other| stops.moves(other)) {
            let pair = [stopped.min(other), stopped.max(other)];
            if !self.asker.allows(pair) || self.contacts.met_in(pair, frame) {
                continue;
            }
            let (_, motions) = stops.rest_of(pair, t)?;
            let motions = [&motions[0], &motions[1]];
            let found = self.asker.ask(pair, motions)?;
            self.asker.keep_from(t, frame, pair, motions, &found);
        }
        Ok(())
    }
}
