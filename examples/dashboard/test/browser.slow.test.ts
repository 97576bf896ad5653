import { declareInBrowser } from './in-browser.js';

/** The window widths and colour schemes that most people use. */
const USUAL = [
  [390, false],
  [390, true],
  [1440, false],
  [1440, true],
] as const;

declareInBrowser([1280], [...USUAL, [320, false], [768, false]], USUAL);
