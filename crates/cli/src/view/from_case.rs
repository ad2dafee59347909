//! Case lines as views.

use interframe::case::{Bodies, Case, CaseAnswer, Cuboids, Deforming, PointSets, Polygons, Query};
use interframe::{
    Motion, Polytope, Pose, Pose2, PosedPair2, SharedBody, Verdict, gjk_steps_2d,
    minkowski_difference_2d, minkowski_sum_2d,
};
use nalgebra::{Vector2, Vector3};
use serde_json::{Map, Value};

use super::data::{Answer, Plane, Polygon, Space, Step, Text, View};
use super::prove::proved;
use super::space::{Builder, Pair, about, holder, manifold, moves, seen_by_poses, swept};
use crate::error::{Problem, Result, at_key};

/// A case with its answer, and its proof if it has one.
pub fn view(case: &Case) -> Result<View> {
    let answer = case.query.say(&mut case.start(), true);
    let answer = answer.map_err(|source| Problem::of_query(source, "query"))?;
    if let Some((_, bodies)) = case.query.in_space() {
        return Ok(View::Space(in_space(case, &answer, &bodies)));
    }
    match &case.query {
        Query::InterframeVertices(about, _) => deforming(case, &answer, about),
        Query::CuboidSeparation(about, _) => cuboids(case, &answer, about),
        Query::Distance2(about, _)
        | Query::MinkowskiDifference2(about, _)
        | Query::MinkowskiSum2(about, _) => Ok(View::Plane(plane(case, &answer, about))),
        Query::IntersectSets(sets, _)
        | Query::IsSubset(sets, _)
        | Query::ContainsPoint(sets, _) => point_sets(case, &answer, sets),
        _ => Ok(text(case, &answer, Vec::new())),
    }
}

/// The entries of an answer as its line has them: verdict first.
fn entries(answer: &CaseAnswer) -> Map<String, Value> {
    let mut entries = Map::new();
    entries.insert("method".into(), answer.solver.into());
    entries.extend(answer.entries.clone());
    entries
}

fn in_space(case: &Case, answer: &CaseAnswer, bodies: &Bodies<Motion>) -> Space {
    let mut builder = Builder::default();
    let moving = bodies.places.iter().any(moves);
    let span = [0.0, 1.0];
    let numbers = [0, 1].map(|k| {
        let body = builder.body(["A", "B"][k], &bodies.bodies[k]);
        builder.moves(body, span, &bodies.places[k]);
        builder.space.bodies[body].fixed = !moves(&bodies.places[k]);
        body
    });
    let pair = Pair {
        numbers,
        bodies: bodies.bodies.each_ref(),
        motions: bodies.places.each_ref(),
        span,
    };
    // About an inside, poses at which the bodies meet say nothing.
    let about_inside = case.query.name() == "contains";
    let outer = match about_inside {
        true => Some(0),
        false => holder(&pair),
    };
    if let Some(k) = outer {
        builder.space.bodies[numbers[k]].clear = true;
    }
    let is_hit = answer.verdict == Verdict::Hit;
    let contact = match &case.query {
        Query::TimeOfImpact(..) if is_hit => {
            number(answer, "t_hi").zip(number(answer, "gap").or(Some(0.0)))
        }
        _ => None,
    };
    builder.space.answers.push(Answer {
        query: case.query.name().into(),
        verdict: answer.verdict_name.into(),
        entries: entries(answer),
        seen_by_poses: match moving && !about_inside {
            true => seen_by_poses(&pair),
            false => None,
        },
        manifold: contact.and_then(|(t, gap)| manifold(&pair, t, gap)),
        swept: if moving { swept(&pair) } else { None },
        proof: answer.proof.as_ref().map(|proof| proved(proof, span)),
        ..about(&pair)
    });
    builder.space.name = case.id.clone();
    builder.space.frames = moving.into();
    builder.finish()
}

fn number(answer: &CaseAnswer, key: &str) -> Option<f64> {
    answer.entries.get(key)?.as_f64()
}

/// Two bodies at rest in the world's frame, with the answer about them.
fn at_rest(
    case: &Case,
    answer: &CaseAnswer,
    bodies: [&[Vector3<f64>]; 2],
    note: &str,
) -> Result<View> {
    let hull = |points: &[Vector3<f64>]| Polytope::new(points).map(SharedBody::new);
    let hulls = [
        hull(bodies[0]).map_err(at_key("a"))?,
        hull(bodies[1]).map_err(at_key("b"))?,
    ];
    let still = Motion::fixed(Pose::identity());
    let bodies = Bodies {
        bodies: hulls,
        places: [still; 2],
    };
    let mut space = in_space(case, answer, &bodies);
    space.notes.push(note.into());
    Ok(View::Space(space))
}

fn deforming(case: &Case, answer: &CaseAnswer, about: &Deforming) -> Result<View> {
    let all = about
        .lists
        .each_ref()
        .map(|[start, end]| [start.as_slice(), end].concat());
    let note = "Each body is the hull of its vertices at the start and at the end of the frame.";
    at_rest(case, answer, [&all[0], &all[1]], note)
}

fn cuboids(case: &Case, answer: &CaseAnswer, about: &Cuboids) -> Result<View> {
    let all = about.bodies.each_ref().map(|body| {
        let at = |z: f64| body.corners().map(|[x, y]| Vector3::new(x, y, z));
        body.z().map(at).concat()
    });
    at_rest(
        case,
        answer,
        [&all[0], &all[1]],
        "Upright cuboids stand where their corners are.",
    )
}

/// Sets in the plane are drawn as polygons, sets in space as bodies.
fn point_sets(case: &Case, answer: &CaseAnswer, sets: &PointSets) -> Result<View> {
    match sets.dimension {
        2 => {
            let polygon = |set: &Vec<Vec<f64>>| {
                let points: Vec<_> = set.iter().map(|p| Vector2::new(p[0], p[1])).collect();
                interframe::Polygon::new(&points)
            };
            let [a, b] = &sets.sets;
            let bodies = [
                polygon(a).map_err(at_key("a"))?,
                polygon(b).map_err(at_key("b"))?,
            ];
            let here = Pose2::identity();
            let polygons = Polygons {
                bodies,
                poses: [here; 2],
            };
            Ok(View::Plane(plane(case, answer, &polygons)))
        }
        3 => {
            let [a, b] = sets.sets.each_ref().map(|set| -> Vec<Vector3<f64>> {
                set.iter().map(|p| Vector3::new(p[0], p[1], p[2])).collect()
            });
            at_rest(
                case,
                answer,
                [&a, &b],
                "The hulls of the two point sets are drawn.",
            )
        }
        dimension => {
            let note = format!(
                "Points of {dimension} numbers cannot be drawn, so this page has the answer alone."
            );
            Ok(text(case, answer, vec![note]))
        }
    }
}

fn text(case: &Case, answer: &CaseAnswer, notes: Vec<String>) -> View {
    View::Text(Text {
        name: case.id.clone(),
        notes,
        query: case.query.name().into(),
        verdict: answer.verdict_name.into(),
        entries: entries(answer),
    })
}

fn plane(case: &Case, answer: &CaseAnswer, about: &Polygons) -> Plane {
    let ([a, b], [pose_a, pose_b]) = (&about.bodies, &about.poses);
    let pair = PosedPair2::new(a, pose_a, b, pose_b);
    let ring = |corners: Vec<interframe::DifferenceVertex2>| -> Vec<[f64; 2]> {
        corners.iter().map(|corner| corner.point.into()).collect()
    };
    let polygon = |body: &interframe::Polygon, pose: &Pose2| Polygon {
        corners: body
            .vertices()
            .iter()
            .map(|v| pose.transform_point(v).into())
            .collect(),
        radius: body.radius(),
    };
    let steps = gjk_steps_2d(&pair).into_iter().map(|step| Step {
        columns: step.columns.iter().map(|&column| column.into()).collect(),
        nearest: step.nearest.into(),
        support: step.support.map(Into::into),
    });
    Plane {
        name: case.id.clone(),
        query: case.query.name().into(),
        verdict: answer.verdict_name.into(),
        entries: entries(answer),
        polygons: [polygon(a, pose_a), polygon(b, pose_b)],
        sum: ring(minkowski_sum_2d(&pair)),
        difference: ring(minkowski_difference_2d(&pair)),
        steps: steps.collect(),
    }
}
