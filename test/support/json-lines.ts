import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The fields that an object, or each element of a list, may have. `true` allows any value; otherwise the fields inside
 * the value.
 */
export interface Fields {
  readonly [name: string]: Fields | true;
}

/** A value that must not have other fields than these. */
export const only = (...names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, true]));

/**
 * The lines of a JSON Lines file, one vector per line. A misspelt field would otherwise be a value that nothing checks.
 *
 * @throws Error that lists the file, the line and the name of each unknown field, or says that the file is empty
 */
export function jsonLines(url: URL, fields: Fields): readonly unknown[] {
  const path = relative(process.cwd(), fileURLToPath(url));
  const text = readFileSync(url, 'utf8').trimEnd();
  if (text === '') throw new Error(`${path}: no lines, so nothing is tested`);
  const lines = text.split('\n').map((line): unknown => JSON.parse(line));
  const faults = lines.flatMap((line, i) =>
    unknownIn(line, fields).map((name) => `${path}:${i + 1}: unknown field ${name}`),
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return lines;
}

function unknownIn(value: unknown, fields: Fields, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => unknownIn(element, fields, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => {
    const allowed = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const at = path + name;
    if (allowed === undefined) return [at];
    return allowed === true ? [] : unknownIn(inside, allowed, `${at}.`);
  });
}
