/** The list of all countries, which a click on a heading sorts. */
import { isTable } from '../../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../../src/law/types.js';
import { allChanges, lastReview } from './changes-page.js';
import { day, escape, page, table, wrap } from './markdown.js';
import { EVIDENCE_LEGEND, evidenceMark } from './evidence.js';
import { money } from './sources.js';

export function countriesPage(laws: readonly ReceiptLaw[]): string {
  const sorted = [...laws].sort((a, b) => (a.name.en < b.name.en ? -1 : 1));
  const review = lastReview(laws);
  return page([
    '# All countries',
    '<!-- Generated from the laws. Do not edit. -->',
    wrap(
      `The law of ${sorted.length} countries on ${day(review)}. Click a heading to sort the list; type in the field above to filter it. ${EVIDENCE_LEGEND} [Changes in the law](changes.md)`,
    ),
    '<div class="sortable">',
    table(
      [
        'country',
        'code',
        'currency',
        'tax',
        'rates on the day, %',
        'cash rounding',
        'data of a device',
        'cash limit',
        'changes to come',
        'evidence of rows',
      ],
      sorted.map((law) => cells(law, review)),
    ),
    '</div>',
  ]);
}

function cells(law: ReceiptLaw, today: string): string[] {
  const { currencies, cashRounding, obligations = [], cashLimits = [] } = law;
  const holds = ({ from = '', until = '9999' }): boolean => from <= today && today <= until;
  const rounding = cashRounding.find((row) => holds(row));
  const limit = cashLimits.find((row) => row.level === 'warning' && holds(row));
  const asked = obligations.some((row) => row.level !== 'listed' && row.anyOf.length > 0 && holds(row));
  const rows = [...(isTable(law.rates) ? law.rates : []), ...cashRounding, ...obligations, ...cashLimits];
  const marked = (mark: string): number => rows.filter((row) => evidenceMark(row) === mark).length;
  const coming = allChanges([law]).filter((change) => change.day > today);
  return [
    `[${law.name.en}](countries/${law.country.toLowerCase()}.md)`,
    law.country,
    currencies.at(-1)!.code,
    escape(law.tax.name),
    isTable(law.rates) ? ratesOf(law.rates.filter((row) => holds(row))) : `${law.rates.min} to ${law.rates.max}`,
    rounding === undefined || rounding.increment === 1
      ? 'exact'
      : `${rounding.cash === 'required' ? 'to' : 'may be to'} ${money(rounding.increment, currencies.at(-1)!.code)}`,
    asked ? 'yes' : 'no',
    limit === undefined ? 'none found' : money(limit.limit, limit.currency),
    String(coming.length),
    ['●', '◐', '○'].map((mark) => `${mark}\u00a0${marked(mark)}`).join('\u00a0'),
  ];
}

function ratesOf(
  rates: readonly {
    readonly rate: number;
    readonly productTaxClass?: unknown;
    readonly part?: unknown;
    readonly regime?: unknown;
  }[],
): string {
  const general = rates.filter(
    ({ productTaxClass, part, regime }) => productTaxClass === undefined && part === undefined && regime === undefined,
  );
  return [...new Set(general.map(({ rate }) => rate))].sort((a, b) => b - a).join(', ');
}
