"""The queries that have a certificate, with it: `intersect`, `within`, `contains`, `interframe`, `extended_boxes_meet`,
`time_of_impact`, `contact_intervals`, `closest_approach` and `time_of_exit`. The others give None in its place.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._interframe import (
    Body,
    ClosestApproach,
    ContactIntervals,
    ContactManifold,
    Containment,
    Distance,
    DistanceMethod,
    Frame,
    InitialContact,
    Interframe,
    Intersection,
    Method,
    MprDistance,
    PairState,
    Penetration,
    Sweep,
    TimeOfExit,
    TimeOfImpact,
    TimeOfImpactMethod,
    Within,
    _MotionLike,
    _PoseLike,
)

__all__ = [
    "closest_approach",
    "contact_intervals",
    "contact_manifold",
    "contains",
    "distance",
    "extended_boxes_meet",
    "interframe",
    "intersect",
    "mpr",
    "penetration",
    "time_of_exit",
    "time_of_impact",
    "within",
]

def closest_approach(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, tolerance: float | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[ClosestApproach, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def contact_intervals(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None) -> tuple[ContactIntervals, dict[str, Any] | None]:
    """The answer of `contact_intervals` and the certificate of all contacts, for `verify`; None where there is none."""

def contact_manifold(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, prediction: float | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[ContactManifold, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def contains(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, max_pivots: int | None = None, state: PairState | None = None) -> tuple[Containment, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def distance(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, method: DistanceMethod | str | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[Distance, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def extended_boxes_meet(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, frame: Frame | str | None = None, state: PairState | None = None) -> tuple[Interframe, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def interframe(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, sweep: Sweep | str | None = None, frame: Frame | str | None = None, method: Method | str | None = None, max_pivots: int | None = None, sweep_rel_tol: float | None = None, state: PairState | None = None) -> tuple[Interframe, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def intersect(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, method: Method | str | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[Intersection, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def mpr(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, rel_tol: float | None = None, max_iterations: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[MprDistance, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def penetration(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, direction: ArrayLike | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[Penetration, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def time_of_exit(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, tolerance: float | None = None, target_margin: float | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[TimeOfExit, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def time_of_impact(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[TimeOfImpact, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

def within(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, distance: float | None = None, max_pivots: int | None = None, state: PairState | None = None) -> tuple[Within, dict[str, Any] | None]:
    """The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
    is no certificate.

    The arguments are those of the query.
    """

