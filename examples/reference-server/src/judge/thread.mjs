/** A thread begins with a file that Node reads as it is; the sources need tsx, here as in the process. */
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
