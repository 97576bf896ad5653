import { declareAxe } from './support/declare-axe.js';

declareAxe([['320 px', { viewport: { width: 320, height: 640 } }]]);
