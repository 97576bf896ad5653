/** A field whose value differs between two documents. */
export interface DocumentChange {
  /** The field's path, such as `items[0].taxRate`. */
  readonly field: string;
  /** As JSON; undefined if the document does not have the field. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The maximum number of changes to list. */
const MAX_CHANGES = 50;

/** The nesting depth below which values are compared as a whole. */
const MAX_DEPTH = 20;

/**
 * Lists the differences between two documents, in the order of the first document's fields, followed by added fields.
 */
export function documentChanges(before: unknown, after: unknown): DocumentChange[] {
  const changes: DocumentChange[] = [];
  collect(before, after, '', 0, changes);
  return changes;
}

function collect(before: unknown, after: unknown, field: string, depth: number, changes: DocumentChange[]): void {
  if (changes.length >= MAX_CHANGES) return;
  const [left, right] = [JSON.stringify(before), JSON.stringify(after)];
  if (left === right) return;
  if (depth < MAX_DEPTH && isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const key of keys) collect(own(before, key), own(after, key), below(field, key, before), depth + 1, changes);
    return;
  }
  changes.push({ field, before: left, after: right });
}

type Branch = Readonly<Record<string, unknown>> | readonly unknown[];

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null;
}

const own = (branch: Branch, key: string) =>
  Object.hasOwn(branch, key) ? (branch as Readonly<Record<string, unknown>>)[key] : undefined;

function below(field: string, key: string, branch: Branch): string {
  if (Array.isArray(branch)) return `${field}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${field}[${JSON.stringify(key)}]`;
  return field === '' ? key : `${field}.${key}`;
}
