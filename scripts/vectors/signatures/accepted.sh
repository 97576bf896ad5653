# Deliveries that are authentic, in time and sound.
# shellcheck shell=bash disable=SC2034

signed 'plain'
body=(text "$(envelope transaction.created '{ "total" : 1.50 }')"$'\r\n\t \n')
signed 'spaces and newlines in the body'
body=(text "$(envelope transaction.created '{"name":"Räksmörgås € 🧾"}')")
signed 'Swedish letters, euro sign, emoji in the body'
body=(text "$(envelope transaction.created '{"name":"R\u00e4ksm\u00f6rg\u00e5s \ud83e\uddfe"}')")
signed 'the same letters as escapes, which are other bytes'
body=(text "$(envelope transaction.created '{"name":"'$'a\xcc\x8a \xe2\x80\xa8 \xe2\x80\xae \xef\xbb\xbf \xef\xbf\xbd''"}')")
signed 'combining letters, a line separator, a direction mark, a byte order mark inside, U+FFFD'
body=(text "$(envelope transaction.created '{"name":"\u0000\ud800"}')")
signed 'NUL and a lone surrogate as escapes'
body=(hex "efbbbf$(printf '%s' "$PLAIN" | hex)")
signed 'byte order mark before the body'
body=(parts "${PLAIN%\"txn_1\"*}" 1 '"' 1 0 20000 '"}}' 1)
signed 'body of 20 kB'
body=(parts "${PLAIN%\"txn_1\"*}" 1 '"' 1 'å€🧾' 120000 '"}}' 1)
signed 'body beyond 1 MiB, with letters of two, three and four bytes'
body=(parts "${PLAIN%\{\"id\"*}" 1 '{"a":' 500 1 1 '}' 501)
signed 'data 500 levels deep'
body=(text "$(envelope some.newer.event '{}')")
signed 'a type that is newer than the reader'
body=(text "${PLAIN%\}},\"more\":[1]}")
signed 'a field beyond the envelope'
body=(text '{"eventId":"","schemaVersion":"","type":"","businessId":"","createdAt":"","data":{}}')
signed 'empty texts are texts'

secrets=('hemlig å € 🔑')
signed 'secret that is not ASCII'
secrets=(x)
signed 'secret of one byte'
secrets=("$(repeat 7 64)")
signed 'secret of a block'
secrets=("$(repeat 7 65)")
signed 'secret of one block and one byte'
secrets=("$(repeat 7 200)")
signed 'secret longer than a block'
secrets=(00ff)
signed 'secret that could be taken for hexadecimal'

signed 'upper-case nonce of one digit' "$T" A
signed 'nonce of 128 digits in both cases' "$T" "$(repeat aB 64)"
signed 'time with leading zeros' "00$T"
signed 'time of 12 digits' 999999999999
signed 'time zero' 0

# While a secret is being replaced.
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
vector 'one v1 twice' ok "$(sign "$T" "$NONCE" "$SECRET" "$SECRET")"
secrets=(a b c d e f g h)
signed 'eight secrets, eight v1'
secrets=(h)
vector 'the last of eight v1' ok "$(sign "$T" "$NONCE" a b c d e f g h)"

v1=$(hmac "$SECRET" "$T" "$NONCE")
vector 'v1 first, t last' ok "v1=$v1,nonce=$NONCE,t=$T"
vector 'other keys are ignored' ok "v0=$v1,t=$T,v2=abc,nonce=$NONCE,v1=$v1,alg=sha256,v0=x"
vector 'keys in other letters are other keys' ok "T=1,t=$T,Nonce=x,nonce=$NONCE,V1=x,v1=$v1"
good="t=$T,nonce=$NONCE,v1=$v1"
vector 'a header of 4096 characters' ok "$good,x=$(repeat y $((4096 - ${#good} - 3)))"
