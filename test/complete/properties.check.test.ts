import { packs } from 'receipt-rule-packs/packs';
import { describeProperties } from './support/properties';

for (const pack of packs) if (pack.law !== undefined) describeProperties(pack, 2000);
