// @ts-check
import { sampledFiles } from './scripts/mutation/sample.mjs';

const isSample = process.env.MUTATION_SAMPLE !== undefined;
/**
 * The property-testing module, with its mutations of documents. It has its own tests, which run only against its
 * mutants: see vitest.mutation.config.ts.
 */
const isKit = process.env.MUTATION_PART === 'kit';
const KIT = isSample ? sampledFiles('src/testing') : ['src/testing/**/*.ts'];
const REST = isSample
  ? [...sampledFiles('src'), ...sampledFiles('packs', '/rules.ts')]
  : ['src/**/*.ts', 'packs/*/rules.ts'];

/**
 * Mutation testing of the shipped code: `npm run test:mutation`; of one folder with `-- --mutate 'src/webhook/*.ts'`;
 * of the property-testing module with `MUTATION_PART=kit`; of a random sample with `MUTATION_SAMPLE`: scripts/mutation/sample.mjs.
 * Incremental: Stryker runs a mutant again only if its code or its tests have changed. Figures:
 * docs/internals/mutation-survivors.md.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/messages.mjs', './scripts/mutation/sample.mjs'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: [...(isKit ? KIT : [...REST, '!src/testing/**']), '!**/*.generated.ts'],
  // Human-readable text, which no test asserts: see messages.mjs.
  ignorers: ['messages'],
  checkers: isSample ? ['sample'] : [],
  coverageAnalysis: 'perTest',
  // Mutants in code that runs on load would need all tests, of which there are too many outside the property-testing module;
  // packs/anew.test.ts reaches most of that code within a test.
  ignoreStatic: !isKit,
  concurrency: 1,
  // Recording which of 25,000 tests reaches which mutant takes more memory than a process has by default.
  testRunnerNodeArgs: ['--max-old-space-size=10240'],
  timeoutMS: 3000,
  dryRunTimeoutMinutes: 30,
  // A sample says nothing about the other mutants.
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
