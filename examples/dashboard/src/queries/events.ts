import type { Queryable, Row } from 'receipt-reference-server/database/database.js';

/** An event of a business. */
export interface EventRow extends Row {
  readonly id: string;
  readonly type: string;
  readonly test: boolean;
  readonly created_at: Date;
  readonly body: string;
}

export async function findEvent(database: Queryable, businessId: string, id: string): Promise<EventRow | undefined> {
  const [row] = await database.query<EventRow>(
    'SELECT id, type, test, created_at, body FROM events WHERE business_id = $1 AND id = $2',
    [businessId, id],
  );
  return row;
}

/** The id of the document of an event; undefined for other events and for test events. */
export function transactionOf({ type, test, body }: Pick<EventRow, 'type' | 'test' | 'body'>): string | undefined {
  if (type !== 'transaction.created' || test) return undefined;
  const { data } = JSON.parse(body) as { data?: { id?: unknown } };
  return typeof data?.id === 'string' ? data.id : undefined;
}
