import { vi } from 'vitest';
import { casesOf } from './cases';

/**
 * The rules of a pack are declared on first use. Here packs are loaded within a test, so that mutation testing sees
 * which test reaches the declarations; see vitest.mutation.config.ts.
 */
export async function loadedAnew() {
  vi.resetModules();
  const { createRegistry, definePack, defineReceiptPack } = await import('receipt-rule-packs');
  const { packs } = await import('receipt-rule-packs/packs');
  const { testPacks } = await import('./test-packs');
  // The test laws first: few of them cover everything. Cases are made on first use.
  const cased = [...testPacks, ...packs].map((pack) => ({
    pack,
    get cases() {
      return casesOf(pack);
    },
  }));
  return { createRegistry, definePack, defineReceiptPack, packs: cased };
}
