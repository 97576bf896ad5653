import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packs } from '../../packs/index.js';
import { applyCauses, diagnose, type Cause } from '../../src/diagnose/index.js';
import { createRegistry } from '../../src/index.js';
import { DOCUMENTS } from './documents.js';
import { buildCli, type BuiltCli } from './process.js';
import { ndjson, receipt, refusedReceipt, warnedReceipt } from './receipt.js';
import { parseXml } from './xml.js';

const BY_COUNTRY = ['--country-field', 'metadata.country'];
/** The documents lack fiscal data, and have rates from any date. */
const OPTIONS = ['--rate-windows', 'off', '--severity', 'fiscal_missing=off'];
const registry = createRegistry(packs);

/** The causes according to the library. */
const causesIn = (document: (typeof DOCUMENTS)[number]): readonly Cause[] =>
  diagnose(registry.shop(document.metadata, { rateWindows: 'off', severities: { fiscal_missing: 'off' } }), document)
    .causes;

type Told = Cause & { readonly number: number; readonly line: number; readonly column: number };
interface Line {
  readonly valid: boolean;
  readonly causes?: readonly Told[];
  readonly issues: readonly object[];
  readonly warnings: readonly object[];
}

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.remove());

async function validate(documents: readonly unknown[], ...args: string[]) {
  const { code, stdout, stderr } = await cli.run(['validate', ...args], { input: ndjson(...documents) });
  return { code, stdout, stderr };
}

async function lines(documents: readonly unknown[], ...args: string[]): Promise<Line[]> {
  const { stdout } = await validate(documents, '--format', 'json', ...args);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('causes in the', () => {
  const args = [...BY_COUNTRY, ...OPTIONS];

  it("JSON format are the library's causes, numbered in document order", async () => {
    const found = await lines(DOCUMENTS, ...args);
    for (const [i, { causes = [] }] of found.entries()) {
      const expected = causesIn(DOCUMENTS[i]!);
      const plain = causes.map(({ number: _number, line: _line, column: _column, ...cause }) => cause);
      expect(plain).toEqual(JSON.parse(JSON.stringify(expected)));
      const columns = [...causes].sort((a, b) => a.number - b.number).map(({ column }) => column);
      expect(columns).toEqual([...columns].sort((a, b) => a - b));
      expect(causes.map(({ number }) => number).sort((a, b) => a - b)).toEqual(causes.map((_, k) => k + 1));
    }
  });

  it('text format have a line each, with confidence and changes', async () => {
    const { stdout } = await validate(DOCUMENTS, ...args);
    const told = stdout.split(/^(?=[✗✓])/m).filter((part) => /^[✗✓]/.test(part));
    const failing = (await lines(DOCUMENTS, ...args)).filter(
      ({ issues, warnings }) => issues.length + warnings.length > 0,
    );
    expect(told).toHaveLength(failing.length);
    for (const [i, { causes = [] }] of failing.entries()) {
      const rows = [...told[i]!.matchAll(/^ +(\d+) {2}.* {2}(certain|likely|choose) +(\d+) problems?$/gm)];
      const expected = [...causes].sort((a, b) => a.number - b.number);
      expect(rows.map(([, number, confidence, count]) => [Number(number), confidence, Number(count)])).toEqual(
        expected.map(({ number, confidence, explains }) => [number, confidence, explains.length]),
      );
      for (const { changes, field } of causes) if (changes.length > 0) expect(told[i]).toContain(`     ${field}`);
    }
  });

  it('SARIF format have a fix if they have changes; the fix applies the changes to the text', async () => {
    const { stdout } = await validate(DOCUMENTS, '--format', 'sarif', ...args);
    const texts = DOCUMENTS.map((document) => JSON.stringify(document));
    const [run] = (JSON.parse(stdout) as SarifLog).runs;
    const [refused, fixed] = [new Set<string>(), new Set<string>()];
    for (const { locations, fixes = [], properties } of run!.results) {
      const line = locations[0]!.physicalLocation.region.startLine;
      const document = DOCUMENTS[line - 1]!;
      refused.add(document.metadata.country);
      const causes = causesIn(document);
      const cause = causes.find(
        ({ code, title }) => code === properties?.cause.code && title === properties.cause.title,
      );
      // Later causes may depend on the changes of earlier ones.
      if (cause === undefined || causes[0] !== cause || cause.options !== undefined || cause.changes.length === 0)
        continue;
      const [fix] = fixes;
      const { replacements } = fix!.artifactChanges[0]!;
      expect(JSON.parse(replaced(texts[line - 1]!, replacements))).toEqual(applyCauses(document, [cause]));
      fixed.add(document.metadata.country);
    }
    expect(fixed).toEqual(refused);
  });

  it('JUnit format are listed below the issues', async () => {
    const { stdout } = await validate(DOCUMENTS, '--format', 'junit', ...args);
    const cases = parseXml(stdout).children.flatMap(({ children }) => children);
    const found = await lines(DOCUMENTS, ...args);
    for (const [i, { causes = [], issues }] of found.entries()) {
      const text = cases[i]!.children.map((child) => child.text).join('\n');
      const numbers = [...text.matchAll(/^\d+:\d+ cause (\d+) (\w+): /gm)].map(([, number, code]) => [
        Number(number),
        code,
      ]);
      expect(numbers).toEqual(
        [...causes].sort((a, b) => a.number - b.number).map(({ number, code }) => [number, code]),
      );
      expect([...text.matchAll(/^\d+:\d+ error /gm)]).toHaveLength(issues.length);
    }
  });
});

interface Replacement {
  readonly deletedRegion: { readonly startColumn: number; readonly endColumn: number };
  readonly insertedContent: { readonly text: string };
}

interface SarifLog {
  readonly runs: readonly {
    readonly results: readonly {
      readonly locations: readonly { readonly physicalLocation: { readonly region: { readonly startLine: number } } }[];
      readonly fixes?: readonly {
        readonly artifactChanges: readonly { readonly replacements: readonly Replacement[] }[];
      }[];
      readonly properties?: { readonly cause: { readonly code: string; readonly title: string } };
    }[];
  }[];
}

/** Applies replacements to a line, last one first. */
const replaced = (line: string, replacements: readonly Replacement[]): string =>
  [...replacements]
    .sort((a, b) => b.deletedRegion.startColumn - a.deletedRegion.startColumn)
    .reduce(
      (text, { deletedRegion: { startColumn, endColumn }, insertedContent }) =>
        text.slice(0, startColumn - 1) + insertedContent.text + text.slice(endColumn - 1),
      line,
    );

describe('validate', () => {
  const causesOf = async (document: unknown, ...args: string[]) =>
    (await lines([document], '--country', 'SE', ...args))[0]!.causes?.map(({ code }) => code);

  it('reports no causes for self-explanatory warnings, unless warnings fail the run', async () => {
    expect(await causesOf(warnedReceipt())).toBeUndefined();
    expect(await causesOf(warnedReceipt(), '--fail-on', 'warning')).toEqual(['not_allowed']);
    expect(await causesOf(receipt(), '--fail-on', 'warning')).toBeUndefined();
  });

  it('reports no causes with --issues', async () => {
    expect(await causesOf(refusedReceipt())).toEqual(['currency']);
    expect(await causesOf(refusedReceipt(), '--issues')).toBeUndefined();
  });

  it('reports no causes for text that is not JSON', async () => {
    const { stdout, code } = await cli.run(['validate', '--country', 'SE', '--format', 'json'], { input: '{"a" 1}' });
    expect([code, (JSON.parse(stdout) as Line).causes]).toEqual([1, undefined]);
  });

  it('reports a repeated key as a cause that only the sender can fix', async () => {
    const input = JSON.stringify(receipt()).replace('{', '{"type":"void",');
    const { stdout } = await cli.run(['validate', '--country', 'SE', '--format', 'json'], { input });
    expect((JSON.parse(stdout) as Line).causes).toMatchObject([{ code: 'open', changes: [], field: 'type' }]);
  });
});
