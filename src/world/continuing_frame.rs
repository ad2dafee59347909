//! Frames in which bodies change their motions at contacts.
//!
//! The first pass is that of [`World::advance`]: every pair is swept as all bodies move undisturbed. Its contacts wait in a
//! queue by time. The first of them is put to the program. A body that it stops or redirects has another motion from then on, so
//! the contacts of its old motion are void, and the new motion is swept against every body that it may meet, each as that
//! moves from then on. Their contacts join the queue; none is earlier than the change. So when a contact is taken, both
//! bodies have got there without meeting anything that was not taken before.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use nalgebra::Vector3;

use crate::advance::impact::InitialContact;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::start_contact::bounding_motions;
use crate::bvh::aabb::Aabb;
use crate::error::{Error, Result, check_range};
use crate::motion::moving_box::MovingBox;
use crate::motion::pairs::MovingPair;
use crate::motion::rigid_motion::Motion;
use crate::pair::PairState;
use crate::verdict::{Reason, Verdict};
use crate::world::advance_options::{AdvanceOptions, Mode};
use crate::world::bodies::World;
use crate::world::event::{Event, Phase, WorldFrame};
use crate::world::frame_contact::{ContactBody, FrameContact};
use crate::world::ids::BodyId;
use crate::world::jobs::{Jobs, Serial};
use crate::world::narrow_phase::{event, impact, impact_of_pair};
use crate::world::pairs::{CachedPair, Ids};
use crate::world::response::{ChangeCause, MotionChange, Response};
use crate::world::tree::Tree;

/// Answers a contact with what A and B do.
pub type Responder<'a> = dyn FnMut(&FrameContact<'_>) -> [Response; 2] + 'a;

impl World {
    /// Moves bodies through a frame in which contacts change their motions: `respond` is asked at each contact, in the order
    /// of time, what A and B do from then on.
    ///
    /// A body that is stopped or redirected stands at `t_lo` of the event, where the two are still apart: a little earlier than
    /// [`advance`](Self::advance) says, so that they are apart by more than the rounding of their places. Whatever
    /// its new motion may meet in the rest of the frame is tested again, moving bodies as they move from then on. So
    /// nothing passes a body that was stopped: a wall that moves on meets it, and you are asked again. Touching bodies that
    /// do not approach each other after a change are no contact ([`InitialContact::OnlyIfApproaching`]), and you are not asked about those
    /// of the start that `initial_contact` ignores; for solids, whose later contacts are not searched then, they are an event with
    /// [`Reason::BodyKind`], about which you are not asked.
    /// [`budget`](AdvanceOptions::budget) and [`max_pairs`](AdvanceOptions::max_pairs) limit the pairs of the undisturbed
    /// frame; what is tested after changes is limited by `max_changes` alone.
    /// A body that changed [`max_changes`](AdvanceOptions::max_changes) times in the frame is stopped at its next change, and
    /// the event has [`Reason::Budget`].
    ///
    /// Afterwards [`WorldFrame::changes`] says who changed when, each body is at the end of its last motion, and
    /// [`WorldFrame::responses`] are the answers. Events are by `t_lo`, those of one time as they were taken. Results are
    /// the same bits for any number of threads, and `respond` is called by this thread.
    ///
    /// The motions on both sides of a change, and those of others from then on, are those of [`Motion::split`], so they meet to rounding.
    /// Allocates as [`advance`](Self::advance) does. A change costs a search for what the new motion may meet, and a time of
    /// impact for each of these.
    ///
    /// # Errors
    /// See [`advance`](Self::advance); [`Error::Setting`] for a mode that is not `First`; [`Error::NonFinite`] for a motion
    /// that you give, and [`Error::BodyMotion`] if it is a static body's. The bodies are where they were then, and no
    /// frame has passed; so it is if `respond` panics.
    ///
    /// ```
    /// use interframe::{AdvanceOptions, BodyInput, Motion, Pose, Response, Serial, SharedBody, World};
    /// use nalgebra::Vector3;
    ///
    /// let mut world = World::new();
    /// let at = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0));
    /// let ball = world.add(BodyInput { user: 1, ..BodyInput::new(SharedBody::sphere(0.5)?, at(0.0)?) });
    /// let wall = world.add(BodyInput { user: 2, ..BodyInput::new(SharedBody::sphere(0.5)?, at(3.0)?) });
    /// let motions = [
    ///     (ball, Motion::translation(at(0.0)?, Vector3::new(4.0, 0.0, 0.0))?),
    ///     (wall, Motion::translation(at(3.0)?, Vector3::new(1.0, 0.0, 0.0))?),
    /// ];
    /// let frame = world.advance_with_responses(&motions, &AdvanceOptions::default(), &Serial, &mut |contact| {
    ///     let [ball, wall] = &contact.bodies;
    ///     let normal = contact.event.normal.unwrap();
    ///     let speed = (ball.travel - wall.travel).dot(&normal);
    ///     // The ball bounces off the wall, which moves on.
    ///     let travel = ball.travel - normal * (2.0 * speed);
    ///     [Response::Redirect { travel, turn: ball.turn, pivot: ball.pivot }, Response::Continue]
    /// })?;
    /// // They met at 1/3; after that the ball went back at 8 a frame.
    /// assert_eq!((frame.events.len(), frame.changes.len()), (1, 1));
    /// assert!((world.get(ball)?.pose().translation().x - (4.0 / 3.0 - 16.0 / 3.0)).abs() < 1e-5);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn advance_with_responses(
        &mut self,
        motions: &[(BodyId, Motion)],
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        respond: &mut Responder<'_>,
    ) -> Result<WorldFrame> {
        let mut frame = WorldFrame::default();
        self.advance_with_responses_into(motions, options, jobs, respond, &mut frame)?;
        Ok(frame)
    }

    /// Advances one frame as [`advance_with_responses`](Self::advance_with_responses) does, in the memory of an earlier frame.
    ///
    /// # Errors
    /// See [`advance_with_responses`](Self::advance_with_responses). What is in `frame` then is of no frame.
    pub fn advance_with_responses_into(
        &mut self,
        motions: &[(BodyId, Motion)],
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        respond: &mut Responder<'_>,
        frame: &mut WorldFrame,
    ) -> Result<()> {
        let is_first = options.mode == Mode::First;
        check_range(is_first, "mode", f64::from(options.mode as i32), "first")?;
        self.advance_into(motions, options, jobs, frame)?;
        let mut transaction = ResponseTransaction {
            world: self,
            frame,
            committed: false,
        };
        transaction.run(options, respond)
    }
}

/// The responses to a frame that has passed undisturbed. However they are left without an end, the world is as it was before the frame.
struct ResponseTransaction<'a> {
    world: &'a mut World,
    frame: &'a mut WorldFrame,
    committed: bool,
}

impl ResponseTransaction<'_> {
    fn run(&mut self, options: &AdvanceOptions, respond: &mut Responder<'_>) -> Result<()> {
        let mut rest = RestOfFrame::new(self.world, options, self.frame);
        rest.respond_to_all(respond)?;
        let (taken, changed) = (rest.taken_pairs, rest.changed);
        number_groups(&mut self.frame.events);
        self.frame.statistics.changes = self.frame.changes.len() as u64;
        self.committed = true;
        self.world.commit_changes(changed, &taken);
        Ok(())
    }
}

impl Drop for ResponseTransaction<'_> {
    fn drop(&mut self) {
        if !self.committed {
            self.frame.clear();
            let undone = self.world.undo_frame();
            debug_assert!(undone.is_ok(), "the frame has just passed");
        }
    }
}

/// Changed bodies are in a tree, but for those that changed since it was built: at most the root of this many times all. More
/// are looked at one by one; fewer build more trees.
const TREE_RATIO: usize = 64;

/// Bodies that approach slowly change at most this part of the frame before they meet. More would show; less leaves them within
/// rounding.
const MAX_SET_BACK: f64 = 1e-6;

/// How a body moves from a time of the frame to its end.
#[derive(Debug, Clone, Copy)]
struct CurrentMotion {
    /// When it begins.
    from: f64,
    /// Its times 0 and 1 are `from` and the end of the frame.
    motion: Motion,
    travel: Vector3<f64>,
    turn: Vector3<f64>,
    changes: u32,
}

/// A body whose motion has changed.
struct ChangedBody {
    index: u32,
    current: CurrentMotion,
    /// Holds it from its last change on.
    swept: Aabb,
}

/// The order in which contacts are taken: by time, A, B, then as they were found. Times are not negative, so they order as
/// their bits do.
type QueueKey = ([u64; 2], [u32; 2], usize);

/// A contact that waits for its time.
struct WaitingContact {
    event: Event,
    /// How often A and B had changed when it was found.
    changes: [u32; 2],
    /// Whether the program is asked.
    asks: bool,
}

struct RestOfFrame<'a> {
    world: &'a World,
    options: &'a AdvanceOptions,
    frame: &'a mut WorldFrame,
    waiting: Vec<WaitingContact>,
    queue: BinaryHeap<Reverse<QueueKey>>,
    changed: Vec<ChangedBody>,
    /// Numbers of bodies in `changed`, by index.
    number_of: HashMap<u32, usize>,
    /// Boxes of the changed bodies when it was built, and which have changed since.
    changed_tree: Tree,
    changed_since: Vec<u32>,
    /// Boxes of all moving bodies on their undisturbed ways, once one has changed.
    movers: Option<Tree>,
    /// Pairs whose contacts were taken.
    taken_pairs: HashSet<Ids>,
}

impl<'a> RestOfFrame<'a> {
    fn new(world: &'a World, options: &'a AdvanceOptions, frame: &'a mut WorldFrame) -> Self {
        let found = std::mem::take(&mut frame.events);
        let mut rest = RestOfFrame {
            world,
            options,
            frame,
            waiting: Vec::with_capacity(found.len()),
            queue: BinaryHeap::with_capacity(found.len()),
            changed: Vec::new(),
            number_of: HashMap::new(),
            changed_tree: Tree::default(),
            changed_since: Vec::new(),
            movers: None,
            taken_pairs: HashSet::new(),
        };
        let ignores = options.time_of_impact.initial_contact != InitialContact::Report;
        for event in found {
            // A contact that is to be ignored is an event if it lasts, or if later ones are not searched.
            let approaches = event.normal.is_none() || event.separation_velocity < 0.0;
            let is_ignored = ignores && event.t_hi == 0.0 && !approaches;
            rest.wait(event, event.verdict != Verdict::Hit || !is_ignored);
        }
        rest
    }

    fn wait(&mut self, mut event: Event, asks: bool) {
        let ids = ids_of(&event);
        if asks {
            event.t_lo = self.before_rounding(&event);
        }
        let times = [event.t_lo, event.t_hi].map(|t| (t + 0.0).to_bits());
        let ranks = ids.map(|id| self.world.lists.proxies[id.index() as usize].rank);
        self.queue.push(Reverse((times, ranks, self.waiting.len())));
        self.waiting.push(WaitingContact {
            event,
            changes: ids.map(|id| self.changes_of(id)),
            asks,
        });
    }

    /// The time, a little before `t_lo`, at which two bodies that approach are still apart by more than rounding. At `t_lo` the rounding
    /// of a place may put a point on the other side of a triangle, which it has not passed.
    fn before_rounding(&self, event: &Event) -> f64 {
        let rate = -event.separation_velocity;
        if event.verdict != Verdict::Hit || !(rate > 0.0) {
            return event.t_lo;
        }
        let ids = ids_of(event);
        let [a, b] = ids.map(|id| self.current(id.index()));
        let shapes = ids.map(|id| &self.world.body(id.index()).shape);
        let pair = MovingPair::new(shapes[0], &a.motion, shapes[1], &b.motion);
        let motion = RelativeMotion::new(&bounding_motions(&pair));
        let back = (motion.level_gap() / motion.scale / rate).min(MAX_SET_BACK);
        (event.t_lo - back).max(a.from).max(b.from).min(event.t_lo)
    }

    fn changed(&self, index: u32) -> Option<&ChangedBody> {
        self.number_of
            .get(&index)
            .map(|number| &self.changed[*number])
    }

    fn changes_of(&self, id: BodyId) -> u32 {
        self.changed(id.index())
            .map_or(0, |body| body.current.changes)
    }

    fn current(&self, index: u32) -> CurrentMotion {
        if let Some(changed) = self.changed(index) {
            return changed.current;
        }
        let motion = self.world.body(index).motion;
        let turn = motion.rotation_vector();
        CurrentMotion {
            from: 0.0,
            motion,
            travel: motion.pivot_travel(1.0).0,
            turn: turn.map_or(Vector3::zeros(), |(turn, _)| turn),
            changes: 0,
        }
    }

    fn respond_to_all(&mut self, respond: &mut Responder<'_>) -> Result<()> {
        while let Some(Reverse((.., number))) = self.queue.pop() {
            let WaitingContact {
                mut event,
                changes,
                asks,
            } = self.waiting[number];
            let ids = ids_of(&event);
            if ids.map(|id| self.changes_of(id)) != changes {
                continue; // Of a motion that has ended.
            }
            let mut turned = [false; 2];
            if asks {
                let bodies = ids.map(|id| self.at_contact(id.index(), event.t_lo));
                let [a, b] = bodies;
                let bodies = [a?, b?];
                let contact = FrameContact {
                    event: &event,
                    bodies,
                };
                let responses = respond(&contact);
                self.frame.responses.push(responses);
                for (k, response) in responses.into_iter().enumerate() {
                    turned[k] = self.take_response(ids[k], &bodies[k], response, &mut event)?;
                }
            }
            self.taken_pairs.insert(ids);
            self.frame.events.push(event);
            // Both have their new motions before either is tested.
            let [a, b] = ids.map(BodyId::index);
            if turned[0] {
                self.test_again(a, event.t_lo, None)?;
            }
            if turned[1] {
                self.test_again(b, event.t_lo, turned[0].then_some(a))?;
            }
        }
        Ok(())
    }

    /// A body at a time, on its current motion.
    fn at_contact(&self, index: u32, t: f64) -> Result<ContactBody> {
        let current = self.current(index);
        let [before, _] = current.split(t)?;
        Ok(ContactBody {
            pose: *before.end(),
            travel: current.travel,
            turn: current.turn,
            pivot: current.motion.pivot(),
            mobility: self.world.body(index).mobility,
            changes: current.changes,
        })
    }

    /// Gives a body the motion of a response. Returns whether it has another in the rest of the frame.
    fn take_response(
        &mut self,
        id: BodyId,
        body: &ContactBody,
        response: Response,
        event: &mut Event,
    ) -> Result<bool> {
        let t = event.t_lo;
        let proxy = &self.world.lists.proxies[id.index() as usize];
        let stands = self.current(id.index()).stands();
        let spent = body.changes >= self.options.max_changes;
        let (travel, turn, pivot, cause) = match response {
            Response::Continue => return Ok(false),
            Response::Redirect { .. } if proxy.fixed => {
                return Err(Error::BodyMotion {
                    index: id.index(),
                    generation: id.generation(),
                    what: "a static body does not move",
                });
            }
            Response::Redirect {
                travel,
                turn,
                pivot,
            } if !spent => (travel, turn, pivot, ChangeCause::Redirect),
            _ if stands => return Ok(false),
            _ => {
                let cause = if spent {
                    ChangeCause::Budget
                } else {
                    ChangeCause::Stop
                };
                (Vector3::zeros(), Vector3::zeros(), body.pivot, cause)
            }
        };
        if cause == ChangeCause::Budget && event.verdict == Verdict::Hit {
            event.reason = Reason::Budget;
        }
        let share = 1.0 - t;
        let end = body.pose.translation() + travel * share;
        let motion = match cause {
            ChangeCause::Redirect => Motion::from_turn(body.pose, end, turn * share, pivot)?,
            _ => Motion::fixed(body.pose),
        };
        self.frame.changes.push(MotionChange {
            body: id,
            t,
            motion,
            event: self.frame.events.len(),
            cause,
        });
        let current = CurrentMotion {
            from: t,
            motion,
            travel,
            turn,
            changes: body.changes + 1,
        };
        // At the end of the frame there is no rest: what was found is of the ways that the bodies went.
        if t == 1.0 {
            return Ok(false);
        }
        let room = self.room(id.index());
        let body = self.world.body(id.index());
        let swept = body.extent.along(&body.shape.get(), &motion, room).swept();
        let number = *self
            .number_of
            .entry(id.index())
            .or_insert(self.changed.len());
        let changed = ChangedBody {
            index: id.index(),
            current,
            swept,
        };
        match self.changed.get_mut(number) {
            Some(place) => *place = changed,
            None => self.changed.push(changed),
        }
        self.changed_since.push(number as u32);
        if self.changed_since.len().pow(2) > TREE_RATIO * self.changed.len() + TREE_RATIO.pow(2) {
            self.changed_since.clear();
            let all: Vec<u32> = (0..self.changed.len() as u32).collect();
            let swept = |number: u32| self.changed[number as usize].swept;
            self.changed_tree.rebuild(&all, &swept, &Serial)?;
        }
        Ok(true)
    }

    /// How much wider a box is than its body, so that it meets all others within the tolerance, whose boxes are not wider.
    fn room(&self, index: u32) -> f64 {
        let own = self.world.body(index).extent.tolerance();
        let asked = &self.options.time_of_impact;
        asked.tolerance.unwrap_or(own) + asked.target_separation
    }

    /// Tests a body whose motion has changed at `t` against all that it may meet from then on, one excepted.
    fn test_again(&mut self, index: u32, t: f64, except: Option<u32>) -> Result<()> {
        let Some(&ChangedBody { swept, .. }) = self.changed(index) else {
            return Ok(());
        };
        if self.world.body(index).extent.is_empty() {
            return Ok(());
        }
        if self.movers.is_none() {
            self.movers = Some(self.tree_of_movers()?);
        }
        let mut met = Vec::new();
        let stands = |index| t > 0.0 && self.current(index).stands();
        let index_stands = stands(index);
        let mut meets = |other: u32| {
            let is_pair = other != index && Some(other) != except;
            let both_stand = index_stands && stands(other);
            if is_pair && !both_stand && self.world.proxies_allow(index, other) {
                met.push(other);
            }
        };
        let fixed = self.world.tree_of_fixed()?;
        fixed.visit(&swept, |item| meets(item.index));
        let mut changed = self.changed_since.clone();
        let in_tree = &mut changed;
        let boxes = |other: &Aabb| other.meets(&swept);
        self.changed_tree
            .visit(boxes, |item| in_tree.push(item.index));
        changed.sort_unstable();
        changed.dedup();
        for number in changed {
            let other = &self.changed[number as usize];
            if other.swept.meets(&swept) {
                meets(other.index);
            }
        }
        let movers = self.movers.as_ref().expect("just made");
        movers.visit(
            |other| other.meets(&swept),
            |item| {
                if !self.number_of.contains_key(&item.index) {
                    meets(item.index);
                }
            },
        );
        for other in met {
            self.test_pair(index, other, t)?;
        }
        Ok(())
    }

    fn tree_of_movers(&self) -> Result<Tree> {
        let mut tree = Tree::default();
        let boxes = &self.world.boxes;
        let swept = |index: u32| boxes[index as usize].swept();
        tree.rebuild(&self.world.lists.moving, &swept, &Serial)?;
        Ok(tree)
    }

    /// Tests two bodies from `t` on, as they move then.
    fn test_pair(&mut self, a: u32, b: u32, t: f64) -> Result<()> {
        let mut proxies = [a, b].map(|index| &self.world.lists.proxies[index as usize]);
        proxies.sort_by_key(|proxy| proxy.rank);
        let ids = proxies.map(|proxy| proxy.side.id);
        let [a, b] = ids.map(|id| self.current(id.index()).split(t));
        let ([_, motion_a], [_, motion_b]) = (a?, b?);
        let [a, b] = ids.map(|id| self.world.body(id.index()));
        let way = |id: BodyId, motion: &Motion| {
            let body = self.world.body(id.index());
            let room = self.room(id.index());
            let way: MovingBox = body.extent.along(&body.shape.get(), motion, room);
            way
        };
        if !way(ids[0], &motion_a).meets(&way(ids[1], &motion_b)) {
            return Ok(());
        }
        let pair = MovingPair::new(&a.shape, &motion_a, &b.shape, &motion_b);
        // What touches when the frame begins counts as in any frame, until it has been taken.
        let was_taken = self.taken_pairs.contains(&ids);
        let mut asked = self.options.time_of_impact;
        if t > 0.0 || was_taken {
            asked.initial_contact = InitialContact::OnlyIfApproaching;
        }
        let (answer, reason) = impact_of_pair(&pair, &asked, &mut PairState::default())?;
        let statistics = &mut self.frame.statistics;
        statistics.tested_again += 1;
        statistics.took(&ids, answer.iterations, answer.solves);
        let is_ignored = answer.verdict == Verdict::Hit
            && answer.initial
            && !asked.initial_contact.counts(&answer);
        // What is ignored and lasts hides nothing.
        if !answer.verdict.may_hit() || is_ignored && reason != Reason::BodyKind {
            return Ok(());
        }
        let lasts = answer.initial && was_taken;
        let phase = if lasts { Phase::Stay } else { Phase::Begin };
        let rest = 1.0 - t;
        // Outwards, so that the bracket holds in the frame's time too.
        let below = |part: f64| match part {
            0.0 => t,
            part => (t + part * rest).next_down().max(t),
        };
        let above = |part: f64| match part {
            0.0 => t,
            1.0 => 1.0,
            part => (t + part * rest).next_up().min(1.0),
        };
        let found = impact(event(proxies, phase, answer.verdict), &answer);
        let found = Event {
            reason,
            t_lo: below(answer.t_lo),
            t_hi: above(answer.t_hi),
            separation_velocity: answer.separation_velocity / rest,
            ..found
        };
        self.wait(found, !is_ignored);
        Ok(())
    }
}

impl CurrentMotion {
    /// Two bodies that stand begin no contact.
    fn stands(&self) -> bool {
        self.travel == Vector3::zeros() && self.turn == Vector3::zeros()
    }

    /// The parts of the motion before and after a time of the frame.
    fn split(&self, t: f64) -> Result<[Motion; 2]> {
        if t <= self.from {
            return self.motion.split(0.0);
        }
        let part = (t - self.from) / (1.0 - self.from);
        self.motion.split(part.min(1.0))
    }
}

fn ids_of(event: &Event) -> Ids {
    [event.key.a.body, event.key.b.body]
}

/// Numbers the groups of events whose brackets overlap; the events ascend by `t_lo`.
fn number_groups(events: &mut [Event]) {
    let (mut group, mut reached) = (0, f64::NEG_INFINITY);
    for (number, event) in events.iter_mut().enumerate() {
        if number > 0 && event.t_lo > reached {
            group += 1;
        }
        reached = reached.max(event.t_hi);
        event.order_group = group;
    }
}

impl World {
    /// Gives bodies their last motions of the frame, and pairs what they keep for the next.
    fn commit_changes(&mut self, changed: Vec<ChangedBody>, taken: &HashSet<Ids>) {
        for body in changed {
            let slot = &mut self.slots[body.index as usize];
            let Some(world_body) = &mut slot.body else {
                continue;
            };
            self.undisturbed.push((body.index, world_body.motion));
            world_body.motion = body.current.motion;
            world_body.is_still = false;
        }
        let mut left = taken.clone();
        for (ids, cached) in self.pairs.ids.iter().zip(&mut self.pairs.cached) {
            cached.touching = left.remove(ids);
        }
        if !left.is_empty() {
            let mut left: Vec<Ids> = left.into_iter().collect();
            left.sort_unstable();
            self.pairs.keys.clear();
            for ids in left {
                let cached = CachedPair {
                    touching: true,
                    ..CachedPair::default()
                };
                self.pairs.push(ids, cached);
            }
        }
    }
}
