import { describeProperties } from './support/properties';
import { sixPacks } from './support/packs';

for (const pack of sixPacks) describeProperties(pack, 100);
