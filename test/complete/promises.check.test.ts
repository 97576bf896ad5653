import { DRAWS } from '../support/numbers';
import { packsUnderTest } from '../support/packs-under-test';
import { describePromises } from './support/promises';

for (const pack of packsUnderTest) if (pack.law !== undefined) describePromises(pack, Math.ceil(DRAWS / 10));
