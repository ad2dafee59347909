"""The base of the package's enums: numbers whose text is the library's name of the value."""

import enum


class Named(enum.IntEnum):
    """A number with a name, for example `Verdict.HIT`, whose text is `hit`."""

    def __str__(self) -> str:
        return self.name.lower()
