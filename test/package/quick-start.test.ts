import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, ROOT } from '../docs/blocks.js';
import { consumer, installed, runScript } from './consumer';

it('the quick start of the README, saved as a file where the package is installed, prints what the README shows', () => {
  const [program] = blocksOf('README.md');
  expect(readFileSync(join(installed, 'README.md'), 'utf8')).toContain(program!.code);
  copyFileSync(join(ROOT, 'examples/orders/shopify.json'), join(consumer, 'order.json'));
  expect(runScript('quick-start.mjs', program!.code)).toBe([...program!.prints, ''].join('\n'));
});
