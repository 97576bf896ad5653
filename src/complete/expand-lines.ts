import { fieldsOf, type LineOrigin, type CompletionContext } from './completion-context.js';

/** The longest key that metadata.receiptExtra has room for. */
const MAX_KEY = 200;

/** Turns the lines of a draft into lines of the document: removes what only drafts have. */
export function expandLines(context: CompletionContext): void {
  const { items } = context.root;
  if (!Array.isArray(items) || !items.some(isShort)) return;
  const origins: LineOrigin[] = [];
  context.root.items = items.map((given: unknown, index) => {
    const item = fieldsOf(given);
    if (item === undefined) {
      origins.push({ index, key: undefined });
      return given;
    }
    const { key, ...rest } = item;
    origins.push({ index, key: checkKey(context, ['items', index, 'key'], key) });
    return rest;
  });
  context.origins = origins;
}

/** Whether a line has a field that a document does not have. */
const isShort = (item: unknown): boolean => fieldsOf(item)?.key !== undefined;

/** A key of the caller; undefined, and reported, if faulty. */
export function checkKey(
  context: CompletionContext,
  path: readonly (string | number)[],
  key: unknown,
): string | undefined {
  if (key === undefined) return undefined;
  context.hasKeys = true;
  if (typeof key === 'string' && key !== '' && [...key].length <= MAX_KEY) return key;
  const code = typeof key !== 'string' ? 'invalid_type' : key === '' ? 'too_short' : 'out_of_range';
  context.reportType(path, code, `a string of 1 to ${MAX_KEY} characters`, key);
  return undefined;
}
