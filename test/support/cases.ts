import { existsSync, readFileSync } from 'node:fs';
import type { Business, LawPack, RateWindows, ValidateOptions } from 'receipt-rule-packs';
import {
  caseLines,
  expectedIn,
  impliedError,
  kindOf,
  parseCases,
  ROOT,
  type CaseLine,
  type Expected,
} from './case-lines';
import { changed, copyJson, type Change } from './changes';
import { derivedCases } from './derived-cases';
import { documentOf } from './document-of';
import { sharedCasesOf } from './shared-cases';

export type { Expected };

/** A case ready to run. */
export interface Case {
  readonly pack: string;
  /** The rule that a shared case is of; undefined for a pack's own. */
  readonly rule: string | undefined;
  readonly code: string;
  readonly name: string;
  /** The file that has it, and the line there; of a derived one, the file with the row of the law. */
  readonly place: string;
  /** Whether its code is expected of it. */
  readonly kind: 'firing' | 'silent';
  readonly business: Business;
  readonly rateWindows: RateWindows | undefined;
  readonly productTaxClass: Readonly<Record<string, string>> | undefined;
  readonly original: string | undefined;
  /** What is validated: a document, or JSON text or bytes. */
  readonly input: { readonly document: unknown } | { readonly json: string | Uint8Array };
  readonly error: string | undefined;
  readonly issues: readonly Expected[];
  readonly warnings: readonly Expected[];
}

/** What the cases of a pack change. */
export interface Base {
  readonly business: Business;
  readonly document: unknown;
}

type LawOf = Pick<LawPack, 'id' | 'law'>;

/** The cases of a pack: its own, and those of the rules that it shares. */
export function casesOf(pack: LawPack): Case[] {
  return [...ownCases(pack), ...sharedCasesOf(pack)];
}

/** The folder of the built-in packs. */
const PACKS = new URL('packs/', ROOT);

/**
 * The cases of the rows of a law, and those in the cases.jsonl of its folder, if there is that file.
 *
 * @param packs the folder of packs
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

/** The cases of a file, under the law and on the base document of a pack. */
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

/** What the cases of a pack change: its base.json, or a document that is built under its law. */
export function baseOf({ id, law }: LawOf, packs = PACKS): Base {
  const file = new URL(`${id}/base.json`, packs);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Base;
  return { business: { country: law.country }, document: documentOf(law, {}) };
}

function ready({ id, law }: LawOf, base: Base, line: CaseLine, place: string, more: readonly Change[] = []): Case {
  const { code, name, options = {} } = line;
  const issues = expectedIn(line.issues, code);
  const warnings = expectedIn(line.warnings, code);
  const error = line.error ?? impliedError(issues);
  return {
    pack: id,
    rule: undefined,
    code,
    name,
    place,
    kind: kindOf({ code, error, issues, warnings }),
    business: line.business ?? base.business,
    rateWindows: options.rateWindows,
    productTaxClass: options.productTaxClass,
    original: options.original,
    input: inputOf(law, base, line, more),
    error,
    issues,
    warnings,
  };
}

function inputOf(law: LawPack['law'], base: Base, line: CaseLine, more: readonly Change[]): Case['input'] {
  if (line.text !== undefined) return { json: line.text };
  if (line.bytes !== undefined) return { json: Uint8Array.from(Buffer.from(line.bytes, 'hex')) };
  const from = line.parts === undefined ? (line.document ?? base.document) : documentOf(law, line.parts);
  // Copied, since the documents of one `each` would else share the objects that `change` sets.
  const document = changed(from, copyJson([...(line.change ?? []), ...more]));
  return line.literals === undefined ? { document } : { json: textWith(line.literals, document) };
}

/** JSON text in which some numbers are written as stated: JSON parsers do not keep that, and so no file of cases could. */
function textWith(literals: Readonly<Record<string, string>>, document: unknown): string {
  const marks = Object.entries(literals).map(([path, literal], i) => ({ path, literal, mark: `<literal ${i}>` }));
  const marked = changed(
    document,
    marks.map(({ path, mark }) => ({ set: path, value: mark })),
  );
  return marks.reduce((text, { mark, literal }) => text.replace(`"${mark}"`, literal), JSON.stringify(marked));
}

/** The options of a case for a document: goods classes are found by the identity of the line. */
export function optionsOf({ rateWindows, productTaxClass, original }: Case, document: unknown): ValidateOptions {
  const { items } = document as { items: unknown[] };
  return {
    // As vectors/README.md says. The rates of most cases are those of any day.
    rateWindows: rateWindows ?? 'off',
    ...(original === undefined ? {} : { original: { timestamp: original } }),
    ...(productTaxClass === undefined
      ? {}
      : { productTaxClass: (item: unknown) => productTaxClass[String(items.indexOf(item))] }),
  };
}

/** Field and code alone. */
export function brief(issues: readonly Expected[]): Expected[] {
  return issues.map(({ field, code }) => ({ field, code }));
}
