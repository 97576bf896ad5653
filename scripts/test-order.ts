import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that take a minute or more start first: if they started last, no other tests would be left to run alongside
 * them.
 */
const LONG = /\/complete\/(?:properties|promises)\.slow\.test\.ts$/;

/**
 * Shuffles the test files with the run's seed. Files of a project without isolation stay together, because a worker can
 * reuse loaded modules only for the next file of the same project.
 */
export default class TestOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const projects = this.ctx.projects.map(({ name }) => name);
    const groupOf = ({ project, moduleId }: TestSpecification) => {
      if (LONG.test(moduleId)) return -2;
      return project.config.isolate ? -1 : projects.indexOf(project.name);
    };
    const drawn = ({ moduleId }: TestSpecification) => createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    const keyed = files.map((file) => ({ file, group: groupOf(file), key: drawn(file) }));
    keyed.sort((a, b) => a.group - b.group || (a.key < b.key ? -1 : 1));
    return Promise.resolve(keyed.map(({ file }) => file));
  }
}
