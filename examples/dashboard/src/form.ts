import { HttpError } from 'receipt-reference-server/http/errors.js';

/** Ids as the server makes and accepts them: visible ASCII. Source: fixtures.schema.json. */
export const ID = /^[!-~]{1,255}$/;

/** The text of a field without white space at its ends; empty if it is absent. */
export function text(form: URLSearchParams, name: string): string {
  return form.get(name)?.trim() ?? '';
}

/** Collects the problems of a form. */
export class Faults {
  readonly problems: Record<string, string> = {};

  /** Adds a problem of a field unless a condition is true. The first problem of a field stays. */
  unless(holds: boolean, field: string, problem: string): void {
    if (!holds) this.problems[field] ??= problem;
  }

  get any(): boolean {
    return Object.keys(this.problems).length > 0;
  }
}

/** The result of `find`. @throws HttpError `not_found` if there is none */
export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new HttpError('not_found', `There is no such ${what}.`);
  return row;
}
