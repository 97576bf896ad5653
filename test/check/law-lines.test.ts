import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { branchPoint } from '../../scripts/test-changed/git';
import { lawFaults, rowsWithoutLine } from '../../scripts/test-changed/law-lines';

type Files = Readonly<Record<string, unknown>>;

const RATES = 'packs/se-receipt-1/rates.json';
const LAW = 'packs/se-receipt-1/law.json';
const ROWS = [
  { rate: 25, from: '1990-07-01', act: 'a' },
  { rate: 12, from: '1996-01-01' },
];
const NEW_ROW = { rate: 6, from: '2028-01-01' };
const changelog = (...lines: string[]): string =>
  ['# Changelog', '', '## [Unreleased]', '', '### Added', '', '- A.', '', '### Law', '', ...lines, ''].join('\n');
const BASE: Files = {
  [RATES]: ROWS,
  [LAW]: { country: 'SE', reviewed: '2026-01-01', cashRounding: [{ increment: 100, from: '2010-10-01' }] },
  'CHANGELOG.md': changelog('- Sweden: rates.'),
};

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content, null, 2));
const reader = (files: Files) => (path: string) => (path in files ? textOf(files[path]) : undefined);
/** The faults of a change of `BASE`; undefined removes a file. */
function faultsOf(change: Files): string[] {
  const now = Object.fromEntries(Object.entries({ ...BASE, ...change }).filter(([, content]) => content !== undefined));
  return rowsWithoutLine(Object.keys(change), reader(BASE), reader(now));
}

describe('a change of law without a line in CHANGELOG.md', () => {
  const law = BASE[LAW] as Readonly<Record<string, unknown>>;

  it.each<[string, Files, string[]]>([
    ['a new row', { [RATES]: [...ROWS, NEW_ROW] }, [`${RATES}: rates/2 (6 % from 2028-01-01) is new or has changed`]],
    [
      'a row with a last day',
      { [RATES]: [ROWS[0], { ...ROWS[1], until: '2027-12-31' }] },
      [`${RATES}: rates/1 (12 % from 1996-01-01 until 2027-12-31) is new or has changed`],
    ],
    ['a removed row', { [RATES]: [ROWS[0]] }, [`${RATES}: rates/1 (12 % from 1996-01-01) is gone or has changed`]],
    [
      'a range instead of rows',
      { [RATES]: { min: 0, max: 25 } },
      [
        `${RATES}: rates/0 is new or has changed`,
        `${RATES}: rates/0 (25 % from 1990-07-01) is gone or has changed`,
        `${RATES}: rates/1 (12 % from 1996-01-01) is gone or has changed`,
      ],
    ],
    [
      'a row of a list in the law',
      { [LAW]: { ...law, cashRounding: [{ increment: 50, from: '2010-10-01' }] } },
      [`${LAW}: cashRounding/0 (from 2010-10-01) is new or has changed`],
    ],
    ['another value in the law', { [LAW]: { ...law, country: 'AX' } }, [`${LAW}: country/0 is new or has changed`]],
    ['a new law', { 'packs/zz-receipt-1/law.json': law }, ['packs/zz-receipt-1/law.json is new']],
    ['a removed law', { [LAW]: undefined }, [`${LAW} is gone`]],
  ])('%s is reported by file and row, with what to add', (_, change, expected) => {
    const faults = faultsOf(change);
    expect(faults.map((fault) => fault.split(': add ')[0])).toEqual(expected);
    for (const fault of faults)
      expect(fault).toMatch(
        /add a line under Law in CHANGELOG\.md, such as "- (?:Sweden|Unknown Region), from YYYY-MM-DD: …"$/,
      );
  });

  it.each<[string, Files]>([
    ['has a new line under Law', { [RATES]: [...ROWS, NEW_ROW], 'CHANGELOG.md': changelog('- Sweden: 6 %.') }],
    ['moves a row', { [RATES]: [...ROWS].reverse() }],
    ['changes sources and notes', { [RATES]: [{ ...ROWS[0], act: 'b', note: 'n', readOn: '2026-02-01' }, ROWS[1]] }],
    ['changes the day of the review and labels', { [LAW]: { ...law, reviewed: '2026-02-01', labels: {} } }],
    ['changes time zones', { [LAW]: { ...law, otherTimeZones: ['Europe/Helsinki'] } }],
    ['is not JSON, which npm run pack reports', { [RATES]: '[' }],
    ['is of examples', { 'examples/laws/ch-receipt-1/rates.json': ROWS }],
    ['is of cases', { 'packs/se-receipt-1/cases.jsonl': '{}' }],
  ])('is not reported if it %s', (_, change) => {
    expect(faultsOf(change)).toEqual([]);
  });

  it('is reported if the new line is about another country', () => {
    const lines = ['- Sweden: rates.', '- Germany, from 2028-01-01: 21 %.'];
    expect(faultsOf({ [RATES]: [...ROWS, NEW_ROW], 'CHANGELOG.md': changelog(...lines) })).toHaveLength(1);
  });

  it('is reported for the European Union', () => {
    const union = { 'packs/european-union.json': { cashLimits: [{ currency: 'EUR', from: '2027-07-10' }] } };
    expect(faultsOf(union)).toHaveLength(1);
    const lines = ['- Sweden: rates.', '- European Union, from 2027-07-10: a limit for cash.'];
    expect(faultsOf({ ...union, 'CHANGELOG.md': changelog(...lines) })).toEqual([]);
  });

  it('is reported if the new line is elsewhere', () => {
    const added = {
      [RATES]: [...ROWS, NEW_ROW],
      'CHANGELOG.md': `${changelog('- Sweden: rates.')}\n### Fixed\n\n- B.\n`,
    };
    expect(faultsOf(added)).toHaveLength(1);
  });
});

describe('in a clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'law-lines-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const root = join(folder, 'repository');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  const write = (files: Files): void => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), textOf(content));
    }
  };
  const commit = (files: Files): void => {
    write(files);
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'm');
  };
  const FAULT = expect.stringContaining(`${RATES}: rates/2`) as string;

  beforeAll(() => {
    mkdirSync(root);
    git('init', '--quiet', '--initial-branch', 'main');
    commit(BASE);
    git('checkout', '--quiet', '-b', 'branch');
    commit({ [RATES]: [...ROWS, NEW_ROW] });
  });

  it('on main, finds nothing', () => {
    const main = join(folder, 'main');
    git('clone', '--quiet', '--branch', 'main', root, main);
    expect(lawFaults(main)).toEqual([]);
  });

  it('compares with the commit where the branch left main, or with another commit', () => {
    expect(lawFaults(root)).toEqual([FAULT]);
    expect(lawFaults(root, 'HEAD^')).toEqual([FAULT]);
    expect(lawFaults(root, 'HEAD')).toEqual([]);
    write({ 'CHANGELOG.md': changelog('- Sweden: rates.', '- Sweden, from 2028-01-01: 6 %.') });
    expect(lawFaults(root)).toEqual([]);
  });

  it('without the base, says that it cannot compare', () => {
    const shallow = join(folder, 'shallow');
    const url = pathToFileURL(root).href;
    git('clone', '--quiet', '--depth', '1', '--branch', 'branch', url, shallow);
    expect(branchPoint(shallow)).toBeUndefined();
    expect(lawFaults(shallow)).toBeUndefined();
    expect(lawFaults(shallow, 'HEAD^')).toBeUndefined();
    expect(lawFaults(shallow, 'HEAD')).toEqual([]);
  });
});
