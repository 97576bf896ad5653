import type { Business } from 'receipt-rule-packs';

/**
 * A conformance vector with its full document. In the file, the document is a JSON Patch (RFC 6902) that changes
 * another document.
 */
export interface ExpandedVector {
  readonly name: string;
  /** The code that the vector tests. */
  readonly code: string;
  readonly business: Business;
  readonly options?: {
    readonly rateWindows?: 'off' | 'warn' | 'enforce';
    readonly productTaxClass?: Readonly<Record<string, string>>;
    readonly original?: string;
  };
  /** Undefined if the vector contains text or bytes instead of a document. */
  readonly document: unknown;
  readonly text: string | undefined;
  /** Whether the business is in the file's country. If not, the document is not validated with the file's pack. */
  readonly isHome: boolean;
  /** The expected issues and warnings. */
  readonly findings: readonly Finding[];
  readonly valid: boolean;
}

export interface Finding {
  readonly field: string;
  readonly code: string;
}

interface Operation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

interface Vector {
  readonly name: string;
  readonly business?: ExpandedVector['business'];
  readonly options?: ExpandedVector['options'];
  readonly of?: number;
  readonly patch?: readonly Operation[];
  readonly text?: string;
  readonly bytes?: string;
  readonly expect?: { readonly error?: string; readonly issues?: Finding[]; readonly warnings?: Finding[] };
}

interface VectorFile {
  readonly base: { readonly document: unknown; readonly business: ExpandedVector['business'] };
  readonly vectors: readonly Vector[];
}

/** @param file the parsed content of a vector file, as described in vectors/README.md */
export function expandVectors(file: unknown): ExpandedVector[] {
  const { base, vectors } = file as VectorFile;
  const documents: unknown[] = [];
  for (const { of, patch = [], text, bytes } of vectors) {
    const from = of === undefined ? base.document : documents[of];
    documents.push(
      text === undefined && bytes === undefined ? patch.reduce(applied, structuredClone(from)) : undefined,
    );
  }
  return vectors.map(({ name, business = base.business, options, text, expect = {} }, i) => ({
    name,
    code: name.split(': ', 1)[0]!,
    business,
    isHome: business.country === base.business.country,
    options,
    text,
    document: documents[i],
    findings: [...(expect.issues ?? []), ...(expect.warnings ?? [])],
    valid: expect.error === undefined,
  }));
}

function applied(document: unknown, { op, path, value }: Operation): unknown {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop();
  if (last === undefined) return structuredClone(value);
  const target = steps.reduce((at, step) => (at as Record<string, unknown>)[step], document) as Record<string, unknown>;
  if (Array.isArray(target)) {
    const index = last === '-' ? target.length : Number(last);
    target.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [structuredClone(value)]));
  } else if (op === 'remove') Reflect.deleteProperty(target, last);
  else Object.defineProperty(target, last, { value: structuredClone(value), ...OWN });
  return document;
}

const OWN = { enumerable: true, writable: true, configurable: true };
