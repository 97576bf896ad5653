/**
 * Returns a command that posts event.json. `receipt-rules sign` signs it with the secret in RECEIPT_RULES_SECRET. The
 * command contains neither the signature nor the secret, because shells keep a history.
 */
export function curlLine(url: string, type: string): string {
  const sign = `npx receipt-rules sign event.json --event ${quoted(type)}`;
  return `${sign} | curl --include --header @- --data-binary @event.json ${quoted(url)}`;
}

/** Quotes a word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
