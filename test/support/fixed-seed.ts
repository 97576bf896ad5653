/**
 * Loaded before every test file, so that properties generate the same cases on every run, unless a property sets a
 * seed. `npm run fuzz` generates different cases each time.
 */
import fc from 'fast-check';
import { SEED } from './numbers';

fc.configureGlobal({ seed: SEED });
