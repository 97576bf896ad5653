import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Business, RateWindows, ReceiptLaw } from 'receipt-rule-packs';
import { faultText } from '../../scripts/generate/check-schemas.js';
import type { Change } from './changes';
import type { DocumentParts } from './document-of';
import { staleDayOf } from './rate-days';

/** A line of a cases.jsonl, as case.schema.json and src/rules/README.md describe it. */
export interface CaseLine {
  readonly rule?: string;
  readonly code: string;
  readonly name: string;
  readonly when?: Readonly<Record<string, unknown>>;
  /** A line at a dated rate, on a date inside or outside the window. */
  readonly window?: {
    readonly verdict: 'outside' | 'warned';
    readonly day: 'inside' | 'outside';
    readonly originalDay?: 'inside' | 'outside';
  };
  /** The namespaces of extensions, and their fields, that the case runs for. */
  readonly namespace?: {
    readonly required: boolean;
    readonly field?: 'required' | 'string' | 'counter' | 'integer' | 'pattern';
  };
  readonly business?: Business;
  readonly options?: {
    readonly rateWindows?: RateWindows;
    readonly productTaxClass?: Readonly<Record<string, string>>;
    /** The corrected sale's timestamp. */
    readonly original?: string;
  };
  /** The parts from which to build the document, instead of changing the base document. */
  readonly parts?: DocumentParts;
  readonly document?: unknown;
  readonly text?: string;
  readonly bytes?: string;
  readonly change?: readonly Change[];
  readonly each?: { readonly set: string; readonly values: readonly unknown[] };
  /** Number literals by path, which turn the document into JSON text. */
  readonly literals?: Readonly<Record<string, string>>;
  /** The error code, if it is not validation_failed. */
  readonly error?: string;
  /** Fields, each followed by a space and the code if that is not the case's code. */
  readonly issues?: readonly string[];
  readonly warnings?: readonly string[];
}

/** A field and the code raised there. */
export interface Expected {
  readonly field: string;
  readonly code: string;
}

interface Told {
  readonly code: string;
  readonly issues: readonly Expected[];
}

/** The warning to expect in every case if the law may have changed between its review and the document's date. */
export function ageWarning(law: ReceiptLaw, { code, issues }: Told, document: unknown): Expected[] {
  const from = staleDayOf(law);
  const { timestamp } = Object(document) as { readonly timestamp?: unknown };
  if (code === 'pack_stale' || from === undefined || typeof timestamp !== 'string') return [];
  if (issues.some(({ field }) => field === 'timestamp')) return [];
  return timestamp.slice(0, 10) < from ? [] : [{ field: 'timestamp', code: 'pack_stale' }];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

export const ROOT = new URL('../../', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('case.schema.json', import.meta.url), 'utf8')) as Schema;

let compiled: ValidateFunction | undefined;

/** Everything that is wrong with a line. */
function faultsOf(line: unknown): string[] {
  compiled ??= new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allErrors: true,
    verbose: true,
  }).compile(schema);
  return compiled(line) ? [] : compiled.errors!.map((error) => faultText('case', error));
}

/**
 * The cases in a file.
 *
 * @param path the path from the repository root
 * @throws Error with file and line if a line is not a valid case
 */
export function caseLines(path: string): readonly CaseLine[] {
  return parseCases(readFileSync(new URL(path, ROOT), 'utf8'), path);
}

/** @throws Error with one line of text for each fault: the file, the line and what is wrong */
export function parseCases(text: string, path: string): readonly CaseLine[] {
  const lines = text.trimEnd().split('\n').map(parsed);
  const faults = lines.flatMap(({ faults }, i) => faults.map((fault) => `${path}:${i + 1}: ${fault}`));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return lines.map(({ line }) => line as CaseLine);
}

function parsed(text: string): { readonly line?: unknown; readonly faults: readonly string[] } {
  try {
    const line: unknown = JSON.parse(text);
    return { line, faults: faultsOf(line) };
  } catch (error) {
    return { faults: [(error as Error).message] };
  }
}

/** Formats the text of a case file, with keys in schema order. */
export function formatCases(text: string, path: string): string {
  return parseCases(text, path)
    .map((line) => `${written(line, schema)}\n`)
    .join('');
}

function written(value: unknown, by: Schema | undefined): string {
  if (by?.$ref !== undefined) return written(value, schema.$defs![by.$ref.replace('#/$defs/', '')]);
  if (Array.isArray(value)) return `[${value.map((one) => written(one, by?.items)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const order = Object.keys(by?.properties ?? {});
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const entries = Object.entries(value).sort(([a], [b]) => place(a) - place(b));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}: ${written(one, by?.properties?.[key])}`).join(', ')}}`;
}

/**
 * Matches a code at the end of a string, after a space. A field such as `["odd key"]` does not match, because of its
 * last characters.
 */
const WITH_CODE = /^(.*) ([\w./]+)$/;

/** The expected issues in one of a case's lists. */
export function expectedIn(list: readonly string[] = [], own: string): Expected[] {
  return list.map((text) => {
    const [, field = text, code = own] = WITH_CODE.exec(text) ?? [];
    return { field, code };
  });
}

/** The default error for a document with issues, in cases and vectors. */
export const impliedError = (issues: readonly Expected[]): string | undefined =>
  issues.length > 0 ? 'validation_failed' : undefined;

interface Verdict {
  readonly code: string;
  readonly error: string | undefined;
  readonly issues: readonly Expected[];
  readonly warnings: readonly Expected[];
}

/** Whether a case expects its own code: as an issue, as a warning, or as the error code. */
export function kindOf({ code, error, issues, warnings }: Verdict): 'firing' | 'silent' {
  return error === code || [...issues, ...warnings].some((one) => one.code === code) ? 'firing' : 'silent';
}

/** The paths of the case files, relative to the repository root. */
export function caseFiles(): string[] {
  const inFolders = ['packs', 'src/rules', 'test/five-laws', 'examples/laws']
    .filter((folder) => existsSync(new URL(folder, ROOT)))
    .flatMap((folder) => readdirSync(new URL(folder, ROOT)).map((name) => `${folder}/${name}/cases.jsonl`));
  return ['vectors/sources/cases.jsonl', ...inFolders.filter((path) => existsSync(new URL(path, ROOT)))];
}
