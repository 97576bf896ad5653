import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, ROOT } from '../docs/blocks.js';
import { installed, runScript } from './consumer';

it('the quick start of the README, saved as a file where the package is installed, prints what the README shows', () => {
  const [program] = blocksOf('README.md');
  const [, drawing] = /^```text\n(.*?)\n```$/ms.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))!;
  expect(readFileSync(join(installed, 'README.md'), 'utf8')).toContain(program!.code);
  expect(runScript('quick-start.mjs', program!.code)).toBe([drawing, '', ...program!.prints, ''].join('\n'));
});
