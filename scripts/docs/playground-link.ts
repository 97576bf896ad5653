/** Links that open a document in the playground, which reads the document from the fragment of the URL. */
import { deflateRawSync } from 'node:zlib';

const PLAYGROUND = '/playground/index.html';
/** The version of the fragment format, and the longest fragment that the playground reads. */
const VERSION = 1;
const MAX_CHARACTERS = 8000;

/** What the playground opens; the fields are those of the files in `examples/receipts`. */
export interface Opened {
  readonly document: unknown;
  readonly business: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The address from the site's root; undefined if the document is too long for an address. */
export function playgroundAddress(opened: Opened): string | undefined {
  const packed = deflateRawSync(JSON.stringify(opened), { level: 9 });
  const fragment = `#r=${Buffer.from([VERSION, ...packed]).toString('base64url')}`;
  return fragment.length <= MAX_CHARACTERS ? `${PLAYGROUND}${fragment}` : undefined;
}

/** A Markdown link; empty if the document is too long for one. */
export function playgroundLink(opened: Opened): string {
  const address = playgroundAddress(opened);
  return address === undefined ? '' : `[Open in playground](${address})`;
}
