//! Is B inside A, as closed sets?

use dashu_int::IBig;

use crate::distance::in_world;
use crate::intersect::intersect;
use crate::number::{P3, Rational, cross, dot, is_negative, is_zero, sub};
use crate::place::Pair;

/// Whether every vertex of B lies in A. The empty set is inside everything.
pub fn contains(pair: &Pair) -> bool {
    pair.b.iter().all(|point| {
        let one = Pair {
            b: vec![point.clone()],
            ..pair.clone()
        };
        intersect(&one).hit()
    })
}

/// How far the faces of A can move inwards before they reach B, rounded once: the least over the
/// planes through three vertices of A that have no vertex beyond them. None when A is flat or a body
/// is empty. Cost grows with the fourth power of A's vertices.
pub fn margin(pair: &Pair) -> Option<f64> {
    let mut least: Option<f64> = None;
    let a = &pair.a;
    for i in 0..a.len() {
        for j in 0..a.len() {
            for k in 0..j {
                let n = cross(&sub(&a[j], &a[i]), &sub(&a[k], &a[i]));
                for n in [n.clone(), n.map(|x| -x)] {
                    let slack = slack(pair, &n, &dot(&n, &a[i]))?;
                    least = match (least, slack) {
                        (Some(least), Some(slack)) => Some(least.min(slack)),
                        (least, slack) => least.or(slack),
                    };
                }
            }
        }
    }
    least
}

/// Room between the farthest vertex of B and the plane n.x = offset; Some(None) when that is no
/// plane of a face, None when A lies in it or B is empty.
#[allow(clippy::option_option)]
fn slack(pair: &Pair, n: &P3, offset: &IBig) -> Option<Option<f64>> {
    if is_zero(n) || pair.a.iter().any(|p| dot(n, p) > *offset) {
        return Some(None);
    }
    if pair.a.iter().all(|p| dot(n, p) == *offset) {
        return None;
    }
    let slack = offset - pair.b.iter().map(|p| dot(n, p)).max()?;
    let square = in_world(Rational::new(&slack * &slack, dot(n, n)), pair);
    let length = square.root();
    Some(Some(if is_negative(&slack) { -length } else { length }))
}
