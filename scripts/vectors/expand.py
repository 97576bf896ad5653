"""Expands conformance vectors by applying their JSON Patches (RFC 6902), and counts them: an example for readers in any language.

    python3 scripts/vectors/expand.py vectors/se-receipt-1.json [--documents]

prints the number of vectors, in total and by code; with --documents, each document, text or bytes on one line.
"""
import collections, copy, json, sys


def steps(pointer):
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def apply(document, patch):
    document = copy.deepcopy(document)
    for operation in patch:
        path = steps(operation["path"])
        if not path:
            document = copy.deepcopy(operation["value"])
            continue
        at = document
        for step in path[:-1]:
            at = at[int(step)] if isinstance(at, list) else at[step]
        last = path[-1]
        if isinstance(at, list):
            last = len(at) if last == "-" else int(last)
        if operation["op"] == "remove":
            del at[last]
        elif operation["op"] == "add" and isinstance(at, list):
            at.insert(last, operation["value"])
        else:
            at[last] = operation["value"]
    return document


file = json.load(open(sys.argv[1], encoding="utf-8"))
inputs = []
for vector in file["vectors"]:
    base = inputs[vector["of"]] if "of" in vector else file["base"]["document"]
    given = vector.get("text", vector.get("bytes"))
    inputs.append(apply(base, vector.get("patch", [])) if given is None else given)
codes = collections.Counter(vector["name"].split(": ")[0] for vector in file["vectors"])
if "--documents" in sys.argv:
    for one in inputs:
        print(json.dumps(one, sort_keys=True, separators=(",", ":")))
else:
    print(json.dumps({"vectors": len(inputs), "codes": dict(sorted(codes.items()))}))
