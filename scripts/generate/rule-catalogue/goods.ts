/** Names for a law's product tax classes and territories. */
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

/** The English name of a class of goods. */
export const classNameOf = (productTaxClass: string): string => namesOf(productTaxClass)?.en ?? plain(productTaxClass);

/** `Food`, `Most goods, in Madeira`. */
export function goodsOf(law: ReceiptLaw, { productTaxClass, regime, part }: Partial<RateRow>): string {
  const goods = productTaxClass === undefined ? 'Goods without a class' : classNameOf(productTaxClass);
  const who = regime === undefined ? '' : `, sold under the regime ${plain(regime)}`;
  const where = part === undefined ? '' : `, in ${part.map((code) => territoryName(law, code)).join(', ')}`;
  return escape(`${goods}${who}${where}`);
}

/** What the law calls the goods, such as `Livsmedel`; empty if we do not know. */
export function nativeTermOf({ country }: ReceiptLaw, { productTaxClass }: Partial<RateRow>): string {
  const names = productTaxClass === undefined ? undefined : namesOf(productTaxClass);
  return escape(names?.local[country] ?? '');
}

const territoryName = ({ territories = [] }: ReceiptLaw, code: string): string =>
  territories.find((one) => one.code === code)?.name ?? code;
