import { DRAWS } from '../support/numbers';
import { packsUnderTest } from '../support/packs-under-test';
import { withoutUnit } from '../support/without-unit';
import { describeProperties } from './support/properties';

for (const pack of packsUnderTest) if (pack.law !== undefined) describeProperties(withoutUnit(pack), DRAWS);
