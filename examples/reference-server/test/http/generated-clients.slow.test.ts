/** Checks that clients generated from the OpenAPI document work, and that their types match the library's types. */
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StoredTransaction } from 'receipt-rule-packs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
const DOCUMENT = join(ROOT, 'schemas/2.1/openapi.json');

/** The results that each program returns for a write, a repeated write, a refused write and a list. */
interface Outcome {
  readonly written: StoredTransaction;
  readonly repeated: number;
  readonly refused: string;
  readonly listed: readonly StoredTransaction[];
}

interface Generator {
  /** Generates `client` in the current folder. */
  readonly command: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** A module that exports the types of the OpenAPI document, and `use`, which returns an `Outcome`. */
  readonly program: string;
}

const KEY = 'till-1-0001';

const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    command: ['openapi-typescript/bin/cli.js', DOCUMENT, '--output', 'client.ts'],
    program: `
      import createClient from 'openapi-fetch';
      import type { components, paths } from './client';

      type Schemas = components['schemas'];
      export type Transaction = Schemas['Transaction'];
      export type SaleTransaction = Schemas['SaleTransaction'];
      export type StoredTransaction = Schemas['StoredTransaction'];
      export type ListResponse = Schemas['ListResponse'];
      export type ErrorResponse = Schemas['ErrorResponse'];
      export type Tax = Schemas['Tax'];

      export async function use(baseUrl: string, token: string, sale: SaleTransaction) {
        const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
        const params = { header: { 'Idempotency-Key': '${KEY}' } };
        const refused = await client.POST('/v1/transactions', { body: { ...sale, currency: 'EUR' } });
        const first = await client.POST('/v1/transactions', { body: sale, params });
        const again = await client.POST('/v1/transactions', { body: sale, params });
        const list = await client.GET('/v1/transactions', { params: { query: { limit: 5 } } });
        if (!first.data || !list.data || !refused.error) throw new Error('not as expected');
        const code: string = refused.error.error.code;
        return { written: first.data, repeated: again.response.status, refused: code, listed: list.data.data };
      }`,
  },
  'hey-api': {
    command: ['@hey-api/openapi-ts/bin/run.js', '--input', DOCUMENT, '--output', 'client'],
    program: `
      import { createTransaction, listTransactions } from './client';
      import { createClient, createConfig } from './client/client';
      import type { SaleTransaction } from './client';

      export type * from './client';

      export async function use(baseUrl: string, token: string, body: SaleTransaction) {
        const client = createClient(createConfig({ baseUrl, auth: () => token }));
        const headers = { 'Idempotency-Key': '${KEY}' };
        const refused = await createTransaction({ client, body: { ...body, currency: 'EUR' } });
        const first = await createTransaction({ client, body, headers });
        const again = await createTransaction({ client, body, headers });
        const list = await listTransactions({ client, query: { limit: 5 } });
        if (!first.data || !list.data || !refused.error) throw new Error('not as expected');
        const code: string = refused.error.error.code;
        return { written: first.data, repeated: again.response?.status, refused: code, listed: list.data.data };
      }`,
  },
  orval: {
    command: ['orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
    files: {
      'orval.config.mjs': `export default { service: {
        input: ${JSON.stringify(DOCUMENT)},
        output: { target: 'client.ts', client: 'fetch', baseUrl: { runtime: 'process.env.BASE_URL' } },
      } };`,
    },
    program: `
      import { createTransaction, listTransactions, type SaleTransaction } from './client';

      export type * from './client';

      export async function use(baseUrl: string, token: string, sale: SaleTransaction) {
        process.env.BASE_URL = baseUrl;
        const headers = { Authorization: \`Bearer \${token}\` };
        const keyed = { headers: { ...headers, 'Idempotency-Key': '${KEY}' } };
        const refused = await createTransaction({ ...sale, currency: 'EUR' }, { headers });
        const first = await createTransaction(sale, keyed);
        const again = await createTransaction(sale, keyed);
        const list = await listTransactions({ limit: 5 }, { headers });
        if (first.status !== 201 || list.status !== 200 || refused.status !== 422) throw new Error('not as expected');
        const code: string = refused.data.error.code;
        return { written: first.data, repeated: again.status, refused: code, listed: list.data.data };
      }`,
  },
};

/** Imports for the checks below, which must compile together with each program. */
const HEAD = `
import type * as library from 'receipt-rule-packs';
import type * as generated from './program';
`;
const TO_LIBRARY = `
export const written = (one: generated.Transaction): library.Transaction => one;
export const stored = (one: generated.StoredTransaction): library.StoredTransaction => one;
export const page = (one: generated.ListResponse): library.ListResponse => one;
export const failure = (one: generated.ErrorResponse): library.ErrorResponse => one;
`;
/** Tax schemes are excluded: a law can declare its own, but the document lists only those from schema 2.1. */
const FROM_LIBRARY = `
type Scheme = generated.Tax['scheme'];
type OfSchema<T extends { tax: library.Tax }> = T extends unknown
  ? Omit<T, 'tax'> & { tax: Omit<library.Tax, 'scheme'> & { scheme: Scheme } }
  : never;
export const write = (one: OfSchema<library.Transaction>): generated.Transaction => one;
export const store = (one: OfSchema<library.StoredTransaction>): generated.StoredTransaction => one;
`;
const REFUSED = `
export const original = (one: generated.StoredTransaction): string | undefined =>
  one.type === 'sale' ? undefined : one.linkedTransaction.originalTransactionId;
declare const sale: generated.SaleTransaction;
// @ts-expect-error a refund needs linkedTransaction
export const refund: generated.Transaction = { ...sale, type: 'refund' };
// @ts-expect-error no such type
export const gift: generated.Transaction = { ...sale, type: 'gift' };
// @ts-expect-error no such field
export const misspelled: generated.Transaction = { ...sale, reciptNumber: '1' };
`;

const database = testDatabase('postgres');
beforeAll(() => database.create());
afterAll(() => database.dispose());

function newFolder(): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  // The folder is inside the repository, so that its programs find the packages.
  const folder = mkdtempSync(join(ROOT, '.cache/generated-client-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
}

function run(folder: string, [bin = '', ...args]: readonly string[]): void {
  try {
    execFileSync(process.execPath, [join(ROOT, 'node_modules', bin), ...args], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
}

/** Type-checks all modules in a folder. */
function compile(folder: string): void {
  const compilerOptions = { noEmit: true, verbatimModuleSyntax: false, lib: ['ES2022', 'DOM', 'DOM.Iterable'] };
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['.'] };
  write(folder, { 'tsconfig.json': JSON.stringify(config) });
  run(folder, ['typescript7/bin/tsc', '-p', folder]);
}

describe.each(Object.entries(GENERATORS))('a client from %s', (name, { command, files = {}, program }) => {
  const server = serverFor(database, fixtures);
  const folder = newFolder();
  it("has the library's types, and can write and list documents", async () => {
    write(folder, { ...files, 'program.ts': program, 'types.ts': `${HEAD}${TO_LIBRARY}${FROM_LIBRARY}${REFUSED}` });
    run(folder, command);
    compile(folder);

    const outfile = join(folder, 'program.mjs');
    await build({ entryPoints: [join(folder, 'program.ts')], outfile, bundle: true, format: 'esm', platform: 'node' });
    const { use } = (await import(pathToFileURL(outfile).href)) as {
      use: (baseUrl: string, token: string, sale: unknown) => Promise<Outcome>;
    };
    const sale = receipt({ externalId: name });
    const { written, repeated, refused, listed } = await use(server.url, TOKENS.writer, sale);
    expect([written.source.externalId, written.schemaVersion, repeated]).toEqual([name, '2.1', 200]);
    expect(refused).toBe('validation_failed');
    expect(listed).toContainEqual(written);
  });
});

describe('types from openapi-typescript --immutable', () => {
  const folder = newFolder();

  it("accept the library's types", () => {
    const { command, program } = GENERATORS['openapi-typescript']!;
    write(folder, { 'program.ts': program, 'types.ts': `${HEAD}${FROM_LIBRARY}` });
    run(folder, [...command, '--immutable']);
    compile(folder);
  });
});
