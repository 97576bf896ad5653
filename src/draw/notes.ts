import { fieldPath } from '../issues/field-path.js';
import { oneLine } from '../text/printable.js';
import { printableText } from './cells.js';
import type { Note, NotedRow, NotedSection, Row, SectionName, Sections } from './model.js';
import { pathsTo } from './render-context.js';
import { at, atPath, isGiven, lengthOf, listOf, textAt, type Path } from './read.js';
import { fieldRow } from './rest.js';

/** Maximum number of issues to draw. */
const MAX_NOTES = 2_000;
/** Maximum number of characters to draw per message. */
const MAX_MESSAGE_LENGTH = 1_000;
/** Maximum number of steps to read per path. Free-form parts of a document can be nested 200 levels deep. */
const MAX_STEPS = 250;
const STEP = /\.?([A-Za-z_$][\w$]*)|\[(\d{1,15})\]|\[("(?:[^"\\]|\\.)*")\]/y;
/** Maximum length of a field that is parsed, in characters. */
const MAX_FIELD_LENGTH = 4_000;
/**
 * The section for a note about a field that the receipt does not show, by the first step of its path. Used only if no
 * row is close to the field. Notes about other fields, or in sections that the country does not print, go to the end.
 */
const SECTION_OF: ReadonlyMap<unknown, SectionName> = new Map<string, SectionName>([
  ['vendor', 'head'],
  ['linkedTransaction', 'number'],
  ['payment', 'tender'],
  ['tax', 'taxes'],
  ['extensions', 'fiscal'],
]);
/** Sections that have no horizontal rule above them if they follow one of the listed sections. */
const UNRULED: ReadonlyMap<SectionName, readonly SectionName[]> = new Map([
  ['number', ['title', 'original']],
  ['title', ['number']],
  ['original', ['number']],
  ['tender', ['totals']],
]);

/** A drawn issue, and the path of its field. */
export interface PlacedNote extends Note {
  readonly path: Path;
}

/** Reads the issues in the options, in order. Accepts any value. */
export function readNotes(issues: unknown): PlacedNote[] {
  return listOf(issues, MAX_NOTES).map((issue, i) => {
    const field = textAt(issue, 'field') ?? '';
    const path = isGiven(at(issue, 'path')) ? stepsOf(at(issue, 'path')) : pathOf(field);
    return {
      number: i + 1,
      severity: at(issue, 'severity') === 'warning' ? 'warning' : 'error',
      path,
      field: oneLine(path.length === 0 ? field : fieldPath(path)),
      code: printableText(textAt(issue, 'code') ?? ''),
      message: oneLine((textAt(issue, 'message') ?? '').slice(0, MAX_MESSAGE_LENGTH)),
    };
  });
}

const stepsOf = (path: unknown): Path =>
  listOf(path, MAX_STEPS).map((step) => (typeof step === 'number' || typeof step === 'string' ? step : ''));

/** Number of issues that are not drawn. */
export const unreadNotes = (issues: unknown): number => Math.max(0, lengthOf(issues) - MAX_NOTES);

/** Adds the notes to the rows. A note about a field that the receipt does not show gets a separate row. */
export function notedSections(sections: Sections, notes: readonly PlacedNote[], document: unknown): NotedSection[] {
  // The index is only needed if there are notes.
  const { exact, first, last } = index(notes.length === 0 ? [] : sections.flatMap(([, rows]) => rows));
  const names = new Set(sections.map(([name]) => name));
  const top = sections.find(([name]) => name === 'title')?.[1][0] ?? sections[0]![1][0]!;
  const notesAt = new Map<Row, Note[]>();
  const added = new Map<Row | SectionName, Row[]>();
  for (const note of notes) {
    const field = fieldPath(note.path);
    let row = exact.get(field) ?? (field === '' ? top : first.get(field));
    if (row === undefined) {
      row = fieldRow(note.field, note.path, atPath(document, note.path));
      exact.set(field, row);
      // Skips the path of the document itself, because every row is below that path.
      const above = pathsTo(note.path)
        .slice(1)
        .reverse()
        .find((each) => last.has(each));
      const section = sectionOf(note.path);
      push(added, above === undefined ? (names.has(section) ? section : 'other') : last.get(above)!, row);
    }
    push(notesAt, row, note);
  }
  const drawn = sections
    .map(([name, own]) => {
      const rows = [...own.flatMap((row) => [row, ...(added.get(row) ?? [])]), ...(added.get(name) ?? [])];
      return { name, rows: rows.map((row): NotedRow => ({ ...row, notes: notesAt.get(row) ?? [] })) };
    })
    .filter(({ rows }) => rows.length > 0);
  return drawn.map((section, i) => {
    const before = drawn[i - 1]?.name;
    return { ...section, ruled: before !== undefined && UNRULED.get(section.name)?.includes(before) !== true };
  });
}

const sectionOf = ([step]: Path): SectionName => SECTION_OF.get(step) ?? 'other';

/** Indexes the row of each field, and the first and last row below every path. */
function index(rows: readonly Row[]) {
  const exact = new Map<string, Row>();
  const first = new Map<string, Row>();
  const last = new Map<string, Row>();
  for (const row of rows) {
    for (const { path } of [...row.left, ...(row.right ?? []).flat(), ...(row.mark === undefined ? [] : [row.mark])]) {
      if (path === undefined) continue;
      const way = pathsTo(path);
      const field = way.at(-1)!;
      if (!exact.has(field)) exact.set(field, row);
      for (const above of way) {
        if (!first.has(above)) first.set(above, row);
        last.set(above, row);
      }
    }
  }
  return { exact, first, last };
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export function byField(notes: readonly PlacedNote[]): Map<string, Note[]> {
  const lists = new Map<string, Note[]>();
  for (const note of notes) push(lists, fieldPath(note.path), note);
  return lists;
}

/**
 * Parses the field of an issue from the service into a path. Returns the path of the document if the text is not a
 * field.
 */
function pathOf(field: string): Path {
  if (field.length > MAX_FIELD_LENGTH) return [];
  const path: (string | number)[] = [];
  for (let end = 0; end < field.length; end = STEP.lastIndex) {
    STEP.lastIndex = end;
    const [, name, index, quoted] = STEP.exec(field) ?? [];
    const key = quoted === undefined ? name : unquoted(quoted);
    if (index !== undefined) path.push(Number(index));
    else if (key !== undefined) path.push(key);
    else return [];
  }
  return path;
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
