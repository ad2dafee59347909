//! The method of the 2005 paper and its extensions beside the library's own, cost and truth: `-- paper`.

use interframe::{
    DecidedBy, Interframe, InterframeOptions, IntersectOptions, Method, Motion, MovingPair,
    PairState, Polytope, PosedPair, Sweep, Verdict, interframe, intersect,
};
use nalgebra::Vector3;
use twin::random::SplitMix64;

use super::More;
use super::posed::intersecting;
use crate::support::bodies::{self, Body};
use crate::support::contenders::{Frames, interframe_body, isometry, pose, workloads_of};
use crate::support::driver::{Contender, Driver};
use crate::support::workloads::{Placement, Size, Workload, in_ball};

type Bodies = Vec<(Body, Vec<Workload>)>;

pub fn tables(driver: &mut Driver, _: &More<'_>) {
    let size = if driver.quick {
        Size::Quick
    } else {
        Size::Full
    };
    let with_work = |body: Body| {
        let work = workloads_of(&body, size);
        (body, work)
    };
    let mut bodies = driver.bodies(usize::MAX);
    bodies.retain(|body| !body.name.ends_with("1:1:8"));
    let mut bodies: Bodies = bodies.into_iter().map(with_work).collect();
    static_queries(driver, &bodies);
    for (name, is_coherent) in [("unrelated", false), ("coherent", true)] {
        sweeps(driver, &bodies, name, is_coherent);
    }
    bodies.retain(|(body, _)| body.name.starts_with("sphere"));
    virtual_plane(driver, "spheres", &bodies);
    let pillows = bodies::pillows().into_iter();
    let pillows: Bodies = pillows
        .take(if driver.quick { 1 } else { 2 })
        .map(with_work)
        .collect();
    virtual_plane(driver, "pillows", &pillows);
}

fn by_paper() -> IntersectOptions {
    by(Method::InteriorPoint)
}

fn by(method: Method) -> IntersectOptions {
    IntersectOptions {
        method,
        ..IntersectOptions::default()
    }
}

/// The frames of a workload with the states of the paper's method.
fn paper_frames(body: &Body, work: &Workload) -> Frames {
    Frames::new(body, work, |pair, state| {
        intersect(pair, &by_paper(), state).expect("valid options");
    })
}

/// Cost of both methods, and the steps of the interior point.
fn static_queries(driver: &mut Driver, bodies: &Bodies) {
    for name in ["cold", "whole-10deg", "whole-0.5deg"] {
        for (body, work) in bodies {
            let work = named(work, name);
            let (mut steps, mut by_plane, mut by_box) = ([vec![], vec![]], 0, 0);
            paper_frames(body, work).play(|_, pair, state| {
                let answer = intersect(pair, &by_paper(), state).expect("valid options");
                let hit = usize::from(answer.verdict == Verdict::Hit);
                match (answer.decided_by, answer.iterations) {
                    (DecidedBy::State, _) => by_plane += 1,
                    (_, 0) if hit == 0 => by_box += 1,
                    (_, n) => steps[hit].push(n),
                }
            });
            let share = |count| format!("{:.0}%", f64::from(100 * count) / work.queries() as f64);
            let [apart, hits] = &mut steps;
            let notes = [
                ("by plane", share(by_plane)),
                ("by box", share(by_box)),
                ("steps apart", spread(apart)),
                ("steps at hits", spread(hits)),
            ];
            let all = vec![
                intersecting("ray simplex", by(Method::RaySimplex), body, work),
                intersecting("interior point", by_paper(), body, work),
            ];
            let labels = [("workload", name), ("body", body.name)];
            driver.measure("paper_static", &labels, work.queries(), all, &notes);
        }
    }
}

/// Median, nine in ten, most, of how many.
fn spread(steps: &mut [u32]) -> String {
    steps.sort_unstable();
    match steps.len() {
        0 => "-".to_string(),
        n => format!(
            "{} / {} / {} ({n})",
            steps[n / 2],
            steps[n * 9 / 10],
            steps[n - 1]
        ),
    }
}

/// Frames that the plane of the frame before settles, and nothing else: cost by size, all in one run, beside the first.
fn virtual_plane(driver: &mut Driver, family: &str, bodies: &Bodies) {
    for name in ["whole-0.5deg", "whole-10deg", "last5-0.5deg", "last5-10deg"] {
        let settled: Vec<_> = bodies
            .iter()
            .map(|(body, all)| settled(body, named(all, name)))
            .collect();
        let queries = settled.iter().map(Workload::queries).min().unwrap_or(0);
        let shares = bodies.iter().zip(&settled).map(|((_, all), settled)| {
            let part = settled.queries() as f64 / named(all, name).queries() as f64;
            format!("{:.0}%", 100.0 * part)
        });
        let notes = [("settled", shares.collect::<Vec<_>>().join(" / "))];
        let all = bodies.iter().zip(&settled).map(|((body, _), work)| {
            intersecting(body.name, by_paper(), body, &first_queries(work, queries))
        });
        let (labels, all) = ([("bodies", family), ("workload", name)], all.collect());
        driver.measure_unlike(
            &format!("paper_plane_{family}"),
            &labels,
            queries,
            all,
            &notes,
        );
    }
}

fn frames_of(run: &crate::support::workloads::Run, work: &Workload) -> [Vec<[Placement; 2]>; 2] {
    let warm = run.warm.indices().map(|i| [work.warm.a[i], work.warm.b[i]]);
    let timed = run
        .timed
        .indices()
        .map(|i| [work.timed.a[i], work.timed.b[i]]);
    [warm.collect(), timed.collect()]
}

/// The runs of frames that the kept plane settles; the frames before them prepare the state.
fn settled(body: &Body, work: &Workload) -> Workload {
    let mut by_plane = vec![vec![]; work.runs.len()];
    paper_frames(body, work).play(|[run, _], pair, state| {
        let answer = intersect(pair, &by_paper(), state).expect("valid options");
        by_plane[run].push(answer.decided_by == DecidedBy::State);
    });
    let mut out = Workload::empty(work.name);
    for (run, by_plane) in work.runs.iter().zip(by_plane) {
        let [warm, timed] = frames_of(run, work);
        let mut to = warm.len();
        let frames = [warm, timed].concat();
        for stretch in by_plane.chunk_by(|x, y| x == y) {
            let from = to;
            to += stretch.len();
            if stretch[0] {
                out.push(&frames[..to], from);
            }
        }
    }
    out
}

fn first_queries(work: &Workload, count: usize) -> Workload {
    let mut out = Workload::empty(work.name);
    for run in &work.runs {
        let [warm, mut timed] = frames_of(run, work);
        timed.truncate(count - out.queries());
        if !timed.is_empty() {
            out.push(&[warm.clone(), timed].concat(), warm.len());
        }
    }
    out
}

/// Poses of A and B at the start and the end of one frame.
type Move = [[Placement; 2]; 2];

/// Times at which the truth is looked at: 0, 1 and in between.
const TIMES: u32 = 256;

const SWEEPS: [Sweep; 4] = [
    Sweep::Certified,
    Sweep::Full,
    Sweep::Silhouette,
    Sweep::FaceGrouped,
];

/// Cost of each sweep by both methods, and how often each calls separated what meets (missed), and not separated what is
/// free (false).
fn sweeps(driver: &mut Driver, bodies: &Bodies, name: &str, is_coherent: bool) {
    for (body, work) in bodies {
        // Silhouettes of large bodies from unrelated pairs take a tenth of a millisecond and more.
        let count = match body.points.len() {
            _ if driver.quick => 64,
            1000.. if !is_coherent => 200,
            _ => 1000,
        };
        let moves = match is_coherent {
            true => consecutive(named(work, "whole-10deg"), count),
            false => unrelated(body, count),
        };
        let shape = interframe_body(body);
        let meets: Vec<bool> = moves.iter().flatten().map(|m| meets(&shape, m)).collect();
        let mut all = Vec::new();
        for (short, method) in [("rs", Method::RaySimplex), ("ip", Method::InteriorPoint)] {
            for sweep in SWEEPS {
                let title = format!("{short} {}", sweep.name());
                all.push(sweeping(title, &shape, &moves, sweep, method));
            }
        }
        let met = meets.iter().filter(|met| **met).count();
        let motions = format!(
            "{}; {:.0}% meet",
            meets.len(),
            100.0 * met as f64 / meets.len() as f64
        );
        let labels = [
            ("motions", name),
            ("body", body.name),
            ("number", &*motions),
        ];
        let figures = driver.measure_unlike("paper_sweeps_cost", &labels, meets.len(), all, &[]);
        let mut truth = labels
            .map(|(name, text)| (name.to_string(), text.to_string()))
            .to_vec();
        for (k, said) in figures.verdicts.iter().enumerate().take(SWEEPS.len()) {
            // Both methods say the same.
            let other = figures.verdicts.get(k + SWEEPS.len());
            assert!(
                other.is_none_or(|other| other == said),
                "{} {}",
                body.name,
                figures.names[k]
            );
            let both = || said.iter().zip(&meets);
            let missed = both().filter(|(said, is)| **is && !**said).count();
            let falsely = both().filter(|(said, is)| !**is && **said).count();
            let share = |count: usize, of: usize| match of {
                0 => "-".to_string(),
                _ => format!("{:.1}%", 100.0 * count as f64 / of as f64),
            };
            let name = SWEEPS[k].name();
            truth.push((format!("{name} missed"), share(missed, met)));
            truth.push((format!("{name} false"), share(falsely, meets.len() - met)));
        }
        driver.push("paper_sweeps_truth", truth);
    }
}

/// A sweep by a method over runs of motions.
fn sweeping<'a>(
    name: String,
    shape: &'a Polytope,
    moves: &[Vec<Move>],
    sweep: Sweep,
    method: Method,
) -> Contender<'a> {
    let motion = |[start, end]: &Move, k: usize| {
        Motion::between(pose(&start[k]), pose(&end[k]), Vector3::zeros())
            .expect("less than half a turn")
    };
    let run = |run: &Vec<Move>| run.iter().map(|m| [motion(m, 0), motion(m, 1)]).collect();
    let runs: Vec<Vec<[Motion; 2]>> = moves.iter().map(run).collect();
    let options = InterframeOptions {
        sweep,
        method,
        frame: interframe::Frame::Relative,
        ..InterframeOptions::default()
    };
    Contender::new(name, move |verdicts| {
        let mut out = verdicts.iter_mut();
        for run in &runs {
            let mut state = PairState::default();
            for ([a, b], verdict) in run.iter().zip(&mut out) {
                let pair = MovingPair::new(shape, a, shape, b);
                let found: Interframe = interframe(&pair, &options, &mut state).expect("valid");
                *verdict = found.verdict.may_hit();
            }
        }
    })
}

/// Motions of about a body's length with up to 90 degrees of turn, each by itself. At a random time B's centre is uniform
/// in a ball about A's.
fn unrelated(body: &Body, count: usize) -> Vec<Vec<Move>> {
    let mut random = SplitMix64(3);
    let mut draw = || {
        let met = in_ball(&mut random).map(|x| 3.0 * body.radius * x);
        let when = random.unit();
        let moves = [0, 1].map(|_| in_ball(&mut random).map(|x| body.radius * x));
        let starts = [0, 1].map(|_| random.quaternion());
        let ends = starts.map(|q| turned(q, random.direction(), random.unit() * 90.0));
        let at = |t: f64, q: [[f64; 4]; 2]| {
            let p = moves.map(|d| d.map(|x| x * (t - when)));
            let shifted = [0, 1, 2].map(|i| p[1][i] + met[i]);
            [(p[0], q[0]), (shifted, q[1])].map(|(p, q)| Placement { p, q })
        };
        vec![[at(0.0, starts), at(1.0, ends)]]
    };
    (0..count).map(|_| draw()).collect()
}

fn turned(q: [f64; 4], axis: [f64; 3], degrees: f64) -> [f64; 4] {
    let turn = nalgebra::UnitQuaternion::new(Vector3::from(axis) * degrees.to_radians());
    (turn.quaternion() * nalgebra::Quaternion::from(q))
        .coords
        .into()
}

/// From frame to frame of whole approaches.
fn consecutive(work: &Workload, count: usize) -> Vec<Vec<Move>> {
    let mut out: Vec<Vec<Move>> = Vec::new();
    for run in &work.runs {
        let [_, frames] = frames_of(run, work);
        out.push(frames.windows(2).map(|pair| [pair[0], pair[1]]).collect());
        if out.iter().map(Vec::len).sum::<usize>() >= count {
            break;
        }
    }
    out
}

/// Whether the bodies meet at one of the times.
fn meets(body: &Polytope, [start, end]: &Move) -> bool {
    let mut state = PairState::default();
    let [starts, ends] = [start, end].map(|poses| poses.map(|p| isometry(&p)));
    (0..=TIMES).any(|k| {
        let t = f64::from(k) / f64::from(TIMES);
        let at = |i: usize| (&starts[i].lerp_slerp(&ends[i], t)).try_into();
        let [p, q] = [0, 1].map(|i| at(i).expect("a unit quaternion"));
        let pair = PosedPair::new(body, &p, body, &q);
        let found = intersect(&pair, &IntersectOptions::default(), &mut state);
        found.expect("valid options").verdict == Verdict::Hit
    })
}

fn named<'a>(work: &'a [Workload], name: &str) -> &'a Workload {
    let found = work.iter().find(|w| w.name == name);
    found.expect("a workload of that name")
}
