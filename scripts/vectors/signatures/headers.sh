# Headers that are missing or break the grammar. Any HMAC in them is correct, so that only the grammar decides.
# shellcheck shell=bash

v1=$(hmac "$SECRET" "$T" "$NONCE")
good="t=$T,nonce=$NONCE,v1=$v1"

vector 'no header' missing_signature
vector 'an empty header' missing_signature ''
vector 'the header twice' malformed_signature "$good" "$good"
vector 'the header twice, once empty' malformed_signature "$good" ''
vector 'two headers, each of them valid' malformed_signature "$good" "$(sign "$((T + 1))" "$NONCE" "$SECRET")"

# malformed NAME HEADER
malformed() { vector "$1" malformed_signature "${@:2}"; }

malformed 'two headers joined' "$good, $good"
malformed 'two headers joined without a space' "$good,$good"
malformed 'no pairs' 'garbage'
malformed 'a space' ' '
malformed 'a comma' ','
malformed 'an equals sign' '='
malformed 'the v1 alone, without its key' "$v1"
malformed 'an old header format' "sha256=$v1"

malformed 'a space before' " $good"
malformed 'a space after' "$good "
malformed 'a space after a comma' "t=$T, nonce=$NONCE,v1=$v1"
malformed 'a space before a comma' "t=$T ,nonce=$NONCE,v1=$v1"
malformed 'a space before an equals sign' "t =$T,nonce=$NONCE,v1=$v1"
malformed 'a space after an equals sign' "t= $T,nonce=$NONCE,v1=$v1"
malformed 'a tab after a comma' "t=$T,"$'\t'"nonce=$NONCE,v1=$v1"
malformed 'a line break after' "$good"$'\n'
malformed 'a folded line' "t=$T,"$'\r\n '"nonce=$NONCE,v1=$v1"
malformed 'a space in another key' "$good,a b=c"
malformed 'a space in the value of another key' "$good,a=b c"
malformed 'a comma before' ",$good"
malformed 'a comma after' "$good,"
malformed 'two commas' "t=$T,,nonce=$NONCE,v1=$v1"
malformed 'semicolons' "t=$T;nonce=$NONCE;v1=$v1"
malformed 'colons' "t:$T,nonce:$NONCE,v1:$v1"
malformed 'values in quotes' "t=\"$T\",nonce=\"$NONCE\",v1=\"$v1\""
malformed 'another key without a value' "$good,x="
malformed 'another key without an equals sign' "$good,x"
malformed 'a value without a key' "$good,=x"

malformed 'no t' "nonce=$NONCE,v1=$v1"
malformed 'no nonce' "t=$T,v1=$v1"
malformed 'no v1' "t=$T,nonce=$NONCE"
malformed 'v0 alone' "t=$T,nonce=$NONCE,v0=$v1"
malformed 'keys in upper case' "T=$T,NONCE=$NONCE,V1=$v1"
malformed 't twice' "t=$T,t=$T,nonce=$NONCE,v1=$v1"
malformed 't twice, with different values' "t=$T,nonce=$NONCE,v1=$v1,t=0"
malformed 'nonce twice' "t=$T,nonce=$NONCE,nonce=$NONCE,v1=$v1"
malformed 'nine v1' "$good$(repeat ",v1=$v1" 8)"

malformed 'an empty t' "t=,nonce=$NONCE,v1=$v1"
for t in "-$T" "+$T" "$T.0" 1795255200e0 0x6b017e20 1_795_255_200 "0000$T" 9999999999999 NaN 2026-11-21T10:00:00Z \
  ١٧٩٥٢٥٥٢٠٠ １７９５２５５２００; do
  malformed "t is $t" "$(sign "$t" "$NONCE" "$SECRET")"
done

malformed 'an empty nonce' "$(sign "$T" '' "$SECRET")"
for nonce in 0123456789abcdeg 01234567-89ab-cdef 0x0123 a.b ａｂｃ; do
  malformed "nonce is $nonce" "$(sign "$T" "$nonce" "$SECRET")"
done
malformed 'a 129-digit nonce' "$(sign "$T" "$(repeat a 129)" "$SECRET")"

malformed 'an empty v1' "t=$T,nonce=$NONCE,v1="
malformed 'v1 in upper case' "t=$T,nonce=$NONCE,v1=${v1^^}"
malformed 'v1 in mixed case' "t=$T,nonce=$NONCE,v1=${v1::32}$(printf '%s' "${v1:32}" | tr a-f A-F)"
malformed 'a 63-digit v1' "t=$T,nonce=$NONCE,v1=${v1::63}"
malformed 'a 65-digit v1' "t=$T,nonce=$NONCE,v1=${v1}0"
malformed 'v1 with 0x' "t=$T,nonce=$NONCE,v1=0x${v1::62}"
malformed 'v1 with a letter that is not a hexadecimal digit' "t=$T,nonce=$NONCE,v1=${v1::63}g"
malformed 'v1 in base64' "t=$T,nonce=$NONCE,v1=$(repeat A 43)="
malformed 'v1 with an equals sign after it' "$good="
malformed 'v1 with full-width digits' "t=$T,nonce=$NONCE,v1=$(repeat ０ 64)"
malformed 'one valid v1, then a malformed one' "$good,v1=abc"
malformed 'one malformed v1, then a valid one' "t=$T,nonce=$NONCE,v1=abc,v1=$v1"

header_parts=("$good,x=" 1 y $((4097 - ${#good} - 3)))
malformed 'a 4097-character header'
header_parts=(, 4200)
malformed '4200 commas'
header_parts=(t= 1 1 4200)
malformed 't with 4200 digits'
