import { missing, setTo, type Mutation, type MutationExtras } from '../mutation.js';

const LOCATION: MutationExtras = { business: { multiLocation: true }, rule: 'location-name' };

/** Mutations for the custom rules of some packs. */
export const OWN_RULES: readonly Mutation[] = [
  missing(['vendor.locationName'], LOCATION),
  setTo('vendor.locationName', [''], 'too_short', LOCATION),
];
