/** The types and functions that the generated structure pass uses. */

/** Codes that the structure stage raises. */
export type StructureCode =
  'required' | 'invalid_type' | 'invalid_value' | 'invalid_format' | 'out_of_range' | 'too_short' | 'too_few_items';

/**
 * Receives the faults that the structure pass finds. `node` counts the places of the schema, `index` is -1 outside
 * arrays.
 */
export interface FaultSink {
  /** The number of keys of the objects that were read, without those inside `metadata` and `extensions`. */
  keys: number;
  fault(node: number, index: number, code: StructureCode, value: unknown): void;
  /** A fault in a field of the object of namespaces at `node`: in `extensions.se`. */
  namespaceFault(node: number, namespace: string, code: StructureCode, value: unknown): void;
  /** Whether a text that schema 2.1 does not list is a value of tax.scheme nevertheless. */
  hasScheme(text: string): boolean;
  /** A field that may not be written, in the object at `node`. */
  unknown(node: number, index: number, key: string): void;
}

/**
 * The own enumerable fields of a value, as JSON would write them; undefined if JSON would not write the value as an
 * object. Plain objects, such as parsed JSON, are returned as they are.
 */
export function record(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.getPrototypeOf(value) === Object.prototype) return value as Record<string, unknown>;
  // JSON writes it as an array, or as the result of toJSON, and not as an object.
  if (Array.isArray(value) || typeof (value as { toJSON?: unknown }).toJSON === 'function') return undefined;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** Why a value is not an integer within ±(2^53 − 1). */
export function integerFault(value: unknown): StructureCode {
  if (typeof value !== 'number') return 'invalid_type';
  return Number.isFinite(value) && !Number.isInteger(value) ? 'invalid_type' : 'out_of_range';
}

/** For a key that the schema does not know: inherited keys, and keys whose value is undefined, are not in JSON. */
export function unknown(
  sink: FaultSink,
  node: number,
  index: number,
  source: Readonly<Record<string, unknown>>,
  key: string,
): void {
  if (source[key] !== undefined && Object.hasOwn(source, key)) sink.unknown(node, index, key);
}

// The three ways to report in the structure pass. They return undefined, because a field with a fault counts as
// undefined after that.

export function fault(sink: FaultSink, node: number, index: number, code: StructureCode, value: unknown): undefined {
  sink.fault(node, index, code, value);
}

/** For a field that has another type, or is required and missing. An optional field that is missing is not judged. */
export function mistyped(sink: FaultSink, node: number, index: number, value: unknown): undefined {
  sink.fault(node, index, value === undefined ? 'required' : 'invalid_type', value);
}

export function noInteger(sink: FaultSink, node: number, index: number, value: unknown): undefined {
  sink.fault(node, index, value === undefined ? 'required' : integerFault(value), value);
}
