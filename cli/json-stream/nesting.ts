import { LEFT_BRACE, LEFT_BRACKET, RIGHT_BRACE } from './bytes.js';

/** The brackets that are open, however many. */
export class Nesting {
  depth = 0;
  private open = new Uint8Array(64);
  private braces = 0;

  push(bracket: number): void {
    if (this.depth === this.open.length) {
      const larger = new Uint8Array(this.open.length * 2);
      larger.set(this.open);
      this.open = larger;
    }
    this.open[this.depth++] = bracket;
    if (bracket === LEFT_BRACE) this.braces++;
  }

  /**
   * Closes up to the innermost bracket of its kind: in `{"a":[1}` the brace ends the document, the array being what was
   * left open. A bracket that nothing opened changes nothing.
   */
  pop(bracket: number): void {
    const brace = bracket === RIGHT_BRACE;
    if ((brace ? this.braces : this.depth - this.braces) === 0) return;
    const wanted = brace ? LEFT_BRACE : LEFT_BRACKET;
    for (let found = 0; found !== wanted;) {
      found = this.open[--this.depth]!;
      if (found === LEFT_BRACE) this.braces--;
    }
  }

  get inArray(): boolean {
    return this.open[this.depth - 1] === LEFT_BRACKET;
  }

  clear(): void {
    this.depth = 0;
    this.braces = 0;
  }
}
