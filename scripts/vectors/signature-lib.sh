# Functions for the scripts in signatures/: they build bodies, HMACs, and JSON in the repository's style.
# shellcheck shell=bash disable=SC2034

SECRET=whsec_c2VjcmV0
OLD=whsec_b2xk
T=1795255200
NONCE=0123456789abcdef0123456789abcdef
separator=''

envelope() {
  printf '{"eventId":"evt_1","schemaVersion":"2.1","type":"%s","businessId":"biz_1",' "$1"
  printf '"createdAt":"2026-11-21T10:00:00Z","data":%s}' "$2"
}
PLAIN=$(envelope transaction.created '{"id":"txn_1"}')

hex() { od -An -v -tx1 | tr -d ' \n'; }

# repeat TEXT TIMES
repeat() {
  local out='' unit=$1 left=$2
  while ((left > 0)); do
    ((left % 2 == 1)) && out+=$unit
    unit+=$unit
    ((left /= 2)) || true
  done
  printf '%s' "$out"
}

# Resets the state, so that the next vector starts from the defaults.
fresh() {
  secrets=("$SECRET")
  body=(text "$PLAIN")
  header_parts=()
  now=$((T * 1000))
  tolerance=300
  store='' records='' signs=''
}
fresh

# Prints the bytes of the body. A body is text, hexadecimal for bytes that are not text, or parts: texts with repeat
# counts.
body_bytes() {
  case ${body[0]} in
    text) printf '%s' "${body[1]}" ;;
    hex) [ -z "${body[1]}" ] || printf '%b' "$(printf '%s' "${body[1]}" | sed 's/../\\x&/g')" ;;
    parts)
      local i
      for ((i = 1; i < ${#body[@]}; i += 2)); do repeat "${body[i]}" "${body[i + 1]}"; done
      ;;
  esac
}

# digest KEY_HEX: the HMAC of standard input
digest() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -r | cut -d ' ' -f 1; }

# hmac SECRET T NONCE: the v1 signature of the body
hmac() { { printf '%s.%s.' "$2" "$3"; body_bytes; } | digest "$(printf '%s' "$1" | hex)"; }

# sign T NONCE SECRET…: a header with one v1 for each secret
sign() {
  local t=$1 nonce=$2 out="t=$1,nonce=$2" secret
  shift 2
  for secret; do out+=",v1=$(hmac "$secret" "$t" "$nonce")"; done
  printf '%s' "$out"
}

# json TEXT: a JSON string
json() {
  local s=$1 code char
  s=${s//\\/\\\\}
  s=${s//\"/\\\"}
  s=${s//$'\n'/\\n}
  s=${s//$'\r'/\\r}
  s=${s//$'\t'/\\t}
  for code in 01 02 03 04 05 06 07 08 0b 0c 0e 0f 1b; do
    printf -v char '%b' "\\x$code"
    s=${s//$char/\\u00$code}
  done
  printf '"%s"' "$s"
}

# array KEY TEXT…: a member with an array of strings
array() {
  local key=$1 all='' text
  shift
  for text; do all+="${all:+,}$(json "$text")"; done
  printf '"%s":[%s],' "$key" "$all"
}

# parts_json (TEXT TIMES)…: texts in order, each with its repeat count
parts_json() {
  local comma=''
  printf '"parts":['
  while (($# > 0)); do
    printf '%s{"text":%s,"times":%s}' "$comma" "$(json "$1")" "$2"
    comma=,
    shift 2
  done
  printf ']'
}

body_json() {
  printf '"body":{'
  case ${body[0]} in
    text) printf '"text":%s' "$(json "${body[1]}")" ;;
    hex) printf '"hex":"%s"' "${body[1]}" ;;
    parts) parts_json "${body[@]:1}" ;;
  esac
  printf '},'
}

# The vector's header: none, one, several, or one built from parts.
header_json() {
  if ((${#header_parts[@]} > 0)); then
    printf '"header":{%s},' "$(parts_json "${header_parts[@]}")"
    return
  fi
  case $# in
    0) printf '"header":null,' ;;
    1) printf '"header":%s,' "$(json "$1")" ;;
    *) array header "$@" ;;
  esac
}

# vector NAME EXPECTED [HEADER…]: prints the current state as one vector on one line, and resets the state
vector() {
  local name=$1 expected=$2
  shift 2
  printf '%s{"name":%s,' "$separator" "$(json "$name")"
  array secrets "${secrets[@]}"
  header_json "$@"
  # A vector without a body, clock or tolerance uses those of the first vector.
  if [ -z "$separator" ] || [ "${body[*]}" != "text $PLAIN" ]; then body_json; fi
  if [ -z "$separator" ] || [ "$now" != $((T * 1000)) ]; then printf '"now":%s,' "$now"; fi
  if [ -z "$separator" ] || [ "$tolerance" != 300 ]; then printf '"toleranceSeconds":%s,' "$tolerance"; fi
  case $store in
    '') ;;
    fails) printf '"nonceStore":{"fails":true},' ;;
    empty) printf '"nonceStore":{"holds":[]},' ;;
    *) printf '"nonceStore":{"holds":["%s"]},' "$store" ;;
  esac
  [ -z "$signs" ] || printf '"signs":{"timestamp":%s,"nonce":"%s"},' "${signs%:*}" "${signs#*:}"
  printf '"expect":"%s"' "$expected"
  case $records in
    '') ;;
    none) printf ',"records":[]' ;;
    *) printf ',"records":[{"nonce":"%s","ttlSeconds":%s}]' "${records%:*}" "${records#*:}" ;;
  esac
  printf '}'
  separator=$',\n'
  fresh
}

# signed NAME [T [NONCE]]: a delivery that is accepted at time T, and whose header a signer with these secrets writes
signed() {
  local t=${2:-$T} nonce=${3:-$NONCE}
  now=$((10#$t * 1000))
  # Signers take the time as a number, so no signer writes a time with leading zeros.
  [ "$((10#$t))" = "$t" ] && signs="$t:$nonce"
  vector "$1" ok "$(sign "$t" "$nonce" "${secrets[@]}")"
}
