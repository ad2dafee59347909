//! Ears: corners of an outline that can be cut off as triangles, one after another.
//!
//! A corner is an ear when its triangle goes round counter-clockwise and holds no other corner of what is left. It stays one until
//! a neighbour goes; one whose triangle holds a corner waits until that corner goes. So a corner is tested again only then,
//! and a tree of boxes finds the corners in a triangle. All sides are exact signs. Steps are counted: an outline that takes more
//! than a file may is refused.

use std::collections::BTreeSet;

use robust::{Coord, orient2d};

/// Steps that every file may take, even one of few corners: boxes and corners that are visited.
const FREE_STEPS: u64 = 10_000_000;
/// Steps that each corner of a face adds. A comb, a star or a spiral takes 100 to 200.
const STEPS_A_CORNER: u64 = 1000;
/// Corners of a box that is not divided.
const LEAF: usize = 8;

/// Steps that the faces of a file may still take.
#[derive(Debug)]
pub(super) struct Work(u64);

impl Default for Work {
    fn default() -> Self {
        Work(FREE_STEPS)
    }
}

/// The faces of a file take too many steps.
#[derive(Debug, PartialEq)]
pub(super) struct Spent;

impl Work {
    pub(super) fn earn(&mut self, corners: usize) {
        self.0 = self.0.saturating_add(STEPS_A_CORNER * corners as u64);
    }

    fn step(&mut self) -> Result<(), Spent> {
        self.0 = self.0.checked_sub(1).ok_or(Spent)?;
        Ok(())
    }
}

pub(super) fn side([a, b, c]: [Coord<f64>; 3]) -> f64 {
    orient2d(a, b, c)
}

/// Triangles that all go round counter-clockwise, or are flat, by the places of their corners; None where no
/// corner can be cut off.
pub(super) fn ears(
    points: &[Coord<f64>],
    work: &mut Work,
) -> Result<Option<Vec<[usize; 3]>>, Spent> {
    let count = points.len();
    let mut outline = Outline::new(points);
    for corner in 0..count {
        outline.look_at(corner, work)?;
    }
    let mut cut = Vec::with_capacity(count.saturating_sub(2));
    let mut from = 0;
    for _ in 2..count {
        let first = |set: &BTreeSet<usize>| set.range(from..).next().or(set.first()).copied();
        let Some(corner) = first(&outline.ears).or_else(|| first(&outline.flat)) else {
            return Ok(None);
        };
        cut.push(outline.ear(corner));
        outline.remove(corner, work)?;
        from = corner;
    }
    Ok(Some(cut))
}

/// The rest of an outline.
struct Outline<'a> {
    points: &'a [Coord<f64>],
    /// The corners before and after each.
    around: Vec<[usize; 2]>,
    ears: BTreeSet<usize>,
    /// Corners whose triangle is flat.
    flat: BTreeSet<usize>,
    /// The place of each corner, equal ones the same.
    places: Vec<usize>,
    tree: Tree,
    /// Corners whose triangle holds a place: they wait until no corner is there.
    waiting: Vec<Vec<usize>>,
    /// The place that each corner waits for.
    awaits: Vec<Option<usize>>,
}

impl<'a> Outline<'a> {
    fn new(points: &'a [Coord<f64>]) -> Self {
        let count = points.len();
        let mut order: Vec<usize> = (0..count).collect();
        let key = |i: &usize| (points[*i].x, points[*i].y);
        order.sort_by(|i, j| key(i).partial_cmp(&key(j)).expect("finite corners"));
        let mut places = vec![0; count];
        let mut distinct: Vec<Coord<f64>> = Vec::new();
        let mut corners = Vec::new();
        for i in order {
            if distinct.last() != Some(&points[i]) {
                distinct.push(points[i]);
                corners.push(0);
            }
            places[i] = distinct.len() - 1;
            corners[places[i]] += 1;
        }
        Outline {
            points,
            around: (0..count)
                .map(|i| [(i + count - 1) % count, (i + 1) % count])
                .collect(),
            ears: BTreeSet::new(),
            flat: BTreeSet::new(),
            places,
            waiting: vec![Vec::new(); distinct.len()],
            awaits: vec![None; count],
            tree: Tree::new(distinct, corners),
        }
    }

    fn ear(&self, corner: usize) -> [usize; 3] {
        let [before, after] = self.around[corner];
        [before, corner, after]
    }

    fn look_at(&mut self, corner: usize, work: &mut Work) -> Result<(), Spent> {
        self.ears.remove(&corner);
        self.flat.remove(&corner);
        self.awaits[corner] = None;
        let triangle = self.ear(corner).map(|i| self.points[i]);
        let side = side(triangle);
        if side == 0.0 {
            self.flat.insert(corner);
        } else if side > 0.0 {
            match self.tree.corner_in(triangle, work)? {
                None => drop(self.ears.insert(corner)),
                Some(place) => {
                    self.awaits[corner] = Some(place);
                    self.waiting[place].push(corner);
                }
            }
        }
        Ok(())
    }

    fn remove(&mut self, corner: usize, work: &mut Work) -> Result<(), Spent> {
        let [before, after] = self.around[corner];
        self.around[before][1] = after;
        self.around[after][0] = before;
        self.ears.remove(&corner);
        self.flat.remove(&corner);
        self.awaits[corner] = None;
        let place = self.places[corner];
        if self.tree.remove(place) {
            for waits in std::mem::take(&mut self.waiting[place]) {
                work.step()?;
                if self.awaits[waits] == Some(place) {
                    self.look_at(waits, work)?;
                }
            }
        }
        self.look_at(before, work)?;
        self.look_at(after, work)
    }
}

/// Places of corners in nested boxes.
struct Tree {
    places: Vec<Coord<f64>>,
    /// Corners that are left at each place.
    corners: Vec<u32>,
    boxes: Vec<Node>,
    /// The undivided box of each place.
    home: Vec<usize>,
}

struct Node {
    low: [f64; 2],
    high: [f64; 2],
    /// Places in it where a corner is left.
    live: u32,
    parent: usize,
    inside: Inside,
}

enum Inside {
    Two([usize; 2]),
    Places(Vec<usize>),
}

impl Tree {
    fn new(places: Vec<Coord<f64>>, corners: Vec<u32>) -> Self {
        let mut order: Vec<usize> = (0..places.len()).collect();
        let mut tree = Tree {
            home: vec![0; places.len()],
            places,
            corners,
            boxes: Vec::new(),
        };
        tree.divide(&mut order, 0);
        tree
    }

    fn divide(&mut self, order: &mut [usize], parent: usize) -> usize {
        let at = |k: usize, place: usize| [self.places[place].x, self.places[place].y][k];
        let bound = |k: usize, least: fn(f64, f64) -> f64, from: f64| {
            order.iter().map(|&place| at(k, place)).fold(from, least)
        };
        let low = [0, 1].map(|k| bound(k, f64::min, f64::INFINITY));
        let high = [0, 1].map(|k| bound(k, f64::max, f64::NEG_INFINITY));
        let node = self.boxes.len();
        let live = order.len() as u32;
        let inside = match order.len() > LEAF {
            // Known when they are made.
            true => Inside::Two([node; 2]),
            false => Inside::Places(order.to_vec()),
        };
        if order.len() > LEAF {
            let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
            let middle = order.len() / 2;
            order.select_nth_unstable_by(middle, |&i, &j| {
                at(axis, i).partial_cmp(&at(axis, j)).expect("finite")
            });
        }
        self.boxes.push(Node {
            low,
            high,
            live,
            parent,
            inside,
        });
        if order.len() > LEAF {
            let (first, second) = order.split_at_mut(order.len() / 2);
            let halves = [self.divide(first, node), self.divide(second, node)];
            self.boxes[node].inside = Inside::Two(halves);
        } else {
            for &place in &*order {
                self.home[place] = node;
            }
        }
        node
    }

    /// Takes a corner from a place; whether none is left there.
    fn remove(&mut self, place: usize) -> bool {
        self.corners[place] -= 1;
        if self.corners[place] > 0 {
            return false;
        }
        let mut node = self.home[place];
        loop {
            self.boxes[node].live -= 1;
            if node == 0 {
                return true;
            }
            node = self.boxes[node].parent;
        }
    }

    /// A place in a triangle, its rim included, that has a corner and is none of the triangle's.
    fn corner_in(
        &self,
        triangle: [Coord<f64>; 3],
        work: &mut Work,
    ) -> Result<Option<usize>, Spent> {
        let [a, b, c] = triangle;
        let sides = [[a, b], [b, c], [c, a]];
        let holds = |p: Coord<f64>| {
            !triangle.contains(&p) && sides.iter().all(|&[a, b]| side([a, b, p]) >= 0.0)
        };
        // A box is beyond a side where even its corner farthest to the left of that is to the right.
        let beyond = |node: &Node, [a, b]: [Coord<f64>; 2]| {
            let x = if b.y > a.y { node.low[0] } else { node.high[0] };
            let y = if b.x > a.x { node.high[1] } else { node.low[1] };
            side([a, b, Coord { x, y }]) < 0.0
        };
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            work.step()?;
            let node = &self.boxes[node];
            if node.live == 0 || sides.iter().any(|&side| beyond(node, side)) {
                continue;
            }
            match &node.inside {
                Inside::Two(halves) => open.extend(halves),
                Inside::Places(places) => {
                    for &place in places {
                        work.step()?;
                        if self.corners[place] > 0 && holds(self.places[place]) {
                            return Ok(Some(place));
                        }
                    }
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, corner by corner.
    fn plain(points: &[Coord<f64>]) -> Option<Vec<[usize; 3]>> {
        let mut left: Vec<usize> = (0..points.len()).collect();
        let (mut cut, mut from) = (Vec::new(), 0);
        while left.len() >= 3 {
            let count = left.len();
            let ear = |k: usize| [k + count - 1, k, k + 1].map(|k| left[k % count]);
            let corners = |k: usize| ear(k).map(|i| points[i]);
            let holds = |[a, b, c]: [Coord<f64>; 3], p: Coord<f64>| {
                ![a, b, c].contains(&p)
                    && [[a, b, p], [b, c, p], [c, a, p]]
                        .map(side)
                        .iter()
                        .all(|&side| side >= 0.0)
            };
            let is_ear = |&k: &usize| {
                side(corners(k)) > 0.0 && !left.iter().any(|&p| holds(corners(k), points[p]))
            };
            let mut order = (from..count).chain(0..from.min(count));
            let flat = |&k: &usize| side(corners(k)) == 0.0;
            let k = order.clone().find(is_ear).or_else(|| order.find(flat))?;
            cut.push(ear(k));
            left.remove(k);
            from = k;
        }
        Some(cut)
    }

    fn outline(count: usize, corner: impl Fn(f64) -> [f64; 2]) -> Vec<Coord<f64>> {
        let corners = (0..count).map(|i| corner(i as f64));
        corners.map(|[x, y]| Coord { x, y }).collect()
    }

    /// Steps that an outline takes, and its triangles.
    fn cut(points: &[Coord<f64>]) -> (Option<Vec<[usize; 3]>>, u64) {
        let mut work = Work(u64::MAX);
        (ears(points, &mut work).unwrap(), u64::MAX - work.0)
    }

    /// Outlines on a coarse grid, which cross and touch themselves, and stars, as the definition has them.
    #[test]
    fn the_ears_are_those_of_the_definition() {
        let mut state = 1_u64;
        let mut random = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % n
        };
        let (mut right, mut none) = (0, 0);
        for case in 0..4000 {
            let count = 3 + random(if case % 100 == 0 { 120 } else { 14 }) as usize;
            let grid = 2 + random(9);
            let star = random(2) == 0;
            let points: Vec<_> = (0..count)
                .map(|i| {
                    let angle = i as f64 * std::f64::consts::TAU / count as f64;
                    let far = 1.0 + random(grid) as f64;
                    match star {
                        true => Coord {
                            x: (far * 8.0 * angle.cos()).round(),
                            y: (far * 8.0 * angle.sin()).round(),
                        },
                        false => Coord {
                            x: random(grid) as f64,
                            y: random(grid) as f64,
                        },
                    }
                })
                .collect();
            let (found, _) = cut(&points);
            assert_eq!(found, plain(&points), "{points:?}");
            match found {
                Some(_) => right += 1,
                None => none += 1,
            }
        }
        assert!(right > 500 && none > 500, "{right} {none}");
    }

    #[test]
    fn steps_grow_little_faster_than_corners() {
        let shapes: [fn(f64, f64) -> [f64; 2]; 3] = [
            // A star.
            |i, n| {
                let (far, angle) = (1.0 + i % 2.0, i * std::f64::consts::TAU / n);
                [far * angle.cos(), far * angle.sin()]
            },
            // A comb.
            |i, n| match i {
                0.0 => [0.0, -1.0],
                _ if i == n - 1.0 => [n, -1.0],
                _ => [i, i % 2.0],
            },
            // A spiral of forty turns.
            |i, n| {
                let half = n / 2.0;
                let (at, out) = if i < half {
                    (i, 1.5)
                } else {
                    (n - 1.0 - i, 1.0)
                };
                let angle = 80.0 * std::f64::consts::PI * at / half;
                [(out + angle) * angle.cos(), (out + angle) * angle.sin()]
            },
        ];
        for shape in shapes {
            for count in [1_000, 20_000] {
                let mut points = outline(count, |i| shape(i, count as f64));
                let mut found = cut(&points);
                if found.0.is_none() {
                    points.reverse();
                    found = cut(&points);
                }
                let (triangles, steps) = found;
                assert_eq!(triangles.map(|found| found.len()), Some(count - 2));
                let a_corner = steps / count as u64;
                println!("{count} corners: {a_corner} steps each");
                assert!(
                    a_corner < STEPS_A_CORNER,
                    "{count} corners: {a_corner} steps each"
                );
            }
        }
    }

    #[test]
    fn work_that_is_spent_is_said() {
        let points = outline(100, |i| [i, (i % 7.0) * (i % 3.0)]);
        assert_eq!(ears(&points, &mut Work(50)), Err(Spent));
    }
}
