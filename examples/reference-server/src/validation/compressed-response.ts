import { promisify } from 'node:util';
import { deflateRawSync, inflateRaw } from 'node:zlib';
import type { HttpErrorResponse } from 'receipt-rule-packs';

/** The approximate size of a piece in bytes, before compression. */
const PIECE_BYTES = 131_072;

/**
 * The body of a response with very many issues. Until it is sent, the compressed body takes only a thirtieth of the
 * memory that its text would take.
 */
export interface CompressedResponse {
  readonly status: HttpErrorResponse['status'];
  readonly code: string;
  /** The first issue's code. */
  readonly issueCode: string | undefined;
  /** UTF-8 text; each piece is compressed separately (RFC 1951). */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

export function compressResponse({ status, body: { error, issues } }: HttpErrorResponse): CompressedResponse {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let text = `{"error":${JSON.stringify(error)},"issues":[`;
  const pack = () => {
    pieces.push(new Uint8Array(deflateRawSync(text, { level: 1 })));
    text = '';
  };
  for (const [i, issue] of issues.entries()) {
    text += `${i === 0 ? '' : ','}${JSON.stringify(issue)}`;
    if (text.length >= PIECE_BYTES) pack();
  }
  text += ']}';
  pack();
  return { status, code: error.code, issueCode: issues[0]?.code, pieces };
}

const unpack = promisify(inflateRaw);

/** Decompresses the body, one piece at a time. */
export async function* readCompressed({ pieces }: CompressedResponse): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield await unpack(piece);
}
