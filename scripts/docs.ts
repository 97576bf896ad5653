/**
 * Builds the documentation site into `dist-docs/`: the repository's pages, the rule catalogue, the API reference and
 * the playground. `--out FOLDER` writes it elsewhere. Loads nothing from the network.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'vitepress';
import { homePage, receiptSheet, states } from './docs/home.js';
import { menu } from './docs/menu.js';
import { sitePages } from './docs/pages.js';
import { sitePath } from './docs/site-path.js';
import { packIds, readLaw } from './generate/read-law.js';
import { builtInPacks, ruleCatalogue } from './generate/rule-catalogue.js';
import { calendars } from './generate/rule-catalogue/changes-page.js';
import { withCited } from './release/links.js';
import { readPublisher } from './release/publisher.js';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist-docs') } } });
const outDir = resolve(values.out);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const source = join(root, 'site/pages');

process.chdir(root);
rmSync(source, { recursive: true, force: true });
try {
  const packs = await builtInPacks();
  const laws = packIds().map((id) => readLaw(id));
  const home = homePage(root, packs, laws);
  const { pages, files } = sitePages(
    root,
    { ...(await ruleCatalogue()), 'docs/index.md': home },
    readPublisher().repository,
  );
  for (const [path, text] of pages) write(join(source, path), text);
  for (const path of files) write(join(source, 'public', path), readFileSync(join(root, path)));
  write(join(source, 'public/home.json'), JSON.stringify(states(packs)));
  write(join(source, 'public/receipt.css'), receiptSheet);
  write(join(source, 'public/icon.svg'), readFileSync(join(root, 'site/.vitepress/icon.svg')));
  for (const [path, text] of calendars(laws)) write(join(source, 'public', path), text);
  await run('examples/playground/build.ts', ['--import', 'tsx']);
  write(join(source, 'public/playground/index.html'), readFileSync(join(root, 'dist-playground/index.html')));
  await run('node_modules/typedoc/bin/typedoc', [], ['--out', join(source, 'api')]);
  const api = readApi();
  for (const [path, text] of api) write(join(source, path), text);
  write(join(source, 'menu.json'), JSON.stringify(menu(new Map([...pages, ...api]), version)));
  await build('site', { outDir });
} finally {
  rmSync(source, { recursive: true, force: true });
}

/**
 * Runs one of the repository's programs, and shows its output if it fails. typedoc.config.js makes typedoc also fail on
 * warnings.
 */
async function run(program: string, nodeOptions: readonly string[], args: readonly string[] = []): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [...nodeOptions, program, ...args], { cwd: root });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} failed:\n${stdout}${stderr}`);
  }
}

/** The API pages, with links to the pages that doc comments cite. */
function readApi(): [string, string][] {
  const link = (path: string, anchor: string): string => `[${path}](/${sitePath(path)}${anchor})`;
  return readdirSync(join(source, 'api'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => [`api/${path}`, withCited(readFileSync(join(source, 'api', path), 'utf8'), link)]);
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
