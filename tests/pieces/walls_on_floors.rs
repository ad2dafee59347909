//! Bodies that rest on a floor and are deep in a wall that stands on it: none is pushed down through the floor, and none that
//! then slides along passes the next wall.

use interframe::{
    ContactManifoldOptions, InitialContact, Motion, MovingPair, PairState, Pose, PosedPair,
    SharedBody, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict, contact_manifold,
    time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::case_generator;

use crate::common::{count, for_each};

/// Where the floor and the end wall are.
const END: f64 = 3.0;

/// A floor from x = -9 to END with a wall along y = 0, in front of which y is negative, and a wall across its end; the walls' lower
/// corners are the floor's own, or lie on it, and the floor may go on behind them.
fn room(welded: bool, behind: f64, one_sided: bool) -> SharedBody {
    let corner = |x: f64, y: f64, z: f64| Vector3::new(x, y, z);
    let mut vertices = vec![
        corner(-9.0, -9.0, 0.0),
        corner(END, -9.0, 0.0),
        corner(END, 0.0, 0.0),
        corner(-9.0, 0.0, 0.0),
    ];
    let mut triangles = vec![[0, 1, 2], [0, 2, 3]];
    let low = match welded {
        true => [3, 2, 1],
        false => {
            for vertex in vertices.iter_mut() {
                if vertex.y == 0.0 {
                    vertex.y = behind;
                }
            }
            vertices.extend([(-9.0, 0.0), (END, 0.0), (END, -9.0)].map(|(x, y)| corner(x, y, 0.0)));
            [4, 5, 6]
        }
    };
    let top = vertices.len() as u32;
    vertices.extend([(-9.0, 0.0), (END, 0.0), (END, -9.0)].map(|(x, y)| corner(x, y, 9.0)));
    triangles.extend([[low[0], low[1], top + 1], [low[0], top + 1, top]]);
    triangles.extend([[low[1], low[2], top + 2], [low[1], top + 2, top + 1]]);
    let mesh = TriangleMesh::new(
        &vertices,
        &triangles,
        &TriangleMeshOptions {
            one_sided,
            ..Default::default()
        },
    );
    mesh.expect("a mesh").into()
}

#[test]
fn bodies_deep_in_a_wall_leave_it_above_the_floor() {
    for_each(count(800, 300_000), |index, tally| {
        let random = &mut case_generator(0x0f1004, index);
        let room = room(random.flip(), *random.pick(&[0.0, 1.0]), random.flip());
        let half = Vector3::new(
            random.between(0.1, 0.6),
            random.between(0.1, 0.6),
            *random.pick(&[0.01, 0.03, 0.1, 0.4]),
        );
        let hull = SharedBody::cuboid(half.into()).expect("a box");
        let body = match random.below(3) {
            0 => hull.rounded(0.01).expect("a radius"),
            _ => hull,
        };
        let radius = body.radius();
        let sunk = *random.pick(&[0.0, 1e-9, 1e-6, 1e-4, 1e-3]);
        let deep = (half.y + radius) * random.between(0.02, 0.98);
        let from = Vector3::new(
            random.between(-1.0, 1.0),
            deep - (half.y + radius),
            half.z + radius - sunk,
        );
        // Rooms are also turned as a whole.
        let q = match random.flip() {
            true => Quaternion::identity(),
            false => {
                let [x, y, z, w] = random.quaternion();
                Quaternion::new(w, x, y, z)
            }
        };
        let place = Pose::new(Vector3::zeros(), q).expect("a pose");
        let at = |p: Vector3<f64>| Pose::new(place.transform_point(&p), q).expect("a pose");
        let start = at(from);
        let name = format!("case {index}");
        let posed = PosedPair::new(&room, &place, &body, &start);
        let options = ContactManifoldOptions::default();
        let found = contact_manifold(&posed, &options, &mut PairState::default()).expect("valid");
        let normal = found.normal.expect("a hit");
        let down = place.transform_point(&Vector3::z());
        let lowest = found.points().iter().map(|at| at.depth).fold(0.0, f64::max);
        let end_height = from.z + down.dot(&normal) * lowest;
        tally.cases += 1;
        tally.claim(
            end_height > 0.0,
            &name,
            &format!("{from:?}, {half:?}: {found:?}"),
        );
        let way = Vector3::new(9.0, 0.0, 0.0);
        let motion = Motion::between(start, at(from + way), Vector3::zeros()).expect("a motion");
        let still = Motion::fixed(place);
        let pair = MovingPair::new(&room, &still, &body, &motion);
        let meets = (END - from.x - half.x - radius) / way.x;
        for initial_contact in [
            InitialContact::IgnorePairs,
            InitialContact::OnlyIfApproaching,
        ] {
            let options = TimeOfImpactOptions {
                initial_contact,
                ..TimeOfImpactOptions::default()
            };
            let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
            let right = found.verdict == Verdict::Hit
                && found.t_lo <= meets + 1e-9
                && (found.initial || found.t_hi >= meets - 1e-9);
            // Pushed straight up or out, it approaches nothing at the start.
            let right = right && !found.initial;
            tally.claim(
                right,
                &name,
                &format!("{initial_contact:?} {from:?}, {half:?}: {found:?}"),
            );
        }
    })
    .none_wrong();
}
