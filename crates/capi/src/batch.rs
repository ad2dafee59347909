//! One query about many pairs.

use crate::body::ifr_body;
use crate::boundary::{input_list, output_list};
use crate::contact_manifold::{ifr_contact_manifold_input, ifr_contact_manifold_result};
use crate::distance::{ifr_distance_input, ifr_distance_result};
use crate::entry::entry;
use crate::fault::{Fault, Wrong};
use crate::interframe::{ifr_interframe_input, ifr_interframe_result};
use crate::intersect::{ifr_intersect_input, ifr_intersect_result};
use crate::jobs::ifr_jobs;
use crate::motion::ifr_motion;
use crate::pose::ifr_pose;
use crate::query::*;
use crate::time_of_impact::{ifr_time_of_impact_input, ifr_time_of_impact_result};
use interframe::for_c::check_memory;
use interframe::{Batch, Body, Error, MovingPair, PosedPair};
use interframe::{contact_manifold, distance, interframe, intersect, time_of_impact};

/// Bodies where they are, and the pairs of them that are queried.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_posed_batch {
    /// body_count bodies, none NULL.
    pub bodies: *const *const ifr_body,
    /// The pose of each body.
    pub poses: *const ifr_pose,
    /// Bodies and poses.
    pub body_count: size_t,
    /// Pairs as numbers of bodies, A then B: two for each pair.
    pub pairs: *const u32,
    /// Pairs.
    pub pair_count: size_t,
    /// Yours: the state of each pair, kept from frame to frame; or NULL.
    pub states: *mut ifr_pair_state,
    /// Where the work runs; zeroed: on the calling thread.
    pub jobs: ifr_jobs,
}

/// Bodies and how they move over the frame, and the pairs of them that are queried.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_moving_batch {
    /// body_count bodies, none NULL.
    pub bodies: *const *const ifr_body,
    /// Their motions.
    pub motions: *const ifr_motion,
    /// Bodies and motions.
    pub body_count: size_t,
    /// Pairs as numbers of bodies, A then B: two for each pair.
    pub pairs: *const u32,
    /// Pairs.
    pub pair_count: size_t,
    /// Yours: the state of each pair, kept from frame to frame; or NULL.
    pub states: *mut ifr_pair_state,
    /// Where the work runs; zeroed: on the calling thread.
    pub jobs: ifr_jobs,
}

/// A batch of either kind, its places read.
struct ReadBatch<P> {
    bodies: *const *const ifr_body,
    places: Vec<P>,
    pairs: *const u32,
    pair_count: usize,
    states: *mut ifr_pair_state,
    jobs: ifr_jobs,
}

/// Reads a batch whose places are the list of this name.
macro_rules! read_batch {
    ($Batch:ty, $places:ident as $Place:ty, $read:expr) => {
        impl $Batch {
            /// # Safety
            /// The lists are as the header's first section demands.
            #[inline(never)] // Once for all batches.
            unsafe fn read(&self) -> Result<ReadBatch<$Place>> {
                const NAME: &str = concat!("batch.", stringify!($places));
                // SAFETY: the caller's promise is the same.
                let places = unsafe { input_list(self.$places, self.body_count, NAME) }?;
                check_memory(places.len(), 4 * size_of::<$Place>())?;
                let places = places.iter().enumerate().map(|(index, place)| {
                    let read: Result<$Place> = $read(place, NAME);
                    read.map_err(|fault| fault.of_entry(index))
                });
                Ok(ReadBatch {
                    bodies: self.bodies,
                    places: places.collect::<Result<_>>()?,
                    pairs: self.pairs,
                    pair_count: self.pair_count,
                    states: self.states,
                    jobs: self.jobs,
                })
            }
        }
    };
}

read_batch!(
    ifr_posed_batch,
    poses as interframe::Pose,
    |pose: &ifr_pose, name| pose.read(name, "")
);
read_batch!(
    ifr_moving_batch,
    motions as interframe::Motion,
    ifr_motion::read
);

/// A query about two bodies with their places.
type Ask<'q, P, R> =
    dyn Fn([(Body<'_>, &P); 2], &mut PairState) -> interframe::Result<R> + Sync + 'q;

/// The bodies of a batch, its pairs and their states.
type Lists<'a> = (Vec<Body<'a>>, &'a [[u32; 2]], &'a mut [PairState]);

impl<P: Sync> ReadBatch<P> {
    /// The lists beside the places. States that nobody keeps are those of `empty`.
    ///
    /// # Safety
    /// The lists are as the header's first section demands.
    #[inline(never)] // Once for all batches.
    unsafe fn lists<'a>(&'a self, empty: &'a mut Vec<PairState>) -> Result<Lists<'a>> {
        // SAFETY: the caller's promise is the same; a pair state is the library's own, word for word.
        unsafe {
            check_memory(self.places.len(), 4 * size_of::<Body<'_>>())?;
            check_memory(self.pair_count, size_of::<PairState>())?;
            let bodies = input_list(self.bodies, self.places.len(), "batch.bodies")?;
            let bodies = bodies.iter().enumerate().map(|(index, body)| {
                let body = required(*body, "batch.bodies");
                body.map_err(|fault| fault.of_entry(index))
                    .map(ifr_body::get)
            });
            let bodies: Vec<Body<'_>> = bodies.collect::<Result<_>>()?;
            let pairs: &[[u32; 2]] = match self.pairs.is_aligned() {
                true => input_list(self.pairs.cast(), self.pair_count, "batch.pairs")?,
                false => return Err(Wrong::Misaligned { align: 4 }.at("batch.pairs")),
            };
            let states: &mut [PairState] = match self.states.is_null() {
                true => {
                    empty.resize_with(self.pair_count, PairState::default);
                    empty
                }
                false if self.pair_count == 0 => &mut [],
                false => {
                    input_list(self.states, self.pair_count, "batch.states")?;
                    std::slice::from_raw_parts_mut(self.states.cast(), self.pair_count)
                }
            };
            Ok((bodies, pairs, states))
        }
    }

    /// Writes the answer about each pair, or leaves all zero.
    ///
    /// # Safety
    /// The lists are as the header's first section demands.
    unsafe fn answer<R: Copy + Default + Send>(
        self,
        results: &mut [R],
        ask: &Ask<'_, P, R>,
    ) -> Result<()> {
        let mut empty = Vec::new();
        // SAFETY: the caller's promise is the same.
        let ((bodies, pairs, states), threads) =
            unsafe { (self.lists(&mut empty)?, self.jobs.threads()) };
        let batch = Batch {
            bodies: &bodies,
            places: &self.places,
            pairs,
        };
        let answers = batch.ask(states, &threads, ask);
        results.copy_from_slice(&answers.map_err(refused)?);
        Ok(())
    }
}

#[cold]
fn refused(error: Error) -> Fault {
    match error {
        Error::InPair { pair, source } => Wrong::Refused(*source).at("batch.pairs").of_entry(pair),
        Error::Index { pair, index, count } => Wrong::OutOfRange {
            index: index as usize,
            count,
        }
        .at("batch.pairs")
        .of_entry(pair),
        error => Wrong::Refused(error).at("batch"),
    }
}

/// A query about each pair of a batch: its places and the options are read once.
macro_rules! ask_each {
    ($batch:ident, $input:ident, $results:ident, $query:ident of $pair:ident) => {{
        let batch = required($batch, "batch")?;
        let results = output_list($results, batch.pair_count, ["results", "batch.pair_count"])?;
        let given = batch.read()?;
        let options = optional($input, "input")?.map_or(Ok(Default::default()), |o| o.options());
        let options = options?;
        options.validate()?;
        given.answer(results, &|[(a, place_a), (b, place_b)], state| {
            let pair = $pair::new(a, place_a, b, place_b);
            Ok($query(&pair, &options, state)?.into())
        })
    }};
}

entry! {
    /// ifr_intersect of each pair of a batch: writes pair_count answers to results, in the order of the pairs, the same
    /// bits on any threads. input: options for ifr_intersect, or NULL for the defaults; its pair is not read.
    /// Poses are read once and serve every pair. When anything is wrong, every answer is zeroed, and states of pairs
    /// may have changed, which costs nothing but time. Allocates.
    ifr_intersect_batch(
        batch: *const ifr_posed_batch, input: *const ifr_intersect_input, results: *mut ifr_intersect_result,
    ) = enter() {
        ask_each!(batch, input, results, intersect of PosedPair)
    }

    /// ifr_distance of each pair of a batch. See ifr_intersect_batch.
    ifr_distance_batch(
        batch: *const ifr_posed_batch, input: *const ifr_distance_input, results: *mut ifr_distance_result,
    ) = enter() {
        ask_each!(batch, input, results, distance of PosedPair)
    }

    /// ifr_contact_manifold of each pair of a batch. See ifr_intersect_batch.
    ifr_contact_manifold_batch(
        batch: *const ifr_posed_batch, input: *const ifr_contact_manifold_input, results: *mut ifr_contact_manifold_result,
    ) = enter() {
        ask_each!(batch, input, results, contact_manifold of PosedPair)
    }

    /// ifr_interframe of each pair of a batch, over motions. See ifr_intersect_batch.
    ifr_interframe_batch(
        batch: *const ifr_moving_batch, input: *const ifr_interframe_input, results: *mut ifr_interframe_result,
    ) = enter() {
        ask_each!(batch, input, results, interframe of MovingPair)
    }

    /// ifr_time_of_impact of each pair of a batch, over motions. See ifr_intersect_batch.
    ifr_time_of_impact_batch(
        batch: *const ifr_moving_batch, input: *const ifr_time_of_impact_input, results: *mut ifr_time_of_impact_result,
    ) = enter() {
        ask_each!(batch, input, results, time_of_impact of MovingPair)
    }
}
