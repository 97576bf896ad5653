/** The values of `productTaxClass`, which say what goods a line contains, so that rules can check its rate. */
import { isTable } from '../../../src/law/rates-on.js';
import type { ReceiptLaw } from '../../../src/law/types.js';
import { goodsOf } from './goods.js';
import { code, page, table, wrap } from './markdown.js';

export function classesPage(laws: readonly ReceiptLaw[]): string {
  const sorted = [...laws].sort((a, b) => (a.name.en < b.name.en ? -1 : 1));
  const having = new Map<string, ReceiptLaw[]>();
  for (const law of sorted) {
    const rates = isTable(law.rates) ? law.rates : [];
    for (const name of new Set(rates.flatMap(({ productTaxClass }) => productTaxClass ?? [])))
      having.set(name, [...(having.get(name) ?? []), law]);
  }
  const rows = [...having].sort(([a], [b]) => (a < b ? -1 : 1));
  return page([
    '# Product tax classes',
    wrap(
      'A shop that knows its goods passes a function `productTaxClass`, and each line must then have a rate of its class. [Dated rates](guides/dated-rates.md) shows how. A class has rows in the countries listed here; in other countries, it has no effect.',
    ),
    table(
      ['class', 'goods', 'countries with rows'],
      rows.map(([productTaxClass, of]) => [
        code(productTaxClass),
        goodsOf(of[0]!, { productTaxClass }),
        of.map(({ name, country }) => `[${name.en}](countries/${country.toLowerCase()}.md#rates)`).join(', '),
      ]),
    ),
  ]);
}
