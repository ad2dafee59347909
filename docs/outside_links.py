"""A preprocessor of mdBook: links of documents that lead out of `docs`.

Documents link to files of the project that are no pages of the book. The Markdown files of `PAGES` become chapters, and links to
them lead there. Any other link out of `docs`, for example to a source, becomes its text and the file's path. If `book.toml` sets
`git-repository-url`, it leads there instead.
"""

import json
import posixpath
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
# A file of the project, its chapter in the book, and its title.
PAGES = [
    ("README.md", "project/INTERFRAME.md", "The README"),
    ("CONTRIBUTING.md", "project/CONTRIBUTING.md", "Contributing"),
    ("CHANGELOG.md", "project/CHANGELOG.md", "Changelog"),
    ("SECURITY.md", "project/SECURITY.md", "Security"),
    ("examples/engine/README.md", "project/ENGINE.md", "A small engine"),
    (".github/ISSUE_TEMPLATE/bug.md", "project/BUG.md", "Reporting a fault"),
]
CHAPTER_OF = {file: chapter for file, chapter, _ in PAGES}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def replaced(text, file, chapter, url):
    """The text of a file of the project, as the chapter of that path has it."""

    def link(match):
        bang, label, target = match.groups()
        path, hash_mark, heading = target.partition("#")
        if "://" in target or target.startswith("mailto:") or not path:
            return match.group(0)
        leads_to = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
        inside = CHAPTER_OF.get(leads_to)
        if leads_to == "docs/README.md":
            inside = "index.md"  # as mdBook calls it
        elif leads_to.startswith("docs/"):
            inside = leads_to.removeprefix("docs/")
        if inside is None and url:
            return f"[{label}]({url}/blob/HEAD/{leads_to}{hash_mark}{heading})"
        if inside is None or (DOCS / inside).is_dir():
            return f"{label} (`{leads_to}`)" if label.strip("`") != leads_to else label
        inside = posixpath.relpath(inside, posixpath.dirname(chapter) or ".")
        return f"{bang}[{label}]({inside}{hash_mark}{heading})"

    parts = re.split(r"(^```.*?^```|`[^`\n]*`(?!\]))", text, flags=re.M | re.S)
    return "".join(part if k % 2 else LINK.sub(link, part) for k, part in enumerate(parts))


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    html = context["config"].get("output", {}).get("html", {})
    url = html.get("git-repository-url")

    def walk(items):
        for item in items:
            chapter = item.get("Chapter") if isinstance(item, dict) else None
            if chapter and chapter["path"]:
                source = chapter["source_path"] or chapter["path"]
                chapter["content"] = replaced(chapter["content"], f"docs/{source}", source, url)
                walk(chapter["sub_items"])

    items = book.get("items", book.get("sections"))
    walk(items)
    for number, (file, path, title) in enumerate(PAGES):
        text = (DOCS.parent / file).read_text()
        text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
        items.append(
            {
                "Chapter": {
                    "name": title,
                    "content": replaced(text, file, path, url),
                    "number": None,
                    "sub_items": [],
                    "path": path,
                    "source_path": None,
                    "parent_names": [],
                }
            }
        )
    json.dump(book, sys.stdout)


main()
