import { DRAWS } from '../support/numbers';
import { packsUnderTest } from '../support/packs-under-test';
import { describeProperties } from './support/properties';

for (const pack of packsUnderTest) if (pack.law !== undefined) describeProperties(pack, DRAWS);
