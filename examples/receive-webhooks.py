"""A webhook receiver that needs only Python's standard library: `WEBHOOK_SECRET=… PORT=… python3 examples/receive-webhooks.py`."""
import hashlib
import hmac
import json
import os
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "").encode()
TOLERANCE = 300  # seconds
MAX_BODY = 1024 * 1024  # bytes
# In production, use a table, and store the event there before you process it.
seen = set()


def verified(body, header):
    """Returns the event in a delivery. Raises ValueError unless the delivery is authentic and recent."""
    parts = [part.partition("=") for part in header.split(",")]
    (t,), (nonce,), signatures = ([value for key, _, value in parts if key == name] for name in ("t", "nonce", "v1"))
    if not re.fullmatch(r"[0-9]{1,12}", t) or not re.fullmatch(r"[0-9A-Fa-f]{1,128}", nonce):
        raise ValueError("malformed_signature")
    # The signature covers the bytes as received: parse them afterwards.
    expected = hmac.new(SECRET, f"{t}.{nonce}.".encode() + body, hashlib.sha256).hexdigest().encode()
    if not any(hmac.compare_digest(expected, signature.encode()) for signature in signatures[:8]):
        raise ValueError("signature_mismatch")
    if abs(int(time.time()) - int(t)) > TOLERANCE:
        raise ValueError("timestamp_out_of_tolerance")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds

    def do_POST(self):
        stated = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,12}", stated):
            return self.respond(411)  # and closes the connection: where the body ends is unknown
        length = int(stated)
        if length > MAX_BODY:
            self.respond(413)
            return self.discard(min(length, 8 * MAX_BODY))
        try:
            event = verified(self.rfile.read(length), self.headers.get("Service-Signature", ""))
        except ValueError as error:
            print("refused:", error, flush=True)
            return self.respond(400)
        # A retry has a new nonce, but the same eventId.
        if event["eventId"] not in seen:
            print(event["type"], event["eventId"], event["businessId"], flush=True)
            seen.add(event["eventId"])
        return self.respond(200)

    def discard(self, left):
        """Reads the rest of a body: a sender that cannot write it would not read the response."""
        while left > 0 and (chunk := self.rfile.read(min(left, 65536))):
            left -= len(chunk)

    def respond(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if not SECRET:
    sys.exit("Set WEBHOOK_SECRET to the endpoint's signing secret.")
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8788"))), Receiver)
print(f"receiving on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
