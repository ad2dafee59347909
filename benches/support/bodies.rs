//! Test bodies of known vertex counts. Every point is a corner of the hull: the points lie on a
//! sphere (or an affine image of one) and are far apart compared with rounding.

pub use twin::shapes::cuboid;

/// A named point list.
pub struct Body {
    /// Name in tables and on the command line.
    pub name: &'static str,
    /// Corners, body frame.
    pub points: Vec<[f64; 3]>,
    /// The smallest ball about the origin that holds the body.
    pub radius: f64,
    /// A ball of this radius about the origin lies within the body.
    pub inner: f64,
}

impl Body {
    pub fn new(name: &'static str, inner: f64, points: Vec<[f64; 3]>) -> Self {
        let radius = points
            .iter()
            .map(|p| (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt())
            .fold(0.0, f64::max);
        Body {
            name,
            points,
            radius,
            inner,
        }
    }
}

/// All bodies of the tables. Compact ones have bounding radius 1; the long ones have the volume of
/// their compact relatives.
pub fn all() -> Vec<Body> {
    vec![
        Body::new("box", 0.57, cuboid([3f64.sqrt().recip(); 3])),
        Body::new("dodecahedron", 0.79, dodecahedron()),
        Body::new("sphere66", 0.9, octahedral_sphere(4)),
        Body::new("sphere264", 0.95, spiral_sphere(264)),
        Body::new("sphere1026", 0.98, octahedral_sphere(16)),
        Body::new("sphere4098", 0.99, octahedral_sphere(32)),
        Body::new("box1:1:8", 0.28, scaled(cuboid([3f64.sqrt().recip(); 3]))),
        Body::new("ellipsoid1:1:8", 0.47, scaled(spiral_sphere(264))),
    ]
}

/// |x|^4 + |y|^4 + |z|^4 = 3^-1: boxes with round corners, whose ellipsoids lie loosely. Not among the
/// bodies of the tables of peers.
pub fn pillows() -> [Body; 2] {
    [("pillow66", 4), ("pillow4098", 32)].map(|(name, n)| {
        let points = octahedral_sphere(n).into_iter().map(|p| {
            let power: f64 = p.iter().map(|x| x * x * x * x).sum();
            let size = (3.0 * power).powf(-0.25);
            p.map(|x| x * size)
        });
        Body::new(name, 0.6, points.collect())
    })
}

fn dodecahedron() -> Vec<[f64; 3]> {
    let phi = f64::midpoint(1.0, 5f64.sqrt());
    let mut points = cuboid([1.0; 3]);
    for [u, v] in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
        let (u, v) = (u / phi, v * phi);
        points.extend([[0.0, u, v], [u, v, 0.0], [v, 0.0, u]]);
    }
    points.into_iter().map(normalized).collect()
}

/// The octahedron with every edge cut into `n`, projected to the unit sphere: 4 n^2 + 2 points.
pub fn octahedral_sphere(n: i32) -> Vec<[f64; 3]> {
    twin::shapes::octahedral(n, [1.0; 3])
}

/// `count` points on the unit sphere along the golden-angle spiral: no symmetry at all.
pub fn spiral_sphere(count: usize) -> Vec<[f64; 3]> {
    let golden_angle = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..count)
        .map(|i| {
            let z = 1.0 - (2 * i + 1) as f64 / count as f64;
            let (sin, cos) = (golden_angle * i as f64).sin_cos();
            let r = (1.0 - z * z).sqrt();
            normalized([r * cos, r * sin, z])
        })
        .collect()
}

/// Stretched to 1:1:8 at equal volume.
fn scaled(points: Vec<[f64; 3]>) -> Vec<[f64; 3]> {
    points
        .into_iter()
        .map(|[x, y, z]| [0.5 * x, 0.5 * y, 4.0 * z])
        .collect()
}

fn normalized(p: [f64; 3]) -> [f64; 3] {
    let norm = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
    p.map(|x| x / norm)
}
