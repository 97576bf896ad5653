import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import TestOrder from './scripts/test-order.js';
import { HUNG_MS } from './test/support/hung.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^receipt-rule-packs$/, replacement: at('./src/index.ts') },
      { find: /^receipt-rule-packs\/packs$/, replacement: at('./packs/index.ts') },
      { find: /^receipt-rule-packs\/packs\/(.+)$/, replacement: at('./packs/$1/index.ts') },
      { find: /^receipt-rule-packs\/schemas$/, replacement: at('./schemas/index.ts') },
      { find: /^receipt-rule-packs\/from\/(.+)$/, replacement: at('./src/from/$1/index.ts') },
      { find: /^receipt-rule-packs\/client\/node$/, replacement: at('./src/client/node/index.ts') },
      {
        find: /^receipt-rule-packs\/(webhook|cursor|client|complete|diagnose|draw|signing|testing|testing\/service)$/,
        replacement: at('./src/$1/index.ts'),
      },
    ],
  },
  test: {
    reporters: ['default', './scripts/closing-line.ts'],
    sequence: { shuffle: true, sequencer: TestOrder },
    cache: false,
    passWithNoTests: false,
    // Processes that tests start must not leave tsx's compiled files in the temporary folder.
    env: { TSX_DISABLE_CACHE: '1' },
    testTimeout: HUNG_MS,
    hookTimeout: HUNG_MS,
    expect: { poll: { timeout: HUNG_MS } },
    // The server's tests spend most of their time waiting.
    maxWorkers: 3,
    globalSetup: './examples/dashboard/test/browser/setup.ts',
    projects: [
      {
        // The reference server and its dashboard, on the embedded database and on a real PostgreSQL.
        extends: true,
        test: {
          name: 'server',
          // As in the other projects of `npm test`, workers keep their loaded modules for the next file: reloading them
          // took a quarter of the time.
          isolate: false,
          include: ['examples/{reference-server,dashboard,minimal}/test/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', '**/*.nightly.test.ts'],
          globalSetup: './examples/reference-server/test/support/postgres.ts',
        },
      },
      {
        // The server's slow tests, part of `npm run test:slow`; `npm test` has one test of each kind.
        extends: true,
        test: {
          name: 'slow-server',
          isolate: false,
          include: ['examples/*/test/**/*.slow.test.ts'],
          exclude: ['examples/playground/**'],
          globalSetup: './examples/reference-server/test/support/postgres.ts',
        },
      },
      {
        // Tests that kill more processes, and measure how long one user's load delays others: `npm run check:survival`,
        // nightly.
        extends: true,
        test: {
          name: 'nightly-server',
          include: ['examples/*/test/**/*.nightly.test.ts'],
          globalSetup: './examples/reference-server/test/support/postgres.ts',
        },
      },
      {
        // The playground in a browser, built once for all these tests.
        extends: true,
        test: {
          name: 'playground',
          isolate: false,
          include: ['examples/playground/test/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', '**/*.pages.test.ts'],
          setupFiles: './test/support/fixed-seed.ts',
          globalSetup: './examples/playground/test/support/built.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'slow-playground',
          include: ['examples/playground/test/**/*.slow.test.ts'],
          globalSetup: './examples/playground/test/support/built.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'source',
          isolate: false,
          include: ['test/**/*.test.ts'],
          // These two exist for mutation testing: each repeats the other tests' cases within one test.
          exclude: ['test/package/**', 'test/**/*.{slow,nightly}.test.ts', 'test/packs/{anew,declared}.test.ts'],
          setupFiles: './test/support/fixed-seed.ts',
        },
      },
      {
        // Tests that take too long for `npm run check`: `npm run test:slow`.
        extends: true,
        test: {
          name: 'slow',
          isolate: false,
          include: ['test/**/*.slow.test.ts'],
          // These two exist for mutation testing: they repeat other tests of src/testing with fewer samples.
          exclude: ['test/package/**', 'test/testing/{anew,each-fault}.slow.test.ts'],
          setupFiles: './test/support/fixed-seed.ts',
        },
      },
      {
        // Tests that take minutes: the suite with five more packs, and the documentation site in a browser: `npm run
        // test:nightly`.
        extends: true,
        test: {
          name: 'nightly',
          include: ['test/**/*.nightly.test.ts'],
          setupFiles: './test/support/fixed-seed.ts',
        },
      },
      {
        // Measurements and screenshots, which are not part of `npm run check`: `npm run check:pages`.
        extends: true,
        test: {
          name: 'pages',
          include: ['examples/playground/test/**/*.pages.test.ts'],
          globalSetup: './examples/playground/test/support/built.ts',
        },
      },
      {
        // The package that users get: the packed tarball, installed once for all these tests.
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          globalSetup: './test/package/install.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'slow-package',
          include: ['test/package/**/*.slow.test.ts'],
          globalSetup: './test/package/install.ts',
        },
      },
    ],
  },
});
