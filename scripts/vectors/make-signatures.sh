#!/usr/bin/env bash
# Writes vectors/signatures.json, or FILE. Every HMAC comes from openssl, none from the code under test, and every run
# writes the same bytes.
# Usage: scripts/vectors/make-signatures.sh [FILE]
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
target=${1:-$here/../../vectors/signatures.json}
# shellcheck source=scripts/vectors/signature-lib.sh
. "$here/signature-lib.sh"

{
  printf '[\n'
  for part in accepted headers mismatches times payloads nonces; do
    # shellcheck source=/dev/null
    . "$here/signatures/$part.sh"
  done
  printf '\n]\n'
} > "$target"
