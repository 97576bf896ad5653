import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * A random sample of the mutants: `MUTATION_SAMPLE=120` keeps about one in 120, chosen by `MUTATION_SEED` (default 1):
 * one file in 12, and in these files one mutant in ten. The choice depends on hashes of the file, and of the mutant's
 * place and change, so that the same code and seed produce the same sample anywhere.
 *
 * Other files are not instrumented, because recording which test reaches which mutant, for all files, takes more memory
 * than the process has. This checker reports the other mutants of a file as compile errors, the only possible result
 * for a mutant that should not run; scores ignore them. An ignorer cannot do this: if it excludes a node, it excludes
 * everything inside the node.
 */
const ONE_FILE_OF = 12;
const ONE_OF = Math.ceil(Number(process.env.MUTATION_SAMPLE ?? 1) / ONE_FILE_OF);
const SEED = process.env.MUTATION_SEED ?? '1';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const isChosen = (oneOf, ...key) =>
  createHash('sha256')
    .update(JSON.stringify([SEED, ...key]))
    .digest()
    .readUInt32BE() %
    oneOf ===
  0;

/** The files of a folder that are in the sample, if their names end in `ending`. */
export const sampledFiles = (folder, ending = '.ts') =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith(ending) && isChosen(ONE_FILE_OF, file));

function isKept({ fileName, location: { start, end }, mutatorName, replacement }) {
  const place = [start.line, start.column, end.line, end.column].join(':');
  return isChosen(ONE_OF, relative(ROOT, fileName), place, mutatorName, replacement);
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
