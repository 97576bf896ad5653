import { describe, it } from 'vitest';
import { packsUnderTest } from '../support/packs-under-test';
import { drawsValidDocuments } from './of-packs';

describe.each(packsUnderTest)('valid documents of $id', (pack) => {
  it('are drawn with their figures', () => {
    drawsValidDocuments(pack, 20);
  });
});
