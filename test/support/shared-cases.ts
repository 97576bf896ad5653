import { readdirSync, readFileSync } from 'node:fs';
import type { LawPack } from 'receipt-rule-packs';
import type { Case, CaseData } from './cases';
import { changed, type Change } from './changes';
import { DAY, documentOf, type DocumentParts } from './document-of';
import { documentValues, fieldValues, lawValues, meets, traitsOf, type FieldKind } from './law-values';
import { resolved, type Values } from './placeholders';
import { windowOf } from './rate-days';

/** A case in src/rules/<topic>/cases.json; src/rules/README.md describes it. */
export interface SharedCase extends Omit<CaseData, 'document' | 'text' | 'bytes' | 'each'> {
  readonly rule: string;
  readonly code: string;
  readonly when?: Readonly<Record<string, unknown>>;
  readonly parts?: DocumentParts;
  /** A line at a rate with days: on one of them, or on a day outside of them. */
  readonly window?: {
    readonly verdict: 'outside' | 'warned';
    readonly day: 'inside' | 'outside';
    readonly originalDay?: 'inside' | 'outside';
  };
  /** The namespaces of extensions that the case is run for, and their fields. */
  readonly namespace?: { readonly required: boolean; readonly field?: FieldKind };
}

const FOLDER = new URL('../../src/rules/', import.meta.url);

/** The shared cases, by their topic. */
const sharedCases: readonly SharedCase[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => JSON.parse(readFileSync(new URL(`${name}/cases.json`, FOLDER), 'utf8')) as SharedCase[]);

/** The shared cases of a pack's rules, with the documents of its law. */
export function sharedCasesOf(pack: LawPack): Case[] {
  return sharedCases.flatMap((shared) => variantsOf(pack, shared).flatMap((values) => caseOf(pack, shared, values)));
}

/** The shared cases that are run under none of some packs: their rule, or what they need of a law, is nowhere. */
export function unusedCases(packs: readonly LawPack[]): string[] {
  const isUsed = (shared: SharedCase) =>
    packs.some((pack) => variantsOf(pack, shared).some((values) => caseOf(pack, shared, values).length > 0));
  return sharedCases
    .filter((shared) => !isUsed(shared))
    .map(({ rule, code, kind, name }) => `${rule} ${code} ${kind}: ${name}`);
}

function variantsOf({ law }: LawPack, { namespace, window }: SharedCase): Values[] {
  if (namespace !== undefined) return fieldValues(law, namespace.required, namespace.field);
  if (window === undefined) return [{}];
  const found = windowOf(law, window.verdict);
  return found === undefined ? [] : [{ ...found }];
}

function caseOf(pack: LawPack, shared: SharedCase, variant: Values): Case[] {
  const { law } = pack;
  const { window, kind } = shared;
  const named = { ...lawValues(law, DAY), ...variant };
  const day = window === undefined ? dayOf(shared, named) : String(variant[window.day]);
  const traits = traitsOf(law, day);
  if (!meets(traits, shared.when)) return [];
  const values = { ...lawValues(law, day), ...variant };
  const rule = String(resolved(shared.rule, values));
  const code = String(resolved(shared.code, values));
  if (!pack.rules.some(({ id, codes }) => id === rule && codes.includes(code))) return [];
  const parts = {
    ...(resolved(shared.parts ?? {}, values) as DocumentParts),
    date: day,
    ...windowParts(window, shared.parts?.lines, values),
  };
  const built = documentOf(law, parts);
  const all = { ...values, ...documentValues(built) };
  const { issues = [], warnings = [] } = resolved(shared.expect ?? {}, all) as NonNullable<CaseData['expect']>;
  const options = resolved(shared.options ?? {}, all) as NonNullable<CaseData['options']>;
  const productTaxClass =
    variant.productTaxClass === undefined ? options.productTaxClass : { 0: variant.productTaxClass as string };
  const original =
    window?.originalDay === undefined ? options.original : `${String(variant[window.originalDay])}T12:00:00+01:00`;
  return [
    {
      pack: pack.id,
      rule,
      code,
      name: variant.field === undefined ? shared.name : `${shared.name}: ${variant.field as string}`,
      kind,
      business: { country: law.country, ...shared.business },
      rateWindows: options.rateWindows,
      productTaxClass,
      original,
      input: { document: changed(built, resolved(shared.change ?? [], all) as Change[]) },
      error: issues.length > 0 ? 'validation_failed' : undefined,
      issues,
      warnings: [...warnings, ...pricesWarning(traits.pricesIncludeTax, parts.pricesIncludeTax)],
    },
  ];
}

const dayOf = ({ parts }: SharedCase, values: Values): string => {
  const date = parts?.date;
  if (date === undefined) return DAY;
  return date.startsWith('$') && !Object.hasOwn(values, date.slice(1)) ? DAY : String(resolved(date, values));
};

function windowParts(
  window: SharedCase['window'],
  lines: DocumentParts['lines'] = [{}],
  { rate, windowState: state }: Values,
): DocumentParts {
  if (window === undefined) return {};
  const abroad = state === undefined ? {} : { channel: 'ecommerce', customer: { country: state as string } };
  return { lines: lines.map((line) => ({ ...line, rate: Number(rate) })), ...abroad };
}

/** Prices that are not as receipts of the country show them are warned of, whatever else a case shows. */
function pricesWarning(usual: unknown, stated: DocumentParts['pricesIncludeTax']) {
  if (stated === undefined || stated === usual) return [];
  return [{ field: 'tax.pricesIncludeTax', code: stated ? 'prices_include_tax' : 'prices_exclude_tax' }];
}
