import { writtenOut } from './written-out.js';

const NOT_BUNDLED = [
  ...['references', 'note', 'trade', 'who'],
  ...['act', 'article', 'articleEvidence', 'url', 'readOn'],
];

/** A value as bundled. At run time, only the `evidence` value `not found` matters: rules do not check such a row. */
export function bundled(key: string, value: unknown): unknown {
  if (NOT_BUNDLED.includes(key) || (key === 'evidence' && value !== 'not found')) return undefined;
  return key === 'pattern' ? writtenOut(value as string) : value;
}
