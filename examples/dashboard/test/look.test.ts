import { declareLook } from './look.js';

declareLook([
  ['broken', 500, [[1440, 'light']]],
  ['broken', 1, [[390, 'dark']]],
]);
