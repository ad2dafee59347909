//! Is one body inside another, at given poses or until a time: C80 to C88 of `docs/guide/CERTIFICATES.md`.

use super::chain::{GivenMotion, GivenPose};
use std::ops::Range;

use super::bend::Rates;
use super::big::Big;
use super::enclosure::{Enclosure, Unit, Vector, dot, norm};
use super::exact::{World, check_id, parallel};
use super::faces::check_faces;
use super::failure::{Failure, Problem, refuse};
use super::finding::{Finding, Out, Stayed};
use super::interval::Interval;
use super::link::{Weak, parts_of_plane, prove_plane};
use super::motion::{Motions, Stage, in_each_arithmetic, settled};
use super::numbers::{at_least_0, check_direction, finite, time};
use super::placed::{Placed, Rotation, axis_of, turns};
use super::reach::Reach;
use super::scene::{Scene, TurningPlane};
use super::shape::Round;
use super::simplex::Int3;
use super::simplex::whole;
use super::stay::{Beyond, Exit, Outside, Stay, WallTimes};

/// C80.
pub(super) fn check_inside(
    bodies: [&[[f64; 3]]; 2],
    poses: &[GivenPose; 2],
    simplices: &[Vec<u32>],
) -> Result<Finding, Failure> {
    World::of_poses(bodies, poses, Reach::NONE).inside(simplices, 0, 80)?;
    Ok(Finding::Held(true))
}

/// C81.
pub(super) fn check_outside(
    bodies: [&[[f64; 3]]; 2],
    poses: &[GivenPose; 2],
    outside: &Outside,
) -> Result<Finding, Failure> {
    check_id("B", outside.vertex, bodies[1].len())?;
    let normal = outside.normal.as_ref();
    let given = usize::from(normal.is_some()) + usize::from(outside.span.is_some());
    refuse!(81 if given != usize::from(!bodies[0].is_empty()) =>
        "what is outside A takes one of `normal` and `span`, and none if A is empty");
    if let Some(normal) = normal {
        check_direction(normal, 81, "normal")?;
    }
    if given > 0 {
        let span = outside.span.as_deref().unwrap_or_default();
        World::of_poses(bodies, poses, Reach::NONE).beyond(outside.vertex, normal, span, 81)?;
    }
    Ok(Finding::Held(false))
}

/// C82 to C88.
pub(super) fn check_exit(
    bodies: [&[[f64; 3]]; 2],
    motions: &[GivenMotion; 2],
    exit: &Exit,
) -> Result<Finding, Failure> {
    finite(&[exit.target], 4, || "target".into())?;
    check_faces(bodies[0], &exit.faces)?;
    let mut stayed = Stayed {
        target: exit.target,
        inside: None,
        throughout: None,
        outside: None,
    };
    let room = ExitCheck {
        pair: Motions::new(bodies, Round::default(), motions),
        exit,
    };
    for (stay, strict) in [(&exit.inside, true), (&exit.held, false)] {
        let Some(stay) = stay else { continue };
        room.stay(stay, strict)?;
        if stay.beyond == 0.0 {
            stayed.inside = Some(stay.to);
        }
        if stay.to == 1.0 {
            let known = stayed.throughout.unwrap_or(f64::INFINITY);
            stayed.throughout = Some(stay.beyond.min(known));
        }
    }
    if let Some(beyond) = &exit.outside {
        stayed.outside = Some(room.outside(beyond)?);
    }
    if bodies[1].is_empty() {
        // The empty set is inside everything.
        (stayed.inside, stayed.throughout) = (Some(1.0), Some(0.0));
    }
    Ok(Finding::Exit(stayed))
}

/// Whether a vertex of B is outside as the proof claims, C87.
pub fn outside_holds(
    bodies: [&[[f64; 3]]; 2],
    motions: &[GivenMotion; 2],
    exit: &Exit,
    beyond: &Beyond,
) -> bool {
    let pair = Motions::new(bodies, Round::default(), motions);
    ExitCheck { pair, exit }.outside(beyond).is_ok()
}

/// Largest width of a depth in f64, as a part of the vertex's own coordinates.
const NARROW: f64 = 1e-12;

/// Between a time when something holds and one when it does not, a late one when it does.
fn last_of(holds: impl Fn(f64) -> bool, mut yes: f64, mut no: f64) -> f64 {
    for _ in 0..8 {
        let middle = 0.5 * (yes + no);
        if holds(middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    yes
}

/// Looks after which the time of a wall is cut.
const LOOKS_A_PART: usize = 100;

/// Where the times of walls are to be cut so that no part takes too many looks.
pub fn cut_walls(
    bodies: [&[[f64; 3]]; 2],
    motions: &[GivenMotion; 2],
    exit: &Exit,
    stay: &Stay,
) -> Vec<WallTimes> {
    let pair = Motions::new(bodies, Round::default(), motions);
    let first = World::unturned(bodies, motions, [0.0; 2]);
    let margin = exit.target - stay.beyond;
    let times = |loop_: &Vec<u32>| {
        let outward = first.wall([loop_[0], loop_[1], loop_[2]]).ok()?;
        let inward = outward.each_ref().map(|x| -x);
        let (scene, mut plane) = against(&pair.rough, &pair, &inward, loop_[0], margin)?;
        let rates = Rates::new(&scene);
        let clear = |t| scene.is_clear(&rates, &plane, [t; 2]) == Some(true);
        let times = match [clear(0.0), clear(stay.to)] {
            [true, true] => return None,
            [true, false] => [last_of(clear, 0.0, stay.to), stay.to],
            [false, true] => [0.0, last_of(clear, stay.to, 0.0)],
            [false, false] => [0.0, stay.to],
        };
        let mut parts = parts_of_plane(&scene, &rates, &plane, times);
        if parts.is_empty() && margin == 0.0 && times[0] == 0.0 {
            plane.grounded = first.below(&outward, loop_[0], 0).ok()?;
            parts = parts_of_plane(&scene, &rates, &plane, times);
        }
        let cuts = parts.into_iter().skip(LOOKS_A_PART).step_by(LOOKS_A_PART);
        let cuts = [times[0]].into_iter().chain(cuts).chain([times[1]]);
        let cuts = cuts.filter(|t| *t > 0.0 && *t < stay.to);
        Some(cuts.collect::<Vec<f64>>())
    };
    let walls = (0..).zip(&exit.faces).map(|(face, loop_)| WallTimes {
        face,
        times: times(loop_).unwrap_or_default(),
    });
    walls.filter(|wall| !wall.times.is_empty()).collect()
}

/// C84: whether the slack is linear in time.
fn is_steady(pair: &Motions<'_>, normal: &Int3) -> bool {
    let about_normal = |motion| parallel(normal, &axis_of(motion));
    let mut each = pair.bodies.iter().zip(pair.motions);
    each.all(|(body, motion)| !turns(body, motion) || about_normal(motion))
}

/// B and one vertex of A, and a plane that turns with A and faces inwards.
fn against<N: Enclosure>(
    stage: &Stage<N>,
    pair: &Motions<'_>,
    inward: &Int3,
    corner: u32,
    margin: f64,
) -> Option<(Scene<N>, TurningPlane<N>)> {
    let mut scene = stage.scene.clone();
    let corner = &pair.bodies[0][corner as usize];
    let pivot = &pair.motions[0].pivot;
    scene.a = scene.a.with_point(corner, pivot, scene.unit);
    let length = N::new(margin, scene.unit);
    let spin = scene.a.spin.clone();
    let plane = TurningPlane::of(0.0, N::direction(inward, scene.unit.bits)?, spin, &length);
    Some((scene, plane))
}

struct ExitCheck<'a> {
    pair: Motions<'a>,
    exit: &'a Exit,
}

impl<'a> ExitCheck<'a> {
    /// C83 to C86.
    fn stay(&self, stay: &Stay, strict: bool) -> Result<(), Failure> {
        time(stay.to, 83, "`to`")?;
        at_least_0(stay.beyond, 83, "`beyond`")?;
        refuse!(88 if !strict && stay.beyond == 0.0 => "`held` has a `beyond` above 0");
        match (&stay.walls, &stay.simplices) {
            (Some(walls), None) => {
                let is_empty = self.pair.bodies[1].is_empty();
                refuse!(83 if self.exit.faces.is_empty() && !is_empty => "there are no faces");
                let mut cuts: Vec<Option<&[f64]>> = vec![None; self.exit.faces.len()];
                for wall in walls {
                    check_id("a wall's face", wall.face, cuts.len())?;
                    let cut = &mut cuts[wall.face as usize];
                    let ends = std::iter::once(&0.0).chain(&wall.times);
                    let rises = ends.zip(wall.times.iter().chain([&stay.to]));
                    refuse!(83 if cut.is_some() || !rises.into_iter().all(|(x, y)| x < y) =>
                        "a wall is named once, and its times rise from 0 to `to`");
                    *cut = Some(&wall.times);
                }
                if is_empty {
                    return Ok(());
                }
                let first = self.start();
                for (face, cut) in cuts.iter().enumerate() {
                    self.wall(face, cut.unwrap_or_default(), stay, &first)?;
                }
                Ok(())
            }
            (None, Some(simplices)) => self.simplices(simplices, stay),
            _ => refuse!(83 => "one of `walls` and `simplices` is given"),
        }
    }

    /// Both at two times as if they did not turn, exactly.
    fn at(&self, times: [f64; 2]) -> World<'a> {
        World::unturned(self.pair.bodies, self.pair.motions, times)
    }

    /// Both at t = 0, exactly.
    fn start(&self) -> World<'a> {
        self.at([0.0; 2])
    }

    /// C86.
    fn simplices(&self, simplices: &[Vec<Vec<u32>>; 2], stay: &Stay) -> Result<(), Failure> {
        refuse!(86 if self.pair.turning() || self.exit.target != 0.0 || stay.beyond != 0.0 =>
            "simplices are for bodies that do not turn, and no margin");
        let world = self.at([0.0, stay.to]);
        world.inside(&simplices[0], 0, 86)?;
        world.inside(&simplices[1], 1, 86)
    }

    /// One face: C84, C85.
    fn wall(
        &self,
        face: usize,
        cuts: &[f64],
        stay: &Stay,
        first: &World<'_>,
    ) -> Result<(), Failure> {
        let loop_ = &self.exit.faces[face];
        let (corners, corner) = ([loop_[0], loop_[1], loop_[2]], loop_[0]);
        // Inwards: from the face to B.
        let outward = first.wall(corners)?;
        let inward = outward.each_ref().map(|x| -x);
        let margin = self.exit.target - stay.beyond;
        let exact = self.exit.target == stay.beyond;
        let mut from = 0.0;
        for &to in cuts.iter().chain([&stay.to]) {
            let times = [from, to];
            if self.is_clear(&inward, corner, margin, times) {
                from = to;
                continue;
            }
            let mut found = self.prove(&inward, corner, margin, false, times);
            let open = !settled(&found) && exact;
            if open && is_steady(&self.pair, &inward) {
                let world = self.at(times);
                found = Ok(());
                for copy in [0, 1] {
                    if !world.below(&outward, corner, copy)? {
                        found = Err(Weak::False(times[copy]));
                    }
                }
            } else if open && from == 0.0 && first.below(&outward, corner, 0)? {
                found = self.prove(&inward, corner, margin, true, times);
            }
            found.map_err(|weak| {
                let (t, sure) = match weak {
                    Weak::False(t) => (t, true),
                    Weak::Unclear(t) | Weak::Unproved { t0: t, .. } => (t, false),
                };
                let unproved = matches!(weak, Weak::Unproved { .. });
                let condition = if unproved { 56 } else { 83 };
                Failure::new(condition, Problem::Wall { face, t, sure })
            })?;
            from = to;
        }
        Ok(())
    }

    /// Proves that B stays on the inner side of a face at any angle: C89.
    fn is_clear(&self, inward: &Int3, corner: u32, margin: f64, times: [f64; 2]) -> bool {
        let found = in_each_arithmetic!(
            self.pair,
            |stage: N| match against(stage, &self.pair, inward, corner, margin) {
                Some((scene, plane)) => scene.is_clear(&Rates::new(&scene), &plane, times),
                None => Some(false),
            },
            |found: &Option<bool>| found.is_some()
        );
        found == Some(true)
    }

    /// Proves by looks that B stays on the inner side of a face.
    fn prove(
        &self,
        inward: &Int3,
        corner: u32,
        margin: f64,
        grounded: bool,
        times: [f64; 2],
    ) -> Result<(), Weak> {
        in_each_arithmetic!(
            self.pair,
            |stage: N| {
                let found = against(stage, &self.pair, inward, corner, margin);
                let Some((scene, mut plane)) = found else {
                    return Err(Weak::False(times[0]));
                };
                plane.grounded = grounded;
                prove_plane(&scene, &Rates::new(&scene), &plane, times)
            },
            settled
        )
    }

    /// C87.
    fn outside(&self, beyond: &Beyond) -> Result<Out, Failure> {
        let Motions { bodies, .. } = self.pair;
        let (t, vertex) = (beyond.t, beyond.vertex);
        time(t, 87, "time of what is outside")?;
        check_id("B", vertex, bodies[1].len())?;
        let given = [
            beyond.face.is_some(),
            beyond.normal.is_some(),
            beyond.span.is_some(),
        ];
        let given = given.iter().filter(|given| **given).count();
        refuse!(87 if given != usize::from(!bodies[0].is_empty()) =>
            "what is outside A takes one of `face`, `normal` and `span`, and none if A is empty");
        if given == 0 {
            let depth = f64::MAX;
            return Ok(Out { t, vertex, depth });
        }
        let mut ids = 0..bodies[0].len() as u32;
        if let Some(face) = beyond.face {
            check_id("what is outside", face, self.exit.faces.len())?;
            let corner = self.exit.faces[face as usize][0];
            ids = corner..corner + 1;
        }
        if let Some(normal) = &beyond.normal {
            check_direction(normal, 87, "normal")?;
            refuse!(87 if self.exit.target < 0.0 => "beyond a negative margin it takes a face");
        }
        let rational = self.pair.world([t; 2], Reach::NONE);
        let depth = match rational.filter(|_| self.exit.target == 0.0) {
            Some(world) => {
                let n = match (&beyond.normal, &beyond.span) {
                    (Some(normal), _) => whole(normal),
                    (None, Some(span)) => {
                        let pairs: Vec<[u32; 2]> = span.iter().map(|&a| [a, vertex]).collect();
                        world.spanned(&pairs)?
                    }
                    (None, None) => world.wall(self.corners(beyond))?,
                };
                world.gap(&n, ids.clone(), vertex..vertex + 1, 87)?;
                let scene = &self.pair.stage(Unit::MIDDLE).scene;
                let n = Big::direction(&n, Unit::MIDDLE);
                let power = scene.unscaled();
                n.map_or(0.0, |n| {
                    depth(scene, &n, ids, vertex, t, 0.0).mul(&power).lower()
                })
            }
            None => self.outside_enclosed(beyond, ids)?,
        };
        // What is proved outside is not less than 0 deep, whatever was rounded.
        let depth = if self.exit.target == 0.0 {
            depth.max(0.0)
        } else {
            depth
        };
        Ok(Out { t, vertex, depth })
    }

    fn corners(&self, beyond: &Beyond) -> [u32; 3] {
        let face = &self.exit.faces[beyond.face.unwrap_or(0) as usize];
        [face[0], face[1], face[2]]
    }

    /// Returns a lower bound of its depth.
    fn outside_enclosed(&self, beyond: &Beyond, ids: Range<u32>) -> Result<f64, Failure> {
        let (t, vertex, target) = (beyond.t, beyond.vertex, self.exit.target);
        refuse!(87 if beyond.span.is_some() => "a span needs rational positions and no margin");
        let wall = match beyond.face {
            Some(_) => self.start().wall(self.corners(beyond))?,
            None => whole(&beyond.normal.unwrap_or_default()),
        };
        let turns = beyond.face.is_some();
        let corner = self.pair.bodies[1][vertex as usize];
        let size = corner.iter().fold(target.abs(), |m, x| m.max(x.abs()));
        let least = in_each_arithmetic!(
            self.pair,
            |stage: N| {
                let scene = &stage.scene;
                let n = N::direction(&wall, scene.unit.bits).map(|n| match &scene.a.spin {
                    Some(spin) if turns => Rotation::after(spin, &scene.number(t)).apply(&n),
                    _ => n,
                });
                n.map(|n| {
                    let depth = depth(scene, &n, ids.clone(), vertex, t, target);
                    let length = depth.mul(&scene.unscaled());
                    let positive = depth.is_positive();
                    (positive.then(|| length.lower()), length.upper())
                })
            },
            // What is claimed is held against it.
            |found: &Option<(Option<f64>, f64)>| matches!(*found,
                Some((Some(low), high)) if high < f64::INFINITY && high - low <= NARROW * size.max(high))
        );
        let missed = Problem::NotOutside { vertex, t };
        let least = least.and_then(|(low, _)| low);
        least.ok_or_else(|| Failure::new(87, missed))
    }
}

/// target + (n.b - max n.a)/|n|, times the scale.
fn depth<N: Enclosure>(
    scene: &Scene<N>,
    n: &Vector<N>,
    ids: Range<u32>,
    vertex: u32,
    t: f64,
    target: f64,
) -> N {
    let t = scene.number(t);
    let height = |body: &Placed<N>, id: u32| dot(n, &body.position(&body.arms()[id as usize], &t));
    let most = ids.map(|id| height(&scene.a, id)).reduce(|x, y| x.max(&y));
    let out = height(&scene.b, vertex).sub(&most.unwrap_or_else(|| t.like(0.0)));
    let out = out.div(&norm(n)).unwrap_or_else(|| t.like(-f64::MAX));
    out.add(&N::new(target, scene.unit))
}
