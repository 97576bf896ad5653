import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

/** Every folder under packs/ is an entry of its own, so that a new country gets its import path without an edit here. */
const packEntries = Object.fromEntries(
  readdirSync('packs', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`packs/${entry.name}/law.json`))
    .map((entry) => [`packs/${entry.name}/index`, `packs/${entry.name}/index.ts`]),
);

const library = {
  index: 'src/index.ts',
  'packs/index': 'packs/index.ts',
  ...packEntries,
  'schemas/index': 'schemas/index.ts',
  'webhook/index': 'src/webhook/index.ts',
  'cursor/index': 'src/cursor/index.ts',
  'complete/index': 'src/complete/index.ts',
  'draw/index': 'src/draw/index.ts',
  'testing/index': 'src/testing/index.ts',
};

const common: Options = {
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  // Consumers need no type package of their own: types that come from elsewhere are written into ours.
  dts: { entry: library, resolve: ['@standard-schema/spec'] },
  // Without its protocol node:test would be another module, and Deno finds no fs.
  removeNodeProtocol: false,
  external: [/^node:/],
  // Vectors, types and two module formats are to stay within 2 MB; whoever reads the code reads the repository.
  minify: true,
};

const SCHEMAS = 'schemas/2.1';

/** The schemas as files of the package, each on one line. */
async function writeSchemas(): Promise<void> {
  mkdirSync(`dist/${SCHEMAS}`, { recursive: true });
  for (const name of readdirSync(SCHEMAS)) {
    writeFileSync(`dist/${SCHEMAS}/${name}`, JSON.stringify(JSON.parse(readFileSync(`${SCHEMAS}/${name}`, 'utf8'))));
  }
}

/** CommonJS reads those files: the schemas need not be in the package once more. */
const schemasFromFiles: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'schemas-from-files',
  setup: (build) => {
    build.onResolve({ filter: /^\.\/2\.1\/.*\.json$/ }, ({ path }) => ({ path, external: true }));
  },
};

// `npm run build` empties dist first: the two run side by side.
export default defineConfig([
  { ...common, format: 'esm', entry: { ...library, 'cli/main': 'cli/main.ts' } },
  { ...common, format: 'cjs', entry: library, esbuildPlugins: [schemasFromFiles], onSuccess: writeSchemas },
]);
