//! Who answers. Each contender holds the poses or motions of a scene in its native form and, for each pair,
//! what it keeps from frame to frame.

use std::rc::Rc;

use interframe::{
    DistanceOptions, InterframeOptions, IntersectOptions, Method, Motion, MovingPair, PairState,
    Pose, PosedPair, Sweep, Verdict, distance, interframe, intersect,
};
use nalgebra::Vector3;
use parry3d_f64::math::{Pose as ParryPose, Vector};
use parry3d_f64::query::intersection_test;
use parry3d_f64::shape::ConvexPolyhedron;

use super::scene::{Query, Scene};
use super::shapes::Shape;
use super::walker::{Closest, End, Mesh, Pair, START, Transform};
use super::whole_program::{Outcome, WholeProgram};
use crate::support::contenders::{isometry, parry_pose, pose};
use crate::support::driver::Contender;
use crate::support::workloads::Placement;

/// What a contender speaks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The poses at the end of the frame.
    Poses,
    /// The frame.
    Motion,
}

/// A contender, and what it speaks about.
pub type Speaker = (About, Contender<'static>);

/// A contender of one question and what it keeps of a pair, which begins as the warm queries leave it.
pub fn asking<S: Clone + 'static>(
    name: &'static str,
    about: About,
    natives: &Rc<Natives>,
    start: S,
    mut ask: impl FnMut(&Query, &mut S) -> bool + 'static,
) -> Speaker {
    let mut states = vec![start; natives.pairs];
    for query in &natives.warm {
        ask(query, &mut states[query.pair as usize]);
    }
    let (saved, natives) = (states.clone(), natives.clone());
    let answer = move |verdicts: &mut [bool]| {
        states.clone_from(&saved);
        for (query, verdict) in natives.timed.iter().zip(verdicts) {
            *verdict = ask(query, &mut states[query.pair as usize]);
        }
    };
    (about, Contender::new(name, answer))
}

/// The library in every contender's form.
pub struct Library {
    pub shapes: Vec<Shape>,
    pub meshes: Vec<Mesh>,
    pub parry: Vec<ConvexPolyhedron>,
}

impl Library {
    pub fn new(shapes: Vec<Shape>) -> Rc<Self> {
        let hull = |shape: &Shape| {
            let points: Vec<Vector> = shape.points.iter().map(|&p| p.into()).collect();
            ConvexPolyhedron::from_convex_hull(&points).expect("a solid body has a hull")
        };
        Rc::new(Library {
            meshes: shapes.iter().map(|s| Mesh::new(&s.polytope)).collect(),
            parry: shapes.iter().map(hull).collect(),
            shapes,
        })
    }
}

/// The places of a scene in every contender's form.
pub struct Natives {
    pub pairs: usize,
    pub warm: Vec<Query>,
    pub timed: Vec<Query>,
    #[allow(dead_code)] // For contenders of other packages.
    pub placements: Vec<Placement>,
    pub poses: Vec<Pose>,
    pub motions: Vec<Motion>,
    pub parry: Vec<ParryPose>,
    pub transforms: Vec<Transform>,
}

impl Natives {
    pub fn new(scene: &Scene) -> Rc<Self> {
        let motion = |(before, now): (&Placement, &Placement)| {
            Motion::between(pose(before), pose(now), Vector3::zeros())
                .expect("less than half a turn")
        };
        Rc::new(Natives {
            pairs: scene.pairs,
            warm: scene.warm.clone(),
            timed: scene.timed.clone(),
            placements: scene.places.clone(),
            poses: scene.places.iter().map(pose).collect(),
            motions: scene.before.iter().zip(&scene.places).map(motion).collect(),
            parry: scene.places.iter().map(parry_pose).collect(),
            transforms: scene.places.iter().map(transform).collect(),
        })
    }
}

pub fn transform(at: &Placement) -> Transform {
    Transform {
        turn: isometry(at).rotation.to_rotation_matrix().into_inner(),
        shift: at.p.into(),
    }
}

/// The names of all that run everywhere, ours first.
pub const RAY_SIMPLEX: &str = "ray simplex";
pub const WALKER: &str = "walker";
pub const PAPER: &str = "ip face-grouped";

/// All contenders that need no other package.
pub fn all(library: &Rc<Library>, natives: &Rc<Natives>) -> Vec<Speaker> {
    let by = |method| IntersectOptions {
        method,
        ..IntersectOptions::default()
    };
    let statics = |name, method, virtual_plane: bool| {
        let options = by(method);
        poses(library, natives, name, move |pair, state| {
            if !virtual_plane {
                *state = PairState::default();
            }
            intersect(pair, &options, state)
                .expect("valid options")
                .verdict
        })
    };
    let gjk = poses(library, natives, "distance (GJK)", |pair, state| {
        let answer = distance(pair, &DistanceOptions::default(), state);
        answer.expect("valid options").verdict
    });
    let whole = |name, virtual_plane| whole_program(library, natives, name, virtual_plane);
    let sweep = |name, sweep, method| sweeps(library, natives, name, sweep, method);
    let (rs, ip) = (Method::RaySimplex, Method::InteriorPoint);
    vec![
        statics(RAY_SIMPLEX, rs, true),
        statics("interior point", ip, true),
        statics("ip, no plane", ip, false),
        whole("ip, all columns", true),
        whole("ip, all, no plane", false),
        sweep("rs certified", Sweep::Certified, rs),
        sweep("rs full", Sweep::Full, rs),
        sweep("rs face-grouped", Sweep::FaceGrouped, rs),
        sweep("ip certified", Sweep::Certified, ip),
        sweep("ip full", Sweep::Full, ip),
        sweep(PAPER, Sweep::FaceGrouped, ip),
        gjk,
        walker(library, natives),
        parry(library, natives),
    ]
}

fn poses(
    library: &Rc<Library>,
    natives: &Rc<Natives>,
    name: &'static str,
    ask: impl Fn(&PosedPair<'_>, &mut PairState) -> Verdict + 'static,
) -> Speaker {
    let (library, of) = (library.clone(), natives.clone());
    let ask = move |query: &Query, state: &mut PairState| {
        let [a, b] = query.shape.map(|s| &library.shapes[s as usize].polytope);
        let [p, q] = query.at.map(|i| &of.poses[i as usize]);
        ask(&PosedPair::new(a, p, b, q), state) != Verdict::Separated
    };
    asking(name, About::Poses, natives, PairState::default(), ask)
}

fn sweeps(
    library: &Rc<Library>,
    natives: &Rc<Natives>,
    name: &'static str,
    sweep: Sweep,
    method: Method,
) -> Speaker {
    let (library, of) = (library.clone(), natives.clone());
    let options = InterframeOptions {
        sweep,
        method,
        ..InterframeOptions::default()
    };
    let ask = move |query: &Query, state: &mut PairState| {
        let [a, b] = query.shape.map(|s| &library.shapes[s as usize].polytope);
        let [p, q] = query.at.map(|i| &of.motions[i as usize]);
        let answer = interframe(&MovingPair::new(a, p, b, q), &options, state);
        answer.expect("valid options").verdict.may_hit()
    };
    asking(name, About::Motion, natives, PairState::default(), ask)
}

fn whole_program(
    library: &Rc<Library>,
    natives: &Rc<Natives>,
    name: &'static str,
    virtual_plane: bool,
) -> Speaker {
    let (library, of) = (library.clone(), natives.clone());
    let mut program = WholeProgram::default();
    let ask = move |query: &Query, kept: &mut Option<Vector3<f64>>| {
        if !virtual_plane {
            *kept = None;
        }
        let [a, b] = query.shape.map(|s| &library.shapes[s as usize].polytope);
        let [p, q] = query.at.map(|i| &of.transforms[i as usize]);
        // In units of the pair's size, about the middle between the centres.
        let unit = 1.0 / (a.reach() + b.reach());
        let middle = (q.shift - p.shift) * (0.5 * unit);
        let (turn_a, turn_b) = (p.turn * unit, q.turn * unit);
        let on_a = a.vertices().map(|v| turn_a * v - middle);
        let on_b = b.vertices().map(|v| turn_b * v + middle);
        program.solve(on_a, on_b, kept) != Outcome::Separated
    };
    asking(name, About::Poses, natives, None, ask)
}

fn walker(library: &Rc<Library>, natives: &Rc<Natives>) -> Speaker {
    let (library, of) = (library.clone(), natives.clone());
    let ask = move |query: &Query, closest: &mut Closest| {
        let [a, b] = query.shape.map(|s| &library.meshes[s as usize]);
        let [p, q] = query.at.map(|i| &of.transforms[i as usize]);
        let pair = Pair::new(a, b, Transform::between(p, q));
        let (end, _) = pair.walk(closest);
        // I-COLLIDE reports the distance; here it is measured and left.
        if end == End::Apart {
            std::hint::black_box(pair.distance(closest));
        }
        end == End::Penetration
    };
    asking(WALKER, About::Poses, natives, START, ask)
}

fn parry(library: &Rc<Library>, natives: &Rc<Natives>) -> Speaker {
    let (library, of) = (library.clone(), natives.clone());
    let ask = move |query: &Query, _: &mut ()| {
        let [a, b] = query.shape.map(|s| &library.parry[s as usize]);
        let [p, q] = query.at.map(|i| &of.parry[i as usize]);
        intersection_test(p, a, q, b).is_ok_and(|answer| answer.intersecting)
    };
    asking("parry", About::Poses, natives, (), ask)
}
