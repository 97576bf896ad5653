/** The path of the dashboard. */
export const BASE = '/dashboard';

/** A path of the dashboard, each segment encoded. */
export function path(...segments: readonly string[]): string {
  return [BASE, ...segments.map(encodeURIComponent)].join('/');
}

/** A path with a query. Omits parameters without a value. */
export function withQuery(base: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return text === '' ? base : `${base}?${text}`;
}
