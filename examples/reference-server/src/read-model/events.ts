import type { FoundEvent } from '../events/stored-envelope.js';

/** The id of an event's document; undefined for events without a document and for test events. */
export function transactionOf({
  type,
  test,
  body,
}: Pick<FoundEvent, 'type' | 'test'> & { readonly body: string }): string | undefined {
  if (type !== 'transaction.created' || test) return undefined;
  const { data } = JSON.parse(body) as { data?: { id?: unknown } };
  return typeof data?.id === 'string' ? data.id : undefined;
}

/** The receipt fields of an event. A field is undefined if it is absent from the data or has another type there. */
export interface EventReceipt {
  readonly receiptNumber: string | undefined;
  /** In minor units of the currency. */
  readonly total: number | undefined;
  readonly currency: string | undefined;
}

export function receiptOf(body: string | null): EventReceipt {
  const { data } = (body === null ? {} : JSON.parse(body)) as { data?: unknown };
  const { receiptNumber, totals, currency } = fieldsOf(data);
  const { total } = fieldsOf(totals);
  return {
    receiptNumber: typeof receiptNumber === 'string' ? receiptNumber : undefined,
    total: Number.isSafeInteger(total) ? (total as number) : undefined,
    currency: typeof currency === 'string' ? currency : undefined,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
