//! Contacts at t = 0 that are ignored hide no ceiling above the body, and floors that list triangles twice have no seams.

use interframe::{
    InitialContact, Motion, MovingPair, PairState, Pose, Reason, SharedBody, TimeOfImpact,
    TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each};
use crate::start_contacts::box_of_triangles;

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

fn mesh(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> SharedBody {
    let mesh = TriangleMesh::new(vertices, triangles, &TriangleMeshOptions::default());
    mesh.expect("a mesh").into()
}

/// A box, sharp, rounded or of triangles.
fn any_box(random: &mut SplitMix64, half: Vector3<f64>) -> SharedBody {
    match random.below(3) {
        0 => box_of_triangles(random, half.into()),
        _ => convex_box(random, half),
    }
}

fn convex_box(random: &mut SplitMix64, half: Vector3<f64>) -> SharedBody {
    let radius = *random.pick(&[0.0, 0.05]);
    let core = SharedBody::cuboid(half.map(|x| x - radius).into()).expect("a box");
    match radius > 0.0 {
        true => core.rounded(radius).expect("a radius"),
        false => core,
    }
}

fn ask(
    ground: &SharedBody,
    body: &SharedBody,
    ([from, to], spin): ([Pose; 2], f64),
    initial_contact: InitialContact,
    swapped: bool,
) -> TimeOfImpact {
    let still = Motion::fixed(Pose::identity());
    let turn = Vector3::z() * spin;
    let way = Motion::from_turn(from, to.translation(), turn, Vector3::zeros()).expect("finite");
    let pair = match swapped {
        true => MovingPair::new(body, &way, ground, &still),
        false => MovingPair::new(ground, &still, body, &way),
    };
    let options = TimeOfImpactOptions {
        initial_contact,
        ..TimeOfImpactOptions::default()
    };
    time_of_impact(&pair, &options, &mut PairState::default()).expect("it answers")
}

#[test]
fn bodies_that_rise_out_of_a_floor_meet_the_ceiling() {
    for_each(count(400, 100_000), |index, tally| {
        let random = &mut case_generator(0xce11, index);
        let half = Vector3::from_fn(|_, _| random.between(0.2, 0.6));
        let body = any_box(random, half);
        let (deep, gap) = (
            random.between(0.01, 1.5 * half.z),
            random.between(0.01, 0.5),
        );
        let (z, wide) = (half.z - deep, 4.0);
        // The ceiling may lean; then an edge of the body's top meets it first, as far as it slides there.
        let (low, thick) = (z + half.z + gap, random.between(0.01, 0.3));
        let ground = match random.flip() {
            true => {
                let block = |z0: f64, z1: f64| {
                    let half = [wide, wide, 0.5 * (z1 - z0)];
                    let part = SharedBody::cuboid(half).expect("a box");
                    (part, at(0.0, 0.0, 0.5 * (z0 + z1)))
                };
                SharedBody::compound(&[block(-4.0, 0.0), block(low, low + thick)]).expect("parts")
            }
            false => {
                let corners = [[-wide, -wide], [wide, -wide], [wide, wide], [-wide, wide]];
                let level = |z: f64| corners.map(|[x, y]| Vector3::new(x, y, z));
                let vertices = [level(0.0), level(low)].concat();
                mesh(&vertices, &[[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])
            }
        };
        let up = gap + random.between(0.05, 4.0);
        let aside = *random.pick(&[0.0, 1.0]);
        let ends = [at(0.1, 0.2, z), at(0.1 + aside, 0.2 - aside, z + up)];
        // Turning about the ceiling's normal changes no height.
        let spin = *random.pick(&[0.0, 0.0, 0.5, 7.0]);
        let (ways, near) = ((ends, spin), if spin == 0.0 { 1e-8 } else { 1e-5 / up.min(1.0) });
        let time = gap / up;
        let swapped = random.flip();
        let words = |found: &TimeOfImpact| {
            format!("case {index}: {deep} deep, {gap} below the ceiling, by {up}, spin {spin}: {found:?}")
        };
        let found = ask(&ground, &body, ways, InitialContact::IgnorePairs, swapped);
        let is_then = (found.t_hi - time).abs() <= near && found.t_lo <= found.t_hi;
        let right = found.verdict == Verdict::Hit && !found.initial && is_then;
        tally.claim(right, "pairs", &words(&found));
        let found = ask(
            &ground,
            &body,
            ways,
            InitialContact::OnlyIfApproaching,
            swapped,
        );
        let right = found.verdict == Verdict::Hit && found.t_hi <= time + near;
        tally.claim(right, "approaching", &words(&found));
        let until = InitialContact::IgnoreUntilSeparated;
        let found = ask(&ground, &body, ways, until, swapped);
        let right = match deep > gap + 1e-6 {
            true => {
                let is_open = found.verdict == Verdict::Undecided;
                is_open && found.reason == Reason::InitialContact && found.t_lo <= time + near
            }
            false => found.verdict != Verdict::Separated && found.t_lo <= time + near,
        };
        tally.claim(right, "until", &words(&found));
    })
    .none_wrong();
}

/// A body slides over a ridge or a plane, and sinks or rises a little: triangles that are listed twice, either way round,
/// change nothing.
#[test]
fn triangles_listed_twice_are_no_seams() {
    for_each(count(400, 100_000), |index, tally| {
        let random = &mut case_generator(0xce12, index);
        let slope = *random.pick(&[0.0, 0.0, 0.25]);
        let rows = 2 + random.below(3) as u32;
        let vertices: Vec<_> = (0..=rows)
            .flat_map(|i| (0..=4).map(move |k| (i, k)))
            .map(|(i, k)| {
                let (x, y) = (2.0 * f64::from(k) - 4.0, 8.0 * f64::from(i) / f64::from(rows));
                Vector3::new(x, y - 4.0, -slope * x.abs())
            })
            .collect();
        let corner = |i: u32, k: u32| 5 * i + k;
        let mut triangles: Vec<[u32; 3]> = (0..rows)
            .flat_map(|i| (0..4).map(move |k| (i, k)))
            .flat_map(|(i, k)| {
                let [a, b] = [corner(i, k), corner(i, k + 1)];
                let [c, d] = [corner(i + 1, k + 1), corner(i + 1, k)];
                [[a, b, c], [a, c, d]]
            })
            .collect();
        let once = mesh(&vertices, &triangles);
        for k in 0..triangles.len() {
            let [a, b, c] = triangles[k];
            match random.below(4) {
                0 => triangles.push([b, c, a]),
                1 => triangles.push([c, b, a]),
                _ => {}
            }
        }
        let twice = mesh(&vertices, &triangles);
        let half = Vector3::from_fn(|_, _| random.between(0.2, 0.6));
        let body = any_box(random, half);
        let deep = random.between(0.001, 0.3);
        // Flush with the plane, or with one side of the ridge.
        let (x, z) = (random.between(-3.0, -1.0), half.z - deep);
        let sink = *random.pick(&[-0.3, -0.01, 0.0, 0.05]);
        let z = if slope > 0.0 { z + slope * x } else { z };
        let y = random.between(-2.0, 2.0);
        let ends = [
            at(x, y, z),
            at(-x, y + random.between(-1.0, 1.0), z + sink),
        ];
        let swapped = random.flip();
        for initial_contact in [
            InitialContact::IgnorePairs,
            InitialContact::IgnoreUntilSeparated,
        ] {
            let [plain, found] =
                [&once, &twice].map(|floor| ask(floor, &body, (ends, 0.0), initial_contact, swapped));
            let right = plain.verdict == found.verdict
                && plain.initial == found.initial
                && plain.reason == found.reason
                && (plain.t_lo - found.t_lo).abs() <= 1e-9;
            let words = format!(
                "case {index}: slope {slope}, {deep} deep, by {sink}, {initial_contact:?}: {plain:?}, {found:?}"
            );
            tally.claim(right, "twice", &words);
        }
    })
    .none_wrong();
}

/// A convex body in the wall and the floor of a room of triangles rises to its ceiling, whose edge is the wall's: no way out of the
/// two leads through the ceiling, and no contact at the start hides it.
#[test]
fn bodies_in_the_corner_of_a_room_meet_its_ceiling() {
    let tally = for_each(count(400, 100_000), |index, tally| {
        let random = &mut case_generator(0xce13, index);
        let high = Vector3::new(3.0, 1.0, 1.0);
        let corner = |k: usize| Vector3::from_fn(|axis, _| [-1.0, high[axis]][k >> axis & 1]);
        let corners: Vec<Vector3<f64>> = (0..8).map(corner).collect();
        let quad = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
        let (wall, floor, roof) = (quad([0, 2, 6, 4]), quad([0, 1, 3, 2]), quad([4, 5, 7, 6]));
        let room = mesh(&corners, &[wall, floor, roof].concat());
        let ceiling = mesh(&corners, &roof);
        let half = Vector3::from_fn(|_, _| random.between(0.2, 0.6));
        let body = convex_box(random, half);
        let lean = Vector3::new(0.0, random.between(-0.6, 0.6), 0.0)
            + Vector3::from(random.direction()) * *random.pick(&[0.0, 0.3]);
        let turned = nalgebra::UnitQuaternion::from_scaled_axis(lean);
        let from = Vector3::new(
            random.between(-0.98, -0.4),
            random.between(-0.2, 0.2),
            random.between(-1.0, 0.4),
        );
        let start = Pose::new(from, turned.into_inner()).expect("finite");
        // Its centre stays in the room: from behind its wall, the ceiling bends down.
        let aside = *random.pick(&[0.0, 0.4]) * random.unit();
        let to = at(from.x + aside, from.y, from.z + 3.5);
        let (way, is_swapped) = (([start, to], 0.0), random.flip());
        let alone = ask(&ceiling, &body, way, InitialContact::Report, is_swapped);
        tally.decided(alone.verdict);
        if alone.verdict != Verdict::Hit || alone.initial {
            return;
        }
        for initial_contact in [
            InitialContact::IgnorePairs,
            InitialContact::OnlyIfApproaching,
            InitialContact::IgnoreUntilSeparated,
        ] {
            let found = ask(&room, &body, way, initial_contact, is_swapped);
            let is_met = match found.verdict {
                Verdict::Hit if found.initial => {
                    initial_contact == InitialContact::OnlyIfApproaching
                }
                Verdict::Hit | Verdict::Undecided => found.t_lo <= alone.t_hi,
                Verdict::Separated => false,
            };
            let words = format!("case {index}: {initial_contact:?}: {found:?}, alone {alone:?}");
            tally.claim(is_met, "room", &words);
        }
    });
    tally.none_wrong();
    assert!(2 * tally.hits > tally.cases, "{} met", tally.hits);
}
