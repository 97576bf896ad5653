import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/run.js';
import { CAUSE_TEXTS } from '../../cli/cause-texts.js';
import { exampleOfCauses, type Mistaken } from '../../scripts/generate/rule-catalogue/diagnosed.js';
import { toldRules } from '../../scripts/generate/rule-catalogue/told.js';
import { packs } from '../../packs/index.js';
import { memoryIo } from './streams.js';

/**
 * For each cause, the output of `validate` for a document with that cause, and the changes that `--fix` would make. One
 * file per code, for reviews. `REPORTS=keep npx vitest run test/cli/cause-reports.slow.test.ts` rewrites the files.
 */
const FOLDER = new URL('reports/', import.meta.url);
const CODES = Object.keys(CAUSE_TEXTS);
/**
 * The documents lack fiscal data, and have rates from any date. The report shows causes of warnings only if warnings
 * fail the run.
 */
const OPTIONS = ['--rate-windows', 'off', '--severity', 'fiscal_missing=off', '--fail-on', 'warning'];

let examples: ReadonlyMap<string, Mistaken>;
beforeAll(() => {
  examples = exampleOfCauses(toldRules(packs));
});

/** Runs a command on a document in this process, as if on an 80-column terminal. */
async function told({ document, business }: Mistaken, ...args: string[]) {
  const options = ['--country', business.country, ...(business.multiLocation === true ? ['--multi-location'] : [])];
  const io = memoryIo(`${JSON.stringify(document, undefined, 2)}\n`, { COLUMNS: '80', LANG: 'C.UTF-8' });
  const code = await run(['validate', ...options, ...OPTIONS, ...args], io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

async function report(example: Mistaken): Promise<string> {
  const head = (args: string): string => `$ receipt-rules validate --country ${example.business.country}${args}\n`;
  const [found, diff] = [await told(example), await told(example, '--fix=recompute', '--dry-run')];
  return [
    `${head('')}${found.stdout}exit code ${found.code}\n`,
    `${head(' --fix=recompute --dry-run')}${diff.stdout}${diff.stderr}exit code ${diff.code}\n`,
  ].join('\n');
}

describe.each(CODES)('%s', (code) => {
  it('matches its recorded report and fix', async () => {
    const example = examples.get(code)!;
    const text = await report(example);
    const file = new URL(`${code}.txt`, FOLDER);
    if (process.env.REPORTS === 'keep') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
    const { stdout } = await told(example, '--format', 'json');
    const { causes } = JSON.parse(stdout) as { causes: readonly { code: string }[] };
    expect(causes.map((cause) => cause.code)).toContain(code);
  });

  it('needs only one --fix: a second run changes nothing', async () => {
    const example = examples.get(code)!;
    const first = await told(example, '--fix=recompute');
    const again = await told({ ...example, document: JSON.parse(first.stdout) as unknown }, '--fix=recompute');
    expect([again.code, again.stdout]).toEqual([first.code, first.stdout]);
  });
});

describe('a card number', () => {
  const NUMBER = '4111111111111111';
  it.each([
    [[]],
    [['--issues']],
    [['--format', 'json']],
    [['--issues', '--format', 'json']],
    [['--format', 'sarif']],
    [['--format', 'junit']],
    [['--fix']],
    [['--fix', '--dry-run']],
    [['--summary']],
  ])('does not appear in the output of validate %j', async (args) => {
    const example = examples.get('last4')!;
    expect(JSON.stringify(example.document)).toContain(NUMBER);
    const { code, stdout, stderr } = await told(example, ...args);
    expect(code).toBe(args.includes('--fix') ? 0 : 1);
    expect(stdout + stderr).not.toContain(NUMBER);
  });

  it.each([
    [{ payment: { method: `VISA ${NUMBER}` } }],
    [{ payment: { method: 'card', last4: 'x'.repeat(30) + NUMBER.slice(3) } }],
    [{ payment: { method: 'card', last4: Number(NUMBER) } }],
    [{ payment: { method: 'card', card: { pan: NUMBER.match(/\d{4}/g)!.join(' ') } } }],
    [{ receiptNumber: `R-${NUMBER}`, currency: 'nok' }],
    [{ type: `${NUMBER}/${NUMBER}` }],
  ])('does not appear in any report, wherever it is in the document: %j', async (change) => {
    const last4 = examples.get('last4')!;
    const example = { ...last4, document: { ...(last4.document as object), ...change } };
    for (const args of [[], ['--issues'], ['--format', 'json'], ['--format', 'sarif'], ['--format', 'junit']]) {
      for (const fix of [[], ['--fix', '--dry-run'], ['--fix=recompute', '--dry-run']]) {
        const { stdout, stderr } = await told(example, ...args, ...fix);
        expect(stdout + stderr).not.toBe('');
        expect((stdout + stderr).replace(/ /g, '')).not.toContain(NUMBER.slice(3));
      }
    }
  });
});

afterAll(() => {
  // No files may be left for codes that no longer exist.
  expect(readdirSync(FOLDER).sort()).toEqual(CODES.map((code) => `${code}.txt`).sort());
});
