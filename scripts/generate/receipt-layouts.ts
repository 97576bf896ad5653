/**
 * Writes src/draw/layouts.generated.ts from packs/<id>/layout.json: how each country's receipts look, without evidence
 * and words.
 */
import { existsSync, readFileSync } from 'node:fs';
import {
  DEFAULT_LAYOUT,
  type CountryLayout,
  type FiscalBlock,
  type LayoutDifferences,
  type TaxTable,
} from '../../src/draw/country-layout.js';
import { didYouMean, nearest } from '../../src/text/nearest.js';
import { faultsOfFile, PackFault } from './check-schemas.js';
import { packIds, readLaw } from './read-law.js';

/** The words in one language that layouts add to the laws' labels. */
interface LayoutWords {
  readonly reasons: Readonly<Record<string, string>>;
  readonly categories: Readonly<Record<string, string>>;
  readonly returnedGoods: string;
  readonly boughtGoods: string;
  readonly unpaid: string;
}

/** A layout file. */
export type LayoutFile = Omit<CountryLayout, 'taxTable'> & {
  readonly title: Readonly<Record<string, string>>;
  readonly total: string;
  readonly refundTotal?: string;
  readonly saved?: string;
  readonly refundLine?: string;
  readonly original?: string;
  readonly oss?: string;
  readonly taxTable?: Omit<TaxTable, 'table'> & { readonly labels?: Readonly<Record<string, string>> };
  readonly words: LayoutWords;
  readonly evidence: {
    readonly level: 'act' | 'authority' | 'secondary' | 'custom';
    readonly sources: readonly string[];
  };
};

/** The layout in a pack folder; undefined if there is none: the country's receipts then have the plain layout. */
export function readLayout(id: string, packs = 'packs'): LayoutFile | undefined {
  const path = `${packs}/${id}/layout.json`;
  if (!existsSync(path)) return undefined;
  const faults = layoutFaults(path, JSON.parse(readFileSync(path, 'utf8')), readLaw(id, packs).country);
  if (faults.length > 0) throw new PackFault(faults.join('\n'));
  return JSON.parse(readFileSync(path, 'utf8')) as LayoutFile;
}

/** All faults in a layout, each with its file, its position, and what would be valid. */
export function layoutFaults(path: string, content: unknown, country: string): string[] {
  const faults = faultsOfFile(content, 'layout');
  if (faults.length > 0) return faults.map((fault) => `${path}: ${fault}`);
  const layout = content as LayoutFile;
  return [
    ...patternsOf(layout).flatMap(([place, text, valid]) => placeholderFaults(path, place, text, valid)),
    ...fiscalFaults(path, layout, country),
    ...blockFaults(path, layout),
  ];
}

type Pattern = readonly [place: string, text: string, valid: readonly string[]];
const ADDRESS = ['line1', 'line2', 'postalCode', 'city', 'region'];

/** A layout's patterns, with the placeholders that each pattern may have. */
function patternsOf(layout: LayoutFile): Pattern[] {
  const { percent, address, line, saved, refundLine, original, oss, taxTable, fiscal } = layout;
  const patterns: (readonly [string, string | null | undefined, readonly string[]])[] = [
    ['percent', percent, ['rate']],
    ...address.map((text, i) => [`address/${i}`, text, ADDRESS] as const),
    ['line/quantity', line.quantity, ['quantity', 'unit', 'unitPrice']],
    ['saved', saved, ['amount']],
    ['refundLine', refundLine, ['method']],
    ['original', original, ['number']],
    ['oss', oss, ['country', 'countryTax', 'rate']],
    ['taxTable/sentence', taxTable?.sentence, ['rate']],
    ['taxTable/jurisdictions', taxTable?.jurisdictions, ['level', 'name', 'rate']],
    ...(taxTable?.rows ?? []).flatMap(({ label, exempt }, i) => [
      [`taxTable/rows/${i}/label`, label, ['letter', 'rate']] as const,
      [`taxTable/rows/${i}/exempt`, exempt, ['letter', 'rate']] as const,
    ]),
    ['fiscal/words/line', fiscal?.words?.line, Object.keys(fiscal?.fields ?? {})],
  ];
  return patterns.filter((each): each is Pattern => typeof each[1] === 'string');
}

function placeholderFaults(path: string, place: string, text: string, valid: readonly string[]): string[] {
  const found = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const bare = /[{}]/.test(text.replace(/\{[^{}]*\}/g, ''));
  const meant = valid.map((name) => `{${name}}`).join(', ');
  return [
    ...found
      .filter((name) => !valid.includes(name))
      .map(
        (name) =>
          `${path}: ${place} has the unknown placeholder {${name}}.${didYouMean(nearest(name, valid))} Valid placeholders: ${meant}.`,
      ),
    ...(bare ? [`${path}: ${place} has a brace without its pair: write placeholders as ${meant}.`] : []),
  ];
}

/** Fiscal device fields must be in the country's namespace; the law need not check them. */
function fiscalFaults(path: string, { fiscal }: LayoutFile, country: string): string[] {
  if (fiscal === undefined) return [];
  const namespace = country.toLowerCase();
  const used = [
    ...Object.keys(fiscal.fields).map((name) => ['fiscal/fields', name] as const),
    ...(fiscal.qr === undefined ? [] : [['fiscal/qr/from', fiscal.qr.from] as const]),
  ];
  return used
    .filter(([, name]) => !new RegExp(`^${namespace}\\.[A-Za-z]\\w*$`).test(name))
    .map(
      ([place, name]) => `${path}: ${place} has the field ${name}: name a field of ${namespace}, as ${namespace}.code`,
    );
}

/** Finds parts that are described but are not in `blocks`, and parts in `blocks` without a description. */
function blockFaults(path: string, { blocks, taxTable, fiscal }: LayoutFile): string[] {
  const has = (block: (typeof blocks)[number]): boolean => blocks.includes(block);
  const hasTable = taxTable?.labels !== undefined || taxTable?.rows !== undefined;
  return [
    ...(has('fiscal') !== (fiscal !== undefined)
      ? [
          `${path}: blocks ${has('fiscal') ? 'have fiscal, but there is no' : 'have no fiscal, but there is'} fiscal: add or remove both.`,
        ]
      : []),
    ...(has('taxes') !== hasTable
      ? [
          `${path}: blocks ${has('taxes') ? 'have taxes, but there is no' : 'have no taxes, but there is'} taxTable with labels or rows: add or remove both.`,
        ]
      : []),
    ...(has('qr') && fiscal?.qr === undefined ? [`${path}: blocks have qr, but fiscal has no qr: add it.`] : []),
  ];
}

/** The fiscal device fields, without the country's namespace, which all of them share. */
function ownFields(fiscal: FiscalBlock): FiscalBlock {
  const own = (name: string) => name.slice(name.indexOf('.') + 1);
  const { fields, words, qr } = fiscal;
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, label]) => [own(name), label])),
    ...(words !== undefined && {
      words: {
        ...words,
        ...(words.line !== undefined && { line: words.line.replace(/(?<=\{)[^{}]*/g, own) }),
      },
    }),
    ...(qr !== undefined && { qr: { ...qr, from: own(qr.from) } }),
  };
}

/** A layout as bundled: without words and evidence, and without default values. */
function bundledLayout(layout: LayoutFile): LayoutDifferences {
  const { date, time, currency, percent, address, postalCode, ids, blocks, line, letters, languages, tender, fiscal } =
    layout;
  const { labels, ...table } = layout.taxTable ?? {};
  const shared = { date, time, percent, address, blocks, taxTable: { ...(labels && { table: true }), ...table } };
  return {
    ...differences(shared, DEFAULT_LAYOUT),
    ...differences(
      { currency: differences(currency, DEFAULT_LAYOUT.currency), line: differences(line, DEFAULT_LAYOUT.line) },
      { currency: {}, line: {} },
    ),
    ...(postalCode !== undefined && { postalCode }),
    ids,
    ...(letters !== undefined && { letters }),
    ...(languages !== undefined && { languages }),
    ...(tender !== undefined && { tender }),
    ...(fiscal !== undefined && { fiscal: ownFields(fiscal) }),
  } as LayoutDifferences;
}

/** The values that differ from the default. */
const differences = <T extends object>(values: T, defaults: Readonly<Partial<Record<keyof T, unknown>>>): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !same(value, defaults[name as keyof T])),
  ) as Partial<T>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @throws PackFault with the invalid layouts and what would be valid */
export function receiptLayouts(): string {
  const rows = packIds().flatMap((id) => {
    const layout = readLayout(id);
    return layout === undefined ? [] : [`  ${readLaw(id).country}: ${JSON.stringify(bundledLayout(layout))},`];
  });
  return [
    '// Generated from packs/*/layout.json by `npm run generate`. Do not edit.',
    "import type { LayoutDifferences } from './country-layout.js';",
    '',
    '/** The layout of each country. */',
    'export const COUNTRY_LAYOUTS: Readonly<Record<string, LayoutDifferences>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
