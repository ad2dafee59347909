//! Does an answer say what its proof proves? C90 to C104 of `docs/guide/CERTIFICATES.md`.

use super::big::Big;
use super::chain::{Certificate, Contact, GivenMotion, Placement};
use super::enclosure::{Enclosure, Unit, Vector};
use super::failure::{Failure, refuse};
use super::finding::{Finding, Free, Proved, ProvedContact, Stayed, name_of};
use super::motion::Motions;
use super::proof::Proof;
use super::read::Node;
use super::shape::Shape;
use super::text::Value;
use crate::verdict::Verdict;

/// Part of the largest coordinate by which rounded points and depths may be off.
pub(super) const ROUNDING: f64 = 1.0 / (1_u32 << 30) as f64;
/// Queries whose answers have certificates.
const QUERIES: [&str; 9] = [
    "intersect",
    "within",
    "cuboid_separation",
    "interframe",
    "extended_boxes_meet",
    "time_of_impact",
    "contact_intervals",
    "closest_approach",
    "contains",
];

/// A few last places of the least numbers, 2^-1066.
const LAST_PLACES: f64 = f64::from_bits(1 << 8);
/// Largest rounding error of a turn's angle, in radians.
const ROUNDING_OF_ANGLES: f64 = 1.0 / (1_u64 << 48) as f64;

/// Checks a certificate, and that an answer with these claims says no more than is proved: C90 to C104.
pub fn supports(proof: &Proof, claims: &[(String, Value)]) -> Result<Proved, Failure> {
    let finding = proof.check()?;
    Claims::new(claims, proof, &finding).check()?;
    Ok(finding.proved())
}

/// The entries of a line, beside its proof and what that proves.
pub(super) struct Claims<'a> {
    entries: &'a [(String, Value)],
    pub(super) proof: &'a Proof,
    finding: &'a Finding,
}

pub(super) type Checked = Result<(), Failure>;

impl<'a> Claims<'a> {
    pub(super) fn new(
        entries: &'a [(String, Value)],
        proof: &'a Proof,
        finding: &'a Finding,
    ) -> Self {
        Claims {
            entries,
            proof,
            finding,
        }
    }

    pub(super) fn check(&self) -> Checked {
        self.kinds()?;
        self.distance()?;
        self.verdict()?;
        self.pieces()?;
        self.about()?;
        self.plane()?;
        match self.finding {
            Finding::Chain {
                separation,
                free,
                contact,
            } => {
                self.target("target_separation", *separation)?;
                self.chain(*separation, free, contact.as_ref())
            }
            Finding::Intervals {
                separation,
                gaps,
                contacts,
            } => {
                self.target("target_separation", *separation)?;
                self.intervals(gaps, contacts)
            }
            Finding::Exit(stayed) => {
                self.target("target_margin", stayed.target)?;
                self.exit(stayed)
            }
            Finding::Fixed(_) if self.is_empty_motion() => {
                let free = Free {
                    from: 0.0,
                    to: 1.0,
                    any: true,
                };
                self.chain(f64::INFINITY, &free, None)?;
                self.intervals(&[free], &[])
            }
            Finding::Fixed(_) | Finding::Held(_) | Finding::Within { .. } => Ok(()),
        }
    }

    fn is_empty(&self) -> bool {
        matches!(self.proof.certificate, Certificate::Empty)
    }

    fn is_empty_motion(&self) -> bool {
        self.is_empty() && matches!(self.proof.placement, Placement::Motions(_))
    }

    /// A claim's value; null claims nothing.
    pub(super) fn given(&self, key: &'static str) -> Option<Node<'a>> {
        let (_, value) = self.entries.iter().find(|(known, _)| known == key)?;
        (*value != Value::Null).then(|| Node::new(value, key))
    }

    pub(super) fn read<T>(
        &self,
        key: &'static str,
        read: impl Fn(&Node<'a>) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let found = self.given(key).map(|node| read(&node)).transpose();
        found.map_err(|failure| Failure {
            condition: 90,
            ..failure
        })
    }

    pub(super) fn number(&self, key: &'static str) -> Result<Option<f64>, Failure> {
        self.read(key, Node::number)
    }

    /// C90: which claims stand beside which certificates.
    fn kinds(&self) -> Checked {
        for (key, value) in self.entries {
            refuse!(90 if *value != Value::Null && self.role(key) == Role::Foreign =>
                "the line says `{key}`, of which its proof knows nothing");
        }
        if let Some(said) = self.read("query", Node::name)? {
            refuse!(90 if !QUERIES.contains(&said) => "no query `{said}` has certificates");
        }
        // That of a body without vertices is held against any.
        match self.role("target_separation") {
            Role::Claim => self.number("target_separation").map(drop),
            _ => Ok(()),
        }
    }

    /// Role of an entry beside this proof.
    pub(super) fn role(&self, key: &str) -> Role {
        let certificate = &self.proof.certificate;
        let links = matches!(certificate, Certificate::Chain(_));
        let chain = links || self.is_empty_motion();
        let intervals = matches!(certificate, Certificate::Intervals(_)) || self.is_empty_motion();
        let exit = matches!(certificate, Certificate::Exit(_));
        let within = matches!(self.finding, Finding::Within { .. });
        let separates = matches!(
            certificate,
            Certificate::Plane { .. } | Certificate::Span { .. }
        );
        let claim = match key {
            "verdict" | "query" | "pieces" => true,
            "about" => !self.finding.is_containment() && !within,
            "t_lo" | "t_hi" => chain || exit,
            "point_a" | "point_b" if within => return Role::Information,
            "free_from" | "initial" | "contact" | "gap" | "point_a" | "point_b" | "lower_bound" => {
                chain
            }
            "target_separation" => chain || intervals,
            "intervals" | "contacts" => intervals,
            "target_margin" | "depth" | "tolerance" => exit,
            "plane" => separates || links,
            "point" if !exit => return Role::Information,
            "error" | "t" if !links => return Role::Information,
            "error" | "t" => true,
            "point" => true,
            "distance" => within || links || self.is_empty(),
            "safety_distance" => within || self.is_empty(),
            _ => return Role::Information,
        };
        if claim { Role::Claim } else { Role::Foreign }
    }

    /// Whether the line has any claim.
    fn says_anything(&self) -> bool {
        let mut said = self.entries.iter().filter(|(_, x)| *x != Value::Null);
        said.any(|(key, _)| self.role(key) == Role::Claim)
    }

    /// C102.
    fn distance(&self) -> Checked {
        for key in ["distance", "safety_distance"] {
            let Some(said) = self.number(key)? else {
                continue;
            };
            if let Finding::Within { distance, .. } = self.finding {
                refuse!(102 if said != *distance =>
                    "the line's `{key}` is {said}, the proof's {distance}");
            }
            refuse!(102 if said < 0.0 => "the line's `{key}` is {said}");
        }
        let asked = match self.read("query", Node::name)? {
            Some("within") => Some(["within", "distance"]),
            Some("cuboid_separation") => Some(["cuboid_separation", "safety_distance"]),
            _ => None,
        };
        let within = matches!(self.finding, Finding::Within { .. });
        if asked.is_none() && !(within && self.says_anything()) {
            return Ok(());
        }
        let Some([query, key]) = asked else {
            refuse!(102 => "the proof is about a distance, the line of no query about one");
        };
        refuse!(102 if !within && !self.is_empty() =>
            "the line is of the query `{query}`, the proof about no distance");
        refuse!(102 if self.given(key).is_none() =>
            "the line is of the query `{query}` without its `{key}`");
        Ok(())
    }

    /// The time up to which a contact at the start is ignored.
    fn free_from(&self) -> Result<f64, Failure> {
        Ok(self.number("free_from")?.unwrap_or(0.0))
    }

    /// C91, C92.
    fn verdict(&self) -> Checked {
        let Some(said) = self.read("verdict", Node::name)? else {
            return Ok(());
        };
        let proved = self.finding.verdict(self.free_from()?);
        let name = name_of(proved, self.finding.is_containment());
        refuse!(91 if said != name => "the line says {said}, the proof {name}");
        let needed: &[&'static str] = match self.finding {
            Finding::Chain {
                contact: Some(contact),
                ..
            } => match contact.gap {
                Some(_) => &["contact", "t_lo", "t_hi", "gap"],
                // That they meet, and not when.
                None if self.given("about").is_some() => &[],
                None => &["contact", "t_lo", "t_hi"],
            },
            Finding::Intervals { contacts, .. } if !contacts.is_empty() => {
                &["intervals", "contacts"]
            }
            // Out of an empty body nothing is deep.
            Finding::Exit(Stayed {
                outside: Some(out), ..
            }) if out.depth == f64::MAX => &["t_lo", "t_hi"],
            Finding::Exit(Stayed {
                outside: Some(_), ..
            }) => &["t_lo", "t_hi", "depth"],
            _ => &[],
        };
        for key in needed {
            refuse!(92 if self.given(key).is_none() => "the line says {said} without `{key}`");
        }
        Ok(())
    }

    /// C104: the claims about the bodies that a proof about two pieces supports.
    fn pieces(&self) -> Checked {
        let of_contacts = self.read("contacts", |node| node.list(said_contact))?;
        refuse!(104 if of_contacts.is_some_and(|said| said.iter().any(|said| said.pieces)) =>
            "the line's contacts are of pieces, which nothing proves apart");
        if self.read("pieces", Node::pieces)?.is_none() {
            return Ok(());
        }
        let proved = self.finding.verdict(self.free_from()?);
        let of_all = match self.finding.is_containment() {
            false => Verdict::Separated,
            true => Verdict::Hit,
        };
        let intervals = matches!(self.finding, Finding::Intervals { .. });
        let bounded = || Ok(self.number("lower_bound")?.is_some_and(|x| x > 0.0));
        refuse!(104 if proved == of_all || intervals || bounded()? =>
            "the line speaks of all pieces, the proof of two");
        Ok(())
    }

    /// C97.
    fn target(&self, key: &'static str, proved: f64) -> Checked {
        let said = self.number(key)?.unwrap_or(0.0);
        refuse!(97 if said != proved && self.says_anything() =>
            "the line's `{key}` is {said}, the proof's {proved}");
        Ok(())
    }

    /// C103: how near bodies come at most; 0 where links do not prove all of the frame.
    fn approach(&self, separation: f64, free: &Free) -> Checked {
        let lower = self.number("lower_bound")?.unwrap_or(0.0);
        let proved = match free.covers(0.0, 1.0) {
            true => separation,
            false => 0.0,
        };
        refuse!(103 if lower > proved => "the line's `lower_bound` is {lower}, proved is {proved}");
        if let Some(distance) = self.number("distance")? {
            refuse!(103 if lower > distance =>
                "the line's `lower_bound` is {lower}, its `distance` {distance}");
        }
        Ok(())
    }

    /// C103: how near bodies that meet come.
    fn met(&self, contact: Option<&ProvedContact>, t_hi: Option<f64>) -> Checked {
        let [distance, error, t] = ["distance", "error", "t"].map(|key| self.number(key));
        let (distance, error, t) = (distance?, error?, t?);
        let asked = self.read("query", Node::name)? == Some("closest_approach");
        let Some(contact) = contact.filter(|_| asked) else {
            return Ok(());
        };
        let [by, gap] = [contact.times[1], contact.gap.unwrap_or(0.0)];
        if let Some(distance) = distance.filter(|distance| *distance != 0.0) {
            refuse!(103 => "the line says a distance of {distance}, the proof a contact");
        }
        if let Some(error) = error.filter(|error| *error < gap) {
            refuse!(103 => "the line says an error of {error}, the proof a gap of {gap}");
        }
        if let Some(t) = t.filter(|t| !(by..=t_hi.unwrap_or(1.0)).contains(t)) {
            refuse!(103 => "the line says contact at {t}, the proof by {by}");
        }
        Ok(())
    }

    /// C103: whether the line's times are those of the closest approach, which is not certified.
    fn is_approach(&self, contact: Option<&ProvedContact>) -> Result<bool, Failure> {
        let links = matches!(self.finding, Finding::Chain { .. });
        let asked = self.read("query", Node::name)? == Some("closest_approach");
        if !(links && asked && contact.is_none()) {
            return Ok(false);
        }
        for key in ["t_lo", "t_hi"] {
            in_frame(103, key, self.number(key)?)?;
        }
        Ok(true)
    }

    /// C93 to C96, C98.
    fn chain(&self, separation: f64, free: &Free, contact: Option<&ProvedContact>) -> Checked {
        let from = self.free_from()?;
        self.approach(separation, free)?;
        let approach = self.is_approach(contact)?;
        let (t_lo, t_hi) = (self.number("t_lo")?, self.number("t_hi")?);
        let until = t_lo.unwrap_or(1.0).min(1.0);
        refuse!(94 if self.given("free_from").is_some() && !(0.0..=until).contains(&from) =>
            "the line's `free_from` is {from}; it must be from 0 to {until}");
        if let Some(said) = self.read("contact", Node::name)? {
            let kind = match contact.map(|contact| contact.gap) {
                None => "no contact",
                Some(None) => "overlap",
                Some(Some(_)) => "near",
            };
            refuse!(93 if said != kind => "the line says {said}, the proof {kind}");
        }
        if let Some(t_lo) = t_lo {
            refuse!(94 if t_lo > from && !free.covers(from, t_lo) =>
                "the line says free from {from} until {t_lo}, the proof {free}");
        }
        let by = contact.map_or(1.0, |contact| contact.times[1]);
        if let Some(t_hi) = t_hi {
            let early = match contact {
                Some(_) => t_hi < by,
                None => t_hi != 1.0 && !approach,
            };
            refuse!(95 if early => "the line says contact by {t_hi}, the proof by {by}");
        }
        in_order(95, t_lo, t_hi)?;
        if matches!(self.finding, Finding::Chain { .. }) {
            self.met(contact, t_hi)?;
        }
        let at_start = contact.is_some() && by == 0.0;
        if let Some(said) = self.read("initial", Node::bool)? {
            refuse!(95 if said != at_start =>
                "the line's `initial` is {said}, the proof's {at_start}");
        }
        if let Some(said) = self.number("gap")? {
            let Some(contact) = contact else {
                refuse!(96 => "the line says a gap, the proof has no contact");
            };
            let proved = contact.gap.unwrap_or(0.0);
            refuse!(96 if said < proved => "the line says a gap of {said}, the proof of {proved}");
        }
        self.points(contact)
    }

    /// C98.
    fn points(&self, contact: Option<&ProvedContact>) -> Checked {
        let said = [
            ("point_a", self.read("point_a", Node::point)?),
            ("point_b", self.read("point_b", Node::point)?),
        ];
        let Certificate::Chain(chain) = &self.proof.certificate else {
            return Ok(());
        };
        let (Some(Contact::Near { t, a, b, .. }), Some(_)) = (&chain.contact, contact) else {
            return Ok(());
        };
        // Of bodies with radii they are on the surfaces: information.
        if said.iter().all(|(_, point)| point.is_none()) || self.proof.radii != [0.0; 2] {
            return Ok(());
        }
        let Some(motions) = self.motions() else {
            return Ok(());
        };
        for (i, (key, point)) in said.iter().enumerate() {
            let Some(point) = point else { continue };
            let proved = |bits| Some(motions.world_points([a, b], *t, bits)?[i].clone());
            refuse!(98 if !self.is_at(point, proved) => "the line's `{key}` is not the proof's");
        }
        Ok(())
    }

    pub(super) fn motions(&self) -> Option<Motions<'a>> {
        match &self.proof.placement {
            Placement::Motions(motions) => Some(Motions::new(
                [&self.proof.a, &self.proof.b],
                self.proof.round(),
                motions,
            )),
            _ => None,
        }
    }

    /// The largest coordinate.
    fn largest(&self) -> f64 {
        let vertices = self.proof.a.iter().chain(&self.proof.b);
        let largest = vertices.flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
        let lengths = self.given_motions().iter().flat_map(|motion| {
            let lengths = [&motion.start.p, &motion.end.p, &motion.pivot];
            lengths.into_iter().flatten()
        });
        let shapes = self.proof.shapes.iter().flat_map(Shape::half_extents);
        let largest = shapes.fold(largest, f64::max);
        lengths.fold(largest, |m, x| m.max(x.abs()))
    }

    /// Largest error of a rounded point: an angle is rounded to a part of the turn.
    pub(super) fn rounding(&self) -> f64 {
        let turns = self.given_motions().iter().filter_map(|m| m.end.turn);
        let most = turns.flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
        let part = ROUNDING + (most * ROUNDING_OF_ANGLES).min(8.0);
        (self.largest() * part + LAST_PLACES).min(f64::MAX)
    }

    fn given_motions(&self) -> &[GivenMotion] {
        match &self.proof.placement {
            Placement::Motions(motions) => motions,
            _ => &[],
        }
    }

    /// Whether a point is where the proof has it, in the coordinates that f64 can hold; with more digits where a few
    /// leave it open.
    pub(super) fn is_at(
        &self,
        said: &[Option<f64>; 3],
        proved: impl Fn(isize) -> Option<Vector<Big>>,
    ) -> bool {
        [Unit::MIDDLE, Unit::FINE].into_iter().any(|bits| {
            proved(bits).is_some_and(|proved| {
                let allowed = proved[0].like(self.rounding());
                said.iter().zip(&proved).all(|(said, proved)| {
                    let Some(said) = said else { return true };
                    let off = proved.like(*said).sub(proved);
                    allowed.sub(&off).is_not_negative() && allowed.add(&off).is_not_negative()
                })
            })
        })
    }
}

/// Whether a line's times are in the frame and in order.
pub(super) fn in_order(condition: u16, t_lo: Option<f64>, t_hi: Option<f64>) -> Checked {
    let after = t_lo.zip(t_hi).is_some_and(|(t_lo, t_hi)| t_lo > t_hi);
    refuse!(condition if after => "the line's `t_lo` is after its `t_hi`");
    in_frame(condition, "t_lo", t_lo)?;
    in_frame(condition, "t_hi", t_hi)
}

fn in_frame(condition: u16, key: &str, t: Option<f64>) -> Checked {
    if let Some(t) = t.filter(|t| !(0.0..=1.0).contains(t)) {
        refuse!(condition => "the line's `{key}` is {t}");
    }
    Ok(())
}

/// Role of an entry of a line beside a certificate.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// It is compared.
    Claim,
    /// It is not.
    Information,
    /// It has no place there.
    Foreign,
}

/// The claims of a line about one contact.
pub(super) struct SaidContact<'a> {
    pub(super) kind: Option<&'a str>,
    pub(super) gap: Option<f64>,
    pub(super) exit_gap: Option<f64>,
    /// Whether it is one of two pieces.
    pub(super) pieces: bool,
}

pub(super) fn said_contact<'a>(node: &Node<'a>) -> Result<SaidContact<'a>, Failure> {
    let mut fields = node.fields()?;
    let mut given = |key| {
        fields
            .optional(key)
            .filter(|node| *node.value != Value::Null)
    };
    Ok(SaidContact {
        kind: given("contact").map(|node| node.name()).transpose()?,
        gap: given("gap").map(|node| node.number()).transpose()?,
        exit_gap: given("exit_gap").map(|node| node.number()).transpose()?,
        pieces: given("pieces").is_some(),
    })
}
