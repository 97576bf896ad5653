import type { Issue, RateWindows, ValidationResult } from 'receipt-rule-packs';
import { locate, type Place } from './json/locate.js';
import { scanJson, type JsonNode } from './json/scan.js';

/** What the receipt is judged by, beside itself. */
export interface Setting {
  /** Of the business, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly multiLocation: boolean;
  readonly rateWindows: RateWindows;
  /** Day of the sale that a correction corrects, YYYY-MM-DD; empty where it is not known. */
  readonly originalDay: string;
}

/** An issue or a warning with the number that it has in all three panes. */
export interface Note {
  readonly number: number;
  readonly issue: Issue;
  readonly place: Place;
}

/** A text that is not JSON. */
export interface NotJson {
  readonly kind: 'not-json';
  /** UTF-16 offset of what is wrong. */
  readonly at: number;
  readonly message: string;
}

/** A text that is JSON, and what the library says of the document. */
export interface Judged {
  readonly kind: 'judged';
  readonly document: unknown;
  readonly root: JsonNode;
  /** Undefined as long as the rules are not there yet. */
  readonly result: ValidationResult | undefined;
  /** Issues and warnings, in the order of the text. */
  readonly notes: readonly Note[];
}

export type Verdict = NotJson | Judged;

/** Judges documents. @returns undefined where the text is not JSON, as a document: the message says so */
export interface Judge {
  readonly document: (document: unknown, setting: Setting) => ValidationResult | undefined;
  /** What is said of a text that is not JSON. */
  readonly text: (text: string, setting: Setting) => string;
}

/** Says what the judge says of a text, and where in the text. Never throws. */
export function verdictOn(text: string, setting: Setting, judge: Judge): Verdict {
  const scan = scanJson(text);
  if (!scan.ok) return { kind: 'not-json', at: scan.at, message: judge.text(text, setting) };
  const document: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  const result = judge.document(document, setting);
  return { kind: 'judged', document, root: scan.root, result, notes: result ? notesOf(scan.root, result) : [] };
}

function notesOf(root: JsonNode, { issues, warnings }: ValidationResult): Note[] {
  return [...issues, ...warnings]
    .map((issue) => ({ issue, place: locate(root, issue.path) }))
    .sort((a, b) => a.place.range.from - b.place.range.from)
    .map((note, i) => ({ number: i + 1, ...note }));
}
