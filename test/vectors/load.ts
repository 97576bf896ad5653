import { readFileSync } from 'node:fs';
import type { Business, RateWindows } from 'receipt-rule-packs';

/** Reads one of the files in vectors/, which vectors/README.md describes. */
// The caller passes the file's type.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function load<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8')) as readonly T[];
}

export interface Entry {
  readonly field: string;
  readonly code: string;
}

export interface PackVector {
  readonly name: string;
  readonly code: string;
  readonly kind: 'firing' | 'silent';
  readonly business: Business & { readonly multiLocation: boolean };
  readonly options?: {
    readonly rateWindows?: RateWindows;
    readonly productTaxClass?: Readonly<Record<string, string>>;
    readonly original?: string;
  };
  readonly document?: { readonly items: readonly unknown[] };
  readonly text?: string;
  readonly bytes?: string;
  readonly expect: {
    readonly valid: boolean;
    readonly error?: string;
    readonly issues: readonly Entry[];
    readonly warnings: readonly Entry[];
  };
}

interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

interface PackFile {
  readonly base: Required<Pick<PackVector, 'business' | 'document'>>;
  readonly vectors: readonly (Pick<PackVector, 'name' | 'options' | 'text' | 'bytes'> & {
    readonly business?: PackVector['business'];
    readonly of?: number;
    readonly patch?: readonly Operation[];
    readonly expect?: Partial<PackVector['expect']>;
  })[];
}

/** Reads the published vectors of a pack, each with its whole document and its business. */
export const loadPack = (id: string): readonly PackVector[] =>
  expanded(readFileSync(new URL(`../../vectors/${id}.json`, import.meta.url), 'utf8'));

/** The vectors in a file's text, each with its whole document and its business. */
export function expanded(file: string): readonly PackVector[] {
  const { base, vectors } = JSON.parse(file) as PackFile;
  const documents: unknown[] = [];
  return vectors.map(({ of, patch = [], business = base.business, expect = {}, ...vector }) => {
    const { issues = [], warnings = [], error = issues.length > 0 ? 'validation_failed' : undefined } = expect;
    const code = vector.name.split(': ', 1)[0]!;
    const raised = [error, ...[...issues, ...warnings].map((entry) => entry.code)];
    const isInput = vector.text !== undefined || vector.bytes !== undefined;
    const document = isInput ? undefined : patched(of === undefined ? base.document : documents[of], patch);
    documents.push(document);
    return {
      ...vector,
      code,
      kind: raised.includes(code) ? 'firing' : 'silent',
      business,
      expect: { valid: error === undefined, ...(error !== undefined && { error }), issues, warnings },
      ...(!isInput && { document: document as PackVector['document'] & object }),
    };
  });
}

/** A document changed by a JSON Patch (RFC 6902). Independent of the code that generates patches. */
export function patched(base: unknown, patch: readonly Operation[]): unknown {
  let document = structuredClone(base);
  for (const { op, path, value } of patch) {
    const steps = path
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop();
    if (last === undefined) {
      document = JSON.parse(JSON.stringify(value)) as unknown;
      continue;
    }
    const at = steps.reduce((inside, step) => (inside as Record<string, unknown>)[step], document) as
      | Record<string, unknown>
      | unknown[];
    const copy = () => JSON.parse(JSON.stringify(value)) as unknown;
    if (Array.isArray(at)) {
      if (op === 'replace') at[Number(last)] = copy();
      else if (op === 'remove') at.splice(Number(last), 1);
      else at.splice(last === '-' ? at.length : Number(last), 0, copy());
    } else if (op === 'remove') Reflect.deleteProperty(at, last);
    else at[last] = copy();
  }
  return document;
}

export interface SignatureVector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly header: string | readonly string[] | null;
  readonly body: {
    readonly text?: string;
    readonly hex?: string;
    readonly parts?: Parts['parts'];
  };
  readonly now: number;
  readonly toleranceSeconds: number;
  readonly nonceStore?: { readonly holds?: readonly string[]; readonly fails?: boolean };
  readonly signs?: { readonly timestamp: number; readonly nonce: string };
  readonly expect: string;
  readonly records?: readonly { readonly nonce: string; readonly ttlSeconds: number }[];
}

interface Parts {
  readonly parts: readonly { readonly text: string; readonly times: number }[];
}
const joined = ({ parts }: Parts): string => parts.map(({ text, times }) => text.repeat(times)).join('');

/**
 * The signature vectors, each completed with the values that it shares with the first vector, and with the header as
 * text.
 */
export function loadSignatures(): readonly SignatureVector[] {
  type Common = 'body' | 'now' | 'toleranceSeconds';
  type Written = Omit<SignatureVector, Common | 'header'> &
    Partial<Pick<SignatureVector, Common>> & { readonly header: SignatureVector['header'] | Parts };
  const vectors = load<Written>('signatures');
  const { body, now, toleranceSeconds } = vectors[0] as SignatureVector;
  return vectors.map(({ header, ...vector }) => ({
    body,
    now,
    toleranceSeconds,
    ...vector,
    header: header !== null && typeof header === 'object' && 'parts' in header ? joined(header) : header,
  }));
}

/** The bytes of a vector's body. */
export function bodyBytes({ text, hex, parts }: SignatureVector['body']): Uint8Array {
  if (hex !== undefined) return new Uint8Array(Buffer.from(hex, 'hex'));
  return new TextEncoder().encode(text ?? joined({ parts: parts! }));
}
