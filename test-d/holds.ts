/** Whether two types are the same. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** `holds<Equal<A, B>>()` compiles only if the two types are the same. */
export const holds = <_T extends true>(): undefined => undefined;
