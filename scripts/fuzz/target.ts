import type { Arbitrary } from 'fast-check';

/** A parser of untrusted text, its inputs, and its promises. */
export interface FuzzTarget<Input = unknown> {
  readonly name: string;
  readonly inputs: Arbitrary<Input>;
  /** Throws, or rejects, if the parser violates a guarantee on an input. */
  check: (input: Input) => void | Promise<void>;
  /** Whether `check` returns a promise. */
  readonly asynchronous?: true;
  /** Inputs on which a naive parser takes more than linear time. */
  readonly growth: readonly GrowthCase[];
}

/** Inputs of a growing size. */
export interface GrowthCase {
  readonly name: string;
  /** The smaller of the two measured sizes, in characters unless the case says otherwise. */
  readonly size: number;
  /** The largest size that the parser reads; it refuses larger inputs unread. */
  readonly limit?: number;
  /** Makes an input of the given size, and returns the call to measure, which is synchronous and never throws. */
  prepare: (size: number) => () => unknown;
}

/** Ties the input type of a target's generator to its check, and hides it from other code. */
export function target<Input>(definition: FuzzTarget<Input>): FuzzTarget {
  return definition as unknown as FuzzTarget;
}

/** Throws if a guarantee is violated. The report shows the message. */
export function promise(kept: boolean, broken: string): asserts kept {
  if (!kept) throw new Error(broken);
}

/** Whether a call threw an error of this type. Rethrows any other error, because it violates a guarantee. */
export function throwsOnly(type: new (...args: never[]) => Error, call: () => void): boolean {
  try {
    call();
    return false;
  } catch (error) {
    if (error instanceof type) return true;
    throw error;
  }
}
