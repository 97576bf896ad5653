"""Unsorted lists, with the pages that a server returns for them."""
from .list_query import code_units
from .timestamps import micros


def rows(*pairs):
    return [{"id": id, "timestamp": timestamp} for id, timestamp in pairs]


def same_instant(*ids):
    return rows(*((id, "2026-11-21T10:00:00Z") for id in ids))


MIXED = rows(
    ("txn_1", "2026-11-21T10:15:00+01:00"),
    ("txn_2", "2026-11-21T09:30:00Z"),
    ("txn_3", "2026-11-21T10:20:00+01:00"),
    ("txn_4", "2026-11-20T22:00:00-11:30"),
    ("txn_5", "2026-11-21T23:14:59.999999+14:00"),
)

LISTS = [
    ("no rows", [], 25),
    ("one row", same_instant("txn_1"), 25),
    ("one row, one per page", same_instant("txn_1"), 1),
    ("two rows, one per page", same_instant("txn_1", "txn_2"), 1),
    ("as many rows as the limit: no next page", same_instant("txn_1", "txn_2", "txn_3"), 3),
    ("one row more than the limit", same_instant("txn_1", "txn_2", "txn_3", "txn_4"), 3),
    ("twice the limit", same_instant("a", "b", "c", "d"), 2),
    ("mixed offsets, sorted by instant, not by text", MIXED, 25),
    ("mixed offsets, two per page", MIXED, 2),
    ("equal instants, sorted by id, descending", same_instant("txn_2", "txn_10", "txn_1", "txn_02"), 2),
    (
        "one instant written in six ways",
        rows(
            ("b", "2026-11-21T10:00:00Z"),
            ("f", "2026-11-21T11:00:00+01:00"),
            ("a", "2026-11-21T10:00:00.000Z"),
            ("d", "2026-11-21T10:00:00-00:00"),
            ("c", "2026-11-20T23:00:00.0000009-11:00"),
            ("e", "2026-11-22T00:00:00+14:00"),
        ),
        4,
    ),
    ("ids by code unit: upper case before lower", same_instant("b", "B", "a", "A", "_", "0", "~"), 3),
    ("ids by code unit: a prefix is smaller", same_instant("txn", "txn_", "txn_1", "txn_1a"), 25),
    ("ids by code unit, not by code point", same_instant("\uffff", "\U0001f9fe", "\ue000", "z"), 25),
    ("ids are not normalized", same_instant("a\u030a", "\u00e5", "a", "b"), 25),
    (
        "microseconds decide",
        rows(
            ("a", "2026-11-21T10:00:00.000001Z"),
            ("b", "2026-11-21T10:00:00.000002Z"),
            ("c", "2026-11-21T10:00:00.00000Z"),
            ("d", "2026-11-21T10:00:00.1Z"),
            ("e", "2026-11-21T10:00:00.01Z"),
            ("f", "2026-11-21T10:00:00Z"),
        ),
        25,
    ),
    (
        "digits after the microseconds do not affect the order",
        rows(
            ("a", "2026-11-21T10:00:00.0000019Z"),
            ("b", "2026-11-21T10:00:00.0000011Z"),
            ("c", "2026-11-21T10:00:00.000001Z"),
        ),
        25,
    ),
    (
        "around 1970 and around the year 1",
        rows(
            ("a", "1969-12-31T23:59:59.999999Z"),
            ("b", "1970-01-01T00:00:00Z"),
            ("c", "1970-01-01T00:59:59.999999+01:00"),
            ("d", "0001-01-01T00:00:00+23:59"),
            ("e", "0001-01-01T00:00:00Z"),
            ("f", "9999-12-31T23:59:59-23:59"),
        ),
        4,
    ),
    (
        "neighbours beyond 2^53 microseconds",
        rows(
            ("a", "2255-06-05T23:47:34.740993Z"),
            ("b", "2255-06-05T23:47:34.740992Z"),
            ("c", "2255-06-05T23:47:34.740994Z"),
            ("d", "2255-06-05T23:47:34.740991Z"),
        ),
        2,
    ),
    (
        "an hour that a clock shows twice",
        rows(
            ("a", "2026-10-25T02:30:00+02:00"),
            ("b", "2026-10-25T02:15:00+01:00"),
            ("c", "2026-10-25T02:45:00+02:00"),
            ("d", "2026-10-25T02:30:00+01:00"),
        ),
        3,
    ),
    ("the largest page, and one row more", same_instant(*(f"txn_{i:02}" for i in range(51))), 50),
]


def pages(listed, limit):
    ordered = sorted(listed, key=lambda row: (micros(row["timestamp"]), code_units(row["id"])), reverse=True)
    ids = [row["id"] for row in ordered]
    starts = range(0, max(len(ids), 1), limit)
    found = []
    for start in starts:
        data = ids[start : start + limit]
        more = start + limit < len(ids)
        found.append({"data": data, "hasMore": more, "nextCursor": data[-1] if more else None})
    return found


def vectors():
    return [
        {"name": name, "limit": limit, "rows": listed, "pages": pages(listed, limit)} for name, listed, limit in LISTS
    ]
