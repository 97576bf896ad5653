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
  'test/packs/built-in-inventory.test.ts',
  'test/packs/inventory.test.ts',
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
  'test/truth/',
  'test/docs/catalogue.test.ts',
];
const OF_PAGES = ['test/docs/links.test.ts', 'test/docs/readme.test.ts', 'test/docs/guides.test.ts'];

/** The tests for files that no module imports. The first matching row applies. */
const READ_BY: readonly (readonly [path: RegExp, tests: readonly string[]])[] = [
  [/^packs\/[^/]+\/layout\.json$/, [...OF_PACKS, 'test/generate/layouts.test.ts', 'test/draw/']],
  [/^packs\/(?:[^/]+\/|european-union\.json$)/, OF_PACKS],
  [
    /^packs\/(?:links|pending|corrections|product-tax-classes)\.json$/,
    ['test/docs/catalogue.test.ts', 'test/law/rates.test.ts', 'test/scripts/'],
  ],
  [
    /^src\/rules\/[^/]+\/cases\.jsonl$/,
    [
      'test/packs/built-in-inventory.test.ts',
      'test/packs/inventory.test.ts',
      'test/packs/cases.test.ts',
      'test/packs/shared-cases.test.ts',
    ],
  ],
  [
    /^src\/(?:issues\/issue-codes|(?:complete|from\/core|rules\/[^/]+)\/codes)\.json$/,
    ['test/issue-codes.test.ts', 'test/docs/codes-and-causes.test.ts', 'test/docs/catalogue.test.ts'],
  ],
  [/^src\/rules\/[^/]+\/values\.jsonl$/, ['test/law/found-expected.test.ts']],
  [/^examples\/laws\//, ['test/examples/laws.test.ts', 'test/docs/write-a-pack.test.ts']],
  [/^vectors\//, ['test/vectors/']],
  [/^scripts\/vectors\/.+\.(?:sh|py)$/, ['test/vectors/other-languages.test.ts']],
  [/^schemas\//, ['test/document/', 'test/generate/']],
  [/^examples\/receipts\//, ['test/examples/receipts.test.ts', 'test/docs/countries.test.ts']],
  [/^examples\/demo\/.+\.json$/, ['test/examples/demo.test.ts']],
  [/^examples\/demo\/.+\.svg$/, ['test/docs/readme.test.ts', 'test/draw/pictures.slow.test.ts']],
  [/^examples\/orders\//, ['test/docs/readme.test.ts']],
  [/^examples\/receive-webhooks\./, ['test/examples/receivers']],
  [
    /^examples\/reference-server\/(?:Dockerfile|compose|package\.json$)|^examples\/dashboard\/package\.json$/,
    ['test/examples/container.test.ts'],
  ],
  [/^examples\/reference-server\/sample-receipt\.json$/, ['examples/reference-server/test/first-run.slow.test.ts']],
  [/^examples\/reference-server\/src\/fixtures\.schema\.json$/, ['examples/reference-server/test/fixtures.test.ts']],
  [/\.sql$/, ['examples/reference-server/test/database/']],
  [/^examples\/dashboard\/.+\.(?:css|svg|png)$/, ['examples/dashboard/test/look', 'examples/dashboard/test/session']],
  [/^examples\/playground\/.+\.(?:css|html|json|png)$/, ['examples/playground/test/']],
  [/^test\/truth\//, ['test/truth/', 'test/cli/validate.test.ts']],
  [
    /^test\/diagnose\/.+\.jsonl$/,
    ['test/diagnose/vectors.test.ts', 'test/cli/fix.slow.test.ts', 'test/cli/causes.slow'],
  ],
  [/^test\/complete\/.+\.jsonl$/, ['test/complete/']],
  [/^test\/from\/.+\.jsonl$/, ['test/from/']],
  [/^test\/five-laws\/.+\.jsonl?$/, ['test/five-laws/five-laws.slow.test.ts']],
  [/^test\/cli\/reports\//, ['test/cli/cause-reports.slow.test.ts']],
  [/^test\/examples\/.+\.json$/, ['test/examples/receipts.test.ts']],
  [/^test\/support\/case\.schema\.json$/, ['test/packs/case-lines.test.ts']],
  [/^\.github\/|^\.nvmrc$|^publisher\.json$/, ['test/release/']],
  [/^package\.json$/, ['test/release/', 'test/docs/readme.test.ts', 'test/vectors/files.test.ts', 'test/cli/usage']],
  [/^ops\//, ['test/docs/alerts.test.ts']],
  [/^etc\/api\//, ['test/api/']],
  [/^docs\/receipts\//, ['test/draw/pictures']],
  [/^docs\/glossary\.json$/, ['test/generate/glossary.test.ts']],
  [/^docs\/proxy\.md$/, [...OF_PAGES, 'test/docs/proxy.test.ts']],
  [/^ARCHITECTURE\.md$/, [...OF_PAGES, 'test/docs/architecture.test.ts']],
  // Every change of law adds a line, but no guide depends on it.
  [/^CHANGELOG\.md$/, ['test/docs/links.test.ts', 'test/docs/readme.test.ts', 'test/release/changes.test.ts']],
  [/^README\.md$/, [...OF_PAGES, 'test/docs/countries.test.ts']],
  [/\.md$/, OF_PAGES],
];

/** Files that no test reads: settings of tools, pictures, lock files, and what the nightly run and `npm run check` use. */
export const WITHOUT_TESTS: readonly RegExp[] = [
  /^(?:LICENSE|\.editorconfig|\.gitattributes|\.gitignore|\.npmrc|\.oxfmtrc\.json|\.vscode\/settings\.json|knip\.jsonc)$/,
  /^\.ci\/run$/,
  /(?:^|\/)(?:package-lock|tsconfig(?:\.package)?)\.json$/,
  /^(?:bench|test-runtimes)\/(?:.+\.(?:svg|json)|\.npmrc)$/,
  /^site\/\.vitepress\/.+\.(?:css|svg)$/,
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
