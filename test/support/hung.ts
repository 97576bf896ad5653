/**
 * A test, or a wait in a test, that takes longer than this has hung, because no machine is that slow. Speed tests count
 * or compare instead.
 */
export const HUNG_MS = 1_800_000;
