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

/** The declarations that `npm run build:types` writes: bundling them takes a fraction of what bundling sources takes. */
const types = Object.fromEntries(
  Object.entries(library).map(([name, path]) => [name, `.cache/types/${path.replace(/\.ts$/, '.d.ts')}`]),
);

const common: Options = {
  tsconfig: 'tsconfig.package.json',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  // Without its protocol node:test would be another module, and Deno finds no fs.
  removeNodeProtocol: false,
  external: [/^node:/],
  // Vectors, types and two module formats must stay within 2.5 MB. Readers of the code use the repository.
  minify: true,
  // Keeps non-ASCII letters unescaped: an escape takes six bytes.
  esbuildOptions: (options) => {
    options.charset = 'utf8';
  },
};

/**
 * The import path of a pack names one of the module that has them all: a process that takes all thirty reads one file instead
 * of thirty, and bundlers take one of them out of it as well.
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

/** The schemas as files of the package, each on one line. Layouts are of the packs of the repository only. */
function writeSchemas(): void {
  mkdirSync(`dist/${SCHEMAS}`, { recursive: true });
  for (const name of readdirSync(SCHEMAS)) {
    if (name === 'layout.json') continue;
    writeFileSync(`dist/${SCHEMAS}/${name}`, JSON.stringify(JSON.parse(readFileSync(`${SCHEMAS}/${name}`, 'utf8'))));
  }
}

/**
 * Moves the types to CommonJS, and lets the modules have them from there: a module may import from CommonJS, but not the
 * other way round, and two copies are 170 KB. What imports the types of a package stays apart, since these differ too.
 */
function shareTypes(): void {
  // A part that entries share has `.d` in its name, from the name of its first file of declarations.
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

/** CommonJS reads those files: the schemas need not be in the package once more. */
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

// `npm run build` empties dist first: the two run side by side.
export default defineConfig([
  {
    ...common,
    format: 'esm',
    entry: { ...library, 'cli/main': 'cli/main.ts' },
    // Consumers need no further type package: types of other packages are written into ours.
    dts: { entry: types, resolve: ['@standard-schema/spec'] },
  },
  { ...common, format: 'cjs', entry: library, esbuildPlugins: [schemasFromFiles], onSuccess: writeFiles },
]);
