//! Certificates of containment: at given poses, and until when a moving body stays inside another.

use nalgebra::Vector3;

use crate::advance::plain_data::{about_motions, about_poses, corners, given_motion, refused};
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::scaled_motions::ScaledMotions;
use crate::ccd::time_of_exit::{TimeOfExit, TimeOfExitOptions, tolerance_of};
use crate::certificate::for_prover::{cut_walls, outside_holds};
use crate::certificate::{Beyond, Certificate, Exit, Outside, Proof, Stay};
use crate::motion::pairs::{Cores, MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::length_sum::LengthSum;
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::proof::pieces;
use crate::proof::verdicts::exactly_at;
use crate::query::contains::{Containment, ContainsOptions, contains, witnessed};
use crate::shape::dimension::Dimension;
use crate::shape::polytope::Polytope;
use crate::verdict::{ContainmentVerdict, Verdict};

/// Makes the proof of an answer of [`contains`](crate::contains).
///
/// `answer` is that query's. Of a body inside, every vertex is decided once more in exact integers.
/// Allocates.
///
/// ```
/// use interframe::{
///     ContainmentVerdict, ContainsOptions, PairState, Polytope, Pose, PosedPair, Verdict,
///     certify_contains, contains,
/// };
/// use nalgebra::Vector3;
///
/// let room = Polytope::new(&[Vector3::zeros(), Vector3::x() * 4.0, Vector3::y() * 4.0, Vector3::z() * 4.0])?;
/// let mouse = Polytope::new(&[Vector3::new(1.0, 1.0, 0.0), Vector3::new(1.0, 1.0, 1.0)])?;
/// for x in [0.0, 1.5] {
///     let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(x, 0.0, 0.0))?);
///     let pair = PosedPair::new(&room, &here, &mouse, &there);
///     let answer = contains(&pair, &ContainsOptions::default(), &mut PairState::default())?;
///     let inside = answer.verdict == ContainmentVerdict::Inside;
///     let proved = certify_contains(&pair, &answer).verify().expect("true");
///     assert!(proved.containment && (proved.verdict == Verdict::Hit) == inside);
/// }
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn certify_contains(pair: &PosedPair<'_>, answer: &Containment) -> Proof {
    if pair.has_pieces() {
        let not_inside = match answer.verdict {
            ContainmentVerdict::NotInside => Verdict::Hit,
            _ => Verdict::Separated,
        };
        return pieces::met(answer.pieces, not_inside, |ids| {
            pair.of_pieces(ids, |pair| {
                let again = contains(pair, &ContainsOptions::default(), &mut PairState::default());
                again.map_or_else(|_| refused(), |found| certify_contains(pair, &found))
            })
        });
    }
    let Some(cores) = pair.cores() else {
        return refused();
    };
    let ([a, b], [pose_a, pose_b]) = cores.both();
    let poses = [pose_a, pose_b];
    let certificate = if answer.verdict == ContainmentVerdict::Inside {
        let simplices = simplices([a, b], poses).unwrap_or_default();
        Certificate::Inside { simplices }
    } else {
        Certificate::Outside(outside([a, b], poses, answer.vertex))
    };
    about_poses(&cores, certificate)
}

/// Where one vertex of B is relative to A, exactly.
fn decide([a, b]: [&Polytope; 2], poses: [&Pose; 2], vertex: u32) -> Certificate {
    let Ok(point) = Polytope::few(&[b.vertex(vertex as usize)]) else {
        unreachable!("a corner of a body is finite");
    };
    exactly_at([a, &point], poses, &LengthSum([0.0; 3]))
}

/// For each vertex of B, vertices of A whose hull holds it; None when one is outside.
fn simplices(bodies: [&Polytope; 2], poses: [&Pose; 2]) -> Option<Vec<Vec<u32>>> {
    let simplex = |vertex| match decide(bodies, poses, vertex) {
        Certificate::Columns { pairs } => Some(pairs.iter().map(|pair| pair[0]).collect()),
        _ => None,
    };
    (0..bodies[1].vertex_count() as u32).map(simplex).collect()
}

/// A vertex of B that is not in A, and what shows it; first `likely` is tried.
fn outside(bodies: [&Polytope; 2], poses: [&Pose; 2], likely: Option<u32>) -> Outside {
    let all = 0..bodies[1].vertex_count() as u32;
    let mut found = (likely.into_iter().chain(all))
        .filter(|_| !bodies[0].is_empty())
        .map(|vertex| (vertex, shown(decide(bodies, poses, vertex))))
        .filter(|(_, (normal, span))| normal.is_some() || span.is_some());
    // None only for an answer about other bodies, which is refused, and for the empty A.
    let (vertex, (normal, span)) = found.next().unwrap_or_default();
    Outside {
        vertex,
        normal,
        span,
    }
}

/// The plane, or the vertices of A that span one.
fn shown(certificate: Certificate) -> (Option<[f64; 3]>, Option<Vec<u32>>) {
    match certificate {
        Certificate::Plane { normal } => (Some(normal), None),
        Certificate::Span { pairs } => {
            let ids = pairs.iter().map(|pair| pair[0]).collect();
            (None, Some(ids))
        }
        _ => (None, None),
    }
}

/// Makes the proof of an answer of [`time_of_exit`](crate::time_of_exit). None if there is no proof: containment to a
/// tolerance, or with a negative margin, in an A without volume.
///
/// `options` and `answer` are that query's. Certified are: inside up to `t_lo`, and, with `Inside`, to the
/// tolerance from there on; with `NotInside`, a vertex outside at `t_hi` and how deep. That B was not beyond
/// the tolerance before `t_hi` is not. Of an `Undecided` answer, what it knows. Allocates; takes a few times
/// as long as the query.
///
/// ```
/// use interframe::{
///     Motion, MovingPair, PairState, Polytope, Pose, TimeOfExitOptions, Verdict,
///     certify_time_of_exit, time_of_exit,
/// };
/// use nalgebra::Vector3;
///
/// let (guard, tool) = (Polytope::cuboid([4.0; 3])?, Polytope::cuboid([1.0; 3])?);
/// let still = Motion::fixed(Pose::identity());
/// let turn = Vector3::new(0.0, 0.0, 10.0 * std::f64::consts::PI);
/// let scaled = Motion::from_turn(Pose::identity(), Vector3::new(8.0, 0.0, 0.0), turn, Vector3::zeros())?;
/// let options = TimeOfExitOptions::default();
/// let answer = time_of_exit(
///     &MovingPair::new(&guard, &still, &tool, &scaled),
///     &options, &mut PairState::default(),
/// )?;
/// let proof = certify_time_of_exit(
///     &MovingPair::new(&guard, &still, &tool, &scaled),
///     &options, &answer,
/// );
/// let proved = proof.expect("a solid guard").verify().expect("true");
/// assert_eq!(proved.verdict, Verdict::Separated);
/// assert_eq!((proved.free[1], proved.contact), (answer.t_lo, Some([answer.t_hi; 2])));
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn certify_time_of_exit(
    pair: &MovingPair<'_>,
    options: &TimeOfExitOptions,
    answer: &TimeOfExit,
) -> Option<Proof> {
    let cores = pair.cores()?;
    let maker = ExitProver {
        cores,
        options,
        answer,
    };
    let exit = maker.exit()?;
    Some(about_motions(&cores, Certificate::Exit(exit)))
}

struct ExitProver<'a> {
    cores: Cores<'a, Motion>,
    options: &'a TimeOfExitOptions,
    answer: &'a TimeOfExit,
}

impl ExitProver<'_> {
    fn exit(&self) -> Option<Exit> {
        let [a, b] = self.cores.bodies;
        let solid = a.dimension() == Dimension::Solid;
        let mut exit = Exit {
            target: self.options.target_margin,
            faces: match solid && !b.is_empty() {
                true => (0..a.face_count())
                    .map(|face| a.face(face).to_vec())
                    .collect(),
                false => Vec::new(),
            },
            inside: None,
            held: None,
            outside: None,
        };
        if b.is_empty() {
            return Some(exit);
        }
        let t_lo = self.answer.t_lo;
        if t_lo > 0.0 {
            exit.inside = Some(self.stay(&exit, t_lo, 0.0)?);
        }
        if self.answer.verdict == ContainmentVerdict::Inside && t_lo < 1.0 {
            exit.held = Some(self.stay(&exit, 1.0, self.tolerance())?);
        }
        if self.answer.verdict == ContainmentVerdict::NotInside {
            exit.outside = Some(self.outside(&exit)?);
        }
        Some(exit)
    }

    fn tolerance(&self) -> f64 {
        if let Some(given) = self.options.tolerance {
            return given;
        }
        let pair = RelativeMotion::new(&ScaledMotions::new(&self.cores));
        // Of bodies near the least numbers it may vanish, and a proof to no tolerance is another.
        (tolerance_of(&pair, self.options) / pair.scale).max(f64::from_bits(1))
    }

    /// Inside until a time, moved outwards by `beyond`.
    fn stay(&self, exit: &Exit, to: f64, beyond: f64) -> Option<Stay> {
        let mut stay = Stay {
            to,
            beyond,
            walls: None,
            simplices: None,
        };
        if !exit.faces.is_empty() {
            let [a, b] = self.cores.bodies.map(corners);
            let motions = self.cores.places.map(given_motion);
            stay.walls = Some(Vec::new());
            stay.walls = Some(cut_walls([&a, &b], &motions, exit, &stay));
            return Some(stay);
        }
        let turning = self.cores.places.iter().any(|motion| motion.is_turning());
        // Where they are between start and end no pose of f64 says exactly.
        if turning || exit.target != 0.0 || beyond != 0.0 || to != 1.0 {
            return None;
        }
        let start = simplices(self.cores.bodies, self.cores.places.map(Motion::start))?;
        let end = simplices(self.cores.bodies, self.cores.places.map(Motion::end))?;
        stay.simplices = Some([start, end]);
        Some(stay)
    }

    /// A vertex outside at `t_hi`.
    fn outside(&self, exit: &Exit) -> Option<Beyond> {
        let t = self.answer.t_hi;
        let way = |vertex, face, normal, span| Beyond {
            t,
            vertex,
            face,
            normal,
            span,
        };
        let [a, b] = self.cores.bodies.map(corners);
        if a.is_empty() {
            return Some(way(0, None, None, None));
        }
        let vertex = self.answer.vertex?;
        let mut ways = Vec::new();
        if let Some(face) = self.answer.face.filter(|_| !exit.faces.is_empty()) {
            ways.push(way(vertex, Some(face), None, None));
        }
        if let Some(normal) = self.answer.normal {
            ways.push(way(vertex, None, Some(normal.into()), None));
        }
        let poses = match t {
            0.0 => Some(self.cores.places.map(Motion::start)),
            1.0 => Some(self.cores.places.map(Motion::end)),
            _ => None,
        };
        if let Some(poses) = poses {
            let seen = witnessed(self.cores.bodies, poses, MAX_PIVOTS);
            if exit.target == 0.0 && seen.normal != Vector3::zeros() {
                ways.push(way(vertex, None, Some(seen.normal.into()), None));
            }
            let (normal, span) = shown(decide(self.cores.bodies, poses, vertex));
            ways.push(way(vertex, None, normal, span));
        }
        let motions = self.cores.places.map(given_motion);
        let mut ways = ways.into_iter();
        ways.find(|way| outside_holds([&a, &b], &motions, exit, way))
    }
}
