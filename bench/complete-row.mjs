/** Measures one row of the `complete` table, in a separate process: `node complete-row.mjs KIND LINES`. Prints JSON. */
import { createRegistry } from 'receipt-rule-packs';
import { complete } from 'receipt-rule-packs/complete';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { KINDS } from './complete.mjs';
import { timed } from './measure.mjs';
import { several } from './receipts.mjs';

const [kind, lines] = [process.argv[2], Number(process.argv[3])];
const { make, taxRounding } = KINDS[kind];
const shop = createRegistry([seReceipt1]).shop({ country: 'SE' }, { taxRounding });
const run = (draft) => complete(shop, draft);

const drafts = several((seed) => make(lines, seed));
const given = drafts.map((draft) => JSON.stringify(draft));
const made = drafts.map((draft) => {
  const result = run(draft);
  if (!result.valid) throw new Error(`${kind}, ${lines} lines: ${JSON.stringify(result.issues.slice(0, 3))}`);
  return JSON.stringify(result.transaction);
});

// Parses every draft again. The measured time is the time that `complete` adds to parsing.
const times = await timed({
  parse: (i) => JSON.parse(made[i % made.length]),
  draft: (i) => JSON.parse(given[i % given.length]),
  both: (i) => run(JSON.parse(given[i % given.length])),
});
const ns = times.both - times.draft;
const characters = Math.round(made.join('').length / made.length);
console.log(JSON.stringify({ kind, lines, characters, ns, ratio: ns / times.parse }));
