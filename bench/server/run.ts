/** Measures the reference server and writes the figures into its README: `npm run bench:server`, on a machine that is otherwise idle. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { withDatabases } from './databases.js';
import { benchDeliveries } from './deliver.js';
import { fixtures } from './documents.js';
import { benchIngest } from './ingest.js';
import { benchList } from './list.js';

const README = new URL('../../examples/reference-server/README.md', import.meta.url);
const BEGIN = '<!-- figures -->';
const END = '<!-- end of figures -->';

const rows: string[] = [];
await withDatabases(async (bench) => {
  const database = await bench.open();
  await loadFixtures(database, fixtures(), { offered: [] });
  await database.close();
  const ingest = await benchIngest(bench);
  const list = await benchList(bench);
  const deliveries = await benchDeliveries(bench);
  rows.push(
    row(bench.name, 'documents per second', ingest.served, ingest.straight, 'the same statements, straight'),
    row(bench.name, 'pages of 25 per second', list.served, list.straight, 'the same statements, straight'),
    row(bench.name, 'ms per page at depth 100,000', list.deep, list.first, 'at depth 0; limit 1.5'),
    row(bench.name, 'deliveries per second', deliveries.delivered, deliveries.bare, 'a bare undici loop'),
  );
});

const text = [
  BEGIN,
  '',
  `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${cpus().length} × ${cpus()[0]!.model.trim()}, by`,
  '`npm run bench:server`: server, database, load and receiver on that one machine.',
  '',
  '| database | what | server | peer | ratio | peer is |',
  '| --- | --- | --- | --- | --- | --- |',
  ...rows,
  '',
  END,
].join('\n');
const readme = readFileSync(README, 'utf8');
writeFileSync(README, readme.slice(0, readme.indexOf(BEGIN)) + text + readme.slice(readme.indexOf(END) + END.length));
console.log(text);

function row(name: string, what: string, server: number, peer: number, isPeer: string): string {
  const figure = (value: number) => (value < 100 ? value.toFixed(1) : String(Math.round(value)));
  return `| ${[name, what, figure(server), figure(peer), (server / peer).toFixed(2), isPeer].join(' | ')} |`;
}
