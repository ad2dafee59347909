//! Level floors that lead to something else, bodies that stand on them, and scenes of both: what tests of contacts at the start ask.

use interframe::{
    HeightField, InitialContact, Motion, MovingPair, PairState, Polytope, Pose, SharedBody,
    TimeOfImpact, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, certify_time_of_impact,
    time_of_impact,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use twin::random::SplitMix64;

/// Where floors lead to something else.
pub(crate) const EDGE: f64 = 3.0;

/// Floors reach as far as this to the sides, and from its negative on along x.
pub(crate) const WIDE: f64 = 4.0;

pub(crate) fn cuboid(half: [f64; 3], at: [f64; 3]) -> SharedBody {
    let side = |k: u32, axis: usize| {
        if k >> axis & 1 == 1 {
            half[axis]
        } else {
            -half[axis]
        }
    };
    let corner = |k: u32| Vector3::from_fn(|axis, _| at[axis] + side(k, axis));
    let corners: Vec<_> = (0..8).map(corner).collect();
    SharedBody::new(Polytope::new(&corners).expect("a box"))
}

/// A body that stands on the floor: how high its middle is there, and how far it reaches forwards.
pub(crate) struct Standing {
    pub(crate) body: SharedBody,
    pub(crate) height: f64,
    pub(crate) ahead: f64,
    pub(crate) is_round: bool,
}

pub(crate) fn standing(random: &mut SplitMix64, is_box: bool) -> Standing {
    // Sums of these are exact.
    let [a, b, c] = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
    let kind = if is_box { 2 } else { random.below(5) };
    let (body, height, ahead) = match kind {
        0 => (SharedBody::sphere(a), a, a),
        1 => (SharedBody::capsule(b, a), a + b, a),
        2 => (Ok(cuboid([a, b, c], [0.0; 3])), c, a),
        3 => (
            cuboid([a, b, c], [0.0; 3]).rounded(0.125),
            c + 0.125,
            a + 0.125,
        ),
        _ => {
            let ring = |k: u32| std::f64::consts::FRAC_PI_3 * f64::from(k);
            let corner = |k: u32| {
                let (x, y) = (a * ring(k).cos(), a * ring(k).sin());
                Vector3::new(x, y, if k < 6 { -c } else { c })
            };
            let corners: Vec<_> = (0..12).map(corner).collect();
            let most = corners.iter().fold(0.0, |most: f64, v| most.max(v.x));
            (
                Ok(SharedBody::new(Polytope::new(&corners).expect("a prism"))),
                c,
                most,
            )
        }
    };
    Standing {
        body: body.expect("lengths"),
        height,
        ahead,
        is_round: kind < 2,
    }
}

/// What the floor, which is level, comes to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Ending {
    Level,
    Wall,
    Ramp(f64),
    StepUp(f64),
    StepDown(f64),
    FallsAway(f64),
}

impl Ending {
    /// The outline after the edge, x and z.
    pub(crate) fn outline(self) -> Vec<[f64; 2]> {
        match self {
            Ending::Level => vec![[EDGE + 1.5, 0.0], [EDGE + 9.0, 0.0]],
            Ending::Wall => vec![[EDGE, 1.5], [EDGE, 5.0]],
            Ending::Ramp(slope) => vec![[EDGE + 5.0, 5.0 * slope]],
            Ending::StepUp(by) => vec![[EDGE, by], [EDGE + 9.0, by]],
            Ending::StepDown(by) => vec![[EDGE, -by], [EDGE + 9.0, -by]],
            Ending::FallsAway(slope) => vec![[EDGE + 9.0, -9.0 * slope]],
        }
    }

    /// Whether a box that slides along is stopped at the edge.
    pub(crate) fn stops(self) -> bool {
        matches!(self, Ending::Wall | Ending::Ramp(_) | Ending::StepUp(_))
    }
}

/// Triangles: the outline along x, drawn to the sides in strips of any width, each cell cut either way.
pub(crate) fn drawn(random: &mut SplitMix64, ending: Ending, is_spoiled: bool) -> SharedBody {
    let mut outline = vec![[-WIDE, 0.0]];
    while outline[outline.len() - 1][0] < EDGE - 0.5 {
        let last = outline[outline.len() - 1][0];
        outline.push([(last + random.between(0.2, 1.5)).min(EDGE), 0.0]);
    }
    if outline[outline.len() - 1][0] < EDGE {
        outline.push([EDGE, 0.0]);
    }
    outline.extend(ending.outline());
    let mut sides = vec![-WIDE];
    while sides[sides.len() - 1] < WIDE {
        sides.push(sides[sides.len() - 1] + random.between(0.3, 2.0));
    }
    let slant = *random.pick(&[0.0, 0.0, 0.25]);
    let wide = sides.len() as u32;
    let mut vertices: Vec<_> = (outline.iter())
        .enumerate()
        .flat_map(|(k, [x, z])| {
            let by = slant * k as f64;
            sides
                .iter()
                .map(move |y| Vector3::new(*x, y + by * x / 9.0, *z))
        })
        .collect();
    let mut triangles = Vec::new();
    for k in 0..outline.len() as u32 - 1 {
        for j in 0..wide - 1 {
            let [p, q, r, s] = [
                k * wide + j,
                (k + 1) * wide + j,
                (k + 1) * wide + j + 1,
                k * wide + j + 1,
            ];
            match random.flip() {
                true => triangles.extend([[p, q, r], [p, r, s]]),
                false => triangles.extend([[p, q, s], [q, r, s]]),
            }
        }
    }
    if is_spoiled {
        spoil(random, &mut vertices, &mut triangles);
    }
    random.shuffle(&mut triangles);
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    mesh.expect("a mesh").into()
}

/// Level triangles are listed twice, some of these turned round; have fins below their edges; or are cut so that
/// their neighbours are not.
pub(crate) fn spoil(
    random: &mut SplitMix64,
    vertices: &mut Vec<Vector3<f64>>,
    triangles: &mut Vec<[u32; 3]>,
) {
    for k in 0..triangles.len() {
        let [p, q, r] = triangles[k];
        let [at_p, at_q, at_r] = [p, q, r].map(|v| vertices[v as usize]);
        if [at_p, at_q, at_r].iter().any(|v| v.z != 0.0) {
            continue;
        }
        let new = vertices.len() as u32;
        match random.below(6) {
            0 => triangles.push([p, q, r]),
            1 => triangles.push([p, r, q]),
            2 => {
                vertices.push(at_r - Vector3::z());
                triangles.push([p, q, new]);
            }
            3 => {
                vertices.push((at_p + at_q) * 0.5);
                triangles[k] = [p, new, r];
                triangles.push([new, q, r]);
            }
            _ => {}
        }
    }
}

/// A level height field, or one with a ramp.
pub(crate) fn field(random: &mut SplitMix64, ending: Ending) -> SharedBody {
    let cells = *random.pick(&[1.0, 0.5, 0.25]);
    let columns = (16.0 / cells) as usize + 1;
    let height = |k: usize| {
        let x = -WIDE + k as f64 * cells;
        match ending {
            Ending::Ramp(slope) => (x - EDGE).max(0.0) * slope,
            Ending::FallsAway(slope) => -(x - EDGE).max(0.0) * slope,
            _ => 0.0,
        }
    };
    let rows = (2.0 * WIDE / cells) as usize + 1;
    let heights: Vec<f64> = (0..rows * columns).map(|k| height(k % columns)).collect();
    let field = HeightField::new(&heights, columns, [cells; 2], [-WIDE; 2]);
    field.expect("a field").into()
}

/// Flush blocks of a compound, with a wall or a step of one more.
pub(crate) fn blocks(random: &mut SplitMix64, ending: Ending) -> SharedBody {
    let mut parts = Vec::new();
    let far = if ending == Ending::Level {
        EDGE + 9.0
    } else {
        EDGE
    };
    let mut x = -WIDE;
    while x < far {
        // Halves and sums of these are exact.
        let next = (x + 0.25 * random.integer(2, 12) as f64).min(far);
        let (middle, half) = (0.5 * (x + next), 0.5 * (next - x));
        parts.push((
            cuboid([half, WIDE + 1.0, 0.5], [middle, 0.0, -0.5]),
            Pose::identity(),
        ));
        x = next;
    }
    let up = match ending {
        Ending::Wall => 5.0,
        Ending::StepUp(by) => by,
        _ => 0.0,
    };
    if up > 0.0 {
        let half = 0.5 * (1.0 + up);
        let wall = cuboid([0.5, WIDE + 1.0, half], [EDGE + 0.5, 0.0, up - half]);
        parts.push((wall, Pose::identity()));
    }
    random.shuffle(&mut parts);
    SharedBody::compound(&parts).expect("blocks")
}

pub(crate) fn floor(random: &mut SplitMix64, ending: Ending) -> SharedBody {
    match (random.below(3), ending) {
        (0, Ending::Level | Ending::Ramp(_) | Ending::FallsAway(_)) => field(random, ending),
        (1, Ending::Level | Ending::Wall | Ending::StepUp(_)) => blocks(random, ending),
        _ => drawn(random, ending, false),
    }
}

/// A scene as it is, or turned and moved as a whole.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) turn: UnitQuaternion<f64>,
    pub(crate) by: Vector3<f64>,
}

impl Frame {
    pub(crate) fn any(random: &mut SplitMix64, is_turned: bool) -> Self {
        let [x, y, z, w] = random.quaternion();
        match is_turned {
            true => Frame {
                turn: UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z)),
                by: Vector3::from(random.direction()) * 3.0,
            },
            false => Frame {
                turn: UnitQuaternion::identity(),
                by: Vector3::zeros(),
            },
        }
    }

    pub(crate) fn at(&self, p: Vector3<f64>) -> Vector3<f64> {
        self.turn * p + self.by
    }

    pub(crate) fn pose(&self, p: Vector3<f64>) -> Pose {
        Pose::new(self.at(p), *self.turn.quaternion()).expect("a pose")
    }

    /// With a turn about what is up here.
    pub(crate) fn motion(&self, [from, to]: [Vector3<f64>; 2], turn: Option<f64>) -> Motion {
        let up = self.turn * Vector3::z();
        let motion = match turn {
            None => Motion::translation(self.pose(from), self.at(to)),
            Some(angle) => {
                Motion::from_turn(self.pose(from), self.at(to), up * angle, Vector3::zeros())
            }
        };
        motion.expect("a motion")
    }
}

/// A floor and a body on it that moves, in either order.
pub(crate) struct Scene {
    pub(crate) bodies: [SharedBody; 2],
    pub(crate) motions: [Motion; 2],
    pub(crate) is_swapped: bool,
}

impl Scene {
    pub(crate) fn new(
        floor: SharedBody,
        body: SharedBody,
        motions: [Motion; 2],
        is_swapped: bool,
    ) -> Self {
        let (bodies, [still, moving]) = ([floor, body], motions);
        match is_swapped {
            false => Scene {
                bodies,
                motions: [still, moving],
                is_swapped,
            },
            true => {
                let [floor, body] = bodies;
                Scene {
                    bodies: [body, floor],
                    motions: [moving, still],
                    is_swapped,
                }
            }
        }
    }

    pub(crate) fn pair(&self) -> MovingPair<'_> {
        let [a, b] = &self.bodies;
        MovingPair::new(a, &self.motions[0], b, &self.motions[1])
    }

    pub(crate) fn ask(&self, initial_contact: InitialContact) -> TimeOfImpact {
        let options = TimeOfImpactOptions {
            initial_contact,
            ..TimeOfImpactOptions::default()
        };
        let found = time_of_impact(&self.pair(), &options, &mut PairState::default());
        found.expect("valid options")
    }

    pub(crate) fn is_proved(&self, initial_contact: InitialContact, found: &TimeOfImpact) -> bool {
        let options = TimeOfImpactOptions {
            initial_contact,
            ..TimeOfImpactOptions::default()
        };
        let proof = certify_time_of_impact(&self.pair(), &options, found);
        matches!(proof.verify(), Ok(proved) if proved.verdict == found.verdict)
    }
}
