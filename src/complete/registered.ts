import type { CashRounding } from '../law/types.js';
import type { Business } from '../pack/types.js';
import type { Registry } from '../registry.js';
import { misuse } from './misuse.js';

/**
 * How the law of a business's country rounds cash. Empty if there is no pack, or if the pack has no law.
 *
 * @throws TypeError for a value that is not a registry
 */
export function rowsOf(registry: Registry, business: Business): readonly CashRounding[] {
  if (typeof registry?.resolve !== 'function' || typeof registry.validate !== 'function') {
    misuse('registry', 'what createRegistry returns', registry);
  }
  return registry.resolve(business?.country)?.law?.cashRounding ?? [];
}
