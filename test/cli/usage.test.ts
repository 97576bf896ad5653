import { describe, expect, it } from 'vitest';
import { run } from '../../cli/run.js';
import { packs } from '../../packs/index.js';
import { openapi, schemas } from '../../schemas/index.js';
import { CAUSE_TEXTS } from '../../cli/cause-texts.js';
import { CODE_EXAMPLES } from '../../cli/code-examples.js';
import type { CauseCode } from '../../src/diagnose/types.js';
import { whyOf } from '../../src/diagnose/cause-texts.js';
import { createRegistry, ISSUE_CODES } from '../../src/index.js';
import { receipt } from './receipt.js';
import manifest from '../../package.json' with { type: 'json' };
import { memoryIo } from './streams.js';

/** Runs a command line in this process. */
async function cli(args: readonly string[], input?: string, env?: Record<string, string>) {
  const io = memoryIo(input, env);
  const code = await run(args, io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

const DOCUMENTS = { ...schemas, openapi };
const COMMANDS = ['validate', 'show', 'complete', 'ledger', 'explain', 'packs', 'changes', 'schema', 'sign', 'verify'];

describe('help', () => {
  it.each([['--help'], ['-h'], ['help']])('%s lists the commands', async (flag) => {
    const { code, stdout } = await cli([flag]);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(`  ${command} `);
  });

  it.each(COMMANDS)(
    'the help for %s is shown with --help, -h and help, whatever the other arguments',
    async (command) => {
      const shown = await Promise.all([
        cli([command, '--help']),
        cli([command, '-h', 'x', 'y']),
        cli(['help', command]),
      ]);
      for (const { code, stdout, stderr } of shown) {
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout).toBe(shown[0].stdout);
        expect(stdout).toContain(`receipt-rules ${command}`);
        const examples = stdout.split('\nExamples:\n')[1]!.trimEnd().split('\n');
        for (const example of examples) expect(example.startsWith(`  receipt-rules ${command}`)).toBe(true);
        for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
      }
    },
  );

  it('goes to stderr if no command is given', async () => {
    const { code, stdout, stderr } = await cli([]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('validate');
  });

  it.each(['sign', 'verify'])('for %s warns about secrets on the command line', async (command) => {
    expect((await cli([command, '--help'])).stdout).toMatch(/process\s+list/);
  });
});

it('--version prints the version of the package', async () => {
  expect(await cli(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

describe('the command line', () => {
  it.each<[what: string, args: string[], hint: string]>([
    ['an unknown command', ['valdate'], 'validate'],
    ['a command that resembles no other', ['xyz'], 'verify'],
    ['an option before the command', ['--country', 'SE'], '--country'],
    ['an unknown option', ['validate', '--contry', 'SE'], '--country'],
    ['an unknown short option', ['validate', '-x'], '-x'],
    ['an option named like a prototype property', ['validate', '--constructor'], '--constructor'],
    ['a missing country', ['validate'], 'SE'],
    ['an unsupported country', ['validate', '--country', 'ZZ'], 'SE'],
    ['a country in lower case', ['validate', '--country', 'se'], 'SE'],
    ['a misspelt country name', ['validate', '--country', 'Norwey'], 'Norway'],
    ['a territory without a country', ['validate', '--territory', 'PT-20'], '--country'],
    [
      'a regime together with a country field',
      ['validate', '--stored', '--country', 'DE', '--regime', 'farmer'],
      '--regime',
    ],
    ['an invalid path', ['validate', '--country-field', 'a..b'], "'a..b'"],
    ['a dry run without a fix', ['validate', '--country', 'SE', '--dry-run'], '--fix'],
    ['an unknown fix level', ['validate', '--country', 'SE', '--fix=all'], 'recompute'],
    ['an option in place of a country', ['validate', '--country', '--format', 'json'], '--country'],
    ['a repeated option', ['validate', '--country', 'SE', '--country', 'SE'], '--country'],
    ['an unknown format', ['validate', '--country', 'SE', '--format', 'jsn'], 'json'],
    ['unknown rate windows', ['validate', '--country', 'SE', '--rate-windows', 'on'], 'enforce'],
    ['unknown consequences', ['validate', '--country', 'SE', '--fail-on', 'warn'], 'warning'],
    ['an invalid number', ['validate', '--country', 'SE', '--max-issues', 'many'], '--max-issues'],
    ['an invalid class field', ['validate', '--country', 'SE', '--product-tax-class-field', 'class'], 'category'],
    ['a territory in another country', ['validate', '--country', 'PT', '--territory', 'AT-JUM'], 'PT-20'],
    [
      'a territory in a country without territories',
      ['validate', '--country', 'NL', '--territory', 'NL-AW'],
      '--territory',
    ],
    ['a territory that is not a state', ['validate', '--country', 'US', '--territory', 'AL'], 'US-AL'],
    ['a misspelt regime', ['complete', '--country', 'DE', '--regime', 'farmers'], 'farmer?'],
    ['a misspelt duty', ['show', '--country', 'DE', '--duty', 'tsee=no'], 'tse?'],
    ['a duty without a value', ['validate', '--country', 'DE', '--duty', 'tse'], 'NAME=yes|no'],
    ['a duty with another value', ['validate', '--country', 'DE', '--duty', 'tse=false'], 'NAME=yes|no'],
    ['a summary in SARIF', ['validate', '--country', 'SE', '--summary', '--format', 'sarif'], '--summary'],
    ['a quiet report', ['validate', '--country', 'SE', '--quiet', '--format', 'json'], '--quiet'],
    ['a quiet summary', ['validate', '--country', 'SE', '--quiet', '--summary'], '--quiet'],
    ['a severity without a level', ['validate', '--country', 'SE', '--severity', 'invalid_rate'], 'invalid_rate'],
    ['an unknown level', ['validate', '--country', 'SE', '--severity', 'invalid_rate=fatal'], 'warning'],
    ['an unknown code', ['validate', '--country', 'SE', '--severity', 'invalid_rat=off'], 'invalid_rate'],
    ['a country without a value', ['validate', '--country'], '--country'],
    ['a file without a name', ['validate', '--country', 'SE', ''], 'FILE'],
    ['a negative number', ['verify', '--secret', 's', '--signature', 'x', '--tolerance', '-5'], "'-5'"],
    ['a webhook error code', ['explain', 'nonce_reused'], 'Receive webhooks'],
    ['a value for a flag', ['validate', '--country', 'SE', '--multi-location=yes'], '--multi-location'],
    ['stdin twice', ['validate', '--country', 'SE', '-', '-'], '-'],
    ['a misspelt code', ['explain', 'invalid_rat'], 'invalid_rate'],
    ['a misspelt cause', ['explain', 'tax_of_gros'], 'tax_of_gross'],
    ['a part of a code', ['explain', 'scheme_not_allowed'], 'tax.scheme/scheme_not_allowed'],
    ['no code', ['explain'], 'invalid_rate'],
    ['a country without a pack', ['explain', 'invalid_rate', '--country', 'ZZ'], "'ZZ'"],
    ['a lower-case country', ['explain', 'invalid_rate', '--country', 'se'], 'SE'],
    ['two codes', ['explain', 'required', 'too_short'], 'too_short'],
    ['an unknown schema', ['schema', 'transactions'], 'transaction'],
    ['an argument of packs', ['packs', 'se'], 'se'],
    ['no event', ['sign', '--secret', 's'], '--event'],
    ['no secret', ['sign', '--event', 'e'], 'RECEIPT_RULES_SECRET'],
    ['an empty secret', ['sign', '--event', 'e', '--secret='], 'secret'],
    ['a bad nonce', ['sign', '--event', 'e', '--secret', 's', '--nonce', 'xyz'], 'nonce'],
    ['a bad timestamp', ['sign', '--event', 'e', '--secret', 's', '--timestamp', '1e3'], '--timestamp'],
    ['an event that breaks the header', ['sign', '--event', 'e\nX: 1', '--secret', 's'], 'event'],
    ['no signature', ['verify', '--secret', 's'], '--header'],
    [
      'a signature given in two ways',
      ['verify', '--secret', 's', '--header', 'a: b', '--signature', 'x'],
      '--signature',
    ],
    ['a header without a name', ['verify', '--secret', 's', '--header', 't=1'], '--header'],
  ])('exits with 2 and a hint: %s', async (_, args, hint) => {
    const { code, stdout, stderr } = await cli(args, '{}');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain('internal error');
  });
});

it('the command line does not repeat a value that looks like an option, because it may be a secret', async () => {
  const { code, stderr } = await cli(['sign', '--event', 'e', '--secret', '-hidden'], '{}');
  expect(code).toBe(2);
  expect(stderr).toContain('--secret');
  expect(stderr).not.toContain('hidden');
  expect((await cli(['sign', '--event', 'e', '--secret=-hidden'], '{}')).code).toBe(0);
});

it('every usage error has two lines, the second of which refers to the help', async () => {
  for (const args of [
    ['validate', '--country'],
    ['validate', '--country', '--format', 'json'],
    ['packs', '--help=x'],
  ]) {
    expect((await cli(args)).stderr.trimEnd().split('\n')).toHaveLength(2);
  }
});

interface Told {
  readonly code: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly rules: readonly { readonly pack: string; readonly id: string; readonly source: string }[];
}

describe('explain', () => {
  const told = async (...args: string[]): Promise<{ text: string; json: Told }> => {
    const [text, json] = [await cli(['explain', ...args]), await cli(['explain', ...args, '--format', 'json'])];
    expect([text.code, json.code]).toEqual([0, 0]);
    return { text: text.stdout, json: JSON.parse(json.stdout) as Told };
  };

  it.each([...Object.keys(ISSUE_CODES), 'invalid_json', 'validation_failed'])('knows %s', async (code) => {
    const { text, json } = await told(code);
    expect(json.code).toBe(code);
    for (const part of [json.meaning, json.remedy, ...json.rules.map(({ id }) => id)]) {
      expect(part).not.toBe('');
      expect(text).toContain(part);
    }
  });

  it('lists each rule once, with the number of packs that contain it', async () => {
    const { text, json } = await told('invalid_rate');
    const ids = json.rules.map(({ id }) => id);
    const counts = [...text.matchAll(/^ {2}(\d+) packs\b.* \/ (\S+) \(/gm)].map(([, count, id]) => [id, Number(count)]);
    const expected = [...new Set(ids)].map((id) => [id, ids.filter((one) => one === id).length]);
    expect(counts).toEqual(expected.filter(([, count]) => count !== 1));
    expect(counts).toContainEqual(['national-rate', packs.length]);
    expect(text.split('\n').length).toBeLessThan(20);
  });

  it('names the pack of a rule that only one pack contains', async () => {
    const { text, json } = await told('control_code_format');
    expect(json.rules.map(({ pack }) => pack)).toEqual(['se-receipt-1']);
    expect(text).toContain('se-receipt-1 / ');
  });

  it.each(packs.map(({ country }) => country))(
    'with --country %s lists the rules of one pack, with its law',
    async (country) => {
      const { text, json } = await told('invalid_rate', '--country', country);
      const pack = packs.find((one) => one.country === country)!;
      const rules = pack.rules.filter(({ codes }) => codes.includes('invalid_rate'));
      expect(json.rules.map(({ pack, id }) => `${pack} / ${id}`)).toEqual(rules.map(({ id }) => `${pack.id} / ${id}`));
      for (const { id, source } of json.rules) {
        expect(text).toContain(`${pack.id} / ${id} (`);
        expect(text).toContain(source);
      }
    },
  );

  it.each([
    ['over_refund', 'receipt-rule-packs/complete'],
    ['too_few_items', 'the schema'],
    ['required', 'the schema'],
  ])('states what raises %s: %s', async (code, who) => {
    const schemaOrComplete = ['receipt-rule-packs/complete', 'the schema'];
    for (const country of [[], ['--country', 'SE']]) {
      const raisedBy = (await told(code, ...country)).text.split('Raised by')[1]!.split('\n')[0];
      expect(schemaOrComplete.filter((one) => raisedBy!.includes(one))).toEqual([who]);
    }
  });

  it.each(Object.keys(CAUSE_TEXTS) as CauseCode[])('knows the cause %s', async (code) => {
    const { text, json } = await told(code);
    const { title, repair } = CAUSE_TEXTS[code];
    const why = whyOf(code);
    expect(json).toMatchObject({ code, cause: { title, why, repair } });
    expect(text).toContain(`${code}, a cause of issues\n`);
    for (const part of [title, why, repair]) expect(text).toContain(part.replaceAll('`', ''));
  });

  it('explains both the issue and the cause if they share a code', async () => {
    const { text, json } = await told('unknown_field');
    for (const part of [json.meaning, json.remedy, CAUSE_TEXTS.unknown_field.repair.replaceAll('`', '')])
      expect(text).toContain(part);
  });

  it('lists no cause for a code that only issues have', async () => {
    const { text, json } = await told('invalid_rate');
    expect(json).not.toHaveProperty('cause');
    expect(text).not.toContain('a cause of issues');
  });

  it("with --country, explains a code without rules if none of the country's rules raises the code", async () => {
    const { text, json } = await told('rounding_unusual', '--country', 'SE');
    expect(json.rules).toEqual([]);
    expect(text).toContain(json.meaning);
    expect(text).not.toContain('/ ');
  });
});

describe("a code's examples", () => {
  const registry = createRegistry(packs);
  const raised = (document: object): string[] => {
    const { issues, warnings } = registry.validate(document, { country: 'SE' });
    return [...issues, ...warnings].map(({ code }) => code);
  };

  /** The receipt with another value in a field; undefined removes the field. */
  function withField(field: string, value: unknown): object {
    const document = receipt();
    const steps = field.split(/[.[\]]+/).filter((step) => step !== '');
    const last = steps.pop()!;
    const holder = steps.reduce((at, step) => at[step] as Record<string, unknown>, document);
    if (value === undefined) Reflect.deleteProperty(holder, last);
    else holder[last] = value;
    return document;
  }

  it.each(Object.entries(CODE_EXAMPLES))(
    'raise %s in the first example, but not in the second',
    async (code, example) => {
      const { field, before, after } = example!;
      expect(raised(withField(field, before))).toContain(code);
      // An ellipsis replaces the usual content of a receipt.
      const isWhole = !JSON.stringify(after ?? '').includes('…');
      expect(raised(isWhole ? withField(field, after) : receipt())).not.toContain(code);
      const { stdout } = await cli(['explain', code]);
      expect(stdout.split('\n').filter((line) => line.includes(` ${field}: `))).toHaveLength(2);
    },
  );
});

describe('packs', () => {
  it('lists every pack', async () => {
    const { code, stdout } = await cli(['packs']);
    expect(code).toBe(0);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/));
    expect(rows.map(([id, country]) => [id, country])).toEqual(packs.map(({ id, country }) => [id, country]));
    expect(rows.find(([, country]) => country === 'NO')).toEqual([
      ...['no-receipt-1', 'NO', 'NOK', 'NO_MVA', 'required 1.00'],
      expect.stringMatching(/^25, .*, 0$/),
    ]);
    expect(rows.find(([, country]) => country === 'HR')?.[2]).toBe('EUR');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('lists the packs as JSON', async () => {
    const { stdout } = await cli(['packs', '--format', 'json']);
    const expected = packs.map(({ id, country, documentTier, currency, schemes, law, rules }) => ({
      id,
      country,
      documentTier,
      currency,
      currencies: law.currencies,
      schemes,
      rates: law.rates,
      cashRounding: law.cashRounding,
      ruleCount: rules.length,
    }));
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
  });
});

describe('schema', () => {
  it('lists the schema names', async () => {
    expect((await cli(['schema'])).stdout.trimEnd().split('\n')).toEqual(Object.keys(DOCUMENTS));
  });

  it.each(Object.entries(DOCUMENTS))('prints %s', async (name, schema) => {
    const { code, stdout } = await cli(['schema', name]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(schema);
  });
});
