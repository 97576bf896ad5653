/** A command that must succeed, by the name that the summary gives it. */
export interface Gate {
  readonly name: string;
  readonly command: string;
}

const script = (name: string, command = `npm run --silent ${name}`): Gate => ({ name, command });

/**
 * What only reads the sources, the longest first. The build, with its types, is what the reports of the interface are made of, what
 * the demo shows and what the tests of the package pack.
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

/** What needs the build, and fills the machine: one after the other. The tests are one run, which sets up each project once. */
export const TESTS: readonly Gate[] = [
  script('api --check', 'npm run --silent api -- --check'),
  script('demo', 'node examples/demo.mjs'),
  script('test, test:check', 'npm run --silent test:all'),
];

/** What takes longest and proves the same with more draws, more kills or more machines: `npm run nightly`. */
export const NIGHTLY: readonly Gate[] = [
  script('check', 'npm run --silent check'),
  script('test:draws'),
  script('judge', 'npm run --silent judge -- --runs 100000'),
  script('fuzz', 'npm run --silent fuzz -- --seconds 120'),
  script('check:survival'),
  script('check:pages'),
];
