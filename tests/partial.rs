//! Partial extensions on generated motions: face-grouped answers proved against the exact hull of
//! the vertices that the rule takes, silhouettes against the full hull. INTERFRAME_LONG=1 for
//! full counts.

mod common;

use common::{Answer, Tally, count, for_each, motion, polytope, twin_motion};
use interframe::{
    About, Frame, Interframe, Method, Motion, PairState, Polytope, Settings, Sweep, Verdict,
    interframe,
};
use nalgebra::Vector3;
use twin::number::P3;
use twin::place::{self, Pair, V3, two_frame};
use twin::sweeps::{MovingPair, moving_pair};

const FRAMES: [(Frame, place::Frame); 2] = [
    (Frame::Relative, place::Frame::Relative),
    (Frame::World, place::Frame::World),
];

struct Built {
    bodies: [Polytope; 2],
    motions: [Motion; 2],
}

impl Built {
    fn new(pair: &MovingPair) -> interframe::Result<Self> {
        Ok(Built {
            bodies: [polytope(&pair.a), polytope(&pair.b)],
            motions: [motion(&pair.motion_a)?, motion(&pair.motion_b)?],
        })
    }

    fn ask(&self, sweep: Sweep, frame: Frame, method: Method, state: &mut PairState) -> Interframe {
        let ([a, b], [ma, mb]) = (&self.bodies, &self.motions);
        let settings = Settings {
            method,
            ..Settings::default()
        };
        interframe(a, ma, b, mb, sweep, frame, state, &settings)
    }

    fn hulls(&self, pair: &MovingPair, frame: place::Frame) -> Pair {
        let motion_a = twin_motion(&pair.motion_a, &self.motions[0]);
        let motion_b = twin_motion(&pair.motion_b, &self.motions[1]);
        two_frame(&pair.a, &motion_a, &pair.b, &motion_b, frame)
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
        (own - carrier, 1e-12 * size)
    }

    /// Which corners are taken at the end; None when the direction is too close to tell.
    fn grouped(&self, body: usize, frame: Frame) -> Option<Vec<bool>> {
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
        if d.amax() <= 1e3 * error || faces[0].0 - faces[1].0 <= 1e-9 * d.norm() + error {
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
fn taken(body: &Polytope, points: &[P3], input: &[V3], at_end: &[bool]) -> Vec<P3> {
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
            if built.motions.iter().any(Motion::turns) {
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
