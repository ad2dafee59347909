//! The same bits everywhere: for each query one number for all its answers and pair states over a fixed
//! corpus of ordinary sizes.
//!
//! Run on every target, profile and SIMD width; INTERFRAME_GOLDEN=print shows the table. A change of
//! the solver may change a number, and then this file says so.

mod common;

use common::curved::any_curved;
use common::words::Hash;
use common::{Built, moving, vectors};
use interframe::*;
use nalgebra::{Vector2, Vector3};
use twin::cuboids::cuboid_pair;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::place::V3;
use twin::random::{SplitMix64, case_generator};
use twin::random_pairs::{PosedPair, random_pair};
use twin::set_pairs::{nested, set_pair};
use twin::spins::spinning_pair;
use twin::sweeps::{MovingPair, deforming_pair, moving_pair};

/// The numbers of the current solver.
const GOLDEN: &[(&str, u64)] = &[
    ("polytope", 0x9133_ce30_0f2d_cddd),
    ("motion", 0x2153_a82c_5aff_bd04),
    ("intersect", 0x7a75_fa11_9a6b_4cde),
    ("intersect ray_simplex", 0xef54_d9d4_95d6_ecdc),
    ("intersect interior_point", 0x1b2e_d711_30b7_385b),
    ("intersect tableau", 0x0881_a6c5_c5b1_9fa8),
    ("intersect gjk", 0xdcd1_b7b4_469c_4c90),
    ("intersect mpr", 0x380a_5424_c563_e970),
    ("interframe certified", 0xff0f_e806_5a3a_594c),
    ("interframe full", 0xad91_5c47_7902_6989),
    ("interframe face_grouped", 0xc8de_5306_e375_ee2e),
    ("interframe silhouette", 0x2879_ab40_9b9c_b0e2),
    ("interframe_vertices", 0xbdab_8c34_8e58_4d3c),
    ("distance", 0x0291_60e5_d1ab_12d4),
    ("within", 0x58ec_15ff_5ee5_e3f9),
    ("penetration", 0xd80c_891e_5539_aba8),
    ("penetration_along", 0xe625_3507_7061_787e),
    ("contains", 0x49bd_fb58_0275_8d89),
    ("contact_manifold", 0x117b_b9a5_23cf_5893),
    ("contact_points", 0x5ed3_58d6_d651_ec38),
    ("minkowski_difference", 0xe2ed_5cb7_0c2c_1ca7),
    ("mpr", 0xa1b2_1fcc_8855_a398),
    ("time_of_impact linear", 0xa768_fd0b_05bc_8efa),
    ("time_of_impact turning", 0xf9bd_509b_27aa_f868),
    ("contact_intervals", 0xbbba_0892_0f04_abed),
    ("closest_approach", 0xbe45_a08f_e952_8b7d),
    ("time_of_exit", 0x5b8e_9db6_6981_8bf9),
    ("point sets 2", 0x8dbd_6c85_0912_d019),
    ("point sets 3", 0x9192_3763_9c70_d4e1),
    ("point sets 5", 0x5e18_de36_90aa_cd89),
    ("distance_2d", 0x9c54_3561_5c45_b38d),
    ("minkowski_difference_2d", 0x6875_36c8_6ade_daf4),
    ("minkowski_sum", 0x0f2d_c228_09d9_b3ef),
    ("minkowski_sum_2d", 0x5051_8c27_a5e9_ba8f),
    ("extended_boxes_meet", 0xe99e_7dc7_4f3e_6d45),
    ("cuboid_separation", 0x7c88_c06b_026a_bba0),
    ("round bodies at rest", 0xfc6a_6def_bc19_a840),
    ("round bodies that move", 0x3539_a883_2b9f_5485),
    ("curved bodies at rest", 0xebc8_9e52_6726_b1e6),
    ("curved bodies that move", 0xb290_be8b_5a60_3b74),
    ("bodies of pieces at rest", 0xc6f8_39fa_4106_0747),
    ("bodies of pieces that move", 0xe16b_d139_d511_d72b),
    ("worlds", 0x6580_7444_7a6c_e26e),
    ("certificates of poses and hulls", 0xf586_12b9_9a81_2934),
    ("certificates of times", 0x3561_b829_dc31_b9f4),
    #[cfg(feature = "serde")]
    ("lines that ask again", 0xe2d3_6096_f679_49e6),
];

/// Queries with a number of their own, and what hashes their answers.
type Group = (&'static str, fn(&mut Hash));

const GROUPS: &[Group] = &[
    ("polytope", bodies),
    ("motion", motions),
    ("intersect", |h| by_method(700, Method::Default, h)),
    ("intersect ray_simplex", |h| {
        by_method(200, Method::RaySimplex, h)
    }),
    ("intersect interior_point", |h| {
        by_method(200, Method::InteriorPoint, h)
    }),
    ("intersect tableau", |h| by_method(200, Method::Tableau, h)),
    ("intersect gjk", |h| by_method(200, Method::Gjk, h)),
    ("intersect mpr", |h| by_method(200, Method::Mpr, h)),
    ("interframe certified", |h| {
        by_sweep(1500, Sweep::Certified, h)
    }),
    ("interframe full", |h| by_sweep(1500, Sweep::Full, h)),
    ("interframe face_grouped", |h| {
        by_sweep(300, Sweep::FaceGrouped, h)
    }),
    ("interframe silhouette", |h| {
        by_sweep(300, Sweep::Silhouette, h)
    }),
    ("interframe_vertices", deforming),
    ("distance", distances),
    ("within", within_half),
    ("penetration", depths),
    ("penetration_along", directed),
    ("contains", containments),
    ("contact_manifold", manifolds),
    ("contact_points", all_contacts),
    ("minkowski_difference", differences),
    ("mpr", portals),
    ("time_of_impact linear", |h| times(false, h)),
    ("time_of_impact turning", |h| times(true, h)),
    ("contact_intervals", intervals),
    ("closest_approach", approaches),
    ("time_of_exit", exits),
    ("point sets 2", sets::<2>),
    ("point sets 3", sets::<3>),
    ("point sets 5", sets::<5>),
    ("distance_2d", planar),
    ("minkowski_difference_2d", planar_differences),
    ("minkowski_sum", sums),
    ("minkowski_sum_2d", planar_sums),
    ("extended_boxes_meet", boxes),
    ("cuboid_separation", cuboids),
    ("round bodies at rest", round_at_rest),
    ("round bodies that move", round_moving),
    ("curved bodies at rest", curved_at_rest),
    ("curved bodies that move", curved_moving),
    ("bodies of pieces at rest", pieces_at_rest),
    ("bodies of pieces that move", pieces_moving),
    ("worlds", worlds),
    ("certificates of poses and hulls", certificates),
    ("certificates of times", motion_certificates),
    #[cfg(feature = "serde")]
    ("lines that ask again", lines),
];

/// Whether the body's largest coordinate is from 2^-64 to 2^64: far from where squares lose bits.
fn ordinary(points: &[V3]) -> bool {
    let largest = points.iter().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
    let unit = 2f64.powi(64);
    largest == 0.0 || (unit.recip()..unit).contains(&largest)
}

/// Pairs `0..count` of every kind at their poses, B coming nearer: one state for all frames.
fn posed(count: u64, hash: &mut Hash, ask: &mut dyn FnMut(&Built, &mut PairState, &mut Hash)) {
    for index in 0..count {
        let pairs = [
            random_pair(index),
            degenerate_pair(index),
            near_contact(index),
        ];
        let sizes = |pair: &PosedPair| {
            let poses = [pair.pose_a.p, pair.pose_b.p];
            ordinary(&pair.a) && ordinary(&pair.b) && ordinary(&poses)
        };
        for pair in pairs.iter().filter(|pair| sizes(pair)) {
            let mut state = PairState::default();
            for step in [0.25, 0.125, 0.0625, 0.0] {
                let mut moved = pair.clone();
                for k in 0..3 {
                    moved.pose_b.p[k] += step * (pair.pose_b.p[k] - pair.pose_a.p[k]);
                }
                ask(&Built::new(&moved), &mut state, hash);
                hash.add(&state);
            }
        }
    }
}

/// Moving pairs `0..count` of both kinds.
fn moved(count: u64, ask: &mut dyn FnMut(u64, &MovingPair, &moving::Built)) {
    for index in 0..count {
        for pair in [moving_pair(index), spinning_pair(index)] {
            let starts = [pair.motion_a.start.p, pair.motion_b.start.p];
            if !(ordinary(&pair.a) && ordinary(&pair.b) && ordinary(&starts)) {
                continue;
            }
            if let Some(built) = moving::Built::new(&pair) {
                ask(index, &pair, &built);
            }
        }
    }
}

fn bodies(hash: &mut Hash) {
    posed(100, hash, &mut |pair, _, hash| {
        hash.add(&(&pair.a, &pair.b))
    });
}

fn motions(hash: &mut Hash) {
    moved(300, &mut |_, _, pair| {
        hash.add(&(&pair.motion_a, &pair.motion_b))
    });
}

fn by_method(count: u64, method: Method, hash: &mut Hash) {
    let options = IntersectOptions {
        method,
        ..IntersectOptions::default()
    };
    posed(count, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        hash.add(
            &intersect(
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
                &options,
                state,
            )
            .expect("valid options"),
        );
    });
}

fn by_sweep(count: u64, sweep: Sweep, hash: &mut Hash) {
    moved(count, &mut |_, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        let mut state = PairState::default();
        for method in [Method::Default, Method::InteriorPoint] {
            for frame in [Frame::World, Frame::Relative] {
                let state = &mut state;
                let found = interframe(
                    &interframe::MovingPair::new(a, motion_a, b, motion_b),
                    &InterframeOptions {
                        sweep,
                        frame,
                        method,
                        ..InterframeOptions::default()
                    },
                    state,
                )
                .expect("valid options");
                hash.add(&found);
                hash.add(state);
            }
        }
    });
}

/// Deforming pairs `0..count`.
fn deformed(count: u64, ask: &mut dyn FnMut(VertexSweep<'_>, VertexSweep<'_>)) {
    for index in 0..count {
        let pair = deforming_pair(index);
        let lists = [&pair.a[0], &pair.a[1], &pair.b[0], &pair.b[1]];
        if lists.iter().all(|list| ordinary(list)) {
            let lists = lists.map(|list| vectors(list));
            let [a, b] = [0, 2].map(|i| VertexSweep {
                start: &lists[i],
                end: &lists[i + 1],
            });
            ask(a, b);
        }
    }
}

fn deforming(hash: &mut Hash) {
    deformed(1500, &mut |a, b| {
        let mut state = PairState::default();
        hash.add(&interframe_vertices(
            &DeformingPair { a, b },
            &InterframeVerticesOptions::default(),
            &mut state,
        ));
        hash.add(&state);
    });
}

fn distances(hash: &mut Hash) {
    posed(500, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        hash.add(&distance(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &DistanceOptions::default(),
            state,
        ));
    });
}

/// Within half the smaller body's radius? Comes true on the way.
fn within_half(hash: &mut Hash) {
    posed(300, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let pair = interframe::PosedPair::new(a, pose_a, b, pose_b);
        let options = WithinOptions {
            distance: 0.5 * a.bounding_radius().min(b.bounding_radius()),
            ..WithinOptions::default()
        };
        hash.add(&within(&pair, &options, state));
    });
}

fn depths(hash: &mut Hash) {
    posed(200, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        hash.add(&penetration(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &PenetrationOptions::default(),
            &mut PairState::default(),
        ));
    });
}

fn directed(hash: &mut Hash) {
    posed(300, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        for along in [
            Vector3::new(0.25, -1.0, 0.5),
            pose_b.translation() - pose_a.translation(),
        ] {
            hash.add(&penetration(
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
                &PenetrationOptions {
                    direction: Some(along),
                    ..PenetrationOptions::default()
                },
                &mut PairState::default(),
            ));
        }
    });
}

/// Also of a tenth of B, and of B in itself.
fn containments(hash: &mut Hash) {
    posed(200, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let small: Vec<_> = b.vertices().map(|v| 0.1 * v).collect();
        let small = Polytope::new(&small).expect("finite points");
        hash.add(&contains(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &ContainsOptions::default(),
            &mut PairState::default(),
        ));
        hash.add(&contains(
            &interframe::PosedPair::new(a, pose_a, &small, pose_b),
            &ContainsOptions::default(),
            &mut PairState::default(),
        ));
        hash.add(&contains(
            &interframe::PosedPair::new(b, pose_a, b, pose_a),
            &ContainsOptions::default(),
            &mut PairState::default(),
        ));
    });
}

/// A twentieth of the smaller body.
fn prediction(pair: &Built) -> f64 {
    0.05 * pair.a.bounding_radius().min(pair.b.bounding_radius())
}

fn manifolds(hash: &mut Hash) {
    posed(150, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let far = prediction(pair);
        hash.add(&contact_manifold(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &ContactManifoldOptions {
                prediction: far,
                ..ContactManifoldOptions::default()
            },
            state,
        ));
    });
}

fn all_contacts(hash: &mut Hash) {
    posed(80, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let far = prediction(pair);
        let mut out = [ContactPoint::default(); 32];
        let found = contact_points(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &ContactManifoldOptions {
                prediction: far,
                ..ContactManifoldOptions::default()
            },
            state,
            &mut out,
        );
        hash.add(&found);
        hash.add(&out);
    });
}

fn differences(hash: &mut Hash) {
    posed(60, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        if a.vertex_count() * b.vertex_count() <= 300 {
            hash.add(&minkowski_difference(&interframe::PosedPair::new(
                a, pose_a, b, pose_b,
            )));
        }
    });
}

fn portals(hash: &mut Hash) {
    let options = MprOptions::default();
    posed(200, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        hash.add(&mpr(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &options,
            &mut PairState::default(),
        ));
    });
}

/// Every option in turn.
fn options(index: u64, pair: &moving::Built) -> TimeOfImpactOptions {
    let size = pair.a.bounding_radius().min(pair.b.bounding_radius());
    let part = |part: f64| (size > 0.0).then_some(part * size);
    let mut options = TimeOfImpactOptions::default();
    match index % 8 {
        1 => options.tolerance = part(1e-9),
        2 => options.tolerance = part(1e-3),
        3 => options.target_separation = 0.1 * size,
        4 => options.initial_contact = InitialContact::IgnoreUntilSeparated,
        5 => options.initial_contact = InitialContact::OnlyIfApproaching,
        6 => options.budget = 2,
        _ => {}
    }
    options
}

fn times(turning: bool, hash: &mut Hash) {
    moved(1200, &mut |index, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        if turning != (motion_a.is_turning() || motion_b.is_turning()) {
            return;
        }
        let options = options(index, pair);
        let state = &mut PairState::default();
        hash.add(&time_of_impact(
            &interframe::MovingPair::new(a, motion_a, b, motion_b),
            &options,
            state,
        ));
        hash.add(state);
        let plain = plain_conservative_advancement;
        if turning && index < 100 {
            hash.add(&plain(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                &options,
                true,
                state,
            ));
        }
    });
}

fn intervals(hash: &mut Hash) {
    moved(300, &mut |index, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        let options = options(index, pair);
        let (state, mut out) = (&mut PairState::default(), [ContactInterval::default(); 8]);
        let room = &mut out;
        let found = contact_intervals(
            &interframe::MovingPair::new(a, motion_a, b, motion_b),
            &options,
            state,
            room,
        );
        hash.add(&found);
        hash.add(&out);
        hash.add(state);
    });
}

/// Of polytopes; of every fourth pair also of a curved body in A's place.
fn approaches(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 2);
    moved(150, &mut |index, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        let options = ClosestApproachOptions::default();
        let state = &mut PairState::default();
        let plain = interframe::MovingPair::new(a, motion_a, b, motion_b);
        hash.add(&closest_approach(&plain, &options, state));
        if index % 4 == 0 {
            let body = any_curved(rng);
            let curved = interframe::MovingPair::new(&body, motion_a, b, motion_b);
            hash.add(&closest_approach(&curved, &options, state));
        }
        hash.add(state);
    });
}

/// A fifth of B in the middle of A, moving with it but for a part of B's travel, and as it turns.
fn exits(hash: &mut Hash) {
    moved(400, &mut |index, pair, built| {
        let middle =
            |points: &[V3]| vectors(points).iter().sum::<Vector3<f64>>() / points.len() as f64;
        let [from, to] = [&pair.b, &pair.a].map(|points| middle(points));
        let small: Vec<_> = vectors(&pair.b)
            .iter()
            .map(|v| 0.2 * (v - from) + to)
            .collect();
        let small = Polytope::new(&small).expect("finite points");
        let (mut inner, [b0, b1]) = (pair.motion_a, [pair.motion_b.start.p, pair.motion_b.end_p]);
        for k in 0..3 {
            inner.end_p[k] += 0.2 * (b1[k] - b0[k]);
        }
        if index % 2 == 0 {
            (inner.turn, inner.pivot) = (pair.motion_b.turn, to.into());
        }
        let (Ok(inner), moving::Built { a, motion_a, .. }) = (common::motion(&inner), built) else {
            return;
        };
        let options = TimeOfExitOptions::default();
        hash.add(&time_of_exit(
            &interframe::MovingPair::new(a, motion_a, &small, &inner),
            &options,
            &mut PairState::default(),
        ));
    });
}

fn sets<const D: usize>(hash: &mut Hash) {
    for index in 0..300 {
        for pair in [set_pair::<D>(index), nested::<D>(index)] {
            let whole = |set: &[[f64; D]]| set.iter().all(|p| ordinary(&p.map(|x| [x, 0.0, 0.0])));
            if !(whole(&pair.a) && whole(&pair.b)) {
                continue;
            }
            hash.add(&intersect_sets(&pair.a, &pair.b, &SetsOptions::default()));
            hash.add(&is_subset(&pair.a, &pair.b, &SetsOptions::default()));
            if let Some(point) = pair.a.first() {
                hash.add(&contains_point(&pair.b, point, &SetsOptions::default()));
            }
        }
    }
}

/// The outlines of two bodies as seen along z.
fn outlines(count: u64, ask: &mut dyn FnMut(&Polygon, &Pose2, &Polygon, &Pose2)) {
    posed(count, &mut Hash::new(), &mut |pair, _, _| {
        let flat = |body: &Polytope, pose: &Pose| {
            let points: Vec<_> = body.vertices().map(|v| v.xy()).collect();
            let turned = Pose2::from_angle(pose.translation().xy(), pose.quaternion().k);
            (
                Polygon::new(&points).expect("finite"),
                turned.expect("finite"),
            )
        };
        let ((a, pose_a), (b, pose_b)) = (flat(&pair.a, &pair.pose_a), flat(&pair.b, &pair.pose_b));
        ask(&a, &pose_a, &b, &pose_b);
    });
}

fn planar(hash: &mut Hash) {
    outlines(400, &mut |a, pose_a, b, pose_b| {
        let corners: Vec<Vector2<f64>> = a.vertices().to_vec();
        hash.add(&(corners, a.reach()));
        let state = &mut PairState::default();
        hash.add(&distance_2d(
            &PosedPair2::new(a, pose_a, b, pose_b),
            &DistanceOptions::default(),
            state,
        ));
        hash.add(state);
    });
}

fn planar_differences(hash: &mut Hash) {
    outlines(100, &mut |a, pose_a, b, pose_b| {
        hash.add(&minkowski_difference_2d(&PosedPair2::new(
            a, pose_a, b, pose_b,
        )));
        hash.add(&gjk_steps_2d(&PosedPair2::new(a, pose_a, b, pose_b)));
    });
}

fn sums(hash: &mut Hash) {
    posed(60, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        if a.vertex_count() * b.vertex_count() <= 300 {
            hash.add(&minkowski_sum(&interframe::PosedPair::new(
                a, pose_a, b, pose_b,
            )));
        }
    });
}

fn planar_sums(hash: &mut Hash) {
    outlines(100, &mut |a, pose_a, b, pose_b| {
        hash.add(&minkowski_sum_2d(&PosedPair2::new(a, pose_a, b, pose_b)));
    });
}

fn boxes(hash: &mut Hash) {
    moved(300, &mut |_, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        hash.add(&extended_boxes_meet(
            &interframe::MovingPair::new(a, motion_a, b, motion_b),
            &ExtendedBoxesOptions::default(),
            &mut PairState::default(),
        ));
    });
}

fn cuboids(hash: &mut Hash) {
    for index in 0..3_000 {
        let [a, b] = cuboid_pair(index).map(|c| YawCuboid::new(c.corners, c.z).expect("a cuboid"));
        let safe = [0.0, 0.25].map(|safety_distance| CuboidSeparationOptions { safety_distance });
        for options in safe {
            hash.add(&cuboid_separation(&a, &b, &options));
        }
    }
}

/// Every query about two bodies at rest of any kind.
fn at_rest(pair: &interframe::PosedPair<'_>, state: &mut PairState, hash: &mut Hash) {
    hash.add(&intersect(pair, &IntersectOptions::default(), state));
    hash.add(&distance(pair, &DistanceOptions::default(), state));
    let within_a_quarter = WithinOptions {
        distance: 0.25,
        ..WithinOptions::default()
    };
    hash.add(&within(pair, &within_a_quarter, state));
    hash.add(&mpr(pair, &MprOptions::default(), state));
    hash.add(&penetration(pair, &PenetrationOptions::default(), state));
    hash.add(state);
}

fn round_at_rest(hash: &mut Hash) {
    posed(80, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let [round_a, round_b] =
            [a, b].map(|body| body.rounded(0.25 * body.bounding_radius() + 0.125));
        let (a, b) = (round_a.expect("a radius"), round_b.expect("a radius"));
        at_rest(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            state,
            hash,
        );
    });
}

fn round_moving(hash: &mut Hash) {
    moved(200, &mut |index, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        let a = a.rounded(0.25 * a.bounding_radius()).expect("a radius");
        let pair_of_both = interframe::MovingPair::new(a, motion_a, b, motion_b);
        let state = &mut PairState::default();
        hash.add(&time_of_impact(&pair_of_both, &options(index, pair), state));
        hash.add(state);
    });
}

/// Curved bodies with the other bodies' places.
fn curved_at_rest(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 0);
    posed(40, hash, &mut |pair, state, hash| {
        let (a, pose_a, _, pose_b) = pair.parts();
        let (body, other) = (any_curved(rng), any_curved(rng));
        at_rest(
            &interframe::PosedPair::new(&body, pose_a, &other, pose_b),
            state,
            hash,
        );
        at_rest(
            &interframe::PosedPair::new(a, pose_a, &other, pose_b),
            state,
            hash,
        );
    });
}

fn curved_moving(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 1);
    moved(100, &mut |index, _, pair| {
        let (_, motion_a, b, motion_b) = pair.parts();
        let body = any_curved(rng);
        let pair_of_both = interframe::MovingPair::new(&body, motion_a, b, motion_b);
        let state = &mut PairState::default();
        hash.add(&time_of_impact(&pair_of_both, &options(index, pair), state));
    });
}

/// A mesh of 18 triangles a row, or a compound of parts in a row, about the origin.
fn any_pieces(rng: &mut SplitMix64) -> SharedBody {
    if rng.below(4) == 0 {
        let parts: Vec<_> = (-3..=3)
            .map(|k| (block(rng), place(rng, Vector3::x() * f64::from(k))))
            .collect();
        return SharedBody::compound(&parts).expect("parts");
    }
    let at = |k: u32| f64::from(k % 10) - 4.5;
    let vertices: Vec<_> = (0..100)
        .map(|k| Vector3::new(at(k / 10), at(k), rng.between(-0.5, 0.5)))
        .collect();
    let cells = (0..90).filter(|k| k % 10 < 9);
    let triangles: Vec<_> = cells
        .flat_map(|k| [[k, k + 10, k + 11], [k, k + 11, k + 1]])
        .collect();
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    mesh.expect("a mesh").into()
}

/// A convex body of half a unit, one in three with a radius.
fn block(rng: &mut SplitMix64) -> SharedBody {
    let points: Vec<_> = (0..8)
        .map(|_| Vector3::from(rng.direction()) * 0.5)
        .collect();
    let radius = *rng.pick(&[0.0, 0.0, 0.25]);
    let hull = Polytope::new(&points).expect("finite points");
    SharedBody::new(hull).rounded(radius).expect("a radius")
}

/// Half of the poses are not turned.
fn place(rng: &mut SplitMix64, at: Vector3<f64>) -> Pose {
    let q = match rng.flip() {
        true => rng.quaternion(),
        false => [0.0, 0.0, 0.0, 1.0],
    };
    Pose::new(at, common::quaternion(&q)).expect("a pose")
}

fn pieces_at_rest(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 3);
    for _ in 0..60 {
        let (a, b) = (any_pieces(rng), block(rng));
        let pose_a = place(rng, Vector3::zeros());
        let apart = Vector3::from(rng.direction()) * 2.0;
        let pose_b = place(rng, apart);
        let pair = interframe::PosedPair::new(&a, &pose_a, &b, &pose_b);
        let state = &mut PairState::default();
        at_rest(&pair, state, hash);
        hash.add(&contact_manifold(
            &pair,
            &ContactManifoldOptions::default(),
            state,
        ));
    }
}

fn pieces_moving(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 4);
    for index in 0..400 {
        let (a, b) = (any_pieces(rng), block(rng));
        let still = Motion::fixed(place(rng, Vector3::zeros()));
        let way = Vector3::from(rng.direction()) * 6.0;
        let aside = Vector3::from(rng.direction()) * 2.0;
        let start = place(rng, aside - way);
        let turn = match index % 5 {
            0 => Vector3::from(rng.direction()) * 2.0,
            _ => Vector3::zeros(),
        };
        let motion = Motion::from_turn(start, aside + way, turn, Vector3::zeros());
        let motion = motion.expect("finite");
        let pair = interframe::MovingPair::new(&a, &still, &b, &motion);
        let state = &mut PairState::default();
        let options = TimeOfImpactOptions::default();
        hash.add(&time_of_impact(&pair, &options, state));
        if index % 8 == 0 {
            let mut room = [ContactInterval::default(); 8];
            hash.add(&contact_intervals(&pair, &options, state, &mut room));
            hash.add(&room);
            let options = ClosestApproachOptions::default();
            hash.add(&closest_approach(&pair, &options, state));
        }
    }
}

/// Blocks that fly to and fro over what stands still, in every mode.
fn worlds(hash: &mut Hash) {
    for mode in [Mode::First, Mode::All, Mode::Poses] {
        let rng = &mut case_generator(0x601d, 5);
        let mut world = World::new();
        let mut moving = Vec::new();
        for user in 0..40 {
            let at = Vector3::from(rng.direction()) * 3.0;
            let is_ground = user < 3;
            let shape = if is_ground {
                any_pieces(rng)
            } else {
                block(rng)
            };
            let id = world.add(BodyInput {
                user,
                mobility: if is_ground {
                    Mobility::Static
                } else {
                    Mobility::Moving
                },
                ..BodyInput::new(shape, place(rng, at))
            });
            if !is_ground {
                moving.push(id);
            }
        }
        for frame in 0..6 {
            let motions: Vec<_> = moving
                .iter()
                .map(|id| {
                    let start = *world.get(*id).expect("a body").pose();
                    let end = Vector3::from(rng.direction()) * 3.0;
                    let turn = Vector3::from(rng.direction()) * f64::from(frame % 3);
                    let motion = Motion::from_turn(start, end, turn, Vector3::zeros());
                    (*id, motion.expect("finite"))
                })
                .collect();
            let options = AdvanceOptions {
                mode,
                ..AdvanceOptions::default()
            };
            let found = world.advance(&motions, &options, &Serial).expect("motions");
            hash.add(&found.events);
        }
    }
}

fn certificates(hash: &mut Hash) {
    posed(100, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let found = intersect(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &IntersectOptions::default(),
            state,
        )
        .expect("valid options");
        let proof = certify_intersect(&interframe::PosedPair::new(a, pose_a, b, pose_b), &found);
        hash.bytes(proof.to_json().as_bytes());
    });
    moved(150, &mut |_, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        for sweep in [Sweep::Certified, Sweep::Full] {
            let (frame, state) = (Frame::Relative, &mut PairState::default());
            let found = interframe(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                &InterframeOptions {
                    sweep,
                    frame,
                    ..InterframeOptions::default()
                },
                state,
            )
            .expect("valid options");
            let proof = certify_interframe(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                &InterframeOptions {
                    sweep,
                    frame,
                    ..InterframeOptions::default()
                },
                &found,
            );
            hash.bytes(
                proof
                    .map_or(String::new(), |proof| proof.to_json())
                    .as_bytes(),
            );
        }
    });
    deformed(150, &mut |a, b| {
        let found = interframe_vertices(
            &DeformingPair { a, b },
            &InterframeVerticesOptions::default(),
            &mut PairState::default(),
        );
        let proof =
            certify_interframe_vertices(&DeformingPair { a, b }, &found.expect("valid lists"));
        hash.bytes(proof.expect("valid lists").to_json().as_bytes());
    });
}

fn motion_certificates(hash: &mut Hash) {
    moved(200, &mut |index, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        let options = options(index, pair);
        let state = &mut PairState::default();
        let found = time_of_impact(
            &interframe::MovingPair::new(a, motion_a, b, motion_b),
            &options,
            state,
        );
        let found = found.expect("valid options");
        let proof = certify_time_of_impact(
            &interframe::MovingPair::new(a, motion_a, b, motion_b),
            &options,
            &found,
        );
        hash.bytes(proof.to_json().as_bytes());
    });
}

#[cfg(feature = "serde")]
fn lines(hash: &mut Hash) {
    use interframe::case::{Case, Query};
    let write = |hash: &mut Hash, query: Query| {
        let line = Case::new("q", query, None).to_string();
        hash.bytes(line.as_bytes());
    };
    let along = PenetrationOptions {
        direction: Some(Vector3::new(0.25, -1.0, 0.5)),
        ..PenetrationOptions::default()
    };
    posed(30, hash, &mut |built, _, hash| {
        let (a, pose_a, b, pose_b) = built.parts();
        let pair = interframe::PosedPair::new(a, pose_a, b, pose_b);
        let near = ContactManifoldOptions {
            prediction: prediction(built),
            ..ContactManifoldOptions::default()
        };
        for query in [
            Query::intersect(&pair, &IntersectOptions::default()),
            Query::distance(&pair, &DistanceOptions::default()),
            Query::penetration(&pair, &along),
            Query::contact_manifold(&pair, &near),
            Query::contains(&pair, &ContainsOptions::default()),
        ] {
            write(hash, query);
        }
    });
    moved(50, &mut |index, _, built| {
        let (a, motion_a, b, motion_b) = built.parts();
        let pair = interframe::MovingPair::new(a, motion_a, b, motion_b);
        let hulls = InterframeOptions {
            sweep: Sweep::Full,
            frame: Frame::World,
            ..InterframeOptions::default()
        };
        write(hash, Query::interframe(&pair, &hulls));
        write(hash, Query::time_of_impact(&pair, &options(index, built)));
    });
    deformed(50, &mut |a, b| {
        let pair = DeformingPair { a, b };
        write(
            hash,
            Query::interframe_vertices(&pair, &InterframeVerticesOptions::default()),
        );
    });
}

fn numbers() -> Vec<(&'static str, u64)> {
    let number = |ask: &fn(&mut Hash)| {
        let mut hash = Hash::new();
        ask(&mut hash);
        hash.0
    };
    GROUPS
        .iter()
        .map(|(name, ask)| (*name, number(ask)))
        .collect()
}

#[test]
fn the_same_bits_everywhere() {
    // Another thread, with its own stack and allocations, answers the same.
    let again = std::thread::spawn(numbers);
    let found = numbers();
    let table: Vec<String> = found
        .iter()
        .map(|(name, number)| {
            let hex = format!("{number:016x}");
            let [p, q, r, s] = [0, 4, 8, 12].map(|i| &hex[i..i + 4]);
            format!("    (\"{name}\", 0x{p}_{q}_{r}_{s}),")
        })
        .collect();
    if std::env::var_os("INTERFRAME_GOLDEN").is_some() {
        println!("{}", table.join("\n"));
    }
    assert_eq!(
        again.join().expect("no query panics"),
        found,
        "two runs differ"
    );
    let changed: Vec<_> = table
        .into_iter()
        .zip(&found)
        .filter_map(|(line, pair)| (!GOLDEN.contains(pair)).then_some(line))
        .collect();
    assert!(
        changed.is_empty() && found.len() == GOLDEN.len(),
        "not as committed:\n{}",
        changed.join("\n")
    );
}
