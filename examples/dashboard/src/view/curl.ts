/**
 * The command that sends an event: it posts a file, and `receipt-rules sign` makes the signature when it runs, with the
 * secret in RECEIPT_RULES_SECRET. Neither is in the command, since shells keep a history.
 */
export function curlLine(url: string, type: string): string {
  const sign = `npx receipt-rules sign event.json --event ${quoted(type)}`;
  return `${sign} | curl --include --header @- --data-binary @event.json ${quoted(url)}`;
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
