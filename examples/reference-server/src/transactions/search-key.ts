/** The most code points of a key: indexes do not accept long values. */
const MOST = 200;

/**
 * The key for storing and finding receipt numbers and external ids: their first 200 characters, as text that
 * PostgreSQL can store.
 */
export function searchKey(text: string): string {
  return Array.from(text.slice(0, 2 * MOST))
    .slice(0, MOST)
    .join('')
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
