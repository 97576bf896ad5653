import { declareInBrowser } from './in-browser.js';

declareInBrowser([375], [[375, true]]);
