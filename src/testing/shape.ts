/** Removes fields whose value is undefined, at every depth. */
export function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(defined);
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([key, member]) => [key, defined(member)]));
}

/** Shuffles the keys of every object, including free-form ones. Salt 0 keeps the order. */
export function shuffled(value: unknown, salt: number): unknown {
  if (salt === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => shuffled(member, salt));
  const ranked = Object.entries(value).map(([key, member]) => ({
    key,
    member: shuffled(member, salt),
    rank: rankOf(key, salt),
  }));
  ranked.sort((a, b) => a.rank - b.rank);
  return Object.fromEntries(ranked.map(({ key, member }) => [key, member]));
}

function rankOf(key: string, salt: number): number {
  let hash = salt >>> 0;
  for (const c of key) hash = Math.imul(hash ^ c.codePointAt(0)!, 16777619) >>> 0;
  return hash;
}
