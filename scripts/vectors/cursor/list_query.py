"""Query strings for the list, with the parsed queries or the issues."""
import unicodedata
from urllib.parse import unquote_to_bytes

KNOWN = ("limit", "startAfter", "businessId")

VALID = [
    ("an empty query", ""),
    ("the smallest limit", "limit=1"),
    ("the largest limit", "limit=50"),
    ("the default limit", "limit=25"),
    ("a limit with leading zeros", "limit=007"),
    ("a limit with many leading zeros", "limit=" + "0" * 30 + "7"),
    ("a percent-encoded limit", "limit=%31%30"),
    ("a percent-encoded name", "li%6Dit=10"),
    ("startAfter", "startAfter=txn_1"),
    ("businessId", "businessId=biz_1"),
    ("all three", "businessId=biz_1&limit=2&startAfter=txn_1"),
    ("a plus sign is a space", "startAfter=a+b"),
    ("a percent-encoded space", "startAfter=a%20b"),
    ("a percent-encoded plus sign", "startAfter=a%2Bb"),
    ("an equals sign in a value", "startAfter=a=b"),
    ("a percent-encoded ampersand", "startAfter=a%26limit%3D5"),
    ("percent-encoded UTF-8", "startAfter=R%C3%A4ksm%C3%B6rg%C3%A5s"),
    ("letters without percent encoding", "startAfter=Räksmörgås"),
    ("a character beyond U+FFFF", "startAfter=%F0%9F%A7%BE"),
    ("percent signs that encode nothing are literal", "startAfter=100%&businessId=%zz%4"),
    ("bytes that are not UTF-8 are replaced", "startAfter=a%FFb"),
    ("a 255-character id", "startAfter=" + "a" * 255),
    ("an id that looks like a number", "startAfter=0&businessId=-1"),
    ("ids that look like null and undefined", "startAfter=null&businessId=undefined"),
    ("an id that is a path", "startAfter=..%2F..%2Fetc"),
    ("empty pairs", "&&limit=5&"),
]

INVALID = [
    ("an empty limit", "limit="),
    ("limit without a value", "limit"),
    ("limit 0", "limit=0"),
    ("limit 00", "limit=00"),
    ("limit 51", "limit=51"),
    ("limit 100", "limit=100"),
    ("limit −1", "limit=-1"),
    ("limit +5", "limit=%2B5"),
    ("a space before the limit", "limit=+5"),
    ("a space after the limit", "limit=5+"),
    ("limit 1e1", "limit=1e1"),
    ("limit 5.0", "limit=5.0"),
    ("limit 5,5", "limit=5,5"),
    ("limit 0x5", "limit=0x5"),
    ("limit 1_0", "limit=1_0"),
    ("a limit in words", "limit=ten"),
    ("a limit in full-width digits", "limit=%EF%BC%95"),
    ("a limit in Arabic-Indic digits", "limit=%D9%A5"),
    ("NUL after the limit", "limit=5%00"),
    ("a line break after the limit", "limit=5%0A"),
    ("limit NaN", "limit=NaN"),
    ("limit Infinity", "limit=Infinity"),
    ("a 20-digit limit", "limit=99999999999999999999"),
    ("a 400-digit limit", "limit=" + "9" * 400),
    ("limit twice", "limit=5&limit=5"),
    ("limit twice, once empty", "limit=5&limit="),
    ("limit twice, once encoded", "limit=5&li%6Dit=6"),
    ("limit with brackets", "limit[]=5"),
    ("an empty startAfter", "startAfter="),
    ("startAfter without a value", "startAfter"),
    ("startAfter twice", "startAfter=a&startAfter=b"),
    ("a 256-character startAfter", "startAfter=" + "a" * 256),
    ("NUL in startAfter", "startAfter=a%00"),
    ("a line break in startAfter", "startAfter=a%0D%0Ab"),
    ("a tab in startAfter", "startAfter=a%09b"),
    ("DEL in startAfter", "startAfter=a%7F"),
    ("a Latin-1 control character in startAfter", "startAfter=a%C2%85"),
    ("an empty businessId", "businessId="),
    ("businessId twice, the same", "businessId=a&businessId=a"),
    ("a 256-character businessId", "businessId=" + "b" * 256),
    ("NUL in businessId", "businessId=%00"),
    ("an unknown parameter", "offset=5"),
    ("an unknown parameter without a value", "offset"),
    ("an unknown parameter twice is listed once", "offset=5&offset=6"),
    ("a parameter without a name", "=5"),
    ("names are case-sensitive", "Limit=5&startafter=a"),
    ("a space after a name", "limit+=5"),
    ("a name with a question mark", "%3Flimit=5"),
    ("a semicolon does not separate parameters", "limit=5;startAfter=a"),
    ("names that every JavaScript object has", "__proto__=1&constructor=2&toString=3"),
    ("all three invalid", "limit=0&startAfter=&businessId=a&businessId=b"),
    (
        "known parameters first, then the others in code-unit order",
        "zeta=1&businessId=&a=1&Limit=2&limit=x&a=2&startAfter=%00&B=1&%C3%A9=1&%F0%9F%A7%BE=1&%EF%BF%BF=1",
    ),
]


def code_units(text):
    """A sort key for UTF-16 order, in which a character beyond U+FFFF comes before U+E000 to U+FFFF."""
    return text.encode("utf-16-be")


def decode(text):
    return unquote_to_bytes(text.replace("+", " ")).decode("utf-8", "replace")


def pairs(query):
    """Decodes a query string as browsers decode forms: https://url.spec.whatwg.org/#urlencoded-parsing"""
    for part in query.split("&"):
        if part != "":
            name, _, value = part.partition("=")
            yield decode(name), decode(value)


def fits(name, value):
    if name == "limit":
        return value != "" and all(c in "0123456789" for c in value) and 1 <= int(value) <= 50
    return 1 <= len(value) <= 255 and not any(unicodedata.category(c) in ("Cc", "Cs") for c in value)


def expected(query):
    sent = {}
    for name, value in pairs(query):
        sent.setdefault(name, []).append(value)
    wrong = [name for name in KNOWN if name in sent and (len(sent[name]) > 1 or not fits(name, sent[name][0]))]
    wrong += sorted((name for name in sent if name not in KNOWN), key=code_units)
    if wrong:
        return {"valid": False, "issues": [{"field": name, "code": "invalid_parameter"} for name in wrong]}
    found = {"limit": int(sent.get("limit", ["25"])[0])}
    found.update({name: sent[name][0] for name in KNOWN[1:] if name in sent})
    return {"valid": True, "query": found}


def vectors():
    found = []
    for name, query in VALID + INVALID:
        result = expected(query)
        assert result["valid"] == ((name, query) in VALID), name
        found.append({"name": name, "query": query, "expect": result})
    return found
