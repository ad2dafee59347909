//! Proofs as JSON text, one line each, in the form of `docs/guide/CERTIFICATES.md`: what is written.
//!
//! The same text as serde makes of the types with feature `serde`; numbers read back to the same
//! bits.

use std::fmt::Write;

use super::chain::{Certificate, Contact, GivenMotion, GivenPose, Link, LinkKind, Placement};
use super::proof::Proof;
use super::shape::Shape;
use super::stay::{Beyond, Exit, Stay};

impl Proof {
    /// One line of JSON, without the line's end. A file of such lines is a proof file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        object(&mut out, |o| {
            o.entry("a").list(&self.a, |out, v| numbers(out, v));
            o.entry("b").list(&self.b, |out, v| numbers(out, v));
            if self.shapes != [Shape::Hull; 2] {
                o.entry("shapes").list(&self.shapes, shape);
            }
            if self.radii != [0.0; 2] {
                numbers(o.entry("radii").out, &self.radii);
            }
            placement(o.entry("placement").out, &self.placement);
            certificate(o.entry("certificate").out, &self.certificate);
        });
        out
    }
}

/// Writes the entries of an object.
struct Entries<'a> {
    out: &'a mut String,
    first: bool,
}

fn object(out: &mut String, entries: impl FnOnce(&mut Entries<'_>)) {
    out.push('{');
    entries(&mut Entries { out, first: true });
    out.push('}');
}

/// `{"name": {...}}`.
fn tagged(out: &mut String, name: &str, entries: impl FnOnce(&mut Entries<'_>)) {
    object(out, |o| object(o.entry(name).out, entries));
}

impl Entries<'_> {
    fn entry(&mut self, name: &str) -> &mut Self {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        let _ = write!(self.out, "\"{name}\":");
        self
    }

    fn list<T>(&mut self, items: &[T], write_item: impl Fn(&mut String, &T)) {
        list(self.out, items, write_item);
    }
}

fn list<T>(out: &mut String, items: &[T], write_item: impl Fn(&mut String, &T)) {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write_item(out, item);
    }
    out.push(']');
}

fn number(out: &mut String, x: &f64) {
    let _ = write!(out, "{x:?}");
}

fn numbers(out: &mut String, v: &[f64]) {
    list(out, v, number);
}

fn ids(out: &mut String, pair: &[u32; 2]) {
    let _ = write!(out, "[{},{}]", pair[0], pair[1]);
}

fn pose(out: &mut String, pose: &GivenPose) {
    object(out, |o| {
        numbers(o.entry("p").out, &pose.p);
        numbers(o.entry("q").out, &pose.q);
    });
}

fn motion(out: &mut String, motion: &GivenMotion) {
    object(out, |o| {
        pose(o.entry("start").out, &motion.start);
        object(o.entry("end").out, |o| {
            numbers(o.entry("p").out, &motion.end.p);
            if let Some(q) = &motion.end.q {
                numbers(o.entry("q").out, q);
            }
            if let Some(turn) = &motion.end.turn {
                numbers(o.entry("turn").out, turn);
            }
        });
        numbers(o.entry("pivot").out, &motion.pivot);
    });
}

fn shape(out: &mut String, shape: &Shape) {
    let mut upright = |name, half_length: &f64, radius: &f64| {
        tagged(out, name, |o| {
            number(o.entry("half_length").out, half_length);
            number(o.entry("radius").out, radius);
        });
    };
    match shape {
        Shape::Hull => out.push_str("\"hull\""),
        Shape::Cylinder {
            half_length,
            radius,
        } => upright("cylinder", half_length, radius),
        Shape::Cone {
            half_length,
            radius,
        } => upright("cone", half_length, radius),
        Shape::Ellipsoid { radii } => {
            tagged(out, "ellipsoid", |o| numbers(o.entry("radii").out, radii));
        }
    }
}

fn placement(out: &mut String, placement: &Placement) {
    match placement {
        Placement::Poses(poses) => object(out, |o| o.entry("poses").list(poses, pose)),
        Placement::Motions(motions) => object(out, |o| o.entry("motions").list(motions, motion)),
        Placement::Hulls(hulls) => tagged(out, "hulls", |o| {
            o.entry("motions").list(&hulls.motions, motion);
            o.entry("end_q")
                .list(&hulls.end_q, |out, q| numbers(out, q));
            let _ = write!(o.entry("relative").out, "{}", hulls.relative);
        }),
        Placement::Lists => out.push_str("\"lists\""),
    }
}

fn certificate(out: &mut String, certificate: &Certificate) {
    let pairs_of = |out: &mut String, name: &str, pairs: &[[u32; 2]]| {
        tagged(out, name, |o| o.entry("pairs").list(pairs, ids));
    };
    match certificate {
        Certificate::Empty => out.push_str("\"empty\""),
        Certificate::Plane { normal } => {
            tagged(out, "plane", |o| numbers(o.entry("normal").out, normal));
        }
        Certificate::Span { pairs } => pairs_of(out, "span", pairs),
        Certificate::Columns { pairs } => pairs_of(out, "columns", pairs),
        Certificate::Chain(chain) => tagged(out, "chain", |o| {
            number(o.entry("separation").out, &chain.separation);
            number(o.entry("from").out, &chain.from);
            o.entry("links").list(&chain.links, link);
            if let Some(found) = &chain.contact {
                contact(o.entry("contact").out, found);
            }
        }),
        Certificate::Intervals(intervals) => tagged(out, "intervals", |o| {
            number(o.entry("separation").out, &intervals.separation);
            o.entry("gaps").list(&intervals.gaps, |out, gap| {
                object(out, |o| {
                    number(o.entry("from").out, &gap.from);
                    o.entry("links").list(&gap.links, link);
                });
            });
            o.entry("contacts").list(&intervals.contacts, |out, ends| {
                object(out, |o| {
                    for (name, end) in [("enter", &ends.enter), ("exit", &ends.exit)] {
                        if let Some(found) = end {
                            contact(o.entry(name).out, found);
                        }
                    }
                });
            });
        }),
        Certificate::Inside { simplices } => tagged(out, "inside", |o| {
            o.entry("simplices")
                .list(simplices, |out, ids| id_list(out, ids));
        }),
        Certificate::Outside(outside) => tagged(out, "outside", |o| {
            let _ = write!(o.entry("vertex").out, "{}", outside.vertex);
            direction(o, outside.normal.as_ref(), outside.span.as_deref());
        }),
        Certificate::Exit(found) => tagged(out, "exit", |o| exit(o, found)),
        Certificate::Farther(farther) => tagged(out, "farther", |o| {
            number(o.entry("distance").out, &farther.distance);
            if let Some(normal) = &farther.normal {
                numbers(o.entry("normal").out, normal);
            }
            if let Some(pairs) = &farther.span {
                o.entry("span").list(pairs, ids);
            }
        }),
        Certificate::Nearer { distance, pairs } => tagged(out, "nearer", |o| {
            number(o.entry("distance").out, distance);
            o.entry("pairs").list(pairs, ids);
        }),
    }
}

fn id_list(out: &mut String, ids: &[u32]) {
    list(out, ids, |out, id| {
        let _ = write!(out, "{id}");
    });
}

fn direction(o: &mut Entries<'_>, normal: Option<&[f64; 3]>, span: Option<&[u32]>) {
    if let Some(normal) = normal {
        numbers(o.entry("normal").out, normal);
    }
    if let Some(span) = span {
        id_list(o.entry("span").out, span);
    }
}

fn exit(o: &mut Entries<'_>, exit: &Exit) {
    number(o.entry("target").out, &exit.target);
    o.entry("faces")
        .list(&exit.faces, |out, ids| id_list(out, ids));
    for (name, found) in [("inside", &exit.inside), ("held", &exit.held)] {
        if let Some(found) = found {
            stay(o.entry(name).out, found);
        }
    }
    if let Some(found) = &exit.outside {
        beyond(o.entry("outside").out, found);
    }
}

fn stay(out: &mut String, stay: &Stay) {
    object(out, |o| {
        number(o.entry("to").out, &stay.to);
        number(o.entry("beyond").out, &stay.beyond);
        if let Some(walls) = &stay.walls {
            o.entry("walls").list(walls, |out, wall| {
                object(out, |o| {
                    let _ = write!(o.entry("face").out, "{}", wall.face);
                    numbers(o.entry("times").out, &wall.times);
                });
            });
        }
        if let Some(simplices) = &stay.simplices {
            o.entry("simplices").list(simplices, |out, at_time| {
                list(out, at_time, |out, ids| id_list(out, ids));
            });
        }
    });
}

fn beyond(out: &mut String, beyond: &Beyond) {
    object(out, |o| {
        number(o.entry("t").out, &beyond.t);
        let _ = write!(o.entry("vertex").out, "{}", beyond.vertex);
        if let Some(face) = beyond.face {
            let _ = write!(o.entry("face").out, "{face}");
        }
        direction(o, beyond.normal.as_ref(), beyond.span.as_deref());
    });
}

fn link(out: &mut String, link: &Link) {
    object(out, |o| {
        number(o.entry("t0").out, &link.t0);
        number(o.entry("t1").out, &link.t1);
        let out = &mut *o.entry("by").out;
        match &link.by {
            LinkKind::Plane {
                normal,
                turn,
                bound,
            } => tagged(out, "plane", |o| {
                numbers(o.entry("normal").out, normal);
                numbers(o.entry("turn").out, turn);
                number(o.entry("bound").out, bound);
            }),
            LinkKind::Balls { centers, radii } => tagged(out, "balls", |o| {
                o.entry("centers").list(centers, |out, c| numbers(out, c));
                numbers(o.entry("radii").out, radii);
            }),
            LinkKind::Span { pairs } => tagged(out, "span", |o| o.entry("pairs").list(pairs, ids)),
        }
    });
}

fn contact(out: &mut String, contact: &Contact) {
    match contact {
        Contact::Overlap { times, columns } => tagged(out, "overlap", |o| {
            numbers(o.entry("times").out, times);
            o.entry("columns").list(columns, |out, column| {
                object(out, |o| {
                    ids(o.entry("pair").out, &column.pair);
                    if column.late {
                        o.entry("late").out.push_str("true");
                    }
                    number(o.entry("weight").out, &column.weight);
                });
            });
        }),
        Contact::Near { t, gap, a, b } => tagged(out, "near", |o| {
            number(o.entry("t").out, t);
            number(o.entry("gap").out, gap);
            for (name, point) in [("a", a), ("b", b)] {
                o.entry(name).list(point, |out, vertex| {
                    object(out, |o| {
                        let _ = write!(o.entry("id").out, "{}", vertex.id);
                        number(o.entry("weight").out, &vertex.weight);
                    });
                });
            }
        }),
    }
}
