//! Moves the bodies frame by frame and asks every pair what happened in between.
//!
//! No pair is culled: a pair that stays apart costs one plane look, and a scene of a few hundred
//! bodies is done before a broad phase is worth its lines.

use interframe::case::{Bodies, Case, Query};
use interframe::{
    IntersectOptions, Motion, MovingPair, PairState, Pose, PosedPair, TimeOfImpact,
    TimeOfImpactOptions, Verdict, intersect, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};

use super::capture::Capture;
use super::model::{Body, Course, OnHit, Scene};
use super::proofs::Proofs;
use super::stop::{Paths, in_the_frame};
use crate::error::{Problem, Result, at_key};

/// Contacts of a run. Below 1 GB.
const MAX_CONTACTS: usize = 2_000_000;

/// A contact that began, and went on until `last_frame`.
#[derive(Debug, Clone)]
pub struct Contact {
    /// Indices into the scene's bodies, in the order of the query.
    pub a: usize,
    pub b: usize,
    pub frame: u64,
    pub last_frame: u64,
    /// The answer of the first frame.
    pub found: TimeOfImpact,
    /// Whether `intersect` at one of the frame poses from `frame` to `last_frame` sees it.
    pub seen_by_poses: bool,
}

/// What a whole run found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// In the order in which they began, then by bodies.
    pub contacts: Vec<Contact>,
    pub pairs: usize,
    pub frames: u64,
    pub queries: u64,
    pub proved_apart: u64,
}

impl Outcome {
    /// Writes down a contact that begins; its index.
    fn begin(&mut self, contact: Contact) -> Result<usize> {
        if self.contacts.len() == MAX_CONTACTS {
            return Err(Problem::Invalid {
                key: "bodies".into(),
                message: format!(
                    "in frame {}: more than {MAX_CONTACTS} contacts",
                    contact.frame
                ),
            });
        }
        self.contacts.push(contact);
        Ok(self.contacts.len() - 1)
    }
}

/// Files that keep the queries of a run.
#[derive(Debug)]
pub struct Kept<'a> {
    pub capture: Option<&'a mut Capture>,
    pub proofs: Option<&'a mut Proofs>,
}

/// Runs a scene; `after_frame` is called after each frame.
pub fn simulate(
    scene: &Scene,
    frames: u64,
    mut kept: Kept<'_>,
    mut after_frame: impl FnMut(),
) -> Result<Outcome> {
    let mut walkers: Vec<Walker<'_>> = scene.bodies.iter().map(Walker::new).collect();
    let mut pairs = pairs(scene);
    let mut outcome = Outcome {
        pairs: pairs.len(),
        frames,
        ..Outcome::default()
    };
    for frame in 0..frames {
        let motions = walkers
            .iter()
            .map(|walker| walker.motion(frame, scene.frame_s))
            .collect::<Result<Vec<_>>>()?;
        match scene.on_hit {
            OnHit::Record => {
                for pair in &mut pairs {
                    let found = pair.step(scene, frame, &motions, &mut outcome)?;
                    pair.keep(scene, frame, &motions, &found, &mut kept)?;
                }
            }
            OnHit::Stop => {
                let frozen =
                    stop_at_hits(scene, frame, &motions, &mut pairs, &mut outcome, &mut kept)?;
                for (walker, pose) in walkers.iter_mut().zip(frozen) {
                    walker.stopped = walker.stopped.or(pose);
                }
            }
        }
        for (walker, motion) in walkers.iter_mut().zip(&motions) {
            walker.advance(motion, scene.gravity * scene.frame_s)?;
        }
        after_frame();
    }
    Ok(outcome)
}

/// One frame of `on_hit: stop`; where bodies froze in it.
fn stop_at_hits(
    scene: &Scene,
    frame: u64,
    motions: &[Motion],
    pairs: &mut [Pair],
    outcome: &mut Outcome,
    kept: &mut Kept<'_>,
) -> Result<Vec<Option<Pose>>> {
    let mut paths = Paths::new(scene, motions);
    // The contact that each pair would come to next.
    let mut next: Vec<Option<TimeOfImpact>> = Vec::with_capacity(pairs.len());
    for pair in pairs.iter_mut() {
        next.push(pair.ask_from(0.0, &paths, frame, outcome, kept)?);
    }
    let earliest = |next: &[Option<TimeOfImpact>]| -> Option<(usize, TimeOfImpact)> {
        let found = next
            .iter()
            .enumerate()
            .filter_map(|(k, f)| Some((k, (*f)?)));
        // Of equal times the first pair.
        found.min_by(|(_, f), (_, g)| f.t_lo.total_cmp(&g.t_lo))
    };
    while let Some((k, found)) = earliest(&next) {
        let (a, b) = (pairs[k].a, pairs[k].b);
        pairs[k].begin(scene, frame, motions, found, outcome)?;
        next[k] = None;
        let froze = [a, b].map(|body| paths.moves(body).then_some(body));
        for body in froze.into_iter().flatten() {
            paths.freeze(body, found.t_lo)?;
        }
        for (pair, next) in pairs.iter_mut().zip(&mut next) {
            if froze
                .into_iter()
                .flatten()
                .any(|body| pair.a == body || pair.b == body)
            {
                *next = pair.ask_from(found.t_lo, &paths, frame, outcome, kept)?;
            }
        }
    }
    Ok((0..motions.len()).map(|body| paths.frozen(body)).collect())
}

/// All pairs of which at least one body moves.
fn pairs(scene: &Scene) -> Vec<Pair> {
    let fixed = |i: usize| matches!(scene.bodies[i].course, Course::Fixed(_));
    let count = scene.bodies.len();
    (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .filter(|&(a, b)| !(fixed(a) && fixed(b)))
        .map(|(a, b)| Pair {
            a,
            b,
            swept: PairState::default(),
            before: PairState::default(),
            posed: PairState::default(),
            met_at_start: None,
            contact: None,
            kept: (0, 0),
        })
        .collect()
}

#[derive(Debug)]
struct Pair {
    a: usize,
    b: usize,
    /// Warm starts of the two kinds of query, kept apart: their planes differ.
    swept: PairState,
    /// From what the last answer began.
    before: PairState,
    posed: PairState,
    /// Whether the poses where this frame starts meet, as the last frame found at its end.
    met_at_start: Option<bool>,
    /// The contact that goes on, as an index into the outcome.
    contact: Option<usize>,
    /// A frame, and its answers so far.
    kept: (u64, u64),
}

impl Pair {
    fn ask(&mut self, scene: &Scene, [motion_a, motion_b]: [&Motion; 2]) -> Result<TimeOfImpact> {
        let (a, b) = (&scene.bodies[self.a], &scene.bodies[self.b]);
        let pair = MovingPair::new(&a.shape, motion_a, &b.shape, motion_b);
        self.before = self.swept;
        time_of_impact(&pair, &TimeOfImpactOptions::default(), &mut self.swept)
            .map_err(at_key(&a.name))
    }

    /// Whether the bodies meet at these poses.
    fn meet(&mut self, scene: &Scene, pose_a: &Pose, pose_b: &Pose) -> bool {
        let (a, b) = (&scene.bodies[self.a].shape, &scene.bodies[self.b].shape);
        let pair = PosedPair::new(a, pose_a, b, pose_b);
        intersect(&pair, &IntersectOptions::default(), &mut self.posed)
            .is_ok_and(|found| found.verdict == Verdict::Hit)
    }

    fn step(
        &mut self,
        scene: &Scene,
        frame: u64,
        motions: &[Motion],
        outcome: &mut Outcome,
    ) -> Result<TimeOfImpact> {
        let (motion_a, motion_b) = (&motions[self.a], &motions[self.b]);
        let found = self.ask(scene, [motion_a, motion_b])?;
        outcome.queries += 1;
        let met_at_start = match self.met_at_start {
            Some(met) => met,
            None => self.meet(scene, motion_a.start(), motion_b.start()),
        };
        let met_at_end = self.meet(scene, motion_a.end(), motion_b.end());
        self.met_at_start = Some(met_at_end);
        if !found.verdict.may_hit() {
            outcome.proved_apart += 1;
            self.contact = None;
            return Ok(found);
        }
        let index = match self.contact {
            Some(index) => index,
            None => outcome.begin(self.contact(frame, found))?,
        };
        self.contact = Some(index);
        let contact = &mut outcome.contacts[index];
        contact.last_frame = frame;
        contact.seen_by_poses |= met_at_start || met_at_end;
        Ok(found)
    }

    /// Asks about the frame from `t` on. None when both bodies rest, or are proved apart.
    fn ask_from(
        &mut self,
        t: f64,
        paths: &Paths<'_>,
        frame: u64,
        outcome: &mut Outcome,
        kept: &mut Kept<'_>,
    ) -> Result<Option<TimeOfImpact>> {
        if !paths.moves(self.a) && !paths.moves(self.b) {
            return Ok(None);
        }
        let scene = paths.scene();
        let (motion_a, motion_b) = (paths.from(self.a, t)?, paths.from(self.b, t)?);
        let found = self.ask(scene, [&motion_a, &motion_b])?;
        outcome.queries += 1;
        self.keep_motions(scene, frame, [&motion_a, &motion_b], &found, kept)?;
        if !found.verdict.may_hit() {
            outcome.proved_apart += 1;
            return Ok(None);
        }
        Ok(Some(in_the_frame(found, t)))
    }

    /// Writes down a contact that begins and ends its bodies' way.
    fn begin(
        &mut self,
        scene: &Scene,
        frame: u64,
        motions: &[Motion],
        found: TimeOfImpact,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let (of_a, of_b) = (&motions[self.a], &motions[self.b]);
        // Where they would be had they not stopped.
        let seen_by_poses = self.meet(scene, of_a.start(), of_b.start())
            || self.meet(scene, of_a.end(), of_b.end());
        outcome.begin(Contact {
            seen_by_poses,
            ..self.contact(frame, found)
        })?;
        Ok(())
    }

    fn contact(&self, frame: u64, found: TimeOfImpact) -> Contact {
        Contact {
            a: self.a,
            b: self.b,
            frame,
            last_frame: frame,
            found,
            seen_by_poses: false,
        }
    }

    /// Keeps an answer about a whole frame, as far as that is wanted.
    fn keep(
        &mut self,
        scene: &Scene,
        frame: u64,
        motions: &[Motion],
        found: &TimeOfImpact,
        kept: &mut Kept<'_>,
    ) -> Result<()> {
        let motions = [&motions[self.a], &motions[self.b]];
        self.keep_motions(scene, frame, motions, found, kept)
    }

    /// The same of any motions of the two bodies.
    fn keep_motions(
        &mut self,
        scene: &Scene,
        frame: u64,
        [motion_a, motion_b]: [&Motion; 2],
        found: &TimeOfImpact,
        kept: &mut Kept<'_>,
    ) -> Result<()> {
        let (a, b) = (&scene.bodies[self.a], &scene.bodies[self.b]);
        let id = self.next_id(frame, [&a.name, &b.name]);
        if let Some(proofs) = kept.proofs.as_deref_mut() {
            proofs.add(&id, [(a, motion_a), (b, motion_b)], found);
        }
        if let Some(capture) = kept.capture.as_deref_mut()
            && capture.wants(found.verdict.may_hit())
        {
            let about = Bodies {
                bodies: [a.shape.clone(), b.shape.clone()],
                places: [*motion_a, *motion_b],
            };
            let query = Query::TimeOfImpact(about, TimeOfImpactOptions::default());
            capture.add(&Case::new(&id, query, Some(&self.before)));
        }
        Ok(())
    }

    /// Its own for each answer: a pair is asked again in a frame when one of its bodies stopped.
    fn next_id(&mut self, frame: u64, [a, b]: [&str; 2]) -> String {
        if self.kept.0 != frame {
            self.kept = (frame, 0);
        }
        self.kept.1 += 1;
        match self.kept.1 {
            1 => format!("frame {frame}: {a}, {b}"),
            again => format!("frame {frame} ({again}): {a}, {b}"),
        }
    }
}

/// A body on its way through the frames.
#[derive(Debug)]
struct Walker<'a> {
    body: &'a Body,
    pose: Pose,
    velocity: Vector3<f64>,
    /// Where it rests since it met another.
    stopped: Option<Pose>,
}

impl<'a> Walker<'a> {
    fn new(body: &'a Body) -> Self {
        let (pose, velocity) = match &body.course {
            Course::Fixed(pose) => (*pose, Vector3::zeros()),
            Course::Free { pose, velocity, .. } => (*pose, *velocity),
            Course::Keyframes(poses) => (poses[0], Vector3::zeros()),
        };
        Walker {
            body,
            pose,
            velocity,
            stopped: None,
        }
    }

    fn motion(&self, frame: u64, frame_s: f64) -> Result<Motion> {
        if let Some(pose) = self.stopped {
            return Ok(Motion::fixed(pose));
        }
        let pivot = self.body.pivot;
        match &self.body.course {
            Course::Fixed(pose) => Ok(Motion::fixed(*pose)),
            Course::Free { spin, .. } => Motion::from_turn(
                self.pose,
                self.pose.translation() + self.velocity * frame_s,
                spin * frame_s,
                pivot,
            ),
            Course::Keyframes(poses) => {
                let k = frame as usize;
                Motion::between(poses[k], poses[k + 1], pivot)
            }
        }
        .map_err(|source| self.problem(frame, source))
    }

    fn problem(&self, frame: u64, source: interframe::Error) -> Problem {
        Problem::Invalid {
            key: self.body.name.clone(),
            message: format!("in frame {frame}: {source}"),
        }
    }

    /// The next frame starts where this one ended, bit for bit, unless the quaternion's norm has
    /// drifted: it must stay well within the 1e-3 that a pose allows.
    fn advance(&mut self, motion: &Motion, gained: Vector3<f64>) -> Result<()> {
        if let (Course::Free { .. }, None) = (&self.body.course, self.stopped) {
            self.velocity += gained;
            let end = motion.end();
            let q = end.quaternion().coords;
            let norm_sq = ((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w;
            self.pose = if (norm_sq - 1.0).abs() > 1e-12 {
                let unit = Quaternion::from(q / norm_sq.sqrt());
                Pose::new(end.translation(), unit).map_err(at_key(&self.body.name))?
            } else {
                *end
            };
        }
        Ok(())
    }
}
