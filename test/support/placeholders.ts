/** Placeholders in cases, such as `$rate`, for values of the law. */
export type Values = Readonly<Record<string, unknown>>;

const EXPRESSION = /^[-+]?(?:\$\w+|\d+)(?:[-+*](?:\$\w+|\d+))*$/;
const NAME = /\$(\w+)/g;

function valueOf(name: string, values: Values): unknown {
  if (!Object.hasOwn(values, name))
    throw new Error(`no value is called $${name}, or the law has none on the case's day`);
  return values[name];
}

/** A copy of JSON data, with values in place of strings such as `$rate`, `$increment*20+$half` and `extensions.$ns`. */
export function resolved(data: unknown, values: Values): unknown {
  if (typeof data === 'string') return data.includes('$') ? resolvedText(data, values) : data;
  if (Array.isArray(data)) return data.map((one) => resolved(one, values));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, resolved(value, values)]));
}

function resolvedText(text: string, values: Values): unknown {
  if (/^\$\w+$/.test(text)) return valueOf(text.slice(1), values);
  if (!EXPRESSION.test(text)) return text.replace(NAME, (_, name: string) => String(valueOf(name, values)));
  const terms = text.match(/[-+]?[^-+]+/g)!;
  return terms.reduce((sum, term) => sum + termOf(term, values), 0);
}

function termOf(term: string, values: Values): number {
  const sign = term.startsWith('-') ? -1 : 1;
  const factors = term.replace(/^[-+]/, '').split('*');
  return factors.reduce((product, factor) => {
    const value = factor.startsWith('$') ? valueOf(factor.slice(1), values) : Number(factor);
    if (typeof value !== 'number') throw new Error(`${factor} is not a number`);
    return product * value;
  }, sign);
}
