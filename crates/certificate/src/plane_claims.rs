//! Claims about planes: does one have both bodies on its sides? C90 to C104 of `docs/guide/CERTIFICATES.md`.

use super::chain::Link;
use super::chain::{LinkKind, Placement};
use super::claims::{Checked, Claims, Role};
use super::exact::World;
use super::failure::{Failure, refuse};
use super::read::Node;
use super::simplex::is_along;
use super::verify::check_plane;

impl Claims<'_> {
    /// C99.
    pub(super) fn about(&self) -> Checked {
        let Some(said) = self.read("about", Node::name)? else {
            return Ok(());
        };
        let fits = match &self.proof.placement {
            Placement::Motions(_) => said == "motion",
            Placement::Hulls(_) | Placement::Lists => said == "hull",
            Placement::Poses(_) => false,
        };
        refuse!(99 if !fits => "the line is about a `{said}`, the proof is not");
        Ok(())
    }

    /// C99.
    pub(super) fn plane(&self) -> Checked {
        if self.role("plane") != Role::Claim {
            return Ok(());
        }
        let plane = self.read("plane", |node| {
            let mut fields = node.fields()?;
            let normal = fields.entry::<[f64; 3]>("normal", None)?;
            let offset = fields.optional("offset");
            offset.map(|x| x.number_or_null()).transpose()?;
            let span = fields.entry::<Option<Vec<_>>>("spanned_by", None)?;
            fields.end()?;
            Ok((normal, span))
        })?;
        let Some((normal, span)) = plane else {
            return Ok(());
        };
        let found = match span {
            Some(_) if self.proof.round().is_curved() => {
                Err(Failure::malformed(16, "a span is not for curved bodies"))
            }
            Some(pairs) => self.spanned_plane(pairs, &normal),
            None => self.plane_along(&normal),
        };
        found.map_err(|failure| {
            let what = format!("the line's plane: {}", failure.problem);
            Failure::malformed(99, what)
        })
    }

    fn plane_along(&self, normal: &[f64; 3]) -> Checked {
        let Some(motions) = self.motions() else {
            let bodies: [&[[f64; 3]]; 2] = [&self.proof.a, &self.proof.b];
            let round = self.proof.round();
            return check_plane(normal, bodies, round, &self.proof.placement, 99);
        };
        let (normal, turn) = (*normal, [0.0; 3]);
        let by = LinkKind::Plane {
            normal,
            turn,
            bound: 0.0,
        };
        motions.links(0.0, &[throughout(by)], 0.0).map(drop)
    }

    fn spanned_plane(&self, mut pairs: Vec<[u32; 2]>, normal: &[f64; 3]) -> Checked {
        let bodies: [&[[f64; 3]]; 2] = [&self.proof.a, &self.proof.b];
        let spanned = if let Some(motions) = self.motions() {
            let [count_a, count_b] = bodies.map(|list| list.len() as u32);
            for [a, b] in &mut pairs {
                if *b >= count_b && *a < count_a {
                    *a += count_a;
                }
            }
            let spanned = motions.spanned(&pairs)?;
            let by = LinkKind::Span { pairs };
            motions.links(0.0, &[throughout(by)], 0.0)?;
            spanned
        } else {
            let world = World::of(bodies, &self.proof.placement, self.proof.radii);
            world.span(&pairs)?;
            world.spanned(&pairs)?
        };
        let along = is_along(normal, &spanned);
        refuse!(99 if !along => "its `normal` is not along what the pairs span");
        Ok(())
    }
}

/// A link over the whole frame.
fn throughout(by: LinkKind) -> Link {
    let (t0, t1) = (0.0, 1.0);
    Link { t0, t1, by }
}
