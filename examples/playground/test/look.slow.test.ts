/** Compares seven screenshots of the page with their references, as part of `npm run check:pages`. */
import { declareLook } from './support/declare-look.js';

declareLook();
