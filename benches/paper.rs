//! The method of the 2005 paper and its extensions beside the library's own, cost and truth, as
//! Markdown tables for `docs/measured/BENCHMARKS.md`: `cargo bench --bench paper [-- --test] [-- PART...]`, the
//! parts being `static`, `plane` and `sweeps`.

mod support;

use interframe::{
    DecidedBy, Frame, Interframe, InterframeOptions, IntersectOptions, Method, Motion, PairState,
    Polytope, Sweep, Verdict, interframe, intersect,
};
use nalgebra::{Isometry3, Vector3};
use parry3d_f64::query::intersection_test;
use support::bodies::{self, Body};
use support::contenders::{
    Contender, Prebuilt, interframe_body, isometry, parry_body, parry_pose, pose,
};
use support::timing::{Effort, Figures, compare};
use support::workloads::{self, Placement, Random, Size, Workload};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let quick = args.iter().any(|arg| arg == "--test" || arg == "--quick");
    let parts: Vec<&String> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    let wants = |part: &str| parts.is_empty() || parts.iter().any(|p| *p == part);
    let (size, effort) = if quick {
        let effort = Effort {
            rounds: 3,
            slice_s: 1e-4,
            budget_s: 0.1,
        };
        (Size::Quick, effort)
    } else {
        let effort = Effort {
            rounds: 101,
            slice_s: 2e-3,
            budget_s: 2.0,
        };
        (Size::Full, effort)
    };
    let bodies: Vec<(Body, Vec<Workload>)> = bodies::all()
        .into_iter()
        .filter(|body| !body.name.ends_with("1:1:8"))
        .map(|body| {
            let work = workloads_of(&body, size);
            (body, work)
        })
        .collect();
    if wants("static") {
        static_queries(&bodies, effort);
    }
    if wants("plane") {
        virtual_plane(
            "spheres",
            ["sphere66", "sphere264", "sphere1026", "sphere4098"].map(|name| {
                let found = bodies.iter().find(|(body, _)| body.name == name);
                let (body, work) = found.expect("a body of that name");
                (body, work.as_slice())
            }),
            effort,
        );
        let pillows = bodies::pillows().map(|body| {
            let work = workloads_of(&body, size);
            (body, work)
        });
        let pillows = pillows
            .each_ref()
            .map(|(body, work)| (body, work.as_slice()));
        virtual_plane("pillows", pillows, effort);
    }
    if wants("sweeps") {
        sweeps(&bodies, quick, effort);
    }
}

fn workloads_of(body: &Body, size: Size) -> Vec<Workload> {
    let (a, b) = (parry_body(body), parry_body(body));
    workloads::all(body, size, &mut |x, y| {
        intersection_test(&parry_pose(x), &a, &parry_pose(y), &b)
            .is_ok_and(|answer| answer.intersecting)
    })
}

/// Static queries: cost of both methods, and the steps of the interior point.
fn static_queries(bodies: &[(Body, Vec<Workload>)], effort: Effort) {
    for name in ["cold", "whole-10deg", "whole-0.5deg"] {
        println!("\n### {name}\n");
        println!(
            "| body | ray simplex | interior point | hits | disagree | by plane | by box | steps apart | steps at hits |"
        );
        println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (body, work) in bodies {
            let work = named(work, name);
            let paper = Prebuilt::with_method("interior point", Method::InteriorPoint, body, work);
            let mut steps: [Vec<u32>; 2] = [vec![], vec![]];
            let (mut by_plane, mut by_box) = (0, 0);
            paper.answers(|_, _, answer| {
                let with = usize::from(answer.verdict == Verdict::Hit);
                match (answer.decided_by, answer.iterations) {
                    (DecidedBy::State, _) => by_plane += 1,
                    (_, 0) if with == 0 => by_box += 1,
                    (_, n) => steps[with].push(n),
                }
            });
            let mut contenders: Vec<Box<dyn Contender>> = vec![
                Box::new(Prebuilt::with_method(
                    "ray simplex",
                    Method::RaySimplex,
                    body,
                    work,
                )),
                Box::new(paper),
            ];
            let figures = compare(&mut contenders, work.queries(), effort);
            let share = |count: usize| 100.0 * count as f64 / work.queries() as f64;
            println!(
                "| {} | {} | {:.0}% | {} | {:.0}% | {:.0}% | {} | {} |",
                body.name,
                cells(&figures),
                100.0 * figures.hits,
                figures.disagreements[1],
                share(by_plane),
                share(by_box),
                spread(&mut steps[0]),
                spread(&mut steps[1]),
            );
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

/// Frames that the plane of the frame before settles, and nothing else: cost by size, all in one
/// run, beside the first.
fn virtual_plane<const N: usize>(family: &str, bodies: [(&Body, &[Workload]); N], effort: Effort) {
    println!("\n### Frames settled by the virtual plane: {family}\n");
    println!(
        "| workload | frames | settled | {} |",
        bodies.map(|(body, _)| body.name).join(" | ")
    );
    println!("|---|---:|---:|{}", "---:|".repeat(N));
    for name in ["whole-0.5deg", "whole-10deg", "last5-0.5deg", "last5-10deg"] {
        let settled = bodies.map(|(body, work)| settled(body, named(work, name)));
        let queries = settled.iter().map(Workload::queries).min().unwrap_or(0);
        let share = |k: usize| {
            let all = named(bodies[k].1, name).queries() as f64;
            format!("{:.0}%", 100.0 * settled[k].queries() as f64 / all)
        };
        let shares: Vec<String> = (0..N).map(share).collect();
        let mut contenders: Vec<Box<dyn Contender>> = Vec::new();
        for ((body, _), work) in bodies.iter().zip(&settled) {
            let first = first_queries(work, queries);
            contenders.push(Box::new(Prebuilt::with_method(
                body.name,
                Method::InteriorPoint,
                body,
                &first,
            )));
        }
        let figures = compare(&mut contenders, queries, effort);
        println!(
            "| {name} | {queries} | {} | {} |",
            shares.join(", "),
            cells(&figures)
        );
    }
}

/// The runs of frames that the kept plane settles; the frames before them prepare the state.
fn settled(body: &Body, work: &Workload) -> Workload {
    let paper = Prebuilt::with_method("", Method::InteriorPoint, body, work);
    let mut by_plane = vec![vec![]; work.runs.len()];
    paper.answers(|run, _, answer| by_plane[run].push(answer.decided_by == DecidedBy::State));
    let mut out = Workload::empty(work.name);
    for (run, by_plane) in work.runs.iter().zip(by_plane) {
        let warm = run.warm.indices().map(|i| [work.warm.a[i], work.warm.b[i]]);
        let mut frames: Vec<_> = warm.collect();
        let before = frames.len();
        frames.extend(
            run.timed
                .indices()
                .map(|i| [work.timed.a[i], work.timed.b[i]]),
        );
        let mut frame = 0;
        for stretch in by_plane.chunk_by(|x, y| x == y) {
            let from = before + frame;
            frame += stretch.len();
            if stretch[0] {
                out.push(&frames[..before + frame], from);
            }
        }
    }
    out
}

/// The first `count` queries of a workload.
fn first_queries(work: &Workload, count: usize) -> Workload {
    let mut out = Workload::empty(work.name);
    for run in &work.runs {
        let left = count - out.queries();
        let warm = run.warm.indices().map(|i| [work.warm.a[i], work.warm.b[i]]);
        let timed = run
            .timed
            .indices()
            .map(|i| [work.timed.a[i], work.timed.b[i]]);
        let prepare = run.warm.indices().len();
        let frames: Vec<_> = warm.chain(timed.take(left)).collect();
        if left > 0 {
            out.push(&frames, prepare);
        }
    }
    out
}

/// Poses of A and B at the start and the end of one frame.
type Move = [[Placement; 2]; 2];

/// Times at which the truth is looked at: 0, 1 and in between.
const TIMES: u32 = 256;

/// Two-frame queries: cost of each sweep by both methods, and how often each is wrong about the
/// motion.
fn sweeps(bodies: &[(Body, Vec<Workload>)], quick: bool, effort: Effort) {
    for (name, coherent) in [("unrelated motions", false), ("coherent frames", true)] {
        let mut truths = Vec::new();
        println!("\n### Sweeps, {name}: cost\n");
        let columns: Vec<String> = methods()
            .flat_map(|(short, _)| SWEEPS.map(|sweep| format!("{short} {}", sweep.name())))
            .collect();
        println!("| body | {} |", columns.join(" | "));
        println!("|---|{}", "---:|".repeat(columns.len()));
        for (body, work) in bodies {
            // Silhouettes of large bodies from unrelated pairs take a tenth of a millisecond and more.
            let count = match body.points.len() {
                _ if quick => 64,
                1000.. if !coherent => 200,
                _ => 1000,
            };
            let moves = if coherent {
                consecutive(named(work, "whole-10deg"), count)
            } else {
                unrelated(body, count)
            };
            let mut contenders: Vec<Box<dyn Contender>> = Vec::new();
            for (_, method) in methods() {
                for sweep in SWEEPS {
                    contenders.push(Box::new(Moving::new(body, &moves, sweep, method)));
                }
            }
            let queries = moves.iter().map(Vec::len).sum();
            let figures = compare(&mut contenders, queries, effort);
            println!("| {} | {} |", body.name, cells(&figures));
            truths.push(truth(body, &moves));
        }
        println!("\n### Sweeps, {name}: truth\n");
        let columns = SWEEPS.map(|sweep| format!("{} missed | false", sweep.name()));
        println!("| body | motions | they meet | {} |", columns.join(" | "));
        println!("|---|---:|---:|{}", "---:|---:|".repeat(SWEEPS.len()));
        for ((body, _), line) in bodies.iter().zip(truths) {
            println!("| {} | {line} |", body.name);
        }
    }
}

const SWEEPS: [Sweep; 4] = [
    Sweep::Certified,
    Sweep::Full,
    Sweep::Silhouette,
    Sweep::FaceGrouped,
];

fn methods() -> impl Iterator<Item = (&'static str, Method)> {
    [("rs", Method::RaySimplex), ("ip", Method::InteriorPoint)].into_iter()
}

/// Motions of about a body's length with up to 90 degrees of turn, each by itself. At a random time
/// B's centre is uniform in a ball about A's.
fn unrelated(body: &Body, count: usize) -> Vec<Vec<Move>> {
    let mut random = Random(3);
    (0..count)
        .map(|_| {
            let met = random.in_ball().map(|x| 3.0 * body.radius * x);
            let when = random.unit();
            let moves = [0, 1].map(|_| random.in_ball().map(|x| body.radius * x));
            let starts = [0, 1].map(|_| random.rotation());
            let ends = starts.map(|q| turned(q, random.on_sphere(), random.unit() * 90.0));
            let at = |t: f64, q: [[f64; 4]; 2]| {
                let p = moves.map(|d| d.map(|x| x * (t - when)));
                let shifted = [0, 1, 2].map(|i| p[1][i] + met[i]);
                [
                    Placement { p: p[0], q: q[0] },
                    Placement {
                        p: shifted,
                        q: q[1],
                    },
                ]
            };
            vec![[at(0.0, starts), at(1.0, ends)]]
        })
        .collect()
}

fn turned(q: [f64; 4], axis: [f64; 3], degrees: f64) -> [f64; 4] {
    let turn = nalgebra::UnitQuaternion::new(Vector3::from(axis) * degrees.to_radians());
    let [x, y, z, w] = q;
    let out = turn.quaternion() * nalgebra::Quaternion::new(w, x, y, z);
    [out.i, out.j, out.k, out.w]
}

/// From frame to frame of whole approaches.
fn consecutive(work: &Workload, count: usize) -> Vec<Vec<Move>> {
    let mut out: Vec<Vec<Move>> = Vec::new();
    for run in &work.runs {
        let frames: Vec<_> = run
            .timed
            .indices()
            .map(|i| [work.timed.a[i], work.timed.b[i]])
            .collect();
        out.push(frames.windows(2).map(|pair| [pair[0], pair[1]]).collect());
        if out.iter().map(Vec::len).sum::<usize>() >= count {
            break;
        }
    }
    out
}

/// A sweep by a method over runs of motions.
struct Moving {
    body: Polytope,
    runs: Vec<Vec<[Motion; 2]>>,
    sweep: Sweep,
    method: Method,
}

impl Moving {
    fn new(body: &Body, moves: &[Vec<Move>], sweep: Sweep, method: Method) -> Self {
        let motion = |[start, end]: &Move, k: usize| {
            Motion::between(pose(&start[k]), pose(&end[k]), Vector3::zeros())
                .expect("less than half a turn")
        };
        let run = |run: &Vec<Move>| run.iter().map(|m| [motion(m, 0), motion(m, 1)]).collect();
        Moving {
            body: interframe_body(body),
            runs: moves.iter().map(run).collect(),
            sweep,
            method,
        }
    }

    fn ask(&self, [a, b]: &[Motion; 2], state: &mut PairState) -> Interframe {
        let frame = Frame::Relative;
        let body = &self.body;
        interframe(
            &interframe::MovingPair::new(body, a, body, b),
            &InterframeOptions {
                sweep: self.sweep,
                frame,
                method: self.method,
                ..InterframeOptions::default()
            },
            state,
        )
        .expect("valid options")
    }
}

impl Contender for Moving {
    fn name(&self) -> &str {
        self.sweep.name()
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let mut out = verdicts.iter_mut();
        for run in &self.runs {
            let mut state = PairState::default();
            for (motions, verdict) in run.iter().zip(&mut out) {
                *verdict = self.ask(motions, &mut state).verdict.may_hit();
            }
        }
    }
}

/// How often each sweep calls separated what meets, and not separated what is free.
fn truth(body: &Body, moves: &[Vec<Move>]) -> String {
    let polytope = interframe_body(body);
    let meets: Vec<bool> = moves
        .iter()
        .flatten()
        .map(|m| meets(&polytope, m))
        .collect();
    let met = meets.iter().filter(|m| **m).count();
    let mut cells = Vec::new();
    for sweep in SWEEPS {
        let mut of_method = Vec::new();
        for (_, method) in methods() {
            let mut verdicts = vec![false; meets.len()];
            Moving::new(body, moves, sweep, method).answer(&mut verdicts);
            of_method.push(verdicts);
        }
        let differ = of_method[0]
            .iter()
            .zip(&of_method[1])
            .filter(|(x, y)| x != y);
        assert_eq!(differ.count(), 0, "{} {}", body.name, sweep.name());
        let (mut missed, mut falsely) = (0, 0);
        for (said, is) in of_method[0].iter().zip(&meets) {
            missed += u32::from(*is && !said);
            falsely += u32::from(!is && *said);
        }
        let share = |count: u32, of: usize| match of {
            0 => "-".to_string(),
            _ => format!("{:.1}%", 100.0 * f64::from(count) / of as f64),
        };
        let free = meets.len() - met;
        cells.push(format!("{} | {}", share(missed, met), share(falsely, free)));
    }
    let share = 100.0 * met as f64 / meets.len() as f64;
    format!("{} | {share:.0}% | {}", meets.len(), cells.join(" | "))
}

/// Whether the bodies meet at one of the times.
fn meets(body: &Polytope, [start, end]: &Move) -> bool {
    let mut state = PairState::default();
    let [starts, ends] = [start, end].map(|poses| poses.map(|p| isometry(&p)));
    (0..=TIMES).any(|k| {
        let t = f64::from(k) / f64::from(TIMES);
        let at = |i: usize| -> Isometry3<f64> { starts[i].lerp_slerp(&ends[i], t) };
        let [p, q] = [0, 1].map(|i| (&at(i)).try_into().expect("a unit quaternion"));
        intersect(
            &interframe::PosedPair::new(body, &p, body, &q),
            &IntersectOptions::default(),
            &mut state,
        )
        .expect("valid options")
        .verdict
            == Verdict::Hit
    })
}

fn named<'a>(work: &'a [Workload], name: &str) -> &'a Workload {
    let found = work.iter().find(|w| w.name == name);
    found.expect("a workload of that name")
}

/// ns a query, and in brackets how many times the first.
fn cells(figures: &Figures) -> String {
    let pairs = figures.ns.iter().zip(&figures.ratio);
    let cells: Vec<String> = pairs
        .map(|(ns, ratio)| format!("{ns:.1} ({ratio:.2})"))
        .collect();
    cells.join(" | ")
}
