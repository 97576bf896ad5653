import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import whole from './vitest.config';

/**
 * The first test that fails ends the run of a mutant. The tests that kill most come first: the cases of the packs and the
 * faults of the property kit, each all in one test. That test also loads what it tests, so that code that runs on load is
 * covered by a test. The tests that take seconds come last.
 */
const rank = (path: string): number => {
  if (/\/anew\.(?:check\.)?test\.ts$/.test(path)) return 0;
  return /\/(?:declared|distribution|hostile|recompute|results|stored|valid-transaction)\.test\.ts$/.test(path) ? 2 : 1;
};

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const key = ({ moduleId }: TestSpecification) => `${rank(moduleId)} ${moduleId}`;
    return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
}

/** The tests of the property kit. They take seconds each, so they run only against its own mutants. */
const KIT = {
  include: ['test/testing/**/*.test.ts'],
  // each-fault.check.test.ts and anew.check.test.ts do the same with fewer draws.
  exclude: ['test/testing/{types,laws,draws-valid.check,knows-faults.check}.test.ts'],
  // Fewer seeds for the tests of shrinking.
  env: { DRAWS: '200' },
};

/**
 * All other tests, except those that run other programs, measure time, bundle or check types, read the pages of
 * documentation, or judge many thousands of documents; and except the individual cases and vectors of the packs,
 * because packs/anew.test.ts runs them.
 */
const REST = {
  include: ['test/**/*.test.ts'],
  exclude: [
    'test/{api,check,cli,docs,fuzz,generate,package,release,scripts,testing}/**',
    'test/**/*.{check,nightly}.test.ts',
    'test/**/{bundle,speed,types,type-tests}.test.ts',
    'test/document/openapi-lint.test.ts',
    'test/examples/{container,receivers}.test.ts',
    'test/judges/judges.test.ts',
    'test/packs/cases.test.ts',
    'test/properties/{garbage,mutations,valid}.test.ts',
    'test/vectors/se-receipt-1.test.ts',
  ],
};

/** The tests that Stryker runs against each mutant, in one process and in a fixed order. */
export default defineConfig({
  resolve: whole.resolve ?? {},
  test: {
    ...(process.env.MUTATION_PART === 'kit' ? KIT : REST),
    setupFiles: './test/support/fixed-seed.ts',
    pool: 'threads',
    // The modules are loaded once for all files of a run. Each mutant has its own run and thread.
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: QuickFirst },
    // On a busy machine a test takes many times as long; Stryker has its own limits.
    testTimeout: 600_000,
    cache: false,
  },
});
