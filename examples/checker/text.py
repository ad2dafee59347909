"""Lines of text to plain values: conditions C1 to C6, C10, C12, C20, C21 and C24, as far as they are about form."""

import json
import re

MOST_BYTES = 1 << 26
MOST_DEPTH = 32  # within the line's own object
MOST_KEYS = 64
MOST_CHARACTERS = 400
MOST_VERTICES = 1 << 22
MOST_LINKS = 1 << 20
IDS = 1 << 32

BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{}\]]', re.DOTALL)
SURROGATE = re.compile("[\ud800-\udfff]")


class Refused(Exception):
    """The condition that does not hold, and a sentence."""

    def __init__(self, condition, why):
        super().__init__(f"{condition}: {why}")


def need(holds, condition, why):
    if not holds:
        raise Refused(condition, why)


def read_line(data):
    """A line of bytes as a dict."""
    need(len(data) <= MOST_BYTES, "C1", "the line is too long")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("C1", "the line is not UTF-8") from None
    depth = 0
    for mark in BRACKETS.findall(text):
        if mark in "[{":
            depth += 1
            need(depth <= MOST_DEPTH + 1, "C2", "nested too deeply")
        elif mark in "}]":
            depth -= 1
    try:
        line = json.loads(text, object_pairs_hook=_object, parse_float=_float, parse_int=_int, parse_constant=_constant)
    except RecursionError:
        raise Refused("C2", "nested too deeply") from None
    except ValueError as error:
        raise Refused("C1", f"not JSON: {error}") from None
    need(isinstance(line, dict), "C1", "the line is not an object")
    if "\\u" in text:
        need(not _has_half_surrogate(line), "C1", "a string has half a surrogate pair")
    return line


def _object(pairs):
    need(len(pairs) <= MOST_KEYS, "C3", "an object has too many keys")
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Refused("C3", f"the key {json.dumps(twice)} is there twice")
    return made


def _float(text):
    need(len(text) <= MOST_CHARACTERS, "C4", "a number is too long")
    x = float(text)
    need(abs(x) != float("inf"), "C4", f"{text} is beyond all numbers")
    return x


def _int(text):
    """What may be an id stays an int; every other number is a float."""
    x = _float(text)
    return x if text[0] == "-" else int(text)


def _constant(text):
    raise Refused("C4", f"{text} is not a number")


def _has_half_surrogate(value):
    if isinstance(value, str):
        return SURROGATE.search(value) is not None
    if isinstance(value, dict):
        return any(map(_has_half_surrogate, value)) or any(map(_has_half_surrogate, value.values()))
    return isinstance(value, list) and any(map(_has_half_surrogate, value))


# Readers of one value each: of the form that is wanted, or refused by C6.


def number(value, name):
    kind = type(value)
    need(kind is float or kind is int, "C6", f"`{name}` is not a number")
    return float(value)


def identity(value, name):
    need(type(value) in (int, float), "C6", f"`{name}` is not a vertex id")
    need(type(value) is int and value < IDS, "C5", f"`{name}` is not an id: {value}")
    return value


def boolean(value, name):
    need(type(value) is bool, "C6", f"`{name}` is not true or false")
    return value


def text(value, name):
    need(type(value) is str, "C6", f"`{name}` is not a text")
    return value


def listed(read, low=0, high=None):
    """A list of `low` to `high` values."""

    def reader(value, name):
        need(type(value) is list, "C6", f"`{name}` is not a list")
        right = len(value) >= low and (high is None or len(value) <= high)
        need(right, "C6", f"`{name}` has {len(value)} entries")
        return [read(item, name) for item in value]

    return reader


vector = listed(number, 3, 3)
pair_of_ids = listed(identity, 2, 2)
pairs = listed(pair_of_ids)


def record(required, optional=None):
    """An object with these keys and no others."""
    optional = optional or {}

    def reader(value, name):
        need(type(value) is dict, "C6", f"`{name}` is not an object")
        for key in required:
            need(key in value, "C6", f"`{name}` lacks the key `{key}`")
        found = {}
        for key, item in value.items():
            read = required.get(key) or optional.get(key)
            need(read, "C6", f"`{name}` has the unknown key {json.dumps(key)}")
            found[key] = read(item, key)
        return found

    return reader


def variant(kinds):
    """A name alone, or an object of one key: (name, what it holds)."""

    def reader(value, name):
        if type(value) is str:
            need(value in kinds and kinds[value] is None, "C6", f"`{name}` has the unknown kind {json.dumps(value)}")
            return value, None
        need(type(value) is dict and len(value) == 1, "C6", f"`{name}` is not an object of one key")
        ((kind, held),) = value.items()
        need(kinds.get(kind) is not None, "C6", f"`{name}` has the unknown kind {json.dumps(kind)}")
        return kind, kinds[kind](held, kind)

    return reader


def vertices(value, name):
    need(type(value) is list, "C6", f"`{name}` is not a list of vertices")
    need(len(value) <= MOST_VERTICES, "C10", f"`{name}` has too many vertices")
    return [vector(v, name) for v in value]


def _end(value, name):
    end = _end_fields(value, name)
    need(("q" in end) != ("turn" in end), "C21", "`end` has not exactly one of `q` and `turn`")
    return end


def _links(value, name):
    need(type(value) is list, "C6", f"`{name}` is not a list")
    need(len(value) <= MOST_LINKS, "C40", "too many links")
    return [_link(item, "link") for item in value]


def _outside(value, name):
    found = _outside_fields(value, name)
    need(not ("normal" in found and "span" in found), "C6", "`outside` has both a normal and a span")
    return found


def _farther(value, name):
    found = _farther_fields(value, name)
    need(("normal" in found) != ("span" in found), "C33", "`farther` has not exactly one of a normal and a span")
    return found


def _exit_outside(value, name):
    found = _exit_outside_fields(value, name)
    need(len(found) <= 3, "C6", "`outside` has more than one of `face`, `normal` and `span`")
    return found


def _exit_inside(value, name):
    need(type(value) is dict, "C6", f"`{name}` is not an object")
    return (_by_simplices if "simplices" in value else _by_faces)(value, name)


quaternion = listed(number, 4, 4)
_pose = record({"p": vector, "q": quaternion})
_end_fields = record({"p": vector}, {"q": quaternion, "turn": vector})
_motion = record({"start": _pose, "end": _end, "pivot": vector})
_two_motions = listed(_motion, 2, 2)
_hulls = record({"motions": _two_motions, "end_q": listed(quaternion, 2, 2), "relative": boolean})
placement = variant({"poses": listed(_pose, 2, 2), "motions": _two_motions, "hulls": _hulls, "lists": None})

_span = record({"pairs": pairs})
_plane_link = record({"normal": vector, "turn": vector, "bound": number})
_balls = record({"centers": listed(vector, 2, 2), "radii": listed(number, 2, 2)})
_link = record({"t0": number, "t1": number, "by": variant({"plane": _plane_link, "balls": _balls, "span": _span})})
_column = record({"pair": pair_of_ids, "weight": number}, {"late": boolean})
_weighted = listed(record({"id": identity, "weight": number}))
_overlap = record({"times": listed(number, 2, 2), "columns": listed(_column)})
_near = record({"t": number, "gap": number, "a": _weighted, "b": _weighted})
_contact = variant({"overlap": _overlap, "near": _near})
_chain = record({"separation": number, "from": number, "links": _links}, {"contact": _contact})
_gap = record({"from": number, "links": _links})
_ends = record({}, {"enter": _contact, "exit": _contact})
_intervals = record({"separation": number, "gaps": listed(_gap), "contacts": listed(_ends)})
_simplices = listed(listed(identity))
_outside_fields = record({"vertex": identity}, {"normal": vector, "span": listed(identity)})
_wall = record({"face": identity, "times": listed(number)})
_by_faces = record({"to": number, "beyond": number, "walls": listed(_wall)})
_by_simplices = record({"to": number, "beyond": number, "simplices": listed(_simplices, 2, 2)})
_exit_outside_fields = record(
    {"t": number, "vertex": identity}, {"normal": vector, "face": identity, "span": listed(identity)}
)
_exit = record(
    {"target": number, "faces": listed(listed(identity))},
    {"inside": _exit_inside, "held": _exit_inside, "outside": _exit_outside},
)
_farther_fields = record({"distance": number}, {"normal": vector, "span": pairs})
certificate = variant(
    {
        "empty": None,
        "plane": record({"normal": vector}),
        "span": _span,
        "columns": _span,
        "chain": _chain,
        "intervals": _intervals,
        "inside": record({"simplices": _simplices}),
        "outside": _outside,
        "exit": _exit,
        "farther": _farther,
        "nearer": record({"distance": number, "pairs": pairs}),
    }
)
_upright = record({"half_length": number, "radius": number})
shape = variant({"hull": None, "cylinder": _upright, "cone": _upright, "ellipsoid": record({"radii": vector})})
proof_parts = record(
    {"a": lambda v, _: v, "b": lambda v, _: v, "placement": placement, "certificate": certificate},
    {"radii": listed(number, 2, 2), "shapes": listed(shape, 2, 2)},
)
