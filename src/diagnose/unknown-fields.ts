import { schemaNodes } from '../document/schema-nodes.js';
import type { Diagnosing } from './diagnosing.js';
import { valueAt, type Path } from './revision.js';
import { fieldMeant, plain } from './words.js';

/** Fields under a wrong name hide the next ones, once or twice. */
const MOST_ROUNDS = 3;

/**
 * Renames or removes the fields that may not be written. They come first: the rest of a document is only read without
 * them.
 */
export function repairUnknownFields(diagnosing: Diagnosing): void {
  for (let round = 0; round < MOST_ROUNDS && !diagnosing.isSpent; round++) {
    const { result, issues } = diagnosing.verdict;
    if (result.valid || result.error.code !== 'invalid_json') return;
    const unknown = issues.filter(({ code }) => code === 'unknown_field');
    if (unknown.length === 0) return;
    const before = diagnosing.document;
    // From the last, so that indexes stay those of the issues.
    for (const { path, field } of unknown.reverse()) {
      if (diagnosing.isSpent) return;
      const key = String(path.at(-1));
      const parent = path.slice(0, -1);
      const value = valueAt(diagnosing.document, path);
      if (value === undefined && !hasField(diagnosing.document, path)) continue;
      const meant = fieldMeant(key, absentFields(diagnosing.document, parent));
      const revision = diagnosing.revise();
      revision.set(path, undefined);
      if (meant !== undefined) revision.set([...parent, meant], value);
      diagnosing.accept(
        {
          code: meant === undefined ? 'unknown_field' : 'field_renamed',
          title: meant === undefined ? `${field} may not be written` : `"${key}" is called ${meant}`,
          confidence: meant !== undefined && plain(meant) !== plain(key) ? 'likely' : 'certain',
          field,
        },
        revision.document,
        diagnosing.validate(revision.document),
      );
    }
    if (diagnosing.document === before) return;
  }
}

function hasField(document: unknown, path: Path): boolean {
  return Object.hasOwn(Object(valueAt(document, path.slice(0, -1))) as object, path.at(-1)!);
}

/** The fields that an object of the schema may have, and that this one does not have. */
function absentFields(document: unknown, parent: Path): string[] {
  const outer = parent.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
  const prefix = outer === '' ? '' : `${outer}.`;
  return schemaNodes().flatMap(({ pattern }) => {
    const name = pattern.slice(prefix.length);
    const isChild = pattern.startsWith(prefix) && name !== '' && !/[.[]/.test(name);
    return isChild && !hasField(document, [...parent, name]) ? [name] : [];
  });
}
