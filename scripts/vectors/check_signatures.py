"""Checks the signature vectors with Python's hmac: prints the numbers of checked vectors, computed HMACs and wrong vectors.

    python3 scripts/vectors/check_signatures.py vectors/signatures.json
"""
import hashlib
import hmac
import json
import sys


def body_of(body):
    if "hex" in body:
        return bytes.fromhex(body["hex"])
    parts = body.get("parts", [{"text": body.get("text", ""), "times": 1}])
    return b"".join(part["text"].encode("utf-8") * part["times"] for part in parts)


with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)

judged = made = wrong = 0
for vector in vectors:
    if vector["expect"] in ("missing_signature", "malformed_signature"):
        continue
    pairs = [pair.split("=", 1) for pair in vector["header"].split(",")]
    fields = dict(pairs)
    message = f"{fields['t']}.{fields['nonce']}.".encode() + body_of(vector.get("body", vectors[0]["body"]))
    sent = {value for key, value in pairs if key == "v1"}
    own = {hmac.new(secret.encode("utf-8"), message, hashlib.sha256).hexdigest() for secret in vector["secrets"]}
    judged += 1
    made += len(vector["secrets"])
    if bool(sent & own) != (vector["expect"] != "signature_mismatch"):
        wrong += 1
        print("wrong:", vector["name"], file=sys.stderr)
print(judged, made, wrong)
