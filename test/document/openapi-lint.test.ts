import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { openapi, schemas } from 'receipt-rule-packs/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleOpenApi } from '../../examples/reference-server/src/http/bundle-openapi.js';

/** The errors and warnings of Redocly's recommended rules for a file. */
async function complaints(ref: string): Promise<string[]> {
  const problems = await lint({ ref, config: await createConfig({ extends: ['recommended'] }) });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
}

describe('Redocly, with its recommended rules', () => {
  let folder: string;
  const write = (name: string, document: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(document));
    return join(folder, name);
  };
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'receipt-openapi-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('finds nothing in the document as the server serves it', async () => {
    expect(await complaints(write('served.json', bundleOpenApi(openapi, schemas)))).toEqual([]);
  });

  it('finds nothing in the files without $id, which it reads as a place', async () => {
    for (const [name, { $id: _, ...schema }] of Object.entries(schemas)) write(`${name}.json`, schema);
    expect(await complaints(write('openapi.json', openapi))).toEqual([]);
  });

  it('finds an example that does not fit, and an answer that nobody refers to', async () => {
    const broken = structuredClone(bundleOpenApi(openapi, schemas)) as unknown as {
      components: { responses: Record<string, unknown>; examples: { EndOfList: { value: object } } };
    };
    broken.components.responses.Unused = { description: 'Never.' };
    broken.components.examples.EndOfList.value = { data: 1 };
    expect((await complaints(write('broken.json', broken))).map((text) => text.split(' ')[0]).sort()).toEqual(
      expect.arrayContaining(['no-invalid-media-type-examples', 'no-unused-components']),
    );
  });
});
