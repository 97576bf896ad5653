import { missing, setTo, type Mutation, type MutationExtras } from '../mutation.js';
import { RULES } from './rules.generated.js';
import { EARLIER_STAGES, STRUCTURE } from './structure.js';

const LOCATION: MutationExtras = { business: { multiLocation: true }, rule: 'location-name' };

/** Mutations for custom rules that only some packs have. */
const OWN_RULES: readonly Mutation[] = [
  missing(['vendor.locationName'], LOCATION),
  setTo('vendor.locationName', [''], 'too_short', LOCATION),
];

/** All mutations. */
export const MUTATIONS: readonly Mutation[] = [...RULES, ...OWN_RULES, ...STRUCTURE, ...EARLIER_STAGES];
