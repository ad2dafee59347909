//! A frame of a world: everything that moves, in one call.

use crate::boundary::{input_list, into, output_list, required_mut, text};
use crate::entry::entry;
use crate::fault::Wrong;
use crate::jobs::ifr_jobs;
use crate::mirror::{answers, c_enum, choice, or_zero, texts};
use crate::motion::ifr_motion;
use crate::query::*;
use crate::time_of_impact::ifr_contact;
use crate::world::ifr_world;
use interframe::case::Problem;
use interframe::for_c::check_memory;
use interframe::{
    AdvanceOptions, BodyId, Event, FrameCapture, IntersectOptions, Mode, Motion, Phase, Serial,
    TimeOfImpactMethod, TimeOfImpactOptions, WorldFrame,
};

c_enum! {
    /// The query for each pair whose boxes overlap on their way.
    ifr_mode = Mode {
        /// ifr_time_of_impact, the first contact: contacts begin and stay.
        IFR_MODE_FIRST = 0 => First,
        /// ifr_contact_intervals, all contacts: contacts begin, stay, end, or pass within the frame.
        IFR_MODE_ALL = 1 => All,
        /// ifr_intersect at the end poses, and nothing about the time before: for comparison, and for
        /// slow worlds.
        IFR_MODE_POSES = 2 => Poses,
    }
}

c_enum! {
    /// Phase of a contact in a frame. Pairs that are undecided count as in contact.
    ifr_phase = Phase {
        /// It begins.
        IFR_PHASE_BEGIN = 0 => Begin,
        /// It was there before and lasts.
        IFR_PHASE_STAY = 1 => Stay,
        /// It was there before and ends.
        IFR_PHASE_END = 2 => End,
        /// It begins and ends within the frame.
        IFR_PHASE_PASS = 3 => Pass,
    }
}

texts! {
    /// "first", "all", "poses", or "unknown". See ifr_verdict_text.
    ifr_mode_text(mode) = ifr_mode;
    /// "begin", "stay", "end", "pass", or "unknown". See ifr_verdict_text.
    ifr_phase_text(phase) = ifr_phase;
}

/// Motion of a body of a world over the frame.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_body_motion {
    /// Which body: one that is not static, and that no other motion of the frame names.
    pub id: u64,
    /// Its motion, which starts where the body is, to the bit (ifr_world_get). To put a body elsewhere, teleport it.
    pub motion: ifr_motion,
}

/// Input of ifr_world_advance.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_world_advance_input {
    /// Motions of bodies; all others stay where they are. NULL when motion_count is 0.
    pub motions: *const ifr_body_motion,
    /// Number of motions.
    pub motion_count: size_t,
    /// Where the work runs; zeroed: on the calling thread.
    pub jobs: ifr_jobs,
    /// An ifr_mode.
    pub mode: i32,
    /// Solver; see ifr_intersect_input in mode poses, else ifr_time_of_impact_input.
    pub method: i32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
    /// An ifr_initial_contact: what a contact means that the frame begins with. In mode all it must be 0. It and the next
    /// three do nothing in mode poses.
    pub initial_contact: i32,
    /// Largest gap of a contact that is near; see ifr_time_of_impact_input.
    pub tolerance: f64,
    /// Gap that counts as contact; see ifr_time_of_impact_input.
    pub target_separation: f64,
    /// Largest number of distance solves for one pair, or for each pair of pieces; see ifr_time_of_impact_input.
    pub budget: u32,
    /// Largest number of pairs that are tested, in the order of A's key, then B's. All others are undecided events
    /// (IFR_REASON_BUDGET). 0: all.
    pub pair_budget: u64,
    /// Largest number of pairs whose boxes meet. With more you get IFR_STATUS_TOO_MANY_PAIRS, so that bodies in one
    /// place do not take all memory. 0: no limit.
    pub max_pairs: u64,
    /// How often contacts may change the motion of a body in a frame; see ifr_world_advance_with_responses. 0: 16.
    pub max_changes: u32,
    /// Not read.
    pub reserved: [u8; 4],
}

impl ifr_world_advance_input {
    pub(crate) fn options(&self) -> Result<AdvanceOptions> {
        let mode = choice(self.mode, "input.mode")?;
        let mut options = AdvanceOptions {
            mode,
            budget: or_default(self.pair_budget, u64::MAX),
            max_pairs: or_default(self.max_pairs, u64::MAX),
            max_changes: or_default(self.max_changes, AdvanceOptions::default().max_changes),
            ..AdvanceOptions::default()
        };
        let method = match mode {
            Mode::Poses => {
                options.intersect = IntersectOptions {
                    max_pivots: or_default(self.max_pivots, options.intersect.max_pivots),
                    method: read_method(self.method)?,
                };
                TimeOfImpactMethod::Default
            }
            _ => read_method(self.method)?,
        };
        let default = options.time_of_impact;
        options.time_of_impact = TimeOfImpactOptions {
            method,
            budget: or_default(self.budget, default.budget),
            max_pivots: or_default(self.max_pivots, default.max_pivots),
            tolerance: (self.tolerance != 0.0).then_some(self.tolerance),
            target_separation: self.target_separation,
            initial_contact: choice(self.initial_contact, "input.initial_contact")?,
        };
        Ok(options)
    }

    /// The motions, in the library's form.
    ///
    /// # Safety
    /// The list is as the header's first section demands.
    pub(crate) unsafe fn motions(&self) -> Result<Vec<(BodyId, Motion)>> {
        // SAFETY: the caller's promise is the same.
        let motions = unsafe { input_list(self.motions, self.motion_count, "input.motions") }?;
        check_memory(motions.len(), size_of::<(BodyId, Motion)>() * 4)?;
        let read = |(index, moved): (usize, &ifr_body_motion)| {
            let motion = moved.motion.read("input.motions");
            let motion = motion.map_err(|fault| fault.of_entry(index))?;
            Ok((BodyId::from_bits(moved.id), motion))
        };
        motions.iter().enumerate().map(read).collect()
    }
}

answers! {
    /// Statistics of a frame: counts, which are the same on any threads, and times. All zero after a failed call.
    pub struct ifr_world_advance_result from frame: &WorldFrame {
        /// Number of the frame, from 1.
        pub number: u64 = frame.number,
        /// Events that ifr_world_events gives.
        pub event_count: size_t = frame.events.len(),
        /// Bodies of the world.
        pub bodies: u64 = frame.statistics.bodies,
        /// Bodies that may move.
        pub moving: u64 = frame.statistics.moving,
        /// Pairs whose boxes meet on their way.
        pub pairs: u64 = frame.statistics.pairs,
        /// Pairs decided by the state of the frame before, in mode poses;
        pub by_state: u64 = frame.statistics.by_state,
        /// in double precision, in mode poses;
        pub by_float: u64 = frame.statistics.by_float,
        /// by exact arithmetic, in mode poses;
        pub by_exact: u64 = frame.statistics.by_exact,
        /// by linear programs, in the other modes;
        pub by_program: u64 = frame.statistics.by_program,
        /// by advancing along planes, in the other modes.
        pub by_advance: u64 = frame.statistics.by_advance,
        /// Proved apart.
        pub separated: u64 = frame.statistics.separated,
        /// Proved in contact.
        pub hit: u64 = frame.statistics.hit,
        /// Neither, those over the budget included.
        pub undecided: u64 = frame.statistics.undecided,
        /// Pairs that were not tested, because the budget was spent.
        pub over_budget: u64 = frame.statistics.over_budget,
        /// Changes of motions within the frame, which ifr_world_changes gives.
        pub changes: u64 = frame.statistics.changes,
        /// Pairs tested again after such a change.
        pub tested_again: u64 = frame.statistics.tested_again,
        /// Support queries on each body.
        pub iterations: u64 = frame.statistics.iterations,
        /// Distance solves.
        pub solves: u64 = frame.statistics.solves,
        /// Ids of the pair that took most support queries; 0 when there was none.
        pub slowest_a: u64 = frame.statistics.slowest.map_or(0, |key| key.a.body.to_bits()),
        /// Id of the other body of that pair.
        pub slowest_b: u64 = frame.statistics.slowest.map_or(0, |key| key.b.body.to_bits()),
        /// Its number of iterations.
        pub slowest_iterations: u32 = frame.statistics.slowest_iterations,
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 4] = [0; 4],
        /// Seconds for motions and boxes.
        pub boxes_s: f64 = frame.statistics.boxes_s,
        /// Seconds for the pairs whose boxes meet.
        pub broad_phase_s: f64 = frame.statistics.broad_phase_s,
        /// Seconds for the exact queries.
        pub narrow_phase_s: f64 = frame.statistics.narrow_phase_s,
        /// Seconds for the events in order.
        pub events_s: f64 = frame.statistics.events_s,
    }
}

answers! {
    /// The contact of a pair of bodies in a frame: how it begins, lasts or ends.
    pub struct ifr_world_event from event: Event {
        /// Whether contact is proved (hit), undecided (see reason), or, of a contact that ends, proved to be over (separated).
        pub verdict: ifr_verdict,
        /// Why it is undecided; for a hit in mode all, why its end was not searched; of a frame with responses,
        /// IFR_REASON_BUDGET at a hit that stopped a body whose changes were spent.
        pub reason: ifr_reason,
        /// Phase of the contact.
        pub phase: ifr_phase,
        /// Kind of contact that is certified.
        pub contact: ifr_contact,
        /// Body A, which comes before B by your keys, then by ids: by their lower halves first.
        pub id_a: u64 = event.key.a.body.to_bits(),
        /// Body B.
        pub id_b: u64 = event.key.b.body.to_bits(),
        /// Your key of A.
        pub user_a: u64 = event.users[0],
        /// Your key of B.
        pub user_b: u64 = event.users[1],
        /// Which part of A, of a body of several parts; otherwise 0.
        pub part_a: u32 = event.key.a.part,
        /// Which part of B, of a body of several parts; otherwise 0.
        pub part_b: u32 = event.key.b.part,
        /// Which triangle of A, of a mesh; otherwise 0.
        pub triangle_a: u32 = event.key.a.triangle,
        /// Which triangle of B, of a mesh; otherwise 0.
        pub triangle_b: u32 = event.key.b.triangle,
        /// From 0 on. Events whose brackets of time overlap are in one group, because their order is not known
        /// (ifr_world_refine). Near contacts count from the time when the gap is within the tolerance, so a smaller
        /// tolerance may give another order.
        pub order_group: u32,
        /// Whether one of the two is a sensor.
        pub sensor: bool,
        /// Whether the points are set.
        pub has_points: bool = event.point_a.is_some() && event.point_b.is_some(),
        /// Whether normal is set.
        pub has_normal: bool = event.normal.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 1] = [0; 1],
        /// Start of the bracket of the time at which the phase begins. Both ends are 1 in mode poses, and 0 for a contact that lasts.
        /// For a near contact it is the time from which the gap is within the tolerance: the two may touch later, or never.
        pub t_lo: f64,
        /// End of that bracket.
        pub t_hi: f64,
        /// In mode all, bracket of the time at which the contact ends. Both are 1 if it lasts to the end of the frame, and in
        /// the other modes. If only the second is 1, a contact that begins or stays ends after the first, or lasts; the next
        /// frame has the answer. If no contact is certified: the time in which the two are not proved apart.
        pub exit: [f64; 2],
        /// Largest gap of a contact that is near; otherwise 0.
        pub gap: f64,
        /// In mode first, see ifr_time_of_impact_result; otherwise 0.
        pub separation_velocity: f64,
        /// Point of A that touches or is nearest to B, world frame: at the end poses, at t_hi, or where contact was last seen.
        pub point_a: [f64; 3] = or_zero(event.point_a),
        /// Contact point of B, in the world.
        pub point_b: [f64; 3] = or_zero(event.point_b),
        /// Unit normal there, from A to B.
        pub normal: [f64; 3] = or_zero(event.normal),
    }
}

entry! {
    /// Moves bodies through a frame and finds their contacts: every pair that moves is swept, both bodies exactly as they
    /// move. Afterwards each body is at the end of its motion, even if it hit something; you stop it. Do not teleport that
    /// body alone, because other bodies that move may have passed it untested. Instead use ifr_world_advance_with_responses, or take the frame back
    /// (ifr_world_undo_frame), advance all bodies by the first part of their motions, up to the t_lo of the event
    /// (ifr_motion_split), and then by the rest of the frame with their new velocities.
    /// Events are those of ifr_world_events until the next frame, and the same bits on any threads. On failure the bodies
    /// are where they were, no frame has passed, and there are no events. Allocates.
    ifr_world_advance(
        world: *mut ifr_world, input: *const ifr_world_advance_input, result: *mut ifr_world_advance_result,
    ) = call(result, "result") {
        let ifr_world { world, frame } = required_mut(world, "world")?;
        frame.events.clear();
        let given = required(input, "input")?;
        let options = given.options()?;
        let motions = given.motions()?;
        let advanced = world.advance_into(&motions, &options, &given.jobs.threads(), frame);
        if advanced.is_err() {
            frame.events.clear();
        }
        advanced?;
        Ok((&*frame).into())
    }

    /// Writes the frame that ifr_world_advance would pass with this input as one line of JSON: the world, its shapes, the motions and
    /// the options. ifr_world_replay and `interframe replay FILE` pass it again, to the bit, in a program that has none of your
    /// data. Call it before the frame, and keep the line if the frame surprises you. The pair filter is left out. When memory
    /// runs out the process is aborted. docs/guide/RECORDING.md describes the line.
    ifr_world_capture(
        world: *const ifr_world, input: *const ifr_world_advance_input, text: *mut ifr_text,
    ) = write_text(text) {
        let world = &required(world, "world")?.world;
        let given = required(input, "input")?;
        let options = given.options()?;
        options.validate()?;
        Ok(world.capture(&given.motions()?, &options))
    }

    /// Makes the world of a line that ifr_world_capture wrote and passes its frame: ifr_world_events gives the events, the same bits
    /// as there. The line may come from anywhere: one that is wrong is IFR_STATUS_WORLD, and what the frame refuses has the
    /// status of ifr_world_advance. On success *out is yours to destroy; on failure it is NULL. Allocates.
    ifr_world_replay(json: *const c_char, out: *mut *mut ifr_world) = create(out) {
        let capture: FrameCapture = text(json, "json")?
            .parse()
            .map_err(|problem: Problem| Wrong::Capture(problem.to_string()).at("json"))?;
        let (world, frame) = capture.replay(&Serial)?;
        Ok(ifr_world { world, frame })
    }

    /// Takes the last frame back: every body is where it was when the frame began, contacts are those of the frame before, and
    /// there are no events. A frame that is advanced then takes its place. IFR_STATUS_WORLD unless the last change of the world
    /// was a frame that passed. Does not allocate.
    ifr_world_undo_frame(world: *mut ifr_world) = enter() {
        let ifr_world { world, frame } = required_mut(world, "world")?;
        let undone = world.undo_frame();
        undone.map_err(|error| Wrong::Refused(error).at("world"))?;
        frame.events.clear();
        Ok(())
    }

    /// Writes the first capacity events of the last frame to events (room for capacity, zeroed beyond the last; NULL when
    /// that is 0), and to *count how many there are. By t_lo, t_hi, your keys, ids. Does not allocate.
    ifr_world_events(
        world: *const ifr_world, events: *mut ifr_world_event, capacity: size_t, count: *mut size_t,
    ) = enter() {
        let events = output_list(events, capacity, ["events", "capacity"])?;
        into(count, "count", || {
            let all = &required(world, "world")?.frame.events;
            for (event, found) in events.iter_mut().zip(all) {
                *event = (*found).into();
            }
            Ok(all.len())
        })
    }

    /// Queries the pairs of an order group of the last frame again, with the input's mode and options, above all a
    /// smaller tolerance, and sorts the events by the new times; groups are numbered anew. No event comes or goes. If
    /// the other tolerance splits a contact into parts, the event has the beginning of the first part and the end of
    /// the last. If no contact is left, for example because the bodies only come near each other, the event stays as it
    /// was. The input's motions are not read. IFR_STATUS_WORLD if motions changed within the frame, and once a body was added, removed or teleported, or the
    /// world restored; IFR_STATUS_SETTING for a group that no event is in. Allocates.
    ifr_world_refine(world: *mut ifr_world, group: u32, input: *const ifr_world_advance_input) = enter() {
        let ifr_world { world, frame } = required_mut(world, "world")?;
        let options = required(input, "input")?.options()?;
        let refined = world.refine(frame, group, &options);
        refined.map_err(|error| match error {
            error @ interframe::Error::World { .. } => Wrong::Refused(error).at("world"),
            error => error.into(),
        })
    }
}
