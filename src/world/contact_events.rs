//! Contact as events: signed distances as zero-crossing functions, for simulations whose integrator chooses its steps.
//!
//! Problem: an integrator with error control and root finding asks a fixed number of functions for their signs, at times that
//! go forth and back; pairs are many and change. Idea (Neumayr and Otter, "Collision Handling with Variable-Step Integrators",
//! 2017): before each step the pairs of smallest signed distance are selected, one for each function; in the step just these are
//! measured, and what is not selected is kept from going unnoticed.
//!
//! Here that is proved at every evaluation. Of every pair that is not selected a distance is known from the selection: its own,
//! for those that come next, or one that all others have at least. No distance falls by more than both bodies have moved
//! since. Where that leaves a pair open it is queried. So a value depends on the selection and on where bodies are, never
//! on earlier evaluations.
//!
//! Deviations from the paper's pseudocode: nothing is kept in dictionaries between selections; equal distances are ordered by
//! the bodies; what the broad phase skips has a proved bound, never an old value; fewer pairs than functions are
//! filled up; more contacts than functions are an error.
//!
//! Loses where bodies move far between selections: then every pair within reach is queried.

use nalgebra::Vector3;

use crate::error::{Error, Result, ensure};
use crate::motion::moving_box::LastPose;
use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::{cross, dot};
use crate::options::options;
use crate::pair::PairState;
use crate::proof::checked_queries::intersect;
use crate::query::distance::{Distance, DistanceOptions, distance};
use crate::query::intersect::IntersectOptions;
use crate::query::penetration::penetration;
use crate::query::penetration_answer::{Penetration, PenetrationOptions};
use crate::shape::body::Body;
use crate::verdict::Verdict;
use crate::world::bodies::{World, WorldBody};
use crate::world::filter::Filter;
use crate::world::ids::{BodyId, Side};

options! {
    /// Options of [`ContactEvents`].
    ContactEventsOptions {
        /// Number of functions. At least 1, default 16.
        slots: u32 = 16, "from 1 to 4294967295": |n| *n >= 1;
        /// A contact ends only where the bodies are farther apart than this: a pair in contact reads its
        /// signed distance less this. Keeps a pair that hovers about contact from an event at every step. Default 0.
        hysteresis: f64 = 0.0, "finite and not negative": |x| *x >= 0.0 && x.is_finite();
    }
}

/// The value of a function without a pair: positive, and the same always.
const DUMMY: f64 = 1.0;

/// Signed distances of the pairs of a world as the event functions of an integrator.
///
/// 1. [`select`](Self::select) before each step of the integrator (and after each event).
/// 2. [`evaluate`](Self::evaluate) whenever the integrator needs the values, with the bodies of the world where they are
///    then ([`World::teleport`]).
///
/// A value is positive where the pair is apart, negative where it overlaps (minus the depth, which is how far the bodies must
/// move to part), 0 where it touches: continuous in the poses, to its error, and 1 where there is no distance (of a one-sided
/// mesh and a body whose center is behind it). Its sign is proved, but of curved bodies that touch to within the error. Sensors are
/// bodies like others. Selections do not change the sign of a function unless that of a selected pair changed in between:
/// slots are in the order of (value, bodies), and each pair has a side, in contact or apart, that only a change of its sign changes.
///
/// ```
/// use interframe::{BodyInput, ContactEvents, ContactEventsOptions, Mobility, Pose, SharedBody, World};
/// use nalgebra::Vector3;
///
/// let mut world = World::new();
/// let at = |z: f64| Pose::from_translation(Vector3::new(0.0, 0.0, z));
/// let ball = world.add(BodyInput::new(SharedBody::sphere(0.5)?, at(2.0)?));
/// world.add(BodyInput {
///     mobility: Mobility::Static,
///     ..BodyInput::new(SharedBody::sphere(1.0)?, at(0.0)?)
/// });
/// let options = ContactEventsOptions { slots: 2, ..Default::default() };
/// let mut events = ContactEvents::new(&options)?;
/// events.select(&world)?;
/// let mut z = [0.0; 2];
/// world.teleport(ball, at(1.25)?)?;
/// events.evaluate(&world, &mut z)?;
/// assert_eq!(z, [-0.25, 1.0]); // there is no second pair
/// world.teleport(ball, at(1.75)?)?; // back in time
/// events.evaluate(&world, &mut z)?;
/// assert_eq!(z, [0.25, 1.0]);
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ContactEvents {
    pub(crate) options: ContactEventsOptions,
    /// At most as many as the options say, by (value, bodies).
    pub(crate) slots: Vec<FunctionSlot>,
    /// The pairs that come next.
    pub(crate) watched: Vec<PairFunction>,
    /// Slots of the bodies of both lists, ascending.
    pub(crate) known: Vec<[u32; 2]>,
    /// All other pairs were at least so far apart.
    pub(crate) others: f64,
    /// Distance of the last of the wanted pairs, up to which the next selection searches first.
    pub(crate) taken: f64,
    /// Bodies as they were, by their places.
    pub(crate) at_selection: Vec<Option<SelectedBody>>,
    /// Those that are met from one side only.
    pub(crate) one_sided: Vec<BodyId>,
    /// Whether there is a selection.
    pub(crate) selected: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct FunctionSlot {
    pub(crate) sides: [Side; 2],
    /// Pair state after the selection's distance query, with which every evaluation begins.
    pub(crate) state: PairState,
    /// The side that it is on: in contact, or apart. Only an event changes it.
    pub(crate) touching: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct PairFunction {
    pub(crate) sides: [Side; 2],
    /// They were at least so far apart.
    pub(crate) apart: f64,
}

/// A body at the selection.
#[derive(Debug, Clone)]
pub(crate) struct SelectedBody {
    pub(crate) side: Side,
    /// Fingerprint of its shape, because after a restore another body may have the same id.
    pub(crate) fingerprint: u64,
    pub(crate) filter: Filter,
    pub(crate) spot: LastPose,
}

impl SelectedBody {
    fn is_of(&self, body: &WorldBody) -> bool {
        self.side == body.side
            && self.fingerprint == body.fingerprint
            && self.filter == body.filter()
    }
}

/// Signed distance of a pair, and the points and normal there.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SignedDistance {
    /// A and B, in the order of bodies. None: the function has no pair.
    pub sides: Option<[Side; 2]>,
    /// The function's value: the distance, or minus the depth; with hysteresis of a pair in contact at the selection that
    /// less the option's length.
    pub z: f64,
    /// The true value is within this of `z`.
    pub error: f64,
    /// Whether the pair was in contact at the selection.
    pub touching: bool,
    /// Unit normal from A to B, world axes: the way in which B moves out. Zero where there is none (bodies that touch
    /// without a common plane in f64).
    pub normal: Vector3<f64>,
    /// Point of A nearest to B, or deepest in it; world frame.
    pub point_a: Vector3<f64>,
    /// Point of B nearest to A, or deepest in it, in the world.
    pub point_b: Vector3<f64>,
}

impl SignedDistance {
    const NONE: SignedDistance = SignedDistance {
        sides: None,
        z: DUMMY,
        error: 0.0,
        touching: false,
        normal: Vector3::new(0.0, 0.0, 0.0),
        point_a: Vector3::new(0.0, 0.0, 0.0),
        point_b: Vector3::new(0.0, 0.0, 0.0),
    };
}

impl Default for SignedDistance {
    /// The value of a slot without a pair.
    fn default() -> Self {
        SignedDistance::NONE
    }
}

/// Velocity of a body at one time.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Velocity {
    /// Velocity of the body's origin, world axes.
    pub linear: Vector3<f64>,
    /// Radians per unit of time, world axes.
    pub angular: Vector3<f64>,
}

impl Velocity {
    /// Returns the velocity of the body's point at `point`, if the body's origin is at `origin`.
    #[must_use]
    pub fn at(&self, point: &Vector3<f64>, origin: &Vector3<f64>) -> Vector3<f64> {
        self.linear + cross(&self.angular, &(point - origin))
    }
}

impl ContactEvents {
    /// Without a selection yet.
    ///
    /// # Errors
    /// [`Error::Setting`] when an option is out of range.
    pub fn new(options: &ContactEventsOptions) -> Result<Self> {
        options.validate()?;
        Ok(ContactEvents {
            options: *options,
            slots: Vec::new(),
            watched: Vec::new(),
            known: Vec::new(),
            others: f64::INFINITY,
            taken: f64::INFINITY,
            at_selection: Vec::new(),
            one_sided: Vec::new(),
            selected: false,
        })
    }

    /// Number of functions.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.options.slots as usize
    }

    /// Another number of functions, from the next selection on, which must come before the next evaluation. Which pairs are
    /// in contact is kept.
    ///
    /// # Errors
    /// [`Error::Setting`] for 0.
    pub fn set_slots(&mut self, slots: u32) -> Result<()> {
        let options = ContactEventsOptions {
            slots,
            ..self.options
        };
        options.validate()?;
        self.options = options;
        self.selected = false;
        Ok(())
    }

    /// The selected pairs, A and B of each in the order of bodies; None of functions without a pair.
    pub fn pairs(&self) -> impl Iterator<Item = Option<[Side; 2]>> {
        let sides = self.slots.iter().map(|slot| Some(slot.sides));
        sides.chain(std::iter::repeat(None)).take(self.slots())
    }

    /// The values of all functions where bodies are now, in the order of the selection; and the proof that no other pair
    /// overlaps.
    ///
    /// They depend on nothing but the selection and the poses. Costs a warm distance for each pair apart, a
    /// [`penetration`](crate::penetration()) for each that overlaps, and some ten nanoseconds a body of the world; more where
    /// bodies have moved as far as the nearest pair that is not selected is apart. Allocates then, and for pairs as their
    /// queries do.
    ///
    /// # Errors
    /// [`Error::EventSlots`] when a pair that is not selected meets or may meet: it is named, and to select again, with more
    /// functions or at an earlier time, is all that is needed. [`Error::Length`] for another length of `z`,
    /// [`Error::World`] without a selection, or when bodies came or went since or have other filters. `z` is filled with NaN then.
    pub fn evaluate(&self, world: &World, z: &mut [f64]) -> Result<()> {
        self.each(world, z, f64::NAN, |found| found.z)
    }

    /// Measures each slot as [`evaluate`](Self::evaluate) does, with error, normal and points, for contact forces.
    ///
    /// # Errors
    /// See [`evaluate`](Self::evaluate), with the values of no pair in place of NaN.
    pub fn measure(&self, world: &World, found: &mut [SignedDistance]) -> Result<()> {
        self.each(world, found, SignedDistance::NONE, |found| *found)
    }

    /// The derivatives of all functions by time, where bodies move like this: normal . (velocity of B's point - of A's). 0
    /// without a pair. Where the normal jumps (an overlap as deep two ways) it is one of the derivatives.
    ///
    /// # Errors
    /// See [`evaluate`](Self::evaluate).
    pub fn rates(
        &self,
        world: &World,
        velocity: &dyn Fn(BodyId) -> Velocity,
        rates: &mut [f64],
    ) -> Result<()> {
        self.each(world, rates, f64::NAN, |found| {
            let Some(sides) = found.sides else { return 0.0 };
            let points = [found.point_a, found.point_b];
            let [a, b] = [0, 1].map(|k: usize| {
                let origin = world.body(sides[k].id.index()).pose().translation();
                velocity(sides[k].id).at(&points[k], &origin)
            });
            dot(&found.normal, &(b - a))
        })
    }

    /// Value of each function; `nothing` for all if there is an error.
    fn each<T: Copy>(
        &self,
        world: &World,
        out: &mut [T],
        nothing: T,
        say: impl Fn(&SignedDistance) -> T,
    ) -> Result<()> {
        let done = self.fill(world, out, say);
        if done.is_err() {
            out.fill(nothing);
        }
        done
    }

    fn fill<T>(
        &self,
        world: &World,
        out: &mut [T],
        say: impl Fn(&SignedDistance) -> T,
    ) -> Result<()> {
        if !self.selected {
            let what = "there is no selection of events";
            return Err(Error::World { what });
        }
        ensure(out.len() == self.slots(), || Error::Length {
            what: "values of events",
            count: out.len(),
            wanted: self.slots(),
        })?;
        self.rest_is_apart(world)?;
        for (k, out) in out.iter_mut().enumerate() {
            let Some(slot) = self.slots.get(k) else {
                *out = say(&SignedDistance::NONE);
                continue;
            };
            let found =
                Places::of(world, slot.sides)?.measure(&mut { slot.state }, slot.touching)?;
            *out = say(&SignedDistance {
                sides: Some(slot.sides),
                z: self.value(&found, slot.touching),
                touching: slot.touching,
                ..found
            });
        }
        Ok(())
    }

    pub(crate) fn value(&self, found: &SignedDistance, touching: bool) -> f64 {
        match touching {
            true => found.z - self.options.hysteresis,
            false => found.z,
        }
    }

    /// That no pair without a function meets.
    fn rest_is_apart(&self, world: &World) -> Result<()> {
        let [mut first, mut second] = [0.0_f64; 2];
        if self.at_selection.len() != world.slots.len() {
            return Err(changed());
        }
        for (spot, slot) in self.at_selection.iter().zip(&world.slots) {
            let moved = match (spot, &slot.body) {
                (None, None) => continue,
                (Some(was), Some(body)) if was.is_of(body) => {
                    body.extent.moved(&was.spot, body.pose())
                }
                _ => return Err(changed()),
            };
            // No number is as far as can be.
            let moved = if moved >= 0.0 { moved } else { f64::INFINITY };
            second = second.max(moved.min(first));
            first = first.max(moved);
        }
        for pair in &self.watched {
            let moved = pair.sides.map(|side| self.moved(world, side.id));
            let places = Places::of(world, pair.sides)?;
            let is_far = (moved[0] + moved[1]) * SUM_ROUNDING < pair.apart;
            if !is_far || places.bodies.iter().any(|body| is_one_sided(body)) {
                self.is_apart(places)?;
            }
        }
        for id in &self.one_sided {
            self.one_sided_is_apart(world.get(*id)?, world)?;
        }
        match (first + second) * SUM_ROUNDING < self.others {
            true => Ok(()),
            false => self.others_are_apart(world, first),
        }
    }

    fn moved(&self, world: &World, id: BodyId) -> f64 {
        let body = world.body(id.index());
        match &self.at_selection[id.index() as usize] {
            Some(was) => body.extent.moved(&was.spot, body.pose()),
            None => f64::INFINITY,
        }
    }

    /// All pairs of a body that is met from one side only: what was behind it may be in it after however little a move.
    #[cold]
    fn one_sided_is_apart(&self, body: &WorldBody, world: &World) -> Result<()> {
        let others = world.bodies().filter(|other| other.id() != body.id());
        for other in others.filter(|other| !other.extent.is_empty()) {
            self.unknown_is_apart(world, [body, other])?;
        }
        Ok(())
    }

    /// That two bodies do not meet, unless they are a pair with a place of its own.
    fn unknown_is_apart(&self, world: &World, mut pair: [&WorldBody; 2]) -> Result<()> {
        let [a, b] = pair.map(|body| body.extent.ball(body.pose()));
        // Its square may be beyond f64.
        let between = (a.0 - b.0).norm();
        if between.is_finite() && between > (a.1 + b.1) * SUM_ROUNDING {
            return Ok(());
        }
        pair.sort_by_key(|body| body.side.order());
        let [first, second] = pair;
        let known = self
            .known
            .binary_search(&places(&[first.side, second.side]));
        match known.is_err() && world.allows(first, second) {
            true => self.is_apart(Places { bodies: pair }),
            false => Ok(()),
        }
    }

    /// All pairs of which one has moved too far, those with places of their own left out.
    #[cold]
    fn others_are_apart(&self, world: &World, most: f64) -> Result<()> {
        let bodies = world.bodies().filter(|body| !body.extent.is_empty());
        let bodies: Vec<(f64, &WorldBody)> = bodies
            .map(|body| (self.moved(world, body.id()), body))
            .collect();
        let far = |moved: f64| !(moved * SUM_ROUNDING < self.others);
        for (k, (moved, a)) in bodies.iter().enumerate() {
            let fast = far(moved + most);
            // Each pair once: of two fast ones from the first.
            let partners = bodies.iter().enumerate().filter(|(j, (other, _))| {
                let first = *j > k || !far(other + most);
                *j != k && first && far(moved + other)
            });
            for (_, (_, b)) in partners.filter(|_| fast) {
                self.unknown_is_apart(world, [a, b])?;
            }
        }
        Ok(())
    }

    fn is_apart(&self, places: Places<'_>) -> Result<()> {
        let options = IntersectOptions::default();
        let answer = intersect(&places.pair(), &options, &mut PairState::default())?;
        match answer.verdict {
            Verdict::Separated => Ok(()),
            _ => Err(self.no_slot(&places.bodies.map(|body| body.side))),
        }
    }

    #[cold]
    pub(crate) fn no_slot(&self, sides: &[Side; 2]) -> Error {
        let name = |side: &Side| [side.id.index(), side.id.generation()];
        Error::EventSlots {
            a: name(&sides[0]),
            b: name(&sides[1]),
            slots: self.slots(),
        }
    }
}

/// Room for the roundings of sums and of the balls' distance.
const SUM_ROUNDING: f64 = 1.0 + 1e-12;

fn changed() -> Error {
    Error::World {
        what: "bodies came or went, or filters changed, since the selection of events",
    }
}

pub(crate) fn is_one_sided(body: &WorldBody) -> bool {
    let pieces = Body::from(&body.shape).pieces();
    pieces.is_some_and(|pieces| pieces.is_one_sided())
}

pub(crate) fn places(sides: &[Side; 2]) -> [u32; 2] {
    sides.map(|side| side.id.index())
}

/// A pair where it is now.
pub(crate) struct Places<'w> {
    pub(crate) bodies: [&'w WorldBody; 2],
}

impl<'w> Places<'w> {
    pub(crate) fn of(world: &'w World, sides: [Side; 2]) -> Result<Self> {
        let [a, b] = sides;
        Ok(Places {
            bodies: [world.get(a.id)?, world.get(b.id)?],
        })
    }

    fn pair(&self) -> PosedPair<'w> {
        let [a, b] = self.bodies;
        PosedPair::new(&a.shape, a.pose(), &b.shape, b.pose())
    }

    /// The signed distance. `touching`: whether they are likely to overlap; the answer is the same.
    pub(crate) fn measure(&self, state: &mut PairState, touching: bool) -> Result<SignedDistance> {
        if touching && let Some(found) = self.deep()? {
            return Ok(found);
        }
        let apart = distance(&self.pair(), &DistanceOptions::default(), state)?;
        if apart.verdict == Verdict::Hit
            && !touching
            && let Some(found) = self.deep()?
        {
            return Ok(found);
        }
        Ok(of_distance(&apart))
    }

    /// Returns the signed distance of bodies that overlap.
    pub(crate) fn deep(&self) -> Result<Option<SignedDistance>> {
        let options = PenetrationOptions::default();
        let found = penetration(&self.pair(), &options, &mut PairState::default())?;
        Ok((found.verdict == Verdict::Hit).then(|| of_depth(&found)))
    }
}

fn of_depth(found: &Penetration) -> SignedDistance {
    SignedDistance {
        z: 0.0 - found.depth,
        error: found.error,
        normal: found.normal.unwrap_or_default(),
        point_a: found.point_a.unwrap_or_default(),
        point_b: found.point_b.unwrap_or_default(),
        ..SignedDistance::NONE
    }
}

pub(crate) fn of_distance(found: &Distance) -> SignedDistance {
    if !found.separation.is_finite() {
        return SignedDistance::NONE;
    }
    SignedDistance {
        // However small a gap is, a pair that is apart does not read contact.
        z: match found.verdict {
            Verdict::Separated => found.separation.max(f64::from_bits(1)),
            _ => found.separation,
        },
        error: found.error,
        normal: found.normal.unwrap_or_default(),
        point_a: found.point_a.unwrap_or_default(),
        point_b: found.point_b.unwrap_or_default(),
        ..SignedDistance::NONE
    }
}
