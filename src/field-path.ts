const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A path as text: `items[0].taxRate`, and `["odd key"]` for a key that is not an identifier. */
export function fieldPath(path: readonly (string | number)[]): string {
  let field = '';
  for (const step of path) {
    if (typeof step === 'number') field += `[${step}]`;
    else if (!IDENTIFIER.test(step)) field += `[${JSON.stringify(step)}]`;
    else field += field === '' ? step : `.${step}`;
  }
  return field;
}
