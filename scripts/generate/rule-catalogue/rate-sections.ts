/** The rates on a country's page: a row for each rate and its goods, with bars for its days. */
import { isTable } from '../../../src/law/rates-on.js';
import type { RateRow, ReceiptLaw } from '../../../src/law/types.js';
import { lastReview } from './changes-page.js';
import { EVIDENCE_LEGEND, evidenceText } from './evidence.js';
import { goodsOf, nativeTermOf } from './goods.js';
import { inForce } from './in-force.js';
import { table, withDays, wrap } from './markdown.js';
import { reportCell, type Cite } from './sources.js';

/** The rates and the goods to which they apply. */
export function rateSections(law: ReceiptLaw, cite: Cite): string[] {
  const { rates } = law;
  if (!isTable(rates)) {
    const [low, high] = rates.usual;
    return [
      '## Rates',
      wrap(
        `Every rate from ${rates.min} to ${rates.max} % is accepted. A rate above 0 that is below ${low} or above ${high} raises a warning. ${cite(rates)}`,
      ),
    ];
  }
  const ids = rateIds(law, rates);
  const groups = new Map<string, RateRow[]>();
  for (const row of rates) {
    const key = `${row.rate} ${goodsOf(law, row)}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const axis = axisOf(law, rates);
  return [
    '## Rates',
    wrap(
      `A line must have one of these rates, or 0. The pack refuses any other rate. On a day outside its bars, a rate raises a warning; if dates are enforced, the pack refuses it, unless the evidence is ○. Goods in a class that has rows must have a rate from those rows; all other goods must have a rate without a class.`,
    ),
    wrap(EVIDENCE_LEGEND),
    table(
      ['%', 'goods, native term', `${axis.first}–${axis.last}`, 'act', 'evidence', 'report'],
      [...groups.values()].map((rows) => {
        const sorted = [...rows].sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
        const [first] = sorted;
        const term = nativeTermOf(law, first!);
        const small = [term === '' ? '' : `<i>${term}</i>`, ...new Set(sorted.map(({ note = '' }) => withDays(note)))];
        return [
          String(first!.rate),
          [goodsOf(law, first!), ...small.filter(Boolean).map((text) => `<small>${text}</small>`)].join('<br>'),
          `${bars(sorted, axis)}${sorted.map(inForce).join('<br>')}`,
          once(sorted.map(cite)),
          once(sorted.map(evidenceText)),
          sorted.map((row) => reportCell(ids[rates.indexOf(row)]!)).join('<br>'),
        ];
      }),
    ),
  ];
}

const once = (texts: readonly string[]): string => [...new Set(texts)].join('<br>');

interface Axis {
  /** The first and last year shown. */
  readonly first: number;
  readonly last: number;
  /** The day of the last review; the page states the law as of that day. */
  readonly today: string;
}

/**
 * The years from the first in which a row begins or ends to the one after the review, and at least five years before
 * the review.
 */
function axisOf(law: ReceiptLaw, rates: readonly RateRow[]): Axis {
  const today = lastReview([law]);
  const year = Number(today.slice(0, 4));
  const years = rates.flatMap(({ from, until }) =>
    [from, until].flatMap((one) => (one === undefined ? [] : [Number(one.slice(0, 4))])),
  );
  return { first: Math.min(year - 5, ...years), last: Math.max(year + 1, ...years), today };
}

const WIDTH = 160;
const HEIGHT = 14;

/** The rows' periods as bars; the next column states them as text. Rows that are not enforced have hollow bars. */
function bars(rows: readonly RateRow[], { first, last, today }: Axis): string {
  const at = (date: string): number =>
    Math.round(((Number(date.slice(0, 4)) - first + (Number(date.slice(5, 7)) - 1) / 12) / (last + 1 - first)) * WIDTH);
  const drawn = rows.map(({ from, until, enforce }) => {
    const left = from === undefined ? 0 : at(from);
    const right = Math.max(until === undefined ? WIDTH : at(until), left + 2);
    return `<rect class="${enforce ? 'bar' : 'bar hollow'}" x="${left}" y="3" width="${right - left}" height="8" />`;
  });
  const now = at(today);
  return `<svg class="rate-bars" aria-hidden="true" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${drawn.join('')}<path class="now" d="M${now} 0V${HEIGHT}" /></svg>`;
}

/** An id for each row, derived from the row's content, so that the id stays the same when somebody adds rows. */
function rateIds({ country }: ReceiptLaw, rates: readonly RateRow[]): string[] {
  const ids = rates.map(({ rate, productTaxClass, regime, part = [], from, until }) =>
    [country, 'rate', String(rate), productTaxClass?.replaceAll('_', '-'), regime, ...part, from ?? until]
      .filter((word) => word !== undefined)
      .join('-'),
  );
  return ids.map((id, i) =>
    ids.indexOf(id) === i ? id : `${id}-${ids.slice(0, i).filter((one) => one === id).length + 1}`,
  );
}
