/** The most code points of a key: indexes do not accept long values. */
const MAX = 200;

/**
 * The key for storing and finding receipt numbers and external ids: their first 200 characters, as text that
 * PostgreSQL can store.
 */
export function searchKey(text: string): string {
  return Array.from(text.slice(0, 2 * MAX))
    .slice(0, MAX)
    .join('')
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
