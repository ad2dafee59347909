//! Certificates as a page shows them: their links, and along each plane how far the two bodies reach.

use interframe::certificate::{
    Certificate, GivenMotion, GivenPose, Link as Certified, LinkKind, Placement, Proof, Shape,
};
use interframe::{Motion, Pose};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::data::{Link, Proved};
use crate::error::{Result, at_key};

/// Samples of a link, at least and at most. A body that turns fast beside its plane gets more.
const SAMPLES: [f64; 2] = [5.0, 96.0];
/// Samples for each radian that a body turns.
const SAMPLES_PER_RADIAN: f64 = 6.0;

/// The data of a proof whose t runs from 0 to 1 over `span`. The checker is asked before anything is shown.
pub fn proved(proof: &Proof, span: [f64; 2]) -> Proved {
    let mut shown = Proved {
        span,
        certificate: kind(&proof.certificate).into(),
        ..Proved::default()
    };
    match proof.verify() {
        Ok(proved) => shown.verdict = proved.verdict_name().into(),
        Err(failure) => shown.refused = Some(failure.to_string()),
    }
    let links: Vec<&Certified> = match &proof.certificate {
        Certificate::Chain(chain) => {
            shown.separation = chain.separation;
            chain.links.iter().collect()
        }
        Certificate::Intervals(all) => {
            shown.separation = all.separation;
            all.gaps.iter().flat_map(|gap| &gap.links).collect()
        }
        _ => Vec::new(),
    };
    if let Ok(Some(motions)) = motions(proof) {
        shown.links = links
            .iter()
            .map(|link| shown_link(proof, &motions, link))
            .collect();
    }
    shown
}

fn kind(certificate: &Certificate) -> &'static str {
    match certificate {
        Certificate::Empty => "empty",
        Certificate::Plane { .. } => "plane",
        Certificate::Span { .. } => "span",
        Certificate::Columns { .. } => "columns",
        Certificate::Chain(_) => "chain",
        Certificate::Intervals(_) => "intervals",
        Certificate::Inside { .. } => "inside",
        Certificate::Outside(_) => "outside",
        Certificate::Exit(_) => "exit",
        Certificate::Farther(_) => "farther",
        Certificate::Nearer { .. } => "nearer",
    }
}

/// The motions that a proof is about; poses are bodies at rest. None of lists of points.
pub fn motions(proof: &Proof) -> Result<Option<[Motion; 2]>> {
    let both = |motions: &[GivenMotion; 2]| -> Result<Option<[Motion; 2]>> {
        Ok(Some([motion(&motions[0])?, motion(&motions[1])?]))
    };
    match &proof.placement {
        Placement::Poses([a, b]) => Ok(Some([Motion::fixed(pose(a)?), Motion::fixed(pose(b)?)])),
        Placement::Motions(motions) => both(motions),
        Placement::Hulls(hulls) => both(&hulls.motions),
        Placement::Lists => Ok(None),
    }
}

fn pose(given: &GivenPose) -> Result<Pose> {
    let [x, y, z, w] = given.q;
    Pose::new(given.p.into(), Quaternion::new(w, x, y, z)).map_err(at_key("placement"))
}

fn motion(given: &GivenMotion) -> Result<Motion> {
    let (start, pivot) = (pose(&given.start)?, given.pivot.into());
    let motion = match (given.end.q, given.end.turn) {
        (Some(q), _) => {
            let end = pose(&GivenPose { p: given.end.p, q })?;
            Motion::between(start, end, pivot)
        }
        (None, turn) => {
            let turn = turn.unwrap_or_default().into();
            Motion::from_turn(start, given.end.p.into(), turn, pivot)
        }
    };
    motion.map_err(at_key("placement"))
}

fn shown_link(proof: &Proof, motions: &[Motion; 2], link: &Certified) -> Link {
    let mut shown = Link {
        t0: link.t0,
        t1: link.t1,
        by: "span",
        normal: None,
        turn: None,
        reach: Vec::new(),
        balls: None,
    };
    match &link.by {
        LinkKind::Plane { normal, turn, .. } => {
            let (normal, turn) = (Vector3::from(*normal).normalize(), Vector3::from(*turn));
            shown.by = "plane";
            shown.normal = Some(normal.into());
            shown.turn = Some(turn.into());
            let fastest = motions.iter().map(|motion| turn_of(motion).norm());
            let turned = (fastest.fold(0.0, f64::max) + turn.norm()) * (link.t1 - link.t0);
            let count = (SAMPLES_PER_RADIAN * turned)
                .clamp(SAMPLES[0], SAMPLES[1])
                .ceil();
            shown.reach = (0..=count as u64)
                .map(|k| {
                    let t = link.t0 + (link.t1 - link.t0) * (k as f64 / count);
                    let n = UnitQuaternion::from_scaled_axis(turn * (t - link.t0)) * normal;
                    [
                        t,
                        farthest(proof, motions, 0, t, n),
                        -farthest(proof, motions, 1, t, -n),
                    ]
                })
                .filter(|sample| sample.iter().all(|x| x.is_finite()))
                .collect();
        }
        LinkKind::Balls { centers, radii } => {
            shown.by = "balls";
            shown.balls = Some((*centers, *radii));
        }
        LinkKind::Span { .. } => {}
    }
    shown
}

/// How far a body reaches along a unit vector at a time.
fn farthest(proof: &Proof, motions: &[Motion; 2], k: usize, t: f64, n: Vector3<f64>) -> f64 {
    let Ok(pose) = motions[k].pose_at(t) else {
        return f64::NAN;
    };
    let local = pose.matrix().transpose() * n;
    let flat = |radius: f64| radius * local.xy().norm();
    let own = match proof.shapes[k] {
        Shape::Hull => {
            let vertices = if k == 0 { &proof.a } else { &proof.b };
            let along = vertices.iter().map(|v| local.dot(&Vector3::from(*v)));
            along.fold(f64::NEG_INFINITY, f64::max)
        }
        Shape::Cylinder {
            half_length: h,
            radius: r,
        } => flat(r) + h * local.z.abs(),
        Shape::Cone {
            half_length: h,
            radius: r,
        } => (h * local.z).max(flat(r) - h * local.z),
        Shape::Ellipsoid { radii } => local.component_mul(&Vector3::from(radii)).norm(),
    };
    n.dot(&pose.translation()) + own + proof.radii[k]
}

/// The rotation vector of a motion over its frame.
pub fn turn_of(motion: &Motion) -> Vector3<f64> {
    let unit = |pose: &Pose| UnitQuaternion::new_normalize(pose.quaternion());
    match motion.turn() {
        Some(turn) => turn,
        None if motion.is_turning() => {
            (unit(motion.end()) * unit(motion.start()).inverse()).scaled_axis()
        }
        None => Vector3::zeros(),
    }
}
