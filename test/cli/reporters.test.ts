import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Entry, Failure, LocatedIssue, Summary } from '../../cli/entry.js';
import { styles } from '../../cli/report-lines.mjs';
import { artifactUri } from '../../cli/reporters/artifact-uri.js';
import { jsonReporter } from '../../cli/reporters/json.js';
import { junitReporter } from '../../cli/reporters/junit.js';
import type { Reporter } from '../../cli/reporters/reporter.js';
import { sarifReporter } from '../../cli/reporters/sarif.js';
import { jsonSummaryReporter, noReporter, textSummaryReporter } from '../../cli/reporters/summary.js';
import { textReporter, type TextOptions } from '../../cli/reporters/text.js';
import { packs } from '../../packs/index.js';
import { ISSUE_CODES } from '../../src/index.js';
import { parseXml, type Element } from './xml.js';

const NASTY = '<&"\'>]]>\u0000\u001b[31m\n\t\ud800\ufffe\u202e€😀';

const TEXT = '{\n  "items": [{\n    "a": 1, "taxRate": 13,\n  }],\n  "payment": {"last4": 1}}';

const issue = (changes: Partial<LocatedIssue> = {}): LocatedIssue => ({
  field: 'items[0].taxRate',
  path: ['items', 0, 'taxRate'],
  code: 'invalid_rate',
  message: 'the rate is 13',
  severity: 'error',
  line: 3,
  column: 9,
  offset: TEXT.indexOf('"taxRate"'),
  ...changes,
});
const warning = issue({
  field: 'payment.last4',
  code: 'last4_without_card',
  severity: 'warning',
  line: 4,
  offset: TEXT.indexOf('"last4"'),
});
const place = { source: 'dir/a b.json', line: 2, column: 5 };
const valid: Entry = { ...place, index: 0, text: TEXT, valid: true, issues: [], warnings: [], warningCount: 0 };
const warned: Entry = { ...valid, index: 1, warnings: [warning], warningCount: 1 };
const invalid: Entry = {
  ...place,
  index: 2,
  text: TEXT,
  valid: false,
  error: { code: 'validation_failed', message: 'Validation failed with 1 issue.', line: 2, column: 5, offset: 0 },
  issues: [issue()],
  warnings: [warning],
  warningCount: 1,
};
const broken: Entry = {
  ...place,
  index: 3,
  text: NASTY,
  valid: false,
  error: { code: 'invalid_json', message: NASTY, line: 7, column: 1, offset: 3 },
  issues: [],
  warnings: [],
  warningCount: 0,
};
const failure: Failure = { source: 'gone.json', code: 'unreadable', message: NASTY };
const tooLarge: Failure = {
  source: 'dir/a b.json',
  code: 'document_too_large',
  message: 'large',
  place: { line: 9, column: 1 },
};
const summary: Summary = { valid: 2, invalid: 2, warnings: 2, failures: [failure, tooLarge], exitCode: 2 };

function report(reporter: Reporter, entries: readonly Entry[] = [valid, warned, invalid, broken]): string {
  const body = entries.map((entry) => reporter.entry(entry)).join('');
  const failures = summary.failures.map((each) => reporter.failure(each)).join('');
  return reporter.start() + body + failures + reporter.finish(summary);
}

describe('json', () => {
  it('writes an object per line, for documents and for unusable input', () => {
    const lines = report(jsonReporter()).trimEnd().split('\n');
    const told = { field: 'items[0].taxRate', code: 'invalid_rate', message: 'the rate is 13', line: 3, column: 9 };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { source: 'dir/a b.json', index: 0, line: 2, column: 5, valid: true, issues: [], warnings: [] },
      { index: 1, valid: true, warnings: [{ field: 'payment.last4', code: 'last4_without_card' }] },
      { index: 2, valid: false, error: { code: 'validation_failed' }, issues: [told] },
      { index: 3, valid: false, error: { code: 'invalid_json', message: NASTY, line: 7, column: 1 } },
      { source: 'gone.json', failure: { code: 'unreadable', message: NASTY } },
      { source: 'dir/a b.json', line: 9, column: 1, failure: { code: 'document_too_large' } },
    ]);
  });
});

describe('sarif', () => {
  type Located = { locations: { physicalLocation: object; logicalLocations?: { fullyQualifiedName: string }[] }[] };
  interface Log {
    $schema: string;
    version: string;
    runs: {
      tool: { driver: { name: string; version: string; rules: { id: string; shortDescription: { text: string } }[] } };
      results: (Located & { ruleId: string; ruleIndex: number; level: string; message: { text: string } })[];
      invocations: { executionSuccessful: boolean; exitCode: number; toolExecutionNotifications: Located[] }[];
    }[];
  }
  const log = JSON.parse(report(sarifReporter('1.2.3', packs))) as Log;
  const [run] = log.runs;

  it('is a log of version 2.1.0 with one run', () => {
    expect(log.version).toBe('2.1.0');
    expect(log.runs).toHaveLength(1);
    expect(run?.tool.driver).toMatchObject({ name: 'receipt-rules', version: '1.2.3' });
  });

  it('describes every code once', () => {
    const ids = run!.tool.driver.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...Object.keys(ISSUE_CODES), 'invalid_json']));
    for (const { shortDescription } of run!.tool.driver.rules) expect(shortDescription.text).not.toBe('');
  });

  it('has a result for each problem, with the id and index of its rule', () => {
    expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['last4_without_card', 'warning'],
      ['invalid_rate', 'error'],
      ['last4_without_card', 'warning'],
      ['invalid_json', 'error'],
    ]);
    for (const { ruleId, ruleIndex } of run!.results) expect(run!.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('reports the location', () => {
    expect(run?.results[1]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'dir/a%20b.json' },
          region: { startLine: 3, startColumn: 9 },
        },
        logicalLocations: [{ fullyQualifiedName: 'items[0].taxRate' }],
      },
    ]);
    expect(run?.results[3]).toMatchObject({ message: { text: NASTY } });
    expect(run?.results[3]?.locations[0]).not.toHaveProperty('logicalLocations');
  });

  it('lists unusable inputs in the invocation', () => {
    expect(run?.invocations).toMatchObject([
      {
        executionSuccessful: false,
        exitCode: 2,
        toolExecutionNotifications: [
          { descriptor: { id: 'unreadable' }, level: 'error' },
          { descriptor: { id: 'document_too_large' }, level: 'error' },
        ],
      },
    ]);
  });

  it('is valid JSON even without results', () => {
    const reporter = sarifReporter('1', packs);
    const text = reporter.start() + reporter.finish({ valid: 1, invalid: 0, warnings: 0, failures: [], exitCode: 0 });
    expect(JSON.parse(text)).toMatchObject({
      runs: [{ results: [], invocations: [{ executionSuccessful: true, exitCode: 0 }] }],
    });
  });

  it.each([
    ['a/b c#?.json', 'a/b%20c%23%3F.json'],
    ['./x:y.json', 'x%3Ay.json'],
    ['<stdin>', 'stdin'],
    ['/tmp/x.json', pathToFileURL('/tmp/x.json').href],
  ])('writes the path %s as the URI %s', (path, uri) => {
    expect(artifactUri(path)).toBe(uri);
  });
});

describe('junit', () => {
  const suites = (text: string): Element[] => {
    const root = parseXml(text);
    expect(root.name).toBe('testsuites');
    return root.children;
  };

  /** The counts stated for a suite, and the actual counts of its cases. */
  function counts(suite: Element): [stated: number[], counted: number[]] {
    const has = (name: string) =>
      suite.children.filter((each) => each.children.some((child) => child.name === name)).length;
    const stated = ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(suite.attributes[name]));
    return [stated, [suite.children.length, has('failure'), has('error'), 0]];
  }

  it('has a suite per source, with correct counts', () => {
    const [first, second, third] = suites(report(junitReporter('error')));
    expect(first?.attributes.name).toBe('dir/a b.json');
    expect(counts(first!)).toEqual([
      [4, 2, 0, 0],
      [4, 2, 0, 0],
    ]);
    expect(second?.attributes.name).toBe('gone.json');
    expect(counts(second!)).toEqual([
      [1, 0, 1, 0],
      [1, 0, 1, 0],
    ]);
    expect(third?.children[0]?.children[0]?.attributes).toMatchObject({ type: 'document_too_large' });
  });

  it('escapes text, and omits control characters that XML does not allow', () => {
    const text = report(junitReporter('error'));
    // All control characters except tab and newline.
    expect(text).not.toMatch(/[\u0000-\u0008\v-\u001f\u007f-\u009f\ufffe\uffff\p{Cs}]/u);
    const [first, second] = suites(text);
    const [failed] = first!.children[3]!.children;
    const held = '<&"\'>]]>[31m\n\t\u202e€😀';
    expect(failed).toMatchObject({ name: 'failure', attributes: { type: 'invalid_json', message: held } });
    expect(failed?.text).toContain(held);
    expect(second?.children[0]?.children[0]?.attributes.message).toBe(held);
  });

  it('lists issues and warnings', () => {
    const [suite] = suites(report(junitReporter('error')));
    const [failed, output] = suite!.children[2]!.children;
    expect(failed?.text).toContain('items[0].taxRate invalid_rate');
    expect(output).toMatchObject({ name: 'system-out' });
    expect(output?.text).toContain('payment.last4 last4_without_card');
  });

  it('counts a document with warnings as failed if warnings fail the run', () => {
    const [suite] = suites(report(junitReporter('warning')));
    expect(counts(suite!)).toEqual([
      [4, 3, 0, 0],
      [4, 3, 0, 0],
    ]);
    expect(suite!.children[1]?.children[0]).toMatchObject({
      name: 'failure',
      attributes: { type: 'last4_without_card' },
    });
    const cut = report(junitReporter('warning'), [{ ...warned, warnings: [] }]);
    expect(cut).toContain('<failure');
  });

  it('splits a long source into suites, to buffer at most a thousand cases', () => {
    const reporter = junitReporter('error');
    const entries = Array.from({ length: 2500 }, (_, index) => ({ ...valid, index }));
    const written = entries.map((entry) => reporter.entry(entry));
    expect(written.filter((text) => text !== '')).toHaveLength(2);
    const all = suites(reporter.start() + written.join('') + reporter.finish(summary));
    expect(all.map((suite) => suite.attributes.tests)).toEqual(['1000', '1000', '500']);
    for (const suite of all) expect(counts(suite)[0]).toEqual(counts(suite)[1]);
  });
});

const REMEDY = 'Send one of the rates.';

function forPeople(changes: Partial<TextOptions> = {}): TextOptions {
  const remedyOf = (code: string) => (code === 'invalid_rate' ? REMEDY : undefined);
  return { style: styles(false), width: 100, remedyOf, ...changes };
}

/** Characters that a terminal could interpret as control sequences. */
const STEERING = /[\u0000-\u0009\v-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\p{Cs}]/u;

describe('text', () => {
  const text = report(textReporter(forPeople()));
  const lines = text.trimEnd().split('\n');

  it('has a line for each document with issues or warnings, and a last line with the counts', () => {
    expect(lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(/ +/).slice(0, 2))).toEqual([
      ['✓', 'dir/a'],
      ['✗', 'dir/a'],
      ['✗', 'dir/a'],
      ['4', 'documents:'],
    ]);
    expect(lines[0]).toContain('dir/a b.json:2:5');
    expect(lines.at(-1)).toContain('2 valid, 2 invalid, 2 warnings; 2 inputs');
  });

  it('lists issues and warnings in document order', () => {
    const early = issue({ ...warning, offset: 0, code: 'early' });
    const told = textReporter(forPeople()).entry({ ...invalid, warnings: [warning, early] });
    const codes = told.split('\n').flatMap((line) => /^ {2}(?:error|warning) +(\S+)/.exec(line)?.[1] ?? []);
    expect(codes).toEqual(['early', 'invalid_rate', 'last4_without_card']);
  });

  it('shows the line of JSON, a caret below the value, and the path once', () => {
    const told = textReporter(forPeople()).entry(invalid).split('\n');
    const at = told.findIndex((line) => line.includes('3 │ "a": 1, "taxRate": 13,'));
    expect(at).toBeGreaterThan(0);
    expect(told[at + 1]?.indexOf('^')).toBe(told[at]?.indexOf('13,'));
    expect(told[at + 1]?.trimEnd().endsWith(' ^^')).toBe(true);
    expect(told.filter((line) => line.includes('items[0].taxRate'))).toHaveLength(1);
    const named = issue({ message: 'items[0].taxRate is 13' });
    const again = textReporter(forPeople()).entry({ ...invalid, issues: [named], warnings: [] });
    expect(again.split('items[0].taxRate')).toHaveLength(2);
  });

  it('explains how to fix a code at its first occurrence', () => {
    const reporter = textReporter(forPeople());
    const told = reporter.entry({ ...invalid, issues: [issue(), issue()] }) + reporter.entry(invalid);
    expect(told.split(`→ ${REMEDY}`)).toHaveLength(2);
  });

  it('shows each distinct expected value once', () => {
    const reporter = textReporter(forPeople());
    const expected = [issue({ expected: 25 }), issue({ expected: 25 }), issue({ expected: [15, 'x'] })];
    const told = reporter.entry({ ...invalid, issues: expected, warnings: [] });
    expect(told.split('\n').flatMap((line) => / → (.*)/.exec(line)?.[1] ?? [])).toEqual(['25', '15, "x"']);
  });

  it('makes control characters visible instead of writing them', () => {
    const hostile = textReporter(forPeople()).entry({
      ...invalid,
      source: NASTY,
      text: NASTY,
      issues: [issue({ field: NASTY, code: NASTY, message: NASTY, offset: 2 })],
    });
    expect(hostile + text).not.toMatch(STEERING);
    expect(hostile).toContain('␛[31m');
  });

  it.each([40, 60, 80, 100])('stays within %i columns', (width) => {
    const wide = { ...invalid, text: '漢字'.repeat(300), issues: [issue({ offset: 300 })] };
    const told = report(textReporter(forPeople({ width })), [invalid, wide]).split('\n');
    // File names are not wrapped.
    const below = told.filter((line) => line.startsWith(' '));
    for (const line of below) expect(columnsOf(line)).toBeLessThanOrEqual(width);
  });

  it('adds only colours if requested', () => {
    const coloured = report(textReporter(forPeople({ style: styles(true) })));
    expect(coloured).toContain('\u001b[31m');
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(text);
  });
});

/** The width of a line. Han characters take two columns. */
function columnsOf(line: string): number {
  return [...line].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0);
}

describe('summary', () => {
  const twice: Entry = { ...invalid, line: 20, issues: [issue({ line: 21 })], warnings: [] };

  it('counts codes, errors first, with the first location', () => {
    const told = JSON.parse(report(jsonSummaryReporter(), [valid, warned, invalid, twice, broken])) as object;
    expect(told).toMatchObject({
      documents: 4,
      valid: 2,
      invalid: 2,
      warnings: 2,
      codes: [
        {
          code: 'invalid_rate',
          severity: 'error',
          count: 2,
          first: { source: 'dir/a b.json', index: 2, line: 3, column: 9, field: 'items[0].taxRate' },
        },
        { code: 'invalid_json', severity: 'error', count: 1, first: { index: 3, line: 7, column: 1, field: '' } },
        { code: 'last4_without_card', severity: 'warning', count: 2, first: { index: 1, line: 4 } },
      ],
      failures: [
        { source: 'gone.json', code: 'unreadable' },
        { line: 9, code: 'document_too_large' },
      ],
    });
  });

  it("locates the first occurrence in the document's text", () => {
    const [early, late] = [issue({ offset: 1, line: 1 }), issue({ offset: 9, line: 5 })];
    const told = JSON.parse(report(jsonSummaryReporter(), [{ ...invalid, issues: [late, early] }])) as object;
    expect(told).toMatchObject({ codes: [{ count: 2, first: { line: 1 } }, {}] });
  });

  it('is a readable table', () => {
    const lines = report(textSummaryReporter(forPeople()), [warned, invalid, twice]).trimEnd().split('\n');
    expect(lines[0]).toMatch(/^2 error +invalid_rate +first at dir\/a b\.json:3:9 items\[0\]\.taxRate$/);
    expect(lines[1]?.trim()).toBe(`→ ${REMEDY}`);
    expect(lines[2]).toMatch(/^2 warning last4_without_card +first at dir\/a b\.json:4:9 payment\.last4$/);
    expect(lines[3]).toContain('4 documents');
    expect(report(textSummaryReporter(forPeople({ width: 40 })), [broken])).not.toMatch(STEERING);
  });
});

it('noReporter writes nothing', () => {
  expect(report(noReporter())).toBe('');
});
