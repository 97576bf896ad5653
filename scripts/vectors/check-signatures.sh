#!/usr/bin/env bash
# Compares vectors/signatures.json with the HMACs that each installed language computes, and checks that openssl
# generates the same file again. Each checker reads the file independently and shares no code with the others. Requires
# at least three languages; on Debian: apt-get install python3 perl default-jdk-headless (or ruby, php-cli).
# Usage: scripts/vectors/check-signatures.sh
set -uo pipefail
cd "$(dirname "$0")/../.."
vectors=vectors/signatures.json
languages=0
failed=0

row() { printf '%-10s %-28s %8s %8s %6s\n' "$@"; }

# check NAME VERSION COMMAND…: runs a command that prints the numbers of checked vectors, computed HMACs and wrong
# vectors
check() {
  local name=$1 version=$2 counts
  shift 2
  if ! counts=$("$@" "$vectors"); then
    row "$name" "$version" - - failed
    failed=1
    return
  fi
  # shellcheck disable=SC2086
  row "$name" "$version" $counts
  [ "${counts##* }" = 0 ] || failed=1
  languages=$((languages + 1))
}

has() { command -v "$1" > /dev/null; }

row language version vectors HMACs wrong
has python3 && check python3 "$(python3 -c 'import platform; print(platform.python_version())')" \
  python3 scripts/vectors/check/check.py
has perl && perl -MDigest::SHA -MJSON::PP -e 1 2> /dev/null &&
  check perl "$(perl -e 'printf "%vd", $^V')" perl scripts/vectors/check/check.pl
has java && check java "$(java -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')" java scripts/vectors/check/Check.java
has ruby && check ruby "$(ruby -e 'print RUBY_VERSION')" ruby scripts/vectors/check/check.rb
has php && check php "$(php -r 'echo PHP_VERSION;')" php scripts/vectors/check/check.php

if has openssl; then
  again=$(mktemp)
  trap 'rm -f "$again"' EXIT
  scripts/vectors/make-signatures.sh "$again"
  if cmp -s "$again" "$vectors"; then echo 'openssl writes the same file'; else
    echo 'openssl writes a different file'
    failed=1
  fi
fi
if ((languages < 3)); then
  echo "found $languages languages, but needs at least 3" >&2
  exit 2
fi
exit "$failed"
