import { declareLook } from './support/declare-look.js';

declareLook(['broken-1440-light']);
