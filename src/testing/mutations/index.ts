import type { Mutation } from '../mutation.js';
import { OWN_RULES } from './own-rules.js';
import { RULES } from './rules.generated.js';
import { EARLIER_STAGES, STRUCTURE } from './structure.js';

/** Every kind of change that makes a valid document invalid. */
export const MUTATIONS: readonly Mutation[] = [...RULES, ...OWN_RULES, ...STRUCTURE, ...EARLIER_STAGES];
