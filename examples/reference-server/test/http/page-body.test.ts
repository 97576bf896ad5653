import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/database.js';
import { LongBody } from '../../src/http/long-bodies.js';
import { pageBody, type PageSource } from '../../src/http/page-body.js';

const BODIES = ['a', 'b', 'c'].map((letter) => JSON.stringify(letter.repeat(100_000)));
const PAGE = { head: '[', entries: BODIES.map((body, i) => ({ id: String(i), body })), end: ']' };
const release = () => undefined;

/** The text of the page that the client receives. */
async function received(source: Partial<PageSource>): Promise<string> {
  // Enough memory is free for one document, but not for the page.
  const one = (bytes: number) => (bytes < 150_000 ? release : undefined);
  const read = (id: string) => Promise.resolve(BODIES[Number(id)]!);
  const body = pageBody(PAGE, { tryHold: one, read, isGone: () => false, ...source });
  const pieces: Uint8Array[] = [];
  for await (const piece of body as LongBody) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces).toString();
}

describe('a page that is larger than a socket accepts at once', () => {
  it('is sent unchanged, even if most of its documents must be read again', async () => {
    const ids: string[] = [];
    const text = await received({
      read: (id) => {
        ids.push(id);
        return Promise.resolve(BODIES[Number(id)]!);
      },
    });
    expect([text === `[${BODIES.join()}]`, ids]).toEqual([true, ['1', '2']]);
  });

  it('waits for a database that does not respond while the page is being sent', async () => {
    let asked = 0;
    const read = (id: string) => {
      asked += 1;
      return asked % 3 === 0
        ? Promise.resolve(BODIES[Number(id)]!)
        : Promise.reject(new DatabaseUnavailable('no answer'));
    };
    expect([(await received({ read })) === `[${BODIES.join()}]`, asked]).toEqual([true, 6]);
  });

  it('ends if its client has disconnected, or if a document cannot be read', async () => {
    let gone = false;
    const away = () => {
      gone = true;
      return Promise.reject(new DatabaseUnavailable('no answer'));
    };
    await expect(received({ read: away, isGone: () => gone })).rejects.toBeInstanceOf(DatabaseUnavailable);
    const broken = new Error('broken');
    await expect(received({ read: () => Promise.reject(broken) })).rejects.toBe(broken);
  });
});
