import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A TypeScript block on a page. */
export interface Block {
  /** The block's path as a file, relative to the root: from its first line, or else next to the page. */
  readonly path: string;
  readonly code: string;
  /** The lines that the block must print, from comments such as `// → text`. */
  readonly prints: readonly string[];
}

/** A page's `ts` blocks. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^(?<indent> *)```ts\n(?<body>.*?)^\k<indent>```$/gms)].map(
    ({ groups: { indent = '', body = '' } = {} }, i) => {
      const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      return {
        path: /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? `${page.replace(/\.md$/, '')}.${i + 1}.ts`,
        code,
        prints: [...code.matchAll(/^ *\/\/ → (.*)$/gm)].map(([, line = '']) => line),
      };
    },
  );
}

/** The source file to which an import of the package resolves. */
function sourceOf(specifier: string): string {
  const subpath = specifier.split('/').slice(1).join('/');
  if (subpath === '') return 'src/index.ts';
  return /^(?:packs|schemas)/.test(subpath) ? `${subpath}/index.ts` : `src/${subpath}/index.ts`;
}

/** Bundles a block with the sources and runs it. Returns its exports. */
export async function runBlock(block: Block, blocks: readonly Block[]): Promise<unknown> {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.docs-'));
  try {
    const outfile = join(folder, 'block.mjs');
    await build({
      entryPoints: [join(ROOT, block.path)],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      plugins: [documentedFiles(blocks)],
    });
    return await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Resolves blocks by file path, and the package to its sources. */
function documentedFiles(blocks: readonly Block[]): Plugin {
  const codeOf = new Map(blocks.map(({ path, code }) => [join(ROOT, path), code]));
  return {
    name: 'documented-files',
    setup(context) {
      context.onResolve({ filter: /^receipt-rule-packs/ }, ({ path }) => ({ path: join(ROOT, sourceOf(path)) }));
      context.onResolve({ filter: /^[./]/ }, ({ path, resolveDir, namespace }) => {
        const file = resolve(resolveDir, path).replace(/\.js$/, '.ts');
        if (codeOf.has(file)) return { path: file, namespace: 'block' };
        return namespace === 'block' ? { path: file } : undefined;
      });
      context.onLoad({ filter: /./, namespace: 'block' }, ({ path }) => ({
        contents: codeOf.get(path)!,
        loader: 'ts',
        resolveDir: dirname(path),
      }));
    },
  };
}
