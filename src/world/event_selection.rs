//! The selection of contact events: which pairs have functions, and on which side each of them is.
//!
//! Problem: an integrator watches signs, so a selection may change none, though it measures anew, by other states, and though
//! a hysteresis takes a length off the values of one side. Idea: the side of a pair is state. It changes where the pair's own
//! function, with the state and side that it had, reads the other sign already, or where a root of it is reported; and a
//! function takes a new side or state only if it then reads the sign of its side. See `docs/theory/CONTACT_EVENTS.md`.

use crate::error::{Error, Result};
use crate::numeric::sort::{sort_by, sort_by_key};
use crate::verdict::Verdict;
use crate::world::bodies::{World, WorldBody};
use crate::world::contact_events::{
    ContactEvents, FunctionSlot, PairFunction, Places, SelectedBody, is_one_sided, of_distance,
    places,
};
use crate::world::nearest::{BoxesHere, ClosePair, Closest, OrderedPair};

/// Pairs beyond the selected whose own distances are kept: this many and as many as half of the slots.
const MIN_EXTRA_PAIRS: usize = 16;

/// Ratio of the distance up to which the next selection searches first to that of the last one's farthest pair.
const SEARCH_GROWTH: f64 = 1.25;

/// Filters no body out.
const ALL: &dyn Fn(&WorldBody) -> bool = &|_| true;

/// A pair that may be selected.
struct Candidate {
    value: f64,
    /// At least so far apart.
    apart: f64,
    slot: FunctionSlot,
}

impl ContactEvents {
    /// Chooses the pairs of smallest value where bodies are now, in the order of (value, bodies). Pairs are those of the
    /// world: filters hold, and two static bodies are none. With another pair filter of the world, select again.
    ///
    /// A pair that has a function reads the same sign before and after, hysteresis included: its side (in contact or apart)
    /// changes only where its value has changed its sign already, and only if it then reads that sign.
    /// A value of 0 is in contact. [`select_after`](Self::select_after) is for roots that the integrator reports.
    ///
    /// Allocates. Costs about as much as [`Queries::closest_pairs`](crate::Queries::closest_pairs) of one and a half times as
    /// many pairs, and two evaluations.
    ///
    /// # Errors
    /// [`Error::EventSlots`] when more pairs are in contact, or too near to be proved apart, than there are functions; it
    /// names the first that has none.
    /// Nothing is changed then: with [more](Self::set_slots) the selection goes on as if nothing had been.
    pub fn select(&mut self, world: &World) -> Result<()> {
        self.select_after(world, &[])
    }

    /// Selects after an event: `crossed` are the functions, by number, of which the root finder reports a root here.
    ///
    /// A root is located to rounding, so the state of the event may still be on the old side of it. The pair of each of these
    /// functions changes its side nevertheless if it reads the new side's sign there: then the next step does not find the same root again. With
    /// a hysteresis beyond the rounding of the root it always does.
    ///
    /// # Errors
    /// [`Error::Setting`] for a number that no function has; see [`select`](Self::select).
    pub fn select_after(&mut self, world: &World, crossed: &[usize]) -> Result<()> {
        let slots = self.slots();
        if let Some(beyond) = crossed.iter().find(|k| **k >= slots) {
            return Err(Error::Setting {
                name: "crossed",
                value: *beyond as f64,
                range: "numbers of functions",
            });
        }
        let wanted = slots.saturating_add(slots / 2 + MIN_EXTRA_PAIRS);
        let closest = self.closest(world, wanted)?;
        let others = closest.others;
        let taken = match closest.best.peek() {
            Some(last) if closest.best.len() == wanted => last.pair.distance.separation,
            _ => others,
        };
        let mut all = self.candidates(world, closest.best.into_vec(), crossed)?;
        sort_by(&mut all, |a, b| {
            let order = |candidate: &Candidate| candidate.slot.sides.map(|side| side.order());
            a.value
                .total_cmp(&b.value)
                .then_with(|| order(a).cmp(&order(b)))
        });
        let rest = all.split_off(slots.min(all.len()));
        let may_meet = |candidate: &&Candidate| !(candidate.value > 0.0 && candidate.apart > 0.0);
        if let Some(first) = rest.iter().find(may_meet) {
            return Err(self.no_slot(&first.slot.sides));
        }
        self.slots = all.into_iter().map(|candidate| candidate.slot).collect();
        let watched = rest.iter().map(|candidate| PairFunction {
            sides: candidate.slot.sides,
            apart: candidate.apart,
        });
        self.watched = watched.collect();
        let known = self.slots.iter().map(|slot| slot.sides);
        let known = known.chain(self.watched.iter().map(|pair| pair.sides));
        self.known = known.map(|sides| places(&sides)).collect();
        self.known.sort_unstable();
        self.others = others;
        self.taken = taken;
        let bodies = world.slots.iter().map(|slot| slot.body.as_ref());
        let was = |body: &WorldBody| SelectedBody {
            side: body.side,
            fingerprint: body.fingerprint,
            filter: body.filter(),
            spot: body.extent.last_pose(body.pose()),
        };
        self.at_selection = bodies.map(|body| body.map(was)).collect();
        let one_sided = world.bodies().filter(|body| is_one_sided(body));
        self.one_sided = one_sided.map(WorldBody::id).collect();
        self.selected = true;
        Ok(())
    }

    /// The nearest pairs, at least one more than there are functions where there are as many. Looks first within the last
    /// selection's reach and a little more: a tree is then hardly opened.
    fn closest<'w>(&self, world: &'w World, wanted: usize) -> Result<Closest<'static, 'w>> {
        let boxes = BoxesHere::new(world)?;
        let cutoff = SEARCH_GROWTH * self.taken;
        let mut closest = None;
        if cutoff < f64::INFINITY {
            closest = boxes.closest_of_few(wanted, cutoff, ALL)?;
        }
        match closest.filter(|closest| closest.best.len() > self.slots()) {
            Some(closest) => Ok(closest),
            None => boxes.closest(wanted, f64::INFINITY, ALL),
        }
    }

    /// The pairs that may be selected: the nearest ones, and those with functions that read contact.
    fn candidates(
        &self,
        world: &World,
        nearest: Vec<OrderedPair>,
        crossed: &[usize],
    ) -> Result<Vec<Candidate>> {
        let mut all = Vec::with_capacity(nearest.len() + self.slots.len());
        let mut left = nearest;
        // By bodies, so that pairs with functions are found among them.
        sort_by_key(&mut left, |ranked| places(&ranked.pair.sides));
        let mut is_taken = vec![false; left.len()];
        for (k, slot) in self.slots.iter().enumerate() {
            let Ok(pair) = Places::of(world, slot.sides) else {
                continue;
            };
            let [a, b] = pair.bodies;
            // After a restore other bodies may have the same ids.
            if !(self.is_of(a) && self.is_of(b) && world.allows(a, b)) {
                continue;
            }
            let near =
                left.binary_search_by_key(&places(&slot.sides), |near| places(&near.pair.sides));
            let candidate = self.renewed(&pair, slot, crossed.contains(&k))?;
            if candidate.value <= 0.0 || near.is_ok() {
                all.push(candidate);
            }
            near.into_iter().for_each(|near| is_taken[near] = true);
        }
        for (OrderedPair { pair, state }, is_taken) in left.into_iter().zip(is_taken) {
            let ClosePair { sides, distance } = pair;
            // Of the empty body, or all of it behind what is met from its front: no function has a use for it.
            if is_taken || !distance.separation.is_finite() {
                continue;
            }
            let found = match distance.verdict {
                Verdict::Hit => Places::of(world, sides)?.deep()?,
                _ => None,
            };
            let found = found.unwrap_or(of_distance(&distance));
            let touching = found.z <= 0.0;
            all.push(Candidate {
                value: self.value(&found, touching),
                apart: distance.lower_bound,
                slot: FunctionSlot {
                    sides,
                    state,
                    touching,
                },
            });
        }
        Ok(all)
    }

    /// Whether a body is the one that the last selection saw under its id.
    fn is_of(&self, body: &WorldBody) -> bool {
        let was = self.at_selection.get(body.id().index() as usize);
        was.and_then(Option::as_ref)
            .is_some_and(|was| was.side == body.side && was.fingerprint == body.fingerprint)
    }

    /// A pair with a function, as the next selection has it.
    ///
    /// Its side is that of what it reads, or the other one where a root of it is reported. The state that this measurement
    /// leaves makes the next ones faster, but another state or side may round to another sign: the function takes them only if
    /// it reads its side with them, and otherwise it stays as it is, and reads what it read.
    fn renewed(
        &self,
        pair: &Places<'_>,
        slot: &FunctionSlot,
        is_crossed: bool,
    ) -> Result<Candidate> {
        let read = |slot: &FunctionSlot| -> Result<Candidate> {
            let mut state = slot.state;
            let found = pair.measure(&mut state, slot.touching)?;
            Ok(Candidate {
                value: self.value(&found, slot.touching),
                apart: found.z - found.error,
                slot: FunctionSlot { state, ..*slot },
            })
        };
        let old = read(slot)?;
        let touching = match is_crossed {
            true => !slot.touching,
            false => old.value <= 0.0,
        };
        let renewed = FunctionSlot {
            touching,
            ..old.slot
        };
        let new = read(&renewed)?;
        Ok(match (new.value <= 0.0) == touching {
            true => Candidate {
                slot: renewed,
                ..new
            },
            false => Candidate {
                slot: slot.clone(),
                ..old
            },
        })
    }
}
