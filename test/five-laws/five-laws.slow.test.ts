import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLaws, copyRepository, IDS, lawOf, runIn, type Added } from './new-laws.js';

let copy = '';
let added: Added;
beforeAll(async () => {
  copy = copyRepository();
  added = await addLaws(copy);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('five new laws', () => {
  it('need at most sixty lines each', () => {
    for (const id of IDS.slice(1)) expect(lawOf(id).trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('need only their folders and generated files', () => {
    expect(added.generate.code, added.generate.output).toBe(0);
    const isNew = (path: string) => IDS.some((id) => path.startsWith(`packs/${id}/`));
    const generated =
      /\.generated\.ts$|^packs\/index\.ts$|^(?:README|docs\/codes)\.md$|^vectors\/[a-z]{2}-receipt-\d+\.json$/;
    expect(added.changed.filter((path) => !isNew(path) && !generated.test(path))).toEqual([]);
    expect(added.removed).toEqual([]);
  });

  // affected-tests.nightly.test.ts runs the suite with these laws.
  it.each(IDS)('pass all checks of npm run pack: %s', async (id) => {
    const { code, output } = await runIn(copy, `npm run --silent pack ${id.slice(0, 2)}`);
    expect(code, output).toBe(0);
  });
});
