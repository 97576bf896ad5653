import { readFileSync } from 'node:fs';
import { applyCauses, type Operation } from 'receipt-rule-packs/diagnose';

/** A document with mistakes and the changes that repair them. Expired rates are not among the mistakes. */
export interface Vector {
  readonly name: string;
  readonly business: { readonly country: string };
  readonly document: object;
  readonly expected: { readonly changes?: readonly Operation[]; readonly causes: readonly { changes?: Operation[] }[] };
}

export const VECTORS = readFileSync(new URL('../../../../test/diagnose/vectors.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

/**
 * Additional changes, needed because the playground warns about expired rates. In Germany, the rate of 16 % ended in
 * 2020, and the first choice for a correct rate is 19 %.
 */
const RATE_OF_THE_DAY: Readonly<Record<string, readonly Operation[]>> = {
  'de: a price in euros, Bar, a wrong total': [
    { op: 'replace', path: '/items/1/taxRate', value: 19 },
    { op: 'replace', path: '/items/1/taxAmount', value: 206 },
    { op: 'replace', path: '/tax/summary/1/rate', value: 19 },
    { op: 'replace', path: '/tax/summary/1/taxableAmount', value: 1084 },
    { op: 'replace', path: '/tax/summary/1/taxAmount', value: 206 },
    { op: 'replace', path: '/totals/tax', value: 236 },
  ],
};

/** Returns a vector's document after all certain repairs and the first choice for each other cause. */
export function repaired({ name, document, expected }: Vector): unknown {
  const changes = expected.changes ?? expected.causes.flatMap((cause) => cause.changes ?? []);
  return applyCauses(document, [{ changes: [...changes, ...(RATE_OF_THE_DAY[name] ?? [])] }]);
}
