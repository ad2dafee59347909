//! One picture of an answer: the whole frame, and the contact from near. For issues, papers and documents.

use std::collections::HashSet;

use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use serde_json::Value;

use super::data::{Answer, Move, Shape, Space, View};
use super::picture_of_polygons;
use super::svg::{Heading, Svg};

const SIDE: [f64; 2] = [420.0, 320.0];
/// Height of the line of text above the panels.
const HEAD: f64 = 30.0;
/// The near panel shows this many radii of the smaller body to each side.
const NEAR_RADII: f64 = 3.6;
/// Poses of the smaller body before the contact, in the near panel.
const TRAIL: usize = 2;
/// Distance of these, in radii.
const TRAIL_STEP: f64 = 2.3;
/// Shades of a body, by how a face is turned to the light.
const SHADES: usize = 3;
/// Faces of a picture, at most.
const MAX_FACES: usize = 20_000;

/// The picture of a view; `chosen` is the number of an answer. None if there is nothing to draw.
pub fn picture(view: &View, chosen: usize) -> Option<String> {
    match view {
        View::Space(space) => of_space(space, space.answers.get(chosen)?),
        View::Plane(plane) => Some(picture_of_polygons::picture(plane)),
        View::Text(_) => None,
    }
}

/// Bodies in lengths of what is drawn, about its centre: no square of such a length overflows or vanishes.
#[derive(Debug, Clone, Copy)]
struct Ground<'a> {
    space: &'a Space,
    center: Vector3<f64>,
    unit: f64,
}

/// An orthographic camera.
#[derive(Debug, Clone, Copy)]
struct Camera {
    right: Vector3<f64>,
    up: Vector3<f64>,
    back: Vector3<f64>,
    target: Vector3<f64>,
    scale: f64,
    middle: [f64; 2],
}

impl Camera {
    /// Looks at the motion from the side and a little from above, so that it goes from the left to the right.
    fn new(along: Vector3<f64>) -> Self {
        let along = along.try_normalize(0.0).unwrap_or(Vector3::x());
        let above = if along.z.abs() < 0.9 {
            Vector3::z()
        } else {
            Vector3::y()
        };
        let side = along.cross(&above).normalize();
        let above = side.cross(&along);
        let back = (side * 0.8 + above * 0.42 - along * 0.43).normalize();
        let right = above.cross(&back).normalize();
        Camera {
            right,
            up: back.cross(&right),
            back,
            target: Vector3::zeros(),
            scale: 1.0,
            middle: [0.0; 2],
        }
    }

    /// Looks along the plane that a normal belongs to, so that a wall is seen from its side.
    fn beside(self, normal: Vector3<f64>) -> Self {
        let normal = if normal.dot(&self.right) < 0.0 {
            -normal
        } else {
            normal
        };
        let back = self.back - normal * self.back.dot(&normal);
        match back.try_normalize(1e-3) {
            Some(back) => Camera {
                right: normal,
                up: back.cross(&normal),
                back,
                ..self
            },
            None => self,
        }
    }

    fn at(&self, p: Vector3<f64>) -> [f64; 2] {
        let p = (p - self.target) * self.scale;
        [
            self.middle[0] + p.dot(&self.right),
            self.middle[1] - p.dot(&self.up),
        ]
    }

    /// Fits points into a panel.
    fn fit(mut self, points: &[Vector3<f64>], corner: [f64; 2]) -> Self {
        let mut bounds = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for p in points {
            for (bound, x) in bounds.iter_mut().zip([p.dot(&self.right), p.dot(&self.up)]) {
                *bound = [bound[0].min(x), bound[1].max(x)];
            }
        }
        let [x, y] = bounds.map(|[low, high]| (low + high) / 2.0);
        let room = |k: usize| 0.86 * SIDE[k] / (bounds[k][1] - bounds[k][0]).max(1e-300);
        self.target = self.right * x + self.up * y;
        self.scale = room(0).min(room(1));
        self.middle = middle_of(corner);
        self
    }
}

fn middle_of([x, y]: [f64; 2]) -> [f64; 2] {
    [x + SIDE[0] / 2.0, y + SIDE[1] / 2.0]
}

/// Position and rotation of a body at a time.
type Placed = (Vector3<f64>, UnitQuaternion<f64>);

impl<'a> Ground<'a> {
    /// The numbers as they are.
    fn raw(space: &'a Space) -> Self {
        Ground {
            space,
            center: Vector3::zeros(),
            unit: 1.0,
        }
    }

    /// Lengths near `size` about a centre. Common ones stay as they are.
    fn about(space: &'a Space, center: Vector3<f64>, size: f64) -> Self {
        let is_common = (1e-6..1e6).contains(&size) && center.amax() < 1e6 * size;
        match size > 0.0 && size.is_finite() && !is_common {
            true => Ground {
                space,
                center,
                unit: size.log2().floor().clamp(-1021.0, 1022.0).exp2(),
            },
            false => Ground::raw(space),
        }
    }

    /// The pose at a time of the page, as the script has it.
    fn pose_at(&self, body: usize, time: f64) -> Placed {
        let of_body = self.space.moves.iter().filter(|m| m.body == body);
        let begun = of_body.clone().rfind(|m| m.from <= time);
        let Some(m) = begun.or_else(|| of_body.clone().next()) else {
            return (Vector3::zeros(), UnitQuaternion::identity());
        };
        let Move { from, to, .. } = *m;
        let share = if to > from {
            ((time - from) / (to - from)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let [x, y, z, w] = m.q;
        let start = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
        let turned = UnitQuaternion::from_scaled_axis(Vector3::from(m.turn) * share) * start;
        let pivot = Vector3::from(self.space.bodies[body].pivot) / self.unit;
        let way = Vector3::from(m.way) / self.unit;
        let p = self.point(m.p.into()) + way * share + start * pivot - turned * pivot;
        (p, turned)
    }

    fn point(&self, p: Vector3<f64>) -> Vector3<f64> {
        (p - self.center) / self.unit
    }

    fn points_of(&self, body: usize, (p, q): Placed) -> Vec<Vector3<f64>> {
        let shape = &self.space.shapes[self.space.bodies[body].shape];
        let origin = Vector3::from(shape.origin) / self.unit;
        let unit = shape.unit / self.unit;
        corners_of(shape)
            .map(|corner| p + q * (origin + corner * unit))
            .collect()
    }

    /// A point of the answer.
    fn entry(&self, answer: &Answer, key: &str) -> Option<Vector3<f64>> {
        vector(answer.entries.get(key)).map(|p| self.point(p))
    }

    /// The contact, or the smaller body if there is none.
    fn contact_point(&self, answer: &Answer, time: f64) -> Vector3<f64> {
        let entry = |key: &str| self.entry(answer, key);
        let radius = |body: usize| radius_of(self.space, body);
        let smaller = if radius(answer.a) < radius(answer.b) {
            answer.a
        } else {
            answer.b
        };
        entry("point_b")
            .or(entry("point_a"))
            .or(entry("point"))
            .unwrap_or_else(|| self.pose_at(smaller, time).0)
    }
}

/// Points of a shape in its unit, about its origin.
fn corners_of(shape: &Shape) -> impl Iterator<Item = Vector3<f64>> {
    let corner = |c: &[f32]| Vector3::new(f64::from(c[0]), f64::from(c[1]), f64::from(c[2]));
    shape.points.chunks_exact(3).map(corner)
}

fn radius_of(space: &Space, body: usize) -> f64 {
    let shape = &space.shapes[space.bodies[body].shape];
    let count = (shape.points.len() / 3).max(1) as f64;
    let middle = corners_of(shape).sum::<Vector3<f64>>() / count;
    let radii = corners_of(shape).map(|p| (p - middle).norm());
    shape.unit * radii.fold(0.0, f64::max)
}

fn vector(value: Option<&Value>) -> Option<Vector3<f64>> {
    let list = value?.as_array()?;
    let number = |k: usize| list.get(k)?.as_f64();
    Some(Vector3::new(number(0)?, number(1)?, number(2)?))
}

/// A face on its way into the picture, and those of its sides that are edges of the body.
struct Face {
    class: String,
    shade: usize,
    depth: f64,
    points: Vec<[f64; 2]>,
    edges: Vec<[usize; 2]>,
}

/// Faces of bodies, drawn from the farthest to the nearest.
#[derive(Default)]
struct Faces(Vec<Face>);

impl Faces {
    fn add(&mut self, ground: &Ground<'_>, camera: &Camera, body: usize, time: f64, class: &str) {
        let points = ground.points_of(body, ground.pose_at(body, time));
        let shape = &ground.space.shapes[ground.space.bodies[body].shape];
        let ordered = |a: u32, b: u32| (a.min(b), a.max(b));
        let edges: HashSet<_> = shape
            .edges
            .chunks_exact(2)
            .map(|e| ordered(e[0], e[1]))
            .collect();
        let corners = match shape.triangles.is_empty() {
            true => shape.edges.chunks_exact(2),
            false => shape.triangles.chunks_exact(3),
        };
        let solid = is_solid(&shape.triangles);
        for ids in corners {
            let corners: Vec<_> = ids.iter().map(|&id| points[id as usize]).collect();
            let depth =
                corners.iter().map(|p| p.dot(&camera.back)).sum::<f64>() / corners.len() as f64;
            let mut facing = 1.0;
            if let [p, q, r] = corners[..] {
                let normal = (q - p)
                    .cross(&(r - p))
                    .try_normalize(0.0)
                    .unwrap_or(camera.back);
                facing = normal.dot(&(camera.back * 0.75 + camera.up * 0.6 - camera.right * 0.3));
                if solid && normal.dot(&camera.back) <= 0.0 {
                    continue;
                }
            }
            let sides = (0..ids.len()).map(|k| [k, (k + 1) % ids.len()]);
            self.0.push(Face {
                class: class.into(),
                shade: ((facing.abs() * SHADES as f64) as usize).min(SHADES - 1),
                depth,
                points: corners.iter().map(|&p| camera.at(p)).collect(),
                edges: sides
                    .filter(|&[k, l]| edges.contains(&ordered(ids[k], ids[l])))
                    .collect(),
            });
        }
    }

    fn draw(mut self, svg: &mut Svg) {
        self.0.sort_by(|p, q| p.depth.total_cmp(&q.depth));
        for face in self.0.iter().take(MAX_FACES) {
            svg.polygon(&format!("{} s{}", face.class, face.shade), &face.points);
            if !face.edges.is_empty() {
                let edges = face.edges.iter().map(|ends| ends.map(|k| face.points[k]));
                svg.segments(&format!("{} edge", face.class), edges);
            }
        }
    }
}

/// Whether triangles close a solid, each going round the same way: then those that face away are hidden.
fn is_solid(triangles: &[u32]) -> bool {
    let mut sides = HashSet::new();
    let all = triangles
        .chunks_exact(3)
        .flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]);
    let once = all.clone().all(|side| sides.insert(side));
    once && all.clone().all(|[a, b]| sides.contains(&[b, a]))
}

/// Time of the page at which the picture is taken.
fn time_of(answer: &Answer) -> f64 {
    let number = |key: &str| answer.entries.get(key).and_then(Value::as_f64);
    let contact = answer.entries.contains_key("contact");
    let t = number("t")
        .or(number("t_hi").filter(|_| contact))
        .unwrap_or(0.5);
    answer.span[0] + (answer.span[1] - answer.span[0]) * t
}

fn of_space(space: &Space, answer: &Answer) -> Option<String> {
    let [a, b] = [answer.a, answer.b];
    let names = [a, b].map(|body| space.bodies[body].name.as_str());
    let said = match answer.verdict.as_str() {
        "hit" if answer.entries.contains_key("contact") => {
            let t = answer
                .entries
                .get("t_lo")
                .and_then(Value::as_f64)
                .unwrap_or(0.0);
            format!("in contact at t = {t:.6}")
        }
        verdict => verdict.replace('_', " "),
    };
    let refused = answer.refused();
    let missed = match answer.seen_by_poses {
        Some(false) if answer.verdict == "hit" && refused.is_none() => {
            "; a test of the frame poses alone misses it"
        }
        _ => "",
    };
    let claim = match refused {
        Some(_) => "Not proved: the file claims ",
        None => "",
    };
    let heading = Heading {
        title: format!("{claim}{} and {}: {said}{missed}", names[0], names[1]),
        refused: refused.map(str::to_owned),
        row: false,
    };
    let moves = space.frames > 0;
    let panels = if moves { 2.0 } else { 1.0 };
    let mut svg = Svg::new([SIDE[0] * panels, SIDE[1] + HEAD], &heading);
    let time = time_of(answer);
    let raw = Ground::raw(space);
    let contact = raw.contact_point(answer, time);
    // The whole frame about the contact, in lengths of the farthest pose.
    let ends = [a, b].map(|body| {
        let [from, to] = answer
            .span
            .map(|at| (raw.pose_at(body, at).0 - contact).amax());
        from.max(to) + radius_of(space, body).min(f64::MAX / 4.0)
    });
    let size = f64::max(ends[0], ends[1]);
    if !(contact.amax().is_finite() && size.is_finite()) {
        return None;
    }
    let whole = Ground::about(space, contact, size);
    let travel =
        |body: usize| whole.pose_at(body, answer.span[1]).0 - whole.pose_at(body, answer.span[0]).0;
    let camera = Camera::new(travel(b) - travel(a));
    if moves {
        whole_frame(&mut svg, &whole, answer, camera, time);
    }
    let radii = [a, b].map(|body| radius_of(space, body));
    let radii = radii.into_iter().filter(|r| *r > 0.0);
    let near = radii.fold(f64::INFINITY, f64::min);
    near_contact(
        &mut svg,
        &Ground::about(space, contact, near),
        answer,
        camera,
        time,
        [SIDE[0] * (panels - 1.0), HEAD],
    );
    Some(svg.finish())
}

/// The class of a body: one that holds the other is see-through.
fn class_of(space: &Space, body: usize, class: &str) -> String {
    match space.bodies[body].clear {
        true => format!("{class} ghost"),
        false => format!("{class} solid"),
    }
}

/// Both bodies at the ends of the frame and at the contact, with their ways.
fn whole_frame(svg: &mut Svg, ground: &Ground<'_>, answer: &Answer, camera: Camera, time: f64) {
    let space = ground.space;
    let pair = [answer.a, answer.b];
    let moving = |body: usize| !space.bodies[body].fixed;
    let [from, to] = answer.span;
    let mut points = Vec::new();
    for body in pair {
        for at in [from, time, to] {
            let placed = ground.pose_at(body, at);
            // The whole of a body that moves; of a large wall only what is near.
            match moving(body) {
                true => points.extend(ground.points_of(body, placed)),
                false => points.push(ground.contact_point(answer, time)),
            }
        }
    }
    let corner = [0.0, HEAD];
    let camera = camera.fit(&points, corner);
    svg.panel(corner, SIDE);
    let mut faces = Faces::default();
    for (body, class) in pair.into_iter().zip(["a", "b"]) {
        faces.add(ground, &camera, body, time, &class_of(space, body, class));
        if moving(body) {
            for at in [from, to] {
                faces.add(ground, &camera, body, at, &format!("{class} ghost"));
            }
        }
    }
    faces.draw(svg);
    for body in pair.into_iter().filter(|&body| moving(body)) {
        let way: Vec<_> = (0..=64)
            .map(|k| {
                camera.at(ground
                    .pose_at(body, from + (to - from) * f64::from(k) / 64.0)
                    .0)
            })
            .collect();
        svg.line("path", &way);
        // A body that turns in place is at one point all the time.
        let apart = (way[0][0] - way[64][0]).hypot(way[0][1] - way[64][1]);
        let names = match apart < 24.0 {
            true => [(way[0], "t = 0 to 1"); 2],
            false => [(way[0], "t = 0"), (way[64], "t = 1")],
        };
        let count = if apart < 24.0 { 1 } else { 2 };
        for (at, name) in names.into_iter().take(count) {
            svg.dot("end", at, 3.5);
            svg.text([at[0] - 16.0, at[1] + 20.0], name);
        }
    }
    svg.dot("dot", camera.at(ground.contact_point(answer, time)), 3.5);
    svg.end_panel();
}

/// The surroundings of the contact: bodies, the trail of the one that moves, witness points, normal and plane.
fn near_contact(
    svg: &mut Svg,
    ground: &Ground<'_>,
    answer: &Answer,
    camera: Camera,
    time: f64,
    corner: [f64; 2],
) {
    let space = ground.space;
    let pair = [answer.a, answer.b];
    let radii = pair.map(|body| radius_of(space, body) / ground.unit);
    let entry = |key: &str| ground.entry(answer, key);
    let normal = vector(answer.entries.get("normal"));
    let gap = entry("point_a")
        .zip(entry("point_b"))
        .map_or(0.0, |(p, q)| (p - q).norm());
    let smaller = radii
        .iter()
        .copied()
        .filter(|r| *r > 0.0)
        .fold(f64::INFINITY, f64::min);
    let size = if smaller.is_finite() { smaller } else { 1.0 }.max(gap / 2.0);
    let at = ground.contact_point(answer, time);
    let camera = match normal {
        Some(normal) => camera.beside(normal),
        None => camera,
    };
    let camera = Camera {
        target: at,
        scale: SIDE[1] / 2.0 / (NEAR_RADII * size),
        middle: middle_of(corner),
        ..camera
    };
    svg.panel(corner, SIDE);
    let mut faces = Faces::default();
    for (body, class) in pair.into_iter().zip(["a", "b"]) {
        faces.add(ground, &camera, body, time, &class_of(space, body, class));
        let [from, to] = answer.span;
        let way = (ground.pose_at(body, to).0 - ground.pose_at(body, from).0).norm();
        let step = TRAIL_STEP * size * (to - from) / way;
        if space.frames > 0 && step.is_finite() && step > 0.0 {
            for k in 1..=TRAIL {
                let earlier = time - step * k as f64;
                if earlier > from {
                    faces.add(ground, &camera, body, earlier, &format!("{class} ghost"));
                }
            }
        }
    }
    faces.draw(svg);
    if let (Some(p), Some(q)) = (entry("point_a"), entry("point_b")) {
        svg.line("mark", &[camera.at(p), camera.at(q)]);
        svg.dot("dot", camera.at(p), 3.5);
    }
    svg.dot("dot", camera.at(at), 3.5);
    if let Some(normal) = normal {
        let length = 0.9 * size;
        svg.line("mark", &[camera.at(at), camera.at(at + normal * length)]);
        let [x, y] = camera.at(at + normal * length);
        svg.text([x - 4.0, y - 8.0], "n");
        let side = normal
            .cross(&camera.back)
            .try_normalize(1e-6)
            .unwrap_or(camera.up)
            * size
            * 1.6;
        svg.line("plane", &[camera.at(at - side), camera.at(at + side)]);
    }
    svg.end_panel();
}
