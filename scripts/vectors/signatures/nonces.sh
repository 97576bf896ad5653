# With a store that remembers nonces. `records` is what it holds of this delivery afterwards.
# shellcheck shell=bash disable=SC2034

good=$(sign "$T" "$NONCE" "$SECRET")

store=empty records=$NONCE:601
vector 'a new nonce is kept for twice the tolerance and a second' ok "$good"
store=empty records=$NONCE:1 tolerance=0
vector 'a new nonce is kept for a second where nothing is allowed' ok "$good"
store=${NONCE%f}e records=$NONCE:601
vector 'another nonce was used' ok "$good"
store=$NONCE records=none
vector 'a nonce that was used' nonce_reused "$good"
store=fails
vector 'a store that fails' nonce_store_failed "$good"
store=empty records=none
vector 'the nonce of what is not authentic is not kept' signature_mismatch "t=$T,nonce=$NONCE,v1=$(repeat 0 64)"
store=$NONCE records=none
vector 'of a used nonce a forger learns nothing' signature_mismatch "t=$T,nonce=$NONCE,v1=$(repeat 0 64)"
store=empty records=none now=$(((T + 301) * 1000))
vector 'the nonce of what is too old is not kept' timestamp_out_of_tolerance "$good"
store=fails
vector 'a store that fails is not asked of what is not authentic' signature_mismatch \
  "t=$T,nonce=$NONCE,v1=$(repeat 0 64)"
store=fails
vector 'a store that fails is not asked of a malformed header' malformed_signature "$good,"
