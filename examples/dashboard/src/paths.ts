/** The prefix of all dashboard paths. */
export const BASE = '/dashboard';

/** Joins and encodes the segments of a path below the dashboard. */
export function path(...segments: readonly string[]): string {
  return [BASE, ...segments.map(encodeURIComponent)].join('/');
}

/** Adds a query string to a path. Omits parameters that are undefined. */
export function withQuery(base: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return text === '' ? base : `${base}?${text}`;
}
