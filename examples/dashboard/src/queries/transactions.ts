import type { StoredTransaction } from 'receipt-rule-packs';
import type { Queryable, Row } from 'receipt-reference-server/database/database.js';
import { FIRST_PAGE, NEXT_PAGE } from 'receipt-reference-server/transactions/list.js';

/** A stored document: the text as it is returned by the API, and what it says. */
export interface Stored {
  readonly id: string;
  readonly body: string;
  readonly transaction: StoredTransaction;
}

/** A page of a business's transactions, newest first, in the order and by the statements of the API. */
export async function listStored(
  database: Queryable,
  businessId: string,
  after: string | undefined,
  limit: number,
): Promise<Stored[]> {
  const rows = await (after === undefined
    ? database.query<StoredRow>(FIRST_PAGE, [businessId, limit])
    : database.query<StoredRow>(NEXT_PAGE, [businessId, limit, after]));
  return rows.map(toStored);
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

function toStored({ id, body }: StoredRow): Stored {
  return { id, body, transaction: JSON.parse(body) as StoredTransaction };
}
