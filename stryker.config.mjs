// @ts-check
/**
 * Mutation testing of what ships: `npm run test:mutation`, or one folder of it with `-- --mutate 'src/webhook/*.ts'`.
 * Incremental: what neither changed nor had its tests changed is not run again. Figures: docs/mutation-survivors.md.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/messages.mjs'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  // src/testing is judged otherwise, see there.
  mutate: ['src/**/*.ts', 'packs/*/*.ts', '!**/*.generated.ts', '!src/testing/**/*.ts', '!src/rules/*/mutations.ts'],
  // Text for people, which no test asserts; see there.
  ignorers: ['messages'],
  coverageAnalysis: 'perTest',
  // What is evaluated on load alone would be run against all tests each; packs/anew.test.ts reaches most of it in a test.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 3000,
  incremental: true,
  incrementalFile: '.stryker/incremental.json',
  tempDirName: '.stryker/tmp',
  ignorePatterns: ['.stryker', 'bench', 'coverage', 'dist', 'docs', 'examples/reference-server', 'test-runtimes'],
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: '.stryker/report.html' },
  jsonReporter: { fileName: '.stryker/report.json' },
  thresholds: { high: 98, low: 95, break: 95 },
};
