import { record, type FaultSink, type StructureCode } from './scan.js';

/** The deepest nesting allowed in `metadata` and `extensions`. */
export const MAX_DEPTH = 200;

/**
 * Why a value is not allowed in `metadata` or `extensions`: it is not an object, is nested deeper than MAX_DEPTH levels
 * (as cyclic values are), or contains something that JSON cannot express.
 */
export function freeFormFault(value: unknown): StructureCode | undefined {
  const source = record(value);
  return source === undefined ? 'invalid_type' : fieldsFault(source, 1, undefined, undefined);
}

/**
 * Checks an object of namespaces, such as `extensions`, and reports each fault at the namespace that contains it.
 * Returns the object itself if it has no faults, a copy without the faulty namespaces if it has some, or undefined for
 * a value that is not an object.
 */
export function soundNamespaces(value: unknown, node: number, sink: FaultSink): unknown {
  const source = record(value);
  if (source === undefined) {
    sink.fault(node, -1, 'invalid_type', value);
    return undefined;
  }
  let sound = value;
  for (const key in source) {
    const member = source[key];
    const code = memberFault(member, 1, undefined, undefined);
    if (code === undefined || !Object.hasOwn(source, key)) continue;
    sink.namespaceFault(node, key, code, member);
    if (sound === value) sound = { ...source };
    Reflect.deleteProperty(sound as object, key);
  }
  return sound;
}

/** The location of a fault inside `metadata` or `extensions`. */
export interface FaultInside {
  /** The path to the fault, innermost step first. */
  readonly steps: (string | number)[];
  /** The value at fault: an object if it is nested too deep, undefined for a hole in an array. */
  found: unknown;
}

/**
 * Locates the first fault again, for the message. Undefined if the value is not an object, or if it has since been
 * changed so that it has no fault or throws. This does not affect the verdict, which comes from the first pass.
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
 * Maps an object to the deepest level at which it had no fault, so that an object with several references to it is not
 * walked repeatedly. Used only for objects nested more than SHALLOW levels deep, which are rare in extensions: only
 * there can shared objects make the walk longer than the JSON text.
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
  if (Array.isArray(value)) return elementsFault(value, level, seen, trail);
  const source = record(value);
  return source === undefined ? undefined : fieldsFault(source, level, seen, trail);
}

function elementsFault(
  elements: readonly unknown[],
  level: number,
  seen: Seen | undefined,
  trail: FaultInside | undefined,
): StructureCode | undefined {
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i];
    // A hole is a fault, as in any array of a document, because JSON cannot express it.
    const fault = element === undefined && !(i in elements) ? 'invalid_type' : memberFault(element, level, seen, trail);
    if (fault !== undefined) return tracked(fault, trail, i, element);
  }
  return undefined;
}

function fieldsFault(
  source: Readonly<Record<string, unknown>>,
  level: number,
  seen: Seen | undefined,
  trail: FaultInside | undefined,
): StructureCode | undefined {
  for (const key in source) {
    const member = source[key];
    if (typeof member === 'string') continue;
    const fault = memberFault(member, level, seen, trail);
    if (fault !== undefined) return tracked(fault, trail, key, member);
  }
  return undefined;
}

/** Records the value at the fault and the path to it, innermost step first. */
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
