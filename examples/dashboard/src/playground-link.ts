import { deflateRawSync } from 'node:zlib';

/** The maximum length of the fragment. The playground ignores longer fragments. */
const MAX_CHARACTERS = 8_000;

/** The version of the fragment's format. */
const VERSION = 1;

/**
 * Returns a URL that opens a document in the playground; undefined if the document is too long for a link. The document
 * is in the fragment, which browsers do not send to the playground's server.
 *
 * @param url the playground's address
 * @see examples/playground/src/share/fragment.ts, which reads the fragment
 */
export function playgroundLink(url: string, document: string): string | undefined {
  const bytes = Buffer.concat([Buffer.from([VERSION]), deflateRawSync(document)]);
  const fragment = `#r=${bytes.toString('base64url')}`;
  return fragment.length <= MAX_CHARACTERS ? url + fragment : undefined;
}
