import { DRAWS } from '../support/numbers';
import { packsUnderTest } from '../support/packs-under-test';
import { withoutUnit } from '../support/without-unit';
import { describePromises } from './support/promises';

for (const pack of packsUnderTest)
  if (pack.law !== undefined) describePromises(withoutUnit(pack), Math.ceil(DRAWS / 10));
