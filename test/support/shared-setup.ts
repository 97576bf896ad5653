import type { TestProject } from 'vitest/node';

type Provided = Parameters<TestProject['provide']>;
type Setup = (project: Pick<TestProject, 'provide'>) => Promise<() => Promise<void> | void>;

interface Running {
  readonly provided: readonly Provided[];
  readonly dispose: () => Promise<void> | void;
  users: number;
}

/** Running setups by name, shared by all projects of the run: each project reloads its setup in the same process. */
const running = ((globalThis as { sharedSetups?: Map<string, Promise<Running>> }).sharedSetups ??= new Map<
  string,
  Promise<Running>
>());

/** Runs a global setup once for all projects of a run, and tears it down after the last project. */
export function sharedSetup(name: string, setup: Setup) {
  return async (project: TestProject): Promise<() => Promise<void>> => {
    const begin = async (): Promise<Running> => {
      const provided: Provided[] = [];
      const dispose = await setup({ provide: (...given: Provided) => void provided.push(given) });
      return { provided, dispose, users: 0 };
    };
    if (!running.has(name)) running.set(name, begin());
    const one = await running.get(name)!;
    one.users++;
    for (const [key, value] of one.provided) project.provide(key, value);
    return async () => {
      if (--one.users > 0) return;
      running.delete(name);
      await one.dispose();
    };
  };
}
