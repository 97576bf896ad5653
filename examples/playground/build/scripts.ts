import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, transform, type Loader, type Plugin } from 'esbuild';
import { laws } from './laws.js';
import { samples } from './samples.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ENTRIES = ['first', 'rest', 'codemirror'] as const;
const IMPORTED = /\bfrom\s*"\.\/([^"]+)"|\bimport\s*"\.\/([^"]+)"/g;

/** Where the scripts of the page store their modules: they are in one file and can import nothing. */
const REGISTRY = 'receiptPlayground';

/**
 * The three scripts of the page: the first draws the first receipt, the second is the rest, and the third the editor.
 * Each has the modules that it needs and that earlier scripts do not have.
 */
export async function scripts(): Promise<[string, string, string]> {
  const { outputFiles } = await build({
    entryPoints: ENTRIES.map((name) => at(`../src/${name}.ts`)),
    outdir: at('../out'),
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    tsconfig: at('../../../tsconfig.json'),
    logLevel: 'silent',
    chunkNames: '[hash]',
    plugins: [data, unused],
  });
  const modules = new Map(outputFiles.map(({ path, text }) => [path.split(/[/\\]/).at(-1)!, text]));
  const done = new Set<string>();
  const written: string[] = [];
  for (const [i, name] of ENTRIES.entries()) {
    const parts = i === 0 ? [`var ${REGISTRY}={};`] : [];
    for (const file of withImports(`${name}.js`, modules, done)) parts.push(await wrapped(file, modules.get(file)!));
    written.push(parts.join(''));
  }
  return written as [string, string, string];
}

/** Modules that are made here, from files of the repository. */
const data: Plugin = {
  name: 'data',
  setup(build) {
    build.onResolve({ filter: /^playground:/ }, ({ path }) => ({ path, namespace: 'playground' }));
    build.onLoad({ filter: /^playground:start$/, namespace: 'playground' }, () => ({
      contents: readFileSync(at('../src/start.json'), 'utf8'),
      loader: 'text',
    }));
    build.onLoad({ filter: /^playground:laws$/, namespace: 'playground' }, () => ({
      contents: JSON.stringify(laws()),
      loader: 'json',
    }));
    build.onLoad({ filter: /^playground:samples$/, namespace: 'playground' }, () => ({
      contents: JSON.stringify(samples()),
      loader: 'json',
    }));
  },
};

/**
 * CodeMirror's commands import the parser for languages. Only the history is used from them, which does not need it.
 */
const unused: Plugin = {
  name: 'unused',
  setup(build) {
    build.onResolve({ filter: /^@lezer\/common$/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'resolving') return undefined;
      return { ...(await build.resolve(path, { ...options, pluginData: 'resolving' })), sideEffects: false };
    });
  },
};

/** A module after all modules that it imports, without those that an earlier script has. */
function withImports(file: string, modules: ReadonlyMap<string, string>, done: Set<string>): string[] {
  if (done.has(file)) return [];
  done.add(file);
  const imported = [...modules.get(file)!.matchAll(IMPORTED)].map(([, from, alone]) => (from ?? alone)!);
  return [...imported.flatMap((name) => withImports(name, modules, done)), file];
}

/** A module as a function that is called at once. */
async function wrapped(file: string, text: string): Promise<string> {
  const { code } = await transform(text, { format: 'cjs', minify: true, target: 'es2022' });
  return `(function(module,require){${code.trim()}${REGISTRY}[${JSON.stringify(`./${file}`)}]=module.exports})({exports:{}},function(n){return ${REGISTRY}[n]});`;
}

export async function minify(text: string, loader: Loader): Promise<string> {
  return (await transform(text, { loader, minify: true })).code.trim();
}
