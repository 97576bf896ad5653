"""Timestamps, with the microseconds since 1970."""
import re
from datetime import date, datetime, timedelta, timezone

FORM = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
EPOCH = date(1970, 1, 1).toordinal()

VALID = [
    ("the epoch", "1970-01-01T00:00:00Z"),
    ("the epoch with another offset", "1970-01-01T01:00:00+01:00"),
    ("a second before the epoch", "1969-12-31T23:59:59Z"),
    ("a microsecond before the epoch", "1969-12-31T23:59:59.999999Z"),
    ("less than a microsecond before the epoch: the rest is dropped", "1969-12-31T23:59:59.9999999Z"),
    ("a plain timestamp", "2026-11-21T10:00:00Z"),
    ("with an offset", "2026-11-21T10:00:00+01:00"),
    ("with a negative offset", "2026-11-21T10:00:00-08:00"),
    ("with minutes in the offset", "2026-11-21T10:00:00+05:45"),
    ("with minutes in a negative offset", "2026-11-21T10:00:00-00:30"),
    ("offset +00:00", "2026-11-21T10:00:00+00:00"),
    ("offset -00:00", "2026-11-21T10:00:00-00:00"),
    ("the largest offset", "2026-11-21T10:00:00+23:59"),
    ("the smallest offset", "2026-11-21T10:00:00-23:59"),
    ("an offset that leads into the next year", "2026-12-31T23:30:00-01:00"),
    ("an offset that leads into the previous year", "2027-01-01T00:30:00+01:00"),
    ("a full minute", "2026-11-21T10:00Z"),
    ("a full minute with an offset", "2026-11-21T10:00+01:00"),
    ("a full minute with minutes in a negative offset", "2026-11-21T23:59-05:45"),
    ("one fractional digit", "2026-11-21T10:00:00.1Z"),
    ("three fractional digits", "2026-11-21T10:00:00.123Z"),
    ("six fractional digits", "2026-11-21T10:00:00.123456+01:00"),
    ("a fraction with leading zeros", "2026-11-21T10:00:00.000001Z"),
    ("a fraction of zeros", "2026-11-21T10:00:00.000000000Z"),
    ("digits after the microseconds are dropped, not rounded", "2026-11-21T10:00:00.1234569Z"),
    ("a fraction of nines is not rounded up", "2026-11-21T10:00:00.999999999999Z"),
    ("a 100-digit fraction", "2026-11-21T10:00:00." + "1" * 100 + "Z"),
    ("a leap day", "2024-02-29T12:00:00Z"),
    ("the leap day of 2000", "2000-02-29T12:00:00Z"),
    ("1 March 1900, the day after 28 February", "1900-03-01T00:00:00Z"),
    ("the first second of the year 1", "0001-01-01T00:00:00Z"),
    ("before the year 1 in UTC", "0001-01-01T00:00:00+23:59"),
    ("the year 99 is not 1999", "0099-12-31T23:59:59Z"),
    ("the last microsecond of the year 9999", "9999-12-31T23:59:59.999999Z"),
    ("after the year 9999 in UTC", "9999-12-31T23:59:59.999999-23:59"),
    ("one microsecond beyond 2^53", "2255-06-05T23:47:34.740993Z"),
    ("one microsecond before −2^53", "1684-07-28T00:12:25.259007Z"),
    ("before the Gregorian calendar", "1500-02-28T00:00:00Z"),
    ("midnight", "2026-11-21T00:00:00+01:00"),
    ("the last second of a day", "2026-11-21T23:59:59+01:00"),
]

INVALID = [
    ("empty", ""),
    ("a date", "2026-11-21"),
    ("no offset", "2026-11-21T10:00:00"),
    ("no minutes", "2026-11-21T10Z"),
    ("a full minute without an offset", "2026-11-21T10:00"),
    ("a full minute with a fraction", "2026-11-21T10:00.5Z"),
    ("a full minute followed by a colon", "2026-11-21T10:00:Z"),
    ("hour 24 as a full minute", "2026-11-21T24:00Z"),
    ("minute 60 as a full minute", "2026-11-21T10:60+01:00"),
    ("a full minute on 29 February in a common year", "2026-02-29T10:00Z"),
    ("a space instead of T", "2026-11-21 10:00:00Z"),
    ("a lower-case t", "2026-11-21t10:00:00Z"),
    ("a lower-case z", "2026-11-21T10:00:00z"),
    ("an offset without a colon", "2026-11-21T10:00:00+0100"),
    ("an offset with only hours", "2026-11-21T10:00:00+01"),
    ("an offset with seconds", "2026-11-21T10:00:00+01:00:00"),
    ("Z and an offset", "2026-11-21T10:00:00Z+01:00"),
    ("an offset of 24 hours", "2026-11-21T10:00:00+24:00"),
    ("an offset of 60 minutes", "2026-11-21T10:00:00+01:60"),
    ("a minus sign that is not a hyphen", "2026-11-21T10:00:00−01:00"),
    ("a space in place of the plus sign, as form decoding produces", "2026-11-21T10:00:00 01:00"),
    ("a named zone", "2026-11-21T10:00:00 CET"),
    ("a zone in brackets", "2026-11-21T10:00:00+01:00[Europe/Stockholm]"),
    ("a dot without digits", "2026-11-21T10:00:00.Z"),
    ("a comma instead of the dot", "2026-11-21T10:00:00,5Z"),
    ("two fractions", "2026-11-21T10:00:00.1.1Z"),
    ("month 00", "2026-00-21T10:00:00Z"),
    ("month 13", "2026-13-21T10:00:00Z"),
    ("day 00", "2026-11-00T10:00:00Z"),
    ("31 November", "2026-11-31T10:00:00Z"),
    ("29 February in a common year", "2026-02-29T10:00:00Z"),
    ("29 February in 1900", "1900-02-29T10:00:00Z"),
    ("30 February", "2024-02-30T10:00:00Z"),
    ("hour 24", "2026-11-21T24:00:00Z"),
    ("minute 60", "2026-11-21T10:60:00Z"),
    ("second 60, a leap second", "2016-12-31T23:59:60Z"),
    ("year 0000", "0000-01-01T00:00:00Z"),
    ("a five-digit year", "12026-11-21T10:00:00Z"),
    ("a signed year", "+002026-11-21T10:00:00Z"),
    ("a negative year", "-2026-11-21T10:00:00Z"),
    ("a two-digit year", "26-11-21T10:00:00Z"),
    ("a one-digit month", "2026-1-21T10:00:00Z"),
    ("no separators", "20261121T100000Z"),
    ("slashes", "2026/11/21T10:00:00Z"),
    ("a week date", "2026-W47-6T10:00:00Z"),
    ("an ordinal date", "2026-325T10:00:00Z"),
    ("a space before", " 2026-11-21T10:00:00Z"),
    ("a space after", "2026-11-21T10:00:00Z "),
    ("a line break after", "2026-11-21T10:00:00Z\n"),
    ("Arabic-Indic digits", "٢٠٢٦-١١-٢١T١٠:٠٠:٠٠Z"),
    ("full-width digits", "２０２６-11-21T10:00:00Z"),
    ("Unix seconds", "1795255200"),
    ("an e-mail date", "Sat, 21 Nov 2026 10:00:00 GMT"),
    ("the text NaN", "NaN"),
]


def micros(text):
    """Microseconds since 1970-01-01T00:00:00Z; None if the text is not a timestamp."""
    match = FORM.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, sign, hours, minutes = match.groups()
    try:
        days = date(int(year), int(month), int(day)).toordinal() - EPOCH
    except ValueError:
        return None
    if int(hour) > 23 or int(minute) > 59 or int(second or 0) > 59 or int(hours or 0) > 23 or int(minutes or 0) > 59:
        return None
    offset = (int(hours or 0) * 60 + int(minutes or 0)) * (-1 if sign == "-" else 1)
    seconds = days * 86400 + int(hour) * 3600 + (int(minute) - offset) * 60 + int(second or 0)
    found = seconds * 10**6 + int(((fraction or "") + "000000")[:6])
    assert_same(text, fraction, found)
    return found


def assert_same(text, fraction, found):
    """Checks the result with Python's own parser, if it can read the text."""
    if fraction is not None and len(fraction) not in (3, 6):
        return
    try:
        there = datetime.fromisoformat(text.replace("Z", "+00:00")) - datetime(1970, 1, 1, tzinfo=timezone.utc)
    except OverflowError:
        return
    assert there // timedelta(microseconds=1) == found, text


def vectors():
    found = []
    for name, text in VALID + INVALID:
        value = micros(text)
        assert (value is not None) == ((name, text) in VALID), name
        expected = {"valid": True, "micros": str(value)} if value is not None else {"valid": False}
        found.append({"name": name, "text": text, "expect": expected})
    return found
