/** A command that must succeed, with its name in the summary. */
export interface Gate {
  readonly name: string;
  readonly command: string;
}

const script = (name: string, command = `npm run --silent ${name}`): Gate => ({ name, command });

/**
 * Gates that only read the sources, longest first. The API reports, the demo and the package tests need a build
 * that includes the type declarations.
 */
export const GATES: readonly Gate[] = [
  script('lint'),
  script('typecheck'),
  script('build'),
  script('generate --check', 'npm run --silent generate -- --check'),
  script('format:check'),
  script('unused'),
  script('depcruise'),
];

/** Gates that need the build and use the whole machine, one by one. */
export const TESTS: readonly Gate[] = [
  script('api --check', 'npm run --silent api -- --check'),
  script('demo', 'node examples/demo.mjs && node examples/demo.mjs --all'),
  script('test:check'),
];

/**
 * The slow gates, which repeat the long tests with more packs, samples, killed processes or machines, and build the
 * documentation site: `npm run nightly`.
 */
export const NIGHTLY: readonly Gate[] = [
  script('check', 'npm run --silent check'),
  script('test:slow'),
  script('test:nightly'),
  script('test:databases'),
  script('test:draws'),
  script('judge', 'npm run --silent judge -- --runs 100000'),
  script('fuzz', 'npm run --silent fuzz -- --seconds 120'),
  script('check:survival'),
  script('check:pages'),
];
