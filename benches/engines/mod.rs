//! What engines live on: rays and casts through worlds and at a large mesh, contacts there, casts of pairs, bullets, and frames
//! that are hard for a broad phase. All libraries get the same inputs in turns; the peers are in `benches/peers/matrix`.

mod frames;

use interframe::Verdict;

use crate::matrix::{Cell, Library, More, OPEN, Ours};
use crate::support::bullets::{Range, shapes};
use crate::support::driver::{Contender, Driver, compare, median};
use crate::support::kinds::{self, Kind, Shape};
use crate::support::near_contact::{Item, Moves, items};
use crate::support::questions::{Query, Said};
use crate::support::shots::shots;
use crate::support::swarm::Flyer;
use crate::support::workloads::Placement;
use nalgebra::Vector3;
use twin::random::case_generator;

/// The table and its file.
const TABLE: &str = "engines";

/// The mesh is that of the matrix so many times as large: its triangles are 0.3 to 1.1 long, as in levels.
const SCALE: f64 = 10.0;

/// Places in the list of kinds.
const POINT: usize = 0;
const TARGET: usize = 1;
const BULLET: usize = 2;
const MESH: usize = 3;
const AT_MESH: std::ops::Range<usize> = 4..8;
const FIRST_OF_PAIRS: usize = 8;

/// Places in the list above of what is cast at what.
const PAIRS: [[usize; 2]; 7] = [[0, 0], [0, 2], [1, 1], [1, 2], [2, 2], [3, 3], [3, 2]];

/// The mesh, what flies at it, and those of the matrix that are cast at each other.
fn all_kinds(quick: bool) -> Vec<Kind> {
    let kind = |name, radius, shape| Kind {
        name,
        shape,
        radius,
    };
    let (mut of_pairs, mut mesh) = (Vec::new(), None);
    for kind in kinds::all(quick) {
        match kind.name {
            "ball" | "capsule" | "box" | "cylinder" => of_pairs.push(kind),
            "mesh" => mesh = Some(kind.shape.scaled(SCALE)),
            _ => {}
        }
    }
    let [target, bullet] = shapes();
    let cube = |side: f64| Shape::Box([0.5 * side; 3], 0.0);
    let mut all = vec![
        kind("point", 0.0, Shape::Ball(0.0)),
        kind("target", 1.0, target),
        kind("bullet", 0.02, bullet),
        kind("mesh", 4.0 * SCALE, mesh.expect("a mesh")),
        kind("ball", 0.05, Shape::Ball(0.05)),
        kind("capsule", 0.15, Shape::Capsule(0.1, 0.05)),
        kind("box of 0.2", 0.18, cube(0.2)),
        kind("box of 1", 0.87, cube(1.0)),
    ];
    all.extend(of_pairs);
    all
}

/// What one library showed of a row.
struct Side {
    who: &'static str,
    /// In the row's unit.
    time: f64,
    /// For each item whether bodies meet; none if undecided.
    met: Vec<Option<bool>>,
}

/// What a row is: its name, the unit of its times, and a line that says more.
type Label<'a> = (&'a str, &'a str, &'a str);

struct Bench {
    driver: Driver,
    kinds: Vec<Kind>,
    ours: Ours,
    peers: Vec<Box<dyn Library>>,
}

/// Measures all rows and writes their figures.
pub fn run(root: &std::path::Path, more: More<'_>) {
    let driver = Driver::from_args(root);
    if driver.is_given("--table") {
        return driver.make_pages();
    }
    let kinds = all_kinds(driver.quick);
    let mut bench = Bench {
        ours: Ours::new(&kinds),
        peers: more(&kinds),
        kinds,
        driver,
    };
    bench.worlds();
    bench.mesh();
    bench.pairs();
    bench.build();
    for (name, full) in [
        ("1,000 bullets", 1_000),
        ("10,000 bullets", 10_000),
        ("100,000 bullets", 100_000),
    ] {
        bench.bullets(name, bench.count(full, full / 100));
    }
    bench.frames();
    bench.driver.finish();
}

/// What a cast wrote.
fn verdict(met: &u8) -> Option<bool> {
    (*met != OPEN).then_some(*met == 1)
}

fn at_mesh(query: Query, moves: Moves, kind: usize, items: &[Item]) -> Cell<'_> {
    Cell {
        query,
        moves,
        kinds: [kind, MESH],
        items,
    }
}

impl Bench {
    fn wants(&self, row: &str) -> bool {
        self.driver.wants("--rows", row)
    }

    /// The number of something, and a small one for a short look.
    fn count(&self, full: usize, quick: usize) -> usize {
        if self.driver.quick { quick } else { full }
    }

    fn rounds(&self) -> usize {
        self.driver.effort().rounds
    }

    fn libraries(&self) -> impl Iterator<Item = &dyn Library> {
        let peers = self.peers.iter().map(|peer| &**peer);
        std::iter::once(&self.ours as &dyn Library).chain(peers)
    }

    /// Adds a row. The first side is this library; the others' verdicts are compared with its decided ones.
    fn push(&mut self, (row, unit, what): Label<'_>, items: usize, sides: &[Side]) {
        let figure = |time: f64| match time {
            time if time < 1.0 => format!("{time:.3}"),
            time if time < 10.0 => format!("{time:.2}"),
            time => format!("{time:.1}"),
        };
        let shown = |who: &str| sides.iter().find(|side| side.who == who);
        let mut cells = vec![("row".into(), row.into()), ("unit".into(), unit.into())];
        for library in self.libraries() {
            let time = shown(library.name()).map_or("-".into(), |side| figure(side.time));
            cells.push((library.name().to_string(), time));
        }
        let (ours, peers) = sides.split_first().expect("this library");
        let best = peers.iter().map(|peer| peer.time).min_by(f64::total_cmp);
        let ratio = best.map_or("-".into(), |best| format!("{:.2}", ours.time / best));
        let counted = |met: bool, peer: &Side| {
            let both = ours.met.iter().zip(&peer.met);
            both.filter(|(own, other)| **own == Some(met) && **other == Some(!met))
                .count()
        };
        let differ = |met: bool| match peers.iter().all(|peer| peer.met.is_empty()) {
            true => "-".into(),
            false => {
                let counts = peers.iter().map(|peer| (peer.who, counted(met, peer)));
                let counts = counts.filter(|(_, count)| *count > 0);
                let counts: Vec<_> = counts
                    .map(|(who, count)| format!("{who} {count}"))
                    .collect();
                match counts.is_empty() {
                    true => "0".into(),
                    false => counts.join("; "),
                }
            }
        };
        let verdicts = |met: Option<bool>| match ours.met.is_empty() {
            true => "-".into(),
            false => ours
                .met
                .iter()
                .filter(|own| **own == met)
                .count()
                .to_string(),
        };
        cells.extend([
            ("ours / best".into(), ratio),
            ("items".into(), items.to_string()),
            ("our hits".into(), verdicts(Some(true))),
            ("undecided".into(), verdicts(None)),
            ("missed".into(), differ(true)),
            ("hits that are none".into(), differ(false)),
            ("what".into(), what.into()),
        ]);
        self.driver.push(TABLE, cells);
    }

    /// A query about pairs of two kinds.
    fn pair(&mut self, label: Label<'_>, cell: &Cell<'_>) {
        if !self.wants(label.0) {
            return;
        }
        let count = cell.items.len();
        let (mut sides, mut timed) = (Vec::new(), Vec::new());
        for library in self.libraries() {
            let Some((_, mut ask)) = library.asked(cell) else {
                continue;
            };
            let said: Result<Vec<Said>, String> = (0..count).map(&mut ask).collect();
            let Ok(said) = said else { continue };
            let met = |said: &Said| match said.verdict {
                Verdict::Undecided => None,
                verdict => Some(verdict == Verdict::Hit),
            };
            sides.push(Side {
                who: library.name(),
                time: 0.0,
                met: said.iter().map(met).collect(),
            });
            timed.push(Contender::each(library.name(), move |k| {
                ask(k).is_ok_and(|said| said.verdict.may_hit())
            }));
        }
        let figures = compare(&mut timed, count, self.driver.effort());
        drop(timed);
        for (k, side) in sides.iter_mut().enumerate() {
            side.time = 1e-3 * figures.ns(k);
        }
        self.push(label, count, &sides);
    }

    /// Casts of the first kind through a world of copies of the second.
    fn casts(&mut self, label: Label<'_>, kinds: [usize; 2], at: &[Placement], items: &[Item]) {
        if !self.wants(label.0) {
            return;
        }
        let (mut sides, mut timed) = (Vec::new(), Vec::new());
        for library in self.libraries() {
            let Some(mut world) = library.world(kinds, at) else {
                continue;
            };
            world.take(at, items);
            let mut met = vec![0; items.len()];
            world.cast(&mut met);
            sides.push(Side {
                who: library.name(),
                time: 0.0,
                met: met.iter().map(verdict).collect(),
            });
            timed.push(Contender::new(library.name(), move |_| {
                world.cast(&mut met)
            }));
        }
        let figures = compare(&mut timed, items.len(), self.driver.effort());
        drop(timed);
        for (k, side) in sides.iter_mut().enumerate() {
            side.time = 1e-3 * figures.ns(k);
        }
        self.push(label, items.len(), &sides);
    }

    fn worlds(&mut self) {
        let range = Range::new(self.count(4_000, 40), self.count(1_000, 20));
        let at: Vec<_> = range.targets.iter().map(Flyer::place).collect();
        let straight = |item: Item| Item {
            turn: [0.0; 3],
            ..item
        };
        let items: Vec<_> = range.items().into_iter().map(straight).collect();
        let label = (
            "rays at 1,000 boxes",
            "us",
            "a ray of 15 m in a world of boxes of side 1.15; 800 m3 a box",
        );
        self.casts(label, [POINT, TARGET], &at, &items);
        let label = (
            "box at 1,000 boxes",
            "us",
            "the same way of a box of side 0.023, not turning",
        );
        self.casts(label, [BULLET, TARGET], &at, &items);
    }

    fn mesh(&mut self) {
        let Shape::Mesh(vertices, _) = &self.kinds[MESH].shape else {
            unreachable!("it is a mesh")
        };
        let vertices: Vec<_> = vertices.iter().map(|p| Vector3::from(*p) / SCALE).collect();
        let rng = &mut case_generator(42, 0);
        let here = Placement::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
        let flights = shots(rng, &vertices, self.count(1_000, 20));
        let ways: Vec<Item> = (flights.iter())
            .map(|shot| Item {
                a: Placement::new((SCALE * shot.from).into(), rng.quaternion()),
                b: here,
                by: (SCALE * shot.by).into(),
                turn: [0.0; 3],
            })
            .collect();
        let cast = Query::TimeOfImpact;
        let label = (
            "ray at the mesh",
            "us",
            "40 to 120 m at a torus of 100,352 triangles",
        );
        self.pair(label, &at_mesh(cast, Moves::Straight, POINT, &ways));
        let label = (
            "ray at the mesh in a world",
            "us",
            "the same through a world that holds the mesh alone",
        );
        self.casts(label, [POINT, MESH], &[here], &ways);
        for kind in AT_MESH {
            let row = format!("{} cast at the mesh", self.kinds[kind].name);
            let label = (
                &*row,
                "us",
                "the same ways, straight, from random orientations",
            );
            self.pair(label, &at_mesh(cast, Moves::Straight, kind, &ways));
        }
        for (query, name, what) in [
            (
                Query::Intersect,
                "any hit",
                "up to 0.02 radii apart from the mesh or in it",
            ),
            (
                Query::ContactManifold,
                "contacts",
                "the same; ours are reduced to four and free of inner edges",
            ),
        ] {
            for kind in AT_MESH {
                let [a, b] = [kind, MESH].map(|k| (k, &self.kinds[k]));
                let bodies = [kind, MESH].map(|k| &self.ours.bodies[k]);
                let near = items([a, b], bodies, Moves::Rests, self.count(500, 4));
                let row = format!("{name}: {} at the mesh", self.kinds[kind].name);
                self.pair(
                    (&row, "us", what),
                    &at_mesh(query, Moves::Rests, kind, &near),
                );
            }
        }
    }

    fn pairs(&mut self) {
        for pair in PAIRS {
            let kinds = pair.map(|k| FIRST_OF_PAIRS + k);
            let [a, b] = kinds.map(|k| (k, &self.kinds[k]));
            let bodies = kinds.map(|k| &self.ours.bodies[k]);
            let items = items([a, b], bodies, Moves::Straight, self.count(500, 4));
            let cell = Cell {
                query: Query::TimeOfImpact,
                moves: Moves::Straight,
                kinds,
                items: &items,
            };
            let row = format!("{} cast at {}", a.1.name, b.1.name);
            let what = "straight into contact, or past at up to 0.02 radii";
            self.pair((&row, "us", what), &cell);
        }
    }

    fn build(&mut self) {
        let label = ("build of the mesh", "ms", "100,352 triangles from lists");
        if !self.wants(label.0) {
            return;
        }
        let mut sides: Vec<Side> = Vec::new();
        let mesh = &self.kinds[MESH].shape;
        for library in self.libraries() {
            if library.build_seconds(mesh).is_some() {
                sides.push(Side {
                    who: library.name(),
                    time: 0.0,
                    met: Vec::new(),
                });
            }
        }
        let mut times = vec![Vec::new(); sides.len()];
        for _ in 0..self.rounds() {
            let seconds = self.libraries().filter_map(|lib| lib.build_seconds(mesh));
            for (times, seconds) in times.iter_mut().zip(seconds) {
                times.push(1e3 * seconds);
            }
        }
        for (side, times) in sides.iter_mut().zip(times) {
            side.time = median(times);
        }
        self.push(label, 1, &sides);
    }
}
