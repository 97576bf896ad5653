import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of test files: random by the seed of the run, but one project after the other, as they are first named. A worker goes
 * on to the next file, with the modules that it has loaded, only where that is of the same project.
 */
export default class ProjectByProject extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const projects = this.ctx.projects.map(({ name }) => name);
    const draw = ({ moduleId }: TestSpecification) => createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    const keyed = files.map((file) => ({ file, project: projects.indexOf(file.project.name), drawn: draw(file) }));
    keyed.sort((a, b) => a.project - b.project || (a.drawn < b.drawn ? -1 : 1));
    return Promise.resolve(keyed.map(({ file }) => file));
  }
}
