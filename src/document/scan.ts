/** What the generated structure pass stands on. */

/** Codes that the structure stage raises. */
export type StructureCode =
  'required' | 'invalid_type' | 'invalid_value' | 'invalid_format' | 'out_of_range' | 'too_short' | 'too_few_items';

/** Receives what the structure pass finds. `node` counts the places of SCHEMA_NODES, `index` is -1 outside arrays. */
export interface FaultSink {
  fault(node: number, index: number, code: StructureCode, value: unknown): void;
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
  // What JSON writes as an array, or as whatever toJSON says, is no object.
  if (Array.isArray(value) || typeof (value as { toJSON?: unknown }).toJSON === 'function') return undefined;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** Why a value is not an integer within ±(2^53 − 1). */
export function integerFault(value: unknown): StructureCode {
  if (typeof value !== 'number') return 'invalid_type';
  return Number.isFinite(value) && !Number.isInteger(value) ? 'invalid_type' : 'out_of_range';
}

/** Levels of nesting that `metadata` and `extensions` may have. */
export const MAX_DEPTH = 200;

/**
 * Why a value cannot stand in `metadata` or `extensions`: it is not an object, is nested deeper than MAX_DEPTH levels
 * (cyclic values are), or holds something that JSON cannot carry.
 */
export function freeFormFault(value: unknown): StructureCode | undefined {
  if (record(value) === undefined) return 'invalid_type';
  return walk(value as object, 1, undefined, undefined);
}

/** Where in a value of `metadata` or `extensions` the fault lies. */
export interface FaultInside {
  /** The steps that lead there, the last one first. */
  readonly steps: (string | number)[];
  /** What stands there; an object where it is nested too deep, undefined for a hole. */
  found: unknown;
}

/**
 * Looks for the first fault again, for the message. Undefined where the value itself is no object, and where it has
 * changed since or throws by now: the verdict stands on the first reading.
 */
export function faultInside(value: unknown): FaultInside | undefined {
  const trail: FaultInside = { steps: [], found: undefined };
  try {
    if (record(value) !== undefined) walk(value as object, 1, undefined, trail);
  } catch {
    return undefined;
  }
  return trail.steps.length === 0 ? undefined : trail;
}

/**
 * Maps an object to the deepest level it was found sound at, so that a shared one is not walked again and again. Kept
 * only below SHALLOW levels, where sharing could make the walk longer than the JSON text: extensions are rarely deeper.
 */
type Seen = Map<object, number>;
const SHALLOW = 3;

function walk(
  value: object,
  level: number,
  seen: Seen | undefined,
  trail: FaultInside | undefined,
): StructureCode | undefined {
  if (level > MAX_DEPTH) return 'out_of_range';
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const element: unknown = value[i];
      // As in every array of a document, a hole is nothing that JSON can say.
      const fault = element === undefined && !(i in value) ? 'invalid_type' : memberFault(element, level, seen, trail);
      if (fault !== undefined) return tracked(fault, trail, i, element);
    }
    return undefined;
  }
  const source = record(value);
  for (const key in source) {
    const member = source[key];
    const fault = memberFault(member, level, seen, trail);
    if (fault !== undefined) return tracked(fault, trail, key, member);
  }
  return undefined;
}

/** The innermost step comes first, and with it what stands at the fault. */
function tracked(
  fault: StructureCode,
  trail: FaultInside | undefined,
  step: string | number,
  member: unknown,
): StructureCode {
  if (trail?.steps.push(step) === 1) trail.found = member;
  return fault;
}

function memberFault(
  member: unknown,
  level: number,
  seen: Seen | undefined,
  trail: FaultInside | undefined,
): StructureCode | undefined {
  switch (typeof member) {
    case 'number':
      return Number.isFinite(member) ? undefined : 'out_of_range';
    case 'bigint':
    case 'symbol':
    case 'function':
      return 'invalid_type';
    case 'object': {
      if (member === null || (seen?.get(member) ?? 0) > level) return undefined;
      const below = seen ?? (level >= SHALLOW ? new Map<object, number>() : undefined);
      const fault = walk(member, level + 1, below, trail);
      if (fault === undefined) seen?.set(member, level + 1);
      return fault;
    }
    default:
      return undefined;
  }
}
