/** Checks that the type tests call every function and class in every import path. test/package compiles them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'receipt-rule-packs';
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: object };

/** The import paths of all modules, such as `receipt-rule-packs/from/square`. */
const MODULES = Object.keys(exports)
  .filter((path) => !path.endsWith('.json'))
  .flatMap((path) =>
    path.endsWith('/*') ? foldersIn(path.slice(2, -2)).map((name) => path.slice(0, -1) + name) : path,
  )
  .map((path) => NAME + path.slice(1));

/** Modules that export packs: values without functions, so there is nothing to call. */
const WITHOUT_FUNCTIONS = new RegExp(`^${NAME}/packs\\b`);

/** The folders that `*` stands for. */
function foldersIn(parent: string): string[] {
  const folder = [`src/${parent}`, parent].map((path) => join(ROOT, path)).find((path) => existsSync(path))!;
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')));
}

const TESTS = readdirSync(join(ROOT, 'test-d'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(ROOT, 'test-d', file), 'utf8'));

/** The name by which a file can call a module's export: `toDraft`, or `square.toDraft`. */
function namesIn(text: string, module: string, exported: string): string[] {
  const imports = [...text.matchAll(/^import (?:\* as (\w+)|\{([^}]*)\}) from '([^']+)';$/gm)];
  return imports
    .filter(([, , , from]) => from === module)
    .flatMap(([, namespace, list = '']) => {
      if (namespace !== undefined) return [`${namespace}.${exported}`];
      return new RegExp(String.raw`(?<!type )\b${exported}\b`).test(list) ? [exported] : [];
    });
}

/** What no file in test-d has: the call of an export that compiles, or the one that must not. */
function missing(module: string, exported: string): string[] {
  const calls = { compiles: false, refused: false };
  for (const text of TESTS) {
    const lines = text.split('\n');
    for (const name of namesIn(text, module, exported)) {
      // All copies of this class have the same type, which the tests of the first import path call.
      if (exported === 'UsageError' && module !== NAME) return [];
      // An adapter's function has the type of another adapter's, which these lines call.
      if (text.includes(`holds<Equal<typeof ${name}, typeof ${exported}>>();`)) return [];
      const call = new RegExp(String.raw`(?<![\w.])${name.replace('.', String.raw`\.`)}\(`);
      lines.forEach((line, i) => {
        if (call.test(line) && !line.includes('//'))
          calls[lines[i - 1]?.includes('@ts-expect-error') ? 'refused' : 'compiles'] = true;
      });
    }
  }
  return [
    ...(calls.compiles ? [] : [`add a call of ${exported} from ${module} to a file in test-d`]),
    ...(calls.refused ? [] : [`add a wrong call of ${exported} from ${module}, below @ts-expect-error, to test-d`]),
  ];
}

it.each(MODULES)('%s: each function has a call that compiles and one that must not', async (module) => {
  const exported = Object.entries((await import(/* @vite-ignore */ module)) as object);
  const functions = exported.filter(([, value]) => typeof value === 'function').map(([name]) => name);
  expect(functions.length > 0).toBe(!WITHOUT_FUNCTIONS.test(module));
  expect(functions.flatMap((name) => missing(module, name))).toEqual([]);
});
