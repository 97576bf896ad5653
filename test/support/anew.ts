import { vi } from 'vitest';
import { casesOf } from './cases';

/**
 * Loads the packs inside a test. Each pack declares its rules on first use, so that mutation testing records which test
 * covers the declarations; see vitest.mutation.config.ts.
 */
export async function loadedAnew() {
  vi.resetModules();
  const { createRegistry, definePack, defineReceiptPack } = await import('receipt-rule-packs');
  const { packs } = await import('receipt-rule-packs/packs');
  const { testPacks } = await import('./test-packs');
  // The test laws come first, because these few laws cover everything. Cases are created on first use.
  const cased = [...testPacks, ...packs].map((pack) => ({
    pack,
    get cases() {
      return casesOf(pack);
    },
  }));
  return { createRegistry, definePack, defineReceiptPack, packs: cased };
}
