import { packs } from 'receipt-rule-packs/packs';

/**
 * The built-in packs that the tests of `npm run check` go through one by one. The run in a copy of the repository,
 * which adds five laws, only tests those: the others have passed the same tests here.
 */
const named = process.env.PACKS?.split(',');

export const packsUnderTest = named === undefined ? packs : packs.filter(({ id }) => named.includes(id));
