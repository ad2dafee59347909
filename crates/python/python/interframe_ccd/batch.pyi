"""Every query about two bodies, for many pairs at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._interframe import (
    Bodies,
    Body,
    DistanceMethod,
    Frame,
    InitialContact,
    Method,
    PairStates,
    Sweep,
    TimeOfImpactMethod,
    _MotionsLike,
    _PosesLike,
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

def closest_approach(bodies: Bodies | Sequence[Body], motions: _MotionsLike, pairs: ArrayLike, *, tolerance: float | None = None, budget: int | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """How near two moving bodies come to each other, and when.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def contact_intervals(bodies: Bodies | Sequence[Body], motions: _MotionsLike, pairs: ArrayLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """The contacts of many pairs: a structured array with a row for each contact, its `pair` and its `interval`, in the order of
    pairs and of time. A pair without a row is proved apart throughout.

    The arguments are those of the other functions of `batch`; the options are those of `time_of_impact`.
    """

def contact_manifold(bodies: Bodies | Sequence[Body], poses: _PosesLike, pairs: ArrayLike, *, prediction: float | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """Where two bodies at poses touch, or are at most `prediction` (a length, 0 by default) apart: up to four points.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def contains(bodies: Bodies | Sequence[Body], poses: _PosesLike, pairs: ArrayLike, *, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """Whether body B lies inside A, exactly, and with what margin.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def distance(bodies: Bodies | Sequence[Body], poses: _PosesLike, pairs: ArrayLike, *, method: DistanceMethod | str | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """How far two bodies at poses are apart, with a bound of the error.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def extended_boxes_meet(bodies: Bodies | Sequence[Body], motions: _MotionsLike, pairs: ArrayLike, *, frame: Frame | str | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """Whether the extended oriented boxes of two moving bodies are apart: `SEPARATED`, proved, or `UNDECIDED`.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def interframe(bodies: Bodies | Sequence[Body], motions: _MotionsLike, pairs: ArrayLike, *, sweep: Sweep | str | None = None, frame: Frame | str | None = None, method: Method | str | None = None, max_pivots: int | None = None, sweep_rel_tol: float | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """Whether two moving bodies may meet between two frames. Costs least: it proves that they pass, or says "may hit".

    `sweep`: which hull stands for a moving body; `frame`: in which frame they are swept; `sweep_rel_tol`: by how
    much a certified sweep may be wider (1e-6).

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def intersect(bodies: Bodies | Sequence[Body], poses: _PosesLike, pairs: ArrayLike, *, method: Method | str | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """Whether two bodies at poses share a point, exactly. Touching is a hit.

    `method`: which solver; `max_pivots`: pivots in f64 before exact arithmetic takes over. Neither changes a verdict.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def mpr(bodies: Bodies | Sequence[Body], poses: _PosesLike, pairs: ArrayLike, *, rel_tol: float | None = None, max_iterations: int | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """Signed distance of two convex bodies at poses by Minkowski portal refinement, with proved bounds.

    `rel_tol` is relative to the smaller body's radius (1e-4 by default); `max_iterations` limits the steps (100).

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def penetration(bodies: Bodies | Sequence[Body], poses: _PosesLike, pairs: ArrayLike, *, direction: ArrayLike | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """How deep two bodies at poses are in each other, and the shortest way out.

    With a `direction`, shape (3,), of any length: how far B must move along it until they are apart.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def time_of_exit(bodies: Bodies | Sequence[Body], motions: _MotionsLike, pairs: ArrayLike, *, tolerance: float | None = None, target_margin: float | None = None, budget: int | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """Until when moving body B stays inside moving A: `INSIDE`, or a proved bracket of the first time it is not.

    `target_margin`: how far inside it must be, a length (0).

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def time_of_impact(bodies: Bodies | Sequence[Body], motions: _MotionsLike, pairs: ArrayLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """When two moving bodies first meet: a proved bracket of the first contact, or `SEPARATED`.

    `tolerance`: the gap that counts as contact, a length, 1e-6 of the smaller body's radius by default;
    `target_separation`: the distance at which they count as touching (0); `initial_contact`: what happens with a
    contact at the start; `budget`: distance solves at most.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

def within(bodies: Bodies | Sequence[Body], poses: _PosesLike, pairs: ArrayLike, *, distance: float | None = None, max_pivots: int | None = None, states: PairStates | None = None, threads: int | None = None) -> NDArray[np.void]:
    """Whether two bodies at poses are at most `distance` (a length, 0 by default) apart, exactly.

    Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
    has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
    by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
    """

