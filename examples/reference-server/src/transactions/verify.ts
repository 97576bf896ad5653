import { createHash } from 'node:crypto';
import { DatabaseUnavailable, type Queryable } from '../database/database.js';
import { unpack } from './packed.js';
import { documentKeys, readDocuments, type DocumentKey, type ReadDocument } from './read-all.js';

/** A document that has changed since it was written, or that the database cannot read. */
export interface Fault extends DocumentKey {
  /**
   * `differs`: the document does not match its digest, or cannot be unpacked. `unreadable`: the database cannot read
   * the document.
   */
  readonly fault: 'differs' | 'unreadable';
}

/** Counts of documents. */
export interface Verified {
  readonly documents: number;
  readonly faults: number;
  /** Documents written before digests were stored, which cannot be compared. */
  readonly withoutDigest: number;
}

/**
 * Reads all documents and compares each document with its digest. Changes nothing, and can run while the server is up.
 *
 * @param onFault called for each document that differs or is unreadable
 * @throws DatabaseUnavailable
 */
export async function verifyDocuments(database: Queryable, onFault: (fault: Fault) => void): Promise<Verified> {
  let [documents, faults, withoutDigest] = [0, 0, 0];
  for await (const keys of documentKeys(database)) {
    for (const { state, ...key } of await checkAll(database, keys)) {
      documents += 1;
      if (state === 'without') withoutDigest += 1;
      if (state === 'differs' || state === 'unreadable') {
        faults += 1;
        onFault({ ...key, fault: state });
      }
    }
  }
  return { documents, faults, withoutDigest };
}

interface Checked extends DocumentKey {
  readonly state: 'same' | 'without' | Fault['fault'];
}

/**
 * Checks documents. If the database cannot read a document, reads the documents one by one to find those that are
 * unreadable.
 */
async function checkAll(database: Queryable, keys: readonly DocumentKey[]): Promise<Checked[]> {
  const checked: Checked[] = [];
  try {
    for await (const document of readDocuments(database, keys)) {
      const { business_id, id } = document;
      checked.push({ business_id, id, state: await stateOf(document) });
    }
    return checked;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    const [first] = keys;
    if (keys.length === 1) return [{ ...first!, state: 'unreadable' }];
  }
  const each: Checked[] = [];
  for (const key of keys) each.push(...(await checkAll(database, [key])));
  return each;
}

async function stateOf({ stored, digest }: ReadDocument): Promise<Checked['state']> {
  // A document that cannot be unpacked has changed since it was written.
  const document = await unpack(stored).catch(() => undefined);
  if (document === undefined) return 'differs';
  if (digest === null) return 'without';
  return createHash('sha256').update(document).digest('hex') === digest ? 'same' : 'differs';
}
