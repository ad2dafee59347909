//! Claims about several contacts, and about when a body leaves another: C90 to C104 of `docs/guide/CERTIFICATES.md`.

use super::claims::{Checked, Claims, ROUNDING, said_contact};
use super::failure::Failure;
use super::finding::{Free, Out, Stayed};
use super::motion::ProvedContact;
use super::read::{Json, Node};

impl Claims<'_> {
    /// C100.
    pub(super) fn intervals(
        &self,
        gaps: &[Free],
        contacts: &[[Option<ProvedContact>; 2]],
    ) -> Checked {
        let wrong = |what: String| Err(Failure::malformed(100, what));
        let brackets = self.read("intervals", Vec::<[[f64; 2]; 2]>::read)?;
        if let Some(brackets) = &brackets {
            if brackets.len() != contacts.len() {
                let (said, proved) = (brackets.len(), contacts.len());
                return wrong(format!(
                    "the line says {said} intervals, the proof {proved}"
                ));
            }
            self.brackets(brackets, gaps, contacts)?;
        }
        let said = self.read("contacts", |node| node.list(said_contact))?;
        let Some(said) = said else {
            return Ok(());
        };
        if said.len() != contacts.len() {
            let (said, proved) = (said.len(), contacts.len());
            return wrong(format!("the line says {said} contacts, the proof {proved}"));
        }
        for (i, (said, [enter, exit])) in said.iter().zip(contacts).enumerate() {
            let kind = enter.map(|c| if c.gap.is_some() { "near" } else { "overlap" });
            if said.kind.is_some() && said.kind != kind {
                return wrong(format!("contact {i} is not of the kind that the line says"));
            }
            // A gap is said of a contact that is there, and always of a near one.
            let enough = |said: Option<f64>, proved: &Option<ProvedContact>| match proved {
                None => said.is_none(),
                Some(contact) => match contact.gap {
                    Some(gap) => said.is_some_and(|said| said >= gap),
                    None => said.is_none_or(|said| said >= 0.0),
                },
            };
            let enter = enter.filter(|_| said.kind.is_some());
            if !enough(said.gap, &enter) || !enough(said.exit_gap, exit) {
                return wrong(format!("contact {i}: its gaps are not those of the proof"));
            }
        }
        Ok(())
    }

    fn brackets(
        &self,
        brackets: &[[[f64; 2]; 2]],
        gaps: &[Free],
        contacts: &[[Option<ProvedContact>; 2]],
    ) -> Checked {
        let wrong = |what: String| Err(Failure::malformed(100, what));
        let mut after = 0.0;
        for (i, [enter, exit]) in brackets.iter().enumerate() {
            let rises = enter[0] <= enter[1] && exit[0] <= exit[1];
            let within = enter[0] >= 0.0 && exit[1] <= 1.0;
            if !(within && rises && enter[0] <= exit[0] && enter[1] <= exit[1]) {
                return wrong(format!("the times of interval {i} are not in order"));
            }
            if after < enter[0] && !gaps[i].covers(after, enter[0]) {
                let end = enter[0];
                return wrong(format!("it is not proved free from {after} to {end}"));
            }
            let next = brackets.get(i + 1).map_or(1.0, |[next, _]| next[0]);
            let [first, last] = &contacts[i];
            let enters = first
                .is_none_or(|c| c.times[0] >= after && (enter[0]..=enter[1]).contains(&c.times[1]));
            // Nothing meets between `after` and the enter bracket.
            let begin = if exit[0] == enter[0] {
                after.min(exit[0])
            } else {
                exit[0]
            };
            let exits = last.is_none_or(|c| {
                (begin..=exit[1]).contains(&c.times[0]) && c.times[1] <= exit[1].max(next)
            });
            if !(enters && exits) {
                return wrong(format!(
                    "a contact of interval {i} is not where the line says"
                ));
            }
            after = exit[1];
        }
        match after < 1.0 && !gaps[brackets.len()].covers(after, 1.0) {
            false => Ok(()),
            true => wrong(format!("it is not proved free from {after} to 1")),
        }
    }

    /// C101.
    pub(super) fn exit(&self, stayed: &Stayed) -> Checked {
        let wrong = |what: String| Err(Failure::malformed(101, what));
        let (t_lo, t_hi) = (self.number("t_lo")?, self.number("t_hi")?);
        if let Some(t_lo) = t_lo
            && t_lo > stayed.inside.unwrap_or(0.0)
        {
            let proved = stayed.inside.unwrap_or(0.0);
            return wrong(format!(
                "the line says inside until {t_lo}, the proof until {proved}"
            ));
        }
        if let (Some(t_lo), Some(t_hi)) = (t_lo, t_hi)
            && t_lo > t_hi
        {
            return wrong("the line's `t_lo` is after its `t_hi`".into());
        }
        for (key, t) in [("t_lo", t_lo), ("t_hi", t_hi)] {
            if let Some(t) = t.filter(|t| !(0.0..=1.0).contains(t)) {
                return wrong(format!("the line's `{key}` is {t}"));
            }
        }
        let inside = stayed.outside.is_none() && self.given("verdict").is_some();
        match (self.number("tolerance")?, stayed.throughout) {
            (Some(tolerance), Some(beyond)) if tolerance < beyond => {
                return wrong(format!("the proof is to a tolerance of {beyond}"));
            }
            (None, Some(beyond)) if inside && beyond > 0.0 => {
                return wrong(format!("the proof is to a tolerance of {beyond}"));
            }
            (Some(_), None) => {
                return wrong("the line has a `tolerance`, the proof none".into());
            }
            _ => {}
        }
        let depth = self.number("depth")?;
        let point = self.read("point", Node::point)?;
        match &stayed.outside {
            Some(out) => self.out(out, stayed.target, t_hi, depth, point),
            None if depth.is_some() || point.is_some() => {
                wrong("the line says what is outside, the proof does not".into())
            }
            None if t_hi.is_some_and(|t_hi| t_hi != 1.0) => {
                wrong("the line says when it is outside, the proof does not".into())
            }
            None => Ok(()),
        }
    }

    fn out(
        &self,
        out: &Out,
        target: f64,
        t_hi: Option<f64>,
        depth: Option<f64>,
        point: Option<[Option<f64>; 3]>,
    ) -> Checked {
        let wrong = |what: String| Err(Failure::malformed(101, what));
        let t = out.t;
        if let Some(t_hi) = t_hi.filter(|t_hi| *t_hi < t) {
            return wrong(format!("the line says outside by {t_hi}, the proof by {t}"));
        }
        if let Some(depth) = depth
            && !(depth <= out.depth + self.rounding().max(target.abs() * ROUNDING))
        {
            let proved = out.depth;
            return wrong(format!(
                "the line says a depth of {depth}, the proof of {proved}"
            ));
        }
        let motions = self.motions();
        if let (Some(point), Some(mut motions)) = (point, motions)
            && !self.is_at(&point, |bits| {
                Some(motions.vertex_of_b(out.vertex, t, bits))
            })
        {
            return wrong("the line's `point` is not where the vertex is".into());
        }
        Ok(())
    }
}
