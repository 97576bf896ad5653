import { declareInBrowser } from './in-browser.js';

declareInBrowser(
  [1280],
  [
    [320, false],
    [768, false],
    [1280, false],
    [1280, true],
  ],
);
