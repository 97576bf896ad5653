import type { Queryable } from '../database/database.js';
import { unpack } from './packed.js';
import { documentKeys, readDocuments } from './read-all.js';

/**
 * Yields all documents as the API returns them, byte for byte, one line each, sorted by business and then in the order
 * in which they were written.
 *
 * @param businessId selects the documents of this business; default: all
 * @throws DatabaseUnavailable
 */
export async function* exportDocuments(database: Queryable, businessId?: string): AsyncGenerator<string> {
  for await (const keys of documentKeys(database, businessId)) {
    for await (const { stored } of readDocuments(database, keys)) yield await unpack(stored);
  }
}
