//! Claims about several contacts, and about when a body leaves another: C90 to C104 of `docs/guide/CERTIFICATES.md`.

use super::claims::{Checked, Claims, ROUNDING, in_order, said_contact};
use super::failure::{Failure, refuse};
use super::finding::{Free, Out, ProvedContact, Stayed};
use super::read::{Json, Node};

impl Claims<'_> {
    /// C100.
    pub(super) fn intervals(
        &self,
        gaps: &[Free],
        contacts: &[[Option<ProvedContact>; 2]],
    ) -> Checked {
        let proved = contacts.len();
        if let Some(brackets) = self.read("intervals", Vec::<[[f64; 2]; 2]>::read)? {
            let said = brackets.len();
            refuse!(100 if said != proved => "the line says {said} intervals, the proof {proved}");
            self.brackets(&brackets, gaps, contacts)?;
        }
        let said = self.read("contacts", |node| node.list(said_contact))?;
        let Some(said) = said else {
            return Ok(());
        };
        let count = said.len();
        refuse!(100 if count != proved => "the line says {count} contacts, the proof {proved}");
        for (i, (said, [enter, exit])) in said.iter().zip(contacts).enumerate() {
            let kind = enter.map(|c| if c.gap.is_some() { "near" } else { "overlap" });
            refuse!(100 if said.kind.is_some() && said.kind != kind =>
                "contact {i} is not of the kind that the line says");
            // A gap is said of a contact that is there, and always of a near one.
            let enough = |said: Option<f64>, proved: &Option<ProvedContact>| match proved {
                None => said.is_none(),
                Some(contact) => match contact.gap {
                    Some(gap) => said.is_some_and(|said| said >= gap),
                    None => said.is_none_or(|said| said >= 0.0),
                },
            };
            let enter = enter.filter(|_| said.kind.is_some());
            refuse!(100 if !enough(said.gap, &enter) || !enough(said.exit_gap, exit) =>
                "contact {i}: its gaps are not those of the proof");
        }
        Ok(())
    }

    fn brackets(
        &self,
        brackets: &[[[f64; 2]; 2]],
        gaps: &[Free],
        contacts: &[[Option<ProvedContact>; 2]],
    ) -> Checked {
        let mut after = 0.0;
        for (i, [enter, exit]) in brackets.iter().enumerate() {
            let rises = enter[0] <= enter[1] && exit[0] <= exit[1];
            let within = enter[0] >= 0.0 && exit[1] <= 1.0;
            refuse!(100 if !(within && rises && enter[0] <= exit[0] && enter[1] <= exit[1]) =>
                "the times of interval {i} are not in order");
            let end = enter[0];
            refuse!(100 if after < end && !gaps[i].covers(after, end) =>
                "it is not proved free from {after} to {end}");
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
            refuse!(100 if !(enters && exits) =>
                "a contact of interval {i} is not where the line says");
            after = exit[1];
        }
        refuse!(100 if after < 1.0 && !gaps[brackets.len()].covers(after, 1.0) =>
            "it is not proved free from {after} to 1");
        Ok(())
    }

    /// C101.
    pub(super) fn exit(&self, stayed: &Stayed) -> Checked {
        let (t_lo, t_hi) = (self.number("t_lo")?, self.number("t_hi")?);
        if let Some(t_lo) = t_lo {
            let proved = stayed.inside.unwrap_or(0.0);
            refuse!(101 if t_lo > proved =>
                "the line says inside until {t_lo}, the proof until {proved}");
        }
        in_order(101, t_lo, t_hi)?;
        let inside = stayed.outside.is_none() && self.given("verdict").is_some();
        match (self.number("tolerance")?, stayed.throughout) {
            (Some(_), None) => refuse!(101 => "the line has a `tolerance`, the proof none"),
            (said, Some(beyond)) => {
                let looser = said.map_or(inside && beyond > 0.0, |said| said < beyond);
                refuse!(101 if looser => "the proof is to a tolerance of {beyond}");
            }
            (None, None) => {}
        }
        let depth = self.number("depth")?;
        let point = self.read("point", Node::point)?;
        match &stayed.outside {
            Some(out) => self.out(out, stayed.target, t_hi, depth, point),
            None if depth.is_some() || point.is_some() => {
                refuse!(101 => "the line says what is outside, the proof does not")
            }
            None if t_hi.is_some_and(|t_hi| t_hi != 1.0) => {
                refuse!(101 => "the line says when it is outside, the proof does not")
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
        let (t, proved) = (out.t, out.depth);
        if let Some(t_hi) = t_hi.filter(|t_hi| *t_hi < t) {
            refuse!(101 => "the line says outside by {t_hi}, the proof by {t}");
        }
        if let Some(depth) = depth {
            refuse!(101 if !(depth <= proved + self.rounding().max(target.abs() * ROUNDING)) =>
                "the line says a depth of {depth}, the proof of {proved}");
        }
        if let (Some(point), Some(motions)) = (point, self.motions()) {
            let proved = |bits| Some(motions.vertex_of_b(out.vertex, t, bits));
            refuse!(101 if !self.is_at(&point, proved) =>
                "the line's `point` is not where the vertex is");
        }
        Ok(())
    }
}
