/** How often each field was read, by pattern: `items[].amount`. */
export type Reads = Map<string, number>;

/**
 * A view of a document that records every field read through it. The same object always gets the same view, so that
 * identity is preserved within a view.
 */
export function recording<T extends object>(document: T, reads: Reads): T {
  const views = new WeakMap<object, object>();
  const view = (target: object, pattern: string): object => {
    const known = views.get(target);
    if (known !== undefined) return known;
    const proxy = new Proxy(target, {
      get(of, key, receiver) {
        const value: unknown = Reflect.get(of, key, receiver);
        if (typeof key === 'symbol' || (Array.isArray(of) && !/^\d+$/.test(key))) return value;
        const inner = Array.isArray(of) ? `${pattern}[]` : pattern === '' ? key : `${pattern}.${key}`;
        reads.set(inner, (reads.get(inner) ?? 0) + 1);
        return typeof value === 'object' && value !== null ? view(value, inner) : value;
      },
    });
    views.set(target, proxy);
    return proxy;
  };
  return view(document, '') as T;
}

/** Whether a field equals the outer field, or is inside it. */
export function within(field: string, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[]`);
}
