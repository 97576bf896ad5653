import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, transform, type Loader, type Plugin } from 'esbuild';
import { laws } from './laws.js';
import { samples } from './samples.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ENTRIES = ['first', 'rest'] as const;
const IMPORTED = /\bfrom\s*"\.\/([^"]+)"|\bimport\s*"\.\/([^"]+)"/g;

/**
 * The global variable in which the page's scripts store their modules, because inline scripts cannot import each other.
 */
const REGISTRY = 'receiptPlayground';

/**
 * Builds the page's two scripts. The first draws the first receipt; the second contains all modules that are not in the
 * first.
 */
export async function scripts(): Promise<[string, string]> {
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
    plugins: [data],
  });
  const modules = new Map(outputFiles.map(({ path, text }) => [path.split(/[/\\]/).at(-1)!, text]));
  const done = new Set<string>();
  const written: string[] = [];
  for (const [i, name] of ENTRIES.entries()) {
    const parts = i === 0 ? [`var ${REGISTRY}={};`] : [];
    for (const file of withImports(`${name}.js`, modules, done)) parts.push(await wrapped(file, modules.get(file)!));
    written.push(parts.join(''));
  }
  return written as [string, string];
}

const RECEIVERS = [
  ['Node', '../../receive-webhooks-node.mjs'],
  ['Hono', '../../receive-webhooks-hono.mjs'],
  ['Python', '../../receive-webhooks.py'],
  ['Go', '../../receive-webhooks.go'],
] as const;

/** An esbuild plugin that generates the `playground:` modules from files in the repository. */
const data: Plugin = {
  name: 'data',
  setup(build) {
    build.onResolve({ filter: /^playground:/ }, ({ path }) => ({ path, namespace: 'playground' }));
    build.onLoad({ filter: /^playground:start$/, namespace: 'playground' }, () => ({
      contents: readFileSync(at('../src/start.json'), 'utf8'),
      loader: 'text',
    }));
    build.onLoad({ filter: /^playground:receivers$/, namespace: 'playground' }, () => ({
      contents: JSON.stringify(RECEIVERS.map(([name, file]) => ({ name, text: readFileSync(at(file), 'utf8') }))),
      loader: 'json',
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

/** Lists a module after all its imports, without the modules that have already been listed. */
function withImports(file: string, modules: ReadonlyMap<string, string>, done: Set<string>): string[] {
  if (done.has(file)) return [];
  done.add(file);
  const imported = [...modules.get(file)!.matchAll(IMPORTED)].map(([, from, alone]) => (from ?? alone)!);
  return [...imported.flatMap((name) => withImports(name, modules, done)), file];
}

/** Wraps a module in an immediately invoked function. */
async function wrapped(file: string, text: string): Promise<string> {
  const { code } = await transform(text, { format: 'cjs', minify: true, target: 'es2022' });
  return `(function(module,require){${code.trim()}${REGISTRY}[${JSON.stringify(`./${file}`)}]=module.exports})({exports:{}},function(n){return ${REGISTRY}[n]});`;
}

export async function minify(text: string, loader: Loader): Promise<string> {
  return (await transform(text, { loader, minify: true })).code.trim();
}
