//! Frames of a world in which contacts change the motions of bodies.

use libc::{c_void, size_t};

use crate::boundary::{into, output_list, required_mut};
use crate::entry::entry;
use crate::fault::{Result, Wrong};
use crate::mirror::{answers, c_enum, texts};
use crate::motion::ifr_motion;
use crate::pose::ifr_pose;
use crate::query::*;
use crate::text::ifr_text;
use crate::world::{User, ifr_world};
use crate::world_frame::{ifr_world_advance_input, ifr_world_advance_result, ifr_world_event};
use interframe::{ChangeCause, ContactBody, FrameContact, Mobility, MotionChange, Response};

/// What a body does after a contact, for the rest of the frame.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_response_kind {
    /// It keeps its motion. The bodies may overlap from then on.
    IFR_RESPONSE_KIND_CONTINUE = 0,
    /// It stands where it is at t_lo of the event, where the two are still apart, or touch if the contact began with the motion.
    IFR_RESPONSE_KIND_STOP = 1,
    /// It moves on from there by travel and turn.
    IFR_RESPONSE_KIND_REDIRECT = 2,
}

use ifr_response_kind::*;

/// What a body does after a contact. Zeroed: it keeps its motion.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_response {
    /// An ifr_response_kind.
    pub kind: i32,
    /// Not read.
    pub reserved: [u8; 4],
    /// IFR_RESPONSE_KIND_REDIRECT: displacement of the pivot in a whole frame, world axes: its velocity times the length of the
    /// frame. The body makes the part that is left of it.
    pub travel: [f64; 3],
    /// IFR_RESPONSE_KIND_REDIRECT: rotation vector of a whole frame, world axes, radians.
    pub turn: [f64; 3],
    /// IFR_RESPONSE_KIND_REDIRECT: the body point that moves on a straight line, body frame.
    pub pivot: [f64; 3],
}

impl ifr_response {
    fn read(&self) -> Result<Response> {
        const KIND: &str = "responses.kind";
        match self.kind {
            k if k == IFR_RESPONSE_KIND_CONTINUE as i32 => Ok(Response::Continue),
            k if k == IFR_RESPONSE_KIND_STOP as i32 => Ok(Response::Stop),
            k if k == IFR_RESPONSE_KIND_REDIRECT as i32 => Ok(Response::Redirect {
                travel: self.travel.into(),
                turn: self.turn.into(),
                pivot: self.pivot.into(),
            }),
            unknown => Err(Wrong::UnknownValue(unknown).at(KIND)),
        }
    }
}

answers! {
    /// A body when it meets another within a frame.
    pub struct ifr_contact_body from body: &ContactBody {
        /// Where it is.
        pub pose: ifr_pose = (&body.pose).into(),
        /// How far its pivot would go in a whole frame as it moves now, world axes.
        pub travel: [f64; 3] = body.travel.into(),
        /// How far it would turn in a whole frame: rotation vector, world axes, radians.
        pub turn: [f64; 3] = body.turn.into(),
        /// The body point that moves on a straight line, body frame.
        pub pivot: [f64; 3] = body.pivot.into(),
        /// How often its motion changed in this frame.
        pub changes: u32,
        /// Whether it is static: it cannot be redirected.
        pub is_static: bool = body.mobility == Mobility::Static,
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 3] = [0; 3],
    }
}

answers! {
    /// A contact within a frame, to which the program responds.
    pub struct ifr_frame_contact from contact: &FrameContact<'_> {
        /// The contact. It may be undecided. Its order_group is not known yet and is 0.
        pub event: ifr_world_event = ifr_world_event {
            order_group: 0,
            ..(*contact.event).into()
        },
        /// Body A at t_lo of the event.
        pub body_a: ifr_contact_body = (&contact.bodies[0]).into(),
        /// Body B at t_lo of the event.
        pub body_b: ifr_contact_body = (&contact.bodies[1]).into(),
    }
}

/// Writes to responses[0] and responses[1] what A and B do after a contact. Both come zeroed: they keep their motions. It
/// may not use the world, and may not leave by an exception or longjmp.
pub type ifr_respond_callback = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        contact: *const ifr_frame_contact,
        responses: *mut ifr_response,
    ),
>;

c_enum! {
    /// Why a body changed its motion within a frame.
    ifr_change_cause = ChangeCause {
        /// The program stopped it.
        IFR_CHANGE_CAUSE_STOP = 0 => Stop,
        /// The program redirected it.
        IFR_CHANGE_CAUSE_REDIRECT = 1 => Redirect,
        /// It had changed so often that it was stopped (max_changes).
        IFR_CHANGE_CAUSE_BUDGET = 2 => Budget,
    }
}

texts! {
    /// "stop", "redirect", "budget", or "unknown". See ifr_verdict_text.
    ifr_change_cause_text(cause) = ifr_change_cause;
}

answers! {
    /// A change of a body's motion within a frame.
    pub struct ifr_motion_change from change: &MotionChange {
        /// Which body.
        pub id: u64 = change.body.to_bits(),
        /// When, as a part of the frame.
        pub t: f64,
        /// Its motion from then to the end of the frame, or to its next change; times 0 and 1 of it are t and the end of the frame.
        pub motion: ifr_motion = (&change.motion).into(),
        /// Number of the event of the contact that caused it, in the list of ifr_world_events.
        pub event: size_t,
        /// Why.
        pub cause: ifr_change_cause,
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 4] = [0; 4],
    }
}

entry! {
    /// Moves bodies through a frame in which contacts change their motions: respond is called for each contact, in the
    /// order of time and on this thread, and says what A and B do from then on.
    ///
    /// A body that is stopped or redirected stands at t_lo of the event. Whatever its new motion may meet in the rest of the
    /// frame is tested again. So nothing passes a body that was stopped: a wall that moves on meets it, and respond is
    /// called again. Touching bodies that do not approach each other after a change are no contact; for solids, whose
    /// later contacts are not searched then, they are an event with IFR_REASON_BODY_KIND, and respond is not called. A body that changed max_changes times in the frame is stopped at its next change, and the event
    /// has IFR_REASON_BUDGET. Only mode first.
    ///
    /// Afterwards each body is at the end of its last motion; ifr_world_changes gives the changes. Events are those of ifr_world_events,
    /// by t_lo, and the same bits on any threads. On failure, of a response too, the bodies are where they were and no frame
    /// has passed. Allocates.
    ifr_world_advance_with_responses(
        world: *mut ifr_world, input: *const ifr_world_advance_input, respond: ifr_respond_callback,
        user: *mut c_void, result: *mut ifr_world_advance_result,
    ) = call(result, "result") {
        let ifr_world { world, frame } = required_mut(world, "world")?;
        frame.events.clear();
        let given = required(input, "input")?;
        let options = given.options()?;
        let motions = given.motions()?;
        let respond = respond.ok_or_else(|| Wrong::Null.at("respond"))?;
        let user = User(user);
        let mut wrong = None;
        let mut answer = |contact: &FrameContact<'_>| {
            let contact = ifr_frame_contact::from(contact);
            let mut responses = [ifr_response::default(); 2];
            // SAFETY: the program vouches for its function.
            respond(user.get(), &raw const contact, responses.as_mut_ptr());
            responses.map(|response| response.read().unwrap_or_else(|fault| {
                wrong.get_or_insert(fault);
                Response::Stop
            }))
        };
        let jobs = given.jobs.threads();
        let advanced = world.advance_with_responses_into(&motions, &options, &jobs, &mut answer, frame);
        if let Some(fault) = wrong {
            if advanced.is_ok() {
                world.undo_frame()?;
            }
            frame.events.clear();
            return Err(fault);
        }
        advanced?;
        Ok((&*frame).into())
    }

    /// Writes the first capacity changes of motions within the last frame to changes (room for capacity, zeroed beyond the
    /// last; NULL when that is 0), in the order of time, and to *count how many there are. Does not allocate.
    ifr_world_changes(
        world: *const ifr_world, changes: *mut ifr_motion_change, capacity: size_t, count: *mut size_t,
    ) = enter() {
        let changes = output_list(changes, capacity, ["changes", "capacity"])?;
        into(count, "count", || {
            let all = &required(world, "world")?.frame.changes;
            for (change, found) in changes.iter_mut().zip(all) {
                *change = found.into();
            }
            Ok(all.len())
        })
    }

    /// Writes a frame that ifr_world_advance_with_responses passed with this input as one line of JSON, with the responses
    /// that it got, as ifr_world_capture does. Call it after ifr_world_undo_frame, so that the world is as it was before the
    /// frame.
    ifr_world_capture_with_responses(
        world: *const ifr_world, input: *const ifr_world_advance_input, text: *mut ifr_text,
    ) = write_text(text) {
        let ifr_world { world, frame } = required(world, "world")?;
        let given = required(input, "input")?;
        let options = given.options()?;
        options.validate()?;
        Ok(world.capture_with_responses(&given.motions()?, &options, &frame.responses))
    }
}
