"""JSON in the style of the repository, so that its formatter leaves the files alone."""
import json
import unicodedata

COLUMNS = 120


def width(text):
    """Columns that a text takes: two for wide characters, none for combining ones."""
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text
    )


def scalar(value):
    return json.dumps(value, ensure_ascii=False)


def inline(value):
    """The value on one line; None where the formatter breaks it whatever its length."""
    if isinstance(value, dict):
        parts = [(key, inline(part)) for key, part in value.items()]
        if any(part is None for _, part in parts):
            return None
        return "{ " + ", ".join(f"{scalar(key)}: {part}" for key, part in parts) + " }" if parts else "{}"
    if isinstance(value, list):
        if len(value) > 1 and all(isinstance(part, dict) and len(part) > 1 for part in value):
            return None
        parts = [inline(part) for part in value]
        return None if None in parts else "[" + ", ".join(parts) + "]"
    return scalar(value)


def render(value, indent=0, before=0):
    """The value as text; `before` is what already stands on its first line, and a comma may follow."""
    line = inline(value)
    if line is not None and before + width(line) + 1 <= COLUMNS or not isinstance(value, (dict, list)):
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        parts = []
        for key, part in value.items():
            head = f"{pad}{scalar(key)}: "
            parts.append(head + render(part, indent + 2, width(head)))
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    parts = [pad + render(part, indent + 2, indent + 2) for part in value]
    return "[\n" + ",\n".join(parts) + "\n" + " " * indent + "]"
