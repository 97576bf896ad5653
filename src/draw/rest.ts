import { labelCell, printableText, scalarCell, textCell } from './cells.js';
import { joined, named } from './head.js';
import type { Cell, Row } from './model.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, type Path } from './read.js';
import { distanceSaleRow } from './totals.js';

const CUSTOMER = ['name', 'orgNumber', 'vatNumber', 'email'];

/** The customer, and a note if reverse charge applies. */
export function otherRows(context: RenderContext): Row[] {
  const { document, style } = context;
  const customer = at(document, 'customer');
  const buyer = [
    ...CUSTOMER.filter((key) => isGiven(at(customer, key))).map((key) =>
      textCell(['customer', key], at(customer, key)),
    ),
    ...countryCells(context, at(customer, 'country')),
  ];
  const rows: Row[] = buyer.length === 0 ? [] : [{ look: 'quiet', left: joined(buyer, ' · ') }];
  const path = ['tax', 'reverseCharge'];
  const word = style.words.more?.AE;
  if (at(at(document, 'tax'), 'reverseCharge') === true)
    rows.push(
      word === undefined ? fieldRow('tax.reverseCharge', path, true) : { look: 'quiet', left: [{ text: word, path }] },
    );
  return rows;
}

/** The name of the customer's country, unless it is the shop's, or the sentence about a distance sale names it. */
function countryCells(context: RenderContext, country: unknown): Cell[] {
  if (!isGiven(country) || country === context.style.country || distanceSaleRow(context).length > 0) return [];
  return named([textCell(['customer', 'country'], country)], context.style.language);
}

/** The row of a field that the receipt does not otherwise show. */
export function fieldRow(field: string, path: Path, value: unknown): Row {
  return { look: 'field', left: [labelCell(printableText(field))], right: [[scalarCell(path, value)]] };
}
