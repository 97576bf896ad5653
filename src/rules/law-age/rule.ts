import { localDate } from '../../calendar/dates.js';
import { countryIn } from '../../law/schemes.js';
import { staleFrom } from '../../law/law-changes.js';
import type { ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../rule/types.js';
import type { Summaries } from '../summaries.js';

/** Warns about a document from a day on which the reviewed law may have changed. Does not read the clock. */
export function lawAge(law: ReceiptLaw): Rule[] {
  const from = staleFrom(law);
  if (from === undefined) return [];
  return [
    {
      id: 'law-age',
      severity: 'warning',
      codes: ['pack_stale'],
      source: `Last review: ${law.reviewed ?? 'not stated'}`,
      reads: ['timestamp'],
      check: (run) => {
        const { timestamp } = run.transaction;
        if (localDate(timestamp) < from) return;
        const message = (): string =>
          `timestamp is ${timestamp}, but the law of ${countryIn(law.name)} is known only until ${from}. Update the package.`;
        run.report('timestamp', 'pack_stale', message, { found: timestamp });
      },
    },
  ];
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'law-age': (law) => `timestamp is before ${staleFrom(law)!}, from when the law may have changed.`,
};
