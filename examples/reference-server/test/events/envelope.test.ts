import { expect, it } from 'vitest';
import { envelope } from '../../src/events/envelope.js';

const AT = new Date('2026-11-21T09:00:00.123Z');

it('an envelope contains its data byte for byte, and its fields in the documented order', () => {
  const data = '{"b":1.10,"a":"\\u00e5","n":{"z":[],"y":null}}';
  const { id, body } = envelope('transaction.created', 'biz_1', data, AT);
  expect(body).toBe(
    `{"eventId":"${id}","schemaVersion":"2.1","type":"transaction.created","businessId":"biz_1",` +
      `"createdAt":"2026-11-21T09:00:00.123Z","data":${data}}`,
  );
});

it('an envelope has a unique id, and ids increase with time', () => {
  const ids = Array.from({ length: 100 }, () => envelope('source.connected', 'biz_1', '{}', AT).id);
  expect(new Set(ids).size).toBe(100);
  expect([...ids].sort()).toEqual(ids);
  expect(ids[0]).toMatch(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-7/);
});
