import { existsSync, readdirSync } from 'node:fs';
import type { Business, LawPack } from 'receipt-rule-packs';
import { withUnitWarnings } from './unit-warnings';
import { ageWarning, caseLines, expectedIn, impliedError, kindOf, type CaseLine } from './case-lines';
import type { Case } from './cases';
import { changed, madeAt, type Change } from './changes';
import { DAY, documentOf, type DocumentParts } from './document-of';
import { documentValues, fieldValues, lawValues, meets, traitsOf } from './law-values';
import { outsiderOf } from './outsider';
import { resolved, type Values } from './placeholders';
import { windowOf } from './rate-days';

/** A case in src/rules/<topic>/cases.jsonl; src/rules/README.md describes it. */
type SharedCase = CaseLine & { readonly rule: string; readonly place: string };

/** All topics' shared cases. */
const sharedCases: readonly SharedCase[] = readdirSync(new URL('../../src/rules/', import.meta.url), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `src/rules/${name}/cases.jsonl`)
  .flatMap((path) => linesOf(path).map((line, i) => ({ ...line, place: `${path}:${i + 1}` }) as SharedCase));

function linesOf(path: string): readonly CaseLine[] {
  if (existsSync(new URL(`../../${path}`, import.meta.url))) return caseLines(path);
  throw new Error(`${path} is missing: add a case that raises each code, and one that does not (src/rules/README.md)`);
}

/** The shared cases for a pack's rules, with documents under its law. */
export function sharedCasesOf(pack: LawPack): Case[] {
  return sharedCases.flatMap((shared) =>
    variantsOf(pack, shared).flatMap((values) =>
      madeAt(`${shared.place}, under ${pack.id}`, shared.name, () => caseOf(pack, shared, values)),
    ),
  );
}

/**
 * The shared cases that do not run under any of these packs, because no pack has the rule or the traits that they
 * require.
 */
export function unusedCases(packs: readonly LawPack[]): string[] {
  const isUsed = (shared: SharedCase) =>
    packs.some((pack) => variantsOf(pack, shared).some((values) => caseOf(pack, shared, values).length > 0));
  return sharedCases.filter((shared) => !isUsed(shared)).map(({ rule, code, name }) => `${rule} ${code}: ${name}`);
}

function variantsOf({ law }: LawPack, { namespace, window }: SharedCase): Values[] {
  if (namespace !== undefined) return fieldValues(law, namespace.required, namespace.field);
  if (window === undefined) return [{}];
  const found = windowOf(law, window.verdict);
  return found === undefined ? [] : [{ ...found }];
}

function caseOf(pack: LawPack, shared: SharedCase, variant: Values): Case[] {
  const { law } = pack;
  const { window } = shared;
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
  const expected = (list: CaseLine['issues'] = []) => expectedIn(resolved(list, all) as readonly string[], code);
  const issues = expected(shared.issues);
  const changes = resolved(shared.change ?? [], all) as Change[];
  const document = changed(built, changes);
  const warnings = withUnitWarnings(law, document, issues, [
    ...ageWarning(law, { code, issues }, document),
    ...expected(shared.warnings),
    ...pricesWarning(traits.pricesIncludeTax, parts.pricesIncludeTax),
  ]);
  const error = impliedError(issues);
  const options = resolved(shared.options ?? {}, all) as NonNullable<CaseLine['options']>;
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
      place: shared.place,
      kind: kindOf({ code, error, issues, warnings }),
      business: businessOf(law, shared, values),
      rateWindows: options.rateWindows,
      productTaxClass,
      original,
      input: { document },
      error,
      issues,
      warnings,
    },
  ];
}

/** Fills in duties that a case does not set with those of the default business. */
function businessOf(law: LawPack['law'], { business }: SharedCase, values: Values): Case['business'] {
  const usual = outsiderOf(law);
  const named = Object.entries(business?.duties ?? {}).map(([name, holds]) => [String(resolved(name, values)), holds]);
  const duties = { ...usual.duties, ...(Object.fromEntries(named) as Record<string, boolean>) };
  const own = resolved(business ?? {}, values) as Partial<Business>;
  return { ...usual, ...own, ...(Object.keys(duties).length > 0 && { duties }) };
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

/**
 * The warning to expect in every case that departs from the country's usual way of stating prices: with or without tax.
 */
function pricesWarning(usual: unknown, stated: DocumentParts['pricesIncludeTax']) {
  if (stated === undefined || stated === usual) return [];
  return [{ field: 'tax.pricesIncludeTax', code: stated ? 'prices_include_tax' : 'prices_exclude_tax' }];
}
