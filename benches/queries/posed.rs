//! Queries of two bodies at rest, in frames that follow each other and of unrelated pairs.

use std::hint::black_box;

use interframe::{
    ContactManifoldOptions, DecidedBy, DistanceOptions, IntersectOptions, MprOptions, PairState,
    PenetrationOptions, Polytope, Pose, PosedPair, Route, Verdict, WithinOptions, contact_manifold,
    distance, intersect, mpr, penetration, within,
};
use nalgebra::{Quaternion, Vector3};
use parry3d_f64::query::{
    self, ClosestPoints, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher,
    closest_points, contact, intersection_test,
};

use super::More;
use crate::support::bodies::{Body, cuboid, octahedral_sphere};
use crate::support::contacts::{about_contact, flat, near};
use crate::support::contenders::{
    self, Frames, hull, interframe_body, isometry, parry, parry_body, parry_pose, pose, posed,
    workloads_of,
};
use crate::support::driver::{Contender, Driver};
use crate::support::floor::floor;
use crate::support::workloads::{Size, Workload};

/// What `within` is asked about; bodies have a radius of 1.
const NEAR: f64 = 0.1;
/// Contacts are wanted across gaps up to this part of the radius.
const PREDICTION: f64 = 0.02;

/// Calls `bench` with the workloads of the bodies that the command line chose, as `choose` changes them.
fn each_workload(
    driver: &mut Driver,
    choose: impl Fn(&Body, Vec<Workload>) -> Vec<Workload>,
    mut bench: impl FnMut(&mut Driver, &Body, &Workload),
) {
    let size = if driver.quick {
        Size::Quick
    } else {
        Size::Full
    };
    let bodies = driver.bodies(usize::MAX).into_iter();
    let bodies: Vec<_> = bodies
        .map(|body| (choose(&body, workloads_of(&body, size)), body))
        .collect();
    let mut names: Vec<&str> = Vec::new();
    for work in bodies.iter().flat_map(|(all, _)| all) {
        if !names.contains(&work.name) && driver.wants("--workloads", work.name) {
            names.push(work.name);
        }
    }
    for name in names {
        for (all, body) in &bodies {
            // A long box that tumbles by ten degrees a frame may leave no run of steady hits.
            let work = all.iter().find(|work| work.name == name);
            if let Some(work) = work.filter(|work| work.queries() > 0) {
                bench(driver, body, work);
            }
        }
    }
}

fn labels<'a>(body: &Body, work: &'a Workload) -> [(&'static str, &'a str); 2] {
    [("workload", work.name), ("body", body.name)]
}

fn meets(options: &IntersectOptions, pair: &PosedPair<'_>, state: &mut PairState) -> bool {
    let answer = intersect(pair, options, state).expect("valid options");
    answer.verdict != Verdict::Separated
}

/// `intersect` by the method of these options.
pub fn intersecting<'a>(
    name: &str,
    options: IntersectOptions,
    body: &Body,
    work: &Workload,
) -> Contender<'a> {
    posed(name, body, work, move |pair, state| {
        meets(&options, pair, state)
    })
}

/// Both poses are built from position and quaternion for every query.
fn from_isometries<'a>(body: &Body, work: &Workload) -> Contender<'a> {
    let options = IntersectOptions::default();
    let frames = Frames::new(body, work, |pair, state| {
        meets(&options, pair, state);
    });
    let shapes = [interframe_body(body), interframe_body(body)];
    let both = work.timed.a.iter().zip(&work.timed.b);
    let both: Vec<_> = both.map(|(a, b)| [a, b].map(isometry)).collect();
    Contender::new("interframe+poses", move |verdicts| {
        frames.play(|[_, k], _, state| {
            let [p, q] = both[k]
                .each_ref()
                .map(|at| Pose::try_from(at).expect("a pose"));
            let pair = PosedPair::new(&shapes[0], &p, &shapes[1], &q);
            verdicts[k] = meets(&options, &pair, state);
        });
    })
}

pub fn intersect_tables(driver: &mut Driver, more: &More<'_>) {
    let statistics = driver.is_given("--statistics");
    each_workload(
        driver,
        |_, all| all,
        |driver, body, work| {
            if statistics {
                return print_statistics(body, work);
            }
            let mut all = vec![
                intersecting("interframe", IntersectOptions::default(), body, work),
                from_isometries(body, work),
            ];
            // Without a frame before there is no plane to look at, and a hit has none.
            if !work.name.starts_with("cold") && !work.name.starts_with("stay") {
                all.push(floor(body, work));
            }
            all.push(parry("parry", body, work, |p, a, q, b| {
                intersection_test(p, a, q, b).is_ok_and(|answer| answer.intersecting)
            }));
            all.extend(more.intersect.map_or(Vec::new(), |more| more(body, work)));
            driver.measure("intersect", &labels(body, work), work.queries(), all, &[]);
        },
    );
}

/// Queries, and support queries on each body, by verdict and by what decided.
fn print_statistics(body: &Body, work: &Workload) {
    let options = IntersectOptions::default();
    let frames = Frames::new(body, work, |pair, state| {
        meets(&options, pair, state);
    });
    let (mut counts, mut supports) = ([[0; 3]; 2], [[0; 3]; 2]);
    frames.play(|_, pair, state| {
        let answer = intersect(pair, &options, state).expect("valid options");
        let hit = usize::from(answer.verdict != Verdict::Separated);
        let stage = match answer.decided_by {
            DecidedBy::Float => 1,
            DecidedBy::Exact => 2,
            _ => 0,
        };
        counts[hit][stage] += 1;
        supports[hit][stage] += answer.iterations;
    });
    println!("{} {}, {} queries", body.name, work.name, work.queries());
    for (hit, verdict) in ["separated", "hit"].iter().enumerate() {
        for (stage, by) in ["state", "f64", "exact"].iter().enumerate() {
            let count = f64::from(counts[hit][stage]);
            if count > 0.0 {
                let share = 100.0 * count / work.queries() as f64;
                let each = f64::from(supports[hit][stage]) / count;
                println!("  {verdict:>9} by {by:<5} {share:5.1}%, {each:.2} supports each");
            }
        }
    }
}

/// Adds `apart`, the cold pairs that do not meet, and leaves out `stay`, which has no distances. Distances are for bodies
/// that are apart; but nobody knows beforehand.
fn with_apart(body: &Body, mut all: Vec<Workload>) -> Vec<Workload> {
    all.retain(|work| !work.name.starts_with("stay"));
    let cold = all.iter().find(|work| work.name == "cold");
    let apart = cold.map(|cold| {
        let shape = interframe_body(body);
        let pairs = cold
            .timed
            .a
            .iter()
            .zip(&cold.timed.b)
            .filter(|(a, b)| !contenders::meets([&shape, &shape], [&pose(a), &pose(b)]));
        Workload::of_pairs("apart", pairs.map(|(a, b)| [*a, *b]))
    });
    all.splice(1..1, apart);
    all
}

pub fn distance_table(driver: &mut Driver, more: &More<'_>) {
    each_workload(driver, with_apart, |driver, body, work| {
        let mut all = vec![
            posed("interframe", body, work, |pair, state| {
                // The whole answer, as it is handed to a caller.
                let answer = black_box(distance(pair, &DistanceOptions::default(), state));
                answer.is_ok_and(|answer| answer.verdict != Verdict::Separated)
            }),
            parry("parry", body, work, |p, a, q, b| {
                query::distance(p, a, q, b).is_ok_and(|length| length.distance == 0.0)
            }),
        ];
        all.extend(more.distance.map_or(Vec::new(), |more| more(body, work)));
        let notes = [("parry differs by at most", distances_differ(body, work))];
        driver.measure("distance", &labels(body, work), work.queries(), all, &notes);
    });
}

/// How far parry's distances are from ours, so that the figures are of the same answers.
fn distances_differ(body: &Body, work: &Workload) -> String {
    let (shape, mut most) = (parry_body(body), 0.0);
    Frames::new(body, work, |_, _| {}).play(|[_, k], pair, state| {
        let [p, q] = [&work.timed.a[k], &work.timed.b[k]].map(parry_pose);
        let ours = distance(pair, &DistanceOptions::default(), state);
        let theirs = query::distance(&p, &shape, &q, &shape);
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            most = f64::max(most, (ours.separation - theirs.distance).abs());
        }
    });
    format!("{most:.1e}")
}

pub fn within_table(driver: &mut Driver, _: &More<'_>) {
    let options = WithinOptions {
        distance: NEAR,
        ..WithinOptions::default()
    };
    each_workload(
        driver,
        |_, all| all,
        |driver, body, work| {
            let all = vec![
                posed("interframe", body, work, |pair, state| {
                    let answer = black_box(within(pair, &options, state));
                    answer.is_ok_and(|answer| answer.verdict != Verdict::Separated)
                }),
                parry("parry", body, work, |p, a, q, b| {
                    closest_points(p, a, q, b, NEAR)
                        .is_ok_and(|found| !matches!(found, ClosestPoints::Disjoint))
                }),
            ];
            driver.measure("within", &labels(body, work), work.queries(), all, &[]);
        },
    );
}

fn depth(pair: &PosedPair<'_>) -> f64 {
    let found = penetration(
        pair,
        &PenetrationOptions::default(),
        &mut PairState::default(),
    );
    black_box(found).map_or(0.0, |found| found.depth)
}

/// The distance, or minus the depth.
fn signed_distance(pair: &PosedPair<'_>, state: &mut PairState) -> f64 {
    let found = distance(pair, &DistanceOptions::default(), state).expect("valid");
    match found.verdict {
        Verdict::Separated => found.separation,
        _ => -depth(pair),
    }
}

/// The signed distance of improved MPR beside the library's own and parry's `contact`, on unrelated pairs.
pub fn mpr_table(driver: &mut Driver, _: &More<'_>) {
    let only_cold = |_: &Body, mut all: Vec<Workload>| {
        all.truncate(1);
        all
    };
    each_workload(driver, only_cold, |driver, body, work| {
        let refine = |pair: &PosedPair<'_>| {
            mpr(pair, &MprOptions::default(), &mut PairState::default()).expect("valid")
        };
        let all = vec![
            posed("mpr", body, work, |pair, _| refine(pair).separation <= 0.0),
            posed("distance and penetration", body, work, |pair, state| {
                signed_distance(pair, state) <= 0.0
            }),
            parry("parry", body, work, |p, a, q, b| {
                let found = contact(p, a, q, b, f64::MAX).ok().flatten();
                found.is_some_and(|contact| contact.dist <= 0.0)
            }),
        ];
        // By how much, in sizes, MPR is above the true distance or deeper than the true depth.
        let (mut off, mut portal) = ([Vec::new(), Vec::new()], 0);
        Frames::new(body, work, |_, _| {}).play(|_, pair, state| {
            let (found, truth) = (refine(pair), signed_distance(pair, state));
            portal += usize::from(found.route == Route::Portal);
            let above = (found.separation - truth) / body.radius;
            match truth > 0.0 {
                true => off[0].push(above.max(0.0)),
                false => off[1].push((-above).max(0.0)),
            }
        });
        off.iter_mut().for_each(|list| list.sort_by(f64::total_cmp));
        let shown = |list: &[f64], at: usize| format!("{:.1e}", list.get(at).unwrap_or(&0.0));
        let [apart, inside] = &off;
        let notes = [
            (
                "by the portal",
                format!("{:.0}%", 100.0 * portal as f64 / work.queries() as f64),
            ),
            (
                "apart: above the true; median",
                shown(apart, apart.len() / 2),
            ),
            ("most", shown(apart, apart.len().saturating_sub(1))),
            ("inside: deeper; median", shown(inside, inside.len() / 2)),
        ];
        driver.measure("mpr", &[("body", body.name)], work.queries(), all, &notes);
    });
}

/// Bodies that overlap, shallow (0.1% to 2% of the distance at which they touch) and at any depth.
pub fn penetration_table(driver: &mut Driver, _: &More<'_>) {
    let count = if driver.quick { 50 } else { 400 };
    for body in driver.bodies(usize::MAX) {
        for (name, [least, most]) in [("shallow", [0.98, 0.999]), ("any", [0.0, 1.0])] {
            let work = about_contact(&body, 7, count, |touching, random| {
                touching * (least + (most - least) * random.unit())
            });
            let shape = parry_body(&body);
            let (mut deeper, mut shallower, mut unseen) = (0.0, 0.0, 0);
            Frames::new(&body, &work, |_, _| {}).play(|[_, k], pair, _| {
                let [p, q] = [&work.timed.a[k], &work.timed.b[k]].map(parry_pose);
                let theirs = contact(&p, &shape, &q, &shape, 0.0).ok().flatten();
                let Some(theirs) = theirs else {
                    unseen += 1;
                    return;
                };
                let more = -theirs.dist - depth(pair);
                (deeper, shallower) = (f64::max(deeper, more), f64::max(shallower, -more));
            });
            let notes = [
                ("parry deeper by", format!("{deeper:.0e}")),
                ("shallower by", format!("{shallower:.0e}")),
                ("sees none", format!("{unseen} of {count}")),
            ];
            let all = vec![
                posed("interframe", &body, &work, |pair, _| depth(pair) > 0.0),
                parry("parry", &body, &work, |p, a, q, b| {
                    let found = black_box(contact(p, a, q, b, 0.0)).ok().flatten();
                    found.is_some_and(|found| found.dist < 0.0)
                }),
            ];
            let labels = [("depth", name), ("body", body.name)];
            driver.measure("penetration", &labels, count, all, &notes);
        }
    }
}

/// Pairs that overlap a little or are a little apart, and bodies that lie flat on each other; no query has anything from
/// a frame before.
pub fn manifold_table(driver: &mut Driver, _: &More<'_>) {
    let count = if driver.quick { 50 } else { 1000 };
    for body in driver.bodies(usize::MAX) {
        let prediction = PREDICTION * body.radius;
        let mut kinds = vec![("near", near(&body, count, prediction))];
        if body.name.starts_with("box") {
            kinds.push(("flat", flat(&body, count, prediction)));
        }
        for (kind, work) in kinds {
            let options = ContactManifoldOptions {
                prediction,
                ..ContactManifoldOptions::default()
            };
            let mut manifold = ContactManifold::<(), ()>::new();
            let all = vec![
                posed("interframe", &body, &work, move |pair, state| {
                    let found = black_box(contact_manifold(pair, &options, state));
                    found.is_ok_and(|found| !found.points().is_empty())
                }),
                parry("parry", &body, &work, move |p, a, q, b| {
                    // Its memory stays, what it holds does not.
                    manifold.clear();
                    let (between, out) = (p.inv_mul(q), &mut manifold);
                    let _ = DefaultQueryDispatcher.contact_manifold_convex_convex(
                        &between, a, b, None, None, prediction, out,
                    );
                    !black_box(&manifold).points.is_empty()
                }),
            ];
            let labels = [("pairs", kind), ("body", body.name)];
            driver.measure("manifold", &labels, count, all, &[]);
        }
    }
}

/// Pairs that touch exactly, which f64 cannot decide: what exact arithmetic costs, and the same pairs a thousandth apart
/// and inside. Everything touches at height 2: a box on a box, squarely and at an angle; corner on corner.
pub fn touching_table(driver: &mut Driver, _: &More<'_>) {
    let upright = Quaternion::identity();
    // The turn about the vertical is exact whatever the length of the quaternion.
    let angle = Quaternion::new(0.925, 0.0, 0.0, 0.38);
    let cube = hull(&cuboid([1.0; 3]));
    let spheres = [4, 8, 16, 32].map(|n| hull(&octahedral_sphere(n)));
    let mut cases = vec![
        ("box on box", &cube, [0.0, 0.0], upright),
        ("box on box; to the side", &cube, [0.3, -0.7], upright),
        ("box on box; at an angle", &cube, [0.3, -0.7], angle),
    ];
    cases.extend(
        spheres
            .iter()
            .map(|body| ("corner on corner", body, [0.0; 2], upright)),
    );
    for (name, body, [x, y], turn) in cases {
        let contender = |title, gap: f64, warm: bool, by: DecidedBy, verdict: Verdict| {
            let here = Pose::identity();
            let there = Pose::new(Vector3::new(x, y, 2.0 + gap), turn).expect("a unit quaternion");
            let ask = move |body: &Polytope, state: &mut PairState| {
                let pair = PosedPair::new(body, &here, body, &there);
                intersect(&pair, &IntersectOptions::default(), state).expect("valid options")
            };
            let mut kept = PairState::default();
            let answer = ask(body, &mut kept);
            assert_eq!((answer.decided_by, answer.verdict), (by, verdict), "{name}");
            Contender::each(title, move |_| {
                let mut state = if warm { kept } else { PairState::default() };
                black_box(ask(body, black_box(&mut state))).verdict == Verdict::Hit
            })
        };
        let all = vec![
            contender("touching", 0.0, false, DecidedBy::Exact, Verdict::Hit),
            contender("warm", 0.0, true, DecidedBy::Exact, Verdict::Hit),
            contender("apart", 1e-3, false, DecidedBy::Float, Verdict::Separated),
            contender("inside", -1e-3, false, DecidedBy::Float, Verdict::Hit),
        ];
        let corners = body.vertex_count().to_string();
        driver.measure_unlike(
            "touching",
            &[("pair", name), ("corners", &corners)],
            1,
            all,
            &[],
        );
    }
}
