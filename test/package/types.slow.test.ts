import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consumer, modules, run } from './consumer';

const root = resolve(import.meta.dirname, '../..');
const tscOf = (name: string) => join(root, 'node_modules', name, 'bin/tsc');
const tsc = tscOf('typescript');

/** Typical user code, which also imports every subpath. */
const USE = `
import { createRegistry, toErrorResponse, toStored, definePack, type Issue, type RulePack, type Transaction, type ValidationResult, isIssueCode } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { schemas } from 'receipt-rule-packs/schemas';
import { createWebhookSigner, createWebhookVerifier, memoryNonceStore, WebhookVerificationError, type WebhookEvent } from 'receipt-rule-packs/webhook';
import { parseListQuery, iterateTransactions } from 'receipt-rule-packs/cursor';
import { drawReceipt, drawReceiptText, receiptPrintStylesheet, receiptStylesheet, type DrawTextOptions } from 'receipt-rule-packs/draw';
import { deProcessData, signingInput, type SignableDocument } from 'receipt-rule-packs/signing';

const all: readonly RulePack[] = packs;
const registry = createRegistry([seReceipt1]);
const result: ValidationResult = registry.validate({}, { country: 'SE', multiLocation: false }, { rateWindows: 'off', maxIssues: 5 });
if (result.valid) {
  const transaction: Transaction = result.transaction;
  const total: number = transaction.totals.total;
  const original: string | undefined = transaction.type === 'sale' ? undefined : transaction.linkedTransaction.originalTransactionId;
  const unit: string | undefined = transaction.extensions?.se?.controlUnitId;
  void [total, original, unit];
} else {
  const { status, body } = toErrorResponse(result);
  const issue: Issue | undefined = result.issues[0];
  const answer: 400 | 422 = status;
  void [body.error.code, issue?.severity === 'error', answer];
}
// @ts-expect-error country is missing
registry.validate({}, {});
// @ts-expect-error no such option
registry.validate({}, { country: 'SE' }, { rates: 'off' });

const standard = registry.standardSchema({ country: 'SE' });
type Output = NonNullable<(typeof standard)['~standard']['types']>['output'];
const typed = (document: Output): Transaction => document;

const id: string = schemas.transaction.$id;
const signer = createWebhookSigner({ secrets: 'whsec_1' });
const verifier = createWebhookVerifier({ secrets: ['whsec_1'], nonceStore: memoryNonceStore() });
async function deliver(): Promise<string> {
  const headers: Record<string, string> = await signer.sign('{}', { event: 'transaction.created' });
  return verifier.verify(new Uint8Array(), headers).then((event) => event.type, (error: unknown) => error instanceof WebhookVerificationError ? error.code : 'other');
}
const amount = (event: WebhookEvent): number | undefined => event.type === 'transaction.created' ? event.data.totals.total : undefined;
const drawing: DrawTextOptions = { country: 'SE', issues: result.issues, vendor: { name: 'Demo AB' }, width: 60 };
const drawn: string[] = [drawReceipt({}, drawing), drawReceiptText(null, drawing), receiptStylesheet, receiptPrintStylesheet];
// @ts-expect-error no such option
drawReceipt({}, { lang: 'sv' });
const signable = (document: SignableDocument): (string | undefined)[] => [deProcessData(document), signingInput(undefined, 'skOkp', 'AA==')];
// @ts-expect-error zki is missing
signingInput({} as SignableDocument, 'hrQr', {});
const query = parseListQuery({ limit: '10' });
if (query.valid) { const limit: number = query.query.limit; void limit; }
void [all, signable, drawn, typed, amount, isIssueCode('required'), id, deliver, iterateTransactions, toStored, definePack];
`;

const importAll = (names: readonly string[]) =>
  names.map((name, i) => `import * as entry${i} from '${name}'; void entry${i};`).join('\n');

/** Node10 resolution does not find the types of fast-check, which /testing requires. */
const withoutFastCheck = modules.filter((name) => !name.endsWith('/testing'));

// Without Node and DOM types: the library must declare the parts of these types that it needs.
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: false,
  target: 'ES2022',
  lib: ['ES2022'],
  types: [],
};

describe('the types in a strict project without skipLibCheck', () => {
  it.each([
    ['bundler', { module: 'ESNext', moduleResolution: 'Bundler', resolveJsonModule: true }, ['use.ts']],
    [
      'node16, ESM and CommonJS',
      { module: 'Node16', moduleResolution: 'Node16', resolveJsonModule: true },
      ['use.mts', 'use.cts'],
    ],
    ['nodenext, ESM and CommonJS', { module: 'NodeNext', moduleResolution: 'NodeNext' }, ['use.mts', 'use.cts']],
    ['node10, which CommonJS projects still use', { module: 'CommonJS', moduleResolution: 'Node10' }, ['use.ts']],
  ])('%s', (name, options, sources) => {
    const folder = join(consumer, `types-${name.split(',')[0]!}`);
    mkdirSync(folder);
    const imports = importAll(name.startsWith('node10') ? withoutFastCheck : modules);
    for (const source of sources) writeFileSync(join(folder, source), `${imports}\n${USE}`);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files: sources }),
    );
    expect(compile(folder)).toBe('');
  });
});

describe('the type tests in test-d', () => {
  const TESTS = join(consumer, 'test-d');
  cpSync(join(root, 'test-d'), TESTS, { recursive: true });
  const RESOLUTIONS = {
    node16: { module: 'Node16', moduleResolution: 'Node16' },
    bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
  };
  // The SDKs that this file imports are not installed with the package.
  const FILES = readdirSync(TESTS).filter((name) => name.endsWith('.ts') && name !== 'sdk.ts');

  it.each(
    ['typescript54', 'typescript', 'typescript7'].flatMap((compiler) =>
      Object.entries(RESOLUTIONS).map(([name, options]) => [compiler, name, options] as const),
    ),
  )('pass under %s, %s', (compiler, name, options) => {
    const config = join(TESTS, `${compiler}.${name}.json`);
    // Makes the consumer a module: without "type" it would be CommonJS under Node16.
    writeFileSync(join(TESTS, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(
      config,
      JSON.stringify({ compilerOptions: { ...STRICT, lib: ['ES2022', 'DOM'], ...options }, files: FILES }),
    );
    expect(compile(config, tscOf(compiler))).toBe('');
  });
});

function compile(folder: string, compiler = tsc): string {
  try {
    return run(process.execPath, [compiler, '-p', folder]);
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
