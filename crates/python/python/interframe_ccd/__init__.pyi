"""Proved collision detection of moving bodies."""

from . import batch as batch
from . import cases as cases
from . import certify as certify
from ._events import ContactEvents as ContactEvents
from ._events import EventFunction as EventFunction
from ._interframe import About as About
from ._interframe import ArgumentError as ArgumentError
from ._interframe import ArrayError as ArrayError
from ._interframe import Bodies as Bodies
from ._interframe import Body as Body
from ._interframe import BodyError as BodyError
from ._interframe import CaseError as CaseError
from ._interframe import Cast as Cast
from ._interframe import CastHit as CastHit
from ._interframe import CertificateError as CertificateError
from ._interframe import ClosePair as ClosePair
from ._interframe import ClosestApproach as ClosestApproach
from ._interframe import Contact as Contact
from ._interframe import ContactInterval as ContactInterval
from ._interframe import ContactIntervals as ContactIntervals
from ._interframe import ContactManifold as ContactManifold
from ._interframe import ContactPoint as ContactPoint
from ._interframe import Containment as Containment
from ._interframe import ContainmentVerdict as ContainmentVerdict
from ._interframe import CuboidSeparation as CuboidSeparation
from ._interframe import DecidedBy as DecidedBy
from ._interframe import Detour as Detour
from ._interframe import Dimension as Dimension
from ._interframe import Distance as Distance
from ._interframe import Distance2 as Distance2
from ._interframe import DistanceMethod as DistanceMethod
from ._interframe import Event as Event
from ._interframe import EventSlotsError as EventSlotsError
from ._interframe import Feature as Feature
from ._interframe import FeatureKind as FeatureKind
from ._interframe import Filter as Filter
from ._interframe import Frame as Frame
from ._interframe import InitialContact as InitialContact
from ._interframe import Interframe as Interframe
from ._interframe import InterframeError as InterframeError
from ._interframe import Intersection as Intersection
from ._interframe import Method as Method
from ._interframe import Mobility as Mobility
from ._interframe import Mode as Mode
from ._interframe import Motion as Motion
from ._interframe import MotionError as MotionError
from ._interframe import Motions as Motions
from ._interframe import MprDistance as MprDistance
from ._interframe import Nearest as Nearest
from ._interframe import OptionError as OptionError
from ._interframe import Overlap as Overlap
from ._interframe import PairError as PairError
from ._interframe import PairState as PairState
from ._interframe import PairStates as PairStates
from ._interframe import Penetration as Penetration
from ._interframe import Phase as Phase
from ._interframe import PieceId as PieceId
from ._interframe import Plane as Plane
from ._interframe import Polygon as Polygon
from ._interframe import Pose as Pose
from ._interframe import Poses as Poses
from ._interframe import Proved as Proved
from ._interframe import Reason as Reason
from ._interframe import Role as Role
from ._interframe import Route as Route
from ._interframe import SetsAnswer as SetsAnswer
from ._interframe import SetsMethod as SetsMethod
from ._interframe import SignedDistance as SignedDistance
from ._interframe import Sweep as Sweep
from ._interframe import TimeOfExit as TimeOfExit
from ._interframe import TimeOfImpact as TimeOfImpact
from ._interframe import TimeOfImpactMethod as TimeOfImpactMethod
from ._interframe import Verdict as Verdict
from ._interframe import Within as Within
from ._interframe import World as World
from ._interframe import WorldError as WorldError
from ._interframe import WorldFrame as WorldFrame
from ._interframe import YawCuboid as YawCuboid
from ._interframe import answer as answer
from ._interframe import closest_approach as closest_approach
from ._interframe import contact_intervals as contact_intervals
from ._interframe import contact_manifold as contact_manifold
from ._interframe import contact_points as contact_points
from ._interframe import contains as contains
from ._interframe import contains_point as contains_point
from ._interframe import cuboid_separation as cuboid_separation
from ._interframe import cuboid_separations as cuboid_separations
from ._interframe import distance as distance
from ._interframe import distance_2d as distance_2d
from ._interframe import extended_boxes_meet as extended_boxes_meet
from ._interframe import interframe as interframe
from ._interframe import interframe_vertices as interframe_vertices
from ._interframe import intersect as intersect
from ._interframe import intersect_sets as intersect_sets
from ._interframe import is_subset as is_subset
from ._interframe import minkowski_difference as minkowski_difference
from ._interframe import minkowski_difference_2d as minkowski_difference_2d
from ._interframe import minkowski_sum as minkowski_sum
from ._interframe import minkowski_sum_2d as minkowski_sum_2d
from ._interframe import mpr as mpr
from ._interframe import penetration as penetration
from ._interframe import replay as replay
from ._interframe import time_of_exit as time_of_exit
from ._interframe import time_of_impact as time_of_impact
from ._interframe import verify as verify
from ._interframe import within as within
from ._interframe import __version__ as __version__
from ._view import Page as Page
from ._view import view as view

__all__ = [
    "About",
    "ArgumentError",
    "ArrayError",
    "Bodies",
    "Body",
    "BodyError",
    "CaseError",
    "Cast",
    "CastHit",
    "CertificateError",
    "ClosePair",
    "ClosestApproach",
    "Contact",
    "ContactEvents",
    "ContactInterval",
    "ContactIntervals",
    "ContactManifold",
    "ContactPoint",
    "Containment",
    "ContainmentVerdict",
    "CuboidSeparation",
    "DecidedBy",
    "Detour",
    "Dimension",
    "Distance",
    "Distance2",
    "DistanceMethod",
    "Event",
    "EventFunction",
    "EventSlotsError",
    "Feature",
    "FeatureKind",
    "Filter",
    "Frame",
    "InitialContact",
    "Interframe",
    "InterframeError",
    "Intersection",
    "Method",
    "Mobility",
    "Mode",
    "Motion",
    "MotionError",
    "Motions",
    "MprDistance",
    "Nearest",
    "OptionError",
    "Overlap",
    "Page",
    "PairError",
    "PairState",
    "PairStates",
    "Penetration",
    "Phase",
    "PieceId",
    "Plane",
    "Polygon",
    "Pose",
    "Poses",
    "Proved",
    "Reason",
    "Role",
    "Route",
    "SetsAnswer",
    "SetsMethod",
    "SignedDistance",
    "Sweep",
    "TimeOfExit",
    "TimeOfImpact",
    "TimeOfImpactMethod",
    "Verdict",
    "Within",
    "World",
    "WorldError",
    "WorldFrame",
    "YawCuboid",
    "answer",
    "batch",
    "cases",
    "certify",
    "closest_approach",
    "contact_intervals",
    "contact_manifold",
    "contact_points",
    "contains",
    "contains_point",
    "cuboid_separation",
    "cuboid_separations",
    "distance",
    "distance_2d",
    "extended_boxes_meet",
    "interframe",
    "interframe_vertices",
    "intersect",
    "intersect_sets",
    "is_subset",
    "minkowski_difference",
    "minkowski_difference_2d",
    "minkowski_sum",
    "minkowski_sum_2d",
    "mpr",
    "penetration",
    "replay",
    "time_of_exit",
    "time_of_impact",
    "verify",
    "view",
    "within",
]
