import { definePack } from '../../src/pack/define-pack.js';
import { cashRounding } from '../../src/rules/cash-rounding.js';
import { documentCurrency } from '../../src/rules/currency.js';
import { acceptedTier } from '../../src/rules/document-tier.js';
import { noJurisdictions } from '../../src/rules/jurisdictions.js';
import { lineAmounts } from '../../src/rules/line-amount.js';
import { linkedTransaction, voidsNotSettled } from '../../src/rules/linked-transaction.js';
import { locationName } from '../../src/rules/location-name.js';
import { oneStopShop } from '../../src/rules/oss.js';
import { last4WithCard } from '../../src/rules/payment.js';
import { pricesIncludeTax } from '../../src/rules/prices-include-tax.js';
import { schemeRates } from '../../src/rules/rates.js';
import { allowedScheme } from '../../src/rules/scheme.js';
import { categoryRates, reverseCharge } from '../../src/rules/tax-categories.js';
import { summaryPairs } from '../../src/rules/tax-summary.js';
import { refundsMoveMoney, totalSign, totalsAddUp } from '../../src/rules/totals.js';
import { vatAmounts } from '../../src/rules/vat-amounts.js';
import { controlCodeFormat, controlUnit } from './extensions.js';
import { SE_MOMS } from './rates.js';

const SCHEMES = ['SE_MOMS', 'EU_VAT'] as const;
const INTERFACE = 'Service interface, rule pack se-receipt-1';
const RATES_LAW = 'Service interface, line items: taxRate; Prop. 2025/26:55';
const VAT_LAW = 'Skatteverket, dnr 8-19049 (2020-01-17), and Rättslig vägledning: rounding of VAT';

/** Sweden, receipts: SEK, SE_MOMS or OSS, control unit data, whole-krona cash rounding. */
export const seReceipt1 = /* @__PURE__ */ definePack({
  id: 'se-receipt-1',
  country: 'SE',
  documentTier: 'receipt',
  currency: 'SEK',
  schemes: SCHEMES,
  rates: { SE_MOMS },
  rules: [
    voidsNotSettled(),
    documentCurrency('SEK', INTERFACE),
    acceptedTier(),
    locationName(),
    lineAmounts(),
    ...schemeRates({ id: 'moms', scheme: 'SE_MOMS', rates: SE_MOMS, source: RATES_LAW }),
    categoryRates(),
    allowedScheme(SCHEMES, INTERFACE),
    ...oneStopShop(),
    pricesIncludeTax('Service interface, tax: pricesIncludeTax is true in the EU and the Nordic countries'),
    reverseCharge(),
    ...summaryPairs(),
    ...vatAmounts(VAT_LAW),
    noJurisdictions(),
    ...totalsAddUp(),
    totalSign(),
    refundsMoveMoney(),
    ...cashRounding({
      step: 100,
      electronic: true,
      source: 'Lag (1970:1029) om avrundning av vissa öresbelopp, SFS 2009:283',
    }),
    last4WithCard(),
    linkedTransaction(),
    controlUnit(),
    controlCodeFormat(),
  ],
});
