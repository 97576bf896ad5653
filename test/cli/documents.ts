import { readFileSync } from 'node:fs';

interface Vector {
  readonly business: { readonly country: string };
  readonly document: object;
}

/**
 * Documents from all countries, with every kind of mistake. Each states its country, so one process can validate them
 * all.
 */
export const DOCUMENTS = readFileSync(new URL('../diagnose/vectors.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector)
  .map(({ business: { country }, document }) => ({ ...document, metadata: { country } }));
