//! `on_hit: stop`: bodies that meet a solid stand from then on (`World::advance_with_responses`).

use interframe::{FrameContact, Motion, Pose, Response, TimeOfImpact};

use crate::error::{Result, at_key};

/// Stops both bodies of a contact; a sensor only notices.
pub fn stop_solids(contact: &FrameContact<'_>) -> [Response; 2] {
    match contact.event.sensor {
        true => [Response::Continue; 2],
        false => [Response::Stop; 2],
    }
}

/// The bodies within one frame, up to a contact.
#[derive(Debug)]
pub struct Stops<'a> {
    whole: &'a [Motion],
    /// When a body stopped in this frame, and where.
    pub stopped: Vec<Option<(f64, Pose)>>,
}

impl<'a> Stops<'a> {
    pub fn new(whole: &'a [Motion]) -> Self {
        Stops {
            whole,
            stopped: vec![None; whole.len()],
        }
    }

    pub fn stop(&mut self, body: usize, t: f64, at: Pose) {
        self.stopped[body] = Some((t, at));
    }

    /// Whether a body moves on to the end of the frame.
    pub fn moves(&self, body: usize) -> bool {
        let motion = &self.whole[body];
        self.stopped[body].is_none() && (motion.is_turning() || motion.start() != motion.end())
    }

    /// The motions of two bodies from `t` on, or from when one of them stopped, if that is later: that time, and each motion as
    /// one of a whole frame.
    pub fn rest_of(&self, pair: [usize; 2], t: f64) -> Result<(f64, [Motion; 2])> {
        let stopped = pair.iter().filter_map(|&body| self.stopped[body]);
        let from = stopped.fold(t, |from, (t, _)| from.max(t));
        let rest = |body: usize| match self.stopped[body] {
            Some((_, pose)) => Ok(Motion::fixed(pose)),
            None => {
                let parts = self.whole[body].split(from).map_err(at_key("bodies"));
                parts.map(|[_, rest]| rest)
            }
        };
        Ok((from, [rest(pair[0])?, rest(pair[1])?]))
    }
}

/// An answer about the rest of a frame from `from` on, with the times of the frame.
pub fn in_the_frame(mut found: TimeOfImpact, from: f64) -> TimeOfImpact {
    if from == 0.0 {
        return found;
    }
    let left = 1.0 - from;
    let whole = |t: f64| from + left * t;
    found.free_from = whole(found.free_from);
    // Rounded apart: what was proved stays so.
    found.t_lo = whole(found.t_lo).next_down().max(from);
    found.t_hi = whole(found.t_hi).next_up().min(1.0);
    found.separation_velocity /= left;
    found
}
