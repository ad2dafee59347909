//! Bodies of almost the largest numbers: every query about motion answers, and no error names an option that nobody gave.

use interframe::{
    ContactManifoldOptions, HeightField, InitialContact, Motion, MovingPair, PairState, Pose,
    PosedPair, SharedBody, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict,
    contact_manifold, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::common::{count, for_each};

#[test]
fn huge_bodies_have_answers() {
    for_each(count(150, 30_000), |index, tally| {
        let random = &mut case_generator(0x4b1d, index);
        let mut length = || 10f64.powf(*random.pick(&[100.0, 200.0, 300.0, 307.0, 307.9]));
        let (size, own) = (length(), length());
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let corners = corners.map(|[x, y]| Vector3::new(x, y, 0.0) * size);
        let floor = SharedBody::from(
            TriangleMesh::new(
                &corners,
                &[[0, 1, 2], [0, 2, 3]],
                &TriangleMeshOptions::default(),
            )
            .expect("a mesh"),
        );
        let half = own * random.between(0.1, 0.5);
        let cube = SharedBody::cuboid([half; 3]).expect("a cube");
        let body = match random.below(3) {
            0 => cube,
            1 => cube.rounded(half).expect("a radius"),
            _ => SharedBody::sphere(half).expect("a radius"),
        };
        let height = half + body.radius().min(half) * f64::from(u8::from(body.radius() > 0.0));
        let above = *random.pick(&[1.0, 1.0 + 1e-15, 1.0 + 1e-9, 0.99, 1.5]);
        let from = Vector3::z() * (height * above);
        let by =
            Vector3::new(0.25, 0.0, *random.pick(&[0.0, -0.25, 0.25])) * *random.pick(&[size, own]);
        let turn = Vector3::z() * *random.pick(&[0.0, 0.5]);
        let start = Pose::from_translation(from).expect("finite");
        let motion = Motion::from_turn(start, from + by, turn, Vector3::zeros()).expect("finite");
        let still = Motion::fixed(Pose::identity());
        let pair = MovingPair::new(&floor, &still, &body, &motion);
        for initial_contact in [
            InitialContact::Report,
            InitialContact::IgnoreUntilSeparated,
            InitialContact::IgnorePairs,
            InitialContact::OnlyIfApproaching,
        ] {
            let options = TimeOfImpactOptions {
                initial_contact,
                budget: 400,
                ..TimeOfImpactOptions::default()
            };
            let found = time_of_impact(&pair, &options, &mut PairState::default());
            let words = format!("case {index}: {size:e}, {initial_contact:?}: {found:?}");
            tally.claim(found.is_ok(), "time of impact", &words);
        }
        let posed = PosedPair::new(&floor, still.start(), &body, motion.start());
        let options = ContactManifoldOptions::default();
        let found = contact_manifold(&posed, &options, &mut PairState::default());
        tally.claim(
            found.is_ok(),
            "manifold",
            &format!("case {index}: {found:?}"),
        );
    })
    .none_wrong();
}

/// A surface of which one corner alone is far away, and a body of ordinary size in touch with it elsewhere.
#[test]
fn bodies_on_the_near_part_of_a_huge_surface_approach_it() {
    for_each(count(400, 40_000), |index, tally| {
        let random = &mut case_generator(0x4b1e, index);
        let far = 10f64.powf(random.between(0.0, 307.5));
        let far = *random.pick(&[far, 3.4e38, 3.41e38, 1.7e308]);
        let floor = match random.flip() {
            true => {
                let corners = [[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]];
                let wall = [[20.0, 0.0, 0.0], [20.0, 1.0, 0.0], [20.0, 0.0, far]];
                let corners: Vec<_> = corners.into_iter().chain(wall).map(Vector3::from).collect();
                let options = TriangleMeshOptions::default();
                let mesh = TriangleMesh::new(&corners, &[[0, 1, 2], [3, 4, 5]], &options);
                SharedBody::from(mesh.expect("a mesh"))
            }
            false => {
                let mut heights = [0.0; 49];
                heights[48] = far;
                let field = HeightField::new(&heights, 7, [1.0; 2], [-2.0; 2]);
                SharedBody::from(field.expect("a field"))
            }
        };
        let ball = SharedBody::sphere(0.25).expect("a radius");
        let way = random.between(-1.0, 1.0);
        let start = Pose::from_translation(Vector3::new(0.3, 0.2, 0.25)).expect("finite");
        let end = Pose::from_translation(Vector3::new(0.3, 0.2, 0.25 + way)).expect("finite");
        let motion = Motion::between(start, end, Vector3::zeros()).expect("finite");
        let still = Motion::fixed(Pose::identity());
        let pair = MovingPair::new(&floor, &still, &ball, &motion);
        let options = TimeOfImpactOptions {
            initial_contact: InitialContact::OnlyIfApproaching,
            ..TimeOfImpactOptions::default()
        };
        let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        let right = match way < 0.0 {
            true => found.initial && (found.separation_velocity - way).abs() < 1e-9,
            false => found.verdict == Verdict::Separated,
        };
        tally.cases += 1;
        tally.claim(
            right,
            &format!("case {index}"),
            &format!("{far:e}, {way}: {found:?}"),
        );
    })
    .none_wrong();
}
