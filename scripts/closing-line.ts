import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';

/**
 * A Vitest reporter that ends the output with the failures and a line for scripts to parse, and that fails the run if
 * `-t` matches no test.
 */
export default class ClosingLine implements Reporter {
  #filter: RegExp | undefined;

  onInit({ config }: Vitest): void {
    this.#filter = config.testNamePattern;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state).length;
    // Files that fail to load, hooks that throw, and errors outside tests count as failures too.
    const containers = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = containers.filter((container) => container.errors().length > 0).length + unhandledErrors.length;
    // Vitest matches `-t` against the names joined by spaces. Tests that `-t` excludes are skipped too.
    const chosen = tests.filter(({ fullName }) => this.#filter?.test(fullName.replaceAll(' > ', ' ')) ?? true);
    for (const line of [
      ...leftOut(chosen),
      ...failures([...tests, ...containers]),
      ...unhandledErrors.map(messageOf),
    ]) {
      console.log(line);
    }
    const ran = tests.some((test) => test.result().state !== 'skipped');
    if (this.#filter !== undefined && !ran && broken === 0) {
      console.log(`No test matches ${this.#filter}`);
      process.exitCode = 1;
    }
    console.log(`Tests: ${inState('passed')} passed, ${inState('failed') + broken} failed`);
  }
}

/** Repeats the failures at the end, which even a truncated log still contains. */
function failures(entities: readonly (TestCase | TestModule | TestSuite)[]): string[] {
  return entities.flatMap((entity) => {
    const errors = entity.type === 'test' ? (entity.result().errors ?? []) : entity.errors();
    const file = relative('', entity.type === 'module' ? entity.moduleId : entity.module.moduleId);
    const name = entity.type === 'module' ? '' : ` > ${entity.fullName}`;
    return errors.map((error) => `FAILED ${file}${name}: ${messageOf(error)}`);
  });
}

const messageOf = ({ message }: SerializedError): string => message.split('\n', 3).join(' ').slice(0, 300);

/** The missing environment variables for tests on Citus; no other tests may be skipped. */
const NEEDED = ['TEST_CITUS_URL', 'TEST_CITUS_CLUSTER'].filter((name) => !process.env[name]);

/** The tests skipped for lack of a Citus cluster, by file. */
function leftOut(tests: readonly TestCase[]): string[] {
  const names = tests
    .filter((test) => NEEDED.length > 0 && test.result().state === 'skipped' && /\bcitus\b/i.test(test.fullName))
    .map((test) => `${relative('', test.module.moduleId)} > ${test.fullName.split(' > ')[0]}`);
  const files = [...new Set(names)].map((name) => `  ${name}: ${names.filter((other) => other === name).length}`);
  return names.length === 0 ? [] : [`Left out without ${NEEDED.join(' and ')}:`, ...files.sort()];
}
