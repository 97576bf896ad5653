import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Entry, Failure, LocatedIssue, Summary } from '../../cli/entry.js';
import { artifactUri } from '../../cli/reporters/artifact-uri.js';
import { jsonReporter } from '../../cli/reporters/json.js';
import { junitReporter } from '../../cli/reporters/junit.js';
import type { Reporter } from '../../cli/reporters/reporter.js';
import { sarifReporter } from '../../cli/reporters/sarif.js';
import { textReporter } from '../../cli/reporters/text.js';
import { packs } from '../../packs/index.js';
import { ISSUE_CODES } from '../../src/index.js';
import { parseXml, type Element } from './xml.js';

const NASTY = '<&"\'>]]>\u0000\u001b[31m\n\t\ud800\ufffe\u202e€😀';

const issue = (changes: Partial<LocatedIssue> = {}): LocatedIssue => ({
  field: 'items[0].taxRate',
  code: 'invalid_rate',
  message: 'the rate is 13',
  severity: 'error',
  line: 3,
  column: 9,
  ...changes,
});
const warning = issue({ field: 'payment.last4', code: 'last4_without_card', severity: 'warning', line: 4 });
const place = { source: 'dir/a b.json', line: 2, column: 5 };
const valid: Entry = { ...place, index: 0, valid: true, issues: [], warnings: [] };
const warned: Entry = { ...valid, index: 1, warnings: [warning] };
const invalid: Entry = {
  ...place,
  index: 2,
  valid: false,
  error: { code: 'validation_failed', message: 'Validation failed with 1 issue.', line: 2, column: 5 },
  issues: [issue()],
  warnings: [warning],
};
const broken: Entry = {
  ...place,
  index: 3,
  valid: false,
  error: { code: 'invalid_json', message: NASTY, line: 7, column: 1 },
  issues: [],
  warnings: [],
};
const failure: Failure = { source: 'gone.json', code: 'unreadable', message: NASTY };
const tooLarge: Failure = {
  source: 'dir/a b.json',
  code: 'document_too_large',
  message: 'large',
  place: { line: 9, column: 1 },
};
const summary: Summary = { valid: 2, invalid: 2, warnings: 2, failures: [failure, tooLarge] };

function report(reporter: Reporter, entries: readonly Entry[] = [valid, warned, invalid, broken]): string {
  const body = entries.map((entry) => reporter.entry(entry)).join('');
  const failures = summary.failures.map((each) => reporter.failure(each)).join('');
  return reporter.start() + body + failures + reporter.finish(summary);
}

describe('json', () => {
  it('writes an object per line: documents, and what could not be used', () => {
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

  it('is one run of a log of version 2.1.0', () => {
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

  it('has a result for each problem, which names its rule by id and index', () => {
    expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['last4_without_card', 'warning'],
      ['invalid_rate', 'error'],
      ['last4_without_card', 'warning'],
      ['invalid_json', 'error'],
    ]);
    for (const { ruleId, ruleIndex } of run!.results) expect(run!.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('says where', () => {
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

  it('tells in the invocation what could not be used', () => {
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

  it('is JSON without any result, too', () => {
    const reporter = sarifReporter('1', packs);
    const text = reporter.start() + reporter.finish({ valid: 1, invalid: 0, warnings: 0, failures: [] });
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

  /** The counts that a suite states, and those of its cases. */
  function counts(suite: Element): [stated: number[], counted: number[]] {
    const has = (name: string) =>
      suite.children.filter((each) => each.children.some((child) => child.name === name)).length;
    const stated = ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(suite.attributes[name]));
    return [stated, [suite.children.length, has('failure'), has('error'), 0]];
  }

  it('has a suite per source with counts that are right', () => {
    const [first, second, third] = suites(report(junitReporter()));
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

  it('escapes, and leaves out what XML cannot hold', () => {
    const text = report(junitReporter());
    // Tab and newline aside, and nothing by name of a character either.
    expect(text).not.toMatch(/[\u0000-\u0008\v-\u001f\u007f-\u009f\ufffe\uffff\p{Cs}]/u);
    const [first, second] = suites(text);
    const [failed] = first!.children[3]!.children;
    const held = '<&"\'>]]>[31m\n\t\u202e€😀';
    expect(failed).toMatchObject({ name: 'failure', attributes: { type: 'invalid_json', message: held } });
    expect(failed?.text).toContain(held);
    expect(second?.children[0]?.children[0]?.attributes.message).toBe(held);
  });

  it('names issues and warnings', () => {
    const [suite] = suites(report(junitReporter()));
    const [failed, output] = suite!.children[2]!.children;
    expect(failed?.text).toContain('items[0].taxRate invalid_rate');
    expect(output).toMatchObject({ name: 'system-out' });
    expect(output?.text).toContain('payment.last4 last4_without_card');
  });

  it('divides a long source into suites, so that it holds no more than a thousand cases', () => {
    const reporter = junitReporter();
    const entries = Array.from({ length: 2500 }, (_, index) => ({ ...valid, index }));
    const written = entries.map((entry) => reporter.entry(entry));
    expect(written.filter((text) => text !== '')).toHaveLength(2);
    const all = suites(reporter.start() + written.join('') + reporter.finish(summary));
    expect(all.map((suite) => suite.attributes.tests)).toEqual(['1000', '1000', '500']);
    for (const suite of all) expect(counts(suite)[0]).toEqual(counts(suite)[1]);
  });
});

describe('text', () => {
  const lines = report(textReporter(false)).trimEnd().split('\n');

  it('tells what is invalid or warned of, and nothing of the rest', () => {
    expect(lines.filter((line) => !line.startsWith(' '))).toEqual([
      expect.stringContaining('dir/a b.json:2:5'),
      expect.stringMatching(/^dir\/a b\.json:2:5: validation_failed/),
      expect.stringMatching(/^dir\/a b\.json:7:1: invalid_json/),
      expect.stringContaining('4'),
    ]);
    expect(lines.filter((line) => line.startsWith(' ')).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['4:9', 'warning', 'payment.last4', 'last4_without_card', 'the rate is 13'],
      ['3:9', 'error', 'items[0].taxRate', 'invalid_rate', 'the rate is 13'],
      ['4:9', 'warning', 'payment.last4', 'last4_without_card', 'the rate is 13'],
    ]);
  });

  it('writes nothing that steers a terminal', () => {
    const hostile = textReporter(false).entry({
      ...invalid,
      source: NASTY,
      issues: [issue({ field: NASTY, code: NASTY })],
    });
    expect(hostile.trimEnd().split('\n')).toHaveLength(3);
    expect(hostile + lines.join('\n')).not.toMatch(/[\u0000-\u0008\v-\u001f\u202e]/);
  });

  it('has colours where they are wanted', () => {
    expect(report(textReporter(true))).toContain('\u001b[31m');
    expect(report(textReporter(false))).not.toContain('\u001b');
  });
});
