//! Conservative advancement: the one loop in which moving bodies come from a time that is proved free to the next.
//!
//! Problem: a frame has infinitely many times, and the bodies may touch at any of them. Idea (Mirtich, "Impulse-based Dynamic
//! Simulation of Rigid Body Systems", 1996): at one time a distance gives a plane that parts the bodies. No body moves faster
//! than a known speed, so the plane parts them for a while; the next distance is measured at the end of that while.
//!
//! The loop knows nothing of the bodies. What it runs measures and steps ([`Advancing`]): polytopes (`polytope_advance`),
//! curved bodies (`curved_advance`), one body inside a half-space of another (`half_space`), and the planes that find when
//! straight bodies come within the tolerance of each other (`near_miss`). [`AdvanceEnd`] has every reason to end.
//!
//! Three loops stay apart, because they take no such steps. `curved_cast` carries one search of GJK along a ray. `round_time`
//! narrows a bracket from both sides. `release` and `lost_gap` double or halve the time since a contact itself, on a scale of
//! logarithms; `time_search` has the searches by steps.
//!
//! Loses where the bodies stay within a few tolerances for long: every step is then as short as the gap allows.

/// Reason for which the advance ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AdvanceEnd {
    /// At the end of the frame.
    Apart,
    /// The gap is at most the target and the tolerance.
    Near,
    /// The bodies are proved to overlap there.
    Overlap,
    /// Where the advance starts the gap is not proved to exceed the target.
    Start,
    /// Out of distance solves.
    Budget,
    /// The gap is lost in rounding, or steps are shorter than a last place of the time.
    Rounding,
}

/// Two bodies on their way through a frame: the time that they have reached, and what is measured there.
pub(crate) trait Advancing {
    /// Measures the bodies at the time that is reached. Returns the reason to end there, if it is one.
    fn measure(&mut self) -> Option<AdvanceEnd>;

    /// Goes on to the end of the longest step that the measure proves free. Returns the reason to end after it, or because
    /// there is no such step.
    fn step(&mut self) -> Option<AdvanceEnd>;

    /// Whether no further measure is allowed.
    fn is_spent(&self) -> bool;
}

/// Advances until there is a reason to end, which is returned.
#[inline(always)]
pub(crate) fn advance(bodies: &mut impl Advancing) -> AdvanceEnd {
    loop {
        // What is measured tells whether the bodies are in contact, or whether their gap is lost in rounding.
        if let Some(end) = bodies.measure() {
            return end;
        }
        // A plane proves them apart for a step, which may last to the end of the frame.
        if let Some(end) = bodies.step() {
            return end;
        }
        // Another measure must be within the budget.
        if bodies.is_spent() {
            return AdvanceEnd::Budget;
        }
    }
}
