import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import whole from './vitest.config';

/**
 * The first test that fails ends the run of a mutant. What finds most comes first: the cases of the packs and the faults of
 * the property kit, each all in one test, which also loads what they reach, so that what is evaluated on load is seen to be
 * reached by it.
 */
class AnewFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const key = ({ moduleId }: TestSpecification) =>
      `${/\/anew\.(?:check\.)?test\.ts$/.test(moduleId) ? 0 : 1} ${moduleId}`;
    return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
}

/** Tests of the property kit, which take seconds each: run against its own mutants alone. */
const KIT = {
  include: ['test/testing/**/*.test.ts', 'test/properties/mutations.test.ts'],
  // What anew.check.test.ts does too, with more draws.
  exclude: ['test/testing/{types,laws,draws-valid.check,knows-faults.check}.test.ts'],
};

/**
 * Left out is what runs other programs, measures time, bundles or types, reads the pages of documentation, or judges many
 * thousands of documents; and the cases and vectors of the packs one by one, since packs/anew.test.ts has them.
 */
const REST = {
  include: ['test/**/*.test.ts'],
  exclude: [
    'test/{cli,docs,fuzz,generate,judges,package,properties,release,scripts,testing}/**',
    'test/**/*.check.test.ts',
    'test/**/{bundle,hostile,packs,speed,types}.test.ts',
    'test/complete/{properties,recompute}.test.ts',
    'test/document/openapi*.test.ts',
    'test/examples/{container,cookbook,receivers}.test.ts',
    'test/packs/{cases,declared,inventory}.test.ts',
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
    // The modules are loaded once for all files of a run; each mutant has a run, and a thread, of its own.
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: AnewFirst },
    testTimeout: 60_000,
    cache: false,
  },
});
