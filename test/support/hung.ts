/** A test, or a wait of one, that takes longer hangs: no machine is that slow. How fast something is, is counted or compared instead. */
export const HUNG_MS = 1_800_000;
