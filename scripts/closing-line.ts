import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** A vitest reporter that ends the output with the one line that scripts look for. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state).length;
    // Files that do not load, hooks that throw and errors outside of tests fail too.
    const containers = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = containers.filter((container) => container.errors().length > 0).length + unhandledErrors.length;
    console.log(`Tests: ${inState('passed')} passed, ${inState('failed') + broken} failed`);
  }
}
