/** Pictures of the page in six states: `npm run check:pages` runs these too. */
import { declareLook } from './support/declare-look.js';

declareLook();
