import { expect, it } from 'vitest';
import start from '../src/start.json' with { type: 'json' };
import type { App } from '../src/app.js';
import { open } from './support/app.js';
import { visitor } from './support/visit.js';

declare const receiptPlayground: Record<string, { app: App }>;

const visit = visitor();

it('measures the time from a key press to the verdict and to the redrawn receipt, for 200 lines', async () => {
  const { page, faults } = await visit();
  const items = Array.from({ length: 200 }, (_, i) => ({ ...start.items[i % 4]!, name: `Line ${i}` }));
  await open(page, { ...start, items });
  const { verdict, paper } = await page.evaluate(async () => {
    const { app } = receiptPlayground['./first.js']!;
    const at = app.text.indexOf('"quantity"') + '"quantity": '.length;
    const verdict: number[] = [];
    const paper: number[] = [];
    for (let i = 0; i < 60; i++) {
      const begun = performance.now();
      app.edit([{ from: at, to: at + 1, insert: `${(i % 9) + 1}` }]);
      verdict.push(performance.now() - begun);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      paper.push(performance.now() - begun);
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length / 2]!;
    return { verdict: median(verdict), paper: median(paper) };
  });
  console.log(
    `a key at 200 lines: verdict after ${verdict.toFixed(1)} ms, paper after ${paper.toFixed(1)} ms (median of 60)`,
  );
  expect(await page.locator('#issues .card').count()).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});
