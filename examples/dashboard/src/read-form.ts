import { HttpError } from 'receipt-reference-server/http/errors.js';

/** Parses a posted form's body. @throws HttpError if a field contains NUL, which the database cannot store */
export function readForm(body: string): URLSearchParams {
  const form = new URLSearchParams(body);
  for (const [name, value] of form) {
    if (`${name}${value}`.includes('\0')) {
      throw new HttpError(
        'invalid_parameter',
        `The field ${JSON.stringify(name)} contains a NUL character. Remove it.`,
      );
    }
  }
  return form;
}
