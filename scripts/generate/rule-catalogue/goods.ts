/** What the classes of goods and the territories of a law are called: codes are no names. */
import { existsSync, readFileSync } from 'node:fs';
import type { RateRow, ReceiptLaw } from '../../../src/law/types.js';
import { plain } from '../../../cli/calendar.js';
import { escape } from './markdown.js';

interface ClassName {
  readonly en: string;
  readonly local: Readonly<Record<string, string>>;
}

const FILE = 'packs/product-tax-classes.json';
let classes: Readonly<Record<string, ClassName>> | undefined;

const namesOf = (productTaxClass: string): ClassName | undefined =>
  (classes ??= existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, ClassName>) : {})[
    productTaxClass
  ];

/** `Food (Livsmedel)`, `Most goods, in Madeira`. */
export function goodsOf(law: ReceiptLaw, { productTaxClass, regime, part }: Partial<RateRow>): string {
  const names = productTaxClass === undefined ? undefined : namesOf(productTaxClass);
  const local = names?.local[law.country];
  const goods =
    productTaxClass === undefined
      ? 'All goods that no other row names'
      : `${names?.en ?? plain(productTaxClass)}${local === undefined || local === names?.en ? '' : ` (${local})`}`;
  const who = regime === undefined ? '' : `, sold under the regime ${plain(regime)}`;
  const where = part === undefined ? '' : `, in ${part.map((code) => territoryName(law, code)).join(', ')}`;
  return escape(`${goods}${who}${where}`);
}

const territoryName = ({ territories = [] }: ReceiptLaw, code: string): string =>
  territories.find((one) => one.code === code)?.name ?? code;
