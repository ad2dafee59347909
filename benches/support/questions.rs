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

pub const QUERIES: [(Query, &str); 10] = [
    (Intersect, "intersect"),
    (Distance, "distance"),
    (Within, "within"),
    (Penetration, "penetration"),
    (ContactManifold, "contact_manifold"),
    (Contains, "contains"),
    (Interframe, "interframe"),
    (TimeOfImpact, "time_of_impact"),
    (ContactIntervals, "contact_intervals"),
    (ClosestApproach, "closest_approach"),
];

/// What `within` asks for, and how far ahead manifolds predict.
pub const DISTANCE: f64 = 0.005;
pub const PREDICTION: f64 = 0.02;

impl Query {
    pub fn name(self) -> &'static str {
        QUERIES[self as usize].1
    }

    /// What A may do when it is asked.
    pub fn moves(self) -> &'static [Moves] {
        match self {
            Intersect | Distance | Within | Penetration | ContactManifold | Contains => {
                &[Moves::Rests]
            }
            _ => &[Moves::Straight, Moves::Turns, Moves::Aligned],
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
    near: WithinOptions,
    ahead: ContactManifoldOptions,
}

impl<'a> Asked<'a> {
    pub fn new(bodies: [&'a SharedBody; 2], items: &[Item]) -> Self {
        Asked {
            bodies,
            poses: items.iter().map(Item::poses).collect(),
            motions: items.iter().map(Item::motions).collect(),
            intervals: vec![ContactInterval::default(); 64],
            near: WithinOptions {
                distance: DISTANCE,
                ..WithinOptions::default()
            },
            ahead: ContactManifoldOptions {
                prediction: PREDICTION,
                ..ContactManifoldOptions::default()
            },
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
        macro_rules! decided {
            ($found:expr) => {{
                let found = $found?;
                (found.verdict.into(), found.reason, found.decided_by)
            }};
        }
        macro_rules! moving {
            ($found:expr, |$name:tt| $contact:expr) => {{
                let found = $found?;
                let $name = &found;
                return Ok(Said::moving(found.verdict, found.reason, $contact));
            }};
        }
        let (verdict, reason, by): (Verdict, _, _) = match query {
            Intersect => decided!(intersect(&posed, &IntersectOptions::default(), state)),
            Distance => decided!(distance(&posed, &DistanceOptions::default(), state)),
            Within => decided!(within(&posed, &self.near, state)),
            Penetration => decided!(penetration(&posed, &PenetrationOptions::default(), state)),
            ContactManifold => decided!(contact_manifold(&posed, &self.ahead, state)),
            Contains => decided!(contains(&posed, &ContainsOptions::default(), state)),
            Interframe => decided!(interframe(&moving, &InterframeOptions::default(), state)),
            TimeOfImpact => {
                let found = time_of_impact(&moving, &TimeOfImpactOptions::default(), state);
                moving!(found, |found| found.contact.name())
            }
            ContactIntervals => {
                let (options, out) = (TimeOfImpactOptions::default(), &mut self.intervals);
                moving!(contact_intervals(&moving, &options, state, out), |_| "")
            }
            ClosestApproach => {
                let found = closest_approach(&moving, &ClosestApproachOptions::default(), state);
                moving!(found, |found| found.contact.name())
            }
        };
        let how = match verdict {
            Verdict::Undecided => reason.name(),
            _ => by.name(),
        };
        Ok(Said { verdict, how })
    }
}
