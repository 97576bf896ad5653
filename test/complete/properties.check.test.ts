import { packs } from 'receipt-rule-packs/packs';
import { DRAWS } from '../support/numbers';
import { describeProperties } from './support/properties';

for (const pack of packs) if (pack.law !== undefined) describeProperties(pack, DRAWS);
