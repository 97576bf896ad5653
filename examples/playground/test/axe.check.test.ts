import { declareAxe } from './support/declare-axe.js';

declareAxe([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['320 px, dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ['forced colours', { forcedColors: 'active' }],
]);
