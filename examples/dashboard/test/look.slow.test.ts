/** Compares 24 screenshots of pages with their references, as part of `npm run check:pages`. */
import { declareLook } from './look.js';

const WINDOWS = [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const;

declareLook(
  [
    ['healthy', 0, WINDOWS],
    ['healthy', 1, WINDOWS],
    ['healthy', 500, WINDOWS],
    ['broken', 0, WINDOWS],
    ['broken', 1, WINDOWS],
    ['broken', 500, WINDOWS],
  ],
  { axe: true },
);
