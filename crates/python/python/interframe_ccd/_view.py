"""Pages that show cases, certificates, captured frames, scenes and meshes."""

from __future__ import annotations

import html
import os
import tempfile
from collections.abc import Iterable
from typing import Any

from . import _interframe


class Page:
    """A page of `interframe view`. A notebook shows it as the value of a cell; `save` writes it to a file for a browser."""

    def __init__(self, text: str, height: int):
        self.html = text
        self.height = height

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        source = html.escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{source}" style="width: 100%; height: {self.height}px; border: 0" '
            'sandbox="allow-scripts"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Page of {len(self.html)} characters>"


def view(
    what: str | os.PathLike[str] | Iterable[str],
    *,
    frames: int | None = None,
    height: int = 600,
) -> Page:
    """The page that shows a file, or lines.

    `what` is the path of a scene, mesh, case file, proof file or recording; or lines of one kind: cases from `cases`, or
    frames from `World.capture`. `frames` limits the frames of a scene; `height` is that of the notebook's cell in pixels.
    """
    if isinstance(what, os.PathLike) or (isinstance(what, str) and not what.lstrip().startswith("{")):
        return Page(_interframe._page(os.fspath(what), frames)[0], height)
    try:
        lines: list[Any] = [what] if isinstance(what, str) else list(what)
    except MemoryError:
        raise
    except Exception as error:
        raise _interframe.ArgumentError(f"what is of type {type(what).__name__}; it must be a path or lines") from error
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{str(line).strip()}\n" for line in lines)
        text, bad = _interframe._page(path, frames)
    if bad:
        raise _interframe.CaseError(f"{bad} of {len(lines)} lines cannot be shown")
    return Page(text, height)
