/**
 * Loaded before every test file: properties draw the same cases on every run, unless one names its own seed.
 * `npm run fuzz` is for other cases.
 */
import fc from 'fast-check';
import { SEED } from './numbers';

fc.configureGlobal({ seed: SEED });
