/** One change to a document. Paths have the same form as in issues: `items[0].amount`, `["odd key"]`. */
export type Change =
  | { readonly set: string; readonly value: unknown }
  | { readonly remove: string }
  | { readonly append: string; readonly value: unknown };

export const set = (path: string, value: unknown): Change => ({ set: path, value });
export const remove = (path: string): Change => ({ remove: path });
export const append = (path: string, value: unknown): Change => ({ append: path, value });

const STEP = /\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g;

function stepsOf(path: string): string[] {
  return [...path.matchAll(STEP)].map(([, index, key, name]) => (index ?? key ?? name)!);
}

/**
 * Returns a changed copy. Creates missing objects along the path.
 *
 * @throws Error if the path leads through a value that is not an object
 */
export function changed(base: unknown, changes: readonly Change[]): unknown {
  const document = copy(base);
  for (const change of changes) {
    const steps = stepsOf('set' in change ? change.set : 'remove' in change ? change.remove : change.append);
    const last = steps.pop()!;
    const holder = steps.reduce<object>(inside, document as object);
    if ('remove' in change && Array.isArray(holder)) holder.splice(Number(last), 1);
    else if ('remove' in change) Reflect.deleteProperty(holder, last);
    else if ('set' in change) put(holder, last, change.value);
    else (Reflect.get(holder, last) as unknown[]).push(change.value);
  }
  return document;
}

function inside(holder: object, step: string): object {
  const found: unknown = Object.getOwnPropertyDescriptor(holder, step)?.value;
  if (typeof found === 'object' && found !== null) return found;
  if (found !== undefined) throw new Error(`the path leads through ${step}, which is not an object`);
  const made = {};
  put(holder, step, made);
  return made;
}

/** Sets an own property, even one named `__proto__`. */
function put(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A deep copy that keeps own keys named `__proto__`. */
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}
