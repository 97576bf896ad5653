import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { sixPacks } from './support/packs';
import { describePromises } from './support/promises';

// Of the six, none requires fiscal data.
for (const pack of [...sixPacks, seReceipt1]) describePromises(pack, 25);
