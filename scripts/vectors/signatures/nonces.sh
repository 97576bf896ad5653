# Deliveries to a verifier with a nonce store. `records` is what the store has recorded for the delivery.
# shellcheck shell=bash disable=SC2034

good=$(sign "$T" "$NONCE" "$SECRET")

store=empty records=$NONCE:601
vector 'a new nonce, kept for twice the tolerance plus one second' ok "$good"
store=empty records=$NONCE:1 tolerance=0
vector 'a new nonce with a tolerance of 0, kept for one second' ok "$good"
store=${NONCE%f}e records=$NONCE:601
vector 'the store holds a different nonce' ok "$good"
store=$NONCE records=none
vector 'a nonce that was used before' nonce_reused "$good"
store=fails
vector 'a store that fails' nonce_store_failed "$good"
store=empty records=none
vector 'a forged delivery, whose nonce is not kept' signature_mismatch "t=$T,nonce=$NONCE,v1=$(repeat 0 64)"
store=$NONCE records=none
vector 'a forged delivery with a used nonce: the forger learns nothing about the nonce' signature_mismatch "t=$T,nonce=$NONCE,v1=$(repeat 0 64)"
store=empty records=none now=$(((T + 301) * 1000))
vector 'a delivery that is too old, whose nonce is not kept' timestamp_out_of_tolerance "$good"
store=fails
vector 'a forged delivery: the failing store is not called' signature_mismatch \
  "t=$T,nonce=$NONCE,v1=$(repeat 0 64)"
store=fails
vector 'a malformed header: the failing store is not called' malformed_signature "$good,"
