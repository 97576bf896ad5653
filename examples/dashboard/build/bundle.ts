import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Packages that read files next to their modules, start threads from such files, or must be built for each machine. */
const EXTERNAL = ['@electric-sql/pglite', '@fastify/swagger-ui', 'pino', 'pg-native'];

/**
 * The module whose `import.meta.url` refers to a file next to the bundle: the worker thread. All other modules read
 * files next to their sources.
 */
const BESIDE_BUNDLE = '/validation/large-validator.ts';

/**
 * Bundles the server with its dashboard as `receipt-server.mjs`, which starts several times faster than the sources.
 * The bundle still needs the files next to the sources, such as migrations, and a few packages.
 *
 * @param folder a folder from which Node finds the packages
 */
export async function bundleServer(folder: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: {
      'receipt-server': 'examples/dashboard/src/main.ts',
      thread: 'examples/reference-server/src/validation/thread.ts',
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Workers and commands then do not load the packs.
    splitting: true,
    external: EXTERNAL,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    // For the bundled CommonJS packages.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    logLevel: 'error',
    plugins: [sourceAddresses(folder)],
  });
}

/** Makes `import.meta.url` the address of the source, relative to the bundle, so that both can move together. */
function sourceAddresses(folder: string): Plugin {
  return {
    name: 'source-addresses',
    setup: (context) => {
      context.onLoad({ filter: /[\\/]examples[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (path.split(sep).join('/').endsWith(BESIDE_BUNDLE)) return { contents: source, loader: 'ts' };
        const address = JSON.stringify(relative(folder, path).split(sep).join('/'));
        const contents = source.replaceAll('import.meta.url', `new URL(${address}, import.meta.url).href`);
        return { contents, loader: 'ts' };
      });
    },
  };
}
