//! Closed meshes, made and real, convex bodies to probe them, and whether the two meet by exact winding numbers.

use std::path::Path;

use interframe::{Error, Polytope, Pose, SharedBody, TriangleMesh, TriangleMeshOptions};
use interframe_meshes::MeshFile;
use nalgebra::Vector3;
use twin::distance::distance_sq;
use twin::number::Rational;
use twin::place::{self, V3};
use twin::random::SplitMix64;
use twin::winding::winding;

use crate::bodies::{SIDES, block, torus};
use crate::common::{pose, vectors};

pub const SOLID: TriangleMeshOptions = {
    let mut options = NEITHER;
    options.solid = true;
    options
};
pub const NEITHER: TriangleMeshOptions = TriangleMeshOptions {
    one_sided: false,
    solid: false,
};

/// A closed mesh, as plain lists and as a body.
pub struct Solid {
    pub name: String,
    pub vertices: Vec<V3>,
    pub triangles: Vec<[u32; 3]>,
    pub body: SharedBody,
    pub low: Vector3<f64>,
    pub high: Vector3<f64>,
    /// Coordinates are small integers.
    pub is_lattice: bool,
}

impl Solid {
    fn new(
        name: &str,
        vertices: Vec<Vector3<f64>>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<Self, Error> {
        let body = TriangleMesh::new(&vertices, &triangles, &SOLID)?.into();
        let least = |k: usize| vertices.iter().map(|v| v[k]).fold(f64::INFINITY, f64::min);
        let most = |k: usize| vertices.iter().map(|v| v[k]).fold(-f64::INFINITY, f64::max);
        Ok(Solid {
            name: name.to_string(),
            low: Vector3::new(least(0), least(1), least(2)),
            high: Vector3::new(most(0), most(1), most(2)),
            is_lattice: vertices
                .iter()
                .flat_map(|v| v.iter())
                .all(|x| x.fract() == 0.0),
            vertices: vertices.iter().map(|&v| v.into()).collect(),
            triangles,
            body,
        })
    }

    pub fn size(&self) -> f64 {
        (self.high - self.low).norm()
    }
}

/// The boundary of unit cubes of a grid: faces between a full and an empty one.
pub fn voxels(is_full: impl Fn([i32; 3]) -> bool, side: i32) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let mut put = |corner: [i32; 3]| {
        vertices.push(Vector3::from(corner.map(f64::from)));
        vertices.len() as u32 - 1
    };
    for (x, y, z) in (0..side * side * side).map(|i| (i % side, i / side % side, i / side / side)) {
        let cell = [x, y, z];
        if !is_full(cell) {
            continue;
        }
        for axis in 0..3 {
            for up in [false, true] {
                let mut beyond = cell;
                beyond[axis] += if up { 1 } else { -1 };
                if is_full(beyond) {
                    continue;
                }
                let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
                let corner = |i: i32, j: i32| {
                    let mut corner = cell;
                    corner[axis] += i32::from(up);
                    corner[u] += i;
                    corner[v] += j;
                    corner
                };
                let ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                let [p, q, r, s] = ring.map(&mut put);
                match up {
                    true => triangles.extend([[p, q, r], [p, r, s]]),
                    false => triangles.extend([[p, r, q], [p, s, r]]),
                }
            }
        }
    }
    (vertices, triangles)
}

/// A sphere of triangles whose vertices are moved in and out.
fn star(random: &mut SplitMix64, rough: f64) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let (mut vertices, triangles) = voxels(|c| c.iter().all(|x| (0..4).contains(x)), 4);
    let mut known: Vec<(Vector3<f64>, f64)> = Vec::new();
    for v in &mut vertices {
        let way = (*v - Vector3::repeat(2.0)).normalize();
        let found = known.iter().find(|(at, _)| at == v).map(|(_, r)| *r);
        let r = found.unwrap_or_else(|| random.between(1.0 - rough, 1.0));
        known.push((*v, r));
        *v = way * r;
    }
    (vertices, triangles)
}

fn full(cell: [i32; 3], side: i32) -> bool {
    cell.iter().all(|x| (0..side).contains(x))
}

/// Grids of cubes at random; some touch each other along edges and at corners.
fn random_voxels(seed: u64, side: i32) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let random = &mut SplitMix64(seed);
    let cells: Vec<bool> = (0..side * side * side)
        .map(|_| random.below(5) < 3)
        .collect();
    let at = |[x, y, z]: [i32; 3]| cells[(x + side * (y + side * z)) as usize];
    voxels(|cell| full(cell, side) && at(cell), side)
}

/// Closed meshes of many forms.
pub fn made() -> Vec<Solid> {
    let random = &mut SplitMix64(5);
    let block = block(Vector3::new(1.0, 2.0, 3.0));
    let hollow = |c: [i32; 3]| full(c, 5) && !full(c.map(|x| x - 1), 3);
    let onion = |c: [i32; 3]| hollow(c) || c == [2; 3];
    let hook = |c: [i32; 3]| full(c, 4) && (c[0] == 0 || c[1] == 0 || c[0] == 3) && c[2] == 1;
    let stairs = |c: [i32; 3]| full(c, 4) && c[0] + c[1] + c[2] < 4;
    let plate = |c: [i32; 3]| full(c, 6) && c[2] == 0;
    let two = |c: [i32; 3]| c == [0; 3] || c == [2, 2, 2];
    let frame = |c: [i32; 3]| full(c, 4) && c.iter().filter(|x| **x == 0 || **x == 3).count() > 1;
    let turned = |(vertices, mut triangles): (Vec<_>, Vec<[u32; 3]>), every: usize| {
        triangles
            .iter_mut()
            .step_by(every)
            .for_each(|t| t.swap(1, 2));
        (vertices, triangles)
    };
    let lists = [
        ("block", (block.clone(), SIDES.to_vec())),
        ("block inside out", turned((block, SIDES.to_vec()), 1)),
        ("torus", torus(24, 12, 0.4)),
        ("thin torus", torus(9, 5, 0.01)),
        ("hollow", voxels(hollow, 5)),
        ("onion", voxels(onion, 5)),
        ("hook", voxels(hook, 4)),
        ("stairs", voxels(stairs, 4)),
        ("plate", voxels(plate, 6)),
        ("two", voxels(two, 3)),
        ("frame", voxels(frame, 4)),
        ("random", random_voxels(1, 4)),
        ("random small", random_voxels(2, 3)),
        ("random turned", turned(random_voxels(3, 4), 3)),
        ("star", star(random, 0.3)),
        ("spikes", star(random, 0.95)),
    ];
    let solid = |(name, (vertices, triangles))| Solid::new(name, vertices, triangles);
    lists
        .into_iter()
        .map(|it| solid(it).expect("closed"))
        .collect()
}

/// Closed ones of the real meshes; none where these are absent.
pub fn real() -> Vec<Solid> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/meshes");
    let Ok(entries) = std::fs::read_dir(folder) else {
        println!("skipped: ../shared/data/meshes is absent");
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let mut solids = Vec::new();
    for path in paths {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let Ok(file) = MeshFile::open(&path) else {
            continue;
        };
        let Ok(triangles) = file.surface() else {
            continue;
        };
        if triangles.len() > 2000 {
            continue;
        }
        match Solid::new(&name, file.vertices.clone(), triangles.to_vec()) {
            Ok(solid) => solids.push(solid),
            Err(error) => println!("{name}: {error}"),
        }
    }
    println!("{} real solids", solids.len());
    solids
}

/// A convex body as plain points with a radius.
pub struct Probe {
    pub points: Vec<V3>,
    pub radius: f64,
    pub pose: place::Pose,
}

impl Probe {
    pub fn random(random: &mut SplitMix64, solid: &Solid) -> Self {
        let on_lattice = solid.is_lattice && random.below(3) > 0;
        let side = |low: f64, high: f64, random: &mut SplitMix64| match on_lattice {
            true => 0.5 * random.integer(2 * low as i64 - 1, 2 * high as i64 + 1) as f64,
            false => random.between(low - 0.05 * (high - low), high + 0.05 * (high - low)),
        };
        let at = [0, 1, 2].map(|k: usize| side(solid.low[k], solid.high[k], random));
        let size = match on_lattice {
            true => *random.pick(&[0.25, 0.5, 0.5, 1.0]),
            false => solid.size() * *random.pick(&[1e-9, 0.003, 0.02, 0.1, 0.4]),
        };
        let corner = |i: u32| [0, 1, 2].map(|k: u32| if i >> k & 1 == 0 { -size } else { size });
        let points = match random.below(6) {
            0 => vec![[0.0; 3]],
            1 => vec![[0.0; 3], corner(5)],
            2 => vec![corner(0), corner(1), corner(2)],
            3 => vec![corner(0), corner(3), corner(5), corner(6)],
            _ => (0..8).map(corner).collect(),
        };
        let radius = match random.below(4) {
            0 => size,
            _ => 0.0,
        };
        let q = match random.below(if on_lattice { 2 } else { 4 }) {
            0 => [0.0, 0.0, 0.0, 1.0],
            1 => [0.5; 4],
            _ => random.quaternion(),
        };
        let pose = place::Pose { p: at, q };
        Probe {
            points,
            radius,
            pose,
        }
    }

    pub fn body(&self) -> SharedBody {
        let core = Polytope::new(&vectors(&self.points)).expect("finite points");
        SharedBody::new(core)
            .rounded(self.radius)
            .expect("a radius")
    }
}

/// Whether a convex body meets a solid, by its surface and the winding number of one of its points.
pub fn meets(solid: &Solid, at: &place::Pose, probe: &Probe) -> bool {
    let (pose_a, pose_b) = (pose(at), pose(&probe.pose));
    let world = |p: &Pose, v: &V3| p.transform_point(&Vector3::from(*v));
    let probe_at: Vec<_> = probe.points.iter().map(|v| world(&pose_b, v)).collect();
    let room = probe.radius + 1e-9 * (solid.size() + 1.0);
    let is_near = |corners: &[V3; 3]| {
        let corners = corners.map(|v| world(&pose_a, &v));
        (0..3).all(|k| {
            let least =
                |list: &[Vector3<f64>]| list.iter().map(|v| v[k]).fold(f64::INFINITY, f64::min);
            let most =
                |list: &[Vector3<f64>]| list.iter().map(|v| v[k]).fold(-f64::INFINITY, f64::max);
            least(&corners) <= most(&probe_at) + room && least(&probe_at) <= most(&corners) + room
        })
    };
    let touches = solid.triangles.iter().any(|triangle| {
        let corners = triangle.map(|v| solid.vertices[v as usize]);
        is_near(&corners) && {
            let pair = place::posed(&corners, at, &probe.points, &probe.pose);
            match probe.radius {
                0.0 => twin::intersect::intersect(&pair).hit(),
                radius => distance_sq(&pair).expect("points") <= Rational::square_of(radius),
            }
        }
    });
    touches || {
        let pair = place::posed(&solid.vertices, at, &probe.points[..1], &probe.pose);
        // Triangles of some are turned over: then only whether the number is odd counts.
        winding(&pair.a, &solid.triangles, &pair.b[0]) % 2 != 0
    }
}
