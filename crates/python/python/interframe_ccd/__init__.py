"""Proved collision detection of moving bodies.

Lengths are in one unit of your choice, angles in radians, times from 0 to 1 over a frame. Quaternions are x y z w, as in
SciPy. Normals are unit vectors and point from A to B. Arguments may be any array of real numbers.

Build each body once (`Body`), give it a `Pose` or a `Motion`, and ask a query: `time_of_impact`, `distance`, `intersect` and
others. `batch` has the same queries about many pairs at once, `cases` writes them as lines of case files, and `certify`
returns the certificates of their answers, which `verify` checks. `World` keeps all bodies of a simulation.
"""

import sys as _sys

from . import _interframe
from ._interframe import *  # noqa: F403
from ._interframe import __version__ as __version__
from ._events import ContactEvents, EventFunction  # in place of the compiled one
from ._view import Page, view

batch = _interframe.batch
cases = _interframe.cases
certify = _interframe.certify
batch.__doc__ = "Every query about two bodies, for many pairs at once: answers as structured arrays."
cases.__doc__ = "Every query about two bodies as one line of a case file."
certify.__doc__ = """The queries that have a certificate, with it: `intersect`, `within`, `contains`, `interframe`, `extended_boxes_meet`,
`time_of_impact`, `contact_intervals`, `closest_approach` and `time_of_exit`. The others give None in its place."""
for _module in (batch, cases, certify):
    _sys.modules[_module.__name__] = _module

__all__ = sorted(
    {name for name in dir(_interframe) if not name.startswith("_")}
    | {"ContactEvents", "EventFunction", "Page", "view"}
)
