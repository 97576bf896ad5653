import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * A random sample of the mutants: `MUTATION_SAMPLE=16` keeps about one in 16, chosen by `MUTATION_SEED` (default 1). A
 * hash of the mutant's file, place and change decides, so that the same code and seed give the same sample anywhere.
 * This checker reports the other mutants as compile errors, the only result it can give for a mutant that should not
 * run; scores ignore them.
 *
 * An ignorer cannot do this: if it excludes a node, it excludes everything inside the node.
 */
const ONE_OF = Number(process.env.MUTATION_SAMPLE ?? 1);
const SEED = process.env.MUTATION_SEED ?? '1';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function isKept({ fileName, location: { start, end }, mutatorName, replacement }) {
  const place = [start.line, start.column, end.line, end.column].join(':');
  const text = JSON.stringify([SEED, relative(ROOT, fileName), place, mutatorName, replacement]);
  return createHash('sha256').update(text).digest().readUInt32BE() % ONE_OF === 0;
}

class Sample {
  async init() {}

  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isKept(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    );
  }

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', Sample)];
