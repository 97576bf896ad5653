import { readdirSync, readFileSync } from 'node:fs';
import type { Business, RateWindows, RulePack, ValidateOptions } from 'receipt-rule-packs';
import { changed, copyJson, type Change } from './changes';

/** A field and the code raised there. */
export interface Expected {
  readonly field: string;
  readonly code: string;
}

/** A case as it stands in a file; see packs/se-receipt-1/cases/README.md. */
export interface CaseData {
  readonly name: string;
  readonly kind: 'firing' | 'silent';
  readonly business?: Business;
  readonly options?: { readonly rateWindows?: RateWindows; readonly itemClass?: Readonly<Record<string, string>> };
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
  readonly code: string;
  readonly name: string;
  readonly kind: 'firing' | 'silent';
  readonly business: Business;
  readonly rateWindows: RateWindows | undefined;
  readonly itemClass: Readonly<Record<string, string>> | undefined;
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

const readJsonFile = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'));

/** All case files in packs/<id>/cases. */
export function packCases(id: string): Case[] {
  const folder = new URL(`../../packs/${id}/cases/`, import.meta.url);
  const base = readJsonFile(new URL('base.json', folder)) as Base;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'base.json')
    .sort()
    .flatMap((name) => {
      const file = readJsonFile(new URL(name, folder)) as CaseFile;
      if (name !== `${file.code.replace('/', '-')}.json`)
        throw new Error(`${id}/cases/${name} holds cases of ${file.code}`);
      return expand(id, base, file);
    });
}

/** The cases of the test packs. */
export function testPackCases(): Case[] {
  const sets = readJsonFile(new URL('../packs/nordic-cases.json', import.meta.url)) as {
    packs: { pack: string; base: Base; files: CaseFile[] }[];
  };
  return sets.packs.flatMap(({ pack, base, files }) => files.flatMap((file) => expand(pack, base, file)));
}

function expand(pack: string, base: Base, { code, cases }: CaseFile): Case[] {
  return cases.flatMap((data): Case[] => {
    if (data.each === undefined) return [ready(pack, base, code, data, data.name, [])];
    const { set, values } = data.each;
    return values.map((value) =>
      ready(pack, base, code, data, `${data.name}: ${JSON.stringify(value)}`, [{ set, value }]),
    );
  });
}

function ready(pack: string, base: Base, code: string, data: CaseData, name: string, more: readonly Change[]): Case {
  const { issues = [], warnings = [], error } = data.expect ?? {};
  return {
    pack,
    code,
    name,
    kind: data.kind,
    business: data.business ?? base.business,
    rateWindows: data.options?.rateWindows,
    itemClass: data.options?.itemClass,
    input: inputOf(base, data, more),
    error: error ?? (issues.length > 0 ? 'validation_failed' : undefined),
    issues,
    warnings,
  };
}

function inputOf(base: Base, data: CaseData, more: readonly Change[]): Case['input'] {
  if (data.text !== undefined) return { json: data.text };
  if (data.bytes !== undefined) return { json: Uint8Array.from(Buffer.from(data.bytes, 'hex')) };
  // Copied, since the documents of one `each` would else share the objects that `change` sets.
  return { document: changed(data.document ?? base.document, copyJson([...(data.change ?? []), ...more])) };
}

/** The options of a case for a document: goods classes are found by the identity of the line. */
export function optionsOf({ rateWindows, itemClass }: Case, document: unknown): ValidateOptions {
  const { items } = document as { items: unknown[] };
  return {
    ...(rateWindows === undefined ? {} : { rateWindows }),
    ...(itemClass === undefined ? {} : { itemClass: (item: unknown) => itemClass[String(items.indexOf(item))] }),
  };
}

/** Field and code alone. */
export function brief(issues: readonly Expected[]): Expected[] {
  return issues.map(({ field, code }) => ({ field, code }));
}

/** The cases of each pack. */
export function casesOf(packs: readonly RulePack[], own: readonly string[]): Map<RulePack, Case[]> {
  const foreign = testPackCases();
  return new Map(
    packs.map((pack) => [pack, own.includes(pack.id) ? packCases(pack.id) : foreign.filter((c) => c.pack === pack.id)]),
  );
}
