import { vi } from 'vitest';
import { casesOf } from './cases';

/**
 * The rules of a pack are declared when it is loaded. Here it is loaded within a test, so that mutation testing sees
 * which test reaches the declarations; see vitest.mutation.config.ts.
 */
export async function loadedAnew() {
  vi.resetModules();
  const { createRegistry, definePack } = await import('receipt-rule-packs');
  const { packs } = await import('receipt-rule-packs/packs');
  const { testPacks } = await import('./test-packs');
  const own = packs.map(({ id }) => id);
  return { createRegistry, definePack, packs: [...casesOf([...packs, ...testPacks], own)] };
}
