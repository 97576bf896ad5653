import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestModule, Vitest } from 'vitest/node';
import ClosingLine from '../../scripts/closing-line';

const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

/** A module with tests in these states. */
const moduleOf = (...states: readonly string[]) =>
  ({
    errors: () => [],
    children: {
      allSuites: () => [],
      allTests: () => states.map((state) => ({ result: () => ({ state }), meta: () => ({}), options: {} })),
    },
  }) as unknown as TestModule;

describe('the end of a run', () => {
  it.each<[filter: RegExp | undefined, states: readonly string[], fails: boolean]>([
    [/no such name/, [], true],
    [/^a name$/, ['passed'], false],
    [undefined, [], false],
  ])('of -t %s with tests that %j', (testNamePattern, states, fails) => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const reporter = new ClosingLine();
    reporter.onInit({ config: { testNamePattern } } as unknown as Vitest);
    reporter.onTestRunEnd([moduleOf(...states)], []);
    expect(process.exitCode === 1).toBe(fails);
    expect(log.mock.lastCall).toEqual([`Tests: ${states.length} passed, 0 failed`]);
  });
});
