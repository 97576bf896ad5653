<?php
// Checks the signature vectors with PHP's hash_hmac. See check-signatures.sh.

function body_of(array $body): string
{
    if (isset($body['hex'])) {
        return hex2bin($body['hex']);
    }
    $text = '';
    foreach ($body['parts'] ?? [['text' => $body['text'], 'times' => 1]] as $part) {
        $text .= str_repeat($part['text'], $part['times']);
    }
    return $text;
}

$judged = $made = $wrong = 0;
$vectors = json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
foreach ($vectors as $vector) {
    if (in_array($vector['expect'], ['missing_signature', 'malformed_signature'], true)) {
        continue;
    }
    $fields = $sent = [];
    foreach (explode(',', $vector['header']) as $pair) {
        [$key, $value] = explode('=', $pair, 2);
        $fields[$key] = $value;
        if ($key === 'v1') {
            $sent[] = $value;
        }
    }
    $message = "{$fields['t']}.{$fields['nonce']}." . body_of($vector['body'] ?? $vectors[0]['body']);
    $own = array_map(fn ($secret) => hash_hmac('sha256', $message, $secret), $vector['secrets']);
    $judged++;
    $made += count($own);
    if ((count(array_intersect($sent, $own)) > 0) !== ($vector['expect'] !== 'signature_mismatch')) {
        $wrong++;
        fwrite(STDERR, "wrong: {$vector['name']}\n");
    }
}
echo "$judged $made $wrong\n";
