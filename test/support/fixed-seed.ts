/**
 * Loaded before every test file, so that properties generate the same cases on every run, unless a property sets a
 * seed. `npm run fuzz` generates other cases.
 */
import fc from 'fast-check';
import { SEED } from './numbers';

fc.configureGlobal({ seed: SEED });
