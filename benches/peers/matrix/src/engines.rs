//! Engines through their shims, which all take and answer what `engine.h` says.

use std::ffi::c_void;

use interframe::Motion;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use crate::matrix::{Ask, Cell, Library};
use crate::support::kinds::{Kind, Shape};
use crate::support::near_contact::{Item, Moves};
use crate::support::questions::{Query, Said};

// The shims call into their libraries.
use {box3d_sys as _, physx_sys as _};

#[repr(C)]
struct RawBody {
    form: i32,
    size: [f32; 4],
    points: *const f32,
    point_count: u32,
    triangles: *const u32,
    triangle_count: u32,
    parts: *const RawBody,
    part_count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Place {
    p: [f32; 3],
    q: [f32; 4],
}

#[repr(C)]
struct RawItem {
    a: Place,
    b: Place,
    end: Place,
}

type MakeBody = unsafe extern "C" fn(*const RawBody, *mut Place) -> *mut c_void;
type AskEngine = unsafe extern "C" fn(i32, *const c_void, *const c_void, *const RawItem) -> i32;

unsafe extern "C" {
    fn jolt_body(body: *const RawBody, frame: *mut Place) -> *mut c_void;
    fn jolt_ask(query: i32, a: *const c_void, b: *const c_void, item: *const RawItem) -> i32;
    fn box3d_body(body: *const RawBody, frame: *mut Place) -> *mut c_void;
    fn box3d_ask(query: i32, a: *const c_void, b: *const c_void, item: *const RawItem) -> i32;
    fn physx_body(body: *const RawBody, frame: *mut Place) -> *mut c_void;
    fn physx_ask(query: i32, a: *const c_void, b: *const c_void, item: *const RawItem) -> i32;
}

/// An engine with its own body of each kind that it has, which lives as long as the program.
pub struct Engine {
    name: &'static str,
    bodies: Vec<Option<(*const c_void, Place)>>,
    /// By the query's number in `engine.h`: what is called.
    questions: [&'static str; 7],
    ask: AskEngine,
}

impl Engine {
    pub fn jolt(kinds: &[Kind]) -> Self {
        let questions = [
            "CollideShape (any hit)",
            "GJKClosestPoint",
            "CollideShape (any hit)",
            "CollideShape (closest hit)",
            "CollideShape with ManifoldBetweenTwoFaces",
            "CastShape",
            "",
        ];
        Engine::new("Jolt f32", kinds, questions, jolt_body, jolt_ask)
    }

    pub fn box3d(kinds: &[Kind]) -> Self {
        let questions = [
            "b3Overlap",
            "b3ShapeDistance",
            "",
            "",
            "b3Collide",
            "b3ShapeCast",
            "b3TimeOfImpact",
        ];
        Engine::new("Box3D f32", kinds, questions, box3d_body, box3d_ask)
    }

    pub fn physx(kinds: &[Kind]) -> Self {
        let questions = [
            "overlap",
            "",
            "",
            "computePenetration",
            "PxGenerateContacts",
            "sweep",
            "",
        ];
        Engine::new("PhysX f32", kinds, questions, physx_body, physx_ask)
    }

    fn new(
        name: &'static str,
        kinds: &[Kind],
        questions: [&'static str; 7],
        make: MakeBody,
        ask: AskEngine,
    ) -> Self {
        let body = |kind: &Kind| {
            with_raw(&kind.shape, &mut |raw| {
                let mut frame = Place::default();
                // SAFETY: the lists behind `raw` live through the call, which copies them.
                let body = unsafe { make(raw, &mut frame) };
                (!body.is_null()).then_some((body.cast_const(), frame))
            })
        };
        Engine {
            name,
            bodies: kinds.iter().map(body).collect(),
            questions,
            ask,
        }
    }
}

/// Calls `then` with a shape as the shims take it.
fn with_raw<T>(shape: &Shape, then: &mut dyn FnMut(&RawBody) -> T) -> T {
    let narrow =
        |points: &[[f64; 3]]| -> Vec<f32> { points.iter().flatten().map(|x| *x as f32).collect() };
    let (mut points, mut triangles, mut parts): (Vec<f32>, Vec<u32>, Vec<RawBody>) =
        Default::default();
    let (form, size) = match shape {
        Shape::Ball(radius) => (0, vec![*radius]),
        Shape::Capsule(half_length, radius) => (1, vec![*half_length, *radius]),
        Shape::Box(half, radius) => (2, vec![half[0], half[1], half[2], *radius]),
        Shape::Hull(corners) => {
            points = narrow(corners);
            (3, vec![])
        }
        Shape::Cylinder(half_length, radius) => (4, vec![*half_length, *radius]),
        Shape::Cone(half_length, radius) => (5, vec![*half_length, *radius]),
        Shape::Ellipsoid(radii) => (6, radii.to_vec()),
        Shape::Compound(all) => {
            for (at, part) in all {
                points.extend(at.map(|x| x as f32));
                // Parts are plain forms, which have no lists.
                parts.push(with_raw(part, &mut |raw| RawBody { ..*raw }));
            }
            (7, vec![])
        }
        Shape::Mesh(vertices, corners) => {
            points = narrow(vertices);
            triangles = corners.iter().flatten().copied().collect();
            (8, vec![])
        }
        Shape::Field {
            heights,
            side,
            spacing,
        } => {
            points = heights.iter().map(|z| *z as f32).collect();
            (9, vec![*side as f64, *spacing])
        }
    };
    let mut sizes = [0.0; 4];
    for (to, from) in sizes.iter_mut().zip(size) {
        *to = from as f32;
    }
    let stride = if form == 9 { 1 } else { 3 };
    then(&RawBody {
        form,
        size: sizes,
        points: points.as_ptr(),
        point_count: (points.len() / stride) as u32,
        triangles: triangles.as_ptr(),
        triangle_count: (triangles.len() / 3) as u32,
        parts: parts.as_ptr(),
        part_count: parts.len() as u32,
    })
}

/// Where the engine's body lies when that of the kind is at `pose`.
fn place(pose: &interframe::Pose, frame: &Place) -> Place {
    let [x, y, z, w] = frame.q.map(f64::from);
    let turned = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
    let q = UnitQuaternion::new_normalize(pose.quaternion());
    let p = pose.translation() + q * Vector3::from(frame.p.map(f64::from));
    Place {
        p: [p.x, p.y, p.z].map(|x| x as f32),
        q: [
            (q * turned).i,
            (q * turned).j,
            (q * turned).k,
            (q * turned).w,
        ]
        .map(|x| x as f32),
    }
}

fn raw(item: &Item, [a, b]: [&Place; 2]) -> RawItem {
    let [moves, rests]: [Motion; 2] = item.motions();
    RawItem {
        a: place(moves.start(), a),
        b: place(rests.start(), b),
        end: place(moves.end(), a),
    }
}

impl Library for Engine {
    fn name(&self) -> &'static str {
        self.name
    }

    fn asked<'a>(&'a self, cell: &Cell<'a>) -> Option<(&'static str, Ask<'a>)> {
        let [a, b] = cell.kinds.map(|k| self.bodies[k]);
        let ((a, frame_a), (b, frame_b)) = (a?, b?);
        let query = match (cell.query, cell.moves) {
            (Query::Intersect, _) => 0,
            (Query::Distance, _) => 1,
            (Query::Within, _) => 2,
            (Query::Penetration, _) => 3,
            (Query::ContactManifold, _) => 4,
            (Query::TimeOfImpact, Moves::Straight | Moves::Aligned) => 5,
            (Query::TimeOfImpact, _) => 6,
            _ => return None,
        };
        let question = self.questions[query];
        if question.is_empty() {
            return None;
        }
        let items: Vec<RawItem> = cell
            .items
            .iter()
            .map(|item| raw(item, [&frame_a, &frame_b]))
            .collect();
        let answer = self.ask;
        // SAFETY: the bodies live as long as the program; the item lives through the call.
        let ask = move |k: usize| match unsafe { answer(query as i32, a, b, &items[k]) } {
            -1 => Err("not for these kinds".into()),
            meets => Ok(Said::plain(meets == 1)),
        };
        Some((question, Box::new(ask)))
    }
}
