// Generated from law.json and rates.json, which hold the references, by `npm run generate`. Do not edit.
import type { ReceiptLaw } from '../../src/law/types.js';

export const law: ReceiptLaw = {"id":"dk-receipt-1","country":"DK","documentTier":"receipt","currencies":[{"code":"DKK"}],"tax":{"scheme":"DK_MOMS","word":"moms","prices":"include","source":"CJEU C-484/06 (Ahold): rounding of VAT"},"distanceSales":"oss","cashRounding":[{"from":"2008-10-01","step":50,"tie":"either","cash":"must","electronic":"no","other":"part","source":"BEK nr. 928 af 19/09/2008 § 2"}],"jurisdictions":false,"extensions":[],"rates":[{"rate":25,"from":"1992-01-01","enforce":true,"source":"European Commission, Taxes in Europe Database (TEDB)"}]};
