import { cp, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Packages that read files next to their modules, start threads from such files, or must be built for each machine. */
const EXTERNAL = ['@electric-sql/pglite', '@fastify/swagger-ui', 'pino', 'pg-native'];

/**
 * The module that starts the thread, which is a file next to the bundle. All other modules that use `import.meta.url`
 * read one of FILES.
 */
const BESIDE_BUNDLE = '/validation/large-validator.ts';

/** The files that modules read. They are copied into FILES_FOLDER in the bundle's folder. */
const FILES = [
  'examples/reference-server/package.json',
  'examples/reference-server/sample-receipt.json',
  'examples/reference-server/src/database/migrations',
  'examples/dashboard/src/view/icon.svg',
  'examples/dashboard/src/view/style.css',
];
const FILES_FOLDER = 'files';

/**
 * Bundles the server with its dashboard as `receipt-server.mjs`, which starts several times faster than the sources.
 * The bundle needs only its folder and the packages in EXTERNAL.
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
    // The bundled CommonJS packages call `require`.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    logLevel: 'error',
    plugins: [fileAddresses],
  });
  for (const file of FILES) await cp(join(ROOT, file), join(folder, FILES_FOLDER, file), { recursive: true });
}

/** Replaces `import.meta.url` by the URL that the source file would have in the folder of the copied files. */
const fileAddresses: Plugin = {
  name: 'file-addresses',
  setup: (context) => {
    context.onLoad({ filter: /[\\/]examples[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (path.split(sep).join('/').endsWith(BESIDE_BUNDLE)) return { contents: source, loader: 'ts' };
      const address = JSON.stringify([FILES_FOLDER, ...relative(ROOT, path).split(sep)].join('/'));
      const contents = source.replaceAll('import.meta.url', `new URL(${address}, import.meta.url).href`);
      return { contents, loader: 'ts' };
    });
  },
};
