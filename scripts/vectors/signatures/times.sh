# Times at the limits of the tolerance. `now` is in milliseconds; the verifier rounds it down to whole seconds.
# shellcheck shell=bash disable=SC2034

# at NAME EXPECTED MILLISECONDS_AFTER_T [TOLERANCE]
at() {
  now=$((T * 1000 + $3))
  tolerance=${4:-300}
  vector "$1" "$2" "$(sign "$T" "$NONCE" "$SECRET")"
}
late=timestamp_out_of_tolerance

at '300 s in the past, 300 allowed' ok 300000
at '300.999 s in the past, 300 allowed' ok 300999
at '301 s in the past, 300 allowed' $late 301000
at '300 s in the future, 300 allowed' ok -300000
at '300.001 s in the future, 300 allowed' $late -300001
at '301 s in the future, 300 allowed' $late -301000
at 'the same second, 0 allowed' ok 0 0
at 'the end of the same second, with a tolerance of 0' ok 999 0
at 'the next second, 0 allowed' $late 1000 0
at 'a millisecond too early, 0 allowed' $late -1 0
at '600 s in the past, 600 allowed' ok 600000 600
at '601 s in the past, 600 allowed' $late 601000 600
at 'a year in the past' $late 31536000000
at 'a year in the future' $late -31536000000

vector 'time zero, at another time' $late "$(sign 0 "$NONCE" "$SECRET")"
vector 'a 12-digit time, at another time' $late "$(sign 999999999999 "$NONCE" "$SECRET")"
now=$(((T + 301) * 1000))
secrets=("$SECRET" "$OLD")
vector 'too old, signed with the second secret' $late "$(sign "$T" "$NONCE" "$OLD")"
now=$(((T + 301) * 1000))
body=(text x)
vector 'too old and not an event: the time is checked first' $late "$(sign "$T" "$NONCE" "$SECRET")"
