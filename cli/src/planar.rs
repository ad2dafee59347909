//! Queries about polygons in the plane (vertices of two numbers) at poses of the plane, and Minkowski
//! differences written out, of polygons and of bodies.

use interframe::{
    DecidedBy, Distance2, Method, PairState, Polygon, Polytope, Pose2, PosedPair, Settings,
    Verdict, distance_2d, intersect, minkowski_difference, minkowski_difference_2d,
};
use nalgebra::Vector2;

use crate::answer::{Answer, Held, Measure};
use crate::error::{Problem, Result, at_key};
use crate::json::{Fields, Node};
use crate::point_sets::{dimension, read_points};

/// Two polygons where they are.
#[derive(Debug)]
pub struct Planar {
    question: PlanarQuestion,
    bodies: [Polygon; 2],
    poses: [Pose2; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlanarQuestion {
    Distance,
    Difference,
}

/// Reads a case about polygons with poses; None when it is about something else.
pub fn read_planar(query: &str, fields: &Fields<'_>) -> Result<Option<Planar>> {
    let question = match query {
        "distance" => PlanarQuestion::Distance,
        "minkowski_difference" => PlanarQuestion::Difference,
        _ => return Ok(None),
    };
    if dimension(fields) != Some(2) {
        return Ok(None);
    }
    let body = |key: &str| {
        let node = fields.required(key)?;
        let points: Vec<_> = read_points(&node, 2)?
            .iter()
            .map(|p| Vector2::new(p[0], p[1]))
            .collect();
        Polygon::new(&points).map_err(at_key(&node.key))
    };
    let pose = |key: &str| read_pose(&fields.required(key)?);
    Ok(Some(Planar {
        question,
        bodies: [body("a")?, body("b")?],
        poses: [pose("pose_a")?, pose("pose_b")?],
    }))
}

/// `{"p": [x, y], "angle": radians}`, or with `half_angle` = [sine, cosine] of half the angle.
fn read_pose(node: &Node<'_>) -> Result<Pose2> {
    let fields = node.fields(&["p", "angle", "half_angle"])?;
    let p = Vector2::from(fields.required("p")?.numbers()?);
    match (fields.optional("angle"), fields.optional("half_angle")) {
        (Some(angle), None) => Pose2::from_angle(p, angle.number()?).map_err(at_key(&angle.key)),
        (None, Some(half)) => Pose2::new(p, half.numbers()?).map_err(at_key(&half.key)),
        _ => Err(Problem::Invalid {
            key: node.key.clone(),
            message: "give `angle` or `half_angle`: one of the two".into(),
        }),
    }
}

impl Planar {
    pub fn answer(&self, settings: &Settings) -> Result<Answer> {
        let ([a, b], [pose_a, pose_b]) = (&self.bodies, &self.poses);
        let state = &mut PairState::default();
        let found = distance_2d(a, pose_a, b, pose_b, state, settings).map_err(at_key("method"))?;
        Ok(match self.question {
            PlanarQuestion::Distance => self.distant(&found),
            PlanarQuestion::Difference => {
                let corners = minkowski_difference_2d(a, pose_a, b, pose_b);
                let points = corners.iter().map(|c| vec![c.point.x, c.point.y]);
                let pairs = corners.iter().map(|c| {
                    let ids = [c.id_a, c.id_b].map(|id| id as usize);
                    [a.source_index(ids[0]), b.source_index(ids[1])]
                });
                difference(
                    found.verdict,
                    found.decided_by,
                    points.collect(),
                    pairs.collect(),
                )
            }
        })
    }

    fn distant(&self, found: &Distance2) -> Answer {
        let mut measures = Vec::new();
        if found.separation.is_finite() {
            measures.push(("separation", Measure::Length(found.separation)));
            measures.push(("error", Measure::Length(found.error)));
            measures.push(("lower_bound", Measure::Length(found.lower_bound)));
        }
        for (key, vector) in [
            ("point_a", found.point_a),
            ("point_b", found.point_b),
            ("normal", found.normal),
        ] {
            measures.extend(vector.map(|v| (key, Measure::InPlane(v))));
        }
        if let Some([of_a, of_b]) = &found.features {
            let [a, b] = &self.bodies;
            let held = [
                Held::new(|id| a.source_index(id), of_a),
                Held::new(|id| b.source_index(id), of_b),
            ];
            measures.push(("features", Measure::Features(held)));
        }
        Answer {
            query: "distance",
            verdict: found.verdict,
            method: Method::Gjk.name(),
            iterations: found.iterations,
            decided_by: found.decided_by,
            measures,
            ..Answer::default()
        }
    }
}

/// A - B of two bodies, with the verdict of `intersect`.
pub fn difference_in_space(
    [a, b]: [&Polytope; 2],
    pair: &PosedPair<'_>,
    settings: &Settings,
) -> Result<Answer> {
    let met = intersect(pair, settings, &mut PairState::default());
    let met = met.map_err(at_key("method"))?;
    let body = minkowski_difference(pair).map_err(at_key("a"))?;
    let corners = 0..body.vertex_count();
    let points = corners
        .clone()
        .map(|k| body.vertex(k).iter().copied().collect());
    let pairs = corners.map(|k| {
        let source = body.source_index(k);
        let (i, j) = (source / b.vertex_count(), source % b.vertex_count());
        [a.source_index(i), b.source_index(j)]
    });
    Ok(difference(
        met.verdict,
        met.decided_by,
        points.collect(),
        pairs.collect(),
    ))
}

fn difference(
    verdict: Verdict,
    decided_by: DecidedBy,
    points: Vec<Vec<f64>>,
    pairs: Vec<[usize; 2]>,
) -> Answer {
    Answer {
        query: "minkowski_difference",
        verdict,
        method: "vertex_pairs",
        iterations: 0,
        decided_by,
        measures: vec![
            ("vertices", Measure::Points(points)),
            ("pairs", Measure::Pairs(pairs)),
        ],
        ..Answer::default()
    }
}
