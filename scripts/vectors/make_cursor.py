#!/usr/bin/env python3
"""Writes vectors/timestamps.json, vectors/list-query.json and vectors/page.json.

Computes the expected results with Python's calendar, integers and decoders, never with the library. Every run writes the same bytes.
With --check, it writes nothing, and exits with 1 if a file is stale.

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
    """A vector as one line of JSON."""
    return json.dumps(vector, ensure_ascii=False, separators=(",", ":"))


stale = False
for name, vectors in FILES.items():
    path = FOLDER / f"{name}.json"
    text = "[\n" + ",\n".join(map(line, vectors())) + "\n]\n"
    if "--check" not in sys.argv[1:]:
        path.write_text(text, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        print(f"vectors/{name}.json is stale: run python3 scripts/vectors/make_cursor.py", file=sys.stderr)
        stale = True
sys.exit(stale)
