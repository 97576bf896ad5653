import { packs } from 'receipt-rule-packs/packs';
import { describe, it } from 'vitest';
import { drawsValidDocuments } from './of-packs';

describe.each(packs)('valid documents of $id', (pack) => {
  it('are drawn with their figures', () => {
    drawsValidDocuments(pack, 20);
  });
});
