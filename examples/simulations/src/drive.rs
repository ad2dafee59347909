//! The loop around the integrator: select, step, and at an event the state that follows.
//!
//! `diffsol`'s Tsitouras method of order 5(4) chooses the steps; each of them sees smooth equations, for which pairs are in
//! contact is fixed from one event to the next. Its root finder asks the event functions at times that go forth and back.
//! After an event the state is that of the event's time; `dy` is made anew, for the equations are others from then on.
//! No step is longer than a cap, so that no body goes through another and out again within one.

use std::cell::{Cell, RefCell};
use std::error::Error;

use diffsol::{NalgebraMat, OdeBuilder, OdeSolverMethod, OdeSolverStopReason, Vector};
use interframe::{
    BodyId, ContactEvents, ContactEventsOptions, Motion, MovingPair, PairState, Pose, Side,
    SignedDistance, TimeOfImpactOptions, Verdict, World, time_of_impact,
};

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What is simulated: equations of motion of bodies of a world, with a state that is a list of numbers.
pub trait System {
    /// Puts the bodies where a state says.
    fn place(&self, y: &[f64], world: &mut World) -> interframe::Result<()>;

    /// The derivative of a state, with the contacts as they are there: those that are `touching` act.
    fn rate(&self, y: &[f64], contacts: &[SignedDistance], dy: &mut [f64]);

    /// Whether contacts act on the derivative.
    fn feels_contacts(&self) -> bool;

    /// The state after a contact has begun; many systems leave it.
    fn strike(&self, _y: &mut [f64], _contact: &SignedDistance) {}

    /// The energy, that of springs at contacts included.
    fn energy(&self, y: &[f64], contacts: &[SignedDistance]) -> f64;

    /// No point of a body is faster.
    fn fastest(&self, y: &[f64]) -> f64;

    /// Numbers to draw over time, by names.
    fn heights(&self, y: &[f64]) -> Vec<f64>;
}

/// How a system is simulated.
#[derive(Debug, Clone)]
pub struct Options {
    pub rtol: f64,
    pub t_end: f64,
    /// Event functions.
    pub slots: u32,
    /// How far apart a contact ends: enough that no restart is at a root.
    pub hysteresis: f64,
    /// No body moves farther in a step.
    pub longest_move: f64,
    /// Nor is a step longer.
    pub longest_step: f64,
    /// Seconds of a frame of the recording.
    pub frame_s: f64,
    /// Ends after so many events.
    pub most_events: usize,
    /// Whether the integrator is told of events, or has to find contacts by its error control alone.
    pub events: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            rtol: 1e-8,
            t_end: 3.0,
            slots: 4,
            hysteresis: 1e-12,
            longest_move: 0.1,
            longest_step: 0.05,
            frame_s: 1.0 / 60.0,
            most_events: usize::MAX,
            events: true,
        }
    }
}

/// Where a contact began or ended.
#[derive(Debug, Clone)]
pub struct Event {
    pub t: f64,
    pub pair: [Side; 2],
    pub begins: bool,
    /// The state that follows.
    pub after: Vec<f64>,
    /// What `time_of_impact` says of the pair between the neighbouring states, of a beginning: when, 0 to 1.
    pub impact: Option<f64>,
}

/// One moment of the simulation.
#[derive(Debug, Clone)]
pub struct Sample {
    pub t: f64,
    pub heights: Vec<f64>,
    pub energy: f64,
}

/// Where bodies are at the end of a frame.
#[derive(Debug, Clone)]
pub struct Frame {
    pub t: f64,
    pub poses: Vec<(BodyId, Pose)>,
}

/// What was spent.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spent {
    pub steps: u64,
    pub rates: u64,
    pub evaluations: u64,
    pub selections: u64,
}

/// What a simulation shows.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub events: Vec<Event>,
    pub samples: Vec<Sample>,
    pub frames: Vec<Frame>,
    pub spent: Spent,
    /// The last state.
    pub last: Vec<f64>,
    pub t: f64,
    /// The largest difference of the energy from that of the start, over that.
    pub drift: f64,
}

/// What the integrator's callbacks share.
struct Shared<'a, S> {
    system: &'a S,
    world: RefCell<World>,
    events: RefCell<ContactEvents>,
    failure: RefCell<Option<interframe::Error>>,
    spent: Cell<Spent>,
}

impl<S: System> Shared<'_, S> {
    fn spend(&self, on: impl Fn(&mut Spent)) {
        let mut spent = self.spent.get();
        on(&mut spent);
        self.spent.set(spent);
    }

    fn fail<T>(&self, found: interframe::Result<T>) -> Option<T> {
        found
            .map_err(|error| {
                self.failure.borrow_mut().get_or_insert(error);
            })
            .ok()
    }

    /// The contacts at a state.
    fn contacts(&self, y: &[f64]) -> interframe::Result<Vec<SignedDistance>> {
        let (world, events) = (&mut *self.world.borrow_mut(), self.events.borrow());
        self.system.place(y, world)?;
        let mut found = vec![SignedDistance::default(); events.slots()];
        events.measure(world, &mut found)?;
        Ok(found)
    }

    fn rate(&self, y: &[f64], dy: &mut [f64], smooth: bool) {
        self.spend(|spent| spent.rates += 1);
        let mut contacts = Vec::new();
        if self.system.feels_contacts() {
            contacts = self.fail(self.contacts(y)).unwrap_or_default();
        }
        if !smooth {
            // Without events a contact acts wherever there is one.
            contacts
                .iter_mut()
                .for_each(|contact| contact.touching = contact.z < 0.0);
        }
        self.system.rate(y, &contacts, dy);
    }

    fn values(&self, y: &[f64], z: &mut [f64]) {
        self.spend(|spent| spent.evaluations += 1);
        let world = &mut *self.world.borrow_mut();
        let found = self.system.place(y, world);
        let found = found.and_then(|()| self.events.borrow().evaluate(world, z));
        if self.fail(found).is_none() {
            z.fill(1.0);
        }
    }

    /// `crossed`: the functions of which a root is reported here.
    fn select(&self, y: &[f64], crossed: &[usize]) -> interframe::Result<()> {
        self.spend(|spent| spent.selections += 1);
        let world = &mut *self.world.borrow_mut();
        self.system.place(y, world)?;
        self.events.borrow_mut().select_after(world, crossed)
    }

    fn failed(&self) -> Result<()> {
        match self.failure.borrow_mut().take() {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    fn sample(&self, t: f64, y: &[f64], smooth: bool) -> interframe::Result<Sample> {
        let mut contacts = self.contacts(y)?;
        if !smooth {
            contacts
                .iter_mut()
                .for_each(|contact| contact.touching = contact.z < 0.0);
        }
        Ok(Sample {
            t,
            heights: self.system.heights(y),
            energy: self.system.energy(y, &contacts),
        })
    }

    fn poses(&self, y: &[f64]) -> interframe::Result<Vec<(BodyId, Pose)>> {
        let world = &mut *self.world.borrow_mut();
        self.system.place(y, world)?;
        let moving = world
            .bodies()
            .filter(|body| body.mobility() == interframe::Mobility::Moving);
        Ok(moving.map(|body| (body.id(), *body.pose())).collect())
    }

    /// What `time_of_impact` says of a pair on its way from one state to another.
    fn impact(&self, pair: &[Side; 2], [from, to]: [&[f64]; 2]) -> interframe::Result<Option<f64>> {
        let [start, end] = [self.poses(from)?, self.poses(to)?];
        let world = self.world.borrow();
        let motion = |side: &Side| -> interframe::Result<Motion> {
            let at = |poses: &[(BodyId, Pose)]| {
                poses
                    .iter()
                    .find(|(id, _)| *id == side.id)
                    .map(|(_, pose)| *pose)
            };
            match (at(&start), at(&end)) {
                (Some(start), Some(end)) => Motion::between(start, end, nalgebra::Vector3::zeros()),
                _ => Ok(Motion::fixed(*world.get(side.id)?.pose())),
            }
        };
        let motions = [motion(&pair[0])?, motion(&pair[1])?];
        let [a, b] = [world.get(pair[0].id)?, world.get(pair[1].id)?];
        let asked = MovingPair::new(a.shape(), &motions[0], b.shape(), &motions[1]);
        let options = TimeOfImpactOptions::default();
        let found = time_of_impact(&asked, &options, &mut PairState::default())?;
        Ok((found.verdict == Verdict::Hit).then_some(found.t_hi))
    }
}

/// Part of a step that the states beside an event are off it.
const BESIDE: f64 = 1e-3;

/// Simulates; `progress` is told the time after each step.
pub fn simulate<S: System>(
    system: &S,
    world: World,
    start: &[f64],
    options: &Options,
    progress: &mut dyn FnMut(f64),
) -> Result<Outcome> {
    let shared = Shared {
        system,
        world: RefCell::new(world),
        events: RefCell::new(ContactEvents::new(&ContactEventsOptions {
            slots: options.slots,
            hysteresis: if options.events {
                options.hysteresis
            } else {
                0.0
            },
        })?),
        failure: RefCell::new(None),
        spent: Cell::new(Spent::default()),
    };
    shared.select(start, &[])?;
    let smooth = options.events;
    let count = if smooth { options.slots as usize } else { 1 };
    let problem = OdeBuilder::<NalgebraMat<f64>>::new()
        .rtol(options.rtol)
        .atol([options.rtol])
        .h0(1e-4)
        .rhs(|y, _, _, dy| shared.rate(y, dy, smooth))
        .init(|_, _, y| y.copy_from_slice(start), start.len())
        .root(
            |y, _, _, z| match smooth {
                true => shared.values(y, z),
                false => z.fill(1.0),
            },
            count,
        )
        .build()?;
    let mut solver = problem.tsit45()?;
    let mut out = Outcome::default();
    let first = shared.sample(0.0, start, smooth)?;
    let scale = first.energy.abs();
    let mut next_frame = options.frame_s;
    out.samples.push(first.clone());
    loop {
        let (t, y) = (solver.state().t, solver.state().y.clone_as_vec());
        if t >= options.t_end || out.events.len() >= options.most_events {
            (out.t, out.last) = (t, y);
            break;
        }
        shared.select(&y, &[])?;
        let cap = (options.longest_move / system.fastest(&y)).min(options.longest_step);
        // A stop that is nearer than rounding is passed by.
        let stop = (t + cap).min(options.t_end).max(t + 1e-13 * (1.0 + t));
        solver.set_stop_time(stop)?;
        let reason = solver.step()?;
        shared.spend(|spent| spent.steps += 1);
        let mut now = solver.state().t;
        if let OdeSolverStopReason::RootFound(root, function) = reason {
            let beside = BESIDE * (now - t);
            let ends = [(root - beside).max(t), (root + beside).min(now)];
            let before = solver.interpolate(ends[0])?.clone_as_vec();
            let after = solver.interpolate(ends[1])?.clone_as_vec();
            let at = solver.interpolate(root)?.clone_as_vec();
            now = root;
            frames(&shared, &solver, &mut next_frame, now, options, &mut out)?;
            solver.state_mut_back(root)?;
            let neighbours = [&before[..], &after[..]];
            let state = event(&shared, root, at, neighbours, &mut out)?;
            let mut dy = vec![0.0; state.len()];
            shared.select(&state, &[function])?;
            shared.rate(&state, &mut dy, smooth);
            let held = solver.state_mut();
            for (k, (y, dy)) in state.iter().zip(&dy).enumerate() {
                held.y.set_index(k, *y);
                held.dy.set_index(k, *dy);
            }
        } else {
            frames(&shared, &solver, &mut next_frame, now, options, &mut out)?;
        }
        shared.failed()?;
        let y = solver.state().y.clone_as_vec();
        let sample = shared.sample(now, &y, smooth)?;
        out.drift = out.drift.max((sample.energy - first.energy).abs() / scale);
        out.samples.push(sample);
        progress(now);
    }
    out.spent = shared.spent.get();
    Ok(out)
}

/// Frames of the recording that a step passes.
fn frames<'a, Eqn, S: System, M>(
    shared: &Shared<'_, S>,
    solver: &M,
    next: &mut f64,
    now: f64,
    options: &Options,
    out: &mut Outcome,
) -> Result<()>
where
    Eqn: diffsol::OdeEquations<T = f64> + 'a,
    M: OdeSolverMethod<'a, Eqn>,
{
    while *next <= now {
        let y = solver.interpolate(*next)?;
        out.frames.push(Frame {
            t: *next,
            poses: shared.poses(&y.clone_as_vec())?,
        });
        *next += options.frame_s;
    }
    Ok(())
}

/// What begins and ends at a root: the state that follows.
fn event<S: System>(
    shared: &Shared<'_, S>,
    t: f64,
    mut y: Vec<f64>,
    neighbours: [&[f64]; 2],
    out: &mut Outcome,
) -> Result<Vec<f64>> {
    let [before, after] = [
        shared.contacts(neighbours[0])?,
        shared.contacts(neighbours[1])?,
    ];
    let here = shared.contacts(&y)?;
    for ((before, after), contact) in before.iter().zip(&after).zip(&here) {
        let Some(pair) = contact.sides else { continue };
        if (before.z < 0.0) == (after.z < 0.0) {
            continue;
        }
        let begins = after.z < 0.0;
        let mut impact = None;
        if begins {
            impact = shared.impact(&pair, neighbours)?;
            shared.system.strike(&mut y, contact);
        }
        out.events.push(Event {
            t,
            pair,
            begins,
            after: Vec::new(),
            impact,
        });
    }
    if let Some(event) = out.events.last_mut() {
        event.after = y.clone();
    }
    Ok(y)
}
