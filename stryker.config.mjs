// @ts-check
const isSample = process.env.MUTATION_SAMPLE !== undefined;
/** The property kit and its faults. Other tests judge them than the rest: vitest.mutation.config.ts. */
const isKit = process.env.MUTATION_PART === 'kit';
const KIT = ['src/testing/**/*.ts'];

/**
 * Mutation testing of what ships: `npm run test:mutation`, or one folder of it with `-- --mutate 'src/webhook/*.ts'`; of
 * the property kit with `MUTATION_PART=kit`; of a random sample with `MUTATION_SAMPLE`: scripts/mutation/sample.mjs.
 * Incremental: what neither changed nor had its tests changed is not run again. Figures: docs/internals/mutation-survivors.md.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/messages.mjs', './scripts/mutation/sample.mjs'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: [
    ...(isKit ? KIT : ['src/**/*.ts', 'packs/*/rules.ts', ...KIT.map((files) => `!${files}`)]),
    '!**/*.generated.ts',
  ],
  // Text for people, which no test asserts; see there.
  ignorers: ['messages'],
  checkers: isSample ? ['sample'] : [],
  coverageAnalysis: 'perTest',
  // Mutants of code that runs on load need all tests, which the rest has too many of: packs/anew.test.ts reaches most of
  // that code within a test.
  ignoreStatic: !isKit,
  concurrency: 1,
  // Which test reaches which mutant, of 15,000 tests, takes more than a process has by default.
  testRunnerNodeArgs: ['--max-old-space-size=8192'],
  timeoutMS: 3000,
  dryRunTimeoutMinutes: 30,
  // A sample tells nothing about the other mutants.
  incremental: !isSample,
  incrementalFile: `.stryker/incremental${isKit ? '-kit' : ''}.json`,
  tempDirName: '.stryker/tmp',
  ignorePatterns: ['.cache', '.stryker', 'bench', 'coverage', 'dist', 'examples/reference-server', 'test-runtimes'],
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: '.stryker/report.html' },
  jsonReporter: { fileName: '.stryker/report.json' },
  thresholds: { high: 98, low: 95, break: 95 },
};
