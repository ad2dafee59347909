//! The walk through a frame: from one time that is proved free to the next.
//!
//! At a time t GJK gives the plane that separates best; it is carried as far as can be proved
//! (`moving_plane`), and the walk goes on from there. It ends when the gap is within the tolerance,
//! at the end of the frame, or out of budget. Every step is a [`Link`]; links follow each other
//! without a gap in time, and they are the proof that the bodies are apart up to where the walk
//! came.
//!
//! Cheap looks come first: the balls around the pivots bound the times that need a walk; the
//! bodies of revolution around the turning axes may be apart along a plane for the rest of the
//! frame, however fast they spin.
//!
//! Loses where the bodies stay within a few tolerances for long: every step is then as short as
//! the gap allows.

use nalgebra::Vector3;

use super::moving_plane::{Model, Moment, MovingPlane, stays_clear};
use super::pair_course::{Across, PairCourse, Posed};
use crate::distance::gjk::{self, Kind, Nearest, Stop};
use crate::distance::subsimplex::Subsimplex;
use crate::geometry::arithmetic::{U, dot};
use crate::geometry::support::Start;
use crate::lp::problem::Difference;
use crate::pair::PairState;
use crate::sweep::FloatMapping;

/// Evaluations of one plane before the step that needs none is taken.
const MAX_EVALUATIONS: u32 = 8;

/// The part of a step that the model is trusted with.
const TRUST: f64 = 0.98;

/// The gap at the end of a step that reaches contact, in tolerances: small enough to end the walk,
/// large enough to be proved.
const AIM: f64 = 0.4;

/// How near GJK's bounds come to each other, relative to the distance: planes this good carry as
/// far as perfect ones.
pub(super) const GJK_REL_TOL: f64 = 1e-3;

/// The same where the normal and the points are answered.
pub(super) const CONTACT_REL_TOL: f64 = 1e-12;

/// Support queries of one distance solve. Far more than any needs; the bounds reached are used.
const GJK_QUERIES: u32 = 256;

/// What proves a stretch of time free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Bound {
    /// The balls around the pivots are apart.
    Balls,
    /// A fixed normal; the gap closes by at most this much a frame, and lasts.
    Speed(f64),
    /// A fixed normal; the bodies of revolution about their axes are apart along it at both ends.
    Revolved,
    /// A turning normal, apart at both ends; no vertex' path along it curves more than this.
    Curvature(f64),
}

/// A stretch of time that is proved free, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Link {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Unit, from A to B, at `from`. Zero for balls.
    pub(super) normal: Vector3<f64>,
    /// How the normal turns, a rotation vector a frame.
    pub(super) turn: Vector3<f64>,
    pub(super) bound: Bound,
}

/// How far a step is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// With the plane that turns with the feature that holds it.
    MovingPlane,
    /// By the gap over the greatest speed at which it can close: plain conservative advancement.
    Plain,
}

/// What is asked of the walk. Lengths times the scale.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ask {
    pub(super) tolerance: f64,
    /// The gap that counts as contact.
    pub(super) target: f64,
    /// Largest number of distance solves.
    pub(super) budget: u32,
    pub(super) advance: Advance,
}

/// How the walk ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At the end of the frame.
    Apart,
    /// The gap is at most the target and the tolerance.
    Near,
    /// The bodies are proved to overlap there.
    Overlap,
    /// Where the walk starts the gap is not proved to exceed the target.
    Start,
    /// Out of distance solves.
    Budget,
    /// The gap is lost in rounding, or steps are shorter than a last place of the time.
    Rounding,
}

/// Where the walk came.
pub(super) struct Walked {
    pub(super) end: End,
    /// Proved free from the start of the walk up to here; the time of contact.
    pub(super) t: f64,
    /// The distance there.
    pub(super) nearest: Nearest,
    /// Where it is measured.
    pub(super) posed: Posed,
    pub(super) solves: u32,
    pub(super) queries: u32,
}

/// The distance at one pose, from the columns `start`.
#[inline(always)]
pub(super) fn measure(
    pair: &PairCourse<'_>,
    posed: &Posed,
    start: &Subsimplex,
    rel_tol: f64,
    hints: &mut [u32; 2],
    queries: &mut u32,
) -> Nearest {
    let (a, b) = pair.bodies(posed);
    let mut m = Difference::new(&a, &b, 0.0);
    [m.hint_a, m.hint_b] = *hints;
    let mut warm = Subsimplex::default();
    for column in &start.columns[..start.count.min(3)] {
        warm.push(m.column(column.id_a, column.id_b));
    }
    let stop = Stop {
        rel_tol,
        apart_by: f64::INFINITY,
        max_iterations: GJK_QUERIES,
    };
    let nearest = gjk::nearest(&mut m, warm, &stop);
    *hints = [m.hint_a, m.hint_b];
    *queries += m.queries;
    nearest
}

/// [`measure`], compiled once: for the one distance that a start needs.
#[cold]
#[inline(never)]
pub(super) fn measure_slowly(
    pair: &PairCourse<'_>,
    posed: &Posed,
    start: &Subsimplex,
    rel_tol: f64,
    hints: &mut [u32; 2],
    queries: &mut u32,
) -> Nearest {
    measure(pair, posed, start, rel_tol, hints, queries)
}

/// Whether f64 proves an overlap where [`measure`] tells nothing: columns on symmetric bodies may
/// hold the origin on a face. These start askew, so that others follow.
#[cold]
#[inline(never)]
pub(super) fn overlaps(pair: &PairCourse<'_>, posed: &Posed, queries: &mut u32) -> bool {
    const ASKEW: [Vector3<f64>; 3] = [
        Vector3::new(0.83, 0.49, 0.27),
        Vector3::new(-0.57, 0.71, -0.41),
        Vector3::new(-0.19, -0.93, 0.31),
    ];
    let (a, b) = pair.bodies(posed);
    let mut m = Difference::new(&a, &b, 0.0);
    let mut start = Subsimplex::default();
    for n in &ASKEW {
        start.push(gjk::column_along(&mut m, n));
    }
    let stop = Stop {
        rel_tol: GJK_REL_TOL,
        apart_by: f64::INFINITY,
        max_iterations: GJK_QUERIES,
    };
    let found = gjk::nearest(&mut m, start, &stop);
    *queries += m.queries;
    found.kind == Kind::Overlap
}

/// The columns that the last frame left, as far as they name vertices of these bodies.
#[inline(always)]
pub(super) fn kept(pair: &PairCourse<'_>, posed: &Posed, state: &PairState) -> Subsimplex {
    let (a, b) = pair.bodies(posed);
    gjk::kept(&Difference::new(&a, &b, 0.0), state)
}

/// Walks from time `from`, where the bodies are not known to be apart, telling `record` every link.
#[inline(always)]
pub(super) fn walk(
    pair: &PairCourse<'_>,
    ask: &Ask,
    from: f64,
    state: &mut PairState,
    mut record: impl FnMut(Link),
) -> Walked {
    let mut walker = Walker {
        pair,
        ask,
        least: 2.0 * pair.rounding() + 8.0 * U * ask.target,
        until: 1.0,
        hints: [state.hint_a, state.hint_b],
        queries: 0,
    };
    let mut t = from;
    match pair.balls_meet(ask.target + 4.0 * walker.least) {
        None => {
            record(Link::balls(t, 1.0));
            let posed = pair.pose(1.0);
            return walker.ended(End::Apart, posed, Nearest::unknown(), 0);
        }
        Some([enter, leave]) => {
            if enter > t {
                record(Link::balls(t, enter));
                t = enter;
            }
            if leave > t {
                walker.until = leave;
            }
        }
    }
    let mut posed = pair.pose(t);
    let mut columns = kept(pair, &posed, state);
    let mut solves = 0;
    let (end, nearest) = loop {
        let nearest = measure(
            pair,
            &posed,
            &columns,
            GJK_REL_TOL,
            &mut walker.hints,
            &mut walker.queries,
        );
        solves += 1;
        columns = nearest.simplex;
        let gap = nearest.lower - ask.target;
        let started = posed.t > from;
        if nearest.kind == Kind::Overlap {
            break (if started { End::Overlap } else { End::Start }, nearest);
        }
        if started && nearest.upper <= ask.target + ask.tolerance {
            let fine = walker.refined(&posed, &columns);
            // Tighter bounds, unless rounding has the last word.
            break (
                End::Near,
                if fine.upper <= nearest.upper {
                    fine
                } else {
                    nearest
                },
            );
        }
        if !(gap > 2.0 * walker.least) {
            break (if started { End::Rounding } else { End::Start }, nearest);
        }
        let Some((link, next)) = walker.step(&posed, &nearest, gap) else {
            break (End::Rounding, nearest);
        };
        record(link);
        posed = next;
        if posed.t >= walker.until {
            if posed.t < 1.0 {
                record(Link::balls(posed.t, 1.0));
            }
            break (End::Apart, nearest);
        }
        if solves >= ask.budget {
            break (End::Budget, nearest);
        }
    };
    gjk::keep(state, &nearest);
    [state.hint_a, state.hint_b] = walker.hints;
    walker.ended(end, posed, nearest, solves)
}

/// [`walk`], compiled once: for all contacts of a frame, and for proofs.
#[cold]
#[inline(never)]
pub(super) fn walk_slowly(
    pair: &PairCourse<'_>,
    ask: &Ask,
    from: f64,
    state: &mut PairState,
    record: &mut dyn FnMut(Link),
) -> Walked {
    walk(pair, ask, from, state, record)
}

struct Walker<'a> {
    pair: &'a PairCourse<'a>,
    ask: &'a Ask,
    /// What a proved gap must exceed between the ends of a step: the rounding of both.
    least: f64,
    /// From here on the balls around the pivots are apart.
    until: f64,
    hints: [u32; 2],
    queries: u32,
}

impl Walker<'_> {
    fn ended(&self, end: End, posed: Posed, nearest: Nearest, solves: u32) -> Walked {
        // Bodies that never meet are free up to the end, though the last pose may be where the
        // balls came apart.
        let t = if end == End::Apart { 1.0 } else { posed.t };
        Walked {
            end,
            t,
            nearest,
            posed,
            solves,
            queries: self.queries,
        }
    }

    /// The distance at a contact, as well as f64 can tell.
    #[inline(always)]
    fn refined(&mut self, posed: &Posed, columns: &Subsimplex) -> Nearest {
        let (hints, queries) = (&mut self.hints, &mut self.queries);
        measure_slowly(self.pair, posed, columns, CONTACT_REL_TOL, hints, queries)
    }

    /// The longest step that is proved, and the pose after it. None when it is shorter than a last
    /// place of the time.
    #[inline(always)]
    fn step(&mut self, posed: &Posed, nearest: &Nearest, gap: f64) -> Option<(Link, Posed)> {
        let n = nearest.normal;
        let most = self.until - posed.t;
        let across = self.pair.across(&n);
        let surely = self.plain(posed, &n, gap, &across);
        let (mut x, mut link) = (surely.0.min(most), surely.1);
        if x < most && self.ask.advance == Advance::MovingPlane {
            let moment = Moment::new(self.pair, posed, n, across, &nearest.extent);
            let aim = (AIM * self.ask.tolerance).min(0.5 * gap);
            let (plane, reach) = moment.best_plane(posed, &nearest.simplex, gap, aim, most);
            let mut model = None;
            let mut tried = reach;
            for _ in 0..MAX_EVALUATIONS {
                if !(tried > x) {
                    break;
                }
                let next = self.pair.pose(self.after(posed.t, tried));
                let width = (next.t - posed.t) * (1.0 + 4.0 * U);
                let b = self.gap_along(&plane, width, &next);
                let curvature = moment.curvature(&plane, width);
                let bulge = 0.5 * curvature * width * width;
                if b > self.least && stays_clear(gap, b, bulge, self.least) {
                    let link = Link {
                        from: posed.t,
                        to: next.t,
                        normal: n,
                        turn: plane.nu,
                        bound: Bound::Curvature(curvature),
                    };
                    return Some((link, next));
                }
                let model: &mut Model =
                    model.insert(Model::new(gap, aim, plane.closing, curvature));
                model.learn(width, b);
                tried = (TRUST * model.reach()).min(0.9 * tried);
            }
        }
        // Down, so that the step is not longer than proved.
        let to = if x >= most {
            self.until
        } else {
            (posed.t + x * (1.0 - 4.0 * U)).next_down()
        };
        if !(to > posed.t) {
            return None;
        }
        x = to;
        link.to = x;
        Some((link, self.pair.pose(to)))
    }

    /// The time after a step, within the frame.
    #[inline(always)]
    fn after(&self, t: f64, x: f64) -> f64 {
        (t + x).min(self.until)
    }

    /// The step that needs no evaluation: the gap over its closing speed, or for ever.
    #[inline(always)]
    fn plain(
        &self,
        posed: &Posed,
        n: &Vector3<f64>,
        gap: f64,
        across: &[Across; 2],
    ) -> (f64, Link) {
        let closing = self.pair.closing(n, across);
        let link = Link {
            from: posed.t,
            to: posed.t,
            normal: *n,
            turn: Vector3::zeros(),
            bound: Bound::Speed(closing),
        };
        if closing <= 0.0 {
            return (f64::INFINITY, link);
        }
        let x = (gap - self.least) / closing;
        if self.ask.advance == Advance::MovingPlane {
            let level = self.pair.revolved(n) + self.ask.target + 2.0 * self.least;
            let clear = |t: f64| dot(n, &self.pair.between_pivots(t)) > level;
            if clear(posed.t) && clear(self.until) {
                let bound = Bound::Revolved;
                return (f64::INFINITY, Link { bound, ..link });
            }
        }
        (x, link)
    }

    /// The proved gap along the plane after a step of `x`, less the target.
    #[inline(always)]
    fn gap_along(&mut self, plane: &MovingPlane, x: f64, next: &Posed) -> f64 {
        let n = plane.normal_after(x);
        let (a, b) = self.pair.bodies(next);
        let mut m = Difference::new(&a, &b, 0.0);
        [m.hint_a, m.hint_b] = self.hints;
        let extent = m.support(&n, Start::Hint);
        self.hints = [m.hint_a, m.hint_b];
        self.queries += 1;
        let error = m.rounding() + plane.normal_error(x) * self.pair.size;
        let climbed = a.climb_slack(extent.id_a) + b.climb_slack(extent.id_b);
        let gap = extent.gap() - error - self.ask.target;
        if climbed <= 1e-3 * gap || gap <= 0.0 {
            gap - climbed
        } else {
            (-b.scan(&-n).0 - a.scan(&n).0) - error - self.ask.target
        }
    }
}

impl Link {
    fn balls(from: f64, to: f64) -> Self {
        Link {
            from,
            to,
            normal: Vector3::zeros(),
            turn: Vector3::zeros(),
            bound: Bound::Balls,
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Quaternion, Unit, UnitQuaternion};
    use twin::cases::WrittenMotion;
    use twin::place::V3;
    use twin::spins::spinning_pair;

    use super::*;
    use crate::geometry::motion::Motion;
    use crate::geometry::polytope::Polytope;
    use crate::geometry::pose::Pose;

    fn body(list: &[V3]) -> Polytope {
        let points: Vec<_> = list.iter().map(|v| Vector3::from(*v)).collect();
        Polytope::new(&points).expect("finite")
    }

    fn motion(m: &WrittenMotion) -> Motion {
        let pose = |p: &V3, q: &[f64; 4]| {
            let q = Quaternion::new(q[3], q[0], q[1], q[2]);
            Pose::new(Vector3::from(*p), q).expect("valid")
        };
        let start = pose(&m.start.p, &m.start.q);
        let (end, pivot) = (Vector3::from(m.end_p), Vector3::from(m.pivot));
        match (&m.turn, &m.end_q) {
            (Some(turn), _) => Motion::with_turn(start, end, Vector3::from(*turn), pivot),
            (None, q) => {
                let q = q.as_ref().unwrap_or(&m.start.q);
                Motion::between(start, pose(&m.end_p, q), pivot)
            }
        }
        .expect("valid")
    }

    /// Links join from the start to where the walk came, and within each its plane separates.
    #[test]
    fn links_join_and_every_plane_separates() {
        let (mut links, mut turning) = (0, 0);
        for index in 0..400 {
            let drawn = spinning_pair(index);
            let (a, b) = (body(&drawn.a), body(&drawn.b));
            let motions = [motion(&drawn.motion_a), motion(&drawn.motion_b)];
            let pair = PairCourse::new(&a, &motions[0], &b, &motions[1], 1.0);
            let ask = Ask {
                tolerance: 1e-6,
                target: 0.0,
                budget: 10_000,
                advance: Advance::MovingPlane,
            };
            let mut chain = Vec::new();
            let state = &mut PairState::default();
            let walked = walk(&pair, &ask, 0.0, state, |link| chain.push(link));
            let mut reached = 0.0;
            for link in &chain {
                assert_eq!(link.from, reached, "{index}: {chain:?}");
                reached = link.to;
            }
            assert_eq!(walked.t, reached, "{index}: {chain:?}");
            for link in &chain {
                links += 1;
                turning += u32::from(link.turn != Vector3::zeros());
                for k in 0..=16 {
                    let t = link.from + (link.to - link.from) * f64::from(k) / 16.0;
                    assert!(separates(&pair, link, t), "{index} at {t}: {link:?}");
                }
            }
        }
        assert!(
            links > 1000 && turning > 100,
            "{links} links, {turning} turn"
        );
    }

    fn separates(pair: &PairCourse<'_>, link: &Link, t: f64) -> bool {
        if link.bound == Bound::Balls {
            let apart = pair.reach_a.from_pivot + pair.reach_b.from_pivot;
            return pair.between_pivots(t).norm() > apart;
        }
        let turn = link.turn * (t - link.from);
        let n = match Unit::try_new(turn, 0.0) {
            Some(axis) => UnitQuaternion::from_axis_angle(&axis, turn.norm()) * link.normal,
            None => link.normal,
        };
        let posed = pair.pose(t);
        let (a, b) = pair.bodies(&posed);
        -b.scan(&-n).0 - a.scan(&n).0 > 0.0
    }
}
