import { definePack, type RulePack } from 'receipt-rule-packs';
import { cashRounding } from '../../src/rules/cash-rounding';
import { documentCurrency } from '../../src/rules/currency';
import { oneStopShop } from '../../src/rules/oss';
import { schemeRates } from '../../src/rules/rates';
import { allowedScheme } from '../../src/rules/scheme';

const SOURCE = 'Fictional, for tests';

/** Norway as a test has it: whole kroner, and no rounding on electronic tenders. */
export const noTestPack = definePack({
  id: 'no-receipt-1',
  country: 'NO',
  documentTier: 'receipt',
  currency: 'NOK',
  schemes: ['NO_MVA'],
  rates: {},
  rules: [
    documentCurrency('NOK', SOURCE),
    allowedScheme(['NO_MVA'], SOURCE),
    ...cashRounding({ step: 100, electronic: false, source: SOURCE }),
  ],
});

/** Denmark as a test has it: half kroner, and sales under OSS. */
export const dkTestPack = definePack({
  id: 'dk-receipt-1',
  country: 'DK',
  documentTier: 'receipt',
  currency: 'DKK',
  schemes: ['DK_MOMS', 'EU_VAT'],
  rates: {},
  rules: [
    allowedScheme(['DK_MOMS', 'EU_VAT'], SOURCE),
    ...oneStopShop(),
    ...cashRounding({ step: 50, electronic: false, source: SOURCE }),
  ],
});

const FI_ALV = [
  { rate: 24, until: '2024-08-31', source: SOURCE },
  { rate: 25.5, from: '2024-09-01', source: SOURCE },
  { rate: 10, from: '2025-01-01', confirmed: false, source: SOURCE },
];

/** Finland as a test has it: five cents, an odd step without ties, and a rate that changed. */
export const fiTestPack = definePack({
  id: 'fi-receipt-1',
  country: 'FI',
  documentTier: 'receipt',
  currency: 'EUR',
  schemes: ['FI_ALV'],
  rates: { FI_ALV },
  rules: [
    ...schemeRates({ id: 'alv', scheme: 'FI_ALV', rates: FI_ALV, source: SOURCE }),
    // A step of 5 has no ties in whole cents, so the rule on ties can never speak.
    ...cashRounding({ step: 5, electronic: false, source: SOURCE }).filter(({ id }) => id !== 'cash-rounding-tie'),
  ],
});

export const testPacks: readonly RulePack[] = [noTestPack, dkTestPack, fiTestPack];
