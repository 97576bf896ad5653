# Well-formed headers whose HMAC does not match.
# shellcheck shell=bash disable=SC2034

v1=$(hmac "$SECRET" "$T" "$NONCE")
last=$([ "${v1: -1}" = 0 ] && echo 1 || echo 0)

# mismatch NAME HEADER
mismatch() { vector "$1" signature_mismatch "$2"; }

mismatch 'the last digit changed' "t=$T,nonce=$NONCE,v1=${v1::63}$last"
mismatch 'the first digit changed' "t=$T,nonce=$NONCE,v1=$last${v1:1}"
mismatch 'v1 with only zeros' "t=$T,nonce=$NONCE,v1=$(repeat 0 64)"
mismatch 'eight v1, all of them wrong' "t=$T,nonce=$NONCE$(repeat ",v1=${v1::63}$last" 8)"
mismatch 'another secret' "$(sign "$T" "$NONCE" "$OLD")"
mismatch 'the secret without its prefix' "$(sign "$T" "$NONCE" "${SECRET#whsec_}")"
mismatch 'the secret decoded from base64' "$(sign "$T" "$NONCE" secret)"
mismatch 'the secret in upper case' "$(sign "$T" "$NONCE" "${SECRET^^}")"
secrets=(00ff)
mismatch 'the secret read as hexadecimal' \
  "t=$T,nonce=$NONCE,v1=$({ printf '%s.%s.' "$T" "$NONCE"; body_bytes; } | digest 00ff)"
secrets=("$SECRET" "$OLD")
mismatch 'two secrets, signed with neither' "$(sign "$T" "$NONCE" a b)"

mismatch 'a time other than the signed one' "t=$((T + 1)),nonce=$NONCE,v1=$v1"
mismatch 'a nonce other than the signed one' "t=$T,nonce=${NONCE%f}e,v1=$v1"
mismatch 'the time signed without its leading zeros' "t=00$T,nonce=$NONCE,v1=$v1"
mismatch 'the nonce signed in lower case' "t=$T,nonce=${NONCE^^},v1=$v1"
mismatch 'the time moved into the nonce' "t=${T%0},nonce=0$NONCE,v1=$v1"
mismatch 'only the body signed' "t=$T,nonce=$NONCE,v1=$(body_bytes | digest "$(printf '%s' "$SECRET" | hex)")"

# other NAME BODY…: a delivery with the header of PLAIN and a different body
other() {
  local name=$1
  shift
  body=("$@")
  mismatch "$name" "t=$T,nonce=$NONCE,v1=$v1"
}
other 'a line break after the body' text "$PLAIN"$'\n'
other 'a byte order mark before the body' hex "efbbbf$(printf '%s' "$PLAIN" | hex)"
other 'an empty body instead of the signed one' text ''
other 'the body with added spaces' text "${PLAIN//,/, }"
other 'one letter of the body changed' text "${PLAIN/biz_1/biz_2}"

body=(text "$(envelope transaction.created '{"name":"å"}')")
escaped=$(sign "$T" "$NONCE" "$SECRET")
body=(text "$(envelope transaction.created '{"name":"\u00e5"}')")
mismatch 'a letter written as an escape' "$escaped"
body=(text "$(envelope transaction.created '{"name":"'$'\xef\xbf\xbd''"}')")
replaced=$(sign "$T" "$NONCE" "$SECRET")
body=(hex "$(envelope transaction.created '{"name":"'$'\xe5''"}' | hex)")
mismatch 'a byte that is not UTF-8, signed as U+FFFD' "$replaced"
body=(text "$(envelope transaction.created '{"name":"'$'\xc3\xa5''"}')")
composed=$(sign "$T" "$NONCE" "$SECRET")
body=(text "$(envelope transaction.created '{"name":"'$'a\xcc\x8a''"}')")
mismatch 'a decomposed letter, signed as composed' "$composed"

now=$(((T + 301) * 1000))
mismatch 'too old and not authentic: the signature is checked first' "t=$T,nonce=$NONCE,v1=$(repeat 0 64)"
body=(text 'x')
mismatch 'not an event and not authentic: the signature is checked first' "t=$T,nonce=$NONCE,v1=$v1"
