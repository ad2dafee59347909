//! All times of contact within a frame.

use crate::boundary::output_list;
use crate::pieces::ifr_pieces;
use crate::query::*;
use crate::time_of_impact::ifr_contact;
use interframe::for_c::{IntervalList, into_list};
use interframe::{ContactInterval, ContactIntervals, InitialContact, TimeOfImpactOptions};

/// Input of ifr_contact_intervals, and memory for the intervals.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_contact_intervals_input {
    /// The bodies and their motions.
    pub pair: ifr_moving_pair,
    /// Solver; see ifr_time_of_impact_input.
    pub method: i32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
    /// Largest gap of a contact that is near. See ifr_time_of_impact_input.
    pub tolerance: f64,
    /// Contact is a gap of at most this; see ifr_time_of_impact_input.
    pub target_separation: f64,
    /// Largest number of distance solves in the frame; for bodies of several pieces, for each pair of pieces. See
    /// ifr_time_of_impact_input.
    pub budget: u32,
    /// Yours: room for capacity intervals, zeroed beyond the last; NULL when capacity is 0.
    pub intervals: *mut ifr_contact_interval,
    /// Intervals for which there is room.
    pub capacity: size_t,
}

options!(ifr_contact_intervals_input => TimeOfImpactOptions, given {
    or_default: budget, max_pivots;
    method = read_method(given.method)?;
    tolerance = (given.tolerance != 0.0).then_some(given.tolerance);
    target_separation = given.target_separation;
    initial_contact = InitialContact::Report;
});

answers! {
    /// A time of contact.
    pub struct ifr_contact_interval from interval: ContactInterval {
        /// Kind of contact that is certified about enter: a shared point, or a gap within the tolerance at `enter[1]`.
        /// IFR_CONTACT_NONE: nothing is certified, and the bodies may have stayed apart. Then enter and exit are both the
        /// whole time in which they are not proved apart.
        pub contact: ifr_contact,
        /// Why nothing is certified, or why the end was not searched: then exit ends at 1.
        pub reason: ifr_reason,
        /// Proved apart from the end of the interval before (or t = 0) up to `enter[0]`; in contact at
        /// some time from `enter[0]` to `enter[1]`, unless contact is IFR_CONTACT_NONE.
        pub enter: [f64; 2],
        /// In contact at some time from `exit[0]` to `exit[1]`, unless contact is IFR_CONTACT_NONE; proved apart from `exit[1]` up
        /// to the next interval (or t = 1). Both 1: in contact to the end of the frame. Only `exit[1]` 1: it ends between the
        /// two, or lasts.
        pub exit: [f64; 2],
        /// With IFR_CONTACT_NEAR: the gap at `enter[1]` is at most this.
        pub gap: f64,
        /// Which pieces of the two bodies meet first. All zero where both are convex.
        pub pieces: ifr_pieces = or_zero(interval.pieces),
    }
}

answers! {
    /// Answer of ifr_contact_intervals. All zero, undecided, after a failed call.
    pub struct ifr_contact_intervals_result from answer: ContactIntervals {
        /// Separated: apart throughout, no interval. Hit: some interval has a certified contact.
        /// Undecided: there are intervals, but none has.
        pub verdict: ifr_verdict,
        /// Why the verdict is undecided.
        pub reason: ifr_reason,
        /// Support queries on each body.
        pub iterations: u32,
        /// Distance solves, those of capsules around the bodies included; 0 when linear programs answered.
        pub solves: u32,
        /// Intervals of the frame. Larger than written when the list was too short.
        pub count: size_t,
        /// Intervals in the list, the first of all.
        pub written: size_t,
        /// Number of the intervals without a certified contact.
        pub undecided: size_t,
    }
}

ask! {
    /// Finds all times at which two moving bodies are in contact, as brackets of the beginning and the end of each
    /// contact, in the order of time.
    ///
    /// Outside the intervals the bodies are proved apart. Every interval holds a certified overlap or a
    /// gap within the tolerance, or says why not. A contact has ended when the gap exceeds twice the
    /// tolerance; bodies that part and meet again within a 64th of the frame, or a turn of 1/10 radian,
    /// may be one interval. When the list is too short, count says how many there are. Does not allocate,
    /// unless exact arithmetic decides.
    ifr_contact_intervals(ifr_contact_intervals_input) -> ifr_contact_intervals_result = |given, state| {
        let names = ["input.intervals", "input.capacity"];
        let list = output_list(given.intervals, given.capacity, names)?;
        let options = given.options()?;
        let read = given.pair.read_outlined()?;
        let room = list.len();
        let put = &mut |k: usize, interval: ContactInterval| list[k] = interval.into();
        Ok(into_list(&read.pair(), &options, state, IntervalList::new(room, put))?)
    };
    capture ifr_contact_intervals_to_json = |given| {
        let (read, options) = (given.pair.read_outlined()?, given.options()?);
        Ok(Query::contact_intervals(&read.pair(), &options))
    };
    /// Runs ifr_contact_intervals and makes the certificate of the answer, like
    /// ifr_certificate_of_intersect. It proves that the bodies are apart outside the intervals, and a
    /// contact at the beginning and at the end of every interval that has one. What lies inside an
    /// interval is not certified. The input's list is not used.
    certify ifr_certificate_of_contact_intervals;
}
