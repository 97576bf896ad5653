import { signingInput } from 'receipt-rule-packs/signing';
import { expect, it } from 'vitest';
import { load } from '../vectors/load';

interface SigningVector {
  readonly name: string;
  readonly text: string;
  readonly document?: object;
  readonly given?: unknown;
  readonly expect?: string;
  readonly status: 'official' | 'published' | 'derived';
}

const vectors = load<SigningVector>('signing');
const make = signingInput as unknown as (document: unknown, name: string, ...given: unknown[]) => unknown;

it.each(vectors.map((vector) => [`${vector.name} (${vector.status})`, vector] as const))(
  '%s',
  (_, { document, text, given, expect: expected }) => {
    expect(make(document, text, ...(given === undefined ? [] : [given]))).toBe(expected);
  },
);

it('the vectors cover every text to sign, most with an example from an authority or manufacturer', () => {
  const texts = [...new Set(vectors.map(({ text }) => text))];
  const made = vectors.filter(({ status }) => status !== 'derived');
  expect(texts.length).toBe(20);
  expect(made.length).toBeGreaterThan(20);
});
