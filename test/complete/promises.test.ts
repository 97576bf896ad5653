import { sixPacks } from './support/packs';
import { describePromises } from './support/promises';

for (const pack of sixPacks) describePromises(pack, 25);
