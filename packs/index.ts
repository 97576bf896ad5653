// Generated from the folders under packs/ by `npm run generate`. Do not edit.
import type { LawPack } from '../src/rule/types.js';
import { atReceipt1 } from './at-receipt-1/index.js';
import { beReceipt1 } from './be-receipt-1/index.js';
import { bgReceipt1 } from './bg-receipt-1/index.js';
import { cyReceipt1 } from './cy-receipt-1/index.js';
import { czReceipt1 } from './cz-receipt-1/index.js';
import { deReceipt1 } from './de-receipt-1/index.js';
import { dkReceipt1 } from './dk-receipt-1/index.js';
import { eeReceipt1 } from './ee-receipt-1/index.js';
import { esReceipt1 } from './es-receipt-1/index.js';
import { fiReceipt1 } from './fi-receipt-1/index.js';
import { frReceipt1 } from './fr-receipt-1/index.js';
import { gbReceipt1 } from './gb-receipt-1/index.js';
import { grReceipt1 } from './gr-receipt-1/index.js';
import { hrReceipt1 } from './hr-receipt-1/index.js';
import { huReceipt1 } from './hu-receipt-1/index.js';
import { ieReceipt1 } from './ie-receipt-1/index.js';
import { itReceipt1 } from './it-receipt-1/index.js';
import { ltReceipt1 } from './lt-receipt-1/index.js';
import { luReceipt1 } from './lu-receipt-1/index.js';
import { lvReceipt1 } from './lv-receipt-1/index.js';
import { mtReceipt1 } from './mt-receipt-1/index.js';
import { nlReceipt1 } from './nl-receipt-1/index.js';
import { noReceipt1 } from './no-receipt-1/index.js';
import { plReceipt1 } from './pl-receipt-1/index.js';
import { ptReceipt1 } from './pt-receipt-1/index.js';
import { roReceipt1 } from './ro-receipt-1/index.js';
import { seReceipt1 } from './se-receipt-1/index.js';
import { siReceipt1 } from './si-receipt-1/index.js';
import { skReceipt1 } from './sk-receipt-1/index.js';
import { usReceipt1 } from './us-receipt-1/index.js';

export { atReceipt1 };
export { beReceipt1 };
export { bgReceipt1 };
export { cyReceipt1 };
export { czReceipt1 };
export { deReceipt1 };
export { dkReceipt1 };
export { eeReceipt1 };
export { esReceipt1 };
export { fiReceipt1 };
export { frReceipt1 };
export { gbReceipt1 };
export { grReceipt1 };
export { hrReceipt1 };
export { huReceipt1 };
export { ieReceipt1 };
export { itReceipt1 };
export { ltReceipt1 };
export { luReceipt1 };
export { lvReceipt1 };
export { mtReceipt1 };
export { nlReceipt1 };
export { noReceipt1 };
export { plReceipt1 };
export { ptReceipt1 };
export { roReceipt1 };
export { seReceipt1 };
export { siReceipt1 };
export { skReceipt1 };
export { usReceipt1 };

/** The countries of the built-in packs, ISO 3166-1 alpha-2. */
export type Country = 'AT' | 'BE' | 'BG' | 'CY' | 'CZ' | 'DE' | 'DK' | 'EE' | 'ES' | 'FI' | 'FR' | 'GB' | 'GR' | 'HR' | 'HU' | 'IE' | 'IT' | 'LT' | 'LU' | 'LV' | 'MT' | 'NL' | 'NO' | 'PL' | 'PT' | 'RO' | 'SE' | 'SI' | 'SK' | 'US';

/** All built-in rule packs. */
export const packs: readonly LawPack<Country>[] = [atReceipt1, beReceipt1, bgReceipt1, cyReceipt1, czReceipt1, deReceipt1, dkReceipt1, eeReceipt1, esReceipt1, fiReceipt1, frReceipt1, gbReceipt1, grReceipt1, hrReceipt1, huReceipt1, ieReceipt1, itReceipt1, ltReceipt1, luReceipt1, lvReceipt1, mtReceipt1, nlReceipt1, noReceipt1, plReceipt1, ptReceipt1, roReceipt1, seReceipt1, siReceipt1, skReceipt1, usReceipt1];
