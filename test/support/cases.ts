import { existsSync, readFileSync } from 'node:fs';
import type { Business, LawPack, RateWindows, ValidateOptions } from 'receipt-rule-packs';
import {
  ageWarning,
  caseLines,
  expectedIn,
  impliedError,
  kindOf,
  parseCases,
  ROOT,
  type CaseLine,
  type Expected,
} from './case-lines';
import { changed, copyJson, madeAt, type Change } from './changes';
import { derivedCases } from './derived-cases';
import { documentOf } from './document-of';
import { outsiderOf } from './outsider';
import { sharedCasesOf } from './shared-cases';
import { withUnitWarnings } from './unit-warnings';

export type { Expected };

/** A case ready to run. */
export interface Case {
  readonly pack: string;
  /** A shared case's rule; undefined for a pack's own case. */
  readonly rule: string | undefined;
  readonly code: string;
  readonly name: string;
  /** The case's file and line; for a derived case, the file that contains the law's row. */
  readonly place: string;
  /** Whether the case expects its own code. */
  readonly kind: 'firing' | 'silent';
  readonly business: Business;
  readonly rateWindows: RateWindows | undefined;
  readonly productTaxClass: Readonly<Record<string, string>> | undefined;
  readonly original: string | undefined;
  /** The input: a document, JSON text or bytes. */
  readonly input: { readonly document: unknown } | { readonly json: string | Uint8Array };
  readonly error: string | undefined;
  readonly issues: readonly Expected[];
  readonly warnings: readonly Expected[];
}

/** The base document of a pack's cases. */
export interface Base {
  readonly business: Business;
  readonly document: unknown;
}

type LawOf = Pick<LawPack, 'id' | 'law'>;

/** All cases for a pack, including the shared rules' cases. */
export function casesOf(pack: LawPack): Case[] {
  return [...ownCases(pack), ...sharedCasesOf(pack)];
}

/** The folder with the built-in packs. */
const PACKS = new URL('packs/', ROOT);

/**
 * The cases derived from a law's rows, and those in the pack folder's cases.jsonl, if any.
 *
 * @param packs the folder with the packs
 */
export function ownCases({ id, law }: LawOf, packs = PACKS): Case[] {
  const base = baseOf({ id, law }, packs);
  const fileOf = (code: string) => (code === 'rate_not_in_window' ? 'rates.json' : 'law.json');
  const derived = derivedCases(law).map((line) => ready({ id, law }, base, line, `packs/${id}/${fileOf(line.code)}`));
  const file = new URL(`${id}/cases.jsonl`, packs);
  if (!existsSync(file)) return derived;
  const path = `packs/${id}/cases.jsonl`;
  return [...derived, ...expanded(parseCases(readFileSync(file, 'utf8'), path), { id, law }, base, path)];
}

/** The cases in a file, with a pack's law and base document. */
export const casesIn = (path: string, pack: LawOf): Case[] => expanded(caseLines(path), pack, baseOf(pack), path);

function expanded(lines: readonly CaseLine[], pack: LawOf, base: Base, path: string): Case[] {
  return lines.flatMap((line, i): Case[] => {
    const place = `${path}:${i + 1}`;
    if (line.each === undefined) return [ready(pack, base, line, place)];
    const { set, values } = line.each;
    return values.map((value) =>
      ready(pack, base, { ...line, name: `${line.name}: ${JSON.stringify(value)}` }, place, [{ set, value }]),
    );
  });
}

/** The base document of a pack's cases: its base.json, or a document built under its law. */
export function baseOf({ id, law }: LawOf, packs = PACKS): Base {
  const file = new URL(`${id}/base.json`, packs);
  const business = outsiderOf(law);
  if (!existsSync(file)) return { business, document: documentOf(law, {}) };
  const base = JSON.parse(readFileSync(file, 'utf8')) as Base;
  return { ...base, business: { ...business, ...base.business } };
}

function ready({ id, law }: LawOf, base: Base, line: CaseLine, place: string, more: readonly Change[] = []): Case {
  const { code, name, options = {} } = line;
  const issues = expectedIn(line.issues, code);
  const input = madeAt(place, name, () => inputOf(law, base, line, more));
  const document = 'document' in input ? input.document : undefined;
  const told = [...ageWarning(law, { code, issues }, document), ...expectedIn(line.warnings, code)];
  const warnings = withUnitWarnings(law, document, issues, told);
  const error = line.error ?? impliedError(issues);
  return {
    pack: id,
    rule: undefined,
    code,
    name,
    place,
    kind: kindOf({ code, error, issues, warnings }),
    business: businessOf(line, base),
    rateWindows: options.rateWindows,
    productTaxClass: options.productTaxClass,
    original: options.original,
    input,
    error,
    issues,
    warnings,
  };
}

/** Fills in duties that a case does not set with those of the default business. */
function businessOf({ business }: CaseLine, base: Base): Business {
  const { duties } = base.business;
  return business === undefined ? base.business : { ...(duties !== undefined && { duties }), ...business };
}

function inputOf(law: LawPack['law'], base: Base, line: CaseLine, more: readonly Change[]): Case['input'] {
  if (line.text !== undefined) return { json: line.text };
  if (line.bytes !== undefined) return { json: Uint8Array.from(Buffer.from(line.bytes, 'hex')) };
  const from = line.parts === undefined ? (line.document ?? base.document) : documentOf(law, line.parts);
  // A copy, because the documents of one `each` would otherwise share the objects that `change` sets.
  const document = changed(from, copyJson([...(line.change ?? []), ...more]));
  return line.literals === undefined ? { document } : { json: textWith(line.literals, document) };
}

/**
 * JSON text in which some numbers keep a given spelling, such as `0.0`: JSON parsers do not preserve spellings, so the
 * document in a case file cannot contain them.
 */
function textWith(literals: Readonly<Record<string, string>>, document: unknown): string {
  const marks = Object.entries(literals).map(([path, literal], i) => ({ path, literal, mark: `<literal ${i}>` }));
  const marked = changed(
    document,
    marks.map(({ path, mark }) => ({ set: path, value: mark })),
  );
  return marks.reduce((text, { mark, literal }) => text.replace(`"${mark}"`, literal), JSON.stringify(marked));
}

/** A case's options for a document. Looks up product tax classes by line object identity. */
export function optionsOf({ rateWindows, productTaxClass, original }: Case, document: unknown): ValidateOptions {
  const { items } = document as { items: unknown[] };
  return {
    // Most cases ignore the dates of rates, as vectors/README.md explains.
    rateWindows: rateWindows ?? 'off',
    ...(original === undefined ? {} : { original: { timestamp: original } }),
    ...(productTaxClass === undefined
      ? {}
      : { productTaxClass: (item: unknown) => productTaxClass[String(items.indexOf(item))] }),
  };
}

/** Field and code only. */
export function brief(issues: readonly Expected[]): Expected[] {
  return issues.map(({ field, code }) => ({ field, code }));
}
