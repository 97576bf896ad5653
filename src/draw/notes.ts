import { fieldPath } from '../issues/field-path.js';
import { oneLine } from '../text/printable.js';
import { printableText } from './cells.js';
import type { Note, NotedRow, Row, SectionName, Sections } from './model.js';
import { pathsTo } from './render-context.js';
import { at, atPath, isGiven, lengthOf, listOf, textAt, type Path } from './read.js';
import { fieldRow } from './rest.js';

/** The most issues that are drawn. */
const MAX_NOTES = 2_000;
/** How many characters of a message are drawn. */
const MAX_MESSAGE_LENGTH = 1_000;
/** The longest path that is used: free-form parts of a document may be 200 levels deep. */
const MAX_STEPS = 250;
const STEP = /\.?([A-Za-z_$][\w$]*)|\[(\d{1,15})\]|\[("(?:[^"\\]|\\.)*")\]/y;
/** How many characters of a field are read. */
const MAX_FIELD_LENGTH = 4_000;
const ORDER: readonly SectionName[] = ['head', 'title', 'items', 'totals', 'tax', 'extensions', 'other'];
/**
 * Where to put the rows of fields that the receipt does not show, by the first step of the path, for parts that may have
 * no rows yet. All others go to the end.
 */
const SECTION_OF: ReadonlyMap<unknown, SectionName> = new Map<string, SectionName>([
  ['vendor', 'head'],
  ['linkedTransaction', 'title'],
  ['tax', 'tax'],
  ['extensions', 'extensions'],
]);

/** An issue as it is drawn, and where it belongs. */
export interface PlacedNote extends Note {
  readonly path: Path;
}

/** The issues in the options, in order, whatever those hold. */
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

/** How many issues are omitted. */
export const unreadNotes = (issues: unknown): number => Math.max(0, lengthOf(issues) - MAX_NOTES);

/** All rows with their notes. A note about a field that the receipt does not show gets a separate row. */
export function notedRows(sections: Sections, notes: readonly PlacedNote[], document: unknown): NotedRow[] {
  // Without notes, nobody asks where a field is.
  const { exact, first, last } = index(notes.length === 0 ? [] : ORDER.flatMap((name) => sections[name]));
  const notesAt = new Map<Row, Note[]>();
  const added = new Map<Row | SectionName, Row[]>();
  for (const note of notes) {
    const field = fieldPath(note.path);
    let row = exact.get(field) ?? (field === '' ? sections.title[0]! : first.get(field));
    if (row === undefined) {
      row = fieldRow(note.field, note.path, atPath(document, note.path));
      exact.set(field, row);
      // The document itself does not count: every row is below it.
      const above = pathsTo(note.path)
        .slice(1)
        .reverse()
        .find((each) => last.has(each));
      const place = above === undefined ? sectionOf(note.path) : last.get(above)!;
      push(added, place, row);
    }
    push(notesAt, row, note);
  }
  const noted = (row: Row, isFirst: boolean): NotedRow => ({ ...row, notes: notesAt.get(row) ?? [], first: isFirst });
  return ORDER.flatMap((name) => {
    const own = sections[name].flatMap((row) => [row, ...(added.get(row) ?? [])]);
    return [...own, ...(added.get(name) ?? [])].map((row, i) => noted(row, i === 0 && name !== 'head'));
  });
}

const sectionOf = ([step]: Path): SectionName => SECTION_OF.get(step) ?? 'other';

/** The row of each field, and for every path above a field the first and last row. */
function index(rows: readonly Row[]) {
  const exact = new Map<string, Row>();
  const first = new Map<string, Row>();
  const last = new Map<string, Row>();
  for (const row of rows) {
    for (const { path } of [...row.left, row.middle, row.right].filter((cell) => cell !== undefined)) {
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
 * The path of a field given as text, for issues that came from the service. Text that is not a field gives the path of
 * the document.
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
