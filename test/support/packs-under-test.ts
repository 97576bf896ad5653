import { packs } from 'receipt-rule-packs/packs';

/**
 * The built-in packs that `npm run check` tests one by one. The run in a copy of the repository, with five more laws,
 * tests only the new packs: the others have passed the same tests here.
 */
const named = process.env.PACKS?.split(',');

export const packsUnderTest = named === undefined ? packs : packs.filter(({ id }) => named.includes(id));
