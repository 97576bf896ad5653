/**
 * `npm run links`: opens every link in the laws, records in packs/links.json on which day each was last reachable, and
 * prints a Markdown list of dead links. It needs a network, so only .github/workflows/links.yml runs it; no test or
 * gate does.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { deadList, linkChecked, openLinks, urlsIn } from './links/check-links.js';

const FILE = 'packs/links.json';
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const laws = readdirSync('packs', { recursive: true, encoding: 'utf8' }).filter((name) => /\/[\w-]+\.json$/.test(name));
const urls = urlsIn(laws.map((name) => read(`packs/${name}`)));
const opened = await openLinks(urls, fetch);
const today = new Date().toISOString().slice(0, 10);
const days = linkChecked(read(FILE) as Record<string, string>, opened, today);
writeFileSync(FILE, `${JSON.stringify(days, undefined, 2)}\n`);
process.stdout.write(deadList(opened));
