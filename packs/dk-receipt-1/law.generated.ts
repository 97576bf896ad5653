// Generated from law.json and rates.json, which hold the references, by `npm run generate`. Do not edit.
import type { ReceiptLaw } from '../../src/law/types.js';

export const law: ReceiptLaw = {"id":"dk-receipt-1","country":"DK","documentTier":"receipt","currencies":[{"code":"DKK"}],"tax":{"scheme":"DK_MOMS","name":"moms","pricesIncludeTax":true,"citation":"CJEU C-484/06 (Ahold): rounding of VAT"},"distanceSales":"oss","cashRounding":[{"from":"2008-10-01","increment":50,"halfway":"either","cash":"required","electronic":"not_allowed","other":"cash_part","citation":"BEK nr. 928 af 19/09/2008 § 2"}],"taxJurisdictions":false,"extensions":[],"rates":[{"rate":25,"from":"1992-01-01","enforce":true,"citation":"European Commission, Taxes in Europe Database (TEDB)"}]};
