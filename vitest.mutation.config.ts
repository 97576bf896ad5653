import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import whole from './vitest.config';

/**
 * The first failing test ends a mutant's run. The tests that kill the most mutants come first: the packs' cases and the
 * property-testing module's mutations of documents, each in a single test. That test also loads the modules under test, so that it covers code
 * that runs on load. Tests that take seconds come last.
 */
const rank = (path: string): number => {
  if (/\/anew\.(?:slow\.)?test\.ts$/.test(path)) return 0;
  return /\/(?:declared|distribution|hostile|recompute|results|stored|valid-transaction)\.test\.ts$/.test(path) ? 2 : 1;
};

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const key = ({ moduleId }: TestSpecification) => `${rank(moduleId)} ${moduleId}`;
    return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
}

/** The tests of the property-testing module. Each takes seconds, so they run only against its mutants. */
const KIT = {
  include: ['test/testing/**/*.test.ts'],
  // each-fault.slow.test.ts and anew.slow.test.ts do the same with fewer samples.
  exclude: ['test/testing/{types,laws,draws-valid,knows-faults.slow}.test.ts'],
  // Fewer seeds for the shrinking tests.
  env: { DRAWS: '200' },
};

/**
 * All other tests, except those that run other programs, measure time, bundle or check types, read documentation pages,
 * or judge many thousands of documents; and except the packs' individual cases and vectors, which packs/anew.test.ts
 * runs.
 */
const REST = {
  include: ['test/**/*.test.ts'],
  exclude: [
    'test/{api,check,cli,docs,fuzz,generate,package,release,scripts,testing}/**',
    'test/**/*.{slow,nightly}.test.ts',
    'test/**/{bundle,speed,types,type-tests}.test.ts',
    'test/document/openapi-lint.test.ts',
    'test/examples/{container,receivers}.test.ts',
    'test/judges/judges.test.ts',
    'test/packs/{built-in-inventory,cases,shared-cases}.test.ts',
    'test/properties/{garbage,mutations,valid}.test.ts',
    'test/vectors/{other-languages,se-receipt-1}.test.ts',
  ],
};

/** The tests that Stryker runs against each mutant, in one process and in a fixed order. */
export default defineConfig({
  resolve: whole.resolve ?? {},
  test: {
    ...(process.env.MUTATION_PART === 'kit' ? KIT : REST),
    setupFiles: './test/support/fixed-seed.ts',
    pool: 'threads',
    // The modules are loaded once for all files in a run. Each mutant has a separate run and thread.
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: QuickFirst },
    // On a busy machine, a test takes many times as long; Stryker sets separate limits.
    testTimeout: 600_000,
    cache: false,
  },
});
