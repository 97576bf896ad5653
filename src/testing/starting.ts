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
 * Always generates the same integer, which shrinks towards 0. Use it as the first branch of a choice with
 * `withCrossShrink`: all other branches then try to shrink to it. A random value instead of this integer would rarely
 * make the test fail again.
 */
export function starting(start: number): fc.Arbitrary<number> {
  return new Starting(start);
}

/** A value with the arbitrary that generated it, so that this arbitrary continues to shrink it. */
interface Source<T> {
  readonly drawn: fc.Value<T>;
  readonly isSimplest: boolean;
  readonly random: fc.Random;
}

class Falling<T> extends fc.Arbitrary<T> {
  readonly #simplest: fc.Arbitrary<T>;
  readonly #others: fc.Arbitrary<T>;
  constructor(simplest: fc.Arbitrary<T>, others: fc.Arbitrary<T>) {
    super();
    this.#simplest = simplest;
    this.#others = others;
  }
  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return this.#from({ drawn: this.#others.generate(random, bias), isSimplest: false, random: random.clone() });
  }
  override canShrinkWithoutContext(_: unknown): _ is T {
    return false;
  }
  override shrink(_: T, context: unknown): fc.Stream<fc.Value<T>> {
    const source = context as Source<T> | undefined;
    if (source === undefined) return fc.Stream.nil();
    const { drawn, isSimplest, random } = source;
    const arbitrary = isSimplest ? this.#simplest : this.#others;
    const steps = arbitrary.shrink(drawn.value_, drawn.context).map((next) => this.#from({ ...source, drawn: next }));
    if (isSimplest) return steps;
    const simplest = this.#simplest.generate(random.clone(), undefined);
    return fc.Stream.of(this.#from({ drawn: simplest, isSimplest: true, random })).join(steps);
  }
  #from(source: Source<T>): fc.Value<T> {
    return new fc.Value(source.drawn.value_, source);
  }
}

/**
 * Generates values of `others`. Every shrinking step tries a value of `simplest` first. `withCrossShrink` would try it
 * only once, perhaps while another part of the input still makes the test pass.
 */
export function fallingTo<T>(simplest: fc.Arbitrary<T>, others: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return new Falling(simplest, others);
}
