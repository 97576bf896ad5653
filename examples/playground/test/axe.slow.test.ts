import { declareAxe } from './support/declare-axe.js';

const WIDTHS = [
  [320, 640],
  [390, 844],
  [1440, 900],
] as const;

declareAxe([
  ...WIDTHS.flatMap(([width, height]) =>
    (['light', 'dark'] as const).map(
      (colorScheme) => [`${width} px, ${colorScheme}`, { viewport: { width, height }, colorScheme }] as const,
    ),
  ),
  ['forced colours', { forcedColors: 'active' }],
]);
