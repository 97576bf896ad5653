import type { Mutation } from './mutation.js';
import { EXTENSIONS, ONE_STOP_SHOP, RULES } from './rules.js';
import { EARLIER_STAGES, STRUCTURE } from './structure.js';
import { TOTALS } from './totals.js';
import { WINDOWS } from './windows.js';

/** Every kind of change that is known to make a valid document invalid. */
export const MUTATIONS: readonly Mutation[] = [
  ...RULES,
  ...WINDOWS,
  ...TOTALS,
  ...ONE_STOP_SHOP,
  ...EXTENSIONS,
  ...STRUCTURE,
  ...EARLIER_STAGES,
];
