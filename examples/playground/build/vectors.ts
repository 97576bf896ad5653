/** A vector with its document, which the file gives as a change to another one (RFC 6902). */
export interface ExpandedVector {
  readonly name: string;
  readonly code: string;
  readonly kind: 'firing' | 'silent';
  readonly business: { readonly country: string; readonly multiLocation?: boolean };
  readonly options?: {
    readonly rateWindows?: 'off' | 'warn' | 'enforce';
    readonly itemClass?: Readonly<Record<string, string>>;
    readonly original?: string;
  };
  /** Undefined where the vector is text or bytes. */
  readonly document: unknown;
  readonly text: string | undefined;
  /** How many issues and warnings it gives. */
  readonly issues: number;
  readonly expect: Expectation;
}

interface Expectation {
  readonly valid: boolean;
  readonly error?: string;
  readonly issues?: readonly Finding[];
  readonly warnings?: readonly Finding[];
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
  readonly code: string;
  readonly kind: 'firing' | 'silent';
  readonly business?: ExpandedVector['business'];
  readonly options?: ExpandedVector['options'];
  readonly patch?: readonly Operation[];
  readonly text?: string;
  readonly bytes?: string;
  readonly expect: Expectation;
}

/** @param file content of a file of vectors, as vectors/README.md describes it */
export function expandVectors(file: unknown): ExpandedVector[] {
  const { base, vectors } = file as { base: { document: unknown; business: ExpandedVector['business'] }; vectors: Vector[] };
  return vectors.map(({ patch = [], bytes, text, business = base.business, ...vector }) => ({
    ...vector,
    business,
    text,
    document: bytes === undefined && text === undefined ? patch.reduce(applied, structuredClone(base.document)) : undefined,
    issues: (vector.expect.issues?.length ?? 0) + (vector.expect.warnings?.length ?? 0),
  }));
}

function applied(document: unknown, { op, path, value }: Operation): unknown {
  const steps = path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop();
  if (last === undefined) return structuredClone(value);
  const target = steps.reduce((at, step) => (at as Record<string, unknown>)[step], document) as Record<string, unknown>;
  if (Array.isArray(target)) {
    const index = last === '-' ? target.length : Number(last);
    target.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [structuredClone(value)]));
  } else if (op === 'remove') Reflect.deleteProperty(target, last);
  else Object.defineProperty(target, last, { value: structuredClone(value), enumerable: true, writable: true, configurable: true });
  return document;
}
