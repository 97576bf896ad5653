import type { StoredTransaction } from 'receipt-rule-packs';
import type { Page } from 'receipt-rule-packs/cursor';
import type { Queryable, Row } from 'receipt-reference-server/database/database.js';
import { readPage } from 'receipt-reference-server/transactions/list.js';

/** A stored document: the text as it is returned by the API, and what it says. */
export interface Stored {
  readonly id: string;
  readonly body: string;
  readonly transaction: StoredTransaction;
}

/** A page of a business's transactions, newest first, as the API has it. */
export async function listStored(
  database: Queryable,
  businessId: string,
  startAfter: string | undefined,
  limit: number,
): Promise<Page<Stored>> {
  const { data, ...rest } = await readPage(database, businessId, { limit, startAfter });
  return { ...rest, data: data.map(toStored) };
}

export async function findStored(database: Queryable, businessId: string, id: string): Promise<Stored | undefined> {
  const [row] = await database.query<StoredRow>(
    'SELECT id, body FROM transactions WHERE business_id = $1 AND id = $2',
    [businessId, id],
  );
  return row && toStored(row);
}

interface StoredRow extends Row {
  readonly id: string;
  readonly body: string;
}

function toStored({ id, body }: Pick<Stored, 'id' | 'body'>): Stored {
  return { id, body, transaction: JSON.parse(body) as StoredTransaction };
}
