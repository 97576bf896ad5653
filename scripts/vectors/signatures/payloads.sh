# Deliveries that are authentic and within the tolerance, but whose body is not an event.
# shellcheck shell=bash disable=SC2034

# payload NAME BODY…
payload() {
  local name=$1
  shift
  body=("$@")
  vector "$name" invalid_payload "$(sign "$T" "$NONCE" "$SECRET")"
}
plain_hex=$(printf '%s' "$PLAIN" | hex)

payload 'an empty body' text ''
payload 'a body with only white space' text $' \r\n\t'
payload 'a byte order mark alone' hex efbbbf
payload 'two byte order marks' hex "efbbbfefbbbf$plain_hex"
payload 'NUL' hex 00
payload 'NUL after the event' hex "${plain_hex}00"
payload 'UTF-16' hex "fffe$(printf '%s' "$PLAIN" | hex | sed 's/../&00/g')"
payload 'a lone continuation byte in a string' hex "$(envelope a '{"b":"'$'\x80''"}' | hex)"
payload 'a Latin-1 byte in a string' hex "$(envelope a '{"b":"'$'\xe5''"}' | hex)"
payload 'an overlong slash in a string' hex "$(envelope a '{"b":"'$'\xc0\xaf''"}' | hex)"
payload 'an encoded surrogate in a string' hex "$(envelope a '{"b":"'$'\xed\xa0\x80''"}' | hex)"
payload 'a code point above U+10FFFF in a string' hex "$(envelope a '{"b":"'$'\xf4\x90\x80\x80''"}' | hex)"
payload 'a truncated sequence at the end' hex "${plain_hex}c3"
payload 'form data' text 'eventId=evt_1&data=%7B%7D'
payload 'a truncated event' text "${PLAIN%\}}"
payload 'two events' text "$PLAIN$PLAIN"
payload 'an extra comma' text "${PLAIN%\}},}"
payload 'single quotes' text "${PLAIN//\"/\'}"
payload 'NaN' text "${PLAIN/\"txn_1\"/NaN}"
payload 'a line break inside a string' text "${PLAIN/txn_1/$'txn\n1'}"

for json in null true 5 '"text"' '[]' "[$PLAIN]" '{}'; do payload "$json" text "$json"; done
for field in eventId schemaVersion type businessId createdAt; do
  payload "no $field" text "$(printf '%s' "$PLAIN" | sed "s/\"$field\":\"[^\"]*\",//")"
  for value in null 1 '["a"]'; do
    payload "$field is $value" text "$(printf '%s' "$PLAIN" | sed "s/\"$field\":\"[^\"]*\"/\"$field\":$value/")"
  done
done
payload 'no data' text "${PLAIN%,\"data\"*}}"
for value in null '[]' '"x"' 5 true; do payload "data is $value" text "$(envelope transaction.created "$value")"; done
