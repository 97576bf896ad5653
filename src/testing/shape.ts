/** Leaves out the fields that are undefined, at every depth. */
export function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(defined);
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([key, member]) => [key, defined(member)]));
}

/** The same with the keys of every object in another order, free-form objects included; in the same order for salt 0. */
export function shuffled(value: unknown, salt: number): unknown {
  if (salt === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => shuffled(member, salt));
  const rank = (key: string) =>
    [...key].reduce((hash, c) => Math.imul(hash ^ c.codePointAt(0)!, 16777619) >>> 0, salt >>> 0);
  const entries = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b));
  return Object.fromEntries(entries.map(([key, member]) => [key, shuffled(member, salt)]));
}
