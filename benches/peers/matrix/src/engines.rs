//! Engines through their shims, which all take and answer what `engine.h` says.

use std::ffi::c_void;

use interframe::Motion;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use crate::matrix::{Ask, Casts, Cell, Library};
use crate::support::contenders::pose;
use crate::support::driver::seconds_of;
use crate::support::kinds::{Kind, Shape};
use crate::support::near_contact::{Item, Moves};
use crate::support::questions::{Query, Said};
use crate::support::workloads::Placement;

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

/// The functions of a shim.
#[derive(Clone, Copy)]
struct Shim {
    body: unsafe extern "C" fn(*const RawBody, *mut Place) -> *mut c_void,
    ask: unsafe extern "C" fn(i32, *const c_void, *const c_void, *const RawItem) -> i32,
    world: unsafe extern "C" fn(*const c_void, *const Place, u32) -> *mut c_void,
    place: unsafe extern "C" fn(*mut c_void, *const Place),
    cast: unsafe extern "C" fn(*const c_void, *const c_void, *const RawItem, u32, *mut u8),
}

macro_rules! shim {
    ($name:ident: $body:ident, $ask:ident, $world:ident, $place:ident, $cast:ident) => {
        unsafe extern "C" {
            fn $body(body: *const RawBody, frame: *mut Place) -> *mut c_void;
            fn $ask(query: i32, a: *const c_void, b: *const c_void, item: *const RawItem) -> i32;
            fn $world(copy: *const c_void, at: *const Place, count: u32) -> *mut c_void;
            fn $place(world: *mut c_void, at: *const Place);
            fn $cast(
                world: *const c_void,
                a: *const c_void,
                items: *const RawItem,
                count: u32,
                met: *mut u8,
            );
        }
        const $name: Shim = Shim {
            body: $body,
            ask: $ask,
            world: $world,
            place: $place,
            cast: $cast,
        };
    };
}

shim!(JOLT: jolt_body, jolt_ask, jolt_world, jolt_place, jolt_cast);
shim!(BOX3D: box3d_body, box3d_ask, box3d_world, box3d_place, box3d_cast);
shim!(PHYSX: physx_body, physx_ask, physx_world, physx_place, physx_cast);

/// An engine with its own body of each kind that it has, which lives as long as the program.
pub struct Engine {
    name: &'static str,
    bodies: Vec<Option<(*const c_void, Place)>>,
    /// By the query's number in `engine.h`: what is called.
    questions: [&'static str; 7],
    shim: Shim,
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
        Engine::new("Jolt f32", kinds, questions, JOLT)
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
        Engine::new("Box3D f32", kinds, questions, BOX3D)
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
        Engine::new("PhysX f32", kinds, questions, PHYSX)
    }

    fn new(name: &'static str, kinds: &[Kind], questions: [&'static str; 7], shim: Shim) -> Self {
        let body = |kind: &Kind| {
            with_raw(&kind.shape, &mut |raw| {
                let mut frame = Place::default();
                // SAFETY: the lists behind `raw` live through the call, which copies them.
                let body = unsafe { (shim.body)(raw, &mut frame) };
                (!body.is_null()).then_some((body.cast_const(), frame))
            })
        };
        Engine {
            name,
            bodies: kinds.iter().map(body).collect(),
            questions,
            shim,
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
        let answer = self.shim.ask;
        // SAFETY: the bodies live as long as the program; the item lives through the call.
        let ask = move |k: usize| match unsafe { answer(query as i32, a, b, &items[k]) } {
            -1 => Err("not for these kinds".into()),
            meets => Ok(Said::plain(meets == 1)),
        };
        Some((question, Box::new(ask)))
    }

    fn build_seconds(&self, shape: &Shape) -> Option<f64> {
        with_raw(shape, &mut |raw| {
            let (mut made, mut frame) = (std::ptr::null_mut(), Place::default());
            // SAFETY: as in `new`.
            let took = seconds_of(|| made = unsafe { (self.shim.body)(raw, &mut frame) });
            (!made.is_null()).then_some(took)
        })
    }

    fn world(&self, [cast, copy]: [usize; 2], at: &[Placement]) -> Option<Box<dyn Casts>> {
        let ((copy, frame_copy), (cast, frame_cast)) = (self.bodies[copy]?, self.bodies[cast]?);
        let mut out = EngineWorld {
            shim: self.shim,
            world: std::ptr::null_mut(),
            cast,
            frames: [frame_cast, frame_copy],
            at: Vec::new(),
            items: Vec::new(),
        };
        out.take(at, &[]);
        // SAFETY: the body lives as long as the program, the list through the call.
        out.world = unsafe { (self.shim.world)(copy, out.at.as_ptr(), at.len() as u32) };
        Some(Box::new(out))
    }
}

/// A world of an engine, which lives as long as the program.
struct EngineWorld {
    shim: Shim,
    world: *mut c_void,
    cast: *const c_void,
    /// The frames of the body that is cast, and of the copies.
    frames: [Place; 2],
    at: Vec<Place>,
    items: Vec<RawItem>,
}

impl Casts for EngineWorld {
    fn take(&mut self, at: &[Placement], items: &[Item]) {
        let [cast, copy] = &self.frames;
        self.at = at.iter().map(|at| place(&pose(at), copy)).collect();
        self.items = items.iter().map(|item| raw(item, [cast, copy])).collect();
    }

    fn place(&mut self) {
        // SAFETY: the world has as many copies as the list has places.
        unsafe { (self.shim.place)(self.world, self.at.as_ptr()) }
    }

    fn cast(&mut self, met: &mut [u8]) {
        assert_eq!(met.len(), self.items.len());
        let (items, count) = (self.items.as_ptr(), met.len() as u32);
        // SAFETY: both lists have `count` items.
        unsafe { (self.shim.cast)(self.world, self.cast, items, count, met.as_mut_ptr()) }
    }
}
