/** A sum of safe integers that remains exact above 2^53. */
export class ExactSum {
  private small = 0;
  private big: bigint | undefined;

  /** @param value an integer within ±(2^53 − 1) */
  add(value: number): void {
    const next = this.small + value;
    if (Number.isSafeInteger(next)) {
      this.small = next;
    } else {
      this.big = (this.big ?? 0n) + BigInt(this.small) + BigInt(value);
      this.small = 0;
    }
  }

  /** A number if the sum is a safe integer, otherwise a bigint. */
  get value(): number | bigint {
    if (this.big === undefined) return this.small;
    const total = this.big + BigInt(this.small);
    const number = Number(total);
    return Number.isSafeInteger(number) ? number : total;
  }
}
