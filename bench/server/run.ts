/**
 * Measures the reference server and writes the figures into its README: `npm run bench:server`, on an otherwise idle
 * machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { loadFixtures } from '../../examples/reference-server/src/fixtures.js';
import { benchBesideHanging } from './beside-hanging.js';
import { withDatabases } from './databases.js';
import { benchDeliveries } from './deliver.js';
import { fixtures } from './documents.js';
import { benchGroups } from './group.js';
import { benchIngest } from './ingest.js';
import { benchList } from './list.js';
import { benchNeighbours } from './neighbours.js';
import { benchPoll } from './poll.js';
import { benchRefusals } from './refuse.js';
import { benchUnderLoad } from './under-load.js';

const README = new URL('../../examples/reference-server/README.md', import.meta.url);
const BEGIN = '<!-- figures -->';
const END = '<!-- end of figures -->';

const rows: string[] = [];
const alone: string[] = [];
await withDatabases(async (bench) => {
  const database = await bench.open();
  await loadFixtures(database, fixtures(), { offered: [] });
  await database.close();
  const ingest = await benchIngest(bench);
  const groups = await benchGroups(bench);
  const refusals = await benchRefusals(bench);
  const list = await benchList(bench);
  const deliveries = await benchDeliveries(bench);
  const neighbours = await benchNeighbours(bench);
  rows.push(
    row(bench.name, 'documents per second', ingest.served, ingest.bare, 'a bare Fastify with the same statements'),
    row(
      bench.name,
      'documents per second, 64 writers',
      groups.grouped,
      groups.single,
      'one statement per document (`GROUP_MAX=1`); goal: at least 1.8 on PostgreSQL',
    ),
    row(
      bench.name,
      'rejected requests per second, with their issues kept',
      refusals.issues,
      refusals.off,
      'nothing kept',
    ),
    row(bench.name, 'rejected requests per second, kept in full', refusals.full, refusals.off, 'nothing kept'),
    row(bench.name, 'pages of 25 per second', list.served, list.straight, 'the same statements, without HTTP'),
    row(bench.name, 'ms per page at depth 100,000', list.deep, list.first, 'at depth 0; limit 1.5'),
    row(
      bench.name,
      'deliveries per second',
      deliveries.delivered,
      deliveries.bare,
      'a loop of take, undici and record with the same statements',
    ),
    row(
      bench.name,
      'ms per write by one tenant alongside 400 writers from another tenant, 99th percentile',
      neighbours.writers,
      neighbours.alone,
      'without the other tenant; limit 5',
    ),
    row(
      bench.name,
      'ms per write by one tenant alongside 400 requests from another for an unknown path, 99th percentile',
      neighbours.unknown,
      neighbours.alone,
      'without the other tenant; limit 5',
    ),
    row(
      bench.name,
      'ms per write by one tenant while another sends five invalid 1 MiB documents per second, 99th percentile',
      neighbours.refusals,
      neighbours.alone,
      'without the other tenant; limit 5',
    ),
  );
  const load = await benchUnderLoad(bench);
  const beside = bench.name === 'PostgreSQL' ? await benchBesideHanging(bench) : undefined;
  const poll = await benchPoll(bench);
  alone.push(
    `| ${bench.name} | documents per second, 64 writers, while all events are delivered to one endpoint | ${figure(load.written)} |`,
    `| ${bench.name} | deliveries per document written in that time | ${load.share.toFixed(2)} |`,
    `| ${bench.name} | ms from event to delivery in that time, 99th percentile | ${figure(load.lag)} |`,
    ...(beside
      ? [
          `| ${bench.name} | ms to the first delivery to a healthy endpoint alongside 300 that hang or trickle, with 5,000 deliveries due | ${figure(beside.first)} |`,
          `| ${bench.name} | ms from event to delivery to that endpoint afterwards, 90th percentile | ${figure(beside.p90)} |`,
        ]
      : []),
    `| ${bench.name} | ms per poll with 5,000 deliveries waiting for a retry, each to a different endpoint | ${poll.waiting.toFixed(2)} |`,
    `| ${bench.name} | ms per poll with 200,000 deliveries due to one saturated endpoint | ${poll.full.toFixed(2)} |`,
    `| ${bench.name} | ms per poll with 200,000 deliveries held for a paused endpoint | ${poll.held.toFixed(2)} |`,
  );
});

const text = [
  BEGIN,
  '',
  `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${cpus().length} × ${cpus()[0]!.model.trim()}, by`,
  '`npm run bench:server`, with the server, database, load generator and receiver all on that machine.',
  '',
  '| database | what | server | peer | ratio | peer is |',
  '| --- | --- | --- | --- | --- | --- |',
  ...rows,
  '',
  'The figures for documents, rejected requests and deliveries are medians of rounds in which server and peer take turns. For deliveries, one process',
  'finds 2,000 events waiting for ten endpoints, which respond immediately. The following figures have no peer:',
  '',
  '| database | what | server |',
  '| --- | --- | --- |',
  ...alone,
  '',
  END,
].join('\n');
const readme = readFileSync(README, 'utf8');
writeFileSync(README, readme.slice(0, readme.indexOf(BEGIN)) + text + readme.slice(readme.indexOf(END) + END.length));
console.log(text);

function row(name: string, what: string, server: number, peer: number, isPeer: string): string {
  return `| ${[name, what, figure(server), figure(peer), (server / peer).toFixed(2), isPeer].join(' | ')} |`;
}

function figure(value: number): string {
  return value < 100 ? value.toFixed(1) : String(Math.round(value));
}
