import { HttpError } from 'receipt-reference-server/http/errors.js';

/** Ids as the server generates and accepts them: visible ASCII. Source: fixtures.schema.json. */
export const ID = /^[!-~]{1,255}$/;

/** The trimmed text of a field; empty if absent. */
export function text(form: URLSearchParams, name: string): string {
  return form.get(name)?.trim() ?? '';
}

/** Collects the problems of a form. */
export class FormErrors {
  readonly problems: Record<string, string> = {};

  /** Adds a problem with a field unless a condition is true. Keeps the first problem of each field. */
  require(condition: boolean, field: string, problem: string): void {
    if (!condition) this.problems[field] ??= problem;
  }

  get any(): boolean {
    return Object.keys(this.problems).length > 0;
  }
}

/** Returns the row found. @throws HttpError `not_found` if undefined */
export function requireFound<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new HttpError('not_found', `No such ${what}.`);
  return row;
}
