// Generated from law.json and rates.json, which hold the references, by `npm run generate`. Do not edit.
import type { ReceiptLaw } from '../../src/law/types.js';

export const law: ReceiptLaw = {"id":"us-receipt-1","country":"US","documentTier":"receipt","currencies":[{"code":"USD"}],"tax":{"scheme":"US_SALES_TAX","word":"sales tax","prices":"exclude","lineTolerance":"perJurisdiction","source":"SSUTA § 324"},"distanceSales":"none","cashRounding":[{"step":5,"tie":"either","cash":"may","electronic":"unusual","other":"part","limit":4,"source":"State law and guidance (IN SB 243; TX STAR 202512001M)"}],"jurisdictions":true,"extensions":[],"rates":{"min":0,"max":100,"usual":[0.125,15],"source":"State and local taxes stack: there is no rate table"}};
