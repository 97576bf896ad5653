import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Options } from 'tsup';

/** Every folder under packs/ gets its own import path, so that a new country needs no edit here. */
const PACKS = readdirSync('packs', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`packs/${entry.name}/law.json`))
  .map(({ name }) => name);

/** Every adapter as well. */
const ADAPTERS = readdirSync('src/from').filter((name) => existsSync(`src/from/${name}/index.ts`));

const library = {
  index: 'src/index.ts',
  'packs/index': 'packs/index.ts',
  'schemas/index': 'schemas/index.ts',
  'webhook/index': 'src/webhook/index.ts',
  'cursor/index': 'src/cursor/index.ts',
  'client/index': 'src/client/index.ts',
  'client/node/index': 'src/client/node/index.ts',
  'complete/index': 'src/complete/index.ts',
  'diagnose/index': 'src/diagnose/index.ts',
  ...Object.fromEntries(ADAPTERS.map((name) => [`from/${name}/index`, `src/from/${name}/index.ts`])),
  'draw/index': 'src/draw/index.ts',
  'signing/index': 'src/signing/index.ts',
  'testing/index': 'src/testing/index.ts',
  'testing/service/index': 'src/testing/service/index.ts',
};

/**
 * The declarations that `npm run build:types` writes: bundling these takes a fraction of the time that bundling sources
 * takes.
 */
const types = Object.fromEntries(
  Object.entries(library).map(([name, path]) => [name, `.cache/types/${path.replace(/\.ts$/, '.d.ts')}`]),
);

const common: Options = {
  tsconfig: 'tsconfig.package.json',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  // Without the prefix `node:`, `node:test` would become a different module, and Deno would not find `fs`.
  removeNodeProtocol: false,
  external: [/^node:/],
  // Minified, because vectors, types and two module formats must fit in 2.5 MB; the readable code is in the repository.
  minify: true,
  // Keeps non-ASCII letters unescaped: an escape takes six bytes.
  esbuildOptions: (options) => {
    options.charset = 'utf8';
  },
};

/**
 * A pack's import path exports one pack from the module with all packs: a process that uses all thirty reads one file
 * instead of thirty, and bundlers still drop the others.
 */
function writePackEntries(): void {
  for (const id of PACKS) {
    const name = id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const folder = `dist/packs/${id}`;
    mkdirSync(folder, { recursive: true });
    const named = `export { ${name} } from '../index.js';\n`;
    writeFileSync(`${folder}/index.js`, named);
    writeFileSync(`${folder}/index.d.ts`, named);
    const required = `exports.${name} = require('../index.cjs').${name};\n`;
    writeFileSync(`${folder}/index.cjs`, `Object.defineProperty(exports, '__esModule', { value: true });\n${required}`);
  }
}

const SCHEMAS = 'schemas/2.1';

/**
 * Writes the schemas as files in the package, each on one line. Leaves out the layout schema, because only the
 * repository's packs have layouts.
 */
function writeSchemas(): void {
  mkdirSync(`dist/${SCHEMAS}`, { recursive: true });
  for (const name of readdirSync(SCHEMAS)) {
    if (name === 'layout.json') continue;
    writeFileSync(`dist/${SCHEMAS}/${name}`, JSON.stringify(JSON.parse(readFileSync(`${SCHEMAS}/${name}`, 'utf8'))));
  }
}

/**
 * Moves the types to CommonJS, and lets the ES modules import them from there: a module may import from CommonJS, but
 * not vice versa, and two copies would take 170 KB. Declarations that import a package's types stay separate, because
 * those types differ too.
 */
function shareTypes(): void {
  // A shared chunk has `.d` in its name, which comes from its first declaration file.
  const named = (path: string): string => path.replace('.d-', '-');
  const names = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
  for (const name of names) {
    const types = readFileSync(`dist/${name}`, 'utf8').replaceAll(
      / '(\.[^'\n]*)\.js';$/gm,
      (_, path: string) => ` '${named(path)}.cjs';`,
    );
    rmSync(`dist/${name}`);
    const path = `dist/${named(name)}`;
    writeFileSync(path.replace(/ts$/, 'cts'), types);
    if (/ from '(?!\.|node:)/.test(types)) writeFileSync(path, types);
    else if (basename(name) === 'index.d.ts') writeFileSync(path, "export * from './index.cjs';\n");
  }
}

async function writeFiles(): Promise<void> {
  writePackEntries();
  writeSchemas();
}

/** CommonJS reads those files, so the package need not contain the schemas a second time. */
const schemasFromFiles: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'schemas-from-files',
  setup: (build) => {
    build.onResolve({ filter: /^\.\/2\.1\/.*\.json$/ }, ({ path }) => ({ path, external: true }));
    build.onResolve({ filter: /^\.\/openapi\.js$/ }, () => ({ path: './2.1/openapi.json', external: true }));
  },
};

// tsup does not report when the types are written.
process.once('exit', (code) => {
  if (code === 0) shareTypes();
});

// `npm run build` empties dist first, because the two builds run in parallel.
export default defineConfig([
  {
    ...common,
    format: 'esm',
    entry: { ...library, 'cli/main': 'cli/main.ts' },
    // Consumers need no other type packages: our declarations contain the types from other packages.
    dts: { entry: types, resolve: ['@standard-schema/spec'] },
  },
  { ...common, format: 'cjs', entry: library, esbuildPlugins: [schemasFromFiles], onSuccess: writeFiles },
]);
