import { afterAll, beforeAll, expect, it } from 'vitest';
import { client } from '../support/client.js';
import { eachDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { TOKENS } from '../support/fixtures.js';
import { startProcess, type ServerProcess } from '../support/processes.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { received, until, withEndpoints } from './support.js';

const COUNT = 200;
const PATHS = ['/one', '/two'];

eachDatabase((database) => {
  let receiver: Receiver;
  let server: ServerProcess;

  beforeAll(async () => {
    receiver = await startReceiver();
    server = await startProcess(database.env, withEndpoints(receiver, PATHS));
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await receiver.close();
  });

  const postAll = (requests: readonly { document: object; key: string }[]) =>
    Promise.all(requests.map(({ document, key }) => client(server.url, TOKENS.writer).post(document, { key })));
  const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;
  const delivered = (id: string) => PATHS.map((path) => received(receiver, path).get(id));

  it('200 concurrent POSTs of different documents are all stored, and delivered once to each endpoint', async () => {
    const answers = await postAll(Array.from({ length: COUNT }, (_, i) => ({ document: receipt(), key: `k${i}` })));
    expect(
      count(
        answers.map(({ status }) => status),
        201,
      ),
    ).toBe(COUNT);
    const ids = answers.map(({ json }) => (json as { id: string }).id);
    await until(() => ids.every((id) => !delivered(id).includes(undefined)));
    expect(ids.flatMap(delivered)).toEqual(Array.from({ length: COUNT * PATHS.length }, () => 1));
  });

  it('of 200 concurrent POSTs with one identity and key, one gets 201, all others get 200, and each endpoint gets one event', async () => {
    const document = receipt();
    const answers = await postAll(Array.from({ length: COUNT }, () => ({ document, key: 'same' })));
    const statuses = answers.map(({ status }) => status);
    expect([count(statuses, 201), count(statuses, 200)]).toEqual([1, COUNT - 1]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { id } = answers[0]!.json as { id: string };
    await until(() => !delivered(id).includes(undefined));
    // When a later event has arrived, a duplicate of this event would have arrived too.
    const [later] = await postAll([{ document: receipt(), key: 'later' }]);
    await until(() => !delivered((later!.json as { id: string }).id).includes(undefined));
    expect(delivered(id)).toEqual([1, 1]);
  });

  it('of 200 concurrent POSTs with one identity and two keys, one gets 201, and the others get 200 or 409 depending on their key', async () => {
    const document = receipt();
    const keys = Array.from({ length: COUNT }, (_, i) => (i % 2 === 0 ? 'even' : 'odd'));
    const statuses = (await postAll(keys.map((key) => ({ document, key })))).map(({ status }) => status);
    const winner = keys[statuses.indexOf(201)];
    const expected = keys.map((key) => (key === winner ? 200 : 409));
    expect(count(statuses, 201)).toBe(1);
    expect(statuses.map((status) => (status === 201 ? 200 : status))).toEqual(expected);
  });
});
