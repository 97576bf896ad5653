/** The tests to run for a list of changed files. */
export interface Plan {
  /** Packs to check with `npm run pack`. */
  readonly packs: readonly string[];
  /** Test files. */
  readonly tests: readonly string[];
  /** Changed modules: every test that imports one runs. */
  readonly related: readonly string[];
  /** Files without a known test. */
  readonly untested: readonly string[];
}

/** Tests that read every pack. */
const OF_PACKS = [
  'test/packs/derived-cases.test.ts',
  'test/packs/cases.test.ts',
  'test/packs/laws.test.ts',
  'test/packs/rate-tables.test.ts',
  'test/packs/topics.test.ts',
  'test/packs/shared-cases.test.ts',
  'test/testing/draws-valid.test.ts',
  'test/draw/built-in-packs.slow.test.ts',
  'test/vectors/packs.test.ts',
  'test/examples/receipts.test.ts',
];
const OF_PAGES = ['test/docs/links.test.ts', 'test/docs/readme.test.ts', 'test/docs/guides.test.ts'];

/** The tests for files that no module imports. The first matching row applies. */
const READ_BY: readonly (readonly [path: RegExp, tests: readonly string[]])[] = [
  [/^packs\/[^/]+\//, OF_PACKS],
  [/^src\/rules\/[^/]+\/cases\.jsonl$/, ['test/packs/cases.test.ts', 'test/packs/shared-cases.test.ts']],
  [/^examples\/laws\//, ['test/examples/laws.test.ts', 'test/docs/write-a-pack.test.ts']],
  [/^vectors\//, ['test/vectors/se-receipt-1.test.ts', 'test/vectors/packs.test.ts', 'test/vectors/files.test.ts']],
  [/^schemas\//, ['test/document/', 'test/generate/']],
  [/^examples\/receipts\//, ['test/examples/receipts.test.ts', 'test/docs/countries.test.ts']],
  [/^examples\/reference-server\/(?:Dockerfile|compose)/, ['test/examples/container.test.ts']],
  [/^docs\/glossary\.json$/, ['test/generate/glossary.test.ts']],
  [/^README\.md$/, [...OF_PAGES, 'test/docs/countries.test.ts']],
  [/\.md$/, OF_PAGES],
];
const MODULE = /\.[cm]?[jt]s$/;

/**
 * @param changed the paths of the changed files from the root, including removed files
 * @param exists whether a path still exists
 */
export function planOf(changed: readonly string[], exists: (path: string) => boolean): Plan {
  const there = [...new Set(changed)].filter(exists);
  const lawOf = (path: string): string[] => {
    const id = /^packs\/([^/]+)\//.exec(path)?.[1];
    return id === undefined || !exists(`packs/${id}/law.json`) ? [] : [id];
  };
  const readBy = (path: string): readonly string[] => READ_BY.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  const tests = [...there.filter((path) => path.endsWith('.test.ts')), ...changed.flatMap(readBy)];
  // Nearly every test imports the modules of a pack.
  const related = there.filter((path) => MODULE.test(path) && !path.endsWith('.test.ts') && readBy(path).length === 0);
  return {
    packs: [...new Set(changed.flatMap(lawOf))],
    tests: [...new Set(tests)],
    related,
    untested: there.filter((path) => !MODULE.test(path) && readBy(path).length === 0),
  };
}
