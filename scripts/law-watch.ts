/**
 * `npm run law-watch -- [--today YYYY-MM-DD] [--days 90] [--table FILE]…` prints a Markdown list of laws that need
 * attention: rows that end within `--days`, announced changes, and rates in another table that are missing from the
 * law. Prints nothing if there are none. law-watch/watch.ts documents the supported table formats.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packs } from '../packs/index.js';
import { isDate } from '../src/calendar/dates.js';
import { announced, endings, missingRates, readTable, report, type Announced } from './law-watch/watch.js';

const { values } = parseArgs({
  options: {
    today: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    days: { type: 'string', default: '90' },
    table: { type: 'string', multiple: true, default: [] },
  },
});
const { today } = values;
const days = Number(values.days);
if (!isDate(today) || !Number.isSafeInteger(days) || days < 0) {
  console.error('--today must be a date in the form YYYY-MM-DD, --days a whole number');
  process.exit(2);
}
const tables = values.table.map((path) => readTable(JSON.parse(readFileSync(path, 'utf8'))));
const pending = JSON.parse(readFileSync('packs/pending.json', 'utf8')) as Announced[];
const findings = packs.flatMap(({ law }) => [
  ...endings(law, today, days),
  ...tables.flatMap((table) => missingRates(law, table, today)),
]);
process.stdout.write(report([...findings, ...announced(pending, today, days)]));
