/** Throws `TypeError` where `options` is no object or holds a name outside `known`: a typo never passes. */
export function checkOptions(options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options must be an object, found ${describe(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new TypeError(`unknown option ${name}; known: ${known.join(', ')}`);
  }
}

/** The kind of a value in one word, never the value itself: it may be a secret. */
export function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}
