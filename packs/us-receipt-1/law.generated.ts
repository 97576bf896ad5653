// Generated from law.json and rates.json, which hold the references, by `npm run generate`. Do not edit.
import type { ReceiptLaw } from '../../src/law/types.js';

export const law: ReceiptLaw = {"id":"us-receipt-1","country":"US","documentTier":"receipt","currencies":[{"code":"USD"}],"tax":{"scheme":"US_SALES_TAX","name":"sales tax","pricesIncludeTax":false,"lineTolerance":"perJurisdiction","citation":"SSUTA § 324"},"distanceSales":"none","cashRounding":[{"increment":5,"halfway":"either","cash":"allowed","electronic":"unusual","other":"cash_part","maxRounding":4,"citation":"State law and guidance (IN SB 243; TX STAR 202512001M)"}],"taxJurisdictions":true,"extensions":[],"rates":{"min":0,"max":100,"usual":[0.125,15],"citation":"State and local taxes stack: there is no rate table"}};
