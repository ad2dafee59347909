//! A walk over features to the closest two, from those of the frame before: Lin and Canny, A fast algorithm
//! for incremental distance calculation (1991), with the cures of Mirtich, V-Clip: fast and robust
//! polyhedral collision detection (1998). For comparison only; it stands for I-COLLIDE, which is built
//! on the same walk and cannot be had.
//!
//! Two features hold the nearest points when each lies in the other's Voronoi region. The walk goes to a
//! neighbour where a point or a clipped edge lies beyond a plane of the region, or where the distance falls
//! as it leaves the region. It ends apart, or in an edge that goes through a face, or with a vertex inside.
//! All planes are computed once, each in its body's frame; a step moves one feature into the other's frame.
//!
//! Beyond V-Clip: faces whose normals differ by rounding alone are one face (revolved shapes are not
//! planar to the last bit); a walk that comes to no end by rounding is decided by all pairs of features.

use interframe::Polytope;
use nalgebra::{Matrix3, Vector3};

type V3 = Vector3<f64>;

/// A body with the planes of its Voronoi regions.
pub struct Mesh {
    vertices: Vec<V3>,
    /// Edges at vertex i: `at_vertex[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    at_vertex: Vec<Spoke>,
    edges: Vec<Edge>,
    faces: Vec<Face>,
}

/// An edge as seen from one of its ends.
struct Spoke {
    edge: u32,
    /// Unit, away from the vertex.
    along: V3,
}

struct Edge {
    ends: [u32; 2],
    points: [V3; 2],
    /// Unit, from the first end to the second.
    along: V3,
    faces: [u32; 2],
    /// Unit normals of the planes between the edge and each face, into the face.
    into: [V3; 2],
}

struct Face {
    normal: V3,
    height: f64,
    /// Its edges, and which of the edge's two faces it is.
    rim: Vec<(u32, usize)>,
}

impl Edge {
    /// How far a point is beyond the plane between the edge and its face `k`, on the face's side.
    #[inline(always)]
    fn inside(&self, k: usize, p: &V3) -> f64 {
        self.into[k].dot(&(p - self.points[0]))
    }
}

impl Face {
    #[inline(always)]
    fn height_of(&self, p: &V3) -> f64 {
        self.normal.dot(p) - self.height
    }
}

/// A feature of a body, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    Vertex(u32),
    Edge(u32),
    Face(u32),
}

/// The features where the last walk of a pair ended.
pub type Closest = [Feature; 2];

/// Where a walk without a frame before begins.
pub const START: Closest = [Feature::Vertex(0), Feature::Vertex(0)];

/// Coordinates of one body to those of another.
#[derive(Clone, Copy)]
pub struct Transform {
    pub turn: Matrix3<f64>,
    pub shift: V3,
}

impl Transform {
    /// From B's frame to A's, of poses in the world.
    pub fn between(a: &Transform, b: &Transform) -> Self {
        let back = a.turn.transpose();
        Transform {
            turn: back * b.turn,
            shift: back * (b.shift - a.shift),
        }
    }

    fn inverse(&self) -> Self {
        let back = self.turn.transpose();
        Transform {
            turn: back,
            shift: -(back * self.shift),
        }
    }

    #[inline(always)]
    fn point(&self, p: &V3) -> V3 {
        self.turn * p + self.shift
    }
}

/// How a walk ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    Apart,
    Penetration,
}

enum Step {
    /// The feature of that side becomes this one.
    To(usize, Feature),
    End(End),
}

impl Mesh {
    pub fn new(body: &Polytope) -> Self {
        let vertices: Vec<V3> = body.vertices().collect();
        let loops = merged_faces(body);
        let mut sides: std::collections::BTreeMap<[u32; 2], Vec<u32>> = Default::default();
        for (f, (_, rim)) in loops.iter().enumerate() {
            for (k, &v) in rim.iter().enumerate() {
                let w = rim[(k + 1) % rim.len()];
                sides
                    .entry([v.min(w), v.max(w)])
                    .or_default()
                    .push(f as u32);
            }
        }
        let mut faces: Vec<Face> = Vec::new();
        for (normal, rim) in &loops {
            let heights = rim.iter().map(|&v| normal.dot(&vertices[v as usize]));
            faces.push(Face {
                normal: *normal,
                height: heights.sum::<f64>() / rim.len() as f64,
                rim: Vec::new(),
            });
        }
        let mut edges = Vec::new();
        let mut spokes: Vec<Vec<Spoke>> = vertices.iter().map(|_| Vec::new()).collect();
        for (ends, beside) in sides {
            let edge = edges.len() as u32;
            let points = ends.map(|v| vertices[v as usize]);
            let along = (points[1] - points[0]).normalize();
            let [f, g] = beside[..] else {
                panic!("every edge lies between two faces");
            };
            let into = [f, g].map(|face| {
                let (normal, rim) = &loops[face as usize];
                let middle =
                    rim.iter().map(|&v| vertices[v as usize]).sum::<V3>() / rim.len() as f64;
                let side = normal.cross(&along).normalize();
                if side.dot(&(middle - points[0])) < 0.0 {
                    -side
                } else {
                    side
                }
            });
            for (k, face) in [f, g].into_iter().enumerate() {
                faces[face as usize].rim.push((edge, k));
            }
            spokes[ends[0] as usize].push(Spoke { edge, along });
            spokes[ends[1] as usize].push(Spoke {
                edge,
                along: -along,
            });
            edges.push(Edge {
                ends,
                points,
                along,
                faces: [f, g],
                into,
            });
        }
        let mut first = vec![0];
        let mut at_vertex = Vec::new();
        for list in spokes {
            at_vertex.extend(list);
            first.push(at_vertex.len() as u32);
        }
        Mesh {
            vertices,
            first,
            at_vertex,
            edges,
            faces,
        }
    }

    #[inline(always)]
    fn spokes(&self, vertex: u32) -> &[Spoke] {
        let v = vertex as usize;
        &self.at_vertex[self.first[v] as usize..self.first[v + 1] as usize]
    }

    #[inline(always)]
    fn vertex(&self, v: u32) -> &V3 {
        &self.vertices[v as usize]
    }

    #[inline(always)]
    fn edge(&self, e: u32) -> &Edge {
        &self.edges[e as usize]
    }
}

/// Normals and loops of the faces, with those one that lie in one plane to rounding.
fn merged_faces(body: &Polytope) -> Vec<(V3, Vec<u32>)> {
    let count = body.face_count();
    let mut owner: Vec<usize> = (0..count).collect();
    let mut of_edge = std::collections::BTreeMap::new();
    for f in 0..count {
        let rim = body.face(f);
        for (k, &v) in rim.iter().enumerate() {
            of_edge.insert([v, rim[(k + 1) % rim.len()]], f);
        }
    }
    for (&[v, w], &f) in &of_edge {
        let g = of_edge[&[w, v]];
        if body.face_normal(f).cross(&body.face_normal(g)).norm() < 1e-9 {
            let (from, to) = (owner[f].max(owner[g]), owner[f].min(owner[g]));
            for o in &mut owner {
                if *o == from {
                    *o = to;
                }
            }
        }
    }
    let mut out = Vec::new();
    for face in (0..count).filter(|&f| owner[f] == f) {
        // The outer loop: edges whose other side belongs to another face.
        let next: std::collections::BTreeMap<u32, u32> = of_edge
            .iter()
            .filter(|&(&[v, w], &f)| owner[f] == face && owner[of_edge[&[w, v]]] != face)
            .map(|(&[v, w], _)| (v, w))
            .collect();
        let start = *next.keys().next().expect("a face has a rim");
        let mut rim = vec![start];
        while next[rim.last().expect("not empty")] != start {
            rim.push(next[rim.last().expect("not empty")]);
        }
        assert_eq!(rim.len(), next.len(), "one loop");
        out.push((body.face_normal(face), rim));
    }
    out
}

/// Two bodies at one frame.
pub struct Pair<'a> {
    meshes: [&'a Mesh; 2],
    /// From side k's frame to the other's.
    to_other: [Transform; 2],
}

impl<'a> Pair<'a> {
    /// `b_in_a`: from B's frame to A's.
    pub fn new(a: &'a Mesh, b: &'a Mesh, b_in_a: Transform) -> Self {
        Pair {
            meshes: [a, b],
            to_other: [b_in_a.inverse(), b_in_a],
        }
    }

    /// Walks from the closest features of the frame before to those of this one. The second value says
    /// whether rounding made it look at all pairs instead.
    pub fn walk(&self, at: &mut Closest) -> (End, bool) {
        let edges = self.meshes.map(|m| m.edges.len()).iter().sum::<usize>();
        for _ in 0..4 * edges {
            match self.step(*at) {
                Step::To(side, feature) => at[side] = feature,
                Step::End(end) => return (end, false),
            }
        }
        (self.all_pairs(at), true)
    }

    #[inline(always)]
    fn step(&self, at: Closest) -> Step {
        use Feature::{Edge, Face, Vertex};
        match at {
            [Vertex(v), Vertex(w)] => self.vertex_vertex([v, w]),
            [Vertex(v), Edge(e)] => self.vertex_edge(0, v, e),
            [Edge(e), Vertex(v)] => self.vertex_edge(1, v, e),
            [Vertex(v), Face(f)] => self.vertex_face(0, v, f),
            [Face(f), Vertex(v)] => self.vertex_face(1, v, f),
            [Edge(e), Edge(f)] => self.edge_edge([e, f]),
            [Edge(e), Face(f)] => self.edge_face(0, e, f),
            [Face(f), Edge(e)] => self.edge_face(1, e, f),
            // No step leads here, and no walk begins here.
            [Face(f), Face(_)] => Step::To(0, Edge(self.meshes[0].faces[f as usize].rim[0].0)),
        }
    }

    fn vertex_vertex(&self, at: [u32; 2]) -> Step {
        for side in [0, 1] {
            let (own, other) = (self.meshes[side], 1 - side);
            let v = own.vertex(at[side]);
            let p = self.to_other[other].point(self.meshes[other].vertex(at[other]));
            let beyond = own
                .spokes(at[side])
                .iter()
                .find(|s| s.along.dot(&(p - v)) > 0.0);
            if let Some(spoke) = beyond {
                return Step::To(side, Feature::Edge(spoke.edge));
            }
        }
        Step::End(End::Apart)
    }

    /// Vertex v of `side`, edge e of the other.
    fn vertex_edge(&self, side: usize, v: u32, e: u32) -> Step {
        let (own, other) = (self.meshes[side], 1 - side);
        let edge = self.meshes[other].edge(e);
        let p = self.to_other[side].point(own.vertex(v));
        let from = [p - edge.points[0], p - edge.points[1]];
        if edge.along.dot(&from[0]) < 0.0 {
            return Step::To(other, Feature::Vertex(edge.ends[0]));
        }
        if edge.along.dot(&from[1]) > 0.0 {
            return Step::To(other, Feature::Vertex(edge.ends[1]));
        }
        let into = edge.into.map(|n| n.dot(&from[0]));
        let k = usize::from(into[1] > into[0]);
        if into[k] > 0.0 {
            return Step::To(other, Feature::Face(edge.faces[k]));
        }
        let segment = Segment::new(edge, &self.to_other[other]);
        let at = own.vertex(v);
        let mut clip = Clip::whole();
        for spoke in own.spokes(v) {
            let heights = segment.points.map(|q| spoke.along.dot(&(at - q)));
            if !clip.by(heights, spoke.edge) {
                break;
            }
        }
        let rising = |t: f64, _| segment.along.dot(&(segment.point(t) - at));
        match clip.leads_to(rising) {
            Some(edge) => Step::To(side, Feature::Edge(edge)),
            None => Step::End(End::Apart),
        }
    }

    fn edge_edge(&self, at: [u32; 2]) -> Step {
        for side in [0, 1] {
            let (own, other) = (self.meshes[side], 1 - side);
            let edge = own.edge(at[side]);
            let segment = Segment::new(self.meshes[other].edge(at[other]), &self.to_other[other]);
            let [from, to] = [0, 1].map(|k| segment.points.map(|q| q - edge.points[k]));
            let mut clip = Clip::whole();
            let _ = clip.by(from.map(|d| edge.along.dot(&d)), 0)
                && clip.by(to.map(|d| edge.along.dot(&-d)), 1);
            let rising = |t: f64, k: u32| {
                let from = segment.point(t) - edge.points[k as usize];
                segment.along.dot(&from)
            };
            if let Some(k) = clip.leads_to(rising) {
                return Step::To(side, Feature::Vertex(edge.ends[k as usize]));
            }
            // A plane that the ends' planes leave outside says nothing.
            (clip.neighbour, clip.excluded) = ([None; 2], None);
            let _ = clip.by(from.map(|d| -edge.into[0].dot(&d)), 0)
                && clip.by(from.map(|d| -edge.into[1].dot(&d)), 1);
            let rising = |t: f64, k: u32| {
                let face = &own.faces[edge.faces[k as usize] as usize];
                let height = face.height_of(&segment.point(t));
                face.normal.dot(&segment.along) * if height < 0.0 { -1.0 } else { 1.0 }
            };
            if let Some(k) = clip.leads_to(rising) {
                return Step::To(side, Feature::Face(edge.faces[k as usize]));
            }
        }
        Step::End(End::Apart)
    }

    /// Vertex v of `side`, face f of the other.
    fn vertex_face(&self, side: usize, v: u32, f: u32) -> Step {
        let (own, other) = (self.meshes[side], 1 - side);
        let mesh = self.meshes[other];
        let face = &mesh.faces[f as usize];
        let p = self.to_other[side].point(own.vertex(v));
        let (mut least, mut beyond) = (0.0, None);
        for &(e, k) in &face.rim {
            let inside = mesh.edge(e).inside(k, &p);
            if inside < least {
                (least, beyond) = (inside, Some(e));
            }
        }
        if let Some(e) = beyond {
            return Step::To(other, Feature::Edge(e));
        }
        let height = face.height_of(&p);
        let normal = self.to_other[side].turn.transpose() * face.normal;
        let falls = |s: &&Spoke| normal.dot(&s.along) * height < 0.0;
        if let Some(spoke) = own.spokes(v).iter().find(falls) {
            return Step::To(side, Feature::Edge(spoke.edge));
        }
        if height > 0.0 {
            return Step::End(End::Apart);
        }
        // A local minimum below the plane: inside the body, or above another face.
        let heights = mesh.faces.iter().map(|f| f.height_of(&p)).enumerate();
        let (highest, height) = heights.fold((0, f64::NEG_INFINITY), |best, next| {
            if next.1 > best.1 { next } else { best }
        });
        match height > 0.0 {
            true => Step::To(other, Feature::Face(highest as u32)),
            false => Step::End(End::Penetration),
        }
    }

    /// Edge e of `side`, face f of the other.
    fn edge_face(&self, side: usize, e: u32, f: u32) -> Step {
        let other = 1 - side;
        let mesh = self.meshes[other];
        let face = &mesh.faces[f as usize];
        let edge = self.meshes[side].edge(e);
        let segment = Segment::new(edge, &self.to_other[side]);
        let mut clip = Clip::whole();
        for &(rim, k) in &face.rim {
            let heights = segment.points.map(|q| mesh.edge(rim).inside(k, &q));
            if !clip.by(heights, rim) {
                return Step::To(other, Feature::Edge(nearest_rim(mesh, face, &segment)));
            }
        }
        let ends = clip.range.map(|t| face.height_of(&segment.point(t)));
        if ends[0] * ends[1] <= 0.0 {
            return Step::End(End::Penetration);
        }
        let nearer = usize::from(ends[1].abs() < ends[0].abs());
        match clip.neighbour[nearer] {
            Some(rim) => Step::To(other, Feature::Edge(rim)),
            None => Step::To(side, Feature::Vertex(edge.ends[nearer])),
        }
    }

    /// The distance of the closest features, which the walk has found.
    pub fn distance(&self, at: &Closest) -> f64 {
        let [a, b] = [0, 1].map(|side| match at[side] {
            Feature::Vertex(v) => {
                let p = *self.meshes[side].vertex(v);
                [p, p]
            }
            Feature::Edge(e) => self.meshes[side].edge(e).points,
            Feature::Face(_) => [V3::zeros(); 2],
        });
        let over = |side: usize, f: u32, p: &V3| {
            let p = self.to_other[1 - side].point(p);
            self.meshes[side].faces[f as usize].height_of(&p)
        };
        match *at {
            [Feature::Face(f), _] => over(0, f, &b[0]),
            [_, Feature::Face(f)] => over(1, f, &a[0]),
            _ => segment_distance(&a, &b.map(|p| self.to_other[1].point(&p))),
        }
    }

    /// Every vertex above every face and every edge beside every edge; or an edge through a face, or a
    /// vertex within.
    fn all_pairs(&self, at: &mut Closest) -> End {
        let mut least = f64::INFINITY;
        for side in [0, 1] {
            let (own, other) = (self.meshes[side], 1 - side);
            let mesh = self.meshes[other];
            for v in 0..own.vertices.len() as u32 {
                let p = self.to_other[side].point(own.vertex(v));
                if mesh.faces.iter().all(|f| f.normal.dot(&p) <= f.height) {
                    return End::Penetration;
                }
                for (f, face) in mesh.faces.iter().enumerate() {
                    let height = face.height_of(&p);
                    let mut rim = face.rim.iter();
                    let within = rim.all(|&(e, k)| mesh.edge(e).inside(k, &p) >= 0.0);
                    if within && height >= 0.0 && height < least {
                        least = height;
                        (at[side], at[other]) = (Feature::Vertex(v), Feature::Face(f as u32));
                    }
                }
            }
            for edge in &own.edges {
                let segment = Segment::new(edge, &self.to_other[side]);
                for face in &mesh.faces {
                    let mut clip = Clip::whole();
                    let inside = face.rim.iter().all(|&(rim, k)| {
                        clip.by(segment.points.map(|q| mesh.edge(rim).inside(k, &q)), rim)
                    });
                    let ends = clip.range.map(|t| face.height_of(&segment.point(t)));
                    if inside && ends[0] * ends[1] <= 0.0 {
                        return End::Penetration;
                    }
                }
            }
        }
        for (e, a) in self.meshes[0].edges.iter().enumerate() {
            for (f, b) in self.meshes[1].edges.iter().enumerate() {
                let b = b.points.map(|p| self.to_other[1].point(&p));
                let length = segment_distance(&a.points, &b);
                if length < least {
                    least = length;
                    *at = [Feature::Edge(e as u32), Feature::Edge(f as u32)];
                }
            }
        }
        End::Apart
    }
}

/// An edge in the other body's frame.
struct Segment {
    points: [V3; 2],
    along: V3,
}

impl Segment {
    #[inline(always)]
    fn new(edge: &Edge, to: &Transform) -> Self {
        let points = edge.points.map(|p| to.point(&p));
        Segment {
            points,
            along: points[1] - points[0],
        }
    }

    #[inline(always)]
    fn point(&self, t: f64) -> V3 {
        self.points[0] + self.along * t
    }
}

/// The part of an edge within a Voronoi region, and the neighbours whose planes cut it.
struct Clip {
    range: [f64; 2],
    neighbour: [Option<u32>; 2],
    /// One plane leaves nothing.
    excluded: Option<u32>,
}

impl Clip {
    #[inline(always)]
    fn whole() -> Self {
        Clip {
            range: [0.0, 1.0],
            neighbour: [None; 2],
            excluded: None,
        }
    }

    /// By a plane, given the heights of both ends above it; false when nothing is left.
    #[inline(always)]
    fn by(&mut self, [start, end]: [f64; 2], neighbour: u32) -> bool {
        if start < 0.0 && end < 0.0 {
            self.excluded = Some(neighbour);
            return false;
        }
        if start < 0.0 || end < 0.0 {
            let t = start / (start - end);
            let k = usize::from(end < 0.0);
            let tighter = if k == 0 {
                t > self.range[0]
            } else {
                t < self.range[1]
            };
            if tighter {
                (self.range[k], self.neighbour[k]) = (t, Some(neighbour));
            }
        }
        self.range[0] <= self.range[1]
    }

    /// The neighbour that is nearer: the one whose plane excludes the edge, or beyond whose plane the
    /// distance, which rises by `rising` at a plane, is less.
    #[inline(always)]
    fn leads_to(&self, rising: impl Fn(f64, u32) -> f64) -> Option<u32> {
        if self.excluded.is_some() {
            return self.excluded;
        }
        let [low, high] = self.neighbour;
        low.filter(|&n| rising(self.range[0], n) > 0.0)
            .or(high.filter(|&n| rising(self.range[1], n) < 0.0))
    }
}

/// The edge of a face that is nearest to a segment outside the prism over the face.
fn nearest_rim(mesh: &Mesh, face: &Face, segment: &Segment) -> u32 {
    let length = |e: u32| segment_distance(&mesh.edge(e).points, &segment.points);
    let edges = face.rim.iter().map(|&(e, _)| (e, length(e)));
    let nearest = edges.min_by(|x, y| x.1.total_cmp(&y.1));
    nearest.expect("a face has a rim").0
}

/// Of two segments, either of which may be a point.
fn segment_distance(a: &[V3; 2], b: &[V3; 2]) -> f64 {
    let (u, v, w) = (a[1] - a[0], b[1] - b[0], a[0] - b[0]);
    let (uu, vv, uv, uw, vw) = (u.dot(&u), v.dot(&v), u.dot(&v), u.dot(&w), v.dot(&w));
    let part = |x: f64, of: f64| {
        if of > 0.0 {
            (x / of).clamp(0.0, 1.0)
        } else {
            0.0
        }
    };
    let square = uu * vv - uv * uv;
    let s = part(uv * vw - vv * uw, square);
    let t = part(uv * s + vw, vv);
    let s = part(uv * t - uw, uu);
    let t = part(uv * s + vw, vv);
    (w + u * s - v * t).norm()
}
