/**
 * What may stand between the documents of a top-level array. A fault is told once per array; from then on separators
 * are not judged any more, so that one missing comma does not fault every document after it.
 */
export class ArrayGrammar {
  /** Whether the input is inside a top-level array. */
  inside = false;
  /** Whether separators are not judged, a fault having been told. */
  loose = false;
  private last: 'open' | 'value' | 'comma' = 'open';

  open(): void {
    this.inside = true;
    this.loose = false;
    this.last = 'open';
  }

  /** Each of these tells whether the token may stand here. */
  comma(): boolean {
    const allowed = this.last === 'value';
    this.last = 'comma';
    return this.judge(allowed);
  }

  value(): boolean {
    const allowed = this.last !== 'value';
    this.last = 'value';
    return this.judge(allowed);
  }

  close(): boolean {
    this.inside = false;
    return this.judge(this.last !== 'comma');
  }

  /** The input ended. */
  end(): boolean {
    const allowed = !this.inside;
    this.inside = false;
    return this.judge(allowed);
  }

  private judge(allowed: boolean): boolean {
    if (allowed || this.loose) return true;
    this.loose = true;
    return false;
  }
}
