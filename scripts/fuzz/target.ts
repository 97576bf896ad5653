import type { Arbitrary } from 'fast-check';

/** A parser of outside text, what it is fed with, and what it promises. */
export interface FuzzTarget<Input = unknown> {
  readonly name: string;
  readonly inputs: Arbitrary<Input>;
  /** Throws, or rejects, where the parser breaks a promise on an input. */
  check: (input: Input) => void | Promise<void>;
  /** Whether `check` gives a promise. */
  readonly asynchronous?: true;
  /** The inputs on which a careless parser takes more than linear time. */
  readonly growth: readonly GrowthCase[];
}

/** Inputs of a growing size. */
export interface GrowthCase {
  readonly name: string;
  /** The smaller of the two sizes that are measured; in characters, unless the case says otherwise. */
  readonly size: number;
  /** The largest size that the parser looks into; what is larger, it refuses unread. */
  readonly limit?: number;
  /** Makes the input of a size, and gives what is measured: a synchronous call that never throws. */
  prepare: (size: number) => () => unknown;
}

/** Keeps the type of a target's inputs between its generator and its check, and forgets it outside. */
export function target<Input>(definition: FuzzTarget<Input>): FuzzTarget {
  return definition as unknown as FuzzTarget;
}

/** Throws where a promise is broken; the message is what the report shows. */
export function promise(kept: boolean, broken: string): asserts kept {
  if (!kept) throw new Error(broken);
}

/** Whether a call threw an error of this type; any other error is passed on, as it breaks a promise. */
export function throwsOnly(type: new (...args: never[]) => Error, call: () => void): boolean {
  try {
    call();
    return false;
  } catch (error) {
    if (error instanceof type) return true;
    throw error;
  }
}
