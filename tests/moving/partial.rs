//! Partial extensions on generated motions: face-grouped answers proved against the exact hull of
//! the vertices that the rule takes, silhouettes against the full hull. INTERFRAME_LONG=1 for
//! full counts.

use crate::common::{Answer, Tally, count, for_each, motion, polytope, twin_motion};
use interframe::{
    About, Frame, Interframe, InterframeOptions, IntersectOptions, Method, Motion, PairState,
    Polytope, Pose, Sweep, Verdict, interframe, intersect,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::number::P3;
use twin::place::{self, Pair, V3, two_frame};
use twin::random::{SplitMix64, case_generator};
use twin::shapes::{cuboid, octahedral};
use twin::sweeps::{MovingPair, moving_pair};

pub const FRAMES: [(Frame, place::Frame); 2] = [
    (Frame::Relative, place::Frame::Relative),
    (Frame::World, place::Frame::World),
];

pub struct Built {
    pub bodies: [Polytope; 2],
    pub motions: [Motion; 2],
}

impl Built {
    pub fn new(pair: &MovingPair) -> interframe::Result<Self> {
        Ok(Built {
            bodies: [polytope(&pair.a), polytope(&pair.b)],
            motions: [motion(&pair.motion_a)?, motion(&pair.motion_b)?],
        })
    }

    pub fn ask(
        &self,
        sweep: Sweep,
        frame: Frame,
        method: Method,
        state: &mut PairState,
    ) -> Interframe {
        let ([a, b], [ma, mb]) = (&self.bodies, &self.motions);
        interframe(
            &interframe::MovingPair::new(a, ma, b, mb),
            &InterframeOptions {
                sweep,
                frame,
                method,
                ..InterframeOptions::default()
            },
            state,
        )
        .expect("valid options")
    }

    pub fn hulls(&self, pair: &MovingPair, frame: place::Frame) -> Pair {
        let motion_a = twin_motion(&pair.motion_a, &self.motions[0]);
        let motion_b = twin_motion(&pair.motion_b, &self.motions[1]);
        two_frame(&pair.a, &motion_a, &pair.b, &motion_b, frame)
    }

    pub fn is_turning(&self) -> bool {
        self.motions.iter().any(Motion::is_turning)
    }

    /// From the centre of a body at the start to where it is at the end, and how sure that is.
    fn displacement(&self, body: usize, frame: Frame) -> (Vector3<f64>, f64) {
        let moved = |m: &Motion, c: &Vector3<f64>| {
            m.end().transform_point(c) - m.start().transform_point(c)
        };
        let own = moved(&self.motions[body], &self.bodies[body].center());
        let carrier = match frame {
            Frame::Relative => moved(&self.motions[0], &self.motions[0].pivot()),
            Frame::World => Vector3::zeros(),
        };
        let sizes = self.motions.iter().map(|m| {
            m.start().translation().amax() + m.end().translation().amax() + m.pivot().amax()
        });
        let size = sizes.sum::<f64>() + self.bodies[body].reach();
        // Denormal numbers round by their last place, whatever their size.
        (own - carrier, 1e-12 * size + 100.0 * f64::from_bits(1))
    }

    /// Which corners are taken at the end; None when the direction is too close to tell.
    pub fn grouped(&self, body: usize, frame: Frame) -> Option<Vec<bool>> {
        let (d, error) = self.displacement(body, frame);
        let polytope = &self.bodies[body];
        let towards = self.motions[body].start().matrix().transpose() * d;
        let axes = polytope.oriented_box().axes;
        let mut faces: Vec<(f64, u8)> = (0..6)
            .map(|face| {
                let along = axes.column(face / 2).dot(&towards);
                (if face % 2 == 0 { along } else { -along }, face as u8)
            })
            .collect();
        faces.sort_by(|x, y| y.0.total_cmp(&x.0));
        if d.amax() <= 1e3 * error || faces[0].0 - faces[1].0 <= 1e-9 * d.amax() + error {
            return None;
        }
        let corners = 0..polytope.vertex_count();
        Some(
            corners
                .map(|i| polytope.vertex_groups(i) >> faces[0].1 & 1 == 1)
                .collect(),
        )
    }
}

/// The corners of `body` out of its points at both poses, each once.
pub fn taken(body: &Polytope, points: &[P3], input: &[V3], at_end: &[bool]) -> Vec<P3> {
    (0..body.vertex_count())
        .map(|i| {
            let source = body.source_index(i);
            points[source + if at_end[i] { input.len() } else { 0 }].clone()
        })
        .collect()
}

fn judge_grouped(index: u64, tally: &mut Tally) {
    let pair = moving_pair(index);
    let Ok(built) = Built::new(&pair) else {
        tally.refused += 1;
        return;
    };
    let [a, b] = &built.bodies;
    let mut state = PairState::default();
    for (frame, exact_frame) in FRAMES {
        let name = format!("{} {index} {frame:?}", pair.family);
        let full = built.ask(
            Sweep::Full,
            frame,
            Method::Default,
            &mut PairState::default(),
        );
        let (Some(end_a), Some(end_b)) = (built.grouped(0, frame), built.grouped(1, frame)) else {
            continue;
        };
        let hulls = built.hulls(&pair, exact_frame);
        let part = Pair {
            a: taken(a, &hulls.a, &pair.a, &end_a),
            b: taken(b, &hulls.b, &pair.b, &end_b),
            ..hulls
        };
        let mut found: Option<bool> = None;
        let mut hit = || *found.get_or_insert_with(|| twin::intersect::intersect(&part).hit());
        for &method in Method::ALL {
            let answer = built.ask(Sweep::FaceGrouped, frame, method, &mut state);
            tally.claim(answer.about == About::Hull, &name, "about the hull");
            let no_more = answer.verdict != Verdict::Hit || full.verdict == Verdict::Hit;
            tally.claim(no_more, &name, "a part hits where the whole is free");
            let span = answer.plane.and_then(|p| p.spanned_by);
            let (na, nb) = (a.vertex_count(), b.vertex_count());
            let spanning = span.map(|s| {
                let pairs = s.pairs().iter();
                pairs
                    .map(|&(i, j)| (i as usize % na, j as usize % nb))
                    .collect()
            });
            tally.exact_answer(&name, &part, &Answer::from(answer), spanning, &mut hit);
        }
    }
}

fn judge_silhouette(index: u64, tally: &mut Tally) {
    let pair = moving_pair(index);
    let Ok(built) = Built::new(&pair) else {
        tally.refused += 1;
        return;
    };
    let mut state = PairState::default();
    for (frame, _) in FRAMES {
        let name = format!("{} {index} {frame:?}", pair.family);
        let full = built.ask(
            Sweep::Full,
            frame,
            Method::Default,
            &mut PairState::default(),
        );
        for &method in Method::ALL {
            let answer = built.ask(Sweep::Silhouette, frame, method, &mut state);
            tally.cases += 1;
            if built.is_turning() {
                let no_more = answer.verdict != Verdict::Hit || full.verdict == Verdict::Hit;
                tally.claim(no_more, &name, "a part hits where the whole is free");
            } else {
                tally.claim(answer.verdict == full.verdict, &name, "not the swept hull");
                tally.by_state += 1;
            }
            let proof = match answer.verdict {
                Verdict::Separated => answer.plane.is_some() && answer.point.is_none(),
                Verdict::Hit => answer.point.is_some() && answer.plane.is_none(),
                Verdict::Undecided => false,
            };
            tally.claim(proof, &name, "a verdict without its proof");
        }
    }
}

#[test]
fn face_grouped_extensions() {
    for_each(count(1_500, 60_000), judge_grouped).report("face-grouped extensions");
}

#[test]
fn silhouettes() {
    for_each(count(1_500, 60_000), judge_silhouette)
        .report("silhouettes ('by state': of bodies that do not turn)");
}

/// Distance that the bodies travel past each other in a frame, in radii of the bodies.
const SPEEDS: [f64; 4] = [0.2, 1.0, 5.0, 25.0];

/// Turn of each body in a frame about an axis through its centre, degrees.
const SPINS: [f64; 5] = [0.0, 5.0, 30.0, 90.0, 180.0];

/// Bodies of radius 1, each against a copy of itself.
fn shapes() -> Vec<(&'static str, Polytope)> {
    let phi = f64::midpoint(1.0, 5f64.sqrt());
    let mut dodecahedron = cuboid([1.0; 3]);
    for [u, v] in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
        let (u, v) = (u / phi, v * phi);
        dodecahedron.extend([[0.0, u, v], [u, v, 0.0], [v, 0.0, u]]);
    }
    let lists = [
        ("box", cuboid([1.0; 3])),
        ("box 1:1:8", cuboid([1.0, 1.0, 8.0])),
        ("dodecahedron", dodecahedron),
        ("sphere of 66", octahedral(4, [1.0; 3])),
        ("ellipsoid 1:1:8 of 66", octahedral(4, [1.0, 1.0, 8.0])),
    ];
    lists
        .into_iter()
        .map(|(name, list)| {
            let radius = polytope(&list).reach();
            let unit: Vec<V3> = list.iter().map(|v| v.map(|x| x / radius)).collect();
            (name, polytope(&unit))
        })
        .collect()
}

/// A motion of two bodies: B's path past A passes a random point near A's centre at a random time.
struct Flight {
    starts: [Pose; 2],
    ends: [Vector3<f64>; 2],
    turns: [Vector3<f64>; 2],
}

impl Flight {
    fn random(rng: &mut SplitMix64, speed: f64, spin: f64) -> Self {
        let mut direction = || Vector3::from(rng.direction());
        let moved_a = direction() * speed;
        let moved_b = moved_a + direction() * speed;
        let turns = [0, 1].map(|_| direction() * spin.to_radians());
        // Centres farther apart at all times leave the certified sweep of round bodies free.
        let near = direction() * (4.0 * libm::cbrt(rng.unit()));
        let met_b = near - (moved_b - moved_a) * rng.unit();
        let starts = [Vector3::zeros(), met_b].map(|p| {
            Pose::new(p, crate::common::quaternion(&rng.quaternion())).expect("a unit quaternion")
        });
        Flight {
            starts,
            ends: [moved_a, met_b + moved_b],
            turns,
        }
    }

    fn motions(&self) -> [Motion; 2] {
        [0, 1].map(|i| {
            let pivot = Vector3::zeros();
            Motion::from_turn(self.starts[i], self.ends[i], self.turns[i], pivot).expect("finite")
        })
    }

    fn pose(&self, body: usize, t: f64) -> Pose {
        let start = &self.starts[body];
        let turn = UnitQuaternion::new(self.turns[body] * t).into_inner();
        let p = start.translation().lerp(&self.ends[body], t);
        Pose::new(p, turn * start.quaternion()).expect("a unit quaternion")
    }

    /// Dense in time: from look to look no corner moves by more than 0.02 radii past the other body.
    fn meets(&self, body: &Polytope, speed: f64, spin: f64) -> bool {
        let looks = ((speed + 2.0 * spin.to_radians()) / 0.02).ceil().max(20.0);
        let mut state = PairState::default();
        (0..=looks as u32).any(|k| {
            let t = f64::from(k) / looks;
            let [p, q] = [0, 1].map(|i| self.pose(i, t));
            let answer = intersect(
                &interframe::PosedPair::new(body, &p, body, &q),
                &IntersectOptions::default(),
                &mut state,
            )
            .expect("valid options");
            answer.verdict == Verdict::Hit
        })
    }
}

/// Motions that are free at the start and that the certified sweep does not rule out: how many of
/// them, and of those that meet, a sweep calls separated.
#[derive(Clone, Default)]
struct Misses {
    motions: u32,
    meet: u32,
    /// Full, silhouette, face-grouped, face-grouped in the world frame.
    separated: [u32; 4],
    missed: [u32; 4],
}

const SWEEPS: [(&str, Sweep, Frame); 4] = [
    ("full", Sweep::Full, Frame::Relative),
    ("silhouette", Sweep::Silhouette, Frame::Relative),
    ("grouped", Sweep::FaceGrouped, Frame::Relative),
    ("grouped, world", Sweep::FaceGrouped, Frame::World),
];

impl Misses {
    fn add(&mut self, other: &Misses) {
        self.motions += other.motions;
        self.meet += other.meet;
        for k in 0..SWEEPS.len() {
            self.separated[k] += other.separated[k];
            self.missed[k] += other.missed[k];
        }
    }

    fn line(&self, name: &str) -> String {
        let share = |count: u32, of: u32| 100.0 * f64::from(count) / f64::from(of.max(1));
        let cells = (0..SWEEPS.len()).map(|k| {
            let (missed, separated) = (self.missed[k], self.separated[k]);
            format!(
                "{:.1} | {:.1}",
                share(missed, self.meet),
                share(separated, self.motions)
            )
        });
        let cells: Vec<String> = cells.collect();
        format!(
            "| {name} | {} | {} | {} |",
            self.motions,
            self.meet,
            cells.join(" | ")
        )
    }
}

/// `count` motions of one body at one speed and spin.
fn misses(seed: u64, body: &Polytope, speed: f64, spin: f64, count: u64) -> Misses {
    let mut rng = case_generator(31, seed);
    let mut out = Misses::default();
    for _ in 0..count {
        let mut first = true;
        let flight = loop {
            let flight = Flight::random(&mut rng, speed, spin);
            let [p, q] = &flight.starts;
            let at_start = intersect(
                &interframe::PosedPair::new(body, p, body, q),
                &IntersectOptions::default(),
                &mut PairState::default(),
            )
            .expect("valid options");
            if at_start.verdict == Verdict::Hit {
                continue;
            }
            if ask(body, &flight, Sweep::Certified, Frame::Relative) != Verdict::Separated {
                break flight;
            }
            // One in a few, for looking at all of them would take most of the time.
            if first {
                let meets = flight.meets(body, speed, spin);
                assert!(!meets, "the certified sweep missed a contact, seed {seed}");
            }
            first = false;
        };
        let meets = flight.meets(body, speed, spin);
        out.motions += 1;
        out.meet += u32::from(meets);
        for (k, (_, sweep, frame)) in SWEEPS.into_iter().enumerate() {
            if ask(body, &flight, sweep, frame) == Verdict::Separated {
                out.separated[k] += 1;
                out.missed[k] += u32::from(meets);
            }
        }
    }
    out
}

fn ask(body: &Polytope, flight: &Flight, sweep: Sweep, frame: Frame) -> Verdict {
    let [ma, mb] = &flight.motions();
    let mut state = PairState::default();
    interframe(
        &interframe::MovingPair::new(body, ma, body, mb),
        &InterframeOptions {
            sweep,
            frame,
            ..InterframeOptions::default()
        },
        &mut state,
    )
    .expect("valid options")
    .verdict
}

/// The table of `docs/theory/INTERIOR_POINT.md`, with INTERFRAME_LONG=1 and --nocapture.
#[test]
fn miss_rates() {
    let shapes = shapes();
    let each = count(10, 1_000);
    let mut total = Misses::default();
    let mut of_speed = vec![Misses::default(); SPEEDS.len()];
    let mut of_spin = vec![Misses::default(); SPINS.len()];
    let mut of_shape = vec![Misses::default(); shapes.len()];
    let mut of_both = vec![vec![Misses::default(); SPINS.len()]; SPEEDS.len()];
    for (k, (_, body)) in shapes.iter().enumerate() {
        for (i, &speed) in SPEEDS.iter().enumerate() {
            for (j, &spin) in SPINS.iter().enumerate() {
                let seed = ((k * SPEEDS.len() + i) * SPINS.len() + j) as u64;
                let found = misses(seed, body, speed, spin, each);
                // Where nothing turns the full hull is what the bodies sweep.
                let exact = found.missed[0] + found.missed[1] == 0;
                assert!(exact || spin > 0.0, "missed at speed {speed}");
                for sum in [
                    &mut total,
                    &mut of_speed[i],
                    &mut of_spin[j],
                    &mut of_shape[k],
                    &mut of_both[i][j],
                ] {
                    sum.add(&found);
                }
            }
        }
    }
    let titles = SWEEPS.map(|(name, ..)| format!("{name}: % of those that meet | of all"));
    println!("| | motions | meet | {} |", titles.join(" | "));
    for (speed, sum) in SPEEDS.iter().zip(&of_speed) {
        println!("{}", sum.line(&format!("{speed} radii")));
    }
    for (spin, sum) in SPINS.iter().zip(&of_spin) {
        println!("{}", sum.line(&format!("{spin} degrees")));
    }
    for ((name, _), sum) in shapes.iter().zip(&of_shape) {
        println!("{}", sum.line(name));
    }
    println!("{}", total.line("all"));
    for (speed, row) in SPEEDS.iter().zip(&of_both) {
        let cells = row.iter().map(|sum| {
            format!(
                "{:.1}",
                100.0 * f64::from(sum.missed[2]) / f64::from(sum.meet.max(1))
            )
        });
        println!(
            "| {speed} radii | {} |",
            cells.collect::<Vec<_>>().join(" | ")
        );
    }
    // It misses: the documentation says so.
    assert!(total.missed[2] * 20 > total.meet && total.meet * 10 > total.motions);
}
