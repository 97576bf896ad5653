/**
 * The line that sends an event by hand: what it posts is a file, and the signature is made by `receipt-rules sign` as it runs, by the
 * secret in RECEIPT_RULES_SECRET. Nothing of either is in the line, which a shell keeps.
 */
export function curlLine(url: string, type: string): string {
  const sign = `npx receipt-rules sign event.json --event ${quoted(type)}`;
  return `${sign} | curl --include --header @- --data-binary @event.json ${quoted(url)}`;
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
