//! Rows of the table of instructions for every kind of body, about contact: with itself, and a box with it; and of small bodies
//! with surfaces.

use super::kinds;
use super::near_contact::{Moves, items};
use super::questions::{Asked, Query, is_slow};
use super::rows::Row;

const ASKED: [(Query, Moves); 5] = [
    (Query::Intersect, Moves::Rests),
    (Query::ContactManifold, Moves::Rests),
    (Query::TimeOfImpact, Moves::Straight),
    (Query::TimeOfImpact, Moves::Turns),
    (Query::TimeOfImpact, Moves::Aligned),
];

/// What is refused, or takes too long, has no row.
pub fn rows(quick: bool) -> Vec<Row> {
    let count = if quick { 2 } else { 16 };
    let kinds = kinds::all(quick);
    // Rows live until the program ends.
    let bodies: Vec<_> = kinds.iter().map(|kind| kind.shape.shared()).collect();
    let bodies = &*bodies.leak();
    let of_box = kinds.iter().position(|kind| kind.name == "box");
    let of_box = of_box.expect("one of the kinds");
    let diagonal = (0..kinds.len()).map(|k| [k, k]);
    let column = (0..kinds.len()).map(|k| [of_box, k]);
    let place = |name| kinds.iter().position(|kind| kind.name == name);
    let at_surface = ["mesh", "height field"].into_iter().flat_map(|surface| {
        let small = ["ball", "capsule", "rounded box", "hull of 66"].into_iter();
        small.map(move |body| [body, surface].map(|name| place(name).expect("one of the kinds")))
    });
    let mut out = Vec::new();
    let pairs = diagonal.chain(column.filter(|[i, j]| i != j));
    for [i, j] in pairs.chain(at_surface) {
        let pair = [(i, &kinds[i]), (j, &kinds[j])];
        for (query, moves) in ASKED {
            if is_slow(moves, [kinds[i].name, kinds[j].name]) {
                continue;
            }
            // A manifold of two meshes takes 2e9 instructions, which is a minute and more under valgrind.
            let is_long = query == Query::ContactManifold && kinds[i].name == "mesh" && i == j;
            let count = if is_long { 2 } else { count };
            let items = items(pair, [&bodies[i], &bodies[j]], moves, count);
            let mut asked = Asked::new([&bodies[i], &bodies[j]], &items);
            if asked.ask(query, 0).is_err() {
                continue;
            }
            out.push(Row {
                name: format!(
                    "{} {} {} at {}",
                    query.name(),
                    moves.name(),
                    pair[0].1.name,
                    pair[1].1.name
                ),
                queries: items.len(),
                pass: Box::new(move || {
                    for k in 0..count {
                        let _ = std::hint::black_box(asked.ask(query, k));
                    }
                }),
            });
        }
    }
    out
}
