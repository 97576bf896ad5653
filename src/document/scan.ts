/** What the generated structure pass stands on. */

/** Codes that the structure stage raises. */
export type StructureCode =
  'required' | 'invalid_type' | 'invalid_value' | 'invalid_format' | 'out_of_range' | 'too_short' | 'too_few_items';

/** Receives what the structure pass finds. `node` counts the places of the schema, `index` is -1 outside arrays. */
export interface FaultSink {
  fault(node: number, index: number, code: StructureCode, value: unknown): void;
  /** A fault in a field of the object of namespaces at `node`: in `extensions.se`. */
  namespaceFault(node: number, namespace: string, code: StructureCode, value: unknown): void;
  /** A field that may not be written, in the object at `node`. */
  unknown(node: number, index: number, key: string): void;
}

/**
 * The own enumerable fields of a value, as JSON would write them; undefined for what JSON would not write as an object.
 * Plain objects, which parsed JSON consists of, come back as they are.
 */
export function record(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.getPrototypeOf(value) === Object.prototype) return value as Record<string, unknown>;
  // What JSON writes as an array, or as whatever toJSON says, is not an object.
  if (Array.isArray(value) || typeof (value as { toJSON?: unknown }).toJSON === 'function') return undefined;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** Why a value is not an integer within ±(2^53 − 1). */
export function integerFault(value: unknown): StructureCode {
  if (typeof value !== 'number') return 'invalid_type';
  return Number.isFinite(value) && !Number.isInteger(value) ? 'invalid_type' : 'out_of_range';
}

/** For a key that the schema does not know: inherited ones and those of undefined are not in JSON. */
export function unknown(
  sink: FaultSink,
  node: number,
  index: number,
  source: Readonly<Record<string, unknown>>,
  key: string,
): void {
  if (source[key] !== undefined && Object.hasOwn(source, key)) sink.unknown(node, index, key);
}

// The three ways to report in the structure pass. What has a fault counts as undefined from then on, which they return.

export function fault(sink: FaultSink, node: number, index: number, code: StructureCode, value: unknown): undefined {
  sink.fault(node, index, code, value);
}

/** For what has another type, or is missing where it is required: an optional field that is missing is not judged. */
export function mistyped(sink: FaultSink, node: number, index: number, value: unknown): undefined {
  sink.fault(node, index, value === undefined ? 'required' : 'invalid_type', value);
}

export function noInteger(sink: FaultSink, node: number, index: number, value: unknown): undefined {
  sink.fault(node, index, value === undefined ? 'required' : integerFault(value), value);
}
