import { labelCell, printableText, textCell } from './cells.js';
import { joined } from './head.js';
import type { Cell, Row } from './model.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, keysOf, type Path } from './read.js';

const MAX_NAMESPACES = 8;
const MAX_FIELDS = 24;
const CUSTOMER = ['name', 'orgNumber', 'vatNumber', 'email', 'country'];

/** The data of control units, signing devices and authorities, field by field. */
export function extensionRows({ document }: RenderContext): Row[] {
  const extensions = at(document, 'extensions');
  return keysOf(extensions, MAX_NAMESPACES).flatMap((namespace) => {
    const fields = at(extensions, namespace);
    return keysOf(fields, MAX_FIELDS).map((key): Row => {
      const path = ['extensions', namespace, key];
      return { look: 'field', left: [labelCell(printableText(key))], right: scalarCell(path, at(fields, key)) };
    });
  });
}

const scalarCell = (path: Path, value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'boolean' ? { text: String(value), path } : textCell(path, value);

/** The customer, and the fields that change the meaning of the tax. */
export function otherRows({ document }: RenderContext): Row[] {
  const customer = at(document, 'customer');
  const buyer = CUSTOMER.filter((key) => isGiven(at(customer, key))).map((key) =>
    textCell(['customer', key], at(customer, key)),
  );
  const rows: Row[] = buyer.length === 0 ? [] : [{ look: 'quiet', left: joined(buyer, ' · ') }];
  if (at(at(document, 'tax'), 'reverseCharge') === true)
    rows.push({
      look: 'field',
      left: [labelCell('tax.reverseCharge')],
      right: { text: 'true', path: ['tax', 'reverseCharge'] },
    });
  return rows;
}

/** The row of a field that the receipt shows nowhere else. */
export function fieldRow(field: string, path: Path, value: unknown): Row {
  return { look: 'field', left: [labelCell(printableText(field))], right: scalarCell(path, value) };
}
