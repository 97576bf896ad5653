import { jsonFault } from '../src/document/json-text.js';
import { maskCardNumbers } from '../src/text/card-numbers.js';
import type { Issue } from '../src/issues/issue.js';
import type { Invalid, Valid } from '../src/engine/validate.js';
import { inOrder, type Entry, type LocatedIssue } from './entry.js';
import type { FailOn } from './exit-code.js';
import { isFaulty } from './faulty.js';
import type { Frame } from './json-stream/framer.js';
import { locateFields } from './locate.js';
import { textPlaces, type LineColumn } from './text-places.js';

/** The part of a result that is reported. */
type Verdict = Pick<Valid, 'valid' | 'issues' | 'warnings'> | Pick<Invalid, 'valid' | 'issues' | 'warnings' | 'error'>;

/** How to validate documents. */
export interface Judge {
  /** Called once, with the first document. */
  readonly prepare?: (document: unknown) => Promise<void>;
  /** @param text the JSON from which the document was parsed, to find repeated keys */
  readonly validate: (document: unknown, text?: string) => Verdict;
  /** The lowest severity that makes a document fail. Defaults to `error`. */
  readonly failOn?: FailOn;
  /** Maximum number of issues, and of warnings, to report per document. Defaults to all. */
  readonly maxIssues?: number;
}

const NO_ISSUES = { issues: [], warnings: [], warningCount: 0, isFaulty: false } as const;

/** Validates one part of the input. The positions in the report entry refer to the whole input. */
export function judge(
  frame: Exclude<Frame, { kind: 'oversized' }>,
  source: string,
  index: number,
  { validate, maxIssues, failOn = 'error' }: Judge,
): Entry {
  const { line, column } = frame.place;
  const place = { line, column, offset: 0 };
  if (frame.kind === 'separator') {
    return { source, index, line, column, text: '', valid: false, error: notJson(frame.found, place), ...NO_ISSUES };
  }
  const { text } = frame;
  if (frame.kind === 'broken') {
    const error = frame.isUtf8 ? errorIn(text, place) : notUtf8(text, place);
    return { source, index, line, column, text, valid: false, error, ...NO_ISSUES };
  }
  const { range } = frame;
  const result = validate(frame.value, text);
  const { valid, issues, warnings } = result;
  const warningCount = warnings.length;
  if (valid && warningCount === 0) return { source, index, line, column, text, range, valid, ...NO_ISSUES };
  const located = locate([...issues.slice(0, maxIssues), ...warnings.slice(0, maxIssues)], frame);
  const shown = Math.min(issues.length, maxIssues ?? Infinity);
  return {
    source,
    index,
    line,
    column,
    text,
    range,
    valid,
    error: valid ? undefined : { ...result.error, ...place },
    issues: inOrder(located.slice(0, shown)),
    warnings: inOrder(located.slice(shown)),
    warningCount,
    isFaulty: isFaulty(valid, warnings, failOn),
  };
}

function locate(
  issues: readonly Issue[],
  { text, value, place }: Extract<Frame, { readonly kind: 'document' }>,
): LocatedIssue[] {
  const paths = issues.map(({ path }) => path);
  const offsets = locateFields(text, value, paths);
  const places = textPlaces(text, place);
  return issues.map((issue, i) => {
    const offset = offsets[i]!;
    const { line, column } = places(offset);
    const { field, path, code, message, severity, rule, found, expected } = issue;
    return {
      field,
      path,
      code,
      message: maskCardNumbers(message),
      severity,
      rule,
      found,
      expected,
      offset,
      line,
      column,
    };
  });
}

/**
 * The library counts lines from the start of a document. Users with many documents in a file need the position in the
 * file.
 */
function errorIn(text: string, start: LineColumn): Entry['error'] {
  const { offset, found } = jsonFault(text);
  return notJson(found, { ...textPlaces(text, start)(offset), offset });
}

function notJson(found: string, place: LineColumn & { readonly offset: number }): Entry['error'] {
  const message = `The text is not JSON: unexpected ${found} at line ${place.line}, column ${place.column}.`;
  return { code: 'invalid_json', message, ...place };
}

function notUtf8(text: string, start: LineColumn): Entry['error'] {
  const offset = text.indexOf('\ufffd');
  const { line, column } = textPlaces(text, start)(offset);
  const message = `The text is not UTF-8: the bytes at line ${line}, column ${column} are not a valid character.`;
  return { code: 'invalid_json', message, line, column, offset };
}
