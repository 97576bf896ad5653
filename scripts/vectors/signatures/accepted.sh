# Deliveries that are authentic, within the tolerance, and valid.
# shellcheck shell=bash disable=SC2034

signed 'plain'
body=(text "$(envelope transaction.created '{ "total" : 1.50 }')"$'\r\n\t \n')
signed 'spaces and newlines in the body'
body=(text "$(envelope transaction.created '{"name":"Räksmörgås € 🧾"}')")
signed 'Swedish letters, euro sign, emoji in the body'
body=(text "$(envelope transaction.created '{"name":"R\u00e4ksm\u00f6rg\u00e5s \ud83e\uddfe"}')")
signed 'the same letters as escapes: different bytes'
body=(text "$(envelope transaction.created '{"name":"'$'a\xcc\x8a \xe2\x80\xa8 \xe2\x80\xae \xef\xbb\xbf \xef\xbf\xbd''"}')")
signed 'combining characters, a line separator, a direction mark, a byte order mark inside the body, U+FFFD'
body=(text "$(envelope transaction.created '{"name":"\u0000\ud800"}')")
signed 'NUL and a lone surrogate as escapes'
body=(hex "efbbbf$(printf '%s' "$PLAIN" | hex)")
signed 'byte order mark before the body'
body=(parts "${PLAIN%\"txn_1\"*}" 1 '"' 1 0 20000 '"}}' 1)
signed 'a 20 kB body'
body=(parts "${PLAIN%\"txn_1\"*}" 1 '"' 1 'å€🧾' 120000 '"}}' 1)
signed 'a body over 1 MiB, with two-, three- and four-byte characters'
body=(parts "${PLAIN%\{\"id\"*}" 1 '{"a":' 500 1 1 '}' 501)
signed 'data 500 levels deep'
body=(text "$(envelope some.newer.event '{}')")
signed 'a type that is newer than the reader'
body=(text "${PLAIN%\}},\"more\":[1]}")
signed 'an additional field in the envelope'
body=(text '{"eventId":"","schemaVersion":"","type":"","businessId":"","createdAt":"","data":{}}')
signed 'empty strings are valid'

secrets=('hemlig å € 🔑')
signed 'a non-ASCII secret'
secrets=(x)
signed 'a one-byte secret'
secrets=("$(repeat 7 64)")
signed 'a secret of exactly one block'
secrets=("$(repeat 7 65)")
signed 'a secret one byte longer than a block'
secrets=("$(repeat 7 200)")
signed 'a secret longer than a block'
secrets=(00ff)
signed 'a secret that could be mistaken for hexadecimal'

signed 'a one-digit upper-case nonce' "$T" A
signed 'a 128-digit nonce in mixed case' "$T" "$(repeat aB 64)"
signed 'a time with leading zeros' "00$T"
signed 'a 12-digit time' 999999999999
signed 'time zero' 0

# During a secret rotation.
secrets=("$SECRET" "$OLD")
signed 'two secrets, two v1'
secrets=("$OLD" "$SECRET")
signed 'two secrets in the other order'
secrets=("$SECRET" "$OLD")
vector 'two secrets, signed with the second' ok "$(sign "$T" "$NONCE" "$OLD")"
secrets=("$SECRET" "$OLD")
vector 'two secrets, signed with the first' ok "$(sign "$T" "$NONCE" "$SECRET")"
vector 'one secret, which signed the second of two v1' ok "$(sign "$T" "$NONCE" "$OLD" "$SECRET")"
vector 'one secret, which signed the first of two v1' ok "$(sign "$T" "$NONCE" "$SECRET" "$OLD")"
vector 'the same v1 twice' ok "$(sign "$T" "$NONCE" "$SECRET" "$SECRET")"
secrets=(a b c d e f g h)
signed 'eight secrets, eight v1'
secrets=(h)
vector 'the last of eight v1' ok "$(sign "$T" "$NONCE" a b c d e f g h)"

v1=$(hmac "$SECRET" "$T" "$NONCE")
vector 'v1 first, t last' ok "v1=$v1,nonce=$NONCE,t=$T"
vector 'other keys are ignored' ok "v0=$v1,t=$T,v2=abc,nonce=$NONCE,v1=$v1,alg=sha256,v0=x"
vector 'keys in a different case are different keys' ok "T=1,t=$T,Nonce=x,nonce=$NONCE,V1=x,v1=$v1"
good="t=$T,nonce=$NONCE,v1=$v1"
vector 'a 4096-character header' ok "$good,x=$(repeat y $((4096 - ${#good} - 3)))"
