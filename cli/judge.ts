import { isUtf8 } from 'node:buffer';
import { jsonFault } from '../src/document/json-fault.js';
import type { Issue } from '../src/issue.js';
import type { ValidationResult } from '../src/validate.js';
import type { Entry, LocatedIssue } from './entry.js';
import type { Frame } from './json-stream/splitter.js';
import { locateFields } from './locate.js';
import { textPlaces, type LineColumn } from './text-places.js';

/** Judges one document's bytes. */
export type Validate = (bytes: Uint8Array) => ValidationResult;

/** Turns what the splitter found into an entry of the report, with every place told as one in the input. */
export function judge(
  frame: Exclude<Frame, { kind: 'oversized' }>,
  source: string,
  index: number,
  validate: Validate,
): Entry {
  const { line, column } = frame.place;
  const at = { source, index, line, column };
  if (frame.kind === 'fault') {
    const error = { code: 'invalid_json', message: notJson(frame.found, frame.place), line, column };
    return { ...at, valid: false, error, issues: [], warnings: [] };
  }
  const result = validate(frame.bytes);
  if (result.valid && result.warnings.length === 0) return { ...at, valid: true, issues: [], warnings: [] };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(frame.bytes);
  const places = textPlaces(text, frame.place);
  const [issues, warnings] = [located(result.issues, text, places), located(result.warnings, text, places)];
  return {
    ...at,
    valid: result.valid,
    ...(!result.valid && { error: errorOf(result, frame.bytes, text, places) }),
    issues,
    warnings,
  };
}

function located(issues: readonly Issue[], text: string, places: (offset: number) => LineColumn): LocatedIssue[] {
  if (issues.length === 0) return [];
  const offsets = locateFields(
    text,
    issues.map(({ path }) => path),
  );
  return issues.map(({ field, code, message, severity }, i) => ({
    field,
    code,
    message,
    severity,
    ...places(offsets[i]!),
  }));
}

function errorOf(
  { error, issues }: ValidationResult & { valid: false },
  bytes: Uint8Array,
  text: string,
  places: (offset: number) => LineColumn,
): Entry['error'] {
  const { line, column } = places(0);
  if (error.code === 'invalid_json' && issues.length === 0 && isUtf8(bytes) && !isJson(text)) {
    // The library counts from the beginning of the document; whoever has many in a file wants the place in the file.
    const { offset, found } = jsonFault(text);
    const place = places(offset);
    return { code: error.code, message: notJson(found, place), ...place };
  }
  return { ...error, line, column };
}

function notJson(found: string, { line, column }: LineColumn): string {
  return `The text is not JSON: unexpected ${found} at line ${line}, column ${column}.`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
