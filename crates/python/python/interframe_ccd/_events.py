"""Contact events for SciPy's `solve_ivp`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _interframe


class EventFunction:
    """One event function for `solve_ivp`: called with a time and a state, it returns a signed distance."""

    def __init__(self, values: Callable[[float, Any], Any], number: int, terminal: bool, direction: float):
        self._values = values
        self.number = number
        self.terminal = terminal
        self.direction = direction

    def __call__(self, t: float, y: Any) -> float:
        return float(self._values(t, y)[self.number])


class ContactEvents(_interframe.ContactEvents):
    __doc__ = _interframe.ContactEvents.__doc__

    def functions(
        self,
        world: _interframe.World,
        place: Callable[[float, Any], None],
        *,
        terminal: bool = True,
        direction: float = 0.0,
    ) -> Sequence[EventFunction]:
        """Event functions for `solve_ivp(..., events=...)`, one for each slot.

        `place(t, y)` puts the bodies of the world where the state says, for example by `world.teleport`. All functions
        share one evaluation for each state. Make them again after each `select`.
        """
        last: list[Any] = [None, None]

        def values(t: float, y: Any) -> Any:
            key = (float(t), np.asarray(y).tobytes())
            if last[0] != key:
                place(t, y)
                last[:] = key, self.evaluate(world)
            return last[1]

        return [EventFunction(values, number, terminal, direction) for number in range(self.slots)]

    @staticmethod
    def crossed(solution: Any) -> list[int]:
        """Numbers of the functions of which `solve_ivp` reports a root at the end of its solution, for `select_after`."""
        try:
            end, found = solution.t[-1], solution.t_events or []
        except AttributeError:
            raise _interframe.ArgumentError("solution must be what solve_ivp returns") from None
        return [k for k, times in enumerate(found) if len(times) and times[-1] == end]
