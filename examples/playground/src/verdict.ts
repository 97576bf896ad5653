import type { Issue, RateWindows, ValidationResult } from 'receipt-rule-packs';
import type { Cause } from 'receipt-rule-packs/diagnose';
import { valueAt } from './json/change.js';
import { locate, pathOf, type Path, type Place } from './json/locate.js';
import { scanJson, type JsonNode } from './json/scan.js';

/** The settings for validating the receipt. */
export interface Setting {
  /** The business's country, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly multiLocation: boolean;
  /** Like `territory` and `regimes` in `Business`. Set if the receipt was opened from a file that contains them. */
  readonly territory?: string | undefined;
  readonly regimes?: readonly string[] | undefined;
  /** Like `duties` in `Business`. Set from a file. Validation ignores duties that do not exist in the country. */
  readonly duties?: Readonly<Record<string, boolean>> | undefined;
  readonly rateWindows: RateWindows;
  /** The day of the sale that a correction corrects, as YYYY-MM-DD; empty if unknown. */
  readonly originalDay: string;
  /** The receipt number of that sale, if the file with the correction contains it. */
  readonly originalNumber?: string | undefined;
}

/** An issue or warning with its position in the text. */
export interface PlacedIssue {
  readonly issue: Issue;
  readonly place: Place;
}

/** A cause with its number, which is the same in all three panes. */
export interface NumberedCause {
  readonly number: number;
  readonly cause: Cause;
  /** `error` if at least one of its issues is an error, or if it has no issues. */
  readonly severity: Issue['severity'];
  /** The issues that the cause explains, in text order. */
  readonly notes: readonly PlacedIssue[];
  /** The positions of the values that the repair changes; if there is no repair, the position of the cause's field. */
  readonly places: readonly Place[];
}

/** The verdict on text that is not JSON. */
export interface NotJson {
  readonly kind: 'not-json';
  /** The offset of the error, in UTF-16 code units. */
  readonly at: number;
  readonly message: string;
}

/** The verdict on a JSON text. */
export interface Judged {
  readonly kind: 'judged';
  readonly document: unknown;
  readonly root: JsonNode;
  /** Undefined until the rules have loaded. */
  readonly result: ValidationResult | undefined;
  /** The issues and warnings, in text order. */
  readonly notes: readonly PlacedIssue[];
}

export type Verdict = NotJson | Judged;

/** Validates and diagnoses documents. Until the rules have loaded, all functions return undefined or an empty value. */
export interface Judge {
  readonly document: (document: unknown, setting: Setting) => ValidationResult | undefined;
  /** Validates a JSON text, including a check for repeated keys. */
  readonly json: (text: string, setting: Setting) => ValidationResult | undefined;
  /** Returns the error message for text that is not JSON. */
  readonly text: (text: string, setting: Setting) => string;
  /** Finds the causes of the issues. */
  readonly causes: (document: unknown, setting: Setting, result: ValidationResult) => readonly Cause[];
}

/** Returns the verdict on the given text, with the positions of its issues. Never throws. */
export function verdictOn(text: string, setting: Setting, judge: Judge): Verdict {
  const scan = scanJson(text);
  if (!scan.ok) return { kind: 'not-json', at: scan.at, message: judge.text(text, setting) };
  const document: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  const result = judge.json(text, setting);
  return { kind: 'judged', document, root: scan.root, result, notes: result ? notesOf(scan.root, result) : [] };
}

function notesOf(root: JsonNode, { issues, warnings }: ValidationResult): PlacedIssue[] {
  return [...issues, ...warnings]
    .map((issue) => ({ issue, place: locate(root, issue.path) }))
    .sort((a, b) => a.place.range.from - b.place.range.from);
}

/** Returns a verdict's causes, numbered in the order in which to apply their repairs. */
export function causesOf({ document, root, result, notes }: Judged, setting: Setting, judge: Judge): NumberedCause[] {
  if (result === undefined || (result.valid && notes.length === 0)) return [];
  return judge.causes(document, setting, result).map((cause, i) => {
    const explained = new Set(cause.explains.map(refOf));
    const own = notes.filter(({ issue }) => explained.has(refOf(issue)));
    const isWarning = own.length > 0 && own.every(({ issue }) => issue.severity === 'warning');
    const paths = cause.changes.map(({ path }) => stepsOf(document, path));
    const places = (paths.length > 0 ? paths : [pathOf(cause.field)]).map((path) => locate(root, path));
    return { number: i + 1, cause, severity: isWarning ? 'warning' : 'error', notes: own, places };
  });
}

const refOf = ({ field, code, severity }: Pick<Issue, 'field' | 'code' | 'severity'>) => `${severity} ${code} ${field}`;

/** Converts a JSON Pointer to a path in a document. */
export function stepsOf(document: unknown, pointer: string): Path {
  const steps: (string | number)[] = [];
  let holder = document;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    steps.push(!Array.isArray(holder) ? name : name === '-' ? holder.length : Number(name));
    holder = valueAt(holder, steps.slice(-1));
  }
  return steps;
}
