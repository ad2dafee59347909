//! Are these loops the faces of a body? Then the body is what lies below all their planes: C82 of
//! `docs/guide/CERTIFICATES.md`.

use std::cmp::Ordering;
use std::collections::HashMap;

use dashu_int::IBig;

use super::dyadic::{integer, unit};
use super::enclosure::{Enclosure, Unit, Vector, cross, dot, sub, vector};
use super::exact::check_id;
use super::failure::{Failure, Problem, refuse};
use super::interval::Interval;
use super::simplex::{Int3, int_cross, int_dot, subtract};

/// The vertices, rounded outward and exactly.
struct Corners<'a> {
    list: &'a [[f64; 3]],
    unit: i32,
    rough: Unit,
}

/// C82 for the loops of a body with these vertices.
pub(super) fn check_faces(list: &[[f64; 3]], faces: &[Vec<u32>]) -> Result<(), Failure> {
    let numbers = || list.iter().flatten();
    let largest = numbers().fold(0.0_f64, |m, x| m.max(x.abs()));
    let corners = Corners {
        list,
        unit: numbers().filter_map(|&x| unit(x)).min().unwrap_or(0),
        rough: Unit::plain(Unit::ROUGH).scaled(if largest > 0.0 {
            -libm::ilogb(largest)
        } else {
            0
        }),
    };
    let mut edges: HashMap<[u32; 2], i64> = HashMap::new();
    for (face, ids) in faces.iter().enumerate() {
        for &id in ids {
            check_id("A", id, list.len())?;
        }
        let wrong = |what| Failure::new(82, Problem::Face { face, what });
        let [first, second, third, ..] = ids[..] else {
            return Err(wrong("a loop takes three vertices and more"));
        };
        corners.check([first, second, third], ids).map_err(wrong)?;
        for (i, &from) in ids.iter().enumerate() {
            let to = ids[(i + 1) % ids.len()];
            *edges.entry([from, to]).or_default() += 1;
            *edges.entry([to, from]).or_default() -= 1;
        }
    }
    // The first, so that the same text is refused with the same words.
    let open = edges.iter().filter(|(_, count)| **count > 0);
    match open.map(|(edge, _)| edge).min() {
        None => Ok(()),
        Some([from, to]) => refuse!(82 =>
            "the edge from vertex {from} of A to vertex {to} has no face on its other side"),
    }
}

impl Corners<'_> {
    fn rough(&self, id: u32) -> Vector<Interval> {
        vector(&self.list[id as usize], self.rough)
    }

    fn exact(&self, id: u32) -> Int3 {
        self.list[id as usize].map(|x| integer(x, self.unit))
    }

    /// One loop, whose plane is that of three of its vertices.
    fn check(&self, plane: [u32; 3], ids: &[u32]) -> Result<(), &'static str> {
        let [p, q, r] = plane.map(|id| self.rough(id));
        let rough = cross(&sub(&q, &p), &sub(&r, &p));
        let [e, f, g] = plane.map(|id| self.exact(id));
        let exact = int_cross(&subtract(&f, &e), &subtract(&g, &e));
        let height = |id: u32| {
            let height = dot(&rough, &sub(&self.rough(id), &p));
            if height.is_negative() {
                Ordering::Less
            } else {
                int_dot(&exact, &subtract(&self.exact(id), &e)).cmp(&IBig::ZERO)
            }
        };
        if ids.iter().any(|&id| height(id) != Ordering::Equal) {
            return Err("its vertices are not on one plane");
        }
        let mut below = false;
        for id in 0..self.list.len() as u32 {
            match height(id) {
                Ordering::Greater => return Err("a vertex lies above it"),
                Ordering::Less => below = true,
                Ordering::Equal => {}
            }
        }
        if !below {
            return Err("no vertex lies below it");
        }
        let turns = |pair: &[u32]| {
            let arm = |id: u32| subtract(&self.exact(id), &e);
            int_dot(&exact, &int_cross(&arm(pair[0]), &arm(pair[1]))) > IBig::ZERO
        };
        if ids[1..].windows(2).all(turns) {
            Ok(())
        } else {
            Err("it does not turn one way all around")
        }
    }
}
