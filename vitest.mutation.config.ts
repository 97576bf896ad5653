import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import whole from './vitest.config';

/**
 * The first test that fails ends the run of a mutant. The cases of the packs come first, as they find most, all of them in
 * one test, which also loads what they reach, so that what is evaluated on load is seen to be reached by it. The files
 * that take seconds come last.
 */
const rank = (path: string) =>
  path.endsWith('/packs/anew.test.ts') ? 0 : /\/test\/(?:properties|testing)\//.test(path) ? 2 : 1;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const key = ({ moduleId }: TestSpecification) => `${rank(moduleId)} ${moduleId}`;
    return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
}

/**
 * The tests that Stryker runs against each mutant: those of the library's own code that are quick, in one process and in
 * a fixed order. Left out is what runs other programs, measures time, bundles or types, reads the pages of documentation,
 * or judges many thousands of documents; and the cases and vectors of the packs one by one, since anew.test.ts has them.
 */
export default defineConfig({
  resolve: whole.resolve ?? {},
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/{package,docs,cli,fuzz}/**',
      'test/**/*.check.test.ts',
      'test/**/{types,speed}.test.ts',
      'test/webhook/bundle.test.ts',
      'test/vectors/se-receipt-1.test.ts',
      'test/packs/cases.test.ts',
      'test/judges/judges.test.ts',
      'test/properties/{garbage,mutations,valid}.test.ts',
      'test/testing/**',
    ],
    pool: 'threads',
    // The modules are loaded once for all files of a run; each mutant has a run, and a thread, of its own.
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: QuickFirst },
    testTimeout: 60_000,
    cache: false,
  },
});
