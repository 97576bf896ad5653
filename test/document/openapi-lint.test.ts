import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { openapi } from 'receipt-rule-packs/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The errors and warnings that Redocly's recommended rules report for a file. */
async function complaints(ref: string): Promise<string[]> {
  const problems = await lint({ ref, config: await createConfig({ extends: ['recommended'] }) });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
}

describe('Redocly, with its recommended rules,', () => {
  let folder: string;
  const write = (name: string, document: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(document));
    return join(folder, name);
  };
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'receipt-openapi-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reports no problems', async () => {
    expect(await complaints('schemas/2.1/openapi.json')).toEqual([]);
  });

  it('reports an example that does not match, and an unused response', async () => {
    const broken = structuredClone(openapi) as unknown as {
      components: { responses: Record<string, unknown>; examples: { EndOfList: { value: object } } };
    };
    broken.components.responses.Unused = { description: 'Never.' };
    broken.components.examples.EndOfList.value = { data: 1 };
    expect((await complaints(write('broken.json', broken))).map((text) => text.split(' ')[0]).sort()).toEqual(
      expect.arrayContaining(['no-invalid-media-type-examples', 'no-unused-components']),
    );
  });
});
