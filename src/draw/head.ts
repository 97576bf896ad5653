import { fallbackCell, labelCell, printableText, textCell } from './cells.js';
import type { PrintedId } from './country-layout.js';
import type { Cell, Kind, Row } from './model.js';
import { filled, inForm } from './pattern.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, keysOf, textAt } from './read.js';

const KINDS = ['sale', 'refund', 'credit_note', 'exchange', 'void'] as const satisfies readonly Kind[];

export function headRows(context: RenderContext): Row[] {
  const sold = at(context.document, 'vendor');
  const tell = (key: string): Cell | undefined => vendorCell(context, sold, key);
  const name = tell('name') ?? tell('legalName');
  const id: Cell = textCell(['vendor', 'id'], at(sold, 'id'));
  const place = tell('locationName');
  const rows: Row[] = [{ look: 'name', left: [name ?? place ?? id] }];
  if (name !== undefined && place !== undefined) rows.push({ look: 'centred', left: [place] });
  rows.push(...addressRows(context, sold));
  const ids = context.style.layout.ids.map((each) => idCells(each, tell));
  return [...rows, ...ids.filter((left) => left.length > 0).map((left): Row => ({ look: 'centred', left }))];
}

/** A field of the business, from the document if present, otherwise from the options. */
function vendorCell({ vendor }: RenderContext, sold: unknown, key: string): Cell | undefined {
  const path = ['vendor', key];
  const value = at(sold, key);
  if (isGiven(value) && value !== null) return textCell(path, value);
  const known = textAt(vendor, key);
  return known === undefined ? undefined : { text: printableText(known), look: 'userText' };
}

/** The cells of an identifier and its label; empty if it is not printed. */
function idCells({ from, label, pattern, strip, unless }: PrintedId, tell: (key: string) => Cell | undefined): Cell[] {
  const cell = tell(from);
  if (cell === undefined || (unless !== undefined && tell(unless) !== undefined)) return [];
  const short = strip !== undefined && cell.text.startsWith(strip) ? cell.text.slice(strip.length).trim() : cell.text;
  const text = pattern === undefined ? short : inForm(short, pattern);
  // Some numbers already start with the label.
  const isLabelled = label === '' || text.toLowerCase().startsWith(label.toLowerCase());
  return [...(isLabelled ? [] : [labelCell(`${label} `)]), { ...cell, text }];
}

function addressRows({ vendor, style }: RenderContext, sold: unknown): Row[] {
  const inDocument = at(sold, 'address') !== undefined;
  const address = inDocument ? at(sold, 'address') : at(vendor, 'address');
  const { address: patterns, postalCode } = style.layout;
  const cell = (key: string): Cell[] => {
    const text = textAt(address, key);
    if (text === undefined) return [];
    const path = inDocument ? ['vendor', 'address', key] : undefined;
    const shown = key === 'postalCode' && postalCode !== undefined ? inForm(text, postalCode) : text;
    return [{ text: printableText(shown), look: 'userText', path }];
  };
  const country = textAt(address, 'country');
  const isAbroad = country !== undefined && country !== style.country;
  const lines = [
    ...patterns.map((pattern) => filled(pattern, cell)),
    isAbroad ? named(cell('country'), style.locale) : [],
  ];
  return lines.filter((left) => left.length > 0).map((left) => ({ look: 'centred', left }));
}

/** Replaces the codes of countries with their names. */
export const named = (cells: readonly Cell[], locale: string): Cell[] =>
  cells.map((cell) => ({ ...cell, text: countryName(cell.text, locale) ?? cell.text }));

/** The CLDR name of a country; undefined if the code is not a country. */
export function countryName(code: string, locale: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code);
}

/** The title of the document, in one or more rows. */
export function titleRows(context: RenderContext): Row[] {
  const { document, kind } = context;
  if (kind === 'unknown') return [{ look: 'title', left: [fallbackCell(['type'], at(document, 'type'))] }];
  const [title = '', ...more] = titleOf(context, kind).split('\n');
  return [
    { look: 'title', left: [{ text: title, path: ['type'] }] },
    ...more.map((text): Row => ({ look: 'centred', left: [labelCell(text)] })),
  ];
}

/** Uses the fiscal title only for sales whose fiscal data is present and has no issues. */
function titleOf({ document, style, fiscalIssue }: RenderContext, kind: Exclude<Kind, 'unknown'>): string {
  const { words } = style;
  const data = at(at(document, 'extensions'), style.country?.toLowerCase() ?? '');
  const isFiscal = kind === 'sale' && !fiscalIssue && keysOf(data, 1).length > 0;
  const fiscal = isFiscal ? (words.fiscal ?? '') : '';
  return fiscal === '' ? words[kind]! : fiscal;
}

export function kindOf(document: unknown): Kind {
  const type = at(document, 'type');
  return KINDS.find((kind) => kind === type) ?? 'unknown';
}

/** Puts a separator between cells. */
export function joined(cells: readonly Cell[], sign: string): Cell[] {
  return cells.flatMap((cell, i) => (i === 0 ? [cell] : [labelCell(sign), cell]));
}
