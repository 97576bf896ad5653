import type { Transaction } from 'receipt-rule-packs';
import { createClient, type Client, type Fetch } from 'receipt-rule-packs/client';

/** What happens to one request. With a status, the service responds with that status and stores nothing. */
export type Fault = 'no answer before storing' | 'no answer after storing' | 'HTML with 502' | 'none' | number;

/** A service that tracks identities and keys. The service rejects documents in the currency XXX. */
export type Service = {
  client: Client;
  /** The stored documents, in order. */
  stored: (Transaction & { id: string; key: string })[];
  /** The faults for the next requests. */
  faults: Fault[];
  /** The `externalId` of each request. */
  requests: string[];
  /** The number of 409 responses so far. */
  conflicts: () => number;
};

export function startService({ between = async () => undefined }: { between?: () => Promise<unknown> } = {}): Service {
  const stored: Service['stored'] = [];
  const faults: Fault[] = [];
  const requests: string[] = [];
  let conflicts = 0;
  const error = (code: string) => ({ error: { code, message: 'no' } });
  const write = (document: Transaction, key: string): Response => {
    const earlier = stored.find(({ source }) => source.externalId === document.source.externalId);
    if (earlier?.key === key) return Response.json(earlier, { status: 200 });
    if (earlier) {
      conflicts++;
      return Response.json(error('duplicate_transaction'), { status: 409 });
    }
    const original = document.linkedTransaction?.originalTransactionId;
    const isUnknown =
      original !== undefined && !original.startsWith('ext') && !stored.some(({ id }) => id === original);
    if (document.currency === 'XXX' || isUnknown) {
      const issues = [{ field: 'currency', code: 'currency_not_allowed', message: 'no' }];
      return Response.json({ ...error('validation_failed'), issues }, { status: 422 });
    }
    stored.push({ ...document, id: `txn_${document.source.externalId}`, key });
    return Response.json(stored.at(-1), { status: 201 });
  };
  const fetch: Fetch = async (_url, init) => {
    const document = JSON.parse(init.body!) as Transaction;
    requests.push(document.source.externalId);
    const fault = faults.shift() ?? 'none';
    await between();
    if (fault === 'no answer before storing') throw new Error('connection reset');
    if (fault === 'HTML with 502') return new Response('<h1>Bad Gateway</h1>', { status: 502 });
    if (typeof fault === 'number') return Response.json(error(CODES[fault] ?? 'other'), { status: fault });
    const answer = write(document, init.headers['Idempotency-Key']!);
    if (fault === 'no answer after storing') throw new Error('connection reset');
    return answer;
  };
  const client = createClient({ baseUrl: 'https://service.example', token: 'svc_1', fetch });
  return { client, stored, faults, requests, conflicts: () => conflicts };
}

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_idempotency_key',
  401: 'unauthorized',
  403: 'forbidden',
  415: 'unsupported_media_type',
};

/** A document that has only the fields that the service above reads. It is not valid. */
export function sale(externalId: string, changes: object = {}): Transaction {
  const vendor = { id: 'biz_1' };
  return { type: 'sale', currency: 'SEK', vendor, source: { platform: 'pos', externalId }, ...changes } as Transaction;
}

export function refund(externalId: string, originalTransactionId = 'offline', changes: object = {}): Transaction {
  const linkedTransaction = { originalTransactionId, reason: 'returned' };
  return sale(externalId, { type: 'refund', linkedTransaction, ...changes });
}
