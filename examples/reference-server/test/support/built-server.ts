import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The programs that tests start. */
const ENTRIES = {
  main: 'examples/reference-server/src/main.ts',
  standby: 'examples/reference-server/test/support/standby.ts',
};

/** Bundles the server into a folder, once for all processes that tests start, because tsx would delay each of them. */
export async function buildServer(folder: string): Promise<void> {
  await bundle(ROOT, folder, ENTRIES);
}

/**
 * Bundles the server of an earlier commit into a folder, and installs the packages of that commit, because the project
 * may no longer have them all. Needs access to the npm registry, or an npm cache that already has these packages.
 *
 * @returns the path of its bundled `main.ts`
 */
export async function buildFormerServer(commit: string, folder: string): Promise<string> {
  const source = join(folder, 'source');
  await mkdir(source, { recursive: true });
  const run = (cwd: string, command: string, ...args: readonly string[]) => promisify(execFile)(command, args, { cwd });
  const archive = join(folder, 'source.tar');
  await run(ROOT, 'git', 'archive', '--output', archive, commit);
  await run(source, 'tar', '-xf', archive);
  const packages = join(source, 'node_modules');
  await symlink(join(ROOT, 'node_modules'), packages, 'dir');
  await run(source, process.execPath, '--import', 'tsx', 'scripts/generate.ts', 'sources');
  await unlink(packages);
  await run(source, 'npm', 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  await bundle(source, folder, { main: ENTRIES.main });
  return join(folder, 'main.mjs');
}

/** Bundles the source only, and links the packages. */
async function bundle(root: string, folder: string, entryPoints: Record<string, string>): Promise<void> {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // The standby process loads the modules of main.ts before it runs main.ts, so both must share them.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [ownAddresses],
  });
}

/** Lets `import.meta.url` point to the source of a module, because the module reads files next to its source. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup(context) {
    context.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};
