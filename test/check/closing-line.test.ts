import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestModule, Vitest } from 'vitest/node';
import ClosingLine from '../../scripts/closing-line';

const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

/** A module with one test for each state, which its name contains. */
const moduleOf = (...states: readonly string[]) =>
  ({
    type: 'module',
    moduleId: 'a.test.ts',
    errors: () => [],
    children: {
      allSuites: () => [],
      allTests: () =>
        states.map((state) => ({
          type: 'test',
          result: () => ({ state, errors: state === 'failed' ? [{ message: 'expected 1 to be 2' }] : [] }),
          fullName: `on citus > ${state}`,
          module: { moduleId: 'a.test.ts' },
        })),
    },
  }) as unknown as TestModule;

describe('the closing line of a test run', () => {
  it.each<[filter: RegExp | undefined, states: readonly string[], fails: boolean]>([
    [/no such name/, [], true],
    [/^a name$/, ['passed'], false],
    [undefined, [], false],
  ])('fails only a run whose filter -t matches no test: %s, %j', (testNamePattern, states, fails) => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const reporter = new ClosingLine();
    reporter.onInit({ config: { testNamePattern } } as unknown as Vitest);
    reporter.onTestRunEnd([moduleOf(...states)], []);
    expect(process.exitCode === 1).toBe(fails);
    expect(log.mock.lastCall).toEqual([`Tests: ${states.length} passed, 0 failed`]);
  });

  it('is not preceded by a list of the tests that -t excludes', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const reporter = new ClosingLine();
    reporter.onInit({ config: { testNamePattern: /citus passed/ } } as unknown as Vitest);
    reporter.onTestRunEnd([moduleOf('passed', 'skipped')], []);
    expect(log.mock.calls).toEqual([['Tests: 1 passed, 0 failed']]);
  });

  it('follows the tests that failed, with their errors', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const reporter = new ClosingLine();
    reporter.onInit({ config: {} } as unknown as Vitest);
    reporter.onTestRunEnd([moduleOf('passed', 'failed')], []);
    expect(log.mock.calls).toEqual([
      ['FAILED a.test.ts > on citus > failed: expected 1 to be 2'],
      ['Tests: 1 passed, 1 failed'],
    ]);
  });
});
