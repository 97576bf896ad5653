import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { expect, it } from 'vitest';
import { businessDetails } from '../../src/view/business.js';

it('business details include the territory, regimes and duties, if the business states any', () => {
  const rules = { country: 'DE', territory: 'DE-X', regimes: ['farmer'], duties: { tse: false, gks: true } };
  const business = { id: 'biz_1', ownerId: 'own_1', vendor: { name: 'Hof', country: 'DE' }, rules };
  const details = (record: object) => businessDetails(record as unknown as BusinessRecord).text;
  for (const text of ['DE-X', 'farmer', 'tse: no, gks: yes']) expect(details(business)).toContain(text);
  const plain = details({ ...business, rules: { country: 'DE' } });
  for (const term of ['Territory', 'Tax regimes', 'Duties']) expect(plain).not.toContain(term);
});
