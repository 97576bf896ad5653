import { readFileSync } from 'node:fs';
import type { RateWindows } from 'receipt-rule-packs';

/** Reads one of the files in vectors/; see vectors/README.md for what they hold. */
// The type is the caller's to say: it is that of the file.
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
  readonly business: { readonly country: string; readonly multiLocation: boolean };
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

/** Reads the vectors of a pack, each with its whole document and its business. */
export function loadPack(id: string): readonly PackVector[] {
  const { base, vectors } = JSON.parse(
    readFileSync(new URL(`../../vectors/${id}.json`, import.meta.url), 'utf8'),
  ) as PackFile;
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

/** A document changed by a JSON Patch, RFC 6902; the generator's way there shares no code with it. */
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
      Record<string, unknown> | unknown[];
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
    readonly parts?: readonly { readonly text: string; readonly times: number }[];
  };
  readonly now: number;
  readonly toleranceSeconds: number;
  readonly nonceStore?: { readonly holds?: readonly string[]; readonly fails?: boolean };
  readonly signs?: { readonly timestamp: number; readonly nonce: string };
  readonly expect: string;
  readonly records?: readonly { readonly nonce: string; readonly ttlSeconds: number }[];
}

/** The bytes of a body as it is given in a vector. */
export function bodyBytes({ text, hex, parts }: SignatureVector['body']): Uint8Array {
  if (hex !== undefined) return new Uint8Array(Buffer.from(hex, 'hex'));
  return new TextEncoder().encode(text ?? parts!.map((part) => part.text.repeat(part.times)).join(''));
}
