//! The queries about two bodies of any kind: their options and answers. Functions of one pair, of many, of cases and of
//! certificates are made from this table.

/// Calls a macro with every query of two poses.
macro_rules! posed_queries {
    ($each:ident) => {
        $each! { PosedPair, pose, pose_a, pose_b, poses;
            /// Whether two bodies at poses share a point, exactly. Touching is a hit.
            ///
            /// `method`: which solver; `max_pivots`: pivots in f64 before exact arithmetic takes over. Neither changes a verdict.
            intersect, IntersectOptions, PyIntersection { method, max_pivots };
            /// How far two bodies at poses are apart, with a bound of the error.
            distance, DistanceOptions, PyDistance { method, max_pivots };
            /// Whether two bodies at poses are at most `distance` (a length, 0 by default) apart, exactly.
            within, WithinOptions, PyWithin { distance, max_pivots };
            /// How deep two bodies at poses are in each other, and the shortest way out.
            ///
            /// With a `direction`, shape (3,), of any length: how far B must move along it until they are apart.
            penetration, PenetrationOptions, PyPenetration { direction, max_pivots };
            /// Where two bodies at poses touch, or are at most `prediction` (a length, 0 by default) apart: up to four points.
            contact_manifold, ContactManifoldOptions, PyContactManifold { prediction, max_pivots };
            /// Whether body B lies inside A, exactly, and with what margin.
            contains, ContainsOptions, PyContainment { max_pivots };
            /// Signed distance of two convex bodies at poses by Minkowski portal refinement, with proved bounds.
            ///
            /// `rel_tol` is relative to the smaller body's radius (1e-4 by default); `max_iterations` limits the steps (100).
            mpr, MprOptions, PyMprDistance { rel_tol, max_iterations, max_pivots };
        }
    };
}

/// Calls a macro with every query of two motions.
macro_rules! moving_queries {
    ($each:ident) => {
        $each! { MovingPair, motion, motion_a, motion_b, motions;
            /// Whether two moving bodies may meet between two frames. Costs least: it proves that they pass, or says "may hit".
            ///
            /// `sweep`: which hull stands for a moving body; `frame`: in which frame they are swept; `sweep_rel_tol`: by how
            /// much a certified sweep may be wider (1e-6).
            interframe, InterframeOptions, PyInterframe { sweep, frame, method, max_pivots, sweep_rel_tol };
            /// Whether the extended oriented boxes of two moving bodies are apart: `SEPARATED`, proved, or `UNDECIDED`.
            extended_boxes_meet, ExtendedBoxesOptions, PyInterframe { frame };
            /// When two moving bodies first meet: a proved bracket of the first contact, or `SEPARATED`.
            ///
            /// `tolerance`: the gap that counts as contact, a length, 1e-6 of the smaller body's radius by default;
            /// `target_separation`: the distance at which they count as touching (0); `initial_contact`: what happens with a
            /// contact at the start; `budget`: distance solves at most.
            time_of_impact, TimeOfImpactOptions, PyTimeOfImpact {
                method, tolerance, target_separation, initial_contact, budget, max_pivots
            };
            /// How near two moving bodies come to each other, and when.
            closest_approach, ClosestApproachOptions, PyClosestApproach { tolerance, budget, max_pivots };
            /// Until when moving body B stays inside moving A: `INSIDE`, or a proved bracket of the first time it is not.
            ///
            /// `target_margin`: how far inside it must be, a length (0).
            time_of_exit, TimeOfExitOptions, PyTimeOfExit { tolerance, target_margin, budget, max_pivots };
        }
    };
}

pub(crate) use {moving_queries, posed_queries};
