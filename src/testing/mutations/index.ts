import { missing, setTo, type Mutation, type MutationExtras } from '../mutation.js';
import { RULES } from './rules.generated.js';
import { EARLIER_STAGES, STRUCTURE } from './structure.js';

const LOCATION: MutationExtras = { business: { multiLocation: true }, rule: 'location-name' };

/** Mutations for the custom rules of some packs. */
const OWN_RULES: readonly Mutation[] = [
  missing(['vendor.locationName'], LOCATION),
  setTo('vendor.locationName', [''], 'too_short', LOCATION),
];

/** Every kind of change that makes a valid document invalid. */
export const MUTATIONS: readonly Mutation[] = [...RULES, ...OWN_RULES, ...STRUCTURE, ...EARLIER_STAGES];
