/** Throws `TypeError` if `options` is not an object or has a name that is not in `known`, so that a typo is found. */
export function checkOptions(options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options must be an object, found ${describe(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new TypeError(`unknown option ${name}; known: ${known.join(', ')}`);
  }
}

/** The kind of a value, never the value itself: it may be a secret. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return `${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
