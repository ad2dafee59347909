"""Enclosed numbers: m 2^e, give or take r 2^e, in integers. What they cannot tell, more bits may.

`Ball.bits` is how many significant bits are kept. Every result holds the true value for all numbers in
the operands; when a comparison is open it raises `Unsure`, and the caller asks again with more bits.
"""

from math import isqrt

LOW = 192
# 2,304 significant bits of every number of a vector, however much larger another one is.
HIGH = 4608


class Unsure(Exception):
    """More bits are wanted."""


class Ball:
    __slots__ = ("m", "r", "e")
    bits = LOW

    def __init__(self, m, r=0, e=0):
        drop = max(m.bit_length(), r.bit_length()) - Ball.bits
        if drop > 0:
            m, r, e = m >> drop, (r >> drop) + 2, e + drop
        self.m, self.r, self.e = m, r, e

    def __add__(self, other):
        a, b = (self, other) if self.e >= other.e else (other, self)
        up = a.e - b.e
        return Ball((a.m << up) + b.m, (a.r << up) + b.r, b.e)

    def __neg__(self):
        return Ball(-self.m, self.r, self.e)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        r = abs(self.m) * other.r + self.r * (abs(other.m) + other.r)
        return Ball(self.m * other.m, r, self.e + other.e)

    def __truediv__(self, other):
        """By a number that is above 0."""
        low = other.m - other.r
        if low <= 0:
            raise Unsure
        up = max(0, Ball.bits + other.m.bit_length() - self.m.bit_length())
        m = (self.m << up) // other.m
        r = ((self.r * other.m + abs(self.m) * other.r) << up) // (other.m * low) + 2
        return Ball(m, r, self.e - other.e - up)

    def root(self):
        """Of a number that is not below 0."""
        if self.m == self.r == 0:
            return self
        up = max(0, 2 * Ball.bits - self.m.bit_length())
        up += (self.e - up) & 1
        low, high = isqrt(max(self.m - self.r, 0) << up), isqrt(max(self.m + self.r, 0) << up) + 1
        return Ball((low + high) >> 1, (high - low + 1) >> 1, (self.e - up) >> 1)

    def sign(self):
        """-1, 0 or 1."""
        if self.m > self.r:
            return 1
        if self.m < -self.r:
            return -1
        if self.r == 0:
            return 0
        raise Unsure

    def doubled(self, n=1):
        return Ball(self.m, self.r, self.e + n)

    def ends(self):
        return Ball(self.m - self.r, 0, self.e), Ball(self.m + self.r, 0, self.e)

    def above(self, other):
        return (self - other).sign() > 0

    def nearest_power(self):
        """The exponent of a power of two above it."""
        return (abs(self.m) + self.r).bit_length() + self.e


ZERO = Ball(0)


def exact(x):
    """An f64."""
    n, d = x.as_integer_ratio()
    zeros = (n & -n).bit_length() - 1 if n else 0
    return Ball(n >> zeros, 0, 1 - d.bit_length() + zeros)


def largest(balls):
    """The maximum: its ends are the maxima of the ends."""
    first, *rest = balls
    for ball in rest:
        first = _larger(first, ball)
    return first


def smaller(a, b):
    return -_larger(-a, -b)


def _larger(a, b):
    e = min(a.e, b.e)
    am, ar, bm, br = a.m << (a.e - e), a.r << (a.e - e), b.m << (b.e - e), b.r << (b.e - e)
    low, high = max(am - ar, bm - br), max(am + ar, bm + br)
    return Ball((low + high) >> 1, (high - low + 1) >> 1, e)


class Vector:
    """Three numbers with one radius and one exponent."""

    __slots__ = ("x", "r", "e")

    def __init__(self, x, r=0, e=0):
        drop = max(abs(x[0]), abs(x[1]), abs(x[2]), r).bit_length() - Ball.bits
        if drop > 0:
            x, r, e = (x[0] >> drop, x[1] >> drop, x[2] >> drop), (r >> drop) + 2, e + drop
        self.x, self.r, self.e = x, r, e

    def __add__(self, other):
        a, b = (self, other) if self.e >= other.e else (other, self)
        up = a.e - b.e
        (p, q, s), (x, y, z) = a.x, b.x
        return Vector(((p << up) + x, (q << up) + y, (s << up) + z), (a.r << up) + b.r, b.e)

    def __neg__(self):
        x, y, z = self.x
        return Vector((-x, -y, -z), self.r, self.e)

    def __sub__(self, other):
        return self + -other

    def one_norm(self):
        x, y, z = self.x
        return abs(x) + abs(y) + abs(z)

    def dot(self, other):
        (a, b, c), (x, y, z) = self.x, other.x
        r = self.one_norm() * other.r + self.r * (other.one_norm() + 3 * other.r)
        return Ball(a * x + b * y + c * z, r, self.e + other.e)

    def cross(self, other):
        (a, b, c), (x, y, z) = self.x, other.x
        r = self.one_norm() * other.r + self.r * (other.one_norm() + 2 * other.r)
        return Vector((b * z - c * y, c * x - a * z, a * y - b * x), r, self.e + other.e)

    def times(self, s):
        """By a ball."""
        x, y, z = self.x
        r = self.one_norm() * s.r + self.r * (abs(s.m) + s.r)
        return Vector((x * s.m, y * s.m, z * s.m), r, self.e + s.e)

    def norm(self):
        x, y, z = self.x
        root = Ball(x * x + y * y + z * z, 0, 2 * self.e).root()
        return root + Ball(0, 2 * self.r, self.e)

    def entries(self):
        return [Ball(x, self.r, self.e) for x in self.x]


def exact_vector(x, e=0):
    return Vector(x, 0, e)


# Angles. Fixed point: integers that count 2^-bits.

_pi_known = [0, 0]


def pi(bits):
    """pi 2^bits, to within 2 either way (Machin: 16 atan(1/5) - 4 atan(1/239))."""
    known, value = _pi_known
    if known < bits:
        known = bits + 64

        def inverse_tangent(k):
            term = (1 << (known + 32)) // k
            total, n, sign = term, 1, 1
            while term:
                term //= k * k
                n, sign = n + 2, -sign
                total += sign * (term // n)
            return total

        # Below 2^12 terms a side, each off by less than 2: gone with the 32 bits.
        value = (16 * inverse_tangent(5) - 4 * inverse_tangent(239)) >> 32
        _pi_known[:] = known, value
    return value >> (known - bits)


def cos_sin(angle):
    """Cosine and sine as integers over 2^bits, and the radius of both."""
    bits = Ball.bits
    one = 1 << bits
    if angle.m == 0 and angle.r == 0:
        return one, 0, 0
    if angle.r and angle.r.bit_length() + angle.e > 0:
        return 0, 0, one
    fine = bits + 32
    wide = max(angle.e + fine, 0)
    # The angle over 2^(fine + spare), spare bits for the multiple of pi/2.
    spare = max(abs(angle.m).bit_length() + angle.e, 0) + 8
    up = angle.e + fine + spare
    count = angle.m << up if up >= 0 else angle.m >> -up
    error = (angle.r >> -(angle.e + fine) if angle.e + fine < 0 else angle.r << wide) + 4
    quarter = pi(fine + spare) >> 1
    turns = (2 * count + quarter) // (2 * quarter)
    rest = (count - turns * quarter) >> spare
    c, s = _series(rest, fine)
    error = ((error + 8) >> (fine - bits)) + 2
    c, s = c >> (fine - bits), s >> (fine - bits)
    c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[turns & 3]
    return c, s, min(error, one)


def _series(x, bits):
    """Cosine and sine of x 2^-bits, |x| below 2^bits, to within 4: of the 2^-j part, doubled j times, each of
    which doubles the error (of the complex number, of length 1) and adds less than 3."""
    j = isqrt(bits) // 2
    fine = bits + j + 16
    x = x << (fine - bits) >> j
    square = x * x >> fine
    c, s = 0, 0
    term, n = 1 << fine, 0
    while term:
        c += term
        s += term * x // (n + 1) >> fine
        term = -(term * square // ((n + 1) * (n + 2)) >> fine)
        n += 2
        if term == -1 or term == 1:
            break
    for _ in range(j):
        c, s = (c * c - s * s) >> fine, (c * s) >> (fine - 1)
    return c >> (fine - bits), s >> (fine - bits)


def arc_tangent(z):
    """Of a ball that is not below 0: relatively good, however small it is."""
    small = -(z.nearest_power())
    if small > Ball.bits:
        # z - z^3/3 < atan z <= z.
        return Ball(z.m, z.r, z.e) - Ball(0, 1, 3 * z.nearest_power())
    if small < 1:
        # atan z = 2 atan(z / (1 + sqrt(1 + z^2))), below 1/2 after two.
        half = z / (Ball(1) + (Ball(1) + z * z).root())
        return arc_tangent(half).doubled()
    total, power, square, n = ZERO, z, z * z, 1
    while True:
        term = power / Ball(n)
        total = total - term if n & 2 else total + term
        power, n = power * square, n + 2
        if power.nearest_power() < total.e - 2:
            # Alternating: what is left out is less than the next term.
            return total + Ball(0, 1, power.nearest_power())


class Spin:
    """exp(t w) about a fixed axis."""

    def __init__(self, w):
        self.w = w
        self.rate = w.norm()
        self.axis = w.times(Ball(1) / self.rate)
        self._known = {}

    def matrix(self, t):
        """Rows of integers over 2^bits, and the radius of the entries; t an exact ball."""
        key = (t.m, t.e)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 64:
                self._known.clear()
            found = self._known[key] = self._matrix(t)
        return found

    def _matrix(self, t):
        bits = Ball.bits
        c, s, error = cos_sin(self.rate * t)
        up = self.axis.e + bits
        x, y, z = (a << up if up >= 0 else a >> -up for a in self.axis.x)
        off = (self.axis.r << up if up >= 0 else self.axis.r >> -up) + 2
        # Rodrigues: c + s [u]x + (1 - c) u u^T.
        d = (1 << bits) - c
        dx, dy, dz = d * x >> bits, d * y >> bits, d * z >> bits
        sx, sy, sz = s * x >> bits, s * y >> bits, s * z >> bits
        xy, xz, yz = dx * y >> bits, dx * z >> bits, dy * z >> bits
        rows = (
            (c + (dx * x >> bits), xy - sz, xz + sy),
            (xy + sz, c + (dy * y >> bits), yz - sx),
            (xz - sy, yz + sx, c + (dz * z >> bits)),
        )
        return rows, 4 * error + 8 * off + 16


def turned(matrix, v):
    (a, b, c), error = matrix
    return _applied(a, b, c, error, v)


def turned_back(matrix, v):
    (a, b, c), error = matrix
    return _applied(*zip(a, b, c), error, v)


def _applied(a, b, c, error, v):
    x, y, z = v.x
    bits = Ball.bits
    r = v.r * ((2 << bits) + 3 * error) + v.one_norm() * error
    moved = (
        a[0] * x + a[1] * y + a[2] * z,
        b[0] * x + b[1] * y + b[2] * z,
        c[0] * x + c[1] * y + c[2] * z,
    )
    return Vector(moved, r, v.e - bits)
