import { HttpError } from 'receipt-reference-server/http/errors.js';

/** Ids as the server makes and takes them: visible ASCII. Source: fixtures.schema.json. */
export const ID = /^[!-~]{1,255}$/;

/** The text of a field without the space around it; empty where it is absent. */
export function text(form: URLSearchParams, name: string): string {
  return form.get(name)?.trim() ?? '';
}

/** Collects what is wrong with a form. */
export class Faults {
  readonly problems: Record<string, string> = {};

  /** Notes a problem of a field unless something holds; the first one of a field stays. */
  unless(holds: boolean, field: string, problem: string): void {
    if (!holds) this.problems[field] ??= problem;
  }

  get any(): boolean {
    return Object.keys(this.problems).length > 0;
  }
}

/** What `find` found. @throws HttpError `not_found` where it is nothing */
export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new HttpError('not_found', `There is no such ${what}.`);
  return row;
}
