/** The maximum number of code points in a key, because indexes do not accept long values. */
const MAX = 200;

/**
 * The key for storing and finding a receipt number or external id: its first 200 characters, as text that PostgreSQL
 * can store.
 */
export function searchKey(text: string): string {
  return Array.from(text.slice(0, 2 * MAX))
    .slice(0, MAX)
    .join('')
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
