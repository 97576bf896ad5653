import type { Issue, RateWindows, ValidationResult } from 'receipt-rule-packs';
import { locate, type Place } from './json/locate.js';
import { scanJson, type JsonNode } from './json/scan.js';

/** The setting for validating the receipt. */
export interface Setting {
  /** The country of the business, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly multiLocation: boolean;
  /** As in `Business`, if a file names them. */
  readonly territory?: string | undefined;
  readonly regimes?: readonly string[] | undefined;
  /** The duties that a file names; those of another country are left out. */
  readonly duties?: Readonly<Record<string, boolean>> | undefined;
  readonly rateWindows: RateWindows;
  /** Day of the sale that a correction corrects, YYYY-MM-DD; empty if unknown. */
  readonly originalDay: string;
}

/** An issue or a warning with its number, the same in all three panes. */
export interface NumberedIssue {
  readonly number: number;
  readonly issue: Issue;
  readonly place: Place;
}

/** Text that is not JSON. */
export interface NotJson {
  readonly kind: 'not-json';
  /** UTF-16 offset of the fault. */
  readonly at: number;
  readonly message: string;
}

/** JSON text, with the library's verdict on the document. */
export interface Judged {
  readonly kind: 'judged';
  readonly document: unknown;
  readonly root: JsonNode;
  /** Undefined until the rules have loaded. */
  readonly result: ValidationResult | undefined;
  /** Issues and warnings, in the order of the text. */
  readonly notes: readonly NumberedIssue[];
}

export type Verdict = NotJson | Judged;

/** Validates documents. @returns undefined if the text is not a JSON document, as the message then says */
export interface Judge {
  readonly document: (document: unknown, setting: Setting) => ValidationResult | undefined;
  /** The same for JSON text; also finds repeated keys. */
  readonly json: (text: string, setting: Setting) => ValidationResult | undefined;
  /** The message for a text that is not JSON. */
  readonly text: (text: string, setting: Setting) => string;
}

/** The verdict on a text, with the places of its issues. Never throws. */
export function verdictOn(text: string, setting: Setting, judge: Judge): Verdict {
  const scan = scanJson(text);
  if (!scan.ok) return { kind: 'not-json', at: scan.at, message: judge.text(text, setting) };
  const document: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  const result = judge.json(text, setting);
  return { kind: 'judged', document, root: scan.root, result, notes: result ? notesOf(scan.root, result) : [] };
}

function notesOf(root: JsonNode, { issues, warnings }: ValidationResult): NumberedIssue[] {
  return [...issues, ...warnings]
    .map((issue) => ({ issue, place: locate(root, issue.path) }))
    .sort((a, b) => a.place.range.from - b.place.range.from)
    .map((note, i) => ({ number: i + 1, ...note }));
}
