import { HttpError } from 'receipt-reference-server/http/errors.js';

/** Returns the trimmed value of a field; empty if the form does not have the field. */
export function text(form: URLSearchParams, name: string): string {
  return form.get(name)?.trim() ?? '';
}

/** Collects the problems in a form. */
export class FormErrors {
  readonly problems: Record<string, string> = {};

  /**
   * Adds a problem for a field unless the condition is true. If the field already has a problem, keeps that problem.
   */
  require(condition: boolean, field: string, problem: string): void {
    if (!condition) this.problems[field] ??= problem;
  }

  get any(): boolean {
    return Object.keys(this.problems).length > 0;
  }
}

/** Returns the row. @throws HttpError `not_found` if the row is undefined */
export function requireFound<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new HttpError('not_found', `No such ${what}.`);
  return row;
}
