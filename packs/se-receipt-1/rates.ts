import type { SourcedRate } from '../../src/tax/rate-window.js';

const ACCEPTED = 'Service interface, line items: SE_MOMS accepts 25, 12, 6, 0';
const HELD = `${ACCEPTED}; Prop. 2025/26:55: these rates hold throughout`;
const FOOD = 'Prop. 2025/26:55, Tillfälligt sänkt mervärdesskatt på livsmedel';

/** SE_MOMS. Food is at 6 % from 2026-04-01 to 2027-12-31; meals served on the premises stay at 12 %, take-away is food. */
export const SE_MOMS: readonly SourcedRate[] = [
  { rate: 25, source: HELD },
  { rate: 12, source: HELD },
  { rate: 6, source: HELD },
  { rate: 0, source: ACCEPTED },
  { rate: 12, itemClass: 'food', until: '2026-03-31', source: FOOD },
  { rate: 6, itemClass: 'food', from: '2026-04-01', until: '2027-12-31', source: FOOD },
  { rate: 12, itemClass: 'food', from: '2028-01-01', source: `${FOOD}: by expiry of the temporary act` },
  {
    rate: 6,
    itemClass: 'dance_event',
    from: '2026-07-01',
    confirmed: false,
    source:
      'Momsfokus, Budgetpropositionen 2026: https://momsfokus.se/budgetpropositionen-2026-fyra-viktiga-momsforslag',
  },
];
