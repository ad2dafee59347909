//! Every query of the library about two bodies of any kind, asked alike.

use interframe::{
    ClosestApproachOptions, ContactInterval, ContactManifoldOptions, ContainsOptions,
    DistanceOptions, InterframeOptions, IntersectOptions, Motion, MovingPair, PairState,
    PenetrationOptions, Pose, PosedPair, Reason, Result, SharedBody, TimeOfImpactOptions, Verdict,
    WithinOptions, closest_approach, contact_intervals, contact_manifold, contains, distance,
    interframe, intersect, penetration, time_of_impact, within,
};

use super::near_contact::{Item, Moves};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    Intersect,
    Distance,
    Within,
    Penetration,
    ContactManifold,
    Contains,
    Interframe,
    TimeOfImpact,
    ContactIntervals,
    ClosestApproach,
}

use Query::*;

pub const QUERIES: [Query; 10] = [
    Intersect,
    Distance,
    Within,
    Penetration,
    ContactManifold,
    Contains,
    Interframe,
    TimeOfImpact,
    ContactIntervals,
    ClosestApproach,
];

/// What `within` asks for, and how far ahead manifolds predict.
pub const DISTANCE: f64 = 0.005;
pub const PREDICTION: f64 = 0.02;

impl Query {
    pub fn name(self) -> &'static str {
        match self {
            Intersect => "intersect",
            Distance => "distance",
            Within => "within",
            Penetration => "penetration",
            ContactManifold => "contact_manifold",
            Contains => "contains",
            Interframe => "interframe",
            TimeOfImpact => "time_of_impact",
            ContactIntervals => "contact_intervals",
            ClosestApproach => "closest_approach",
        }
    }

    /// What A may do when it is asked.
    pub fn moves(self) -> &'static [Moves] {
        match self {
            Intersect | Distance | Within | Penetration | ContactManifold | Contains => {
                &[Moves::Rests]
            }
            _ => &[Moves::Straight, Moves::Turns],
        }
    }
}

/// Whether an item of these kinds takes more than half a minute: large bodies of many pieces where one turns.
pub fn is_slow(moves: Moves, names: [&str; 2]) -> bool {
    let is_large = |name| ["mesh", "height field"].contains(&name);
    moves == Moves::Turns && names.into_iter().all(is_large)
}

/// A verdict, and what decided it or why it is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said {
    pub verdict: Verdict,
    pub how: &'static str,
}

impl Said {
    pub fn plain(meets: bool) -> Self {
        let verdict = match meets {
            true => Verdict::Hit,
            false => Verdict::Separated,
        };
        Said { verdict, how: "" }
    }

    /// Kind of contact that a hit of a motion ends in.
    fn moving(verdict: Verdict, reason: Reason, contact: &'static str) -> Self {
        let how = match verdict {
            Verdict::Undecided => reason.name(),
            Verdict::Separated => "",
            Verdict::Hit => contact,
        };
        Said { verdict, how }
    }
}

/// Items as the library takes them.
pub struct Asked<'a> {
    bodies: [&'a SharedBody; 2],
    poses: Vec<[Pose; 2]>,
    motions: Vec<[Motion; 2]>,
    intervals: Vec<ContactInterval>,
}

impl<'a> Asked<'a> {
    pub fn new(bodies: [&'a SharedBody; 2], items: &[Item]) -> Self {
        Asked {
            bodies,
            poses: items.iter().map(Item::poses).collect(),
            motions: items.iter().map(Item::motions).collect(),
            intervals: vec![ContactInterval::default(); 64],
        }
    }

    /// The answer from an empty pair state, or the error of kinds that the query refuses.
    pub fn ask(&mut self, query: Query, item: usize) -> Result<Said> {
        let state = &mut PairState::default();
        let [a, b] = self.bodies;
        let [pose_a, pose_b] = &self.poses[item];
        let [motion_a, motion_b] = &self.motions[item];
        let posed = PosedPair::new(a, pose_a, b, pose_b);
        let moving = MovingPair::new(a, motion_a, b, motion_b);
        let (verdict, reason, by) = match query {
            Intersect => {
                let found = intersect(&posed, &IntersectOptions::default(), state)?;
                (found.verdict, found.reason, found.decided_by)
            }
            Distance => {
                let found = distance(&posed, &DistanceOptions::default(), state)?;
                (found.verdict, found.reason, found.decided_by)
            }
            Within => {
                let options = WithinOptions {
                    distance: DISTANCE,
                    ..WithinOptions::default()
                };
                let found = within(&posed, &options, state)?;
                (found.verdict, found.reason, found.decided_by)
            }
            Penetration => {
                let found = penetration(&posed, &PenetrationOptions::default(), state)?;
                (found.verdict, found.reason, found.decided_by)
            }
            ContactManifold => {
                let options = ContactManifoldOptions {
                    prediction: PREDICTION,
                    ..ContactManifoldOptions::default()
                };
                let found = contact_manifold(&posed, &options, state)?;
                (found.verdict, found.reason, found.decided_by)
            }
            Contains => {
                let found = contains(&posed, &ContainsOptions::default(), state)?;
                (found.verdict.into(), found.reason, found.decided_by)
            }
            Interframe => {
                let found = interframe(&moving, &InterframeOptions::default(), state)?;
                (found.verdict, found.reason, found.decided_by)
            }
            TimeOfImpact => {
                let found = time_of_impact(&moving, &TimeOfImpactOptions::default(), state)?;
                return Ok(Said::moving(
                    found.verdict,
                    found.reason,
                    found.contact.name(),
                ));
            }
            ContactIntervals => {
                let options = TimeOfImpactOptions::default();
                let found = contact_intervals(&moving, &options, state, &mut self.intervals)?;
                return Ok(Said::moving(found.verdict, found.reason, ""));
            }
            ClosestApproach => {
                let found = closest_approach(&moving, &ClosestApproachOptions::default(), state)?;
                return Ok(Said::moving(
                    found.verdict,
                    found.reason,
                    found.contact.name(),
                ));
            }
        };
        let how = match verdict {
            Verdict::Undecided => reason.name(),
            _ => by.name(),
        };
        Ok(Said { verdict, how })
    }
}
