/** The maximum length of a URL fragment. */
const MAX_CHARACTERS = 8000;
/** The maximum size of the uncompressed text, in bytes. */
const MAX_BYTES = 1024 * 1024;
const PREFIX = '#r=';
/** The version of the format, stored in the first byte. */
const VERSION = 1;

/**
 * Encodes text as a URL fragment: a version byte and the text compressed with deflate-raw, in base64url. Returns
 * undefined if the text is too long or the browser does not support compression.
 */
export async function toFragment(text: string): Promise<string | undefined> {
  try {
    const packed = await through(new Blob([text]), new CompressionStream('deflate-raw'), MAX_CHARACTERS);
    const bytes = packed && [VERSION, ...packed];
    const fragment =
      bytes && PREFIX + btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => URL_SIGNS[sign]!);
    return fragment && fragment.length <= MAX_CHARACTERS ? fragment : undefined;
  } catch {
    return undefined;
  }
}

const URL_SIGNS: Readonly<Record<string, string>> = { '+': '-', '/': '_', '=': '' };

/**
 * Decodes a fragment. Returns undefined if the fragment is not from this page, is damaged, or inflates to more than 1
 * MiB.
 */
export async function fromFragment(fragment: string): Promise<string | undefined> {
  if (!fragment.startsWith(PREFIX) || fragment.length > MAX_CHARACTERS) return undefined;
  try {
    const base64 = fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
    const [version, ...packed] = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    if (version !== VERSION) return undefined;
    const bytes = await through(new Blob([new Uint8Array(packed)]), new DecompressionStream('deflate-raw'), MAX_BYTES);
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a transformed stream; returns undefined if it yields more bytes than the limit. */
async function through(from: Blob, transform: CompressionStream | DecompressionStream, most: number) {
  const reader = from.stream().pipeThrough(transform).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
}
