import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginSpan, currentTraceparent, inSpan, traceparentOf } from '../src/tracing.js';
import { client } from './support/client.js';
import { onDatabases } from './support/databases.js';
import { receipt } from './support/documents.js';
import { fixtures, TOKENS } from './support/fixtures.js';
import { serverFor } from './support/in-process.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { collectSpans } from './support/tracer.js';

const SECRET = 'whsec_of_the_endpoint';

describe('a span', () => {
  it('records that its work failed, and passes on the error', async () => {
    const { spans, stop } = collectSpans();
    const error = new Error('away');
    await expect(inSpan('statement', {}, () => Promise.reject(error))).rejects.toBe(error);
    expect(await inSpan('statement', {}, async () => 7)).toBe(7);
    stop();
    expect(spans.map(({ failed }) => failed)).toEqual([true, false]);
  });

  it('belongs to the current trace, and ends only once even if `end` is called twice', async () => {
    const { spans, stop } = collectSpans();
    await inSpan('store document', {}, async () => {
      const end = beginSpan('group wait', {});
      end();
      end();
    });
    stop();
    expect(spans.map(({ name }) => name)).toEqual(['group wait', 'store document']);
    expect(spans[0]!.parent?.spanId).toBe(spans[1]!.own.spanId);
  });

  it('needs no SDK', async () => {
    expect(await inSpan('statement', {}, async () => 7)).toBe(7);
    beginSpan('group wait', {})();
  });
});

describe('traceparent', () => {
  const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };

  it('contains the span, and can be read back even without an SDK', async () => {
    const text = `00-${span.traceId}-${span.spanId}-01`;
    expect(traceparentOf(span)).toBe(text);
    expect(await inSpan('statement', {}, async (own) => traceparentOf(own.spanContext()), text)).toBe(text);
  });

  it.each([
    null,
    '',
    `01-${span.traceId}-${span.spanId}-01`,
    `00-${'0'.repeat(32)}-${span.spanId}-01`,
    `00-${span.traceId}-${span.spanId}-1`,
    `00-${span.traceId.toUpperCase()}-${span.spanId}-01\r\nX: 1`,
  ])('is ignored if it is invalid: %j', async (text) => {
    expect(await inSpan('statement', {}, async (own) => traceparentOf(own.spanContext()), text)).toBeNull();
  });

  it('does not exist outside a span', () => {
    expect(currentTraceparent()).toBeNull();
    expect(traceparentOf({ ...span, spanId: '0'.repeat(16) })).toBeNull();
  });
});

for (const sent of [true, false])
  onDatabases(sent ? ['embedded', 'postgres', 'citus'] : ['postgres'], (database) => {
    let receiver: Receiver;
    let collected: ReturnType<typeof collectSpans>;
    beforeAll(() => {
      collected = collectSpans();
    });
    afterAll(() => collected.stop());
    const server = serverFor(
      database,
      async () => {
        receiver = await startReceiver(() => 200);
        return fixtures([
          { id: 'ep_1', appId: 'app_1', url: receiver.url(), secret: SECRET, events: ['transaction.created'] },
        ]);
      },
      sent ? { TRACE_ENDPOINTS: '1' } : {},
    );

    it(`a write and its delivery create spans${sent ? ' and send traceparent' : ''}, without secrets or document content`, async () => {
      const { post } = client(server.url, TOKENS.writer);
      const created = await post(receipt({ receiptNumber: 'R-secret' }));
      expect(created.status).toBe(201);
      const { spans } = collected;
      const named = (name: string) => spans.filter((span) => span.name === name);
      await expect.poll(() => named('attempt delivery').length).toBe(1);
      expect(named('validate document')).toHaveLength(1);
      const [store] = named('store document');
      const [statement] = named('statement');
      expect([statement!.parent?.spanId, statement!.attributes]).toEqual([
        store!.own.spanId,
        { 'receipts.documents': 1 },
      ]);
      // The document waited in the same trace, and only until the statement.
      const waits = named('group wait');
      expect(waits.map(({ parent }) => parent?.spanId)).toEqual([store!.own.spanId]);
      expect(spans.indexOf(waits[0]!)).toBeLessThan(spans.indexOf(statement!));
      const [attempt] = named('attempt delivery');
      // The attempt continues the trace of the write, whichever process makes the attempt.
      expect([attempt!.own.traceId, attempt!.parent?.spanId]).toEqual([store!.own.traceId, store!.own.spanId]);
      const { headers } = receiver.deliveries[0]!;
      expect(headers.traceparent).toBe(sent ? traceparentOf(attempt!.own) : undefined);
      expect(attempt!.attributes).toMatchObject({
        'receipts.endpoint': 'ep_1',
        'receipts.attempt': 1,
      });
      expect(named('lease queues').length).toBeGreaterThan(0);
      const text = JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]));
      for (const word of [SECRET, TOKENS.writer, 'R-secret']) expect(text).not.toContain(word);
    });
  });
