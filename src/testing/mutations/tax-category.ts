import { missing, setTo, type Mutation } from '../mutation.js';
import type { Needs } from '../options.js';

const REVERSE: Needs = { sale: 'home', reverseCharge: true };

export const mutations: readonly Mutation[] = [
  missing(['tax.reverseCharge'], { rule: 'reverse-charge', places: REVERSE }),
  setTo('tax.reverseCharge', [false], 'invalid_value', { rule: 'reverse-charge', places: REVERSE }),
];
