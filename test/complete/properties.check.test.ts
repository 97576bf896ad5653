import type { LawPack } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describeProperties } from './support/properties';

for (const pack of packs) if (pack.law !== undefined) describeProperties(pack as LawPack, 40);
