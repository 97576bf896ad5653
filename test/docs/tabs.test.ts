import { describe, expect, it } from 'vitest';
import { withPlaygroundLinks, withTabs } from '../../scripts/docs/tabs.js';
import { ROOT } from './blocks.js';

const labels = (text: string) => [...text.matchAll(/^```(\w+) \[([^\]]+)\]\n(.*)$/gm)].map(([, ...parts]) => parts);

describe('tabs', () => {
  it('show an installation command for each package manager', () => {
    expect(labels(withTabs('a\n\n```sh\nnpm install b\n```\n\nc\n'))).toEqual([
      ['sh', 'npm', 'npm install b'],
      ['sh', 'pnpm', 'pnpm add b'],
      ['sh', 'yarn', 'yarn add b'],
      ['sh', 'bun', 'bun add b'],
    ]);
    const other = '```sh\nnpm run a\n```\n';
    expect(withTabs(other)).toBe(other);
  });

  it('show blocks with a name under that name', () => {
    const page = '<!-- tab: A b -->\n\n```ts\n1;\n```\n\n<!-- tab: C -->\n\n```sh\n2\n```\n\nafter\n';
    expect(labels(withTabs(page))).toEqual([
      ['ts', 'A b', '1;'],
      ['sh', 'C', '2'],
    ]);
    expect(withTabs(page)).toMatch(/:::\n\nafter\n$/);
  });

  it('show blocks between tab markers under their language', () => {
    const page = '<!-- tabs -->\n\n```ts\n1;\n```\n\n```sh\ncurl a\n```\n\n<!-- /tabs -->\n';
    expect(labels(withTabs(page))).toEqual([
      ['ts', 'TypeScript', '1;'],
      ['sh', 'curl', 'curl a'],
    ]);
  });
});

it("links to example receipts are followed by a playground link with the receipt's business", () => {
  const link = '[a](/examples/receipts/no/saft-no-1001-cash-rounding.json)';
  expect(withPlaygroundLinks(link, ROOT)).toMatch(
    /json\) \(\[open in playground\]\(\/playground\/index\.html#r=[\w-]+\)\)$/,
  );
  const other = '[a](/schemas/2.1/openapi.json) [b](/examples/receipts/no/absent.json)';
  expect(withPlaygroundLinks(other, ROOT)).toBe(other);
});
