/**
 * Builds the documentation site into `dist-docs/`: the pages of the repository, the rule catalogue, the API reference, and the playground
 * where `npm run playground` has built it. `--out FOLDER` writes it elsewhere. Nothing is loaded from the network.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'vitepress';
import { menu } from './docs/menu.js';
import { sitePages } from './docs/pages.js';
import { ruleCatalogue } from './generate/rule-catalogue.js';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist-docs') } } });
const outDir = resolve(values.out);
const source = join(root, 'site/pages');
const playground = join(root, 'dist-playground');

process.chdir(root);
rmSync(source, { recursive: true, force: true });
try {
  const { pages, files } = sitePages(root, await ruleCatalogue());
  for (const [path, text] of pages) write(join(source, path), text);
  for (const path of files) write(join(source, 'public', path), readFileSync(join(root, path)));
  const hasPlayground = existsSync(join(playground, 'index.html'));
  if (hasPlayground) cpSync(playground, join(source, 'public/playground'), { recursive: true });
  await writeApi(join(source, 'api'));
  write(join(source, 'menu.json'), JSON.stringify(menu(new Map([...pages, ...readApi()]), hasPlayground)));
  await build('site', { outDir });
} finally {
  rmSync(source, { recursive: true, force: true });
}

/** The API reference as Markdown. Warnings are errors by typedoc.config.js; the output then says which. */
async function writeApi(folder: string): Promise<void> {
  const typedoc = join(root, 'node_modules/typedoc/bin/typedoc');
  try {
    await promisify(execFile)(process.execPath, [typedoc, '--out', folder], { cwd: root });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`typedoc failed:\n${stdout}${stderr}`);
  }
}

function readApi(): [string, string][] {
  return readdirSync(join(source, 'api'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => [`api/${path}`, readFileSync(join(source, 'api', path), 'utf8')]);
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
