import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { sixPacks } from './support/packs';
import { describePromises } from './support/promises';

// None of the six packs requires fiscal data, so this adds a pack that does.
for (const pack of [...sixPacks, seReceipt1]) describePromises(pack, 25);
