"""Every query as a line of a case file."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._interframe import (
    Body,
    DistanceMethod,
    Frame,
    InitialContact,
    Method,
    PairState,
    Sweep,
    TimeOfImpactMethod,
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

def closest_approach(id: str, a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, tolerance: float | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def contact_intervals(id: str, a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query `contact_intervals` as one line of a case file."""

def contact_manifold(id: str, a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, prediction: float | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def contains(id: str, a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def distance(id: str, a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, method: DistanceMethod | str | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def extended_boxes_meet(id: str, a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, frame: Frame | str | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def interframe(id: str, a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, sweep: Sweep | str | None = None, frame: Frame | str | None = None, method: Method | str | None = None, max_pivots: int | None = None, sweep_rel_tol: float | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def intersect(id: str, a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, method: Method | str | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def mpr(id: str, a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, rel_tol: float | None = None, max_iterations: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def penetration(id: str, a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, direction: ArrayLike | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def time_of_exit(id: str, a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, tolerance: float | None = None, target_margin: float | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def time_of_impact(id: str, a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

def within(id: str, a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, distance: float | None = None, max_pivots: int | None = None, state: PairState | None = None) -> str:
    """The query of this name as one line of a case file, which gives the same bits when it is answered again.

    The arguments are those of the query, after the line's name.
    """

