/** One readable change to a base document. Paths are written as in issues: `items[0].amount`, `["odd key"]`. */
export type Change =
  | { readonly set: string; readonly value: unknown }
  | { readonly remove: string }
  | { readonly append: string; readonly value: unknown }
  | { readonly add: string; readonly value: number };

export const set = (path: string, value: unknown): Change => ({ set: path, value });
export const remove = (path: string): Change => ({ remove: path });

type Step = string | number;
type Container = Record<Step, unknown>;

const STEP = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\.?([A-Za-z_$][\w$]*)/y;

/** Splits a path such as `items[0].amount` or `["odd key"]` into steps. Independent of src/issues/field-path.ts. */
export function parsePath(path: string): Step[] {
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const at = STEP.lastIndex;
    const match = STEP.exec(path);
    if (match === null) throw new Error(`cannot read the path ${path} at ${at}`);
    const [, index, quotedKey, name] = match;
    if (index !== undefined) steps.push(Number(index));
    else if (quotedKey !== undefined) steps.push(JSON.parse(`"${quotedKey}"`) as string);
    else steps.push(name!);
  }
  return steps;
}

/** A deep copy of JSON data that keeps own keys named __proto__. */
export function copyJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Sets an own property, even if its name is __proto__. */
export function setOwn(target: object, key: Step, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function containerOf(document: unknown, steps: readonly Step[], path: string): Container {
  let at = document;
  for (const step of steps.slice(0, -1)) {
    at = Object.getOwnPropertyDescriptor(at, step)?.value;
    if (typeof at !== 'object' || at === null) throw new Error(`the path ${path} leads nowhere at ${String(step)}`);
  }
  return at as Container;
}

function pathOf(change: Change): string {
  if ('set' in change) return change.set;
  if ('remove' in change) return change.remove;
  return 'append' in change ? change.append : change.add;
}

/** A changed copy of a document. */
export function changed(base: unknown, changes: readonly Change[]): unknown {
  const document: unknown = copyJson(base);
  for (const change of changes) {
    const path = pathOf(change);
    const steps = parsePath(path);
    const container = containerOf(document, steps, path);
    const last = steps.at(-1)!;
    if ('remove' in change) {
      if (!Object.hasOwn(container, last)) throw new Error(`nothing to remove at ${path}`);
      if (Array.isArray(container)) container.splice(Number(last), 1);
      else Reflect.deleteProperty(container, last);
    } else if ('append' in change) {
      (container[last] as unknown[]).push(change.value);
    } else if ('add' in change) {
      if (typeof container[last] !== 'number') throw new Error(`no number to add to at ${path}`);
      container[last] += change.value;
    } else {
      setOwn(container, last, change.value);
    }
  }
  return document;
}

/**
 * What a case's document is built from.
 *
 * @param place the case's file and line
 * @throws {Error} that begins with the place and the name, if the document lacks what the case changes
 */
export function madeAt<T>(place: string, name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Error(`${place}: ${name}: ${(error as Error).message}`, { cause: error });
  }
}
