export { complete } from './complete.js';
export { allocate } from './allocate.js';
export { minorUnits } from './minor-units.js';
export { percent } from './percent.js';
export { taxIncluded } from './tax-included.js';
export { localTimestamp } from './local-timestamp.js';
export type * from './types.js';
