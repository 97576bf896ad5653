import fc from 'fast-check';

const integers = fc.maxSafeNat();

class Starting extends fc.Arbitrary<number> {
  readonly #start: number;
  constructor(start: number) {
    super();
    this.#start = start;
  }
  override generate(): fc.Value<number> {
    return new fc.Value(this.#start, undefined);
  }
  override canShrinkWithoutContext(value: unknown): value is number {
    return integers.canShrinkWithoutContext(value);
  }
  override shrink(value: number, context: unknown): fc.Stream<fc.Value<number>> {
    return integers.shrink(value, context);
  }
}

/**
 * Always the same integer, which yet shrinks towards 0. As the first branch of a choice that shrinks across branches it
 * is where every other branch is tried to be brought to: a random value would seldom have the trait that is looked for.
 */
export function starting(start: number): fc.Arbitrary<number> {
  return new Starting(start);
}
