import { packs } from 'receipt-rule-packs/packs';
import { describe, it } from 'vitest';
import { drawsValidDocuments } from './of-packs';

describe.each(['SE', 'NO', 'HU', 'US'])('valid documents of %s', (country) => {
  it('are drawn with their figures', () => {
    drawsValidDocuments(
      packs.find((pack) => pack.country === country)!,
      50,
    );
  });
});
