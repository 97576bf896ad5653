import type { Business } from '../../../src/pack/types.js';
import type { CaseData, CaseFile, Expected } from '../../../test/support/cases.js';
import { changed, copyJson, type Change } from '../../../test/support/changes.js';
import { rulesShown } from './attribution.js';

/** A case. It may also be JSON text in which some numbers are not written in the usual way. */
export type SourceCase = CaseData & { readonly literals?: Readonly<Record<string, string>> };
export type SourceFile = Pick<CaseFile, 'code'> & { readonly cases: readonly SourceCase[] };

/** A vector as it is in the file; see vectors/README.md. */
export interface Vector {
  readonly name: string;
  readonly code: string;
  readonly kind: 'firing' | 'silent';
  readonly rules: readonly string[];
  readonly business: Business;
  readonly options?: CaseData['options'];
  readonly document?: unknown;
  readonly text?: string;
  readonly bytes?: string;
  readonly expect: {
    readonly valid: boolean;
    readonly error?: string;
    readonly issues: readonly Expected[];
    readonly warnings: readonly Expected[];
  };
}

export interface Base {
  readonly business: Business;
  readonly document: unknown;
}

/** The error of a document that has issues, where neither a case nor a vector states another one. */
export const impliedError = (issues: readonly Expected[]): string | undefined =>
  issues.length > 0 ? 'validation_failed' : undefined;

/** The vectors of one case file. */
export function expandFile(base: Base, { code, cases }: SourceFile): Vector[] {
  return cases.flatMap((data): Vector[] => {
    if (data.each === undefined) return [vectorOf(base, code, data, data.name, [])];
    const { set, values } = data.each;
    return values.map((value) =>
      vectorOf(base, code, data, `${data.name}: ${JSON.stringify(value)}`, [{ set, value }]),
    );
  });
}

function vectorOf(base: Base, code: string, data: SourceCase, name: string, more: readonly Change[]): Vector {
  const { issues = [], warnings = [], error = impliedError(issues) } = data.expect ?? {};
  const { country, multiLocation = false } = data.business ?? base.business;
  const input = inputOf(base, data, more);
  const head = { name: `${code}: ${name}`, code, kind: data.kind };
  const rest = {
    business: { country, multiLocation },
    ...(data.options !== undefined && { options: data.options }),
    ...input,
    expect: { valid: error === undefined, ...(error !== undefined && { error }), issues, warnings },
  };
  const raised = [...issues, ...warnings].some((entry) => entry.code === code) || error === code;
  if (raised !== (data.kind === 'firing')) throw new Error(`${head.name} is ${data.kind}, but its code says otherwise`);
  const document: unknown = data.literals === undefined ? input.document : JSON.parse(input.text!);
  return { ...head, rules: rulesShown({ ...head, ...rest, document }, base), ...rest };
}

function inputOf(base: Base, data: SourceCase, more: readonly Change[]): Pick<Vector, 'document' | 'text' | 'bytes'> {
  if (data.text !== undefined) return { text: data.text };
  if (data.bytes !== undefined) return { bytes: data.bytes };
  // Copied, since otherwise the documents of one `each` would share the objects that `change` sets.
  const changes = copyJson([...(data.change ?? []), ...more]);
  const document = changed(data.document ?? base.document, changes);
  if (data.literals === undefined) return { document };
  // Text, since JSON parsers do not keep how a number was written, and so this file could not either.
  const marks = Object.entries(data.literals).map(([path, literal], i) => ({ path, literal, mark: `<literal ${i}>` }));
  const marked = changed(
    document,
    marks.map(({ path, mark }) => ({ set: path, value: mark })),
  );
  return {
    text: marks.reduce((text, { mark, literal }) => text.replace(`"${mark}"`, literal), JSON.stringify(marked)),
  };
}
