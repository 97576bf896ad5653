import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { DICTIONARY_1 } from './dictionary-1.js';

/**
 * A format for packed documents: raw deflate (RFC 1951) with a dictionary. The column `coding` contains the format's
 * number.
 */
interface Coding {
  readonly dictionary: Buffer;
  /**
   * The `schemaVersion` in the event envelopes of documents in this format. Fixed, so that all attempts send the same
   * bytes.
   */
  readonly schemaVersion: string;
}

/** Never change or remove a coding, because stored documents use it. A new coding gets the next number. */
const CODINGS: Readonly<Record<number, Coding>> = {
  1: { dictionary: Buffer.from(DICTIONARY_1), schemaVersion: '2.1' },
};

/** The coding for new documents. */
const CODING = 1;

/** The deflate level. Higher levels take longer and save only 6 %. */
const LEVEL = 1;

/** The minimum size in bytes of documents for which zlib runs in another thread. */
const ASYNC_BYTES = 32_768;

/** A document in its packed form. */
export interface PackedDocument {
  readonly coding: number;
  /** The unpacked document's length in bytes. */
  readonly bytes: number;
  readonly packed: Buffer;
}

export async function pack(document: string): Promise<PackedDocument> {
  const text = Buffer.from(document);
  const options = { level: LEVEL, dictionary: CODINGS[CODING]!.dictionary };
  const packed = text.length < ASYNC_BYTES ? deflateRawSync(text, options) : await promisify(deflateRaw)(text, options);
  return { coding: CODING, bytes: text.length, packed };
}

/**
 * Returns the document that a `storedText` contains. A document is a JSON object, so text that begins with a digit is
 * packed.
 *
 * @throws Error if the document is damaged, or has a coding that this server does not know
 */
export async function unpack(stored: string): Promise<string> {
  const found = readPacked(stored);
  if (found === undefined) return stored;
  const { packed, coding } = found;
  const { dictionary } = coding;
  const text =
    packed.length < ASYNC_BYTES
      ? inflateRawSync(packed, { dictionary })
      : await promisify(inflateRaw)(packed, { dictionary });
  return text.toString();
}

/**
 * The `schemaVersion` for the envelope of a packed document; undefined for a plain document. @throws Error like
 * `unpack`
 */
export function envelopeVersion(stored: string): string | undefined {
  return readPacked(stored)?.coding.schemaVersion;
}

function readPacked(stored: string): { readonly coding: Coding; readonly packed: Buffer } | undefined {
  const [, number, base64] = /^(\d+) (.*)$/s.exec(stored) ?? [];
  if (number === undefined) return undefined;
  const coding = CODINGS[Number(number)];
  if (coding === undefined) throw new Error(`a document has coding ${number}: install the release that stored it`);
  return { coding, packed: Buffer.from(base64!, 'base64') };
}
