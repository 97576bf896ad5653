/**
 * A test, or a wait in a test, that takes longer than this hangs: no machine is that slow. Speed is tested by counting
 * or comparing instead.
 */
export const HUNG_MS = 1_800_000;
