//! Every query refuses options that are out of range, by name, whatever the bodies.

use interframe::{
    ContactManifoldOptions, ContainsOptions, DeformingPair, DistanceOptions, Error,
    InterframeOptions, InterframeVerticesOptions, IntersectOptions, Motion, MovingPair, MprOptions,
    PairState, PenetrationOptions, Polygon, Polytope, Pose, Pose2, PosedPair, PosedPair2, Result,
    SetsOptions, TimeOfExitOptions, TimeOfImpactOptions, VertexSweep, contact_intervals,
    contact_manifold, contact_points, contains, contains_point, distance, distance_2d, interframe,
    interframe_vertices, intersect, intersect_sets, is_subset, mpr, penetration, time_of_exit,
    time_of_impact,
};
use nalgebra::Vector3;

/// The name of the option that was refused.
fn refused<T>(answer: Result<T>) -> Option<&'static str> {
    match answer {
        Err(Error::Setting { name, .. }) => Some(name),
        _ => None,
    }
}

/// What one query says to each of these options.
fn refuses<O: std::fmt::Debug, T>(bad: &[(&str, O)], ask: impl Fn(&O) -> Result<T>) {
    for (name, options) in bad {
        assert_eq!(refused(ask(options)), Some(*name), "{options:?}");
    }
}

/// Bodies of one point each, and none at all, of which there is nothing to ask.
fn bodies() -> [Polytope; 2] {
    [&[Vector3::x()][..], &[]].map(|points| Polytope::new(points).expect("finite"))
}

#[test]
fn queries_of_two_poses() {
    let here = Pose::identity();
    for body in &bodies() {
        let pair = &PosedPair::new(body, &here, body, &here);
        let state = || PairState::default();
        let pivots = IntersectOptions {
            max_pivots: 0,
            ..IntersectOptions::default()
        };
        refuses(&[("max_pivots", pivots)], |o| {
            intersect(pair, o, &mut state())
        });

        let pivots = DistanceOptions {
            max_pivots: 0,
            ..DistanceOptions::default()
        };
        let flat = Polygon::new(&body.vertices().map(|v| v.xy()).collect::<Vec<_>>());
        let (flat, there) = (flat.expect("finite"), Pose2::identity());
        let planar = &PosedPair2::new(&flat, &there, &flat, &there);
        refuses(&[("max_pivots", pivots)], |o| {
            distance(pair, o, &mut state())
        });
        refuses(&[("max_pivots", pivots)], |o| {
            distance_2d(planar, o, &mut state())
        });

        let default = PenetrationOptions::default();
        let along = |x: f64, y: f64| PenetrationOptions {
            direction: Some(Vector3::new(x, y, 0.0)),
            ..default
        };
        let bad = [
            ("direction", along(0.0, 0.0)),
            ("direction", along(f64::NAN, 1.0)),
            ("direction", along(f64::INFINITY, 0.0)),
            ("direction", along(1e-101, 0.0)),
            ("direction", along(0.0, 1e101)),
            (
                "max_pivots",
                PenetrationOptions {
                    max_pivots: 0,
                    ..default
                },
            ),
            (
                "max_pivots",
                PenetrationOptions {
                    max_pivots: 0,
                    ..along(1.0, 0.0)
                },
            ),
        ];
        refuses(&bad, |o| penetration(pair, o, &mut state()));

        let bad = [("max_pivots", ContainsOptions { max_pivots: 0 })];
        refuses(&bad, |o| contains(pair, o, &mut state()));

        let default = ContactManifoldOptions::default();
        let within = |prediction: f64| ContactManifoldOptions {
            prediction,
            ..default
        };
        let bad = [
            ("prediction", within(-1e-300)),
            ("prediction", within(f64::NAN)),
            ("prediction", within(f64::INFINITY)),
            (
                "max_pivots",
                ContactManifoldOptions {
                    max_pivots: 0,
                    ..default
                },
            ),
        ];
        refuses(&bad, |o| contact_manifold(pair, o, &mut state()));
        refuses(&bad, |o| contact_points(pair, o, &mut state(), &mut []));

        let default = MprOptions::default();
        let bad = [
            (
                "rel_tol",
                MprOptions {
                    rel_tol: -1.0,
                    ..default
                },
            ),
            (
                "rel_tol",
                MprOptions {
                    rel_tol: 0.2,
                    ..default
                },
            ),
            (
                "rel_tol",
                MprOptions {
                    rel_tol: f64::NAN,
                    ..default
                },
            ),
            (
                "max_iterations",
                MprOptions {
                    max_iterations: 0,
                    ..default
                },
            ),
            (
                "max_pivots",
                MprOptions {
                    max_pivots: 0,
                    ..default
                },
            ),
        ];
        refuses(&bad, |o| mpr(pair, o, &mut state()));
    }
}

#[test]
fn queries_of_two_motions() {
    let still = Motion::fixed(Pose::identity());
    for body in &bodies() {
        let pair = &MovingPair::new(body, &still, body, &still);
        let state = || PairState::default();
        let default = InterframeOptions::default();
        let tight = |sweep_rel_tol: f64| InterframeOptions {
            sweep_rel_tol,
            ..default
        };
        let bad = [
            ("sweep_rel_tol", tight(1e-13)),
            ("sweep_rel_tol", tight(0.1)),
            ("sweep_rel_tol", tight(f64::NAN)),
            (
                "max_pivots",
                InterframeOptions {
                    max_pivots: 0,
                    ..default
                },
            ),
        ];
        refuses(&bad, |o| interframe(pair, o, &mut state()));

        let default = TimeOfImpactOptions::default();
        let near = |tolerance: f64| TimeOfImpactOptions {
            tolerance: Some(tolerance),
            ..default
        };
        let apart = |target_separation: f64| TimeOfImpactOptions {
            target_separation,
            ..default
        };
        let bad = [
            ("tolerance", near(0.0)),
            ("tolerance", near(f64::NAN)),
            ("tolerance", near(f64::INFINITY)),
            ("target_separation", apart(-1.0)),
            ("target_separation", apart(f64::NAN)),
            (
                "budget",
                TimeOfImpactOptions {
                    budget: 0,
                    ..default
                },
            ),
            (
                "max_pivots",
                TimeOfImpactOptions {
                    max_pivots: 0,
                    ..default
                },
            ),
        ];
        refuses(&bad, |o| time_of_impact(pair, o, &mut state()));
        refuses(&bad, |o| contact_intervals(pair, o, &mut state(), &mut []));

        let default = TimeOfExitOptions::default();
        let near = |tolerance: f64| TimeOfExitOptions {
            tolerance: Some(tolerance),
            ..default
        };
        let inside = |target_margin: f64| TimeOfExitOptions {
            target_margin,
            ..default
        };
        let bad = [
            ("tolerance", near(-1.0)),
            ("tolerance", near(f64::NAN)),
            ("target_margin", inside(f64::NAN)),
            ("target_margin", inside(f64::NEG_INFINITY)),
            (
                "budget",
                TimeOfExitOptions {
                    budget: 0,
                    ..default
                },
            ),
            (
                "max_pivots",
                TimeOfExitOptions {
                    max_pivots: 0,
                    ..default
                },
            ),
        ];
        refuses(&bad, |o| time_of_exit(pair, o, &mut state()));
    }
}

#[test]
fn queries_of_points() {
    for points in [&[Vector3::x()][..], &[]] {
        let sweep = VertexSweep {
            start: points,
            end: points,
        };
        let pair = &DeformingPair { a: sweep, b: sweep };
        let pivots = InterframeVerticesOptions {
            max_pivots: 0,
            ..InterframeVerticesOptions::default()
        };
        let ask = |o: &_| interframe_vertices(pair, o, &mut PairState::default());
        refuses(&[("max_pivots", pivots)], ask);

        let set: &[[f64; 2]] = &vec![[1.0, 0.0]; points.len()];
        let pivots = SetsOptions {
            max_pivots: 0,
            ..SetsOptions::default()
        };
        refuses(&[("max_pivots", pivots)], |o| intersect_sets(set, set, o));
        refuses(&[("max_pivots", pivots)], |o| {
            contains_point(set, &[0.0; 2], o)
        });
        refuses(&[("max_pivots", pivots)], |o| is_subset(set, set, o));
    }
}
