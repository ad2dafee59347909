//! When do two moving bodies first meet of which one is curved?
//!
//! Conservative advancement: from a time at which a plane parts the bodies, a step that no gap along its normal can
//! close. It is the gap over the greatest speed at which that can close; or as far as a second look at the same
//! normal proves, by how much the gap may bend in between (C54 of `docs/CERTIFICATES.md`, of as many points as there are).

use nalgebra::Vector3;

use crate::ccd::flight::Flight;
use crate::ccd::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::relative_motion::{Posed, RelativeMotion, origin_at};
use crate::distance::curved::{ROOM, known, measure};
use crate::distance::rounded;
use crate::error::{Error, Result};
use crate::lp::problem::scanned_gap;
use crate::motion::pairs::{MovingPair, PosedPair, Sides};
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::U;
use crate::numeric::reach::Reach;
use crate::pair::PairState;
use crate::support::mapping::FloatMapping;
use crate::support::traced::{PosedAny, Trace};
use crate::verdict::{Reason, Verdict};

/// Part of the smaller body's size that is a contact's gap where no tolerance is given.
const CONTACT_REL_TOL: f64 = 1e-6;

/// Part of the way to where the gap seems to close that a second look is taken at.
const AHEAD: f64 = 0.95;

/// Second looks from one time.
const LOOKS: u32 = 8;

pub(crate) fn time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
) -> Result<TimeOfImpact> {
    if options.initial_contact != InitialContact::Report {
        let query = "time_of_impact that ignores an initial contact";
        return Err(Error::Body { query });
    }
    let sides = pair.sides();
    let cores = sides.around();
    if cores.has_empty() {
        return Ok(TimeOfImpact::separated(0.0, None));
    }
    let tolerance = options.tolerance.unwrap_or(CONTACT_REL_TOL * sides.size());
    let at_start = PosedPair {
        a: pair.a,
        pose_a: pair.motion_a.start(),
        b: pair.b,
        pose_b: pair.motion_b.start(),
    };
    let target = options.target_separation;
    let state = &mut PairState::default();
    let start = known(&at_start.sides(), target, options.max_pivots, state);
    let flight = Flight::new(&cores);
    let walk = Walk {
        motion: RelativeMotion::new(&flight),
        traces: [Trace::new(), Trace::new()],
        sides,
        options,
        tolerance,
    };
    let gap = (start.distance[2] - target).max(0.0);
    let contact = match start.verdict {
        Verdict::Hit => Contact::Overlap,
        Verdict::Undecided if gap <= tolerance => Contact::Near,
        Verdict::Undecided => return Ok(TimeOfImpact::undecided(Reason::Touching, 0.0, 0.0)),
        Verdict::Separated => return Ok(walk.run()),
    };
    let posed = walk.motion.pose(0.0);
    let seen = start
        .core_points
        .map(|p| (p - pair.motion_a.start().translation()) * flight.scale);
    let speed = |n: Vector3<f64>| walk.motion.separation_velocity(&posed, &n, &seen) / flight.scale;
    Ok(TimeOfImpact {
        iterations: start.iterations,
        solves: 1,
        contact,
        initial: true,
        gap: if contact == Contact::Near { gap } else { 0.0 },
        point_a: Some(start.points[0]),
        point_b: Some(start.points[1]),
        normal: start.normal,
        separation_velocity: start.normal.map_or(0.0, speed),
        ..TimeOfImpact::HIT
    })
}

struct Walk<'a> {
    sides: Sides<'a, Motion>,
    motion: RelativeMotion<'a>,
    traces: [Trace<ROOM>; 2],
    options: &'a TimeOfImpactOptions,
    tolerance: f64,
}

impl Walk<'_> {
    fn sets<'p>(&'p self, posed: &'p Posed) -> [PosedAny<'p>; 2] {
        let (a, b) = self.motion.bodies(posed);
        [
            PosedAny::of(self.sides.cores[0], a, self.traces[0].sheet()),
            PosedAny::of(self.sides.cores[1], b, self.traces[1].sheet()),
        ]
    }

    /// From a start at which they are apart.
    fn run(&self) -> TimeOfImpact {
        let scale = self.motion.scale;
        let [radius_a, radius_b] = self.sides.radii;
        let reach = Reach([self.options.target_separation, radius_a, radius_b]);
        let [below, above] = reach.bounds(scale);
        let (mut t, mut along) = (0.0, None);
        let (mut solves, mut iterations) = (0, 0);
        loop {
            let posed = self.motion.pose(t);
            let [a, b] = &self.sets(&posed);
            let measured = measure([a, b], along.as_ref(), self.options.max_pivots);
            let found = &measured.found;
            (solves, iterations) = (solves + 1, iterations + measured.queries);
            let (gap, normal) = (found.lower - above, found.normal);
            let at_most = (found.upper - below).max(0.0);
            let after = |answer: TimeOfImpact| TimeOfImpact {
                solves,
                iterations,
                ..answer
            };
            let open = |reason| after(TimeOfImpact::undecided(reason, 0.0, t));
            if t > 0.0 && at_most <= self.tolerance * scale * (1.0 - 4.0 * U) {
                return after(self.near(&posed, normal, measured.points, at_most));
            }
            if !(gap > 0.0) {
                return open(Reason::Rounding);
            }
            let Some(step) = self.step(&posed, &normal, &measured.points, gap, above) else {
                return after(TimeOfImpact::separated(0.0, Some(normal)));
            };
            let next = t + step;
            if !(next > t) {
                return open(Reason::Rounding);
            }
            if solves >= self.options.budget {
                return TimeOfImpact {
                    t_lo: next.min(1.0),
                    ..open(Reason::Budget)
                };
            }
            (t, along) = (next.min(1.0), Some(normal));
        }
    }

    /// How far on no gap along `n` closes, of which there is `gap` now; None to the end of the frame.
    fn step(
        &self,
        posed: &Posed,
        n: &Vector3<f64>,
        points: &[Vector3<f64>; 2],
        gap: f64,
        above: f64,
    ) -> Option<f64> {
        let motion = &self.motion;
        let rest = 1.0 - posed.t;
        let across = motion.across(n);
        let unsure = |k: usize| motion.trajectories[k].turn_error * motion.reaches[k].from_axis;
        let closing = motion.closing(n, &across) + motion.travel_error + unsure(0) + unsure(1);
        if !(closing * rest >= gap * (1.0 - 4.0 * U)) {
            return None;
        }
        let sure = gap / closing * (1.0 - 4.0 * U);
        let bend: f64 = (0..2)
            .map(|k| {
                let course = &motion.trajectories[k];
                let rate = across[k].rate + course.turn_error;
                rate * (course.angle + course.turn_error) * motion.reaches[k].from_axis
            })
            .sum();
        let speed = -motion.separation_velocity(posed, n, points);
        let mut step = rest.min((7.9 * gap / bend).sqrt());
        if speed > 0.0 {
            step = step.min(AHEAD * gap / speed);
        }
        for _ in 0..LOOKS {
            if !(step > 2.0 * sure) {
                break;
            }
            let then = motion.pose((posed.t + step).min(1.0));
            let width = (then.t - posed.t) * (1.0 + 4.0 * U);
            let [a, b] = self.sets(&then);
            let later = scanned_gap(a, b, *n) - (a.rounding() + b.rounding()) - above;
            let both = gap.sqrt() + later.max(0.0).sqrt();
            if later > 0.0 && both * both * (1.0 - 16.0 * U) > 0.5 * bend * width * width {
                return (then.t < 1.0).then_some(step);
            }
            step *= 0.5;
        }
        Some(sure)
    }

    fn near(
        &self,
        posed: &Posed,
        normal: Vector3<f64>,
        cores: [Vector3<f64>; 2],
        gap: f64,
    ) -> TimeOfImpact {
        let scale = self.motion.scale;
        let origin = origin_at(self.motion.flight.motions[0], posed.t);
        let radii = self.sides.radii.map(|radius| radius * scale);
        let normal = (normal.amax() > 0.0).then_some(normal);
        let [point_a, point_b] = rounded::nearer(cores, radii).map(|p| Some(p / scale + origin));
        let speed = |n| self.motion.separation_velocity(posed, &n, &cores) / scale;
        TimeOfImpact {
            contact: Contact::Near,
            t_lo: posed.t,
            t_hi: posed.t,
            gap: (gap / scale).next_up(),
            point_a,
            point_b,
            normal,
            separation_velocity: normal.map_or(0.0, speed),
            ..TimeOfImpact::HIT
        }
    }
}
