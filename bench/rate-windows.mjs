/**
 * The time of `validate` with dated rates, which is the default, as a ratio to the time with `rateWindows: 'off'`, on
 * freshly parsed documents. The two settings take turns in one process.
 */
import { createRegistry } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { timed } from './measure.mjs';
import { receipt, several } from './receipts.mjs';

export const RATE_WINDOWS_LIMIT = 1.25;
const LINES = [10, 100];

/** Rows of {lines, ns, ratio}. */
export async function rateWindowsRatios() {
  const registry = createRegistry([seReceipt1]);
  const rows = [];
  for (const lines of LINES) {
    const texts = several((seed) => receipt(lines, seed)).map((document) => JSON.stringify(document));
    const parsed = (i) => JSON.parse(texts[i % texts.length]);
    const valid = (business) => (i) => {
      if (!registry.validate(parsed(i), business).valid) throw new Error('The receipt must be valid');
    };
    const { parse, on, off } = await timed({
      parse: parsed,
      on: valid({ country: 'SE' }),
      off: valid({ country: 'SE', rateWindows: 'off' }),
    });
    rows.push({ lines, ns: on - parse, ratio: (on - parse) / (off - parse) });
  }
  return rows;
}
