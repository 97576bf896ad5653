#!/bin/sh
# Writes vectors.json beside this script. The signatures come from openssl, not from the code under test.
# Usage: test/webhook/make-vectors.sh
set -eu
cd "$(dirname "$0")"

hex() { od -An -v -tx1 | tr -d ' \n'; }
unhex() { xxd -r -p; }

# vector NAME SECRET_HEX T NONCE BODY_HEX: one JSON object; secret and body are given as bytes, hence in hex.
vector() {
  v1=$({ printf '%s.%s.' "$3" "$4"; printf '%s' "$5" | unhex; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$2" -r | cut -d ' ' -f 1)
  printf '%s  {\n    "name": "%s",\n    "secretHex": "%s",\n    "t": "%s",\n    "nonce": "%s",\n    "bodyHex": "%s",\n    "v1": "%s"\n  }' \
    "$separator" "$1" "$2" "$3" "$4" "$5" "$v1"
  separator=',
'
}

envelope() {
  printf '{"eventId":"evt_1","schemaVersion":"2.1","type":"%s","businessId":"biz_1","createdAt":"2026-11-21T10:00:00Z","data":%s}' "$1" "$2"
}

secret=$(printf 'whsec_c2VjcmV0' | hex)
nonce=0123456789abcdef0123456789abcdef
plain=$(envelope transaction.created '{"id":"txn_1"}' | hex)
separator=''
{
  echo '['
  vector 'plain' "$secret" 1795255200 "$nonce" "$plain"
  vector 'spaces and newlines in the body' "$secret" 1795255200 "$nonce" \
    "$(printf '%s\r\n\t \n' "$(envelope transaction.created '{ "total" : 1.50 }')" | hex)"
  vector 'swedish letters, euro sign, emoji in the body' "$secret" 1795255200 "$nonce" \
    "$(envelope transaction.created '{"name":"Räksmörgås € 🧾"}' | hex)"
  vector 'byte order mark before the body' "$secret" 1795255200 "$nonce" "efbbbf$plain"
  vector 'body of 20 kB' "$secret" 1795255200 "$nonce" \
    "$(envelope transaction.created "{\"note\":\"$(printf '%020000d' 0)\"}" | hex)"
  vector 'secret that is not ASCII' "$(printf 'hemlig å € 🔑' | hex)" 1795255200 "$nonce" "$plain"
  vector 'secret of one byte' 78 1795255200 "$nonce" "$plain"
  vector 'secret longer than a block' "$(printf '%0200d' 7 | hex)" 1795255200 "$nonce" "$plain"
  vector 'secret with spaces around it' "$(printf ' secret\n' | hex)" 1795255200 "$nonce" "$plain"
  vector 'upper-case nonce of one digit' "$secret" 1795255200 A "$plain"
  vector 'nonce of 128 digits in both cases' "$secret" 1795255200 "$(printf 'aB%.0s' $(seq 64))" "$plain"
  vector 'time with leading zeros' "$secret" 001795255200 "$nonce" "$plain"
  vector 'time of 12 digits' "$secret" 999999999999 "$nonce" "$plain"
  vector 'time zero' "$secret" 0 "$nonce" "$plain"
  printf '\n]\n'
} > vectors.json
