/**
 * The query of `GET /v1/transactions`. Parameters that were not sent are absent, except `limit`, which has a default.
 */
export type ListQuery = {
  /** Transactions per page, 1 to 50; default 25. */
  limit: number;
  /** The id of the last transaction of the previous page. */
  startAfter?: string;
  /** The business to list, for owner-wide keys. */
  businessId?: string;
};

/** An invalid parameter, in the shape of the library's `Issue`. */
export type QueryIssue = {
  /** The parameter's name as sent; empty if the whole query is invalid. */
  field: string;
  path: readonly (string | number)[];
  code: 'invalid_parameter';
  message: string;
  severity: 'error';
};

/** The query, or what is wrong with it. */
export type ListQueryResult = { valid: true; query: ListQuery } | { valid: false; issues: QueryIssue[] };

const MAX_ID_LENGTH = 255;

/**
 * For each parameter, in the order of issues, a function that returns what is wrong with its text; undefined if nothing
 * is.
 */
export const CHECKS = new Map<string, (text: string) => string | undefined>([
  ['limit', checkLimit],
  ['startAfter', checkId],
  ['businessId', checkId],
]);

/**
 * Parses the query of the list. Each parameter that is repeated, empty, malformed or unknown results in one issue with
 * code `invalid_parameter`: first `limit`, `startAfter`, `businessId`, then unknown ones by name. Never throws: a value
 * that is not a query results in one issue with an empty `field`.
 *
 * `limit` consists of ASCII digits, with a value of 1 to 50; leading zeros are allowed. Ids have 1 to 255 characters,
 * without control characters or lone surrogates. In a record, each value is a string as sent, or an array of such
 * strings. `undefined` and an empty array are treated as not sent.
 *
 * @see service interface, GET /v1/transactions
 */
export function parseListQuery(query: QueryParameters): ListQueryResult {
  const sent = collected(query);
  if (!sent) return { valid: false, issues: [issue('', 'The query must be URLSearchParams or an object.', [])] };
  const unknown = [...sent.keys()].filter((name) => !CHECKS.has(name)).sort();
  const issues = [
    ...[...CHECKS].flatMap(([name, check]) => checkParameter(name, sent.get(name), check)),
    ...unknown.map(unknownIssue),
  ];
  if (issues.length > 0) return { valid: false, issues };
  const text = (name: string) => sent.get(name)?.[0] as string | undefined;
  const limit = text('limit');
  const startAfter = text('startAfter');
  const businessId = text('businessId');
  return {
    valid: true,
    query: {
      limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
      ...(startAfter !== undefined && { startAfter }),
      ...(businessId !== undefined && { businessId }),
    },
  };
}

/** Like `collectParameters`, but undefined for an iterable that throws. */
function collected(query: unknown): Map<string, unknown[]> | undefined {
  try {
    return collectParameters(query);
  } catch {
    return undefined;
  }
}

function checkParameter(
  name: string,
  values: readonly unknown[] | undefined,
  check: (text: string) => string | undefined,
): QueryIssue[] {
  if (!values) return [];
  const [text] = values;
  const fault =
    values.length > 1
      ? `must be sent once, found ${values.length} times`
      : typeof text !== 'string'
        ? `must be a string, found ${text === null ? 'null' : typeof text}`
        : check(text);
  return fault === undefined ? [] : [issue(name, `${name} ${fault}.`)];
}

function checkLimit(text: string): string | undefined {
  const value = text === '' || /[^0-9]/.test(text) ? NaN : Number(text);
  if (value >= MIN_LIMIT && value <= MAX_LIMIT) return undefined;
  return `must be a whole number from ${MIN_LIMIT} to ${MAX_LIMIT} in plain digits, found ${quote(text)}`;
}

function checkId(text: string): string | undefined {
  if (text === '') return 'must not be empty; omit it instead';
  if (text.length > MAX_ID_LENGTH) return `must have at most ${MAX_ID_LENGTH} characters, found ${text.length}`;
  if (/[\p{Cc}\p{Cs}]/u.test(text))
    return `must not contain control characters or lone surrogates, found ${quote(text)}`;
  return undefined;
}

function unknownIssue(name: string): QueryIssue {
  return issue(name, `${quote(name)} is not a parameter of this list. Valid: ${[...CHECKS.keys()].join(', ')}.`);
}

function issue(name: string, message: string, path: readonly string[] = [name]): QueryIssue {
  return { field: name, path, code: 'invalid_parameter', message, severity: 'error' };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/** A query as `URLSearchParams` or other name-value pairs, or as the record that a web framework parses it into. */
export type QueryParameters = Iterable<readonly [string, string]> | Readonly<Record<string, unknown>>;

/**
 * The values of each parameter; undefined if `query` is neither pairs nor an object. `undefined` and an empty array are
 * treated as not sent. Ignores inherited properties.
 */
function collectParameters(query: unknown): Map<string, unknown[]> | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  return isIterable(query) ? fromPairs(query) : fromRecord(query as Readonly<Record<string, unknown>>);
}

function fromPairs(pairs: Iterable<unknown>): Map<string, unknown[]> | undefined {
  const found = new Map<string, unknown[]>();
  for (const pair of pairs) {
    if (!Array.isArray(pair)) return undefined;
    const [name, value] = pair as readonly unknown[];
    if (typeof name !== 'string') return undefined;
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

function fromRecord(record: Readonly<Record<string, unknown>>): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const name of Object.keys(record)) {
    const value = record[name];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > 0 && value !== undefined) found.set(name, values);
  }
  return found;
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === 'function';
}

/** Bounds of the list query. Source: service interface, Limits. */
export const MIN_LIMIT = 1;
export const MAX_LIMIT = 50;
export const DEFAULT_LIMIT = 25;
