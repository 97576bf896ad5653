/** The entry point of the thread must be plain JavaScript; the sources need tsx, as in the main process. */
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
