import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Business, LawPack, RateWindows, ValidateOptions } from 'receipt-rule-packs';
import { changed, copyJson, type Change } from './changes';
import { documentOf, type DocumentParts } from './document-of';
import { sharedCasesOf } from './shared-cases';

/** A field and the code raised there. */
export interface Expected {
  readonly field: string;
  readonly code: string;
}

/** A case as it stands in a file of a pack; see CONTRIBUTING.md. */
export interface CaseData {
  readonly name: string;
  readonly kind: 'firing' | 'silent';
  readonly business?: Business;
  readonly options?: {
    readonly rateWindows?: RateWindows;
    readonly productTaxClass?: Readonly<Record<string, string>>;
    /** Timestamp of the sale that a correction corrects. */
    readonly original?: string;
  };
  /** What the document is built of, in place of the base document; src/rules/README.md lists the parts. */
  readonly parts?: DocumentParts;
  readonly change?: readonly Change[];
  readonly each?: { readonly set: string; readonly values: readonly unknown[] };
  readonly document?: unknown;
  readonly text?: string;
  readonly bytes?: string;
  readonly expect?: {
    readonly error?: string;
    readonly issues?: readonly Expected[];
    readonly warnings?: readonly Expected[];
  };
}

export interface CaseFile {
  readonly code: string;
  readonly cases: readonly CaseData[];
}

/** A case ready to run. */
export interface Case {
  readonly pack: string;
  /** The rule that a shared case is of; undefined for a pack's own. */
  readonly rule: string | undefined;
  readonly code: string;
  readonly name: string;
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

interface Base {
  readonly business: Business;
  readonly document: unknown;
}

interface LawBase extends Base {
  readonly law: LawPack['law'];
}

/** The folder of the packs. */
const PACKS = new URL('../../packs/', import.meta.url);

const readJsonFile = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'));

/** The cases of a pack: its own, in packs/<id>/cases, and those of the rules that it shares. */
export function casesOf(pack: LawPack): Case[] {
  return [...ownCases(pack), ...sharedCasesOf(pack)];
}

/** All case files in packs/<id>/cases, or in another folder of packs; none for a pack without that folder. */
export function ownCases({ id, law }: Pick<LawPack, 'id' | 'law'>, packs = PACKS): Case[] {
  const folder = new URL(`${id}/cases/`, packs);
  if (!existsSync(folder)) return [];
  const base = baseOf({ id, law }, packs);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'base.json')
    .sort()
    .flatMap((name) => {
      const file = readJsonFile(new URL(name, folder)) as CaseFile;
      if (name !== `${file.code.replace('/', '-')}.json`)
        throw new Error(`${id}/cases/${name} holds cases of ${file.code}`);
      return expand(id, { ...base, law }, file);
    });
}

/** What the cases of a pack change: its base.json, or a document that is built under its law. */
export function baseOf(
  { id, law }: Pick<LawPack, 'id' | 'law'>,
  packs = PACKS,
): {
  readonly business: Business;
  readonly document: unknown;
} {
  const file = new URL(`${id}/cases/base.json`, packs);
  if (existsSync(file)) return readJsonFile(file) as Base;
  return { business: { country: law.country }, document: documentOf(law, {}) };
}

function expand(pack: string, base: LawBase, { code, cases }: CaseFile): Case[] {
  return cases.flatMap((data): Case[] => {
    if (data.each === undefined) return [ready(pack, base, code, data, data.name, [])];
    const { set, values } = data.each;
    return values.map((value) =>
      ready(pack, base, code, data, `${data.name}: ${JSON.stringify(value)}`, [{ set, value }]),
    );
  });
}

function ready(pack: string, base: LawBase, code: string, data: CaseData, name: string, more: readonly Change[]): Case {
  const { issues = [], warnings = [], error } = data.expect ?? {};
  return {
    pack,
    rule: undefined,
    code,
    name,
    kind: data.kind,
    business: data.business ?? base.business,
    rateWindows: data.options?.rateWindows,
    productTaxClass: data.options?.productTaxClass,
    original: data.options?.original,
    input: inputOf(base, data, more),
    error: error ?? (issues.length > 0 ? 'validation_failed' : undefined),
    issues,
    warnings,
  };
}

function inputOf(base: LawBase, data: CaseData, more: readonly Change[]): Case['input'] {
  if (data.text !== undefined) return { json: data.text };
  if (data.bytes !== undefined) return { json: Uint8Array.from(Buffer.from(data.bytes, 'hex')) };
  // Copied, since the documents of one `each` would else share the objects that `change` sets.
  const from = data.parts === undefined ? (data.document ?? base.document) : documentOf(base.law, data.parts);
  return { document: changed(from, copyJson([...(data.change ?? []), ...more])) };
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
