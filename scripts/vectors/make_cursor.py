#!/usr/bin/env python3
"""Writes vectors/timestamps.json, vectors/list-query.json and vectors/page.json.

What is expected is computed here, with Python's calendar, integers and decoders, and never by the library. The same
bytes come out on every run; with --check nothing is written, and the exit code is 1 where a file is stale.

Usage: python3 scripts/vectors/make_cursor.py [--check]
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

from cursor import list_query, page, timestamps  # noqa: E402

FOLDER = Path(__file__).resolve().parents[2] / "vectors"
FILES = {"timestamps": timestamps.vectors, "list-query": list_query.vectors, "page": page.vectors}



def line(vector):
    """A vector on one line."""
    return json.dumps(vector, ensure_ascii=False, separators=(",", ":"))


stale = False
for name, vectors in FILES.items():
    path = FOLDER / f"{name}.json"
    text = "[\n" + ",\n".join(map(line, vectors())) + "\n]\n"
    if "--check" not in sys.argv[1:]:
        path.write_text(text, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        print(f"{path} is stale", file=sys.stderr)
        stale = True
sys.exit(stale)
