//! A query as one line of text that asks it again.
//!
//! Problem: a wrong or surprising answer is worth reporting only if others get it too, bit for bit.
//! Idea: a query is a pure function of its numbers, so one JSON line with every number written to
//! read back to the same bits is the whole report. The lines are those of the project's case
//! files: `interframe query FILE` answers them.
//!
//! What a line leaves out:
//! - The [`PairState`](crate::PairState): a line asks from an empty one. No state can turn
//!   `Separated` into `Hit` or back, for both are proved, and hulls without slack are decided
//!   exactly. Only dilated hulls (a certified sweep of bodies that turn) within the tolerance of
//!   their slack may be `Separated` by a plane that a state kept and `Undecided` without it. The
//!   bits of plane and point are those of the query from an empty state.
//! - The numbers of [`Settings`](crate::Settings): a line asks with the defaults, by its method.
//! - Where the corners stood in the caller's list, on which no answer depends.
//!
//! So a line gives the same bits every time, and those of the query it was made of when that began
//! from an empty state with default numbers.

use std::fmt::{self, Formatter, Write};

use nalgebra::Vector3;

use crate::body::polytope::Polytope;
use crate::ccd::impact::TimeOfImpactOptions;
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::query::interframe::{Frame, Sweep, VertexSweep};
use crate::settings::Method;

/// A query that displays itself as one JSON line, without the line's end.
///
/// Numbers are written in the shortest form that reads back to the same bits, -0.0 and denormals
/// included; a body by its corners in the order of [`Polytope::vertices`]; a motion as it was
/// given, by end pose or by turn. Any id can be written. Writing allocates nothing.
#[derive(Debug, Clone, Copy)]
pub struct CaseLine<'a> {
    id: &'a str,
    ask: Ask<'a>,
    method: Method,
}

#[derive(Debug, Clone, Copy)]
enum Ask<'a> {
    /// Of two poses; the query's name.
    Posed {
        query: &'static str,
        bodies: [&'a Polytope; 2],
        poses: [&'a Pose; 2],
        also: Also,
    },
    Interframe {
        bodies: [&'a Polytope; 2],
        motions: [&'a Motion; 2],
        sweep: Sweep,
        frame: Frame,
    },
    Vertices([VertexSweep<'a>; 2]),
    TimeOfImpact {
        bodies: [&'a Polytope; 2],
        motions: [&'a Motion; 2],
        options: TimeOfImpactOptions,
    },
}

/// What a query of two poses is asked besides.
#[derive(Debug, Clone, Copy)]
enum Also {
    Nothing,
    Direction(Vector3<f64>),
    Prediction(f64),
}

/// The line that asks [`intersect`](crate::intersect).
///
/// ```
/// use interframe::{Method, Polytope, Pose, PosedPair, intersect_to_json};
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::new(0.5, 0.0, 1e-300)])?;
/// let here = Pose::identity();
/// let line = intersect_to_json("report-1", &PosedPair::new(&point, &here, &point, &here), Method::Default);
/// assert_eq!(
///     line.to_string(),
///     r#"{"id": "report-1", "query": "intersect", "#.to_owned()
///         + r#""a": {"vertices": [[0.5,0.0,1e-300]]}, "b": {"vertices": [[0.5,0.0,1e-300]]}, "#
///         + r#""pose_a": {"p": [0.0,0.0,0.0], "q": [0.0,0.0,0.0,1.0]}, "#
///         + r#""pose_b": {"p": [0.0,0.0,0.0], "q": [0.0,0.0,0.0,1.0]}, "method": "default"}"#
/// );
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn intersect_to_json<'a>(id: &'a str, pair: &PosedPair<'a>, method: Method) -> CaseLine<'a> {
    let (a, pose_a, b, pose_b) = pair.polytopes();
    CaseLine {
        id,
        ask: Ask::Posed {
            query: "intersect",
            bodies: [a, b],
            poses: [pose_a, pose_b],
            also: Also::Nothing,
        },
        method,
    }
}

/// The line that asks [`distance()`](crate::distance()). Of bodies that meet, the program answers more than the
/// function: minus their depth, by [`penetration`](crate::penetration). With [`Method::Mpr`] the line
/// asks [`mpr`](crate::mpr()) with its default options.
///
/// ```
/// use interframe::{Method, Polytope, Pose, PosedPair, distance_to_json};
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::new(0.5, 0.0, 1e-300)])?;
/// let here = Pose::identity();
/// let line = distance_to_json("report-1", &PosedPair::new(&point, &here, &point, &here), Method::Default);
/// assert!(line.to_string().starts_with(r#"{"id": "report-1", "query": "distance", "#));
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn distance_to_json<'a>(id: &'a str, pair: &PosedPair<'a>, method: Method) -> CaseLine<'a> {
    let (a, pose_a, b, pose_b) = pair.polytopes();
    CaseLine {
        id,
        ask: Ask::Posed {
            query: "distance",
            bodies: [a, b],
            poses: [pose_a, pose_b],
            also: Also::Nothing,
        },
        method,
    }
}

/// The line that asks [`penetration`](crate::penetration), or with a direction
/// [`penetration_along`](crate::penetration_along).
///
/// ```
/// use interframe::{Method, Polytope, Pose, PosedPair, penetration_to_json};
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::new(0.5, 0.0, 1e-300)])?;
/// let (here, up) = (Pose::identity(), Some(Vector3::z()));
/// let line = penetration_to_json("report-1", &PosedPair::new(&point, &here, &point, &here), up, Method::Default);
/// assert!(line.to_string().ends_with(r#", "direction": [0.0,0.0,1.0], "method": "default"}"#));
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn penetration_to_json<'a>(
    id: &'a str,
    pair: &PosedPair<'a>,
    direction: Option<Vector3<f64>>,
    method: Method,
) -> CaseLine<'a> {
    let (a, pose_a, b, pose_b) = pair.polytopes();
    CaseLine {
        id,
        ask: Ask::Posed {
            query: "penetration",
            bodies: [a, b],
            poses: [pose_a, pose_b],
            also: direction.map_or(Also::Nothing, Also::Direction),
        },
        method,
    }
}

/// The line that asks [`contact_manifold`](crate::contact_manifold), which has one method.
///
/// ```
/// use interframe::{Polytope, Pose, PosedPair, contact_manifold_to_json};
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::zeros()])?;
/// let here = Pose::identity();
/// let line = contact_manifold_to_json("report-1", &PosedPair::new(&point, &here, &point, &here), 0.01);
/// assert!(line.to_string().ends_with(r#", "prediction": 0.01, "method": "default"}"#));
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn contact_manifold_to_json<'a>(
    id: &'a str,
    pair: &PosedPair<'a>,
    prediction: f64,
) -> CaseLine<'a> {
    let (a, pose_a, b, pose_b) = pair.polytopes();
    CaseLine {
        id,
        ask: Ask::Posed {
            query: "contact_manifold",
            bodies: [a, b],
            poses: [pose_a, pose_b],
            also: Also::Prediction(prediction),
        },
        method: Method::Default,
    }
}

/// The line that asks [`contains`](crate::contains()), which has one method.
///
/// ```
/// use interframe::{Polytope, Pose, PosedPair, contains_to_json};
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::zeros()])?;
/// let here = Pose::identity();
/// let line = contains_to_json("report-1", &PosedPair::new(&point, &here, &point, &here));
/// assert!(line.to_string().starts_with(r#"{"id": "report-1", "query": "contains", "#));
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn contains_to_json<'a>(id: &'a str, pair: &PosedPair<'a>) -> CaseLine<'a> {
    let (a, pose_a, b, pose_b) = pair.polytopes();
    CaseLine {
        id,
        ask: Ask::Posed {
            query: "contains",
            bodies: [a, b],
            poses: [pose_a, pose_b],
            also: Also::Nothing,
        },
        method: Method::Default,
    }
}

/// The line that asks [`interframe`](crate::interframe).
///
/// ```
/// use interframe::{Frame, Method, Motion, MovingPair, Polytope, Pose, Sweep, interframe_to_json};
/// use nalgebra::Vector3;
///
/// let bullet = Polytope::new(&[Vector3::zeros(), Vector3::new(0.03, 0.0, 0.0)])?;
/// let plate = Polytope::new(&[Vector3::y(), Vector3::z(), -Vector3::y() - Vector3::z()])?;
/// let spin = Vector3::new(40.0, 0.0, 0.0); // six turns in one frame
/// let start = Pose::from_translation(Vector3::new(-6.0, 0.0, 0.0))?;
/// let flight = Motion::from_turn(start, Vector3::new(6.0, 0.0, 0.0), spin, Vector3::zeros())?;
/// let still = Motion::fixed(Pose::identity());
/// let pair = MovingPair::new(&bullet, &flight, &plate, &still);
/// let line = interframe_to_json("frame 17", &pair, Sweep::Certified, Frame::Relative, Method::Default);
/// assert!(line.to_string().contains(
///     r#""motion_a": {"start": {"p": [-6.0,0.0,0.0], "q": [0.0,0.0,0.0,1.0]}, "#
/// ));
/// assert!(line.to_string().contains(r#""end": {"p": [6.0,0.0,0.0]}, "turn": [40.0,0.0,0.0]"#));
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn interframe_to_json<'a>(
    id: &'a str,
    pair: &MovingPair<'a>,
    sweep: Sweep,
    frame: Frame,
    method: Method,
) -> CaseLine<'a> {
    let (a, motion_a, b, motion_b) = pair.polytopes();
    CaseLine {
        id,
        ask: Ask::Interframe {
            bodies: [a, b],
            motions: [motion_a, motion_b],
            sweep,
            frame,
        },
        method,
    }
}

/// The line that asks [`interframe_vertices`](crate::interframe_vertices).
///
/// # Errors
/// Those of `interframe_vertices`: what it refuses has no line.
///
/// ```
/// use interframe::{Method, VertexSweep, interframe_vertices_to_json};
/// use nalgebra::Vector3;
///
/// let a = VertexSweep { start: &[Vector3::zeros()], end: &[Vector3::new(2.0, -0.0, 0.0)] };
/// let line = interframe_vertices_to_json("v", a, a, Method::Default)?.to_string();
/// assert!(line.contains(r#""a": {"start": [[0.0,0.0,0.0]], "end": [[2.0,-0.0,0.0]]}"#));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn interframe_vertices_to_json<'a>(
    id: &'a str,
    a: VertexSweep<'a>,
    b: VertexSweep<'a>,
    method: Method,
) -> Result<CaseLine<'a>> {
    a.validate()?;
    b.validate()?;
    Ok(CaseLine {
        id,
        ask: Ask::Vertices([a, b]),
        method,
    })
}

/// The line that asks [`time_of_impact`](crate::time_of_impact). Options that are the defaults are
/// left out.
///
/// # Errors
/// Those of [`TimeOfImpactOptions::validate`]: what the query refuses has no line.
///
/// ```
/// use interframe::{
///     Method, Motion, MovingPair, Polytope, Pose, TimeOfImpactOptions, time_of_impact_to_json,
/// };
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::zeros()])?;
/// let still = Motion::fixed(Pose::identity());
/// let options = TimeOfImpactOptions { tolerance: Some(1e-9), ..Default::default() };
/// let pair = MovingPair::new(&point, &still, &point, &still);
/// let line = time_of_impact_to_json("t", &pair, &options, Method::Default)?;
/// assert!(line.to_string().ends_with(r#", "tolerance": 1e-9, "method": "default"}"#));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn time_of_impact_to_json<'a>(
    id: &'a str,
    pair: &MovingPair<'a>,
    options: &TimeOfImpactOptions,
    method: Method,
) -> Result<CaseLine<'a>> {
    let (a, motion_a, b, motion_b) = pair.polytopes();
    options.validate()?;
    Ok(CaseLine {
        id,
        ask: Ask::TimeOfImpact {
            bodies: [a, b],
            motions: [motion_a, motion_b],
            options: *options,
        },
        method,
    })
}

impl fmt::Display for CaseLine<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("{\"id\": ")?;
        write_text(f, self.id)?;
        match &self.ask {
            Ask::Posed {
                query,
                bodies,
                poses,
                also,
            } => {
                write!(f, ", \"query\": \"{query}\"")?;
                write_pair(f, "", bodies, |f, body| write_body(f, body))?;
                write_pair(f, "pose_", poses, |f, pose| write_pose(f, pose))?;
                match also {
                    Also::Nothing => {}
                    Also::Direction(direction) => {
                        f.write_str(", \"direction\": ")?;
                        write_numbers(f, direction.as_slice())?;
                    }
                    Also::Prediction(x) => write!(f, ", \"prediction\": {x:?}")?,
                }
            }
            Ask::Interframe {
                bodies,
                motions,
                sweep,
                frame,
            } => {
                f.write_str(", \"query\": \"interframe\"")?;
                write_pair(f, "", bodies, |f, body| write_body(f, body))?;
                write_pair(f, "motion_", motions, |f, motion| write_motion(f, motion))?;
                write!(f, ", \"sweep\": \"{sweep}\", \"frame\": \"{frame}\"")?;
            }
            Ask::Vertices(bodies) => {
                f.write_str(", \"query\": \"interframe\"")?;
                write_pair(f, "", bodies, write_sweep)?;
                f.write_str(", \"sweep\": \"vertices\"")?;
            }
            Ask::TimeOfImpact {
                bodies,
                motions,
                options,
            } => {
                f.write_str(", \"query\": \"time_of_impact\"")?;
                write_pair(f, "", bodies, |f, body| write_body(f, body))?;
                write_pair(f, "motion_", motions, |f, motion| write_motion(f, motion))?;
                write_options(f, options)?;
            }
        }
        write!(f, ", \"method\": \"{}\"}}", self.method)
    }
}

fn write_options(f: &mut Formatter<'_>, options: &TimeOfImpactOptions) -> fmt::Result {
    let defaults = TimeOfImpactOptions::default();
    if let Some(tolerance) = options.tolerance {
        write!(f, ", \"tolerance\": {tolerance:?}")?;
    }
    if options.target_separation != 0.0 {
        let target = options.target_separation;
        write!(f, ", \"target_separation\": {target:?}")?;
    }
    if options.initial_contact != defaults.initial_contact {
        write!(f, ", \"initial_contact\": \"{}\"", options.initial_contact)?;
    }
    if options.budget != defaults.budget {
        write!(f, ", \"budget\": {}", options.budget)?;
    }
    Ok(())
}

/// `, "<prefix>a": ..., "<prefix>b": ...`.
fn write_pair<T>(
    f: &mut Formatter<'_>,
    prefix: &str,
    pair: &[T; 2],
    write_one: impl Fn(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (name, one) in ["a", "b"].into_iter().zip(pair) {
        write!(f, ", \"{prefix}{name}\": ")?;
        write_one(f, one)?;
    }
    Ok(())
}

fn write_body(f: &mut Formatter<'_>, body: &Polytope) -> fmt::Result {
    f.write_str("{\"vertices\": ")?;
    write_points(f, body.vertices())?;
    f.write_char('}')
}

fn write_sweep(f: &mut Formatter<'_>, body: &VertexSweep<'_>) -> fmt::Result {
    f.write_str("{\"start\": ")?;
    write_points(f, body.start.iter().copied())?;
    f.write_str(", \"end\": ")?;
    write_points(f, body.end.iter().copied())?;
    f.write_char('}')
}

fn write_pose(f: &mut Formatter<'_>, pose: &Pose) -> fmt::Result {
    let q = pose.quaternion().coords;
    f.write_str("{\"p\": ")?;
    write_numbers(f, pose.translation().as_slice())?;
    f.write_str(", \"q\": ")?;
    write_numbers(f, &[q.x, q.y, q.z, q.w])?;
    f.write_char('}')
}

/// As it was given: the end pose of a motion by turn is computed, so it is not written but computed
/// again from the same numbers.
fn write_motion(f: &mut Formatter<'_>, motion: &Motion) -> fmt::Result {
    f.write_str("{\"start\": ")?;
    write_pose(f, motion.start())?;
    f.write_str(", \"end\": ")?;
    if let Some(turn) = motion.turn() {
        f.write_str("{\"p\": ")?;
        write_numbers(f, motion.anchor().as_slice())?;
        f.write_str("}, \"turn\": ")?;
        write_numbers(f, turn.as_slice())?;
    } else {
        write_pose(f, motion.end())?;
    }
    f.write_str(", \"pivot\": ")?;
    write_numbers(f, motion.pivot().as_slice())?;
    f.write_char('}')
}

fn write_points(f: &mut Formatter<'_>, points: impl Iterator<Item = Vector3<f64>>) -> fmt::Result {
    f.write_char('[')?;
    for (i, point) in points.enumerate() {
        f.write_str(if i == 0 { "" } else { "," })?;
        write_numbers(f, point.as_slice())?;
    }
    f.write_char(']')
}

/// All are finite: nothing else gets into a body, pose or motion, or past `validate`.
fn write_numbers(f: &mut Formatter<'_>, numbers: &[f64]) -> fmt::Result {
    f.write_char('[')?;
    for (i, x) in numbers.iter().enumerate() {
        // `{:?}` is the shortest form that reads back to the same bits, and JSON; it always has a
        // point or an exponent, so that no reader takes a number for an integer and drops the
        // sign of -0.0 or the places beyond 2^53.
        write!(f, "{}{x:?}", if i == 0 { "" } else { "," })?;
    }
    f.write_char(']')
}

fn write_text(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            // Line ends as well, also those that only some readers take for one.
            _ if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                write!(f, "\\u{:04x}", u32::from(c))?;
            }
            _ => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What stands between `"<key>": [` and the next `]`.
    fn numbers_at(line: &str, key: &str) -> Vec<f64> {
        let start = format!("\"{key}\": [");
        let rest = &line[line.find(&start).expect("the key") + start.len()..];
        let list = &rest[..rest.find(']').expect("the end")];
        list.split(',')
            .map(|x| x.parse().expect("a number"))
            .collect()
    }

    fn bits(list: &[f64]) -> Vec<u64> {
        list.iter().map(|x| x.to_bits()).collect()
    }

    fn finite() -> impl Strategy<Value = f64> {
        any::<u64>()
            .prop_map(f64::from_bits)
            .prop_filter("finite", |x| x.is_finite())
    }

    proptest! {
        #[test]
        fn every_finite_number_keeps_its_bits(p in [finite(), finite(), finite()]) {
            let pose = Pose::from_translation(Vector3::from(p)).expect("finite");
            let nothing = Polytope::new(&[]).expect("empty");
            let line = intersect_to_json("", &PosedPair::new(&nothing, &pose, &nothing, &pose), Method::Default);
            prop_assert_eq!(bits(&numbers_at(&line.to_string(), "p")), bits(&p));
        }
    }

    #[test]
    fn zeros_limits_and_large_integers_keep_their_bits_and_look_like_f64() {
        for x in [
            0.0,
            -0.0,
            5e-324,
            -5e-324,
            f64::MIN_POSITIVE,
            f64::MAX,
            f64::MIN,
            9_007_199_254_740_993.0,
            1e22,
            -1.8e19,
        ] {
            let pose = Pose::from_translation(Vector3::new(x, 1.0, 1.0)).expect("finite");
            let nothing = Polytope::new(&[]).expect("empty");
            let line = intersect_to_json(
                "",
                &PosedPair::new(&nothing, &pose, &nothing, &pose),
                Method::Default,
            );
            let line = line.to_string();
            assert_eq!(numbers_at(&line, "p")[0].to_bits(), x.to_bits(), "{line}");
            let start = line.find("\"p\": [").expect("p") + 6;
            let word = line[start..].split(',').next().expect("a number");
            assert!(word.contains(['.', 'e']), "{word}");
        }
    }

    #[test]
    fn any_id_stays_one_line_and_is_escaped() {
        let nothing = VertexSweep {
            start: &[],
            end: &[],
        };
        let id = "a\"b\\c\nd\r\te\u{0}\u{7f}\u{85}\u{2028}é\u{1f600}";
        let line = interframe_vertices_to_json(id, nothing, nothing, Method::RaySimplex)
            .expect("two empty bodies")
            .to_string();
        assert_eq!(
            line,
            "{\"id\": \"a\\\"b\\\\c\\u000ad\\u000d\\u0009e\\u0000\\u007f\\u0085\\u2028é\u{1f600}\", \
             \"query\": \"interframe\", \"a\": {\"start\": [], \"end\": []}, \
             \"b\": {\"start\": [], \"end\": []}, \"sweep\": \"vertices\", \
             \"method\": \"ray_simplex\"}"
        );
    }

    #[test]
    fn lists_that_the_query_refuses_have_no_line() {
        let point = [Vector3::zeros()];
        let bad = [Vector3::new(0.0, f64::NAN, 0.0)];
        for (start, end) in [(&point[..], &bad[..]), (&bad, &point), (&point, &[])] {
            let (bad, good) = (
                VertexSweep { start, end },
                VertexSweep {
                    start: &point,
                    end: &point,
                },
            );
            for (a, b) in [(bad, good), (good, bad)] {
                assert!(interframe_vertices_to_json("x", a, b, Method::Default).is_err());
            }
        }
    }
}
