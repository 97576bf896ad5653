import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The programs that tests start. */
const ENTRIES = {
  main: 'examples/reference-server/src/main.ts',
  standby: 'examples/reference-server/test/support/standby.ts',
};

/**
 * Bundles the server into a folder, once for all processes that tests start: tsx takes a second of processor time for each.
 * Packages are not part of it.
 */
export async function buildServer(folder: string): Promise<void> {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // The standby process loads main.ts later, and needs its modules then.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [ownAddresses],
  });
}

/** The files that a module reads are next to its source. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup(context) {
    context.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};
